"""A checker asks the rules of a graph whose moves its edges are: the rules of another game are refused."""

from fractions import Fraction

import pytest
from small_games import Matching, Ring

from gametheory import Outcome, state_graph
from gametheory.verify import (
    CertificateError,
    check_cyclic_equilibrium,
    check_mdp_policy,
    check_simultaneous_equilibrium,
    check_strategy,
    check_subgame_perfect,
)

ONE = Fraction(1)
CHECKS = "is not one allowed move for each of"


class Rules:
    """The rules of matching pennies, with other players."""

    def __init__(self, **moves):
        self.players, self.own = tuple(moves), moves

    def moves(self, position, player):
        return self.own[player]


def pennies(**moves):
    """Return the state graph of matching pennies with the rules of another game."""
    graph = state_graph(Matching())
    graph.graph["game"] = Rules(**moves)
    return graph


BOTH = ("heads", "tails")
PAIRS = {"even": (ONE, -ONE), "odd": (-ONE, ONE)}
HEADS = {"start": ("heads", "heads")}


def test_two_players_do_not_pass_for_one():
    """One player who made both moves could always win."""
    values = {"start": ONE, "even": ONE, "odd": -ONE}
    with pytest.raises(CertificateError, match=CHECKS):
        check_mdp_policy(pennies(even=BOTH), {"even": ONE, "odd": -ONE}, values, HEADS)
    with pytest.raises(CertificateError, match=CHECKS):
        check_strategy(pennies(odd=BOTH), "odd", {"start": "heads"}, ["even", "odd"])
    both = {position: (value, -value) for position, value in values.items()}
    with pytest.raises(CertificateError, match=CHECKS):
        check_subgame_perfect(pennies(even=BOTH, odd=()), PAIRS, both, HEADS)
    with pytest.raises(CertificateError, match=CHECKS):
        check_cyclic_equilibrium(pennies(even=BOTH, odd=()), PAIRS, values, HEADS, {"start": 1, "even": 0})
    certificate = {"start": {"even": {"heads": ONE}, "odd": {}}}
    with pytest.raises(CertificateError, match=CHECKS):
        check_simultaneous_equilibrium(pennies(even=BOTH, odd=()), PAIRS, values, certificate)


def test_moves_of_players_do_not_pass_for_chance():
    """Where no player moves, none can gain by another move."""
    values = {"start": (-ONE, ONE), **PAIRS}
    with pytest.raises(CertificateError, match=CHECKS):
        check_subgame_perfect(pennies(even=(), odd=()), PAIRS, values, {"start": ("heads", "tails")})


def test_moves_of_other_names_are_refused():
    for moves in (("left", "right"), ("heads",), ()):
        with pytest.raises(CertificateError, match=CHECKS):
            check_strategy(pennies(even=BOTH, odd=moves), "odd", {"start": "heads"}, ["even", "odd"])
    assert check_strategy(pennies(even=BOTH, odd=(*BOTH, "edge")), "odd", {"start": "heads"}, ["even", "odd"]) == 3


def test_play_that_stops_without_an_end_forces_nothing():
    """Without its edges, a position has no outcome, and no play goes on from it."""
    graph = state_graph(Ring())
    assert check_strategy(graph, "walker", {0: "leave"}, ["out"]) == 2
    graph.remove_edges_from(list(graph.out_edges(1)))
    with pytest.raises(CertificateError, match="no move leads on from 1"):
        check_strategy(graph, "walker", {0: "on", 1: "leave"}, ["out"])


def test_no_play_goes_on_after_an_end():
    graph = state_graph(Ring())
    graph.add_edge("out", 1, moves=("on",), probability=ONE)
    assert graph.nodes["out"]["outcome"] == Outcome("out")
    assert check_strategy(graph, "walker", {0: "leave"}, ["out"]) == 2
