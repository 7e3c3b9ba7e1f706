"""Positions and moves as text, and positions as whole numbers that do not depend on the process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from hashlib import blake2b
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from gametheory.model.code_table import CodedPositions
from gametheory.model.game import Move, Position, RulesError
from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import Integers


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


def position_codes(game: Any, positions: Iterable[Position]) -> Integers:
    """Return a whole number for each position: itself in a `LayeredGame`, and otherwise a hash of its text.

    Different positions can have the same number, if their texts are equal, and hardly ever otherwise: who uses the
    numbers has to compare them. A text with an address in memory differs between processes, and so does its number.

    >>> from gametheory import Castle
    >>> codes = position_codes(Castle(1, 2, 1), [(1, 0, 2), Castle(1, 2, 1).start()])
    >>> codes[0] == codes[1] == text_code("(1, 0, 2)")
    np.True_
    """
    if isinstance(positions, CodedPositions):
        return positions.codes
    if isinstance(game, LayeredGame):
        return np.array(list(positions), np.int64)
    return np.fromiter((text_code(short_text(position)) for position in positions), np.int64)


def text_code(text: str) -> int:
    """Return a whole number below 2^63 that hardly ever is that of another text: 63 bits of its BLAKE2b hash.

    >>> text_code("(1, 0, 2)")
    571017887009456256
    """
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()) >> 1
