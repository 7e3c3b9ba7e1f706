"""How many ways each side has to win the castle game, by wave, exactly and fast."""

from __future__ import annotations

from dataclasses import dataclass

from gametheory.claims.evidence import Table
from gametheory.games.castle.rules import Castle, Position
from gametheory.numbers.format import format_number


@dataclass(frozen=True)
class PlayCounts:
    """Ways to win by number of waves, for the soldiers and for the castle.

    `missed` is the part of the castle's wins that the program behind CD2 did not count: the castle had fallen
    in an earlier wave and more defenders than soldiers were left when the last soldiers died.

    >>> PlayCounts({4: 1}, {3: 2, 5: 1}, {5: 1}).published_castle
    {3: 2}
    """

    soldiers: dict[int, int]
    castle: dict[int, int]
    missed: dict[int, int]

    @property
    def published_castle(self) -> dict[int, int]:
        """The castle's wins as the program behind CD2 counts them."""
        kept = {wave: count - self.missed.get(wave, 0) for wave, count in self.castle.items()}
        return {wave: count for wave, count in kept.items() if count}

    def _repr_html_(self) -> str:
        """The counts by wave, and in all."""
        sides = self.soldiers, self.castle, self.missed
        rows: list[tuple[object, ...]] = [
            (wave, *(format_number(side.get(wave, 0)) for side in sides))
            for wave in sorted(self.soldiers | self.castle)
        ]
        rows.append(("in all", *(format_number(sum(side.values())) for side in sides)))
        return Table(("wave", "soldiers win", "castle wins", "of these not counted in the post"), rows)._repr_html_()


def is_missed(position: Position, following: Position) -> bool:
    """Whether the program behind CD2 misses a castle win that ends with this wave.

    It drops wins in which the soldiers left would be negative and the strength is not positive, but for the
    wave in which the castle itself falls.

    >>> is_missed(Position(1, 3, 0), Position(0, 2, 0))
    True
    """
    return position.strength == 0 and following.soldiers == 0 and following.defenders > position.soldiers


def region_size(game: Castle) -> int:
    """How many positions `count_plays` looks at: n (n + 1) / 2 for each strength from 1 to s - n.

    >>> region_size(Castle(60, 600, 40))
    988200
    """
    return game.soldiers * (game.soldiers + 1) // 2 * max(game.strength - game.soldiers, 0)


def count_plays(game: Castle) -> PlayCounts:
    """Count every way to win, by number of waves, under the rules as told.

    Generating function by Kronecker substitution. Let G(position) be the sum of z^waves over the ways to end
    the play, weighted 1 for the soldiers, y for the castle and y^2 for a castle win that CD2 missed. One
    evaluation at z = y = 1 gives the number N of all ways; a second at y = 2^b, z = 2^3b with 2^b > N gives one
    integer whose binary digits, b at a time, are all the counts.

    The positions after a wave that leaves x defenders alive lie on one diagonal (soldiers - x, x,
    strength - x), so that a sum over all volleys is a difference of two running sums. Cost: one addition of
    integers of (3 b x longest play) bits for each of the n (n + 1) / 2 x (s - n) positions; in memory are n + 2
    strengths at a time.

    >>> counts = count_plays(Castle(12, 32, 5))
    >>> sum(counts.soldiers.values()), sum(counts.castle.values()), sum(counts.published_castle.values())
    (136, 827, 797)
    """
    size = (_evaluate_generating_function(game, 0).bit_length() + 7) // 8  # whole bytes, so that the digits are slices
    packed = _evaluate_generating_function(game, 8 * size)
    digits = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    tables: tuple[dict[int, int], ...] = ({}, {}, {})
    for index, start in enumerate(range(0, len(digits), size)):
        if count := int.from_bytes(digits[start : start + size], "little"):
            wave, kind = divmod(index, len(tables))
            tables[kind][wave] = count
    soldiers, counted, missed = tables
    castle = {wave: counted.get(wave, 0) + missed.get(wave, 0) for wave in sorted(counted | missed)}
    return PlayCounts(soldiers, castle, missed)


