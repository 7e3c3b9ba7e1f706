"""Checks case by case: the record of a verdict says which cases ran, and whether the statement is false in one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from gametheory.claims.conclude import concluded
from gametheory.claims.evidence import Evidence
from gametheory.claims.verdict import Correction, Verdict, Witness
from gametheory.prove.extent import Recording, case_text
from gametheory.prove.sweep import Sweep, is_true

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
        What happens in the case that fails.
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
    >>> verdict.witness.case, verdict.covered
    ('8', '0 to 8: “small numbers”')
    >>> check_all(product(range(1, 5), range(3)), lambda pair: sum(pair) < 7).scope
    '(1 to 4, 0 to 2)'
    """
    recording, witness = Recording(cases), None
    for case in recording:
        if not is_true(holds, case):
            witness = Witness(case_text(case), explain(case) if explain else FAILS)
            break
    coverage = replace(recording.coverage, failed=witness is not None)
    return concluded(coverage, note, recording.count, witness, evidence, correction)


def swept(
    sweep: Sweep[Any],
    note: str = "",
    explain: Callable[[Any], str] = lambda _: FAILS,
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
    witness = None if sweep.first is None else Witness(case_text(sweep.first), explain(sweep.first), kind)
    return concluded(sweep.coverage, note, sweep.cases, witness, evidence, correction)
