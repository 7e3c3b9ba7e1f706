"""Supports of equilibria in realization plans: which actions each player uses, and which supports dominance excludes.

A table is a tree in which each player has one information set, so both are one case: the sequence form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import lcm, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.model.sequence_form import FormTooLarge, PlayerSequences, SequenceForm

Array: TypeAlias = NDArray[Any]  # integers of the machine, or of Python if they are longer
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

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
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
