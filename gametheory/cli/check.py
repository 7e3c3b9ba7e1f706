"""`gametheory check`, `gametheory report` and `gametheory recheck`: check claims, texts and certificates."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    Commands,
    InputError,
    add_json,
    add_workers,
    output_file,
    whole_number,
    whole_number_or_zero,
)
from gametheory.cli.output import print_json, print_view, progress_line, write_output
from gametheory.numbers.format import pluralize, visible
from gametheory.numbers.table import Table
from gametheory.parallel.limits import has_processes
from gametheory.storage.files import regular

if TYPE_CHECKING:
    from gametheory.claims.recheck import Rechecked, RecheckedTheorem
    from gametheory.claims.results import CheckRun
    from gametheory.claims.text_run import Lock, TextRun
    from gametheory.render.manifest import Manifest

# The options that each option excludes.
EXCLUDED = {
    "--co": ("--json", "--pdb", "-s", "--record", "--junit", "-v"),
    "--json": ("--pdb", "-s", "-v", "--durations"),
    "--record": ("-x", "--maxfail", "--lf"),
}
PRINTING = {"-s", "--pdb", "--co", "-v", "--durations"}  # options with which pytest prints
OF_WORKERS = {"-s", "--pdb"}  # options for the process of each file, and not for pytest in this one
MAX_FALSE = 5  # ids of false statements in a line
MAX_LINES = 10  # of a long text
ROCQ, LISP = ".v", ".lisp"
VERDICT_LINES = ("%", "\\claimverdict{", "\\claimsentence{", "  ")  # the beginnings of the lines in a file of verdicts


# gametheory report


def add_report(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    report = commands.add_parser(
        name,
        description="Check every claim in a folder and write a self-contained HTML report.",
        epilog="example:\n  gametheory report -o castle.html -o castle.md",
    )
    what = report.add_mutually_exclusive_group()
    what.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, help="folder of claims (default proofs)")
    what.add_argument("--example", action="store_true", help="check the claims that come with this program")
    _add_options(report)
    help_text = "output file, format by extension: .html .md .json; repeatable (default report.html)"
    report.add_argument("-o", dest="outputs", metavar="FILE", action="append", type=_report_file, help=help_text)
    report.set_defaults(run=_report)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `check` and `report`."""
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
    from gametheory.claims.declare import example_folder
    from gametheory.claims.session import DEFAULT_FOLDER
    from gametheory.claims.sources import asked
    from gametheory.render.report import ReportError, report

    outputs = args.outputs or [output_file("report.html")]
    with claims_errors(), progress_line() as progress:
        folder = args.folder or DEFAULT_FOLDER
        if args.example:
            folder = example_folder()
        # a first try, in a folder without claims
        if args.folder is None and not args.example and not os.path.isdir(folder):
            raise InputError(
                f"gametheory report: there is no folder {folder} here; name a folder of claims, or try "
                "`gametheory report --example`; `gametheory init` writes a folder of your own"
            )
        asked([folder])  # refuses what is no folder, such as a name with a NUL byte, before files in it are read
        try:
            run = report(folder, outputs, deep=args.deep, fresh=args.fresh, timeout=args.timeout, progress=progress)
        except ReportError as error:
            raise InputError(str(error)) from error
    _print_report(run, manifest_of(run), outputs)
    return _status(run)


def _print_report(run: CheckRun, manifest: Manifest, outputs: Sequence[Path]) -> None:
    """Print what a run found, in a few lines, where its report is, and how to read it."""
    from gametheory.render.manifest import FALSE_AS_PRINTED
    from gametheory.render.report import left_out, print_unexpected

    print_unexpected(manifest, seconds=run.seconds)
    false = [claim["id"] for claim in manifest["claims"] if claim["status"] in FALSE_AS_PRINTED]
    if false:
        are = pluralize(len(false), "statement is", "statements are")
        more = ", ..." if len(false) > MAX_FALSE else ""
        print(visible(f"{are} false as printed: {', '.join(false[:MAX_FALSE])}{more}"))
    _print_notes(run)
    missing = left_out(manifest, outputs)
    if missing:
        print(missing)
    # the names of files come last, where a reader of a terminal looks
    for path in outputs:
        print(f"wrote {path}")
    for path in outputs:
        if path.suffix in ("", ".html"):
            print(f"to read it, open {path.absolute().as_uri()} in a browser")
            break
    print(f"for a line on each claim: gametheory check {quote(str(run.folder))}")


# gametheory check


