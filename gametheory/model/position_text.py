"""Positions and moves as text, and positions as whole numbers that do not depend on the process."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

import numpy as np

from gametheory.model.code_table import CodedPositions
from gametheory.model.game import Position
from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import Integers


def short_text(value: object) -> str:
    """Return a position or a move as text, without the class name of a named tuple.

    >>> from gametheory.games.castle import Volley
    >>> short_text(Volley(1, 0)), short_text("heads")
    ('(1, 0)', 'heads')
    """
    return str(tuple(value)) if isinstance(value, tuple) else str(value)


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
