"""Unfold the rules of a game into arrays: every position that play can reach, breadth first from the start."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, count, islice, product
from sys import maxsize
from typing import Any, NamedTuple

import numpy as np

from gametheory.model.exploration import Exploration, Watch
from gametheory.model.game import Distribution, Game, Move, Outcome, Position, RulesError
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


def unfold(game: Game[Any, Any], limit: int, watch: Watch | None = None) -> StateArrays:
    """Return the positions that play can reach and their moves.

    Cost: one call of `outcome` for each position, of `moves` for each player and position in which play goes on, and of
    `after` for each joint move.

    Parameters
    ----------
    game : Game
        The rules.
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
    >>> unfold(Castle(1, 2, 1), limit=10).successor.tolist()
    [1, 2, 1]
    >>> unfold(Castle(1, 2, 1), limit=10, watch=lambda so_far: print(so_far.layers)).start
    [1, 1]
    [1, 1, 1]
    [1, 1, 1]
    0
    """
    return Unfolding(game, game.start(), limit).arrays(watch)


class Batch(NamedTuple):
    """Some positions, and what the rules return in them; the next positions have no numbers yet."""

    ends: list[int]  # the number of the outcome, -1 if play goes on
    choices: list[tuple[tuple[Move, ...], ...]]  # the moves of each active player; empty if play is over
    counts: list[int]  # how many joint moves there are
    codes: list[int]  # the number of each joint move
    results: list[Any]  # what follows each of them: a position or a distribution


class Unfolding:
    """The positions and moves of a game that were found so far.

    Parameters
    ----------
    game : Game
        The rules.
    start : hashable
        The first position.
    limit : int
        The greatest number of positions.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> game = Castle(1, 2, 1)
    >>> unfolding = Unfolding(game, game.start(), limit=10)
    >>> batch = unfolding.call([game.start()])
    >>> batch.counts, batch.choices, unfolding.active(0), unfolding.outcome(batch.ends[0])
    ([1], [((Volley(at_castle=1, at_defenders=0),),)], ('soldiers',), None)
    >>> unfolding.number(batch), len(unfolding.positions)
    (1, 2)
    """

    def __init__(self, game: Game[Any, Any], start: Position, limit: int) -> None:
        self.game, self.players, self.positions = game, game.players, [start]
        self.builder = ArrayBuilder(self.positions)
        self.numbering = Numbering(self.positions, limit)
        self.most_moves = maxsize - 1  # of one player in a position
        self._certain_types: set[type] = set()
        self._groups: dict[tuple[str, ...], int] = {}
        self._group_of = array("i")

    def arrays(self, watch: Watch | None = None) -> StateArrays:
        """Return the arrays of all positions; `watch` is called again and again with what is known so far.

        >>> from gametheory.games.castle import Castle
        >>> Unfolding(Castle(1, 2, 1), Castle(1, 2, 1).start(), limit=10).arrays().successor.tolist()
        [1, 2, 1]
        """
        positions, layers = self.positions, [1]
        done, layer = 0, 1
        while done < len(positions):  # the list grows while it is read
            if done == layer:
                layer = len(positions)
            done += self.add(positions[done : min(done + POSITIONS_AT_A_TIME, layer)])
            if done == layer < len(positions):
                layers.append(len(positions) - done)
            if watch is not None:
                watch(self._so_far(done, layers))
        groups = list(self._groups), np.frombuffer(self._group_of, np.dtype("i"))
        return self.builder.arrays(self.game, 0, self.numbering.index(), groups)

    def add(self, positions: list[Position]) -> int:
        """Add the outcomes or the moves of some positions, and return of how many: of fewer if they have many moves.

        >>> class Endless:
        ...     players = ("one",)
        ...     def outcome(self, at): return None
        ...     def moves(self, at, player): return range(1_500)
        ...     def after(self, at, by): return (at + by) % 10
        >>> Unfolding(Endless(), 0, limit=10).add(list(range(10)))
        2
        """
        return self.number(self.call(positions))

    def call(self, positions: list[Position]) -> Batch:
        """Call the rules in some positions; in fewer if they have many moves."""
        outcome_of, moves_of, after = self.game.outcome, self.game.moves, self.game.after
        outcome_code, codes_of = self.builder.outcomes.code, self.builder.moves.codes_of_one
        players, most, groups, group_of = self.players, self.most_moves, self._groups, self._group_of
        batch = ends, choices_of, counts, codes, results = Batch([], [], [], [], [])
        add_result = results.append
        for position in positions:
            outcome = outcome_of(position)
            active: tuple[str, ...] = ()
            choices: tuple[tuple[Move, ...], ...] = ()
            if outcome is not None:
                ends.append(outcome_code(outcome))
                choices_of.append(choices)
                counts.append(0)
                group_of.append(-1)
                continue
            for player in players:
                moves = moves_of(position, player)
                if own := tuple(moves if type(moves) is list else islice(moves, most + 1)):
                    if len(own) > most:
                        raise RulesError(f"{player} has more than {most} moves in {position}")
                    active, choices = (*active, player), (*choices, own)
            ends.append(-1)
            choices_of.append(choices)
            group_of.append(groups.setdefault(active, len(groups)))
            if len(choices) == 1:
                [own] = choices
                counts.append(len(own))
                codes += codes_of(own)
                for move in own:  # Python calls a function of the rules faster than `map` does
                    add_result(after(position, move))
            elif choices:
                own_codes = self.builder.moves.codes(choices)
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
                break
        return batch

    def active(self, number: int) -> tuple[str, ...]:
        """Return the players who have a move in the position with a number."""
        group = self._group_of[number]
        return list(self._groups)[group] if group >= 0 else ()

    def outcome(self, end: int) -> Outcome | None:
        """Return the outcome with a number; None if it is -1."""
        return self.builder.outcomes.outcomes[end] if end >= 0 else None

    @cached_property
    def _event(self) -> int:
        """The code of a chance event among the joint moves."""
        return self.builder.moves.code(())

    def number(self, batch: Batch) -> int:
        """Number what follows in a batch, add its positions, and return how many there are."""
        ends, _, counts, codes, results = batch
        kinds = set(map(type, results)).difference(self._certain_types)
        self._certain_types |= {kind for kind in kinds if not issubclass(kind, Distribution)}
        if kinds <= self._certain_types:
            self.builder.add(ends, counts, codes, self.numbering.numbers(results))
        else:
            spread: list[dict[Any, Any]] = [
                result if isinstance(result, Distribution) else {result: 1} for result in results
            ]
            probabilities = list(chain.from_iterable(map(dict.values, spread)))
            successors = self.numbering.numbers(list(chain.from_iterable(map(dict.__iter__, spread))))
            self.builder.add(ends, counts, codes, successors, (list(map(dict.__len__, spread)), probabilities))
        return len(ends)

    def _so_far(self, done: int, layers: list[int]) -> Exploration:
        """Return what is known so far."""
        builder = self.builder
        groups, chance = list(self._groups), () in self._groups or bool(builder.sizes)
        return Exploration(
            len(self.positions), done, len(builder.successor), layers, groups, chance, builder.outcomes.outcomes
        )


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
    >>> numbering.find("c"), numbering.find("d"), "d" in numbering.index()
    (2, None, False)
    """

    def __init__(self, positions: list[Position], limit: int) -> None:
        self.positions, self.limit = positions, limit
        # a position that is not in the dictionary gets the next number
        known = {position: number for number, position in enumerate(positions)}
        self._index = defaultdict(count(len(known)).__next__, known)
        self.find = self._index.get

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
