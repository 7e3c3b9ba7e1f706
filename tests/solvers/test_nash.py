"""`gametheory.nash`, the function that users call: textbook games, all kinds of input, and errors."""

import re
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from games_by_table import MoveTable, both_choose

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.model.game import RulesError
from gametheory.parallel.limits import Terminated
from gametheory.solvers import nash as nash_solver
from gametheory.solvers.pivoting import TooManyVertices
from gametheory.solvers.questions import best_equilibria

GAMES = Path(__file__).parents[1] / "data" / "games"

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PENNIES = [[1, -1], [-1, 1]]
SEXES = [[2, 0], [0, 1]], [[1, 0], [0, 2]]
DILEMMA = [[2, 0], [3, 1]], [[2, 3], [0, 1]]
ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
ENTRY = read_efg(
    'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0 '
    't "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'
)
CHICKEN = [[0, 7], [2, 6]], [[0, 2], [7, 6]]


def found(solution):
    return [(one.row, one.column, one.payoffs) for one in solution.equilibria]


def test_prisoners_dilemma():
    """Tucker (1950): to defect is dominant, although both prefer to cooperate."""
    assert found(nash(*DILEMMA)) == [((0, 1), (0, 1), (1, 1))]


def test_chicken():
    """Aumann (1974): in the mixed equilibrium both dare with probability 1/3 and get 14/3."""
    mixed = ((THIRD, 2 * THIRD), (THIRD, 2 * THIRD), (Fraction(14, 3), Fraction(14, 3)))
    assert found(nash(*CHICKEN)) == [((1, 0), (0, 1), (7, 2)), mixed, ((0, 1), (1, 0), (2, 7))]


def test_facts_about_a_solution():
    solution = nash(*SEXES)
    assert (solution.players, solution.strategies) == (("row", "column"), (("1", "2"), ("1", "2")))
    assert (solution.method, solution.complete, solution.degenerate) == ("vertex enumeration", True, False)
    assert solution.subsets == ((0,), (1,), (2,))
    assert [check.checker for check in solution.checked] == ["verify.check_nash", "verify.check_complete_list"]
    with pytest.raises(FrozenInstanceError):
        solution.method = "guess"


@pytest.mark.parametrize(
    "payoffs",
    [
        [["1", "-1"], ["-1", "1"]],
        [["1.0", "-1."], ["-2/2", "+1"]],
        [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]],
        [[1.0, -1.0], [-1.0, 1.0]],
        [[Decimal(1), Decimal(-1)], [Decimal(-1), Decimal(1)]],
        ((1, -1), (-1, 1)),
        np.array(PENNIES),
        np.array(PENNIES, np.int8),
        np.array(PENNIES, np.float32),
        np.array([[Fraction(1), "-1"], [-1, 1.0]], object),
    ],
)
def test_numbers_of_any_type(payoffs):
    solution = nash(payoffs)
    assert found(solution) == [((HALF, HALF), (HALF, HALF), (0, 0))]
    assert all(type(number) is Fraction for one in solution.equilibria for number in (*one.row, *one.payoffs))


def test_floats_are_exact_binary_fractions_and_text_is_decimal():
    assert nash([[0.1]]).value == Fraction(3602879701896397, 36028797018963968)
    assert nash([["0.1"]]).value == nash([[Decimal("0.1")]]).value == Fraction(1, 10)


def test_numbers_that_came_from_floats_are_printed_as_decimals():
    """The exact numbers have up to 36 digits; a fraction of short numbers is printed as it is."""
    solution = nash([[0.1, 0.7], [0.4, 0.2]])
    assert len(str(solution.value)) > 30
    text = str(solution)
    assert max(map(len, re.findall(r"[\d./]+", text))) <= 9
    assert "≈0.325" in text
    assert f"≈{float(solution.equilibria[0].row[0]):.6g}" in text
    assert "≈" not in str(nash([["0.1", "0.7"], ["0.4", "0.2"]]))


def test_payoffs_that_are_equal_as_floats_differ():
    """A row that is better by 1 in 10^40 is the only equilibrium; floats cannot tell the rows apart."""
    assert found(nash([[1], [1 + Fraction(1, 10**40)]], [[0], [0]]))[0][0] == (0, 1)


