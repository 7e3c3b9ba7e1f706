"""Equilibria of small supports in closed form, against branch and prune, which shares no formula with them."""

from fractions import Fraction

import numpy as np
import pytest

from gametheory import nash
from gametheory.solvers import many_players, small_supports
from gametheory.solvers.small_supports import NotSmall, _zeros


def tables(random, shape, most):
    return [random.integers(-most, most + 1, shape) for _ in shape]


def described(solution):
    """Return the equilibria of a solution, with irrational numbers to 12 digits, and what else it decided."""
    equilibria = []
    for equilibrium in solution:
        numbers = [number for plan in equilibrium.plans for number in plan]
        equilibria.append([number if isinstance(number, Fraction) else round(float(number), 12) for number in numbers])
    others = [len(solution.continua), len(solution.undecided)]
    return sorted(equilibria), others, solution.complete, solution.regular


@pytest.mark.parametrize(
    ("shape", "most", "count"),
    [
        ((2, 2, 2), 99, 12),
        ((2, 2, 2), 2, 12),
        ((3, 2, 2), 9, 4),
        ((2, 3, 2), 1, 4),
        ((2, 2, 3), 99, 4),
        ((3, 3, 2), 9, 1),
    ],
)
def test_branch_and_prune_finds_the_same(shape, most, count, monkeypatch):
    random = np.random.default_rng(most)
    games = [tables(random, shape, most) for _ in range(count)]
    closed = [described(nash(game)) for game in games]
    monkeypatch.setattr(many_players, "zeros_in_closed_form", lambda equations: None)
    assert [described(nash(game)) for game in games] == closed


def test_supports_of_each_kind_are_decided_in_closed_form(monkeypatch):
    """Random payoffs: no support in which each player's equations are as many as needed is left to another method."""
    decided = []
    search = many_players.zeros_in_closed_form

    def recorded(equations):
        zeros = search(equations)
        sizes = sorted(len(support.sequences) - 1 for support in equations.system.supports)
        decided.append((tuple(sizes), zeros is not None))
        return zeros

    monkeypatch.setattr(many_players, "zeros_in_closed_form", recorded)
    for seed in range(10):
        nash(tables(np.random.default_rng(seed), (3, 2, 2), 99))
    for sizes in ((1, 2, 2), (2, 2, 2), (2, 2, 3)):
        assert (sizes, True) in decided
        assert (sizes, False) not in decided


def test_an_irrational_equilibrium():
    """Each player plays 1 with the probability p that makes the next one indifferent: p^2 + p = 1."""
    # player i gets 1 for both others at 1, and for one of them at 1 he pays what makes p + p^2 - 1 the gain
    first = np.zeros((2, 2, 2), int)
    for one in (0, 1):
        for other in (0, 1):
            # strategy 0 gains x y + (x + y) / 2 - 1 over strategy 1, if the others play 0 with x and y
            x, y = 1 - one, 1 - other
            first[0, one, other] = 2 * x * y + x + y - 2
    games = [first, np.moveaxis(first, 0, 1), np.moveaxis(first, 0, 2)]
    solution = nash(games)
    golden = (5**0.5 - 1) / 2
    mixed = [one for one in solution if all(0 < float(plan[0]) < 1 for plan in one.plans)]
    assert [[round(float(plan[0]), 12) for plan in one.plans] for one in mixed] == [[round(golden, 12)] * 3]
    assert solution.complete


@pytest.mark.parametrize(
    ("polynomial", "zeros"),
    [
        ([-2, 1, 0], [2]),
        ([3, 0, 0], []),
        ([1, 0, 1], []),
        ([2, -3, 1], [1, 2]),
        ([-6, -1, 2], [Fraction(-3, 2), 2]),
        ([-2, 0, 1], [-(2**0.5), 2**0.5]),
    ],
)
def test_zeros_of_a_polynomial(polynomial, zeros):
    found = _zeros(polynomial)
    assert [float(number) for number in found] == pytest.approx(zeros, rel=1e-15)
    if 2**0.5 not in zeros:
        assert found == zeros


@pytest.mark.parametrize("polynomial", [[0, 0, 0], [1, 2, 1]])
def test_degenerate_polynomials_are_left_to_another_method(polynomial):
    """All numbers are zeros; a double zero, at which Krawczyk's test proves nothing."""
    with pytest.raises(NotSmall):
        _zeros(polynomial)


def test_a_zero_at_which_a_denominator_vanishes_is_none():
    """3 - 6 x + (2 x - 1) y, which is (2 x - 1) (y - 3): every y solves it at x = 1/2; with 4 - 6 x no y does."""
    with pytest.raises(NotSmall):
        small_supports._require_one_solution([3, -6], [-1, 2])
    small_supports._require_one_solution([4, -6], [-1, 2])
    with pytest.raises(NotSmall):
        small_supports._require_one_solution([1, 1], [0, 0])
