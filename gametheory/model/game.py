"""The rules of a game: the `Game` protocol, outcomes, and exact probability distributions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, TypeVar

Position: TypeAlias = Hashable


Move: TypeAlias = Hashable


PositionT = TypeVar("PositionT", bound=Hashable)


MoveT = TypeVar("MoveT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished play ended: its name, and what each player gets where the game counts that.

    >>> Outcome("soldiers")
    Outcome(name='soldiers', payoffs=())
    """

    name: str
    payoffs: tuple[Fraction, ...] = ()


class Distribution(dict[PositionT, Fraction]):
    """A law of the next position: exact probabilities that sum to 1.

    Raises ValueError when a probability is not positive or the sum is not 1.

    >>> Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})["heads"]
    Fraction(1, 2)
    """

    def __init__(self, law: Mapping[PositionT, Fraction]) -> None:
        super().__init__(law)
        if min(self.values(), default=0) <= 0 or sum(self.values()) != 1:
            raise ValueError(f"not a probability law: {dict(law)}")


class Game(Protocol[PositionT, MoveT]):
    """The rules of a game: four methods and the names of the players.

    One protocol serves the four kinds of game. With one mover, `moves` is empty for everybody else; with
    movers in turn, for everybody but the one whose turn it is; with two at once, for neither; where chance
    alone decides, for all, and `after` gets no move. `after` returns the next position, or a `Distribution`.
    Positions and moves are hashable values; a player without a move in a position does not move there.
    """

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, in the order in which `after` takes their moves."""

    def start(self) -> PositionT:
        """The first position."""

    def outcome(self, position: PositionT) -> Outcome | None:
        """How the play ended, or None while it goes on."""

    def moves(self, position: PositionT, player: str) -> Iterable[MoveT]:
        """What the player may do in the position."""

    def after(self, position: PositionT, *moves: MoveT) -> PositionT | Distribution[PositionT]:
        """The position that follows when the players who may move do so at once."""


class RulesError(Exception):
    """The rules of a game contradict themselves in some position."""


def active_players(game: Game[Any, Any], position: Position) -> tuple[str, ...]:
    """The players who may move in a position, in the order of `players`.

    >>> from gametheory.games.castle import Castle
    >>> active_players(Castle(1, 2, 1), Castle(1, 2, 1).start())
    ('soldiers',)
    """
    return tuple(player for player in game.players if any(True for _ in game.moves(position, player)))
