"""Remainders and rounded numbers: the record means what Python computes, and false neighbours are refuted."""

import json
from fractions import Fraction
from math import ceil, floor

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Mod, Ne, Rational, Symbol, ceiling, symbols

from gametheory import Status, decide
from gametheory.claims import verdict_from_json
from gametheory.claims.recheck import recheck_claim
from gametheory.prove.points import evaluator
from gametheory.prove.proof import is_true
from gametheory.prove.residues import with_lemmas
from gametheory.prove.smt import translated
from gametheory.prove.statement import parse

n, k = symbols("n k", integer=True)
x = Symbol("x", real=True)
lower = sympy.floor

TRUE = {
    "quotient and remainder": (Eq(n % 2 + 2 * (n // 2), n), ()),
    "a remainder is smaller": (Mod(n, 3) < 3, ()),
    "both halves": (Eq(ceiling(n / 2) + lower(n / 2), n), ()),
    "coins are enough": (4 * ceiling(n / 4) >= n, ()),
    "no coin too many": (4 * ceiling(n / 4) < n + 4, ()),
    "up by down": (Eq(ceiling(n / 3), lower((n + 2) / 3)), ()),
    "real numbers": (lower(x) > x - 1, ()),
    "a reciprocal": (lower(1 / x) <= 1 / x, (x > 0,)),
    "a remainder of a real number": (Mod(x, 3) < 3, ()),
    "two divides": (Eq(Mod(n**2 + n, 2), 0), ()),
    "squares of odd numbers": (Eq(n**2 % 8, 1), (Eq(n % 2, 1),)),
    "no square": (Ne(n**2, 3 * k + 2), ()),
    "no square, by four": (Ne(n**2, 4 * k + 2), ()),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_proved(name: str) -> None:
    verdict = decide(*TRUE[name])
    assert verdict.status is Status.PROVED
    assert verdict_from_json(json.loads(json.dumps(verdict.as_json()))).status is Status.PROVED


LIES = {
    "quotient and remainder": (Eq(n % 2 + 2 * (n // 2), n + 1), (), {"n": 0}),
    "a remainder is smaller": (Mod(n, 3) < 2, (), {"n": -1}),
    "truncation": (Eq(lower(n / 2), ceiling((n - 1) / 2) + 1), (), {"n": 0}),
    "too few coins": (4 * ceiling(n / 4) >= n + 1, (), {"n": 0}),
    "a bound that is reached": (4 * ceiling(n / 4) < n + 3, (), {"n": 1}),
    "up by down": (Eq(ceiling(n / 3), lower((n + 1) / 3)), (), {"n": 1}),
    "a condition": (Eq(Mod(n, 2), 0), (n >= 8,), {"n": 9}),
    "two divides": (Eq(Mod(n**2 + n + 1, 2), 0), (), {"n": 0}),
    "squares of odd numbers": (Eq(n**2 % 16, 1), (Eq(n % 2, 1),), {"n": 3}),
    "six divides": (Eq(Mod(n**3 - n + 1, 6), 0), (), {"n": 0}),
    "twelve divides": (Eq(Mod(n**3 - n, 12), 0), (), {"n": 2}),
}


@pytest.mark.parametrize("name", LIES)
def test_a_false_neighbour_is_refuted_by_the_smallest_number(name: str) -> None:
    conclusion, hypotheses, smallest = LIES[name]
    verdict = decide(conclusion, hypotheses)
    assert verdict.status is Status.REFUTED
    record = verdict.record.as_json()
    values = {
        variable: value
        for (variable, _), value in zip(verdict.record.statement.variables, record["point"], strict=True)
    }
    assert {variable: int(values[variable]) for variable in smallest} == smallest
    assert verdict_from_json(json.loads(json.dumps(verdict.as_json()))) == verdict


@pytest.mark.parametrize(
    ("conclusion", "hypotheses"),
    [
        (lower(x) > x - Rational(9, 10), ()),
        (lower(x) >= x - Rational(1, 2), ()),
        (Mod(x, 3) <= 2, ()),
        (ceiling(x) < x + Rational(1, 2), ()),
        (lower(1 / x) < 1 / x, (x > 0,)),
        (Ne(n**2, 3 * k + 1), ()),
        (Ne(n**2, 4 * k), ()),
    ],
)
def test_a_false_statement_is_never_proved(conclusion, hypotheses) -> None:
    assert decide(conclusion, hypotheses).status is Status.REFUTED


def test_a_case_that_is_missing_leaves_the_statement_open() -> None:
    from gametheory.claims import prove

    whole, cases = with_lemmas("even", (), Mod(n**2 + n, 2) <= 0)
    assert len(cases) == 2
    assert prove(whole, lemmas=cases).status is Status.PROVED
    assert prove(whole, lemmas=cases[1:]).status is not Status.PROVED


def test_the_certificates_of_a_split_are_discharged_again() -> None:
    verdict = decide(*TRUE["two divides"])
    names = [certificate.name for certificate in verdict.certificates]
    assert sum("case" in name for name in names) == 2
    data = {"id": "A"} | json.loads(json.dumps(verdict.as_json()))
    assert recheck_claim(data).rejected == ()


@pytest.mark.parametrize("modulus", [0, -3, k, Rational(3, 2)])
def test_a_modulus_that_is_no_positive_number_is_refused(modulus) -> None:
    with pytest.raises(ValueError, match=r"positive whole number|simplified|Invalid|zero"):
        decide(Eq(Mod(n, modulus, evaluate=False), 5))


def test_a_comparison_of_python_is_refused_with_the_way() -> None:
    with pytest.raises(ValueError, match="use Eq or Ne"):
        decide((x + 1) ** 2 == x**2 + 2 * x + 1)  # Python answers False


@pytest.mark.parametrize("conclusion", [2**n > n, Eq(sympy.Sum(k, (k, 1, n)), n * (n + 1) / 2)])
def test_what_needs_an_induction_is_refused_with_the_way(conclusion) -> None:
    with pytest.raises(ValueError, match='try by="induction"'):
        decide(conclusion, [n >= 1])
    assert decide(conclusion, [n >= 1], by="induction").status is Status.PROVED


MANY_NODES = {
    "remainders": Eq(Mod(n**2 + k, 7) + n % 3, Mod(k, 5)),
    "rounded": lower((n - k) / 4) <= ceiling(k / 3) - n // 2,
    "reciprocals": 1 / (n - 2) + k**-2 >= Rational(1, 3),
    "larger and smaller": sympy.Max(n, 3 - k, 2) > sympy.Min(n**3, sympy.Abs(k)),
    "connected": sympy.Implies(sympy.And(n > k, sympy.Not(Eq(k, 2))), sympy.Or(n >= 3, k < -1, Ne(n, 0))),
    "cases": sympy.Piecewise((n**2, n < k), (3 * k - n, True)) <= 4,
    "one or the other": sympy.ITE(n > 1, k > 2, k <= n),
}


@pytest.mark.parametrize("name", MANY_NODES)
def test_points_are_evaluated_as_sympy_substitutes(name: str) -> None:
    node = MANY_NODES[name]
    value_at = evaluator(node)
    differ = set()
    for first in range(-6, 7):
        for second in range(-6, 7):
            if name == "reciprocals" and (first == 2 or second == 0):
                with pytest.raises(ZeroDivisionError):
                    value_at({n: first, k: second})
                continue
            expected = node.subs({n: first, k: second})
            if expected in (sympy.true, sympy.false):
                differ.add(bool(expected))
                assert value_at({n: first, k: second}) == bool(expected)
    assert differ == {True, False}


def test_no_float_and_no_root_is_computed() -> None:
    assert evaluator(n / 3)({n: 10**40}) == Fraction(10**40, 3)
    with pytest.raises(ValueError, match="not computed"):
        evaluator(sympy.sqrt(n))({n: 2})
    with pytest.raises(ValueError, match="no exact value"):
        evaluator(sympy.sin(n))
    with pytest.raises(ValueError, match="not computed"):
        evaluator(k**n)({k: 2, n: 10**9})


def test_thirty_divides_by_its_prime_factors() -> None:
    """Each prime factor has its own cases."""
    whole, cases = with_lemmas("thirty", (), Eq(Mod(n**5 - n, 30), 0))
    assert len(cases) == 2 + 3 + 5
    assert all(set(case.variables) < set(whole.variables) for case in cases)


@pytest.mark.slow
def test_thirty_divides_the_fifth_power_less_the_number() -> None:
    assert decide(Eq(Mod(n**5 - n, 30), 0)).status is Status.PROVED
    assert decide(Eq(Mod(n**5 - n, 30), 1)).status is Status.REFUTED
    assert decide(Eq(Mod(n**5 - n, 60), 0)).status is Status.REFUTED


def _holds(statement, point) -> bool:
    return all(is_true(parse(term), point) for term in (*statement.hypotheses, statement.conclusion))


NUMBERS = st.integers(-(10**6), 10**6)


@settings(max_examples=25, deadline=None)
@given(NUMBERS, st.integers(1, 12), st.integers(-9, 9), st.integers(1, 9))
def test_integers_are_rounded_as_in_python(number: int, modulus: int, shift: int, factor: int) -> None:
    """Of the new variables only the values of Python satisfy what defines them, and those one more or less do not."""
    top = factor * n + shift
    exact = factor * number + shift
    expected = {
        Mod(n, modulus + 1): number % (modulus + 1),
        lower(top / (modulus + 1)): exact // (modulus + 1),
        ceiling(top / (modulus + 1)): -(-exact // (modulus + 1)),
    }
    for rounding, result in expected.items():
        _agrees(rounding, {n: sympy.Integer(number)}, result)


@settings(max_examples=25, deadline=None)
@given(st.fractions(max_denominator=99), st.integers(2, 12))
def test_real_numbers_are_rounded_as_in_python(number: Fraction, modulus: int) -> None:
    point = {x: Rational(number.numerator, number.denominator)}
    expected = {
        Mod(x, modulus): number % modulus,
        lower(x / modulus): floor(number / modulus),
        ceiling(3 * x - Rational(1, 2)): ceil(3 * number - Fraction(1, 2)),
    }
    for rounding, result in expected.items():
        _agrees(rounding, point, result)


def _agrees(rounding, point, result) -> None:
    for wrong in (0, 1, -1):
        target = Symbol("target", integer=True) if rounding.is_integer else Symbol("target")
        statement, values = translated("rounded", (), Eq(rounding, target, evaluate=False))
        known = dict(point)
        for symbol, value in values.items():
            known[symbol] = value.xreplace(known).doit()
        known[target] = sympy.sympify(result + wrong)
        named = {str(symbol): Fraction(str(value)) for symbol, value in known.items()}
        assert _holds(statement, named) == (wrong == 0)
        if wrong:
            continue
        for symbol in values:
            shifted = named | {str(symbol): named[str(symbol)] + 1}
            assert not all(is_true(parse(term), shifted) for term in statement.hypotheses)
