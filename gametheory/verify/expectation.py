"""The expected value of a probability distribution, for checkers only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction


def expectation(distribution: Mapping[Hashable, Fraction], values: Mapping[Hashable, Fraction]) -> Fraction:
    """Return the expected value of a distribution: the sum of probability times value.

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

    Examples
    --------
    >>> expectation({"heads": Fraction(1, 4), "tails": Fraction(3, 4)}, {"heads": Fraction(4), "tails": Fraction(0)})
    Fraction(1, 1)
    """
    return sum((probability * values[position] for position, probability in distribution.items()), Fraction(0))
