"""Supports of equilibria in realization plans: which actions each player uses, and which supports dominance excludes.

A table is a tree in which each player has one information set, so both are one case: the sequence form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, pairwise, product
from math import lcm, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.model.sequence_form import FormTooLarge, PlayerSequences, SequenceForm
from gametheory.parallel.compiled import Floats
from gametheory.solvers.pivoting import Point, corrected, followed
from gametheory.verify.complete_behavior import MAX_SETS, FormTables, SetTables
from gametheory.verify.complete_behavior import supports_left as sequences_left
from gametheory.verify.complete_supports import SupportTables, supports_left

Array: TypeAlias = NDArray[Any]  # integers of the machine, or of Python if they are longer
Supports: TypeAlias = tuple["Support", ...]


MAX_CELLS = 2_000_000  # of the payoffs of a player, by the sequences of all
MAX_SUPPORTS = 200_000  # of one player
MAX_OF_SMALL, MAX_OF_ALL = 5_000, 30_000  # supports of all players that are looked at one by one
MACHINE_BITS = 60
COMPARISON_WORK = 200  # numbers that numpy computes in the time of the calls of one comparison


class Block(NamedTuple):
    """The used actions at one information set, as places among the used sequences of the player."""

    parent: int
    first: int
    size: int

    @property
    def places(self) -> range:
        """The places of the actions."""
        return range(self.first, self.first + self.size)

    @property
    def actions(self) -> slice:
        """The places of the actions as a slice."""
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


def support_of(player: PlayerSequences, sequences: Iterable[int]) -> Support:
    """Return the support with these sequences.

    >>> from gametheory.solvers.sequence_form import form_of_table
    >>> support_of(form_of_table({(0,): (0,), (1,): (0,)}).players[0], (0, 2)).blocks
    (Block(parent=0, first=1, size=1),)
    """
    ordered = tuple(sorted(sequences))
    place = {sequence: index for index, sequence in enumerate(ordered)}
    blocks = []
    for part in player.sets:
        if part.parent in place:
            used = [place[sequence] for sequence in part.sequences if sequence in place]
            blocks.append(Block(place[part.parent], used[0], len(used)))
    return Support(ordered, tuple(blocks))


def actions_of(supports: Supports) -> tuple[tuple[int, ...], ...]:
    """Return for each player of a table the used strategies, counted from 0: all sequences but the empty one."""
    return tuple(tuple(sequence - 1 for sequence in own.sequences[1:]) for own in supports)


def all_supports(player: PlayerSequences) -> list[Support]:
    """Return all supports of a player, those with fewer free probabilities first."""
    after: list[list[tuple[int, ...]]] = [[] for _ in player.sets]  # the used sequences from each set on

    def following(sequence: int) -> list[tuple[int, ...]]:
        return _unions([after[index] for index in player.next_sets[sequence]])

    # the last sets first: what follows an action is known before the set of the action is looked at
    for index, part in reversed([*enumerate(player.sets)]):
        for size in range(1, len(part.sequences) + 1):
            for used in combinations(part.sequences, size):
                after[index] += [used + later for later in _unions(list(map(following, used)))]
        if len(after[index]) > MAX_SUPPORTS:
            raise FormTooLarge(f"a player has more than {MAX_SUPPORTS:,} supports")
    supports = [support_of(player, (0, *used)) for used in following(0)]
    return sorted(supports, key=lambda support: support.dimension)


def _unions(options: list[list[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """Return the unions of one option from each list."""
    if prod(map(len, options)) > MAX_SUPPORTS:
        raise FormTooLarge(f"a player has more than {MAX_SUPPORTS:,} supports")
    return [tuple(chain.from_iterable(chosen)) for chosen in product(*options)]


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

    def __init__(self, form: SequenceForm, find_all: bool = False) -> None:
        self.form = form
        self.most_supports = MAX_OF_ALL if find_all else MAX_OF_SMALL
        self.players = form.players
        shape = tuple(map(len, form.players))
        if prod(shape) > MAX_CELLS:
            raise FormTooLarge(f"{' x '.join(map(str, shape))} sequences are more than {MAX_CELLS:,} cells")
        self.tables = [self._table(player, shape) for player in range(len(shape))]
        self._rows: dict[tuple[int, Support], Rows] = {}
        self.supports: list[list[Support]] = []
        self.work = 0

    def _table(self, player: int, shape: tuple[int, ...]) -> Array:
        """Return the payoffs of a player times their common denominator; the first axis is the player's."""
        payoffs = [row[player] for row in self.form.payoffs.values()]
        common = lcm(*(payoff.denominator for payoff in payoffs))
        integers = [int(payoff * common) for payoff in payoffs]
        # no sum of payoffs is then longer than a machine integer
        small = sum(map(abs, integers)).bit_length() < MACHINE_BITS
        table = np.zeros(shape, np.int64 if small else object)
        for sequences, integer in zip(self.form.payoffs, integers, strict=True):
            table[sequences] = integer
        return np.moveaxis(table, player, 0)

    def rows(self, player: int, support: Support) -> Rows:
        """Return the conditions for a player's support to be a best reply."""
        key = player, support
        if key not in self._rows:
            table = self.tables[player]
            size = len(self.players[player])
            conditions = []
            for vectors in _conditions(self.players[player], support):
                matrix = np.array(vectors, table.dtype).reshape(-1, size)
                conditions.append(np.tensordot(matrix, table, 1))
            self._rows[key] = Rows(*conditions)
        return self._rows[key]

    def restricted(self, player: int, rows: Array, supports: Supports) -> Array:
        """Return the conditions by the used sequences of the others only."""
        others = (support.sequences for index, support in enumerate(supports) if index != player)
        return rows[np.ix_(range(len(rows)), *others)]

    def worse(self, player: int, supports: Supports, mixed: bool = False) -> bool:
        """Whether a used action of a player is worse than another action, whatever the others do in their supports.

        If they use all their actions, it is also worse if it is nowhere better and somewhere worse.
        """
        pairs = self.rows(player, supports[player]).pairs
        least = self.restricted(player, pairs, supports)
        self.work += least.size + COMPARISON_WORK
        most = -least
        for support in reversed(supports[:player] + supports[player + 1 :]):
            least = support.least(least)
            most = support.least(most)
        if mixed:
            worse = (least >= 0) & (most < 0)
        else:
            worse = least > 0
        return bool(worse.any())

    @cached_property
    def is_small_table(self) -> bool:
        """Whether it is a table, not of two players, whose supports can be looked at one by one."""
        is_small = len(self.players) != 2 and count_supports(self.form) <= MAX_OF_SMALL
        return is_small and not self.form.tree

    @cached_property
    def is_small_tree(self) -> bool:
        """Whether it is a tree of three or more players, whose supports can be looked at one by one."""
        sets = sum(len(player.sets) for player in self.players)
        is_small = sets <= MAX_SETS and count_supports(self.form) <= self.most_supports
        return is_small and len(self.players) > 2 and bool(self.form.tree)

    @cached_property
    def form_tables(self) -> FormTables:
        """The payoffs of a small tree, as its checker reads them."""
        return FormTables(self.form)

    def part_of(self, supports: Supports) -> SupportTables:
        """Return the payoffs for a support of a small table or tree, as its checker reads them."""
        if self.is_small_table:
            return SupportTables(self.action_tables, self.names_of(supports))
        return SetTables(self.form_tables, self.names_of(supports))

    def names_of(self, supports: Supports) -> tuple[tuple[int, ...], ...]:
        """Return a support as its checker reads it: strategies of a table, or sequences of a tree."""
        if self.is_small_table:
            return actions_of(supports)
        return tuple(own.sequences for own in supports)

    @cached_property
    def action_tables(self) -> list[Array]:
        """For each player of a small table the payoffs by the strategies of all, as integers of Python."""
        tables = []
        for player, table in enumerate(self.tables):
            actions = table.astype(object)
            # the first sequence is empty: its payoffs are those of plays in which the player does not decide
            for axis in range(table.ndim):
                first, rest = np.split(actions, [1], axis)
                actions = first + rest
            tables.append(np.moveaxis(actions, 0, player))
        return tables

    def find_supports(self) -> None:
        """List the supports of each player, without those with strictly dominated actions, again and again."""
        self.supports = [all_supports(player) for player in self.players]
        before = None
        count = sum(map(len, self.supports))
        # a support that falls leaves the others fewer sequences to be good against, until none falls
        while count != before:
            for player, options in enumerate(self.supports):
                whole = self.whole()
                lower = whole[:player]
                higher = whole[player + 1 :]
                left = []
                for support in options:
                    if not self.worse(player, (*lower, support, *higher)):
                        left.append(support)
                self.supports[player] = left
            before = count
            count = sum(map(len, self.supports))

    def whole(self) -> Supports:
        """Return, for each player, all sequences of the supports that are left."""
        supports = []
        for player, options in zip(self.players, self.supports, strict=True):
            used = set(chain.from_iterable(support.sequences for support in options))
            supports.append(support_of(player, used))
        return tuple(supports)

    def combinations(self) -> Iterator[Supports]:
        """Yield the supports of all players that dominance leaves, those with few free probabilities first.

        Yield an empty tuple for supports of some players that dominance excludes, so that a long search can end.
        """
        if self.is_small_table:
            yield from self._of_table()
            return
        if self.is_small_tree:
            yield from self._of_tree()
            return
        whole = self.whole()
        largest = [max(support.dimension for support in options) for options in self.supports]
        possible: dict[Supports, bool] = {}

        def extend(chosen: Supports, free: int) -> Iterator[Supports]:
            number = len(chosen)
            if number == len(whole):
                yield chosen
                return
            # the players who follow must be able to use up the free probabilities that are left
            least = free - sum(largest[number + 1 :])
            for support in self.supports[number]:
                if not least <= support.dimension <= free:
                    continue
                longer = (*chosen, support)
                if longer not in possible:
                    supports = (*longer, *whole[number + 1 :])
                    complete = len(longer) == len(whole)
                    chosen_players = range(len(longer))
                    possible[longer] = not any(self.worse(player, supports, complete) for player in chosen_players)
                if possible[longer]:
                    yield from extend(longer, free - support.dimension)
                else:
                    yield ()

        for free in range(sum(largest) + 1):
            yield from extend((), free)

    def _of_table(self) -> Iterator[Supports]:
        """Yield the supports of a small table in the same order."""
        left = []
        for used_by_all in supports_left(self.action_tables):
            supports = []
            for player, used in zip(self.players, used_by_all, strict=True):
                supports.append(support_of(player, (0, *(action + 1 for action in used))))
            left.append(tuple(supports))
        yield from sorted(left, key=lambda supports: sum(support.dimension for support in supports))

    def _of_tree(self) -> Iterator[Supports]:
        """Yield the supports of a small tree in the same order."""
        places = []
        for player in self.players:
            options = all_supports(player)
            places.append({support.sequences: (place, support) for place, support in enumerate(options)})
        left = []
        for used_by_all in sequences_left(self.form_tables):
            order, supports = zip(*(of[used] for of, used in zip(places, used_by_all, strict=True)), strict=True)
            left.append((sum(support.dimension for support in supports), order, supports))
        for _, _, supports in sorted(left, key=lambda entry: entry[:2]):
            yield supports


