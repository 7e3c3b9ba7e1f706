"""Exact numbers of all positions, stored without a fraction for each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from gametheory.model.payoffs import Payoffs
from gametheory.model.state_arrays import Integers
from gametheory.numbers.rationals import to_fraction


class ExactColumn(Sequence[Fraction]):
    """The payoff of a player in each position, made into a fraction when it is read.

    >>> list(ExactColumn([1, fmpq(1, 2)], [3, 1])), ExactColumn([1, fmpq(1, 2)], [3, 1]).exact()
    ([Fraction(1, 3), Fraction(1, 2)], [1/3, 1/2])
    """

    def __init__(self, numerators: Integers | list[fmpq], denominators: Integers | list[int]) -> None:
        self._numerators, self._denominators = numerators, denominators

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._denominators)

    def __getitem__(self, number: Any) -> Any:
        """Return the payoff in a position."""
        numerator, denominator = self._numerators[number], int(self._denominators[number])
        return to_fraction(numerator) if isinstance(numerator, fmpq) else Fraction(int(numerator), denominator)

    def exact(self) -> list[fmpq]:
        """Return the same numbers as numbers of flint."""
        pairs = zip(self._numerators, self._denominators, strict=True)
        return [each if isinstance(each, fmpq) else fmpq(int(each), int(below)) for each, below in pairs]


class ExactRows(Sequence[Payoffs]):
    """The payoffs of all players in each position, made into fractions when they are read.

    >>> ExactRows([ExactColumn([1, 2], [3, 4]), ExactColumn([-1, -2], [3, 4])])[1]
    (Fraction(1, 2), Fraction(-1, 2))
    """

    def __init__(self, columns: list[ExactColumn]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.columns[0])

    def __getitem__(self, number: Any) -> Any:
        """Return the payoffs in a position."""
        return tuple(column[number] for column in self.columns)