@pytest.mark.parametrize(
    ("row_payoffs", "column_payoffs", "why"),
    [
        ([], None, "at least one row and one column"),
        ([[]], None, "at least one row and one column"),
        ([[1, 2], [3]], None, "row 1 has 1 payoffs, and row 0 has 2"),
        ([1, 2], None, "row 0 is 1, not a sequence"),
        (["12", "34"], None, "row 0 is '12', not a sequence"),
        (7, None, "the payoff matrix is 7, not a sequence"),
        (np.array(3), None, r"the payoff matrix is array\(3\), not a sequence"),
        (np.array([1, 2]), None, "row 0 is .*1.*, not a sequence"),
        ([np.array(1), [2]], None, r"row 0 is array\(1\), not a sequence"),
        ([[1]], np.array(3), r"the payoff matrix is array\(3\), not a sequence"),
        (np.zeros((3, 2, 4)), None, "an array of shape 3 x 2 x 4; allowed: n1 x ... x nk x k, and k x n1 x ... x nk"),
        ([[float("nan")]], None, "row 0, column 0: nan is not a finite number"),
        ([[1, float("inf")]], None, "row 0, column 1: inf is not a finite number"),
        ([["one"]], None, "row 0, column 0: 'one' is not a finite number"),
        ([["1/0"]], None, "row 0, column 0: '1/0' is not a finite number"),
        ([["1e999999999"]], None, "row 0, column 0: '1e999999999' is not a finite number"),
        ([[None]], None, "row 0, column 0: None is not a finite number"),
        ([[1j]], None, "row 0, column 0: 1j is not a finite number"),
        ([[1, 2]], [[1], [2]], "to the row player are 1 x 2, to the column player 2 x 1"),
        ([[0] * 201], [[1] * 200 + [0]], "1 x 201 strategies; at most 200"),
        ([[Fraction(2**20_001)]], None, "more than 20,000 bits"),
        ("game.nfg", [[1]], "only together with a payoff matrix"),
    ],
)
def test_invalid_payoffs_are_refused(row_payoffs, column_payoffs, why):
    with pytest.raises(ValueError, match=why):
        nash(row_payoffs, column_payoffs)


@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_by_its_path(kind):
    solution = nash(kind(GAMES / "battle-of-the-sexes.nfg"))
    assert solution.players == ("Ann", "Bob")
    assert found(solution) == found(nash(*SEXES))


def test_a_tree_in_behavior_strategies():
    """Selvin (1975): the guest who switches wins with probability 2/3."""
    solution = nash(GAMES / "monty-hall.efg")
    guest, _ = solution.equilibria[0].behavior
    assert (solution.value, guest[1]) == (2 * THIRD, (THIRD, THIRD, THIRD))
    assert solution.as_json()["equilibria"][0]["behavior"]["guest"]["A, B open"] == {"stay": "0", "switch": "1"}


def test_names_that_cannot_be_keys_become_numbers():
    tree = read_efg('EFG 2 R "" { "A" "A" } p "" 1 1 "" { "go" "go" } 0 t "" 1 "" { 2 1 } t "" 2 "" { 1 2 }')
    assert nash(tree).as_json()["equilibria"][0]["behavior"] == {
        "player 1": {"1": {"1": "1", "2": "0"}},
        "player 2": {},
    }


def test_a_large_game_has_one_equilibrium():
    """The Lemke-Howson algorithm, and linear programming if the sum of payoffs is constant."""
    rng = np.random.default_rng(12)
    row_payoffs, column_payoffs = rng.integers(-99, 100, (2, 12, 12))
    solution = nash(row_payoffs, column_payoffs, limit=1_000)
    assert (solution.method, solution.complete, solution.degenerate) == ("Lemke-Howson", False, None)
    assert solution.certificate is None
    whole = nash(row_payoffs, column_payoffs)
    assert (whole.method, whole.complete) == ("vertex enumeration", True)
    assert solution.equilibria[0] in whole.equilibria
    one = nash(row_payoffs, limit=1_000)
    assert (one.method, one.value) == ("linear programming", nash(row_payoffs).value)


def test_a_constant_sum_table_of_any_size_is_a_linear_program():
    """Both match a number from 1 to n: the row player wins k if both say k. The value is 1 / (1 + 1/2 + ... + 1/n)."""
    size = 201
    solution = nash([[(one == other) * (one + 1) for other in range(size)] for one in range(size)])
    assert (solution.method, solution.complete) == ("linear programming", False)
    assert 1 / solution.value == sum(Fraction(1, number) for number in range(1, size + 1))
    with pytest.raises(ValueError, match="201 x 201 strategies; at most 200"):
        nash([[0] * size] * size, find_all=True)


