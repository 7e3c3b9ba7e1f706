"""Remainders and rounded quotients by an expression of integers: its sign decides, and it must not be 0."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
import sympy
from sympy import Abs, Eq, Implies, Mod, Mul, Ne, Pow, Symbol, ceiling, symbols
from sympy import floor as lower

from gametheory import check, decide, for_all
from gametheory.claims import prove
from gametheory.claims.recheck import recheck_claim
from gametheory.claims.verdict import Status
from gametheory.prove.smt import NewVariables, obligation, translated
from gametheory.prove.statement import statement_from_json

n, m, k = symbols("n m k", integer=True)
x = Symbol("x")
p = Symbol("p", integer=True, positive=True)
z = Symbol("z", integer=True, nonzero=True)
M = (m >= 1,)

# Each true statement with a false one that differs little, and a point at which that is false.
TRUE_AND_FALSE = {
    "rounded up": (Eq(ceiling(n / m), lower((n + m - 1) / m)), M, Eq(ceiling(n / m), lower((n + m) / m)), {n: 2, m: 2}),
    "enough waves": (m * ceiling(n / m) >= n, M, m * ceiling(n / m) > n, {n: 2, m: 2}),
    "one fewer is not enough": (m * (ceiling(n / m) - 1) < n, M, m * (ceiling(n / m) - 1) < n - 1, {n: 1, m: 1}),
    "quotient and rest": (Eq(m * lower(n / m) + Mod(n, m), n), (Ne(m, 0),), Mod(n, m) < m, {n: 0, m: -1}),
    "size of a rest": (Abs(Mod(n, m)) < Abs(m), (m <= -1,), Mod(n, m) < 0, {n: -3, m: -3}),
    "sign": (lower(-n / m) <= -lower(n / m), M, Eq(lower(-n / m), -lower(n / m)), {n: 1, m: 2}),
    "one more": (Eq(lower((n + m) / m), lower(n / m) + 1), M, Eq(lower((n + 1) / m), lower(n / m) + 1), {n: 0, m: 2}),
    "positive symbol": (Mod(n, p) < p, (), Mod(n, p) < p - 1, {n: 0, p: 1}),
    "nonzero symbol": (Mod(n, z) * z >= 0, (), Mod(n, z) >= 0, {n: -1, z: -2}),
    "shifted divisor": (ceiling(n / (k - 2)) >= 1, (k >= 3, n >= 1), ceiling(n / (k - 2)) >= 2, {n: 1, k: 3}),
    "two divisors": (
        m * lower(n / m) + Mod(n, k) <= n + k - 1,
        (m >= 1, k >= 1),
        m * lower(n / m) + Mod(n, k) <= n + k - 2,
        {n: 0, m: 1, k: 1},
    ),
}


@pytest.mark.parametrize("name", TRUE_AND_FALSE)
def test_a_true_statement_is_proved_and_its_neighbor_is_refuted(name: str) -> None:
    true, given, false, point = TRUE_AND_FALSE[name]
    assert decide(true, given).status is Status.PROVED
    assert not false.subs(point)
    assert all(relation.subs(point) for relation in given)
    assert decide(false, given).status is Status.REFUTED


OF_REMAINDERS = [name for name in TRUE_AND_FALSE if TRUE_AND_FALSE[name][0].has(Mod)]


@pytest.mark.parametrize("name", OF_REMAINDERS)
def test_for_all_takes_such_a_statement_and_two_solvers_prove_its_divisors(name: str) -> None:
    true, given, false, _ = TRUE_AND_FALSE[name]
    for statement, status in ((true, Status.PROVED), (false, Status.REFUTED)):
        variables = sorted(sympy.Tuple(*given, statement).free_symbols, key=str)
        assert prove(for_all(variables, given, statement)).status is status


def test_what_for_all_states_of_a_divisor_that_can_be_zero_stays_open() -> None:
    """The control has the next hypothesis: m >= 1 in place of m >= 0."""
    for least, status in ((0, Status.OPEN), (1, Status.PROVED)):
        statement = for_all([n, m], [m >= least], Mod(n, m) < m)
        assert statement_from_json(statement.as_json()) == statement
        verdict = prove(statement)
        assert verdict.status is status
        assert ("m is not zero: z3 answers sat" in str(verdict.evidence)) is (status is Status.OPEN)
    # another symbol with the name, and another remainder, are no reason
    assert prove(for_all([n, m, k], [k >= 1, m >= 0], Mod(n, m) + Mod(n, k) < m + k)).status is Status.OPEN


def test_of_a_real_number_the_rest_is_real() -> None:
    assert decide(Mod(x, m) < m, M).status is Status.PROVED
    assert decide(Mod(x, m) <= m - 1, M).status is Status.REFUTED


NESTED = Mul(n, Pow(Mul(m, Pow(k, -1), evaluate=False), -1, evaluate=False), evaluate=False)
ZERO = {
    "no hypothesis": (Mod(n, m) < m, ()),
    "at least 0": (Mod(n, m) < m, (m >= 0,)),
    "only what has the divisor": (Mod(n, m) < m, (Mod(n, m) >= 0,)),
    "a false statement": (Eq(lower(n / m), lower(n / m) + 1, evaluate=False), ()),
    "an implication": (Implies(m >= 1, Mod(n, m) < m), ()),
    "a difference": (lower(n / (m - k)) <= n, (m >= 1, k >= 1, n >= 0)),
    "one of two": (lower(n / m + 1 / k) >= -5, (m >= 1, n >= 0)),
    "a product": (Mod(n, m * k) >= 0, (m >= 1,)),
    "contradiction": (Mod(n, m) > m, (n >= 1, n <= 0)),
}


@pytest.mark.parametrize("name", ZERO)
def test_a_divisor_that_can_be_zero_is_refused(name: str) -> None:
    """With m = 0, no numbers satisfy what defines quotient and rest, so that a false statement would be proved."""
    statement, given = ZERO[name]
    with pytest.raises(ValueError, match="can be zero"):
        decide(statement, given)


def test_a_divisor_that_is_itself_a_rest_is_refused() -> None:
    for divisor in (Mod(k, 3), lower(k / 2), x, k / 2):
        with pytest.raises(ValueError, match=r"the divisor is|Invalid"):
            decide(Mod(n, divisor) >= 0, [k >= 3])
    with pytest.raises(ValueError, match="the divisor is m; allowed: a positive whole number, or in decide without"):
        decide(2**n > Mod(k, m) - m, [n >= 0, m >= 1], by="induction")
    # here the divisor is not 0 for any n by an obligation of the induction
    assert decide(2**n > lower(n / (n + 1)), [n >= 0], by="induction").status is Status.PROVED


def test_a_quotient_below_another_one_loses_no_condition() -> None:
    """n/(m/k) is nk/m only if k is not 0: as written it is not brought to one denominator."""
    statement = translated("nested", (m >= 1,), sympy.Ge(lower(NESTED), 0), by_expressions=True)[0]
    assert any("q1" in variable for variable, _ in statement.variables)


CLAIMS = """
from sympy import Mod, symbols
from gametheory import claim, decide, for_all
from gametheory.claims import prove
n, m = symbols("n m", integer=True)
@claim("can be zero", "a true statement but for m = 0", "p. 1", expected="open")
def can_be_zero(): return decide(Mod(n, m) < m, [m >= 0])
@claim("is not zero", "a true statement", "p. 1")
def is_not_zero(): return decide(Mod(n, m) < m, [m >= 1])
@claim("all can be zero", "a true statement but for m = 0", "p. 1", expected="open")
def all_can_be_zero(): return prove(for_all([n, m], [m >= 0], Mod(n, m) < m))
@claim("none is zero", "a true statement", "p. 1")
def none_is_zero(): return prove(for_all([n, m], [m >= 1], Mod(n, m) < m))
@claim("false", "false where it is defined", "p. 1", expected="refuted")
def false(): return decide(Mod(n, m) < m)
"""


def test_in_a_claim_the_other_process_proves_that_the_divisor_is_not_zero(tmp_path: Path) -> None:
    """A claims file only states, so that nothing is refused there."""
    (tmp_path / "claims.py").write_text(CLAIMS)
    verdicts = {result.claim.id: result.verdict for result in check(tmp_path)}
    assert {name: verdict.status.value for name, verdict in verdicts.items()} == {
        "can be zero": "open",
        "is not zero": "proved",
        "all can be zero": "open",
        "none is zero": "proved",
        "false": "refuted",
    }
    assert verdicts["false"].witness.case.split(", ")[2] != "m = 0"


def test_the_statement_of_record_says_that_the_divisor_is_not_zero() -> None:
    with pytest.raises(ValueError, match="the divisor is m; allowed: a positive whole number, or in decide"):
        obligation("by a symbol", M, Mod(n, m) < m)
    for verdict in (decide(Mod(n, m) < m, M), prove(for_all([n, m], M, Mod(n, m) < m))):
        [side] = verdict.record.lemmas
        assert side.text == "for all integers m with m ≥ 1: m ≠ 0"
        data = {"id": "A"} | json.loads(json.dumps(verdict.as_json()))
        assert recheck_claim(data).rejected == ()


@pytest.mark.parametrize("rounding", [Mod(n, m), lower(n / m), ceiling(n / m)])
def test_only_the_numbers_of_python_satisfy_the_definitions(rounding: sympy.Basic) -> None:
    new = NewVariables([rounding], by_expressions=True)
    stated = new.replaced(rounding)
    quotient, rest = new.values
    is_defined = sympy.lambdify((n, m, quotient, rest), new.definitions)
    for top, divisor in product(range(-4, 5), range(-3, 4)):
        fitting = []
        for whole, left in product(range(-6, 7), range(-6, 7)):
            if all(is_defined(top, divisor, whole, left)):
                fitting.append(left if stated == rest else whole)
        if not divisor:
            assert fitting == []
        elif rounding.func is Mod:
            assert fitting == [top % divisor]
        else:
            assert fitting == [top // divisor if rounding.func is lower else -(-top // divisor)]
