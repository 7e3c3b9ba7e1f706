"""The best of all equilibria for a sum of payoffs: by hand, with irrational payoffs, and in lists with gaps."""

from fractions import Fraction

from gametheory import nash
from gametheory.solvers.questions.best import best_equilibria

# Nau, Gomez Canovas and Hansen (2004): the only equilibrium of the game in section 4 is irrational
NAU = [[[[3, 0, 2], [1, 0, 0]], [[0, 2, 0], [0, 1, 0]]], [[[0, 1, 0], [0, 3, 0]], [[1, 0, 0], [2, 0, 3]]]]


def test_chicken():
    """The mixed equilibrium pays 14/3 to both, the pure ones 9 in all."""
    solution = nash([[6, 2], [7, 0]], [[6, 7], [2, 0]])
    pure = [index for index, each in enumerate(solution.equilibria) if max(each.row) == 1]
    (mixed,) = set(range(3)) - set(pure)
    total = best_equilibria(solution, "row + column")
    assert (total["value"], total["equilibria"], total["certain"]) == ("28/3", [mixed], True)
    assert best_equilibria(solution, "row")["value"] == "7"
    assert best_equilibria(solution, "-row - column")["equilibria"] == pure


def test_the_best_of_a_continuum_is_at_its_end():
    """The second player mixes two equal columns as the first likes: the sum is 3 at one end only."""
    solution = nash([[1, 0]], [[2, 2]])
    assert best_equilibria(solution, "row + column")["value"] == "3"


def test_irrational_payoffs_give_an_interval():
    best = best_equilibria(nash(NAU), "player 1 - player 2")
    low, high = map(Fraction, best["value"])
    assert 0 < high - low < Fraction(1, 10**6)
    assert (best["equilibria"], best["certain"]) == ([0], True)
