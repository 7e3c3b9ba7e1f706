"""Texts in the commands: the options, the lines that are printed, and the exit status."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gametheory.cli.arguments import InputError, write_output
from gametheory.numbers.format import pluralize, visible
from gametheory.storage.files import regular

if TYPE_CHECKING:
    from gametheory.claims.results import CheckRun
    from gametheory.claims.text_run import TextRun

OWN_LINES = ("%", "\\claimverdict{")  # the beginnings of the lines in a file of verdicts


def add_text_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for texts."""
    group = parser.add_argument_group("texts")
    group.add_argument(
        "--run",
        dest="run_code",
        action="store_true",
        help="let a text import any module and run the code of its claims; without it, no code of its author runs",
    )
    group.add_argument(
        "--strict", action="store_true", help="exit status 1 also if a text has changed since it was checked"
    )


def text_runs(paths: Iterable[str | Path], run: CheckRun, allowed: bool, record: bool) -> list[TextRun]:
    """Return the texts among paths with the results of a run; with `record`, write their lock files first."""
    from gametheory.claims.sources import text_to_check
    from gametheory.claims.text_run import record_text, text_run, texts_of

    checked = []
    for path, id in texts_of(paths):
        text = text_to_check(path, allowed)
        if record:
            record_text(text_run(text, run, id, recording=True))
        checked.append(text_run(text, run, id))
    return checked


def print_texts(texts: Sequence[TextRun]) -> None:
    """Print for each text what is to be looked at, each with its line and column, and the counts."""
    for each in texts:
        for fault in each.faults:
            print(visible(f"{each.text.path}:{fault.line}:{fault.column}: {fault.message}"), file=sys.stderr)
        for line in _lines(each):
            print(visible(line))
        counts = ", ".join(f"{number} {word}" for word, number in each.counts.items() if number) or "none checked"
        faults = f"; {pluralize(len(each.faults), 'fault')}" if each.faults else ""
        print(visible(f"{each.text.path}: {pluralize(len(each.marks), 'mark')}: {counts}{faults}"))


def _lines(each: TextRun) -> Iterator[str]:
    from gametheory.claims.text_run import CHANGED_MEANS

    for mark, result, changed in each.marks:
        place, verdict = f"{each.text.path}:{mark.line}:{mark.column}: {mark.id}", result.verdict
        if changed:
            yield f"{place}: {CHANGED_MEANS} ({changed})"
        if verdict.witness:
            yield f"{place}: {verdict.status}: {verdict.witness.explanation}"


def texts_status(texts: Sequence[TextRun], strict: bool) -> int:
    """Return 2 if a text has faults, 1 if one has changed and that counts, and otherwise 0."""
    if any(each.faults for each in texts):
        return 2
    return 1 if strict and any(found.changed for each in texts for found in each.marks) else 0


def write_margins(texts: Sequence[TextRun], run: CheckRun) -> None:
    """Write the file of verdicts of each LaTeX text, which its style file reads, and say so."""
    from gametheory.render.annotate import margin_file

    for each in texts:
        if each.text.path.suffix == ".tex":
            path = margin_path(each.text.path)
            write_output(path, margin_file(each.as_json(run)))
            print(f"wrote {path}")


def margin_path(text: Path) -> Path:
    """Return the file of verdicts next to a LaTeX text; raise InputError if another program or its author wrote it."""
    path = text.with_suffix(".verdicts")
    try:
        lines = regular(path).read_text(encoding="utf-8").splitlines() if path.exists() else []
    except (OSError, ValueError):
        lines = [""]
    if path.is_symlink() or not all(line.startswith(OWN_LINES) for line in lines):
        raise InputError(f"cannot write {path}: it is no file of verdicts of this program; rename it")
    return path
