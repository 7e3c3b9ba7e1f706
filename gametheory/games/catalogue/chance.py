"""Games in which coins, dice or shots decide: one of chance alone, and three with moves."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome
from gametheory.numbers.format import pluralize

OTHER = {"first": "second", "second": "first"}


@dataclass(frozen=True)
class GamblersRuin:
    """Two gamblers play for one coin after another until one of them has none. `p` is the probability to win a coin.

    In Huygens' problem both have 12 coins and throw three dice. One wins a coin with 11 points, the other with 14.
    """

    # A position is the coins of the gambler, and play is a Markov chain.

    own: int = 12
    other: int = 12
    p: Fraction = Fraction(27, 42)
    players = ()

    def start(self) -> int:
        """Return the coins at the start."""
        return self.own

    def outcome(self, coins: int) -> Outcome | None:
        """Return who is ruined, if one of the two has no coin."""
        if coins == 0:
            return Outcome("ruined")
        if coins == self.own + self.other:
            return Outcome("rich")
        return None

    def moves(self, coins: int, player: str) -> tuple[()]:  # noqa: ARG002 - of the protocol
        """Return no move: there are no players."""
        return ()

    def after(self, coins: int) -> Distribution[int]:
        """Return the distribution of the coins after one throw that counts."""
        win = coins + 1
        loss = coins - 1
        return Distribution({win: self.p, loss: 1 - self.p})

    def picture(self, coins: int) -> str:
        """Return the coins of both."""
        return f"{pluralize(coins, 'coin')} against {self.own + self.other - coins}"


class PigPosition(NamedTuple):
    """The points of the active player, those of the other, those of this turn, and who is active."""

    own: int
    other: int
    turn: int
    active: str


@dataclass(frozen=True)
class Pig:
    """Two players roll a die in turn, as often as they dare, and the points of a turn add up.

    Holding adds them to the score. A 1 ends the turn and takes its points. The first to reach the goal wins.
    """

    goal: int = 10
    sides: int = 6
    players = ("first", "second")

    def start(self) -> PigPosition:
        """Return the position without points."""
        return PigPosition(0, 0, 0, "first")

    def outcome(self, position: PigPosition) -> Outcome | None:
        """Return the other player as the winner if that player has the goal."""
        if position.other < self.goal:
            return None
        return Outcome(OTHER[position.active])

    def moves(self, position: PigPosition, player: str) -> tuple[str, ...]:
        """Return that the active player may roll, and hold if there are points to score."""
        if player != position.active:
            return ()
        if position.turn:
            return ("roll", "hold")
        return ("roll",)

    def after(self, position: PigPosition, move: str) -> PigPosition | Distribution[PigPosition]:
        """Return the position after the points are scored, or its distribution after a roll."""
        score, other_score, turn, active = position
        if move == "hold":
            return PigPosition(other_score, score + turn, 0, OTHER[active])
        share = Fraction(1, self.sides)
        turn_lost = PigPosition(other_score, score, 0, OTHER[active])
        won = PigPosition(other_score, self.goal, 0, OTHER[active])
        distribution = {turn_lost: share}
        for points in range(2, self.sides + 1):
            rolled = PigPosition(score, other_score, turn + points, active)
            # Several rolls can reach the goal; more points than it count as many, so that these are one position.
            after = won if score + rolled.turn >= self.goal else rolled
            distribution[after] = distribution.get(after, 0) + share
        return Distribution(distribution)

    def picture(self, position: PigPosition) -> str:
        """Return the points of both, and those of this turn."""
        points = {position.active: position.own, OTHER[position.active]: position.other}
        scores = ", ".join(f"{player} {points[player]}" for player in self.players)
        return f"scored, of {self.goal}: {scores}\nthis turn: {position.active} {position.turn}"


DuelPosition = tuple[int, str]


@dataclass(frozen=True)
class Duel:
    """Two duelists with one bullet each walk towards each other in turn. A player fires, or makes a step.

    After k of n steps a shot hits with probability k / n. A duelist who misses is shot at point-blank range.
    """

    # A position is the number of steps, and who has won.

    steps: int = 10
    players = ("first", "second")

    def start(self) -> DuelPosition:
        """Return the position at the greatest distance."""
        return 0, ""

    def outcome(self, position: DuelPosition) -> Outcome | None:
        """Return the winner after a shot."""
        _, winner = position
        return Outcome(winner) if winner else None

    def moves(self, position: DuelPosition, player: str) -> tuple[str, ...]:
        """Return that the player whose turn it is fires, or makes a step if there is still a distance."""
        steps, _ = position
        if player != self.players[steps % 2]:
            return ()
        if steps < self.steps:
            return ("step", "fire")
        return ("fire",)

    def after(self, position: DuelPosition, move: str) -> DuelPosition | Distribution[DuelPosition]:
        """Return the position one step nearer, or the distribution of the winner after a shot."""
        steps, _ = position
        if move == "step":
            return steps + 1, ""
        shooter = self.players[steps % 2]
        hit = self.hit(steps)
        return Distribution({(steps, shooter): hit, (steps, OTHER[shooter]): 1 - hit})

    def label(self, position: DuelPosition) -> str:
        """Return a position as text, such as 6 steps, first has won."""
        steps, winner = position
        text = pluralize(steps, "step")
        return f"{text}, {winner} has won" if winner else text

    def picture(self, position: DuelPosition) -> str:
        """Return the distance, and the probability of a hit."""
        steps, _ = position
        distance = "." * (self.steps - steps)
        return (
            f"first |{distance}| second\nsteps: {steps} of {self.steps}; a shot hits with probability {self.hit(steps)}"
        )

    def hit(self, steps: int) -> Fraction:
        """Return the probability of a hit after a number of steps."""
        return Fraction(steps, self.steps)


class TruelPosition(NamedTuple):
    """Who is alive, and who shoots."""

    alive: str
    active: str


@dataclass(frozen=True)
class Truel:
    """A, B and C shoot in turn, each at a chosen opponent or into the air, until one is left.

    `a`, `b` and `c` are their probabilities of a hit.
    """

    a: Fraction = Fraction(3, 10)
    b: Fraction = Fraction(1)
    c: Fraction = Fraction(1, 2)
    players = ("A", "B", "C")

    def start(self) -> TruelPosition:
        """Return the position in which A shoots at B or C."""
        return TruelPosition("ABC", "A")

    def outcome(self, position: TruelPosition) -> Outcome | None:
        """Return who is left alone."""
        if len(position.alive) > 1:
            return None
        return Outcome(position.alive)

    def moves(self, position: TruelPosition, player: str) -> tuple[str, ...]:
        """Return the targets of the player who shoots."""
        if player != position.active:
            return ()
        others = position.alive.replace(player, "")
        return ("air", *(f"at {other}" for other in others))

    def after(self, position: TruelPosition, move: str) -> TruelPosition | Distribution[TruelPosition]:
        """Return who is alive after a shot into the air, or the distribution after another."""
        alive, active = position
        missed = TruelPosition(alive, self.next(alive, active))
        if move == "air":
            return missed
        target = move[-1]
        left = alive.replace(target, "")
        hit = TruelPosition(left, self.next(left, active))
        probability = self.hits()[active]
        return Distribution({hit: probability, missed: 1 - probability})

    def hits(self) -> dict[str, Fraction]:
        """Return the probability of a hit of each player."""
        return {"A": self.a, "B": self.b, "C": self.c}

    def label(self, position: TruelPosition) -> str:
        """Return who is alive and whose turn it is, such as A B C, next A."""
        return f"{' '.join(position.alive)}, next {position.active}"

    def picture(self, position: TruelPosition) -> str:
        """Return who is alive, with the probabilities of a hit, and who shoots."""
        hits = self.hits()
        alive = ", ".join(f"{player} (hits with {hits[player]})" for player in position.alive)
        return f"alive: {alive}\nnext to shoot: {position.active}"

    def next(self, alive: str, active: str) -> str:
        """Return who shoots after a player."""
        later = [player for player in alive if player > active]
        return later[0] if later else alive[0]
