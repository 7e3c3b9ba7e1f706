"""Games whose positions have symmetric images: one position stands for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import islice, product
from typing import Any

import numpy as np

from gametheory.model.game import Distribution, Game, Move, Position, RulesError, active_players
from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import StateArrays

SAMPLES = 200


class QuotientGame:
    """The game between representatives: after each move, the position is replaced by its canonical one.

    A play of the quotient is a play of the rules up to symmetry, so a position has the same value in both if symmetric
    positions have the same outcomes and the same moves up to symmetry. All other attributes are those of the rules.

    >>> class Cards:
    ...     players = ("one",)
    ...     def start(self): return "ab"
    ...     def outcome(self, hand): return None
    ...     def moves(self, hand, player): return hand
    ...     def after(self, hand, card): return hand.replace(card, "") + "c"
    ...     def canonical(self, hand): return "".join(sorted(hand, reverse=True))
    >>> game = QuotientGame(Cards())
    >>> game.start(), game.after("ba", "a"), list(game.moves("ba", "one"))
    ('ba', 'cb', ['b', 'a'])
    """

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.players: tuple[str, ...] = rules.players

    def start(self) -> Position:
        """Return the representative of the first position."""
        return self.canonical(self.rules.start())

    def after(self, position: Position, *moves: Move) -> Any:
        """Return the representative of the next position, or the distribution of representatives."""
        result = self.rules.after(position, *moves)
        if not isinstance(result, Distribution):
            return self.canonical(result)
        total: dict[Position, Any] = {}
        for successor, probability in result.items():
            representative = self.canonical(successor)
            total[representative] = total.get(representative, 0) + probability
        return Distribution(total)

    def canonical(self, position: Position) -> Position:
        """Return the representative of a position."""
        representative: Position = self.rules.canonical(position)
        if representative is None:
            raise RulesError(f"canonical({position}) is None, which is not a position: is a `return` missing?")
        return representative

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the rules."""
        if name == "rules":  # before __init__, when a copy is made
            raise AttributeError(name)
        return getattr(self.rules, name)


def quotient(game: Any) -> Any:
    """Return the game between representatives if the rules have a method `canonical`, otherwise the rules.

    A `LayeredGame` returns representatives from `expand`, and is not changed.

    >>> from gametheory import Castle
    >>> quotient(Castle(1, 2, 1)) == Castle(1, 2, 1)
    True
    """
    if isinstance(game, QuotientGame | LayeredGame) or not callable(getattr(game, "canonical", None)):
        return game
    if callable(getattr(game, "observation", None)):
        raise RulesError("a game has canonical or observation, not both")
    return QuotientGame(game)


def check_canonical(arrays: StateArrays) -> None:
    """Check samples of positions: `canonical` is idempotent, and symmetric positions have the same moves and outcomes.

    The samples are next positions as the rules give them, spread over the graph. Same moves: as many for each player,
    with the same representatives of the next positions. Cost: at most 200 positions and their moves.

    >>> from gametheory import Outcome, unfold
    >>> class Wrong:
    ...     players = ("one",)
    ...     def start(self): return 5
    ...     def outcome(self, at): return None if at else Outcome("over")
    ...     def moves(self, at, player): return range(1, at + 1)
    ...     def after(self, at, taken): return at - taken
    ...     def canonical(self, at): return at - at % 2
    >>> check_canonical(unfold(Wrong()))
    Traceback (most recent call last):
    gametheory.model.game.RulesError: canonical(1) is 0, and outcome is None at the first and Outcome(name='over', \
payoffs=()) at the second
    """
    game: Any = arrays.game
    for position in {game.rules.start(), *_samples(game, arrays)}:
        representative = game.canonical(position)
        if game.canonical(representative) != representative:
            raise RulesError(f"canonical({position}) is {representative}, whose canonical is another position")
        for name, (one, other) in _facts(game, position, representative).items():
            if one != other:
                what = f"{name} is {one} at the first and {other} at the second"
                raise RulesError(f"canonical({position}) is {representative}, and {what}")


def _samples(game: Any, arrays: StateArrays) -> list[Position]:
    """Return positions after moves that are spread over the graph, as the rules give them."""
    joints = np.unique(np.linspace(0, len(arrays.move_of) - 1, min(SAMPLES, len(arrays.move_of))).astype(np.int64))
    found: list[Position] = []
    for joint in joints.tolist():
        tail = int(np.searchsorted(arrays.first_move, joint, "right")) - 1
        result = game.rules.after(arrays.positions[tail], *arrays.moves[arrays.move_of[joint]])
        found.extend(islice(result, 3) if isinstance(result, Distribution) else [result])
    return found


def _facts(game: Any, *positions: Position) -> dict[str, list[object]]:
    """Return what symmetric positions must have in common, for each position."""
    facts: dict[str, list[object]] = {"outcome": [game.rules.outcome(position) for position in positions]}
    if facts["outcome"][0] is None and facts["outcome"][1] is None:
        facts["the list of active players"] = [active_players(game, position) for position in positions]
        facts["the number of positions that follow, up to symmetry,"] = [_following(game, at) for at in positions]
    return facts


def _following(game: Game[Any, Any], position: Position) -> Counter[Hashable]:
    """Return how many joint moves lead to each representative, or to each distribution of them."""
    choices = [moves for player in game.players if (moves := tuple(game.moves(position, player)))]
    results = [game.after(position, *joint) for joint in product(*choices)]
    return Counter(frozenset(each.items()) if isinstance(each, Distribution) else each for each in results)
