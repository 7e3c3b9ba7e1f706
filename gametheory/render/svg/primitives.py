"""What all drawings share: lines of text, lengths, and the SVG document around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import TypeAlias

from gametheory.numbers.format import visible


class Drawing(str):
    """SVG text. The class of its own lets a notebook show it as a picture; everywhere else it is text.

    Characters without a glyph, which XML does not allow or which reorder text, are shown as escapes.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Drawing:
        return super().__new__(cls, visible(text))

    def _repr_svg_(self) -> str:
        return str(self)


Point: TypeAlias = tuple[float, float]
Rules: TypeAlias = Mapping[str, str]

MARGIN = 64


def label(x: float, y: float, text: str, classes: str = "") -> str:
    """Return a line of text as SVG."""
    return f'<text class="{classes}" x="{fmt(x)}" y="{fmt(y)}">{escape(text)}</text>'


def fmt(number: float) -> str:
    """Return a length with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


LIGHT = {
    "": "font:13px system-ui,'Segoe UI',Arial,sans-serif",
    "text": "fill:#1b1b1b",
    ".paper": "fill:#fff",
    ".edge": "stroke:#1b1b1b;stroke-width:2.2",
    ".axis": "fill:none;stroke:#1b1b1b",
    ".grid": "fill:none;stroke:#dedede",
    ".curve": "fill:none;stroke-width:2",
    ".border": "fill:none;stroke:#000;stroke-width:4;stroke-linecap:round",
    ".middle": "text-anchor:middle",
    ".end": "text-anchor:end",
    ".title": "font-size:15px;font-weight:600",
    ".name": "font-weight:600",
}
DARK = {
    "text": "fill:#ececec",
    ".paper": "fill:#16181c",
    ".edge": "stroke:#ececec",
    ".axis": "stroke:#ececec",
    ".grid": "stroke:#33373e",
}


def svg_document(
    title: str,
    size: Point,
    parts: Sequence[str],
    description: str = "",
    light: Rules | None = None,
    dark: Rules | None = None,
    left: float = MARGIN,
) -> Drawing:
    """Return a complete SVG that adapts to dark pages; its id is a hash of its content."""
    body, (width, height) = "\n".join(parts), map(fmt, size)
    name = f"plot-{sha256((title + description + body).encode()).hexdigest()[:10]}"
    rules = _rules(name, {**LIGHT, **(light or {})})
    rules += f"@media screen and (prefers-color-scheme:dark){{{_rules(name, {**DARK, **(dark or {})})}}}"
    return Drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {width} {height}" role="img" '
        f'style="max-width:100%;height:auto" width="{width}" height="{height}" '
        f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc><style>{rules}</style>'
        f'<rect class="paper" width="{width}" height="{height}"/>{label(left, 24, title, "title")}\n{body}\n</svg>\n'
    )


def _rules(name: str, rules: Rules) -> str:
    return "".join(f"#{name} {selector}{{{rule}}}" for selector, rule in rules.items())
