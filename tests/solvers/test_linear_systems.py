"""Linear systems of integers: the sparse method next to flint's dense one."""

import random
from fractions import Fraction

import pytest

from gametheory.numbers.linear_system import solve_dense, solve_sparse


def random_system(seed, unknowns=30, extra=10, bits=8):
    """Return equations with a few entries each, and right sides that a random rational solution satisfies."""
    rng = random.Random(seed)
    solution = [Fraction(rng.randint(-99, 99), rng.randint(1, 2**bits)) for _ in range(unknowns)]
    rows = [{k: rng.randint(1, 9)} for k in range(unknowns)] + [{} for _ in range(extra)]
    for row in rows:
        row |= {rng.randrange(unknowns): rng.randint(-9, 9) for _ in range(3)}
    products = [sum(entry * solution[column] for column, entry in row.items()) for row in rows]
    rows = [
        {column: entry * product.denominator for column, entry in row.items()}
        for row, product in zip(rows, products, strict=True)
    ]
    return rows, [product.numerator for product in products], unknowns


@pytest.mark.parametrize("bits", [1, 8, 40])
def test_sparse_and_dense_solutions_are_the_same(bits):
    solved = 0
    for seed in range(8):
        system = random_system(seed, bits=bits)
        found = solve_sparse(*system)
        assert found == solve_dense(*system), seed
        solved += found is not None
    assert solved > 5


def test_solutions_longer_than_a_float_are_exact():
    """The rationals of the first refinements are too short; only those that satisfy every equation are returned."""
    rows = [{0: 7**50, 1: 1}, {0: 1, 1: 7**50}]
    first, second = solve_sparse(rows, [1, 2], 2)
    assert (first, second) == (Fraction(7**50 - 2, 7**100 - 1), Fraction(2 * 7**50 - 1, 7**100 - 1))


def test_a_contradiction_of_one_unit_in_the_last_place_is_no_solution():
    rows, right, unknowns = random_system(3)
    assert solve_sparse(rows, right, unknowns)
    assert solve_sparse([*rows, rows[0]], [*right, right[0] + 1], unknowns) is None
    huge = [{0: 10**40}, {0: 1}]
    assert solve_sparse(huge, [10**40, 1], 1) == [1]
    assert solve_sparse(huge, [10**40 + 1, 1], 1) is None


def test_unknowns_that_are_not_determined_are_no_solution():
    rows, right, unknowns = random_system(3)
    assert solve_sparse(rows, right, unknowns + 1) is None
    assert solve_dense(rows, right, unknowns + 1) is None
    assert solve_sparse([{0: 1, 1: 1}, {0: 2, 1: 2}], [1, 2], 2) is None
    assert solve_sparse([{0: 1}, {}], [1, 1], 1) is None
