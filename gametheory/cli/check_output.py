"""What `gametheory check` and `gametheory report` print for a person."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from gametheory.claims.check import CheckRun, ListedClaim, full_address, result_as_json
from gametheory.claims.runner import Result
from gametheory.cli.progress import clear_line
from gametheory.numbers.format import pluralize
from gametheory.numbers.visible import visible
from gametheory.render.manifest import Manifest
from gametheory.render.status_symbols import FALSE_AS_PRINTED, STATUS_SYMBOLS
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
        print(
            f"{pluralize(run.cached, 'verdict')} from the cache: no dependency has changed; --fresh ignores the cache"
        )


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


def verdict_line(result: Result) -> None:
    """Print the verdict of one claim in a line."""
    clear_line()
    label = result_as_json(result, Path(), False)["label"]  # which has passed the audit
    notes = [f"{result.seconds:.2f} s", *(["from the cache"] if result.cached else [])]
    if result.claim.skip:
        notes = [f"skipped: {result.claim.skip}"]
    if not result.matches_expected:
        notes.insert(0, "unexpected")
    name = full_address(result) or result.claim.id
    print(visible(f"{STATUS_SYMBOLS[label].symbol} {label:<9}  {name}  ({', '.join(notes)})"), flush=True)


def print_durations(run: CheckRun, number: int) -> None:
    """Print the slowest claims of a run, all of them if the number is 0."""
    slowest = sorted(run.results, key=lambda result: -result.seconds)[: number or None]
    print(f"\nslowest {pluralize(len(slowest), 'claim')}")
    for result in slowest:
        cached = ", in an earlier run" if result.cached else ""
        print(visible(f"{result.seconds:8.2f} s  {full_address(result) or result.claim.id}{cached}"))


def print_collected(found: Sequence[ListedClaim], quiet: bool) -> None:
    """Print the addresses of claims, each with its statement unless quiet, and their number."""
    width = max(len(each.address) for each in found)
    for each in found:
        statement = "" if quiet else f"  {' '.join(each.claim.statement.split())}"
        print(visible(f"{each.address:<{0 if quiet else width}}{statement}"))
    files = {each.address.partition("::")[0] for each in found}
    print(f"\n{pluralize(len(found), 'claim')} in {pluralize(len(files), 'file')}")