def add_check(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    check = commands.add_parser(
        name,
        description="Check the claims in folders and files. Exit status 1 if a verdict differs from the expected one.",
        epilog="example:\n  gametheory check -k CD2.9 --json",
    )
    check.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="folder of claims or of texts, file, text of Markdown or LaTeX, notebook, or claim as file.py::ID or "
        "text.md::ID; several are allowed (default proofs)",
    )
    _add_selection(check)
    _add_output(check)
    _add_options(check)
    check.add_argument(
        "--cluster",
        metavar="ADDRESS",
        type=_address,
        help="let the workers of a Dask scheduler, such as tcp://10.0.0.1:8786, check the cases of sweeps; they run "
        "the code of the claims",
    )
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
    # pytest would choose one of these, and say nothing
    failed = group.add_mutually_exclusive_group()
    only_failed = "check only the claims that failed when they were checked last, or all if there is none"
    _add_word(failed, "--lf", "--last-failed", help=only_failed)
    _add_word(failed, "--ff", "--failed-first", help="check these claims first")
    stop = group.add_mutually_exclusive_group()
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


def _address(text: str) -> str:
    if not text.strip():  # Dask would start a cluster of its own
        raise argparse.ArgumentTypeError("it is empty; it must be the address of a Dask scheduler")
    return text


def _add_word(group: argparse._ActionsContainer, *flags: str, help: str) -> None:
    """Add an option that pytest gets as it is."""
    group.add_argument(*flags, dest="words", action="append_const", const=flags[0], help=help)


def _add_number(group: argparse._ActionsContainer, flag: str, kind: Callable[[str], int], help: str) -> None:
    """Add an option with a number, which pytest gets."""

    def word(text: str) -> str:
        return f"{flag}={kind(text)}"

    group.add_argument(flag, dest="words", metavar="N", action="append", type=word, help=help)


def _check(args: argparse.Namespace) -> int:
    from gametheory.claims.session import DEFAULT_FOLDER, check_with
    from gametheory.claims.sources import with_texts
    from gametheory.render.report import print_results

    given = _given(args)
    paths = list(with_texts(args.paths or [DEFAULT_FOLDER]))
    is_silent = not given & PRINTING
    with claims_errors(), progress_line() if is_silent else nullcontext(None) as progress:
        recorded = recorded_texts(paths, args.record)  # before code of claims could change a lock file
        run = check_with(_session_options(args, given, progress), paths)
        texts = text_runs(recorded, run, args.run_code, args.record)
    if "--co" in given:  # pytest has printed the ids
        return 0
    if args.json:
        document = manifest_of(run)
        if texts:
            document["texts"] = [text.as_json(run) for text in texts]
        print_json(document)
    else:
        if run.results:
            print_results(manifest_of(run), table=not given & {"-q", "-v"}, seconds=run.seconds)
        _print_notes(run)
        print_texts(texts)
        _write_margins(texts, run)
        if args.record:
            _print_recorded(paths, args.run_code)
    return texts_status(texts, args.strict) or _status(run)


def _given(args: argparse.Namespace) -> set[str]:
    """Return the options that were given; refuse those that exclude each other."""
    given = {word.partition("=")[0] for word in args.words}
    for flag in ("--json", "--record", "--junit"):
        if getattr(args, flag.strip("-")):
            given.add(flag)
    for option in given & EXCLUDED.keys():
        for other in EXCLUDED[option]:
            if other in given:
                raise InputError(f"gametheory check: argument {option}: not allowed with {other}")
    return given


def _session_options(args: argparse.Namespace, given: set[str], progress: Any) -> Any:
    """Return the options of a run, of which `arguments` are for pytest."""
    from gametheory.claims.session import Options

    # a worker runs a file of claims, with the debugger and what the checks print
    words = [word for word in args.words if word not in OF_WORKERS]
    if "--co" in given and "-q" not in given:
        words.append("-q")  # ids alone, as arguments of this command
    if args.junit:
        words.append(f"--junitxml={args.junit.absolute()}")
    return Options(
        args.deep,
        args.fresh,
        args.timeout,
        [args.junit] if args.junit else [],
        progress=progress,
        record=args.record,
        select=args.k,
        arguments=words,
        shown=bool(given & OF_WORKERS),
        debug="--pdb" in given,
        quiet=not given & PRINTING,
        run=args.run_code,
        cluster=args.cluster or "",
    )


@contextmanager
def claims_errors() -> Iterator[None]:
    """Turn the errors of a check into one line for the user, as a context manager."""
    from gametheory.claims import ClaimsError

    try:
        yield
    except ClaimsError as error:
        raise InputError(f"gametheory: {error}") from error


def manifest_of(run: CheckRun) -> Manifest:
    """Return the manifest of a run."""
    from gametheory.render.manifest import build_manifest

    with claims_errors():
        return build_manifest(run.results, run.folder, run.deep, problems=run.problems, not_checked=run.not_checked)


