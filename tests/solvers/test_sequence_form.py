"""Equilibria of game trees in realization plans: published values, and the table of all plans as a second method."""

import random
from fractions import Fraction
from functools import partial

import pytest
from plans import behavior_of, pure_plans, table_of_plans
from poker import kuhn_poker, leduc_poker, random_tree

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.model.sequence_form import sequence_form
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers import sequence_form as sequence_form_solvers
from gametheory.solvers.matrix_game import solve_matrix
from gametheory.solvers.nash import extreme_equilibria
from gametheory.solvers.pivoting import TooManyVertices
from gametheory.solvers.sequence_form import (
    checked_tree_equilibrium,
    enumerate_equilibria,
    lemke_path,
    solve_constant_sum,
)


def extreme_tree_equilibria(form, limit=20_000):
    return enumerate_equilibria(form, partial(checked_tree_equilibrium, form), limit)


# A moves first; then B, who does not see the second action of A; only the play after "down" is a proper subgame
SELTEN = """EFG 2 R "Selten 1975, two players" { "A" "B" } p "" 1 1 "" { "out" "down" } 0 t "" 1 "" { 2 2 }
p "" 1 2 "" { "l" "r" } 0 p "" 2 1 "" { "l" "r" } 0 t "" 2 "" { 3 1 } t "" 3 "" { 0 0 }
p "" 2 1 0 t "" 4 "" { 0 0 } t "" 5 "" { 1 3 }"""

# contrib/games/e18.efg in Gambit's repository
BANKS_SOBEL = """EFG 2 R "Banks and Sobel, example 1" { "A" "B" } c "" 1 "" { "t1" 1/3 "t2" 2/3 } 0
p "" 1 1 "" { "m1" "m2" } 0
p "" 2 1 "" { "a1" "a2" } 0 t "" 1 "" { -3 3 } t "" 2 "" { -6 0 }
p "" 2 2 "" { "a1" "a2" } 0 t "" 3 "" { -5 5 } t "" 4 "" { -6 0 }
p "" 1 2 "" { "m1" "m2" } 0
p "" 2 1 0 t "" 5 "" { -3 3 } t "" 6 "" { -11 5 }
p "" 2 2 0 t "" 7 "" { -5 5 } t "" 8 "" { -11 5 }"""


def small_trees(count, **kind):
    for seed in range(count):
        tree = random_tree(random.Random(seed), **kind)
        if max(len(pure_plans(tree, player)) for player in (1, 2)) <= 12:
            yield seed, tree, table_of_plans(tree)


@pytest.mark.parametrize(
    ("cards", "value"), [(3, Fraction(-1, 18)), (4, Fraction(-1, 24)), (6, Fraction(-11, 180)), (13, Fraction(-5, 78))]
)
def test_kuhn_poker(cards, value):
    """Kuhn (1950) for three cards; the others agree with complementary pivots, which need no floats."""
    form = sequence_form(kuhn_poker(cards))
    assert solve_constant_sum(form).payoffs == (value, -value)
    if cards < 13:
        assert lemke_path(form).payoffs == (value, -value)


def test_leduc_poker():
    """OpenSpiel's linear program gives -0.085606424078 in floats."""
    form = sequence_form(leduc_poker())
    assert [len(player) for player in form.players] == [337, 337]
    value = solve_constant_sum(form).payoffs[0]
    assert abs(value - Fraction("-0.085606424078")) < Fraction(1, 10**11)
    assert value.denominator.bit_length() == 104


def test_zero_sum_trees_have_the_value_of_their_tables():
    compared = 0
    for seed, tree, form in small_trees(40, zero_sum=True):
        found = solve_constant_sum(sequence_form(tree))
        assert found, seed
        payoffs = [list(map(to_flint, row)) for row in form.payoff_matrix(0)]
        assert found.payoffs[0] == to_fraction(solve_matrix(payoffs).value), seed
        compared += 1
    assert compared > 20


def test_payoffs_that_floats_cannot_tell_apart():
    """The linear program in floats fails, and complementary pivots find the equilibrium."""
    tiny = "1/1" + "0" * 30
    tree = read_efg(f"""EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "u" "d" }} 0
        p "" 2 1 "" {{ "l" "r" }} 0 t "" 1 "" {{ {tiny} -{tiny} }} t "" 2 "" {{ 0 0 }}
        p "" 2 1 0 t "" 3 "" {{ 0 0 }} t "" 4 "" {{ 3/1{"0" * 30} -3/1{"0" * 30} }} """)
    assert nash(tree).value == Fraction(3, 4 * 10**30)


def extreme_plans_of_the_table(tree, form):
    """Return the extreme equilibria of the table of plans in behavior strategies."""
    equilibria = extreme_equilibria(form.payoff_matrix(0), form.payoff_matrix(1)).extreme
    return {_key(behavior_of(tree, 1, one.row), behavior_of(tree, 2, one.column)) for one in equilibria}


def _key(*behaviors):
    return tuple(frozenset(behavior.items()) for behavior in behaviors)


