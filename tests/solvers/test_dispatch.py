"""`gametheory.solve` on every class of game: strategies replayed as Markov chains, and values found by brute force."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import prod
from operator import attrgetter

import networkx as nx
import numpy as np
import pytest
from brute_force import chain_value, pure_strategies_of, rows_of, steps_played
from games_by_class import Bold, Dice, Duel, Endless, Entry, Faulty, Goofspiel, Race, TossedDuel
from games_by_table import MoveTable, both_choose, patience
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from small_games import Alternating, Coin, Countdown, Matching, RandomGame, RandomPayoffs, Ring, Written

from gametheory import Castle, solve, state_graph, verify
from gametheory.model.classes import terminal_payoffs
from gametheory.model.game import Outcome, PositionLimitExceeded, RulesError, active_players
from gametheory.model.normal_form import NormalForm
from gametheory.model.state_arrays import PositionMap
from gametheory.solvers import dispatch
from gametheory.solvers.dispatch import NoSolver, solve_game
from gametheory.solvers.perfect_information import RetrogradeSolution
from gametheory.solvers.solution import summary
from gametheory.verify import CertificateError

ONE, HALF = Fraction(1), Fraction(1, 2)
SEEDS = st.integers(0, 10**6)


def replayed(graph, strategy):
    """Return the payoffs of all players from every position if they follow mixed strategies."""
    steps, terminal = steps_played(rows_of(graph), strategy), terminal_payoffs(graph)
    return {
        player: chain_value(steps, {end: payoffs[index] for end, payoffs in terminal.items()})
        for index, player in enumerate(graph.graph["game"].players)
    }


def deviate(strategy, player, moves):
    """Return a strategy in which one player makes other moves."""
    return {
        node: {**by_player, player: {moves[node]: ONE}} if player in by_player else by_player
        for node, by_player in strategy.items()
    }


def assert_complete(solution):
    """Every active player has a distribution over legal moves in every position."""
    game, graph = solution.graph.graph["game"], solution.graph
    for position, outcome in graph.nodes(data="outcome"):
        active = active_players(game, position) if outcome is None else ()
        assert tuple(solution.strategy.get(position, {})) == active
        for player in active:
            mixed = solution.strategy[position][player]
            assert set(mixed) <= set(game.moves(position, player))
            assert sum(mixed.values()) == 1
            assert min(mixed.values()) > 0


def assert_replay_gives_payoffs(solution):
    values = replayed(solution.graph, solution.strategy)
    if not terminal_payoffs(solution.graph):  # play never ends, so that there are no payoffs to tell
        assert solution.payoffs in ({}, dict.fromkeys(values, 0))
        return
    assert solution.payoffs == {player: values[player][solution.start] for player in values}


# Each class on random games.


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.booleans(), st.integers(2, 3))
def test_no_player_gains_by_deviating_in_any_position_of_a_sequential_game(seed, chance, number):
    solution = solve(state_graph(RandomPayoffs(seed, ("one", "two", "three")[:number], 4, chance=chance)))
    assert_complete(solution)
    assert_replay_gives_payoffs(solution)
    values = replayed(solution.graph, solution.strategy)
    for player in solution.payoffs:
        for moves in pure_strategies_of(rows_of(solution.graph), player):
            other = replayed(solution.graph, deviate(solution.strategy, player, moves))[player]
            assert all(other[node] <= values[player][node] for node in solution.graph)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.booleans())
def test_a_single_player_gets_the_most_of_all_policies(seed, cyclic):
    solution = solve(state_graph(RandomGame(seed, ("one",), 4, cyclic=cyclic, chance=True)))
    assume(solution.game_class.chance)
    assert_complete(solution)
    assert_replay_gives_payoffs(solution)
    graph, (player,) = solution.graph, ("one",)
    policies = [
        {node: {player: {moves[node]: ONE}} for node in moves} for moves in pure_strategies_of(rows_of(graph), player)
    ]
    assert solution.payoffs[player] == max(replayed(graph, policy)[player][0] for policy in policies)
    for name, facts in solution.outcomes.items():
        assert facts.probability == probability_of(graph, facts.strategy, name)
        assert facts.probability == max(probability_of(graph, policy, name) for policy in policies)


def probability_of(graph, strategy, name):
    ends = {node: Fraction(end.name == name) for node, end in graph.nodes(data="outcome") if end}
    return chain_value(steps_played(rows_of(graph), strategy), ends)[0]


# Known games of each class.


def test_a_chain_that_never_ends_pays_nothing():
    solution = solve(MoveTable("one two", {0: (None, {1: 1}), 1: (None, {0: 1})}))
    assert (solution.payoffs, solution.never_ends) == ({"one": 0, "two": 0}, 1)


@pytest.mark.parametrize("p", [HALF, Fraction(3, 5), Fraction(3, 10)])
def test_single_player_with_chance_moves(p):
    """Bold play from 1 to 4 wins with p^2; with a fair coin all play does; above 1/2 small stakes do better.

    With stakes of 1 the ruin probability is that of the gambler (Huygens 1657): (1 - r) / (1 - r^4), r = (1 - p) / p.
    """
    solution = solve(Bold(p))
    ratio = (1 - p) / p
    timid = Fraction(1, 4) if ratio == 1 else (1 - ratio) / (1 - ratio**4)
    assert solution.outcomes["rich"].probability == max(timid, p**2)
    assert set(solution.outcomes) == {"rich", "ruined"}
    assert_complete(solution)


def choice(stake, sides=("heads", "tails")):
    """Return matching pennies for a stake, with moves that may have the same text."""
    payoffs = {True: (stake, -stake), False: (-stake / 2, stake / 2)}
    return both_choose(sides, lambda even, odd: even == odd, payoffs)


@pytest.mark.parametrize("stake", [Fraction(10**5000), Fraction(1, 10**5000)])
def test_numbers_too_long_for_python_to_print(stake):
    solution = solve(choice(stake))
    assert solution.payoffs["even"] == stake / 4
    text = solution.as_json()["payoffs"]["even"]
    assert text == ("25" + 4998 * "0" if stake > 1 else "1/4" + 5000 * "0")
    assert "\n".join(summary(solution))
    assert solution.strategy["start"]["odd"] == {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}


def test_moves_with_the_same_text_stay_apart_in_json():
    entry = solve(choice(ONE, (1, "1"))).as_json()["strategy"][0]
    assert entry["mixture"] == {"1": "1/2", "'1'": "1/2"}


@pytest.mark.parametrize("limit", [None, "9", 2.5])
def test_the_limit_is_a_whole_number(limit):
    with pytest.raises(ValueError, match=r"limit is .*, not a whole number"):
        solve(choice(ONE), limit)


@pytest.mark.parametrize("payoffs", [[[1, 2]], np.array([[1, 2]]), ((1, 2),)])
def test_two_matrices_are_for_nash(payoffs):
    with pytest.raises(ValueError, match=r"nash\(A, B\) solves the game of two payoff matrices"):
        solve([[3, 4]], payoffs)


LOTTERY = MoveTable(
    "ann bob", {"draw": (None, {"ann": Fraction(1, 3), "bob": Fraction(2, 3)})}, {"ann": (1, 0), "bob": (0, 0)}
)
# a single player decides on the payoffs of two
DICTATOR = MoveTable(
    "poor dictator", {"divide": ("dictator", {"fair": "fair", "greedy": "greedy"})}, {"fair": (1, 1), "greedy": (-2, 2)}
)
# the second player surrenders for 2, or plays on, and then the first player takes 4 or goes back
SURRENDER = MoveTable(
    "first second",
    {
        "asked": ("second", {"give up": "given up", "open": "open"}),
        "open": ("first", {"back": "asked", "take": "taken"}),
    },
    {"given up": (2, -2), "taken": (4, -4)},
)
HEADS = 1 - Fraction(2, 3) ** 3
KNOWN = [
    (Countdown(7), {"objective": "empty", "positions": 8, "payoffs": {}}),
    (Coin(3), {"never_ends": 0, "strategy": {}, "expected_duration": 1 + Fraction(2, 3) + Fraction(4, 9)}),
    (LOTTERY, {"payoffs": {"ann": Fraction(1, 3), "bob": 0}, "zero_sum": False}),
    (DICTATOR, {"payoffs": {"poor": -2, "dictator": 2}, "objective": "payoff"}),
    (Bold(Fraction(3, 5), True), {"payoffs": {"gambler": 4 * Fraction(27, 65)}, "objective": "payoff"}),
    (Alternating(), {"best_first_moves": (1, 2), "grundy.value": 0, "grundy.last_mover_wins": True}),
    (Alternating(), {"payoffs": {"first": -1, "second": 1}, "forced.outcomes": ("second",)}),
    (Race(3), {"forced.winner": None, "forced.moves": None}),
    (Race(2), {"forced.winner": "first", "forced.moves": 1}),
    (SURRENDER, {"payoffs": {"first": 2, "second": -2}, "best_first_moves": ("give up",)}),
    (SURRENDER, {"forced.outcomes": ("given up", "taken"), "forced.moves": 2}),
    (Dice(), {"payoffs": {"taker": Fraction(3, 2), "giver": Fraction(-3, 2)}, "best_first_moves": ("keep", "throw")}),
    (Dice(), {"zero_sum": True, "forced": None}),
    (Entry(), {"payoffs": {"entrant": 1, "incumbent": 1}, "zero_sum": False}),
    (Duel(), {"payoffs": {"guesser": 1, "hider": -1}}),
    (TossedDuel(), {"payoffs": {"guesser": Fraction(3, 4), "hider": Fraction(-3, 4)}}),
    (Goofspiel(3), {"payoffs": {"left": 0, "right": 0}}),
]


@pytest.mark.parametrize(("game", "facts"), KNOWN, ids=[type(game).__name__ for game, _ in KNOWN])
def test_known_games(game, facts):
    solution = solve(game)
    assert {name: attrgetter(name)(solution) for name in facts} == facts
    assert_complete(solution)
    if solution.payoffs:
        assert_replay_gives_payoffs(solution)


def test_outcomes_of_one_player_and_of_chance():
    facts = solve(Countdown(7)).outcomes["empty"]
    assert (facts.distance, facts.shortest_plays, facts.play) == (4, 4, (1, 2, 2, 2))
    tossed = {name: facts.probability for name, facts in solve(Coin(3)).outcomes.items()}
    assert tossed == {"heads": HEADS, "never": 1 - HEADS}


GAMES = [
    Castle(3, 5, 4), Countdown(4), Ring(), Coin(2), Bold(HALF), Bold(HALF, True), Alternating(), Race(), Dice(),
    Entry(), Matching(), Duel(), TossedDuel(), Goofspiel(2), LOTTERY, DICTATOR,
]  # fmt: skip
CONTRACT = {"class", "cyclic", "zero_sum", "method", "positions", "payoffs", "strategy", "checked", "seconds"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_json_has_the_promised_keys_and_every_decision(game):
    solution = solve(game)
    document = solution.as_json()
    assert document.keys() >= CONTRACT
    assert document["class"] in ("single-player", "sequential", "simultaneous", "chance")
    assert all(isinstance(payoff, str) for payoff in document["payoffs"].values())
    decisions = {
        (str(position), player)
        for position, outcome in solution.graph.nodes(data="outcome")
        if outcome is None
        for player in active_players(game, position)
    }
    entries = document["strategy"]
    assert len(entries) == len(decisions)
    assert bool(entries) == (document["class"] != "chance")
    for entry in entries:
        assert ("move" in entry) != ("mixture" in entry)
        assert sum(map(Fraction, entry.get("mixture", {"": "1"}).values())) == 1
    assert document["checked"]
    for what, checker in document["checked"]:
        assert what
        package, _, function = checker.partition(".")
        assert package == "verify"
        assert callable(getattr(verify, function))


# Input that no solver takes.


class WithoutPayoffs(Entry):
    def outcome(self, position):
        return Outcome(position) if super().outcome(position) else None


def test_the_error_names_the_requirement_that_is_not_met():
    with pytest.raises(NoSolver, match="no payoffs") as caught:
        solve(WithoutPayoffs())
    assert str(caught.value.game_class) in str(caught.value)


@pytest.mark.parametrize("graph", [nx.MultiDiGraph(), nx.DiGraph(game=Race(), start=0), nx.Graph()])
def test_only_a_state_graph_is_solved(graph):
    with pytest.raises(RulesError, match="allowed: a DiGraph whose nodes have an owner or a payoff"):
        solve_game(graph)
    with pytest.raises(RulesError):
        solve(graph)


@pytest.mark.parametrize("value", [5, None, Race])
def test_only_a_game_is_solved(value):
    with pytest.raises(RulesError):
        solve(value)


def test_a_payoff_matrix_is_a_zero_sum_game():
    for matrix in ([[1, 2], [3, 4]], ((1, 2), (3, 4)), np.array([[1, 2], [3, 4]])):
        assert solve(matrix).payoffs == {"row": 3, "column": -3}
    with pytest.raises(ValueError, match="row 0 is 1, not a sequence"):
        solve([1])


def test_broken_rules_and_too_many_positions():
    with pytest.raises(RulesError, match="no board"):
        solve(Faulty())
    with pytest.raises(PositionLimitExceeded, match="more than 100 positions"):
        solve(Endless(), limit=100)


# Wrong results are refused.


def test_a_win_that_is_never_made_is_refused(monkeypatch):
    """A solver that names a winner and lets play cycle is refused by the checker of strategies."""
    graph = patience()
    assert solve(graph).forced.winner == "one"
    right = dispatch.retrograde_analysis(graph, terminal_payoffs(graph))
    arrays = right.strategy.arrays
    wait = {0: arrays.moves.index(("b",)), 1: arrays.moves.index(("a",))}
    waits = PositionMap(arrays, np.array([wait.get(position, -1) for position in arrays]), arrays.moves)
    everywhere = PositionMap(arrays, np.zeros(len(arrays), int), [ONE])
    wrong = RetrogradeSolution(everywhere, waits, everywhere)
    monkeypatch.setattr(dispatch, "retrograde_analysis", lambda graph, payoffs: wrong)
    with pytest.raises(CertificateError, match="play can cycle"):
        solve(graph)


def test_a_policy_that_is_not_optimal_is_refused(monkeypatch):
    """Values that the policy attains are not enough: no other move may be better. Outcomes are solved correctly."""
    solve_right = dispatch.solve_mdp

    def always_the_first_move(graph, payoffs):
        if max(payoffs.values()) == 1:
            return solve_right(graph, payoffs)
        firsts = np.zeros(len(graph.move_of), bool)
        firsts[graph.first_move[:-1][np.diff(graph.first_move) > 0]] = True
        return solve_right(graph.with_moves(firsts), payoffs)

    monkeypatch.setattr(dispatch, "solve_mdp", always_the_first_move)
    with pytest.raises(CertificateError):
        solve(Bold(Fraction(1, 5), payoffs=True))


# Games in normal and extensive form.

SEXES = 'NFG 1 R "Sexes" { "A" "B" } { 2 2 } 2 1 0 0 0 0 1 2'
PENNIES = 'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1'
CARDS = """EFG 2 R "One card poker" { "Ann" "Bob" }
    c "" 1 "card" { "high" 1/2 "low" 1/2 } 0
    p "" 1 1 "high" { "bet" "fold" } 0
    p "" 2 1 "after a bet" { "call" "fold" } 0
    t "" 1 "wins two" { 2 -2 }
    t "" 2 "wins one" { 1 -1 }
    t "" 3 "loses one" { -1 1 }
    p "" 1 2 "low" { "bet" "fold" } 0
    p "" 2 1 "after a bet" { "call" "fold" } 0
    t "" 4 "loses two" { -2 2 }
    t "" 2
    t "" 3"""
JORDAN = """NFG 1 R "Three-player matching pennies" { "A" "B" "C" } { { "H" "T" } { "H" "T" } { "H" "T" } }
    1 1 -1  -1 1 1  -1 -1 -1  1 -1 1  1 -1 1  -1 -1 -1  -1 1 1  1 1 -1"""
THREE = 'NFG 1 R "Three" { "A" "B" "C" } { 1 1 2 } 1 1 1 0 0 2'


def form(tmp_path, text):
    file = tmp_path / "game.txt"
    file.write_text(text)
    return file


def test_a_file_in_normal_form(tmp_path):
    solution = solve(form(tmp_path, SEXES))
    assert (solution.equilibria, solution.all_equilibria, solution.zero_sum) == (3, True, False)
    assert (solution.positions, solution.moves, str(solution.game_class)) == (5, 4, "simultaneous, acyclic")
    mixed = solution.strategy["start"]
    profile = tuple(next(iter(mixed[player])) for player in ("A", "B"))
    assert solution.payoffs == dict(zip("AB", solution.graph.nodes[profile]["outcome"].payoffs, strict=True))


def test_the_moves_of_an_equilibrium_are_marked(tmp_path):
    """In the only equilibrium of this poker, Ann always bets with a high card, and both players mix otherwise."""
    file = tmp_path / "cards.efg"
    file.write_text(CARDS)
    solution = solve(file)
    played = {
        ("high", "bet"),
        *product(["low"], ["bet", "fold"]),
        *product(["high bet", "low bet"], ["call", "fold"]),
    }
    assert set(solution.optimal_moves) == {(position, (action,)) for position, action in played}
    assert {position for position, _ in solution.optimal_moves} <= set(solution.graph)
    assert solution.graph.nodes["high fold"]["outcome"].payoffs == (-1, 1)
    pennies = solve(form(tmp_path, PENNIES))
    assert set(pennies.optimal_moves) == {("start", profile) for profile in product("12", repeat=2)}
    sexes = solve(form(tmp_path, SEXES))
    (chosen,) = product(*sexes.strategy["start"].values())
    assert set(sexes.optimal_moves) == {("start", chosen)}


def test_three_players_in_normal_form(tmp_path):
    """Jordan, Three problems in learning mixed-strategy Nash equilibria (1993): the only equilibrium of his pennies."""
    assert solve(form(tmp_path, THREE)).payoffs == {"A": 0, "B": 0, "C": 2}
    solution = solve(form(tmp_path, JORDAN))
    assert solution.strategy == {"start": {player: {"H": HALF, "T": HALF} for player in "ABC"}}
    assert (solution.payoffs, solution.epsilon) == (dict.fromkeys("ABC", 0), None)
    assert set(solution.optimal_moves) == {("start", profile) for profile in product("HT", repeat=3)}


def test_an_equilibrium_of_three_players_is_as_close_as_asked():
    """A table without a pure equilibrium; what each player could gain is computed here from all profiles."""
    rng, width = random.Random(50), Fraction(1, 10**20)
    outcomes = [Outcome("", tuple(Fraction(rng.randint(0, 9)) for _ in "abc")) for _ in range(27)]
    table = NormalForm(("a", "b", "c"), (("1", "2", "3"),) * 3, tuple(outcomes))
    solution = solve(table, width=width)
    mixed = [solution.strategy["start"][player] for player in "abc"]

    def payoff(player, strategies):
        return sum(
            prod(own.get(name, 0) for own, name in zip(strategies, reversed(names), strict=True)) * end.payoffs[player]
            for names, end in zip(product("123", repeat=3), outcomes, strict=True)
        )

    gains = [
        payoff(player, [{name: 1} if place == player else own for place, own in enumerate(mixed)])
        - payoff(player, mixed)
        for player in range(3)
        for name in "123"
    ]
    assert 0 <= max(gains) <= (solution.epsilon or 0) <= width


def test_without_an_outcome_each_first_move_is_as_good_as_any():
    """Chance moves between two positions forever, and a move can have two successors."""
    game = Written([(0, {3: (2, [(0, 1), (1, 1)]), 4: (1, [(1, 1)])}), (0, {7: (1, [(0, 1)])})])
    solution = solve(game)
    assert solution.strategy == {0: {"first": {3: 1}}, 1: {"first": {7: 1}}}
    assert not solution.outcomes
