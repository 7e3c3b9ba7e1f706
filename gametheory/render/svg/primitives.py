"""Parts of a plot: axes in a frame, marks, lines, legends, and the SVG document around them.

`gametheory.render.svg.charts` combines them; custom plots can use them as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from itertools import pairwise
from math import floor, log10
from typing import NamedTuple, TypeAlias

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

# Lengths are in SVG units. Widths of text assume a wide sans-serif font.
MARGIN, LINE, LETTER = 64, 18, 7.2
LEGEND_TOP, SAMPLE = 46, 36
SHAPES = {
    "circle": "m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",
    "triangle": "m-2.8 2.2h5.6l-2.8-5z",
    "square": "m-2-2h4v4h-4z",
    "cross": "m-3-3l6 6m0-6l-6 6",
}


class Axis(NamedTuple):
    """An axis: its title, its range, and the labels of its ticks."""

    title: str
    low: float
    high: float
    ticks: Mapping[float, str]


def axis(
    title: str, low: float, high: float, max_ticks: int = 8, format_tick: Callable[[float], str] = "{:,g}".format
) -> Axis:
    """Return an axis with ticks at round numbers, with a spacing of 1, 2 or 5 times a power of ten."""
    if not low < high:
        raise ValueError(f"an axis from {low} to {high} has no length")
    raw = (high - low) / max_ticks
    power = 10.0 ** floor(log10(raw))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= raw * (1 - 1e-9))
    first, last = -floor(-low / step + 1e-9), floor(high / step + 1e-9)
    places = [round(number * step, 12) for number in range(first, last + 1)]
    return Axis(title, low, high, {_whole(place): format_tick(_whole(place)) for place in places})


def percent(low: float = 0, high: float = 1, title: str = "probability", max_ticks: int = 5) -> Axis:
    """Return an axis of probabilities, in percent."""
    return axis(title, low, high, max_ticks, lambda place: f"{100 * place:g} %")


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


@dataclass(frozen=True)
class Series:
    """Points with a name for the legend and a style."""

    name: str
    points: Sequence[Point]
    color: str
    dashes: str = ""
    shape: str = ""
    kind: str = "line"


@dataclass(frozen=True)
class Frame:
    """A rectangle of a drawing with two axes."""

    left: float
    top: float
    width: float
    height: float
    across: Axis
    up: Axis

    def at(self, x: float, y: float) -> Point:
        """Return the position of a point of the plot in the drawing."""
        right = (x - self.across.low) / (self.across.high - self.across.low)
        high = (y - self.up.low) / (self.up.high - self.up.low)
        return self.left + self.width * right, self.top + self.height * (1 - high)

    def axes(self, grid: bool = False) -> list[str]:
        """Return the two axes with ticks and titles, and horizontal grid lines if `grid` is true."""
        bottom, middle = self.top + self.height, self.top + self.height / 2
        lines = [self.at(self.across.low, place)[1] for place in self.up.ticks] if grid else []
        return [
            *(f'<path class="grid" d="M{fmt(self.left)} {fmt(y)}h{fmt(self.width)}"/>' for y in lines),
            f'<path class="axis" d="M{fmt(self.left)} {fmt(self.top)}V{fmt(bottom)}H{fmt(self.left + self.width)}"/>',
            *(label(self.at(x, 0)[0], bottom + 18, text, "middle") for x, text in self.across.ticks.items()),
            *(label(self.left - 8, self.at(0, y)[1] + 4, text, "end") for y, text in self.up.ticks.items()),
            label(self.left + self.width / 2, bottom + 40, self.across.title, "middle"),
            f'<g transform="translate({fmt(self.left - 48)} {fmt(middle)}) rotate(-90)">'
            f"{label(0, 0, self.up.title, 'middle')}</g>",
        ]

    def render(self, series: Series) -> str:
        """Return a series as SVG."""
        if series.kind == "bars":
            return self._bars(series)
        return render_series([self.at(*point) for point in series.points], series)

    def _bars(self, series: Series) -> str:
        gap = min((after[0] - before[0] for before, after in pairwise(series.points)), default=1)
        path = ""
        for x, y in series.points:
            (left, top), (right, bottom) = self.at(x - 0.4 * gap, y), self.at(x + 0.4 * gap, self.up.low)
            path += f"M{left:.2f} {fmt(bottom)}V{top:.2f}H{right:.2f}V{fmt(bottom)}z"
        return f'<path d="{path}" fill="{series.color}"/>'


def render_series(places: Sequence[Point], series: Series) -> str:
    """Return a line through positions of the drawing, or marks at them, or both, in the style of a series."""
    style = _mark_style(series)
    if not places:
        return ""
    marks = f'<path d="{_marks(series.shape, places)}" {style}/>' if series.shape else ""
    if series.kind == "marks":
        return marks
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    dashes = f'stroke-dasharray="{series.dashes or "none"}"'
    border = f'<path class="border" d="M{path}"/>' if series.kind == "overlay" else ""
    return f'{border}<path class="curve" d="M{path}" stroke="{series.color}" {dashes}/>{marks}'


def _mark_style(series: Series) -> str:
    width = "1.6" if series.shape == "cross" else ".6" if series.kind == "marks" else "2"
    fill = "none" if series.shape == "cross" else series.color
    return f'fill="{fill}" stroke="{series.color}" stroke-width="{width}"'


def _marks(shape: str, places: Sequence[Point]) -> str:
    return "".join(f"M{x:.1f} {y:.1f}{SHAPES[shape]}" for x, y in places)


def legend(entries: Sequence[Series], width: float, left: float = MARGIN) -> tuple[list[str], float]:
    """Return the legend, in columns below the title, and the vertical position below it."""
    longest = max((LETTER * len(entry.name) for entry in entries), default=0) + SAMPLE + 24
    columns = max(1, min(len(entries), int(width / longest)))
    parts = []
    for index, entry in enumerate(entries):
        x, y = left + (width - 20) / columns * (index % columns) + 8, LEGEND_TOP + LINE * (index // columns)
        parts.append(_sample(entry, x, y))
    return parts, LEGEND_TOP + LINE * -(-len(entries) // columns) + 2


def _sample(entry: Series, x: float, y: float) -> str:
    if entry.kind == "marks":
        return render_series([(x, y - 4)], entry) + label(x + 10, y, entry.name)
    if entry.kind == "bars":
        block = f'<rect x="{fmt(x)}" y="{fmt(y - 10)}" width="12" height="11" fill="{entry.color}"/>'
        return block + label(x + 20, y, entry.name)
    return render_series([(x - 4, y - 4), (x + 26, y - 4)], entry) + label(x + SAMPLE, y, entry.name)


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
