"""Obligations and symbolic execution: true statements are discharged, planted errors are caught."""

from operator import ge, gt, le, lt
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import (
    ITE,
    Abs,
    Add,
    And,
    Dummy,
    E,
    Eq,
    Float,
    Function,
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
    floor,
    oo,
    pi,
    sqrt,
    symbols,
    true,
)
from sympy.logic.boolalg import Boolean

from gametheory.claims import Status, prove
from gametheory.games.castle import Castle, Position, Volley
from gametheory.prove import solvers as module
from gametheory.prove.sharpness import mutations, sharpness
from gametheory.prove.smt import Obligation, failures
from gametheory.prove.smtlib import RESERVED, declarations, statement
from gametheory.prove.solvers import answers, ask_cvc5, ask_z3
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
    assert prove([obligation]).status is Status.OPEN
    assert prove([Obligation("square", (), x**2 >= x), obligation]).status is Status.OPEN


def test_the_certificate_is_the_script_of_the_solvers():
    (certificate,) = prove(Obligation("A square, at last", (x >= 2,), x**2 > x)).certificates
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


@pytest.mark.parametrize("power", [r ** Rational(1, 2), sqrt(r), 2**r, Pow(r, 0, evaluate=False), r**x])
def test_a_power_without_smt_lib_form_is_refused(power):
    with pytest.raises(ValueError, match="not a positive whole power"):
        Obligation("root", (), power > 0)


