"""What a reader sees of a term has the value of the term: the printed formula is evaluated by Python."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from gametheory.prove.statement import Term, as_latex, as_text, parse

SIGNS = {" = ": " == ", "≠": "!=", "≤": "<=", "≥": ">=", "−": "-", "⁴": "**4", "³": "**3", "²": "**2", "·": "*"}
POINTS = [dict(zip("xyr", point, strict=True)) for point in product((-2, 0, 1, 3), (-1, 0, 3), (Fraction(-1, 2), 2))]


def value(term: Term, point: dict[str, Fraction]) -> Fraction | bool:
    """Return the value of a term as SMT-LIB defines it."""
    if isinstance(term, str):
        return point[term] if term in point else {"true": True, "false": False}.get(term) or Fraction(term)
    first, *others = (value(part, point) for part in term[1:])
    match term[0]:
        case "+":
            return sum(others, first)
        case "*":
            for other in others:
                first *= other
            return first
        case "-":
            return first - others[0] if others else -first
        case "/":
            return first / others[0]
        case "ite":
            return others[0] if first else others[1]
        case "and" | "or":
            return all([first, *others]) if term[0] == "and" else any([first, *others])
        case "not":
            return not first
        case "=>":
            return not first or bool(others[0])
        case "to_real":
            return first
    compared = {"=": first == others[0], "<": first < others[0], "<=": first <= others[0]}
    return compared[term[0]] if term[0] in compared else first > others[0] if term[0] == ">" else first >= others[0]


def printed_value(text: str, point: dict[str, Fraction]) -> object:
    """Return the value of a printed formula: a product is written with a gap, an implication with an arrow."""
    for sign, python in SIGNS.items():
        text = text.replace(sign, python)
    text = re.sub(r"(?<=[\w)]) (?=[xyr(])", " * ", text)
    text = re.sub(r"\b(and|or|if|else|not|max|min) \* ", r"\1 ", text.replace(", else", " else"))
    left, arrow, right = text.partition(" ⟹ ")
    if arrow:
        return not eval(left, {}, dict(point)) or eval(right, {}, dict(point))
    left, arrow, right = text.partition(" ⟺ ")
    if arrow:
        return bool(eval(left, {}, dict(point))) == bool(eval(right, {}, dict(point)))
    return eval(text, {}, dict(point))


TERMS = [
    "(< x y)",
    "(<= x y)",
    "(> x y)",
    "(>= x y)",
    "(= x y)",
    "(not (< x y))",
    "(not (<= x y))",
    "(not (> x y))",
    "(not (>= x y))",
    "(not (= x y))",
    "(= (- x) y)",
    "(= (- x y) 2)",
    "(= (- x (- y)) 2)",
    "(= (- x (+ y 1)) 2)",
    "(= (- x (- y 1)) 2)",
    "(= (+ x (- 1)) y)",
    "(= (+ x (* (- 1) y)) 1)",
    "(= (+ x (* (- 2) y x)) 1)",
    "(= (+ (- x) (* (- 1) y x)) 1)",
    "(= (* (- 2) x) y)",
    "(= (* (+ x 1) (- y 1)) y)",
    "(= (* (- x) (- x)) (* x x x))",
    "(= (* 2 (+ x y)) (* x 3))",
    "(= (* (+ x 1) (+ x 1)) 4)",
    "(= (* 2 2 x) 4)",
    "(= (- (* x x)) y)",
    "(= (- (+ x y)) 2)",
    "(= (ite (>= x y) x y) 3)",
    "(= (ite (<= x y) x y) (- 2))",
    "(= (ite (> x y) x y) 3)",
    "(= (ite (>= x y) y x) 1)",
    "(= (ite (<= x y) y x) 1)",
    "(and (< x y) (or (> x 0) (< y 0)))",
    "(or (< x y) (and (> x 0) (< y 0)))",
    "(=> (< x y) (<= x y))",
    "(=> (and (< x y) (> y 0)) (or (= x 0) (> x 1)))",
    "(and (=> (< x y) (< 0 y)) (=> (< 0 y) (< x y)))",
    "(not (and (< x y) (> y 0)))",
    "(< r (/ 3.0 2.0))",
    "(= (* r (/ 1.0 2.0)) 1.0)",
    "(< (to_real x) (+ r (- (/ 1.0 3.0))))",
]


@pytest.mark.parametrize("text", TERMS)
def test_a_printed_term_has_the_value_of_the_term(text: str) -> None:
    term = parse(text)
    shown = as_text(term)
    for point in POINTS:
        assert bool(printed_value(shown, point)) == value(term, point), (shown, point)


def test_no_two_terms_are_printed_alike() -> None:
    """A strict relation, a sign or a bracket that is lost would make two terms look the same."""
    same = {"(not (< x y))": "(>= x y)", "(not (<= x y))": "(> x y)", "(not (> x y))": "(<= x y)"}
    same["(not (>= x y))"] = "(< x y)"
    different = [parse(text) for text in TERMS if text not in same]
    for printer in (as_text, as_latex):
        assert len({printer(term) for term in different}) == len(different)
    for text, other in same.items():
        assert as_latex(parse(text)) == as_latex(parse(other))


def test_two_implications_are_no_equivalence() -> None:
    assert as_text(parse("(and (=> (< x y) (< 0 y)) (=> (< 0 x) (< x y)))")) == "(x < y ⟹ 0 < y) and (0 < x ⟹ x < y)"


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("(< x y)", "x < y"),
        ("(= (* x y) xy)", r"x \, y = \mathit{xy}"),
        ("(<= x y)", r"x \le y"),
        ("(> x y)", "x > y"),
        ("(>= x y)", r"x \ge y"),
        ("(not (= x y))", r"x \ne y"),
        ("(= (- x (+ y (- 1))) (- (* x x)))", r"x - \left(y - 1\right) = -x^{2}"),
        ("(= (ite (<= x y) x y) (/ 1.0 3.0))", r"\min(x, y) = \frac{1}{3}"),
        ("(= (* (/ 1.0 3.0) (/ 1.0 3.0)) x2)", r"\left(\frac{1}{3}\right)^{2} = x_{2}"),
        ("(= (* 2.0 (/ 1.0 2.0)) 1.0)", r"2 \cdot \frac{1}{2} = 1"),  # without the point, two and a half
        (
            "(= (* (ite (> x y) 1 2) (ite (> x y) 1 2)) 4)",
            r"\left(\begin{cases} 1 & \text{if } x > y \\ 2 & \text{otherwise} \end{cases}\right)^{2} = 4",
        ),
        ("(= x_2 (* xy xy))", r"\mathit{x\_2} = \mathit{xy}^{2}"),
        ("(=> (or (< x 1) (< y 1)) (and (< x y) true))", r"x < 1 \vee y < 1 \Rightarrow x < y \wedge \mathit{true}"),
    ],
)
def test_latex(text: str, latex: str) -> None:
    assert as_latex(parse(text)) == latex
