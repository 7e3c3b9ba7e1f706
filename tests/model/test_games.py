"""One test that every game passes, and the limits of state graphs."""

from fractions import Fraction

import pytest
from small_games import Alternating, Coin, Countdown, Matching, RandomGame, Ring, Stuck

from gametheory import Castle, state_graph
from gametheory.games.battle import Battle
from gametheory.games.towers import AIMS, Towers
from gametheory.model.game import Distribution, PositionLimitExceeded, RulesError, active_players
from gametheory.model.payoffs import is_zero_sum, terminal_payoffs
from gametheory.model.state_graph import joint_moves, transitions
from gametheory.model.validation import validate_game

GAMES = [Castle(10, 11, 15), Castle(5, 8, 5), Castle(1, 1, 1), Castle(12, 32, 5)]
GAMES += [Battle(2, 1), Battle(3, 4, Fraction(1, 3), both_dead="defender"), Battle(4, 3, reserve=1), Battle(0, 2)]
GAMES += [Battle(5, 3, stop_when_outnumbered=True), Battle(2, 2, Fraction(1), Fraction(0)), Battle(1, 1, 0, 0)]
GAMES += [Towers(3, 2, 2, 1, aim) for aim in AIMS] + [Towers(2, 2, 1, 0, "anywhere")]
GAMES += [Countdown(7), Coin(4), Matching(), Alternating(), Ring()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{type(game).__name__} {game}"[:30])
def test_every_game(game):
    graph = state_graph(game)
    assert list(validate_game(game)) == list(graph)
    assert graph.graph["start"] == game.start() == next(iter(graph))
    for position, outcome in graph.nodes(data="outcome"):
        assert outcome == game.outcome(position)
        if outcome is not None:
            assert graph.out_degree(position) == 0
            continue
        by_joint_move = dict(transitions(game, position))
        edges = graph.out_edges(position, data=True)
        assert sum(len(distribution) for distribution in by_joint_move.values()) == len(edges) > 0
        for _, successor, edge in edges:
            assert by_joint_move[edge["moves"]][successor] == edge["probability"]


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_the_limit_is_an_error_with_the_number_of_positions(limit):
    with pytest.raises(PositionLimitExceeded, match=f"more than {limit} positions: {limit + 1} found"):
        state_graph(Castle(12, 44, 6), limit=limit)


def test_a_limit_that_just_suffices():
    assert len(state_graph(Countdown(9), limit=10)) == 10
    with pytest.raises(PositionLimitExceeded, match="more than 9 positions: 10 found"):
        state_graph(Countdown(9), limit=9)


def test_a_position_without_successors_is_named():
    with pytest.raises(RulesError, match="no player has a move in 0"):
        state_graph(Stuck())


@pytest.mark.parametrize(
    ("probabilities", "reason"),
    [
        ({}, "with the sum 0, not 1"),
        ({1: 1, 2: 1}, "with the sum 2, not 1"),
        ({1: Fraction(1, 3), 2: Fraction(1, 3)}, "with the sum 2/3, not 1"),
        ({1: 2, 2: -1}, "with -1 less than 0"),
    ],
)
def test_not_a_distribution(probabilities, reason):
    with pytest.raises(ValueError, match=f"not a probability distribution: .*, {reason}$"):
        Distribution(probabilities)


def test_active_players_and_joint_moves_are_those_of_the_rules():
    game = RandomGame(4, simultaneous=True, chance=True)
    assert active_players(game, 0) == ("one", "two")
    assert joint_moves(state_graph(game), 0) == game.table[0]


def test_payoffs_of_names_that_are_no_players_are_refused():
    with pytest.raises(ValueError, match="no payoffs"):
        terminal_payoffs(state_graph(Ring()))
    assert is_zero_sum(terminal_payoffs(state_graph(Alternating())))
