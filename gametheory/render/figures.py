"""Drawings of the games: plays of the castle game, odds of battles, and openings of the Wargame."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import networkx as nx

from gametheory.games.wargame.rules import SentDistribution
from gametheory.numbers.format import format_number
from gametheory.numbers.rationals import to_float
from gametheory.render import charts
from gametheory.render.graphs import draw_graph

if TYPE_CHECKING:
    from gametheory.games.battle import Battle, OddsByTurn
    from gametheory.games.battle.decisions import OddsTable

# The colors of Okabe and Ito (2008) can be distinguished with any color vision; the dashes need no color.
PLAYS = {
    "soldiers": (charts.BLUE, "", "plays won by the soldiers"),
    "castle": (charts.VERMILION, "7 5", "plays won by the castle"),
    "tie": (charts.GREEN, "0.1 5", "the tie"),
}
TURNS = {
    "win": ("attacker has won", charts.BLUE, "", "circle"),
    "lose": ("attacker has lost", charts.VERMILION, "7 4", "square"),
    "undecided": ("undecided", charts.GREY, "2 4", ""),
    "stopped": ("attacker has stopped", charts.PURPLE, "1 3", "triangle"),
}
NEGLIGIBLE = 1e-12  # probability of a move that is not drawn
DRAWN_ABOVE = 1e-4  # probability of armies left
MAX_CELLS = 160
MANY_POINTS = 40  # of a line, on which no marks are drawn


def draw_plays(graph: nx.MultiDiGraph[Any], title: str) -> charts.Drawing:
    """Draw a graph of plays as an SVG, wave by wave, with one style for each winner."""
    return draw_graph(graph, PLAYS, title)


def draw_opening(opening: SentDistribution, caption: str = "") -> charts.Drawing:
    """Draw a mixed strategy of round 1 as an SVG: a bar for the probability of each number of soldiers sent."""
    chances = {sent: to_float(chance) for sent, chance in opening.items()}
    likely = [sent for sent, chance in chances.items() if chance > NEGLIGIBLE]
    most = max(8, *likely)
    # a bar for each number, so that all bars have one width
    points = [(sent, chances[sent] if sent in likely else 0.0) for sent in range(most + 1)]
    bars = charts.Series("probability", points, charts.BLUE, kind="bars")
    panel = charts.Panel("", charts.axis("soldiers sent in round 1", -0.6, most + 0.6), charts.percent(), [bars])
    return charts.plot("The optimal opening", [panel], caption)


def distribution_plot(battle: Battle, distribution: OddsByTurn) -> charts.Drawing:
    """Return a plot of the odds by turn, if there are turns, and of the armies left on both sides."""
    turns, panels = distribution.turns, []
    if turns:
        across = charts.axis("turns", 0, len(turns), 6)
        panels.append(charts.Panel("probabilities by turn", across, charts.percent(), turn_series(distribution)))
    survivors = distribution.survivors
    for side, left, color in zip(survivors._fields, survivors, (charts.GREEN, charts.ORANGE), strict=True):
        panels.append(survivors_panel(f"{side} left", left, color))
    eventual = getattr(distribution, "eventual", None)
    if eventual:
        wins = f"{format_number(eventual.win)} in the end"
    else:
        wins = f"{format_number(turns[-1].win)} by turn {len(turns)}"
    caption = f"The attacker wins with probability {wins}. Armies left are those {distribution.when}."
    title = f"{battle}, p = {battle.attacker_hits}, q = {battle.defender_hits}"
    return charts.plot(title, panels, caption)


def turn_series(distribution: OddsByTurn) -> list[charts.Series]:
    """Return the lines for win, lose, undecided and, if it occurs, stopped, from turn 0 on."""
    series = []
    for name, (legend, color, dashes, shape) in TURNS.items():
        points = [(0, float(name == "undecided"))]
        points += [(turn.turn, float(getattr(turn, name))) for turn in distribution.turns]
        if name == "stopped" and not any(value for _, value in points):
            continue  # the rules do not allow it
        if len(points) >= MANY_POINTS:
            shape = ""
        series.append(charts.Series(legend, points, color, dashes, shape))
    return series


def survivors_panel(name: str, left: Mapping[int, Fraction | float], color: str) -> charts.Panel:
    """Return a bar chart of a distribution of armies left, without probabilities up to 0.01 %."""
    likely = {count: float(value) for count, value in sorted(left.items()) if value > DRAWN_ABOVE}
    fewest = min(likely)
    most = max(likely)
    across = charts.axis("armies left", fewest - 0.6, max(most, fewest + 8) + 0.6, 6)
    bars = charts.Series(name, list(likely.items()), color, kind="bars")
    return charts.Panel(name, across, charts.percent(0, 1.05 * max(likely.values())), [bars])


def table_plot(table: OddsTable) -> charts.Drawing:
    """Return a map of the win probability by attackers and defenders, with the break-even curve."""
    from gametheory.games.battle.decisions import break_even_points

    battle = table.largest
    first = battle.reserve + 1
    # of a large table every second, third, ... number, rounded up
    attackers_step = -(-(battle.attackers - battle.reserve) // MAX_CELLS)
    defenders_step = -(-battle.defenders // MAX_CELLS)
    wins = table.win[first::attackers_step, 1::defenders_step]
    if table.turns is None:
        when = "in the end"
    else:
        when = f"by turn {table.turns}"
    return charts.heat_map(
        f"Who wins {when}, p = {battle.attacker_hits}, q = {battle.defender_hits}",
        wins.clip(0, 1).T.tolist(),
        "attackers",
        "defenders",
        [charts.contour("even odds", break_even_points(table))],
        f"win probability {when}",
        "The probability that the attacker wins, by the numbers of attackers and defenders.",
        (first, 1),
        (attackers_step, defenders_step),
    )
