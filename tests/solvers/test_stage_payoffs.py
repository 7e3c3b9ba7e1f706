"""Simultaneous games with cycles, and games that pay after every move: known values, and other methods."""

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from brute_force import chain_value, max_min, pure_strategies_of, rows_of, steps_under
from games_by_table import MoveTable, pennies_again, push
from hypothesis import example, given, settings
from hypothesis import strategies as st
from small_games import Matching, RandomGame
from test_simultaneous import value_of_two_by_two

from gametheory import solve, state_graph, unfold
from gametheory.model.classes import StoppingGame, terminal_payoffs
from gametheory.model.game import RulesError
from gametheory.numbers.rationals import round_outward, simplest_between
from gametheory.solvers.dispatch import NoSolver
from gametheory.solvers.stochastic import bracket_stochastic, solve_mean_payoff, solve_mean_payoff_game
from gametheory.verify import CertificateError, check_mean_payoff, check_mean_payoff_game

SEEDS = st.integers(0, 10**6)
ONE, HALF = Fraction(1), Fraction(1, 2)


@pytest.mark.parametrize("width", [Fraction(1, 6), Fraction(1, 12), Fraction(1, 10**6), Fraction(1, 10**30)])
def test_an_irrational_value_between_bounds(width):
    """v = 1 / (2 - v/2), the value of ((1, v/2), (0, 1)), has the solution 2 - sqrt(2)."""
    solution = solve(pennies_again(), width=width)
    lower, upper = solution.bounds["even"]
    assert (2 - upper) ** 2 <= 2 <= (2 - lower) ** 2
    assert upper - lower <= width, "also after the bounds are rounded outward"
    assert solution.payoffs == {}
    assert solution.bounds["odd"] == (-upper, -lower)
    assert solution.as_json()["payoffs"]["even"] == {"lower": str(lower), "upper": str(upper)}


def test_a_value_that_no_strategy_attains():
    """Everett's game: a run is safe unless the hunter shoots just then, and a vain shot is the last.

    The runner gets 1 only in the limit: a bracket from both sides, and the method says that it is wide.
    """
    results = {
        ("hide", "wait"): "hidden",
        ("hide", "shoot"): "runner",
        ("run", "wait"): "runner",
        ("run", "shoot"): "hunter",
    }
    solution = solve(MoveTable("runner hunter", {"hidden": ("all", results)}))
    lower, upper = solution.bounds["runner"]
    assert upper == 1
    assert Fraction(9, 10) < lower < 1
    assert "wider than asked" in solution.method


class StoppingRounds:
    """Two positions with a stage game of 2 rows and 2 columns each; equal moves lead to A, others to B."""

    players, discount = ("one", "two"), Fraction(9, 10)

    def __init__(self):
        self.table = {"A": ((3, 1), (0, 2)), "B": ((0, -2), (-1, 1))}

    def start(self):
        return "A"

    def outcome(self, position):
        return None

    def moves(self, position, player):
        return (0, 1)

    def stage_payoffs(self, position, one, two):
        return (self.table[position][one][two], -self.table[position][one][two])

    def after(self, position, one, two):
        return "A" if one == two else "B"


class RandomStages(StoppingRounds):
    def __init__(self, seed):
        draw = np.random.default_rng(seed)
        self.table = {name: tuple(map(tuple, draw.integers(-4, 5, (2, 2)).tolist())) for name in "AB"}
        self.following = {(n, i, j): "AB"[int(draw.integers(2))] for n in "AB" for i in (0, 1) for j in (0, 1)}
        self.discount = Fraction(int(draw.integers(1, 5)), 5)

    def after(self, position, one, two):
        return self.following[position, one, two]


