"""Equilibria of two-player games: published games, random games, and a cross-check with nashpy."""

import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import nashpy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import table_of_plans

from gametheory.formats.gambit import read_efg, read_nfg
from gametheory.model.extensive_form import ImperfectRecall, check_perfect_recall
from gametheory.model.normal_form import exact_payoffs
from gametheory.solvers import nash, pivoting
from gametheory.solvers.nash import checked_equilibrium, extreme_equilibria, lemke_howson, table_form
from gametheory.solvers.pivoting import TooManyPivots, TooManyVertices
from gametheory.solvers.sequence_form import TooManyEquilibria, enumerate_equilibria, extreme_plans
from gametheory.verify import check_nash

GAMES = Path(__file__).parents[1] / "data" / "games"


def game_of(name):
    game = read_nfg((GAMES / name).read_text(encoding="utf-8"))
    return game.payoff_matrix(0), game.payoff_matrix(1)


def tree_of(name):
    return read_efg((GAMES / name).read_text(encoding="utf-8"))


def vertices(columns, limit):
    """Return the strategies at the vertices of {x >= 0 : x . c <= 1 for every column c}, but for the origin."""
    payoffs = [list(row) for row in zip(*columns, strict=True)]
    return {plan.plan[1:] for plan in extreme_plans(table_form(payoffs, payoffs), 0, limit)}


def as_text(found):
    return [(" ".join(map(str, one.row)), " ".join(map(str, one.column))) for one in found.extreme]


def test_75_equilibria_of_a_game_of_6_by_6():
    found = extreme_equilibria(*game_of("von-stengel-6x6.nfg"))
    assert (len(found.extreme), found.degenerate) == (75, False)


def as_tree(row_payoffs, column_payoffs):
    """Find the extreme equilibria of a table as those of a tree in which each player moves once."""

    def checked(plans):
        return checked_equilibrium(row_payoffs, column_payoffs, *(plan[1:] for plan in plans))

    return enumerate_equilibria(table_form(row_payoffs, column_payoffs), checked)


@pytest.mark.parametrize("find", [extreme_equilibria, as_tree])
def test_a_degenerate_game_and_its_maximal_nash_subsets(find):
    """The degenerate game of von Stengel, Equilibrium computation for two-player games (2007)."""
    rows, columns = exact_payoffs([[3, 3], [2, 5], [0, 6]]), exact_payoffs([[3, 3], [2, 6], [3, 1]])
    found = find(rows, columns)
    assert as_text(found) == [("1 0 0", "1 0"), ("1 0 0", "2/3 1/3"), ("0 1/3 2/3", "1/3 2/3")]
    assert found.degenerate
    assert found.subsets == ((0, 1), (2,))
    # only strategies of the first player have too many best replies, and now only those of the second
    exchanged = find(list(zip(*columns, strict=True)), list(zip(*rows, strict=True)))
    assert exchanged.degenerate
    assert not find(rows, exact_payoffs([[3, 2], [2, 6], [3, 1]])).degenerate


def pure_equilibria(row_payoffs, column_payoffs):
    return {
        (i, j)
        for i, j in product(range(len(row_payoffs)), range(len(row_payoffs[0])))
        if row_payoffs[i][j] == max(row[j] for row in row_payoffs) and column_payoffs[i][j] == max(column_payoffs[i])
    }


small = st.integers(1, 4).flatmap(
    lambda m: st.integers(1, 4).flatmap(
        lambda n: st.tuples(
            *[st.lists(st.lists(st.integers(-2, 2), min_size=n, max_size=n), min_size=m, max_size=m)] * 2
        )
    )
)


@given(small)
@settings(deadline=None)
def test_equilibria_of_any_small_game(game):
    row_payoffs, column_payoffs = map(exact_payoffs, game)
    found = extreme_equilibria(row_payoffs, column_payoffs)
    assert found.extreme
    assert all(check_nash(row_payoffs, column_payoffs, one.row, one.column) == one.payoffs for one in found.extreme)
    pure = {(one.row.index(1), one.column.index(1)) for one in found.extreme if 1 in one.row and 1 in one.column}
    assert pure == pure_equilibria(row_payoffs, column_payoffs)
    assert found.degenerate or len(found.extreme) % 2 == 1
    assert found.degenerate or all(len(subset) == 1 for subset in found.subsets)
    for label in range(len(row_payoffs) + len(row_payoffs[0])):
        assert lemke_howson(row_payoffs, column_payoffs, label) in found.extreme


@given(small, st.integers(0, 5), st.integers(0, 5))
@settings(deadline=None)
def test_mixtures_within_a_maximal_nash_subset_are_equilibria(game, a, b):
    row_payoffs, column_payoffs = map(exact_payoffs, game)
    found = extreme_equilibria(row_payoffs, column_payoffs)
    for subset in found.subsets:
        rows, columns = ({getattr(found.extreme[i], side) for i in subset} for side in ("row", "column"))
        assert len(rows) * len(columns) == len(subset)
        mixed = [
            [sum(parts) / len(mixtures) for parts in zip(*mixtures, strict=True)]
            for mixtures in (sorted(rows)[: a + 1], sorted(columns)[: b + 1])
        ]
        check_nash(row_payoffs, column_payoffs, *mixed)


