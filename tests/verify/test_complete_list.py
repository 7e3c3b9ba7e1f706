"""A certificate that a list of equilibria is complete: every change of it is refused, and other programs agree."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from flint import fmpq_mat, fmpz_mat

from gametheory import nash
from gametheory.solvers import complete_list as solver
from gametheory.solvers.nash import checked_equilibrium, extreme_equilibria, table_form
from gametheory.solvers.pivoting import TooManyVertices
from gametheory.solvers.sequence_form import enumerate_equilibria
from gametheory.verify import CertificateError, check_complete_list, complete_list
from gametheory.verify.complete_list import (
    CompleteList,
    PolytopeVertices,
    certificate_json,
    positive_integers,
    read_listed,
)

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


def table(rng, rows, columns, most):
    return [[Fraction(rng.randint(-most, most)) for _ in range(columns)] for _ in range(rows)]


def listed(row_payoffs, column_payoffs):
    """Return the pairs of strategies and the certificate."""
    found = extreme_equilibria(row_payoffs, column_payoffs)
    return [tuple(equilibrium.plans) for equilibrium in found.extreme], found.certificate


def lies(vertices, constraints, rng):
    """Yield lists with one vertex dropped, one or all doubled, and one constraint of a vertex exchanged for another."""
    shifts, tight = vertices
    place = rng.randrange(len(tight))
    yield PolytopeVertices(shifts, np.delete(tight, place, axis=0))
    yield PolytopeVertices(shifts, np.vstack([tight, tight[place]]))
    yield PolytopeVertices(shifts, np.vstack([tight, tight]))
    others = [number for number in range(constraints) if number not in tight[place]]
    changed = tight.copy()
    changed[place, rng.randrange(tight.shape[1])] = rng.choice(others)
    changed[place].sort()
    yield PolytopeVertices(shifts, changed)


@pytest.mark.parametrize(("size", "most"), [(2, 99), (3, 1), (4, 2), (6, 99), (7, 1), (8, 99)])
def test_a_vertex_dropped_doubled_or_moved_is_refused(size, most):
    rng = random.Random(size)
    payoffs = table(rng, size, size, most), table(rng, size, size, most)
    pairs, certificate = listed(*payoffs)
    check_complete_list(*payoffs, pairs, certificate)
    for _ in range(5):
        for row in lies(certificate.row, 2 * size, rng):
            with pytest.raises(CertificateError):
                check_complete_list(*payoffs, pairs, CompleteList(row, certificate.column))
        for column in lies(certificate.column, 2 * size, rng):
            with pytest.raises(CertificateError):
                check_complete_list(*payoffs, pairs, CompleteList(certificate.row, column))


def test_two_closed_parts_are_no_polytope():
    """A vertex outside, with all its neighbors: every edge has two ends, but a constraint is violated."""
    # x <= 1/2 and x <= 1/3: the second vertex of the interval is at 1/3
    good = PolytopeVertices((1, 2), np.array([[0], [2]]))
    complete_list.check_vertices([[2], [3]], good)
    with pytest.raises(CertificateError, match="constraint 2 is not slack where"):
        complete_list.check_vertices([[2], [3]], PolytopeVertices((1, 2), np.array([[0], [1]])))


@pytest.mark.parametrize("size", [10**13, 10**30])
def test_a_vertex_outside_by_one_part_in_ten_trillion_is_refused(size):
    """Two rows differ in the last place: only the greater one is a bound."""
    rng = random.Random(5)
    matrix = [[size + rng.randrange(size // 10) for _ in range(4)] for _ in range(5)]
    matrix.append([payoff + 1 for payoff in matrix[0]])
    vertices = solver._proposed(matrix, solver.EXACT, 1000, 1000)
    complete_list.check_vertices(matrix, vertices)
    moved = vertices.tight.copy()
    moved[moved == 9] = 4  # the constraint of the last row becomes that of the first one
    assert (moved != vertices.tight).any()
    with pytest.raises(CertificateError, match="is not slack"):
        complete_list.check_vertices(matrix, PolytopeVertices(vertices.shifts, np.sort(moved, axis=1)))


def exactly_slack(matrix, chosen):
    """Return which constraints are slack where the chosen ones are tight, by a linear system in rationals."""
    dimension = len(matrix[0])
    normals = [[int(i == j) for j in range(dimension)] for i in range(dimension)] + matrix
    bounds = [0] * dimension + [1] * len(matrix)
    point = fmpz_mat([normals[number] for number in chosen]).solve(fmpz_mat([[bounds[number]] for number in chosen]))
    values = (fmpq_mat(fmpz_mat(normals)) * fmpq_mat(point)).entries()
    return [value > 0 for value in values[:dimension]] + [value < 1 for value in values[dimension:]]


@pytest.mark.parametrize("most", [3, 10**3, 10**9, 2**52])
def test_floats_never_call_a_constraint_slack_that_is_not(most):
    """For choices of constraints that need be no vertices, in matrices with rows that nearly agree."""
    rng = random.Random(most)
    claimed = total = 0
    for _ in range(30):
        rows, dimension = rng.randint(2, 5), rng.randint(2, 5)
        matrix = [[rng.randint(1, most) for _ in range(dimension)] for _ in range(rows)]
        matrix[-1] = [max(1, payoff - rng.randint(0, 1)) for payoff in matrix[0]]
        choices = []
        for _ in range(60):
            chosen = sorted(rng.sample(range(dimension + rows), dimension))
            try:
                choices.append((chosen, exactly_slack(matrix, chosen)))
            except ZeroDivisionError:
                continue
        if not choices:
            continue
        found = complete_list._surely_slack(matrix, np.array([chosen for chosen, _ in choices]))
        for (chosen, slack), said in zip(choices, found.tolist(), strict=True):
            for number, surely in enumerate(said):
                if number not in chosen:
                    assert slack[number] or not surely, (matrix, chosen, number)
                    claimed += surely
                    total += slack[number]
    assert claimed > total / 2  # most of what is true is found, so that the test can fail


def test_the_double_description_method_finds_the_same_in_degenerate_tables():
    rng = random.Random(42)
    degenerate = 0
    for _ in range(150):
        rows, columns, most = rng.randint(1, 6), rng.randint(1, 6), rng.choice([1, 1, 2, 20])
        payoffs = table(rng, rows, columns, most), table(rng, rows, columns, most)
        if rows > 2:
            payoffs[0][-1] = [(one + other) / 2 for one, other in zip(*payoffs[0][:2], strict=True)]
        found = extreme_equilibria(*payoffs)
        form = table_form(*map(positive_integers, payoffs))
        other = enumerate_equilibria(form, lambda pair: checked_equilibrium(*payoffs, pair[0][1:], pair[1][1:]))  # noqa: B023
        assert found.certificate
        assert found[:3] == other[:3]
        degenerate += found.degenerate
    assert 50 < degenerate < 150


def test_hulls_and_cuts_propose_the_same_vertices(monkeypatch):
    rng = random.Random(8)
    for _ in range(20):
        matrix = [[rng.randint(1, 9) for _ in range(4)] for _ in range(5)]
        monkeypatch.setattr(solver, "FEW_CHOICES", 0)
        by_hull = solver._proposed(matrix, 1e-7, 1000, 1000).tight.tolist()
        by_cuts = solver._proposed(matrix, solver.EXACT, 1000, 1000).tight.tolist()
        assert sorted(by_hull) == sorted(by_cuts)


def test_rows_that_differ_by_less_than_any_float_are_certified_too():
    rng = random.Random(9)
    payoffs = table(rng, 6, 6, 10**30), table(rng, 6, 6, 10**30)
    payoffs[0][5] = [payoff + 1 for payoff in payoffs[0][0]]
    payoffs[0][4] = [payoff - 1 for payoff in payoffs[0][1]]
    pairs, certificate = listed(*payoffs)
    check_complete_list(*payoffs, pairs, certificate)
    assert all(not row[0] and not row[4] for row, _ in pairs)  # dominated by a hair


def test_a_hull_is_built_point_by_point_if_it_can_be_large(monkeypatch):
    rng = random.Random(7)
    payoffs = table(rng, 8, 8, 99), table(rng, 8, 8, 99)
    whole = extreme_equilibria(*payoffs)
    monkeypatch.setattr(solver, "MANY_FACETS", 1)
    assert extreme_equilibria(*payoffs, 10**6, 10**3).extreme == whole.extreme
    with pytest.raises(TooManyVertices, match="more than 50 vertices"):
        extreme_equilibria(*payoffs, 50)


def test_the_greatest_number_of_facets():
    """Those of cyclic polytopes: polygons, 2 n - 4 in space (Euler), n (n - 3) / 2 in four dimensions."""
    for points in range(6, 12):
        assert solver._most_facets(2, points) == points
        assert solver._most_facets(3, points) == 2 * points - 4
        assert solver._most_facets(4, points) == points * (points - 3) // 2 == comb(points, 2) - points


SAME = [[ONE, ZERO], [ZERO, ONE]]


def test_lies_about_the_list_are_refused():
    pairs, certificate = listed(SAME, SAME)
    check_complete_list(SAME, SAME, pairs, certificate)
    for wrong, why in [
        (pairs[:2], "1 extreme equilibria are missing from the list of 2"),
        ([], "3 extreme equilibria are missing from the list of 0"),
        ([*pairs, pairs[0]], "listed twice"),
        ([*pairs[:2], ((ONE, ZERO), (ZERO, ONE))], "gets 1, more than 0"),
    ]:
        with pytest.raises(CertificateError, match=why):
            check_complete_list(SAME, SAME, wrong, certificate)
    zeros = [[ZERO, ZERO], [ZERO, ZERO]]
    pairs, certificate = listed(zeros, zeros)
    assert len(pairs) == 4
    with pytest.raises(CertificateError, match="lies between others"):
        check_complete_list(zeros, zeros, [*pairs, ((HALF, HALF), (ONE, ZERO))], certificate)


def test_a_certificate_of_another_table_is_refused():
    pairs, certificate = listed(SAME, SAME)
    other = [[ONE, ZERO], [2 * ONE, ONE]]
    with pytest.raises(CertificateError):
        check_complete_list(other, other, pairs, certificate)
    for wrong in ([[ONE, ZERO], [ZERO]], [], [[]], [[0.5, ZERO], [ZERO, ONE]]):
        with pytest.raises(CertificateError):
            check_complete_list(wrong, wrong, [], certificate)


def test_shifts_that_leave_ties_are_refused():
    """Equal rows with equal shifts meet everywhere."""
    tight = np.array([[0], [1]])
    complete_list.check_vertices([[2], [2]], PolytopeVertices((1, 2), tight))
    with pytest.raises(CertificateError, match="constraint 2 is not slack where"):
        complete_list.check_vertices([[2], [2]], PolytopeVertices((1, 1), tight))


@pytest.mark.parametrize("few", [complete_list.FEW, 0])  # both ways to check
def test_vertices_that_are_their_own_neighbors_are_refused(monkeypatch, few):
    """Doubled vertices without an edge between them: each edge has two ends, and half of the square is missing."""
    monkeypatch.setattr(complete_list, "FEW", few)
    square = PolytopeVertices((1, 2), np.array([[0, 1], [0, 3], [1, 2], [2, 3]]))
    only_mixed = [((HALF, HALF), (HALF, HALF))]
    with pytest.raises(CertificateError, match="2 extreme equilibria are missing"):
        check_complete_list(SAME, SAME, only_mixed, CompleteList(square, square))
    doubled = PolytopeVertices((1, 2), square.tight[[0, 0, 3, 3]])
    with pytest.raises(CertificateError, match="a vertex is listed twice"):
        check_complete_list(SAME, SAME, only_mixed, CompleteList(doubled, doubled))


@pytest.mark.parametrize(
    "tight", [[[0, 1]], [[1], [2], [2]], [[-1], [1]], [[0], [3]], [], [[0.0], [1.0]], [[0, 0], [0, 1]]]
)
def test_lists_of_another_shape_are_refused(tight):
    with pytest.raises(CertificateError):
        complete_list.check_vertices([[2], [3]], PolytopeVertices((1, 2), np.array(tight)))


def test_a_certificate_survives_json():
    answer = nash([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])
    document = answer.as_json()
    again = read_listed(document)
    check_complete_list(*again)
    assert certificate_json(again.row_payoffs, again.column_payoffs, again.certificate) == document["certificate"]
    assert ("no extreme equilibrium is missing", "verify.check_complete_list") in [
        tuple(each) for each in answer.checked
    ]
