"""Number of plays that each side wins in the castle game, by wave: exact, without the state graph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gametheory.games.castle.rules import Castle, Position
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Printable, Table


@short_repr
@dataclass(frozen=True)
class PlayCounts(Printable):
    """Number of winning plays by number of waves."""

    soldiers: dict[int, int]
    castle: dict[int, int]
    uncounted_in_post: dict[int, int]

    def view(self) -> Iterable[Block]:
        """Return the number of winning plays by wave, and the totals."""
        return [self.table(self.castle)]

    def table(self, castle: dict[int, int]) -> Table:
        """Return the plays that the soldiers win, and some of the castle, by wave."""
        sides = self.soldiers, castle
        waves = sorted(self.soldiers | castle)
        rows = [(str(wave), *(exact_text(side[wave]) if wave in side else "" for side in sides)) for wave in waves]
        rows += [("", "", ""), ("total", *(exact_text(sum(side.values())) for side in sides))]
        return Table(("wave", "soldiers win", "castle wins"), rows, left=())

    @property
    def published_castle(self) -> dict[int, int]:
        """The castle's wins by number of waves, as the program of CD2 counts them."""
        counted = {wave: count - self.uncounted_in_post.get(wave, 0) for wave, count in self.castle.items()}
        return {wave: count for wave, count in counted.items() if count}


def is_uncounted_in_post(position: Position, successor: Position) -> bool:
    """Return whether the program of CD2 does not count a castle win with this last wave.

    The program drops a win if the difference of soldiers and defenders is negative and the strength is not positive,
    except in the wave in which the castle itself falls.

    Examples
    --------
    >>> is_uncounted_in_post(Position(1, 3, 0), Position(0, 2, 0))
    True
    """
    return position.strength == 0 and successor.soldiers == 0 and successor.defenders > position.soldiers


def region_size(game: Castle) -> int:
    """Return the number of positions that `count_plays` evaluates: n (n + 1) / 2 for each strength from 1 to s - n."""
    return game.soldiers * (game.soldiers + 1) // 2 * max(game.strength - game.soldiers, 0)


def count_plays(game: Castle) -> PlayCounts:
    """Count all plays that end in a win of either side, by number of waves, under the rules of the game.

    Method: a generating function, evaluated by Kronecker substitution. Let G(position) be the sum of z^waves over all
    plays from the position to a win, with weight 1 for the soldiers, y for the castle and y^2 for a castle win that the
    program of CD2 does not count. One evaluation at z = y = 1 gives the number N of all plays. A second evaluation at
    y = 2^b, z = 2^3b with 2^b > N gives one integer; its binary digits, b at a time, are all the counts.

    The positions after a wave with x defenders left alive are on one diagonal (soldiers - x, x, strength - x). A sum
    over all volleys is therefore a difference of two running sums along it. A tie repeats its last wave forever and is
    not counted.

    Cost: one addition of integers of (3 b x longest play) bits for each of the n (n + 1) / 2 x (s - n) positions. The
    positions of n + 2 strengths are in memory at a time.

    Parameters
    ----------
    game
        The game; the cost grows with `region_size`.

    Returns
    -------
    PlayCounts
        The counts for each side.

    Examples
    --------
    >>> counts = count_plays(Castle(12, 32, 5))
    >>> sum(counts.soldiers.values()), sum(counts.castle.values()), sum(counts.published_castle.values())
    (136, 827, 797)
    """
    size = (count_all_plays(game).bit_length() + 7) // 8  # whole bytes, so that the digits are slices
    packed = _evaluate_generating_function(game, 8 * size)
    digits = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    tables: tuple[dict[int, int], ...] = ({}, {}, {})
    for index, start in enumerate(range(0, len(digits), size)):
        if count := int.from_bytes(digits[start : start + size], "little"):
            wave, kind = divmod(index, len(tables))
            tables[kind][wave] = count
    soldiers, counted, uncounted = tables
    castle = {wave: counted.get(wave, 0) + uncounted.get(wave, 0) for wave in sorted(counted | uncounted)}
    return PlayCounts(soldiers, castle, uncounted)


