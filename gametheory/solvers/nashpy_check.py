"""A cross-check of exact equilibria with those of nashpy, an independent method in floats."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from gametheory.model.normal_form import PayoffMatrix
from gametheory.solvers.nash_solution import Equilibrium, NashpyCheck

CLOSE = 1e-6  # equilibria are equal if no probability differs by more


def cross_check_with_nashpy(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, exact: Sequence[Equilibrium]
) -> NashpyCheck:
    """Compare all extreme equilibria of a game with those of nashpy's vertex enumeration (Knight and Campbell 2018).

    nashpy works in floats on half-spaces (Qhull) and shares no code with this package. Two equilibria are equal if no
    probability differs by more than a millionth. The exact equilibria are valid whatever nashpy finds, since
    `verify.check_nash` accepts them. Cost: that of Qhull, plus one comparison for each pair of vertices; the import
    takes a second.

    >>> from fractions import Fraction
    >>> from gametheory.solvers.tables import extreme_equilibria
    >>> pennies = [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> negative = [[-payoff for payoff in row] for row in pennies]
    >>> cross_check_with_nashpy(pennies, negative, extreme_equilibria(pennies, negative).extreme)
    NashpyCheck(confirmed=1, missed=0, others=0, failure=None)
    """
    try:
        approximate = _vertex_enumeration(row_payoffs, column_payoffs)
    except Exception as error:  # Qhull raises many types of errors on degenerate games
        return NashpyCheck(0, len(exact), 0, type(error).__name__)
    confirmed, others = set[int](), 0
    for strategies in approximate:
        equal = [index for index, equilibrium in enumerate(exact) if _is_close(strategies, equilibrium)]
        confirmed.update(equal)
        others += not equal
    return NashpyCheck(len(confirmed), len(exact) - len(confirmed), others)


def _vertex_enumeration(row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix) -> list[list[float]]:
    import nashpy
    import numpy as np

    matrices = [np.array([[float(number) for number in row] for row in rows]) for rows in (row_payoffs, column_payoffs)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [[*row, *column] for row, column in nashpy.Game(*matrices).vertex_enumeration()]


def _is_close(strategies: list[float], equilibrium: Equilibrium) -> bool:
    exact = (*equilibrium.row, *equilibrium.column)
    return all(abs(a - float(b)) <= CLOSE for a, b in zip(strategies, exact, strict=True))
