"""A Nash equilibrium of a two-player game, and the scaling of payoff matrices that its solvers share."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from gametheory.model.payoff_matrix import MixedStrategy, PayoffMatrix
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.short_repr import short_repr
from gametheory.verify import check_nash

IntegerMatrix: TypeAlias = list[list[int]]

MAX_BITS = 20_000


@short_repr
@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A Nash equilibrium: two mixed strategies that are best responses to each other.

    Attributes
    ----------
    row
        The mixed strategy of the row player.
    column
        The mixed strategy of the column player.
    payoffs
        Expected payoff to the row player and to the column player.
    """

    row: MixedStrategy
    column: MixedStrategy
    payoffs: tuple[Fraction, Fraction]

    def __str__(self) -> str:
        """Return the probabilities and the payoffs on one line.

        >>> from gametheory import nash
        >>> print(*nash([[2, 0], [0, 1]]).equilibria)
        row 1/3 2/3, column 1/3 2/3; payoffs 2/3 -2/3
        """
        row, column, payoffs = (" ".join(map(exact_text, each)) for each in (self.row, self.column, self.payoffs))
        return f"row {row}, column {column}; payoffs {payoffs}"


def checked_equilibrium(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, row: MixedStrategy, column: MixedStrategy
) -> Equilibrium:
    """Return an equilibrium that `verify.check_nash` accepts.

    Raises
    ------
    CertificateError
        If the strategies are not an equilibrium.

    Examples
    --------
    >>> one = Fraction(1)
    >>> checked_equilibrium([[one]], [[2 * one]], (one,), (one,)).payoffs
    (Fraction(1, 1), Fraction(2, 1))
    """
    return Equilibrium(row, column, check_nash(row_payoffs, column_payoffs, row, column))


def constant_sum(row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix) -> Fraction | None:
    """Return the sum of both payoffs if it is the same for all strategies, else None.

    Examples
    --------
    >>> constant_sum([[Fraction(1), Fraction(-1)]], [[Fraction(0), Fraction(2)]])
    Fraction(1, 1)
    """
    sums = {
        a + b for row, other in zip(row_payoffs, column_payoffs, strict=True) for a, b in zip(row, other, strict=True)
    }
    return sums.pop() if len(sums) == 1 else None


def to_positive_integers(payoffs: PayoffMatrix) -> IntegerMatrix:
    """Scale and shift payoffs to positive integers; best responses do not change.

    Raises
    ------
    ValueError
        If the matrix is empty or not rectangular, or if the common denominator or a payoff has more than 20,000 bits.

    Examples
    --------
    >>> to_positive_integers([[Fraction(1, 2), Fraction(-1, 3)]])
    [[6, 1]]
    """
    common = 1
    for number in (number for row in payoffs for number in row):
        common = lcm(common, number.denominator)
        if max(common.bit_length(), number.numerator.bit_length()) > MAX_BITS:
            raise ValueError(
                f"payoffs: their common denominator, or one of them, has more than {MAX_BITS:,} bits; "
                "round them to a common denominator"
            )
    scaled = [[int(number * common) for number in row] for row in payoffs]
    if not scaled or not scaled[0] or len({len(row) for row in scaled}) > 1:
        raise ValueError("payoffs: not a matrix with at least one column and rows of equal length")
    least = min(map(min, scaled))
    return [[number - least + 1 for number in row] for row in scaled]
