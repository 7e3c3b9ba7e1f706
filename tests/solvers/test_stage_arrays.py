"""The parts of the search for mixed stationary equilibria: payoffs on arrays, logit equilibria, gains and rounding."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from flint import fmpq
from named_component import Definition, component

from gametheory.numbers.rationals import to_fraction
from gametheory.solvers import general_sum
from gametheory.solvers.general_sum import StageArrays, greatest_gain, logit_path, mixed_stationary_equilibrium
from gametheory.solvers.pivoting import PRECISIONS

ONE, TINY = Fraction(1), Fraction(1, 10**30)
SURE = fmpq(1)


def two_places():
    """Return two positions: both players move in position 0, only the second one in 1; some moves are random."""
    both = {
        ("a", "c"): {1: fmpq(1, 2), "low": fmpq(1, 3), "high": fmpq(1, 6)},
        ("a", "d"): {"low": SURE},
        ("b", "c"): {"high": SURE},
        ("b", "d"): {1: fmpq(1, 3), "high": fmpq(2, 3)},
    }
    second = {("e",): {0: fmpq(3, 4), "low": fmpq(1, 4)}, ("f",): {"high": SURE}}
    outside = [{"low": fmpq(1, 7), "high": fmpq(3)}, {"low": fmpq(2), "high": fmpq(-1, 11)}]
    return Definition({0: both, 1: second}, {0: (0, 1), 1: (1,)}, outside)


def by_hand(places, probability, values):
    """Return the payoff of each move to its player and of each position to each player, from the definition."""
    own, now = {}, {}
    for node, joint in places.joint.items():
        for player in range(len(places.outside)):
            now[node, player] = Fraction(0)
            for moves, after in joint.items():
                known = {**{x: values[x][player] for x in values}, **places.outside[player]}
                payoff = sum(to_fraction(p) * Fraction(str(known[x])) for x, p in after.items())
                shares = [probability[node, seat, move] for seat, move in enumerate(moves)]
                now[node, player] += prod(shares) * payoff
                for seat, move in enumerate(moves):
                    if places.active[node][seat] == player:
                        others = prod([share for index, share in enumerate(shares) if index != seat])
                        own[node, seat, move] = own.get((node, seat, move), 0) + others * payoff
    return own, now


def filled(arrays):
    """Return exact probabilities of all moves and values of all positions, all different."""
    probability = {name: Fraction(k + 1, 17) for k, name in enumerate(arrays.names)}
    values = {
        node: [Fraction(k - 2, 5 + place) for k in range(arrays.players)] for place, node in enumerate(arrays.nodes)
    }
    return probability, values


def test_expected_payoffs_are_sums_over_all_joint_moves():
    places = two_places()
    arrays = StageArrays(component(*places), fmpq)
    probability, values = filled(arrays)
    exact = np.array([fmpq(p.numerator, p.denominator) for p in probability.values()], dtype=object)
    table = np.array([[fmpq(v.numerator, v.denominator) for v in row] for row in values.values()], dtype=object)
    own, now = by_hand(places, probability, values)
    moves, positions = arrays.expected(exact, table)
    assert {name: to_fraction(each) for name, each in zip(arrays.names, moves, strict=True)} == own
    keys = product(arrays.nodes, range(arrays.players))
    assert {key: to_fraction(each) for key, each in zip(keys, positions.ravel(), strict=True)} == now


def test_floats_are_the_nearest_of_the_exact_payoffs():
    places = two_places()
    arrays = StageArrays(component(*places))
    probability, values = filled(arrays)
    own, now = by_hand(places, probability, values)
    floats = (
        np.array([float(p) for p in probability.values()]),
        np.array([list(map(float, v)) for v in values.values()]),
    )
    moves, positions = arrays.expected(*floats)
    assert max(abs(float(own[name]) - each) for name, each in zip(arrays.names, moves, strict=True)) < 1e-15
    keys = product(arrays.nodes, range(arrays.players))
    assert max(abs(float(now[key]) - each) for key, each in zip(keys, positions.ravel(), strict=True)) < 1e-15


def pennies(unit=SURE):
    """Return matching pennies in which even gets 2 for heads: odd plays heads with probability 1/3."""
    joint = {(r, c): {"even " + r if r == c else "odd": SURE} for r in "ht" for c in "ht"}
    outside = [
        {"even h": 2 * unit, "even t": unit, "odd": fmpq(0)},
        {"even h": -unit, "even t": -unit, "odd": fmpq(0)},
    ]
    return component({"toss": joint}, {"toss": (0, 1)}, outside)


def test_the_path_ends_near_the_equilibrium():
    *_, (probabilities, _) = logit_path(StageArrays(pennies()))
    assert np.abs(probabilities - [1 / 2, 1 / 2, 1 / 3, 2 / 3]).max() < 1e-4


def test_every_point_of_the_path_is_a_logit_equilibrium():
    """Where the path is looked at, the logarithms of both probabilities differ by λ times the difference in payoff."""
    arrays = StageArrays(pennies())
    points = list(logit_path(arrays))
    found = []
    for probabilities, values in points:
        own, now = arrays.expected(probabilities, values)
        assert np.abs(now - values).max() < 1e-7
        gains = (own[1] - own[0]) / 3, (own[3] - own[2]) / 3
        odds = np.log(probabilities[1] / probabilities[0]), np.log(probabilities[3] / probabilities[2])
        found.append(odds[1] / gains[1])
        assert abs(odds[0] - found[-1] * gains[0]) < 1e-3
    assert len(points) == len(PRECISIONS)
    assert all(least <= each * (1 + 1e-6) for least, each in zip(PRECISIONS, found, strict=True))


def test_the_unit_of_the_payoffs_changes_nothing():
    paths = [list(logit_path(StageArrays(pennies(unit)))) for unit in (SURE, fmpq(10**6))]
    for (one, _), (other, _) in zip(*paths, strict=True):
        assert np.abs(one - other).max() < 1e-6


def test_values_on_the_path_are_discounted():
    """One player takes 1, or waits, which costs a tenth of the value."""
    joint = {("wait",): {"at": SURE}, ("take",): {"end": SURE}}
    arrays = StageArrays(component({"at": joint}, {"at": (0,)}, [{"end": SURE}]))
    for probabilities, values in logit_path(arrays, 0.9):
        own, _ = arrays.expected(probabilities, 0.9 * values)
        assert abs(float(probabilities @ own) - float(values[0, 0])) < 1e-6


def test_a_gain_of_exactly_epsilon_is_allowed(monkeypatch):
    """The player who takes 1 with probability 2/3 and 0 otherwise gains exactly 1/3."""
    joint = {("a",): {"low": SURE}, ("b",): {"high": SURE}}
    place = component({"at": joint}, {"at": (0,)}, [{"low": fmpq(0), "high": SURE}])
    guess = [({"a": ONE / 3, "b": 2 * ONE / 3},)]
    monkeypatch.setattr(general_sum, "_candidates", lambda *_: iter([guess]))
    assert mixed_stationary_equilibrium(place, ONE / 3) == guess
    with pytest.raises(ValueError, match="no guess"):
        mixed_stationary_equilibrium(place, ONE / 3 - TINY)


def test_the_greatest_gain_is_that_of_any_player_at_any_position():
    """In each place one player chooses: the loss by a wrong choice is a tenth of that in the next place."""
    ends = {"none": fmpq(0), **{f"end {k}": fmpq(1, 10 ** (3 - k)) for k in range(3)}}
    joint = {k: {("wrong",): {"none": SURE}, ("right",): {f"end {k}": SURE}} for k in range(3)}
    places = component(joint, {0: (0,), 1: (1,), 2: (0,)}, [ends, ends])
    right, wrong = ({"right": ONE},), ({"wrong": ONE},)
    for bad in product((0, 1), repeat=3):
        profile = [wrong if each else right for each in bad]
        gains = [Fraction(1, 10 ** (3 - k)) for k in range(3) if bad[k]]
        assert greatest_gain(places, profile) == max(gains, default=0)


@pytest.mark.parametrize("off", [-TINY, Fraction(0), TINY])
def test_rounded_moves_are_distributions(off):
    arrays = StageArrays(pennies(), fmpq)
    for one in (Fraction(0), TINY / 3, ONE / 3, ONE):
        profile = general_sum._profile(arrays, [one, 1 - one + off if one < 1 else Fraction(0), ONE / 2, ONE / 2])
        for own in profile[0]:
            assert sum(own.values()) == 1
            assert all(share > 0 for share in own.values())


def test_rounding_is_to_the_nearest_unit():
    unit = Fraction(1, 2 ** (general_sum.GUARD_BITS + 7))  # ε of 1/100 has 7 bits
    for exact in (ONE / 3, 2 * ONE / 3, unit * 3 / 5, unit * 2 / 5):
        rounded = general_sum._rounded(exact, Fraction(1, 100))
        assert abs(rounded - exact) * 2 <= unit
        assert (rounded / unit).denominator == 1
