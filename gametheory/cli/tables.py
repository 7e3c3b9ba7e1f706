"""Tables for a terminal, as wide as it is, and of fixed width for a pipe; probabilities as text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from gametheory.numbers.table import Block
    from gametheory.solvers.nash_solution import NashSolution
    from gametheory.solvers.solution import Solution

WIDTH_OF_A_PIPE = 100


def console() -> Console:
    """Return a console on standard output that does not color numbers."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else WIDTH_OF_A_PIPE, highlight=False)


def write_table(path: Path, solution: NashSolution | Solution, parts: Sequence[Block]) -> None:
    """Write the printed parts of a solution as LaTeX, or all its rows as CSV, by the ending of the file."""
    from gametheory.cli.arguments import InputError, write_output
    from gametheory.numbers.table import csv_text, latex

    if path.suffix == ".csv" and not solution.rows():
        raise InputError(f"argument -o: {path}: the solution has no strategy, so that there are no rows")
    write_output(path, latex(parts) + "\n" if path.suffix == ".tex" else csv_text(solution.rows()))


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with right-aligned columns."""
    from gametheory.numbers.table import Table, show

    show([Table(headings, rows, left=())], console())
