"""Obligations and symbolic execution: true statements are discharged, planted errors are caught."""

import pytest
from sympy import (
    ITE,
    Add,
    And,
    Dummy,
    E,
    Eq,
    Float,
    Function,
    I,
    Implies,
    Integer,
    Le,
    Max,
    Min,
    Mod,
    Mul,
    Ne,
    Not,
    Or,
    Piecewise,
    Pow,
    Rational,
    Symbol,
    Xor,
    evaluate,
    oo,
    pi,
    sin,
    symbols,
    true,
)
from sympy.logic.boolalg import Boolean

from gametheory.claims import Status, prove
from gametheory.prove import proof as module
from gametheory.prove.proof import ask_cvc5, ask_z3, failures
from gametheory.prove.smt import RESERVED, obligation, statement, variables_of

x, y = symbols("x y", integer=True)
r = Symbol("r")


@pytest.mark.parametrize(
    "stated",
    [
        obligation("square", (), x**2 >= x),
        obligation("reals differ", (r > 0, r < 1), r**2 < r),
        obligation("negative numbers", (x <= -3,), x**2 >= 9),
        obligation("minimum", (), And(Min(x, y) <= x, Max(x, y) >= y, Eq(Min(x, y) + Max(x, y), x + y))),
        obligation("three values", (), Max(x, y, 0) >= Min(x, y, 5)),
        obligation("fractions", (r >= Rational(3, 2),), 2 * r >= 3),
        obligation("not equal", (Ne(x, y), x >= y), x >= y + 1),
        obligation("cases", (Or(Eq(x, 1), Eq(x, -1)),), Eq(x**4, 1)),
    ],
)
def test_true_obligations_are_discharged_by_both(stated):
    assert list(failures(stated)) == []


def test_a_conclusion_that_sympy_simplifies_to_true_is_refused():
    with pytest.raises(ValueError, match="already simplified"):
        obligation("hidden", (), Symbol("z", positive=True) >= 0)


@pytest.mark.parametrize("power", [2**r, Pow(r, 0, evaluate=False), r**x, r**0.5])
def test_a_power_without_smt_lib_form_is_refused(power):
    with pytest.raises(ValueError, match="not a positive whole power"):
        obligation("root", (), power > 0)


@pytest.mark.parametrize(
    ("node", "name"),
    [
        (r < pi, "pi .Pi"),
        (r < E, "E .Exp1"),
        (r < 3.14, r"3.14000000000000 .Float., which is rounded; write Rational\('3.14'\)"),
        (r < Float("1e-30"), "Float"),
        (r < Add(pi, 1), "pi .Pi"),
        (r < oo, "oo .Infinity"),
        (sin(r) < 1, "sin"),
        (Mod(x, y) < 1, "Mod"),
        (Function("f")(r) < 1, "f"),
        (Xor(x < 1, y < 1), "Xor"),
        (Eq(r, Symbol("i") * I), "I .ImaginaryUnit"),
        (True, "True .bool"),
        (None, "None .NoneType"),
    ],
)
@pytest.mark.parametrize("place", ["hypothesis", "conclusion", "inside"])
def test_a_node_without_exact_smt_lib_form_is_refused_by_its_name(node, name, place):
    given, conclusion = ((node,), x >= 0) if place == "hypothesis" else ((), node)
    if place == "inside":
        if not isinstance(node, Boolean):
            pytest.skip("sympy itself refuses it")
        conclusion = Or(x > 0, Not(And(node, y > 0, evaluate=False), evaluate=False), evaluate=False)
    with pytest.raises(ValueError, match=name):
        obligation("inexact", given, conclusion)


@pytest.mark.parametrize("quotient", [x / y, 1 / r, r / (r - 1), (r + 1) ** -2, r ** Rational(-1, 2)])
def test_a_division_states_that_the_divisor_is_not_zero(quotient):
    """SMT-LIB lets x/0 be any number, the same for the same x: 1/r = 1/r + 0 would hold at r = 0."""
    [divisor] = {power.base for power in quotient.atoms(Pow) if power.exp < 0}
    stated = obligation("quotient", (quotient < 3,), Ne(divisor, 0))
    assert list(failures(stated)) == []
    assert " = 1" in stated.range
    with pytest.raises(ValueError, match=r"division|power"):
        statement(quotient < 3)  # a relation alone has no place for the variable


