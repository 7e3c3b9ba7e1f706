"""What `gametheory check` and `gametheory report` print for a person."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from gametheory.claims.results import CheckRun
from gametheory.numbers.format import pluralize, visible
from gametheory.render.manifest import Manifest
from gametheory.render.status_symbols import FALSE_AS_PRINTED
from gametheory.render.terminal import print_results, print_unexpected


def print_run(run: CheckRun, manifest: Manifest, table: bool = True) -> None:
    """Print the verdicts of a run, and what is to be known about it."""
    print_results(manifest, table=table, seconds=run.seconds)
    print_notes(run)


def print_notes(run: CheckRun) -> None:
    """Print whether claims wait for Rocq, and how many verdicts are from the cache."""
    if run.awaiting_kernel:
        have = "claim has" if run.awaiting_kernel == 1 else "claims have"
        print(
            f"{run.awaiting_kernel} {have} a Rocq proof that did not run, because Rocq is not installed; with it they "
            "are proved (apt-get install coq)"
        )
    if run.cached:
        print(f"{pluralize(run.cached, 'verdict')} from an earlier run; --fresh proves again")


def print_report(run: CheckRun, manifest: Manifest, outputs: Sequence[Path]) -> None:
    """Print what a run found, in a few lines, where its report is, and how to read it."""
    print_unexpected(manifest, seconds=run.seconds)
    if false := [item["id"] for item in manifest["claims"] if item["status"] in FALSE_AS_PRINTED]:
        are = "statement is" if len(false) == 1 else "statements are"
        print(
            visible(f"{len(false)} {are} false as printed: {', '.join(false[:5])}{', ...' if len(false) > 5 else ''}")
        )
    print_notes(run)
    for path in outputs:
        print(f"wrote {path}")
    if page := next((path for path in outputs if path.suffix in ("", ".html")), None):
        print(f"to read it, open {page.absolute().as_uri()} in a browser")
    print(f"for a line on each claim: gametheory check {quote(str(run.folder))}")
