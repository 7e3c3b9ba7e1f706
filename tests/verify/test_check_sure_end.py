"""Play surely ends, or the players can avoid it: against walks on random graphs."""

from fractions import Fraction

import pytest
from games_by_table import MoveTable
from small_games import RandomGame

from gametheory import solve, unfold
from gametheory.model.state_graph import state_graph
from gametheory.verify import CertificateError, check_sure_end


def can_go_on(graph):
    """Whether the players can stay among some positions forever: those with a move that stays among them."""
    left = {node for node in graph if graph.out_degree(node)}
    while True:
        stays = {
            node
            for node in left
            if any(
                all(after in left for _, after, moves in graph.edges(node, data="moves") if moves == chosen)
                for chosen in {moves for _, _, moves in graph.edges(node, data="moves")}
            )
        }
        if stays == left:
            return bool(left)
        left = stays


def test_random_games():
    found = []
    for seed in range(60):
        graph = state_graph(RandomGame(seed, inner=5, cyclic=True, chance=True))
        found.append(can_go_on(graph))
        if found[-1]:
            with pytest.raises(CertificateError, match="play can avoid the end from"):
                check_sure_end(graph)
        else:
            check_sure_end(graph)
    assert 5 < sum(found) < 55


def test_a_game_that_can_go_on_has_no_probabilities_of_winning():
    """Who waits neither wins nor loses: half of 1 and the payoff would be no probability."""
    half = Fraction(1, 2)
    risk = {"one": half, "two": half}
    game = MoveTable("one two", {"a": ("one", {"risk": risk, "wait": "b"}), "b": ("two", {"risk": risk, "wait": "a"})})
    with pytest.raises(CertificateError, match="play can avoid the end"):
        check_sure_end(unfold(game))
    solution = solve(game, component_limit=1)
    assert solution.outcomes == {}
    assert set(solution.payoffs.values()) == {0}
