"""Correlated equilibria: known values, the same by scipy and by pivots, extreme points, and games of every form."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from gametheory import Outcome, nash
from gametheory.api import correlated
from gametheory.formats.gambit.efg import read_efg
from gametheory.model.normal_form import NormalForm
from gametheory.solvers import linear_program
from gametheory.solvers.questions.answer import parse_objective

# Aumann (1974): a third on each profile but (7, 7)'s pays 5 each; the best sum by hand: half, a quarter, a quarter
CHICKEN = [[6, 2], [7, 0]], [[6, 7], [2, 0]]


def random_table(sizes, seed, scale=9):
    rng = random.Random(seed)
    outcomes = [
        Outcome("", tuple(Fraction(rng.randint(-scale, scale)) for _ in sizes)) for _ in range(int(np.prod(sizes)))
    ]
    names = tuple(tuple(map(str, range(size))) for size in sizes)
    return NormalForm(tuple("ABCD"[: len(sizes)]), names, tuple(outcomes))


def by_scipy(table, weights, coarse):
    """Return the greatest objective by a linear program in floats, with all constraints written out."""
    cells = table.cells()
    profiles = [*cells]
    rows = []
    for player, own in enumerate(map(len, table.strategies)):
        for old, new in product([None] if coarse else range(own), range(own)):
            rows.append(
                [
                    float(cells[(*s[:player], new, *s[player + 1 :])][player] - cells[s][player])
                    * (old in (None, s[player]))
                    for s in profiles
                ]
            )
    goal = [-float(sum(w * p for w, p in zip(weights, cells[s], strict=True))) for s in profiles]
    solved = linprog(goal, A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=[[1] * len(goal)], b_eq=[1])
    return -solved.fun


def test_chicken_has_the_values_of_aumann():
    solution = correlated(*CHICKEN)
    assert (solution.value, solution.payoffs) == (Fraction(21, 2), (Fraction(21, 4), Fraction(21, 4)))
    assert {each.profile: each.probability for each in solution.distribution} == {
        ("1", "1"): Fraction(1, 2),
        ("1", "2"): Fraction(1, 4),
        ("2", "1"): Fraction(1, 4),
    }
    # the set of a 2 x 2 game with two pure equilibria has five vertices, three of them Nash equilibria
    assert len(solution.extreme) == 5
    assert correlated(*CHICKEN, best="row").value == 7


def test_in_the_prisoners_dilemma_and_in_a_zero_sum_game_nothing_is_gained():
    dilemma = correlated([[3, 0], [5, 1]], [[3, 5], [0, 1]], coarse=True)
    assert (dilemma.value, len(dilemma.extreme)) == (2, 1)
    assert correlated([[1, -1], [-1, 1]], best="row").payoffs == (0, 0)


def test_each_nash_equilibrium_is_at_most_as_good():
    for seed in range(5):
        table = random_table((3, 3), seed)
        best, coarse = correlated(table).value, correlated(table, coarse=True).value
        assert max(sum(each.payoffs) for each in nash(table).equilibria) <= best <= coarse


@pytest.mark.parametrize("sizes", [(1,), (4,), (2, 3), (4, 4), (2, 2, 2), (3, 1, 2), (2, 2, 2, 2)])
@pytest.mark.parametrize("coarse", [False, True])
def test_the_value_is_that_of_scipy_and_of_pivots(sizes, coarse, monkeypatch):
    for seed in range(4):
        table = random_table(sizes, seed)
        objective = ["A", " + ".join(table.players)][seed % 2]
        solution = correlated(table, best=objective, coarse=coarse)
        weights = parse_objective(objective, table.players)
        assert float(solution.value) == pytest.approx(by_scipy(table, weights, coarse), abs=1e-7)
        if solution.extreme is not None:
            cells = {tuple(n[i] for n, i in zip(table.strategies, s, strict=True)): p for s, p in table.cells().items()}
            sums = [
                sum(
                    sum(w * p for w, p in zip(weights, cells[each.profile], strict=True)) * each.probability
                    for each in one
                )
                for one in solution.extreme
            ]
            assert max(sums) == solution.value
        with monkeypatch.context() as patch:
            patch.setattr(linear_program, "_by_basis", lambda _: None)
            assert correlated(table, best=objective, coarse=coarse).value == solution.value


def test_badly_scaled_payoffs_are_solved_exactly():
    """The basis of floats is wrong here: a payoff of 1 vanishes next to 10^19."""
    big = 10**19
    solution = correlated([[big, 1], [-1, 0]], [[-big, -1], [1, 0]], best="row")
    assert solution.payoffs == (Fraction(nash([[big, 1], [-1, 0]]).value), -nash([[big, 1], [-1, 0]]).value)


def test_a_tree_is_read_as_its_reduced_normal_form():
    tree = read_efg(
        'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0 '
        't "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'
    )
    solution = correlated(tree, best="B")
    assert solution.form == "the reduced normal form of a tree, 2 x 2"
    assert (solution.value, solution.distribution[0].profile[0]) == (2, "out")
    with pytest.raises(ValueError, match="0 players: only chance moves"):
        correlated(read_efg('EFG 2 R "" { } c "" 1 "" { "a" 1/2 "b" 1/2 } 0 t "" 0 t "" 0'))


@pytest.mark.parametrize("text", ["", "A +", "A B", "A + C", "2 A", "A + 1/0*B", "1e9*A", "A*2", "+"])
def test_an_objective_that_is_no_sum_is_refused(text):
    with pytest.raises(ValueError, match="is no sum of payoffs; allowed: names of players"):
        parse_objective(text, ("A", "B"))


def test_an_objective_has_factors_and_names_with_spaces():
    assert parse_objective("-1/2*player 1 + player 1 2 - 0.5*player 1", ("player 1", "player 1 2")) == [-1, 1]
    assert parse_objective("2*2 - 1", ("1", "2")) == [-1, 2]


def test_a_large_table_is_refused():
    with pytest.raises(ValueError, match=r"2,500 profiles; at most 2,000 are allowed"):
        correlated(random_table((50, 50), 0))
