"""The Wargame of two armies that wait for one battle: both move soldiers from camp to field at once, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome

A, B = "A", "B"


class Position(NamedTuple):
    """What stands where at the start of a round, or, with `battle`, when the final battle has begun in it."""

    round: int
    camp_a: int
    field_a: int
    camp_b: int
    field_b: int
    battle: bool = False


@dataclass(frozen=True)
class Wargame:
    """The rules: each round both send soldiers to the field, then the battle begins or some in the field are killed.

    The battle is won by whoever has more soldiers in the field. `battle_chances` holds the chance of the battle after
    each round, the last being 1; by default 1/R, 1/(R - 1), ..., 1, which makes every round as likely as another.
    `killed` is the share of a field that is killed where the game goes on, what survives being rounded down. `payoffs`
    are what A gets for a win, a draw and a loss; B gets as much less.

    Raises ValueError for numbers below 1 or not whole, chances or a share outside [0, 1], and payoffs out of order.

    >>> game = Wargame(soldiers=2, rounds=2)
    >>> for following, chance in game.after(game.start(), 2, 1).items():
    ...     print(tuple(following), chance)
    (1, 0, 2, 1, 1, True) 1/2
    (2, 0, 1, 1, 0, False) 1/2
    """

    soldiers: int = 20
    rounds: int = 10
    battle_chances: Sequence[Fraction] = ()
    killed: Fraction = Fraction(1, 2)
    payoffs: tuple[Fraction, Fraction, Fraction] = (Fraction(1), Fraction(0), Fraction(-1))
    players: tuple[str, str] = field(default=(A, B), init=False)

    def __post_init__(self) -> None:
        for name in ("soldiers", "rounds"):
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool) or number < 1:
                raise ValueError(f"{name}: {number!r} is not a whole number of at least 1")
        default = [Fraction(1, left) for left in range(self.rounds, 0, -1)]
        chances = tuple(map(Fraction, self.battle_chances or default))
        if len(chances) != self.rounds or chances[-1] != 1 or min(chances) < 0 or max(chances) > 1:
            raise ValueError(f"battle_chances: not {self.rounds} chances from 0 to 1 of which the last is 1")
        if not 0 <= self.killed <= 1:
            raise ValueError(f"killed: {self.killed} is not a share from 0 to 1")
        win, draw, loss = map(Fraction, self.payoffs)
        if not win >= draw >= loss or win == loss:
            raise ValueError(f"payoffs: not a win, a draw and a loss, the best first: {win}, {draw}, {loss}")
        exact = {"battle_chances": chances, "killed": Fraction(self.killed), "payoffs": (win, draw, loss)}
        for name, value in exact.items():
            object.__setattr__(self, name, value)

    def start(self) -> Position:
        """Everybody is in camp."""
        return Position(1, self.soldiers, 0, self.soldiers, 0)

    def outcome(self, position: Position) -> Outcome | None:
        """Whoever has more soldiers in the field wins the battle.

        >>> Wargame().outcome(Position(4, 9, 2, 3, 5, battle=True))
        Outcome(name='B wins', payoffs=(Fraction(-1, 1), Fraction(1, 1)))
        """
        if not position.battle:
            return None
        ahead = (position.field_a > position.field_b) - (position.field_a < position.field_b)
        payoff = self.payoffs[1 - ahead]
        return Outcome(("draw", "A wins", "B wins")[ahead], (payoff, -payoff))

    def moves(self, position: Position, player: str) -> range:
        """How many soldiers go from camp to field.

        >>> Wargame().moves(Position(4, 2, 2, 3, 5), "A")
        range(0, 3)
        """
        camp = position.camp_a if player == A else position.camp_b
        return range(0 if position.battle else camp + 1)

    def after(self, position: Position, a: int, b: int) -> Distribution[Position]:
        """The battle, or the next round with what survives."""
        number, camp_a, field_a, camp_b, field_b, _ = position
        camp_a, field_a, camp_b, field_b = camp_a - a, field_a + a, camp_b - b, field_b + b
        battle = Position(number, camp_a, field_a, camp_b, field_b, True)
        following = Position(number + 1, camp_a, self.survivors[field_a], camp_b, self.survivors[field_b])
        chance, otherwise = self._chances[number - 1]
        if not otherwise:
            return Distribution({battle: chance})
        return Distribution({battle: chance, following: otherwise} if chance else {following: otherwise})

    @cached_property
    def survivors(self) -> list[int]:
        """How many of a field of each size are left when its share is killed, rounded down.

        >>> Wargame(soldiers=5).survivors
        [0, 0, 1, 1, 2, 2]
        """
        share = 1 - self.killed
        return [field * share.numerator // share.denominator for field in range(self.soldiers + 1)]

    @cached_property
    def _chances(self) -> list[tuple[Fraction, Fraction]]:
        """By round, the chance of the battle and of going on."""
        return [(chance, 1 - chance) for chance in self.battle_chances]
