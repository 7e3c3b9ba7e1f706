"""Games whose positions are whole numbers, unfolded in layers of arrays: millions of positions a second."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.model._kernels import hashing
from gametheory.model.game import Outcome, Position, RulesError
from gametheory.model.state_arrays import Integers, StateArrays
from gametheory.model.unfolding import PositionLimitExceeded

Codes = NDArray[np.uint64]
SMALLEST_TABLE = 2**12
MAX_MOVE = 2**24


class Layer(NamedTuple):
    """What the rules say about some positions.

    Parameters
    ----------
    outcome : array of int
        For each position the index of its outcome in `outcomes`; -1 if play goes on.
    active : array of int
        For each position the index in `players` of the player who moves; it is not read in a terminal position.
    counts : array of int
        The number of moves in each position; 0 in a terminal position.
    moves : array of int
        The moves of all positions, one after another.
    successors : array of int
        The position after each of these moves.
    """

    outcome: Integers
    active: Integers
    counts: Integers
    moves: Integers
    successors: Integers


class LayeredGame:
    """A game without chance moves whose positions are whole numbers from 0 to 2^63 - 1, and moves below 2^24.

    A subclass has `players`, `outcomes`, `start()`, and `expand(positions)`, which returns the `Layer` of an array of
    different positions. `expand` may be written with numpy, or call a function compiled by numba. The four methods of
    the protocol `Game` follow from it.

    Examples
    --------
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
    """

    players: tuple[str, ...]
    outcomes: tuple[Outcome, ...]

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
        active = layer.outcome[0] < 0 and self.players[int(layer.active[0])] == player
        return [int(move) for move in layer.moves] if active else []

    def after(self, position: int, move: int) -> int:
        """Return the next position after a move."""
        layer = self._layer(position)
        return int(layer.successors[layer.moves == move][0])

    def _layer(self, position: int) -> Layer:
        return self.expand(np.array([position], np.int64))


def unfold_layers(game: LayeredGame, limit: int, checked: bool = False) -> StateArrays:
    """Return the positions that play can reach and their moves, breadth first, one layer at a time.

    Cost: linear in the moves. Memory: 8 bytes for a move, and about 50 for a position.

    Parameters
    ----------
    game : LayeredGame
        The rules.
    limit : int
        The greatest number of positions.
    checked : bool
        Whether to call `expand` twice for each layer, because its result must not change, and to check that no position
        has a move twice.

    Raises
    ------
    PositionLimitExceeded
        If play reaches more than `limit` positions.
    RulesError
        If a layer contradicts itself or changes when `expand` is called again.

    Examples
    --------
    >>> class Halves(LayeredGame):
    ...     players, outcomes = ("one",), (Outcome("end"),)
    ...     def start(self): return 12
    ...     def expand(self, positions):
    ...         goes_on = positions > 0
    ...         return Layer(0 - goes_on, 0 * positions, 1 * goes_on, 0 * positions[goes_on], positions[goes_on] // 2)
    >>> list(unfold_layers(Halves(), limit=10).positions)
    [12, 6, 3, 1, 0]
    """
    table = CodeTable(limit)
    table.numbers(np.array([game.start()], np.int64))
    layers: list[tuple[Integers, ...]] = []
    done = 0
    while done < len(table):
        positions = table.codes[done : len(table)].copy()
        done = len(table)
        layer = _checked_layer(game, positions, checked)
        numbers = table.numbers(layer.successors)
        group = np.where(layer.outcome < 0, layer.active, -1)
        layers.append(
            tuple(part.astype(np.int32) for part in (layer.outcome, group, layer.counts, layer.moves, numbers))
        )
    outcome, group, counts, moves, successor = (_join(layers, place) for place in range(5))
    different = np.flatnonzero(np.bincount(moves)) if len(moves) else moves
    code_of = np.zeros(int(different.max(initial=0)) + 1, np.int32)
    code_of[different] = np.arange(len(different))
    return StateArrays(
        game=game,
        start=0,
        positions=CodedPositions(table),
        index=table,
        outcomes=game.outcomes,
        outcome_of=outcome,
        first_move=np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]),
        moves=[(int(move),) for move in different],
        move_of=code_of[moves],
        first_successor=None,
        successor=successor,
        probabilities=[],
        probability_of=None,
        known_groups=([(player,) for player in game.players], group),
    )


class CodeTable(Mapping[Position, int]):
    """The numbers of whole-number positions: a hash table in arrays.

    Parameters
    ----------
    limit : int
        The greatest number of positions.

    Examples
    --------
    >>> table = CodeTable(limit=10)
    >>> table.numbers(np.array([7, 5, 7])).tolist(), table[5], 6 in table, table.codes.tolist()
    ([0, 1, 0], 1, False, [7, 5])
    """

    def __init__(self, limit: int) -> None:
        from gametheory.parallel.compiled import compiled  # numba takes long to import

        self._number, self._find = compiled(hashing.number_codes), compiled(hashing.find_codes)
        self._limit, self._count = limit, 0
        self._keys, self._indices = np.zeros(SMALLEST_TABLE, np.uint64), np.full(SMALLEST_TABLE, -1, np.int32)
        self._known = np.zeros(SMALLEST_TABLE, np.uint64)

    @property
    def codes(self) -> Integers:
        """The positions by number."""
        return self._known.view(np.int64)[: self._count]

    def numbers(self, codes: Integers) -> Integers:
        """Return the number of each position; a new one gets the next number."""
        numbers = np.zeros(len(codes), np.int32)
        step = len(self._keys) // 4
        # a part at a time, so that the table grows with the different positions
        for first in range(0, len(codes), step):
            part = np.ascontiguousarray(codes[first : first + step], np.int64).view(np.uint64)
            self._grow(self._count + len(part))
            found = self._number(
                part, self._count, self._limit, self._keys, self._indices, self._known, numbers[first : first + step]
            )
            if found > self._limit:
                raise PositionLimitExceeded(found, self._limit)
            self._count = found
        return numbers

    def _grow(self, size: int) -> None:
        """Make the table at least twice as large as a number of positions."""
        if 2 * size <= len(self._keys):
            return
        length = 1 << (2 * size - 1).bit_length()
        known = self._known[: self._count]
        self._keys, self._indices = np.zeros(length, np.uint64), np.full(length, -1, np.int32)
        self._known = np.concatenate([known, np.zeros(length // 2 + 1 - len(known), np.uint64)])
        unused = np.zeros(self._count, np.int32)
        self._number(known.copy(), 0, self._limit, self._keys, self._indices, self._known, unused)

    def __getitem__(self, position: Position) -> int:
        """Return the number of a position."""
        whole = isinstance(position, int | np.integer) and 0 <= position < 2**63
        number = np.full(1, -1, np.int32)
        if whole:
            self._find(np.array([position], np.uint64), self._keys, self._indices, number)
        if number[0] < 0:
            raise KeyError(position)
        return int(number[0])

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions by number."""
        return iter(CodedPositions(self))

    def __len__(self) -> int:
        """Return how many positions there are."""
        return self._count

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy is made of: everything but the compiled functions."""
        return {name: value for name, value in vars(self).items() if name not in ("_number", "_find")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Compile the functions again."""
        CodeTable.__init__(self, state["_limit"])
        vars(self).update(state)


class CodedPositions(Sequence[Position]):
    """The positions of a table as Python integers, by number.

    Parameters
    ----------
    table : CodeTable
        The positions.

    Examples
    --------
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


def _join(layers: list[tuple[Integers, ...]], place: int) -> Integers:
    """Join one array of all layers and release the parts."""
    joined = np.concatenate([layer[place] for layer in layers])
    for number, layer in enumerate(layers):
        layers[number] = (*layer[:place], np.zeros(0, np.int32), *layer[place + 1 :])
    return joined


def _checked_layer(game: LayeredGame, positions: Integers, checked: bool) -> Layer:
    """Return a layer after checking that it is complete and within its ranges."""
    layer = game.expand(positions.copy())
    again = game.expand(positions.copy()) if checked else layer
    for name, one, other in zip(Layer._fields, layer, again, strict=True):
        if not np.issubdtype(one.dtype, np.integer) or not np.array_equal(one, other):
            raise RulesError(f"expand returns {name} that are no whole numbers, or others when called again")
    size, total = len(positions), int(layer.counts.sum())
    lengths = [len(part) for part in layer]
    if lengths != [size, size, size, total, total]:
        raise RulesError(f"expand returns arrays of the lengths {lengths} for {size} positions with {total} moves")
    ended = layer.outcome >= 0
    wrong = (layer.outcome >= len(game.outcomes)) | (layer.counts < 0) | (ended != (layer.counts == 0))
    wrong |= ~ended & ((layer.active < 0) | (layer.active >= len(game.players)))
    if wrong.any():
        place = int(np.argmax(wrong))
        facts = (layer.outcome[place], layer.active[place], layer.counts[place])
        raise RulesError(
            f"expand({positions[place]}) has the outcome {facts[0]}, the player {facts[1]}, {facts[2]} moves"
        )
    if total and (min(layer.moves.min(), layer.successors.min()) < 0 or layer.moves.max() >= MAX_MOVE):
        raise RulesError(f"expand returns a negative move or position, or a move of {MAX_MOVE:,} or more")
    if checked:
        _check_moves(layer, positions)
    return layer


def _check_moves(layer: Layer, positions: Integers) -> None:
    """Check that the moves of each position differ."""
    source = np.repeat(np.arange(len(positions)), layer.counts)
    ascending = (layer.moves[1:] > layer.moves[:-1]) | (source[1:] != source[:-1])
    if ascending.all():
        return
    order = np.lexsort((layer.moves, source))
    same = (layer.moves[order][1:] == layer.moves[order][:-1]) & (source[order][1:] == source[order][:-1])
    for place in islice(np.flatnonzero(same).tolist(), 1):
        position, move = positions[source[order][place]], layer.moves[order][place]
        raise RulesError(f"expand({position}) lists the move {move} twice")