def test_zero_itself_divides_nothing():
    with pytest.raises(ValueError, match=r"division|zoo"):
        obligation("zero", (), Eq(r * Pow(0, -1, evaluate=False), r, evaluate=False))
    with pytest.raises(ValueError, match="SMT-LIB lets x/0 be any number"):
        statement(Eq(r, Pow(0, -1, evaluate=False), evaluate=False))


def test_a_division_by_a_number_is_exact_and_not_that_of_integers():
    with evaluate(False):
        twice, rounded = Eq(2 * (x / 2), x), 2 * (x / 2) <= x - 1
    assert list(failures(obligation("halved", (), twice))) == []
    assert len(list(failures(obligation("rounded down", (), rounded)))) == 2
    assert len(list(failures(obligation("thirds", (), Ne(3 * r, 1))))) == 2
    assert list(failures(obligation("thirds of integers", (), Ne(3 * x, 1, evaluate=False)))) == []


def test_negative_fractions_are_negative():
    assert list(failures(obligation("fraction", (Eq(r, Rational(-3, 2)),), And(r < -1, r > -2)))) == []
    assert statement(Le(r, Rational(-3, 2))) == "(<= r (- (/ 3.0 2.0)))"


def test_two_symbols_with_one_name_are_refused():
    """Declared as Int and as Real, z3 would read both as it likes."""
    with pytest.raises(ValueError, match="two symbols with different assumptions have the name x"):
        obligation("twins", (Symbol("x") > 0,), x >= 1)
    with pytest.raises(ValueError, match="Dummy"):
        obligation("dummies", (Dummy("z") > 0,), Dummy("z") > 0)


def test_integers_are_converted_in_real_expressions():
    assert statement(r < x + 1) == "(< r (+ (to_real x) 1.0))" or statement(r < x + 1) == "(< r (+ 1.0 (to_real x)))"
    between = obligation("a real between two integers", (x < r, r < y), y >= x + 2)
    assert len(list(failures(between))) == 2
    assert list(failures(obligation("an integer between", (x < y,), y >= x + 1))) == []


@pytest.mark.parametrize(
    "assumed", [{"integer": False}, {"rational": True}, {"even": True}, {"zero": False}, {"finite": True}]
)
def test_an_assumption_that_the_solvers_do_not_know_is_refused(assumed):
    """sympy would take z != 1 for true if z is no integer, but the solvers know nothing of it; nor of even numbers."""
    with pytest.raises(ValueError, match="can only have the assumptions real, integer and positive"):
        obligation("hidden", (), Symbol("z", **assumed) > y)


@pytest.mark.parametrize("name", ["x y", "x) (assert false", "1x", "", "|x|", "x;", "ä", *sorted(RESERVED)])
def test_a_symbol_whose_name_is_smt_lib_is_refused(name):
    with pytest.raises(ValueError, match="cannot be the name of a symbol"):
        variables_of([Symbol(name) > 0])


def test_a_symbol_with_the_name_of_a_function_of_cvc5_is_not_discharged_and_its_message_says_why():
    name = Symbol("bvadd", integer=True)
    refusal = "cvc5 answers “Symbol `bvadd' is shadowing a theory function symbol” to"
    assert list(failures(obligation("a square", (), name**2 >= name))) == [
        f"a square: {refusal} the negation, expected unsat",
        f"a square: {refusal} the hypotheses alone, expected sat",
    ]


@pytest.mark.parametrize(
    "mixed",
    [
        Symbol("b"),
        And(Symbol("b"), x > 0),
        Eq(x > 0, y > 0, evaluate=False),
        Eq(Piecewise((Integer(1), x > 0), (Integer(0), True)) > 0, true, evaluate=False),
        Implies(x, y > 0),
        Not(Symbol("b")),
    ],
)
def test_numbers_and_statements_are_not_mixed(mixed):
    with pytest.raises(ValueError, match="in place of a"):
        obligation("mixed", (), mixed)


