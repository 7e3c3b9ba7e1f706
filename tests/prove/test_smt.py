"""Obligations and symbolic execution: true statements are discharged, planted errors are caught."""

from operator import ge, gt, le, lt
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import And, Eq, Max, Min, Ne, Or, Rational, Symbol, symbols

from gametheory.claims import Status
from gametheory.games.castle import Castle, Position, Volley
from gametheory.prove import smt as module
from gametheory.prove.smt import Obligation, answers, failures, prove
from gametheory.prove.symbolic_execution import run_symbolically

x, y = symbols("x y", integer=True)
r = Symbol("r")


@pytest.mark.parametrize(
    "obligation",
    [
        Obligation("square", (), x**2 >= x),
        Obligation("reals differ", (r > 0, r < 1), r**2 < r),
        Obligation("negative numbers", (x <= -3,), x**2 >= 9),
        Obligation("minimum", (), And(Min(x, y) <= x, Max(x, y) >= y, Eq(Min(x, y) + Max(x, y), x + y))),
        Obligation("three values", (), Max(x, y, 0) >= Min(x, y, 5)),
        Obligation("fractions", (r >= Rational(3, 2),), 2 * r >= 3),
        Obligation("not equal", (Ne(x, y), x >= y), x >= y + 1),
        Obligation("cases", (Or(Eq(x, 1), Eq(x, -1)),), Eq(x**4, 1)),
    ],
)
def test_true_obligations_are_discharged_by_both(obligation):
    assert list(failures(obligation)) == []


@pytest.mark.parametrize(
    ("obligation", "reasons"),
    [
        (Obligation("off by one", (), x**2 > x), 2),
        (Obligation("false for reals", (r > 0,), r**2 >= r), 2),
        (Obligation("vacuous", (x > 1, x < 1), x > 5), 2),
    ],
)
def test_planted_faults_are_caught_by_both(obligation, reasons):
    assert len(list(failures(obligation))) == reasons
    if obligation.name == "off by one":
        assert "for x = " in next(failures(obligation))
    assert prove("all", [obligation]).status is Status.OPEN
    assert prove("all", [Obligation("square", (), x**2 >= x), obligation]).status is Status.OPEN


def test_the_certificate_is_the_script_of_the_solvers():
    certificate = Obligation("A square, at last", (x >= 2,), x**2 > x).certificate()
    assert certificate.name == "a-square--at-last.smt2"
    assert answers(certificate.text) == {"z3": "unsat", "cvc5": "unsat"}
    assert "pow" not in certificate.text


@pytest.mark.parametrize("assumed", ["positive", "nonnegative", "even"])
def test_an_assumption_unknown_to_the_solvers_is_refused(assumed):
    hidden = Symbol("z", integer=True, **{assumed: True})
    with pytest.raises(ValueError, match="can only have the assumption integer"):
        Obligation("hidden", (), hidden >= 5)


def test_a_conclusion_that_sympy_simplifies_to_true_is_refused():
    with pytest.raises(ValueError, match="already simplified"):
        Obligation("hidden", (), Symbol("z", positive=True) >= 0)


def test_a_power_without_smt_lib_form_is_refused():
    with pytest.raises(ValueError, match="not a positive whole power"):
        Obligation("root", (), r**-1 > 0).smtlib()


small = st.integers(0, 9)


@given(small, small, small, small, small, st.integers(1, 5))
def test_branches_of_the_rules_agree_with_the_rules(soldiers, defenders, strength, at_castle, at_defenders, fresh):
    names = symbols("S D C a b dpw", integer=True)
    numbers = (soldiers, defenders, strength, at_castle, at_defenders, fresh)

    def after(S, D, C, a, b, dpw):
        return Castle.after(SimpleNamespace(defenders_per_wave=dpw), Position(S, D, C), Volley(a, b))

    place = dict(zip(names, numbers, strict=True))
    taken = [b for b in run_symbolically(after, *names) if all(condition.subs(place) for condition in b.condition)]
    assert len(taken) == 1, "the branches exclude each other and cover everything"
    assert tuple(value.subs(place) for value in taken[0].value) == after(*numbers)


TRUE = Obligation("square", (), x**2 >= x)


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
@pytest.mark.parametrize("answer", ["sat", "unknown", ""])
def test_one_solver_alone_proves_nothing(monkeypatch, solver, answer):
    """If one solver disagrees, gives up or does not answer, the statement stays open."""
    monkeypatch.setattr(module, f"ask_{solver}", lambda script: answer)
    [reason, *_] = failures(TRUE)
    assert reason.startswith(f"square: {solver} answers {answer}")
    assert prove("all", [TRUE]).status is Status.OPEN


@pytest.mark.parametrize("compare", [gt, ge, lt, le])
@pytest.mark.parametrize("other", [3, "y"])
def test_comparisons_of_symbols_agree_with_those_of_numbers(compare, other):
    """Below, at and above equality, exactly one branch matches, and its value is that for numbers."""

    def compared(a, b):
        return 1 if compare(a, b if other == "y" else other) else 0

    for a in (2, 3, 4):
        place = {x: a, y: 3}
        fitting = [b for b in run_symbolically(compared, x, y) if all(c.subs(place) for c in b.condition)]
        assert [int(branch.value) for branch in fitting] == [compared(a, 3)]
