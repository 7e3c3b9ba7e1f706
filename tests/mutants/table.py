"""Tables for a terminal: the outcomes, and the list of faults."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.mutants.faults import Fault
from tests.mutants.run import Outcome

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


def print_list(known: Sequence[Fault]) -> None:
    """Print each fault, where it is planted, and what must notice it."""
    for fault in known:
        print(f"{fault.id}  ({where(fault)}): {fault.what}\n    noticed by {', '.join(checks(fault))}")