def _print_notes(run: CheckRun) -> None:
    """Print how many claims wait for a prover, how many verdicts are cached, and where no process could be had."""
    from gametheory.prove.kernel import find_program

    if run.awaiting_kernel:
        have = pluralize(run.awaiting_kernel, "claim has", "claims have")
        prover, package = ("a Rocq", "coq") if find_program() is None else ("an ACL2", "acl2")
        missing = f"{prover} proof that did not run, because {prover.split()[1]} is not installed"
        print(f"{have} {missing}; with it they are proved (apt-get install {package})")
    if run.cached:
        print(f"{pluralize(run.cached, 'verdict')} from an earlier run; --fresh proves again")
    machines = sorted({machine for result in run for machine in result.machines})
    if machines:
        number = sum(bool(result.machines) for result in run)
        rests = pluralize(number, "verdict rests", "verdicts rest")
        print(
            visible(
                f"{rests} on cases that a cluster checked, on {', '.join(machines)}; no case was checked again here"
            )
        )
    if not has_processes():
        print("no other process could be started: all files were checked in this one, without a limit of time")


def _print_recorded(paths: Sequence[str | Path], allowed: bool) -> None:
    """Print the names of the files of expected verdicts; a text has a lock file instead."""
    from gametheory.claims.sources import asked

    for source in asked(paths, allowed):
        if source.is_named and not source.place.text:
            print(f"wrote {source.place.expected_file}")


def _status(run: CheckRun) -> int:
    return 0 if run.all_match_expected else 1


# Texts, of `check` and `annotate`


