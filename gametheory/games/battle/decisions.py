"""How many armies to send: the fewest for a wanted chance, and rules of thumb judged by the odds.

More attackers never win less: fight both battles with the same hits, those of the extra armies apart; then the larger
army always has no fewer attackers left and no more defenders before it. In the same way more defenders never lose more.
So "the fewest attackers" is found by bisection.

No float decides: a chance that is within its bound of the wanted one is computed again in exact rationals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from gametheory.games.battle._kernels.binomial import Bools, Ints
from gametheory.games.battle.distribution import battle_distribution
from gametheory.games.battle.exact import exact_distribution
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.table import OddsTable, odds_table
from gametheory.numbers.bisect import least_satisfying
from gametheory.numbers.rationals import ceiling_division

HALF = Fraction(1, 2)
LARGEST_EXACT = 2000  # attackers x defenders; beyond, exact rationals take minutes
MOST_POSITIONS, MOST_ATTACKERS = 25_000_000, 20_000  # beyond either, a law takes gigabytes


class TooClose(ArithmeticError):
    """A chance is too close to the wanted one for floats, in a battle too large for exact rationals."""

    def __init__(self, battle: Battle, win: Fraction) -> None:
        super().__init__(f"{battle}: the chance to win is too close to {win} to be decided in a battle of this size")


@dataclass(frozen=True)
class MinimumAttackers:
    """The fewest attackers for a wanted chance, their chance, and that of one less; None where there is no one less."""

    attackers: int
    win: float
    win_before: float | None
    error_bound: float


def minimum_attackers(battle: Battle, win: Fraction, turns: int | None = None) -> MinimumAttackers:
    """The fewest attackers that win with a chance of at least `win` against the defenders of a battle.

    The attackers of `battle` do not matter, its other rules do. Bisection from the square law's number on, each chance
    by `battle_distribution`. Cost: some ten laws. Raises ValueError for a wanted chance outside of [0, 1], for one that no
    number of attackers reaches or only one too large, and TooClose where a chance cannot be told from the wanted one.

    >>> minimum_attackers(Battle(1, 25), Fraction(7, 10)).attackers
    29
    """
    _require_reachable(battle, win, turns)
    first = battle.reserve + 1 if battle.reserve else 0
    near = _square_law_guess(battle) if win else first
    most = min(MOST_POSITIONS // (battle.defenders + 1), MOST_ATTACKERS)

    def enough(count: int) -> bool:
        if count > most:
            raise ValueError(f"win: more than {most:,} attackers may be needed; hits are too rare to say how many")
        return wins_at_least(replace(battle, attackers=count), win, turns)

    attackers = least_satisfying(enough, first, near)
    here, bound = win_probability(replace(battle, attackers=attackers), turns)
    if attackers == first:
        return MinimumAttackers(attackers, here, None, bound)
    before, bound_before = win_probability(replace(battle, attackers=attackers - 1), turns)
    return MinimumAttackers(attackers, here, before, max(bound, bound_before))


def _square_law_guess(battle: Battle) -> int:
    if not battle.attacker_hits:
        return battle.defenders
    ratio = math.sqrt(battle.defender_hits / battle.attacker_hits)
    return battle.reserve + 1 + round(ratio * battle.defenders)


def _require_reachable(battle: Battle, win: Fraction, turns: int | None) -> None:
    """A chance below 1 is reached as soon as somebody can be hit, since with many attackers all fall in one turn."""
    if not 0 <= win <= 1:
        raise ValueError(f"win: {win} is not a chance from 0 to 1")
    if win and battle.defenders and not battle.attacker_hits:
        raise ValueError(f"win: attackers who cannot hit never win with a chance of {win}")
    many = replace(battle, attackers=battle.defenders + battle.reserve + 1)
    if win == 1 and not wins_surely(many, turns):
        raise ValueError("win: no number of attackers wins with a chance of 1")


def wins_at_least(battle: Battle, win: Fraction, turns: int | None = None) -> bool:
    """Whether a battle is won with a chance of at least `win`, decided by floats only where their bound allows it.

    Cost: a law in floats, and in exact rationals where the two chances are close. Raises TooClose where they are, in
    a battle of more than 2000 pairs of armies.

    >>> wins_at_least(Battle(1, 1), Fraction(15, 22)), wins_at_least(Battle(2, 1), Fraction(180, 187))
    (True, True)
    """
    if win == 0:
        return True
    if win == 1:
        return wins_surely(battle, turns)
    chance, bound = win_probability(battle, turns)
    if abs(Fraction(chance) - win) > Fraction(bound):
        return chance > win
    if battle.attackers * battle.defenders > LARGEST_EXACT:
        raise TooClose(battle, win)
    law = exact_distribution(battle, turns)
    return (law.turns[-1].win if turns else law.eventual.win) >= win


def win_probability(battle: Battle, turns: int | None = None) -> tuple[float, float]:
    """The chance to win by a turn, or in the end, and a bound on its error. Cost: that of `battle_distribution`.

    >>> round(win_probability(Battle(40, 25), 1)[0], 3)
    0.44
    """
    law = battle_distribution(battle, turns)
    return float(law.turns[-1].win if turns else law.eventual.win), float(law.error_bound)


def wins_surely(battle: Battle, turns: int | None = None) -> bool:
    """Whether a battle is won with a chance of exactly 1, by the rules alone.

    Where some defender can hit and not every attacker does, all may miss and be shot. Where all attackers hit, they
    win at once or may be shot first; where no defender hits, it is a question of time.

    >>> wins_surely(Battle(3, 3, Fraction(1))), wins_surely(Battle(2, 3, Fraction(1))), wins_surely(Battle(9, 3))
    (True, False, False)
    """
    fighting, standing = battle.attackers - battle.reserve, battle.defenders
    if not standing:
        return fighting > 0 or battle.both_dead == "attacker"
    stopped = battle.stop_when_outnumbered and battle.attackers <= standing
    if stopped or not fighting or not battle.attacker_hits:
        return False
    if battle.attacker_hits < 1:
        return not battle.defender_hits and turns is None
    if not battle.defender_hits:
        return turns is None or ceiling_division(standing, fighting) <= turns
    return fighting >= standing + (battle.both_dead == "defender")


def win_probability_at_least(table: OddsTable, win: Fraction) -> Bools:
    """Where in a table a battle is won with a chance of at least `win`, each entry decided as in `wins_at_least`.

    At [attackers, defenders]; where no attacker fights it is false. Cost: exact rationals for the entries that are
    close. Raises ValueError unless 0 < win < 1, and TooClose.

    >>> bool(win_probability_at_least(odds_table(29, 25), Fraction(7, 10))[29, 25])
    True
    """
    if not 0 < win < 1:
        raise ValueError(f"win: {win} is not a chance between 0 and 1")
    wanted, bound = float(win), 1.01 * table.error_bound + 1e-15
    enough: Bools = table.win > wanted
    for attackers, defenders in np.argwhere(np.abs(table.win - wanted) <= bound).tolist():
        if attackers > table.largest.reserve:
            battle = replace(table.largest, attackers=attackers, defenders=defenders)
            enough[attackers, defenders] = wins_at_least(battle, win, table.turns)
    enough[: table.largest.reserve + 1] = False
    return enough


def fewest_attackers(battle: Battle, win: Fraction = HALF, turns: int | None = None) -> Ints:
    """The fewest attackers with a chance of at least `win`, against 0, 1, ... up to the defenders of a battle.

    With 1/2 this is the break-even curve. One table up to the number for the most defenders. Cost and errors are
    those of `minimum_attackers`, `odds_table` and `win_probability_at_least`.

    >>> fewest_attackers(Battle(1, 8)).tolist()
    [1, 1, 2, 4, 5, 6, 7, 8, 9]
    """
    most = max(minimum_attackers(battle, win, turns).attackers, battle.reserve + 1)
    rules = battle.attacker_hits, battle.defender_hits, battle.both_dead, battle.reserve, battle.stop_when_outnumbered
    table = odds_table(most, max(battle.defenders, 1), turns, *rules)
    fewest: Ints = np.argmax(win_probability_at_least(table, win)[:, : battle.defenders + 1], axis=0)
    return fewest


@dataclass(frozen=True)
class DecisionRule:
    """A rule "attack with at least so many": the fewest attackers it asks for against 1, 2, ... defenders."""

    name: str
    fewest: tuple[int, ...]


@dataclass(frozen=True)
class RuleErrors:
    """How often a rule is right over all forces up to a size, where right is to attack with a chance of at least `win`.

    `attacks` of the `forces` are attacks by the rule, `rash` of them below that chance; `missed` are the forces with
    that chance that it holds back.

    >>> RuleErrors(DecisionRule("a > d", (2,)), HALF, forces=10, attacks=4, rash=1, missed=2).right
    Fraction(7, 10)
    """

    rule: DecisionRule
    win: Fraction
    forces: int
    attacks: int
    rash: int
    missed: int

    @property
    def right(self) -> Fraction:
        """The share of the forces for which the rule is right."""
        return 1 - Fraction(self.rash + self.missed, self.forces)


def thresholds(table: OddsTable) -> Iterator[DecisionRule]:
    """The rules of WB.5 and WB.11 for the defenders of a table: by mean hits, by ratio, by numbers, and by the odds.

    Raises ZeroDivisionError where attackers cannot hit.

    >>> {rule.name: rule.fewest[24] for rule in thresholds(odds_table(100, 25))}["p a >= d"]
    42
    """
    from gametheory.games.battle.lanchester import naive_law, square_law

    p, q = table.largest.attacker_hits, table.largest.defender_hits
    counts = range(1, table.largest.defenders + 1)
    yield DecisionRule("p a >= d", tuple(naive_law(count, p, Fraction(1)) for count in counts))
    yield DecisionRule("p a >= q d", tuple(naive_law(count, p, q) for count in counts))
    yield DecisionRule("p a^2 >= q d^2", tuple(square_law(count, p, q) for count in counts))
    yield DecisionRule("a >= d", tuple(counts))
    yield DecisionRule("a > d", tuple(count + 1 for count in counts))
    for win in (HALF, Fraction(7, 10), Fraction(9, 10)):
        yield DecisionRule(f"win >= {float(win)}", _by_odds(win_probability_at_least(table, win)))


def _by_odds(enough: Bools) -> tuple[int, ...]:
    """The first row that is enough for each number of defenders; one more than there are where none is."""
    first = np.where(enough.any(axis=0), enough.argmax(axis=0), len(enough))
    return tuple(first[1:].tolist())


def evaluate_rule(table: OddsTable, rule: DecisionRule, win: Fraction = HALF) -> RuleErrors:
    """Hold a rule against the odds of every battle in a table, from 1 v 1 on. Cost: that of `win_probability_at_least`.

    >>> table = odds_table(100, 100)
    >>> judged = evaluate_rule(table, next(thresholds(table)))
    >>> judged.rash, judged.attacks, judged.forces
    (0, 2990, 10000)
    """
    enough = win_probability_at_least(table, win)[1:, 1:]
    attacks = np.arange(1, len(table.win))[:, None] >= np.array(rule.fewest)
    rash, missed = int((attacks & ~enough).sum()), int((enough & ~attacks).sum())
    return RuleErrors(rule, win, enough.size, int(attacks.sum()), rash, missed)