def count_supports(form: SequenceForm) -> int:
    """Return the number of supports of all players together."""
    count = 1
    for player in form.players:
        # the ways to use some actions at each set that follows a sequence, the last sets first
        ways = [1] * len(player)
        for part in reversed(player.sets):
            used = prod(1 + ways[sequence] for sequence in part.sequences)
            ways[part.parent] *= used - 1
        count *= ways[0]
    return count


def _conditions(player: PlayerSequences, support: Support) -> tuple[list[Array], list[Array], list[Array]]:
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
            actions: Iterable[int] = player.sets[index].sequences
            if not free:
                actions = [next(action for action in actions if action in used)]
            options.append(list(chain.from_iterable(pure(action, free) for action in actions)))
        if prod(map(len, options)) > MAX_SUPPORTS:
            raise FormTooLarge(f"a player has more than {MAX_SUPPORTS:,} strategies")
        return [sum(later, start) for later in product(*options)]

    for part in player.sets:
        chosen = [sequence for sequence in part.sequences if sequence in used]
        if not chosen:
            continue
        followed = {action: pure(action, free=False)[0] for action in chosen}
        for action in part.sequences:
            if action in used:
                strategies = [followed[action]]
            else:
                strategies = pure(action, free=True)
            for strategy in strategies:
                gains = [strategy - followed[other] for other in chosen if other != action]
                pairs += gains
                if action not in used:
                    outside.append(gains[0])
                elif action != chosen[0]:
                    equal.append(gains[0])
    return equal, outside, pairs


