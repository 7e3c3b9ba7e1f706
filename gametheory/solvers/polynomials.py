"""Supports of equilibria in realization plans: which actions each player uses, and which supports dominance excludes.

A table is a tree in which each player has one information set, so both are one case: the sequence form.

Branch and prune: boxes of behavior at the used actions, and what equilibria they can contain.

Bounds of multilinear forms are in floats. Rows are scaled so that the absolute values of each sum to 1, and are summed
over the sequences of one player after the other. So the error is at most the number of sequences and players times
2^-53: below `SLACK`, which is added outwards, for 8,000 sequences, far more than a search by supports can decide.

Zeros of a system of multilinear equations in arb: Newton's method, Krawczyk's test, and rational zeros exactly.

Whether an exact zero lies on a curve or a surface of zeros, by a Gröbner basis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import arb, arb_mat, ctx, fmpq_mat, fmpz_mat

from gametheory.model.sequence_form import FormTooLarge, PlayerSequences, SequenceForm
from gametheory.numbers.rationals import round_outward, simplest_between

Array: TypeAlias = Any  # numpy.ndarray
Supports: TypeAlias = tuple["Support", ...]

MAX_CELLS = 2_000_000  # of the payoffs of a player, by the sequences of all
MAX_SUPPORTS = 200_000  # of one player
MACHINE_BITS = 60
COMPARISON_WORK = 200  # numbers that numpy computes in the time of the calls of one comparison


class Block(NamedTuple):
    """The used actions at one information set, as places among the used sequences of the player."""

    parent: int
    first: int
    size: int

    @property
    def actions(self) -> slice:
        """The places of the actions."""
        return slice(self.first, self.first + self.size)


@dataclass(frozen=True)
class Support:
    """The sequences of a player with positive weight, the empty one first, and how they follow each other."""

    sequences: tuple[int, ...]
    blocks: tuple[Block, ...]

    @property
    def dimension(self) -> int:
        """The number of probabilities that are free."""
        return sum(block.size - 1 for block in self.blocks)

    def least(self, payoffs: Array) -> Array:
        """Return the least payoff over pure strategies in the support, whose sequences are the last axis."""
        payoffs = payoffs.copy()
        for block in reversed(self.blocks):
            payoffs[..., block.parent] += payoffs[..., block.actions].min(-1)
        return payoffs[..., 0]


def support_of(player: PlayerSequences, sequences: Sequence[int]) -> Support:
    """Return the support with these sequences.

    >>> from gametheory.solvers.sequence_form import form_of_table
    >>> support_of(form_of_table({(0,): (0,), (1,): (0,)}).players[0], (0, 2)).blocks
    (Block(parent=0, first=1, size=1),)
    """
    ordered = tuple(sorted(sequences))
    place = {sequence: index for index, sequence in enumerate(ordered)}
    blocks = []
    for own in player.sets:
        if own.parent in place:
            used = [place[sequence] for sequence in own.sequences if sequence in place]
            blocks.append(Block(place[own.parent], used[0], len(used)))
    return Support(ordered, tuple(blocks))


def all_supports(player: PlayerSequences) -> list[Support]:
    """Return all supports of a player, those with fewer free probabilities first."""

    def after(sequence: int) -> list[tuple[int, ...]]:
        return _unions([at_set[index] for index in player.next_sets[sequence]])

    at_set: dict[int, list[tuple[int, ...]]] = {}
    for index, own in reversed([*enumerate(player.sets)]):
        subsets = chain.from_iterable(combinations(own.sequences, size) for size in range(1, len(own.sequences) + 1))
        at_set[index] = [used + later for used in subsets for later in _unions([after(each) for each in used])]
        if len(at_set[index]) > MAX_SUPPORTS:
            raise FormTooLarge(f"a player has more than {MAX_SUPPORTS:,} supports")
    return sorted((support_of(player, (0, *used)) for used in after(0)), key=lambda each: each.dimension)


def _unions(options: list[list[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    if prod(map(len, options)) > MAX_SUPPORTS:
        raise FormTooLarge(f"a player has more than {MAX_SUPPORTS:,} supports")
    return [tuple(chain.from_iterable(each)) for each in product(*options)]


class Rows(NamedTuple):
    """Conditions on the others' plans, each a payoff by their sequences that must be 0, or at most 0."""

    equal: Array  # another used action is as good as the first at its information set
    outside: Array  # an unused action is no better than the first, whatever its player does afterwards
    pairs: Array  # each action is no better than each used one: the other two, in all ways


