"""Games that pay after every move: discounted payoffs, as a game that may stop after each move."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from gametheory.model.game import Distribution, Game, Move, Outcome, Position, RulesError
from gametheory.numbers.rationals import is_exact


class Stopped(NamedTuple):
    """The end of a discounted game after some move, with the payoffs of all players."""

    payoffs: tuple[Fraction, ...]


def discount_factor(game: Any) -> Fraction | None:
    """Return the discount factor of a game, its attribute `discount`; None if it has none.

    >>> discount_factor(type("Game", (), {"discount": Fraction(9, 10), "stage_payoffs": None}))
    Fraction(9, 10)
    """
    factor = getattr(game, "discount", None)
    if factor is None:
        return None
    if type(factor) is not Fraction or not 0 < factor < 1:
        raise RulesError(f"discount is {factor!r}, not a Fraction greater than 0 and less than 1")
    if not hasattr(game, "stage_payoffs"):
        raise RulesError("discount: the game has no method stage_payoffs(position, *moves)")
    return factor


def checked_stage_payoffs(game: Any, position: Position, moves: tuple[Move, ...]) -> tuple[Fraction, ...]:
    """Return the payoffs of all players for one move, from the method `stage_payoffs`.

    >>> class Game:
    ...     players = ("one",)
    ...     def stage_payoffs(self, position, *moves): return (2,)
    >>> checked_stage_payoffs(Game(), "start", ("go",))
    (Fraction(2, 1),)
    """
    payoffs = game.stage_payoffs(position, *moves)
    exact = isinstance(payoffs, tuple) and all(map(is_exact, payoffs))
    if not exact or len(payoffs) != len(game.players):
        raise RulesError(f"stage_payoffs in {position} is {payoffs!r}, not a tuple of one exact number for each player")
    return tuple(map(Fraction, payoffs))


class StoppingGame:
    """A discounted game as a game without discount, which stops after each move with a probability.

    With the discount factor d, the payoffs r of a move are followed with probability 1 - d by the end, where they are
    paid as r / (1 - d), and play goes on with probability d. The expected payoffs are the discounted sums: those of
    the move number t, counted from 0, and those of an outcome after t moves, times d to the power t (Shapley 1953).

    References
    ----------
    L. S. Shapley, Stochastic games (1953).

    >>> class Rent:
    ...     players, discount = ("owner",), Fraction(9, 10)
    ...     def start(self): return "house"
    ...     def outcome(self, position): return None
    ...     def moves(self, position, player): return ("rent",)
    ...     def after(self, position, move): return "house"
    ...     def stage_payoffs(self, position, move): return (1,)
    >>> StoppingGame(Rent()).after("house", "rent")
    {'house': Fraction(9, 10), Stopped(payoffs=(Fraction(10, 1),)): Fraction(1, 10)}
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        factor = discount_factor(game)
        if factor is None:
            raise RulesError("the game has no discount")
        self.game, self.factor, self.players = game, factor, game.players

    def start(self) -> Any:
        """Return the first position."""
        return self.game.start()

    def outcome(self, position: Any) -> Outcome | None:
        """Return the outcome of a terminal position."""
        return Outcome("stopped", position.payoffs) if isinstance(position, Stopped) else self.game.outcome(position)

    def moves(self, position: Any, player: str) -> Iterable[Any]:
        """Return the moves of a player."""
        return () if isinstance(position, Stopped) else self.game.moves(position, player)

    def after(self, position: Any, *moves: Any) -> Distribution[Any]:
        """Return the distribution of the next position: as in the game, or stopped."""
        result = self.game.after(position, *moves)
        following = result if isinstance(result, Distribution) else {result: Fraction(1)}
        stop = tuple(payoff / (1 - self.factor) for payoff in checked_stage_payoffs(self.game, position, moves))
        after = {successor: self.factor * probability for successor, probability in following.items()}
        return Distribution({**after, Stopped(stop): 1 - self.factor})
