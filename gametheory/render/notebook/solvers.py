"""Solutions of matrix games, bimatrix games and product games in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametheory.numbers.format import format_distribution, format_number
from gametheory.numbers.rationals import simplify_for_display
from gametheory.render.notebook.markup import table_html

if TYPE_CHECKING:
    from gametheory.solvers.bimatrix.equilibrium import Equilibrium
    from gametheory.solvers.bimatrix.nash_solution import NashSolution
    from gametheory.solvers.bimatrix.vertex_enumeration import Equilibria
    from gametheory.solvers.matrix_game.solution import MatrixSolution
    from gametheory.solvers.product_game.exact import ExactRoundSolution
    from gametheory.solvers.product_game.floats import RoundSolution
    from gametheory.solvers.sequence_form.solution import TreeSolution

MAX_EQUILIBRIA = 50
MAX_PAIRS = 20
MAX_TREE_ROWS = 200
MAX_POSITIONS = 8  # of each player


def matrix_solution_html(solution: MatrixSolution) -> str:
    """Render the value and both optimal strategies."""
    value, gap = map(format_number, (solution.value, solution.gap))
    caption = f"Value {value} to the row player, by {solution.method}; duality gap {gap}"
    rows = [("row", format_distribution(solution.row)), ("column", format_distribution(solution.column))]
    return table_html(("player", "move: probability"), rows, caption)


def equilibrium_html(equilibrium: Equilibrium) -> str:
    """Render the strategy and the payoff of each player."""
    strategies = zip(("row", "column"), (equilibrium.row, equilibrium.column), equilibrium.payoffs, strict=True)
    rows = [(player, format_distribution(strategy), format_number(payoff)) for player, strategy, payoff in strategies]
    return table_html(("player", "strategy: probability", "payoff"), rows)


def equilibria_html(equilibria: Equilibria) -> str:
    """Render the extreme equilibria, numbered from 0 as in `Equilibria.subsets`."""
    kind = "degenerate" if equilibria.degenerate else "nondegenerate"
    rows = [
        (
            index,
            format_distribution(equilibrium.row),
            format_distribution(equilibrium.column),
            *map(format_number, equilibrium.payoffs),
        )
        for index, equilibrium in enumerate(equilibria.extreme)
    ]
    headings = ("", "row strategy", "column strategy", "row payoff", "column payoff")
    return table_html(headings, rows, f"All extreme equilibria of a {kind} game")


def nash_solution_html(solution: NashSolution) -> str:
    """Render the equilibria by player, and the facts about the game; long numbers as decimals."""
    rows = []
    for index, equilibrium in enumerate(solution.equilibria[:MAX_EQUILIBRIA], 1):
        strategies = zip(solution.players, solution.strategies, (equilibrium.row, equilibrium.column), strict=True)
        for (player, names, strategy), payoff in zip(strategies, equilibrium.payoffs, strict=True):
            # Not a mapping by name: in a file, names can be equal.
            support = [f"{name}: {format_number(p)}" for name, p in zip(names, strategy, strict=True) if p]
            rows.append((index, player, format_number(payoff), ", ".join(support)))
    kind = "All extreme equilibria" if solution.complete else "One equilibrium"
    count = len(solution.equilibria)
    hidden = f"; the first {MAX_EQUILIBRIA} of {count:,}" if count > MAX_EQUILIBRIA else ""
    value = "" if solution.value is None else f"; value {format_number(solution.value)}"
    caption = f"{kind}, by {solution.method}{hidden}{value}"
    return table_html(("", "player", "payoff", "strategy: probability"), rows, caption)


def tree_solution_html(solution: TreeSolution) -> str:
    """Render the equilibria by information set; the first rows."""
    from gametheory.render.tree_text import TREE_COLUMNS, tree_facts, tree_rows  # here, because solvers load slowly

    rows = list(tree_rows(solution, exact=False))
    hidden = f"; the first {MAX_TREE_ROWS} of {len(rows):,} rows" if len(rows) > MAX_TREE_ROWS else ""
    return table_html(TREE_COLUMNS, rows[:MAX_TREE_ROWS], " ".join(tree_facts(solution, exact=False)) + hidden)


def round_html(solution: RoundSolution) -> str:
    """Render the values at the first pairs of positions."""
    (m, n), values = solution.values.shape, solution.values[:MAX_POSITIONS, :MAX_POSITIONS].tolist()
    caption = f"Values at {m:,} x {n:,} pairs of positions, each within {solution.error:.1e}"
    rows = [(u, *map(format_number, row)) for u, row in enumerate(values)]
    return table_html(["", *map(str, range(min(n, MAX_POSITIONS)))], rows, caption)


def exact_round_html(solution: ExactRoundSolution) -> str:
    """Render the values and optimal strategies at the first pairs of positions."""
    rows = [
        (*pair, _value(solution.values[pair]), _strategy(solution.rows[pair]), _strategy(solution.columns[pair]))
        for pair in list(solution.values)[:MAX_PAIRS]
    ]
    caption = f"The first of {len(solution.values):,} pairs of positions"
    headings = ("row position", "column position", "value", "row strategy", "column strategy")
    return table_html(headings, rows, caption)


def _value(value: Any) -> str:
    return format_number(simplify_for_display(value))


def _strategy(strategy: dict[int, Any]) -> str:
    return format_distribution({move: simplify_for_display(weight) for move, weight in strategy.items()})
