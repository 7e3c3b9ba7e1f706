"""Tables of plain text for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from gametheory.numbers.visible import visible


def text_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Collection[str] = (),
    wrapped: Collection[str] = (),
) -> Table:
    """Return a table whose columns are right-aligned and not wrapped, with the exceptions by their headings.

    The cells are plain text: brackets are no markup, and characters without a glyph become escapes.

    Parameters
    ----------
    headings
        One heading per column.
    rows
        The cells by row.
    left, wrapped
        The headings of the columns that are left-aligned, and of those whose long cells are wrapped.

    Examples
    --------
    >>> from rich.console import Console
    >>> Console(width=30).print(text_table(["move", "to"], [["[red]", "1"]]))  # doctest: +ELLIPSIS
    <BLANKLINE>
    ...move   to...
    ...
    ...[red]    1...
    """
    table = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right", no_wrap=heading not in wrapped)
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    return table
