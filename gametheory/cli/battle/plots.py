"""What `gametheory battle` draws: chances by turn, armies left, and who wins of all battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gametheory.cli.probabilities import format_probability

if TYPE_CHECKING:
    from gametheory.cli.probabilities import Probability
    from gametheory.games.battle import Battle, OddsByTurn
    from gametheory.games.battle.table import OddsTable

DRAWN_ABOVE = 1e-4
MOST_CELLS = 160


def law_plot(battle: Battle, law: OddsByTurn, when: str) -> str:
    """Chances by turn, where there are turns, and the law of the armies left on both sides."""
    from gametheory.games.battle import BattleDistribution
    from gametheory.render.svg.charts import plot

    panels = [*_turns_panel(law), *_left_panels(law)]
    title = f"{battle}, p = {battle.attacker_hits}, q = {battle.defender_hits}"
    won = law.eventual.win if isinstance(law, BattleDistribution) else law.turns[-1].win
    by = "in the end" if isinstance(law, BattleDistribution) else f"by turn {len(law.turns)}"
    told = f"The attacker wins with chance {format_probability(won)} {by}. Armies left are those {when}."
    return plot(title, panels, told)


def _turns_panel(law: OddsByTurn) -> Iterator[Any]:
    from gametheory.render.svg.charts import Panel, axis, percent

    if law.turns:
        yield Panel("chances by turn", axis("turns", 0, len(law.turns), 6), percent(), turn_series(law))


def turn_series(law: OddsByTurn) -> list[Any]:
    """Win, lose, undecided and, where it occurs, stopped, as lines from turn 0 on."""
    from gametheory.render.svg.charts import BLUE, GREY, PURPLE, VERMILION, Series

    styles = {
        "win": ("attacker has won", BLUE, "", "circle"),
        "lose": ("attacker has lost", VERMILION, "7 4", "square"),
        "undecided": ("undecided", GREY, "2 4", ""),
        "stopped": ("attacker has stopped", PURPLE, "1 3", "triangle"),
    }
    found = []
    for name, (legend, colour, dashes, shape) in styles.items():
        points = [(turn.turn, float(getattr(turn, name))) for turn in law.turns]
        if name != "stopped" or any(value for _, value in points):
            points.insert(0, (0, 1.0 if name == "undecided" else 0.0))
            found.append(Series(legend, points, colour, dashes, shape if len(points) < 40 else ""))
    return found


def _left_panels(law: OddsByTurn) -> Iterator[Any]:
    from gametheory.render.svg.charts import GREEN, ORANGE

    for side, left, colour in zip(law.survivors._fields, law.survivors, (GREEN, ORANGE), strict=True):
        yield left_panel(f"{side} left", left, colour)


def left_panel(name: str, left: Mapping[int, Probability], colour: str) -> Any:
    """A law of armies left as bars, where it is more than a hundredth of a per cent."""
    from gametheory.render.svg.charts import Panel, Series, axis, percent

    likely = [(count, float(value)) for count, value in sorted(left.items()) if value > DRAWN_ABOVE]
    across = axis("armies left", likely[0][0] - 0.6, max(likely[-1][0], likely[0][0] + 8) + 0.6, 6)
    top = 1.05 * max(value for _, value in likely)
    return Panel(name, across, percent(0, top), [Series(name, likely, colour, kind="bars")])


def table_plot(table: OddsTable) -> str:
    """The chance to win over attackers and defenders, with the curve of even chances."""
    from gametheory.games.battle.table import break_even_points
    from gametheory.render.svg.charts import contour, heat_map

    battle = table.largest
    first = battle.reserve + 1
    steps = -(-(battle.attackers - battle.reserve) // MOST_CELLS), -(-battle.defenders // MOST_CELLS)
    when = "in the end" if table.turns is None else f"by turn {table.turns}"
    return heat_map(
        f"Who wins {when}, p = {battle.attacker_hits}, q = {battle.defender_hits}",
        table.win[first :: steps[0], 1 :: steps[1]].clip(0, 1).T.tolist(),
        "attackers",
        "defenders",
        [contour("even chances", break_even_points(table))],
        f"chance to have won {when}",
        "The chance that the attacker wins, by the numbers of attackers and defenders.",
        (first, 1),
        steps,
    )
