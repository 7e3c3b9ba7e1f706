"""Tables: the outcomes for a terminal, and the list of faults for the page of the documentation."""

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
HEAD = "| fault | in | what is wrong | must be noticed by |\n|---|---|---|---|\n"
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
    """Return the check that caught a fault, or the reason why there is no answer."""
    return outcome.found.failed or outcome.found.no_answer or "nothing: it survives"


def where(fault: Fault) -> str:
    """Return the file without the name of the package.

    >>> where(Fault("a", "gametheory/solvers/shortest_paths.py", "", "", ""))
    'solvers/shortest_paths.py'
    """
    return fault.file.removeprefix("gametheory/")


def checks(fault: Fault) -> list[str]:
    """Return the tests and claims that must notice a fault, in short form.

    >>> checks(Fault("a", "", "", "", "", ("tests/games/castle/test_castle.py::test_rules",), ("CD1.1",)))
    ['test_castle.py::test_rules', 'claim CD1.1']
    """
    return [test.rpartition("/")[2] for test in fault.tests] + [f"claim {claim}" for claim in fault.claims]


def row(fault: Fault) -> str:
    """Return the row of the page for a fault."""
    return f"| {fault.id} | `{where(fault)}` | {fault.what} | {', '.join(f'`{check}`' for check in checks(fault))} |\n"


def write_page(known: Sequence[Fault], page: Path = PAGE) -> None:
    """Write the table of the page from the list of faults.

    Raises ValueError if the page has no place for it.
    """
    before, begun, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not begun or not ended:
        raise ValueError(f"{page} has no lines {BEGIN.strip()} and {END.strip()}")
    write_atomic(page, f"{before}{begun}\n{HEAD}{''.join(map(row, known))}\n{ended}{after}")


def rows(table: str) -> dict[str, str]:
    """Return the rows of the table of the page by the id of their fault.

    >>> rows(f"{HEAD}| a | b | c | d |\\n")
    {'a': '| a | b | c | d |\\n'}
    """
    lines = [text for text in table.splitlines(keepends=True) if text.startswith("| ")][1:]
    return {text.split(" | ")[0].removeprefix("| "): text for text in lines}