@pytest.mark.parametrize("seed", range(8))
def test_nashpy_finds_the_same_equilibria_of_random_games(seed):
    rng = random.Random(seed)
    m, n = rng.randint(2, 4), rng.randint(2, 4)
    row_payoffs, column_payoffs = (
        exact_payoffs([[rng.randint(-50, 50) for _ in range(n)] for _ in range(m)]) for _ in range(2)
    )
    found = extreme_equilibria(row_payoffs, column_payoffs)
    floats = [np.array([[*map(float, row)] for row in payoffs]) for payoffs in (row_payoffs, column_payoffs)]
    theirs = [[*row, *column] for row, column in nashpy.Game(*floats).vertex_enumeration()]
    ours = [[*map(float, (*each.row, *each.column))] for each in found.extreme]
    same = [[np.allclose(one, other, rtol=0, atol=1e-6) for other in theirs] for one in ours]
    assert np.any(same, axis=0).all()
    assert np.any(same, axis=1).all()


@pytest.mark.parametrize(("size", "cases"), [(1, 5), (3, 20), (5, 5)])
def test_vertices_are_those_of_every_basis(size, cases):
    """Compare with the solutions of all choices of `size` inequalities that satisfy the others."""
    import sympy

    rng = random.Random(size)
    for _ in range(cases):
        columns = [[rng.randint(1, 4) for _ in range(size)] for _ in range(size if size < 5 else 2)]
        lines = [[int(i == j) for j in range(size)] for i in range(size)] + columns
        right = [0] * size + [1] * len(columns)
        expected = set()
        for subset in combinations(range(len(lines)), size):
            matrix = sympy.Matrix([lines[i] for i in subset])
            if matrix.det() == 0:
                continue
            point = list(matrix.inv() * sympy.Matrix([right[i] for i in subset]))
            inside = all(x >= 0 for x in point) and all(
                sum(a * x for a, x in zip(column, point, strict=True)) <= 1 for column in columns
            )
            if inside and any(point):
                expected.add(tuple(Fraction(int(x.p), int(x.q)) / Fraction(str(sum(point))) for x in point))
        assert vertices(columns, 1000) == expected


def test_limits():
    rng = random.Random(1)
    row_payoffs, column_payoffs = (
        exact_payoffs([[rng.randint(-99, 99) for _ in range(12)] for _ in range(12)]) for _ in range(2)
    )
    with pytest.raises(TooManyVertices, match="more than 100 vertices"):
        extreme_equilibria(row_payoffs, column_payoffs, limit=100)
    with pytest.raises(TooManyPivots, match="after 1 pivots"):
        lemke_howson(row_payoffs, column_payoffs, limit=1)
    with pytest.raises(ValueError, match="20,000 bits"):
        extreme_equilibria([[Fraction(2**20_001), Fraction(0)]], [[Fraction(0), Fraction(0)]])


def test_vertex_enumeration_stops_as_soon_as_there_are_too_many_vertices(monkeypatch):
    """The second polytope of Kuhn poker has 4,397 rays after six columns, and 30,889 after the seventh."""
    form = table_of_plans(tree_of("kuhn-poker.efg"))
    columns = form.payoff_matrix(0)
    made = []
    between = pivoting._between
    monkeypatch.setattr(pivoting, "_between", lambda *rays: made.append(1) or between(*rays))
    for limit in (500, 5000):
        made.clear()
        with pytest.raises(TooManyVertices):
            vertices(columns, limit)
        assert len(made) < 3 * limit


def test_too_many_equilibria_are_refused_before_they_are_checked(monkeypatch):
    zeros = exact_payoffs([[0] * 30] * 30)
    monkeypatch.setattr(nash, "checked_equilibrium", None)
    with pytest.raises(TooManyEquilibria, match="more than 500 extreme equilibria"):
        extreme_equilibria(zeros, zeros, limit=500)


def test_a_large_game_with_constant_payoffs_has_one_maximal_subset():
    zeros = exact_payoffs([[0] * 15] * 20)
    found = extreme_equilibria(zeros, zeros)
    assert (len(found.extreme), found.degenerate, found.subsets) == (300, True, (tuple(range(300)),))


def test_a_player_who_forgets_a_move_is_refused():
    end = 't "" 0 '
    tree = read_efg(
        f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "l" "r" }} 0 '
        f'p "" 1 2 "later" {{ "x" "y" }} 0 {end}{end}p "" 1 2 0 {end}{end}'
    )
    with pytest.raises(ImperfectRecall, match=r"player A .* set 2 'later' has nodes .* by different choices"):
        check_perfect_recall(tree)


def test_vertices_of_degenerate_polytopes():
    """Equal columns and coincidences: some rays share enough facets and are not adjacent."""
    columns = [[2, 1, 2], [2, 1, 2], [1, 2, 1], [2, 2, 1]]
    found = sorted(" ".join(map(str, strategy)) for strategy in vertices(columns, 100))
    assert found == ["0 0 1", "0 1 0", "0 1/2 1/2", "1 0 0"]


def test_a_degenerate_game_in_which_ties_make_the_path_cycle():
    """If the first of equal ratios is taken, the path that drops label 1 never ends."""
    row_payoffs = exact_payoffs([[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 1, 0]])
    column_payoffs = exact_payoffs([[0, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 1]])
    found = lemke_howson(row_payoffs, column_payoffs, label=1, limit=60)
    assert found in extreme_equilibria(row_payoffs, column_payoffs).extreme
