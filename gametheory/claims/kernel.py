"""Theorems of Rocq that claims name: the kernel is asked once per run, by the process that prints.

What a check returns becomes *proved* if the kernel accepts the theorems that its claim names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from gametheory.claims.cache import ROCQ, user_cache
from gametheory.claims.declare import Claim, ClaimsError
from gametheory.claims.evidence import Text
from gametheory.claims.status import TRUE, Status
from gametheory.claims.verdict import Correction, Verdict, open_
from gametheory.parallel.limits import Progress
from gametheory.prove.argument import Argument
from gametheory.prove.kernel.compiler import find_program
from gametheory.prove.kernel.facts import facts
from gametheory.prove.kernel.proof import KernelProof
from gametheory.prove.proof import NotProved, Proof

NEEDS_KERNEL = "The only proof of this claim is one in Rocq, which did not run here."


def ask_kernel(
    folder: Path,
    claims: Iterable[Claim],
    fresh: bool = False,
    progress: Progress | None = None,
    reread: bool = False,
) -> None:
    """Ask the kernel for the theorems that claims name, if Rocq is installed.

    With `fresh` its answers of earlier runs are not used; with `reread` neither those of coqchk.
    """
    theorems = [theorem for item in claims for theorem in item.theorems]
    try:
        facts(folder / ROCQ, theorems, None if reread else user_cache("theorems"), fresh, progress)
    except (OSError, ValueError) as error:
        raise ClaimsError(f"{folder / ROCQ}: the files of Rocq cannot be read: {error}") from error


def needs_kernel() -> Verdict:
    """Return the verdict of a claim that only a theorem of Rocq establishes, where the kernel has not checked it."""
    return open_(NEEDS_KERNEL)


def lift(verdict: Verdict, item: Claim) -> Verdict:
    """Return the verdict of a claim together with the kernel's.

    For a false statement, the theorems state the correction. If Rocq is not installed, the verdict stays as it is.
    """
    if not item.theorems or find_program() is None:
        return verdict
    if verdict.status in (Status.REFUTED, Status.CORRECTED):
        if verdict.correction is None:
            return open_("the claim names theorems, and its check returns no correction that they state")
        correction = _lifted(verdict.correction.verdict, item.theorems)
        if correction.status is Status.OPEN:
            return correction
        return replace(
            verdict, status=Status.CORRECTED, correction=Correction(verdict.correction.statement, correction)
        )
    return _lifted(verdict, item.theorems)


def _lifted(verdict: Verdict, theorems: Iterable[str]) -> Verdict:
    if verdict.status not in TRUE and verdict != needs_kernel():
        return verdict
    try:
        record = KernelProof.of(theorems, verdict.record if isinstance(verdict.record, Proof | Argument) else None)
    except NotProved as error:
        return open_(str(error), *verdict.evidence)
    evidence = () if verdict.status is Status.OPEN else verdict.evidence
    if verdict.status is Status.VERIFIED:
        evidence = (*evidence, Text(f"Also checked case by case: {verdict.covered}, {verdict.cases:,} cases."))
    return Verdict(Status.PROVED, "", 0, evidence, record=record)  # the record states its range


def awaited_status(verdict: Verdict, item: Claim) -> Status | None:
    """Return the status that a claim would have if its theorems could be checked; None if nothing is awaited."""
    if not item.theorems or find_program() is not None:
        return None
    if verdict.status in TRUE or verdict == needs_kernel():
        return Status.PROVED
    false = verdict.status in (Status.REFUTED, Status.CORRECTED)
    return Status.CORRECTED if false and verdict.correction else None