def test_a_case_distinction_needs_a_default_and_means_its_first_case():
    with pytest.raises(ValueError, match="add a default"):
        obligation("cases", (), Piecewise((x, x > 0)) >= 0)
    cases = Piecewise((x, x > 0), (-x, x > -5), (Integer(7), True))
    assert list(failures(obligation("cases", (), cases >= 0))) == []
    assert len(list(failures(obligation("seven", (x <= 0,), cases <= 6)))) == 2
    with evaluate(False):
        choice = ITE(x > 0, x >= 1, x <= 0)
    assert list(failures(obligation("choice", (), choice))) == []


def test_sums_and_products_of_one_term_are_the_term():
    assert statement(Eq(Add(x, evaluate=False), Mul(y, evaluate=False))) == "(= x y)"
    assert statement(And(x > 0, evaluate=False)) == "(> x 0)"


def test_both_sides_are_printed_as_they_were_written():
    with evaluate(False):
        equation = Eq(x - (y - x), 2 * x - y)
    text = obligation("written", (), equation).script()
    assert "(= (+ x (* (- 1) (+ y (* (- 1) x)))) (+ (* 2 x) (* (- 1) y)))" in text


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        ((x >= 5,), x >= 5),
        ((x >= y,), y <= x),
        ((y > 0, And(x > 0, Eq(x, y))), Eq(y, x, evaluate=False)),
        ((x > 0, y > 0), And(x > 0, y > 0)),
        ((x + y > x * y,), x * y < y + x),
        ((x >= 5,), And(x >= 5, Le(y, y, evaluate=False), evaluate=False)),
        ((Or(x > 0, y > 0),), Or(y > 0, x > 0)),
    ],
)
def test_an_obligation_that_assumes_its_conclusion_is_refused(hypotheses, conclusion):
    with pytest.raises(ValueError, match="the conclusion is one of the hypotheses"):
        obligation("assumed", hypotheses, conclusion)


def test_the_limit_of_a_solver_is_work_and_not_time(monkeypatch):
    """An answer at the limit is unknown each time; the limits of z3 and cvc5 are numbers of units, not of seconds."""
    cubes = Add(*(symbol**3 for symbol in symbols("a b c", integer=True)))
    script = obligation("cubes", (), Ne(cubes, 42)).script()
    monkeypatch.setattr(module, "Z3_UNITS", 200_000)
    monkeypatch.setattr(module, "CVC5_UNITS", 2_000)
    assert {ask_cvc5(script, 2_000) for _ in range(3)} == {"unknown (RESOURCEOUT)"}
    for _ in range(3):
        solver = module.z3_solver(script, 200_000)
        assert (str(solver.check()), solver.reason_unknown()) == ("unknown", "canceled")
    assert prove([obligation("cubes", (), Ne(cubes, 42))]).status is Status.OPEN


def test_an_answer_does_not_depend_on_earlier_questions():
    """z3 counts the same units for a script, whatever it was asked before."""
    script = obligation("square of a sum", (x > y, y > 0), x**2 + y**2 >= 2 * x * y).script()

    def units():
        solver = module.z3_solver(script)
        assert str(solver.check()) == "unsat"
        return solver.statistics().get_key_value("rlimit count")

    first = units()
    ask_z3(obligation("another", (), Ne(x**3 + y**3, 7)).script())
    assert units() == first


TRUE = obligation("square", (), x**2 >= x)


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
@pytest.mark.parametrize("answer", ["sat", "unknown", ""])
def test_one_solver_alone_proves_nothing(monkeypatch, solver, answer):
    """If one solver disagrees, gives up or does not answer, the statement stays open."""
    monkeypatch.setattr(module, f"ask_{solver}", lambda script, units: answer)
    monkeypatch.setattr(module, "_answers", {})  # nothing is remembered
    [reason, *_] = failures(TRUE)
    if answer == "unknown":
        assert reason.startswith(f"square: {solver} could not decide the negation in ")
    else:
        assert reason.startswith(f"square: {solver} answers {answer} to the negation")
    assert prove([TRUE]).status is Status.OPEN
