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
    whole_number,
    whole_number_or_zero,
    write_output,
)
from gametheory.cli.progress import progress_line

if TYPE_CHECKING:
    from gametheory.claims.check import CheckRun
    from gametheory.render.manifest import Manifest

REPORT_EXAMPLE = "example:\n  gametheory report -o castle.html -o castle.md"
CHECK_EXAMPLE = "example:\n  gametheory check -k CD2.9 --json"
# The options that each option excludes.
EXCLUDED = {
    "--co": ("--pdb", "--record", "--junit", "-v", "--durations", "-x or --maxfail", "--scheduler"),
    "--pdb": ("--json", "--scheduler"),
    "--watch": ("--co", "--pdb", "--json", "--junit", "--record"),
    "--record": ("-x or --maxfail",),
    "--json": ("-v",),
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
        dest="texts",
        metavar="TEXT",
        action="append",
        help="check only the claim with this id, or claims that contain this text; also texts joined by and, or, not "
        "and parentheses; repeatable: one of them must match",
    )
    failed = group.add_mutually_exclusive_group()
    failed.add_argument(
        "--lf",
        "--last-failed",
        dest="failed",
        action="store_const",
        const="only",
        default="",
        help="check only the claims that failed when they were checked last, or all if there is none",
    )
    failed.add_argument(
        "--ff", "--failed-first", dest="failed", action="store_const", const="first", help="check these claims first"
    )
    stop = group.add_mutually_exclusive_group()
    stop.add_argument(
        "-x",
        "--exitfirst",
        dest="maxfail",
        action="store_const",
        const=1,
        default=0,
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
    group.add_argument("-s", dest="no_capture", action="store_true", help="show what the checks print while they run")
    group.add_argument("--watch", action="store_true", help="check again whenever a file is saved that can matter")
    group.add_argument("--pdb", action="store_true", help="after the run, debug each check that raised an error")
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
    from gametheory.claims.example import example_folder
    from gametheory.claims.targets import asked
    from gametheory.cli.check_output import print_report
    from gametheory.render.report import ReportError, report

    folders = _with_settings(args)
    if args.folder is None and not args.example and len(folders) > 1:
        raise InputError(f"gametheory report: argument FOLDER: name one of {', '.join(map(str, folders))}")
    outputs = args.outputs or [output_file("report.html")]
    with _plain_errors():
        folder = example_folder() if args.example else args.folder or folders[0]
    with _plain_errors(), progress_line() as progress:
        asked([folder])  # refuses what is no folder, such as a name with a NUL byte, before files in it are read
        try:
            run = report(
                folder,
                outputs,
                deep=args.deep,
                fresh=args.fresh,
                workers=args.in_parallel,
                scheduler=args.scheduler,
                timeout=args.timeout,
                progress=progress,
            )
        except ReportError as error:
            raise InputError(str(error)) from error
    print_report(run, _manifest(run), outputs)
    return _status(run)


def _with_settings(args: argparse.Namespace) -> list[Path | str]:
    """Complete the options by the settings of the project; return the paths to check."""
    from gametheory.claims.settings import read_settings

    with _plain_errors():
        settings = read_settings()
    args.deep = args.deep or settings.deep
    args.in_parallel = None
    if args.scheduler is None:
        args.timeout = settings.timeout if args.timeout is None else args.timeout
        args.in_parallel = settings.workers if args.workers is None else None  # `main` applies the option
    return list(settings.folders) or [Path("proofs")]


def _check(args: argparse.Namespace) -> int:
    _refuse_together(args)
    folders = _with_settings(args)
    args.paths = args.paths or folders
    if args.collect_only:
        return _collect_only(args)
    if args.watch:
        from gametheory.cli.watch import watch

        watch(args.paths, lambda: _check_once(args))
    return _check_once(args)


def _check_once(args: argparse.Namespace) -> int:
    from gametheory.claims.check import check
    from gametheory.claims.targets import asked
    from gametheory.cli.check_output import print_durations, print_run, verdict_line

    with _plain_errors(), progress_line() as progress:
        run = check(
            args.paths,
            args.texts,
            deep=args.deep,
            fresh=args.fresh,
            workers=args.in_parallel,
            scheduler=args.scheduler,
            timeout=args.timeout,
            outputs=[args.junit] if args.junit else [],
            progress=progress,
            record=args.record,
            maxfail=args.maxfail,
            failed=args.failed,
            capture=not args.no_capture,
            finished=verdict_line if args.verbose else None,
        )
    manifest = _manifest(run)
    if args.junit:
        from gametheory.render.junit import junit_xml

        write_output(args.junit, junit_xml(manifest))
    if args.json:
        print_json(manifest)
        return _status(run)
    print_run(run, manifest, table=not args.quiet and not args.verbose)
    if args.durations is not None:
        print_durations(run, args.durations)
    if args.record:
        for part in asked(args.paths):
            print(f"wrote {part.place.expected_file}")
    if args.pdb:
        from gametheory.cli.debugger import debug_failures

        debug_failures(run)
    return _status(run)


def _refuse_together(args: argparse.Namespace) -> None:
    """Refuse options that exclude each other."""
    given = {
        "--co": args.collect_only,
        "--pdb": args.pdb,
        "--record": args.record,
        "--watch": args.watch,
        "--json": args.json,
        "--junit": bool(args.junit),
        "-v": bool(args.verbose),
        "--durations": args.durations is not None,
        "-x or --maxfail": bool(args.maxfail),
        "--scheduler": args.scheduler is not None,
    }
    for option, others in EXCLUDED.items():
        for other in others:
            if given[option] and given[other]:
                raise InputError(f"gametheory check: argument {option}: not allowed with {other}")


def _collect_only(args: argparse.Namespace) -> int:
    from gametheory.claims.check import list_claims

    with _plain_errors():
        found = list_claims(args.paths, args.texts, failed=args.failed, fresh=args.fresh)
    if args.json:
        print_json({"claims": [each.as_json() for each in found]})
        return 0
    from gametheory.cli.check_output import print_collected

    print_collected(found, args.quiet)
    return 0


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

    with _plain_errors():
        return build_manifest(run.results, run.folder, run.deep, problems=run.problems, not_checked=run.not_checked)


def _status(run: CheckRun) -> int:
    return 0 if run.all_match_expected else 1