Plane = list[list[int]]


def _evaluate_generating_function(game: Castle, bits: int) -> int:
    """Evaluate the generating function of the start at y = 2^bits, z = 2^(3 bits).

    The plane of one strength holds, at [soldiers][defenders left alive], the running sum down the diagonal
    that begins there. Without soldiers or without strength nothing goes on: those entries are zero.
    """
    soldiers, fresh = game.soldiers, game.defenders_per_wave
    standing = game.strength - soldiers
    if standing <= 0:
        return 1 << 3 * bits
    nothing: Plane = [[0] * (soldiers + 1)] * (soldiers + 1)
    planes = dict.fromkeys(range(-soldiers, 1), nothing)
    battles = _battles(soldiers, bits)
    ends: Plane = [[]] * (soldiers + 1)
    for strength in range(1, standing + 1):
        planes[strength] = [nothing[0]]
        for here in range(1, soldiers + 1):
            fewest = max(min(fresh, soldiers) - here + 1, 0) // 2  # with fewer alive no play comes here
            facing = range(fresh + fewest, fresh + soldiers - here + 1)
            if strength <= here + 1:  # from there on no volley can bring the castle down: the same for all
                ends[here] = [_end(here, defenders, strength, battles, bits) for defenders in facing]
            _append_row(planes, strength, fewest, facing, ends[here], 3 * bits)
        del planes[strength - soldiers - 1]
    first_volley_all_at_castle = planes[standing][soldiers][0] - planes[standing - 1][soldiers - 1][1]
    return first_volley_all_at_castle << 3 * bits


def _append_row(
    planes: dict[int, Plane], strength: int, fewest: int, facing: range, ends: list[int], shift: int
) -> None:
    """Add the row of one more soldier: what ends with this wave, and the running sum of what goes on.

    A volley that spares `alive` defenders leads to [soldiers - alive][alive]. It spares at least
    defenders - soldiers, at most all of them, and none at the price of repeating the position.
    """
    plane = planes[strength]
    soldiers = len(plane)
    plane.append(row := [0] * fewest)
    below = planes[strength - soldiers - 1]
    beside = planes[strength - 1][soldiers - 1]
    for alive, (defenders, weight) in enumerate(zip(facing, ends, strict=True), fewest):
        if defenders < soldiers:
            weight += planes[strength - soldiers + defenders][soldiers][0]
            weight -= below[soldiers - defenders - 1][defenders + 1]
        elif defenders == soldiers and alive == 0:
            weight += beside[1]
        elif defenders < 2 * soldiers:
            weight += plane[2 * soldiers - defenders][defenders - soldiers]
        row.append((weight << shift) + beside[alive + 1])


def _end(soldiers: int, defenders: int, strength: int, battles: Plane, bits: int) -> int:
    """Weight of the volleys that bring down the castle, and of those that lose the last soldiers."""
    falls = strength - soldiers + defenders  # spared by the volley that just brings the castle down
    if falls <= 0:
        return 1
    losing = min(defenders, falls) - max(soldiers, defenders - soldiers) + 1
    weight = max(losing, 0) << bits
    if max(defenders - soldiers, 0) <= falls <= defenders and falls < soldiers:
        weight += battles[soldiers - falls][falls]
    return weight


def _battles(most: int, bits: int) -> Plane:
    """Weight of the forced battle of [soldiers][defenders] after the castle fell; 1 when it is over."""
    weights = [[1] * (most + 1) for _ in range(most + 1)]
    for soldiers in range(1, most + 1):
        for defenders in range(1, most + 1):
            alive = defenders - soldiers
            if alive >= soldiers:
                weight = 1 << (bits if alive == soldiers else 2 * bits)
            else:
                weight = weights[soldiers - alive][alive] if alive > 0 else 1
            weights[soldiers][defenders] = weight << 3 * bits
    return weights
