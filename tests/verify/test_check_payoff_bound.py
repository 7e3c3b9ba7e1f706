"""The checker of bounds in whole numbers refuses every wrong certificate, up to one unit."""

from fractions import Fraction
from math import lcm

import networkx as nx
import numpy as np
import pytest
from games_by_table import MoveTable, patience
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Matching, RandomGame

from gametheory import Outcome, state_graph
from gametheory.model.classes import terminal_payoffs
from gametheory.model.unfolding import state_arrays
from gametheory.solvers.stochastic import solve_sequential
from gametheory.verify import CertificateError, check_payoff_bound
from gametheory.verify.guarantee import PayoffBound

ONE, HALF = Fraction(1), Fraction(1, 2)


def number_of_move(arrays, position, move):
    """Return the number of a joint move among all of them."""
    number = arrays.index[position]
    joint = range(arrays.first_move[number], arrays.first_move[number + 1])
    return next(each for each in joint if arrays.moves[arrays.move_of[each]] == move)


def exact_bound(graph, side):
    """Return the values of a game as a certificate in whole numbers, with the ranks and moves of the exact solver."""
    arrays, player = state_arrays(graph), graph.graph["game"].players[side]
    values, moves, ranks, _ = solve_sequential(graph, terminal_payoffs(graph))
    parts = lcm(*(value.denominator for value in values.values()))
    chosen = np.full(len(arrays), -1)
    for node, move in moves.items():
        if graph.graph["game"].moves(node, player):
            chosen[arrays.index[node]] = number_of_move(arrays, node, move)
    units = [int((values[node], -values[node])[side] * parts) for node in arrays.positions]
    return PayoffBound(
        Fraction(1, parts), np.array(units), chosen, np.array([ranks[side].get(x, 0) for x in arrays.positions])
    )


def changed(numbers, place, by):
    """Return an array with another number in one place."""
    return np.array([number + by * (place == index) for index, number in enumerate(numbers.tolist())])


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_one_unit_more_is_refused_in_every_position(seed):
    graph = state_graph(RandomGame(seed, inner=6, cyclic=True, chance=True))
    for side, player in enumerate(("one", "two")):
        payoffs = {end: both[side] for end, both in terminal_payoffs(graph).items()}
        bound = exact_bound(graph, side)
        value = check_payoff_bound(graph, payoffs, player, bound)
        assert value == int(bound.values[0]) * bound.unit
        for place in range(len(graph)):
            with pytest.raises(CertificateError):
                check_payoff_bound(graph, payoffs, player, bound._replace(values=changed(bound.values, place, 1)))
            if bound.ranks[place]:
                lower = changed(bound.ranks, place, -len(graph))
                with pytest.raises(CertificateError, match="stay at a positive value"):
                    check_payoff_bound(graph, payoffs, player, bound._replace(ranks=lower))


def certificate(graph, values, move, ranks, unit=ONE):
    """Return a certificate from values, the first player's move and ranks by node."""
    arrays = state_arrays(graph)
    chosen = np.full(3, -1)
    chosen[arrays.index[0]] = number_of_move(arrays, 0, (move,))
    by_number = [[source[node] for node in arrays.positions] for source in (values, ranks)]
    return PayoffBound(unit, np.array(by_number[0]), chosen, np.array(by_number[1]))


def test_waiting_forever_guarantees_nothing():
    graph, values = patience(), (1, 1, 1)
    assert check_payoff_bound(graph, {2: ONE}, "one", certificate(graph, values, "a", (1, 2, 0))) == 1
    for ranks in ((1, 2, 0), (2, 1, 0), (0, 0, 0), (1, 1, 1)):
        with pytest.raises(CertificateError, match="stay at a positive value"):
            check_payoff_bound(graph, {2: ONE}, "one", certificate(graph, values, "b", ranks))
    assert check_payoff_bound(graph, {2: ONE}, "one", certificate(graph, (0, 0, 1), "b", (0, 0, 0))) == 0


