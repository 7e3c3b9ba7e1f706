"""Questions about a strategy: dominance, guarantees, commitments, regret and correlated play, against other methods."""

import itertools
import json
import random
from decimal import Decimal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from games_by_class import Entry
from plans import pure_plans, table_of_plans
from poker import random_tree
from scipy.optimize import linprog
from trees import BATTLE, ENTRY, HORSE

from gametheory import Outcome, dominance, ess, maximin, nash, regret, solve, stackelberg
from gametheory.api import correlated
from gametheory.formats.gambit import read_efg
from gametheory.model.normal_form import NormalForm
from gametheory.solvers import pivoting
from gametheory.solvers.questions import parse_objective
from gametheory.verify import CertificateError, check_subgame_perfect_tree

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
            patch.setattr(pivoting, "_by_basis", lambda _: None)
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


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("table", [table for table in TABLES if len(table.players) == 2])
def test_ties_against_the_leader_are_those_of_a_grid(table, leader):
    """No commitment surely gets more than the value, and a commitment near the best one surely gets nearly it."""
    solution = stackelberg(table, leader=table.players[leader], weak=True)
    own, other = (np.array(table.payoff_matrix(each), dtype=float) for each in (leader, 1 - leader))
    own, other = (own.T, other.T) if leader else (own, other)

    def surely(mixed):
        replies = mixed @ other
        return (mixed @ own)[replies >= replies.max() - 1e-12].min()

    value = float(solution.value)
    assert solution.value <= stackelberg(table, leader=table.players[leader]).value
    for mixed in np.random.default_rng(1).dirichlet([0.5] * len(own), 200):
        assert surely(mixed) <= value + 1e-9
    commitment, _ = solution.arrays()
    if not solution.attained:
        toward = solution.vector(leader, solution.toward)
        assert surely(commitment) < value - 1e-12
        commitment = (1 - 1e-6) * commitment + 1e-6 * toward
    assert surely(commitment) == pytest.approx(value, abs=1e-3)


def test_weak_commitments_by_hand():
    """The leader of (2, 4; 1, 3) gets 7/2 only if the follower, who is indifferent, answers in the leader's favor."""
    weak = stackelberg([[2, 4], [1, 3]], [[1, 0], [0, 1]], weak=True)
    assert (weak.value, weak.attained, weak.toward) == (Fraction(7, 2), False, {"2": 1})
    assert "Payoffs near 7/2 and 1/2" in str(weak)
    # who never cares chooses the worst, and a reply that is best only together with others is not chosen
    assert stackelberg([[0, 1]], [[0, 0]], weak=True).value == 0
    assert stackelberg([[0, 1]], [[0, 0]]).value == 1
    average = [[0, 0, 10], [0, 0, 10]], [[1, 0, "1/2"], [0, 1, "1/2"]]
    assert (stackelberg(*average, weak=True).value, stackelberg(*average).value) == (0, 10)


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


DILEMMA = [[3, 0], [5, 1]], [[3, 5], [0, 1]]
LATER = read_efg(
    'EFG 2 R "" { "A" "B" } p "" 1 1 "first" { "in" "out" } 0 p "" 2 1 "reply" { "l" "r" } 0 '
    'p "" 1 2 "last" { "u" "d" } 0 t "" 1 "" { 3 1 } t "" 2 "" { 0 0 } t "" 3 "" { 1 4 } t "" 4 "" { 2 2 }'
)


def gains(solution):
    return [tuple(each.gain for each in profile) for profile in solution.profiles]


@pytest.mark.parametrize("seed", range(6))
def test_a_table_has_the_regret_of_each_pure_strategy(seed):
    rng = random.Random(seed)
    array = [[[[rng.randint(-9, 9) for _ in "abc"] for _ in "ab"] for _ in "abc"] for _ in "ab"]
    mixed = [[rng.randint(0, 5) + 1 for _ in range(size)] for size in (2, 3, 2)]
    mixed = [[Fraction(weight, sum(own)) for weight in own] for own in mixed]

    def payoff(who, plans):
        cells = ((a, b, c) for a in range(2) for b in range(3) for c in range(2))
        return sum(plans[0][a] * plans[1][b] * plans[2][c] * array[a][b][c][who] for a, b, c in cells)

    (found,) = regret(array, {"strategies": mixed}).profiles
    for who, each in enumerate(found):
        pure = [[int(i == j) for j in range(len(mixed[who]))] for i in range(len(mixed[who]))]
        best = max(payoff(who, [*mixed[:who], own, *mixed[who + 1 :]]) for own in pure)
        assert (each.payoff, each.gain) == (payoff(who, mixed), best - payoff(who, mixed))


