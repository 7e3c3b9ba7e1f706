"""Check that a class follows the protocol of a game, in all positions that play can reach."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import islice
from typing import Any

from gametheory.model.array_unfolding import unfold_layers
from gametheory.model.encoded_unfolding import unfold_rules
from gametheory.model.exploration import Watch
from gametheory.model.game import Distribution, Outcome, Position, RulesError
from gametheory.model.help_pages import LIMITS
from gametheory.model.layers import LayeredGame
from gametheory.model.state_graph import StateGraph
from gametheory.model.symmetry import QuotientGame, check_canonical, quotient
from gametheory.numbers.rationals import is_exact

MAX_MOVES = 1_000_000
ALWAYS_TWICE, ONE_IN = 2_000, 16  # positions in which methods are called twice: all of the first, some of the others


def validate_game(game: Any, limit: int = 1_000_000, watch: Watch | None = None) -> StateGraph:
    """Check every rule of the protocol `Game` in all positions that play can reach, and return the state graph.

    Each method is called in every position, and `after` for every joint move; in a large game of the package that has
    arrays, in the first 2,000 positions and 200 samples, in which the arrays must say the same. A result must not
    change: in the first 2,000 positions, and in one of 16 of the others, each method is called twice. The rules are:

    - `players` is a tuple of different names, and the four methods exist;
    - positions and moves are hashable and can be written as text, and no method changes a position;
    - `outcome` returns None, or an `Outcome` whose name is a text, with no payoffs or an exact one for each player;
    - `moves` lists finitely many moves, all different;
    - `after` takes one move of each active player, and returns a position or a `Distribution` in exact numbers; if no
      player is active in a position that is not terminal, it returns a `Distribution`;
    - samples of symmetric positions have the same moves, if there is a method `canonical`.

    Cost: that of `state_graph`, twice in the first positions, and the text of each position and move.

    Parameters
    ----------
    game : object
        The game to check.
    limit : int
        The greatest number of positions.
    watch : callable, optional
        A function that is called again and again with an `Exploration`, and may raise an error to stop.

    Returns
    -------
    StateGraph
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
    game = quotient(game)
    if isinstance(game, LayeredGame):
        arrays = unfold_layers(game, limit, checked=True, watch=watch)
    else:
        arrays = unfold_rules(_CheckedRules(game), game, limit, watch)
    if isinstance(game, QuotientGame):
        check_canonical(arrays)
    return StateGraph(arrays, game=game, start=arrays.positions[0])


