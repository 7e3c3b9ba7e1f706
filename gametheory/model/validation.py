"""Check that a class follows the protocol of a game, in all positions that play can reach."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import islice, product
from typing import Any

import networkx as nx

from gametheory.model.game import Distribution, Outcome, Position, RulesError
from gametheory.model.state_graph import PositionLimitExceeded, state_graph

MAX_MOVES = 1_000_000


def validate_game(game: Any, limit: int = 1_000_000) -> nx.MultiDiGraph:
    """Check every rule of the protocol `Game` in all positions that play can reach, and return the state graph.

    Each method is called twice, because its result must not change, and `after` for every joint move. The rules are:

    - `players` is a tuple of different names, and the four methods exist;
    - positions and moves are hashable and can be written as text, and no method changes a position;
    - `outcome` returns None, or an `Outcome` whose name is a text, with no payoffs or an exact one for each player;
    - `moves` lists finitely many moves, all different;
    - `after` takes one move of each active player, and returns a position or a `Distribution` in exact numbers; if no
      player is active in a position that is not terminal, it returns a `Distribution`.

    Cost: about four times that of `state_graph`.

    Parameters
    ----------
    game : object
        The game to check.
    limit : int
        The greatest number of positions.

    Returns
    -------
    networkx.MultiDiGraph
        The state graph of the game.

    Raises
    ------
    RulesError
        If a rule is broken. The message names the rule and the position.
    PositionLimitExceeded
        If play reaches more than `limit` positions.

    Examples
    --------
    >>> from gametheory import Castle
    >>> len(validate_game(Castle(10, 11, 15)))
    8
    >>> class Hurried(Castle):
    ...     def outcome(self, position):
    ...         return "won"
    >>> validate_game(Hurried(1, 2, 1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.model.game.RulesError: outcome(Position(...)) is 'won', not an Outcome or None
    """
    _check_members(game)
    start = _same_twice("start()", game.start)
    _require_hashable("start()", start)
    seen, queue = {start}, deque([start])
    while queue:
        for successor in _checked_successors(game, queue.popleft()):
            if successor not in seen:
                if len(seen) >= limit:
                    raise PositionLimitExceeded(len(seen) + 1, limit)
                seen.add(successor)
                queue.append(successor)
    return state_graph(game, limit)


def _check_members(game: Any) -> None:
    """Check the names of the players and that the four methods exist."""
    players = getattr(game, "players", None)
    if not isinstance(players, tuple) or any(not isinstance(name, str) for name in players):
        raise RulesError(f"players is {players!r}, not a tuple of names, such as ('first', 'second') or ()")
    if len(set(players)) < len(players):
        raise RulesError(f"players is {players!r}: a name occurs twice")
    for name in ("start", "outcome", "moves", "after"):
        if not callable(getattr(game, name, None)):
            raise RulesError(f"{type(game).__name__} has no method {name}")


def _checked_successors(game: Any, position: Position) -> set[Position]:
    """Return the positions that can follow, after checking all that the game says about a position."""
    before = hash(position)
    if _checked_outcome(game, position) is not None:
        return set()
    choices = [moves for player in game.players if (moves := _checked_moves(game, position, player))]
    successors: set[Position] = set()
    for joint_move in product(*choices):
        successors |= _checked_after(game, position, joint_move)
    if hash(position) != before:
        raise RulesError(f"a method has changed the position {position}: it must be a value that stays as it is")
    return successors


def _checked_outcome(game: Any, position: Position) -> Outcome | None:
    """Return the outcome of a position, which has no payoffs or an exact one for each player."""
    call = f"outcome({_text(position)})"
    outcome = _same_twice(call, lambda: game.outcome(position))
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome):
        raise RulesError(f"{call} is {outcome!r}, not an Outcome or None")
    if not isinstance(outcome.name, str):
        raise RulesError(f"{call} has the name {outcome.name!r}, not a text")
    if not isinstance(outcome.payoffs, tuple):
        raise RulesError(f"{call} has the payoffs {outcome.payoffs!r}, not a tuple")
    if outcome.payoffs and len(outcome.payoffs) != len(game.players):
        raise RulesError(f"{call} has {len(outcome.payoffs)} payoffs for {len(game.players)} players")
    for payoff in outcome.payoffs:
        _require_exact(f"{call} has the payoff", payoff)
    return outcome


def _checked_moves(game: Any, position: Position, player: str) -> list[Hashable]:
    """Return the moves of a player, which are finitely many, hashable and all different."""
    call = f"moves({_text(position)}, {player!r})"
    moves: list[Hashable] = _same_twice(call, lambda: list(islice(game.moves(position, player), MAX_MOVES + 1)))
    if len(moves) > MAX_MOVES:
        raise RulesError(f"{call} lists more than {MAX_MOVES:,} moves")
    for move in moves:
        _require_hashable(f"{call} lists {_text(move)}, which", move)
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        raise RulesError(f"{call} lists {twice!r} twice")
    return moves


def _checked_after(game: Any, position: Position, joint_move: tuple[Hashable, ...]) -> set[Position]:
    """Return the positions that can follow a joint move, which are hashable and have exact probabilities."""
    call = f"after({', '.join(map(_text, (position, *joint_move)))})"
    result = _same_twice(call, lambda: game.after(position, *joint_move))
    if not isinstance(result, Distribution):
        if not joint_move:
            raise RulesError(f"no player has a move in {position}, it has no outcome, and {call} is no Distribution")
        _require_hashable(call, result)
        return {result}
    for probability in result.values():
        _require_exact(f"{call} has the probability", probability)
    # a Distribution is checked when it is made, but the rules can change it later
    if min(result.values(), default=0) <= 0 or sum(result.values()) != 1:
        raise RulesError(f"{call} is not a probability distribution: {dict(result)}")
    return set(result)


def _same_twice(call: str, method: Callable[[], Any]) -> Any:
    """Call a method twice and raise RulesError unless both results are equal, because rules must be pure."""
    try:
        first, second = method(), method()
    # any error of the rules is named with the call that raised it
    except (Exception, SystemExit) as error:
        raise RulesError(f"{call} raised {type(error).__name__}: {error}") from error
    try:
        equal = bool(first == second)
    # the comparison of two arrays has no truth value
    except Exception as error:
        name = type(first).__name__
        raise RulesError(f"{call} is of the type {name}, whose values cannot be compared: {error}") from error
    if not equal:
        raise RulesError(f"{call} is {first!r} at first and {second!r} when called again")
    return first


def _require_hashable(what: str, value: object) -> None:
    """Raise RulesError unless a value is hashable."""
    try:
        hash(value)
    except Exception:
        raise RulesError(f"{what} is not hashable: {_text(value)}; take a tuple or a frozen dataclass") from None


def _text(value: object) -> str:
    """Return a position or a move as text; raise RulesError if it has none."""
    try:
        return str(value)
    # for example, Python does not print integers of more than 4,300 digits
    except Exception as error:
        name = type(value).__name__
        raise RulesError(f"a position or a move of the type {name} cannot be written as text: {error}") from error


def _require_exact(what: str, value: object) -> None:
    """Raise RulesError unless a value is an integer or a Fraction."""
    if not isinstance(value, int | Fraction):
        raise RulesError(f"{what} {value!r}, not an exact number: take a whole number or a Fraction")
