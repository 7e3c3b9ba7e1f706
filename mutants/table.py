"""The outcomes as a table, for a terminal and for the page of the documentation."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gametheory.storage.atomic_write import write_atomic
from mutants.faults import Fault
from mutants.run import ROOT, Outcome

PAGE = ROOT / "docs" / "theory" / "planted-faults.md"
BEGIN, END = "<!-- faults: begin -->\n", "<!-- faults: end -->\n"
HEAD = "| fault | in | what is wrong | caught by | s |\n|---|---|---|---|--:|\n"
WIDTH_OF_A_PIPE = 140


def print_table(outcomes: Sequence[Outcome]) -> None:
    """Print fault, where, caught by, seconds; then how many were caught."""
    table = Table(box=SIMPLE_HEAD, expand=True, show_edge=False, pad_edge=False)
    for heading, ratio in (("fault", 3), ("where", 4), ("caught by", 6)):
        table.add_column(heading, overflow="fold", ratio=ratio)
    table.add_column("seconds", justify="right")
    for outcome in outcomes:
        table.add_row(*map(Text, (outcome.fault.id, where(outcome.fault), said(outcome), f"{outcome.seconds:.0f}")))
    console = Console(width=None if sys.stdout.isatty() else WIDTH_OF_A_PIPE)
    console.print(table)
    caught = sum(outcome.caught for outcome in outcomes)
    console.print(Text(f"\n{caught} of {len(outcomes)} faults are caught."))


def said(outcome: Outcome) -> str:
    """What caught a fault, or what became of it."""
    return outcome.found.failed or outcome.found.no_answer or "nothing: it survives"


def where(fault: Fault) -> str:
    """The file without the name of the package.

    >>> where(Fault("a", "gametheory/solvers/shortest_paths.py", "", "", ""))
    'solvers/shortest_paths.py'
    """
    return fault.file.removeprefix("gametheory/")


def line(outcome: Outcome) -> str:
    """The row of the page for a fault that was caught."""
    fault = outcome.fault
    return f"| {fault.id} | `{where(fault)}` | {fault.what} | `{outcome.found.failed}` | {outcome.seconds:.0f} |\n"


def write_page(known: Sequence[Fault], outcomes: Sequence[Outcome], page: Path = PAGE) -> None:
    """Write the rows of these faults into the table of the page, in the order of the list; other rows stay.

    Rows of faults that are no longer in the list are dropped. Raises ValueError where the page has no place for it.
    """
    before, begun, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    table, ended, after = rest.partition(END)
    if not begun or not ended:
        raise ValueError(f"{page} has no lines {BEGIN.strip()} and {END.strip()}")
    lines = rows(table) | {outcome.fault.id: line(outcome) for outcome in outcomes}
    body = "".join(lines[fault.id] for fault in known if fault.id in lines)
    write_atomic(page, f"{before}{begun}\n{HEAD}{body}\n{ended}{after}")


def rows(table: str) -> dict[str, str]:
    """The rows of the table of the page by the id of their fault.

    >>> rows(f"{HEAD}| a | b | c | d | 1 |\\n")
    {'a': '| a | b | c | d | 1 |\\n'}
    """
    lines = [text for text in table.splitlines(keepends=True) if text.startswith("| ")][1:]
    return {text.split(" | ")[0].removeprefix("| "): text for text in lines}
