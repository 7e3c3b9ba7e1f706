"""A solver that goes round by round, and goes on where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

Round = TypeVar("Round")


class RoundCheckpoint(Protocol[Round]):
    """Rounds solved in an earlier run, and where those solved now are kept."""

    def load(self, number: int) -> Round | None:
        """The round of that number, from 1 on; None where it has to be solved."""

    def keep(self, number: int, solved: Round) -> None:
        """Keep a round."""


def load_or_compute(rounds: RoundCheckpoint[Round] | None, number: int, solve: Callable[[], Round]) -> Round:
    """The round of that number as it was kept, else solved now and kept.

    >>> load_or_compute(None, 1, lambda: "solved")
    'solved'
    """
    solved = rounds.load(number) if rounds else None
    if solved is None:
        solved = solve()
        if rounds:
            rounds.keep(number, solved)
    return solved
