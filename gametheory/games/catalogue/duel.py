"""The noisy duel: when to fire the only bullet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gametheory.model.game import Distribution, Outcome

Position = tuple[int, str]


@dataclass(frozen=True)
class Duel:
    """Two duelists with one bullet each walk towards each other in turn. A player fires, or makes a step.

    After k of n steps a shot hits with probability k / n. A duelist who misses is shot at point-blank range. A position
    is the number of steps, and who has won.
    """

    steps: int = 10
    players = ("first", "second")

    def start(self) -> Position:
        """Return the position at the greatest distance."""
        return 0, ""

    def outcome(self, position: Position) -> Outcome | None:
        """Return the winner after a shot."""
        return Outcome(position[1]) if position[1] else None

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return that the player whose turn it is fires, or makes a step if there is still a distance."""
        steps, _ = position
        if player != self.players[steps % 2]:
            return ()
        return ("step", "fire") if steps < self.steps else ("fire",)

    def after(self, position: Position, move: str) -> Position | Distribution[Position]:
        """Return the position one step nearer, or the distribution of the winner after a shot."""
        steps, _ = position
        if move == "step":
            return steps + 1, ""
        own, other = self.players[:: 1 - 2 * (steps % 2)]
        hit = Fraction(steps, self.steps)
        return Distribution({(steps, own): hit, (steps, other): 1 - hit})
