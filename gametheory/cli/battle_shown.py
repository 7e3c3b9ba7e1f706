"""What `gametheory battle` prints and draws: laws as JSON, as tables for a person, and as plots."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gametheory.games.battle import Battle, Turn, TurnsLaw
    from gametheory.games.battle.simulation import Simulation
    from gametheory.games.battle.table import OddsTable

    Probability = Fraction | float

MOST_ROWS = 12
DRAWN_ABOVE = 1e-4
MOST_CELLS = 160


def rules_json(battle: Battle) -> dict[str, Any]:
    """The battle and its rules, with both chances as exact fractions."""
    return {
        "attackers": battle.attackers,
        "defenders": battle.defenders,
        "p": str(battle.attacker_hits),
        "q": str(battle.defender_hits),
        "both_dead": battle.both_dead,
        "reserve": battle.reserve,
        "stop_when_outnumbered": battle.stop_when_outnumbered,
    }


def number(value: Probability) -> str | float:
    """A probability for JSON: exact ones as strings, others as floats."""
    return str(value) if isinstance(value, Fraction) else float(value)


def law_json(law: TurnsLaw) -> dict[str, Any]:
    """A law as the documents of `battle odds` have it; exact numbers are written however long they are."""
    from gametheory.games.battle import BattleLaw

    sys.set_int_max_str_digits(0)
    convert = number if isinstance(law.error_bound, Fraction) else float

    def converted(chances: Mapping[Any, Probability]) -> dict[str, str | float]:
        return {str(name): convert(value) for name, value in chances.items()}

    return {
        "turns": [{"turn": turn.turn} | converted(_chances(turn)) for turn in law.turns],
        "eventual": converted(law.eventual._asdict()) if isinstance(law, BattleLaw) else None,
        "survivors": {side: converted(dict(sorted(left.items()))) for side, left in law.survivors._asdict().items()},
        "error_bound": convert(law.error_bound),
    }


def _chances(turn: Turn) -> dict[str, Probability]:
    return {name: value for name, value in turn._asdict().items() if name != "turn"}


def simulated_turns(played: Simulation) -> list[dict[str, float]]:
    """The shares of games won, lost, stopped and going on, by turn."""
    games = played.games
    return [
        {"turn": turn, "win": won / games, "lose": lost / games, "stopped": stopped / games}
        | {"undecided": (games - won - lost - stopped) / games}
        for turn, (won, lost, stopped) in enumerate(played.by_turn, 1)
    ]


def simulated_survivors(played: Simulation) -> dict[str, dict[str, float]]:
    """The shares of games by armies left on each side."""
    sides = {"attackers": played.attackers, "defenders": played.defenders}
    return {side: {str(left): count / played.games for left, count in found.items()} for side, found in sides.items()}


def shown(value: Probability) -> str:
    """A probability for a person: six places, and what is nearly 0 or 1 by its distance from it.

    >>> [shown(value) for value in (0.44022022, 1e-9, 1 - 1e-9, 0, 1)]
    ['0.440220', '1.0e-09', '1 - 1.0e-09', '0', '1']
    """
    if value in (0, 1):
        return str(int(value))
    if value < 1e-5:
        return f"{float(value):.1e}"
    return f"1 - {float(1 - value):.1e}" if 1 - value < 1e-5 else f"{float(value):.6f}"


def print_law(law: TurnsLaw, stops: bool) -> None:
    """The turns, and the end where it is known."""
    from gametheory.games.battle import BattleLaw

    names = ["win", "lose", *(["stopped"] if stops else []), "undecided"]
    rows = [(str(turn.turn), *(shown(getattr(turn, name)) for name in names)) for turn in law.turns]
    if len(rows) > MOST_ROWS:
        rows = [*rows[: MOST_ROWS - 1], ("...", *[""] * len(names)), rows[-1]]
    if isinstance(law, BattleLaw):
        end = law.eventual._asdict()
        rows.append(("in the end", *(shown(end["never" if name == "undecided" else name]) for name in names)))
    print_table(("after turn", *names), rows)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table with figures to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else 100, highlight=False).print(table)


def armies_left(left: Mapping[int, Probability]) -> str:
    """A law of armies in words: the mean, and the numbers between which nine in ten battles end.

    >>> armies_left({0: Fraction(1, 2), 4: Fraction(1, 2)})
    '2.0 on average, from 0 to 4 in nine battles of ten'
    """
    mean = float(sum(count * value for count, value in left.items()))
    return f"{mean:.1f} on average, from {_quantile(left, 0.05)} to {_quantile(left, 0.95)} in nine battles of ten"


def _quantile(left: Mapping[int, Probability], share: float) -> int:
    total = 0.0
    for count in sorted(left):
        total += float(left[count])
        if total >= share - 1e-9:
            return count
    return max(left)


def bound_in_words(bound: Probability) -> str:
    """What can be said of the error of the numbers shown."""
    return "Computed exactly, shown rounded." if bound == 0 else f"No probability is off by more than {bound:.1e}."


def law_plot(battle: Battle, law: TurnsLaw, when: str) -> str:
    """Chances by turn, where there are turns, and the law of the armies left on both sides."""
    from gametheory.games.battle import BattleLaw
    from gametheory.report.plots import plot

    panels = [*_turns_panel(law), *_left_panels(law)]
    title = f"{battle}, p = {battle.attacker_hits}, q = {battle.defender_hits}"
    won = law.eventual.win if isinstance(law, BattleLaw) else law.turns[-1].win
    by = "in the end" if isinstance(law, BattleLaw) else f"by turn {len(law.turns)}"
    told = f"The attacker wins with chance {shown(won)} {by}. Armies left are those {when}."
    return plot(title, panels, told)


def _turns_panel(law: TurnsLaw) -> Iterator[Any]:
    from gametheory.report.plots import Panel, axis, percent

    if law.turns:
        yield Panel("chances by turn", axis("turns", 0, len(law.turns), 6), percent(), turn_series(law))


def turn_series(law: TurnsLaw) -> list[Any]:
    """Win, lose, undecided and, where it occurs, stopped, as lines from turn 0 on."""
    from gametheory.report.plots import BLUE, GREY, PURPLE, VERMILION, Series

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


def _left_panels(law: TurnsLaw) -> Iterator[Any]:
    from gametheory.report.plots import GREEN, ORANGE

    for side, left, colour in zip(law.survivors._fields, law.survivors, (GREEN, ORANGE), strict=True):
        yield left_panel(f"{side} left", left, colour)


def left_panel(name: str, left: Mapping[int, Probability], colour: str) -> Any:
    """A law of armies left as bars, where it is more than a hundredth of a per cent."""
    from gametheory.report.plots import Panel, Series, axis, percent

    likely = [(count, float(value)) for count, value in sorted(left.items()) if value > DRAWN_ABOVE]
    across = axis("armies left", likely[0][0] - 0.6, max(likely[-1][0], likely[0][0] + 8) + 0.6, 6)
    top = 1.05 * max(value for _, value in likely)
    return Panel(name, across, percent(0, top), [Series(name, likely, colour, kind="bars")])


def table_plot(table: OddsTable) -> str:
    """The chance to win over attackers and defenders, with the curve of even chances."""
    from gametheory.report.plots import contour, heat_map

    battle = table.largest
    first = battle.reserve + 1
    steps = -(-(battle.attackers - battle.reserve) // MOST_CELLS), -(-battle.defenders // MOST_CELLS)
    when = "in the end" if table.turns is None else f"by turn {table.turns}"
    return heat_map(
        f"Who wins {when}, p = {battle.attacker_hits}, q = {battle.defender_hits}",
        table.win[first :: steps[0], 1 :: steps[1]].clip(0, 1).T.tolist(),
        "attackers",
        "defenders",
        [contour("even chances", even_chances(table))],
        f"chance to have won {when}",
        "The chance that the attacker wins, by the numbers of attackers and defenders.",
        (first, 1),
        steps,
    )


def even_chances(table: OddsTable) -> list[tuple[float, float]]:
    """For each number of defenders where the chance to win passes one half, between two numbers of attackers."""
    found = []
    for defenders, column in enumerate(table.win.T.tolist()):
        for attackers in range(table.largest.reserve + 1, len(column)):
            below, above = column[attackers - 1], column[attackers]
            if defenders and below < 0.5 <= above:
                found.append((attackers - 1 + (0.5 - below) / (above - below), float(defenders)))
                break
    return found
