"""All extreme equilibria of a two-player table, with a certificate that none is missing.

Floats propose the vertices of both best-response polytopes. The checker `verify.check_complete_list` proves that these
are all, and which pairs of them are equilibria.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import Any

import numpy as np
from flint import fmpz_mat

from gametheory.model.normal_form import MixedStrategy, PayoffMatrix
from gametheory.model.sequence_form import SequenceForm
from gametheory.numbers.linear_system import solve_integers
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.pivoting import TooManyVertices, cut_cone
from gametheory.solvers.sequence_form import ExtremeEquilibria, TooManyEquilibria, maximal_nash_subsets
from gametheory.verify import CertificateError, complete_list
from gametheory.verify.complete_list import CompleteList, ExtremeLabels, Integers, PolytopeVertices, Tight
from gametheory.verify.complete_plans import PlanPolytope, extreme_plan_labels, plan_polytope
from gametheory.verify.tables import exact_table, over_common_denominator

FEW_CHOICES = 252  # of constraints: up to 5 x 5 strategies, without the time to load scipy.spatial
MAX_DIMENSION = 30  # of a hull
MAX_BITS = 2_000  # of a payoff, of which the proof in rationals multiplies many
MANY_FACETS = 200_000  # of a hull, which is otherwise computed in one call
SHIFTS = 1e-7, 1e-10  # of bounds in floats: greater than errors of rounding, and smaller than most differences
SHIFTED, MAX_SHIFTED = 5, 50_000  # vertices with shifted bounds, for each one without, and at most
SEEDS = 3  # of shifts, before a tree has no certificate
EXACT = 0.0  # a shift so small that it changes no comparison, which only integers can express


class NotProved(Exception):
    """No certificate was found."""


def certified_equilibria(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, limit: int, hull_limit: int
) -> ExtremeEquilibria:
    """Return all extreme equilibria of a two-player table, and the certificate that none is missing.

    The vertices of a polytope are the facets of the convex hull of the dual points, which qhull computes (Barber,
    Dobkin and Huhdanpaa 1996). Bounds are shifted by different small amounts, so that no more constraints than
    necessary meet in a vertex; the certificate is about shifts as small as one likes. Where floats are not precise
    enough, or the table is small or has more than 30 strategies of a player, the double description method finds the
    vertices. Cost: that of the hulls and of the checker.

    Raises
    ------
    NotProved
        If the payoffs are very long numbers, or there are too many vertices for exact arithmetic.
    TooManyVertices, TooManyEquilibria
        If there are more than `hull_limit` vertices, or `limit` equilibria.

    References
    ----------
    C. B. Barber, D. P. Dobkin and H. Huhdanpaa, The quickhull algorithm for convex hulls, ACM Transactions on
    Mathematical Software 22 (1996).
    """
    table = exact_table(row_payoffs, column_payoffs)
    for_rows, for_columns = complete_list.best_reply_matrices(row_payoffs, column_payoffs)
    certificate, labels = _proved_labels(for_rows, for_columns, limit, hull_limit)
    # before any of them is computed
    if len(labels.pairs) > limit:
        raise TooManyEquilibria(limit)
    places = range(len(for_rows)), range(len(for_rows), len(for_rows) + len(for_columns))
    # the same strategy belongs to many equilibria of a degenerate table
    rows = {row: _strategy(for_columns, *places, row) for row, _ in labels.pairs}
    columns = {column: _strategy(for_rows, *places[::-1], column) for _, column in labels.pairs}
    pairs = sorted(labels.pairs, key=lambda pair: (rows[pair[0]], columns[pair[1]]), reverse=True)
    strategies = []
    for row, column in pairs:
        strategies.append((rows[row], columns[column]))
    # that the strategies have these labels is checked, and not inferred from how they were computed
    payoffs = complete_list.check_listed(table, strategies, labels)
    equilibria = tuple(map(Equilibrium, strategies, payoffs))
    return ExtremeEquilibria(equilibria, maximal_nash_subsets(pairs), labels.degenerate, certificate)


def _proved_labels(
    for_rows: Integers, for_columns: Integers, limit: int, hull_limit: int
) -> tuple[CompleteList, ExtremeLabels]:
    """Return a certificate that the checker accepts, and what it proves."""
    for size in (*SHIFTS, EXACT):
        vertices = [_proposed(matrix, size, limit, hull_limit) for matrix in (for_columns, for_rows)]
        certificate = CompleteList(*vertices)
        try:
            return certificate, complete_list.extreme_labels(for_rows, for_columns, certificate)
        except CertificateError:  # a shift can be too great for nearly equal payoffs, or too small for floats
            continue
    raise NotProved


def _strategy(matrix: Integers, own: range, others: range, labels: int) -> MixedStrategy:
    """Return the mixed strategy with certain labels: its unplayed strategies, and the best replies to it.

    A row of the matrix has the other player's payoffs by one reply.
    """
    played = [place for place, label in enumerate(own) if not labels >> label & 1]
    replies = [reply for reply, label in enumerate(others) if labels >> label & 1]
    equations = [[matrix[reply][place] for place in played] for reply in replies]
    if len(equations) == len(played):
        solution: Any = fmpz_mat(equations).solve(fmpz_mat(len(played), 1, [1] * len(played)))
        weights = list(map(int, solution.numer_denom()[0].entries()))
    else:
        solved = solve_integers([dict(enumerate(row)) for row in equations], [1] * len(replies), len(played))
        assert solved is not None, "the labels of a vertex determine it"
        weights, _ = over_common_denominator(solved)
    total = sum(weights)
    mixed = [Fraction(0)] * len(own)
    for place, weight in zip(played, weights, strict=True):
        mixed[place] = Fraction(weight, total)
    return tuple(mixed)


def _proposed(matrix: Integers, size: float, limit: int, hull_limit: int) -> PolytopeVertices:
    """Return what are probably all vertices of x >= 0, matrix . x <= 1, with bounds shifted by at most a size."""
    rows, dimension = len(matrix), len(matrix[0])
    biggest = max(map(max, matrix))
    if biggest.bit_length() > MAX_BITS:
        raise NotProved
    shifts = _shifts(rows)
    is_small = comb(dimension + rows, dimension) <= FEW_CHOICES
    if is_small or dimension == 1 or dimension > MAX_DIMENSION or size == EXACT:
        try:
            return PolytopeVertices(shifts, _cut(matrix, shifts, size, limit))
        except TooManyVertices:  # without shifts they can be fewer
            raise NotProved from None
    # quotients of integers, since long ones are no floats
    scaled = (np.array(matrix, object) / biggest).astype(np.float64)
    tight = _hull(scaled, 1 + np.array(shifts) * (size / max(shifts)), hull_limit)
    if len(tight) > hull_limit + 1:  # the origin does not count
        raise TooManyVertices(hull_limit)
    return PolytopeVertices(shifts, tight)


@lru_cache
def _shifts(rows: int, seed: int = 0) -> tuple[int, ...]:
    """Return by how much the bounds are shifted: no two equally, and the same every time, as answers must be."""
    return tuple(Random(rows + seed).sample(range(1, 1000 * rows), rows))


def _cut(matrix: Integers, shifts: Sequence[int], size: float, limit: int) -> Tight:
    """Return the constraints at each vertex by the double description method: soon for small tables."""
    dimension = len(matrix[0])
    one = _unit_of_shifts(matrix, shifts, size)
    # the last coordinate is positive inside, and the last facet at infinity
    at_infinity = 1 << dimension + len(matrix)
    coordinates = (1 << dimension) - 1
    rays = {(*[0] * dimension, 1): coordinates}
    for place in range(dimension):
        unit = [0] * (dimension + 1)
        unit[place] = 1
        rays[tuple(unit)] = coordinates ^ 1 << place | at_infinity
    # the bounds 1 + shift / one, as whole numbers
    for number, (row, shift) in enumerate(zip(matrix, shifts, strict=True), dimension):
        normal = [-one * payoff for payoff in row]
        rays = cut_cone(rays, [*normal, one + shift], 1 << number, limit)
    # no vertex of a bounded polytope lies at infinity
    facets = range(dimension + len(matrix))
    return np.array([[number for number in facets if facets_at >> number & 1] for facets_at in rays.values()])


def _unit_of_shifts(matrix: Integers, shifts: Sequence[int], size: float) -> int:
    """Return the integer by which shifts are divided, so that the greatest one becomes a size."""
    if size != EXACT:
        return int(max(shifts) / size)
    # slacks are quotients of determinants, which are at most this great (Hadamard)
    dimension = len(matrix[0])
    greatest: int = max(map(max, matrix))
    return int(dimension**dimension * greatest ** (2 * dimension)) << 64


def proved_plans(form: SequenceForm, limit: int) -> tuple[CompleteList, ExtremeLabels] | None:
    """Return the vertices of both players' polyhedra of plans, and what the checker proves by them.

    The double description method finds the vertices of the facets that `plan_polytope` describes, with shifted bounds.
    None if there are many more than `limit`, or if the numbers are too long.
    """
    most = min(limit * SHIFTED, MAX_SHIFTED)
    try:
        row = _plan_vertices(plan_polytope(form, 0), most)
        certificate = CompleteList(row, _plan_vertices(plan_polytope(form, 1), most))
        return certificate, extreme_plan_labels(form, certificate)
    except (TooManyVertices, NotProved, CertificateError):
        return None


def _plan_vertices(polytope: PlanPolytope, limit: int) -> PolytopeVertices:
    # The bound of the facet is not shifted. At a set that own actions exclude all weights are 0, and there would be a
    # vertex for each action. If the first action has a least weight, there is only one. Cuts of own sets come first.
    own_cuts = sum(number > polytope.dimension for number in polytope.unplayed)
    for seed in range(SEEDS):
        shifts = [0]
        for place, shift in enumerate(_shifts(len(polytope.cuts), seed)):
            shifts.append(-shift if place < own_cuts else shift)
        tight = _shifted_vertices(polytope, shifts, limit)
        # by chance, shifts can be as 4 to 6 where cuts are, so that these meet at one point more
        if set(map(len, tight)) == {polytope.dimension}:
            return PolytopeVertices(tuple(shifts), np.array(tight))
    raise NotProved


def _shifted_vertices(polytope: PlanPolytope, shifts: Sequence[int], limit: int) -> list[list[int]]:
    """Return the tight constraints at each vertex of the facet with shifted bounds."""
    matrix = polytope.matrix
    dimension = polytope.dimension
    one = _unit_of_shifts(matrix, [max(map(abs, shifts))], EXACT)
    if one.bit_length() > MAX_BITS:
        raise NotProved
    coordinates = (1 << dimension) - 1
    rays = {}
    for place, unit in enumerate(np.eye(dimension, dtype=int).tolist()):
        rays[tuple(unit)] = coordinates ^ 1 << place
    for number, (cut, shift) in enumerate(zip(polytope.cuts, shifts[1:], strict=True), dimension):
        added = shift * matrix[0][0]
        rays = cut_cone(rays, [one * entry + added for entry in cut], 1 << number, limit)
    tight = []
    for facets_at in rays.values():
        # between the coordinates and the cuts is the facet
        with_facet = facets_at & coordinates | (facets_at >> dimension << 1 | 1) << dimension
        tight.append([number for number in range(with_facet.bit_length()) if with_facet >> number & 1])
    return tight


def _hull(matrix: np.ndarray, bounds: np.ndarray, limit: int) -> Tight:
    """Return the constraints at each vertex of x >= 0, matrix . x <= bounds, computed in floats."""
    # here, because small tables do not need it, and it takes long to load
    from scipy.spatial import ConvexHull, QhullError

    dimension = matrix.shape[1]
    inner = np.full(dimension, 0.5 / matrix.sum(axis=1).max())
    # a constraint n . x <= b becomes the dual point n / (b - n . inner)
    normals = np.vstack([-np.eye(dimension), matrix])
    distances = np.append(np.zeros(dimension), bounds) - normals @ inner
    points = normals / distances[:, None]
    try:
        if _most_facets(dimension, len(points)) <= max(limit, MANY_FACETS):
            hull = ConvexHull(points)
        else:
            hull = ConvexHull(points[: dimension + 2], incremental=True)
            for place in range(dimension + 2, len(points)):
                hull.add_points(points[place : place + 1])
                if hull.nsimplex > limit + 1:
                    raise TooManyVertices(limit)
    except QhullError:  # too flat for floats: this proves nothing, and the next size is tried
        return np.zeros((0, dimension), np.intp)
    return np.sort(hull.simplices, axis=1).astype(np.intp)


def _most_facets(dimension: int, points: int) -> int:
    """Return the greatest number of facets that a polytope with this many vertices can have (McMullen 1970)."""
    half = dimension // 2
    rest = dimension - half
    return comb(points - rest, half) + comb(points - half - 1, rest - 1)
