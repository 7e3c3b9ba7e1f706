"""Games whose positions are whole numbers, unfolded in arrays: millions of positions a second.

The rules of a `LayeredGame` are one function of arrays. `unfold_layers` calls it for one layer of positions after the
other, or for all together, numbers them in a hash table, and checks what it returns.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gametheory.model.arrays_kernel import merge_successors, number_codes
from gametheory.model.game import (
    LIMITS,
    Distribution,
    Exploration,
    Outcome,
    Position,
    PositionLimitExceeded,
    RulesError,
    Watch,
)
from gametheory.model.state_arrays import Integers, StateArrays, array_of, entries_of_rows, reached_from, starts_of_rows

MAX_MOVE = 2**24
LARGEST = 2**63 - 1  # of a position, and of a denominator times the successors of a move
PARTS = ("outcome", "active", "counts", "moves", "successors", "sizes", "numerators", "denominators")


class Distributions(NamedTuple):
    """The successors of each move, with exact probabilities.

    A probability is a numerator over the denominator of its move. The numerators of a move are positive and add up to
    the denominator. If a move has a successor several times, its probabilities are added.

    Parameters
    ----------
    sizes : array of int
        For each move the number of its successors.
    numerators : array of int
        For each successor the numerator of its probability.
    denominators : array of int
        For each move the denominator; 1 for a move with one successor.
    """

    sizes: Integers
    numerators: Integers
    denominators: Integers


class Layer(NamedTuple):
    """What the rules say about some positions."""

    outcome: Integers
    active: Integers
    counts: Integers
    moves: Integers
    successors: Integers
    distributions: Distributions | None = None


class LayeredGame:
    """A game in which one player moves at a time, with positions from 0 to 2^63 - 1 and moves below 2^24.

    A subclass has `players`, `outcomes`, `start()`, and `expand(positions)`, which returns the `Layer` of an array of
    different positions. A game with chance moves has `chance = True`, and its layers have `distributions`. `expand` may
    be written with numpy, or call a function compiled by numba. The four methods of the protocol `Game` follow from it.

    A game is unfolded layer by layer. If `bound` is a number, and at most the limit, all positions below it are
    expanded together, reached or not; `expand` must take them all, and return no others.

    >>> class Countdown(LayeredGame):
    ...     players, outcomes = ("one",), (Outcome("end"),)
    ...     def start(self): return 3
    ...     def expand(self, positions):
    ...         counts = np.minimum(positions, 2)
    ...         moves = np.concatenate([np.arange(1, count + 1) for count in counts])
    ...         after = np.repeat(positions, counts) - moves
    ...         return Layer(np.where(positions == 0, 0, -1), 0 * positions, counts, moves, after)
    >>> from gametheory import solve
    >>> solve(Countdown()).outcomes["end"].distance, list(Countdown().moves(3, "one")), Countdown().outcome(3)
    (2, [1, 2], None)
    >>> Countdown().active_groups
    [('one',), ()]

    A coin is tossed until it shows heads:

    >>> class Toss(LayeredGame):
    ...     players, outcomes, chance = (), (Outcome("heads"),), True
    ...     def start(self): return 1
    ...     def expand(self, at):
    ...         coins = at[at > 0]
    ...         halves = Distributions(0 * coins + 2, np.ones(2 * len(coins), int), 0 * coins + 2)
    ...         after = np.tile([0, 1], len(coins))
    ...         return Layer(0 - (at > 0), 0 * at - 1, 1 * (at > 0), 0 * coins, after, halves)
    >>> Toss().after(1)
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """

    players: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    chance: bool = False
    bound: int | None = None

    @property
    def active_groups(self) -> list[tuple[str, ...]]:
        """The players by index, each alone, and last the empty group, which stands for chance."""
        return [*((player,) for player in self.players), ()]

    def start(self) -> int:
        """Return the first position."""
        raise NotImplementedError

    def expand(self, positions: Integers) -> Layer:
        """Return what the rules say about some positions."""
        raise NotImplementedError

    def outcome(self, position: int) -> Outcome | None:
        """Return the outcome of a terminal position, or None if play goes on."""
        code = int(self._layer(position).outcome[0])
        return self.outcomes[code] if code >= 0 else None

    def moves(self, position: int, player: str) -> list[int]:
        """Return the moves of a player in a position; none if the player is not active there."""
        layer = self._layer(position)
        active = int(layer.active[0])
        if layer.outcome[0] >= 0 or active < 0 or self.players[active] != player:
            return []
        return list(map(int, layer.moves))

    def after(self, position: int, *moves: int) -> int | Distribution[int]:
        """Return the next position, or its distribution, after a move or a chance event."""
        layer = self._layer(position)
        if moves:
            place = int(np.flatnonzero(layer.moves == moves[0])[0])
        else:
            place = 0
        if layer.distributions is None:
            return int(layer.successors[place])
        sizes, numerators, denominators = layer.distributions
        denominator = int(denominators[place])
        begin = int(sizes[:place].sum())
        shares: dict[int, Fraction] = {}
        for edge in range(begin, begin + int(sizes[place])):
            successor = int(layer.successors[edge])
            share = Fraction(int(numerators[edge]), denominator)
            shares[successor] = shares.get(successor, Fraction(0)) + share
        if moves and len(shares) == 1:
            return next(iter(shares))
        return Distribution(shares)

    def _layer(self, position: int) -> Layer:
        return self.expand(np.array([position], np.int64))


def checked_layer(game: LayeredGame, positions: Integers, checked: bool = False) -> Layer:
    """Return what the rules say about some positions, after checking that it is complete and within its ranges.

    >>> class Halves(LayeredGame):
    ...     players, outcomes = ("one",), (Outcome("end"),)
    ...     def expand(self, at): return Layer(0 - (at > 0), 0 * at, 1 * (at > 0), 0 * at[at > 0], at[at > 0] // 2)
    >>> checked_layer(Halves(), np.array([3, 0])).successors.tolist()
    [1]
    """
    layer = game.expand(positions.copy())
    # a copy: rules that write into the array would change the positions
    again = game.expand(positions.copy()) if checked else layer
    parts = _parts(layer)
    for name, part, same in zip(PARTS, parts, _parts(again), strict=True):
        # bool and float arrays would be rounded or cast silently
        whole = isinstance(part, np.ndarray) and part.ndim == 1 and part.dtype.kind in "iu"
        if not whole or not (part is same or np.array_equal(part, same)):
            raise RulesError(f"expand returns {name} that are no array of whole numbers, or others when called again")
    chance = layer.distributions is not None
    if chance and not game.chance:
        raise RulesError("expand returns distributions: a game with chance moves has chance = True")
    size = len(positions)
    total = int(layer.counts.sum())
    expected = [size, size, size, total, total, 0, 0, 0]
    if chance:
        sizes = parts[PARTS.index("sizes")]
        edges = int(sizes.sum())
        expected = [size, size, size, total, edges, total, edges, total]
    lengths = list(map(len, parts))
    if lengths != expected:
        raise RulesError(f"expand returns arrays of the lengths {lengths} for {size} positions with {total} moves")
    _check_positions(game, layer, positions)
    if total:
        _check_ranges(layer)
    if chance:
        _check_distributions(layer, positions)
    if checked:
        _check_moves(layer, positions)
    return layer


def _check_ranges(layer: Layer) -> None:
    """Check that moves and successors are not negative and not too great."""
    greatest_move = layer.moves.max()
    greatest = layer.successors.max(initial=0)
    if layer.moves.min() < 0 or layer.successors.min(initial=0) < 0:
        raise RulesError("expand returns a negative move or position")
    if greatest > LARGEST:  # 64 bits without a sign would wrap
        raise RulesError(f"expand returns the position {greatest}: it is not below 2^63; see {LIMITS}")
    if greatest_move >= MAX_MOVE:
        raise RulesError(f"expand returns the move {greatest_move}: a move is less than {MAX_MOVE:,}; see {LIMITS}")


def _parts(layer: Layer) -> list[Integers]:
    """Return all arrays of a layer; those of the distributions are empty if there are none."""
    if not isinstance(layer, Layer):
        raise RulesError(f"expand returns {type(layer).__name__}, not Layer")
    *parts, distributions = layer
    none = np.zeros(0, np.int64)
    return [*parts, *(distributions or (none, none, none))]


def _check_positions(game: LayeredGame, layer: Layer, positions: Integers) -> None:
    """Check that each position has an outcome, or a player or chance who moves."""
    outcome = layer.outcome
    active = layer.active
    counts = layer.counts
    ended = outcome >= 0
    event = ~ended & (active == -1) & (layer.distributions is not None)
    decides = ~ended & ~event
    wrong = (outcome >= len(game.outcomes)) | (outcome < -1)
    wrong |= (counts < 0) | (ended != (counts == 0))
    wrong |= decides & ((active < 0) | (active >= len(game.players)))
    wrong |= event & (counts != 1)  # a chance event has one distribution
    if wrong.any():
        place = int(np.argmax(wrong))
        facts = f"the outcome {outcome[place]}, the player {active[place]}, {counts[place]} moves"
        raise RulesError(f"expand({positions[place]}) has {facts}")


def _check_distributions(layer: Layer, positions: Integers) -> None:
    """Check that the probabilities of the successors of each move are positive and add up to 1."""
    assert layer.distributions is not None
    sizes, numerators, denominators = (part.astype(np.int64) for part in layer.distributions)
    if not len(sizes):
        return
    if sizes.min() < 1:
        raise RulesError("expand returns a move without successors")
    greatest = int(denominators.max())
    if greatest * int(sizes.max()) > LARGEST:
        raise RulesError(f"expand returns the denominator {greatest}: it is too great, see {LIMITS}")
    starts = (np.cumsum(sizes) - sizes).astype(np.intp)
    # no sum overflows, because each numerator is positive and at most the denominator
    wrong = np.add.reduceat(numerators, starts) != denominators
    wrong |= np.minimum.reduceat(numerators, starts) < 1
    wrong |= np.maximum.reduceat(numerators, starts) > denominators
    if not wrong.any():
        return
    place = int(np.argmax(wrong))
    source = int(np.searchsorted(np.cumsum(layer.counts), place, "right"))
    start = starts[place]
    shares = numerators[start : start + sizes[place]].tolist()
    if min(shares) < 1:
        what = "has a numerator below 1"
    else:
        what = f"has numerators with the sum {sum(shares)}"
    where = f"the move {layer.moves[place]} of expand({positions[source]})"
    raise RulesError(f"{where} {what}, and the denominator {denominators[place]}")


def _check_moves(layer: Layer, positions: Integers) -> None:
    """Check that the moves of each position differ."""
    source = np.repeat(np.arange(len(positions)), layer.counts.astype(np.intp))
    moves = layer.moves
    grows = moves[1:] > moves[:-1]
    if (grows | (source[1:] != source[:-1])).all():  # as most rules list them: nothing to sort
        return
    order = np.lexsort((moves, source))
    moves = moves[order]
    source = source[order]
    same = (moves[1:] == moves[:-1]) & (source[1:] == source[:-1])
    if same.any():
        place = int(np.argmax(same))
        raise RulesError(f"expand({positions[source[place]]}) lists the move {moves[place]} twice")


EVENT = 0  # the number of a chance event among the moves
POSITIONS_AT_A_TIME = 1 << 17  # if all positions are expanded


def unfold_layers(game: LayeredGame, limit: int, checked: bool = False, watch: Watch | None = None) -> StateArrays:
    """Return the positions that play can reach and their moves, breadth first.

    One layer at a time, or all positions below `game.bound` together if it is at most the limit. Cost: linear in the
    moves, and for each layer about a hundred small operations of numpy. Memory: 8 bytes for a move, in a game with
    chance moves another 8 and 8 for each further successor, and about 50 for a position.

    >>> from gametheory.model.game import Outcome
    >>> from gametheory.model.layered import Layer
    >>> class Halves(LayeredGame):
    ...     players, outcomes = ("one",), (Outcome("end"),)
    ...     def start(self): return 12
    ...     def expand(self, positions):
    ...         goes_on = positions > 0
    ...         return Layer(0 - goes_on, 0 * positions, 1 * goes_on, 0 * positions[goes_on], positions[goes_on] // 2)
    >>> list(unfold_layers(Halves(), limit=10).positions)
    [12, 6, 3, 1, 0]
    """
    table, codes = CodeTable(limit), ProbabilityCodes()
    start = np.array([game.start()], np.int64)
    if game.bound is not None and start[0] < game.bound <= limit:
        rows = _reached(_of_all(game, game.bound, checked, codes), start, table)
        if watch is not None:
            watch(_so_far(game, table, len(table), len(rows.successor)))
        return _arrays(game, table, rows, codes)
    # the start gets the number 0
    table.numbers(start)
    columns, done, edges = _Columns(), 0, 0
    while done < len(table):
        # a layer: the positions that the one before has found
        positions = table.codes[done:].copy()
        done = len(table)
        layer = checked_layer(game, positions, checked)
        numbers = table.numbers(layer.successors)
        rows = _rows(game, layer, numbers, len(table), codes)
        columns.add(rows)
        edges += len(rows.successor)
        if watch is not None:
            watch(_so_far(game, table, done, edges))
    return _arrays(game, table, columns.rows(), codes)


class _Rows(NamedTuple):
    """The rows of some positions in 32 bits; `sizes` and `probability` are empty in a game without chance moves."""

    outcome: Integers
    group: Integers  # the place among `active_groups` of who moves, -1 at the end
    counts: Integers
    moves: Integers  # from 1 on, and EVENT for a chance event
    sizes: Integers
    successor: Integers
    probability: Integers


def _rows(game: LayeredGame, layer: Layer, numbers: Integers, found: int, codes: ProbabilityCodes) -> _Rows:
    """Return the rows of a layer, given the number of each successor."""
    none: Integers = np.zeros(0, np.int32)
    sizes, successor, probability = none, numbers, none
    if game.chance:
        sizes, successor, probability = codes.add(layer, numbers, found)
    event = layer.active < 0
    group = np.where(event, len(game.players), layer.active.astype(np.int32))  # chance is the last group
    group[layer.outcome >= 0] = -1
    moves = layer.moves.astype(np.int32) + 1
    moves[np.repeat(event, layer.counts.astype(np.intp))] = EVENT
    parts = layer.outcome, group, layer.counts, moves, sizes, successor, probability
    return _Rows(*(np.ascontiguousarray(part, np.int32) for part in parts))


class _Columns:
    """The rows of layers that come one after another.

    The type `array` makes room for more without a copy, as long as the operating system can move pages of memory.
    """

    def __init__(self) -> None:
        self._columns = [array("i") for _ in _Rows._fields]

    def add(self, rows: _Rows) -> None:
        """Add the rows of a layer."""
        for column, part in zip(self._columns, rows, strict=True):
            column.frombytes(part.data.cast("B") if len(part) else b"")

    def rows(self) -> _Rows:
        """Return the rows of all layers; no more can be added."""
        return _Rows(*map(array_of, self._columns))


def _of_all(game: LayeredGame, bound: int, checked: bool, codes: ProbabilityCodes) -> _Rows:
    """Return the rows of all positions below a bound; a successor has the number that it is."""
    columns = _Columns()
    for first in range(0, bound, POSITIONS_AT_A_TIME):
        positions = np.arange(first, min(first + POSITIONS_AT_A_TIME, bound), dtype=np.int64)
        layer = checked_layer(game, positions, checked)
        greatest = int(layer.successors.max(initial=0))
        if greatest >= bound:
            raise RulesError(f"expand returns the position {greatest}: bound is {bound}")
        # no table: a position is its own number until the reached ones are known
        columns.add(_rows(game, layer, layer.successors.astype(np.int32), bound, codes))
    return columns.rows()


def _reached(rows: _Rows, start: Integers, table: CodeTable) -> _Rows:
    """Return the rows of the positions that play can reach, and number them breadth first."""
    chance = len(rows.sizes) > 0
    first_move = starts_of_rows(rows.counts)
    if chance:
        row = starts_of_rows(rows.sizes)[first_move]
    else:
        row = first_move
    order = reached_from(start, row, rows.successor)
    number = np.zeros(len(rows.outcome), np.int32)
    number[order] = table.numbers(order)
    joints = entries_of_rows(first_move, order)
    edges = entries_of_rows(row, order)
    return _Rows(
        rows.outcome[order],
        rows.group[order],
        rows.counts[order],
        rows.moves[joints],
        rows.sizes[joints] if chance else rows.sizes,
        number[rows.successor[edges]],
        rows.probability[edges] if chance else rows.probability,
    )


def _arrays(game: LayeredGame, table: CodeTable, rows: _Rows, codes: ProbabilityCodes) -> StateArrays:
    """Return the arrays of all rows."""
    # those that play can reach, as in the graph of a plain class
    moves, move_of = _renumbered(rows.moves)
    outcomes, outcome_of = _renumbered(rows.outcome)
    groups, group_of = _renumbered(rows.group)
    probabilities, probability_of = codes.fractions(rows.probability)
    certain = bool((rows.sizes == 1).all())
    names = game.active_groups
    return StateArrays(
        game=game,
        start=0,
        positions=CodedPositions(table),
        index=table,
        outcomes=[game.outcomes[code] for code in outcomes],
        outcome_of=outcome_of,
        first_move=starts_of_rows(rows.counts),
        moves=[() if move == EVENT else (move - 1,) for move in moves],
        move_of=move_of,
        first_successor=None if certain else starts_of_rows(rows.sizes),
        successor=rows.successor,
        probabilities=probabilities,
        probability_of=None if certain else probability_of,
        known_groups=([names[code] for code in groups], group_of),
    )


def _renumbered(codes: Integers) -> tuple[list[int], Integers]:
    """Return the different codes in ascending order, and the index of each among them; -1 stays -1."""
    occurs = np.zeros(int(codes.max(initial=-1)) + 2, bool)  # the last entry is that of -1
    occurs[codes] = True
    different = np.flatnonzero(occurs[:-1])
    if len(different) == len(occurs) - 1:  # all codes occur: each has its index already
        return different.tolist(), codes
    index = np.full(len(occurs), -1, np.int32)
    index[different] = np.arange(len(different))
    return different.tolist(), index[codes]


def _so_far(game: LayeredGame, table: CodeTable, done: int, edges: int) -> Exploration:
    """Return what is known after some layers: whoever can move counts as having moved, and no outcome counts yet."""
    groups = game.active_groups[: None if game.chance else -1]
    return Exploration(len(table), done, edges, groups, game.chance, (), int(table.codes[-1]))


SMALLEST_TABLE = 2**12
BITS = 31  # of the number of a numerator or a denominator


class CodeTable(Mapping[Position, int]):
    """The numbers of whole-number positions: a hash table in arrays.

    >>> table = CodeTable(limit=10)
    >>> table.numbers(np.array([7, 5, 7])).tolist(), table[5], 6 in table, table.codes.tolist()
    ([0, 1, 0], 1, False, [7, 5])
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._count = limit, 0
        self._entries = np.zeros(2 * SMALLEST_TABLE, np.int64)
        self._known = np.zeros(SMALLEST_TABLE, np.int64)

    @property
    def codes(self) -> Integers:
        """The positions by number."""
        return self._known[: self._count]

    def numbers(self, codes: Integers) -> Integers:
        """Return the number of each position; a new one gets the next number."""
        numbers = np.zeros(len(codes), np.int32)
        step = len(self._entries) // 8
        # a part at a time, so that the table grows with the different positions
        for first in range(0, len(codes), step):
            part = slice(first, first + step)
            new = np.ascontiguousarray(codes[part], np.int64)
            self._grow(self._count + len(new))
            count = self._number(new, self._count, self._limit, numbers[part])
            if count > self._limit:
                raise PositionLimitExceeded(count, self._limit, int(new[-1]))
            self._count = count
        return numbers

    def find(self, codes: Integers) -> Integers:
        """Return the number of each position; -1 for one that has none.

        >>> table = CodeTable(limit=10)
        >>> _ = table.numbers(np.array([7, 5]))
        >>> table.find(np.array([5, 6, 7])).tolist()
        [1, -1, 0]
        """
        numbers = np.zeros(len(codes), np.int32)
        self._number(np.ascontiguousarray(codes, np.int64), self._count, -1, numbers)
        return numbers

    def _number(self, codes: Integers, count: int, limit: int, numbers: Integers) -> int:
        shift = 65 - (len(self._entries) // 2).bit_length()  # as many of the 64 bits of a hash do not count
        return number_codes(codes, count, limit, self._entries, shift, self._known, numbers)

    def _grow(self, size: int) -> None:
        """Make room for a number of positions, in at most two thirds of the table."""
        if size > len(self._known):
            length = max(size, 2 * len(self._known))
            known = np.zeros(length, np.int64)
            known[: self._count] = self.codes
            self._known = known
        length = len(self._entries)
        # a fuller table has long searches
        while 3 * size > length:
            length *= 2
        if length > len(self._entries):
            self._entries = np.zeros(length, np.int64)
            self._number(self.codes.copy(), 0, self._count, np.zeros(self._count, np.int32))

    def __getitem__(self, position: Position) -> int:
        """Return the number of a position."""
        if isinstance(position, int | np.integer) and 0 <= position < 2**63:
            [number] = self.find(np.array([position], np.int64)).tolist()
            if number >= 0:
                return int(number)
        raise KeyError(position)

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions by number."""
        return iter(CodedPositions(self))

    def __len__(self) -> int:
        """Return how many positions there are."""
        return self._count


class CodedPositions(Sequence[Position]):
    """The positions of a table as Python integers, by number.

    >>> table = CodeTable(limit=10)
    >>> _ = table.numbers(np.array([7, 5]))
    >>> list(CodedPositions(table)), CodedPositions(table)[1]
    ([7, 5], 5)
    """

    def __init__(self, table: CodeTable) -> None:
        self._table = table

    def __getitem__(self, number: Any) -> Any:
        """Return the position with a number, or a list of them for a slice."""
        return self._table.codes[number].tolist()

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions, a part of them at a time, because a list of all would need much memory."""
        codes = self._table.codes
        for first in range(0, len(codes), SMALLEST_TABLE):
            yield from codes[first : first + SMALLEST_TABLE].tolist()

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self._table)


class ProbabilityCodes:
    """The different probabilities of a game given as arrays.

    >>> codes, none = ProbabilityCodes(), np.zeros(0, np.int64)
    >>> halves = Distributions(np.array([3]), np.array([2, 1, 1]), np.array([4]))
    >>> sizes, successors, found = codes.add(Layer(none, none, none, none, none, halves), np.array([5, 6, 6]), 7)
    >>> sizes.tolist(), successors.tolist(), found.tolist()
    ([2], [5, 6], [0, 0])
    >>> probabilities, numbers = codes.fractions(found)
    >>> probabilities, numbers.tolist()
    ([Fraction(1, 1), Fraction(1, 2)], [1, 1])
    """

    def __init__(self) -> None:
        most = 2**BITS - 1
        self._numerators = CodeTable(most)
        self._denominators = CodeTable(most)
        self._pairs = CodeTable(most)
        # for each position the last edge to it, by which equal successors of a move are found
        self._last = np.full(SMALLEST_TABLE, -1, np.int64)
        self._edges = 0

    def add(self, layer: Layer, numbers: Integers, found: int) -> tuple[Integers, Integers, Integers]:
        """Merge the successors of each move that are the same, and number the probabilities."""
        distributions = layer.distributions or Distributions(*np.ones((3, len(numbers)), np.int64))
        sizes, numerators, denominators = (np.array(part, np.int64) for part in distributions)
        if len(self._last) < found:
            more = np.full(2 * found - len(self._last), -1)
            self._last = np.append(self._last, more)
        left = merge_successors(sizes, numbers, numerators, self._last, self._edges)
        self._edges += left
        # a pair of a numerator and a denominator is one number of 62 bits
        pairs = self._numerators.numbers(numerators[:left]).astype(np.int64) << BITS
        pairs += np.repeat(self._denominators.numbers(denominators), sizes.astype(np.intp))
        return sizes, numbers[:left], self._pairs.numbers(pairs)

    def fractions(self, codes: Integers) -> tuple[list[Fraction], Integers]:
        """Return the different probabilities, and the index among them of each number."""
        numerators = self._numerators.codes.tolist()
        denominators = self._denominators.codes.tolist()
        different = {Fraction(1): 0}
        index = []
        for pair in self._pairs.codes.tolist():
            numerator = numerators[pair >> BITS]
            denominator = denominators[pair % 2**BITS]
            fraction = Fraction(numerator, denominator)
            index.append(different.setdefault(fraction, len(different)))
        return list(different), np.array(index, np.int32)[codes]
