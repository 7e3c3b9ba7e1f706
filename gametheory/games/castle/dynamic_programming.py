"""The castle game solved from its rules, for a whole box of games at once.

Dynamic programming over all positions, by the rules alone: the judge of the closed forms, which it does not
know. `gametheory.solvers.shortest_paths` gives the same numbers, one game at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.numbers.rationals import ceiling_division

UNREACHABLE = 1_000_000_000  # more waves than a play of any box that fits in memory; one more still fits in 32 bits

Waves = NDArray[np.int32]


class SolvedBox(NamedTuple):
    """A game, and the fewest waves in which each side can win it; None where it cannot."""

    soldiers: int
    strength: int
    defenders_per_wave: int
    soldiers_waves: int | None
    castle_waves: int | None


def solve_box(defenders_per_wave: int, most_soldiers: int, strengths: int = 6) -> Iterator[SolvedBox]:
    """All games n <= most_soldiers, s <= strengths n, dpw <= 3n with the given dpw, smallest first.

    Over dpw = 1 to 3 most_soldiers that is the whole box. Cost: that of `fewest_waves`.

    >>> next(solve_box(8, 10))
    Solved(soldiers=3, strength=1, defenders_per_wave=8, soldiers_waves=1, castle_waves=None)
    """
    fewest = fewest_waves(defenders_per_wave, most_soldiers, strengths * most_soldiers)
    for soldiers in range(ceiling_division(defenders_per_wave, 3), most_soldiers + 1):
        for strength in range(1, strengths * soldiers + 1):
            yield SolvedBox(soldiers, strength, defenders_per_wave, *fewest[soldiers][strength])


def fewest_waves(
    defenders_per_wave: int, most_soldiers: int, most_strength: int
) -> list[list[tuple[int | None, int | None]]]:
    """Fewest waves for the soldiers and for the castle, at [soldiers][strength], for one dpw.

    Cost: at most n comparisons, made for whole rows at once, for each of n^2 s / 2 positions of either side,
    in 8 n^2 s bytes; dpw does not matter.

    >>> fewest_waves(8, 10, 43)[10][43]
    (16, 3)
    """
    table = _positions(defenders_per_wave, most_soldiers, most_strength)
    first = np.full((most_soldiers + 1, 2, most_strength + 1), UNREACHABLE, np.int32)
    for soldiers in range(1, most_soldiers + 1):
        first[soldiers, 0, : soldiers + 1] = 1
        left = max(most_strength - soldiers, 0)
        first[soldiers, :, soldiers + 1 :] = table[soldiers, 0, :, 1 : left + 1] + 1
    return [[_named(*pair) for pair in row] for row in first.transpose(0, 2, 1).tolist()]


def _named(soldiers: int, castle: int) -> tuple[int | None, int | None]:
    return soldiers if soldiers < UNREACHABLE else None, castle if castle < UNREACHABLE else None


def _positions(fresh: int, most_soldiers: int, most_strength: int) -> Waves:
    """Fewest waves from every position, at [soldiers][alive][side][strength]; side 0 is the soldiers'.

    `alive` defenders were spared by the last volley and have fired; with strength left, the soldiers face
    alive + fresh of them. No position has more than most_soldiers soldiers and defenders alive together.
    """
    table = np.full((most_soldiers + 1, most_soldiers + 1, 2, most_strength + 1), UNREACHABLE, np.int32)
    for soldiers in range(1, most_soldiers + 1):
        sparing = _sparing_some(table, soldiers)
        for alive in range(most_soldiers - soldiers + 1):
            table[soldiers, alive, :, 0] = _battle(table, soldiers, alive)
            _fill(table, sparing, soldiers, alive, fresh)
    return table


def _battle(table: Waves, soldiers: int, defenders: int) -> tuple[int, int] | Waves:
    """The castle has fallen, and the only volley spares defenders - soldiers."""
    spared = defenders - soldiers
    if spared <= 0:
        return (1, UNREACHABLE)
    if spared >= soldiers:
        return (UNREACHABLE, 1)
    return np.minimum(table[soldiers - spared, spared, :, 0] + 1, UNREACHABLE)


def _sparing_some(table: Waves, soldiers: int) -> Waves:
    """Waves at [spared][side][left], when `left` points and defenders together are left by a volley.

    A volley removes as many points and defenders as there are soldiers, whoever it is aimed at. So with
    `left` known, sparing y defenders, 0 < y < soldiers, leads to [soldiers - y][y] with left - y points.
    """
    strengths = table.shape[3]
    sparing = np.full((soldiers + 1, 2, strengths + soldiers), UNREACHABLE, np.int32)
    for spared in range(1, soldiers):
        sparing[spared, :, spared : spared + strengths] = table[soldiers - spared, spared] + 1
    return np.minimum(sparing, UNREACHABLE)


def _fill(table: Waves, sparing: Waves, soldiers: int, alive: int, fresh: int) -> None:
    """The best of three kinds of volley at every strength: spare some, spare none, lose all soldiers."""
    row, facing = table[soldiers, alive], alive + fresh
    beyond = facing - soldiers  # strength + beyond is what a volley leaves, and the fewest it can spare
    if beyond < soldiers:
        fewest = max(beyond, 1)
        best = sparing[fewest : min(facing, soldiers - 1) + 1].min(axis=0, initial=UNREACHABLE)
        start = min(max(1, 1 - beyond), row.shape[1])
        row[:, start:] = best[:, start + beyond : row.shape[1] + beyond]
    if beyond <= 0:
        row[0, 1 : 1 - beyond] = 1
        _spare_none(row, table[soldiers, 0], alive, -beyond)
    if beyond >= 0:
        row[1, max(1, soldiers - beyond) :] = 1


def _spare_none(row: Waves, unscathed: Waves, alive: int, hits: int) -> None:
    """All defenders are shot, and `hits` shots are left for the castle, which does not fall.

    The position that follows has no defender alive. Where the row is that one itself, it is filled `hits`
    strengths at a time, and without a hit the position would repeat: the endless play wins for nobody.
    """
    if alive == hits == 0:
        return
    strengths = row.shape[1]
    step = strengths if alive else hits
    for start in range(1 + hits, strengths, step):
        stop = min(start + step, strengths)
        following = unscathed[:, start - hits : stop - hits]
        row[:, start:stop] = np.minimum(row[:, start:stop], following + 1)
