"""Equilibria of two players: known games, random ones, and a second method."""

import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.formats.gambit.efg import read_efg
from gametheory.formats.gambit.nfg import read_nfg
from gametheory.model.reduced_normal_form import FormTooLarge, ImperfectRecall, behavior_strategy, reduced_normal_form
from gametheory.solvers.bimatrix import nashpy_check, polytope, vertex_enumeration
from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots, lemke_howson
from gametheory.solvers.bimatrix.nashpy_check import cross_check_with_nashpy
from gametheory.solvers.bimatrix.polytope import vertices
from gametheory.solvers.bimatrix.vertex_enumeration import (
    TooManyEquilibria,
    TooManyVertices,
    constant_sum,
    extreme_equilibria,
    to_positive_integers,
)
from gametheory.verify import CertificateError, check_nash

GAMES = Path(__file__).parents[1] / "data" / "games"


def fractions(rows):
    return [[Fraction(number) for number in row] for row in rows]


def game_of(name):
    game = read_nfg((GAMES / name).read_text(encoding="utf-8"))
    return game.payoff_matrix(0), game.payoff_matrix(1)


def tree_of(name):
    return read_efg((GAMES / name).read_text(encoding="utf-8"))


def as_text(found):
    return [(" ".join(map(str, one.row)), " ".join(map(str, one.column))) for one in found.extreme]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("battle-of-the-sexes.nfg", [("1 0", "1 0"), ("2/3 1/3", "1/3 2/3"), ("0 1", "0 1")]),
        ("matching-pennies.nfg", [("1/2 1/2", "1/2 1/2")]),
        ("prisoners-dilemma.nfg", [("0 1", "0 1")]),
        ("selten.nfg", [("1 0 0", "1 0"), ("1 0 0", "1/2 1/2")]),
    ],
)
def test_known_equilibria(name, expected):
    assert as_text(extreme_equilibria(*game_of(name))) == expected


def test_75_equilibria_of_a_game_of_6_by_6():
    found = extreme_equilibria(*game_of("von-stengel-6x6.nfg"))
    assert (len(found.extreme), found.degenerate) == (75, False)


def test_a_degenerate_game_and_its_maximal_nash_subsets():
    """The degenerate game of von Stengel, Equilibrium computation for two-player games (2007)."""
    found = extreme_equilibria(fractions([[3, 3], [2, 5], [0, 6]]), fractions([[3, 3], [2, 6], [3, 1]]))
    assert as_text(found) == [("1 0 0", "1 0"), ("1 0 0", "2/3 1/3"), ("0 1/3 2/3", "1/3 2/3")]
    assert found.degenerate
    assert found.subsets == ((0, 1), (2,))


def test_where_nothing_matters_everything_is_an_equilibrium():
    found = extreme_equilibria(fractions([[0] * 3] * 3), fractions([[0] * 3] * 3))
    assert (len(found.extreme), found.degenerate, found.subsets) == (9, True, (tuple(range(9)),))