MAX_NUMBERS = 1 << 22  # of the payoffs, times players and probabilities; for the first point only, four times as many
GREATEST_LOG = 50.0  # a wrong step of Newton's method overflows
LEAST_USED = 1e-6  # of the probability of a used action


def guess_equilibria(payoffs: Payoffs) -> Iterator[tuple[Supports, list[Floats]]]:
    """Yield supports, and the probabilities of their actions, near late points of the path; the last is the best.

    The path is that of `stochastic.logit_path`, with expected payoffs that are not divided by the probability that play
    comes to an information set; its limit is a Nash equilibrium all the same (McKelvey and Palfrey 1998).
    """
    equations = _LogitEquations(payoffs)
    size = payoffs.tables[0].size * len(payoffs.players) * equations.count
    if size > 4 * MAX_NUMBERS:
        return
    begin = corrected(equations.residual, equations.uniform(), np.eye(equations.count + 1)[-1])
    if begin is None:
        return
    for point in followed(equations.residual, begin):
        supports, numbers = [], []
        for player, logs in zip(payoffs.players, equations.split(point), strict=True):
            probabilities = np.exp(logs)
            support = _used(player, probabilities)
            supports.append(support)
            numbers.append(probabilities[[*support.sequences]])
        yield tuple(supports), numbers
        # a further point takes seconds, and the first one often has the actions of a pure equilibrium
        if size > MAX_NUMBERS:
            return


