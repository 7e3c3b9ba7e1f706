"""Dominance, maximin, commitment, stability and pure equilibria: published games, and random ones by other methods."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from poker import random_tree
from scipy.optimize import linprog
from test_correlated import random_table
from trees import BATTLE, ENTRY, HORSE

from gametheory import dominance, ess, maximin, nash, stackelberg
from gametheory.verify import CertificateError, check_subgame_perfect_tree

SIZES = [(3, 3), (4, 3), (2, 2, 2), (3, 2, 2), (1, 3), (3,), (2, 2, 2, 2)]
TABLES = [random_table(size, seed, scale) for size in SIZES for seed, scale in ((1, 1), (2, 2), (3, 5))]
HALF, ONE = Fraction(1, 2), Fraction(1)


def rows_of(table, player, left=None):
    """Return the payoffs of each strategy of a player against each profile of the others."""
    left = left or [range(len(names)) for names in table.strategies]
    others, cells = [*product(*(left[:player] + left[player + 1 :]))], table.cells()
    return [[cells[(*o[:player], own, *o[player:])][player] for o in others] for own in left[player]]


def is_dominated(rows, at, weak):
    """Say whether a mixture of all rows dominates one of them, by scipy."""
    gains = np.array([[float(a - b) for a, b in zip(row, rows[at], strict=True)] for row in rows])
    kinds, profiles = gains.shape
    one = {"A_eq": [[1] * kinds], "b_eq": [1]}
    if weak:
        return linprog(-gains.sum(1), A_ub=-gains.T, b_ub=np.zeros(profiles), **one).fun < -1e-7
    upper = np.hstack([-gains.T, np.ones((profiles, 1))])
    one["A_eq"] = [[1] * kinds + [0]]
    bounds = [(0, None)] * kinds + [(None, None)]
    return linprog([0] * kinds + [-1], A_ub=upper, b_ub=np.zeros(profiles), bounds=bounds, **one).fun < -1e-7


@pytest.mark.parametrize("weak", [False, True])
@pytest.mark.parametrize("table", TABLES[::2])
def test_dominance_is_that_of_linear_programs_in_floats(table, weak):
    left = [[*range(len(names))] for names in table.strategies]
    rounds = []
    while True:
        dominated = {
            (who, each)
            for who, own in enumerate(left)
            for at, each in enumerate(own)
            if is_dominated(rows_of(table, who, left), at, weak)
        }
        if not dominated:
            break
        rounds.append({(table.players[who], table.strategies[who][each]) for who, each in dominated})
        left = [[each for each in own if (who, each) not in dominated] for who, own in enumerate(left)]
    solution = dominance(table, weak=weak)
    assert [{(each.player, each.strategy) for each in one} for one in solution.rounds] == rounds
    assert solution.left == tuple(
        tuple(names[each] for each in own) for names, own in zip(table.strategies, left, strict=True)
    )


def test_what_weak_dominance_leaves_is_not_what_strict_dominance_leaves():
    # two columns alike for the column player; the second row is never better, and once worse
    game = [[1, 1], [1, 0]], [[0, 0], [0, 0]]
    assert dominance(*game).rounds == ()
    assert dominance(*game, weak=True).left == (("1",), ("1", "2"))


@pytest.mark.parametrize("table", TABLES)
def test_guarantees_are_those_of_a_linear_program_in_floats(table):
    for player, found in enumerate(maximin(table).guarantees):
        rows = rows_of(table, player)
        best = max(map(min, rows))
        assert (found.pure_value, [*found.pure]) == (best, [str(n) for n, row in enumerate(rows) if min(row) == best])
        upper = [[*(-float(each) for each in column), 1] for column in zip(*rows, strict=True)]
        one, bounds = [[1] * len(rows) + [0]], [(0, None)] * len(rows) + [(None, None)]
        goal = [0] * len(rows) + [-1]
        solved = linprog(goal, A_ub=upper, b_ub=np.zeros(len(upper)), A_eq=one, b_eq=[1], bounds=bounds)
        assert float(found.value) == pytest.approx(-solved.fun)


@pytest.mark.parametrize("table", TABLES)
def test_the_pure_equilibria_are_those_of_a_search_through_all_profiles(table):
    cells = table.cells()
    due = {
        profile
        for profile, own in cells.items()
        if all(
            cells[(*profile[:who], other, *profile[who + 1 :])][who] <= own[who]
            for who, names in enumerate(table.strategies)
            for other in range(len(names))
        )
    }
    found = nash(table, pure=True).equilibria
    assert len(found) == len(due)
    assert {tuple(plan.index(1) for plan in each.plans) for each in found} == due


def test_a_commitment_pays_more_than_the_dominant_strategy():
    """The example of Conitzer and Sandholm (2006), figure 1."""
    solution = stackelberg([[2, 4], [1, 3]], [[1, 0], [0, 1]])
    assert (solution.value, solution.follower_payoff, solution.reply) == (Fraction(7, 2), HALF, "2")
    assert solution.commitment == {"1": HALF, "2": HALF}


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("table", [table for table in TABLES if len(table.players) == 2])
def test_no_commitment_of_a_grid_gets_more_and_the_best_equilibrium_gets_no_more(table, leader):
    solution = stackelberg(table, leader=table.players[leader])
    own, other = (np.array(table.payoff_matrix(each), dtype=float) for each in (leader, 1 - leader))
    own, other = (own.T, other.T) if leader else (own, other)
    generator = np.random.default_rng(1)
    for mixed in generator.dirichlet([0.5] * len(own), 200):
        replies = mixed @ other
        assert (mixed @ own)[replies >= replies.max() - 1e-12].max() <= float(solution.value) + 1e-9
    assert max(each.payoffs[leader] for each in nash(table).equilibria) <= solution.value


def test_hawks_doves_and_stones():
    assert [dict(each.strategy) for each in ess([[-1, 4], [0, 2]]).strategies] == [
        {"1": Fraction(2, 3), "2": Fraction(1, 3)}
    ]
    # rock-paper-scissors is stable if and only if a victory pays more than a defeat costs (Maynard Smith 1982)
    for victory, defeat in ((2, 1), (1, 1), (1, 2)):
        cycle = [[0, -defeat, victory], [victory, 0, -defeat], [-defeat, victory, 0]]
        (found,) = ess(cycle).strategies
        assert (set(found.strategy.values()), found.stable) == ({Fraction(1, 3)}, victory > defeat)


@pytest.mark.parametrize("seed", range(60))
def test_stable_strategies_repel_mutants_and_exclude_each_other(seed):
    rng = random.Random(seed)
    size, scale = rng.choice([2, 3, 4, 5]), rng.choice([1, 2, 9])
    matrix = np.array([[rng.randint(-scale, scale) for _ in range(size)] for _ in range(size)])
    matrix = np.triu(matrix) + np.triu(matrix, 1).T if seed % 2 else matrix
    stable = [each.strategy for each in ess(matrix.tolist()).strategies if each.stable]
    for strategy in stable:
        mixed = np.array([float(strategy.get(str(each + 1), 0)) for each in range(size)])
        replies = {str(each + 1) for each in np.flatnonzero(matrix @ mixed > (matrix @ mixed).max() - 1e-9)}
        # Bishop and Cannings (1976)
        assert not any(set(other) <= replies for other in stable if other is not strategy)
        for mutant in np.random.default_rng(seed).dirichlet([0.4] * size, 50):
            near = mixed + 1e-3 * (mutant - mixed)
            assert mixed @ matrix @ near >= near @ matrix @ near - 1e-12


def all_pure(tree):
    """Yield all behavior in pure strategies."""
    keys = [key for key in tree.information_sets if key[0]]
    sizes = [range(len(tree.information_sets[key].actions)) for key in keys]
    for chosen in product(*sizes):
        yield {
            key: tuple(Fraction(int(n == each)) for n in size)
            for key, each, size in zip(keys, chosen, sizes, strict=True)
        }


def small_trees():
    """Return random trees with ties, with and without hidden information, of one to three players."""
    trees = [
        random_tree(random.Random(seed), 3, payoffs=range(3), players=1 + seed % 3, perfect_information=seed % 2 == 0)
        for seed in range(40)
    ]
    return [tree for tree in trees if sum(1 for _ in all_pure(tree)) <= 200]


@pytest.mark.parametrize("tree", [ENTRY, BATTLE, HORSE, *small_trees()])
def test_the_subgame_perfect_pure_equilibria_are_those_that_a_search_finds(tree):
    due = []
    for behavior in all_pure(tree):
        try:
            due.append((check_subgame_perfect_tree(tree, behavior), behavior))
        except CertificateError:
            continue
    found = nash(tree, subgame_perfect=True)
    behaviors = [
        {(who, number): own for who, each in enumerate(one.behavior, 1) for number, own in each.items()}
        for one in found.equilibria
    ]
    assert all((one.payoffs, each) in due for one, each in zip(found.equilibria, behaviors, strict=True))
    # actions that an own earlier action excludes within a subgame are not distinguished
    assert {payoffs for payoffs, _ in due} == {one.payoffs for one in found.equilibria}
    assert len(found.equilibria) <= len(due)
    assert {one.payoffs for one in nash(tree, pure=True).equilibria} >= {one.payoffs for one in found.equilibria}