class Payoffs:
    """The payoffs of a game by the sequences of all players, as integers, and the supports that dominance leaves.

    `work` counts the numbers that the search has computed. The search ends by it, since a limit of time would make the
    answer depend on the machine.
    """

    def __init__(self, form: SequenceForm) -> None:
        self.form, self.players = form, form.players
        shape = tuple(map(len, form.players))
        if prod(shape) > MAX_CELLS:
            raise FormTooLarge(f"{' x '.join(map(str, shape))} sequences are more than {MAX_CELLS:,} cells")
        self.tables = [self._table(player, shape) for player in range(len(shape))]
        self._rows: dict[tuple[int, Support], Rows] = {}
        self.supports: list[list[Support]] = []
        self.work = 0

    def _table(self, player: int, shape: tuple[int, ...]) -> Array:
        """Return the payoffs of a player times their common denominator; the first axis is the player's."""
        common = lcm(*(payoffs[player].denominator for payoffs in self.form.payoffs.values()))
        integers = {key: int(payoffs[player] * common) for key, payoffs in self.form.payoffs.items()}
        small = sum(map(abs, integers.values())).bit_length() < MACHINE_BITS
        table = np.zeros(shape, np.int64 if small else object)
        for key, payoff in integers.items():
            table[key] = payoff
        return np.moveaxis(table, player, 0)

    def rows(self, player: int, support: Support) -> Rows:
        """Return the conditions for a player's support to be a best reply."""
        key = player, support
        if key not in self._rows:
            vectors = _conditions(self.players[player], support)
            table, size = self.tables[player], len(self.players[player])
            matrices = (np.array(each, table.dtype).reshape(-1, size) for each in vectors)
            self._rows[key] = Rows(*(np.tensordot(matrix, table, 1) for matrix in matrices))
        return self._rows[key]

    def restricted(self, player: int, rows: Array, supports: Supports) -> Array:
        """Return the conditions by the used sequences of the others only."""
        others = (support.sequences for index, support in enumerate(supports) if index != player)
        return rows[np.ix_(range(len(rows)), *others)]

    def worse(self, player: int, supports: Supports, mixed: bool = False) -> bool:
        """Whether a used action of a player is worse than another action, whatever the others do in their supports.

        If they use all their actions, it is also worse if it is nowhere better and somewhere worse.
        """
        least = self.restricted(player, self.rows(player, supports[player]).pairs, supports)
        self.work += least.size + COMPARISON_WORK
        most = -least
        for support in reversed(supports[:player] + supports[player + 1 :]):
            least, most = support.least(least), support.least(most)
        return bool(((least >= 0) & (most < 0) if mixed else least > 0).any())

    def find_supports(self) -> None:
        """List the supports of each player, without those with strictly dominated actions, again and again."""
        self.supports = [all_supports(player) for player in self.players]
        before = 0
        while before != (before := sum(map(len, self.supports))):
            for player, options in enumerate(self.supports):
                whole = self.whole()
                lower, higher = whole[:player], whole[player + 1 :]
                self.supports[player] = [each for each in options if not self.worse(player, (*lower, each, *higher))]

    def whole(self) -> Supports:
        """Return, for each player, all sequences of the supports that are left."""
        unions = (sorted(set(chain.from_iterable(each.sequences for each in options))) for options in self.supports)
        return tuple(support_of(player, used) for player, used in zip(self.players, unions, strict=True))

    def combinations(self) -> Iterator[Supports]:
        """Yield the supports of all players that dominance leaves, those with few free probabilities first.

        Yield an empty tuple for supports of some players that dominance excludes, so that a long search can end.
        """
        whole = self.whole()
        largest = [max(each.dimension for each in options) for options in self.supports]
        seen: dict[Supports, bool] = {}

        def extend(chosen: Supports, free: int) -> Iterator[Supports]:
            number = len(chosen)
            if number == len(whole):
                yield chosen
                return
            for support in self.supports[number]:
                if not free - sum(largest[number + 1 :]) <= support.dimension <= free:
                    continue
                longer = (*chosen, support)
                if longer not in seen:
                    supports, last = (*longer, *whole[number + 1 :]), number + 1 == len(whole)
                    seen[longer] = not any(self.worse(player, supports, last) for player in range(number + 1))
                yield from extend(longer, free - support.dimension) if seen[longer] else [()]

        for free in range(sum(largest) + 1):
            yield from extend((), free)


