"""Linear systems of integers, solved exactly: small ones as dense matrices, large ones by floats and refinement."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ldexp
from typing import Any, TypeAlias

import numpy as np
from flint import fmpz_mat, nmod_mat
from numpy.typing import NDArray

from gametheory.numbers.rationals import to_fraction

# flint counts modulo a machine word, which has 32 bits in a browser
PRIME = (1 << 63) - 25 if sys.maxsize > 1 << 32 else (1 << 31) - 1
SMALL = 150  # unknowns; below, a dense matrix takes no longer
MAX_DENSE = 1_000

STEP = 45  # bits that a refinement adds at most
LEAST_STEP = 8
SPARE = 60  # bits that the last refinement may have wrong
MACHINE = 61  # bits: the difference of two such numbers is a machine integer
FIRST_TRY = 100  # bits
MAX_BITS = 20_000
REGULAR = 1e-3  # the weight of the residuals in the augmented system
Array: TypeAlias = NDArray[Any]  # of machine integers, or else of Python numbers


def solve_integers(rows: Sequence[Mapping[int, int]], right: Sequence[int], unknowns: int) -> list[Fraction] | None:
    """Return the solution of a linear system of integers.

    Small systems are solved as a dense matrix, large ones by `solve_sparse`; if floats are not precise enough for that,
    and there are at most 1,000 unknowns, as a dense matrix too.
    """
    if unknowns > SMALL:
        solved = solve_sparse(rows, right, unknowns)
    else:
        solved = None
    if solved is None and unknowns <= MAX_DENSE:
        return solve_dense(rows, right, unknowns)
    return solved


def solve_dense(rows: Sequence[Mapping[int, int]], right: Sequence[int], unknowns: int) -> list[Fraction] | None:
    """Return the solution of the first independent equations; None if these are too few."""
    chosen = _independent_rows(rows, unknowns)
    if len(chosen) < unknowns:
        return None
    columns = range(unknowns)
    entries: list[int] = []
    for number in chosen:
        row = rows[number]
        entries += [row.get(column, 0) for column in columns]
    constants = [right[number] for number in chosen]
    solution = fmpz_mat(unknowns, unknowns, entries).solve(fmpz_mat(unknowns, 1, constants))
    return [to_fraction(solution[column, 0]) for column in columns]


def _independent_rows(rows: Sequence[Mapping[int, int]], columns: int) -> list[int]:
    """Return the first rows that are independent modulo a prime, and so also independent as rows of integers."""
    entries: list[int] = []
    for column in range(columns):
        entries += [row.get(column, 0) % PRIME for row in rows]
    # the pivots of the transposed matrix are the first independent rows
    reduced, rank = nmod_mat(columns, len(rows), entries, PRIME).rref()
    pivots, column = [], 0
    for row in range(rank):
        while not int(reduced[row, column]):
            column += 1
        pivots.append(column)
    return pivots


def solve_sparse(rows: Sequence[Mapping[int, int]], right: Sequence[int], unknowns: int) -> list[Fraction] | None:
    """Return the solution of a sparse linear system of integers, with at least as many equations as unknowns.

    If there are more, the augmented system of least squares (Björck 1967) is factored in place of the matrix.
    """
    from scipy.sparse import block_array, eye_array
    from scipy.sparse.linalg import splu

    equations = [(row, constant) for row, constant in zip(rows, right, strict=True) if row or constant]
    is_contradictory = not all(row for row, _ in equations)
    if not unknowns or is_contradictory or len(equations) < unknowns:
        return None
    system = _sparse_system(equations)
    count = len(equations)
    matrix = system.floats(unknowns)
    try:
        if count == unknowns:  # a square matrix is factored itself
            system.solver = splu(matrix).solve
        else:
            weighted = REGULAR * eye_array(count)
            factor = splu(block_array([[weighted, matrix], [matrix.T, None]]).tocsc())
            zeros = np.zeros(unknowns)
            system.solver = lambda residual: factor.solve(np.append(residual, zeros))[count:]
    except RuntimeError:  # singular
        return None
    solution = system.solution()
    if solution is None:
        return None
    numerators, denominator = solution
    return [Fraction(number, denominator) for number in numerators.tolist()]


def _sparse_system(equations: Sequence[tuple[Mapping[int, int], int]]) -> SparseSystem:
    """Return equations in compressed sparse rows, of machine integers if all of them are."""

    sizes = [0]
    columns: list[int] = []
    entries: list[int] = []
    constants = []
    for row, constant in equations:
        sizes.append(len(row))
        columns += row.keys()
        entries += row.values()
        constants.append(constant)
    longest = max(map(abs, entries + constants)).bit_length()
    kind = np.int64 if longest < MACHINE else object
    begins = np.cumsum(sizes, dtype=np.intp)
    return SparseSystem(begins, np.array(columns), np.array(entries, kind), np.array(constants, kind))


class SparseSystem:
    """Equations of integers in compressed sparse rows, and their solution up to a residual that is known exactly.

    Wan (2006): a solution in floats leaves a residual, which is computed in integers; the solution for the residual is
    added, and so on. The approximation is `scaled`, and what it leaves `residual`, both over 2 to the power `bits`.
    """

    def __init__(self, begins: Array, columns: Array, entries: Array, right: Array) -> None:

        self.begins, self.columns = begins, columns
        self.entries, self.right = entries, right
        longest = np.maximum.reduceat(np.abs(entries), begins[:-1])
        self.sizes = _bit_lengths(longest)
        self.residual, self.bits = right, 0
        self.scaled: Array = np.zeros(1, dtype=object)
        self.solver: Any = None  # solves the equations, each divided by 2 to the power of its size, in floats

    def floats(self, unknowns: int) -> Any:
        """Return the matrix in floats, with each row divided by a power of two: what a solver is made from."""
        from scipy.sparse import csr_array

        sizes = np.repeat(self.sizes, np.diff(self.begins))
        entries = _scaled_floats(self.entries, sizes)
        shape = len(self.sizes), unknowns
        return csr_array((entries, self.columns, self.begins), shape).tocsc()

    def solution(self) -> tuple[Array, int] | None:
        """Refine until numerators over a common denominator satisfy all equations."""

        next_try = FIRST_TRY
        while self.bits < MAX_BITS and self.refine():
            if self.bits >= next_try:
                numerators, denominator = common_denominator(self.scaled, self.bits)
                # the approximation proves nothing: rationals are the solution if they satisfy the equations
                due = self.right.astype(object) * denominator
                if not np.any(self._products(numerators) - due):
                    return numerators, denominator
                next_try = 3 * self.bits // 2
        return None

    def _products(self, numbers: Array) -> Array:
        """Return the left sides of the equations."""

        terms = self.entries * numbers[self.columns]
        return np.add.reduceat(terms, self.begins[:-1])

    def refine(self) -> bool:
        """Add a correction from floats; return False if it does not make the solution more precise."""

        longest = _bit_lengths(self.residual)
        size = int((longest - self.sizes).max())
        if self.bits and size > SPARE:  # the equations contradict each other
            return False
        correction = self.solver(_scaled_floats(self.residual, self.sizes + size))
        greatest = float(np.abs(correction).max(initial=0.0))
        if not np.isfinite(greatest):  # nearly singular
            return False
        # the correction has this many bits, so that fewer can be added if it is great
        _, exponent = np.frexp(greatest)
        bits = int(exponent) + size if greatest else 0
        step = STEP - bits
        if step < LEAST_STEP:
            return False
        scaled = np.rint(np.ldexp(correction, size + step))
        added = scaled.astype(np.int64)
        self._widen(step, int(longest.max()))
        added = added.astype(self.residual.dtype)
        self.residual = (self.residual << step) - self._products(added)
        self.scaled = (self.scaled << step) + added
        self.bits += step
        return True

    def _widen(self, step: int, longest: int) -> None:
        """Let Python's integers take over before a machine integer, which is ten times as fast, could overflow."""

        if self.residual.dtype == object:
            return
        terms = int(np.diff(self.begins).max())
        widest = int(self.sizes.max()) + terms.bit_length()
        if STEP + widest > MACHINE or longest + step > MACHINE:
            self.entries = self.entries.astype(object)
            self.residual = self.residual.astype(object)


