"""Small games of each kind, for tests of what serves all games."""

from dataclasses import dataclass
from fractions import Fraction

from gametheory.model.game import Distribution, Outcome


@dataclass(frozen=True)
class Countdown:
    """One mover takes 1 or 2 from a pile; taking the last one wins."""

    pile: int
    players = ("taker",)

    def start(self):
        return self.pile

    def outcome(self, position):
        return Outcome("empty") if position == 0 else None

    def moves(self, position, player):
        return range(1, min(position, 2) + 1)

    def after(self, position, taken):
        return position - taken


@dataclass(frozen=True)
class Coin:
    """Chance only: toss until heads, at most so often."""

    tosses: int
    players = ()

    def start(self):
        return (self.tosses, "")

    def outcome(self, position):
        left, face = position
        return Outcome("heads") if face == "H" else Outcome("never") if left == 0 else None

    def moves(self, position, player):
        return ()

    def after(self, position):
        left, _ = position
        return Distribution({(left - 1, "H"): Fraction(1, 3), (left - 1, "T"): Fraction(2, 3)})


class Matching:
    """Two at once: matching pennies, once."""

    players = ("even", "odd")

    def start(self):
        return "start"

    def outcome(self, position):
        return None if position == "start" else Outcome(position, (Fraction(1), Fraction(-1)))

    def moves(self, position, player):
        return ("heads", "tails")

    def after(self, position, even, odd):
        return "even" if even == odd else "odd"


class Alternating:
    """Two movers in turn: add 1 or 2, whoever reaches 3 wins."""

    players = ("first", "second")

    def start(self):
        return (0, "first")

    def outcome(self, position):
        total, mover = position
        return Outcome("second" if mover == "first" else "first") if total >= 3 else None

    def moves(self, position, player):
        return (1, 2) if player == position[1] else ()

    def after(self, position, added):
        return (position[0] + added, "second" if position[1] == "first" else "first")


class Ring:
    """One mover walks round three places, or leaves: play can go round for ever."""

    players = ("walker",)

    def start(self):
        return 0

    def outcome(self, position):
        return Outcome("out") if position == "out" else None

    def moves(self, position, player):
        return ("on", "leave")

    def after(self, position, move):
        return (position + 1) % 3 if move == "on" else "out"


class Stuck:
    """Rules that contradict themselves: nobody may move, and it is not over."""

    players = ("nobody",)

    def start(self):
        return 0

    def outcome(self, position):
        return None

    def moves(self, position, player):
        return ()

    def after(self, position, *moves):
        return 0