def add_text_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for texts."""
    group = parser.add_argument_group("texts")
    help_text = "let a text import any module and run the code of its claims; without it, no code of its author runs"
    group.add_argument("--run", dest="run_code", action="store_true", help=help_text)
    help_text = "exit status 1 also if a text has changed since it was checked"
    group.add_argument("--strict", action="store_true", help=help_text)


def recorded_texts(paths: Iterable[str | Path], record: bool) -> list[tuple[Path, str, Lock]]:
    """Return the texts among paths, each with the id that follows it and its lock file; with `record`, without one."""
    from gametheory.claims.text_run import read_lock, texts_of

    return [(path, id, {} if record else read_lock(path)) for path, id in texts_of(paths)]


def text_runs(recorded: Iterable[tuple[Path, str, Lock]], run: CheckRun, allowed: bool, record: bool) -> list[TextRun]:
    """Return texts with the results of a run; with `record`, write their lock files."""
    from gametheory.claims.sources import text_to_check
    from gametheory.claims.text_run import record_text, text_run

    checked = []
    for path, id, lock in recorded:
        found = text_run(text_to_check(path, allowed), run, lock, id)
        if record:
            record_text(found)
        checked.append(found)
    return checked


def print_texts(texts: Sequence[TextRun]) -> None:
    """Print for each text what is to be looked at, each with its line and column, and the counts."""
    from gametheory.claims.text_run import CHANGED_MEANS

    for text in texts:
        path = text.text.path
        for fault in text.faults:
            print(visible(f"{path}:{fault.place}: {fault.message}"), file=sys.stderr)
        for mark, result, changed in text.marks:
            place = f"{path}:{mark.place}: {mark.id}"
            verdict = result.verdict
            if changed:
                print(visible(f"{place}: {CHANGED_MEANS} ({changed})"))
            if verdict.witness:
                print(visible(f"{place}: {verdict.status}: {verdict.witness.explanation}"))
        counts = [f"{number} {word}" for word, number in text.counts.items() if number]
        line = f"{path}: {pluralize(len(text.marks), 'mark')}: {', '.join(counts) or 'none checked'}"
        if text.faults:
            line += f"; {pluralize(len(text.faults), 'fault')}"
        print(visible(line))


def texts_status(texts: Sequence[TextRun], strict: bool) -> int:
    """Return 2 if a text has faults, 1 if one has changed and that counts, and otherwise 0."""
    if any(text.faults for text in texts):  # a mark that cannot be read is wrong input
        return 2
    marks = [mark for text in texts for mark in text.marks]
    return int(strict and any(mark.changed for mark in marks))


def _write_margins(texts: Sequence[TextRun], run: CheckRun) -> None:
    """Write the file of verdicts of each LaTeX text, which its style file reads, and say so."""
    from gametheory.render.annotate import margin_file

    for text in texts:
        if text.text.path.suffix == ".tex":
            path = margin_path(text.text.path)
            write_output(path, margin_file(text.as_json(run)))
            print(f"wrote {path}")


def margin_path(text: Path) -> Path:
    """Return the file of verdicts next to a LaTeX text; raise InputError if another program or its author wrote it."""
    path = text.with_suffix(".verdicts")
    lines: list[str] = []
    try:
        if path.exists():
            lines = regular(path).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        lines = [""]  # no file of ours
    if path.is_symlink() or not all(line.startswith(VERDICT_LINES) for line in lines):
        raise InputError(f"cannot write {path}: this program did not write it; rename it")
    return path


# gametheory recheck


def add_recheck(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        name,
        description="Discharge certificates again with z3 and cvc5, without any code of the claims; and those of a "
        "complete list of equilibria without a solver. Exit status 1 if one is rejected.",
        epilog="example:\n  gametheory check --json > verdicts.json; gametheory recheck verdicts.json",
    )
    help_text = "manifest of a run, or answer of nash --json; data set; folder of .smt2 or Rocq files; or theorem file"
    parser.add_argument("path", metavar="FILE.json|FILE.claims|FOLDER|FILE.v|FILE.lisp", type=Path, help=help_text)
    help_text = "theorem file of the other prover: are both about the same game?"
    parser.add_argument("other", metavar="FILE.v|FILE.lisp", type=Path, nargs="?", help=help_text)
    add_workers(parser)
    add_json(parser)
    parser.set_defaults(run=_recheck)


def _recheck(args: argparse.Namespace) -> int:
    from gametheory.claims.recheck import NothingToRecheck, recheck
    from gametheory.parallel.processes import WorkerCrashed

    if args.other or args.path.suffix in (ROCQ, LISP):  # files of `solve --theorem`, which have no manifest
        return _recheck_theorems(args)
    check: Callable[..., Rechecked] = recheck
    # a data set is a folder; what checks it imports the solvers, which takes a second
    if os.path.isdir(args.path):
        from gametheory.dataset.folder import is_dataset, recheck_dataset

        if is_dataset(args.path):
            check = recheck_dataset
    with progress_line() as progress:
        try:
            result = check(args.path, progress)
        except (NothingToRecheck, WorkerCrashed) as error:
            raise InputError(f"gametheory recheck: {error}") from error
    if args.json:
        print_json(result.as_json())
    else:
        _print_certificates(result)
    return 0 if result.sound else 1


def _recheck_theorems(args: argparse.Namespace) -> int:
    """Recheck one theorem, or one of each prover, which must be about the same game."""
    from gametheory.claims.recheck import recheck_theorem
    from gametheory.claims.recheck_acl2 import recheck_both, recheck_lisp

    paths = {path.suffix: path for path in (args.path, args.other) if path}
    if args.other and paths.keys() != {ROCQ, LISP}:
        raise InputError(
            "gametheory recheck: two files are compared only if one is of Rocq (.v) and one of ACL2 (.lisp)"
        )
    results: Sequence[RecheckedTheorem]
    with progress_line() as progress:
        try:
            if args.other:
                results = recheck_both(paths[ROCQ], paths[LISP], progress)
            elif LISP in paths:
                results = [recheck_lisp(args.path)]
            else:
                results = [recheck_theorem(args.path, progress)]
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"gametheory recheck: {' '.join(map(str, paths.values()))}: {reason}") from error
    sound = all(result.sound for result in results)
    same = sound and results[0].same_game
    if args.json:
        documents = [result.as_json() for result in results]
        both = {"theorems": documents, "same_game": same, "sound": sound and same}
        print_json(both if args.other else documents[0])
    else:
        for result in results:
            _print_theorem(result)
    if args.other and sound and not args.json:
        print("Both are about the same game." if same else "They are about different games, or state other numbers.")
    return 0 if sound and (same or not args.other) else 1


def _print_theorem(result: RecheckedTheorem) -> None:
    if not result.sound:
        print(f"{result.file}: rejected by {result.kernel}\n{visible(result.reason)}")
        return
    print(f"{result.theorem}: {result.statement}")
    for name, text in result.shown.items():
        lines = text.splitlines()
        print(f"{name} =", *lines[:MAX_LINES], sep="\n  " if len(lines) > 1 else " ")
        if len(lines) > MAX_LINES:  # a game can have ten thousand positions
            print(f"  and {len(lines) - MAX_LINES:,} more lines, which --json has")
    print(f"axioms: {result.axioms}")
    if result.not_checked:
        print("not checked, from the comment at the beginning of the file:")
        for line in result.not_checked.splitlines()[:MAX_LINES]:
            print(f"  {visible(line.strip())}")
    second = "" if result.file.endswith(LISP) else " and coqchk"
    print(f"{result.file}: accepted by {result.kernel}{second} in {result.seconds:.1f} s")


def _print_certificates(result: Rechecked) -> None:
    rejected = ""
    if result.rejected:
        headings = "rejected", "why"
        print_view([Table(headings, result.rejected, left=headings)])
        rejected = f", {len(result.rejected)} rejected"
    if result.established:
        print(result.established)
    print(f"{pluralize(result.certificates, 'certificate')}: {result.accepted} accepted{rejected}")
    if result.without:
        print(f"{pluralize(result.without, 'verdict')} without a certificate, by code that was not run")
