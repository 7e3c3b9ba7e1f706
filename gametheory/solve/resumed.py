"""A solver that goes round by round, and goes on where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

Round = TypeVar("Round")


class Rounds(Protocol[Round]):
    """Rounds solved in an earlier run, and where those solved now are kept."""

    def load(self, number: int) -> Round | None:
        """The round of that number, from 1 on; None where it has to be solved."""

    def keep(self, number: int, solved: Round) -> None:
        """Keep a round."""


def solved_once(rounds: Rounds[Round] | None, number: int, solve: Callable[[], Round]) -> Round:
    """The round of that number as it was kept, else solved now and kept.

    >>> solved_once(None, 1, lambda: "solved")
    'solved'
    """
    solved = rounds.load(number) if rounds else None
    if solved is None:
        solved = solve()
        if rounds:
            rounds.keep(number, solved)
    return solved
