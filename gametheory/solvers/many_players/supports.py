"""Supports of equilibria in realization plans: which actions each player uses, and which supports dominance excludes.

A table is a tree in which each player has one information set, so both are one case: the sequence form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import lcm, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gametheory.model.sequence_form import FormTooLarge, PlayerSequences, SequenceForm

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

    >>> from gametheory.solvers.sequence_form.equilibrium import form_of_table
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