def test_extreme_equilibria_are_among_those_of_the_table():
    """Each extreme equilibrium in realization plans comes from an extreme one in mixed strategies; none comes twice."""
    fewer = 0
    for seed, tree, form in small_trees(30):
        found = [_key(*one.behavior) for one in extreme_tree_equilibria(sequence_form(tree)).extreme]
        table = extreme_plans_of_the_table(tree, form)
        assert len(set(found)) == len(found), seed
        assert set(found) <= table, seed
        fewer += len(found) < len(table)
    assert fewer


def test_every_equilibrium_of_the_table_is_a_mixture_of_extreme_ones():
    """Its payoffs lie in the hull of those of a maximal Nash subset; exactly one subset if all have one element."""
    for seed, tree, form in small_trees(30):
        found = extreme_tree_equilibria(sequence_form(tree))
        if found.subsets is None or any(len(subset) > 1 for subset in found.subsets):
            continue
        assert extreme_plans_of_the_table(tree, form) == {_key(*one.behavior) for one in found.extreme}, seed


def test_the_table_lists_a_mixture_of_two_listed_equilibria():
    """Gambit's enummixed lists six equilibria of this game with the payoffs (-139/21, 10/3) once; a tree has five."""
    tree = read_efg(BANKS_SOBEL)
    solution, form = nash(tree), table_of_plans(tree)
    table = extreme_equilibria(form.payoff_matrix(0), form.payoff_matrix(1)).extreme
    (more,) = {one.payoffs for one in table} - {one.payoffs for one in solution.equilibria}
    assert (len(table), len(solution.equilibria), more) == (6, 5, (Fraction(-139, 21), Fraction(10, 3)))
    (extra,) = (one for one in table if one.payoffs == more)
    plans = [
        own.plan(behavior_of(tree, player, mixed))
        for player, (own, mixed) in enumerate(
            zip(sequence_form(tree).players, (extra.row, extra.column), strict=True), 1
        )
    ]
    one, other = (solution.equilibria[place].plans for place in solution.subsets[1])
    share = Fraction(4, 7)
    assert plans[0] == one[0] == other[0]
    assert plans[1] == tuple(share * a + (1 - share) * b for a, b in zip(one[1], other[1], strict=True))


def test_a_pivot_path_ends_in_a_listed_equilibrium():
    for seed, tree, _ in small_trees(40, payoffs=range(-50, 51)):
        form = sequence_form(tree)
        found = extreme_tree_equilibria(form)
        one = lemke_path(form)
        if all(len(subset) == 1 for subset in found.subsets):
            assert one in found.extreme, seed


def test_one_player_decides():
    solution = nash(
        read_efg("""EFG 2 R "" { "A" } c "" 1 "" { "dry" 2/3 "rain" 1/3 } 0
        p "" 1 1 "sky" { "walk" "ride" } 0 t "" 1 "" { 3 } t "" 2 "" { 1 } p "" 1 1 0 t "" 3 "" { 0 } t "" 2""")
    )
    assert [one.payoffs for one in solution.equilibria] == [(2,)]
    assert solution.as_json()["equilibria"][0]["beliefs"] == {"A": {"sky": {"dry": "2/3", "rain": "1/3"}}}


def test_backward_induction_of_a_large_tree_is_one_of_all_equilibria():
    for seed in range(10):
        tree = random_tree(random.Random(seed), payoffs=range(-50, 51), perfect_information=True, depth=3)
        found = nash(tree)
        perfect = {one.payoffs for one, answer in zip(found.equilibria, found.subgame_perfect, strict=True) if answer}
        from gametheory.solvers.subgames import solve_perfect_information

        assert perfect == {solve_perfect_information(sequence_form(tree)).payoffs}, seed


def test_a_subgame_with_several_equilibria():
    """A stays out where B plays r, an equilibrium of the subgame, or a mixture that is none."""
    solution = nash(read_efg(SELTEN))
    answers = {(one.payoffs, answer) for one, answer in zip(solution.equilibria, solution.subgame_perfect, strict=True)}
    assert answers == {((3, 1), True), ((2, 2), True), ((2, 2), False)}


def test_the_limit_on_vertices_is_that_of_all_equilibria():
    with pytest.raises(TooManyVertices):
        extreme_tree_equilibria(sequence_form(kuhn_poker(3)), 10)


def test_a_wrong_guess_of_the_tight_constraints_is_refused(monkeypatch):
    """Every guess is the weight 1 everywhere: no pair of plans is accepted, and pivots take over."""
    wrong = [Fraction(1)] * 999
    monkeypatch.setattr(sequence_form_solvers, "primal_vertices", lambda *_: iter([wrong]))
    tree = random_tree(random.Random(3), zero_sum=True, depth=5)
    assert solve_constant_sum(sequence_form(tree)) is None
    value = lemke_path(sequence_form(tree)).payoffs[0]
    monkeypatch.undo()
    assert solve_constant_sum(sequence_form(tree)).payoffs[0] == value
