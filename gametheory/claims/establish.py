"""Establishing: what a claim states, as JSON text, becomes a verdict.

In `gametheory check` this happens once, in the process that prints, which has run no code of claims: both solvers are
asked for each obligation and the kernel of Rocq for each theorem. What a claim's process says about itself counts for
nothing but *verified* and *refuted*, which rest on the code of the claim.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any

from gametheory.claims.addresses import topological_order
from gametheory.claims.declare import Claim
from gametheory.claims.plain_values import error_text, read_json, untypeset
from gametheory.claims.results import Result, holds, today
from gametheory.claims.stating import called, raised, verdict_text
from gametheory.claims.verdict import Verdict, open_, verdict_from_json
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import outside_interrupt
from gametheory.prove.proof import stating


def established(text: str) -> Verdict:
    """Return the verdict that a claim states, as far as the solvers establish it; otherwise it is open."""
    try:
        return verdict_from_json(read_json(text))
    except MissingExtra as error:
        return open_(str(error))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        return open_(untypeset(f"the claim's process sent no verdict: {error_text(error)}"))


def recalled(data: Mapping[str, Any]) -> Verdict:
    """Return a verdict that was established in an earlier run, without asking again."""
    with stating():
        return verdict_from_json(data)


def run(claims: Sequence[tuple[str, Claim]], deep: bool = False) -> Generator[Result, None, None]:
    """Check claims, given with the names of their sources, in this process, each after its dependencies.

    >>> from gametheory.claims import claim
    >>> item = claim("A", "a statement", "p. 1")(lambda: 1 / 0)
    >>> [(result.verdict.status.value, result.dependencies_hold) for result in run([("a source", item)])]
    [('open', False)]
    """
    hold: dict[str, bool] = {}
    sources = {item.id: source for source, item in claims}
    for item in topological_order(item for _, item in claims):
        began = time.perf_counter()
        verdict = open_(f"skipped: {item.skip}") if item.skip else established(verdict_text(_verdict_of(item, deep)))
        hold[item.id] = holds(verdict) and all(hold[used] for used in item.uses)
        yield Result(item, sources[item.id], verdict, hold[item.id], time.perf_counter() - began, checked_on=today())


def _verdict_of(item: Claim, deep: bool) -> Verdict:
    try:
        with redirect_stdout(sys.stderr):  # standard output is for the verdicts
            return called(item, deep)
    except BaseException as error:  # SystemExit, too, must not end the run
        if interrupt := outside_interrupt(error):
            raise interrupt from error
        return raised(error)