def _conditions(player: PlayerSequences, support: Support) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the conditions of `Rows`, as vectors over the sequences of the player."""
    used = set(support.sequences)
    equal: list[Array] = []
    outside: list[Array] = []
    pairs: list[Array] = []

    def pure(sequence: int, free: bool) -> list[Array]:
        """Return the pure strategies from an action on; of a used one, that with the first used actions."""
        start = np.zeros(len(player), int)
        start[sequence] = 1
        options = []
        for index in player.next_sets[sequence]:
            own = player.sets[index].sequences
            actions = own if free else [next(each for each in own if each in used)]
            options.append([later for action in actions for later in pure(action, free)])
        if prod(map(len, options)) > MAX_SUPPORTS:
            raise FormTooLarge(f"a player has more than {MAX_SUPPORTS:,} strategies")
        return [start + sum(each, np.zeros(len(player), int)) for each in product(*options)]

    for own in player.sets:
        chosen = [sequence for sequence in own.sequences if sequence in used]
        for action in own.sequences if chosen else ():
            for strategy in pure(action, action not in used):
                gains = [strategy - pure(other, False)[0] for other in chosen if other != action]
                pairs += gains
                if action != chosen[0]:
                    (equal if action in used else outside).append(gains[0])
    return equal, outside, pairs


SLACK = 2.0**-40
BEYOND = 2.0**-44  # by which a box in which a zero is sought may leave the probabilities
INFLATION = 0.125
LEAST_WIDTH = 2.0**-16
MAX_BOXES = 20_000
MAX_SINGULAR_BOXES = 100
BATCH = 256
MAX_NUMBERS = 1 << 22  # of a batch: bounds the memory
BATCH_WORK = 7_000  # numbers that numpy computes in the time of the calls for one batch


class Variable(NamedTuple):
    """The free probability of a used action; the last action of each block has the rest."""

    player: int
    block: int
    action: int


class Condition(NamedTuple):
    """The conditions of one player, by the weights of the others who mix: integers and floats."""

    player: int
    others: tuple[int, ...]
    equal: Array
    outside: Array
    pairs: Array


class System:
    """The conditions for an equilibrium with given supports: as many equations as free probabilities."""

    def __init__(self, payoffs: Payoffs, supports: Supports) -> None:
        self.payoffs, self.supports = payoffs, supports
        self.mixing = tuple(player for player, support in enumerate(supports) if support.dimension)
        self.blocks: dict[int, tuple[Block, ...]] = {player: supports[player].blocks for player in self.mixing}
        self.variables = [
            Variable(player, index, action)
            for player in self.mixing
            for index, block in enumerate(self.blocks[player])
            for action in range(block.actions.start, block.actions.stop - 1)
        ]
        self.conditions = [self._condition(player) for player in range(len(supports))]
        ends = np.cumsum([len(supports[player].sequences) for player in self.mixing]).tolist()
        self.columns = {p: slice(e - len(supports[p].sequences), e) for p, e in zip(self.mixing, ends, strict=True)}
        rank = sum(rank_of(each.equal) for each in self.conditions)
        self.singular = rank < len(self.variables)  # fewer equations than unknowns: no zero is alone
        self.mixed = [  # the places of all probabilities that are not 1
            self.columns[player].start + at
            for player in self.mixing
            for block in self.blocks[player]
            if block.size > 1
            for at in range(block.first, block.first + block.size)
        ]
        self.free = [self.columns[each.player].start + each.action for each in self.variables]

    def columns_of(self, player: int) -> range:
        """Return the places of the used sequences of a player."""
        return range(len(self.supports[player].sequences))

    def _condition(self, player: int) -> Condition:
        """Return the conditions of a player, after the pure strategies of those who do not mix."""
        rows = self.payoffs.rows(player, self.supports[player])
        restricted = [self.payoffs.restricted(player, each, self.supports) for each in rows]
        order = [other for other in range(len(self.supports)) if other != player]
        pure = tuple(axis for axis, other in enumerate(order, 1) if other not in self.mixing)
        equal, outside, pairs = (each.sum(axis=pure) for each in restricted)
        others = tuple(other for other in order if other in self.mixing)
        distinct = {str(row.tolist()): row for row in outside}  # np.unique does not take long integers
        return Condition(player, others, equal, np.array([*distinct.values()]).reshape(-1, *outside.shape[1:]), pairs)


class Isolation(NamedTuple):
    """The zeros that a search found, and whether it found all: nothing is left undecided."""

    roots: list[Any]
    whole: bool


class Search:
    """Boxes as two arrays, the least and the greatest probability of each used action; column 0 of a player is 1."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.equal = [_scaled(each.equal) for each in system.conditions]
        self.pairs = [_scaled(each.pairs) for each in system.conditions]
        self.batch = max(1, min(BATCH, MAX_NUMBERS // max(each.size for each in self.pairs)))
        self.box_work = sum(each.size for each in (*self.equal, *self.pairs))

    def isolate(self, certify: Callable[[Array], Any]) -> Isolation:
        """Return all zeros in the support that `certify` makes of a point near each, as far as the budget allows."""
        roots: list[Any] = []
        budget = MAX_SINGULAR_BOXES if self.system.singular else MAX_BOXES
        width = sum(len(self.system.supports[player].sequences) for player in self.system.mixing)
        low, high = np.zeros((1, width)), np.ones((1, width))
        for player in self.system.mixing:
            low[:, self.system.columns[player].start] = 1
        left = [(low, high)]
        while left and budget > 0:
            low, high = left.pop()
            budget -= len(low)
            self.system.payoffs.work += BATCH_WORK + len(low) * self.box_work
            low, high = self._step(low, high, certify, roots)
            if len(low) and (high - low).max(1).min() < LEAST_WIDTH:
                return Isolation(roots, whole=False)
            left += [(low[at : at + self.batch], high[at : at + self.batch]) for at in range(0, len(low), self.batch)]
        return Isolation(roots, whole=not left)

    def _step(self, low: Array, high: Array, certify: Callable[[Array], Any], roots: list[Any]) -> tuple[Array, Array]:
        """Discard boxes without an equilibrium, take out those with one zero, and shrink or split the others."""
        low, high = self._tighten(low, high)
        keep = np.ones(len(low), bool)
        for rows, condition in zip(self.pairs, self.system.conditions, strict=True):
            if len(rows):
                keep &= self._least(rows[None], condition.others, low, high).max(1) <= SLACK
        low, high = low[keep], high[keep]
        if not len(low):
            return low, high
        before = high - low
        low, high, centre, unique, wide_low, wide_high = self._krawczyk(low, high)
        keep = (low <= high).all(1)
        for number in np.flatnonzero(unique & keep):
            root = certify(centre[number])
            if root is not None and root.inside(wide_low[number], wide_high[number]):
                keep[number] = False
                if not any(other.same(root) for other in roots):
                    roots.append(root)
        low, high, before = low[keep], high[keep], before[keep]
        return self._split(low, high, before)

    def _tighten(self, low: Array, high: Array) -> tuple[Array, Array]:
        """Use that the probabilities at an information set add up to 1; return the boxes that are not empty."""
        low, high = low.copy(), high.copy()
        for player in self.system.mixing:
            for block in self.system.blocks[player]:
                lows, highs = (each[:, self.system.columns[player]][:, block.actions] for each in (low, high))
                least, most = lows.sum(1, keepdims=True), highs.sum(1, keepdims=True)
                lows[:], highs[:] = (
                    np.maximum(lows, 1 - (most - highs) - SLACK),
                    np.minimum(highs, 1 - (least - lows) + SLACK),
                )
        keep = (low <= high).all(1)
        return low[keep], high[keep]

    def _split(self, low: Array, high: Array, before: Array) -> tuple[Array, Array]:
        """Halve the boxes that did not shrink much."""
        widths = high - low
        wide = widths.max(1, initial=0) > 0.5 * before.max(1, initial=0)
        at = widths.argmax(1)[wide]
        one, two = high[wide], low[wide]
        index = np.arange(len(at))
        middle = (one[index, at] + two[index, at]) / 2
        one[index, at] = two[index, at] = middle
        return np.concatenate([low[~wide], low[wide], two]), np.concatenate([high[~wide], one, high[wide]])

    def _krawczyk(self, low: Array, high: Array) -> tuple[Array, ...]:
        """Return the boxes cut by Krawczyk's operator, its centres, and whether wider boxes have at most one zero."""
        width, free = high - low, self.system.free
        wide_low = np.maximum(low - INFLATION * width, np.minimum(low, 0) - BEYOND)
        wide_high = np.minimum(high + INFLATION * width, 1 + BEYOND)
        middle = self._middle(low, high)
        values = np.concatenate(
            [
                self._least(rows[None], condition.others, middle, middle)
                for rows, condition in zip(self.equal, self.system.conditions, strict=True)
                if len(rows)
            ],
            axis=1,
        )
        least, most = self._derivatives(wide_low, wide_high)
        matrix, radius = (least + most) / 2, (most - least) / 2
        inverse = np.linalg.pinv(matrix)
        size = np.abs(inverse)
        rest = np.abs(np.eye(len(free)) - inverse @ matrix) + size @ (radius + SLACK) + SLACK
        centre = middle[:, free] - (inverse @ values[..., None])[..., 0]
        reach = np.maximum(high - middle, middle - low)[:, free]
        reach = (rest @ reach[..., None])[..., 0] + SLACK * (1 + size.sum(-1))
        low, high = low.copy(), high.copy()
        low[:, free] = np.maximum(low[:, free], centre - reach)
        high[:, free] = np.minimum(high[:, free], centre + reach)
        return low, high, centre, rest.sum(-1).max(-1) < 1, wide_low, wide_high

    def _middle(self, low: Array, high: Array) -> Array:
        """Return a point of each box whose probabilities add up to 1 at each information set."""
        middle = low.copy()
        for player in self.system.mixing:
            for block in self.system.blocks[player]:
                lows, highs = (each[:, self.system.columns[player]][:, block.actions] for each in (low, high))
                room = (highs - lows).sum(1, keepdims=True)
                share = (1 - lows.sum(1, keepdims=True)) / np.where(room > 0, room, 1)
                middle[:, self.system.columns[player]][:, block.actions] = lows + share * (highs - lows)
        return middle

    def _least(self, rows: Array, others: tuple[int, ...], low: Array, high: Array) -> Array:
        """Return the least value of each row in each box, up to `SLACK`; the last axes are the others' sequences."""
        rows = np.broadcast_to(rows, (len(low), *rows.shape[1:]))
        for player in reversed(others):
            rows = self._fold(rows, player, low, high, 0)[..., 0]
        return rows

    def _fold(self, rows: Array, player: int, low: Array, high: Array, first: int) -> Array:
        """Add to each action the least value of the information sets after it; only of the blocks from the first on."""
        rows = rows.copy()
        own = self.system.columns[player]
        for block in reversed(self.system.blocks[player][first:]):
            lows, highs = low[:, own][:, block.actions], high[:, own][:, block.actions]
            values = rows[..., block.actions]
            if block.size == 1:
                rows[..., block.parent] += values[..., 0]
            elif low is high:  # at a point
                rows[..., block.parent] += (lows.reshape(len(lows), *(1,) * (values.ndim - 2), -1) * values).sum(-1)
            else:
                rows[..., block.parent] += _fill(values, lows, highs)
        return rows

    def _derivatives(self, low: Array, high: Array) -> tuple[Array, Array]:
        """Return bounds of the derivative of each equation by each free probability."""
        count = len(self.system.variables)
        least, most = np.zeros((len(low), count, count)), np.zeros((len(low), count, count))
        at = 0
        for rows, condition in zip(self.equal, self.system.conditions, strict=True):
            for axis, player in enumerate(condition.others, 1) if len(rows) else ():
                moved = np.broadcast_to(np.moveaxis(rows, axis, -1), (len(low), *np.moveaxis(rows, axis, -1).shape))
                rest = tuple(other for other in condition.others if other != player)
                for columns, lower, upper in self._slopes(moved, player, rest, low, high):
                    least[:, at : at + len(rows), columns] = lower
                    most[:, at : at + len(rows), columns] = upper
            at += len(rows)
        return least, most

    def _slopes(self, rows: Array, player: int, rest: tuple[int, ...], low: Array, high: Array) -> Any:
        """Yield the derivatives by the free probabilities of one player, whose sequences are the last axis."""
        weights = [np.ones((2, len(low)))] * len(self.system.supports[player].sequences)
        for index, block in enumerate(self.system.blocks[player]):
            own = self.system.columns[player]
            for action in range(block.actions.start, block.actions.stop):
                weights[action] = weights[block.parent] * np.stack([low[:, own][:, action], high[:, own][:, action]])
            if block.size == 1:
                continue
            lower = self._fold(rows, player, low, high, index + 1)[..., block.actions]
            upper = -self._fold(-rows, player, low, high, index + 1)[..., block.actions]
            bounds = (
                np.moveaxis(lower[..., :-1] - upper[..., -1:], -1, 2),
                np.moveaxis(lower[..., -1:] - upper[..., :-1], -1, 2),
            )
            least, negative = (self._least(each, rest, low, high) for each in bounds)
            scale = weights[block.parent][..., None, None]
            key, most = (player, index), -negative
            columns = [at for at, each in enumerate(self.system.variables) if (each.player, each.block) == key]
            yield columns, np.minimum(least * scale[0], least * scale[1]), np.maximum(most * scale[0], most * scale[1])


def _fill(values: Array, low: Array, high: Array) -> Array:
    """Return the least average of values along the last axis, with weights in a box that add up to 1."""
    shape = (len(low), *(1,) * (values.ndim - 2), low.shape[1])
    low, high = low.reshape(shape), high.reshape(shape)
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, -1)
    room = np.take_along_axis(np.broadcast_to(high - low, values.shape), order, -1)
    rest = 1 - low.sum(-1, keepdims=True) - (room.cumsum(-1) - room)
    return (low * values).sum(-1) + (np.clip(rest, 0, room) * ascending).sum(-1)


def rank_of(rows: Array) -> int:
    """Return the rank of integer rows."""
    if not len(rows):
        return 0
    return int(fmpz_mat([[int(number) for number in np.ravel(row)] for row in rows]).rank())


def _scaled(rows: Array) -> Array:
    """Return rows of integers as floats, each divided by the sum of its sizes."""
    total = np.abs(rows).sum(axis=tuple(range(1, rows.ndim)), keepdims=True)
    return np.array(rows / np.where(total == 0, 1, total), float)


Behavior: TypeAlias = dict[int, list[Any]]  # of each player who mixes, the probability of each used action

BITS = 256
WIDEST, NARROWEST, STEP = 4, 60, 4  # the radius of the first box to test, of the last, and the factor, as powers of 1/2
MAX_STEPS = 40
GRID = 1 << 96  # the denominator of intervals


class Interval(NamedTuple):
    """The ends of an interval with one number that is not rational, or whose denominator is long."""

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)


