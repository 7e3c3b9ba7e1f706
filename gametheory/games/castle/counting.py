"""Number of plays that each side wins in the castle game, by wave: exact, without the state graph."""

from __future__ import annotations

from collections import Counter
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
        rows = []
        for wave in sorted(self.soldiers | castle):
            soldiers_count = _count_text(self.soldiers, wave)
            castle_count = _count_text(castle, wave)
            rows.append((str(wave), soldiers_count, castle_count))
        rows.append(("", "", ""))
        rows.append(("total", exact_text(sum(self.soldiers.values())), exact_text(sum(castle.values()))))
        return Table(("wave", "soldiers win", "castle wins"), rows, left=())

    @property
    def published_castle(self) -> dict[int, int]:
        """The castle's wins by number of waves, as the program of CD2 counts them."""
        counted = {}
        for wave, count in self.castle.items():
            left = count - self.uncounted_in_post.get(wave, 0)
            if left:
                counted[wave] = left
        return counted


def _count_text(counts: dict[int, int], wave: int) -> str:
    if wave in counts:
        return exact_text(counts[wave])
    return ""


def is_uncounted_in_post(position: Position, successor: Position) -> bool:
    """Return whether the program of CD2 does not count a castle win with this last wave.

    The program drops a win if the difference of soldiers and defenders is negative and the strength is not positive,
    except in the wave in which the castle itself falls.

    Examples
    --------
    >>> is_uncounted_in_post(Position(1, 3, 0), Position(0, 2, 0))
    True
    """
    castle_fell_before = position.strength == 0
    return castle_fell_before and successor.soldiers == 0 and successor.defenders > position.soldiers


def region_size(game: Castle) -> int:
    """Return the number of positions that `count_plays` evaluates: n (n + 1) / 2 for each strength from 1 to s - n."""
    strengths = max(game.strength - game.soldiers, 0)
    return game.soldiers * (game.soldiers + 1) // 2 * strengths


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
    all_plays = _evaluate_generating_function(game, 0)
    size = (all_plays.bit_length() + 7) // 8  # whole bytes, so that the digits are slices
    packed = _evaluate_generating_function(game, 8 * size)
    return _unpack(packed, size)


def _unpack(packed: int, size: int) -> PlayCounts:
    """Return the counts whose digits, of `size` bytes, are those of one integer: three digits for each wave."""
    digits = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    soldiers, castle, uncounted = tables = Counter[int](), Counter[int](), Counter[int]()
    for index, start in enumerate(range(0, len(digits), size)):
        count = int.from_bytes(digits[start : start + size], "little")
        if count:
            wave, kind = divmod(index, len(tables))
            tables[kind][wave] = count
    castle += uncounted  # what the program of CD2 leaves out are wins of the castle, too
    return PlayCounts(dict(soldiers), dict(sorted(castle.items())), dict(uncounted))


Plane = list[list[int]]


def _evaluate_generating_function(game: Castle, bits: int) -> int:
    """Evaluate the generating function of the start at y = 2^bits, z = 2^(3 bits).

    The plane of one strength contains, at [soldiers][defenders left alive], the running sum along the diagonal that
    begins there. Entries without soldiers or without strength are zero: no play continues from them.
    """
    soldiers = game.soldiers
    fresh = game.defenders_per_wave
    after_first_wave = game.strength - soldiers
    if after_first_wave <= 0:
        return 1 << 3 * bits
    no_plays = [0] * (soldiers + 1)
    planes = dict.fromkeys(range(-soldiers, 1), [no_plays] * (soldiers + 1))
    battles = _battle_weights(soldiers, bits)
    terminal: Plane = [[]] * (soldiers + 1)
    for strength in range(1, after_first_wave + 1):
        planes[strength] = [no_plays]
        for here in range(1, soldiers + 1):
            fewest = max(min(fresh, soldiers) - here + 1, 0) // 2  # no play reaches a position with fewer alive
            facing = range(fresh + fewest, fresh + soldiers - here + 1)
            # From strength here + 1 on no volley can fell the castle, and the weights no longer change.
            if strength <= here + 1:
                terminal[here] = [_terminal_weight(here, enemies, strength, battles, bits) for enemies in facing]
            _append_row(planes, strength, fewest, facing, terminal[here], 3 * bits)
        del planes[strength - soldiers - 1]  # no later volley reaches back so far
    # A difference of two running sums is one entry: after a first volley, all of it at the castle, none is alive.
    sums = planes[after_first_wave]
    sums_beyond = planes[after_first_wave - 1]
    all_at_castle = sums[soldiers][0] - sums_beyond[soldiers - 1][1]
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
    row = [0] * fewest
    plane.append(row)
    below = planes[strength - soldiers - 1]
    diagonal = planes[strength - 1][soldiers - 1]
    for alive, (defenders, weight) in enumerate(zip(facing, terminal, strict=True), fewest):
        if defenders < soldiers:
            # Any number can be left alive, from none to all: both ends of the running sum are inside.
            none_alive = planes[strength - soldiers + defenders][soldiers]
            weight += none_alive[0] - below[soldiers - defenders - 1][defenders + 1]
        elif defenders == soldiers and alive == 0:
            # Shooting them all would repeat the position; the sum begins one step later.
            weight += diagonal[1]
        elif defenders < 2 * soldiers:
            # Some stay alive after any volley, and some soldiers do after the one that shoots the most.
            fewest_alive = defenders - soldiers
            weight += plane[soldiers - fewest_alive][fewest_alive]
        row.append((weight << shift) + diagonal[alive + 1])


def _terminal_weight(soldiers: int, defenders: int, strength: int, battles: Plane, bits: int) -> int:
    """Return the weight of the volleys that fell the castle, and of those that lose the last soldiers."""
    falls = strength - soldiers + defenders  # left alive by the volley that fells the castle without a wasted shot
    if falls <= 0:
        return 1
    fewest_alive = max(defenders - soldiers, 0)
    # All soldiers die if at least as many defenders are left alive. More than `falls` cannot be: all soldiers fire.
    losing = min(defenders, falls) - max(soldiers, fewest_alive) + 1
    weight = max(losing, 0) << bits
    if fewest_alive <= falls <= defenders and falls < soldiers:
        # The castle falls, and soldiers are left: the battle that follows has no choices.
        weight += battles[soldiers - falls][falls]
    return weight


def _battle_weights(most: int, bits: int) -> Plane:
    """Return the weight of the forced battle after the castle fell, at [soldiers][defenders]; 1 if it is over."""
    weights = [[1] * (most + 1) for _ in range(most + 1)]
    for soldiers in range(1, most + 1):
        for defenders in range(1, most + 1):
            alive = defenders - soldiers
            if alive > soldiers:
                weight = 1 << 2 * bits  # the castle wins, and the program of CD2 does not count it
            elif alive == soldiers:
                weight = 1 << bits  # the castle wins
            elif alive > 0:
                weight = weights[soldiers - alive][alive]
            else:
                weight = 1  # the soldiers win
            weights[soldiers][defenders] = weight << 3 * bits
    return weights
