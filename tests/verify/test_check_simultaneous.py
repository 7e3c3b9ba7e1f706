"""The checker of games with simultaneous moves refuses every wrong certificate."""

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq
from games_by_table import MoveTable, both_choose
from small_games import RandomGame

from gametheory import state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.verify import CertificateError, bracket_values, check_simultaneous_equilibrium

SIDES = ("heads", "tails")


def losing():
    """Return a game of one position in which every pair of moves pays -1 to the first player."""
    game = RandomGame(3, simultaneous=True, inner=1)
    game.table, game.ends = [{moves: {1: Fraction(1)} for moves in product("ab", "cd")}], {1: -1}
    return state_graph(game)


def test_a_move_that_the_rules_do_not_allow_guarantees_nothing():
    """Probability on such a move has no payoff; counted as 0 it would be better than the true value -1."""
    graph, sure = losing(), Fraction(1)
    payoffs, column = terminal_payoffs(graph), {"c": sure}
    lie = {0: {"one": {"nonsense": sure}, "two": column}}
    for value in (0, -1):
        with pytest.raises(CertificateError, match=r"one does not guarantee .* no probability distribution"):
            check_simultaneous_equilibrium(graph, payoffs, {0: Fraction(value), 1: -sure}, lie)
    sound = {0: {"one": {"a": sure}, "two": column}}
    assert check_simultaneous_equilibrium(graph, payoffs, {0: -sure, 1: -sure}, sound) == -1
    for certificate in ({}, {0: {}}, {0: {"one": {"a": sure}}}):
        with pytest.raises(CertificateError, match="no probability distribution"):
            check_simultaneous_equilibrium(graph, payoffs, {0: -sure, 1: -sure}, certificate)


def test_each_pair_of_moves_has_its_own_probabilities():
    """A third of what pennies without chance pay: 1/3 for equal sides, -1/3 for different ones."""
    shares = {
        True: {"even": Fraction(2, 3), "odd": Fraction(1, 3)},
        False: {"even": Fraction(1, 3), "odd": Fraction(2, 3)},
    }
    wheel = both_choose(SIDES, lambda *pair: shares[len({*pair}) == 1], {"even": (1, -1), "odd": (-1, 1)})
    heads, tails = {"heads": fmpq(1)}, {"tails": fmpq(1)}
    assert bracket_values(wheel, {"start": (heads, heads)}) == {"start": (fmpq(-1, 3), fmpq(1, 3))}
    mixed = {"heads": fmpq(3, 4), "tails": fmpq(1, 4)}
    assert bracket_values(wheel, {"start": (mixed, tails)}) == {"start": (fmpq(-1, 6), fmpq(1, 3))}


def endless(following):
    """Return pennies that never end: another position follows, or the same one."""
    rows = dict.fromkeys(("start", following), ("all", dict.fromkeys(product(SIDES, repeat=2), following)))
    return MoveTable("even odd", rows)


def test_bounds_of_later_positions_take_the_place_of_their_strategies():
    half, tiny = fmpq(1, 2), fmpq(1, 10**1000)
    fair, bounds = {"heads": half, "tails": half}, (-1 - tiny, 1 + tiny)
    game = endless("middle")
    assert bracket_values(game, {"start": (fair, fair)}, later={"middle": bounds}) == {"start": bounds}
    image = {"middle": "image"}.get
    mirrored = bracket_values(game, {"start": (fair, fair)}, image, later={"image": (-tiny, 2 * tiny)})
    assert mirrored == {"start": (-2 * tiny, tiny)}


def test_cycles_and_missing_strategies_are_refused():
    heads = {"heads": fmpq(1)}
    with pytest.raises(CertificateError, match="play can cycle through start"):
        bracket_values(endless("start"), {"start": (heads, heads)})
    with pytest.raises(CertificateError, match="there are no strategies for middle"):
        bracket_values(endless("middle"), {"start": (heads, heads)})
