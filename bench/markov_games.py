"""Two games of chance with a million positions: a class, arrays, a program of PRISM, and the exact solution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gametheory import Distribution, Outcome
from gametheory.model.layered import Distributions, Layer, LayeredGame

DIE, PLAYERS = 6, 3
WON, LOST = Outcome("won"), Outcome("lost")
Shares = dict[Any, Fraction]


class Rolled(NamedTuple):
    """The points of three players, and whose turn it is."""

    a: int
    b: int
    c: int
    turn: int


@dataclass(frozen=True)
class Race:
    """Three players roll a die in turn. The first to reach the goal ends the race; the outcome is that of the first."""

    goal: int
    players = ()

    def __str__(self) -> str:
        """Return the rules in a few words."""
        return f"three players roll a die in turn, up to {self.goal}"

    def start(self) -> Rolled:
        """Return no points, and the first player."""
        return Rolled(0, 0, 0, 0)

    def outcome(self, at: Rolled) -> Outcome | None:
        """Return whether the first player won, if a player has reached the goal."""
        if at.a == self.goal:
            return WON
        return LOST if self.goal in (at.b, at.c) else None

    def moves(self, at: Rolled, player: str = "") -> tuple[()]:  # noqa: ARG002
        """Return no moves: chance alone decides."""
        return ()

    def after(self, at: Rolled) -> Distribution[Rolled]:
        """Return the distribution after a roll."""
        *points, turn = at
        own, shares = points[turn], Shares()
        for eyes in range(1, DIE + 1):
            points[turn] = min(own + eyes, self.goal)
            rolled = Rolled._make([*points, (turn + 1) % PLAYERS])
            shares[rolled] = shares.get(rolled, Fraction(0)) + Fraction(1, DIE)
        return Distribution(shares)

    def prism(self) -> str:
        """Return the same rules for Storm."""
        commands = ""
        for turn, points in enumerate("abc"):
            rolls = " + ".join(
                f"1/{DIE}: ({points}'=min({points}+{eyes}, {self.goal})) & (turn'={(turn + 1) % PLAYERS})"
                for eyes in range(1, DIE + 1)
            )
            commands += f"[] turn={turn} & max(a, b, c)<{self.goal} -> {rolls};\n"
        variables = "".join(f"{points}: [0..{self.goal}];\n" for points in "abc")
        return (
            f"dtmc\nmodule race\n{variables}turn: [0..{PLAYERS - 1}];\n{commands}"
            f'[] max(a, b, c)={self.goal} -> true;\nendmodule\nlabel "won" = a={self.goal};\n'
        )

    def solution(self) -> Fraction:
        """Return the probability that the first player wins, by the number of rolls that each player needs alone."""
        won, before, ways = Fraction(0), Fraction(1), {0: 1}
        for rolls in range(1, self.goal + 1):
            later: dict[int, int] = {}
            for points, count in ways.items():
                for eyes in range(1, DIE + 1):
                    if points + eyes < self.goal:
                        later[points + eyes] = later.get(points + eyes, 0) + count
            ways, still = later, Fraction(sum(later.values()), DIE**rolls)
            won, before = won + (before - still) * before ** (PLAYERS - 1), still
        return won


@dataclass(frozen=True)
class Ruin:
    """A player bets one coin on fair tosses, from `start_with` coins up to all coins or none: gambler's ruin."""

    start_with: int
    coins: int
    players = ()

    def __str__(self) -> str:
        """Return the rules in a few words."""
        return f"gambler's ruin, from {self.start_with:,} coins to 0 or {self.coins:,}"

    def start(self) -> int:
        """Return the coins at the start."""
        return self.start_with

    def outcome(self, coins: int) -> Outcome | None:
        """Return whether the player has all coins, or none."""
        return {0: LOST, self.coins: WON}.get(coins)

    def moves(self, coins: int, player: str = "") -> tuple[()]:  # noqa: ARG002
        """Return no moves: chance alone decides."""
        return ()

    def after(self, coins: int) -> Distribution[int]:
        """Return the distribution after a toss."""
        return Distribution({coins - 1: Fraction(1, 2), coins + 1: Fraction(1, 2)})

    def prism(self) -> str:
        """Return the same rules for Storm."""
        return (
            f"dtmc\nmodule ruin\ncoins: [0..{self.coins}] init {self.start_with};\n"
            f"[] coins>0 & coins<{self.coins} -> 1/2: (coins'=coins-1) + 1/2: (coins'=coins+1);\n"
            f'[] coins=0 | coins={self.coins} -> true;\nendmodule\nlabel "won" = coins={self.coins};\n'
        )

    def solution(self) -> Fraction:
        """Return the probability to win all coins: the expected number of coins never changes."""
        return Fraction(self.start_with, self.coins)


@dataclass(frozen=True)
class LayeredRace(LayeredGame):
    """The same race over whole numbers: the points of the three players, and in the last place whose turn it is."""

    game: Race
    players, outcomes, chance = (), (WON, LOST), True

    def start(self) -> int:
        """Return no points, and the first player."""
        return 0

    def expand(self, positions: Any) -> Layer:
        """Return what the rules say about all positions."""
        goal, size = self.game.goal, self.game.goal + 1
        a, b, c = (positions // PLAYERS // size**place % size for place in range(PLAYERS))
        ended = np.where(a == goal, 0, np.where((b == goal) | (c == goal), 1, -1))
        on = positions[ended < 0, None]
        turn = on % PLAYERS
        own = on // PLAYERS // size**turn % size
        gained = np.minimum(own + np.arange(1, DIE + 1), goal) - own
        after = on + gained * PLAYERS * size**turn - turn + (turn + 1) % PLAYERS
        return Layer(ended, 0 * ended - 1, 1 * (ended < 0), 0 * on[:, 0], after.ravel(), _fair(len(on), DIE))


@dataclass(frozen=True)
class LayeredRuin(LayeredGame):
    """The same bets as arrays. From the start, each toss adds only two positions: all of them are expanded together."""

    game: Ruin
    players, outcomes, chance = (), (WON, LOST), True

    def __post_init__(self) -> None:
        """Set the bound: from no coins to all."""
        object.__setattr__(self, "bound", self.game.coins + 1)

    def start(self) -> int:
        """Return the coins at the start."""
        return self.game.start_with

    def expand(self, positions: Any) -> Layer:
        """Return what the rules say about all positions."""
        ended = np.where(positions == self.game.coins, 0, np.where(positions == 0, 1, -1))
        on = positions[ended < 0]
        after = np.stack([on - 1, on + 1], axis=1).ravel()
        return Layer(ended, 0 * ended - 1, 1 * (ended < 0), 0 * on, after, _fair(len(on), 2))


def _fair(moves: int, results: int) -> Distributions:
    """Return distributions in which all results of a move have the same probability."""
    sizes = np.full(moves, results)
    return Distributions(sizes, np.ones(moves * results, np.int64), sizes)


def in_arrays(game: Race | Ruin) -> LayeredGame:
    """Return the same game as arrays.

    >>> in_arrays(Ruin(1, 3)).after(1) == Ruin(1, 3).after(1)
    True
    """
    return LayeredRace(game) if isinstance(game, Race) else LayeredRuin(game)
