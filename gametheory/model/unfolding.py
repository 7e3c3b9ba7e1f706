"""Unfold the rules of a game into arrays: every position that play can reach, breadth first from the start."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, count, islice, product
from typing import Any, NamedTuple

import numpy as np

from gametheory.model.exploration import Exploration, Watch
from gametheory.model.game import Distribution, Game, Move, Position, RulesError
from gametheory.model.state_arrays import ArrayBuilder, StateArrays

POSITIONS_AT_A_TIME = 64  # between two calls of the function that watches the exploration
MOVES_AT_A_TIME = 2_000  # before new positions are counted


class PositionLimitExceeded(Exception):
    """A game has more positions than the caller allowed.

    Parameters
    ----------
    count : int
        The number of positions found so far.
    limit : int
        The greatest number allowed.

    Examples
    --------
    >>> str(PositionLimitExceeded(7, 5))
    'the game has more than 5 positions: 7 found when unfolding stopped'
    """

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(f"the game has more than {limit} positions: {count} found when unfolding stopped")
        self.count = count
        self.limit = limit


def unfold(rules: Game[Any, Any], game: Game[Any, Any], limit: int, watch: Watch | None = None) -> StateArrays:
    """Return the positions that play can reach and their moves.

    Cost: one call of `outcome` for each position, of `moves` for each player and position in which play goes on, and of
    `after` for each joint move.

    Parameters
    ----------
    rules : Game
        The rules, or an object that calls and checks them.
    game : Game
        The game of the arrays.
    limit : int
        The greatest number of positions.
    watch : callable, optional
        A function that is called again and again with what is known so far. It may raise an error to stop.

    Raises
    ------
    PositionLimitExceeded
        As soon as play reaches more than `limit` positions.
    RulesError
        If no player has a move, the position is not terminal, and the rules name no chance event.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> unfold(Castle(1, 2, 1), Castle(1, 2, 1), limit=10).successor.tolist()
    [1, 2, 1]
    >>> unfold(Castle(1, 2, 1), Castle(1, 2, 1), limit=10, watch=lambda so_far: print(so_far.layers)).start
    [1, 1]
    [1, 1, 1]
    [1, 1, 1]
    0
    """
    unfolding = _Unfolding(rules, limit)
    positions, layers = unfolding.positions, [1]
    done, layer = 0, 1
    while done < len(positions):  # the list grows while it is read
        if done == layer:
            layer = len(positions)
        end = min(done + POSITIONS_AT_A_TIME, layer)
        unfolding.add(positions[done:end])
        done = end
        if done == layer < len(positions):
            layers.append(len(positions) - done)
        if watch is not None:
            watch(unfolding.so_far(done, layers))
    return unfolding.arrays(game)


class _Batch(NamedTuple):
    """Some positions; what follows has no numbers yet."""

    ends: list[int]  # the number of the outcome, -1 if play goes on
    counts: list[int]  # how many joint moves there are
    codes: list[int]  # the number of each joint move
    results: list[Any]  # what follows each of them: a position or a distribution


class _Unfolding:
    """The positions and moves of a game that were found so far."""

    def __init__(self, rules: Game[Any, Any], limit: int) -> None:
        self.positions: list[Position] = [rules.start()]
        self._rules, self._builder = rules, ArrayBuilder(self.positions)
        self._numbering = Numbering(self.positions, limit)
        self._certain_types: set[type] = set()
        self._groups: dict[tuple[str, ...], int] = {}
        self._group_of = array("i")

    @cached_property
    def _event(self) -> int:
        """The code of a chance event among the joint moves."""
        return self._builder.moves.code(())

    def add(self, positions: list[Position]) -> None:
        """Add the outcomes or the moves of some positions."""
        rules, groups, group_of = self._rules, self._groups, self._group_of
        players, outcome_of, moves_of, after = rules.players, rules.outcome, rules.moves, rules.after
        batch = ends, counts, codes, results = _Batch([], [], [], [])
        outcome_code, codes_of = self._builder.outcomes.code, self._builder.moves.codes_of_one
        add_result = results.append
        for position in positions:
            outcome = outcome_of(position)
            if outcome is not None:
                ends.append(outcome_code(outcome))
                counts.append(0)
                group_of.append(-1)
                continue
            active: tuple[str, ...] = ()
            choices: tuple[tuple[Move, ...], ...] = ()
            for player in players:
                if own := tuple(moves_of(position, player)):
                    active, choices = (*active, player), (*choices, own)
            group_of.append(groups.setdefault(active, len(groups)))
            ends.append(-1)
            if len(choices) == 1:
                [own] = choices
                counts.append(len(own))
                codes += codes_of(own)
                for move in own:  # Python calls a function of the rules faster than `map` does
                    add_result(after(position, move))
            elif choices:
                own_codes = self._builder.moves.codes(choices)
                counts.append(len(own_codes))
                codes += own_codes
                for joint_move in product(*choices):
                    add_result(after(position, *joint_move))
            else:
                counts.append(1)
                codes.append(self._event)
                add_result(event := after(position))
                if not isinstance(event, Distribution):
                    what = "no player has a move in"
                    raise RulesError(f"{what} {position}, it has no outcome, and no chance event follows")
            if len(results) > MOVES_AT_A_TIME:
                self._add_batch(batch)
        self._add_batch(batch)

    def _add_batch(self, batch: _Batch) -> None:
        """Add the positions of a batch, and empty it."""
        ends, counts, codes, results = batch
        kinds = set(map(type, results)).difference(self._certain_types)
        self._certain_types |= {kind for kind in kinds if not issubclass(kind, Distribution)}
        if kinds <= self._certain_types:
            self._builder.add(ends, counts, codes, self._numbering.numbers(results))
        else:
            spread = [result if isinstance(result, Distribution) else {result: 1} for result in results]
            probabilities = list(chain.from_iterable(distribution.values() for distribution in spread))
            successors = self._numbering.numbers(list(chain.from_iterable(spread)))
            self._builder.add(ends, counts, codes, successors, (list(map(len, spread)), probabilities))
        for part in batch:
            part.clear()

    def so_far(self, done: int, layers: list[int]) -> Exploration:
        """Return what is known so far."""
        builder = self._builder
        groups, chance = list(self._groups), () in self._groups or bool(builder.sizes)
        return Exploration(
            len(self.positions), done, len(builder.successor), layers, groups, chance, builder.outcomes.outcomes
        )

    def arrays(self, game: Game[Any, Any]) -> StateArrays:
        """Return the arrays of all positions."""
        groups = list(self._groups), np.frombuffer(self._group_of, np.dtype("i"))
        return self._builder.arrays(game, 0, self._numbering.index(), groups)


class Numbering:
    """The numbers of positions, in the order in which they are found.

    Parameters
    ----------
    positions : list
        The positions that have numbers; new ones are appended.
    limit : int
        The greatest number of positions.

    Examples
    --------
    >>> numbering = Numbering(["a"], limit=3)
    >>> numbering.numbers(["b", "a", "b", "c"]), numbering.positions
    ([1, 0, 1, 2], ['a', 'b', 'c'])
    >>> "d" in numbering.index()
    False
    """

    def __init__(self, positions: list[Position], limit: int) -> None:
        self.positions, self.limit = positions, limit
        # a position that is not in the dictionary gets the next number
        known = {position: number for number, position in enumerate(positions)}
        self._index = defaultdict(count(len(known)).__next__, known)

    def numbers(self, successors: Sequence[Position]) -> list[int]:
        """Return the numbers of some positions; raise PositionLimitExceeded instead of exceeding the limit."""
        index, positions = self._index, self.positions
        numbers = list(map(index.__getitem__, successors))
        if len(index) > self.limit:
            raise PositionLimitExceeded(self.limit + 1, self.limit)
        # a dictionary keeps the order in which its keys were added
        new = list(islice(reversed(index), len(index) - len(positions)))
        positions.extend(reversed(new))
        return numbers

    def index(self) -> Mapping[Position, int]:
        """Return the number of each position; other positions get no numbers from now on."""
        self._index.default_factory = None
        return self._index
