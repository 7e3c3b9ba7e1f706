"""Terms and statements of record: what is refused, and what the solvers read."""

from __future__ import annotations

import pytest

from gametheory.prove.statement import MAX_DEPTH, Statement, conjuncts, parse, sort_of, statement_from_json, write

SORTS = {"x": "Int", "y": "Int", "r": "Real"}
INTEGERS = (("x", "Int"), ("y", "Int"))


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("x", "Int"),
        ("r", "Real"),
        ("12", "Int"),
        ("12.0", "Real"),
        ("false", "Bool"),
        ("(+ x y 1)", "Int"),
        ("(* 2.0 r r)", "Real"),
        ("(- x)", "Int"),
        ("(- r 1.0)", "Real"),
        ("(/ 1.0 3.0)", "Real"),
        ("(to_real (+ x 1))", "Real"),
        ("(<= x y)", "Bool"),
        ("(= r 0.0)", "Bool"),
        ("(and (> x 0) (or true (not (< x y))))", "Bool"),
        ("(=> (> x 0) (>= x 1))", "Bool"),
        ("(ite (> x 0) x y)", "Int"),
        ("(ite (> x 0) r 1.0)", "Real"),
        ("(ite (> x 0) (> y 0) false)", "Bool"),
    ],
)
def test_the_sort_of_a_term(text: str, sort: str) -> None:
    assert sort_of(parse(text), SORTS) == sort
    assert write(parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        # division and remainder differ between programs, or have no fixed value at 0
        *["(div x 2)", "(mod x 2)", "(abs x)", "(^ x 2)", "(to_int r)", "(is_int r)", "(distinct x y)"],
        *["(/ r 2.0)", "(/ 1.0 r)", "(/ 1.0 0.0)", "(/ 0.0 0.0)", "(/ x 2)", "(/ 1 2)", "(/ 1.0 (- 2.0))", "(/ 1.0)"],
        *["(forall ((z Int)) (> z x))", "(let ((z x)) z)", "(xor true false)", "(assert false)", "(select x y)"],
        *["(+ x)", "(- x y 1)", "(= x y 1)", "(< x y 1)", "(and true)", "(not true true)", "(=> true true true)"],
        *["(= x r)", "(+ x r)", "(* x 1.0)", "(< x 1.0)", "(< x true)", "(= true false)", "(and x true)", "(not x)"],
        *["(=> x true)", "(ite x 1 2)", "(ite true x r)", "(to_real r)", "(to_real true)", "(or (> x 0) r)", "(-)"],
        *["z", "01", "-1", "1.5", "1e3", "#x1", "x!", "|x|", "()", "((+ x 1))", "(x)"],
    ],
)
def test_a_term_outside_the_language_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        sort_of(parse(text), SORTS)


@pytest.mark.parametrize("text", ["", "x y", "(> x 0) true", "x) (assert false", "(x", "x)", ")", "(x))", "(x) ("])
def test_a_text_that_is_not_one_term_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not one term of SMT-LIB"):
        parse(text)


def test_a_term_is_not_nested_too_deeply() -> None:
    assert parse("(" * (MAX_DEPTH - 1) + "x" + ")" * (MAX_DEPTH - 1))
    with pytest.raises(ValueError, match="more than 200 deep"):
        parse("(" * 5000 + "x" + ")" * 5000)


SUM = Statement("sum", INTEGERS, ("(> x 1)", "(> y 2)"), "(> (+ x y) 3)")


def test_the_solvers_read_every_hypothesis_and_the_negated_conclusion() -> None:
    head = "(set-logic ALL)\n(declare-const x Int)\n(declare-const y Int)\n(assert (> x 1))\n(assert (> y 2))\n"
    assert SUM.script() == f"; sum: expected answer unsat\n{head}(assert (not (> (+ x y) 3)))\n(check-sat)\n"
    assert SUM.asserting(SUM.hypotheses, "sat") == f"; sum: expected answer sat\n{head}(check-sat)\n"
    against = SUM.asserting([*SUM.hypotheses, "(not (> x 9))"], "unsat")
    assert against == SUM.script().replace("(> (+ x y) 3)", "(> x 9)")


def test_the_reader_sees_every_hypothesis() -> None:
    assert SUM.text == "for all integers x, y with x > 1; y > 2: x + y > 3"
    assert SUM.latex == "for all integers $x$, $y$ with $x > 1$; $y > 2$: $x + y > 3$"
    both = Statement("both", (("r", "Real"), ("x", "Int")), (), "(< (to_real x) r)")
    assert both.text == "for all integers x and real numbers r: x < r"
    assert statement_from_json(SUM.as_json()) == SUM


@pytest.mark.parametrize(
    ("variables", "hypotheses", "conclusion", "why"),
    [
        (INTEGERS, ("(> x 1)",), "(> x 1)", "the conclusion is one of the hypotheses"),
        (INTEGERS, ("(and (> y 2) (> x 1))",), "(> x 1)", "the conclusion is one of the hypotheses"),
        (INTEGERS, ("(> x 1)", "(> y 2)"), "(and (> y 2) (> x 1))", "the conclusion is one of the hypotheses"),
        (INTEGERS, ("(> x 1)",), "(and (> x 1) (= y y))", "the conclusion is one of the hypotheses"),
        (INTEGERS, (), "(= (+ x 1) (+ x 1))", "are identical"),
        (INTEGERS, (), "(and (<= x x) (>= y y))", "are identical"),
        (INTEGERS, ("(> x 1)",), "(+ x 1)", "is a number in place of a statement"),
        (INTEGERS, ("x",), "(> x 1)", "is a number in place of a statement"),
        (INTEGERS, ("(> z 1)",), "(> x 1)", "neither a variable of the statement nor a number"),
        (INTEGERS, ("(> x 1)) (assert false",), "(> x 1)", "is not one term"),
        ((("x", "Int"), ("x", "Real")), (), "(> (* x x) x)", "declared twice"),
        ((("x", "Int"), ("x", "Int")), (), "(> (* x x) x)", "declared twice"),
        ((("false", "Int"),), (), "(> 2 1)", "cannot be a variable"),
        ((("max", "Int"),), (), "(> 2 1)", "cannot be a variable"),
        ((("1", "Int"),), (), "(> 2 1)", "cannot be a variable"),
        ((("x y", "Int"),), (), "(> 2 1)", "cannot be a variable"),
        ((("x", "Bool"),), (), "(> 2 1)", "cannot be a variable"),
    ],
)
def test_a_malformed_statement_is_refused(
    variables: tuple[tuple[str, str], ...], hypotheses: tuple[str, ...], conclusion: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        Statement("lie", variables, hypotheses, conclusion)
    assert str(caught.value).startswith("lie: ")


@pytest.mark.parametrize("name", ["", "--", "one\n(assert false)", "one\r(assert false)"])
def test_the_name_of_a_statement_is_one_line(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name of a statement"):
        Statement(name, INTEGERS, (), "(>= (* x x) x)")


def test_a_conjunction_has_the_parts_of_its_parts() -> None:
    assert conjuncts(parse("(and a (or b c) (and d (and e f)))")) == ["a", ("or", "b", "c"), "d", "e", "f"]


@pytest.mark.parametrize(("name", "sort"), [("phi", "Int"), ("root5", "Int"), ("phi_", "Int"), ("rho", "Real")])
def test_a_variable_that_prints_as_a_constant_is_one_of_its_sort(name: str, sort: str) -> None:
    with pytest.raises(ValueError, match="prints as a constant"):
        Statement("s", ((name, sort),), (), f"(= {name} {name})")