def iterated(game):
    """Return the values by Shapley's iteration, with the formula for the value of 2 rows and 2 columns."""
    values, d = {"A": 0.0, "B": 0.0}, float(game.discount)
    for _ in range(300):
        stages = {
            n: [[game.table[n][i][j] + d * values[game.after(n, i, j)] for j in (0, 1)] for i in (0, 1)] for n in "AB"
        }
        values = {n: value_of_two_by_two(stage) for n, stage in stages.items()}
    return values


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_discounted_values_are_those_of_value_iteration(seed):
    game = RandomStages(seed)
    solution = solve(game)
    lower, upper = solution.bounds.get("one", (solution.payoffs.get("one"),) * 2)
    assert float(lower) - 1e-6 <= iterated(game)["A"] <= float(upper) + 1e-6
    assert upper - lower <= Fraction(2, 10**6)


def test_a_rational_value_is_found_exactly():
    solution = solve(StoppingRounds())
    assert solution.payoffs == {"one": Fraction(6), "two": Fraction(-6)}
    assert iterated(StoppingRounds())["A"] == pytest.approx(6)
    assert solution.bounds == {}


@settings(max_examples=12, deadline=None)
@example(146640)  # the second player waits forever in position 2
@example(968)  # the first player waits forever at the start: plain value iteration ends with 3/4 there
@given(SEEDS)
def test_the_bounds_of_a_game_without_simultaneous_moves_are_its_value(seed):
    graph = state_graph(RandomGame(seed, inner=4, cyclic=True, chance=True))
    payoffs = terminal_payoffs(graph)
    values = max_min(graph, {end: both[0] for end, both in payoffs.items()})
    low, high = bracket_stochastic(graph, payoffs, Fraction(1, 1000))
    assert all(low.values[node] <= values[node] <= high.values[node] for node in graph)


