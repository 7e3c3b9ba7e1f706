"""Conclusions of checks: functions that return a verdict. Whatever they do, `Verdict` decides what is accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from gametheory.claims.evidence import Evidence, check_kind, check_text, typed, whole_number
from gametheory.claims.verdict import (
    Correction,
    Record,
    Status,
    Verdict,
    Witness,
    not_proved,
    open_,
    refuted_or_corrected,
)
from gametheory.prove.argument import Argument
from gametheory.prove.proof import NotProved, Proof
from gametheory.prove.statement import Statement
from gametheory.prove.sweep import Coverage, Recording, Sweep, both_sides, case_text, is_true

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


Case = TypeVar("Case")
FAILS = "the statement fails here"


def check_all(
    cases: Iterable[Case],
    holds: Callable[[Case], bool],
    note: str = "",
    explain: Callable[[Case], str] | None = None,
    *evidence: Evidence,
    correction: Correction | None = None,
) -> Verdict:
    """Check a statement case by case: *verified* if it is true in all of them, *refuted* by the first that fails.

    The scope of the verdict is recorded from the cases themselves: the range of each number in them.

    Parameters
    ----------
    cases
        The cases, smallest first, so that the witness is the smallest counterexample.
    holds
        Whether the statement is true in a case.
    note
        What the cases are, in words. The report quotes it next to the recorded scope.
    explain
        What happens in the case that fails; by default, both sides of the comparison that is false.
    *evidence
        Texts, tables and figures for the report.
    correction
        The corrected statement with its verdict. If it is proved or argued, a refuted statement becomes
        *corrected*.

    Raises
    ------
    TypeError
        If `holds` returns anything else than True or False.

    Examples
    --------
    >>> from itertools import product
    >>> verdict = check_all(range(10), lambda number: number * number < 50, "small numbers")
    >>> verdict.witness.case, verdict.witness.explanation, verdict.covered
    ('8', '8 * 8 is 64: 64 < 50 is false', '0 to 8: “small numbers”')
    >>> check_all(product(range(1, 5), range(3)), lambda pair: sum(pair) < 7).scope
    '(1 to 4, 0 to 2)'
    """
    recording, witness = Recording(cases), None
    for case in recording:
        if not is_true(holds, case):
            if explain:
                why = explain(case)
            else:
                why = both_sides(holds, case) or FAILS
            witness = Witness(case_text(case), why)
            break  # the cases come smallest first
    coverage = replace(recording.coverage, failed=witness.case if witness else None)
    return concluded(coverage, note, recording.count, witness, evidence, correction)


def swept(
    sweep: Sweep[Any],
    note: str = "",
    explain: Callable[[Any], str] | None = None,
    *evidence: Evidence,
    kind: str = "",
    correction: Correction | None = None,
) -> Verdict:
    """Return the verdict of a sweep: *verified* if no case failed, otherwise *refuted* by the smallest that did.

    Parameters
    ----------
    sweep
        The result of `gametheory.prove.sweep.sweep`. The scope of the verdict is its extent.
    note, explain, *evidence, correction
        As for `check_all`.
    kind
        Kind of error, such as "misprint", if a case failed.

    Examples
    --------
    >>> from gametheory.prove.sweep import check_cases
    >>> swept(check_cases(lambda number: number < 9, range(10))).witness.case
    '9'
    """
    witness = None
    if sweep.first is not None:
        if explain:
            why = explain(sweep.first)
        else:
            why = sweep.sides or FAILS
        witness = Witness(case_text(sweep.first), why, kind)
    return concluded(sweep.coverage, note, sweep.cases, witness, evidence, correction)


def decide(conclusion: Boolean, given: Sequence[Boolean] = (), by: str = "") -> Verdict:
    """Decide a statement about all numbers: *proved* by two solvers, *refuted* by a counterexample, or *open*.

    Parameters
    ----------
    conclusion
        A relation of sympy, or several joined by `And`, `Or`, `Not` and `Implies`. Symbols with `integer=True` range
        over the integers, others over the real numbers; `positive=True` and the other signs are hypotheses.
        `Mod(a, m)`, `a % m` and `a // m` with a positive whole number m, `floor` and `ceiling` are rounded as in
        Python, also for negative numbers.
    given
        Relations that are assumed. With 1/x it is assumed that x is not 0, and with the root of x that it is one of a
        number of at least 0; the statement of record shows how.
    by
        "induction" for a statement about an integer n from a first one on, such as `n >= 0`. It can have powers such as
        `2**n`, `factorial(n)`, `fibonacci(n)`, `Sum` and `Product` from a number to n, and functions with a recurrence
        and first values among the hypotheses. Base and step are obligations, and the record shows them.

    Returns
    -------
    Verdict
        `print` shows the statement of record, the counterexample, and what each solver answered in what time. A
        counterexample was checked by substitution in exact numbers, and can be irrational.

    Raises
    ------
    ValueError
        If decide cannot handle a part of the statement, or if sympy has simplified it to true or false.

    Examples
    --------
    >>> from sympy import Eq, symbols
    >>> x, y = symbols("x y", positive=True)
    >>> decide(x / y + y / x >= 2).status
    <Status.PROVED: 'proved'>
    >>> decide(x**3 >= 2 * x - 1, [x < 1]).witness.explanation
    'x³ ≥ −1 + 2 x is false'
    >>> n = symbols("n", integer=True)
    >>> verdict = decide(Eq((n**2 + n) % 2, 0))
    >>> verdict.status, verdict.record.statements[0].text.partition(" with ")[2]
    (<Status.PROVED: 'proved'>, 'n = 2 k1 + j1; j1 ≥ 0; j1 < 2; n + n² = 2 k2 + j2; j2 ≥ 0; j2 < 2: j2 = 0')
    >>> verdict = decide(2**n > n, [n >= 0], by="induction")
    >>> verdict.status, verdict.record.text
    (<Status.PROVED: 'proved'>, 'for all integers n ≥ 0 with p1 = 1 for n = 0 and p1′ = 2 p1 for the next n: p1 > n')
    >>> base, *facts, step = verdict.record.statements
    >>> base.text
    'for all integers n, p1 with n = 0; p1 = 1: p1 > n'
    >>> step.text
    'for all integers n, p1, p1′ with n ≥ 0; p1 ≥ 1; p1 > n; p1′ = 2 p1: p1′ > n + 1'
    """
    if by not in ("", "induction"):
        raise ValueError(f'by: {by!r} is not allowed; it must be "induction", or left out')
    name = str(conclusion)
    # Here, because sympy takes longer to import than all else.
    if by:
        from gametheory.prove.sequences import by_induction

        return _established(partial(by_induction, name, tuple(given), conclusion), Status.PROVED, ())
    from gametheory.prove.residues import smallest_counterexample, with_lemmas

    statement, lemmas = with_lemmas(name, tuple(given), conclusion)
    sides = _not_zero(name, given, conclusion)
    # before the solvers, which can take minutes for the cases of a false statement
    counterexample = smallest_counterexample(name, tuple(given), conclusion)
    if counterexample:
        return not_proved(NotProved(counterexample.explanation, counterexample), ())
    # as lemmas: a divisor that can be 0 leaves the statement open, and does not refute it
    return prove(statement, lemmas=[*lemmas, *sides])


def _not_zero(name: str, given: Sequence[Boolean], conclusion: Boolean) -> tuple[Statement, ...]:
    """Return for each variable divisor the statement that it is not 0, which two solvers have proved."""
    from gametheory.prove.smt import nonzero_divisors

    sides = nonzero_divisors(given, conclusion)
    for side in sides:
        if prove(side).status is not Status.PROVED:
            divisor = side.name.removesuffix(" is not zero")
            raise ValueError(f"{name}: the divisor {divisor} can be zero; allowed: one with {divisor} > 0 or < 0 given")
    return sides


def prove(
    statements: Statement | Iterable[Statement],
    *evidence: Evidence,
    lemmas: Iterable[Statement] = (),
) -> Verdict:
    """Return the verdict *proved* if both solvers discharge the statements, and *refuted* if one of them is false.

    A statement is false if a point of a solver is a counterexample by exact substitution. Otherwise the verdict is
    *open* with the reasons.

    Parameters
    ----------
    statements
        The statements of record, made by `for_all`; the report shows them as what was checked.
    *evidence
        Texts, tables and figures for the report.
    lemmas
        Statements that help, with the same names of variables; see `gametheory.prove.proof.Proof`.

    Examples
    --------
    >>> from sympy import Symbol
    >>> from gametheory.prove.smt import for_all
    >>> x = Symbol("x", integer=True)
    >>> prove(for_all([x], [], x**2 >= x)).status
    <Status.PROVED: 'proved'>
    >>> prove(for_all([x], [], x**2 > x)).witness
    Witness(case='x = 1', explanation='x² > x is false', kind='')
    >>> prove(for_all([x], [x > 1, x < 1], x > 5)).status
    <Status.OPEN: 'open'>
    """
    several = [statements] if isinstance(statements, Statement) else statements
    kind = tuple[Statement, ...]
    stated = typed("statements", several, kind)
    helping = list(typed("lemmas", lemmas, kind))
    for each in stated:
        helping += each.sides
    proof = partial(Proof, stated, tuple(dict.fromkeys(helping)))
    return _established(proof, Status.PROVED, evidence)


def argue(make: Callable[[], Argument], *evidence: Evidence) -> Verdict:
    """Return the verdict *argued* if the argument is accepted, otherwise *open* with the reasons.

    Parameters
    ----------
    make
        Function that returns the argument, for example a call of `gametheory.prove.smt.compose`.
    *evidence
        The text that joins the steps, and tables and figures for the report.

    Examples
    --------
    >>> from sympy import Eq, symbols
    >>> from gametheory.prove.argument import Step
    >>> from gametheory.prove.smt import compose
    >>> from gametheory.prove.smt import obligation
    >>> n, m = symbols("n m", integer=True)
    >>> larger = Step("the next number is at least 2", obligation("next", (n >= 1, Eq(m, n + 1)), m >= 2))
    >>> argue(lambda: compose([n >= 1], [larger], {"the next number": [Eq(m, n + 1)]})).status
    <Status.ARGUED: 'argued'>
    >>> argue(lambda: compose([n >= 1], [larger])).status
    <Status.OPEN: 'open'>
    """
    if not callable(make):
        check_kind("make", make, (), "a function that returns an Argument")
    return _established(make, Status.ARGUED, evidence)


def _established(make: Callable[[], Record], status: Status, evidence: Sequence[Evidence]) -> Verdict:
    try:
        record = make()
    except NotProved as error:
        return not_proved(error, evidence)
    return Verdict(status, "", 0, tuple(evidence), record=record)  # the record states its range


def refuted(
    note: str, cases: int, witness: Witness, *evidence: Evidence, correction: Correction | None = None
) -> Verdict:
    """Return the verdict *refuted*, or *corrected* if the correction is proved or argued: the statement is false.

    Parameters
    ----------
    note
        The checked cases in words.
    cases
        Number of checked cases, which the check has counted itself. With 0 cases the verdict is open.
    witness
        The smallest counterexample. Without one the verdict is open.
    *evidence
        Texts, tables and figures for the report.
    correction
        The corrected statement with its verdict.

    Examples
    --------
    >>> refuted("the empty box", 0, Witness("", "")).status
    <Status.OPEN: 'open'>
    """
    if witness is None:
        return open_(f"no counterexample in: {note}")
    return concluded(None, note, cases, witness, evidence, correction)


def concluded(
    coverage: Coverage | None,
    note: str,
    cases: int,
    witness: Witness | None,
    evidence: Sequence[Evidence],
    correction: Correction | None = None,
) -> Verdict:
    """Return *verified*, or with a witness *refuted* or *corrected*; *open* if no case ran, or no sweep counted."""
    check_text("note", note)
    if not whole_number("cases", cases):
        return open_(f"the check covered no case of: {note or 'an empty range'}")
    check_kind("correction", correction, (Correction, type(None)), "a Correction")
    # One false case refutes, whoever has counted; that all are true is only known of a recorded sweep.
    if witness is None and not (coverage and coverage.extent.recorded):
        return open_("no sweep has counted the cases: check_all and check_cases do")
    if witness is None:
        return Verdict(Status.VERIFIED, "", cases, tuple(evidence), record=coverage, note=note)
    status = refuted_or_corrected(correction)
    return Verdict(status, "", cases, tuple(evidence), witness, correction, coverage, note)
