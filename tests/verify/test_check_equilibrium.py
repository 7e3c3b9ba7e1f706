"""The checker of stationary equilibria refuses payoffs and strategies that are wrong by the least amount."""

from fractions import Fraction

import pytest
from games_by_table import both_choose

from gametheory import state_graph
from gametheory.games.catalogue import game
from gametheory.model.payoffs import terminal_payoffs
from gametheory.model.tree_game import TableGame
from gametheory.verify import CertificateError, check_epsilon_equilibrium, check_stationary_equilibrium

TINY = Fraction(1, 10**30)


def test_a_profile_from_which_a_player_gains_is_refused():
    """Apart both get 0, exactly as the certificate says; but each would gain by the other's choice."""
    graph = state_graph(TableGame(game("battle-of-the-sexes")))
    terminal = terminal_payoffs(graph)
    apart = {"start": {"she": {"opera": Fraction(1)}, "he": {"match": Fraction(1)}}}
    payoffs = {**terminal, "start": (Fraction(0), Fraction(0))}
    ranks = dict.fromkeys(("she", "he"), ({"start": 1}, {"start": 1}))
    with pytest.raises(CertificateError, match=r"after \('match',\) in start the expected value is -1, less than 0"):
        check_stationary_equilibrium(graph, terminal, payoffs, apart, ranks)


def test_epsilon_is_what_a_player_can_gain_and_no_less_is_accepted():
    """Matching pennies with 1/2 + 1/10: the second player gains 1/5 by one of the moves, and the first by none."""
    graph = state_graph(both_choose(("heads", "tails"), lambda *pair: len({*pair}), {1: (1, -1), 2: (-1, 1)}))
    terminal, start = terminal_payoffs(graph), graph.graph["start"]
    (first, second), (one, other) = graph.graph["game"].players, ("heads", "tails")
    mixed = {one: Fraction(3, 5), other: Fraction(2, 5)}
    even = {one: Fraction(1, 2), other: Fraction(1, 2)}
    strategies = {start: {first: mixed, second: even}}
    payoffs = {**terminal, start: (Fraction(0), Fraction(0))}
    best = {**terminal, start: (Fraction(0), Fraction(1, 5))}
    ranks = dict.fromkeys((first, second), ({start: 1}, {}))
    assert check_epsilon_equilibrium(graph, terminal, payoffs, best, strategies, ranks) == Fraction(1, 5)
    for place in (0, 1):
        for claimed, error in ((payoffs, TINY), (best, -TINY)):
            wrong = tuple(pay + error * (k == place) for k, pay in enumerate(claimed[start]))
            pair = [{**each, start: wrong} if each is claimed else each for each in (payoffs, best)]
            with pytest.raises(CertificateError):
                check_epsilon_equilibrium(graph, terminal, *pair, strategies, ranks)