def most_probable(player: PlayerSequences, support: Support, probabilities: Floats) -> Support:
    """Return the support of the most probable action at each information set that these actions reach.

    >>> from gametheory.solvers.sequence_form import form_of_table
    >>> player = form_of_table({(0,): (0,), (1,): (0,)}).players[0]
    >>> most_probable(player, support_of(player, (0, 1, 2)), np.array([1, 0.4, 0.6])).sequences
    (0, 2)
    """
    used = {0}
    for block in support.blocks:
        if block.parent in used:
            used.add(block.first + int(probabilities[block.first :][: block.size].argmax()))
    return support_of(player, [support.sequences[place] for place in used])


class _LogitEquations:
    """The equations of logit equilibria, in the logarithms of the probabilities of all actions, and the precision.

    The last axis of an array has the sequences of one player or of all, and the first the points.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.players = payoffs.players
        self.tables = [np.array(table, float) / (np.abs(table).max() or 1) for table in payoffs.tables]
        self.ends = np.cumsum([0, *map(len, self.players)])
        self.count = int(self.ends[-1])

    def split(self, point: Point) -> list[Point]:
        """Return the part of each player."""
        return [point[..., first:last] for first, last in pairwise(self.ends)]

    def uniform(self) -> Floats:
        """Return the point of uniform play."""
        point = np.zeros(self.count + 1)
        for player, logs in zip(self.players, self.split(point), strict=True):
            for part in player.sets:
                logs[part.sequences] = -np.log(len(part.sequences))
        return point

    def residual(self, point: Point) -> Point:
        """Return the left sides of the equations, which are 0 on the path."""
        points = np.atleast_2d(point)
        precision = points[:, -1:]
        logs = self.split(np.minimum(points.real, GREATEST_LOG) + 1j * points.imag)
        probabilities = list(map(np.exp, logs))
        weights = list(map(_weights, self.players, probabilities))
        rows = []
        for number, player in enumerate(self.players):
            own_logs = logs[number]
            own = probabilities[number]
            payoffs = self._values(number, own, weights)
            rows.append(own_logs[:, :1])  # of the empty sequence
            for part in player.sets:
                first, *others = part.sequences
                rows.append(own[:, part.sequences].sum(1, keepdims=True) - 1)
                # a logit response: ratios of probabilities are exponentials of differences of payoffs
                gains = payoffs[:, others] - payoffs[:, [first]]
                rows.append(own_logs[:, others] - own_logs[:, [first]] - precision * gains)
        result: Point = np.concatenate(rows, axis=1)
        if not np.iscomplexobj(point):
            result = result.real
        return result.reshape(*point.shape[:-1], self.count)

    def _values(self, player: int, probabilities: Point, weights: list[Point]) -> Point:
        """Return the expected payoff of each action of a player, with what follows it."""
        rows = self.tables[player][None]
        for reached in reversed(weights[:player] + weights[player + 1 :]):
            shares = reached.reshape(len(reached), *(1,) * (rows.ndim - 2), -1)
            rows = (rows * shares).sum(-1)
        for part in reversed(self.players[player].sets):
            expected = rows[:, part.sequences] * probabilities[:, part.sequences]
            rows[:, part.parent] += expected.sum(-1)
        return rows


def _weights(player: PlayerSequences, probabilities: Point) -> Point:
    """Return the weight of each sequence: the product of the probabilities of its actions."""
    weights = probabilities.copy()
    for part in player.sets:
        before = weights[:, [part.parent]]
        weights[:, part.sequences] = probabilities[:, part.sequences] * before
    return weights


def _used(player: PlayerSequences, probabilities: Floats) -> Support:
    """Return the support of the actions that are used, and reached by used ones."""
    used = {0}
    for part in player.sets:
        if part.parent in used:
            used.update(sequence for sequence in part.sequences if probabilities[sequence] > LEAST_USED)
    return support_of(player, used)
