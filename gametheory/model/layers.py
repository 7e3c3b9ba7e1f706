"""Games whose positions are whole numbers, and whose rules are one function of arrays."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import numpy as np

from gametheory.model.game import LIMITS, Distribution, Outcome, RulesError
from gametheory.model.state_arrays import Integers

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
        moves = layer.outcome[0] < 0 and active >= 0 and self.players[active] == player
        return [int(move) for move in layer.moves] if moves else []

    def after(self, position: int, *moves: int) -> int | Distribution[int]:
        """Return the next position, or its distribution, after a move or a chance event."""
        layer = self._layer(position)
        place = int(np.flatnonzero(layer.moves == moves[0])[0]) if moves else 0
        if layer.distributions is None:
            return int(layer.successors[place])
        sizes, numerators, denominators = layer.distributions
        begin, shares = int(sizes[:place].sum()), dict[int, Fraction]()
        for edge in range(begin, begin + int(sizes[place])):
            successor, share = int(layer.successors[edge]), Fraction(int(numerators[edge]), int(denominators[place]))
            shares[successor] = shares.get(successor, Fraction(0)) + share
        certain = moves and len(shares) == 1
        return next(iter(shares)) if certain else Distribution(shares)

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
    again = game.expand(positions.copy()) if checked else layer
    parts = _parts(layer)
    for name, one, other in zip(PARTS, parts, _parts(again), strict=True):
        whole = isinstance(one, np.ndarray) and one.ndim == 1 and one.dtype.kind in "iu"
        if not whole or not (one is other or np.array_equal(one, other)):
            raise RulesError(f"expand returns {name} that are no array of whole numbers, or others when called again")
    chance = layer.distributions is not None
    if chance and not game.chance:
        raise RulesError("expand returns distributions: a game with chance moves has chance = True")
    size, total = len(positions), int(layer.counts.sum())
    ends = int(parts[5].sum()) if chance else total
    lengths = [len(part) for part in parts]
    if lengths != [size, size, size, total, ends, *((total, ends, total) if chance else (0, 0, 0))]:
        raise RulesError(f"expand returns arrays of the lengths {lengths} for {size} positions with {total} moves")
    _check_positions(game, layer, positions)
    if total and min(layer.moves.min(), layer.successors.min(initial=0)) < 0:
        raise RulesError("expand returns a negative move or position")
    if total and layer.successors.max(initial=0) > LARGEST:  # 64 bits without a sign would wrap
        raise RulesError(f"expand returns the position {layer.successors.max()}: it is not below 2^63; see {LIMITS}")
    if total and layer.moves.max() >= MAX_MOVE:
        raise RulesError(f"expand returns the move {layer.moves.max()}: a move is less than {MAX_MOVE:,}; see {LIMITS}")
    if chance:
        _check_distributions(layer, positions)
    if checked:
        _check_moves(layer, positions)
    return layer


def _parts(layer: Layer) -> list[Integers]:
    """Return all arrays of a layer; those of the distributions are empty if there are none."""
    if not isinstance(layer, Layer):
        raise RulesError(f"expand returns {type(layer).__name__}, not Layer")
    return [*layer[:5], *(layer.distributions or [np.zeros(0, np.int64)] * 3)]


def _check_positions(game: LayeredGame, layer: Layer, positions: Integers) -> None:
    """Check that each position has an outcome, or a player or chance who moves."""
    ended, event = layer.outcome >= 0, (layer.active == -1) & (layer.distributions is not None)
    wrong = (layer.outcome >= len(game.outcomes)) | (layer.outcome < -1)
    wrong |= (layer.counts < 0) | (ended != (layer.counts == 0))
    wrong |= ~ended & ~event & ((layer.active < 0) | (layer.active >= len(game.active_groups) - 1))
    wrong |= ~ended & event & (layer.counts != 1)
    if wrong.any():
        place = int(np.argmax(wrong))
        facts = (layer.outcome[place], layer.active[place], layer.counts[place])
        raise RulesError(
            f"expand({positions[place]}) has the outcome {facts[0]}, the player {facts[1]}, {facts[2]} moves"
        )


def _check_distributions(layer: Layer, positions: Integers) -> None:
    """Check that the probabilities of the successors of each move are positive and add up to 1."""
    sizes, numerators, denominators = (part.astype(np.int64) for part in _parts(layer)[5:])
    if not len(sizes):
        return
    starts, most = np.cumsum(sizes) - sizes, int(denominators.max()) * int(sizes.max())
    if sizes.min() < 1:
        raise RulesError("expand returns a move without successors")
    if most > LARGEST:
        raise RulesError(f"expand returns the denominator {denominators.max()}: it is too great, see {LIMITS}")
    # no sum overflows, because each numerator is positive and at most the denominator
    wrong = np.add.reduceat(numerators, starts) != denominators
    wrong |= np.minimum.reduceat(numerators, starts) < 1
    wrong |= np.maximum.reduceat(numerators, starts) > denominators
    for place in islice(np.flatnonzero(wrong).tolist(), 1):
        source = int(np.searchsorted(np.cumsum(layer.counts), place, "right"))
        own = numerators[starts[place] : starts[place] + sizes[place]].tolist()
        what = "has a numerator below 1" if min(own) < 1 else f"has numerators with the sum {sum(own)}"
        where = f"the move {layer.moves[place]} of expand({positions[source]})"
        raise RulesError(f"{where} {what}, and the denominator {denominators[place]}")


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
