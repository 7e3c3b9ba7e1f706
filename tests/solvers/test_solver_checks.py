"""Checks within solvers at their boundaries: one unit in the last place decides, in either direction."""

from fractions import Fraction

import pytest
from flint import fmpq
from small_games import Countdown

from gametheory import solve
from gametheory.model.classes import is_zero_sum
from gametheory.solvers import dispatch, matrix_game
from gametheory.solvers.nash import table_sum
from gametheory.solvers.shortest_paths import Step
from gametheory.verify import CertificateError

ONE, HALF, TINY = Fraction(1), Fraction(1, 2), Fraction(1, 10**30)
SMALL = fmpq(1, 10**30)
PENNIES = [[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]]


@pytest.mark.parametrize("error", [SMALL, -SMALL])
def test_a_basis_of_a_matrix_game_is_optimal_in_the_last_place(error):
    """If not, its bounds differ, and the solver goes on to pivots in rationals."""
    fair = {0: fmpq(1, 2), 1: fmpq(1, 2)}
    shifted = {0: fmpq(1, 2) + error, 1: fmpq(1, 2) - error}
    assert matrix_game._value_if_optimal(PENNIES, fair, fair) == 0
    for pair in ((shifted, fair), (fair, shifted), ({0: fmpq(1, 2) + error, 1: fmpq(1, 2)}, fair), ({}, fair)):
        assert matrix_game._value_if_optimal(PENNIES, *pair) is None


@pytest.mark.parametrize("error", [TINY, -TINY])
@pytest.mark.parametrize("place", [0, 1])
def test_the_sum_of_payoffs_is_constant_in_the_last_place(error, place):
    row, column = [ONE, 2 * ONE], [2 * ONE, ONE]
    assert table_sum([row], [column]) == 3
    row[place] += error
    assert table_sum([row], [column]) is None
    assert table_sum([column], [row]) is None


@pytest.mark.parametrize("error", [TINY, -TINY])
def test_zero_sum_is_exact_for_every_end(error):
    sound = {"a": (ONE, -ONE), "b": (HALF, -HALF)}
    assert is_zero_sum(sound)
    for end in sound:
        assert not is_zero_sum({**sound, end: (sound[end][0] + error, sound[end][1])})
        assert not is_zero_sum({**sound, end: (*sound[end], Fraction(0))})
        assert not is_zero_sum({**sound, end: (Fraction(0),)})


def test_a_shortest_play_and_its_lower_bound_have_the_same_length(monkeypatch):
    """Three moves of 1 are a play, and no shortest one; numbers that are one too small are bounds, and no distances."""
    longer = [Step(3 - number, (1,), 2 - number) for number in range(3)]
    right = dispatch.distance_to_outcome
    assert solve(Countdown(3)).outcomes["empty"].distance == 2
    with monkeypatch.context() as patch:
        patch.setattr(dispatch, "shortest_plays", lambda *_: iter([longer]))
        with pytest.raises(CertificateError, match="a play to empty is not a shortest one"):
            solve(Countdown(3))

    def one_less(graph, name):
        return {position: distance - 1 for position, distance in right(graph, name).items()}

    monkeypatch.setattr(dispatch, "distance_to_outcome", one_less)
    with pytest.raises(CertificateError, match="a play to empty is not a shortest one"):
        solve(Countdown(3))
