"""Plain recursions that count the winning plays of the castle game, with rules of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gametheory.games.castle import Castle, PlayCounts

Numbers = tuple[int, int, int]
Totals = tuple[int, int]
ByWave = tuple[dict[int, int], dict[int, int]]


def walk_every_path(game: Castle) -> PlayCounts:
    """Follow every play to its end, one by one, as the program of the second post does."""
    soldiers_win, castle_wins, uncounted = Counter[int](), Counter[int](), Counter[int]()
    fresh = game.defenders_per_wave

    def wave(number: int, soldiers: int, defenders: int, strength: int) -> None:
        for shot in range(min(soldiers, defenders) + 1):
            if soldiers - shot > strength and shot < defenders:
                continue
            castle, alive = strength - (soldiers - shot), defenders - shot
            left = soldiers - alive
            if left <= 0:
                castle_wins[number] += 1
                uncounted[number] += strength == 0 and alive > soldiers
            elif castle > 0:
                if (left, alive + fresh, castle) != (soldiers, defenders, strength):
                    wave(number + 1, left, alive + fresh, castle)
            elif alive > 0:
                wave(number + 1, left, alive, 0)
            else:
                soldiers_win[number] += 1

    wave(1, game.soldiers, 0, game.strength)
    return PlayCounts(dict(soldiers_win), dict(castle_wins), dict(+uncounted))


def by_wave_position_by_position(game: Castle) -> ByWave:
    """Count the winning plays by number of waves, with a dictionary from positions to counts."""
    known: dict[Numbers, ByWave] = {}

    def count(position: Numbers) -> ByWave:
        if position not in known:
            counts: ByWave = {}, {}
            for following, winner in volleys(position, game.defenders_per_wave):
                if winner is not None:
                    counts[winner][1] = counts[winner].get(1, 0) + 1
                elif following != position:
                    for here, there in zip(counts, count(following), strict=True):
                        for waves, plays in there.items():
                            here[waves + 1] = here.get(waves + 1, 0) + plays
            known[position] = counts
        return known[position]

    return count((game.soldiers, 0, game.strength))


def totals_position_by_position(game: Castle) -> Totals:
    """Count only the totals, which is less work than the counts by wave."""
    known: dict[Numbers, Totals] = {}

    def count(position: Numbers) -> Totals:
        if position not in known:
            counts = [0, 0]
            for following, winner in volleys(position, game.defenders_per_wave):
                if winner is not None:
                    counts[winner] += 1
                elif following != position:
                    there = count(following)
                    counts[0] += there[0]
                    counts[1] += there[1]
            known[position] = counts[0], counts[1]
        return known[position]

    return count((game.soldiers, 0, game.strength))


def volleys(position: Numbers, fresh: int) -> Iterator[tuple[Numbers, int | None]]:
    """Yield the position after each volley and its winner: 0 the soldiers, 1 the castle, None no winner yet."""
    soldiers, defenders, strength = position
    for shot in range(min(soldiers, defenders) + 1):
        if soldiers - shot > strength and shot < defenders:
            continue
        castle, alive = max(strength - (soldiers - shot), 0), defenders - shot
        left = soldiers - alive
        if left <= 0:
            yield (0, alive, castle), 1
        elif castle == 0 and alive == 0:
            yield (left, 0, 0), 0
        else:
            yield (left, alive + fresh if castle else alive, castle), None
