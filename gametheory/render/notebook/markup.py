"""Pieces of HTML and Markdown for notebooks: tables, images, and text with formulas."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from gametheory.numbers.format import cell_text

FORMULA = re.compile(r"(\$[^$]+\$)")
MARKDOWN_SIGN = re.compile(r"([\\`*_~\[\]<>&|#]|^\s*[-+](?=\s)|^\s*\d+(?=[.)]\s))", re.MULTILINE)
NUMBER = re.compile(r"(≈ )?[-−+]?[\d,.]+(/\d+|e[-+]?\d+)?( ?%)?|–|inf|nan")
MAX_ROWS = 200

# The notebook chooses all colors but that of marked cells, which is legible on light and dark pages.
TABLE = "border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5em 0"
CAPTION = "caption-side:top;text-align:left;font-weight:600;padding:.2em 0;color:inherit"
CELL = "padding:.15em .7em;vertical-align:top;white-space:pre-line;text-align:"
MARKED = ";font-weight:700;outline:2px solid #d55e00"


def table_html(
    headings: Sequence[Any],
    rows: Sequence[Sequence[Any]],
    caption: str = "",
    marked: Iterable[Sequence[int]] = (),
) -> str:
    """Return a table as HTML that needs no style sheet; all text is escaped and numbers are right-aligned.

    None becomes a dash, and a truth value becomes yes or no. A header of empty headings is omitted. Only the first 200
    rows of a longer table are included, and the caption says so.

    Parameters
    ----------
    headings
        One heading per column.
    rows
        The cells by row.
    caption
        The text above the table.
    marked
        The cells (row, column) to highlight.

    Examples
    --------
    >>> print(table_html(["who", "wins"], [["A & B", 12]]).partition("<tbody>")[2])  # doctest: +ELLIPSIS
    <tr><td style="...text-align:left">A &amp; B</td><td style="...text-align:right">12</td></tr></tbody></table>
    """
    texts = [[cell_text(cell) for cell in row] for row in rows[:MAX_ROWS]]
    if len(rows) > MAX_ROWS:
        caption = f"{caption} (the first {MAX_ROWS:,} of {len(rows):,} rows)".strip()
    table = Element("table", style=TABLE)
    if caption:
        SubElement(table, "caption", style=CAPTION).text = caption
    if any(headings):
        _add_header(table, headings, texts[0] if texts else [])
    body = SubElement(table, "tbody")
    cells = {tuple(cell) for cell in marked}
    for number, row in enumerate(texts):
        line = SubElement(body, "tr")
        for column, text in enumerate(row):
            style = CELL + _side(text) + MARKED * ((number, column) in cells)
            SubElement(line, "td", style=style).text = text
    return tostring(table, encoding="unicode", method="html")


def _add_header(table: Element, headings: Sequence[Any], first_row: Sequence[str]) -> None:
    """Add the headings, each aligned like the first cell of its column."""
    header = SubElement(SubElement(table, "thead"), "tr")
    below = [*first_row, *[""] * len(headings)]
    for heading, text in zip(headings, below, strict=False):
        SubElement(header, "th", scope="col", style=CELL + _side(text)).text = cell_text(heading)


def image_html(svg: str, caption: str = "") -> str:
    """Return a drawing as an HTML image, so that its scripts do not run and its ids cannot clash with other drawings.

    >>> image_html("<svg/>", "a & b").partition(' src=')[0]
    '<img alt="a &amp; b" style="max-width:100%"'
    """
    address = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    image = Element("img", alt=caption, style="max-width:100%", src=address)
    return tostring(image, encoding="unicode")


def escape_markdown(text: str) -> str:
    """Return plain text as Markdown that reads the same; formulas between dollar signs stay as they are.

    >>> print(escape_markdown("a_1 * b <i> and $a_1 < b$"))
    a\\_1 \\* b \\<i\\> and $a_1 < b$
    """
    pieces = FORMULA.split(text)
    pieces[::2] = [MARKDOWN_SIGN.sub(_escape, piece).replace("\n", "  \n") for piece in pieces[::2]]
    return "".join(pieces)


def _escape(match: re.Match[str]) -> str:
    text = match[0]
    # A number at the start of a line would begin a list: the backslash goes between its digits and the period.
    return f"{text}\\" if text[-1].isdigit() else f"{text[:-1]}\\{text[-1]}"


def _side(text: str) -> str:
    return "right" if NUMBER.fullmatch(text) else "left"
