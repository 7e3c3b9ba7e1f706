"""The commands `gametheory check` and `gametheory report`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_json,
    add_workers,
    output_file,
    print_json,
    whole_number_or_zero,
    write_output,
)
from gametheory.cli.progress import progress_line
from gametheory.numbers.format import pluralize

if TYPE_CHECKING:
    from gametheory.claims.check import CheckRun
    from gametheory.render.manifest import Manifest

REPORT_EXAMPLE = "example:\n  gametheory report -o castle.html -o castle.md"
CHECK_EXAMPLE = "example:\n  gametheory check -k CD2.9 --json"


def add_commands(commands: Any) -> None:
    """Add the two commands to the parser."""
    report = commands.add_parser(
        "report",
        description="Check every claim in a folder and write a self-contained HTML report.",
        epilog=REPORT_EXAMPLE,
    )
    report.add_argument(
        "folder", metavar="FOLDER", nargs="?", default="proofs", type=Path, help="folder of claims (default proofs)"
    )
    _add_options(report)
    report.add_argument(
        "-o",
        dest="outputs",
        metavar="FILE",
        action="append",
        type=_report_file,
        help="output file, format by extension: .html .md .pdf .xml (JUnit) .json; repeatable (default report.html)",
    )
    report.set_defaults(run=_report)

    check = commands.add_parser(
        "check",
        description="Check the claims in folders and files. Exit status 1 if a verdict differs from the expected one.",
        epilog=CHECK_EXAMPLE,
    )
    check.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="folder of claims, file, or claim as file.py::ID; several are allowed (default proofs)",
    )
    _add_options(check)
    check.add_argument(
        "-k",
        dest="texts",
        metavar="TEXT",
        action="append",
        help="check only the claim with this id, or claims that contain this text; also texts joined by and, or, not "
        "and parentheses; repeatable: one of them must match",
    )
    check.add_argument(
        "--record", action="store_true", help="write the verdicts to expected.tsv, with which later runs compare"
    )
    add_json(check)
    check.add_argument("--junit", metavar="FILE", type=output_file, help="also write JUnit XML")
    check.set_defaults(run=_check)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deep", action="store_true", help="check larger ranges (slow)")
    parser.add_argument("--fresh", action="store_true", help="ignore cached verdicts")
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=whole_number_or_zero,
        help="stop a check after this time, and its claim is open; 0 for no limit (default 600; with --deep 86400)",
    )
    either = parser.add_mutually_exclusive_group()
    add_workers(either)
    either.add_argument(
        "--scheduler", metavar="ADDRESS", help="use the workers of a Dask cluster, such as tcp://10.0.0.1:8786"
    )


def _report_file(text: str) -> Path:
    from gametheory.render.report import check_output

    try:
        check_output(Path(text))
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {error}") from error
    return Path(text)


def _report(args: argparse.Namespace) -> int:
    from gametheory.render.report import ReportError, report

    outputs = args.outputs or [output_file("report.html")]
    with _plain_errors(), progress_line() as progress:
        try:
            run = report(
                args.folder,
                outputs,
                deep=args.deep,
                fresh=args.fresh,
                scheduler=args.scheduler,
                timeout=args.timeout,
                progress=progress,
            )
        except ReportError as error:
            raise InputError(str(error)) from error
    _print(run, _manifest(run))
    for path in outputs:
        print(f"wrote {path}")
    return _status(run)


def _check(args: argparse.Namespace) -> int:
    from gametheory.claims.check import DEFAULT_FOLDER, check
    from gametheory.claims.targets import asked
    from gametheory.render.junit import junit_xml

    with _plain_errors(), progress_line() as progress:
        run = check(
            args.paths or [DEFAULT_FOLDER],
            args.texts,
            deep=args.deep,
            fresh=args.fresh,
            scheduler=args.scheduler,
            timeout=args.timeout,
            outputs=[args.junit] if args.junit else [],
            progress=progress,
            record=args.record,
        )
    manifest = _manifest(run)
    if args.junit:
        write_output(args.junit, junit_xml(manifest))
    if args.json:
        print_json(manifest)
    else:
        _print(run, manifest)
        if args.record:
            for part in asked(args.paths or [DEFAULT_FOLDER]):
                print(f"wrote {part.place.expected_file}")
    return _status(run)


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn the errors of a check into one line for the user, as a context manager."""
    from gametheory.claims import ClaimsError
    from gametheory.claims.selection import NothingSelected, WrongExpression
    from gametheory.parallel.dask import ClusterUnreachable
    from gametheory.parallel.executor import WorkerCrashed

    try:
        yield
    except (NothingSelected, WrongExpression) as error:
        raise InputError(f"gametheory: -k {error}") from error
    except ClusterUnreachable as error:
        raise InputError(f"gametheory: argument --scheduler: {error}") from error
    except (ClaimsError, WorkerCrashed) as error:
        raise InputError(f"gametheory: {error}") from error


def _manifest(run: CheckRun) -> Manifest:
    from gametheory.render.manifest import build_manifest

    return build_manifest(run.results, run.folder, run.deep, problems=run.problems)


def _print(run: CheckRun, manifest: Manifest) -> None:
    from gametheory.render.terminal import print_results

    print_results(manifest)
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


def _status(run: CheckRun) -> int:
    return 0 if run.all_match_expected else 1
