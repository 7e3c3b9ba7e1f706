"""Print a solution on a console: sentences, and a table of the strategies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from gametheory.numbers.visible import visible
from gametheory.render.text_table import text_table

if TYPE_CHECKING:
    from gametheory.solvers.bimatrix.nash_solution import NashSolution
    from gametheory.solvers.sequence_form.solution import TreeSolution
    from gametheory.solvers.solution import Solution

LEFT = ("player", "information set", "strategy", "belief")
WRAPPED = ("information set", "strategy", "belief")
MAX_DECISIONS, MAX_ROWS = 20, 500


def print_solution(solution: Solution, console: Console, rest: str = "`strategy` has all of them") -> None:
    """Print the results, the first 20 decisions of the strategies in order of play, and the checks.

    Parameters
    ----------
    solution
        The solution of a game.
    console
        Where to print.
    rest
        Where a reader finds the other decisions.

    Examples
    --------
    >>> from gametheory import Castle, solve
    >>> print_solution(solve(Castle(1, 1, 1)), Console(width=72))  # doctest: +ELLIPSIS
    2 positions. Class: single-player, acyclic. Method: shortest paths.
    ...
    """
    # here, because solvers load slowly
    from gametheory.render.solution_text import checks, summary
    from gametheory.render.strategy_table import COLUMNS, strategy_table

    _print_sentences(summary(solution), console)
    if solution.strategy:
        table = strategy_table(solution, MAX_DECISIONS, rest)
        _print_sentences([table.title], console)
        console.print(text_table(COLUMNS, table.rows))
        _print_sentences([table.rest] if table.rest else [], console)
    _print_sentences([checks(solution)], console)


def print_equilibria(
    solution: NashSolution | TreeSolution, console: Console, exact: bool, rest: str = "`equilibria` has all of them"
) -> None:
    """Print the equilibria, at most 500 rows, and facts about the game.

    Parameters
    ----------
    solution
        The equilibria of a table or of a tree.
    console
        Where to print.
    exact
        Whether to print fractions, or else decimals.
    rest
        Where a reader finds the rows after the first 500.

    Raises
    ------
    OverflowError
        If a number is too large for a float and `exact` is false.

    Examples
    --------
    >>> from gametheory import nash
    >>> print_equilibria(nash([[1, -1], [-1, 1]]), Console(width=72), exact=True)  # doctest: +ELLIPSIS
    <BLANKLINE>
    ...
    Value 0 for row (zero-sum).
    The only equilibrium, checked exactly.
    ...
    """
    from gametheory.render.nash_text import TABLE_COLUMNS, equilibrium_rows, facts
    from gametheory.render.tree_text import TREE_COLUMNS, tree_facts, tree_rows
    from gametheory.solvers.bimatrix.nash_solution import NashSolution

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    if isinstance(solution, NashSolution):
        columns, rows, sentences = TABLE_COLUMNS, [*equilibrium_rows(solution, exact)], facts(solution, exact)
    else:
        columns, rows, sentences = TREE_COLUMNS, [*tree_rows(solution, exact)], tree_facts(solution, exact)
    console.print(text_table(columns, rows[:MAX_ROWS], LEFT, WRAPPED))
    _print_sentences([*_more_rows(len(rows), MAX_ROWS, rest), *sentences], console)


def _print_sentences(sentences: Iterable[str], console: Console) -> None:
    for sentence in sentences:
        console.print(Text(visible(sentence)), soft_wrap=True)


def _more_rows(count: int, printed: int, rest: str) -> list[str]:
    return [f"... and {count - printed:,} more rows; {rest}"] if count > printed else []
