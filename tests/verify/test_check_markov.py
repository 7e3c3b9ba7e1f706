"""Checkers of Markov chains and Markov decision processes refuse every wrong certificate."""

from fractions import Fraction

import pytest
from chains import HALF, Chain, trap
from small_games import Alternating, RandomGame, Ring

from gametheory import state_graph
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.markov_chain import distribution as markov_chain
from gametheory.verify import CertificateError, check_absorption_probability, check_mdp_policy, check_subgame_perfect

TINY = Fraction(1, 10**30)


def test_a_constant_label_on_play_that_never_ends_is_refused():
    """If play cycles forever, any constant satisfies the equations, but only 0 is the probability of an end."""
    labels = {"start": Fraction(3, 4), "end": Fraction(1), "a": HALF, "b": HALF}
    with pytest.raises(CertificateError, match="is labeled 1/2, not 0"):
        check_absorption_probability(trap(), {**labels}, "end")


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
