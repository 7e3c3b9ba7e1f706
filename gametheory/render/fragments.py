"""Fragments of HTML and Markdown: tables, images, and text with formulas."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from gametheory.numbers.format import MOST_ROWS, NUMBER, cell_text

FORMULA = re.compile(r"(\$[^$]+\$)")


MARKDOWN = re.compile(r"([\\`*_~\[\]<>&|#]|^\s*[-+](?=\s)|^\s*\d+(?=[.)]\s))", re.MULTILINE)


# No colour but of the mark, which is read on light and dark: a notebook has its own for the rest.
TABLE = "border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5em 0"


CAPTION = "caption-side:top;text-align:left;font-weight:600;padding:.2em 0;color:inherit"


CELL = "padding:.15em .7em;vertical-align:top;white-space:pre-line;text-align:"


MARKED = ";font-weight:700;outline:2px solid #d55e00"


class Drawing(str):
    """SVG text that a notebook shows as the picture it is; in all else it is the text.

    >>> drawing = Drawing("<svg xmlns='http://www.w3.org/2000/svg'/>")
    >>> drawing == "<svg xmlns='http://www.w3.org/2000/svg'/>", drawing._repr_svg_() == drawing
    (True, True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def table_html(
    headings: Sequence[Any],
    rows: Sequence[Sequence[Any]],
    caption: str = "",
    marked: Iterable[Sequence[int]] = (),
) -> str:
    """A table as HTML that needs no style sheet: all text is escaped, numbers stand on the right.

    `marked` are the cells (row, column) to be pointed out. None is shown as a dash, a truth value as yes or no. A head
    of empty headings is left out. Of a long table the first 200 rows are shown, and the caption says so.

    >>> print(table_html(["who", "wins"], [["A & B", 12]]).partition("<tbody>")[2])  # doctest: +ELLIPSIS
    <tr><td style="...text-align:left">A &amp; B</td><td style="...text-align:right">12</td></tr></tbody></table>
    """
    shown = [[cell_text(cell) for cell in row] for row in rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        caption = f"{caption} (the first {MOST_ROWS:,} of {len(rows):,} rows)".strip()
    table = Element("table", style=TABLE)
    if caption:
        SubElement(table, "caption", style=CAPTION).text = caption
    if any(headings):
        head = SubElement(SubElement(table, "thead"), "tr")
        first = [*(shown[0] if shown else ()), *[""] * len(headings)]
        for heading, below in zip(headings, first, strict=False):
            SubElement(head, "th", scope="col", style=CELL + _side(below)).text = cell_text(heading)
    body = SubElement(table, "tbody")
    cells = {tuple(cell) for cell in marked}
    for number, row in enumerate(shown):
        line = SubElement(body, "tr")
        for column, text in enumerate(row):
            look = CELL + _side(text) + MARKED * ((number, column) in cells)
            SubElement(line, "td", style=look).text = text
    return tostring(table, encoding="unicode", method="html")


def picture_html(svg: str, caption: str = "") -> str:
    """A drawing inside HTML, as an image of its own: no script in it runs, and no name in it meets another's.

    >>> picture_html("<svg/>", "a & b").partition(' src=')[0]
    '<img alt="a &amp; b" style="max-width:100%"'
    """
    address = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    image = Element("img", alt=caption, style="max-width:100%", src=address)
    return tostring(image, encoding="unicode")


def markdown(text: str) -> str:
    """Plain text as Markdown that reads the same: every sign of Markdown is escaped, but for what is in a formula.

    >>> print(markdown("a_1 * b <i> and $a_1 < b$"))
    a\\_1 \\* b \\<i\\> and $a_1 < b$
    """
    pieces = FORMULA.split(text)
    pieces[::2] = [MARKDOWN.sub(_escaped, piece).replace("\n", "  \n") for piece in pieces[::2]]
    return "".join(pieces)


def _escaped(found: re.Match[str]) -> str:
    """Before the last sign, so that a number at the beginning of a line keeps its digits."""
    text = found[0]
    return f"{text}\\" if text[-1].isdigit() else f"{text[:-1]}\\{text[-1]}"


def _side(text: str) -> str:
    return "right" if NUMBER.fullmatch(text) else "left"