def pure_equilibria(ours, theirs):
    return {
        (i, j)
        for i, j in product(range(len(ours)), range(len(ours[0])))
        if ours[i][j] == max(row[j] for row in ours) and theirs[i][j] == max(theirs[i])
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
    ours, theirs = map(fractions, game)
    found = extreme_equilibria(ours, theirs)
    assert found.extreme
    assert all(check_nash(ours, theirs, one.row, one.column) == one.payoffs for one in found.extreme)
    pure = {(one.row.index(1), one.column.index(1)) for one in found.extreme if 1 in one.row and 1 in one.column}
    assert pure == pure_equilibria(ours, theirs)
    assert found.degenerate or len(found.extreme) % 2 == 1
    assert found.degenerate or all(len(subset) == 1 for subset in found.subsets)
    for label in range(len(ours) + len(ours[0])):
        assert lemke_howson(ours, theirs, label) in found.extreme


@given(small, st.integers(0, 5), st.integers(0, 5))
@settings(deadline=None)
def test_mixtures_within_a_maximal_subset_are_equilibria(game, a, b):
    ours, theirs = map(fractions, game)
    found = extreme_equilibria(ours, theirs)
    for subset in found.subsets:
        rows, columns = ({getattr(found.extreme[i], side) for i in subset} for side in ("row", "column"))
        assert len(rows) * len(columns) == len(subset)
        mixed = [
            [sum(parts) / len(mixtures) for parts in zip(*mixtures, strict=True)]
            for mixtures in (sorted(rows)[: a + 1], sorted(columns)[: b + 1])
        ]
        check_nash(ours, theirs, *mixed)


@pytest.mark.parametrize("seed", range(8))
def test_nashpy_finds_the_same_in_random_games(seed):
    drawn = random.Random(seed)
    m, n = drawn.randint(2, 4), drawn.randint(2, 4)
    ours, theirs = (fractions([[drawn.randint(-50, 50) for _ in range(n)] for _ in range(m)]) for _ in range(2))
    found = extreme_equilibria(ours, theirs)
    assert cross_check_with_nashpy(ours, theirs, found.extreme) == (len(found.extreme), 0, 0, None)


def test_where_nashpy_fails_the_exact_ones_stand(monkeypatch):
    def fail(*matrices):
        raise RuntimeError("Qhull")

    game = game_of("matching-pennies.nfg")
    monkeypatch.setattr(nashpy_check, "_vertex_enumeration", fail)
    assert cross_check_with_nashpy(*game, extreme_equilibria(*game).extreme) == (0, 1, 0, "RuntimeError")


def test_what_nashpy_alone_names_is_counted(monkeypatch):
    game = game_of("matching-pennies.nfg")
    monkeypatch.setattr(nashpy_check, "_vertex_enumeration", lambda *matrices: [[1.0, 0.0, 1.0, 0.0]])
    assert cross_check_with_nashpy(*game, extreme_equilibria(*game).extreme) == (0, 1, 1, None)


@pytest.mark.parametrize(
    ("row", "column", "why"),
    [
        ((1, 0), (1, 0), "column 1 gets 1, more than -1"),
        ((1, 0), (0, 1), "row 1 gets 1, more than -1"),
        ((1, 1), (1, 0), "no probability distribution"),
        ((2, -1), (1, 0), "no probability distribution"),
        ((1,), (1, 0), "no probability distribution"),
    ],
)
def test_what_is_no_equilibrium_is_refused(row, column, why):
    with pytest.raises(CertificateError, match=why):
        check_nash(*game_of("matching-pennies.nfg"), list(map(Fraction, row)), list(map(Fraction, column)))


def test_the_sum_is_constant_or_not():
    assert constant_sum(*game_of("matching-pennies.nfg")) == 0
    assert constant_sum(*game_of("battle-of-the-sexes.nfg")) is None


@pytest.mark.parametrize(("size", "cases"), [(1, 5), (3, 20), (5, 5)])
def test_vertices_are_those_of_every_basis(size, cases):
    """Against all choices of `size` of the inequalities, solved and tried."""
    import sympy

    drawn = random.Random(size)
    for _ in range(cases):
        columns = [[drawn.randint(1, 4) for _ in range(size)] for _ in range(size if size < 5 else 2)]
        lines = [[int(i == j) for j in range(size)] for i in range(size)] + columns
        right = [0] * size + [1] * len(columns)
        expected = set()
        for chosen in combinations(range(len(lines)), size):
            matrix = sympy.Matrix([lines[i] for i in chosen])
            if matrix.det() == 0:
                continue
            point = list(matrix.inv() * sympy.Matrix([right[i] for i in chosen]))
            inside = all(x >= 0 for x in point) and all(
                sum(a * x for a, x in zip(column, point, strict=True)) <= 1 for column in columns
            )
            if inside and any(point):
                expected.add(tuple(Fraction(int(x.p), int(x.q)) / Fraction(str(sum(point))) for x in point))
        assert {vertex.strategy for vertex in vertices(columns, 1000)} == expected


def test_limits():
    drawn = random.Random(1)
    ours, theirs = (fractions([[drawn.randint(-99, 99) for _ in range(12)] for _ in range(12)]) for _ in range(2))
    with pytest.raises(TooManyVertices, match="more than 100 vertices"):
        extreme_equilibria(ours, theirs, limit=100)
    with pytest.raises(TooManyPivots, match="after 1 pivots"):
        lemke_howson(ours, theirs, limit=1)
    with pytest.raises(ValueError, match="20,000 bits"):
        extreme_equilibria([[Fraction(2**20_001)]], [[Fraction(0)]])


def test_a_polytope_is_left_as_soon_as_it_has_too_many_vertices(monkeypatch):
    """The second polytope of Kuhn poker has 4,397 rays after six columns, and 30,889 after the seventh."""
    form = reduced_normal_form(tree_of("kuhn-poker.efg"))
    columns = to_positive_integers(form.payoff_matrix(0))
    made = []
    between = polytope._between
    monkeypatch.setattr(polytope, "_between", lambda *rays: made.append(1) or between(*rays))
    for limit in (500, 5000):
        made.clear()
        with pytest.raises(TooManyVertices):
            vertices(columns, limit)
        assert len(made) < 3 * limit


def test_many_equilibria_are_refused_before_they_are_checked(monkeypatch):
    nothing = fractions([[0] * 30] * 30)
    monkeypatch.setattr(vertex_enumeration, "check_nash", None)
    with pytest.raises(TooManyEquilibria, match="more than 500 extreme equilibria"):
        extreme_equilibria(nothing, nothing, limit=500)


def test_a_game_of_nothing_has_one_maximal_subset_however_large():
    nothing = fractions([[0] * 40] * 30)
    assert extreme_equilibria(nothing, nothing).subsets == (tuple(range(1200)),)


def test_kuhn_poker():
    """Kuhn (1950): the game is worth -1/18 to the first player."""
    form = reduced_normal_form(tree_of("kuhn-poker.efg"))
    assert tuple(map(len, form.strategies)) == (27, 64)
    ours, theirs = form.payoff_matrix(0), form.payoff_matrix(1)
    assert constant_sum(ours, theirs) == 0
    assert lemke_howson(ours, theirs).payoffs == (Fraction(-1, 18), Fraction(1, 18))


def test_kuhn_poker_in_behaviour_strategies():
    """Kuhn (1950): the second player bets on a jack, and calls with a queen, one time in three."""
    tree = tree_of("kuhn-poker.efg")
    form = reduced_normal_form(tree)
    found = lemke_howson(form.payoff_matrix(0), form.payoff_matrix(1))
    after = {
        tree.information_sets[2, n].name: chances for n, chances in behavior_strategy(tree, 2, found.column).items()
    }
    assert after["J after check"][1] == Fraction(1, 3)
    assert after["Q after bet"][1] == Fraction(1, 3)
    assert (after["K after check"][1], after["K after bet"][1], after["J after bet"][1]) == (1, 1, 0)
    first = {tree.information_sets[1, n].name: chances for n, chances in behavior_strategy(tree, 1, found.row).items()}
    bluff, value = first["J"][1], first["K"][1]
    assert value == 3 * bluff


def test_monty_hall():
    """Selvin (1975): the guest who switches wins two times in three."""
    tree = tree_of("monty-hall.efg")
    form = reduced_normal_form(tree)
    found = lemke_howson(form.payoff_matrix(0), form.payoff_matrix(1))
    assert found.payoffs == (Fraction(2, 3), Fraction(1, 3))
    plays = behavior_strategy(tree, 1, found.row)
    assert all(chances == (0, 1) for number, chances in plays.items() if number > 1)


def test_payoffs_along_the_way_add_up():
    tree = read_efg(
        'EFG 2 R "" { "A" "B" } c "" 1 "" { "x" .25 "y" .75 } 1 "fee" { -1 0 } '
        'p "" 1 1 "" { "l" "r" } 2 "bonus" { 4 4 } t "" 1 t "" 0 p "" 1 1 0 t "" 0 t "" 2'
    )
    form = reduced_normal_form(tree)
    assert form.strategies == (("l", "r"), ("nothing to do",))
    left = (Fraction(1, 4) * 2 - Fraction(3, 4), Fraction(1))
    right = (Fraction(1, 4) * 3 + Fraction(3, 4) * 3, Fraction(4))
    assert [outcome.payoffs for outcome in form.outcomes] == [left, right]


def test_the_absent_minded_driver_is_refused():
    with pytest.raises(ImperfectRecall, match=r"player driver .* set 1 'exit' comes twice on one path"):
        reduced_normal_form(tree_of("absent-minded-driver.efg"))


def test_a_player_who_forgets_a_move_is_refused():
    end = 't "" 0 '
    tree = read_efg(
        f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "l" "r" }} 0 '
        f'p "" 1 2 "later" {{ "x" "y" }} 0 {end}{end}p "" 1 2 0 {end}{end}'
    )
    with pytest.raises(ImperfectRecall, match=r"player A .* set 2 'later' has nodes .* by different choices"):
        reduced_normal_form(tree)


