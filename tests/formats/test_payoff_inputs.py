"""Payoffs in every form that Python has for them: read in one way, or refused in a line, also if it is endless."""

from __future__ import annotations

import itertools
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from scipy import sparse

from gametheory import ess, nash, regret, solve
from gametheory.model.normal_form import NormalForm

ONE = [[1, 0], [0, 1]]  # the value is 1/2
A, B = [[3, 0], [5, 1]], [[3, 5], [0, 1]]  # the only equilibrium pays 1 and 1
PAIRS = [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]
DILEMMA = {("c", "c"): (3, 3), ("c", "d"): (0, 5), ("d", "c"): (5, 0), ("d", "d"): (1, 1)}
BOTH = "the players can be the first axis or the last; allowed: an array for each player"


def cells(pairs: Any) -> Any:
    table = np.empty((2, 2), object)
    for row, column in itertools.product((0, 1), repeat=2):
        table[row, column] = pairs[row][column]
    return table


ZERO_SUM = {
    "numpy.matrix": np.matrix(ONE),
    "sympy.Matrix": sympy.Matrix(ONE),
    "sympy.ImmutableMatrix": sympy.ImmutableMatrix(ONE),
    "sympy.Array": sympy.Array(ONE),
    "csr_matrix": sparse.csr_matrix(ONE),
    "coo_array": sparse.coo_array(ONE),
    "numbers of sympy": [[sympy.Integer(1), 0], [sympy.Rational(0), sympy.Integer(1)]],
    "objects": np.array([["1", Fraction(0)], [Decimal(0), 1.0]], object),
    "truth values": np.eye(2, dtype=bool),
    "truth values in lists": [[np.True_, np.False_], [False, True]],
    "a mask that hides nothing": np.ma.masked_array(ONE),
    "memory": memoryview(np.array(ONE)),
    "a generator": ([row, 1 - row] for row in (1, 0)),
    "iterators": map(iter, ONE),
    "values of a dict": {"a": [1, 0], "b": [0, 1]}.values(),
    "ranges": [range(1, -1, -1), range(2)],
}


@pytest.mark.parametrize("name", ZERO_SUM)
def test_a_matrix_of_any_library_has_its_value(name: str) -> None:
    assert nash(ZERO_SUM[name]).value == Fraction(1, 2)


TWO_PLAYERS = {
    "dict": DILEMMA,
    "dict of arrays": {profile: np.array(own, float) for profile, own in DILEMMA.items()},
    "dict in another order": dict(reversed(DILEMMA.items())),
    "matrices of numpy": [np.matrix(A), np.matrix(B)],
    "matrices of sympy": (sympy.Matrix(A), sympy.Matrix(B)),
    "sparse matrices": [sparse.csr_matrix(A), sparse.csr_matrix(B)],
    "cells of pairs": cells(PAIRS),
    "vectors": [[np.array(pair) for pair in row] for row in PAIRS],
    "records": np.rec.array(PAIRS),
}


@pytest.mark.parametrize("name", TWO_PLAYERS)
@pytest.mark.parametrize("find", [nash, solve])
def test_payoffs_of_two_players_are_those_of_their_matrices(name: str, find: Any) -> None:
    found = find(TWO_PLAYERS[name])
    payoffs = found[0].payoffs if find is nash else tuple(found.payoffs.values())
    assert payoffs == (1, 1)


def test_a_dict_of_profiles_names_the_strategies() -> None:
    solution = nash(DILEMMA)
    assert solution.strategies == (("c", "d"), ("c", "d"))
    three = {(a, b, c): (a, b, c + 1) for a, b, c in itertools.product((0, 1), repeat=3)}
    assert nash(three)[0].payoffs == (1, 1, 2)
    assert nash({("a",): (1,), ("b",): [Fraction(5, 2)]})[0].payoffs == (Fraction(5, 2),)
    # 1 and "1" are two strategies, although they have one name
    assert nash({(1, "x"): (1, 2), ("1", "x"): (3, 4)})[0].payoffs == (3, 4)


