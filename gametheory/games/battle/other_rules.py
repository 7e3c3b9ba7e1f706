"""Battles by the rules of other games, exactly: the dice of RISK, and Warzone's luck modifier with its rounding.

Warzone is the game that was called Warlight. Both kinds are a `Battle` with another distribution of a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, floor

from flint import fmpq

from gametheory.games.battle.rules import (
    LOSE,
    STOPPED,
    WIN,
    Battle,
    BattleDistribution,
    Eventual,
    Position,
    Survivors,
    Turn,
)
from gametheory.model.game import Distribution
from gametheory.numbers.rationals import to_flint, to_fraction

SIDES_OF_A_DIE = 6
MOST_DICE = (3, 2)
STRAIGHT, WEIGHTED = ROUNDINGS = ("straight", "weighted")
HALF = Fraction(1, 2)
Masses = dict[Position, fmpq]


@dataclass(frozen=True, order=True)
class DiceBattle(Battle):
    """Battle with the dice of RISK, turn after turn until one side is gone.

    Both sides roll as many dice as they have armies, at most `dice`. The highest dice are compared, then the second
    highest; the lower one costs an army, and the attacker's in a tie. The army that has to stay at home is
    `reserve=1`. The hit probabilities of a `Battle` have no meaning here.

    Examples
    --------
    >>> battle = DiceBattle(3, 2)
    >>> battle.after(battle.start())[Position(3, 0)]
    Fraction(1445, 3888)
    """

    dice: tuple[int, int] = MOST_DICE

    def __post_init__(self) -> None:
        super().__post_init__()
        for number, most in zip(self.dice, MOST_DICE, strict=True):
            if not 1 <= number <= most:
                raise ValueError(f"dice: {self.dice} are not 1 to 3 of the attacker and 1 or 2 of the defender")

    def after(self, position: Position) -> Distribution[Position]:
        """Return the distribution after one roll."""
        attacking = min(self.dice[0], position.attackers - self.reserve)
        defending = min(self.dice[1], position.defenders)
        compared = min(attacking, defending)
        after = {}
        for killed, probability in killed_defenders(attacking, defending).items():
            left = Position(position.attackers - (compared - killed), position.defenders - killed)
            after[left] = probability
        return Distribution(after)


@cache
def killed_defenders(attacking: int, defending: int) -> dict[int, Fraction]:
    """Return the distribution of the number of defenders that one roll kills; the others compared are attackers.

    >>> killed_defenders(1, 1)
    {0: Fraction(7, 12), 1: Fraction(5, 12)}
    """
    counts: dict[int, int] = {}
    faces = range(1, SIDES_OF_A_DIE + 1)
    for roll in product(faces, repeat=attacking + defending):
        own = sorted(roll[:attacking], reverse=True)
        others = sorted(roll[attacking:], reverse=True)
        # the side with more dice leaves its lowest ones out; the defender wins a tie
        killed = sum(one > other for one, other in zip(own, others, strict=False))
        counts[killed] = counts.get(killed, 0) + 1
    rolls = SIDES_OF_A_DIE ** (attacking + defending)
    return {killed: Fraction(count, rolls) for killed, count in sorted(counts.items())}


@dataclass(frozen=True, order=True)
class LuckBattle(Battle):
    """Battle of Warzone with a luck modifier: between the expected number of kills and the random one.

    A side of n armies with hit probability p kills (1 - luck) n p + luck X, where X is Binomial(n, p). A remainder is
    rounded: to the nearest whole number, a half up ("straight"), or up with the probability of the remainder
    ("weighted"). With luck 1 it is a `Battle`.

    Examples
    --------
    >>> battle = LuckBattle(4, 9, luck=Fraction(0))
    >>> [*battle.after(battle.start())]
    [Position(attackers=0, defenders=7)]
    """

    luck: Fraction = Fraction(1)
    rounding: str = STRAIGHT

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.luck <= 1:
            raise ValueError(f"luck: {self.luck} is not from 0 to 1")
        if self.rounding not in ROUNDINGS:
            raise ValueError(f"rounding: {self.rounding!r} is not one of {', '.join(ROUNDINGS)}")

    def after(self, position: Position) -> Distribution[Position]:
        """Return the distribution after one turn, in which both sides shoot."""
        fighting = position.attackers - self.reserve
        killed_attackers = self.kills(position.defenders, self.defender_hits)
        killed = self.kills(fighting, self.attacker_hits)
        after: dict[Position, Fraction] = {}
        for attackers_hit, x in killed_attackers.items():
            left = self.reserve + max(fighting - attackers_hit, 0)
            for defenders_hit, y in killed.items():
                position_left = Position(left, max(position.defenders - defenders_hit, 0))
                after[position_left] = after.get(position_left, Fraction(0)) + x * y
        return Distribution(after)

    def kills(self, shooters: int, hits: Fraction) -> dict[int, Fraction]:
        """Return the distribution of the number of kills of one side, rounded, without zeros."""
        distribution: dict[int, Fraction] = {}
        for count in range(shooters + 1):
            probability = comb(shooters, count) * hits**count * (1 - hits) ** (shooters - count)
            if not probability:
                continue
            exact = (1 - self.luck) * shooters * hits + self.luck * count
            for whole, share in self._rounded(exact):
                distribution[whole] = distribution.get(whole, Fraction(0)) + probability * share
        return distribution

    def _rounded(self, exact: Fraction) -> Iterator[tuple[int, Fraction]]:
        """Yield the whole numbers to which a number is rounded, with their probabilities."""
        if self.rounding == STRAIGHT:
            yield floor(exact + HALF), Fraction(1)
            return
        below = floor(exact)
        remainder = exact - below
        yield below, 1 - remainder
        # a whole number is not rounded
        if remainder:
            yield below + 1, remainder


def exact_battle(battle: Battle, turns: int, ends: bool = True) -> BattleDistribution:
    """Return the exact distribution of a battle of any rules: by turn, and the armies left in the end or after these.

    Cost: the positions, times the number of positions that can follow one.

    >>> exact_battle(DiceBattle(2, 1), 1).eventual.win
    Fraction(1955, 2592)
    """
    following: dict[Position, Mapping[Position, fmpq]] = {}
    now: Masses = {battle.start(): fmpq(1)}
    rows = []
    for number in range(1, turns + 1):
        now = _next(battle, now, following)
        rows.append(Turn(number, **_by_outcome(battle, now, "undecided")))
    end = _in_the_end(battle, following)
    eventual = Eventual(**_by_outcome(battle, end, "never"))
    left = _survivors(end if ends else now)
    return BattleDistribution(tuple(rows), left, Fraction(0), None if ends else turns, eventual)


def _following(
    battle: Battle, position: Position, known: dict[Position, Mapping[Position, fmpq]]
) -> Mapping[Position, fmpq]:
    """Return the distribution after a turn; what is computed once is not computed again."""
    if position not in known:
        known[position] = {after: to_flint(share) for after, share in battle.after(position).items()}
    return known[position]


def _next(battle: Battle, now: Masses, known: dict[Position, Mapping[Position, fmpq]]) -> Masses:
    later: Masses = {}
    for position, mass in now.items():
        if battle.outcome(position) is not None:
            later[position] = later.get(position, fmpq(0)) + mass
            continue
        for after, share in _following(battle, position, known).items():
            later[after] = later.get(after, fmpq(0)) + mass * share
    return later


def _in_the_end(battle: Battle, known: dict[Position, Mapping[Position, fmpq]]) -> Masses:
    """Return the probability to end in each position, or to stay in it forever."""
    masses: Masses = {battle.start(): fmpq(1)}
    end: Masses = {}
    # no turn adds armies: whoever has more of them comes first
    for total in range(battle.attackers + battle.defenders, -1, -1):
        for attackers in range(min(total, battle.attackers), -1, -1):
            position = Position(attackers, total - attackers)
            mass = masses.pop(position, None)
            if mass is None:
                continue
            if battle.outcome(position) is not None:
                end[position] = mass
                continue
            after = _following(battle, position, known)
            stay = after.get(position, fmpq(0))
            if stay == 1:  # no army is ever hit
                end[position] = mass
                continue
            for later, share in after.items():
                if later != position:
                    # turns without a loss only delay what follows
                    masses[later] = masses.get(later, fmpq(0)) + mass * share / (1 - stay)
    return end


def _by_outcome(battle: Battle, masses: Masses, without: str) -> dict[str, Fraction]:
    """Return the probability of each outcome, and under the name `without` that of none."""
    sums = {WIN.name: fmpq(0), LOSE.name: fmpq(0), STOPPED.name: fmpq(0), without: fmpq(0)}
    for position, mass in masses.items():
        outcome = battle.outcome(position)
        sums[outcome.name if outcome else without] += mass
    return {name: to_fraction(total) for name, total in sums.items()}


def _survivors(masses: Masses) -> Survivors:
    attackers: dict[int, Fraction] = {}
    defenders: dict[int, Fraction] = {}
    for position, mass in masses.items():
        share = to_fraction(mass)
        attackers[position.attackers] = attackers.get(position.attackers, Fraction(0)) + share
        defenders[position.defenders] = defenders.get(position.defenders, Fraction(0)) + share
    return Survivors(attackers, defenders)


def win_probabilities(battle: Battle, most: int) -> Iterator[tuple[int, Fraction]]:
    """Yield numbers of attackers up to `most`, from the least that can fight, with their probability to win.

    It goes backward, from few armies to many, where `exact_battle` goes forward: each checks the other.

    >>> [str(win) for _, win in win_probabilities(DiceBattle(1, 1), 2)]
    ['5/12', '1955/2592']
    """
    wins: Masses = {}
    for attackers in range(battle.reserve + 1):
        for defenders in range(battle.defenders + 1):
            position = Position(attackers, defenders)
            wins[position] = fmpq(battle.outcome(position) == WIN)
    for attackers in range(battle.reserve + 1, most + 1):
        for defenders in range(battle.defenders + 1):
            position = Position(attackers, defenders)
            wins[position] = _win(battle, position, wins)
        yield attackers, to_fraction(wins[Position(attackers, battle.defenders)])


def _win(battle: Battle, position: Position, wins: Masses) -> fmpq:
    """Return the probability to win from a position, given those of all with fewer armies."""
    outcome = battle.outcome(position)
    if outcome is not None:
        return fmpq(outcome == WIN)
    total, stay = fmpq(0), fmpq(0)
    for after, share in battle.after(position).items():
        if after == position:
            stay = to_flint(share)
        else:
            total += to_flint(share) * wins[after]
    # a battle in which no army is ever hit is not won
    return total / (1 - stay) if stay != 1 else fmpq(0)