def test_too_many_reduced_strategies_are_refused_with_their_number():
    actions = " ".join(f'"{k}"' for k in range(10))
    body = " ".join(f'p "" 1 {k} "" {{ {actions} }} 0 ' + 't "" 0 ' * 10 for k in range(1, 21))
    chances = " ".join('"" 1/20' for _ in range(20))
    tree = read_efg(f'EFG 2 R "" {{ "A" "B" }} c "" 1 "" {{ {chances} }} 0 {body}')
    with pytest.raises(FormTooLarge, match=r"has about 10\^20 x 1 strategies; at most 100,000 pairs"):
        reduced_normal_form(tree)


def test_a_tree_too_deep_for_its_table_is_refused():
    depth = 20_000
    nodes = "".join(f'p "" 1 {k} "s" {{ "x" }} 0\n' for k in range(1, depth))
    with pytest.raises(FormTooLarge, match="1 reduced strategies for 19,999 information sets"):
        reduced_normal_form(read_efg(f'EFG 2 R "" {{ "A" "B" }}\n{nodes}t "" 0'))


def test_vertices_of_degenerate_polytopes():
    """Columns that are equal or meet by chance: rays that share enough facets and are not adjacent."""
    columns = [[2, 1, 2], [2, 1, 2], [1, 2, 1], [2, 2, 1]]
    found = [" ".join(map(str, vertex.strategy)) for vertex in vertices(columns, 100)]
    assert sorted(found) == ["0 0 1", "0 1 0", "0 1/2 1/2", "1 0 0"]


def test_a_degenerate_game_in_which_ties_make_the_path_circle():
    """Where the first of equal ratios is taken, the path that gives up label 1 never ends."""
    ours = fractions([[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 1, 0]])
    theirs = fractions([[0, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 1]])
    found = lemke_howson(ours, theirs, label=1, limit=60)
    assert found in extreme_equilibria(ours, theirs).extreme