@pytest.mark.parametrize(
    "payoffs",
    [
        [A, B],
        (A, B),
        [tuple(map(tuple, A)), tuple(map(tuple, B))],
        np.array([A, B]),
        np.stack([A, B], -1),
        np.array(PAIRS, float),
        [A, np.array(B)],
        np.zeros((2, 7, 2)),
        np.zeros((3, 2, 2, 3)).tolist(),
    ],
)
def test_a_shape_of_two_meanings_is_refused(payoffs: Any) -> None:
    for find in (nash, solve, ess):
        with pytest.raises(ValueError, match=BOTH):
            find(payoffs)


def test_each_way_to_say_it_has_its_meaning() -> None:
    """The transposed game has other equilibria, so that no reading can stand for the other."""
    other = [[(3, 0), (5, 1)], [(3, 5), (0, 1)]]  # the arrays A and B, read as pairs
    assert [each.payoffs for each in nash([np.array(A), np.array(B)])] == [(1, 1)]
    assert [each.payoffs for each in nash(other)] == [each.payoffs for each in nash([[3, 5], [3, 0]], [[0, 1], [5, 1]])]
    assert nash(np.array(PAIRS)[:, :, 0], np.array(PAIRS)[:, :, 1])[0].payoffs == (1, 1)
    first = NormalForm.from_array([A, B], 0)
    assert (first.payoff_matrix(0), first.payoff_matrix(1)) == (tuple(map(tuple, A)), tuple(map(tuple, B)))
    assert NormalForm.from_array(PAIRS, -1).payoff_matrix(1) == first.payoff_matrix(1)
    # only one axis fits
    assert nash(np.zeros((3, 2, 2))).strategies == (("1", "2", "3"), ("1", "2"))
    assert nash(np.zeros((2, 3, 4))).strategies == (("1", "2", "3"), ("1", "2", "3", "4"))


LOOP: list[Any] = []
LOOP.append(LOOP)
TWINS: list[Any] = []
TWINS += [TWINS, TWINS]
LAUGHS: Any = 1
for _ in range(40):
    LAUGHS = [LAUGHS, LAUGHS]


class Selfish:
    """An iterator that yields itself."""

    def __iter__(self) -> Selfish:
        return self

    def __next__(self) -> Selfish:
        return self


