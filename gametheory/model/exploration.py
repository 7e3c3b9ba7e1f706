"""What is known of a game while it is being unfolded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from gametheory.model.game import Outcome


class Exploration(NamedTuple):
    """How far the unfolding of a game has come.

    Parameters
    ----------
    found : int
        The number of positions that were found.
    done : int
        The number of those whose moves are known; less than `found` until the game is unfolded.
    edges : int
        The number of their successors, counted once for each move.
    layers : sequence of int
        How many positions are 0, 1, 2 moves and so on from the start; the last number is the newest complete layer.
    groups : sequence of tuple of str
        The players who move at the same time somewhere, `()` for a chance event.
    chance : bool
        Whether some move has a random result.
    outcomes : sequence of Outcome
        The different outcomes.
    """

    found: int
    done: int
    edges: int
    layers: Sequence[int]
    groups: Sequence[tuple[str, ...]]
    chance: bool
    outcomes: Sequence[Outcome]

    @property
    def growth(self) -> float | None:
        """The size of the newest complete layer divided by that of the one before; None in the first layers.

        >>> Exploration(7, 3, 6, [1, 2, 4], [("one",)], False, []).growth
        2.0
        """
        return self.layers[-1] / self.layers[-2] if len(self.layers) > 2 else None

    def estimate(self) -> int | None:
        """Return about how many positions the game has if its layers go on to shrink as now; None if they grow.

        The rest of the layers is summed as a geometric series. This is no bound: they may grow again.

        >>> Exploration(24, 16, 30, [8, 16, 8], [("one",)], False, []).estimate()
        40
        >>> Exploration(7, 3, 6, [1, 2, 4], [("one",)], False, []).estimate()
        """
        growth = self.growth
        if growth is None or growth >= 1:
            return None
        return round(sum(self.layers) + self.layers[-1] * growth / (1 - growth))


Watch: TypeAlias = Callable[[Exploration], None]
