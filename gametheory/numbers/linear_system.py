"""Linear systems of integers, solved exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import fmpz_mat, nmod_mat

from gametheory.numbers.rationals import to_fraction
from gametheory.numbers.sparse_system import solve_sparse

PRIME = (1 << 63) - 25
SMALL = 150  # unknowns; below, a dense matrix takes no longer
MAX_DENSE = 1_000


def solve_integers(rows: Sequence[Mapping[int, int]], right: Sequence[int], unknowns: int) -> list[Fraction] | None:
    """Return the solution of a linear system of integers.

    Small systems are solved as a dense matrix, large ones by `solve_sparse`; if floats are not precise enough for that,
    and there are at most 1,000 unknowns, as a dense matrix too.

    Parameters
    ----------
    rows
        The equations: in each the coefficients that are not 0, by unknown.
    right
        The right side of each equation.
    unknowns
        The number of unknowns.

    Returns
    -------
    list of Fraction or None
        None if the equations do not determine all unknowns, or if a large system was not solved. If the equations
        contradict each other, some of them may not be satisfied.

    Examples
    --------
    >>> solve_integers([{0: 3, 1: 1}, {1: 2}, {0: 3, 1: 3}], [1, 1, 2], 2)
    [Fraction(1, 6), Fraction(1, 2)]
    """
    solved = solve_sparse(rows, right, unknowns) if unknowns > SMALL else None
    return solved or (solve_dense(rows, right, unknowns) if unknowns <= MAX_DENSE else None)


def solve_dense(rows: Sequence[Mapping[int, int]], right: Sequence[int], unknowns: int) -> list[Fraction] | None:
    """Return the solution of the first independent equations; None if these are too few.

    Cost: the cube of the number of unknowns.

    >>> solve_dense([{0: 3, 1: 1}, {0: 6, 1: 2}, {1: 2}], [1, 2, 1], 2), solve_dense([{0: 3, 1: 1}], [1], 2)
    ([Fraction(1, 6), Fraction(1, 2)], None)
    """
    chosen = _independent_rows(rows, unknowns)
    if len(chosen) < unknowns:
        return None
    matrix = fmpz_mat(unknowns, unknowns, [rows[row].get(column, 0) for row in chosen for column in range(unknowns)])
    solution = matrix.solve(fmpz_mat(unknowns, 1, [right[row] for row in chosen]))
    return [to_fraction(solution[place, 0]) for place in range(unknowns)]


def _independent_rows(rows: Sequence[Mapping[int, int]], columns: int) -> list[int]:
    """Return the first rows that are independent modulo a prime, and so also independent as rows of integers."""
    entries = [row.get(column, 0) % PRIME for column in range(columns) for row in rows]
    reduced, rank = nmod_mat(columns, len(rows), entries, PRIME).rref()
    pivots, column = [], 0
    for row in range(rank):
        while not int(reduced[row, column]):
            column += 1
        pivots.append(column)
    return pivots