def fields(**wrong):
    """Return the certificate of a win with some fields replaced, as a function of the right ones."""
    return lambda right: right._replace(**{name: change(getattr(right, name)) for name, change in wrong.items()})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (fields(unit=lambda _: 1.0), "not an integer or a Fraction"),
        (fields(unit=lambda _: -ONE), "unit -1 is not positive"),
        (fields(values=lambda old: old.astype(float)), "values are not one whole number for each position"),
        (fields(values=lambda old: old[:2]), "values are not one whole number"),
        (fields(values=lambda old: old.astype(np.uint64)), "values are not one whole number"),
        (fields(values=lambda old: old * 2**62 + 2**62), "the values are not one whole number|greater than|too great"),
        (fields(ranks=lambda old: old / 1), "ranks are not one whole number"),
        (fields(chosen=lambda old: old * 0 - 1), "no move of one is chosen in 0"),
        (fields(chosen=lambda old: old * 0 + 2), "no move of one is chosen in 0"),
        (fields(chosen=lambda old: old * 0 + 99), "no move of one is chosen in 0"),
    ],
)
def test_a_certificate_of_another_form_is_refused(change, why):
    graph = patience()
    right = certificate(graph, (1, 1, 1), "a", (1, 2, 0))
    with pytest.raises(CertificateError, match=why):
        check_payoff_bound(graph, {2: ONE}, "one", change(right))


def test_ends_pay_at_least_their_value():
    graph = patience()
    bound = certificate(graph, (2, 2, 2), "a", (1, 2, 0), unit=HALF)
    assert check_payoff_bound(graph, {2: ONE}, "one", bound) == 1
    for payoffs, why in (
        ({2: ONE - Fraction(1, 10**30)}, "less than 1"),
        ({}, "2 has no payoff"),
        ({2: 1.0}, "not an integer or a Fraction"),
    ):
        with pytest.raises(CertificateError, match=why):
            check_payoff_bound(graph, payoffs, "one", bound)


TOSS = MoveTable("one two", {"toss": (None, {})})


def tossed(won, lost):
    """Return the graph of a toss with any numbers as probabilities, and the certificate that a half is guaranteed."""
    graph = nx.MultiDiGraph(game=TOSS, start="toss")
    graph.add_nodes_from([("toss", {"outcome": None})])
    graph.add_nodes_from([(name, {"outcome": Outcome(name)}) for name in ("won", "lost")])
    graph.add_edge("toss", "won", moves=(), probability=won)
    graph.add_edge("toss", "lost", moves=(), probability=lost)
    return graph, PayoffBound(HALF, np.array([1, 2, 0]), np.full(3, -1), np.array([1, 0, 0]))


def test_chance_moves_are_distributions():
    payoffs = {"won": ONE, "lost": Fraction(0)}
    graph, bound = tossed(HALF, HALF)
    assert check_payoff_bound(graph, payoffs, "one", bound) == HALF
    small = Fraction(1, 2**61)
    for won, lost, why in (
        (0.5, 0.5, "not an integer or a Fraction"),
        (HALF + small, HALF, "do not add up to 1"),
        (Fraction(3, 2), -HALF, "not positive, or greater than 1"),
        (ONE, Fraction(0), "not positive, or greater than 1"),
        (small / 4, 1 - small / 4, "too great for machine integers"),
        (small / 2, 1 - small / 2, "too great for machine integers"),
        (HALF - small, HALF + small, "less than 1 units"),
    ):
        graph, bound = tossed(won, lost)
        with pytest.raises(CertificateError, match=why):
            check_payoff_bound(graph, payoffs, "one", bound)


def test_sums_do_not_overflow():
    """With a denominator of 2^40, a value of 2^24 times it is 0 in machine integers of 64 bits."""
    small = Fraction(1, 2**40)
    graph, bound = tossed(small, 1 - small)
    payoffs = {"won": Fraction(2**30), "lost": Fraction(0)}
    lie = bound._replace(unit=ONE, values=np.array([2**24, 2**30, 0]))
    with pytest.raises(CertificateError, match="too great for machine integers"):
        check_payoff_bound(graph, payoffs, "one", lie)


def test_games_and_graphs_of_another_kind_are_refused():
    nothing = PayoffBound(ONE, np.array([-1, -1, -1]), np.zeros(3, int), np.zeros(3, int))
    pennies, payoffs = state_graph(Matching()), {"even": ONE, "odd": -ONE}
    with pytest.raises(CertificateError, match="several players move simultaneously"):
        check_payoff_bound(pennies, payoffs, "even", nothing)
    graph = patience()
    graph.graph["game"] = TOSS
    with pytest.raises(CertificateError, match="is not one allowed move for each of"):
        check_payoff_bound(graph, {2: ONE}, "one", nothing)
    graph = patience()
    graph.remove_edges_from(list(graph.out_edges(1)))
    with pytest.raises(CertificateError, match="no move leads on from 1"):
        check_payoff_bound(graph, {2: ONE}, "one", nothing)
