"""Counting the ways to win the castle game, beside plain recursions that do the same."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from bench import measured, median_seconds, ratio, seconds, show, whole_process
from gametheory.games.castle import Castle, WayCounts, count_ways

TESTS = Path(__file__).parent.parent / "proofs" / "tables" / "castle_2.tsv"
WALKED = (4, 5, 12, 20, 25)
LARGE = Castle(60, 600, 40)
ENTRY_POINT = str(Path(sys.executable).with_name("gametheory"))

Totals = tuple[int, int]


def tests() -> dict[int, Castle]:
    """The 27 tests of the published table, by number."""
    lines = [line.split("\t") for line in TESTS.read_text().splitlines() if line[0].isdigit()]
    return {int(number): Castle(int(n), int(s), int(dpw)) for number, n, s, dpw, *_ in lines}


def walk_every_path(game: Castle) -> WayCounts:
    """The peer: follow every path to its end, one by one, as the program behind the second post does.

    Nothing of the package's solvers is used; the rules are written out once more, on three numbers.
    """
    soldiers_win, castle_wins, missed = Counter[int](), Counter[int](), Counter[int]()
    fresh = game.defenders_per_wave

    def wave(number: int, soldiers: int, defenders: int, strength: int) -> None:
        for shot in range(min(soldiers, defenders) + 1):
            if soldiers - shot > strength and shot < defenders:
                continue
            standing, alive = strength - (soldiers - shot), defenders - shot
            left = soldiers - alive
            if left <= 0:
                castle_wins[number] += 1
                missed[number] += strength == 0 and alive > soldiers
            elif standing > 0:
                if (left, alive + fresh, standing) != (soldiers, defenders, strength):
                    wave(number + 1, left, alive + fresh, standing)
            elif alive > 0:
                wave(number + 1, left, alive, 0)
            else:
                soldiers_win[number] += 1

    wave(1, game.soldiers, 0, game.strength)
    return WayCounts(dict(soldiers_win), dict(castle_wins), dict(+missed))


def totals_position_by_position(game: Castle) -> Totals:
    """The peer: the soldiers' and the castle's ways from a position, remembered in a dictionary.

    It finds the two totals only, which is less work than the numbers by wave.
    """
    known: dict[tuple[int, int, int], Totals] = {}
    fresh = game.defenders_per_wave

    def ways(soldiers: int, defenders: int, strength: int) -> Totals:
        position = soldiers, defenders, strength
        if position in known:
            return known[position]
        soldiers_win = castle_wins = 0
        for shot in range(min(soldiers, defenders) + 1):
            if soldiers - shot > strength and shot < defenders:
                continue
            standing, alive = max(strength - (soldiers - shot), 0), defenders - shot
            left = soldiers - alive
            if left <= 0:
                castle_wins += 1
            elif standing == 0 and alive == 0:
                soldiers_win += 1
            else:
                following = left, alive + fresh if standing else alive, standing
                if following != position:
                    more = ways(*following)
                    soldiers_win, castle_wins = soldiers_win + more[0], castle_wins + more[1]
        known[position] = soldiers_win, castle_wins
        return known[position]

    return ways(game.soldiers, 0, game.strength)


def totals_by_generating_function(game: Castle) -> Totals:
    """What `count_ways` finds, added up over the waves."""
    counts = count_ways(game)
    return sum(counts.soldiers.values()), sum(counts.castle.values())


def tables(quick: bool) -> None:  # noqa: ARG001
    """All 27 count tables in both conventions, and some of them by walking every path."""
    games = tests()
    spent, totals = median_seconds(partial(both_conventions, games.values()), runs=5)
    headings = ("", "time", "soldiers", "castle, rules", "castle, published")
    show("All 27 count tables, both conventions, after import", headings, [("count_ways", seconds(spent), *totals)])
    rows = []
    for number in WALKED:
        fast, counted = median_seconds(partial(count_ways, games[number]), runs=5)
        slow, walked = median_seconds(partial(walk_every_path, games[number]), runs=3)
        paths = sum(walked.soldiers.values()) + sum(walked.castle.values())
        times = seconds(fast), seconds(slow), ratio(slow, fast)
        rows.append((number, games[number], paths, *times, _agree(counted, walked)))
    headings = ("test", "n/s/dpw", "ways", "count_ways", "every path", "ratio", "results")
    show("Single tables beside a recursion that walks every path", headings, rows)


def both_conventions(games: Iterable[Castle]) -> tuple[int, int, int]:
    """Count the ways of several games, and add up the totals under both conventions."""
    soldiers = castle = published = 0
    for counts in map(count_ways, games):
        soldiers += sum(counts.soldiers.values())
        castle += sum(counts.castle.values())
        published += sum(counts.published_castle.values())
    return soldiers, castle, published


def _agree(result: WayCounts, walked: WayCounts) -> str:
    same = result == walked and result.published_castle == walked.published_castle
    return "equal, wave by wave, both conventions" if same else "DIFFERENT"


def large(quick: bool) -> None:
    """Exact counts of one large game, each way in a process of its own."""
    fast = measured(totals_by_generating_function, LARGE)
    rows = [("count_ways", seconds(fast.seconds), f"{fast.megabytes:.0f} MB", "")]
    if not quick:
        slow = measured(totals_position_by_position, LARGE)
        agree = "equal" if fast.result == slow.result else "DIFFERENT"
        rows.append(("memoised recursion", seconds(slow.seconds), f"{slow.megabytes:.0f} MB", agree))
        rows.append(("ratio", ratio(slow.seconds, fast.seconds), ratio(slow.megabytes, fast.megabytes), ""))
    show(f"Exact counts for {LARGE} (the recursion: totals only)", ("", "time", "peak memory", "results"), rows)
    print(f"soldiers {fast.result[0]}, castle {fast.result[1]}\n")


def commands(quick: bool) -> None:  # noqa: ARG001
    """Two commands as whole processes."""
    lines = ("castle solve 10 43 8", "check -k CD2.9")
    rows = [(f"gametheory {line}", seconds(whole_process([ENTRY_POINT, *line.split()], runs=5))) for line in lines]
    show("Whole processes", ("", "time"), rows)


BENCHES = {"tables": tables, "large": large, "commands": commands}
