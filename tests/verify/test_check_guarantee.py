"""The checker of guarantees refuses every wrong certificate, up to the last place."""

from fractions import Fraction

import pytest
from games_by_table import patience
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Matching, RandomGame

from gametheory import state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.solvers.array_results import pure_strategies
from gametheory.solvers.stochastic.sequential import solve_sequential
from gametheory.verify import CertificateError, check_guarantee

TINY = Fraction(1, 10**30)
ONE, HALF = Fraction(1), Fraction(1, 2)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_a_greater_value_is_refused_in_every_position(seed):
    graph = state_graph(RandomGame(seed, inner=6, cyclic=True, chance=True))
    payoffs = terminal_payoffs(graph)
    values, moves, ranks, _ = solve_sequential(graph, payoffs)
    strategy = pure_strategies(moves)
    for side, player in enumerate(("one", "two")):
        own = {end: both[side] for end, both in payoffs.items()}
        guaranteed = {node: (value, -value)[side] for node, value in values.items()}
        assert check_guarantee(graph, own, [player], strategy, guaranteed, ranks[side]) == guaranteed[0]
        for node in graph:
            with pytest.raises(CertificateError):
                check_guarantee(
                    graph, own, [player], strategy, {**guaranteed, node: guaranteed[node] + TINY}, ranks[side]
                )
        for node, rank in ranks[side].items():
            with pytest.raises(CertificateError, match="forever"):
                check_guarantee(graph, own, [player], strategy, guaranteed, {**ranks[side], node: rank - len(graph)})


def test_waiting_forever_guarantees_nothing():
    graph, values = patience(), dict.fromkeys(range(3), ONE)
    win, wait = ({0: {"one": {move: ONE}}} for move in "ab")
    assert check_guarantee(graph, {2: ONE}, ["one"], win, values, {0: 1, 1: 2}) == 1
    for ranks in ({0: 1, 1: 2}, {0: 2, 1: 1}, {}, {0: 1}):
        with pytest.raises(CertificateError, match="forever"):
            check_guarantee(graph, {2: ONE}, ["one"], wait, values, ranks)
    zero = {0: Fraction(0), 1: Fraction(0), 2: ONE}
    assert check_guarantee(graph, {2: ONE}, ["one"], wait, zero, {}) == 0


def test_a_mixture_that_waits_sometimes_wins():
    graph, values = patience(), dict.fromkeys(range(3), ONE)
    mixed = {0: {"one": {"a": TINY, "b": 1 - TINY}}}
    assert check_guarantee(graph, {2: ONE}, ["one"], mixed, values, {0: 1, 1: 2}) == 1


def test_every_reply_counts():
    """Matching pennies with a pure strategy: the other player replies."""
    graph, payoffs = state_graph(Matching()), {"even": ONE, "odd": -ONE}
    values = {"start": ONE, **payoffs}
    strategy = {"start": {"even": {"heads": ONE}, "odd": {"heads": ONE}}}
    assert check_guarantee(graph, payoffs, ["even", "odd"], strategy, values, {"start": 1}) == 1
    with pytest.raises(CertificateError, match=r"after \('tails',\) in start the expected value is -1, less than 1"):
        check_guarantee(graph, payoffs, ["even"], strategy, values, {"start": 1})


def test_chance_moves_are_distributions_one_by_one():
    """Two wrong distributions do not pass because their mixture adds up to 1."""
    graph = state_graph(Matching())
    for u, v, key, edge in list(graph.edges(keys=True, data=True)):
        edge["probability"] = HALF if edge["moves"][0] == "heads" else 3 * HALF
        graph.edges[u, v, key]["probability"] = edge["probability"]
    fair = {"start": {"even": {"heads": HALF, "tails": HALF}}}
    with pytest.raises(CertificateError, match="no probability distribution"):
        check_guarantee(graph, {"even": ONE, "odd": ONE}, ["even"], fair, dict.fromkeys(graph, ONE), {"start": 1})
