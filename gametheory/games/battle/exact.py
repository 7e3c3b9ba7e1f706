"""The law of one battle in exact rationals, without the graph.

All numbers are whole numbers over one denominator. With hits of u/v (attackers) and s/t (defenders), what can
follow a turn of a fighting attackers against d has weights over v^a t^d, and the weight of a turn that hits nobody
is (v - u)^a (t - s)^d. So after k turns everything is over (v^A t^D)^k; in the end, over the product of
f(a, d) = v^a t^d - (v - u)^a (t - s)^d, because turns that hit nobody add up to a geometric series.

A law is a matrix of weights, a row for each number of fighting attackers and a column for each number of
defenders. Losses on both sides are independent, so what follows a whole column is a product of two matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, comb, log10
from typing import NamedTuple, TypeVar

from flint import fmpq, fmpz, fmpz_mat

from gametheory.games.battle.result import (
    BattleDistribution,
    Eventual,
    OddsByTurn,
    Survivors,
    Turn,
    at_least_one_turn,
)
from gametheory.games.battle.rules import Battle, Position
from gametheory.numbers.rationals import to_fraction

Key = TypeVar("Key", bound=int | str | None)
MOST_DIGITS = 150_000  # the end of 60 v 40 has denominators of 100,000 digits and takes some ten seconds


class TooManyDigits(ValueError):
    """The exact fractions of a law would be too long."""


def exact_distribution(battle: Battle, turns: int | None = None, most_digits: int = MOST_DIGITS) -> BattleDistribution:
    """The exact law of a battle: by turn, in the end, and of the armies left.

    The chain of WB.3 column by column; the end is its fundamental matrix (Kemeny and Snell 1960) by substitution,
    since no army ever comes back. `turns` is the last turn asked for, None the end of the battle. Cost: A^2 D^2
    products of whole numbers of k (A log v + D log t) digits in turn k, and as many of up to `ending_digits` digits
    for the end.
    Raises ValueError for turns below 1 or not whole, and TooManyDigits where the end takes more than `most_digits`.

    >>> law = exact_distribution(Battle(2, 1), 1)
    >>> law.turns
    (Turn(turn=1, win=Fraction(21, 25), lose=Fraction(0, 1), undecided=Fraction(4, 25), stopped=Fraction(0, 1)),)
    >>> law.eventual.win
    Fraction(180, 187)
    """
    if (digits := ending_digits(battle)) > most_digits:
        raise TooManyDigits(f"{battle}: the exact end takes fractions of {digits} digits, more than {most_digits}")
    arms = _Arms(battle)
    laws, ending = _laws(arms, 0 if turns is None else at_least_one_turn(turns)), _ending(arms)
    survivors = _survivors(battle, laws[-1] if turns else ending)
    return BattleDistribution(_turns(battle, laws), survivors, Fraction(0), Eventual(*_chances(battle, ending)))


def exact_odds_by_turn(battle: Battle, turns: int, most_digits: int = MOST_DIGITS) -> OddsByTurn:
    """The exact law by turn and of the armies left, for battles too large for `exact_distribution` to follow to their end.

    Method, cost and errors are those of `exact_distribution`, without the end.

    >>> exact_odds_by_turn(Battle(2, 1), 2).turns[1].lose
    Fraction(98, 3125)
    """
    if (digits := turns_digits(battle, at_least_one_turn(turns))) > most_digits:
        raise TooManyDigits(f"{battle}: {turns} turns take fractions of {digits} digits, more than {most_digits}")
    laws = _laws(_Arms(battle), turns)
    return OddsByTurn(_turns(battle, laws), _survivors(battle, laws[-1]), Fraction(0))


def turns_digits(battle: Battle, turns: int) -> int:
    """How many digits the denominator of the chances by a turn has, before it is reduced, about.

    >>> turns_digits(Battle(40, 25), 5)
    265
    """
    attack, defence = log10(battle.attacker_hits.denominator), log10(battle.defender_hits.denominator)
    return ceil(turns * ((battle.attackers - battle.reserve) * attack + battle.defenders * defence))


def ending_digits(battle: Battle) -> int:
    """How many digits the denominator of the chances in the end has, before it is reduced, about.

    >>> ending_digits(Battle(40, 25))
    27329
    """
    fighting, defenders = battle.attackers - battle.reserve, battle.defenders
    attack, defence = log10(battle.attacker_hits.denominator), log10(battle.defender_hits.denominator)
    return ceil(fighting * defenders * ((fighting + 1) * attack + (defenders + 1) * defence) / 2)


def _turns(battle: Battle, laws: Sequence[_Law]) -> tuple[Turn, ...]:
    chances = [_chances(battle, law) for law in laws[1:]]
    return tuple(
        Turn(number, win, lose, undecided, stopped)
        for number, (win, lose, stopped, undecided) in enumerate(chances, start=1)
    )


class _Law(NamedTuple):
    """Weights [fighting attackers, defenders] over one denominator."""

    weights: fmpz_mat
    denominator: fmpz


class _Arms:
    """The weights of what the shots of one turn do to either side."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.fighting = battle.attackers - battle.reserve
        self.attack = _shots(self.fighting, battle.attacker_hits)
        self.defence = _shots(battle.defenders, battle.defender_hits)

    def live(self, defenders: int) -> list[int]:
        """The numbers of fighting attackers with which the battle goes on, most first."""
        reserve, outcome = self.battle.reserve, self.battle.outcome
        return [a for a in range(self.fighting, 0, -1) if outcome(Position(reserve + a, defenders)) is None]

    def total(self, fighting: int, defenders: int) -> fmpz:
        """The sum v^a t^d of the weights of one turn."""
        attack, defence = self.battle.attacker_hits.denominator, self.battle.defender_hits.denominator
        return fmpz(attack) ** fighting * fmpz(defence) ** defenders

    def stay(self, fighting: int, defenders: int) -> fmpz:
        """The weight of a turn that hits nobody."""
        return self.attack[fighting][0] * self.defence[defenders][0]

    def after(self, column: Sequence[fmpz], defenders: int, most_left: int) -> fmpz_mat:
        """What follows the weights of one column of live positions, where at most so many defenders are left."""
        left = [_left(a, self.defence[defenders]) for a in range(self.fighting + 1)]
        size, width = self.fighting + 1, self.battle.defenders + 1
        attackers = [left[a][b] if b <= a else 0 for b in range(size) for a in range(size)]
        shares: list[fmpz | int] = []
        for weight, shots in zip(column, self.attack, strict=True):
            row = _left(defenders, shots)[: most_left + 1] if weight else []
            shares += [weight * chance for chance in row] + [0] * (width - len(row))
        return fmpz_mat(size, size, attackers) * fmpz_mat(size, width, shares)


