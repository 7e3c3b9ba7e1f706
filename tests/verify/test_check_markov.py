"""Checkers of Markov chains and Markov decision processes refuse every wrong certificate."""

from fractions import Fraction

import pytest
from chains import HALF, Chain, craps, gamblers_ruin, trap
from small_games import Alternating, RandomGame, Ring

from gametheory import state_graph
from gametheory.games.battle import Battle
from gametheory.model.state_graph import joint_moves
from gametheory.solvers import markov_chain
from gametheory.solvers.markov_decision import solve_mdp
from gametheory.verify import CertificateError, check_absorption_probability, check_mdp_policy, check_subgame_perfect

TINY = Fraction(1, 10**30)


@pytest.mark.parametrize("graph", [craps(), trap(), gamblers_ruin(2, 5, HALF), state_graph(Battle(3, 2))], ids=len)
def test_a_wrong_label_is_refused_in_every_position(graph):
    outcome = next(end.name for _, end in graph.nodes(data="outcome") if end)
    labels = markov_chain.absorption_probabilities(graph, outcome)
    check_absorption_probability(graph, labels, outcome)
    for position in graph:
        for wrong in (labels[position] + Fraction(1, 10**9), 1 - labels[position] / 3):
            with pytest.raises(CertificateError):
                check_absorption_probability(graph, {**labels, position: wrong}, outcome)
        with pytest.raises(CertificateError, match="not labeled"):
            check_absorption_probability(
                graph, {place: label for place, label in labels.items() if place != position}, outcome
            )


def test_a_constant_label_on_play_that_never_ends_is_refused():
    """If play cycles forever, any constant satisfies the equations, but only 0 is the probability of an end."""
    labels = {"start": Fraction(3, 4), "end": Fraction(1), "a": HALF, "b": HALF}
    with pytest.raises(CertificateError, match="is labeled 1/2, not 0"):
        check_absorption_probability(trap(), {**labels}, "end")


def test_a_loss_that_can_be_postponed_forever_is_not_the_value():
    """The walker who pays 1 to leave stays: walking forever pays 0, and its value is not that of leaving."""
    graph = state_graph(Ring())
    payoffs = {"out": Fraction(-1)}
    solution = solve_mdp(graph, payoffs)
    assert solution.values == {0: 0, 1: 0, 2: 0, "out": -1}
    assert check_mdp_policy(graph, payoffs, solution.values, solution.policy) == 0
    with pytest.raises(CertificateError, match="stay forever"):
        check_mdp_policy(graph, payoffs, dict.fromkeys(graph, Fraction(-1)), dict.fromkeys(range(3), ("leave",)))
    with pytest.raises(CertificateError, match="its value is not 0"):
        check_mdp_policy(
            graph, {"out": Fraction(1)}, dict.fromkeys(graph, Fraction(1)), dict.fromkeys(range(3), ("on",))
        )


def one_step(players=("one",)):
    """Return a game of one move to a terminal position, and its payoff 1."""
    game = RandomGame(5, players=players, inner=1)
    game.table, game.ends = [{"a": {1: Fraction(1)}}], {1: 1}
    return state_graph(game), {1: Fraction(1)}


def test_a_value_that_the_policy_does_not_attain_is_refused():
    graph, payoffs = one_step()
    with pytest.raises(CertificateError, match="the policy gets 1 in 0"):
        check_mdp_policy(graph, payoffs, {0: Fraction(2), **payoffs}, {0: ("a",)})


def test_a_terminal_value_too_high_is_refused():
    """The values are consistent, but all are too great by one."""
    graph, payoffs = one_step()
    high = {0: Fraction(2), 1: Fraction(2)}
    with pytest.raises(CertificateError, match="the end 1 is not valued 1"):
        check_mdp_policy(graph, payoffs, high, {0: ("a",)})
    with pytest.raises(CertificateError, match=r"the end 1 is not valued \(Fraction\(1, 1\),\)"):
        check_subgame_perfect(graph, {1: (payoffs[1],)}, {node: (value,) for node, value in high.items()}, {0: ("a",)})


def test_a_consistent_policy_that_is_not_optimal_is_refused():
    game = RandomGame(5, players=("one",), inner=1)
    game.table = [{"a": {1: Fraction(1)}, "b": {2: Fraction(1)}}]
    game.ends = {1: 1, 2: 2}
    graph = state_graph(game)
    payoffs = {1: Fraction(1), 2: Fraction(2)}
    poor = {0: Fraction(1), **payoffs}
    with pytest.raises(CertificateError, match="has the expected value 2, more than 1"):
        check_mdp_policy(graph, payoffs, poor, {0: ("a",)})
    with pytest.raises(CertificateError, match=r"gains by \[\('b',\)\]"):
        check_subgame_perfect(
            graph, {k: (v,) for k, v in payoffs.items()}, {k: (v,) for k, v in poor.items()}, {0: ("a",)}
        )


