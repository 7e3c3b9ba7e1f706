"""Does a class keep the protocol of a game? One check that any game can be put through."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import islice, product
from typing import Any

import networkx as nx

from gametheory.model.game import Distribution, Outcome, Position, RulesError
from gametheory.model.state_graph import PositionLimitExceeded, state_graph

MOST_MOVES = 1_000_000


def validate_game(game: Any, limit: int = 1_000_000) -> nx.MultiDiGraph:
    """Put a game through every rule of the protocol `Game`, in all positions that play reaches; return its graph.

    Each method is called twice where its answer must not change, and `after` for every joint move. What is asked:

    - `players` is a tuple of different names; the four methods are there;
    - positions and moves are hashable, and no method changes a position;
    - `outcome` returns an `Outcome` or None, with no payoffs or an exact one for each player;
    - `moves` lists finitely many moves, none twice, and the same every time;
    - `after` takes one move of each player who may move, and returns a position or a `Distribution` in exact numbers, the
      same every time; where nobody may move and play is not over, a `Distribution`.

    Raises RulesError with the rule that is broken and the position in which it is; PositionLimitExceeded when more than
    `limit` positions are found. Cost: some four times that of `state_graph`.

    >>> from gametheory import Castle
    >>> len(validate_game(Castle(10, 11, 15)))
    8
    >>> class Hurried(Castle):
    ...     def outcome(self, position):
    ...         return "won"
    >>> validate_game(Hurried(1, 2, 1))
    Traceback (most recent call last):
    gametheory.model.game.RulesError: outcome(Position(soldiers=1, defenders=0, strength=2)) is 'won', not an Outcome or None
    """
    _check_members(game)
    start = _same_twice("start()", game.start)
    _require_hashable("start()", start)
    seen, queue = {start}, deque([start])
    while queue:
        for following in _following(game, queue.popleft()):
            if following not in seen:
                if len(seen) >= limit:
                    raise PositionLimitExceeded(len(seen) + 1, limit)
                seen.add(following)
                queue.append(following)
    return state_graph(game, limit)


def _check_members(game: Any) -> None:
    players = getattr(game, "players", None)
    if not isinstance(players, tuple) or any(not isinstance(name, str) for name in players):
        raise RulesError(f"players is {players!r}, not a tuple of names, such as ('first', 'second') or ()")
    if len(set(players)) < len(players):
        raise RulesError(f"players is {players!r}: a name stands there twice")
    for name in ("start", "outcome", "moves", "after"):
        if not callable(getattr(game, name, None)):
            raise RulesError(f"{type(game).__name__} has no method {name}")


def _following(game: Any, position: Position) -> set[Position]:
    """The positions that can follow, once all that the game says of a position has been checked."""
    before = hash(position)
    if _outcome(game, position) is not None:
        return set()
    choices = [moves for player in game.players if (moves := _moves(game, position, player))]
    found: set[Position] = set()
    for joint in product(*choices):
        found |= _after(game, position, joint)
    if hash(position) != before:
        raise RulesError(f"a method has changed the position {position}: it must be a value that stays as it is")
    return found


def _outcome(game: Any, position: Position) -> Outcome | None:
    call = f"outcome({position})"
    outcome = _same_twice(call, lambda: game.outcome(position))
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome):
        raise RulesError(f"{call} is {outcome!r}, not an Outcome or None")
    if outcome.payoffs and len(outcome.payoffs) != len(game.players):
        raise RulesError(f"{call} has {len(outcome.payoffs)} payoffs for {len(game.players)} players")
    for payoff in outcome.payoffs:
        _require_exact(f"{call} has the payoff", payoff)
    return outcome


def _moves(game: Any, position: Position, player: str) -> list[Hashable]:
    call = f"moves({position}, {player!r})"
    moves: list[Hashable] = _same_twice(call, lambda: list(islice(game.moves(position, player), MOST_MOVES + 1)))
    if len(moves) > MOST_MOVES:
        raise RulesError(f"{call} lists more than {MOST_MOVES:,} moves")
    for move in moves:
        _require_hashable(f"{call} lists {move!r}, which", move)
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        raise RulesError(f"{call} lists {twice!r} twice")
    return moves


def _after(game: Any, position: Position, joint: tuple[Hashable, ...]) -> set[Position]:
    call = f"after({', '.join(map(str, (position, *joint)))})"
    following = _same_twice(call, lambda: game.after(position, *joint))
    if not isinstance(following, Distribution):
        if not joint:
            raise RulesError(f"nobody may move in {position}, it has no outcome, and {call} is no Chance")
        _require_hashable(call, following)
        return {following}
    for probability in following.values():
        _require_exact(f"{call} has the probability", probability)
    return set(following)


def _same_twice(call: str, made: Callable[[], Any]) -> Any:
    """What a method answers; asked twice, it must answer the same."""
    try:
        first, second = made(), made()
    except Exception as error:
        raise RulesError(f"{call} raised {type(error).__name__}: {error}") from error
    if first != second:
        raise RulesError(f"{call} is {first!r} at first and {second!r} when asked again")
    return first


def _require_hashable(what: str, value: object) -> None:
    try:
        hash(value)
    except TypeError:
        raise RulesError(f"{what} is not hashable: {value!r}; take a tuple or a frozen dataclass") from None


def _require_exact(what: str, value: object) -> None:
    if not isinstance(value, int | Fraction):
        raise RulesError(f"{what} {value!r}, not an exact number: take a whole number or a Fraction")
