"""Dynamic programming over all positions of the castle game, for a whole box of games.

The closed forms are tested against this module. It knows only the rules of the game.
`gametheory.solvers.shortest_paths` gives the same numbers for one game at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.numbers.rationals import ceiling_division

UNREACHABLE = 1_000_000_000  # more waves than any play of a box that fits in memory; plus 1 it still fits in 32 bits
SOLDIERS, CASTLE = 0, 1  # the sides, as indices

Waves = NDArray[np.int32]


class SolvedGame(NamedTuple):
    """A game with the fewest waves in which each side can win it; None if that side cannot win."""

    soldiers: int
    strength: int
    defenders_per_wave: int
    soldiers_waves: int | None
    castle_waves: int | None


def solve_box(defenders_per_wave: int, most_soldiers: int, strengths: int = 6) -> Iterator[SolvedGame]:
    """Yield all games with n <= most_soldiers, s <= strengths n, dpw <= 3n and the given dpw, smallest first.

    The calls for dpw = 1 to 3 most_soldiers together give the whole box. Cost: that of `fewest_waves`.

    Examples
    --------
    >>> next(solve_box(8, 10))
    SolvedGame(soldiers=3, strength=1, defenders_per_wave=8, soldiers_waves=1, castle_waves=None)
    """
    fewest = fewest_waves(defenders_per_wave, most_soldiers, strengths * most_soldiers)
    for soldiers in range(ceiling_division(defenders_per_wave, 3), most_soldiers + 1):
        for strength in range(1, strengths * soldiers + 1):
            yield SolvedGame(soldiers, strength, defenders_per_wave, *fewest[soldiers][strength])


def fewest_waves(
    defenders_per_wave: int, most_soldiers: int, most_strength: int
) -> list[list[tuple[int | None, int | None]]]:
    """Return the fewest waves for the soldiers and for the castle, at [soldiers][strength], for one dpw.

    Cost: at most n comparisons, vectorized over rows, for each of n^2 s / 2 positions of either side. Memory: 8 n^2 s
    bytes. Neither depends on dpw.
    """
    table = _positions(defenders_per_wave, most_soldiers, most_strength)
    first: Waves = np.full((most_soldiers + 1, 2, most_strength + 1), UNREACHABLE, np.int32)
    for soldiers in range(1, most_soldiers + 1):
        # In the first wave no defender is there, and all soldiers fire at the castle.
        first[soldiers, SOLDIERS, : soldiers + 1] = 1
        most_left = max(most_strength - soldiers, 0)
        after_volley = table[soldiers, 0, :, 1 : most_left + 1]
        first[soldiers, :, soldiers + 1 :] = after_volley + 1
    rows = []
    for row in first.transpose(0, 2, 1).tolist():
        rows.append([(_waves(soldiers), _waves(castle)) for soldiers, castle in row])
    return rows


def _waves(number: int) -> int | None:
    if number < UNREACHABLE:
        return number
    return None


def _positions(fresh: int, most_soldiers: int, most_strength: int) -> Waves:
    """Return the fewest waves from every position, at [soldiers][alive][side][strength].

    `alive` defenders survived the last volley and have fired. If strength is left, the soldiers face alive + fresh of
    them. No position has more than most_soldiers soldiers and defenders alive together.
    """
    shape = (most_soldiers + 1, most_soldiers + 1, 2, most_strength + 1)
    table: Waves = np.full(shape, UNREACHABLE, np.int32)
    for soldiers in range(1, most_soldiers + 1):
        some_alive = _leave_some_alive(table, soldiers)
        for alive in range(most_soldiers - soldiers + 1):
            table[soldiers, alive, :, 0] = _battle(table, soldiers, alive)
            _fill(table, some_alive, soldiers, alive, fresh)
    return table


def _battle(table: Waves, soldiers: int, defenders: int) -> tuple[int, int] | Waves:
    """Return the fewest waves after the castle fell: the only volley leaves defenders - soldiers alive."""
    alive = defenders - soldiers
    if alive <= 0:
        return (1, UNREACHABLE)
    if alive >= soldiers:
        return (UNREACHABLE, 1)
    after_volley = table[soldiers - alive, alive, :, 0]
    return np.minimum(after_volley + 1, UNREACHABLE)


def _leave_some_alive(table: Waves, soldiers: int) -> Waves:
    """Return the fewest waves at [alive][side][left], if a volley leaves `left` points and defenders together.

    A volley removes as many points and defenders as there are soldiers, whatever its targets are. For a given `left`, a
    volley that leaves y defenders alive, 0 < y < soldiers, leads to [soldiers - y][y] with left - y points.
    """
    strengths = table.shape[3]
    shape = (soldiers + 1, 2, strengths + soldiers)
    some_alive: Waves = np.full(shape, UNREACHABLE, np.int32)
    for alive in range(1, soldiers):
        after_volley = table[soldiers - alive, alive]
        some_alive[alive, :, alive : alive + strengths] = after_volley + 1
    return np.minimum(some_alive, UNREACHABLE)


def _fill(table: Waves, some_alive: Waves, soldiers: int, alive: int, fresh: int) -> None:
    """Fill a row with the best of three kinds of volley: leave some alive, leave none alive, lose all soldiers."""
    row = table[soldiers, alive]
    strengths = row.shape[1]
    facing = alive + fresh
    beyond = facing - soldiers  # a volley leaves strength + beyond in total, and at least `beyond` defenders alive
    if beyond < soldiers:
        # Leave some alive, but fewer than there are soldiers, so that soldiers survive.
        fewest = max(beyond, 1)
        most = min(facing, soldiers - 1)
        best = some_alive[fewest : most + 1].min(axis=0, initial=UNREACHABLE)
        start = min(max(1, 1 - beyond), strengths)
        row[:, start:] = best[:, start + beyond : strengths + beyond]
    if beyond <= 0:
        # Leave none alive, and fell a castle of at most -beyond points with the other shots, which wins.
        row[SOLDIERS, 1 : 1 - beyond] = 1
        _leave_none_alive(row, table[soldiers, 0], alive, -beyond)
    if beyond >= 0:
        # Leave at least as many alive as there are soldiers: the castle wins, if it has strength enough for the shots.
        row[CASTLE, max(1, soldiers - beyond) :] = 1


def _leave_none_alive(row: Waves, none_alive: Waves, alive: int, hits: int) -> None:
    """Improve a row by the volley that shoots all defenders and hits the castle `hits` times without felling it.

    The next position has no defender alive. If `row` is the row of that position itself, it is filled `hits` strengths
    at a time. Without a hit the position would repeat: such a play never ends, and no side wins it.
    """
    # Nothing changes: the play would repeat this position forever.
    if alive == hits == 0:
        return
    strengths = row.shape[1]
    step = hits if alive == 0 else strengths
    for start in range(1 + hits, strengths, step):
        stop = min(start + step, strengths)
        waves = none_alive[:, start - hits : stop - hits] + 1
        np.minimum(row[:, start:stop], waves, out=row[:, start:stop])