@pytest.mark.parametrize(
    ("node", "name"),
    [
        (r < pi, "pi .Pi"),
        (r < E, "E .Exp1"),
        (r < 3.14, "3.14000000000000 .Float"),
        (r < Float("1e-30"), "Float"),
        (r < Add(pi, 1), "pi .Pi"),
        (r < sqrt(2), r"sqrt\(2\) is not a positive whole power"),
        (r < oo, "oo .Infinity"),
        (Abs(r) < 1, r"Abs\(r\) .Abs"),
        (floor(r) < 1, "floor"),
        (Mod(x, 2) < 1, "Mod"),
        (Function("f")(r) < 1, "f"),
        (Xor(x < 1, y < 1), "Xor"),
        (Eq(r, Symbol("i") * sqrt(-1)), "I .ImaginaryUnit"),
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
        Obligation("inexact", given, conclusion)


def test_pi_is_not_its_first_digits():
    """r < pi does not imply r <= 3.14159265358979; with pi printed as these digits both solvers agree that it does."""
    with pytest.raises(ValueError, match="has no exact form in SMT-LIB"):
        Obligation("pi", (r < pi,), r <= Rational("3.14159265358979"))


@pytest.mark.parametrize("quotient", [x / y, 1 / r, r / (r - 1), Pow(0, -1, evaluate=False), (r + 1) ** -2])
def test_a_division_by_what_can_be_zero_is_refused(quotient):
    """SMT-LIB lets x/0 be any number, the same for the same x: 1/r = 1/r + 0 would hold at r = 0."""
    with pytest.raises(ValueError, match=r"division|zoo"):
        Obligation("quotient", (), Eq(quotient, quotient + 0 * x, evaluate=False))


def test_a_division_by_a_number_is_exact_and_not_that_of_integers():
    with evaluate(False):
        twice, rounded = Eq(2 * (x / 2), x), 2 * (x / 2) <= x - 1
    assert list(failures(Obligation("halved", (), twice))) == []
    assert len(list(failures(Obligation("rounded down", (), rounded)))) == 2
    assert len(list(failures(Obligation("thirds", (), Ne(3 * r, 1))))) == 2
    assert list(failures(Obligation("thirds of integers", (), Ne(3 * x, 1, evaluate=False)))) == []


def test_negative_fractions_are_negative():
    assert list(failures(Obligation("fraction", (Eq(r, Rational(-3, 2)),), And(r < -1, r > -2)))) == []
    assert statement(Le(r, Rational(-3, 2))) == "(<= r (- (/ 3.0 2.0)))"


def test_two_symbols_with_one_name_are_refused():
    """Declared as Int and as Real, z3 would read both as it likes."""
    with pytest.raises(ValueError, match="two symbols with different assumptions have the name x"):
        Obligation("twins", (Symbol("x") > 0,), x >= 1)
    with pytest.raises(ValueError, match="Dummy"):
        Obligation("dummies", (Dummy("z") > 0,), Dummy("z") > 0)


def test_integers_are_converted_in_real_expressions():
    assert statement(r < x + 1) == "(< r (+ (to_real x) 1.0))" or statement(r < x + 1) == "(< r (+ 1.0 (to_real x)))"
    between = Obligation("a real between two integers", (x < r, r < y), y >= x + 2)
    assert len(list(failures(between))) == 2
    assert list(failures(Obligation("an integer between", (x < y,), y >= x + 1))) == []


def test_an_integer_false_symbol_is_refused():
    """sympy would take z != 1 for true, but the solvers know nothing of it."""
    with pytest.raises(ValueError, match="can only have the assumption integer"):
        Obligation("hidden", (), Symbol("z", integer=False) > y)


@pytest.mark.parametrize("name", ["x y", "x) (assert false", "1x", "", "|x|", "x;", "ä", *sorted(RESERVED)])
def test_a_symbol_whose_name_is_smt_lib_is_refused(name):
    with pytest.raises(ValueError, match="cannot be the name of a symbol"):
        declarations([Symbol(name) > 0])


def test_a_symbol_with_the_name_of_a_function_of_cvc5_is_not_discharged_and_its_message_says_why():
    name = Symbol("bvadd", integer=True)
    refusal = "cvc5 answers “Symbol `bvadd' is shadowing a theory function symbol” to"
    assert list(failures(Obligation("a square", (), name**2 >= name))) == [
        f"a square: {refusal} the negation, expected unsat",
        f"a square: {refusal} the hypotheses alone, expected sat",
    ]


@pytest.mark.parametrize("name", ["", "--", "one\n(assert false)", "one\r(assert false)"])
def test_the_name_of_an_obligation_cannot_be_smt_lib(name):
    with pytest.raises(ValueError, match="cannot be the name of an obligation"):
        Obligation(name, (), x**2 > x)


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
        Obligation("mixed", (), mixed)


def test_a_case_distinction_needs_a_default_and_means_its_first_case():
    with pytest.raises(ValueError, match="add a default"):
        Obligation("cases", (), Piecewise((x, x > 0)) >= 0)
    cases = Piecewise((x, x > 0), (-x, x > -5), (Integer(7), True))
    assert list(failures(Obligation("cases", (), cases >= 0))) == []
    assert len(list(failures(Obligation("seven", (x <= 0,), cases <= 6)))) == 2
    with evaluate(False):
        choice = ITE(x > 0, x >= 1, x <= 0)
    assert list(failures(Obligation("choice", (), choice))) == []


def test_sums_and_products_of_one_term_are_the_term():
    assert statement(Eq(Add(x, evaluate=False), Mul(y, evaluate=False))) == "(= x y)"
    assert statement(And(x > 0, evaluate=False)) == "(> x 0)"


def test_an_equation_of_two_identical_sides_is_refused():
    with pytest.raises(ValueError, match=r"both sides of the conclusion .* are identical"):
        Obligation("same", (), Eq(x + 1, 1 + x, evaluate=False))
    with pytest.raises(ValueError, match="identical"):
        Obligation("same", (), And(Le(x, x, evaluate=False), Eq(y, y, evaluate=False), evaluate=False))


def test_both_sides_are_printed_as_they_were_written():
    with evaluate(False):
        equation = Eq(x - (y - x), 2 * x - y)
    text = Obligation("written", (), equation).smtlib()
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
        Obligation("assumed", hypotheses, conclusion)


def test_an_assumed_conclusion_is_found_as_written_and_simplified():
    with evaluate(False):
        written = x + 1 - 1 >= y
    with pytest.raises(ValueError, match="the conclusion is one of the hypotheses"):
        Obligation("assumed", (written,), x >= y)


@pytest.mark.parametrize(
    ("obligation", "slack"),
    [
        (Obligation("sum", (x >= 5, y >= 1), x + y >= 6), 0),
        (Obligation("not attained", (x >= 5, y >= 1), x + y >= 5), 1),
        (Obligation("strict", (x > y,), x - y > 0), 0),
        (Obligation("strict with room", (x > y + 1,), x - y > 0), 1),
        (Obligation("a real with room", (r > 3,), r**2 > 4), 1),
        (Obligation("equation", (Eq(x, 2),), Eq(x**2, 4)), 0),
        (Obligation("two, one with room", (x >= 5,), And(x**2 >= 25, x >= 4)), 1),
        (Obligation("one of two cases", (x >= 5,), Or(x >= 5 + y, x <= 4 + y)), 0),
        (Obligation("impossible case", (x >= 5,), And(Implies(x < 3, Eq(y, 7)), Implies(x >= 3, 2 * x >= 10))), 1),
        (Obligation("not both", (x > y,), Not(And(x < 3, y > 2))), 2),
    ],
    ids=lambda entry: entry.name if isinstance(entry, Obligation) else str(entry),
)
def test_slack_relations_are_found(obligation, slack):
    assert list(failures(obligation)) == []
    found = sharpness(obligation)
    assert len(found.slack) == slack
    assert found.all_slack == (slack == found.relations)


def test_every_mutation_is_another_statement():
    conclusion = And(x > 1, x >= 1, x < 9, x <= 9, Eq(y, 2), Ne(y, 3), Or(r > 0, Not(r < y)))
    changed = [statement(entry.conclusion) for entry in mutations(conclusion)]
    assert len(set(changed)) == 8
    assert statement(conclusion) not in changed


def test_the_limit_of_a_solver_is_work_and_not_time(monkeypatch):
    """An answer at the limit is unknown each time; the limits of z3 and cvc5 are numbers of units, not of seconds."""
    cubes = Add(*(symbol**3 for symbol in symbols("a b c", integer=True)))
    script = Obligation("cubes", (), Ne(cubes, 42)).smtlib()
    monkeypatch.setattr(module, "Z3_UNITS", 200_000)
    monkeypatch.setattr(module, "CVC5_UNITS", 2_000)
    assert {ask_cvc5(script) for _ in range(3)} == {"unknown (RESOURCEOUT)"}
    for _ in range(3):
        solver = module.z3_solver(script)
        assert (str(solver.check()), solver.reason_unknown()) == ("unknown", "canceled")
    assert prove([Obligation("cubes", (), Ne(cubes, 42))]).status is Status.OPEN


def test_an_answer_does_not_depend_on_earlier_questions():
    """z3 counts the same units for a script, whatever it was asked before."""
    script = Obligation("square of a sum", (x > y, y > 0), x**2 + y**2 >= 2 * x * y).smtlib()

    def units():
        solver = module.z3_solver(script)
        assert str(solver.check()) == "unsat"
        return solver.statistics().get_key_value("rlimit count")

    first = units()
    ask_z3(Obligation("another", (), Ne(x**3 + y**3, 7)).smtlib())
    assert units() == first


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
    monkeypatch.setattr(module, "_answers", {})  # nothing is remembered
    [reason, *_] = failures(TRUE)
    assert reason.startswith(f"square: {solver} answers {answer}")
    assert prove([TRUE]).status is Status.OPEN


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