def count_all_plays(game: Castle) -> int:
    """Return the number of all plays that end in a win of either side.

    Cost: about a fifth of that of `count_plays`.
    """
    return _evaluate_generating_function(game, 0)


Plane = list[list[int]]


def _evaluate_generating_function(game: Castle, bits: int) -> int:
    """Evaluate the generating function of the start at y = 2^bits, z = 2^(3 bits).

    The plane of one strength contains, at [soldiers][defenders left alive], the running sum along the diagonal that
    begins there. Entries without soldiers or without strength are zero: no play continues from them.
    """
    soldiers, fresh = game.soldiers, game.defenders_per_wave
    after_first_wave = game.strength - soldiers
    if after_first_wave <= 0:
        return 1 << 3 * bits
    zeros: Plane = [[0] * (soldiers + 1)] * (soldiers + 1)
    planes = dict.fromkeys(range(-soldiers, 1), zeros)
    battles = _battle_weights(soldiers, bits)
    terminal: Plane = [[]] * (soldiers + 1)
    for strength in range(1, after_first_wave + 1):
        planes[strength] = [zeros[0]]
        for here in range(1, soldiers + 1):
            fewest = max(min(fresh, soldiers) - here + 1, 0) // 2  # no play reaches a position with fewer alive
            facing = range(fresh + fewest, fresh + soldiers - here + 1)
            # From strength here + 1 on no volley can fell the castle, and the weights no longer change.
            if strength <= here + 1:
                terminal[here] = [_terminal_weight(here, enemies, strength, battles, bits) for enemies in facing]
            _append_row(planes, strength, fewest, facing, terminal[here], 3 * bits)
        del planes[strength - soldiers - 1]  # no later volley reaches back so far
    all_at_castle = planes[after_first_wave][soldiers][0] - planes[after_first_wave - 1][soldiers - 1][1]
    return all_at_castle << 3 * bits


def _append_row(
    planes: dict[int, Plane], strength: int, fewest: int, facing: range, terminal: list[int], shift: int
) -> None:
    """Append the row for one more soldier: the weight of plays that end with this wave, and the sum of all others.

    A volley that leaves `alive` defenders leads to [soldiers - alive][alive]. At least defenders - soldiers and at most
    all defenders are left alive. A volley that leaves none and changes nothing repeats the position; it is skipped.
    """
    plane = planes[strength]
    soldiers = len(plane)
    plane.append(row := [0] * fewest)
    below = planes[strength - soldiers - 1]
    diagonal = planes[strength - 1][soldiers - 1]
    for alive, (defenders, weight) in enumerate(zip(facing, terminal, strict=True), fewest):
        if defenders < soldiers:
            weight += planes[strength - soldiers + defenders][soldiers][0]
            weight -= below[soldiers - defenders - 1][defenders + 1]
        elif defenders == soldiers and alive == 0:
            weight += diagonal[1]
        elif defenders < 2 * soldiers:
            weight += plane[2 * soldiers - defenders][defenders - soldiers]
        row.append((weight << shift) + diagonal[alive + 1])


def _terminal_weight(soldiers: int, defenders: int, strength: int, battles: Plane, bits: int) -> int:
    """Return the weight of the volleys that fell the castle, and of those that lose the last soldiers."""
    falls = strength - soldiers + defenders  # left alive by the volley that fells the castle without a wasted shot
    if falls <= 0:
        return 1
    losing = min(defenders, falls) - max(soldiers, defenders - soldiers) + 1
    weight = max(losing, 0) << bits
    if max(defenders - soldiers, 0) <= falls <= defenders and falls < soldiers:
        weight += battles[soldiers - falls][falls]
    return weight


def _battle_weights(most: int, bits: int) -> Plane:
    """Return the weight of the forced battle after the castle fell, at [soldiers][defenders]; 1 if it is over."""
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
