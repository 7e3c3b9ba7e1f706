"""The solution of a game in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, tostring

from gametheory.render.notebook.markup import MAX_ROWS, table_html

if TYPE_CHECKING:
    from gametheory.solvers.solution import Solution


def solution_html(solution: Solution) -> str:
    """Render the results as sentences, the strategies as a table, and the checks.

    >>> from gametheory import Castle, solve
    >>> solution_html(solve(Castle(1, 1, 1))).partition("</p>")[0]
    '<p>2 positions. Class: single-player, acyclic. Method: shortest paths.'
    """
    # The sentences import networkx through the solution: only a notebook that shows a solution pays for it.
    from gametheory.render.solution_text import checks, summary
    from gametheory.render.strategy_table import COLUMNS, strategy_table

    table = ""
    if solution.strategy:
        title, rows, rest = strategy_table(solution, MAX_ROWS, "`strategy` has all of them")
        table = table_html(COLUMNS, rows, title) + (_paragraph(rest) if rest else "")
    return "".join(map(_paragraph, summary(solution))) + table + _paragraph(checks(solution))


def _paragraph(text: str) -> str:
    paragraph = Element("p")
    paragraph.text = text
    return tostring(paragraph, encoding="unicode", method="html")
