"""The inspection game: simultaneous moves in several periods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gametheory.model.game import Outcome


class Position(NamedTuple):
    """The periods and inspections that are left, and the outcome if play is over."""

    periods: int
    inspections: int
    over: str = ""


@dataclass(frozen=True)
class Inspection:
    """In each period an inspector with few inspections inspects or waits, and an inspectee acts legally or violates.

    A violation ends the game: the inspector wins if there is an inspection in this period, and the inspectee wins if
    not. Without a violation the game is drawn.
    """

    periods: int = 4
    inspections: int = 2
    players = ("inspector", "inspectee")

    def start(self) -> Position:
        """Return the position with all periods and inspections."""
        return Position(self.periods, self.inspections)

    def outcome(self, position: Position) -> Outcome | None:
        """Return who wins after a violation, or a draw after the last period."""
        return Outcome(position.over or "draw") if position.over or not position.periods else None

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return the moves of both; without an inspection left the inspector can only wait."""
        if player == "inspectee":
            return ("legal", "violate")
        return ("inspect", "wait") if position.inspections else ("wait",)

    def after(self, position: Position, inspector: str, inspectee: str) -> Position:
        """Return the position in the next period."""
        inspects = inspector == "inspect"
        over = ("inspector" if inspects else "inspectee") if inspectee == "violate" else ""
        return Position(position.periods - 1, position.inspections - inspects, over)
