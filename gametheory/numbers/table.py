"""One model of a table, and a result as paragraphs, tables and pictures: on a terminal, in a notebook, and in files.

`print` and a notebook show the same. Files are LaTeX for a slide, and CSV for a spreadsheet.
"""

from __future__ import annotations

import csv
import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from gametheory.numbers.format import cell_text, rounded, visible
from gametheory.numbers.rationals import exact_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable


NUMBER = re.compile(r"(≈ )?[-−+]?[\d,.]+(/\d+|e[-+]?\d+)?( ?%)?|–|inf|nan")
MAX_ROWS = 200
WIDTH = 120  # of printed text
NARROW = 16  # characters of a column of a table that is printed, which are not folded

# The notebook chooses all colors but that of marked cells, which is legible on light and dark pages.
TABLE = "border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5em 0"
CAPTION = "caption-side:top;text-align:left;font-weight:600;padding:.2em 0;color:inherit"
CELL = "padding:.15em .7em;vertical-align:top;white-space:pre-line;text-align:"
MARKED = ";font-weight:700;outline:2px solid #d55e00"


class Printable:
    """A result that `print` and a notebook show as its `view`; `repr` is left to the class.

    >>> class Squares(Printable):
    ...     def view(self):
    ...         yield "Two squares."
    ...         yield Table(["n", "square"], [[2, 4], [13, 169]])
    >>> print(Squares())
    Two squares.
    <BLANKLINE>
       n   square
     ─────────────
       2        4
      13      169
    """

    __slots__ = ()

    def view(self) -> Iterable[Block]:
        """Return the paragraphs, tables and pictures that a reader sees."""
        raise NotImplementedError

    def __str__(self) -> str:
        return text(self.view())

    def _repr_html_(self) -> str:
        return html(self.view())

    def __init_subclass__(cls) -> None:
        # In a terminal IPython uses this method only of a class that does not define `__repr__` below it.
        cls._repr_pretty_ = lambda self, printer, _cycle: printer.text(str(self))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Table(Printable):
    """Rows of cells under headings, with a caption and cells (row, column) that are marked.

    Columns that begin with a number are right-aligned, unless `left` has the headings of those that are not.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]  # evidence of a claim checks texts in a field of `Any`, and not of `object`
    caption: str = ""
    marked: Sequence[tuple[int, int]] = ()
    left: Collection[str] | None = field(default=None, repr=False)

    def view(self) -> Iterable[Block]:
        """Return the table itself."""
        return [self]

    def cells(self) -> list[list[str]]:
        """Return the texts of the first 200 rows.

        >>> Table(["n"], [[True], [None]]).cells()
        [['yes'], ['–']]
        """
        texts = []
        for row in self.rows[:MAX_ROWS]:
            texts.append([visible(cell_text(cell)) for cell in row])
        return texts

    def title(self) -> str:
        """Return the caption; it says so if the table is longer than `cells`."""
        caption = self.caption
        rows = len(self.rows)
        if rows > MAX_ROWS:
            caption += f" (the first {MAX_ROWS:,} of {rows:,} rows)"
        return visible(caption.strip())

    def sides(self) -> list[Literal["left", "right"]]:
        """Return "left" or "right" for each column."""
        if self.left is not None:
            return ["left" if heading in self.left else "right" for heading in self.headings]
        if not self.rows:
            return ["left" for _ in self.headings]
        return ["right" if NUMBER.fullmatch(text) else "left" for text in self.cells()[0]]


class Picture(NamedTuple):
    """A drawing with a caption, which stands for it in a text."""

    svg: str
    caption: str = ""


Block: TypeAlias = str | Table | Picture


def rich_table(table: Table) -> RichTable:
    """Return a table for a console. Cells are plain text: brackets are no markup."""
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table as RichTable
    from rich.text import Text

    has_headings = any(table.headings)
    rich = RichTable(box=box.SIMPLE_HEAD, show_header=has_headings)
    rows = table.cells()
    sides = table.sides()
    headings = [""] * len(sides)
    if has_headings:
        headings = [visible(str(heading)) for heading in table.headings]
    for number, (heading, side) in enumerate(zip(headings, sides, strict=True)):
        lines = heading.split("\n")
        for row in rows:
            lines += row[number].split("\n")
        width = max(map(cell_len, lines))
        # a wide column folds, and none becomes narrower, whatever the console has
        narrow = min(width, NARROW)
        rich.add_column(Text(heading), justify=side, overflow="fold", no_wrap=width <= NARROW, min_width=narrow)
    for row in rows:
        rich.add_row(*map(Text, row))
    return rich


def show(view: Iterable[Block], console: Console) -> None:
    """Print a view on a console; a line of text is not wrapped."""
    from rich.text import Text

    for block in view:
        words = _words(block)
        if words:
            console.print(Text(visible(words)), soft_wrap=True)
        if isinstance(block, Table):
            console.print(rich_table(block), crop=False)


def _words(block: Block) -> str:
    """Return the text of a paragraph, or the caption of a table or a picture."""
    if isinstance(block, str):
        return block
    if isinstance(block, Table):
        return block.title()
    return block.caption


def text(view: Iterable[Block]) -> str:
    """Return a view as plain text."""
    from rich.console import Console

    page = StringIO()
    show(view, Console(file=page, width=WIDTH, highlight=False))
    lines = [line.rstrip() for line in page.getvalue().splitlines()]
    return "\n".join(lines).strip("\n")


def html(view: Iterable[Block]) -> str:
    """Return a view as HTML that needs no style sheet and has no script; all text is escaped."""
    return "".join(map(_html, view))


def _html(block: Block) -> str:
    if isinstance(block, str):
        return f'<p style="white-space:pre-wrap">{escape(visible(block))}</p>'
    if isinstance(block, Picture):  # as an image, whose scripts do not run and whose ids cannot clash with others
        address = f"data:image/svg+xml;base64,{b64encode(block.svg.encode()).decode()}"
        return f'<img alt="{escape(visible(block.caption))}" style="max-width:100%" src="{address}"/>'
    marked = {tuple(cell) for cell in block.marked}
    sides = block.sides()
    rows = []
    for number, cells in enumerate(block.cells()):
        row = ""
        for column, (cell, side) in enumerate(zip(cells, sides, strict=True)):
            mark = MARKED if (number, column) in marked else ""
            row += f'<td style="{CELL}{side}{mark}">{escape(cell)}</td>'
        rows.append(f"<tr>{row}</tr>")
    title = escape(block.title())
    caption = ""
    if title:
        caption = f'<caption style="{CAPTION}">{title}</caption>'
    return f'<table style="{TABLE}">{caption}{_head(block.headings, sides)}<tbody>{"".join(rows)}</tbody></table>'


def _head(headings: Sequence[str], sides: Sequence[str]) -> str:
    if not any(headings):
        return ""
    cells = ""
    for heading, side in zip(headings, sides, strict=False):
        cells += f'<th style="{CELL}{side}">{escape(visible(str(heading)))}</th>'
    return f"<thead><tr>{cells}</tr></thead>"


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
LATEX = str.maketrans(
    {
        "#": r"\#",
        "$": r"\$",
        "%": r"\%",
        "&": r"\&",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "<": "$<$",
        ">": "$>$",
        "|": "$|$",
        "[": "{[}",  # as the next one, it means something at the beginning of a row
        "*": "{*}",
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
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
    yield visible(_words(block)).translate(LATEX)
    if not isinstance(block, Table):
        return
    columns = "".join(side[0] for side in block.sides())
    head, *body = [_latex_row(row) for row in ([*map(str, block.headings)], *block.cells())]
    rule = r"\hline"
    lines = [rf"\begin{{tabular}}{{{columns}}}", rule, head, rule, *body, rule, r"\end{tabular}"]
    yield "\n".join(lines)


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex_cell, cells)) + r" \\"


def _latex_cell(cell: str) -> str:
    lines = cell.translate(LATEX).split("\n")
    if len(lines) == 1:
        return lines[0]
    stack = r" \\ ".join(lines)
    return rf"\shortstack[l]{{{stack}}}"


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows as CSV: a number that is no integer as a decimal, with a column of its exact value.

    An apostrophe is put before text with which a formula of a spreadsheet can begin.

    >>> print(csv_text([{"n": 1, "share": Fraction(1, 2)}]), end="")
    n,share,share exact
    1,0.5,1/2
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for number, row in enumerate(rows):
        cells: list[tuple[str, object]] = []
        for name, value in row.items():
            cells += _csv_cells(name, value)
        if number == 0:
            writer.writerow(name for name, _ in cells)
        writer.writerow(value for _, value in cells)
    return file.getvalue()


def _csv_cells(name: str, value: Any) -> list[tuple[str, Any]]:
    """Return the cells of a value; an interval, which is no Fraction, has no exact one."""
    # a spreadsheet would calculate it, and a formula can read other files
    if isinstance(value, str) and value.startswith(FORMULA):
        return [(name, f"'{value}")]
    if isinstance(value, str | int | None):
        return [(name, value)]
    if not isinstance(value, Fraction):
        return [(name, float(value)), (f"{name} exact", "")]
    return [(name, rounded(value)), (f"{name} exact", exact_text(value))]
