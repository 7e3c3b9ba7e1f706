"""The expected value of a probability distribution, for checkers only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from operator import mul

from flint import fmpq

from gametheory.model.state_arrays import StateArrays
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import require
from gametheory.verify.mixed import is_distribution


def expectation(distribution: Mapping[Hashable, Fraction], values: Mapping[Hashable, Fraction]) -> Fraction:
    """Return the expected value of a distribution: the sum of probability times value.

    A position of probability 0 is refused: an argument about the positions that can follow would count it.

    Parameters
    ----------
    distribution : mapping
        Positions with their probabilities.
    values : mapping
        The value of each of these positions.

    Returns
    -------
    Fraction
        The exact expected value.

    Raises
    ------
    CertificateError
        If the probabilities are not exact, not positive, or do not add up to 1.

    Examples
    --------
    >>> expectation({"heads": Fraction(1, 4), "tails": Fraction(3, 4)}, {"heads": Fraction(4), "tails": Fraction(0)})
    Fraction(1, 1)
    """
    probabilities = distribution.values()
    require(all(probabilities) and is_distribution(probabilities), "{} is no probability distribution", distribution)
    return sum((probability * values[position] for position, probability in distribution.items()), Fraction(0))


class Expectation:
    """The expected value after each numbered joint move of a state graph, as `expectation` of its distribution.

    The games of this package have few different distributions: each is converted and checked once.

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
    >>> Expectation(arrays, [fmpq(number) for number in range(len(arrays))])[0]
    3/2
    """

    def __init__(self, arrays: StateArrays, values: Sequence[fmpq]) -> None:
        self._arrays, self._values = arrays, values
        self._weights: dict[bytes, list[fmpq]] = {}

    def __getitem__(self, joint: int) -> fmpq:
        """Return the expected value after a joint move."""
        edges = self._arrays.edges(joint)
        after = map(self._values.__getitem__, self._arrays.successor[edges.start : edges.stop].tolist())
        return sum(map(mul, self._weights_of(edges), after), fmpq(0))

    def _weights_of(self, edges: range) -> list[fmpq]:
        codes = self._arrays.probability_of
        key = bytes(len(edges)) if codes is None else codes[edges.start : edges.stop].tobytes()
        if key not in self._weights:
            probabilities = [self._arrays.probability(edge) for edge in edges]
            sound = all(probabilities) and is_distribution(probabilities)
            require(sound, "{} is no probability distribution", probabilities)
            self._weights[key] = [to_flint(probability) for probability in probabilities]
        return self._weights[key]
