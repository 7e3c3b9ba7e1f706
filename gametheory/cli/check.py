"""The commands `gametheory check` and `gametheory report`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from shlex import quote
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
from gametheory.cli.texts import add_text_options, print_texts, text_runs, texts_status, write_margins
from gametheory.numbers.format import pluralize, visible

if TYPE_CHECKING:
    from gametheory.claims.check import CheckRun
    from gametheory.render.manifest import Manifest

REPORT_EXAMPLE = "example:\n  gametheory report -o castle.html -o castle.md"
CHECK_EXAMPLE = "example:\n  gametheory check -k CD2.9 --json"
# The options that each option excludes.
EXCLUDED = {
    "--co": ("--json", "--pdb", "-s", "--record", "--junit", "-v"),
    "--json": ("--pdb", "-s", "-v", "--durations"),
    "--record": ("-x", "--maxfail", "--lf"),
}


def add_commands(commands: Any) -> None:
    """Add the two commands to the parser."""
    report = commands.add_parser(
        "report",
        description="Check every claim in a folder and write a self-contained HTML report.",
        epilog=REPORT_EXAMPLE,
    )
    what = report.add_mutually_exclusive_group()
    what.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, help="folder of claims (default proofs)")
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
        help="folder of claims, file, text of Markdown or LaTeX, or claim as file.py::ID or text.md::ID; several are "
        "allowed (default proofs)",
    )
    _add_selection(check)
    _add_output(check)
    _add_options(check)
    check.add_argument(
        "--record",
        action="store_true",
        help="write the verdicts to expected.tsv, or of a text to its lock file, with which later runs compare",
    )
    add_text_options(check)
    check.set_defaults(run=_check, words=[])


def _add_selection(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("selection, as in pytest")
    group.add_argument(
        "-k",
        metavar="TEXT",
        default="",
        help="check only the claim with this id, or claims with this text in id, statement or file; also texts joined "
        "by and, or, not and parentheses",
    )
    failed, stop = group.add_mutually_exclusive_group(), group.add_mutually_exclusive_group()
    only_failed = "check only the claims that failed when they were checked last, or all if there is none"
    _add_word(failed, "--lf", "--last-failed", help=only_failed)
    _add_word(failed, "--ff", "--failed-first", help="check these claims first")
    _add_word(stop, "-x", "--exitfirst", help="stop at the first unexpected verdict")
    _add_number(stop, "--maxfail", whole_number, "stop after N unexpected verdicts")


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output, as in pytest")
    amount = group.add_mutually_exclusive_group()
    _add_word(amount, "-q", "--quiet", help="print unexpected verdicts and the counts only")
    _add_word(amount, "-v", "--verbose", help="print a line as soon as a claim is checked")
    listing = "print the selected claims as arguments of this command, and check none"
    _add_word(group, "--co", "--collect-only", help=listing)
    _add_number(group, "--durations", whole_number_or_zero, "print the N slowest claims; 0 for all")
    _add_word(group, "-s", help="show what the checks print while they run")
    _add_word(group, "--pdb", help="debug each check that raises an error")
    add_json(group)
    group.add_argument("--junit", metavar="FILE", type=output_file, help="also write JUnit XML")


def _add_word(group: argparse._ActionsContainer, *flags: str, help: str) -> None:
    """Add an option that pytest gets as it is."""
    group.add_argument(*flags, dest="words", action="append_const", const=flags[0], help=help)


def _add_number(group: argparse._ActionsContainer, flag: str, kind: Callable[[str], int], help: str) -> None:
    """Add an option with a number, which pytest gets."""

    def word(text: str) -> str:
        return f"{flag}={kind(text)}"

    group.add_argument(flag, dest="words", metavar="N", action="append", type=word, help=help)


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
    from gametheory.render.report import ReportError, report

    outputs = args.outputs or [output_file("report.html")]
    with plain_errors(), progress_line() as progress:
        folder = example_folder() if args.example else args.folder or DEFAULT_FOLDER
        asked([folder])  # refuses what is no folder, such as a name with a NUL byte, before files in it are read
        try:
            run = report(folder, outputs, deep=args.deep, fresh=args.fresh, timeout=args.timeout, progress=progress)
        except ReportError as error:
            raise InputError(str(error)) from error
    _print_report(run, manifest_of(run), outputs)
    return _status(run)


def _check(args: argparse.Namespace) -> int:
    from gametheory.claims.check import DEFAULT_FOLDER, check_with
    from gametheory.claims.session import Options
    from gametheory.claims.sources import asked
    from gametheory.render.report import print_results

    given = _given(args)
    paths = args.paths or [DEFAULT_FOLDER]
    shown = bool(given & {"-s", "--pdb", "--co", "-v", "--durations"})
    words = [word for word in args.words if word not in ("-s", "--pdb")]  # these are for the processes of the files
    words += ["-q"] if "--co" in given - {"-q"} else []
    words += [f"--junitxml={args.junit.absolute()}"] if args.junit else []
    with plain_errors(), nullcontext(None) if shown else progress_line() as progress:
        options = Options(
            args.deep,
            args.fresh,
            args.timeout,
            [args.junit] if args.junit else [],
            progress=progress,
            record=args.record,
            select=args.k,
            arguments=words,
            shown=bool(given & {"-s", "--pdb"}),
            debug="--pdb" in given,
            quiet=not shown,
            run=args.run_code,
        )
        run = check_with(options, paths)
        texts = text_runs(paths, run, args.run_code, args.record)
    if "--co" in given:
        return 0
    if args.json:
        print_json(manifest_of(run) | ({"texts": [each.as_json(run) for each in texts]} if texts else {}))
        return texts_status(texts, args.strict) or _status(run)
    if run.results:
        print_results(manifest_of(run), table=not given & {"-q", "-v"}, seconds=run.seconds)
    _print_notes(run)
    print_texts(texts)
    write_margins(texts, run)
    if args.record:
        for part in asked(paths, args.run_code):
            if part.is_named and not part.place.text:
                print(f"wrote {part.place.expected_file}")
    return texts_status(texts, args.strict) or _status(run)


def _given(args: argparse.Namespace) -> set[str]:
    """Return the options that were given; refuse those that exclude each other."""
    given = {word.partition("=")[0] for word in args.words}
    given |= {flag for flag in ("--json", "--record", "--junit") if getattr(args, flag.strip("-"))}
    for option in given & EXCLUDED.keys():
        for other in EXCLUDED[option]:
            if other in given:
                raise InputError(f"gametheory check: argument {option}: not allowed with {other}")
    return given


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn the errors of a check into one line for the user, as a context manager."""
    from gametheory.claims import ClaimsError

    try:
        yield
    except ClaimsError as error:
        raise InputError(f"gametheory: {error}") from error


