"""What is known of a game while it is being unfolded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from gametheory.model.game import Outcome


class PositionLimitExceeded(Exception):
    """A game has more positions than the caller allowed.

    Parameters
    ----------
    count : int
        The number of positions found so far.
    limit : int
        The greatest number allowed.

    Examples
    --------
    >>> str(PositionLimitExceeded(7, 5))
    'the game has more than 5 positions: 7 found when unfolding stopped'
    """

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(f"the game has more than {limit} positions: {count} found when unfolding stopped")
        self.count = count
        self.limit = limit


class Exploration(NamedTuple):
    """How far the unfolding of a game has come."""

    found: int
    done: int
    edges: int
    groups: Sequence[tuple[str, ...]]
    chance: bool
    outcomes: Sequence[Outcome]


Watch: TypeAlias = Callable[[Exploration], None]
