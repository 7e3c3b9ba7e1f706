"""The checker of cyclic games refuses every wrong certificate."""

from fractions import Fraction

import pytest
from games_by_table import patience
from small_games import RandomGame, Ring

from gametheory import state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.model.state_arrays import PositionMap
from gametheory.solvers.retrograde import retrograde_analysis
from gametheory.verify import CertificateError, check_cyclic_equilibrium

CERTIFICATE = ({0: Fraction(1), 1: Fraction(1), 2: Fraction(1)}, {0: ("a",), 1: ("a",)}, {0: 1, 1: 2, 2: 0})


def test_distances_that_do_not_decrease_are_refused():
    graph, (values, strategy, _) = patience(), CERTIFICATE
    payoffs = terminal_payoffs(graph)
    for wrong in ({0: 1, 1: 1, 2: 0}, {0: 0, 1: 1, 2: 0}, {0: 1, 1: 2}, {}):
        with pytest.raises(CertificateError, match="does not come nearer"):
            check_cyclic_equilibrium(graph, payoffs, values, strategy, wrong)


def test_distances_in_arrays_are_the_values_and_not_their_codes():
    """The codes 1, 2, 0 are right distances; the table makes other numbers of them."""
    graph = patience()
    payoffs, (values, strategy, distances) = (
        terminal_payoffs(graph),
        retrograde_analysis(graph, terminal_payoffs(graph)),
    )
    assert dict(distances) == CERTIFICATE[2]
    for table in (range(5, 0, -1), range(0, -5, -1)):
        other = PositionMap(distances.arrays, distances.codes, table)
        for wrong in (other, dict(other)):
            with pytest.raises(CertificateError, match="does not come nearer"):
                check_cyclic_equilibrium(graph, payoffs, values, strategy, wrong)


def test_waiting_forever_does_not_win():
    graph, (values, strategy, distance) = patience(), CERTIFICATE
    payoffs = terminal_payoffs(graph)
    with pytest.raises(CertificateError, match="does not come nearer"):
        check_cyclic_equilibrium(graph, payoffs, values, {**strategy, 0: ("b",)}, distance)
    with pytest.raises(CertificateError, match="one gains by a in 0"):
        check_cyclic_equilibrium(graph, payoffs, {**values, 0: Fraction(0), 1: Fraction(0)}, strategy, distance)
    for wrong in ({}, {**strategy, 0: ("c",)}):
        with pytest.raises(CertificateError, match="is not allowed"):
            check_cyclic_equilibrium(graph, payoffs, values, wrong, distance)


def test_games_of_another_class_are_refused():
    with pytest.raises(CertificateError, match="not two players"):
        check_cyclic_equilibrium(state_graph(Ring()), {}, {}, {}, {})
    for game, message in (
        (RandomGame(3, simultaneous=True), "not one player moves"),
        (RandomGame(3, chance=True), "chance move"),
    ):
        graph = state_graph(game)
        payoffs = dict.fromkeys(terminal_payoffs(graph), (Fraction(0), Fraction(0)))
        moves = {u: edge["moves"] for u, _, edge in graph.edges(data=True)}
        with pytest.raises(CertificateError, match=message):
            check_cyclic_equilibrium(graph, payoffs, dict.fromkeys(graph, Fraction(0)), moves, {})
