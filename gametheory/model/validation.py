"""Check that a class follows the protocol of a game, in all positions that play can reach."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, islice, product
from typing import Any

from gametheory.model.game import LIMITS, Distribution, Outcome, Position, PositionLimitExceeded, RulesError, Watch
from gametheory.model.layered import LayeredGame, unfold_layers
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import MAX_MOVES, Batch, QuotientGame, Unfolding, check_canonical, quotient
from gametheory.numbers.rationals import is_exact

ALWAYS_TWICE, ONE_IN = 1_000, 64  # positions in which methods are called twice: all of the first, some of the others


def validate_game(game: Any, limit: int = 1_000_000, watch: Watch | None = None) -> StateArrays:
    """Check every rule of the protocol `Game` in all positions that play can reach, and return them.

    Each method is called in every position, and `after` for every joint move. A result must not change: in the first
    1,000 positions, and in one of 64 of the others, each method is called twice. The rules are:

    - `players` is a tuple of different names, and the four methods exist;
    - positions and moves are hashable and can be written as text, and no method changes a position;
    - `outcome` returns None, or an `Outcome` whose name is a text, with no payoffs or an exact one for each player;
    - `moves` lists finitely many moves, all different;
    - `after` takes one move of each active player, and returns a position or a `Distribution` in exact numbers; if no
      player is active in a position that is not terminal, it returns a `Distribution`;
    - samples of symmetric positions have the same moves, if there is a method `canonical`.

    Cost: that of `unfold`, twice in the first positions, and the text of each position and move.

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
    StateArrays
        The positions and moves, as `unfold` returns them.

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
    # first what every other check needs: the names of the players and the methods
    _check_members(game)
    rules, players = quotient(game), game.players
    if isinstance(rules, LayeredGame):
        arrays = unfold_layers(rules, limit, checked=True, watch=watch)
    else:
        start = _twice("start", rules.start)
        _check_position(start, "start()")
        arrays = _CheckedUnfolding(rules, start, limit).arrays(watch)
    if isinstance(rules, QuotientGame):
        check_canonical(arrays)
    if game.players != players:
        raise RulesError(f"players is {players!r} at first and {game.players!r} later")
    return arrays


class _CheckedUnfolding(Unfolding):
    """The unfolding of rules whose results are checked, some positions at a time.

    What is equal is checked once. If anything is wrong, `_check_rules` names it in one of the same positions.
    """

    _done = 0

    def add(self, positions: list[Position]) -> int:
        """Add the outcomes or the moves of some positions, and check what the rules return in them."""
        try:
            batch = self.call(positions)
            self._check(batch, positions)
            count = self.number(batch)
        except PositionLimitExceeded:
            raise
        except (Exception, SystemExit) as error:
            self._require_unchanged(positions)
            # the batch says only that something is wrong: each call is repeated by itself, for its message
            for position in positions:
                _check_rules(self.game, position)
            what = f"a method raised {type(error).__name__} in one of {len(positions)} positions from {positions[0]} on"
            raise RulesError(f"{what}, and not when called again: {error}") from error
        self._call_again(batch, positions)
        self._require_unchanged(positions)
        self._done += count
        return count

    def _check(self, batch: Batch, positions: list[Position]) -> None:
        """Raise any error if a result breaks a rule."""
        outcomes = self.builder.outcomes
        moves = self.builder.moves
        for outcome in islice(outcomes, self._outcomes_checked, None):
            _check_outcome(self.players, outcome, "outcome")
        for choices in set(chain.from_iterable(batch.choices)):
            _check_moves(choices, "moves")
        for value in chain(positions, islice(moves, self._moves_checked, None)):
            str(value)  # raises an error if it has no text
        self._outcomes_checked = len(outcomes)
        self._moves_checked = len(moves)
        # positions of any other type were keys already when they were numbered
        kinds = set(map(type, batch.results))
        if type(None) in kinds or any(issubclass(kind, Distribution) for kind in kinds):
            for result in batch.results:
                _check_result(result, "after")

    _outcomes_checked = _moves_checked = 0

    def _call_again(self, batch: Batch, positions: list[Position]) -> None:
        """Call each method again in the samples, the last call first, and require the same results."""
        game = self.game
        groups = list(self.groups)
        outcomes = [*self.builder.outcomes, None]  # the last for -1: play goes on
        ends_of_results = list(accumulate(batch.counts))
        for number in reversed(samples(self._done, self._done + len(batch.ends))):
            place = number - self._done
            position = positions[place]
            choices = batch.choices[place]
            last = ends_of_results[place]
            results = batch.results[last - batch.counts[place] : last]
            calls = list(zip(product(*choices), results, strict=False))
            for joint_move, result in reversed(calls):
                _require_same(result, "after", game.after, position, *joint_move)
            if batch.ends[place] < 0:
                moves_of = dict(zip(groups[batch.groups[place]], map(list, choices), strict=True))
                for player in reversed(self.players):
                    _require_same(moves_of.get(player, []), "moves", partial(_list_moves, game), position, player)
            _require_same(outcomes[batch.ends[place]], "outcome", game.outcome, position)

    def _require_unchanged(self, positions: list[Position]) -> None:
        """Raise RulesError unless each position is known by its number."""
        for number, position in enumerate(positions, self._done):
            if self.index.get(position) != number:
                raise RulesError(
                    f"a method has changed the position {position}: it must be a value that stays as it is"
                )


