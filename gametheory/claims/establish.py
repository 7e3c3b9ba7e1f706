"""Establishing: what a claim states, as JSON text, becomes a verdict.

In `gametheory check` this happens once, in the process that prints, which has run no code of claims: both solvers are
asked for each obligation and the kernel of Rocq for each theorem. What a claim's process says about itself counts for
nothing but *verified* and *refuted*, which rest on the code of the claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gametheory.claims.declare import Claim
from gametheory.claims.evidence import Evidence, evidence_from_json
from gametheory.claims.kernel import ask_kernel, lift
from gametheory.claims.results import Result, holds, today, verdict_of
from gametheory.claims.validate import error_text, read_json
from gametheory.claims.verdict import Verdict, open_, verdict_from_json
from gametheory.parallel.extras import MissingExtra
from gametheory.prove.proof import stating


def established(text: str, item: Claim) -> Verdict:
    """Return the verdict that a claim states, as far as solvers and kernel establish it; otherwise it is open."""
    try:
        data = read_json(text)
        return lift(verdict_from_json(data), item)
    except MissingExtra as error:
        return open_(str(error))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        return open_(f"the claim's process sent no verdict: {error_text(error)}".replace("$", "＄"))


def recalled(data: Mapping[str, Any]) -> Verdict:
    """Return a verdict that was established in an earlier run, without asking again."""
    with stating():
        return verdict_from_json(data)


def evidence_from_text(text: str) -> tuple[Evidence, ...]:
    """Return the evidence of an appendix."""
    return tuple(map(evidence_from_json, read_json(text)))


def established_here(item: Claim, source: str, folder: Path) -> Result:
    """Check a claim in this process, as by hand, and ask the kernel for its theorems."""
    ask_kernel(folder, [item])
    verdict = open_(f"skipped: {item.skip}") if item.skip else lift(verdict_of(item, deep=False), item)
    return Result(item, source, verdict, holds(verdict), 0.0, folder=folder, checked_on=today())
