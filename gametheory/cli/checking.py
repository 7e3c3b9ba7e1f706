"""`gametheory check` and `gametheory report`: claims in, verdicts out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, output_file, print_json, write_output

if TYPE_CHECKING:
    from gametheory.claims import Claim, Result
    from gametheory.report.manifest import Manifest

REPORT_EXAMPLE = "example:\n  gametheory report -o castle.html"
CHECK_EXAMPLE = "example:\n  gametheory check -k CD2.9 --json"


def add_commands(commands: Any) -> None:
    """Declare the two commands."""
    report = commands.add_parser(
        "report",
        description="Check every claim of a folder and write one HTML file that opens without a network.",
        epilog=REPORT_EXAMPLE,
    )
    report.add_argument("folder", metavar="FOLDER", nargs="?", default="proofs", type=Path)
    report.add_argument("-o", dest="output", metavar="FILE", default="report.html", type=output_file)
    report.add_argument("--deep", action="store_true", help="sweep the larger boxes")
    report.set_defaults(run=_report)

    check = commands.add_parser(
        "check",
        description="Check the claims of a folder. Status 1 when a verdict is not the one on record.",
        epilog=CHECK_EXAMPLE,
    )
    check.add_argument("folder", metavar="FOLDER", nargs="?", default="proofs", type=Path)
    check.add_argument("-k", dest="text", metavar="TEXT", help="only this id, or claims that contain this text")
    check.add_argument("--deep", action="store_true", help="sweep the larger boxes")
    add_json(check)
    check.add_argument("--junit", metavar="FILE", type=output_file, help="also write JUnit XML")
    check.set_defaults(run=_check)


def _report(chosen: argparse.Namespace) -> int:
    from gametheory.report.html import page

    document = _established(chosen, None)
    try:
        text = page(document)
    except ValueError as error:  # a formula of the folder cannot be typeset
        raise InputError(f"gametheory report: {chosen.folder}: {error}") from error
    write_output(chosen.output, text)
    _print(document)
    print(f"wrote {chosen.output}")
    return _status(document)


def _check(chosen: argparse.Namespace) -> int:
    from gametheory.report.junit import junit

    document = _established(chosen, chosen.text)
    if chosen.junit:
        write_output(chosen.junit, junit(document))
    if chosen.json:
        print_json(document)
    else:
        _print(document)
    return _status(document)


def _established(chosen: argparse.Namespace, text: str | None) -> Manifest:
    from gametheory.claims import ClaimsError, in_order, run, select
    from gametheory.collect import collect
    from gametheory.report.manifest import manifest

    try:
        claims = collect(chosen.folder)
    except ClaimsError as error:
        raise InputError(f"gametheory: {error}") from error
    if text is not None:
        claims = select(claims, text)
        if not claims:
            raise InputError(f"gametheory: -k {text}: no claim in {chosen.folder} has that id or contains that text")
    done = {result.claim.id: result for result in _with_progress(run(claims, chosen.deep), in_order(claims))}
    return manifest((done[item.id] for _, item in claims), chosen.folder, chosen.deep)


def _with_progress(results: Iterator[Result], claims: Sequence[tuple[str, Claim]]) -> Iterator[Result]:
    """Name the claim under way on a terminal; say nothing in a pipe."""
    if not sys.stderr.isatty():
        yield from results
        return
    for number, (_, item) in enumerate(claims, 1):
        print(f"\r\033[K[{number}/{len(claims)}] {item.id}", end="", file=sys.stderr, flush=True)
        yield next(results)
    print("\r\033[K", end="", file=sys.stderr, flush=True)


def _print(document: Manifest) -> None:
    from gametheory.report.terminal import print_results

    print_results(document)


def _status(document: Manifest) -> int:
    return 0 if all(item["as_recorded"] for item in document["claims"]) else 1