def samples(first: int, end: int) -> list[int]:
    """Return the numbers of the positions in a range in which each method is called twice.

    These are the first 1,000 positions of a game, and one of each 64 that follow each other. Its place among them is
    that of a multiple of 2^32/φ, which spread evenly (Knuth, The Art of Computer Programming, 6.4), so no regular order
    of the positions of a game avoids it. If results change in k other positions, whose numbers are random, no sample is
    among them with the probability (63/64)^k: about 1/2 for 44 positions, and 1/1,000 for 440.

    >>> samples(998, 1_200), len(samples(0, 65_000))
    ([998, 999, 1080, 1120, 1159], 2000)
    """
    numbers = list(range(first, min(end, ALWAYS_TWICE)))
    for block in range(first // ONE_IN, (end - 1) // ONE_IN + 1):
        multiple = block * 2_654_435_769 % 2**32
        number = ONE_IN * block + (multiple * ONE_IN >> 32)
        if max(first, ALWAYS_TWICE) <= number < end:
            numbers.append(number)
    return numbers


def _check_rules(game: Any, position: Position) -> None:
    """Call each method twice in a position, and raise RulesError that names the call whose result breaks a rule."""
    _text(position)
    outcome: Outcome | None = _result("outcome", game.outcome, position)
    if outcome is not None:  # before the second call: NaN, which is no payoff, is not equal to itself
        _check_outcome(game.players, outcome, _call("outcome", position))
    _require_same(outcome, "outcome", game.outcome, position)
    if outcome is not None:
        return
    choices = [_checked_moves(game, position, player) for player in game.players]
    for joint_move in product(*filter(None, choices)):
        call = _call("after", position, *joint_move)
        result = _twice("after", game.after, position, *joint_move)
        if not joint_move and not isinstance(result, Distribution):
            what = f"no player has a move in {position}, it has no outcome, and {call} is not a Distribution"
            raise RulesError(f"{what}; for one certain position P it is Distribution({{P: 1}})")
        _check_result(result, call)


def _checked_moves(game: object, position: Position, player: str) -> list[Hashable]:
    """Return the moves of a player, which must be finitely many, hashable and all different."""
    moves: list[Hashable] = _twice("moves", partial(_list_moves, game), position, player)
    call = _call("moves", position, player)
    if len(moves) > MAX_MOVES:
        raise RulesError(f"{call} lists more than {MAX_MOVES:,} moves; see {LIMITS}")
    for move in moves:
        _require_hashable(f"{call} lists {_text(move)}, which", move)
    _check_moves(moves, call)
    return moves


def _list_moves(game: Any, position: Position, player: str) -> list[Hashable]:
    """Return the moves of a player, one more than the most that are allowed if they are endless."""
    moves = game.moves(position, player)
    if moves is None:
        raise TypeError("None is not a list of moves: is a `return` missing?")
    return list(islice(moves, MAX_MOVES + 1))


def _check_members(game: object) -> None:
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


def _check_moves(moves: Sequence[Hashable], call: str) -> None:
    """Check that the moves of a player, which are hashable, are all different."""
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        raise RulesError(f"{call} lists {twice!r} twice")


def _check_position(position: object, call: str) -> None:
    """Check that a position is hashable, and not None, which a function returns that ends without a `return`."""
    if position is None:
        raise RulesError(f"{call} is None, which is not a position: is a `return` missing?")
    _require_hashable(call, position)


def _check_result(result: object, call: str) -> None:
    """Check that `after` has returned a position, or a distribution with exact probabilities that add up to 1."""
    if not isinstance(result, Distribution):
        if isinstance(result, Mapping) and not _is_hashable(result):
            raise RulesError(f"{call} is a {type(result).__name__}, not a position: take a Distribution")
        _check_position(result, call)
        return
    probabilities = dict.values(result)
    for probability in probabilities:
        _require_exact(f"{call} has the probability", probability)
    if None in result:
        _check_position(None, f"a position of {call}")
    # a Distribution is checked when it is made, but the rules can change it later
    if min(probabilities, default=0) <= 0 or sum(probabilities) != 1:
        raise RulesError(f"{call} is not a probability distribution: {dict(result)}")


def _twice(name: str, method: Callable[..., object], *arguments: object) -> Any:
    """Call a method twice, and return the result, which must be the same."""
    first = _result(name, method, *arguments)
    _require_same(first, name, method, *arguments)
    return first


def _result(name: str, method: Callable[..., object], *arguments: object) -> Any:
    """Call a method; any error of the rules is named with the call that raised it."""
    try:
        return method(*arguments)
    except (Exception, SystemExit) as error:
        raise _named(error, name, *arguments) from error


def _require_same(first: object, name: str, method: Callable[..., object], *arguments: object) -> None:
    """Call a method, and raise RulesError unless the result is equal to the first one, because rules must be pure."""
    second = _result(name, method, *arguments)
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


def _named(error: BaseException, name: str, *arguments: object) -> RulesError:
    """Return the error that names the call which raised another one."""
    text = f"{_call(name, *arguments)} raised {type(error).__name__}: {error}"
    # a method that takes another number of moves is not entered: the traceback ends at the call
    entered = error.__traceback__ and error.__traceback__.tb_next
    if name == "after" and isinstance(error, TypeError) and not entered:
        text += _number_of_moves(*arguments)
    return RulesError(text)


def _number_of_moves(position: object, *joint_move: object) -> str:
    """Return why `after` gets no move, or several, as the end of a sentence; empty if it gets one."""
    if len(joint_move) == 1:
        return ""
    if joint_move:
        return f"; {len(joint_move)} players have moves in {_text(position)}, and `after` gets one move from each"
    return f"; no player has a move in {_text(position)}, and it has no outcome"


def _call(name: str, *arguments: object) -> str:
    """Return a call as text; the name of a player, the second argument of `moves`, is quoted."""
    texts = list(map(_text, arguments))
    if name == "moves":
        texts[1:] = map(repr, arguments[1:])
    return f"{name}({', '.join(texts)})"


def _is_hashable(value: object) -> bool:
    """Return whether a value can be a key."""
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
