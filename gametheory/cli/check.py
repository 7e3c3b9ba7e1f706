"""The commands `gametheory check` and `gametheory report`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_json,
    add_workers,
    output_file,
    print_json,
    whole_number,
    whole_number_or_zero,
)
from gametheory.cli.progress import progress_line

if TYPE_CHECKING:
    from gametheory.claims.check import CheckRun
    from gametheory.render.manifest import Manifest

REPORT_EXAMPLE = "example:\n  gametheory report -o castle.html -o castle.md"
CHECK_EXAMPLE = "example:\n  gametheory check -k CD2.9 --json"
ONE_PROCESS = "runs the code of the claims in the process that prints; a verdict counts without it"
# The options that each option excludes.
EXCLUDED = {
    "--co": ("--json", "--pdb", "-s", "--record", "--junit", "-v"),
    "--json": ("--pdb", "-s", "-v", "--durations"),
    "--record": ("-x or --maxfail", "--lf"),
}


def add_commands(commands: Any) -> None:
    """Add the two commands to the parser."""
    report = commands.add_parser(
        "report",
        description="Check every claim in a folder and write a self-contained HTML report.",
        epilog=REPORT_EXAMPLE,
    )
    what = report.add_mutually_exclusive_group()
    what.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        type=Path,
        help="folder of claims (default proofs)",
    )
    what.add_argument("--example", action="store_true", help="check the claims that come with this program")
    _add_options(report)
    report.add_argument(
        "-o",
        dest="outputs",
        metavar="FILE",
        action="append",
        type=_report_file,
        help="output file, format by extension: .html .md .json; repeatable (default report.html)",
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
    _add_selection(check)
    _add_output(check)
    _add_options(check)
    check.add_argument(
        "--record", action="store_true", help="write the verdicts to expected.tsv, with which later runs compare"
    )
    check.set_defaults(run=_check)


def _add_selection(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("selection, as in pytest")
    group.add_argument(
        "-k",
        metavar="TEXT",
        help="check only the claim with this id, or claims with this text in id, statement or file; also texts joined "
        "by and, or, not and parentheses",
    )
    failed = group.add_mutually_exclusive_group()
    failed.add_argument(
        "--lf",
        "--last-failed",
        action="store_true",
        help="check only the claims that failed when they were checked last, or all if there is none",
    )
    failed.add_argument("--ff", "--failed-first", action="store_true", help="check these claims first")
    stop = group.add_mutually_exclusive_group()
    stop.add_argument(
        "-x",
        "--exitfirst",
        dest="maxfail",
        action="store_const",
        const=1,
        help="stop at the first unexpected verdict",
    )
    stop.add_argument("--maxfail", metavar="N", type=whole_number, help="stop after N unexpected verdicts")


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output, as in pytest")
    amount = group.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="print unexpected verdicts and the counts only")
    amount.add_argument("-v", "--verbose", action="count", default=0, help="print a line as soon as a claim is checked")
    group.add_argument(
        "--co",
        "--collect-only",
        dest="collect_only",
        action="store_true",
        help="print the selected claims as arguments of this command, and check none",
    )
    group.add_argument(
        "--durations", metavar="N", type=whole_number_or_zero, help="print the N slowest claims; 0 for all"
    )
    group.add_argument("-s", action="store_true", help="show what the checks print while they run")
    group.add_argument("--pdb", action="store_true", help="debug each check that raises an error")
    add_json(group)
    group.add_argument("--junit", metavar="FILE", type=output_file, help="also write JUnit XML")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deep", action="store_true", help="check larger ranges (slow)")
    parser.add_argument("--fresh", action="store_true", help="ignore cached verdicts")
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=whole_number_or_zero,
        help="stop a check after this time, and its claim is open; 0 for no limit (default 600; with --deep 86400)",
    )
    add_workers(parser)


def _report_file(text: str) -> Path:
    from gametheory.render.report import check_output

    try:
        check_output(Path(text))
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {error}") from error
    return Path(text)


def _report(args: argparse.Namespace) -> int:
    from gametheory.claims.check import DEFAULT_FOLDER
    from gametheory.claims.example import example_folder
    from gametheory.claims.sources import asked
    from gametheory.cli.check_output import print_report
    from gametheory.render.report import ReportError, report

    outputs = args.outputs or [output_file("report.html")]
    with _plain_errors(), progress_line() as progress:
        folder = example_folder() if args.example else args.folder or DEFAULT_FOLDER
        asked([folder])  # refuses what is no folder, such as a name with a NUL byte, before files in it are read
        try:
            run = report(folder, outputs, deep=args.deep, fresh=args.fresh, timeout=args.timeout, progress=progress)
        except ReportError as error:
            raise InputError(str(error)) from error
    print_report(run, _manifest(run), outputs)
    return _status(run)


def _check(args: argparse.Namespace) -> int:
    from gametheory.claims.check import DEFAULT_FOLDER, check_with
    from gametheory.claims.sources import asked
    from gametheory.cli.check_output import print_run

    _refuse_together(args)
    one_process = args.s or args.pdb or args.collect_only
    shown = one_process or args.verbose or args.durations is not None
    if args.s or args.pdb:
        print(f"gametheory check: {'-s' if args.s else '--pdb'} {ONE_PROCESS}", file=sys.stderr)
    paths = args.paths or [DEFAULT_FOLDER]
    with _plain_errors(), nullcontext(None) if shown else progress_line() as progress:
        from gametheory.claims.session import Options

        options = Options(
            args.deep,
            args.fresh,
            args.timeout,
            [args.junit] if args.junit else [],
            False,
            progress,
            args.record,
            args.k or "",
            _arguments(args),
            one_process,
            not shown,
        )
        run = check_with(options, paths)
    if args.collect_only:
        return 0
    manifest = _manifest(run)
    if args.json:
        print_json(manifest)
        return _status(run)
    print_run(run, manifest, table=not args.quiet and not args.verbose)
    if args.record:
        for part in asked(paths):
            print(f"wrote {part.place.expected_file}")
    return _status(run)


def _arguments(args: argparse.Namespace) -> list[str]:
    """Return the arguments that pytest knows."""
    flags = {"--lf": args.lf, "--ff": args.ff, "-s": args.s, "--pdb": args.pdb, "--collect-only": args.collect_only}
    words = [flag for flag, given in flags.items() if given]
    words += ["-q"] if args.quiet or (args.collect_only and not args.verbose) else []
    words += ["-v"] * args.verbose
    values = {"--maxfail": args.maxfail, "--durations": args.durations}
    words += [f"{option}={value}" for option, value in values.items() if value is not None]
    return words + ([f"--junitxml={args.junit.absolute()}"] if args.junit else [])


def _refuse_together(args: argparse.Namespace) -> None:
    """Refuse options that exclude each other."""
    given = {
        "--co": args.collect_only,
        "--pdb": args.pdb,
        "-s": args.s,
        "--lf": args.lf,
        "--record": args.record,
        "--json": args.json,
        "--junit": bool(args.junit),
        "-v": bool(args.verbose),
        "--durations": args.durations is not None,
        "-x or --maxfail": bool(args.maxfail),
    }
    for option, others in EXCLUDED.items():
        for other in others:
            if given[option] and given[other]:
                raise InputError(f"gametheory check: argument {option}: not allowed with {other}")


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn the errors of a check into one line for the user, as a context manager."""
    from gametheory.claims import ClaimsError

    try:
        yield
    except ClaimsError as error:
        raise InputError(f"gametheory: {error}") from error


def _manifest(run: CheckRun) -> Manifest:
    from gametheory.render.manifest import build_manifest

    with _plain_errors():
        return build_manifest(run.results, run.folder, run.deep, problems=run.problems, not_checked=run.not_checked)


def _status(run: CheckRun) -> int:
    return 0 if run.all_match_expected else 1
