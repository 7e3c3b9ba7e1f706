"""Positions and moves as text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from numbers import Integral
from typing import Any, NamedTuple

from gametheory.model.game import Move, Position, RulesError


def short_text(value: object) -> str:
    """Return a position or a move as text, without the class name of a named tuple.

    >>> from gametheory.games.castle import Volley
    >>> short_text(Volley(1, 0)), short_text("heads")
    ('(1, 0)', 'heads')
    """
    return str(tuple(value)) if isinstance(value, tuple) else str(value)


class Labels(NamedTuple):
    """How a game writes its positions and moves for a reader."""

    position: Callable[[Position], str]
    move: Callable[[Position, Move], str]


def labels_of(game: Any) -> Labels:
    """Return `label` and `label_move` of the rules, and `short_text` for each that they do not have.

    >>> class Coins:
    ...     def label(self, heads): return f"{heads} heads"
    >>> labels = labels_of(Coins())
    >>> labels.position(3), labels.move(3, (1, 0))
    ('3 heads', '(1, 0)')
    """

    def asked(name: str, *arguments: Any) -> str:
        method = getattr(game, name, None)
        if not callable(method):
            return short_text(arguments[-1])
        try:
            return str(method(*arguments))
        except Exception as error:  # the rules are any code
            call = f"{name}({', '.join(map(str, arguments))})"
            raise RulesError(f"{call} fails: {type(error).__name__}: {error}") from error

    return Labels(partial(asked, "label"), partial(asked, "label_move"))


def json_value(value: object) -> Any:
    """Return a position or a move for JSON: numbers, texts, and lists for tuples; otherwise its text.

    >>> from fractions import Fraction
    >>> json_value((3, "red", (None, Fraction(1, 2)))), json_value(frozenset({1}))
    ([3, 'red', [None, '1/2']], 'frozenset({1})')
    """
    if isinstance(value, tuple):
        return [json_value(each) for each in value]
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    return value if value is None or isinstance(value, str | float | bool) else str(value)
