"""The expected value of a probability distribution, for checkers only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

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
