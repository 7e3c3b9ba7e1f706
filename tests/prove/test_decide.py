"""From a statement to its verdict: textbook inequalities are proved, false ones refuted by a point, others refused."""

import json
from fractions import Fraction

import pytest
from sympy import Abs, And, Eq, Ge, Implies, Max, Ne, Or, Rational, Symbol, evaluate, sqrt, symbols

from gametheory import Status, decide
from gametheory.claims import Verdict, prove, verdict_from_json
from gametheory.claims.recheck import recheck_claim
from gametheory.prove.proof import Counterexample, Root, sign
from gametheory.prove.smt import obligation
from gametheory.prove.statement import Statement

x, y, z = symbols("x y z", real=True)
a, b, c, d, e, f = symbols("a b c d e f", real=True)
p, q, r = symbols("p q r", positive=True)
u, v, w = symbols("u v w", nonnegative=True)
n, m, k = symbols("n m k", integer=True)
TRIANGLE = (p + q > r, q + r > p, r + p > q)

TEXTBOOK = {
    "square of a difference": (x**2 + y**2 >= 2 * x * y, ()),
    "means of two numbers": ((u + v) / 2 >= sqrt(u * v), ()),
    "means of three numbers": ((u + v + w) / 3 >= (u * v * w) ** Rational(1, 3), ()),
    "means of three cubes": (u**3 + v**3 + w**3 >= 3 * u * v * w, ()),
    "harmonic and geometric mean": (2 / (1 / p + 1 / q) <= sqrt(p * q), ()),
    "quadratic mean": (sqrt((u**2 + v**2) / 2) >= (u + v) / 2, ()),
    "Cauchy and Schwarz": ((a * c + b * d) ** 2 <= (a**2 + b**2) * (c**2 + d**2), ()),
    "Cauchy and Engel": (x**2 / p + y**2 / q >= (x + y) ** 2 / (p + q), ()),
    "Nesbitt": (p / (q + r) + q / (r + p) + r / (p + q) >= Rational(3, 2), ()),
    "Schur": (u * (u - v) * (u - w) + v * (v - u) * (v - w) + w * (w - u) * (w - v) >= 0, ()),
    "rearrangement": (a * d + b * e + c * f >= a * e + b * f + c * d, (a <= b, b <= c, d <= e, e <= f)),
    "Chebyshev": (2 * (a * c + b * d) >= (a + b) * (c + d), (a <= b, c <= d)),
    "Bernoulli, third power": ((1 + x) ** 3 >= 1 + 3 * x, (x >= -1,)),
    "Bernoulli, fifth power": ((1 + x) ** 5 >= 1 + 5 * x, (x >= -1,)),
    "a number and its reciprocal": (p + 1 / p >= 2, ()),
    "sides of a triangle": (p**2 + q**2 + r**2 < 2 * (p * q + q * r + r * p), TRIANGLE),
    "Padoa": (p * q * r >= (p + q - r) * (q + r - p) * (r + p - q), TRIANGLE),
    "triangle inequality": (Abs(x + y) <= Abs(x) + Abs(y), ()),
    "length of a vector": (sqrt(x**2 + y**2) <= Abs(x) + Abs(y), ()),
    "three squares": (x**2 + y**2 + z**2 >= x * y + y * z + z * x, ()),
    "Motzkin": (x**4 * y**2 + x**2 * y**4 + 1 >= 3 * x**2 * y**2, ()),
    "Vasc": ((x**2 + y**2 + z**2) ** 2 >= 3 * (x**3 * y + y**3 * z + z**3 * x), ()),
    "integers: square of a sum": ((n + m) ** 2 >= 4 * n * m, ()),
    "integers: means of three": (n**3 + m**3 + k**3 >= 3 * n * m * k, (n >= 0, m >= 0, k >= 0)),
    "integers: between squares": (Ne(n**2, m**2 + 1), (m >= 1, n > m)),
    "both kinds": (n * x <= n**2 + x**2, ()),
}


@pytest.mark.parametrize("name", TEXTBOOK)
def test_textbook_inequalities_are_proved(name: str) -> None:
    verdict = decide(*TEXTBOOK[name])
    assert (verdict.status, verdict.evidence) == (Status.PROVED, ())


@pytest.mark.parametrize(
    ("conclusion", "given", "case"),
    [
        (x**2 >= x, (), None),
        (x**2 + y**2 > 2 * x * y, (), None),
        ((p + q) ** 2 > 4 * p * q, (), None),
        (Ne(x**2, 2), (), "x² − 2 = 0"),
        (x < Rational(5, 4), (Eq(x**3, 2),), "x ≈ 1.25992 with x³ − 2 = 0"),
        (Implies(Eq(y**2, x + 1), y < 1), (Eq(x**2, 2),), "with"),
        (sqrt(u) >= u, (), None),
        (1 / x > x, (), None),
        (Max(x, y) <= x, (), None),
        (Or(n * m >= 0, n + m > 3), (n >= -5,), None),
        (Ne(3 * n - 2 * m, 7), (), None),
        (And(u >= v, v >= u), (), None),
    ],
)
def test_a_false_statement_is_refuted_by_a_point(conclusion, given, case: str | None) -> None:
    verdict = decide(conclusion, given)
    assert verdict.status is Status.REFUTED
    assert (case or "") in verdict.witness.case
    record = verdict.record.as_json()
    assert verdict_from_json(verdict.as_json()) == verdict
    values = {name: value for (name, _), value in zip(verdict.record.statement.variables, record["point"], strict=True)}
    if all(isinstance(value, str) for value in values.values()) and not conclusion.atoms(Abs, Max):
        exact = {Symbol(name): Rational(value) for name, value in values.items()}
        plain = {symbol: Symbol(symbol.name) for symbol in conclusion.free_symbols}
        assert conclusion.xreplace(plain).subs(exact) == False  # noqa: E712 - sympy's own truth values