def test_games_of_another_class_are_refused():
    """If all values are 0, no player gains by any move, but the theorem of the checker does not apply."""
    for game, check, zero in (
        (Alternating(), check_mdp_policy, Fraction(0)),
        (RandomGame(3, simultaneous=True), check_subgame_perfect, (Fraction(0), Fraction(0))),
    ):
        graph = state_graph(game)
        ends = {node for node, end in graph.nodes(data="outcome") if end is not None}
        choice = {node: next(iter(joint_moves(graph, node))) for node in set(graph) - ends}
        with pytest.raises(CertificateError, match=r"is not allowed|more than one player"):
            check(graph, dict.fromkeys(ends, zero), dict.fromkeys(graph, zero), choice)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_label_wrong_in_the_last_place_is_refused(sign):
    graph = state_graph(Chain(0, {0: {"end": HALF, 0: HALF / 2, 1: HALF / 2}, 1: {0: HALF, "other": HALF}}))
    labels = markov_chain.absorption_probabilities(graph, "end")
    assert check_absorption_probability(graph, labels, "end") == labels[0]
    for position in graph:
        with pytest.raises(CertificateError, match="is labeled"):
            check_absorption_probability(graph, {**labels, position: labels[position] + sign * TINY}, "end")


@pytest.mark.parametrize("gain", [-TINY, 0, TINY])
def test_a_policy_is_optimal_up_to_the_last_place(gain):
    """Move b gets `gain` more than move a: a is optimal unless that is positive."""
    game = RandomGame(5, players=("one",), inner=1)
    game.table = [{"a": {1: Fraction(1)}, "b": {2: Fraction(1)}}]
    game.ends = {1: 1, 2: 2}
    graph = state_graph(game)
    payoffs = {1: Fraction(1), 2: 1 + gain}
    values = {0: Fraction(1), **payoffs}
    if gain > 0:
        with pytest.raises(CertificateError, match="more than 1"):
            check_mdp_policy(graph, payoffs, values, {0: ("a",)})
    else:
        assert check_mdp_policy(graph, payoffs, values, {0: ("a",)}) == 1
    for position in graph:
        for sign in (1, -1):
            with pytest.raises(CertificateError):
                check_mdp_policy(graph, payoffs, {**values, position: values[position] + sign * TINY}, {0: ("a",)})
        with pytest.raises(CertificateError, match="is not labeled"):
            check_mdp_policy(graph, payoffs, {u: value for u, value in values.items() if u != position}, {0: ("a",)})
    for policy in ({}, {0: ("c",)}, {0: ()}):
        with pytest.raises(CertificateError, match="not allowed"):
            check_mdp_policy(graph, payoffs, values, policy)


@pytest.mark.parametrize("leaving", [-TINY, 0, TINY])
def test_play_without_end_has_value_0_up_to_the_last_place(leaving):
    """Staying is optimal if leaving pays at most 0, and leaving if it pays at least 0."""
    graph, payoffs = state_graph(Ring()), {"out": Fraction(leaving)}
    stay, leave = dict.fromkeys(range(3), ("on",)), dict.fromkeys(range(3), ("leave",))
    best = max(Fraction(leaving), Fraction(0))
    for policy, sound in ((stay, leaving <= 0), (leave, leaving >= 0)):
        values = dict.fromkeys(range(3), best if sound else Fraction(leaving)) | payoffs
        if sound:
            assert check_mdp_policy(graph, payoffs, values, policy) == best
        else:
            with pytest.raises(CertificateError):
                check_mdp_policy(graph, payoffs, values, policy)


def test_numbers_too_long_to_print_are_checked():
    """Python refuses to print very long integers; a sound certificate may contain them."""
    rare = Fraction(1, 10**50_000)  # the command line raises Python's limit of 4,300 digits
    graph = state_graph(Chain(0, {0: {"end": rare, "other": 1 - rare}}))
    labels = markov_chain.absorption_probabilities(graph, "end")
    assert check_absorption_probability(graph, labels, "end") == rare
    with pytest.raises(CertificateError, match="more digits than Python prints"):
        check_absorption_probability(graph, {**labels, 0: 2 * rare}, "end")
