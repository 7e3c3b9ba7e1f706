"""Inductions: sums, powers and recurrences are proved, false neighbours refuted, and lies in a record found."""

import json
from dataclasses import replace
from fractions import Fraction
from math import factorial as exact_factorial

import pytest
import sympy
from sympy import Eq, Function, Implies, Mod, Product, Rational, Sum, Symbol, factorial, fibonacci, symbols

from gametheory import Status, decide
from gametheory.claims import verdict_from_json
from gametheory.claims.recheck import recheck_claim
from gametheory.prove.induction import Definition, Induction, RecursiveSequence, induction_from_json
from gametheory.prove.proof import NotProved, stating
from gametheory.prove.sequences import by_induction
from gametheory.prove.statement import parse

n, k, m = symbols("n k m", integer=True)
x = Symbol("x", real=True)
r = Symbol("r", real=True)
f, g = Function("f"), Function("g")
DOUBLED = Eq(f(n + 1), 2 * f(n) + 1)

TRUE = {
    "power": (2**n > n, [n >= 0]),
    "power and square": (2**n > n**2, [n >= 5]),
    "factorial and power": (factorial(n) >= 2 ** (n - 1), [n >= 1]),
    "numbers": (Eq(Sum(k, (k, 1, n)), n * (n + 1) / 2), [n >= 1]),
    "an empty sum": (Eq(Sum(k, (k, 1, n)), n * (n + 1) / 2), [n >= 0]),
    "squares": (Eq(Sum(k**2, (k, 1, n)), n * (n + 1) * (2 * n + 1) / 6), [n >= 1]),
    "powers": (Eq(Sum(2**k, (k, 0, n)), 2 ** (n + 1) - 1), [n >= 0]),
    "fractions": (Eq(Sum(1 / (k * (k + 1)), (k, 1, n)), n / (n + 1)), [n >= 1]),
    "divisibility": (Eq(Mod(4**n - 1, 3), 0), [n >= 0]),
    "Bernoulli": ((1 + x) ** n >= 1 + n * x, [n >= 0, x >= -1]),
    "Fibonacci": (fibonacci(n) < 2**n, [n >= 0]),
    "Cassini": (Eq(fibonacci(n) * fibonacci(n + 2) - fibonacci(n + 1) ** 2, (-1) ** (n + 1)), [n >= 0]),
    "a product": (Eq(Product(1 + 1 / k, (k, 1, n)), n + 1), [n >= 1]),
    "a recurrence": (Eq(f(n), 2**n - 1), [n >= 0, Eq(f(0), 0), DOUBLED]),
    "a parameter": (m * 2**n >= m * n, [n >= 0, m >= 0]),
    "twice as many terms": (Eq(Sum(k, (k, 1, 2 * n)), n * (2 * n + 1)), [n >= 1]),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_proved_by_base_and_step(name: str) -> None:
    verdict = decide(*TRUE[name], by="induction")
    assert verdict.status is Status.PROVED
    names = [statement.name.rpartition(", ")[2] for statement in verdict.record.statements]
    assert any(name.startswith("for n = ") for name in names)
    assert names[-1] == "from n to the next"
    assert verdict_from_json(json.loads(json.dumps(verdict.as_json()))) == verdict


FALSE = {
    "power": (2**n > n + 1, [n >= 0], "n = 0"),
    "power and square": (2**n > n**2, [n >= 4], "n = 4"),
    "factorial and power": (factorial(n) >= 2**n, [n >= 3], "n = 3"),
    "numbers": (Eq(Sum(k, (k, 1, n)), n * (n + 1) / 2 + 1), [n >= 1], "n = 1"),
    "true up to 2": (Eq(Sum(k, (k, 1, n)), n * n - 1 + (n - 2) ** 2), [n >= 2], "n = 3"),
    "powers": (Eq(Sum(2**k, (k, 1, n)), 2 ** (n + 1) - 1), [n >= 1], "n = 1"),
    "divisibility": (Eq(Mod(4**n - 1, 9), 0), [n >= 0], "n = 1"),
    "Bernoulli": ((1 + x) ** n >= 1 + n * x, [n >= 0, x >= -3], "n = 5, x = -11/4"),
    "Fibonacci": (fibonacci(n) < n + 2, [n >= 0], "n = 6"),
    "Cassini": (Eq(fibonacci(n) * fibonacci(n + 2) - fibonacci(n + 1) ** 2, (-1) ** n), [n >= 0], "n = 0"),
    "a recurrence": (Eq(f(n), 2**n - 1), [n >= 0, Eq(f(0), 0), Eq(f(n + 1), 2 * f(n) + 2)], "n = 1"),
    "another first value": (Eq(f(n), 2**n - 1), [n >= 0, Eq(f(0), 1), DOUBLED], "n = 0"),
    "a parameter": (m * 2**n >= m * n, [n >= 0], "m = -1, n = 0"),
    "another parameter": (2**n > m, [n >= 0], "m = 1, n = 0"),
    "bounded": (2**n < 1000, [n >= 0], "n = 10"),
    "a late one": (Sum(1 / k**2, (k, 1, n)) <= Rational(8, 5), [n >= 1], "n = 22"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_neighbour_is_refuted_by_the_first_n(name: str) -> None:
    conclusion, given, case = FALSE[name]
    verdict = decide(conclusion, given, by="induction")
    assert (verdict.status, verdict.witness.case) == (Status.REFUTED, case)
    assert verdict_from_json(json.loads(json.dumps(verdict.as_json()))) == verdict


@pytest.mark.parametrize(
    ("conclusion", "given", "why"),
    [
        (2**r > r, [r >= 0], "declare Symbol"),
        (2**n > n, [], "where does the induction begin"),
        (2**n > n, [n <= 5], "is a condition on n"),
        (2**n > m, [n >= 0, m <= n], "is a condition on n"),
        (2**n > n, [n >= 0, Eq(n % 2, 1)], "is a condition on n"),
        (2**n > n - 9, [n >= -3], "begins at n = -3"),
        (2 ** Symbol("n", integer=True, negative=True) < 1, [], "can only be positive or nonnegative"),
        (2**m * 3**n > m, [n >= 0, m >= 0], "one variable"),
        (2 ** (n + m) >= 2**n, [n >= 0, m >= 0], "one variable"),
        (2 ** (2**n) > n, [n >= 0], "is not n times a number"),
        (n**n >= n, [n >= 1], "no next value"),
        (factorial(2 * n) >= n, [n >= 1], "is not n times|is not the value for n"),
        (Eq(Sum(n, (k, 1, n)), n**2), [n >= 1], "with terms without n"),
        (Sum(k, (k, m, n)) >= 0, [n >= 1], "is not a sum from a number to n"),
        (Eq(Sum(k, (k, 1, n)), n * (n + 1) / 2), [n >= -1], "is not a sum from a number"),
        (Eq(f(n), 2**n), [n >= 0], "needs a recurrence"),
        (Eq(f(n), 2**n), [n >= 0, Eq(f(0), 1)], "needs a recurrence"),
        (Eq(f(n), 2**n), [n >= 0, Eq(f(1), 2), Eq(f(n + 1), 2 * f(n))], "needs a recurrence"),
        (Eq(f(n), 2**n), [n >= 5, Eq(f(0), 1), Eq(f(n + 1), 2 * f(n))], "needs a recurrence"),
        (Eq(f(n), 2**n), [n >= 0, Eq(f(0), 1), Eq(f(0), 2), Eq(f(n + 1), 2 * f(n))], "neither a first value nor"),
        (Eq(f(n), g(n)), [n >= 0, Eq(f(0), 0), Eq(f(n + 1), 2 * n)], "needs a recurrence"),
        (f(n) >= 0, [n >= 0, f(n) >= 3], "is a condition on n"),
        (sympy.sin(2**n) < 2, [n >= 0], "decide cannot handle"),
    ],
)
def test_what_an_induction_does_not_take_is_refused(conclusion, given, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        decide(conclusion, given, by="induction")


def test_another_method_is_refused() -> None:
    with pytest.raises(ValueError, match="by: 'magic' is not allowed"):
        decide(2**n > n, [n >= 0], by="magic")


@pytest.mark.parametrize(
    "conclusion", [n / (n - 7) + 2**n > -5, 2**n + 1 / (n - 40) > -1, Sum(1 / (k - 3), (k, 1, n)) > -5]
)
def test_a_quotient_that_does_not_exist_for_one_n_proves_nothing(conclusion) -> None:
    """The step from 6 to 7 has no quotient, so that it says nothing of 7, and nothing of 8."""
    with stating():
        record = by_induction("hidden", (n >= 1,), conclusion)
    [exists] = [statement for statement in record.statements if "there is" in statement.name]
    assert "≠ 0" in exists.text
    verdict = decide(conclusion, [n >= 1], by="induction")
    assert verdict.status is Status.OPEN
    assert "there is q1" in verdict.evidence[0].text


def test_a_statement_that_is_true_but_no_induction_by_itself_is_open() -> None:
    nested = Sum(Sum(m, (m, 1, k)), (k, 1, n))
    verdict = decide(Eq(nested, n * (n + 1) * (n + 2) / 6), [n >= 1], by="induction")
    assert verdict.status is Status.OPEN
    assert "from n to the next" in verdict.evidence[0].text
    assert decide(2**n < 2**100, [n >= 0], by="induction").status is not Status.PROVED


POWER = RecursiveSequence("p", "Int", "1", "(* 2 p)")
TOTAL = RecursiveSequence("s", "Int", "0", "(+ s n 1)")
GAUSS = "(= (* 2 s) (* n (+ n 1)))"


def test_one_more_in_base_or_step_is_found() -> None:
    honest = Induction("sum", "n", 0, (), (), (TOTAL,), (), (), GAUSS)
    assert len(honest.statements) == 2
    for lie in (replace(TOTAL, first="1"), replace(TOTAL, next="(+ s n 2)"), replace(TOTAL, next="(+ s n)")):
        with pytest.raises(NotProved, match="sum, f"):
            replace(honest, sequences=(lie,))
    with pytest.raises(NotProved, match="for n = 1"):
        replace(honest, start=1)
    with pytest.raises(NotProved, match="for n = 0"):
        Induction("late", "n", 0, (), (), (POWER,), (), (), "(> p (* 2 n))")
    with pytest.raises(NotProved, match="to the next"):  # 16 > 16 is false
        Induction("early", "n", 3, (), (), (replace(POWER, first="8"),), (), (), "(or (< p 16) (> p (* n n)))")


LIES = {
    "a condition on n": {"given": ("(<= n 3)",)},
    "a condition on a sequence": {"given": ("(<= p 3)",)},
    "a variable that is not declared": {"conclusion": "(> p x)"},
    "a first value by n": {"sequences": (replace(POWER, first="n"),)},
    "a real number as an integer": {"sequences": (replace(POWER, next="(* 2.0 (to_real p))"),)},
    "the same name twice": {"sequences": (POWER, POWER)},
    "the name of a next value": {"sequences": (replace(POWER, name="p_"),)},
    "a false fact": {"facts": ("(< p 0)",)},
    "a fact that is not next": {"facts": ("(< p 3)",)},
    "a definition by itself": {"definitions": (Definition("floor", ("k1", "j1"), ("Int", "Int"), "k1", 2),)},
    "a definition of an unknown kind": {"definitions": (Definition("any", ("k1",), ("Int",), "p", 1),)},
    "a root of degree 1": {"definitions": (Definition("root", ("r1",), ("Real",), "(to_real p)", 1),)},
    "a modulus of 0": {"definitions": (Definition("floor", ("k1", "j1"), ("Int", "Int"), "p", 0),)},
    "no base": {"depth": 0},
    "half a base": {"depth": 0.5},
    "a start that is no number": {"start": "0"},
}


@pytest.mark.parametrize("name", LIES)
def test_a_record_with_a_lie_is_refused(name: str) -> None:
    honest = Induction("grows", "n", 0, (), (), (POWER,), (), (), "(> p n)")
    with pytest.raises(NotProved):
        replace(honest, **LIES[name])
    data = json.loads(json.dumps(honest.as_json()))
    assert induction_from_json(data) == honest


def test_certificates_and_verdicts_are_checked_again() -> None:
    verdict = decide(*TRUE["power"], by="induction")
    data = {"id": "A"} | json.loads(json.dumps(verdict.as_json()))
    assert recheck_claim(data).rejected == ()
    assert len(data["certificates"]) == len(verdict.record.statements) == verdict.cases
    lie = json.loads(json.dumps(data))
    lie["record"]["sequences"][0]["next"] = "(* 3 p1)"
    assert recheck_claim(lie).rejected != ()
    lie["record"]["conclusion"] = "(> p1 (* 5 n))"
    assert recheck_claim(lie).rejected != ()
    shown = str(verdict)
    assert "by induction, 1" in shown
    assert "z3: unsat" in shown


def _value(term, point):
    if isinstance(term, str):
        return point[term] if term in point else Fraction(term)
    operator, *parts = term
    values = [_value(part, point) for part in parts]
    if operator == "+":
        return sum(values)
    if operator == "*":
        return sympy.prod(values)
    return {"-": lambda a, b=None: -a if b is None else a - b, "/": lambda a, b: a / b, "to_real": lambda a: a}[
        operator
    ](*values)


@pytest.mark.parametrize(
    ("function", "start", "exact"),
    [
        (2**n, 0, lambda n: 2**n),
        (3 ** (2 * n), 1, lambda n: 9**n),
        (factorial(n + 2), 1, lambda n: exact_factorial(n + 2)),
        (Sum(k**2, (k, 2, n + 1)), 0, lambda n: sum(i * i for i in range(2, n + 2))),
        (Sum(2**k * k, (k, 1, 2 * n)), 1, lambda n: sum(2**i * i for i in range(1, 2 * n + 1))),
        (Sum(Sum(m, (m, 1, k)), (k, 1, n)), 1, lambda n: sum(sum(range(i + 1)) for i in range(1, n + 1))),
        (Product(2 * k - 1, (k, 1, n)), 1, lambda n: int(sympy.factorial2(2 * n - 1))),
        (fibonacci(n + 3), 2, lambda n: int(sympy.fibonacci(n + 3))),
        (Rational(1, 2) ** n, 0, lambda n: Fraction(1, 2**n)),
        ((-1) ** n, 3, lambda n: (-1) ** n),
    ],
)
def test_sequences_have_the_values_of_python(function, start: int, exact) -> None:
    with stating():
        record = by_induction("values", (n >= start,), Implies(n < 0, Eq(function, 7 + n**9)))
    _, _, (_, left, right) = parse(record.conclusion)
    point = {sequence.name: _value(parse(sequence.first), {}) for sequence in record.sequences}
    for number in range(start, start + 8):
        point["n"] = number
        value = _value(left, point)
        assert value in (exact(number), 7 + number**9)  # sympy may have swapped the sides
        assert exact(number) in (value, _value(right, point))
        following = {sequence.name: _value(parse(sequence.next), point) for sequence in record.sequences}
        point |= following


def test_a_condition_in_the_conclusion_is_one_of_the_step() -> None:
    verdict = decide(Implies(x >= -1, (1 + x) ** n >= 1 + n * x), [n >= 0], by="induction")
    assert verdict.status is Status.PROVED
    assert "x ≥ −1 ⟹ p1 ≥ 1 + x n" in verdict.record.text
    # An even n says nothing of the next one.
    odd = decide(Implies(Eq(n % 2, 1), 2**n > n), [n >= 0], by="induction")
    assert odd.status is Status.OPEN
