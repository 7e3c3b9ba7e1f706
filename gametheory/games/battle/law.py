"""The law of one battle in floats, with a rigorous bound on the error of every probability.

Given a against d, the casualties of the two sides are independent, so that what follows a block of positions is one
product of two matrices; only blocks that hold probability are followed, on the bands of `volleys`.

The bound. The battle in which every volley is given to fall into its band parts from the battle with a chance of at
most 2 `left_out` a turn, hence of 2 `left_out` E[turns] in all. For that battle every number here is a sum of products
of nonnegative floats, and nothing is subtracted. A sum of n products, in whatever order, is within
gamma(n) = n u / (1 - n u) of itself, u = 2^-53 (Higham 2002, section 3.1), and the weights and quotients in it are
within a known relative error; so all that leaves a position is wrong by at most a known multiple of its size. An error
made at some position changes the chance of an end by at most its own size. Together the roundings thus count at most
that multiple x the sum of all that was computed to leave a position, which is the expected number of turns in which
somebody is hit. What is left out counts in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gametheory.games.battle.result import BattleLaw, Eventual, Survivors, Turn
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.volleys import LONG_UNIT, UNIT, Bools, Floats, Ints, most_turns, product, volleys

LOST_AT_MOST = 1e-15  # what bands and negligible positions may each leave out in a usual battle; the bound counts it
POSITIONS, COLUMNS = 512, 64  # at most in a block


def battle_law(battle: Battle, turns: int | None = None) -> BattleLaw:
    """The law of a battle by turn, in the end, and of the armies left, with a rigorous error bound.

    WB.3, s(k) = P s(k - 1), without the matrix P: a turn is a product of two matrices for each block of positions.
    What is undecided after the last turn asked for is followed to the end in one sweep, in which the stay in a position
    (nobody is hit) is summed as a geometric series. See the module for the bound. Cost: the positions that hold
    probability times the width of both bands, once for each turn asked for and once for the end; some 40 bytes for
    each of A D positions. Raises ValueError for turns below 1 or not whole, and for hits above 0 and below 1e-100.

    >>> law = battle_law(Battle(40, 25), 1)
    >>> round(law.turns[0].win, 3), law.error_bound < 1e-12
    (0.44, True)
    """
    if turns is not None and (not isinstance(turns, int) or isinstance(turns, bool) or turns < 1):
        raise ValueError(f"turns: {turns!r} is not a whole number of at least 1")
    field = _Field(battle)
    by_turn = tuple(field.turn(number) for number in range(1, (turns or 0) + 1))
    survivors = field.survivors() if turns else None
    field.finish()
    return BattleLaw(by_turn, field.eventual(), survivors or field.survivors(), field.error_bound())


def ends(battle: Battle) -> dict[str | None, Bools]:
    """Where a battle is over, by name of the outcome, at [fighting attackers, defenders]; None: where it goes on.

    >>> ends(Battle(1, 1, both_dead="defender"))["lose"].tolist()
    [[True, True], [False, False]]
    """
    fighting = np.arange(battle.attackers - battle.reserve + 1)[:, None]
    defenders = np.arange(battle.defenders + 1)
    win = (defenders == 0) & ((fighting > 0) | (battle.both_dead == "attacker"))
    lose = ((fighting == 0) | (defenders == 0)) & ~win
    outnumbered = (fighting + battle.reserve <= defenders) & battle.stop_when_outnumbered
    stopped = outnumbered & ~win & ~lose
    return {"win": win, "lose": lose, "stopped": stopped, None: ~(win | lose | stopped)}


@dataclass
class _Errors:
    """The ingredients of the bound: what was lost, the turns followed, and the roundings so far.

    The rest is of the sums made since `next_sums`: what was computed to leave positions (`changes`), the positions
    summed in one product, and how many numbers were added at [attackers, defenders // COLUMNS].
    """

    relative: float
    lost: float = 0.0
    turns: float = 0.0
    rounded: float = 0.0
    changes: float = 0.0
    inner: int = 0
    added: Ints = field(default_factory=lambda: np.zeros((1, 1), np.intp))

    def next_sums(self, shape: tuple[int, ...]) -> None:
        """Count the roundings of the sums made so far; an addition rounds what was there before as well, at most 1."""
        added = int(self.added.max())
        self.rounded += (4 * self.relative + (self.inner + added + 8) * UNIT) * self.changes + added * UNIT
        self.changes, self.inner = 0.0, 0
        self.added = np.zeros((shape[0], shape[1] // COLUMNS + 1), np.intp)

    def follow(self, changes: float, turns: float) -> None:
        """Some probability leaves its positions, after so many turns there."""
        self.changes += changes
        self.turns += turns

    def add(self, attackers: range, defenders: range, positions: int) -> None:
        """One more number, summed over so many positions, is added at these places."""
        last = (defenders.stop - 1) // COLUMNS
        self.added[attackers.start : attackers.stop, defenders.start // COLUMNS : last + 1] += 1
        self.inner = max(self.inner, positions)


class _Field:
    """The probability at [fighting attackers, defenders], and what happens to it."""

    def __init__(self, battle: Battle) -> None:
        fighting, hits = battle.attackers - battle.reserve, (battle.attacker_hits, battle.defender_hits)
        self.battle = battle
        self.ends = ends(battle)
        self.over = ~self.ends[None]
        self.boxes = {outcome: _box(places) for outcome, places in self.ends.items()}
        self.law = np.zeros((fighting + 1, battle.defenders + 1))
        self.law[fighting, battle.defenders] = 1
        self.negligible = LOST_AT_MOST / self.law.size
        self.left_out = LOST_AT_MOST / (most_turns(fighting, battle.defenders, *hits) if any(hits) else 1)
        self.attack = volleys(fighting, hits[0], self.left_out)
        self.defence = volleys(battle.defenders, hits[1], self.left_out)
        self.missed = self.defence.exactly(range(battle.defenders + 1), range(1))[:, 0]
        self.not_missed = self.defence.at_least(range(battle.defenders + 1), range(1, 2))[:, 0]
        self.most_missing = int(np.flatnonzero(self.missed)[-1])
        self.errors = _Errors(max(self.attack.relative, self.defence.relative))

    def turn(self, number: int) -> Turn:
        """Play one turn, and say how things stand."""
        before, self.law = np.where(self.over, 0.0, self.law), np.where(self.over, self.law, 0.0)
        self.errors.next_sums(self.law.shape)
        for rows, columns in _blocks(before > self.negligible):
            place = slice(rows.start, rows.stop), slice(columns.start, columns.stop)
            block = before[place].copy()
            before[place] = 0
            self.errors.follow(*[float(block.sum())] * 2)
            self.spread(block, rows, columns, len(self.law))
        self.errors.lost += float(before.sum())
        return Turn(number, *(self.chance(outcome) for outcome in ("win", "lose", None, "stopped")))

    def spread(self, block: Floats, rows: range, columns: range, below: int) -> None:
        """Add what follows a block of positions, where fewer attackers than `below` are left."""
        attackers = self.defence.left(columns, rows)
        attackers = range(attackers.start, min(attackers.stop, below))
        defenders = self.attack.left(rows, columns)
        if not attackers:
            return
        one = self.defence.left_law(columns, rows, attackers)  # at [a, d, a']
        two = self.attack.left_law(rows, columns, defenders, block)  # at [a, d, d'], weighted
        following = product(one.reshape(-1, len(attackers)).T, two.reshape(-1, len(defenders)))
        self.law[attackers.start : attackers.stop, defenders.start : defenders.stop] += following
        self.errors.add(attackers, defenders, block.size)

    def finish(self) -> None:
        """Follow all that is undecided to the end of the battle, row by row from all attackers to one."""
        if not (self.battle.attacker_hits or self.battle.defender_hits):
            return
        if (undecided := self.chance(None)) <= LOST_AT_MOST:
            self.errors.lost += undecided
            return
        self.errors.next_sums(self.law.shape)
        for fighting in range(len(self.law) - 1, 0, -1):
            row = np.where(self.over[fighting], 0.0, self.law[fighting])
            if row.max() > 0:
                self.law[fighting, ~self.over[fighting]] = 0
                self.finish_row(fighting, row)

    def finish_row(self, fighting: int, row: Floats) -> None:
        """Take a row out: the expected turns in each position of it, and what leaves it for the rows below."""
        turns = self.turns_in_row(fighting, row)
        for rows, columns in _blocks(turns[None] > 0):
            block = turns[None, columns.start : columns.stop]
            self.spread(block, range(fighting, fighting + len(rows)), columns, fighting)

    def turns_in_row(self, fighting: int, row: Floats) -> Floats:
        """The expected number of turns fought in each position of a row, from the probability that enters the row.

        By substitution from all defenders to one: while no attacker falls, defenders do. It uses up the row.
        """
        alone, most = range(fighting, fighting + 1), int(self.attack.last[fighting])
        hits = self.attack.exactly(alone, range(len(row)))[0]
        enough = self.attack.at_least(alone, range(len(row)))[0]
        for defenders in range(self.most_missing, 0, -1):
            if row[defenders] > self.negligible:
                leave = enough[1] + hits[0] * self.not_missed[defenders]
                again = row[defenders] / leave * self.missed[defenders]
                fewest = max(defenders - most, 1)
                row[fewest:defenders] += again * hits[defenders - fewest : 0 : -1]
                self.law[fighting, 0] += again * enough[defenders]
        self.errors.added[fighting] += self.most_missing
        self.errors.lost += float(row[row <= self.negligible].sum())
        row[row <= self.negligible] = 0
        turns: Floats = np.divide(row, enough[1] + hits[0] * self.not_missed, out=np.zeros_like(row), where=row > 0)
        self.errors.follow(float(row.sum()), float(turns.sum()))
        return turns

    def chance(self, outcome: str | None) -> float:
        """The probability that the battle is over with an outcome, of none for None."""
        box = self.boxes[outcome]
        if not box[0].stop:
            return 0.0
        by_row = self.law[box].sum(axis=1, dtype=np.longdouble, where=self.ends[outcome][box])
        return float(by_row.sum())

    def eventual(self) -> Eventual:
        """How the battle ends, once it has been followed to the end."""
        return Eventual(*(self.chance(outcome) for outcome in ("win", "lose", "stopped", None)))

    def survivors(self) -> Survivors:
        """The laws of the armies left on each side, without what has no probability."""
        by_attackers, by_defenders = (self.law.sum(axis=axis, dtype=np.longdouble) for axis in (1, 0))
        return Survivors(_nonzero(by_attackers, self.battle.reserve), _nonzero(by_defenders, 0))

    def error_bound(self) -> float:
        """At least the error of every probability; the last term is for the sums that are reported."""
        self.errors.next_sums((1, 1))
        reported = 2 * UNIT + sum(self.law.shape) * LONG_UNIT
        apart = 2 * self.left_out * self.errors.turns
        return min(1.0, 1.001 * (apart + self.errors.rounded + self.errors.lost + reported))


def _box(places: Bools) -> tuple[slice, slice]:
    """The rows and columns between the first and the last place marked."""
    rows, columns = (np.flatnonzero(places.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return slice(0), slice(0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _blocks(followed: Bools) -> Iterator[tuple[range, range]]:
    """Blocks that together hold all positions marked."""
    rows, columns = _box(followed)
    height = POSITIONS // max(min(columns.stop - (columns.start or 0), COLUMNS), 1)
    for top in range(rows.start or 0, rows.stop, height):
        for left in range(columns.start or 0, columns.stop, COLUMNS):
            block = range(top, min(top + height, rows.stop)), range(left, min(left + COLUMNS, columns.stop))
            if followed[top : block[0].stop, left : block[1].stop].any():
                yield block


def _nonzero(law: np.typing.NDArray[np.longdouble], first: int) -> dict[int, float]:
    return {first + int(count): float(law[count]) for count in np.flatnonzero(law)}
