"""Two pictures for CD3: who can win in the plane of s/n and dpw/n, and two battles day by day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import log1p

from gametheory.evidence import Figure
from gametheory.games.castle import Play
from gametheory.games.castle.table import fewest_waves

GOLDEN = (1 + 5**0.5) / 2  # for the position of a drawn line only
WIDTH, HEIGHT, LEFT, TOP = 640, 460, 64, 84
# The colours of Okabe and Ito (2008) are told apart with any colour vision; the shapes do without colour.
WINNERS = {
    "both sides can win": ("#0072B2", "circle"),
    "only the soldiers can win": ("#009E73", "triangle"),
    "only the castle can win": ("#D55E00", "square"),
    "neither can win: a tie or nothing": ("#CC79A7", "cross"),
}
Point = tuple[float, float]


def winner(soldiers: int | None, castle: int | None) -> str:
    """The entry of the legend for the fewest waves of both sides."""
    both, only_soldiers, only_castle, neither = WINNERS
    if soldiers is None:
        return neither if castle is None else only_castle
    return only_soldiers if castle is None else both


def winner_map(n: int, strengths: int = 4, defenders: int = 3) -> Figure:
    """Who can win, for every s and dpw up to given multiples of n, by the exact solver; and the cases of CD3."""
    places: dict[str, list[Point]] = {name: [] for name in WINNERS}
    for dpw in range(1, defenders * n + 1):
        for s, pair in enumerate(fewest_waves(dpw, n, strengths * n)[n][1:], 1):
            places[winner(*pair)].append(_at(s / n, dpw / n, strengths, defenders))
    marks = [
        f'<path class="{WINNERS[name][1]}" d="{_marks(WINNERS[name][1], points)}"/>'
        for name, points in places.items()
        if points
    ]
    present = {name: style for name, style in WINNERS.items() if places[name]}
    parts = [*marks, *_cases(strengths, defenders), *_axes("s/n", "dpw/n", strengths, defenders)]
    caption = (
        f"Who can win, by the exact solver, at every s and dpw for n = {n}. Solid lines divide the cases; the "
        f"slanted "
        "one is dpw + s = (φ + 1) n."
    )
    return Figure(_svg(f"Who can win with n = {n} soldiers", [*_legend(present), *parts]), caption)


def battle_plot(plays: Mapping[str, Play]) -> Figure:
    """Soldiers (solid) and defenders (dashed) at the end of each day, one colour and shape a play."""
    days = max(len(play.waves) for play in plays.values())
    top = log1p(max(max(wave.position[:2]) for play in plays.values() for wave in play.waves))
    parts = _axes(
        "day", "standing at its end, logarithmic", days, top, {log1p(10**i): 10**i for i in range(4)} | {0: 0}
    )
    entries = {}
    for (name, play), style in zip(plays.items(), (("#0072B2", "circle"), ("#D55E00", "square")), strict=True):
        for side, index, dash in (("soldiers", 0, ""), ("defenders", 1, "6 4")):
            points = [_at(wave.number, log1p(wave.position[index]), days, top) for wave in play.waves]
            parts.append(_curve(points, *style, dash))
            entries[f"{name}, {side}"] = (*style, dash)
    return Figure(
        _svg("Two battles that differ by one soldier", [*_line_legend(entries), *parts]),
        "One soldier more or less: felled on day 2, the castle loses against 3820 soldiers and wins against "
        "3819. The "
        "defenders of day 1 are those sent out for day 2.",
    )


def _at(across: float, up: float, most_across: float, most_up: float) -> Point:
    return LEFT + WIDTH * across / most_across, TOP + HEIGHT * (1 - up / most_up)


def _marks(shape: str, points: Iterable[Point]) -> str:
    shapes = {
        "circle": "m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",
        "triangle": "m-2.8 2.2h5.6l-2.8-5z",
        "square": "m-2-2h4v4h-4z",
        "cross": "m-3-3l6 6m0-6l-6 6",
    }
    return "".join(f"M{x:.1f} {y:.1f}{shapes[shape]}" for x, y in points)


def _cases(strengths: int, defenders: int) -> list[str]:
    """The lines that divide the cases, and their names."""

    def segment(start: Point, end: Point) -> str:
        (x1, y1), (x2, y2) = _at(*start, strengths, defenders), _at(*end, strengths, defenders)
        return f'<line class="edge" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'

    names = {"1": (0.5, 2.2), "2a": (2.9, 0.5), "2b": (1.22, 1.12), "2c": (1.5, 2.4), "2d": (3, 2)}
    labels = [_label(*_at(*place, strengths, defenders), name, "case") for name, place in names.items()]
    return [
        segment((1, 0), (1, defenders)),
        segment((1, 1), (strengths, 1)),
        segment((2, 1), (2, defenders)),
        segment((1, GOLDEN), (GOLDEN, 1)),
        *labels,
    ]


def _axes(
    across: str, up: str, most_across: float, most_up: float, marked: Mapping[float, float] | None = None
) -> list[str]:
    parts = [f'<path class="axis" d="M{LEFT} {TOP}V{TOP + HEIGHT}H{LEFT + WIDTH}"/>']
    for value in _ticks(most_across):
        x, y = _at(value, 0, most_across, most_up)
        parts.append(_label(x, y + 18, f"{value:g}", "middle"))
    for height, value in (marked or {tick: tick for tick in _ticks(most_up)}).items():
        x, y = _at(0, height, most_across, most_up)
        parts.append(_label(x - 8, y + 4, f"{value:g}", "end"))
    parts.append(_label(LEFT + WIDTH / 2, TOP + HEIGHT + 40, across, "middle"))
    parts.append(f'<g transform="translate(16 {TOP + HEIGHT / 2}) rotate(-90)">{_label(0, 0, up, "middle")}</g>')
    return parts


def _ticks(most: float) -> list[int]:
    return list(range(int(most) + 1))


def _curve(points: Sequence[Point], colour: str, shape: str, dash: str) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    line = f'<path class="curve" d="M{path}" stroke="{colour}" stroke-dasharray="{dash or "none"}"/>'
    return f'{line}<path d="{_marks(shape, points)}" fill="{colour}" stroke="{colour}" stroke-width="2"/>'


def _legend(entries: Mapping[str, tuple[str, str]]) -> list[str]:
    parts = []
    for index, (name, (_, shape)) in enumerate(entries.items()):
        x, y = _slot(index)
        parts.append(f'<path class="{shape}" d="{_marks(shape, [(x, y - 4)])}"/>{_label(x + 10, y, name, "")}')
    return parts


def _line_legend(entries: Mapping[str, tuple[str, str, str]]) -> list[str]:
    parts = []
    for index, (name, style) in enumerate(entries.items()):
        x, y = _slot(index)
        parts.append(_curve([(x - 4, y - 4), (x + 26, y - 4)], *style) + _label(x + 36, y, name, ""))
    return parts


def _slot(index: int) -> Point:
    return LEFT + 310 * (index % 2) + 8, 46 + 18 * (index // 2)


def _label(x: float, y: float, text: str, classes: str) -> str:
    return f'<text class="{classes}" x="{x:.1f}" y="{y:.1f}">{text}</text>'


def _svg(title: str, parts: Sequence[str]) -> str:
    body = "\n".join(parts)
    name = f"map-{sha256(body.encode()).hexdigest()[:10]}"
    width, height = LEFT + WIDTH + 24, TOP + HEIGHT + 52
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {width} {height}" role="img" '
        f'style="max-width:100%;height:auto" width="{width}" height="{height}" aria-labelledby="{name}-title">'
        f'<title id="{name}-title">{title}</title><style>{_css(name)}</style>'
        f'<rect class="paper" width="{width}" height="{height}"/>{_label(LEFT, 22, title, "title")}\n{body}\n</svg>\n'
    )


def _css(name: str) -> str:
    """Rules for this figure alone; the dark ones are for screens."""
    shapes = {f".{shape}": f"fill:{colour};stroke:{colour};stroke-width:.6" for colour, shape in WINNERS.values()}
    light = {
        "": "font:13px system-ui,'Segoe UI',Arial,sans-serif",
        "text": "fill:#1b1b1b",
        ".paper": "fill:#fff",
        ".edge": "stroke:#1b1b1b;stroke-width:2.2",
        ".axis": "fill:none;stroke:#1b1b1b",
        ".curve": "fill:none;stroke-width:2",
        ".middle": "text-anchor:middle",
        ".end": "text-anchor:end",
        ".title": "font-size:15px;font-weight:600",
        ".case": "font-size:20px;font-weight:700;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:5px",
        **shapes,
        ".cross": f"fill:none;stroke:{WINNERS['neither can win: a tie or nothing'][0]};stroke-width:1.6",
    }
    dark = {
        "text": "fill:#ececec",
        ".paper": "fill:#16181c",
        ".edge": "stroke:#ececec",
        ".axis": "stroke:#ececec",
        ".case": "stroke:#16181c",
    }
    return f"{_rules(name, light)}@media screen and (prefers-color-scheme:dark){{{_rules(name, dark)}}}"


def _rules(name: str, rules: Mapping[str, str]) -> str:
    return "".join(f"#{name} {selector}{{{rule}}}" for selector, rule in rules.items())
