"""The rules of the castle game of "Castle Defense" I to III: one screen, no solving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gametheory.model.game import Outcome

SOLDIERS = Outcome("soldiers")
CASTLE = Outcome("castle")


class Position(NamedTuple):
    """What stands at the start of a wave; after the last wave, what is left."""

    soldiers: int
    defenders: int
    strength: int


class Volley(NamedTuple):
    """How many soldiers fire at the castle and how many at defenders."""

    at_castle: int
    at_defenders: int


@dataclass(frozen=True, order=True)
class Castle:
    """The castle game: `soldiers` against a castle of `strength` that sends `defenders_per_wave`.

    A wave is a volley of the soldiers, the return fire of the defenders left alive, and, if both sides
    still stand and the castle has strength left, fresh defenders (CD1, the rules). Only the soldiers choose.
    Raises ValueError unless all three are whole numbers of at least 1.

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
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"{name}: {value!r} is not a whole number of at least 1")

    def __str__(self) -> str:
        """As the posts write it: soldiers/strength/defenders per wave."""
        return f"{self.soldiers}/{self.strength}/{self.defenders_per_wave}"

    def start(self) -> Position:
        """Dawn of the first day: no defender is out yet."""
        return Position(self.soldiers, 0, self.strength)

    def outcome(self, position: Position) -> Outcome | None:
        """The soldiers win when castle and defenders are gone, the castle when the soldiers are.

        >>> Castle(2, 3, 1).outcome(Position(0, 4, 2)), Castle(2, 3, 1).outcome(Position(1, 0, 0))
        (Outcome(name='castle', payoffs=()), Outcome(name='soldiers', payoffs=()))
        >>> Castle(2, 3, 1).outcome(Position(1, 1, 0)) is None
        True
        """
        if position.soldiers <= 0:
            return CASTLE
        return SOLDIERS if position.defenders == 0 and position.strength == 0 else None

    def moves(self, position: Position, player: str = "soldiers") -> Iterator[Volley]:
        """Every volley: all fire, at what is there; spare shots go at the castle once no defender is left.

        >>> [tuple(volley) for volley in Castle(4, 6, 7).moves(Position(4, 7, 2))]
        [(2, 2), (1, 3), (0, 4)]
        """
        soldiers, defenders, strength = position
        fewest = min(max(soldiers - strength, 0), defenders)
        for at_defenders in range(fewest, min(soldiers, defenders) + 1) if player == "soldiers" else ():
            yield Volley(soldiers - at_defenders, at_defenders)

    def after(self, position: Position, volley: Volley) -> Position:
        """Volley, return fire, reinforcement; in the wave that ends the play nobody is sent out."""
        strength = max(position.strength - volley.at_castle, 0)
        defenders = position.defenders - volley.at_defenders
        soldiers = max(position.soldiers - defenders, 0)
        if soldiers > 0 and strength > 0:
            defenders += self.defenders_per_wave
        return Position(soldiers, defenders, strength)
