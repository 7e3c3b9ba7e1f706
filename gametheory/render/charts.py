"""Plots as standalone SVG in the style of the report: panels of lines and bars, and heat maps.

Lines differ in dashes or marks as well as in color, and maps in brightness as well as in hue. All plots adapt to dark
pages and have a title and a description for screen readers. The SVG document around a drawing comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from itertools import groupby, pairwise
from math import floor, log10
from typing import NamedTuple, TypeAlias

from gametheory.numbers.format import visible

Point: TypeAlias = tuple[float, float]
Rules: TypeAlias = Mapping[str, str]

# Lengths are in SVG units. Widths of text assume a wide sans-serif font.
LINE, LETTER = 18, 7.2
LEGEND_TOP, SAMPLE = 46, 36
MARGIN = 64
WIDTH, HEIGHT = 640, 460
SMALL_HEIGHT, BETWEEN, BELOW = 190, 92, 52
SHAPES = {
    "circle": "m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",
    "triangle": "m-2.8 2.2h5.6l-2.8-5z",
    "square": "m-2-2h4v4h-4z",
    "cross": "m-3-3l6 6m0-6l-6 6",
}
# The palette of Okabe and Ito (2008) for color-blind readers.
BLUE, VERMILION, GREEN = "#0072B2", "#D55E00", "#009E73"
PURPLE, ORANGE, GREY = "#CC79A7", "#E69F00", "#7F7F7F"
# cividis of Nunez, Anderton and Renslow (2018): brightness increases evenly, for any color vision.
CIVIDIS = "00204d 00336f 39486b 575c6d 707173 8a8779 a69d75 c4b56c e4cf5b ffea46".split()
LEVELS = 20
QUARTERS = {share / 4: f"{25 * share} %" for share in range(5)}


# Axes


class Axis(NamedTuple):
    """An axis: its title, its range, and the labels of its ticks."""

    title: str
    low: float
    high: float
    ticks: Mapping[float, str]

    def share(self, value: float) -> float:
        """Return where a value is along the axis, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


def axis(
    title: str,
    low: float,
    high: float,
    max_ticks: int = 8,
    format_tick: Callable[[float], str] = "{:,g}".format,
) -> Axis:
    """Return an axis with ticks at round numbers, with a spacing of 1, 2 or 5 times a power of ten."""
    if not low < high:
        raise ValueError(f"an axis from {low} to {high} has no length")
    smallest = (high - low) / max_ticks
    power = 10.0 ** floor(log10(smallest))
    step = 10 * power
    for times in (5, 2, 1):
        if times * power >= smallest * (1 - 1e-9):
            step = times * power
    # the tolerance keeps a tick at an end of the axis that rounding puts just outside
    first = -floor(-low / step + 1e-9)
    last = floor(high / step + 1e-9)
    ticks = {}
    for number in range(first, last + 1):
        place = _whole(round(number * step, 12))
        ticks[place] = format_tick(place)
    return Axis(title, low, high, ticks)


def percent(low: float = 0, high: float = 1, title: str = "probability", max_ticks: int = 5) -> Axis:
    """Return an axis of probabilities, in percent."""
    return axis(title, low, high, max_ticks, lambda place: f"{100 * place:g} %")


def _whole(number: float) -> float:
    if number == int(number):
        return int(number)
    return number


