"""Games with simultaneous moves against the closed form of two-by-two matrix games."""

from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import RandomGame, Ring

from gametheory import Distribution, Outcome, state_graph
from gametheory.model.classes import terminal_payoffs
from gametheory.model.unfolding import joint_moves
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.matrix_game import solve_matrix
from gametheory.solvers.simultaneous import solve_simultaneous
from gametheory.verify import check_simultaneous_equilibrium

SEEDS = st.integers(0, 10**6)


def value_of_two_by_two(matrix):
    (a, b), (c, d) = matrix
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low == high else (a * d - b * c) / (a + d - b - c)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans())
def test_values_follow_the_closed_form_of_two_by_two(seed, chance):
    game = RandomGame(seed, simultaneous=True, chance=chance)
    graph = state_graph(game)
    payoffs = terminal_payoffs(graph)

    def value(node):
        if node in game.ends:
            return Fraction(game.ends[node])
        mean = {
            moves: sum(p * value(v) for v, p in distribution.items())
            for moves, distribution in game.table[node].items()
        }
        return value_of_two_by_two([[mean[row, column] for column in "cd"] for row in "ab"])

    solution = solve_simultaneous(graph, payoffs)
    assert (
        solution.values[0]
        == value(0)
        == check_simultaneous_equilibrium(graph, payoffs, solution.values, solution.strategies)
    )


class Rounds:
    """First both choose at the same time, then the second alone, the first alone, chance, and again both."""

    players = ("one", "two")

    def start(self):
        return (0, 0)

    def outcome(self, position):
        return Outcome(str(position[1]), (position[1], -position[1])) if position[0] == 6 else None

    def moves(self, position, player):
        alone = {1: "two", 2: "one", 3: None}.get(position[0], player)
        return (3, 1, 2) if player == alone else ()

    def after(self, position, *moves):
        turn, sum_ = position
        if turn == 3:
            return Distribution({(4, sum_): Fraction(2, 7), (4, sum_ + 3): Fraction(1, 7), (5, sum_): Fraction(4, 7)})
        steps = {2: (7 * moves[0] - 5 * moves[-1]) % 6 - 2, 1: moves[0]}[len(moves)]
        return (turn + 1, sum_ + (steps if turn != 1 else -steps))


def test_positions_in_which_one_player_or_chance_moves():
    graph = state_graph(Rounds())
    values = {}
    for position in reversed(list(nx.topological_sort(graph))):
        end = graph.nodes[position]["outcome"]
        if end is not None:
            values[position] = Fraction(end.payoffs[0])
            continue
        means = {
            moves: sum(p * values[to] for to, p in after.items())
            for moves, after in joint_moves(graph, position).items()
        }
        rows = [(3,), (1,), (2,)] if position[0] not in (1, 3) else [()]
        columns = [(3,), (1,), (2,)] if position[0] not in (2, 3) else [()]
        values[position] = to_fraction(solve_matrix([[to_flint(means[i + j]) for j in columns] for i in rows]).value)
    payoffs = terminal_payoffs(graph)
    solution = solve_simultaneous(graph, payoffs)
    assert solution.values == values
    assert set(solution.strategies[2, -1]) == {"one"}
    check_simultaneous_equilibrium(graph, payoffs, solution.values, solution.strategies)
    # a graph made by hand may have its moves in any order
    backward = nx.MultiDiGraph(**graph.graph)
    backward.add_nodes_from(graph.nodes(data=True))
    backward.add_edges_from(reversed(list(graph.edges(data=True))))
    again = solve_simultaneous(backward, payoffs)
    assert again.values == values
    check_simultaneous_equilibrium(backward, payoffs, again.values, again.strategies)
    at_start = [edge for edge in backward.edges(keys=True) if edge[0] == (0, 0)]
    backward.remove_edge(*at_start[0])
    with pytest.raises(ValueError, match="not every pair of moves"):
        solve_simultaneous(backward, payoffs)


def test_games_of_another_class_are_refused():
    with pytest.raises(ValueError, match="not a zero-sum game"):
        solve_simultaneous(state_graph(Ring()), {})
