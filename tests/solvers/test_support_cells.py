"""Equilibria of tables by cells of mixed strategies, against branch and prune, which shares no bound with them."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from gametheory import nash
from gametheory.solvers.support_cells import best_mixtures
from gametheory.solvers.supports import Payoffs
from gametheory.verify.complete_supports import OnlyZero

HALF = Fraction(1, 2)


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
    by_cells = [described(nash(game)) for game in games]
    monkeypatch.setattr(Payoffs, "is_small_table", False)
    assert [described(nash(game)) for game in games] == by_cells


def test_supports_of_each_kind_are_decided_by_cells():
    """Random payoffs: no support in which each player's equations are as many as needed is left to another method."""
    decided = set()
    for seed in range(10):
        certificate = nash(tables(np.random.default_rng(seed), (3, 2, 2), 99)).certificate
        assert not certificate.unproved
        decided |= {tuple(sorted(map(len, proof.supports))) for proof in certificate.proofs}
    assert decided >= {(1, 2, 2), (2, 2, 2), (2, 2, 3)}


def test_payoffs_of_very_different_sizes():
    """The payoffs of one player are 10^12 times those of another: the equilibria are the same."""
    random = np.random.default_rng(5)
    for _ in range(4):
        first, second, third = tables(random, (2, 2, 2), 99)
        scaled = [first.astype(object) * 10**12, second, third]
        solution = nash(scaled)
        assert not solution.certificate.unproved
        assert [one.plans for one in solution] == [one.plans for one in nash([first, second, third])]


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


def test_mixtures_of_many_matrix_games_guarantee_the_values():
    """Games with the value 0 have no mixture; the others have one that guarantees the value of the linear program."""
    random = np.random.default_rng(7)
    halves = random.integers(-9, 10, (40, 4, 6)).astype(float)
    games = np.concatenate([halves, -halves[:, :2]], axis=1)  # two rows also with the other sign: no value is negative
    mixtures = best_mixtures(games)
    values = [value_by_linear_program(game) for game in games]
    assert (mixtures[:, None] @ games).min((1, 2)) == pytest.approx(np.array(values), abs=1e-9)
    assert [mixture.any() for mixture in mixtures] == [value > 1e-9 for value in values]
    assert 0 < np.count_nonzero(np.array(values) > 1e-9) < 40


def value_by_linear_program(game):
    """Return the greatest number that some mixture of the rows of a game guarantees."""
    rows, columns = game.shape
    bounds = np.hstack([-game.T, np.ones((columns, 1))])
    objective = [0] * rows + [-1]
    free = [(0, None)] * rows + [(None, None)]
    return -linprog(objective, bounds, np.zeros(columns), [[1] * rows + [0]], [1], free).fun


def test_a_zero_at_which_a_strategy_has_probability_0():
    """Gambit's perfect3.nfg, in which one of the equations for all strategies forbids the second one to a player."""
    first = np.array([[4, 0, 0], [2, 3, 2], [0, 0, 4]])
    second = np.array([[0, 0, 4], [1, 3, 1], [4, 0, 0]])
    solution = nash([first[..., None], second[..., None], np.ones((3, 3, 1), int)])
    points = [OnlyZero(-1, ((Fraction(1, 4), HALF, Fraction(1, 4)), (HALF, 0, HALF), (1,)))]
    assert [list(proof.steps) for proof in solution.certificate.proofs][-1] == points
    assert solution.complete
    assert [one.plans[:2] for one in solution] == [((0, 1, 0), (0, 1, 0)), ((HALF, 0, HALF), (HALF, 0, HALF))]


def test_five_by_four_by_three_strategies_are_decided_by_cells():
    solution = nash(tables(np.random.default_rng(12), (5, 4, 3), 99))
    assert solution.complete
    assert not solution.certificate.unproved
    assert len(solution.equilibria) % 2 == 1  # as in every regular game