def _bit_lengths(numbers: Array) -> Array:
    """Return how many bits each integer of an array has; for machine integers, or one more."""

    if numbers.dtype == object:
        return np.array([int(number).bit_length() for number in numbers])
    exponents: Array = np.frexp(numbers.astype(float))[1]
    return exponents.astype(np.int64)


def _scaled_floats(numbers: Array, bits: Array) -> Array:
    """Return integers divided by powers of two, as floats; long numbers too."""

    if numbers.dtype != object:
        quotients: Array = np.ldexp(numbers.astype(float), -bits)
        return quotients
    scaled = []
    for number, down in zip(numbers, bits.tolist(), strict=True):
        # a float has no more digits than are left, and could overflow
        excess = max(number.bit_length() - STEP - SPARE, 0)
        scaled.append(ldexp(float(number >> excess), excess - down))
    return np.array(scaled)


def common_denominator(scaled: Array, bits: int) -> tuple[Array, int]:
    """Return rationals near an array of integers over a power of two: numerators, and their common denominator.

    Where a number times the denominator so far is near no integer, the denominator of a continued fraction for the rest
    is a further factor.
    """

    # a fraction whose denominator is this long is determined by twice as many bits
    longest = (bits - SPARE) // 2
    denominator, half = 1, 1 << (bits - 1)
    while True:
        product = scaled * denominator
        numerators = (product + half) >> bits
        rest = product - (numerators << bits)
        far = np.flatnonzero(np.abs(rest) >> (bits - longest))
        if not len(far):
            return numerators, denominator
        limit = max((1 << longest) // denominator, 1)
        first = Fraction(int(rest[far[0]]), 1 << bits)
        factor = first.limit_denominator(limit).denominator
        if factor == 1:  # out of digits: then the equations are not satisfied
            return numerators, denominator
        denominator *= factor
