"""Solutions as plain text: for IPython in a terminal, and for `print`."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from gametheory.numbers.format import format_distribution, format_number

if TYPE_CHECKING:
    from rich.console import Console

    from gametheory.solvers.bimatrix.nash_solution import NashSolution
    from gametheory.solvers.matrix_game.solution import MatrixSolution
    from gametheory.solvers.saved.best_play import PositionSolution
    from gametheory.solvers.sequence_form.solution import TreeSolution
    from gametheory.solvers.solution import Solution

WIDTH, WIDE = 100, 120  # of a solution, and of a table with up to nine columns of numbers


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


def matrix_text(solution: MatrixSolution) -> str:
    """Render the value and both optimal strategies.

    >>> from gametheory.solvers.matrix_game.exact import solve_matrix_exact
    >>> print(matrix_text(solve_matrix_exact([[0, 2], [3, 1]])))
    Value 3/2 to the row player, by basis of the simplex; duality gap 0.
    row: 0: 1/2, 1: 1/2
    column: 0: 1/4, 1: 3/4
    """
    value, gap = map(format_number, (solution.value, solution.gap))
    players = (("row", solution.row), ("column", solution.column))
    strategies = (f"{player}: {format_distribution(strategy)}" for player, strategy in players)
    return "\n".join((f"Value {value} to the row player, by {solution.method}; duality gap {gap}.", *strategies))


def position_text(found: PositionSolution) -> str:
    """Render the solution of one position, as `gametheory lookup` prints it.

    >>> from gametheory.solvers.saved.best_play import PositionSolution
    >>> print(position_text(PositionSolution("aa", None, {"one": 1}, {}, "")))
    Position aa: play has ended.
    Payoffs: one 1.
    """
    from gametheory.render.lookup_text import lookup_sentences

    return "\n".join(lookup_sentences(found))


def table_text(html: str) -> str:
    """Render the HTML of a notebook as tables of plain text.

    >>> from gametheory import Table
    >>> from gametheory.render.notebook import html
    >>> print(table_text(html(Table(["n", "square"], [[2, 4], [13, 169]], "Squares"))))
    Squares
    <BLANKLINE>
       n   square
     ─────────────
       2        4
      13      169
    """
    from gametheory.render.notebook.html_text import html_text

    console = _page(WIDE)
    html_text(html, console)
    return _lines(console)


def _page(width: int = WIDTH) -> Console:
    from rich.console import Console

    return Console(file=StringIO(), width=width, highlight=False)


def _lines(console: Console) -> str:
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
