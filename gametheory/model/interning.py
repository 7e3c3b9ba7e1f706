"""Tables that store equal moves, outcomes and probabilities once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from gametheory.model.game import Move, Outcome
from gametheory.numbers.rationals import is_exact

# equal values of one of these types are the same in every respect
VALUE_TYPES = frozenset({int, str, bytes, bool, type(None), Fraction})

MOST_LISTS = 1_000  # of moves of a position; others are numbered move by move


class MoveTable:
    """The different joint moves of a game, numbered.

    Two moves count as the same if they are equal, of the same type, and consist of values: numbers and texts, and
    tuples and frozen dataclasses of them. Any other move is the same as itself only, because equality may ignore a
    part of it that the rules use.

    Examples
    --------
    >>> table = MoveTable()
    >>> [table.code((move,)) for move in ((1, "left"), (1, "left"), 1, True)]
    [0, 0, 1, 2]
    >>> table.moves
    [((1, 'left'),), (1,), (True,)]
    >>> table.codes([(1, 2), ("a",)]), table.codes_of_one((2, "a", 2))
    ([4, 6], [5, 3, 5])
    >>> table.code_of_one(1), table.code_of_one("new")
    (1, 7)
    """

    def __init__(self) -> None:
        self.moves: list[tuple[Move, ...]] = []
        self._codes: dict[Any, int] = {}
        self._by_type: dict[type, dict[Any, int]] = {}
        self._lists: dict[tuple[Move, ...], tuple[list[type], list[int]]] = {}

    def code(self, joint_move: tuple[Move, ...]) -> int:
        """Return the number of a joint move."""
        if len(joint_move) == 1:
            return self.code_of_one(joint_move[0])
        parts = tuple(self.code_of_one(move) for move in joint_move)
        return self._add(self._codes, parts, joint_move)

    def codes(self, choices: Sequence[tuple[Move, ...]]) -> list[int]:
        """Return the number of each joint move, given the moves of each active player."""
        return list(map(self.code, product(*choices)))

    def codes_of_one(self, moves: tuple[Move, ...]) -> list[int]:
        """Return the numbers of the joint moves of one player; a list of moves that was met is found as a whole."""
        try:
            types, codes = self._lists[moves]
        except KeyError:
            types, codes = [], []
        if types != (own := list(map(type, moves))):
            codes = list(map(self.code_of_one, moves))
            if len(self._lists) < MOST_LISTS and all(map(_is_value, moves)):
                self._lists[moves] = own, codes
        return codes

    def code_of_one(self, move: Move) -> int:
        """Return the number of the joint move of one player."""
        codes = self._by_type.setdefault(type(move), {})
        code = codes.get(move)
        if code is not None:
            return code
        return self._add(codes, move, (move,)) if _is_value(move) else self._add(self._codes, id(move), (move,))

    def _add(self, codes: dict[Any, int], key: Any, joint_move: tuple[Move, ...]) -> int:
        code = codes.setdefault(key, len(self.moves))
        if code == len(self.moves):
            self.moves.append(joint_move)
        return code


class OutcomeTable:
    """The different outcomes of a game, numbered.

    Examples
    --------
    >>> table = OutcomeTable()
    >>> [table.code(outcome) for outcome in (Outcome("won"), Outcome("lost"), Outcome("won"))]
    [0, 1, 0]
    """

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self._codes: dict[Any, int] = {}

    def code(self, outcome: Outcome) -> int:
        """Return the number of an outcome."""
        key = (outcome.name, *outcome.payoffs, *map(type, outcome.payoffs)) if type(outcome) is Outcome else id(outcome)
        code = self._codes.setdefault(key, len(self.outcomes))
        if code == len(self.outcomes):
            # a copy, because rules could change the payoffs of an outcome that they have returned
            self.outcomes.append(Outcome(outcome.name, outcome.payoffs) if type(outcome) is Outcome else outcome)
        return code


class ProbabilityTable:
    """The different probabilities of a game, numbered from 0 for the probability 1; an integer becomes a Fraction.

    A graph made by hand may contain floats: they stay what they are, so that a checker can refuse them.

    Examples
    --------
    >>> table = ProbabilityTable()
    >>> table.codes([Fraction(1, 2), 1, 0.5]), table.codes([Fraction(1, 2), Fraction(2, 3)]), table.probabilities[2:]
    ([1, 0, 2], [1, 3], [0.5, Fraction(2, 3)])
    """

    def __init__(self) -> None:
        self.probabilities: list[Any] = [Fraction(1)]
        self._codes: dict[Any, int] = {(1, 1): 0}

    def codes(self, probabilities: list[Any]) -> list[int]:
        """Return the number of each probability."""
        if set(map(type, probabilities)) == {Fraction}:
            # a pair is found in less time than a fraction, whose hash is a power
            try:
                return list(map(self._codes.__getitem__, map(Fraction.as_integer_ratio, probabilities)))
            except KeyError:
                pass
        return list(map(self._code, probabilities))

    def _code(self, probability: Any) -> int:
        exact = is_exact(probability)
        key = probability.as_integer_ratio() if exact else (type(probability), probability)
        code = self._codes.setdefault(key, len(self.probabilities))
        if code == len(self.probabilities):
            self.probabilities.append(Fraction(probability) if exact else probability)
        return code


def _is_value(move: Any) -> bool:
    """Return whether nothing can tell a move from an equal one of the same type."""
    kind = type(move)
    if kind in VALUE_TYPES:
        return True
    if isinstance(move, tuple):
        return all(map(_is_value, move)) and (kind is tuple or hasattr(kind, "_fields"))
    if is_dataclass(kind) and kind.__dataclass_params__.frozen and kind.__dataclass_params__.eq:  # type: ignore[attr-defined]
        return all(field.compare and _is_value(getattr(move, field.name)) for field in fields(kind))
    return False