class RandomRewards(RandomGame):
    """One player, with a random payoff for each move."""

    def __init__(self, seed, **options):
        super().__init__(seed, players=("one",), inner=4, cyclic=True, **options)
        self.seed = seed

    def stage_payoffs(self, node, *moves):
        return ((self.seed // 7 + 3 * node + 5 * "abc".index(moves[0])) % 9 - 4,)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.booleans())
def test_the_mean_payoff_is_the_best_of_all_policies(seed, chance):
    """All policies, each by the mean of a power of its transition matrix (Cesaro: mix of two steps)."""
    game = RandomRewards(seed, chance=chance)
    graph = state_graph(game)
    ends = {end: payoffs[0] for end, payoffs in terminal_payoffs(graph).items()}
    inner = [node for node in graph if node not in ends]
    rewards = [Fraction(game.stage_payoffs(n, m)[0]) for n in inner for m in game.moves(n, "one")]
    found = solve_mean_payoff(unfold(game), rewards, ends)
    assert check_mean_payoff(graph, ends, *found) == found.gains[0]
    policies = (dict(zip(inner, moves, strict=True)) for moves in product(*(game.table[node] for node in inner)))
    best = max(mean_payoffs(game, graph, policy)[0] for policy in policies)
    assert float(found.gains[0]) == pytest.approx(best, abs=1e-6)


class Shifts:
    """One player, who is paid 1 for work and must rest after it."""

    players = ("worker",)

    def start(self):
        return "rested"

    def outcome(self, position):
        return None

    def moves(self, position, player):
        return ("work", "rest") if position == "rested" else ("rest",)

    def after(self, position, move):
        return "tired" if move == "work" else "rested"

    def stage_payoffs(self, position, move):
        return (int(move == "work"),)


def test_a_gain_that_the_policy_does_not_attain_is_refused():
    graph, half = state_graph(Shifts()), Fraction(1, 2)
    biases = {"rested": half, "tired": Fraction(0)}
    works = {"rested": ("work",), "tired": ("rest",)}
    assert check_mean_payoff(graph, {}, dict.fromkeys(graph, half), biases, works) == half
    for gain, policy in ((half + 1, works), (half, dict.fromkeys(graph, ("rest",)))):
        with pytest.raises(CertificateError, match="the gain is not attained"):
            check_mean_payoff(graph, {}, dict.fromkeys(graph, gain), biases, policy)


class RandomMeanGame(RandomGame):
    """Two players with opposite payoffs for each move, who move one at a time."""

    def __init__(self, seed, **options):
        super().__init__(seed, inner=3, cyclic=True, **options)
        self.seed = seed

    def stage_payoffs(self, node, *moves):
        payoff = (self.seed // 7 + 3 * node + 5 * "abc".index(moves[0])) % 9 - 4
        return payoff, -payoff


def mean_payoffs(game, graph, choice):
    """Return the mean payoff from each position if every player keeps to a move, by a power of a lazy chain."""
    size = len(graph)
    matrix, reward, index = np.zeros((size, size)), np.zeros(size), {node: number for number, node in enumerate(graph)}
    for node, end in graph.nodes(data="outcome"):
        if end is not None:
            matrix[index[node], index[node]], reward[index[node]] = 1, float(end.payoffs[0])
    for node, move in choice.items():
        reward[index[node]] = float(game.stage_payoffs(node, move)[0])
        for successor, probability in game.table[node][move].items():
            matrix[index[node], index[successor]] += float(probability)
    return np.linalg.matrix_power((matrix + np.eye(size)) / 2, 2**20) @ reward


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.booleans())
def test_the_mean_payoff_of_two_players_is_the_minimax_of_all_policies(seed, chance):
    """Each policy of the first player against each reply."""
    game = RandomMeanGame(seed, chance=chance)
    graph = state_graph(game)
    ends = terminal_payoffs(graph)
    inner = [node for node in graph if node not in ends]
    rewards = [Fraction(game.stage_payoffs(n, m)[0]) for n in inner for m in game.table[n]]
    found = solve_mean_payoff_game(unfold(game), rewards, {end: payoffs[0] for end, payoffs in ends.items()})
    assert check_mean_payoff_game(graph, ends, *found) == found.gains[0]
    mine, yours = ([node for node in inner if game.active[node] == player] for player in game.players)
    policies = [
        [dict(zip(own, moves, strict=True)) for moves in product(*(game.table[n] for n in own))]
        for own in (mine, yours)
    ]
    best = max(min(mean_payoffs(game, graph, one | other)[0] for other in policies[1]) for one in policies[0])
    assert float(found.gains[0]) == pytest.approx(best, abs=1e-6)


def test_a_mean_payoff_that_the_second_player_pays():
    """Up and down take turns; each adds 1 or 3, and the second player wants little: 3 and 1, 2 on average."""

    solution = solve(push())
    assert solution.payoffs == {"up": 2, "down": -2}
    assert solution.criterion == "mean payoff per move"
    assert solution.strategy == {"up": {"up": {3: 1}}, "down": {"down": {1: 1}}}
    for move, why in (
        (3, r"not attained after \(1,\) in down"),
        (1, r"exceeded after \(3,\) in up"),
    ):  # both make the same move: another reply is better for one of them
        flat = [dict.fromkeys(("up", "down"), Fraction(number)) for number in (move, 0)]
        policy = dict.fromkeys(("up", "down"), (move,))
        with pytest.raises(CertificateError, match=why):
            check_mean_payoff_game(state_graph(push()), {}, flat[0], (flat[1], flat[1]), policy)

    shared = push(lambda at, move: (move, move))
    with pytest.raises(NoSolver, match="for two with opposite payoffs who move one at a time"):
        solve(shared)
    two = dict.fromkeys(("up", "down"), Fraction(2))
    with pytest.raises(CertificateError, match="do not add up to 0"):
        check_mean_payoff_game(state_graph(shared), {}, two, (two, two), {"up": (3,), "down": (1,)})


def test_a_wrong_move_of_either_player_is_refused():
    game = RandomMeanGame(3)
    graph = state_graph(game)
    ends = terminal_payoffs(graph)
    rewards = [Fraction(game.stage_payoffs(n, m)[0]) for n in graph if n not in ends for m in game.table[n]]
    gains, biases, policy = solve_mean_payoff_game(
        unfold(game), rewards, {end: payoffs[0] for end, payoffs in ends.items()}
    )
    with pytest.raises(CertificateError, match="is not allowed"):
        check_mean_payoff_game(graph, ends, gains, biases, {**policy, 0: ("z",)})
    with pytest.raises(CertificateError, match="is not labeled"):
        check_mean_payoff_game(graph, ends, gains, (biases[0], {}), policy)
    with pytest.raises(CertificateError, match="there are not two players"):
        check_mean_payoff_game(state_graph(RandomRewards(1)), {}, {}, ({}, {}), {})
    rounds = state_graph(StoppingRounds())
    flat = dict.fromkeys(rounds, Fraction(0))
    with pytest.raises(CertificateError, match="both players move"):
        check_mean_payoff_game(rounds, {}, flat, (flat, flat), dict.fromkeys(rounds, (0, 0)))


class Discounted(RandomRewards):
    discount = Fraction(2, 3)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_the_discounted_payoff_is_the_best_of_all_policies(seed):
    game = Discounted(seed)
    solution = solve(game)
    stopping = StoppingGame(game)
    graph = state_graph(stopping)
    payoffs = {node: Fraction(end.payoffs[0]) for node, end in graph.nodes(data="outcome") if end is not None}
    rows = rows_of(graph)
    best = max(chain_value(steps_under(rows, {"one": p}), payoffs)[0] for p in pure_strategies_of(rows, "one"))
    assert solution.payoffs == {"one": best}
    assert solution.criterion == "discounted by 2/3 per move"
    assert set(solution.graph) == set(state_graph(game))


def test_a_sum_of_discounted_payoffs():
    """1 + d + d^2 + ... = 1 / (1 - d), and an outcome after one move counts d."""

    rows = {"house": ("owner", {"rent": "house", "sell": "sold"})}
    rent = MoveTable("owner", rows, {"sold": (20,)}, stage_payoffs=lambda at, move: (int(move == "rent"),))
    rent.discount = Fraction(9, 10)
    assert solve(rent).payoffs == solve(state_graph(rent)).payoffs == {"owner": Fraction(18)}
    assert solve(state_graph(StoppingGame(rent))).payoffs == {"owner": Fraction(18)}
    rent.discount = Fraction(19, 20)
    assert solve(rent).payoffs == {"owner": Fraction(20)}
    rent.discount = None
    assert solve(rent).payoffs == {"owner": Fraction(20)}
    assert solve(rent).criterion == "mean payoff per move"
    for wrong in (1, Fraction(1), Fraction(0), 0.9, Fraction(-1, 2)):
        rent.discount = wrong
        with pytest.raises(RulesError, match="discount is"):
            solve(rent)
    rent.discount, rent.stage_payoffs = HALF, lambda position, move: 1
    with pytest.raises(RulesError, match="not a tuple of one exact number"):
        solve(rent)


def test_what_has_no_mean_payoff_is_refused():
    two = StoppingRounds()
    two.discount = None
    with pytest.raises(NoSolver, match="the mean payoff is found for one player, and for two"):
        solve(two)
    acyclic = RandomGame(1, players=("one",))
    acyclic.stage_payoffs = lambda node, *moves: (1,)
    with pytest.raises(NoSolver, match="stage payoffs need a discount"):
        solve(acyclic)


@pytest.mark.parametrize("width", [0, Fraction(-1), 0.5, "1"])
def test_the_width_is_positive_and_exact(width):
    with pytest.raises(ValueError, match="width is"):
        solve(Matching(), width=width)


def test_the_simplest_number_of_an_interval():
    grid = [Fraction(n, 12) for n in range(-12, 13)]
    for low, high in product(grid, grid):
        if low <= high:
            inside = [Fraction(n, d) for d in range(1, 13) for n in range(-d, d + 1) if low <= Fraction(n, d) <= high]
            least = min(inside, key=lambda x: (x.denominator, abs(x)))
            assert simplest_between(low, high) == least
            lower, upper = round_outward(low, high, 5)
            assert lower <= low <= high <= upper
            assert max(low - lower, upper - high) < Fraction(1, 5)
    assert abs(float(simplest_between(Fraction("0.58578643"), Fraction("0.58578645"))) - (2 - sqrt(2))) < 2e-8