class _CheckedRules:
    """The rules of a game, each of whose results is checked.

    The methods are called in the order of `unfold`: `outcome`, `moves` and `after` of one position, then of the next.
    """

    def __init__(self, game: Any) -> None:
        self._game, self.players = game, game.players
        self._hash, self._positions, self._twice = 0, 0, True

    def start(self) -> Position:
        """Return the first position."""
        start: Position = self._call("start", self._game.start)
        _require_hashable("start()", start)
        return start

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome of a position, which has no payoffs or an exact one for each player."""
        _text(position)
        self._hash = hash(position)
        self._positions += 1
        self._twice = self._positions <= ALWAYS_TWICE or is_sample(self._positions)
        outcome = self._call("outcome", self._game.outcome, position)
        if outcome is not None:
            _check_outcome(self.players, outcome, f"outcome({_text(position)})")
        return outcome  # type: ignore[no-any-return]

    def moves(self, position: Position, player: str) -> list[Hashable]:
        """Return the moves of a player, which are finitely many, hashable and all different."""
        moves = self._call("moves", self._list_moves, position, player)
        if moves:
            _check_moves(moves, position, player)
        return moves  # type: ignore[no-any-return]

    def _call(self, name: str, method: Callable[..., Any], *arguments: Any) -> Any:
        """Call a method, twice if the position is one of the samples."""
        if self._twice:
            return _same_twice(name, method, *arguments)
        try:
            return method(*arguments)
        # any error of the rules is named with the call that raised it
        except (Exception, SystemExit) as error:
            raise _named(error, name, *arguments) from error

    def _list_moves(self, position: Position, player: str) -> list[Hashable]:
        return list(islice(self._game.moves(position, player), MAX_MOVES + 1))

    def after(self, position: Position, *joint_move: Hashable) -> Any:
        """Return the next position or its distribution, which has exact probabilities."""
        result = self._call("after", self._game.after, position, *joint_move)
        if isinstance(result, Distribution):
            _check_distribution(result, position, *joint_move)
        elif joint_move:
            if not _is_hashable(result):
                call = _call("after", position, *joint_move)
                if isinstance(result, Mapping):
                    raise RulesError(f"{call} is a {type(result).__name__}, not a position: take a Distribution")
                _require_hashable(call, result)
        else:
            call = _call("after", position)
            raise RulesError(f"no player has a move in {position}, it has no outcome, and {call} is no Distribution")
        if hash(position) != self._hash:
            raise RulesError(f"a method has changed the position {position}: it must be a value that stays as it is")
        return result


def is_sample(number: int) -> bool:
    """Return whether the position with this number, counted from 1, is one of the 1 in 16 that are always the same.

    The multiples of 2^32/φ spread evenly (Knuth, The Art of Computer Programming, 6.4), so no regular order of the
    positions of a game avoids them.

    >>> sum(map(is_sample, range(1, 16_001)))
    1000
    """
    return number * 2_654_435_769 % 2**32 < 2**32 // ONE_IN


def _check_members(game: Any) -> None:
    """Check the names of the players and that the four methods exist."""
    if isinstance(game, type):
        raise RulesError(f"{game.__name__} is a class, not a game: make one with {game.__name__}(...)")
    players = getattr(game, "players", None)
    if not isinstance(players, tuple) or any(not isinstance(name, str) for name in players):
        raise RulesError(f"players is {players!r}, not a tuple of names, such as ('first', 'second') or ()")
    if len(set(players)) < len(players):
        raise RulesError(f"players is {players!r}: a name occurs twice")
    for name in ("start", "outcome", "moves", "after"):
        if not callable(getattr(game, name, None)):
            raise RulesError(f"{type(game).__name__} has no method {name}")


def _check_outcome(players: tuple[str, ...], outcome: object, call: str) -> None:
    """Check that an outcome has a name, and no payoffs or an exact one for each player."""
    if not isinstance(outcome, Outcome):
        raise RulesError(f"{call} is {outcome!r}, not an Outcome or None")
    if not isinstance(outcome.name, str):
        raise RulesError(f"{call} has the name {outcome.name!r}, not a text")
    if not isinstance(outcome.payoffs, tuple):
        raise RulesError(f"{call} has the payoffs {outcome.payoffs!r}, not a tuple")
    if outcome.payoffs and len(outcome.payoffs) != len(players):
        raise RulesError(f"{call} has {len(outcome.payoffs)} payoffs for {len(players)} players")
    for payoff in outcome.payoffs:
        _require_exact(f"{call} has the payoff", payoff)


def _check_moves(moves: list[Hashable], position: Position, player: str) -> None:
    """Check that the moves of a player are finitely many, hashable and all different."""
    if len(moves) > MAX_MOVES:
        raise RulesError(f"{_call('moves', position, player)} lists more than {MAX_MOVES:,} moves; see {LIMITS}")
    for move in moves:
        _text(move)
        if not _is_hashable(move):
            _require_hashable(f"{_call('moves', position, player)} lists {_text(move)}, which", move)
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        raise RulesError(f"{_call('moves', position, player)} lists {twice!r} twice")


def _check_distribution(result: Distribution[Any], position: Position, *joint_move: Hashable) -> None:
    """Check that a distribution has exact probabilities, which add up to 1."""
    call = _call("after", position, *joint_move)
    for probability in result.values():
        _require_exact(f"{call} has the probability", probability)
    # a Distribution is checked when it is made, but the rules can change it later
    if min(result.values(), default=0) <= 0 or sum(result.values()) != 1:
        raise RulesError(f"{call} is not a probability distribution: {dict(result)}")


def _same_twice(name: str, method: Callable[..., Any], *arguments: Any) -> Any:
    """Call a method twice and raise RulesError unless both results are equal, because rules must be pure."""
    try:
        first, second = method(*arguments), method(*arguments)
    except (Exception, SystemExit) as error:
        raise _named(error, name, *arguments) from error
    try:
        equal = bool(first == second)
    # the comparison of two arrays has no truth value
    except Exception as error:
        kind = type(first).__name__
        raise RulesError(
            f"{_call(name, *arguments)} is of the type {kind}, whose values cannot be compared: {error}"
        ) from error
    if not equal:
        raise RulesError(f"{_call(name, *arguments)} is {first!r} at first and {second!r} when called again")
    return first


def _named(error: BaseException, name: str, *arguments: object) -> RulesError:
    """Return the error that names the call which raised another one."""
    text = f"{_call(name, *arguments)} raised {type(error).__name__}: {error}"
    began = error.__traceback__ and error.__traceback__.tb_next  # not if the method takes another number of moves
    if name == "after" and isinstance(error, TypeError) and not began:
        text += _number_of_moves(*arguments)
    return RulesError(text)


def _number_of_moves(position: object, *joint_move: object) -> str:
    """Return why `after` gets no move, or several, as the end of a sentence; empty if it gets one."""
    if len(joint_move) == 1:
        return ""
    if joint_move:
        return f"; {len(joint_move)} players have moves in {_text(position)}, and `after` gets a move of each"
    return f"; no player has a move in {_text(position)}, and it has no outcome"


def _call(name: str, *arguments: object) -> str:
    """Return a call as text; the name of a player, the second argument of `moves`, is quoted."""
    texts = [repr(value) if name == "moves" and place else _text(value) for place, value in enumerate(arguments)]
    return f"{name}({', '.join(texts)})"


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except Exception:
        return False
    return True


def _require_hashable(what: str, value: object) -> None:
    """Raise RulesError unless a value is hashable."""
    if not _is_hashable(value):
        raise RulesError(f"{what} is not hashable: {_text(value)}; take a tuple or a frozen dataclass")


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
    if not is_exact(value):
        raise RulesError(f"{what} {value!r}, not an exact number: take a whole number or a Fraction")
