"""Plots as standalone SVG in the style of the report: panels of lines and bars, and heat maps.

Lines differ in dashes or marks as well as in color, and maps in brightness as well as in hue. All plots adapt to dark
pages and have a title and a description for screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import floor, log10
from typing import NamedTuple

from gametheory.render.svg.primitives import MARGIN, Drawing, Point, fmt, label, svg_document

# Lengths are in SVG units. Widths of text assume a wide sans-serif font.
LINE, LETTER = 18, 7.2
LEGEND_TOP, SAMPLE = 46, 36
SHAPES = {
    "circle": "m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",
    "triangle": "m-2.8 2.2h5.6l-2.8-5z",
    "square": "m-2-2h4v4h-4z",
    "cross": "m-3-3l6 6m0-6l-6 6",
}
# The palette of Okabe and Ito (2008) for color-blind readers.
BLUE, VERMILION, GREEN, PURPLE, ORANGE, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#7F7F7F"
WIDTH, HEIGHT = 640, 460
SMALL_HEIGHT, BETWEEN, BELOW = 190, 92, 52
# cividis of Nunez, Anderton and Renslow (2018): brightness increases evenly, for any color vision.
CIVIDIS = "00204d 00336f 39486b 575c6d 707173 8a8779 a69d75 c4b56c e4cf5b ffea46".split()
LEVELS = 20
QUARTERS = {share / 4: f"{25 * share} %" for share in range(5)}


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


class Panel(NamedTuple):
    """A frame of a plot: its heading (or ""), its axes and its series."""

    title: str
    across: Axis
    up: Axis
    series: Sequence[Series]


def plot(title: str, panels: Sequence[Panel], description: str = "") -> Drawing:
    """Return an SVG of one panel, or of several panels in two columns, with one legend.

    Series with the same name share an entry of the legend and should have the same style. A series with the name of its
    panel has no entry.
    """
    if not panels:
        raise ValueError("a plot without a panel cannot be drawn")
    entries = {series.name: series for panel in panels for series in panel.series if series.name != panel.title}
    names, top = legend(list(entries.values()), WIDTH)
    frames = list(_frames(panels, top))
    parts = list(names)
    for panel, frame in zip(panels, frames, strict=True):
        heading = [label(frame.left, frame.top - 10, panel.title, "name")] if panel.title else []
        parts += [*heading, *frame.axes(grid=len(panels) > 1), *map(frame.render, panel.series)]
    return svg_document(title, (MARGIN + WIDTH + 24, frames[-1].top + frames[-1].height + BELOW), parts, description)


def _frames(panels: Sequence[Panel], top: float) -> Iterable[Frame]:
    if len(panels) == 1:
        yield Frame(MARGIN, top + (LINE if panels[0].title else 0), WIDTH, HEIGHT, panels[0].across, panels[0].up)
        return
    width = (WIDTH - MARGIN - 16) / 2
    for index, panel in enumerate(panels):
        left = MARGIN + (width + MARGIN + 16) * (index % 2)
        row = top + 22 + (SMALL_HEIGHT + BETWEEN) * (index // 2)
        yield Frame(left, row, width, SMALL_HEIGHT, panel.across, panel.up)


def heat_map(
    title: str,
    values: Sequence[Sequence[float | None]],
    across: str,
    up: str,
    curves: Sequence[Series] = (),
    scale: str | Axis = "probability",
    description: str = "",
    origin: tuple[int, int] = (1, 1),
    step: tuple[int, int] = (1, 1),
) -> Drawing:
    """Return a map of probabilities or other numbers over pairs of integers, with curves over it.

    Values are rounded down to a twentieth of the scale, so that borders between colors are contour lines.
    """
    shades = Axis(scale, 0, 1, QUARTERS) if isinstance(scale, str) else scale
    columns = _columns(values, shades)
    names, top = legend(curves, WIDTH)
    x, y = origin[0] - step[0] / 2, origin[1] - step[1] / 2
    horizontal, vertical = axis(across, x, x + step[0] * columns), axis(up, y, y + step[1] * len(values))
    frame = Frame(MARGIN, top + 4, WIDTH - 100, HEIGHT, horizontal, vertical)
    inside = [replace(curve, points=_inside(frame, curve.points)) for curve in curves]
    cells = _cells(frame, [[_share(value, shades) for value in row] for row in values])
    parts = [*names, cells, *frame.axes(), *map(frame.render, inside), *_scale(frame, shades)]
    return svg_document(title, (MARGIN + WIDTH + 24, frame.top + HEIGHT + BELOW), parts, description)


def contour(name: str, points: Sequence[tuple[float, float]], dashes: str = "") -> Series:
    """Return a curve for a heat map: white with a black border."""
    return Series(name, points, "#fff", dashes, kind="overlay")


def _inside(frame: Frame, points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    across, up = frame.across, frame.up
    return [(x, y) for x, y in points if across.low <= x <= across.high and up.low <= y <= up.high]


def _share(value: float | None, shades: Axis) -> float | None:
    """Return the position of a value along the scale, from 0 to 1."""
    return None if value is None else (value - shades.low) / (shades.high - shades.low)


def _columns(values: Sequence[Sequence[float | None]], shades: Axis) -> int:
    lengths = {len(row) for row in values}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError("a map needs rows of one length, and at least one of them")
    if not all(value is None or shades.low <= value <= shades.high for row in values for value in row):
        raise ValueError(f"the values of a map with this scale are from {shades.low:g} to {shades.high:g}")
    return lengths.pop()


def _level(share: float | None) -> int | None:
    return None if share is None else min(int(share * LEVELS + 1e-9), LEVELS - 1)


def _color(level: int) -> str:
    """Return the color in the middle of a level, interpolated between two samples of the color map."""
    place = (level + 0.5) / LEVELS * (len(CIVIDIS) - 1)
    low = int(place)
    pairs = zip(bytes.fromhex(CIVIDIS[low]), bytes.fromhex(CIVIDIS[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - low)):02x}" for a, b in pairs)


def _cells(frame: Frame, values: Sequence[Sequence[float | None]]) -> str:
    """Return one path for each color, made of horizontal runs of cells."""
    runs: dict[int, list[str]] = {level: [] for level in range(LEVELS)}
    for row, line in enumerate(values):
        column = 0
        for level, group in groupby(line, _level):
            length = len(list(group))
            if level is not None:
                runs[level].append(f"M{column} {row}h{length}v1h-{length}z")
            column += length
    across, up = frame.width / len(values[0]), frame.height / len(values)
    paths = (f'<path d="{"".join(run)}" fill="{_color(level)}"/>' for level, run in runs.items() if run)
    place = f"translate({fmt(frame.left)} {fmt(frame.top + frame.height)}) scale({across:.4f} {-up:.4f})"
    return f'<g transform="{place}" shape-rendering="crispEdges">{"".join(paths)}</g>'


def _scale(frame: Frame, shades: Axis) -> list[str]:
    """Return the color scale, to the right of a map."""
    left, height = frame.left + frame.width + 36, frame.height / LEVELS
    blocks = [
        f'<rect x="{fmt(left)}" y="{fmt(frame.top + frame.height - height * (level + 1))}" width="16" '
        f'height="{fmt(height)}" fill="{_color(level)}"/>'
        for level in range(LEVELS)
    ]
    heights = {frame.height * (1 - (place - shades.low) / (shades.high - shades.low)): place for place in shades.ticks}
    names = [label(left + 22, frame.top + height + 4, shades.ticks[place]) for height, place in heights.items()]
    middle = f"translate({fmt(left - 10)} {fmt(frame.top + frame.height / 2)}) rotate(-90)"
    return [*blocks, *names, f'<g transform="{middle}">{label(0, 0, shades.title, "middle")}</g>']
