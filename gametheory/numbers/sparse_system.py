"""Sparse linear systems of integers, solved exactly: a factorization in floats, refined until rationals fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

STEP = 45  # bits that a refinement adds at most
LEAST_STEP = 8
SPARE = 60  # bits that the last refinement may have wrong
FIRST_TRY = 100  # bits
MAX_BITS = 20_000
REGULAR = 1e-3  # the weight of the residuals in the augmented system


def solve_sparse(rows: Sequence[Mapping[int, int]], right: Sequence[int], unknowns: int) -> list[Fraction] | None:
    """Return the solution of a sparse linear system of integers.

    Wan (2006): a solution in floats leaves a residual, which is computed in integers; the solution for the residual is
    added, and so on, until continued fractions find rationals that satisfy every equation. There may be more equations
    than unknowns: the augmented system of least squares (Björck 1967) is factored once, by SuperLU. Cost: that of the
    sparse factorization, and the entries times the length of the solution, squared at worst.

    Parameters
    ----------
    rows
        The equations: in each the coefficients that are not 0, by unknown.
    right
        The right side of each equation.
    unknowns
        The number of unknowns. They should be of about the same size: the greatest determines the precision.

    Returns
    -------
    list of Fraction or None
        None if the equations contradict each other, if they do not determine all unknowns, or if floats are not
        precise enough.

    Examples
    --------
    >>> solve_sparse([{0: 3, 1: 1}, {1: 2}, {0: 3, 1: 3}], [1, 1, 2], 2)
    [Fraction(1, 6), Fraction(1, 2)]
    >>> solve_sparse([{0: 3, 1: 1}, {0: 6, 1: 2}], [1, 2], 2), solve_sparse([{0: 1}, {0: 1}], [0, 1], 1)
    (None, None)

    References
    ----------
    Z. Wan, An algorithm to solve integer linear systems exactly using numerical methods, Journal of Symbolic
    Computation 41 (2006).
    Å. Björck, Solving linear least squares problems by Gram-Schmidt orthogonalization, BIT 7 (1967).
    """
    equations = [(row, constant) for row, constant in zip(rows, right, strict=True) if row or constant]
    if not unknowns or not all(row for row, _ in equations) or len(equations) < unknowns:
        return None
    system = _System([row for row, _ in equations], [constant for _, constant in equations], unknowns)
    return system.solution() if system.factor is not None else None


class _System:
    """A system with its factorization; the approximation is `scaled` divided by 2 to the power `bits`."""

    def __init__(self, rows: Sequence[Mapping[int, int]], right: Sequence[int], unknowns: int) -> None:
        import numpy as np

        self.right = np.array(right, dtype=object)
        self.columns = np.array([column for row in rows for column in row])
        self.entries = np.array([entry for row in rows for entry in row.values()], dtype=object)
        self.begins = np.cumsum([0, *(len(row) for row in rows[:-1])])
        self.sizes = [max(map(abs, row.values())).bit_length() for row in rows]
        self.scaled, self.bits = np.array([0] * unknowns, dtype=object), 0
        self.factor = self._factor([len(row) for row in rows])

    def _factor(self, lengths: list[int]) -> Any:
        """Factor the augmented system, with rows divided by powers of two; None if it is singular."""
        import numpy as np
        from scipy.sparse import block_array, coo_array, eye_array
        from scipy.sparse.linalg import splu

        at = np.repeat(np.arange(len(lengths)), lengths)
        floats = [_scaled_float(entry, self.sizes[row]) for entry, row in zip(self.entries, at, strict=True)]
        matrix = coo_array((floats, (at, self.columns)), (len(lengths), len(self.scaled)))
        augmented = block_array([[REGULAR * eye_array(len(lengths)), matrix], [matrix.T, None]])
        try:
            return splu(augmented.tocsc())
        except RuntimeError:  # singular
            return None

    def solution(self) -> list[Fraction] | None:
        """Refine until rationals satisfy all equations."""
        next_try = FIRST_TRY
        while self.bits < MAX_BITS and self._refine():
            if self.bits >= next_try:
                numerators, denominator = common_denominator(self.scaled.tolist(), self.bits)
                if not any(self._products(numerators) - self.right * denominator):
                    return [Fraction(each, denominator) for each in numerators]
                next_try = 3 * self.bits // 2
        return None

    def _products(self, numbers: list[int]) -> Any:
        """Return the left sides of the equations."""
        import numpy as np

        return np.add.reduceat(self.entries * np.array(numbers, dtype=object)[self.columns], self.begins)

    def _refine(self) -> bool:
        """Add a correction from floats; return False if it does not make the solution more precise."""
        import numpy as np

        residuals = [*((self.right << self.bits) - self._products(self.scaled.tolist()))]
        size = max(abs(each).bit_length() - row for each, row in zip(residuals, self.sizes, strict=True))
        if self.bits and size > SPARE:  # the equations contradict each other
            return False
        floats = [_scaled_float(each, row + size) for each, row in zip(residuals, self.sizes, strict=True)]
        correction = self.factor.solve(np.array(floats + [0.0] * len(self.scaled)))[len(floats) :]
        greatest = float(np.abs(correction).max())
        if not np.isfinite(greatest):
            return False
        step = STEP - (int(np.frexp(greatest)[1]) + size if greatest else 0)
        if step < LEAST_STEP:
            return False
        added = np.array([int(each) for each in np.rint(np.ldexp(correction, size + step))], dtype=object)
        self.scaled, self.bits = (self.scaled << step) + added, self.bits + step
        return True


def _scaled_float(number: int, bits: int) -> float:
    """Return a number divided by a power of two, as a float; for long numbers too."""
    excess = max(number.bit_length() - STEP - SPARE, 0)
    return float(number >> excess) * 2.0 ** (excess - bits) if number else 0.0


def common_denominator(scaled: Sequence[int], bits: int) -> tuple[list[int], int]:
    """Return rationals near given numbers: numerators, and a denominator that is common to all of them.

    The numbers are `scaled` divided by 2 to the power `bits`. Where a number times the denominator so far is near no
    integer, the denominator of a continued fraction for the rest is a further factor.

    >>> common_denominator([2**100 // 3, 2**100 // 4], 100)
    ([4, 3], 12)
    """
    longest, denominator, half = (bits - SPARE) // 2, 1, 1 << (bits - 1)
    for number in scaled:
        product = number * denominator
        rest = product - ((product + half >> bits) << bits)
        if abs(rest) >> (bits - longest):
            limit = max((1 << longest) // denominator, 1)
            denominator *= Fraction(rest, 1 << bits).limit_denominator(limit).denominator
    return [number * denominator + half >> bits for number in scaled], denominator
