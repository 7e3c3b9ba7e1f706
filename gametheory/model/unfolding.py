"""Unfold a game into arrays: every position that play can reach, breadth first from the start."""

from __future__ import annotations

from itertools import chain, islice, product
from typing import Any, NamedTuple

from gametheory.model.game import (
    LIMITS,
    Distribution,
    Exploration,
    Game,
    Move,
    Outcome,
    Position,
    PositionLimitExceeded,
    RulesError,
    Watch,
)
from gametheory.model.layer_unfolding import unfold_layers
from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import ArrayBuilder, StateArrays, numbering
from gametheory.model.symmetry import quotient

MAX_MOVES = 1_000_000
POSITIONS_AT_A_TIME = 64  # between two calls of the function that watches the exploration
MOVES_AT_A_TIME = 2_000  # before new positions are counted


def unfold(game: Game[Any, Any], limit: int = 1_000_000, watch: Watch | None = None) -> StateArrays:
    """Return all positions that play can reach and their moves, as arrays.

    If the rules have a method `canonical`, the positions are representatives of symmetric ones: see `QuotientGame`.
    Cost: one call of `outcome` for each position, of `moves` for each player and position in which play goes on, and of
    `after` for each joint move; besides these calls, about as much as a loop that only numbers the positions. Memory:
    that of the positions, about 100 bytes for each in a dictionary, and 8 bytes for each move.

    Parameters
    ----------
    game : Game
        The rules.
    limit : int
        The greatest number of positions.
    watch : callable, optional
        A function that is called again and again with an `Exploration`, and may raise an error to stop.

    Returns
    -------
    StateArrays
        The positions and moves. Every solver takes them; `state_graph` makes a networkx graph of them.

    Raises
    ------
    PositionLimitExceeded
        As soon as play reaches more than `limit` positions.
    RulesError
        If the rules contradict themselves.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> arrays = unfold(Castle(1, 2, 1))
    >>> len(arrays), arrays.successor.tolist()
    (3, [1, 2, 1])
    >>> unfold(Castle(1, 2, 1), watch=lambda so_far: print(so_far.found)).start
    2
    3
    3
    0
    """
    rules = quotient(game)
    if isinstance(rules, LayeredGame):
        return unfold_layers(rules, limit, watch=watch)
    return Unfolding(rules, rules.start(), limit).arrays(watch)


class Batch(NamedTuple):
    """Some positions, and what the rules return in them; the next positions have no numbers yet."""

    ends: list[int]  # the number of the outcome, -1 if play goes on
    groups: list[int]  # the number of the group of active players, -1 if play is over
    choices: list[tuple[tuple[Move, ...], ...]]  # the moves of each active player
    counts: list[int]  # how many joint moves there are
    codes: list[int]  # the number of each joint move
    results: list[Any]  # what follows each of them: a position or a distribution


class Unfolding:
    """The positions and moves of a game as far as they are known."""

    def __init__(self, game: Game[Any, Any], start: Position, limit: int) -> None:
        self.game, self.players, self.limit, self.positions = game, game.players, limit, [start]
        self.index = numbering()
        self.index[start]  # the start gets the number 0
        self.groups, self.builder = numbering(), ArrayBuilder(self.positions)

    def arrays(self, watch: Watch | None = None) -> StateArrays:
        """Return the arrays of all positions; `watch` is called again and again with what is known so far."""
        positions, done = self.positions, 0
        while done < len(positions):  # the list grows while it is read
            done += self.add(positions[done : done + POSITIONS_AT_A_TIME])
            if watch is not None:
                watch(self._so_far(done))
        self.index.default_factory = None  # from now on, other positions get no numbers
        return self.builder.arrays(self.game, 0, self.index, list(self.groups))

    def add(self, positions: list[Position]) -> int:
        """Add the outcomes or the moves of some positions, and return of how many: of fewer if they have many moves."""
        return self.number(self.call(positions))

    def call(self, positions: list[Position]) -> Batch:
        """Call the rules in some positions; in fewer if they have many moves."""
        outcome_of, moves_of, after, players = self.game.outcome, self.game.moves, self.game.after, self.players
        outcomes, code_of, groups = self.builder.outcomes, self.builder.moves.__getitem__, self.groups
        batch = ends, group_of, choices_of, counts, codes, results = Batch([], [], [], [], [], [])
        for position in positions:
            outcome = outcome_of(position)
            active: tuple[str, ...] = ()
            choices: tuple[tuple[Move, ...], ...] = ()
            if outcome is not None:
                ends.append(outcomes[outcome])
                group_of.append(-1)
                choices_of.append(choices)
                counts.append(0)
                continue
            for player in players:
                own = moves_of(position, player)
                if type(own) is not tuple:  # a list can be changed later, and a generator can be endless
                    own = tuple(islice(own, MAX_MOVES + 1))
                    if len(own) > MAX_MOVES:
                        raise RulesError(f"{player} has more than {MAX_MOVES:,} moves in {position}; see {LIMITS}")
                if own:
                    active, choices = (*active, player), (*choices, own)
            ends.append(-1)
            group_of.append(groups[active])
            choices_of.append(choices)
            if len(choices) == 1:  # in nearly all games: twice as fast as the general case
                counts.append(len(own := choices[0]))
                codes.extend(map(code_of, zip(own)))
                for move in own:  # Python calls a function of the rules faster than `map` does
                    results.append(after(position, move))
            else:
                joint = list(product(*choices))  # one empty joint move, the chance event, if no player is active
                counts.append(len(joint))
                codes.extend(map(code_of, joint))
                results.extend(after(position, *moves) for moves in joint)
                if not choices and not isinstance(results[-1], Distribution):
                    what = "no player has a move in"
                    raise RulesError(f"{what} {position}, it has no outcome, and no chance event follows")
            if len(results) > MOVES_AT_A_TIME:
                break
        return batch

    def number(self, batch: Batch) -> int:
        """Number what follows in a batch, add its positions, and return how many there are."""
        results, probabilities = batch.results, None
        if any(issubclass(kind, Distribution) for kind in set(map(type, results))):
            spread: list[dict[Any, Any]] = [
                result if isinstance(result, Distribution) else {result: 1} for result in results
            ]
            probabilities = list(map(len, spread)), list(chain.from_iterable(map(dict.values, spread)))
            results = list(chain.from_iterable(spread))
        index, positions = self.index, self.positions
        successors = list(map(index.__getitem__, results))
        if len(index) > self.limit:
            raise PositionLimitExceeded(self.limit + 1, self.limit, next(reversed(index)))
        # a dictionary keeps the order in which its keys were added
        positions += reversed(list(islice(reversed(index), len(index) - len(positions))))
        self.builder.add(batch.ends, batch.groups, batch.counts, batch.codes, successors, probabilities)
        return len(batch.ends)

    def _so_far(self, done: int) -> Exploration:
        """Return what is known so far."""
        builder, groups = self.builder, list(self.groups)
        outcomes: list[Outcome] = list(builder.outcomes)
        chance = () in groups or bool(builder.sizes)
        return Exploration(
            len(self.positions), done, len(builder.successor), groups, chance, outcomes, self.positions[-1]
        )
