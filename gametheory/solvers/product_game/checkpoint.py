"""Checkpoint protocol for solvers that proceed round by round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

Round = TypeVar("Round")


class RoundCheckpoint(Protocol[Round]):
    """Storage for the solutions of rounds; rounds are numbered from 1."""

    def load(self, number: int) -> Round | None:
        """Return the solution of a round, or None if it has to be computed."""

    def save(self, number: int, solution: Round) -> None:
        """Save the solution of a round."""


def load_or_compute(checkpoint: RoundCheckpoint[Round] | None, number: int, compute: Callable[[], Round]) -> Round:
    """Return the saved solution of a round; if there is none, compute and save it.

    >>> load_or_compute(None, 1, lambda: "computed")
    'computed'
    """
    solution = checkpoint.load(number) if checkpoint else None
    if solution is None:
        solution = compute()
        if checkpoint:
            checkpoint.save(number, solution)
    return solution
