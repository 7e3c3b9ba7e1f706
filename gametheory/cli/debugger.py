"""The option --pdb of `gametheory check`."""

from __future__ import annotations

from gametheory.claims.check import CheckRun, full_address
from gametheory.claims.debug import debug
from gametheory.claims.status import Status
from gametheory.numbers.visible import visible


def debug_failures(run: CheckRun) -> None:
    """Debug each claim that is unexpectedly open. The verdicts are those of the run, whatever happens here."""
    for result in run.results:
        if result.folder is None or result.matches_expected or result.verdict.status is not Status.OPEN:
            continue
        name = visible(full_address(result) or result.claim.id)
        print(f"\nDebugging {name}; the verdict above stays as it is. Leave the debugger with q.", flush=True)
        debug(result.folder, result.claim, run.deep)
