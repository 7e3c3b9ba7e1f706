"""Small games whose strong solutions are the first inputs of a fuzzer, one for each method."""

from __future__ import annotations

from typing import Any

from gametheory import Castle, Outcome
from gametheory.model.game import Game


class Race:
    """Move a token by one of these steps, in turn; whoever reaches the end wins."""

    players = ("first", "second")

    def __init__(self, length: int, *steps: int) -> None:
        self.length, self.steps = length, steps

    def start(self) -> tuple[int, str]:
        return (0, "first")

    def outcome(self, position: tuple[int, str]) -> Outcome | None:
        return Outcome("second" if position[1] == "first" else "first") if position[0] >= self.length else None

    def moves(self, position: tuple[int, str], player: str) -> tuple[int, ...]:
        return self.steps if player == position[1] else ()

    def after(self, position: tuple[int, str], step: int) -> tuple[int, str]:
        return (max(0, position[0] + step), "second" if position[1] == "first" else "first")


STRONGLY_SOLVED: tuple[Game[Any, Any], ...] = (Castle(3, 5, 2), Race(7, 1, 3), Race(4, -2, 1))