def manifest_of(run: CheckRun) -> Manifest:
    """Return the manifest of a run."""
    from gametheory.render.manifest import build_manifest

    with plain_errors():
        return build_manifest(run.results, run.folder, run.deep, problems=run.problems, not_checked=run.not_checked)


def _print_notes(run: CheckRun) -> None:
    """Print whether claims wait for Rocq, and how many verdicts are from the cache."""
    if run.awaiting_kernel:
        have = "claim has" if run.awaiting_kernel == 1 else "claims have"
        print(
            f"{run.awaiting_kernel} {have} a Rocq proof that did not run, because Rocq is not installed; with it they "
            "are proved (apt-get install coq)"
        )
    if run.cached:
        print(f"{pluralize(run.cached, 'verdict')} from an earlier run; --fresh proves again")


def _print_report(run: CheckRun, manifest: Manifest, outputs: Sequence[Path]) -> None:
    """Print what a run found, in a few lines, where its report is, and how to read it."""
    from gametheory.render.manifest import FALSE_AS_PRINTED
    from gametheory.render.report import print_unexpected

    print_unexpected(manifest, seconds=run.seconds)
    if false := [item["id"] for item in manifest["claims"] if item["status"] in FALSE_AS_PRINTED]:
        are = "statement is" if len(false) == 1 else "statements are"
        print(
            visible(f"{len(false)} {are} false as printed: {', '.join(false[:5])}{', ...' if len(false) > 5 else ''}")
        )
    _print_notes(run)
    for path in outputs:
        print(f"wrote {path}")
    if page := next((path for path in outputs if path.suffix in ("", ".html")), None):
        print(f"to read it, open {page.absolute().as_uri()} in a browser")
    print(f"for a line on each claim: gametheory check {quote(str(run.folder))}")


def _status(run: CheckRun) -> int:
    return 0 if run.all_match_expected else 1
