"""Checkers refuse rounded numbers, chance moves that are no distribution, and inputs of another shape."""

from fractions import Fraction

import networkx as nx
import pytest
from flint import fmpq
from games_by_table import MoveTable

from gametheory import Outcome, state_graph
from gametheory.verify import (
    CertificateError,
    bracket_matrix_value,
    check_absorption_probability,
    check_cyclic_equilibrium,
    check_mdp_policy,
    check_strategy,
)

ONE, ZERO, THIRD = Fraction(1), Fraction(0), Fraction(1, 3)


WALK = MoveTable("one two", {0: ("one", {"on": 1}), 1: ("two", {"on": "end"})})


def loop(leak):
    """Return the graph of a chance move that stays at the start, with an edge of some probability to the end."""
    game = MoveTable("", {"toss": (None, {"won": THIRD, "lost": 1 - THIRD})})
    graph = nx.MultiDiGraph(game=game, start="toss")
    graph.add_node("toss", outcome=None)
    graph.add_node("won", outcome=Outcome("won"))
    graph.add_edge("toss", "toss", moves=(), probability=1 - leak)
    graph.add_edge("toss", "won", moves=(), probability=leak)
    return graph


def test_an_edge_of_probability_0_leads_nowhere():
    """With a probability of 0 to leave, every label satisfies the equation."""
    half = Fraction(1, 2)
    assert check_absorption_probability(loop(half), {"toss": ONE, "won": ONE}, "won") == 1
    with pytest.raises(CertificateError, match="is no probability distribution"):
        check_absorption_probability(loop(Fraction(0)), {"toss": half, "won": ONE}, "won")
    with pytest.raises(CertificateError, match="is no probability distribution"):
        check_mdp_policy(loop(Fraction(0)), {"won": ONE}, {"toss": half, "won": ONE}, {"toss": ()})


@pytest.mark.parametrize("probability", [0.5, Fraction(1, 2), Fraction(2), Fraction(-1)])
def test_a_chance_move_is_a_distribution(probability):
    graph = loop(Fraction(1, 2))
    graph.edges["toss", "won", 0]["probability"] = probability
    graph.remove_edge("toss", "toss")
    for wrong in (probability, 1.0 * float(probability)):
        with pytest.raises(CertificateError, match="is no probability distribution"):
            check_absorption_probability(graph, {"toss": Fraction(wrong), "won": ONE}, "won")


def test_a_move_of_probability_below_1_is_a_chance_move():
    graph = state_graph(WALK)
    graph.edges[0, 1, 0]["probability"] = Fraction(1, 2)
    values, moves = dict.fromkeys((0, 1, "end"), ONE), {0: ("on",), 1: ("on",)}
    with pytest.raises(CertificateError, match="there is a chance move in 0"):
        check_cyclic_equilibrium(graph, {"end": (ONE, -ONE)}, values, moves, {0: 2, 1: 1, "end": 0})


def test_outcomes_in_one_text_are_refused():
    """The name of the outcome "end" is a part of the text "no end"."""
    graph = state_graph(WALK)
    assert check_strategy(graph, "one", {0: "on"}, ["end"]) == 3
    for text in ("no end", "end"):
        with pytest.raises(CertificateError, match=f"the outcomes are one text, {text}, not a collection"):
            check_strategy(graph, "one", {0: "on"}, text)


def test_a_matrix_has_rows_of_equal_length():
    """The second row has a column that would cost the row player 9."""
    payoffs = [[fmpq(1), fmpq(1)], [fmpq(1), fmpq(1), fmpq(-9)]]
    with pytest.raises(CertificateError, match="differ in length"):
        bracket_matrix_value(payoffs, {1: fmpq(1)}, {0: fmpq(1)})
