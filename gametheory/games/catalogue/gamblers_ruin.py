"""The gambler's ruin: a game of chance alone, a Markov chain. A position is the coins of the gambler."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gametheory.model.game import Distribution, Outcome


@dataclass(frozen=True)
class GamblersRuin:
    """Two gamblers play for one coin after another until one of them has none. `p` is the probability to win a coin.

    In Huygens' problem both have 12 coins and throw three dice. One wins a coin with 11 points, the other with 14.
    """

    own: int = 12
    other: int = 12
    p: Fraction = Fraction(27, 42)
    players = ()

    def start(self) -> int:
        """Return the coins at the start."""
        return self.own

    def outcome(self, coins: int) -> Outcome | None:
        """Return who is ruined, if one of the two has no coin."""
        return {0: Outcome("ruined"), self.own + self.other: Outcome("rich")}.get(coins)

    def moves(self, coins: int, player: str) -> tuple[()]:  # noqa: ARG002 - of the protocol
        """Return no move: there are no players."""
        return ()

    def after(self, coins: int) -> Distribution[int]:
        """Return the distribution of the coins after one throw that counts."""
        return Distribution({coins + 1: self.p, coins - 1: 1 - self.p})