def _shots(most: int, hits: Fraction) -> list[list[fmpz]]:
    """For each number of shooters up to the most, the weights of 0, 1, ... hits over denominator^shooters."""
    hit, miss = hits.numerator, hits.denominator - hits.numerator
    return [[fmpz(comb(n, k) * hit**k * miss ** (n - k)) for k in range(n + 1)] for n in range(most + 1)]


def _left(standing: int, shots: list[fmpz]) -> list[fmpz]:
    """The weights of 0, 1, ... left of those standing."""
    hit = [*shots[:standing], *[fmpz(0)] * (standing - len(shots))]
    return [sum(shots[standing:], fmpz(0)), *reversed(hit)]


def _start(battle: Battle) -> _Law:
    weights = fmpz_mat(battle.attackers - battle.reserve + 1, battle.defenders + 1)
    weights[battle.attackers - battle.reserve, battle.defenders] = 1
    return _Law(weights, fmpz(1))


def _laws(arms: _Arms, turns: int) -> list[_Law]:
    """The laws after 0, 1, ... turns."""
    laws = [_start(arms.battle)]
    for _ in range(turns):
        laws.append(_step(arms, laws[-1]))
    return laws


def _step(arms: _Arms, law: _Law) -> _Law:
    """The law one turn later: positions in which the battle is over stay as they are."""
    common = arms.total(arms.fighting, arms.battle.defenders)
    stays, moved = fmpz_mat(law.weights), fmpz_mat(law.weights.nrows(), law.weights.ncols())
    for defenders in range(1, arms.battle.defenders + 1):
        column = [fmpz(0)] * (arms.fighting + 1)
        for a in arms.live(defenders):
            column[a] = law.weights[a, defenders] * (common // arms.total(a, defenders))
            stays[a, defenders] = 0
        moved += arms.after(column, defenders, defenders)
    return _Law(stays * common + moved, law.denominator * common)


def _ending(arms: _Arms) -> _Law:
    """The law of the position in which the battle ends; one in which nobody can hit stays at its start.

    Column by column, from all defenders to one: what is left of a column goes to fewer defenders.
    """
    weights, denominator = _start(arms.battle)
    if not (arms.battle.attacker_hits or arms.battle.defender_hits):
        return _Law(weights, denominator)
    for defenders in range(arms.battle.defenders, 0, -1):
        column = [weights[a, defenders] for a in range(arms.fighting + 1)]
        factor = _visit(arms, column, defenders)
        weights *= factor
        denominator *= factor
        visits = [fmpz(0)] * len(column)
        for a in arms.live(defenders):
            visits[a], column[a] = column[a], fmpz(0)
        for a, weight in enumerate(column):
            weights[a, defenders] = weight
        weights += arms.after(visits, defenders, defenders - 1)
    return _Law(weights, denominator)


def _visit(arms: _Arms, column: list[fmpz], defenders: int) -> fmpz:
    """Follow one column until a defender falls or the battle is over; returns the factor of its new denominator.

    What entered a live position becomes the expected number of turns fought there, divided by v^a t^d.
    """
    factor = fmpz(1)
    for fighting in arms.live(defenders):
        weight, moves = column[fighting], arms.total(fighting, defenders) - arms.stay(fighting, defenders)
        column[:] = [other * moves for other in column]
        column[fighting] = weight
        missed = weight * arms.attack[fighting][0]
        for left, chance in enumerate(_left(fighting, arms.defence[defenders])[:-1]):
            column[left] += missed * chance
        factor *= moves
    return factor


def _shares(law: _Law, key: Callable[[int, int], Key]) -> dict[Key, Fraction]:
    """The law of a key of the fighting attackers and the defenders, without what cannot be."""
    sums: dict[Key, fmpz] = {}
    for fighting in range(law.weights.nrows()):
        for defenders in range(law.weights.ncols()):
            if weight := law.weights[fighting, defenders]:
                name = key(fighting, defenders)
                sums[name] = sums.get(name, fmpz(0)) + weight
    shares = {name: fmpq(weight, law.denominator) for name, weight in sums.items()}
    return {name: to_fraction(share) for name, share in shares.items()}


def _chances(battle: Battle, law: _Law) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The chances of "win", "lose", "stopped" and of no outcome."""

    def name(fighting: int, defenders: int) -> str | None:
        end = battle.outcome(Position(battle.reserve + fighting, defenders))
        return end.name if end else None

    chances = _shares(law, name)
    win, lose, stopped, none = (chances.get(outcome, Fraction(0)) for outcome in ("win", "lose", "stopped", None))
    return win, lose, stopped, none


def _survivors(battle: Battle, law: _Law) -> Survivors:
    attackers = _shares(law, lambda fighting, _: battle.reserve + fighting)
    defenders = _shares(law, lambda _, defenders: defenders)
    return Survivors(dict(sorted(attackers.items())), dict(sorted(defenders.items())))