def test_why_one_equilibrium_is_not_all():
    solution = nash(np.random.default_rng(12).integers(-99, 100, (2, 9, 9)), limit=50)
    reason = "more than 50 vertices of a best-response polytope; --limit N allows more"
    assert (solution.complete, solution.reason, solution.as_json()["reason"]) == (False, reason, reason)
    assert f"Not complete: {reason}." in str(solution)
    assert "reason" not in nash(PENNIES).as_json()


@pytest.mark.parametrize("game", [SEXES, (ENTRY,)], ids=["table", "tree"])
def test_an_interrupt_leaves_one_equilibrium_that_is_checked(game, monkeypatch):
    whole = nash(*game, find_all=True)

    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(nash_solver, "extreme_equilibria", interrupted)
    monkeypatch.setattr(nash_solver, "enumerate_equilibria", interrupted)
    one = nash(*game, find_all=True)
    assert (whole.complete, one.complete, one.reason) == (True, False, "it was interrupted")
    assert one.certificate is None
    assert one.equilibria[0].payoffs in [equilibrium.payoffs for equilibrium in whole]

    def terminated(*_arguments):
        raise Terminated

    monkeypatch.setattr(nash_solver, "extreme_equilibria", terminated)
    monkeypatch.setattr(nash_solver, "enumerate_equilibria", terminated)
    with pytest.raises(Terminated):
        nash(*game)


def test_too_large_for_all_equilibria():
    with pytest.raises(TooManyVertices):
        nash(np.random.default_rng(60).integers(-99, 100, (60, 60)), find_all=True)


def test_payoffs_too_long_for_python_to_print():
    long = 10**4400
    solution = nash([[long, 0], [0, 1]], [[1, 0], [0, long]])
    found = solution.as_json()["equilibria"]
    assert [equilibrium["payoffs"][0][:3] for equilibrium in found] == ["100", "100", "1"]
    assert found[1]["strategies"][1][0] == "1/1" + 4399 * "0" + "1"


def table_of(row_payoffs, column_payoffs, after=lambda row, column: (row, column), **members):
    """Return the rules of two who choose a row and a column at the same time."""
    cells = {(r, c): (row_payoffs[r][c], column_payoffs[r][c]) for r, c in product(range(2), repeat=2)}
    return both_choose(range(2), after, cells, "row column", **members)


@pytest.mark.parametrize("table", [DILEMMA, SEXES, CHICKEN])
def test_rules_have_the_equilibria_of_their_table(table):
    solution = nash(table_of(*table))
    assert {one.payoffs for one in solution.equilibria} == {one.payoffs for one in nash(*table).equilibria}
    assert solution.complete


def tossed(*cell):
    """A coin decides whether the players get what they have chosen, or what two first moves would have paid."""
    return {cell: HALF, (0, 0): HALF} if any(cell) else cell


def test_rules_with_chance():
    averaged = [[[Fraction(cell + payoffs[0][0], 2) for cell in row] for row in payoffs] for payoffs in DILEMMA]
    assert {one.payoffs for one in nash(table_of(*DILEMMA, tossed)).equilibria} == {
        one.payoffs for one in nash(*averaged).equilibria
    }


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (MoveTable, "MoveTable is a class, not a game"),
        (table_of(*DILEMMA, lambda row, column: (row, column) if row else "start"), "game: play can cycle"),
        (table_of(*DILEMMA, stage_payoffs=lambda *_: (1, 1)), "game: it pays after every move"),
    ],
)
def test_rules_without_a_finite_tree_are_refused(game, message):
    with pytest.raises((RulesError, ValueError), match=message):
        nash(game)
    with pytest.raises(ValueError, match="column_payoffs"):
        nash(game, PENNIES)


# Nau, Gomez Canovas and Hansen (2004): the only equilibrium of the game in section 4 is irrational
NAU = [[[[3, 0, 2], [1, 0, 0]], [[0, 2, 0], [0, 1, 0]]], [[[0, 1, 0], [0, 3, 0]], [[1, 0, 0], [2, 0, 3]]]]


def test_the_best_equilibria_of_chicken():
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
