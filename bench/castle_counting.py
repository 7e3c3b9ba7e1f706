"""Counting the ways to win the castle game, beside plain recursions that do the same."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from bench import Measured, measured, median_seconds, ratio, seconds, show, whole_process
from gametheory.games.castle import Castle, WayCounts, count_ways

TESTS = Path(__file__).parent.parent / "proofs" / "tables" / "castle_2.tsv"
WALKED = (4, 5, 12, 20, 25)
LARGE = Castle(60, 600, 40)
ENTRY_POINT = str(Path(sys.executable).with_name("gametheory"))

Numbers = tuple[int, int, int]
Totals = tuple[int, int]
ByWave = tuple[dict[int, int], dict[int, int]]


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


def by_wave_position_by_position(game: Castle) -> ByWave:
    """The peer: the ways from a position by number of waves, remembered in a dictionary of positions."""
    known: dict[Numbers, ByWave] = {}

    def ways(position: Numbers) -> ByWave:
        if position not in known:
            found: ByWave = {}, {}
            for following, winner in volleys(position, game.defenders_per_wave):
                if winner is not None:
                    found[winner][1] = found[winner].get(1, 0) + 1
                elif following != position:
                    for here, there in zip(found, ways(following), strict=True):
                        for waves, count in there.items():
                            here[waves + 1] = here.get(waves + 1, 0) + count
            known[position] = found
        return known[position]

    return ways((game.soldiers, 0, game.strength))


def totals_position_by_position(game: Castle) -> Totals:
    """The same for the two totals alone, which is less work than the numbers by wave."""
    known: dict[Numbers, Totals] = {}

    def ways(position: Numbers) -> Totals:
        if position not in known:
            found = [0, 0]
            for following, winner in volleys(position, game.defenders_per_wave):
                if winner is not None:
                    found[winner] += 1
                elif following != position:
                    there = ways(following)
                    found[0] += there[0]
                    found[1] += there[1]
            known[position] = found[0], found[1]
        return known[position]

    return ways((game.soldiers, 0, game.strength))


def volleys(position: Numbers, fresh: int) -> Iterator[tuple[Numbers, int | None]]:
    """What follows each volley, and who has won then: 0 the soldiers, 1 the castle, None nobody."""
    soldiers, defenders, strength = position
    for shot in range(min(soldiers, defenders) + 1):
        if soldiers - shot > strength and shot < defenders:
            continue
        standing, alive = max(strength - (soldiers - shot), 0), defenders - shot
        left = soldiers - alive
        if left <= 0:
            yield (0, alive, standing), 1
        elif standing == 0 and alive == 0:
            yield (left, 0, 0), 0
        else:
            yield (left, alive + fresh if standing else alive, standing), None


def by_generating_function(game: Castle) -> ByWave:
    """What `count_ways` finds, in the form of the peers."""
    counts = count_ways(game)
    return counts.soldiers, counts.castle


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
    fast = measured(by_generating_function, LARGE, runs=3)
    soldiers, castle = (sum(side.values()) for side in fast.result)
    rows = [_row("count_ways, by wave", fast)]
    totals = measured(totals_position_by_position, LARGE)
    rows.append((*_row("memoised recursion, totals alone", totals, fast), _equal(totals.result, (soldiers, castle))))
    if not quick:
        slow = measured(by_wave_position_by_position, LARGE)
        rows.append((*_row("memoised recursion, by wave", slow, fast), _equal(slow.result, fast.result)))
    headings = ("", "time", "ratio", "peak memory", "ratio", "results")
    show(f"Exact counts for {LARGE}", headings, [(*row, *[""] * (len(headings) - len(row))) for row in rows])
    print(f"  soldiers {soldiers}, castle {castle}\n")


def _row(name: str, this: Measured, fast: Measured | None = None) -> tuple[str, ...]:
    times = ratio(this.seconds, fast.seconds) if fast else ""
    memory = ratio(this.megabytes, fast.megabytes) if fast else ""
    return name, seconds(this.seconds), times, f"{this.megabytes:.0f} MB", memory


def _equal(one: object, other: object) -> str:
    return "equal" if one == other else "DIFFERENT"


def commands(quick: bool) -> None:  # noqa: ARG001
    """Two commands as whole processes."""
    lines = ("castle solve 10 43 8", "check -k CD2.9")
    rows = [(f"gametheory {line}", seconds(whole_process([ENTRY_POINT, *line.split()], runs=5))) for line in lines]
    show("Whole processes", ("", "time"), rows)


BENCHES = {"tables": tables, "large": large, "commands": commands}
