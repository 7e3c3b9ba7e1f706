"""The rules of the Wargame: two armies move soldiers from camp to field until the battle begins in a random round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.game import Distribution, Outcome
from gametheory.numbers.format import format_size
from gametheory.numbers.rationals import require_whole

A, B = "A", "B"
MAX_SOLDIERS = 100
MAX_ROUNDS = 1000
# The probability of each number of soldiers sent: floats or Fractions, or fmpq in an exact solution.
SentDistribution: TypeAlias = Mapping[int, Any]


class Position(NamedTuple):
    """The camps and fields of both armies at the start of a round, or, with `battle`, at the start of the battle."""

    round: int
    camp_a: int
    field_a: int
    camp_b: int
    field_b: int
    battle: bool = False


def mirror(position: Position) -> Position:
    """Return the position with the players exchanged."""
    number, camp_a, field_a, camp_b, field_b, battle = position
    return Position(number, camp_b, field_b, camp_a, field_a, battle)


@dataclass(frozen=True)
class Wargame:
    """The rules as a game of the package: two players with simultaneous moves, and chance moves.

    In each round both players send soldiers from camp to field. Then either the battle begins, and the larger field
    wins, or a share of each field is killed and the next round follows.

    Parameters
    ----------
    soldiers
        The soldiers of each army, all of them in camp at the start.
    rounds
        The number of rounds; the battle begins in the last one at the latest.
    battle_chances
        The probability of the battle after each round, given that play reaches it; the last one is 1. The default
        1/R, 1/(R - 1), ..., 1 for R rounds makes every round equally likely to be the last.
    killed
        The share of each field that is killed if play continues; the number of survivors is rounded down.
    payoffs
        The payoffs to A for a win, a draw and a loss. B gets the opposite. The page of rules does not say what a draw
        pays; the default is 0.

    Raises
    ------
    ValueError
        For numbers that are not whole, below 1 or too large, for probabilities or a share outside [0, 1], and for
        payoffs that are not in descending order.

    Examples
    --------
    >>> game = Wargame(soldiers=2, rounds=2)
    >>> for successor, probability in game.after(game.start(), 2, 1).items():
    ...     print(tuple(successor), probability)
    (1, 0, 2, 1, 1, True) 1/2
    (2, 0, 1, 1, 0, False) 1/2
    """

    soldiers: int = 20
    rounds: int = 10
    battle_chances: Sequence[Fraction] = ()
    killed: Fraction = Fraction(1, 2)
    payoffs: tuple[Fraction, Fraction, Fraction] = (Fraction(1), Fraction(0), Fraction(-1))
    players = (A, B)

    def __post_init__(self) -> None:
        for name, most in (("soldiers", MAX_SOLDIERS), ("rounds", MAX_ROUNDS)):
            number = require_whole(name, getattr(self, name), 1)
            if number > most:
                raise ValueError(f"{name}: {format_size(number)} is more than {most:,}")
        default = [Fraction(1, left) for left in range(self.rounds, 0, -1)]
        chances = tuple(map(Fraction, self.battle_chances or default))
        are_probabilities = min(chances) >= 0 and max(chances) <= 1
        if len(chances) != self.rounds or chances[-1] != 1 or not are_probabilities:
            raise ValueError(f"battle_chances: not {self.rounds} probabilities from 0 to 1 of which the last is 1")
        if not 0 <= self.killed <= 1:
            raise ValueError(f"killed: {self.killed} is not a share from 0 to 1")
        win, draw, loss = map(Fraction, self.payoffs)
        if not win >= draw >= loss or win == loss:
            raise ValueError(f"payoffs: not a win, a draw and a loss in descending order: {win}, {draw}, {loss}")
        object.__setattr__(self, "battle_chances", chances)
        object.__setattr__(self, "killed", Fraction(self.killed))
        object.__setattr__(self, "payoffs", (win, draw, loss))

    @property
    def symmetric(self) -> bool:
        """Return whether exchanging the players only changes the sign of the payoff.

        >>> Wargame(3, 3).symmetric, Wargame(3, 3, payoffs=(Fraction(1), Fraction(1), Fraction(0))).symmetric
        (True, False)
        """
        win, draw, loss = self.payoffs
        return draw == 0 and win == -loss

    def start(self) -> Position:
        """Return the first position: all soldiers are in camp."""
        return Position(1, self.soldiers, 0, self.soldiers, 0)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome of a battle, None before it: the larger field wins.

        >>> Wargame().outcome(Position(4, 9, 2, 3, 5, battle=True))
        Outcome(name='B wins', payoffs=(Fraction(-1, 1), Fraction(1, 1)))
        """
        if not position.battle:
            return None
        win, draw, loss = self.payoffs
        if position.field_a > position.field_b:
            return Outcome("A wins", (win, -win))
        if position.field_a < position.field_b:
            return Outcome("B wins", (loss, -loss))
        return Outcome("draw", (draw, -draw))

    def moves(self, position: Position, player: str) -> range:
        """Return the numbers of soldiers that a player can send from camp to field.

        >>> Wargame().moves(Position(4, 2, 2, 3, 5), "A")
        range(0, 3)
        """
        camp = position.camp_a if player == A else position.camp_b
        return range(0 if position.battle else camp + 1)

    def after(self, position: Position, a: int, b: int) -> Distribution[Position]:
        """Return the next position or its distribution after A sends `a` and B sends `b`: battle, or next round."""
        number, camp_a, field_a, camp_b, field_b, _ = position
        camp_a -= a
        camp_b -= b
        field_a += a
        field_b += b
        battle = Position(number, camp_a, field_a, camp_b, field_b, True)
        p, q = self._probabilities[number - 1]
        # In the last round there is no next position, whose survivors would be unknown.
        if not q:
            return Distribution({battle: p})
        successor = Position(number + 1, camp_a, self.survivors[field_a], camp_b, self.survivors[field_b])
        return Distribution({battle: p, successor: q} if p else {successor: q})

    def picture(self, position: Position) -> str:
        """Return the round, and both camps and fields, as three lines."""
        number, camp_a, field_a, camp_b, field_b, battle = position
        if battle:
            now = "the battle begins"
        else:
            now = f"the battle follows with probability {self.battle_chances[number - 1]}"
        armies = f"  {camp_a:>6} ||| {field_a:<7} ||| {field_b:>7} ||| {camp_b}"
        heading = f"Round {number} of {self.rounds}; {now}."
        return "\n".join([heading, "  Camp A ||| Field A ||| Field B ||| Camp B", armies])

    @cached_property
    def survivors(self) -> list[int]:
        """The number of survivors of a field of each size if play continues.

        >>> Wargame(soldiers=5).survivors
        [0, 0, 1, 1, 2, 2]
        """
        share = 1 - self.killed
        return [field * share.numerator // share.denominator for field in range(self.soldiers + 1)]

    @cached_property
    def _probabilities(self) -> list[tuple[Fraction, Fraction]]:
        """The probabilities of the battle and of the next round, by round."""
        return [(p, 1 - p) for p in self.battle_chances]