@dataclass
class Root:
    """A zero that exists and is the only one in `wide`; it lies in `balls`, or is `exact`."""

    balls: list[arb]
    wide: list[arb]
    exact: list[Fraction] | None
    mixed: dict[int, arb]  # the probabilities that are not 1, by their places in a box

    def inside(self, low: Array, high: Array) -> bool:
        """Whether the zero is in a box of floats."""
        sides = ((ball, arb(float(low[at])), arb(float(high[at]))) for at, ball in self.mixed.items())
        return all(bool(ball > least) and bool(ball < most) for ball, least, most in sides)

    def same(self, other: Root) -> bool:
        """Whether another root is this one."""
        return all(wide.contains(ball) for wide, ball in zip(self.wide, other.balls, strict=True))


class Equations:
    """The equations of a system for numbers of any kind."""

    def __init__(self, system: System) -> None:
        self.system, self.count = system, len(system.variables)
        self.conditions = [
            each._replace(equal=each.equal.astype(object), outside=each.outside.astype(object))
            for each in system.conditions
        ]

    def behavior(self, free: list[Any]) -> Behavior:
        """Return the probabilities of all used actions, given the free ones."""
        behavior: Behavior = {
            player: [free[0] * 0 + 1] * len(self.system.supports[player].sequences) for player in self.system.mixing
        }
        numbers = iter(free)
        for player in self.system.mixing:
            for block in self.system.blocks[player]:
                given = [next(numbers) for _ in range(block.size - 1)]
                behavior[player][block.actions] = [*given, 1 - sum(given, free[0] * 0)]
        return behavior

    def weights(self, behavior: Behavior, by: tuple[int, int, int] | None = None) -> dict[int, Array]:
        """Return the weights of the used sequences; or their derivatives by a free probability, for its player."""
        weights = {}
        for player, own in behavior.items():
            values = np.array(own, object)
            for block in self.system.blocks[player]:
                for action in range(block.actions.start, block.actions.stop):
                    values[action] = values[block.parent] * own[action]
            weights[player] = values
        if by:
            player, index, action = by
            slopes = weights[player] * 0
            for number, block in enumerate(self.system.blocks[player]):
                for each in range(block.actions.start, block.actions.stop):
                    slopes[each] = slopes[block.parent] * behavior[player][each]
                if number == index:
                    slopes[action] += weights[player][block.parent]
                    slopes[block.actions.stop - 1] -= weights[player][block.parent]
            weights[player] = slopes
        return weights

    def values(self, weights: dict[int, Array]) -> list[Any]:
        """Return the left sides of the equations."""
        return [value for each in self.conditions for value in contract(each.equal, each, weights)]

    def jacobian(self, behavior: Behavior, zero: Any = 0) -> list[Any]:
        """Return the derivatives, by row."""
        columns = []
        for variable in self.system.variables:
            weights = self.weights(behavior, variable)
            columns.append(
                [
                    value
                    for each in self.conditions
                    for value in (
                        contract(each.equal, each, weights)
                        if variable.player in each.others
                        else [zero] * len(each.equal)
                    )
                ]
            )
        return [column[row] for row in range(self.count) for column in columns]

    def certify(self, start: Array) -> Root | None:
        """Return the zero near a point, if Krawczyk's test proves that there is one."""
        with ctx.workprec(BITS):
            try:
                point = self._newton([arb(float(number)) for number in start])
                return self._root(point) if point else None
            except ZeroDivisionError:  # a singular matrix
                return None

    def _newton(self, point: list[arb]) -> list[arb] | None:
        for _ in range(MAX_STEPS):
            behavior = self.behavior(point)
            values = arb_mat(self.count, 1, self.values(self.weights(behavior)))
            step = arb_mat(self.count, self.count, self.jacobian(behavior)).mid().solve(values.mid()).entries()
            point = [(each - change).mid() for each, change in zip(point, step, strict=True)]
            size = max(abs(change) for change in step)
            if size < arb(2) ** (-BITS // 2):
                return point
            if not size < 4:
                return None
        return None

    def _root(self, point: list[arb]) -> Root | None:
        behavior = self.behavior(point)
        inverse = arb_mat(self.count, self.count, self.jacobian(behavior)).mid().inv().mid()
        values = arb_mat(self.count, 1, self.values(self.weights(behavior)))
        narrow = self._krawczyk(point, inverse, values, -BITS // 2 + 16)
        for power in range(-WIDEST, -NARROWEST, -STEP):
            wide = self._krawczyk(point, inverse, values, power)
            if wide and narrow:
                behavior = self.behavior(narrow[1])
                flat = [ball for player in self.system.mixing for ball in behavior[player]]
                mixed = {at: flat[at] for at in self.system.mixed}
                return Root(narrow[1], wide[0], self._rational(narrow[1]), mixed)
        return None

    def _krawczyk(
        self, point: list[arb], inverse: arb_mat, values: arb_mat, power: int
    ) -> tuple[list[arb], list[arb]] | None:
        """Return a box around a point, and a part of it that has its only zero."""
        radius = arb(0, arb(2) ** power)
        box = [each + radius for each in point]
        slopes = arb_mat(self.count, self.count, self.jacobian(self.behavior(box)))
        rest = arb_mat(self.count, self.count, np.eye(self.count, dtype=int).ravel().tolist()) - inverse * slopes
        image = arb_mat(self.count, 1, point) - inverse * values + rest * arb_mat(self.count, 1, [radius] * self.count)
        inner = image.entries()
        return (box, inner) if all(map(arb.contains_interior, box, inner)) else None

    def _rational(self, balls: list[arb]) -> list[Fraction] | None:
        """Return the zero if it is rational and its denominators are not long."""
        exact = [simplest_between(*interval(ball)) for ball in balls]
        return None if any(self.values(self.weights(self.behavior(exact)))) else exact


def contract(rows: Array, condition: Condition, weights: dict[int, Array]) -> list[Any]:
    """Return the value of each row at the weights of the others."""
    for player in reversed(condition.others):
        rows = rows @ weights[player]
    return list(rows)


def interval(ball: arb) -> Interval:
    """Return the ends of a ball."""
    ends = (ball.mid().man_exp(), ball.rad().man_exp())
    middle, radius = (Fraction(int(number)) * Fraction(2) ** int(power) for number, power in ends)
    return Interval(middle - radius, middle + radius)


def wider(ball: arb) -> Interval:
    """Return an interval around a ball whose ends are short, with room for a test that starts from the interval."""
    low, high = round_outward(*interval(ball), GRID)
    return Interval(low - Fraction(1, GRID), high + Fraction(1, GRID))


def in_span(rows: Array, row: Array) -> bool:
    """Whether a row of integers is a combination of others, and so is 0 where they are.

    >>> in_span(np.array([[1, 2], [0, 1]], object), np.array([3, 1], object))
    True
    """
    matrix = [[int(number) for number in np.ravel(each)] for each in (*rows, row)]
    if not any(matrix[-1]):
        return True
    return bool(len(rows)) and fmpq_mat(matrix[:-1]).rank() == fmpq_mat(matrix).rank()


MAX_UNKNOWNS = 4  # a basis of more can take hours


def dependent_near(equations: Equations, free: Sequence[Fraction]) -> bool:
    """Whether the equations with independent derivatives at a zero imply the others near it, and leave a freedom.

    The former define a smooth set where a minor of their derivatives is not 0, as it is not at the zero. The others
    vanish on the set if they are in the ideal that the former and an inverse of the minor generate.
    """
    import sympy  # here, because it takes long to import

    count = equations.count
    if count > MAX_UNKNOWNS:
        return False
    inverse, *unknowns = sympy.symbols(f"w y:{count}")
    behavior = equations.behavior(list(unknowns))
    values = [sympy.expand(each) for each in equations.values(equations.weights(behavior))]
    slopes = sympy.Matrix(count, count, equations.jacobian(behavior))
    point = {name: sympy.Rational(each.numerator, each.denominator) for name, each in zip(unknowns, free, strict=True)}
    rows = slopes.subs(point).T.rref()[1]
    columns = slopes.subs(point)[list(rows), :].rref()[1]
    if len(rows) == count or not rows:
        return False
    minor = sympy.expand(slopes[list(rows), list(columns)].det())
    ideal = [*(values[row] for row in rows), 1 - inverse * minor]
    basis = sympy.groebner(ideal, inverse, *unknowns, order="grevlex")
    return all(basis.contains(value) for row, value in enumerate(values) if row not in rows)
