"""The HTML of a notebook as plain text, so that `print` shows what a notebook does."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from rich import box
from rich.console import Console, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text


def html_text(html: str, console: Console) -> None:
    """Print the tables of a piece of HTML, each below its caption; an image becomes its caption.

    Parameters
    ----------
    html
        What a function of this package has rendered.
    console
        Where to print. Cells that are too wide for it are wrapped.

    Examples
    --------
    >>> from gametheory.render.notebook.markup import table_html
    >>> html_text(table_html(["who", "wins"], [["A & B", 12]], "Games"), Console(width=30))  # doctest: +ELLIPSIS
    Games
    <BLANKLINE>
      who ... wins...
     ...
      A & B ... 12...
    <BLANKLINE>
    """
    reader = _Reader()
    reader.feed(html)
    for part in reader.parts:
        console.print(part)


@dataclass
class _Rows:
    """A table while it is read: the cells of each row, the number of rows of headings, and the sides of the columns."""

    rows: list[list[str]] = field(default_factory=list)
    headings: int = 0
    sides: list[str] = field(default_factory=list)

    def table(self) -> Table:
        """Return the table for a console."""
        headings = self.rows[0] if self.headings else []
        table = Table(box=box.SIMPLE_HEAD, show_header=bool(headings))
        for column, side in enumerate(self.sides):
            heading = Text(headings[column]) if column < len(headings) else ""
            justify: JustifyMethod = "right" if side == "right" else "left"
            table.add_column(heading, justify=justify, overflow="fold", no_wrap=justify == "right")
        for row in self.rows[self.headings :]:
            table.add_row(*map(Text, row))
        return table


class _Reader(HTMLParser):
    """The captions, tables and images of a piece of HTML, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[RenderableType] = []
        self._table, self._text = _Rows(), ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row or a cell; an image is shown by its caption."""
        self._text = ""
        values = dict(attrs)
        if tag == "table":
            self._table = _Rows()
        elif tag == "tr":
            self._table.rows.append([])
        elif tag in ("td", "th"):
            self._table.headings += tag == "th" and not self._table.rows[-1]
            if len(self._table.rows[-1]) == len(self._table.sides):
                self._table.sides.append("right" if "text-align:right" in (values["style"] or "") else "left")
        elif tag == "img":
            self.parts.append(Text(values["alt"] or ""))

    def handle_data(self, data: str) -> None:
        """Add to the text of a cell or a caption."""
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        """End a table, a cell, or a text outside of cells."""
        if tag in ("td", "th"):
            self._table.rows[-1].append(self._text)
        elif tag == "table":
            self.parts.append(self._table.table())
        elif self._text.strip():
            self.parts.append(Text(self._text))
        self._text = ""
