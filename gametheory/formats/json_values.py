"""Positions, moves, outcomes and exact numbers as JSON, for files of state graphs.

Whole numbers, text, true, false and null are unchanged. A tuple becomes a list, a fraction {"fraction": "1/3"}, a
frozen set {"set": [...]}, and any other value {"text": its repr}. Reading restores everything except the last kind,
which becomes that text, and named tuples, which become equal plain tuples.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from gametheory.model.game import Outcome
from gametheory.numbers.rationals import parse_rational


def as_json(value: Hashable) -> Any:
    """Return a position or a move as JSON.

    Examples
    --------
    >>> as_json((1, Fraction(1, 3), frozenset({2})))
    [1, {'fraction': '1/3'}, {'set': [2]}]
    """
    if value is None or isinstance(value, bool | str) or type(value) is int:
        return value
    if isinstance(value, tuple):
        return [as_json(part) for part in value]
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, frozenset):
        return {"set": sorted((as_json(part) for part in value), key=json.dumps)}
    return {"text": repr(value)}


def from_json(value: Any) -> Hashable:
    """Return the position or the move that a JSON value represents.

    Raises
    ------
    ValueError, TypeError
        If the value represents neither.

    Examples
    --------
    >>> from_json([1, {"fraction": "1/3"}])
    (1, Fraction(1, 3))
    """
    if value is None or isinstance(value, bool | str | int):
        return value
    if isinstance(value, list):
        return tuple(map(from_json, value))
    if isinstance(value, dict) and len(value) == 1:
        (kind, content), *_ = value.items()
        if kind == "fraction":
            return parse_rational(content)
        if kind == "set" and isinstance(content, list):
            return frozenset(map(from_json, content))
        if kind == "text" and isinstance(content, str):
            return content
    raise ValueError(f"{json.dumps(value):.60} does not represent a position or a move")


def outcome_as_json(outcome: Outcome | None) -> Any:
    """Return an outcome as JSON; None, at positions that are not terminal, stays None.

    Examples
    --------
    >>> outcome_as_json(Outcome("win", (Fraction(1, 2),)))
    {'name': 'win', 'payoffs': ['1/2']}
    """
    return outcome and {"name": outcome.name, "payoffs": list(map(str, outcome.payoffs))}


def outcome_from_json(value: Any) -> Outcome | None:
    """Return the outcome that a JSON value represents; None stays None.

    Raises
    ------
    ValueError, TypeError, KeyError
        If the value represents no outcome.

    Examples
    --------
    >>> outcome_from_json({"name": "win", "payoffs": ["1/2"]})
    Outcome(name='win', payoffs=(Fraction(1, 2),))
    """
    if value is None:
        return None
    if not isinstance(value["name"], str) or not isinstance(value["payoffs"], list):
        raise ValueError("an outcome needs a name, which is text, and a list of payoffs")
    return Outcome(value["name"], tuple(map(parse_rational, value["payoffs"])))
