"""One test that every game passes, and the limits of state graphs."""

from fractions import Fraction
from itertools import product

import networkx as nx
import pytest
from chains import Chain
from small_games import Alternating, Coin, Countdown, Matching, Nim, RandomGame, Ring, Stuck

from gametheory import Castle, state_graph, unfold
from gametheory.games.battle import Battle
from gametheory.games.towers import AIMS, Towers
from gametheory.model.classes import is_zero_sum, terminal_payoffs
from gametheory.model.game import Distribution, PositionLimitExceeded, RulesError, active_players
from gametheory.model.unfolding import joint_moves, networkx_graph, outcome_of, state_arrays
from gametheory.model.validation import validate_game

GAMES = [Castle(10, 11, 15), Castle(5, 8, 5), Castle(1, 1, 1), Castle(12, 32, 5)]
GAMES += [Battle(2, 1), Battle(3, 4, Fraction(1, 3), both_dead="defender"), Battle(4, 3, reserve=1), Battle(0, 2)]
GAMES += [Battle(5, 3, stop_when_outnumbered=True), Battle(2, 2, Fraction(1), Fraction(0)), Battle(1, 1, 0, 0)]
GAMES += [Towers(3, 2, 2, 1, aim) for aim in AIMS] + [Towers(2, 2, 1, 0, "anywhere")]
GAMES += [Countdown(7), Coin(4), Matching(), Alternating(), Ring(), Nim((3, 2)), Chain(0, {0: {0: 1}})]
GAMES += [RandomGame(seed, cyclic=True, chance=seed % 2 == 1, simultaneous=seed > 7) for seed in range(12)]


def transitions(game, position):
    """Yield each joint move in a position with the distribution of the next position."""
    choices = [moves for player in game.players if (moves := tuple(game.moves(position, player)))]
    for joint_move in product(*choices):
        result = game.after(position, *joint_move)
        yield joint_move, result if isinstance(result, Distribution) else {result: Fraction(1)}


def added_edge_by_edge(game):
    """Return the state graph, built by the rules and networkx alone."""
    start = game.start()
    graph, positions = nx.MultiDiGraph(game=game, start=start), [start]
    graph.add_node(start, outcome=game.outcome(start))
    for position in positions:
        if graph.nodes[position]["outcome"] is None:
            for moves, distribution in transitions(game, position):
                for successor, probability in distribution.items():
                    if successor not in graph:
                        graph.add_node(successor, outcome=game.outcome(successor))
                        positions.append(successor)
                    graph.add_edge(position, successor, moves=moves, probability=probability)
    return graph


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{type(game).__name__} {game}"[:30])
def test_the_graph_is_the_one_that_networkx_would_store(game):
    graph, plain, arrays = state_graph(game), added_edge_by_edge(game), unfold(game)
    assert type(graph) is nx.MultiDiGraph
    assert list(validate_game(game)) == list(graph)
    assert list(graph.nodes(data=True)) == list(plain.nodes(data=True))
    assert list(graph.edges(data=True, keys=True)) == list(plain.edges(data=True, keys=True))
    assert graph.graph == plain.graph
    for each in (state_arrays(plain), arrays):
        assert list(each) == list(plain)
        assert nx.utils.graphs_equal(networkx_graph(each), plain)
        for position in plain:
            assert joint_moves(each, position) == joint_moves(plain, position)
            assert outcome_of(each, position) == outcome_of(plain, position)
        names, expected = ([sorted(group) for group in every.groups[0]] for every in (each, arrays))
        assert names == expected
        assert each.groups[1].tolist() == arrays.groups[1].tolist()


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
        ({1: 1 - Fraction(1, 10**30)}, "with the sum 9+/10+, not 1"),
        ({1: 1, 2: Fraction(1, 10**30)}, "with the sum 10+1/10+, not 1"),
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
