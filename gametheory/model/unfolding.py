"""Unfold the rules of a game into arrays: every position that play can reach, breadth first from the start."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain, product, repeat
from typing import Any

import numpy as np

from gametheory.model.game import Distribution, Game, Move, Position, RulesError
from gametheory.model.state_arrays import ArrayBuilder, Distributions, StateArrays


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


def unfold(rules: Game[Any, Any], game: Game[Any, Any], limit: int) -> StateArrays:
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
    """
    positions: list[Position] = [rules.start()]
    builder, numbering, results = ArrayBuilder(positions), Numbering(positions, limit), _Results(rules.after)
    codes, numbers, add_moves = builder.moves.codes, numbering.numbers, builder.add_moves
    groups: dict[tuple[str, ...], int] = {}
    group_of = array("i")
    for position in positions:  # the list grows while it is read
        outcome = rules.outcome(position)
        if outcome is not None:
            builder.add_end(outcome)
            group_of.append(-1)
            continue
        active, choices = [], []
        for player in rules.players:
            if moves := tuple(rules.moves(position, player)):
                active.append(player)
                choices.append(moves)
        group_of.append(groups.setdefault(tuple(active), len(groups)))
        successors, distributions = results.of(position, choices)
        add_moves(codes(choices), numbers(successors), distributions)
    return builder.arrays(game, 0, numbering.index, (list(groups), np.frombuffer(group_of, np.dtype("i"))))


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
    >>> Numbering(["a"], limit=3).numbers(["b", "a", "b", "c"])
    [1, 0, 1, 2]
    """

    def __init__(self, positions: list[Position], limit: int) -> None:
        self.positions, self.limit = positions, limit
        self.index = {position: number for number, position in enumerate(positions)}

    def numbers(self, successors: Sequence[Position]) -> list[int]:
        """Return the numbers of some positions; raise PositionLimitExceeded instead of exceeding the limit."""
        index, positions = self.index, self.positions
        numbers: list[Any] = list(map(index.get, successors))
        if None in numbers:
            for place, number in enumerate(numbers):
                if number is None:
                    successor = successors[place]
                    # a new position can occur twice among the successors
                    number = index.setdefault(successor, len(positions))
                    if number == len(positions):
                        if number >= self.limit:
                            del index[successor]
                            raise PositionLimitExceeded(number + 1, self.limit)
                        positions.append(successor)
                    numbers[place] = number
        return numbers


class _Results:
    """The positions after each joint move of a position."""

    def __init__(self, after: Callable[..., Any]) -> None:
        self._after = after
        self._certain_types: set[type] = set()

    def of(
        self, position: Position, choices: list[tuple[Move, ...]]
    ) -> tuple[Sequence[Position], Distributions | None]:
        """Return the positions, one after another, and the distributions if there are some."""
        if len(choices) == 1:
            results = list(map(self._after, repeat(position), choices[0]))
        else:  # the product of no choices is one empty joint move: the chance event
            results = [self._after(position, *joint_move) for joint_move in product(*choices)]
        types = set(map(type, results))
        if types <= self._certain_types and choices:
            return results, None
        self._certain_types |= {kind for kind in types if not issubclass(kind, Distribution)}
        return self._spread(position, choices, results)

    def _spread(
        self, position: Position, choices: list[tuple[Move, ...]], results: list[Any]
    ) -> tuple[Sequence[Position], Distributions | None]:
        """Return the positions and the distributions if some results may be distributions."""
        if not any(isinstance(result, Distribution) for result in results):
            if not choices:
                raise RulesError(f"no player has a move in {position}, it has no outcome, and no chance event follows")
            return results, None
        spread = [result if isinstance(result, Distribution) else {result: 1} for result in results]
        probabilities = list(chain.from_iterable(distribution.values() for distribution in spread))
        return list(chain.from_iterable(spread)), (list(map(len, spread)), probabilities)
