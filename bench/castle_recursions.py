"""Plain recursions that count the ways to win the castle game; the rules are written out once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gametheory.games.castle import Castle, PlayCounts

Numbers = tuple[int, int, int]
Totals = tuple[int, int]
ByWave = tuple[dict[int, int], dict[int, int]]


def walk_every_path(game: Castle) -> PlayCounts:
    """Follow every path to its end, one by one, as the program behind the second post does."""
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
    return PlayCounts(dict(soldiers_win), dict(castle_wins), dict(+missed))


def by_wave_position_by_position(game: Castle) -> ByWave:
    """The ways from a position by number of waves, remembered in a dictionary of positions."""
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
    """Yield the position after each volley and its winner: 0 the soldiers, 1 the castle, None no winner yet."""
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
