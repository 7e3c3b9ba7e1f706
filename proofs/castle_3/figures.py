"""Two figures for CD3: who can win in the plane of s/n and dpw/n, and two battles day by day."""

from __future__ import annotations

from collections.abc import Mapping
from math import log1p

from gametheory.claims.evidence import Figure
from gametheory.games.castle import CastlePlay
from gametheory.games.castle.dynamic_programming import fewest_waves
from gametheory.render.charts import (
    MARGIN,
    Axis,
    Frame,
    Panel,
    Point,
    Series,
    axis,
    fmt,
    label,
    legend,
    plot,
    svg_document,
)

GOLDEN = (1 + 5**0.5) / 2  # only for the position of a drawn line
WIDTH, HEIGHT = 640, 460
# The colors of Okabe and Ito (2008) can be distinguished with any color vision; the shapes need no color.
WINNERS = {
    "both sides can win": ("#0072B2", "circle"),
    "only the soldiers can win": ("#009E73", "triangle"),
    "only the castle can win": ("#D55E00", "square"),
    "neither side can win: a tie": ("#CC79A7", "cross"),
}
CASE = "font-size:20px;font-weight:700;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:5px"


def winner(soldiers: int | None, castle: int | None) -> str:
    """Return the entry of the legend for the fewest waves of both sides."""
    both, only_soldiers, only_castle, neither = WINNERS
    if soldiers is None:
        return neither if castle is None else only_castle
    return only_soldiers if castle is None else both


def winner_map(size: int, strengths: int = 4, defenders: int = 3) -> Figure:
    """Draw who can win for every s and dpw up to given multiples of n, by the exact solver, with the cases of CD3."""
    places: dict[str, list[Point]] = {name: [] for name in WINNERS}
    for dpw in range(1, defenders * size + 1):
        for s, pair in enumerate(fewest_waves(dpw, size, strengths * size)[size][1:], 1):
            places[winner(*pair)].append((s / size, dpw / size))
    marks = [
        Series(name, points, WINNERS[name][0], shape=WINNERS[name][1], kind="marks")
        for name, points in places.items()
        if points
    ]
    names, top = legend(marks, WIDTH)
    frame = Frame(
        MARGIN, top, WIDTH, HEIGHT, axis("s/n", 0, strengths, strengths), axis("dpw/n", 0, defenders, defenders)
    )
    parts = [*names, *map(frame.render, marks), *_cases(frame), *frame.axes()]
    caption = (
        f"Who can win, by the exact solver, at every s and dpw for n = {size}. Solid lines separate the cases; the "
        "slanted one is dpw + s = (φ + 1) n."
    )
    svg = svg_document(
        f"Who can win with n = {size} soldiers",
        (MARGIN + WIDTH + 24, top + HEIGHT + 52),
        parts,
        caption,
        light={".case": CASE},
        dark={".case": "stroke:#16181c"},
    )
    return Figure(svg, caption)


def battle_plot(plays: Mapping[str, CastlePlay]) -> Figure:
    """Draw soldiers (solid) and defenders (dashed) at the end of each day; each play has a color and a shape."""
    days = max(len(play.waves) for play in plays.values())
    top = max(max(wave.position[:2]) for play in plays.values() for wave in play.waves)
    ticks = {0.0: "0"} | {log1p(10**i): str(10**i) for i in range(4)}
    series = [
        Series(
            f"{name}, {side}",
            [(wave.number, log1p(wave.position[index])) for wave in play.waves],
            colour,
            dash,
            shape,
        )
        for (name, play), (colour, shape) in zip(
            plays.items(), (("#0072B2", "circle"), ("#D55E00", "square")), strict=True
        )
        for side, index, dash in (("soldiers", 0, ""), ("defenders", 1, "6 4"))
    ]
    up = Axis("number at its end, logarithmic", 0, log1p(top), ticks)
    caption = (
        "One soldier makes the difference: if it falls on day 2, the castle loses against 3820 soldiers and wins "
        "against 3819. The defenders of day 1 are those sent out for day 2."
    )
    panel = Panel("", axis("day", 0, days), up, series)
    return Figure(plot("Two battles that differ by one soldier", [panel], caption), caption)


def _cases(frame: Frame) -> list[str]:
    """Return the lines that separate the cases, and their names."""

    def segment(start: Point, end: Point) -> str:
        (x1, y1), (x2, y2) = frame.at(*start), frame.at(*end)
        return f'<line class="edge" x1="{fmt(x1)}" y1="{fmt(y1)}" x2="{fmt(x2)}" y2="{fmt(y2)}"/>'

    names = {"1": (0.5, 2.2), "2a": (2.9, 0.5), "2b": (1.22, 1.12), "2c": (1.5, 2.4), "2d": (3, 2)}
    strengths, defenders = frame.across.high, frame.up.high
    return [
        segment((1, 0), (1, defenders)),
        segment((1, 1), (strengths, 1)),
        segment((2, 1), (2, defenders)),
        segment((1, GOLDEN), (GOLDEN, 1)),
        *(label(*frame.at(*place), name, "case") for name, place in names.items()),
    ]
