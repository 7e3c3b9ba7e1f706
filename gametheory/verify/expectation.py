"""The expected value of a probability distribution, for checkers only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import mul

from flint import fmpq

from gametheory.model.game import Position
from gametheory.model.state_arrays import StateArrays
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import require, require_values
from gametheory.verify.mixed import is_distribution


def exact_values(arrays: StateArrays, values: Mapping[Position, Fraction]) -> list[fmpq]:
    """Return the value of each position by number, after checking that each has one, and that all are exact.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> exact_values(graph.arrays, dict.fromkeys(graph, Fraction(1, 2)))
    [1/2, 1/2]
    """
    require_values(arrays.positions, values)
    return [to_flint(values[position]) for position in arrays.positions]


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
    >>> from gametheory import state_graph
    >>> from gametheory.games.towers import Towers
    >>> from gametheory.model.state_graph import state_arrays
    >>> arrays = state_arrays(state_graph(Towers(soldiers=2, towers=2, hits=1, kills=1)))
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
        after = map(self.values.__getitem__, self.successors(joint))
        return sum(map(mul, self._weights_of(joint), after), fmpq(0))

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
