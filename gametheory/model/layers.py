"""Games whose positions are whole numbers, unfolded in layers of arrays: millions of positions a second."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import numpy as np

from gametheory.model.code_table import CodedPositions, CodeTable
from gametheory.model.exploration import Exploration, Watch
from gametheory.model.game import Outcome, RulesError
from gametheory.model.help_pages import LIMITS
from gametheory.model.state_arrays import Integers, StateArrays

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


def unfold_layers(game: LayeredGame, limit: int, checked: bool = False, watch: Watch | None = None) -> StateArrays:
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
    watch : callable, optional
        A function that is called after each layer with what is known so far. It may raise an error to stop.

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
    seen = _Seen()
    done = 0
    while done < len(table):
        positions = table.codes[done : len(table)].copy()
        done = len(table)
        layer = checked_layer(game, positions, checked)
        numbers = table.numbers(layer.successors)
        group = np.where(layer.outcome < 0, layer.active, -1)
        layers.append(
            tuple(part.astype(np.int32) for part in (layer.outcome, group, layer.counts, layer.moves, numbers))
        )
        if watch is not None:
            seen.add(layers[-1])
            watch(seen.so_far(game, len(table)))
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


class _Seen:
    """What is known of a game after some layers."""

    def __init__(self) -> None:
        self._sizes = [1]  # of the complete layers; a deep game has many, so that the list is never copied
        self._done = self._edges = 0
        self._outcomes: set[int] = set()
        self._active: set[int] = set()

    def add(self, layer: tuple[Integers, ...]) -> None:
        """Add the outcomes, active players, and moves of a layer."""
        outcome, group, _, moves, _ = layer
        self._done += len(outcome)
        self._edges += len(moves)
        self._outcomes.update(np.flatnonzero(np.bincount(outcome[outcome >= 0])).tolist())
        self._active.update(np.flatnonzero(np.bincount(group[group >= 0])).tolist())

    def so_far(self, game: LayeredGame, found: int) -> Exploration:
        """Return what is known so far; the newest complete layer is the one that was found and not yet added."""
        if found > self._done:
            self._sizes.append(found - self._done)
        groups = [(game.players[code],) for code in sorted(self._active)]
        outcomes = [game.outcomes[code] for code in sorted(self._outcomes)]
        return Exploration(found, self._done, self._edges, self._sizes, groups, False, outcomes)


def _join(layers: list[tuple[Integers, ...]], place: int) -> Integers:
    """Join one array of all layers and release the parts."""
    joined = np.concatenate([layer[place] for layer in layers])
    for number, layer in enumerate(layers):
        layers[number] = (*layer[:place], np.zeros(0, np.int32), *layer[place + 1 :])
    return joined


def checked_layer(game: LayeredGame, positions: Integers, checked: bool = False) -> Layer:
    """Return what the rules say about some positions, after checking that it is complete and within its ranges.

    Parameters
    ----------
    game : LayeredGame
        The rules.
    positions : array of int
        Different positions.
    checked : bool
        Whether to call `expand` twice, and to check that no position has a move twice.

    Raises
    ------
    RulesError
        If the layer contradicts itself or changes when `expand` is called again.

    Examples
    --------
    >>> class Halves(LayeredGame):
    ...     players, outcomes = ("one",), (Outcome("end"),)
    ...     def expand(self, at): return Layer(0 - (at > 0), 0 * at, 1 * (at > 0), 0 * at[at > 0], at[at > 0] // 2)
    >>> checked_layer(Halves(), np.array([3, 0])).successors.tolist()
    [1]
    """
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
    if total and min(layer.moves.min(), layer.successors.min()) < 0:
        raise RulesError("expand returns a negative move or position")
    if total and layer.moves.max() >= MAX_MOVE:
        raise RulesError(f"expand returns the move {layer.moves.max()}: a move is less than {MAX_MOVE:,}; see {LIMITS}")
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