def test_a_tree_has_the_regret_of_its_table_of_plans():
    third, half = Fraction(1, 3), Fraction(1, 2)
    behavior = {
        "A": {"first": {"in": third, "out": 1 - third}, "last": {"u": half, "d": half}},
        "B": {"reply": {"l": half, "r": half}},
    }
    (found,) = regret(LATER, {"behavior": behavior}).profiles
    weights = {(0, 0): third * half, (0, 1): third * half, (1,): 1 - third}
    mixed = [weights[tuple(plan.values())] for plan in pure_plans(LATER, 1)]
    (table,) = regret(table_of_plans(LATER), {"strategies": [mixed, [half, half]]}).profiles
    assert [each[1:3] for each in found] == [each[1:3] for each in table]
    # to go in and then up, and to stay out, both get 2
    assert found[0].deviation in ({"first": "in", "last": "u"}, {"first": "out"})


UNNAMED = read_efg(
    'EFG 2 R "" { "" "" } p "" 1 1 "" { "1" "2" } 0 p "" 2 1 "" { "1" "2" } 0 t "" 1 "" { 3 1 } t "" 2 "" { 0 0 } '
    'p "" 2 2 "" { "1" "2" } 0 t "" 3 "" { 1 4 } t "" 4 "" { 2 2 }'
)


@pytest.mark.parametrize(
    "game",
    [NormalForm.from_payoffs(*DILEMMA), LATER, UNNAMED, Entry()],
    ids=["table", "tree", "tree without names", "class"],
)
def test_what_nash_and_solve_print_has_no_regret(game):
    for solution in (nash(game), solve(game)):
        document = json.loads(json.dumps(solution.as_json()))
        assert set(regret(game, document).greatest) == {0}


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ({"strategies": [["1/3", "2/3"], [1, 0]]}, None),
        ({"strategies": [[0.1, 0.9], [1, 0]]}, None),
        (
            {"strategies": [[0.3333333, 0.6666666], [1, 0]]},
            "1 0.3333333, 2 0.6666666 is no distribution: the sum is 0.99",
        ),
        ({"strategies": [[0.5, 0.500000002], [1, 0]]}, "the sum is 1.000000002.*; allowed: numbers such as"),
        ({"strategies": [[1e300, 1e300], [1, 0]]}, "the sum is 2e\\+300"),
        ({"strategies": [[np.float64(-1e-18), 1.0], [1, 0]]}, "a number is negative"),
        ({"strategies": [[None, 1], [1, 0]]}, "is no distribution: None is not a finite number"),
        ({"strategies": [["0.5", "1e0"], [1, 0]]}, "is no distribution"),
        ({"strategies": ["10", "01"]}, "is no profile of this game"),
        ({"strategies": [{0, 1}, [1, 0]]}, "is no profile of this game"),
        ({"strategies": [itertools.count(), [1, 0]]}, "is no profile of this game"),
        ("1001", "is no profile of this game; allowed: JSON that nash or solve prints, or an equilibrium"),
        ({"row": [1, 0], "column": [1, 0]}, "is no profile of this game"),
        (np.eye(3), "is no profile of this game"),
        ({"strategies": [[2, -1], [1, 0]]}, "is no distribution: a number is negative; allowed: numbers such as"),
        ({"strategies": [["a", "2/3"], [1, 0]]}, "1 a, 2 2/3 is no distribution"),
        ({"strategies": [[["1/3", "2/3"], 1], [1, 0]]}, "is no distribution"),
        ({"strategies": [[float("nan"), 1], [1, 0]]}, "is no distribution"),
        ({"strategies": [[1, 0]]}, "is no profile of this game"),
        ({"strategies": [[1, 0], [1]]}, "is no profile of this game"),
        ({"equilibria": [3]}, "3 is no profile of this game"),
        ([], r"\[\] is no profile of this game; allowed: JSON that nash or solve prints"),
        ({"strategy": [{"player": "row"}]}, "is no profile of this game"),
        ({"behavior": {"row": 3}}, "row has no information set 3, only start"),
        ({"behavior": {"row": {"start": 3}}}, "row at start: 3 has other actions than 1, 2"),
        ({"behavior": {"Eve": {}}}, "the game has no player 'Eve', only row, column"),
        ({"behavior": {"row": {"end": {}}}}, "row has no information set 'end', only start"),
        ({"behavior": {"row": {"start": {"3": 1}}}}, "has other actions than 1, 2"),
        ({"behavior": {"rwo": {}}}, r"the game has no player 'rwo', only row, column .*; did you mean row\?"),
        ({"behavior": {"row": {"strat": {}}}}, r"row has no information set 'strat', .*; did you mean start\?"),
        ({"behavior": {"row": {"start": {"1": 1}}}}, "no probabilities for column at start"),
    ],
)
def test_a_profile_that_is_none_is_named(profile, message):
    if message is None:
        regret(DILEMMA[0], profile, DILEMMA[1])
        return
    with pytest.raises(ValueError, match=f"^profile: .*{message}"):
        regret(DILEMMA[0], profile, DILEMMA[1])