def test_a_statement_of_a_claim_that_is_false_is_refuted_where_it_is_established() -> None:
    from gametheory.prove.proof import stating

    with stating():  # as in the process of the claim, which asks no solver
        stated = prove(obligation("square", (), x**2 >= x))
    assert stated.status is Status.PROVED
    verdict = verdict_from_json(stated.as_json())
    assert verdict.status is Status.REFUTED
    data = {"id": "A"} | json.loads(json.dumps(verdict.as_json()))
    assert recheck_claim(data).rejected == ()
    [rejection] = recheck_claim(data | {"witness": {"case": "x = 7", "explanation": "", "kind": ""}}).rejected
    assert "witness" in rejection.why


@pytest.mark.parametrize("point", [[], ["2"], ["1"], ["1/8"], ["1/2", "1/2"], [{"root": 1, "of": [1, 0, 1]}]])
def test_a_point_that_refutes_nothing_is_no_counterexample(point: list[object]) -> None:
    """2 and 1 satisfy x^2 >= x, 1/8 does not but is too small, and x^2 + 1 has no real root."""
    verdict = decide(x**2 >= x, [x > Rational(1, 4)])
    record = verdict.record.as_json()
    good = record | {"point": ["1/2"]}
    assert verdict_from_json(verdict.as_json() | {"record": good}).status is Status.REFUTED
    with pytest.raises(ValueError, match=r"counterexample|zip|root"):
        verdict_from_json(verdict.as_json() | {"record": record | {"point": point}})


def test_an_integer_is_no_fraction_and_no_root() -> None:
    statement = Statement("even", (("n", "Int"),), (), "(not (= (* 2 n) 3))")
    for value in (Fraction(3, 2), Root((-3, 2), 1)):
        with pytest.raises(ValueError, match="not a counterexample"):
            Counterexample(statement, (value,))


def test_signs_of_irrational_numbers_are_exact() -> None:
    """The roots of 2 and 3: the product is the root of 6, and (1 + root)^60 differs little from a large integer."""
    two, three, six = (Root((-number, 0, 1), 2) for number in (2, 3, 6))
    point = {"x": two, "y": three, "z": six}
    assert sign(("-", ("*", "x", "y"), "z"), point) == 0
    assert sign(("-", ("*", "x", "y"), ("+", "z", ("/", "1.0", str(10**60)))), point) == -1
    pell, before = 1, 0  # p^2 - 2 q^2 = 1 or -1, so that q is the root of 2 times p up to 1/(2 q)
    for _ in range(400):
        pell, before = 2 * pell + before, pell
    assert sign(("-", ("*", "x", str(pell)), str(pell + before)), point) == (
        1 if (pell + before) ** 2 < 2 * pell**2 else -1
    )


def test_assumptions_of_sympy_are_hypotheses_of_the_record() -> None:
    signs = {"positive": "> 0", "negative": "< 0", "nonnegative": "≥ 0", "nonpositive": "≤ 0", "nonzero": "≠ 0"}
    for kind in ("real", "integer"):
        for sign_, text in signs.items():
            s = Symbol("s", **{kind: True, sign_: True})
            shown = obligation("signed", (), s * y > 3).text
            assert f"with s {text}:" in shown
            assert ("integers s" in shown) == (kind == "integer")
    assert obligation("plain", (), x > 3).text == "for all real numbers x: x > 3"


def test_the_new_variable_of_a_root_has_a_name_of_its_own() -> None:
    r1 = Symbol("r1", real=True)
    assert decide(sqrt(x) * r1 <= x + r1**2).status is Status.PROVED
    assert "r2" in obligation("root", (), sqrt(x) <= r1).text


@pytest.mark.parametrize(
    ("conclusion", "given", "why"),
    [
        (x**2 >= 0, (), "the conclusion is true; sympy has already simplified it"),
        (Ge(x**n, 0, evaluate=False), (), "is not a positive whole power"),
        (Symbol("t", even=True) > x, (), "can only have the assumptions real, integer"),
        (x**0.5 > 3, (), "is not a positive whole power"),
    ],
)
def test_what_has_no_exact_form_is_refused(conclusion, given, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        decide(conclusion, given)


def test_a_root_of_a_negative_number_proves_nothing() -> None:
    verdict = decide(sqrt(-1 - Symbol("s") ** 2) > 5)
    assert verdict.status is Status.OPEN
    assert "answers unsat to the hypotheses alone" in verdict.evidence[0].text


def test_a_statement_as_it_was_written_stays_so() -> None:
    with evaluate(False):
        written = Eq((x + 1) * (1 / (x + 1)), 1 + 0 * x)
    assert obligation("written", (), written).text.endswith("(x + 1) q1 = 1 + 0 x")


def test_the_verdict_says_which_solver_answered_what() -> None:
    shown = str(decide(x**4 + 1 > x))
    assert "z3: unsat in 0." in shown
    assert "cvc5: unsat in " in shown
    assert "z3: sat in " in str(decide(x**4 > x))
    assert isinstance(decide(n**2 >= n), Verdict)
