"""The expected value of a probability distribution, for checkers only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Any, TypeGuard

from flint import fmpq

from gametheory.model.game import Position
from gametheory.model.payoffs import ExactColumn, ExactRows
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import require, require_exact, require_label, require_values
from gametheory.verify.mixed import is_distribution
from gametheory.verify.screening import is_stored


def exact_values(arrays: StateArrays, values: Mapping[Position, Fraction]) -> list[fmpq]:
    """Return the value of each position by number, after checking that each has one, and that all are exact.

    >>> from gametheory import Castle, unfold
    >>> graph = unfold(Castle(1, 1, 1))
    >>> exact_values(graph, dict.fromkeys(graph, Fraction(1, 2)))
    [1/2, 1/2]
    """
    if _is_complete(values, arrays) and isinstance(values.table, ExactColumn):
        return list(map(values.table.exact().__getitem__, values.codes.tolist()))
    require_values(arrays.positions, values)
    return [to_flint(values[position]) for position in arrays.positions]


def _is_complete(values: Mapping[Position, Any], arrays: StateArrays) -> TypeGuard[PositionMap[Any]]:
    """Return whether a mapping is stored as arrays of the same positions, and has a value for each of them."""
    return is_stored(values, arrays) and bool((values.codes >= 0).all())


def exact_payoffs(
    arrays: StateArrays, payoffs: Mapping[Position, Sequence[Fraction]], players: int
) -> list[Sequence[fmpq]]:
    """Return the payoffs of each player in all positions, after checking that each position has exact ones of all.

    >>> from gametheory import Castle, unfold
    >>> graph = unfold(Castle(1, 1, 1))
    >>> exact_payoffs(graph, dict.fromkeys(graph, (Fraction(1, 2), 3)), 2)
    [(1/2, 1/2), (3, 3)]
    """
    if _is_complete(payoffs, arrays) and isinstance(payoffs.table, ExactRows):
        columns = [PositionMap(arrays, payoffs.codes, own) for own in payoffs.table.columns]
        require(len(columns) == players, "{} does not have {} payoffs", arrays.positions[0], players)
        return [exact_values(arrays, own) for own in columns]
    require_label(arrays.positions, payoffs)
    rows = [payoffs[position] for position in arrays.positions]
    for position, row in zip(arrays.positions, rows, strict=True):
        require(len(row) == players, "{} does not have {} payoffs", position, players)
        require_exact(row)
    return list(zip(*(map(to_flint, row) for row in rows), strict=True))


class Expectation:
    """The expected value after each numbered joint move of a state graph: the sum of probability times value.

    A position of probability 0 is refused: an argument about the positions that can follow would count it. The games of
    this package have few different distributions: each is converted and checked once.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of the graph.
    values : sequence of fmpq
        The value of each position, by number.

    Raises
    ------
    CertificateError
        When a value is asked for: if the probabilities are not exact, not positive, or do not add up to 1.

    Examples
    --------
    >>> from gametheory import unfold
    >>> from gametheory.games.towers import Towers
    >>> arrays = unfold(Towers(soldiers=2, towers=2, hits=1, kills=1))
    >>> mean = Expectation(arrays, [fmpq(number) for number in range(len(arrays))])
    >>> mean[0], mean.successors(0)
    (3/2, [1, 2])
    """

    def __init__(self, arrays: StateArrays, values: Sequence[fmpq]) -> None:
        self._arrays, self.values = arrays, values
        self._starts: list[int]
        self._successor: list[int]
        self._starts, self._successor = arrays.starts.tolist(), arrays.successor.tolist()
        codes = arrays.probability_of
        self._codes = [0] * len(self._successor) if codes is None else codes.tolist()
        self._weights: dict[tuple[int, ...], list[fmpq]] = {}

    def __getitem__(self, joint: int) -> fmpq:
        """Return the expected value after a joint move."""
        weights, after = self._weights_of(joint), [self.values[number] for number in self.successors(joint)]
        return after[0] if len(after) == 1 else sum(map(mul, weights, after), fmpq(0))

    def successors(self, joint: int) -> list[int]:
        """Return the numbers of the positions that can follow a joint move."""
        return self._successor[self._starts[joint] : self._starts[joint + 1]]

    def _weights_of(self, joint: int) -> list[fmpq]:
        key = tuple(self._codes[self._starts[joint] : self._starts[joint + 1]])
        if key not in self._weights:
            probabilities = [self._arrays.probability(edge) for edge in self._arrays.edges(joint)]
            sound = all(probabilities) and is_distribution(probabilities)
            require(sound, "{} is no probability distribution", probabilities)
            self._weights[key] = [to_flint(probability) for probability in probabilities]
        return self._weights[key]
