"""Monty Hall as a game of two: hidden information, and moves that only one player sees."""

from __future__ import annotations

from gametheory.model.game import Outcome

DOORS = (1, 2, 3)
Position = tuple[int | str, ...]


class MontyHall:
    """A host hides a car behind one of three doors, and a contestant picks a door.

    The host opens another door, without the car. The contestant stays, or switches to the door that is still closed.
    A position is the door of the car, the door picked, the door opened, and the last move.
    """

    players = ("contestant", "host")

    def start(self) -> Position:
        """Return the position before the car is hidden."""
        return ()

    def outcome(self, position: Position) -> Outcome | None:
        """Return who wins: the contestant, if the door chosen last hides the car."""
        if len(position) < 4:
            return None
        car, picked, _, move = position
        return Outcome("contestant" if (car == picked) == (move == "stay") else "host")

    def moves(self, position: Position, player: str) -> tuple[int | str, ...]:
        """Return the doors, or whether to stay or switch."""
        if player != ("host", "contestant")[len(position) % 2]:
            return ()
        if len(position) == 2:
            return tuple(door for door in DOORS if door not in position)
        return ("stay", "switch") if len(position) == 3 else DOORS

    def after(self, position: Position, move: int | str) -> Position:
        """Return the position with one more move."""
        return (*position, move)

    def observation(self, position: Position, player: str) -> str:
        """Return what a player sees: everything but the door of the car, which only the host sees."""
        names = ("car", "picked", "opened")[player == "contestant" :]
        seen = zip(names, position[player == "contestant" :], strict=False)
        return ", ".join(f"{name} {door}" for name, door in seen) or (
            "no door picked" if player == "contestant" else "no car hidden"
        )
