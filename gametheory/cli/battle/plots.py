"""Plots of `gametheory battle`: odds by turn, survivors, and a map of the odds of all battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gametheory.cli.probabilities import format_probability

if TYPE_CHECKING:
    from gametheory.cli.probabilities import Probability
    from gametheory.games.battle import Battle, OddsByTurn
    from gametheory.games.battle.table import OddsTable

DRAWN_ABOVE = 1e-4
MAX_CELLS = 160


def distribution_plot(battle: Battle, distribution: OddsByTurn, when: str) -> str:
    """Return a plot of the odds by turn, if there are turns, and of the armies left on both sides."""
    from gametheory.games.battle import BattleDistribution
    from gametheory.render.svg.charts import plot

    panels = [*_turns_panel(distribution), *_left_panels(distribution)]
    title = f"{battle}, p = {battle.attacker_hits}, q = {battle.defender_hits}"
    won = distribution.eventual.win if isinstance(distribution, BattleDistribution) else distribution.turns[-1].win
    by = "in the end" if isinstance(distribution, BattleDistribution) else f"by turn {len(distribution.turns)}"
    caption = f"The attacker wins with probability {format_probability(won)} {by}. Armies left are those {when}."
    return plot(title, panels, caption)


def _turns_panel(distribution: OddsByTurn) -> Iterator[Any]:
    from gametheory.render.svg.charts import Panel, axis, percent

    if distribution.turns:
        yield Panel(
            "probabilities by turn", axis("turns", 0, len(distribution.turns), 6), percent(), turn_series(distribution)
        )


def turn_series(distribution: OddsByTurn) -> list[Any]:
    """Return the lines for win, lose, undecided and, if it occurs, stopped, from turn 0 on."""
    from gametheory.render.svg.charts import BLUE, GREY, PURPLE, VERMILION, Series

    styles = {
        "win": ("attacker has won", BLUE, "", "circle"),
        "lose": ("attacker has lost", VERMILION, "7 4", "square"),
        "undecided": ("undecided", GREY, "2 4", ""),
        "stopped": ("attacker has stopped", PURPLE, "1 3", "triangle"),
    }
    series = []
    for name, (legend, color, dashes, shape) in styles.items():
        points = [(turn.turn, float(getattr(turn, name))) for turn in distribution.turns]
        if name != "stopped" or any(value for _, value in points):
            points.insert(0, (0, 1.0 if name == "undecided" else 0.0))
            series.append(Series(legend, points, color, dashes, shape if len(points) < 40 else ""))
    return series


def _left_panels(distribution: OddsByTurn) -> Iterator[Any]:
    from gametheory.render.svg.charts import GREEN, ORANGE

    for side, left, color in zip(distribution.survivors._fields, distribution.survivors, (GREEN, ORANGE), strict=True):
        yield survivors_panel(f"{side} left", left, color)


def survivors_panel(name: str, left: Mapping[int, Probability], color: str) -> Any:
    """Return a bar chart of a distribution of armies left, without probabilities up to 0.01 %."""
    from gametheory.render.svg.charts import Panel, Series, axis, percent

    likely = [(count, float(value)) for count, value in sorted(left.items()) if value > DRAWN_ABOVE]
    across = axis("armies left", likely[0][0] - 0.6, max(likely[-1][0], likely[0][0] + 8) + 0.6, 6)
    top = 1.05 * max(value for _, value in likely)
    return Panel(name, across, percent(0, top), [Series(name, likely, color, kind="bars")])


def table_plot(table: OddsTable) -> str:
    """Return a map of the win probability by attackers and defenders, with the break-even curve."""
    from gametheory.games.battle.table import break_even_points
    from gametheory.render.svg.charts import contour, heat_map

    battle = table.largest
    first = battle.reserve + 1
    steps = -(-(battle.attackers - battle.reserve) // MAX_CELLS), -(-battle.defenders // MAX_CELLS)
    when = "in the end" if table.turns is None else f"by turn {table.turns}"
    return heat_map(
        f"Who wins {when}, p = {battle.attacker_hits}, q = {battle.defender_hits}",
        table.win[first :: steps[0], 1 :: steps[1]].clip(0, 1).T.tolist(),
        "attackers",
        "defenders",
        [contour("even odds", break_even_points(table))],
        f"win probability {when}",
        "The probability that the attacker wins, by the numbers of attackers and defenders.",
        (first, 1),
        steps,
    )