# Series, and the frames in which they are drawn


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

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    def at(self, x: float, y: float) -> Point:
        """Return the position of a point of the plot in the drawing."""
        from_left = self.width * self.across.share(x)
        from_top = self.height * (1 - self.up.share(y))
        return self.left + from_left, self.top + from_top

    def axes(self, grid: bool = False) -> list[str]:
        """Return the two axes with ticks and titles, and horizontal grid lines if `grid` is true."""
        parts = []
        for value in self.up.ticks if grid else ():
            _, y = self.at(self.across.low, value)
            parts.append(element("path", class_="grid", d=path("M", self.left, y, "h", self.width)))
        corner = path("M", self.left, self.top, "V", self.bottom, "H", self.right)
        parts.append(element("path", class_="axis", d=corner))
        for value, text in self.across.ticks.items():
            x, _ = self.at(value, 0)
            parts.append(label(x, self.bottom + 18, text, "middle"))
        for value, text in self.up.ticks.items():
            _, y = self.at(0, value)
            parts.append(label(self.left - 8, y + 4, text, "end"))
        middle = self.left + self.width / 2
        parts.append(label(middle, self.bottom + 40, self.across.title, "middle"))
        parts.append(upright(self.left - 48, self.top + self.height / 2, self.up.title))
        return parts

    def render(self, series: Series) -> str:
        """Return a series as SVG."""
        if series.kind == "bars":
            return self._bars(series)
        return render_series([self.at(*point) for point in series.points], series)

    def _bars(self, series: Series) -> str:
        places = [x for x, _ in series.points]
        gap = min((after - before for before, after in pairwise(places)), default=1)
        bars = ""
        for x, y in series.points:
            left, top = self.at(x - 0.4 * gap, y)
            right, _ = self.at(x + 0.4 * gap, y)
            bottom = fmt(self.bottom)
            # hundreds of bars are narrow: their edges need two decimals
            bars += f"M{left:.2f} {bottom}V{top:.2f}H{right:.2f}V{bottom}z"
        return element("path", d=bars, fill=series.color)


def render_series(places: Sequence[Point], series: Series) -> str:
    """Return a line through positions of the drawing, or marks at them, or both, in the style of a series."""
    if not places:
        return ""
    marks = _marks(series, places) if series.shape else ""
    if series.kind == "marks":
        return marks
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    dashes = series.dashes or "none"
    curve = element("path", class_="curve", d=line, stroke=series.color, stroke_dasharray=dashes)
    # a black border below the curve separates it from the colors of a map
    if series.kind == "overlay":
        border = element("path", class_="border", d=line)
    else:
        border = ""
    return border + curve + marks


def _marks(series: Series, places: Sequence[Point]) -> str:
    """Return the shape of a series at each position."""
    fill, width = series.color, "2"
    if series.shape == "cross":  # two strokes enclose nothing that could be filled
        fill, width = "none", "1.6"
    elif series.kind == "marks":
        width = ".6"
    marks = ""
    for x, y in places:
        marks += f"M{x:.1f} {y:.1f}{SHAPES[series.shape]}"
    return element("path", d=marks, fill=fill, stroke=series.color, stroke_width=width)