@pytest.mark.parametrize(
    ("payoffs", "why"),
    [
        (LOOP, r"1 x 1 x 1 x 1 x \.\.\.; at most 1,000,000 payoffs on 32 axes"),
        (TWINS, "at most 1,000,000 payoffs"),
        (LAUGHS, "at most 1,000,000 payoffs"),
        (Selfish(), "at most 1,000,000 payoffs"),
        (itertools.count(), "at most 1,000,000 payoffs"),
        ([itertools.cycle([1, 2])], "at most 1,000,000 payoffs"),
        ([range(10**12)], "at most 1,000,000 payoffs"),
        (sparse.csr_matrix((10**6, 10**6)), "1000000 x 1000000; at most 1,000,000 payoffs"),
        (np.broadcast_to(1, (10**5, 10**5)), "100000 x 100000; at most 1,000,000 payoffs"),
        ([[Decimal("1e999999999")]], "is not a finite number"),
        ([[Decimal("NaN")]], "is not a finite number"),
        ([[np.longdouble("inf")]], "is not a finite number"),
        (np.array([[1j]]), "1j is not a finite number"),
        (sympy.Matrix([[sympy.Symbol("x")]]), "x is not a finite number that is exact"),
        (sympy.Matrix([[sympy.sqrt(2)]]), r"sqrt\(2\) is not a finite number that is exact"),
        (np.ma.masked_array([[1, 2]], mask=[[0, 1]]), "column 1: None is not a finite number"),
        (np.array([["2020-01-01"]], "M8[ns]"), "has times, not numbers"),
        ([[np.timedelta64(3, "ns")]], "has times, not numbers"),
        ([b"12", b"34"], "row 0 is b'12', not a sequence"),
        ([bytearray(b"12")], "not a sequence"),
        ([[["1", "2"], ["3", "4"]], ["12", "34"], [["1", "2"], ["3", "4"]]], "row 1, column 0 is '12', not a sequence"),
        ([[1, 2], 3], "row 1 is 3, not a sequence"),
        ([{1, 2}], "has no order; allowed: lists, tuples and arrays"),
        ({(1, 2), (3, 4)}, "has no order"),
        ([{0: 1}], "has no order"),
        ([[object()]], "is not a finite number that is exact, such as 1, 0.5 or '1/3'"),
        ({}, "a dict without a profile; allowed: a tuple of strategies"),
        ({"ab": (1, 2)}, "the key 'ab' of a dict"),
        ({"a": {"b": (1, 2)}}, "the key 'a' of a dict"),
        ({"row": A, "column": B}, "the key 'row' of a dict"),
        ({(0, 0): (1, 1), (0,): (1,)}, r"the key \(0,\) of a dict"),
        ({(0, 0): (1, 1), (1, 1): (2, 2)}, r"a dict without the profile \(1, 0\)"),
        ({(0, 0): 3}, r"3 for the profile \(0, 0\)"),
        ({(0, 0): "12"}, r"'12' for the profile \(0, 0\)"),
        ({(0, 0): (1, 2, 3)}, r"\(1, 2, 3\) for the profile"),
        ({(0, 0): (1, float("nan"))}, r"payoffs of the profile \(0, 0\): nan is not a finite number"),
    ],
)
def test_what_is_no_table_is_refused_in_a_line(payoffs: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        nash(payoffs)
    assert len(str(caught.value).splitlines()) == 1


def test_a_dict_of_profiles_has_no_second_matrix() -> None:
    with pytest.raises(ValueError, match="column_payoffs: only together with a payoff matrix"):
        nash(DILEMMA, B)


def test_stable_strategies_of_pairs_have_the_payoffs_of_both() -> None:
    """One matrix is that of a symmetric game; pairs, which have both, are not made symmetric."""
    assert [each.stable for each in ess([[-1, 4], [0, 2]]).strategies] == [True]
    assert [each.stable for each in ess([[(-1, -1), (4, 0)], [(0, 4), (2, 2)]]).strategies] == [True]
    for payoffs in ([[(-1, 0), (4, 0)], [(0, 0), (2, 0)]], {(0, 0): (1, 2)}):
        with pytest.raises(ValueError, match="the game is not symmetric"):
            ess(payoffs)


# What a user of another library tries first


def test_regret_takes_the_profile_behind_both_matrices() -> None:
    half = [[0.5, 0.5], [0, 1.0]]
    solution = nash(A, B)
    for profile in (half, np.array(half), solution, solution[0], {"strategies": half}):
        greatest = regret(A, profile, B).greatest
        assert regret(A, B, profile).greatest == greatest
    assert regret(A, B, half).greatest == (Fraction(1, 2),)
    assert regret(A, B, solution).greatest == (0,)


def test_regret_refuses_two_lists_that_both_can_be_the_profile() -> None:
    one = [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="both lists can be the profile"):
        regret(one, one, one)
    assert regret(one, one, {"strategies": one}).greatest == (1,)
    assert regret(one, {"strategies": one}, one).greatest == (1,)


def test_solve_names_nash_for_two_matrices() -> None:
    with pytest.raises(ValueError, match=r"nash\(A, B\) solves the game of two payoff matrices"):
        solve(A, B)  # type: ignore[arg-type]
    assert solve(A, 1000).payoffs


def test_nash_names_the_best_equilibria() -> None:
    solution = nash(ONE, ONE, best="row + column")
    assert solution.best == {"objective": "row + column", "value": "2", "equilibria": [0, 2], "certain": True}
    assert str(solution).endswith("Greatest row + column: 2, in equilibria 1, 3.")
    assert solution.as_json()["best"] == solution.best
    assert nash(ONE, ONE).best is None
    assert "best" not in nash(ONE, ONE).as_json()
    assert nash(ONE, ONE, pure=True, best="1, 1").best["equilibria"] == [0, 1]  # type: ignore[index]
    with pytest.raises(ValueError, match="'x' is no sum of payoffs"):
        nash(ONE, ONE, best="x")
