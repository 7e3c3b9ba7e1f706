"""Rules of the castle game of "Castle Defense" I, II and III (CD1, CD2, CD3), without any solving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gametheory.model.game import Outcome
from gametheory.numbers.rationals import require_whole

SOLDIERS = Outcome("soldiers")
CASTLE = Outcome("castle")


class Position(NamedTuple):
    """Soldiers, defenders outside the castle, and strength of the castle at the start of a wave.

    A terminal position has the numbers at the end of the last wave.
    """

    soldiers: int
    defenders: int
    strength: int


class Volley(NamedTuple):
    """A move of the soldiers: the number of shots at the castle and the number of shots at defenders."""

    at_castle: int
    at_defenders: int


@dataclass(frozen=True, order=True)
class Castle:
    """The castle game: soldiers attack a castle that sends out defenders.

    A wave has three steps (CD1, the rules). All soldiers fire a volley. Each defender left alive shoots one soldier.
    If both sides survive and the castle has strength left, fresh defenders come out. The soldiers are the only player.
    The posts do not say whether a shot may be wasted. Here none may while a defender is alive: that never makes the
    soldiers' fastest win slower in the games compared, but in 2/3/1 it decides whether the castle can win.

    Parameters
    ----------
    soldiers
        Number of soldiers at the start (n), at least 1.
    strength
        Strength of the castle at the start (s), at least 1. One shot at the castle takes away one point.
    defenders_per_wave
        Number of defenders that the castle sends after each wave (dpw), at least 1.

    Raises
    ------
    ValueError
        If one of the three numbers is not a whole number of at least 1.

    Examples
    --------
    >>> game = Castle(10, 11, 15)
    >>> game.after(game.start(), Volley(10, 0))
    Position(soldiers=10, defenders=15, strength=1)
    """

    soldiers: int
    strength: int
    defenders_per_wave: int
    players = ("soldiers",)

    def __post_init__(self) -> None:
        for name in ("soldiers", "strength", "defenders_per_wave"):
            require_whole(name, getattr(self, name), 1)

    def __str__(self) -> str:
        """Return the notation of the posts: soldiers/strength/defenders per wave."""
        return f"{self.soldiers}/{self.strength}/{self.defenders_per_wave}"

    def start(self) -> Position:
        """Return the position at the start of the first wave, before any defender comes out."""
        return Position(self.soldiers, 0, self.strength)

    def outcome(self, position: Position) -> Outcome | None:
        """Return who has won, or None while the play continues.

        The castle wins when no soldier is left. The soldiers win when strength and defenders are both 0.

        Examples
        --------
        >>> Castle(2, 3, 1).outcome(Position(0, 4, 2)), Castle(2, 3, 1).outcome(Position(1, 0, 0))
        (Outcome(name='castle', payoffs=()), Outcome(name='soldiers', payoffs=()))
        >>> Castle(2, 3, 1).outcome(Position(1, 1, 0)) is None
        True
        """
        if position.soldiers <= 0:
            return CASTLE
        if position.defenders == 0 and position.strength == 0:
            return SOLDIERS
        return None

    def moves(self, position: Position, player: str = "soldiers") -> Iterator[Volley]:
        """Yield every legal volley, from the most shots at the castle to the fewest.

        All soldiers fire. No shot may be wasted, with one exception: once every defender is shot, the remaining
        soldiers fire at the castle even if its strength is smaller than their number.

        Examples
        --------
        >>> [tuple(volley) for volley in Castle(4, 6, 7).moves(Position(4, 7, 2))]
        [(2, 2), (1, 3), (0, 4)]
        """
        if player != "soldiers":
            return
        soldiers, defenders, strength = position
        # More shots at the castle than its strength are wasted, unless no defender is left to shoot.
        fewest = min(max(soldiers - strength, 0), defenders)
        for at_defenders in range(fewest, min(soldiers, defenders) + 1):
            yield Volley(soldiers - at_defenders, at_defenders)

    def after(self, position: Position, volley: Volley) -> Position:
        """Return the position after a volley, the return fire and the arrival of fresh defenders."""
        strength = max(position.strength - volley.at_castle, 0)
        defenders = position.defenders - volley.at_defenders
        soldiers = max(position.soldiers - defenders, 0)
        if soldiers > 0 and strength > 0:  # no fresh defenders come out in the wave that ends the play
            defenders += self.defenders_per_wave
        return Position(soldiers, defenders, strength)
