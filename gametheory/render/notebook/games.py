"""Results of the battle, castle, tower and Wargame solvers in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gametheory.numbers.format import format_distribution, format_number
from gametheory.numbers.rationals import simplify_for_display
from gametheory.render.notebook.markup import table_html

if TYPE_CHECKING:
    from gametheory.games.battle.result import BattleDistribution, OddsByTurn
    from gametheory.games.battle.table import OddsTable
    from gametheory.games.castle.counting import PlayCounts
    from gametheory.games.castle.solution import CastleSolution
    from gametheory.games.castle.strategies import CastlePlay
    from gametheory.games.towers.distribution import TowersDistribution
    from gametheory.games.wargame.equilibrium import WargameEquilibrium

WAVE_HEADINGS = ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength")
MAX_BATTLES = 8  # rows and columns of a table of odds


def odds_by_turn_html(odds: OddsByTurn) -> str:
    """Render the cumulative probabilities by turn."""
    return _turns_html(odds, odds.turns)


def battle_distribution_html(odds: BattleDistribution) -> str:
    """Render the cumulative probabilities by turn and those at the end."""
    win, lose, stopped, never = odds.eventual
    return _turns_html(odds, [*odds.turns, ("at the end", win, lose, never, stopped)])


def _turns_html(odds: OddsByTurn, turns: Sequence[tuple[Any, ...]]) -> str:
    # The column of stopped battles matters only with the rule to stop when outnumbered.
    stops = any(row[-1] for row in turns)
    rows = [(row[0], *map(format_number, row[1:] if stops else row[1:-1])) for row in turns]
    headings = ("turn", "win", "lose", "undecided", *(["stopped"] if stops else []))
    bound = f"within {float(odds.error_bound):.1e}" if odds.error_bound else "exact"
    return table_html(headings, rows, f"Probabilities by turn, {bound}")


def odds_table_html(table: OddsTable) -> str:
    """Render the win probabilities of a few evenly spaced battles."""
    attackers, defenders = (_spaced(size) for size in table.win.shape)
    rows = [(a, *(format_number(float(table.win[a, d])) for d in defenders)) for a in attackers]
    when = "at the end" if table.turns is None else f"by turn {table.turns}"
    caption = f"Win probability {when}, attackers (rows) against defenders; each within {table.error_bound:.1e}"
    return table_html(["", *map(str, defenders)], rows, caption)


def _spaced(size: int) -> list[int]:
    """Return at most `MAX_BATTLES` numbers from 1 to size - 1, evenly spaced and including the last."""
    return sorted({-(-(size - 1) * step // MAX_BATTLES) for step in range(1, MAX_BATTLES + 1)})


def castle_play_html(play: CastlePlay) -> str:
    """Render the waves in the columns of the posts."""
    captions = {"tie": "A tie: the last wave repeats forever", "castle": f"The castle wins in wave {play.length}"}
    return _waves_html(play, captions.get(play.winner, f"The soldiers win in wave {play.length}"))


def _waves_html(play: CastlePlay, caption: str) -> str:
    rows = [tuple(map(format_number, (wave.number, *wave.volley, *wave.position))) for wave in play.waves]
    return table_html(WAVE_HEADINGS, rows, caption)


def castle_solution_html(solution: CastleSolution) -> str:
    """Render the minimum number of waves for each side, and a fastest play."""
    rows = [
        ("soldiers", format_number(solution.soldiers_min_waves)),
        ("castle", format_number(solution.castle_min_waves)),
    ]
    tie = "a tie is possible" if solution.tie_possible else "no tie is possible"
    table = table_html(("winner", "minimum number of waves"), rows, f"Case {solution.case}; {tie}")
    if solution.play_cut:
        return table + _waves_html(solution.play, "The first waves of a fastest play")
    return table + castle_play_html(solution.play)


def play_counts_html(counts: PlayCounts) -> str:
    """Render the number of winning plays by wave, and the totals."""
    sides = counts.soldiers, counts.castle, counts.uncounted_in_post
    rows: list[tuple[object, ...]] = [
        (wave, *(format_number(side.get(wave, 0)) for side in sides))
        for wave in sorted(counts.soldiers | counts.castle)
    ]
    rows.append(("total", *(format_number(sum(side.values())) for side in sides)))
    return table_html(("wave", "soldiers win", "castle wins", "castle wins not counted in the post"), rows)


def towers_distribution_html(distribution: TowersDistribution) -> str:
    """Render the probabilities by round and at the end."""
    rows = [(by.round, *map(format_number, by[1:])) for by in distribution.rounds]
    rows.append(("at the end", format_number(distribution.win), format_number(distribution.lose), "0"))
    soldiers = format_distribution(distribution.soldiers)
    caption = f"{format_number(distribution.expected_rounds)} rounds on average; soldiers left {soldiers}"
    return table_html(("round", "win", "lose", "undecided"), rows, caption)


def wargame_equilibrium_html(equilibrium: WargameEquilibrium) -> str:
    """Render the value and both strategies at the first position."""
    strategies = [
        {sent: simplify_for_display(probability) for sent, probability in strategy.items()}
        for strategy in equilibrium.mixed_strategies(equilibrium.start)
    ]
    rows = [(player, format_distribution(strategy)) for player, strategy in zip("AB", strategies, strict=True)]
    value = format_number(simplify_for_display(equilibrium.value(equilibrium.start)))
    bound = "exact" if equilibrium.exact else f"exploitability at most {equilibrium.exploitability:.1e}"
    place = "The opening" if equilibrium.start.round == 1 else f"{equilibrium.start}"
    caption = f"{place} has value {value} to A; {equilibrium.position_count:,} positions solved, {bound}"
    return table_html(("player", "soldiers sent: probability"), rows, caption)
