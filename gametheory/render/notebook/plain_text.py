"""Solutions as plain text: for IPython in a terminal, and for `print`."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from gametheory.solvers.bimatrix.nash_solution import NashSolution
    from gametheory.solvers.sequence_form.solution import TreeSolution
    from gametheory.solvers.solution import Solution

WIDTH = 100


def solution_text(solution: Solution) -> str:
    """Render the results, the first decisions and the checks, as `gametheory solve` prints them.

    >>> from gametheory import Castle, solve
    >>> solution_text(solve(Castle(1, 1, 1))).partition("\\n")[0]
    '2 positions. Class: single-player, acyclic. Method: shortest paths.'
    """
    from gametheory.render.print_solution import print_solution  # here, because solvers load slowly

    console = _page()
    print_solution(solution, console)
    return _lines(console)


def equilibria_text(solution: NashSolution | TreeSolution) -> str:
    """Render equilibria and facts about the game, as `gametheory nash --exact` prints them.

    >>> from gametheory import nash
    >>> "The only equilibrium, checked exactly." in equilibria_text(nash([[1, -1], [-1, 1]]))
    True
    """
    from gametheory.render.print_solution import print_equilibria

    console = _page()
    print_equilibria(solution, console, exact=True)
    return _lines(console)


def _page() -> Console:
    from rich.console import Console

    return Console(file=StringIO(), width=WIDTH, highlight=False)


def _lines(console: Console) -> str:
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
