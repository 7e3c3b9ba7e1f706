"""The tables of a result as text for a file: LaTeX for a slide, and CSV for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from itertools import chain
from typing import Any

from gametheory.numbers.format import rounded, visible
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Table

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
LATEX = str.maketrans(
    {each: f"\\{each}" for each in "#$%&_{}"}
    | {each: f"${each}$" for each in "<>|"}
    | {each: f"{{{each}}}" for each in "[*"}  # which mean something at the beginning of a row
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {
        "≈": r"$\approx$",
        "∞": r"$\infty$",
        "ε": r"$\varepsilon$",
        "−": "$-$",
        "–": "--",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "²": "$^2$",
    }
)


def latex(view: Iterable[Block]) -> str:
    """Return the paragraphs and tables of a view for LaTeX, which needs no package for them.

    >>> print(latex([Table(["n", "share"], [[1, "50 %"]], "Half")]))
    Half
    <BLANKLINE>
    \\begin{tabular}{rr}
    \\hline
    n & share \\\\
    \\hline
    1 & 50 \\% \\\\
    \\hline
    \\end{tabular}
    """
    return "\n\n".join(filter(None, chain.from_iterable(map(_latex, view))))


def _latex(block: Block) -> Iterator[str]:
    if not isinstance(block, Table):
        yield visible(block if isinstance(block, str) else block.caption).translate(LATEX)
        return
    yield block.title().translate(LATEX)
    rows = [" & ".join(map(_latex_cell, row)) + r" \\" for row in [[*map(str, block.headings)], *block.cells()]]
    rule, columns = r"\hline", "".join(side[0] for side in block.sides())
    yield "\n".join([rf"\begin{{tabular}}{{{columns}}}", rule, rows[0], rule, *rows[1:], rule, r"\end{tabular}"])


def _latex_cell(cell: str) -> str:
    lines = cell.translate(LATEX).split("\n")
    return lines[0] if len(lines) == 1 else r"\shortstack[l]{" + r" \\ ".join(lines) + "}"


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV: a number that is no integer as a decimal, with a column of its exact value.

    An apostrophe is put before text with which a formula of a spreadsheet can begin.

    >>> print(csv_text([{"n": 1, "share": Fraction(1, 2)}]), end="")
    n,share,share exact
    1,0.5,1/2
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    cells = [[cell for each in row.items() for cell in _csv_cells(*each)] for row in rows]
    writer.writerow(name for name, _ in cells[0])
    writer.writerows([value for _, value in row] for row in cells)
    return file.getvalue()


def _csv_cells(name: str, value: Any) -> list[tuple[str, Any]]:
    """Return the cells of a value; an interval, which is no Fraction, has no exact one."""
    if isinstance(value, str) and value.startswith(FORMULA):
        return [(name, f"'{value}")]
    if isinstance(value, str | int | None):
        return [(name, value)]
    if not isinstance(value, Fraction):
        return [(name, float(value)), (f"{name} exact", "")]
    return [(name, rounded(value)), (f"{name} exact", exact_text(value))]