def legend(entries: Sequence[Series], width: float, left: float = MARGIN) -> tuple[list[str], float]:
    """Return the legend, in columns below the title, and the vertical position below it."""
    longest = max((len(entry.name) for entry in entries), default=0)
    fitting = int(width / (LETTER * longest + SAMPLE + 24))
    columns = max(1, min(len(entries), fitting))
    column_width = (width - 20) / columns
    parts = []
    for index, entry in enumerate(entries):
        row, column = divmod(index, columns)
        x = left + column_width * column + 8
        parts.append(_legend_entry(entry, x, LEGEND_TOP + LINE * row))
    rows = -(-len(entries) // columns)
    return parts, LEGEND_TOP + LINE * rows + 2


def _legend_entry(entry: Series, x: float, y: float) -> str:
    if entry.kind == "marks":
        return render_series([(x, y - 4)], entry) + label(x + 10, y, entry.name)
    if entry.kind == "bars":
        block = element("rect", x=x, y=y - 10, width=12, height=11, fill=entry.color)
        return block + label(x + 20, y, entry.name)
    sample = [(x - 4, y - 4), (x + 26, y - 4)]
    return render_series(sample, entry) + label(x + SAMPLE, y, entry.name)


# Plots


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
    entries = {}
    for panel in panels:
        for series in panel.series:
            if series.name != panel.title:
                entries[series.name] = series
    parts, top = legend(list(entries.values()), WIDTH)
    frames = list(_frames(panels, top))
    for panel, frame in zip(panels, frames, strict=True):
        if panel.title:
            parts.append(label(frame.left, frame.top - 10, panel.title, "name"))
        parts += frame.axes(grid=len(panels) > 1)
        parts += map(frame.render, panel.series)
    size = (MARGIN + WIDTH + 24, frames[-1].bottom + BELOW)
    return svg_document(title, size, parts, description)


def _frames(panels: Sequence[Panel], top: float) -> Iterator[Frame]:
    if len(panels) == 1:
        panel = panels[0]
        heading = LINE if panel.title else 0
        yield Frame(MARGIN, top + heading, WIDTH, HEIGHT, panel.across, panel.up)
        return
    width = (WIDTH - MARGIN - 16) / 2
    for index, panel in enumerate(panels):
        row, column = divmod(index, 2)
        left = MARGIN + (width + MARGIN + 16) * column
        upper = top + 22 + (SMALL_HEIGHT + BETWEEN) * row
        yield Frame(left, upper, width, SMALL_HEIGHT, panel.across, panel.up)


# Heat maps


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
    if isinstance(scale, str):
        shades = Axis(scale, 0, 1, QUARTERS)
    else:
        shades = scale
    columns = _checked_columns(values, shades)
    parts, top = legend(curves, WIDTH)
    horizontal = _axis_of_cells(across, origin[0], step[0], columns)
    vertical = _axis_of_cells(up, origin[1], step[1], len(values))
    frame = Frame(MARGIN, top + 4, WIDTH - 100, HEIGHT, horizontal, vertical)
    parts.append(_cells(frame, values, shades))
    parts += frame.axes()
    for curve in curves:
        parts.append(frame.render(replace(curve, points=_inside(frame, curve.points))))
    parts += _scale(frame, shades)
    return svg_document(title, (MARGIN + WIDTH + 24, frame.top + HEIGHT + BELOW), parts, description)


def _axis_of_cells(title: str, first: int, step: int, cells: int) -> Axis:
    low = first - step / 2  # a number is the middle of its cell
    return axis(title, low, low + step * cells)


def contour(name: str, points: Sequence[Point], dashes: str = "") -> Series:
    """Return a curve for a heat map: white with a black border."""
    return Series(name, points, "#fff", dashes, kind="overlay")


def _inside(frame: Frame, points: Iterable[Point]) -> list[Point]:
    across, up = frame.across, frame.up
    inside = []
    for x, y in points:
        if across.low <= x <= across.high and up.low <= y <= up.high:
            inside.append((x, y))
    return inside


def _checked_columns(values: Sequence[Sequence[float | None]], shades: Axis) -> int:
    """Return how many columns a map has; raise ValueError if it cannot be drawn."""
    lengths = {len(row) for row in values}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError("a map needs rows of one length, and at least one of them")
    for row in values:
        for value in row:
            if value is not None and not shades.low <= value <= shades.high:
                allowed = f"from {shades.low:g} to {shades.high:g}"
                raise ValueError(f"the values of a map with this scale are {allowed}")
    return lengths.pop()


def _cells(frame: Frame, values: Sequence[Sequence[float | None]], shades: Axis) -> str:
    """Return one path for each color, made of horizontal runs of cells."""

    def level_of(value: float | None) -> int | None:
        if value is None:
            return None
        return min(int(shades.share(value) * LEVELS + 1e-9), LEVELS - 1)

    runs: dict[int, list[str]] = {level: [] for level in range(LEVELS)}
    for row, line in enumerate(values):
        column = 0
        for level, group in groupby(line, level_of):
            length = len(list(group))
            if level is not None:
                runs[level].append(f"M{column} {row}h{length}v1h-{length}z")
            column += length
    paths = ""
    for level, cells in runs.items():
        if cells:
            paths += element("path", d="".join(cells), fill=_color(level))
    move = f"translate({fmt(frame.left)} {fmt(frame.bottom)})"
    # the first row of values is the lowest one
    width = frame.width / len(values[0])
    height = -frame.height / len(values)
    stretch = f"scale({width:.4f} {height:.4f})"
    return element("g", paths, transform=f"{move} {stretch}", shape_rendering="crispEdges")


def _color(level: int) -> str:
    """Return the color in the middle of a level, interpolated between two samples of the color map."""
    place = (level + 0.5) / LEVELS * (len(CIVIDIS) - 1)
    low = int(place)
    darker, brighter = map(bytes.fromhex, CIVIDIS[low : low + 2])
    color = "#"
    for start, end in zip(darker, brighter, strict=True):
        channel = start + (end - start) * (place - low)
        color += f"{round(channel):02x}"
    return color


def _scale(frame: Frame, shades: Axis) -> list[str]:
    """Return the color scale, to the right of a map."""
    left = frame.right + 36
    height = frame.height / LEVELS
    parts = []
    for level in range(LEVELS):
        y = frame.bottom - height * (level + 1)
        parts.append(element("rect", x=left, y=y, width=16, height=height, fill=_color(level)))
    for value, text in shades.ticks.items():
        y = frame.top + frame.height * (1 - shades.share(value))
        parts.append(label(left + 22, y + 4, text))
    middle = frame.top + frame.height / 2
    parts.append(upright(left - 10, middle, shades.title))
    return parts


# What all drawings share: lines of text, lengths, and the SVG document around them


class Drawing(str):
    """SVG text. The class of its own lets a notebook show it as a picture; everywhere else it is text.

    Characters without a glyph, which XML does not allow or which reorder text, are shown as escapes.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Drawing:
        return super().__new__(cls, visible(text))

    def _repr_svg_(self) -> str:
        return str(self)


def element(tag: str, content: str | None = None, /, **attributes: str | float) -> str:
    """Return an element as SVG, with lengths of at most one decimal. `class_` is `class`, and `fill_opacity` has a `-`.

    >>> element("rect", class_="box", x=2.0, y=1 / 3)
    '<rect class="box" x="2" y="0.3"/>'
    """
    words = [tag]
    for name, value in attributes.items():
        if isinstance(value, str):
            text = escape(value)
        else:
            text = fmt(value)
        words.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    head = " ".join(words)
    if content is None:
        return f"<{head}/>"
    return f"<{head}>{content}</{tag}>"


def path(*steps: str | float) -> str:
    """Return the text of a path from its commands and lengths.

    >>> path("M", 2.0, 1 / 3, "h", 4)
    'M2 0.3h4'
    """
    text = ""
    for step in steps:
        if isinstance(step, str):
            text += step
            continue
        if text[-1:].isdigit():  # two numbers side by side would be one
            text += " "
        text += fmt(step)
    return text


def label(x: float, y: float, text: str, classes: str = "") -> str:
    """Return a line of text as SVG."""
    return element("text", escape(text), class_=classes, x=x, y=y)


def upright(x: float, y: float, text: str) -> str:
    """Return a line of text that reads from bottom to top, around a point."""
    turn = f"translate({fmt(x)} {fmt(y)}) rotate(-90)"
    return element("g", label(0, 0, text, "middle"), transform=turn)


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
    body = "\n".join(parts)
    width, height = map(fmt, size)
    # several drawings of one page need different ids, and the same drawing the same id in each run
    content = (title + description + body).encode()
    name = f"plot-{sha256(content).hexdigest()[:10]}"
    rules = _rules(name, LIGHT | dict(light or {}))
    dark_rules = _rules(name, DARK | dict(dark or {}))
    rules += f"@media screen and (prefers-color-scheme:dark){{{dark_rules}}}"
    return Drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {width} {height}" role="img" '
        f'style="max-width:100%;height:auto" width="{width}" height="{height}" '
        f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc><style>{rules}</style>'
        f'<rect class="paper" width="{width}" height="{height}"/>{label(left, 24, title, "title")}\n{body}\n</svg>\n'
    )


def _rules(name: str, rules: Rules) -> str:
    text = ""
    for selector, rule in rules.items():
        text += f"#{name} {selector}{{{rule}}}"
    return text