NORMAL_FORM_OF_DILEMMA = NormalForm.from_payoffs(*DILEMMA)
PENNIES = NormalForm.from_payoffs([[3, -1], [-1, 1]])  # the only equilibrium mixes 1/3 and 2/3


@pytest.mark.parametrize("number", [float, np.float64, np.float32, np.longdouble, np.float16, Fraction, Decimal])
def test_numbers_of_any_kind_are_probabilities(number):
    (found,) = regret(NORMAL_FORM_OF_DILEMMA, [[number(0.25), number(0.75)], [number(0), number(1)]]).profiles
    # by hand: the row player gets 3/4 of 1, and 1 by the second row
    assert [(each.payoff, each.gain) for each in found] == [(Fraction(3, 4), Fraction(1, 4)), (Fraction(2), 0)]


@pytest.mark.parametrize("kind", [tuple, np.array, lambda own: np.array(own, object), iter])
def test_a_list_of_mixed_strategies_is_a_profile(kind):
    solution = regret(PENNIES, [kind([1 / 3, 2 / 3]), kind([Fraction(1, 3), Fraction(2, 3)])])
    assert solution.greatest == (0,)  # 1/3 and 2/3 as floats have the ratio 1 to 2, and the sum 1 - 2^-54
    ((profile, player, place, total),) = solution.rescaled
    assert (profile, player, place, 1 - total) == (1, "row", "start", Fraction(1, 2**54))
    assert "Profile 1: the probabilities of row at start have the sum 1 - 5.6e-17, and were divided by it." in str(
        solution
    )
    assert solution.as_json()["rescaled"][0]["sum"] == str(total)


def test_a_sum_within_a_billionth_is_divided_out_and_a_wider_one_is_not():
    near = regret(PENNIES, [["1/3", Fraction(2, 3) + Fraction(1, 10**9)], [1, 0]])
    assert near.rescaled[0].sum == 1 + Fraction(1, 10**9)
    assert (
        near.profiles[0][0].payoff == (3 * Fraction(1, 3) - Fraction(2, 3) - Fraction(1, 10**9)) / near.rescaled[0].sum
    )
    with pytest.raises(ValueError, match=r"the sum is 1\.0000000011"):
        regret(PENNIES, [["1/3", Fraction(2, 3) + Fraction(11, 10**10)], [1, 0]])
    assert not regret(PENNIES, [["1/3", "2/3"], [0.5, 0.5]]).rescaled


def test_a_gain_that_floats_leave_is_shown_with_its_size():
    solution = regret(PENNIES, [[0.1 + 0.2 + 1 / 30, 2 / 3], [1 / 3, 2 / 3]])
    assert 0 < solution.greatest[0] < Fraction(1, 10**15)
    assert "≈" in str(solution)
    assert "Nash equilibria: 0 of 1 profile" in str(solution)


@pytest.mark.parametrize("game", [PENNIES, LATER, UNNAMED, HORSE, Entry(), NORMAL_FORM_OF_DILEMMA])
def test_results_and_equilibria_are_profiles(game):
    solution = nash(game)
    assert set(regret(game, solution).greatest) == {0}
    assert [regret(game, each).greatest for each in solution] == [(0,)] * len(solution)
    assert regret(game, solution[0]).profiles[0] == regret(game, solution).profiles[0]
    assert solution[-1] is solution.equilibria[-1]
    assert solution[:1] == solution.equilibria[:1]
    if len(solution.players) == 2:
        assert set(regret(game, solve(game)).greatest) == {0}


def test_an_equilibrium_of_another_game_is_no_profile():
    for game, other in ((PENNIES, LATER), (LATER, PENNIES), (UNNAMED, HORSE)):
        with pytest.raises(ValueError, match=r"^profile: "):
            regret(game, nash(other)[0])


class Nim:
    """Two heaps; the positions are tuples, to which several plays lead; who takes the last stone gets 1."""

    players = ("first", "second")

    def start(self):
        return 1, 2, 0

    def outcome(self, at):
        return None if at[0] + at[1] else Outcome(self.players[1 - at[2]])

    def moves(self, at, player):
        heaps = [(heap, count) for heap in (0, 1) for count in range(1, at[heap] + 1)]
        return heaps if player == self.players[at[2]] else []

    def after(self, at, move):
        left = [at[0], at[1]]
        left[move[0]] -= move[1]
        return left[0], left[1], 1 - at[2]


def test_what_solve_prints_of_positions_that_are_tuples_has_no_regret():
    assert set(regret(Nim(), json.loads(json.dumps(solve(Nim()).as_json()))).greatest) == {0}


def test_a_leader_is_named():
    game = NormalForm(("", "B"), (("1", "2"), ("1", "2")), NORMAL_FORM_OF_DILEMMA.outcomes)
    assert stackelberg(game, leader="player 2").leader == "player 2"
    with pytest.raises(ValueError, match="leader: no player ''; allowed: player 1, player 2"):
        stackelberg(game, leader="")
