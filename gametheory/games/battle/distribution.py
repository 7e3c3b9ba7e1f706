"""Distribution of one battle in floats, with a rigorous bound on the error of every probability.

Given a against d, the casualties of the two sides are independent, so that a turn is a sum over one side and then over
the other (see `_kernels.propagate`). Only positions with a positive probability are followed, on the bands of
`hit_distributions`.

The bound. Compare the battle with one in which the hits of each turn are given to be in their bands: the two differ
with a probability of at most 2 `omitted` in a turn, hence of 2 `omitted` E[turns] in all. For the second battle every
number here is a sum of products of nonnegative floats, and nothing is subtracted. A sum of products each of which
passes at most n roundings has a relative error of at most gamma(n) = n u / (1 - n u), u = 2^-53 (Higham 2002, section
3.1), and the weights and quotients in it have a known relative error; so the error of the probability that leaves a
position is at most a known multiple of it. An error made at some position changes the probability of an outcome by at
most its own size. Together the roundings thus count at most that multiple x the sum of all probabilities computed to
leave a position, which is the expected number of turns in which an army is hit. Omitted probability counts in full.

The roundings of a product: at most BLOCK additions in its block, and 8 for the products, the stay in a position and the
quotient; those over blocks, rows and substitutions are counted. Adding the probability that arrives rounds the earlier
content of the position once, in a row that is solved once for each substitution too; that content is at most 1 in all.
Each product has at most four hit probabilities as factors: those of both casualties, of staying, and of leaving.
"""

from __future__ import annotations

import numpy as np

from gametheory.games.battle._kernels.binomial import (
    UNIT,
    Bools,
    Floats,
    HitDistributions,
    Ints,
    expected_turns_bound,
    hit_distributions,
)
from gametheory.games.battle._kernels.propagate import BLOCK, propagate_to_end, propagate_turn
from gametheory.games.battle.result import BattleDistribution, Eventual, OddsByTurn, Survivors, Turn
from gametheory.games.battle.rules import Battle
from gametheory.numbers.rationals import require_whole

MAX_OMITTED = 1e-14  # by the bands, and by negligible positions, in a usual battle; the bound counts it
LONG_UNIT = float(np.finfo(np.longdouble).eps)  # twice the unit, for the sums of long floats


def battle_distribution(battle: Battle, turns: int | None = None) -> BattleDistribution:
    """Return the distribution of a battle by turn, in the end, and of the survivors, with a rigorous error bound.

    WB.3, s(k) = P s(k - 1), without storing the matrix P. The probability that is undecided after the last turn asked
    for is followed to the end in one sweep, in which turns without a hit are summed as a geometric series. See the
    module for the bound. Cost: the positions with a positive probability times the width of both bands, once for each
    turn and once for the end; about 40 bytes for each of A D positions.

    >>> distribution = battle_distribution(Battle(40, 25), 1)
    >>> round(distribution.turns[0].win, 3), distribution.error_bound < 1e-12
    (0.44, True)
    """
    propagation = _Propagation(battle)
    by_turn = propagation.play(0 if turns is None else require_whole("turns", turns, 1))
    survivors = propagation.survivors() if turns else None
    propagation.finish()
    eventual = Eventual(*propagation.outcome_probabilities())  # before the bound, which counts their terms
    survivors = survivors or propagation.survivors()
    return BattleDistribution(by_turn, survivors, propagation.error_bound(), turns, eventual)


def battle_odds_by_turn(battle: Battle, turns: int) -> OddsByTurn:
    """Return the distribution of a battle by turn and of the survivors, without its end.

    Method, bound, cost and errors are those of `battle_distribution`, for the turns alone.
    """
    propagation = _Propagation(battle)
    return OddsByTurn(
        propagation.play(require_whole("turns", turns, 1)), propagation.survivors(), propagation.error_bound(), turns
    )


def outcome_masks(battle: Battle, fighting: Ints, defenders: Ints) -> dict[str | None, Bools]:
    """Return which of some positions are won, lost and stopped, by outcome; the active ones under None."""
    win = (defenders == 0) & ((fighting > 0) | (battle.both_dead == "attacker"))
    lose = ((fighting == 0) | (defenders == 0)) & ~win
    outnumbered = (fighting + battle.reserve <= defenders) & battle.stop_when_outnumbered
    stopped = outnumbered & ~win & ~lose
    return {"win": win, "lose": lose, "stopped": stopped, None: ~(win | lose | stopped)}


def hits_of_both_sides(battle: Battle, omitted: float) -> tuple[HitDistributions, HitDistributions]:
    """Return the distributions of the hits of up to all attackers who fight, and of up to all defenders."""
    return (
        hit_distributions(battle.attackers - battle.reserve, battle.attacker_hits, omitted),
        hit_distributions(battle.defenders, battle.defender_hits, omitted),
    )


class _Propagation:
    """The probability at [fighting attackers, defenders], and the parts of its error bound."""

    def __init__(self, battle: Battle) -> None:
        fighting, hits = battle.attackers - battle.reserve, (battle.attacker_hits, battle.defender_hits)
        self.battle = battle
        self.masks = outcome_masks(battle, *np.ogrid[: fighting + 1, : battle.defenders + 1])
        self.active = self.masks[None]
        self.distribution = np.zeros((fighting + 1, battle.defenders + 1))
        self.distribution[fighting, battle.defenders] = 1
        self.negligible = MAX_OMITTED / self.distribution.size
        omitted = MAX_OMITTED / (expected_turns_bound(fighting, battle.defenders, *hits) if any(hits) else 1)
        self.hits = hits_of_both_sides(battle, omitted)
        self.lost = self.turns = self.rounded = 0.0
        self.terms = 0

    def play(self, turns: int) -> tuple[Turn, ...]:
        """Play turns, and return the probabilities after each of them."""
        return tuple(self._play_turn(number) for number in range(1, turns + 1))

    def _play_turn(self, number: int) -> Turn:
        lost, fought, additions = propagate_turn(self.distribution, self.active, self.negligible, *self.hits)
        self._count_errors(lost, fought, fought, additions * fought, 1)
        win, lose, stopped, undecided = self.outcome_probabilities()
        return Turn(number, win, lose, undecided, stopped)

    def finish(self) -> None:
        """Follow the undecided probability to the end of the battle, row by row from all attackers to one."""
        if not (self.battle.attacker_hits or self.battle.defender_hits):
            return
        if (undecided := self.outcome_probabilities()[-1]) <= MAX_OMITTED:
            self.lost += undecided
            return
        lost, moved, turns, additions = propagate_to_end(self.distribution, self.active, self.negligible, *self.hits)
        self._count_errors(lost, moved, turns, additions, 1 + int(np.count_nonzero(self.hits[1].none_hit)))

    def _count_errors(self, lost: float, moved: float, turns: float, additions: float, before: int) -> None:
        """Count the roundings of the moved probability, and of `before` additions to the earlier content."""
        relative_error = 4 * max(hits.relative_error for hits in self.hits) + (BLOCK + 8) * UNIT
        self.rounded += relative_error * moved + (additions + before) * UNIT
        self.lost += lost
        self.turns += turns

    def outcome_probabilities(self) -> list[float]:
        """Return the probability of winning, of losing, of stopping and of no outcome so far."""
        self.terms = max(self.terms, int(np.count_nonzero(self.distribution)))
        return [float(self.distribution[mask].sum(dtype=np.longdouble)) for mask in self.masks.values()]

    def survivors(self) -> Survivors:
        """Return the distributions of the survivors of each side, without zero entries."""
        by_defenders, by_attackers = (self.distribution.sum(axis, np.longdouble) for axis in (0, 1))
        return Survivors(_nonzero(by_attackers, self.battle.reserve), _nonzero(by_defenders, 0))

    def error_bound(self) -> float:
        """Return a bound on the error of every probability; the last term is for the sums that are reported."""
        reported = UNIT + self.terms * LONG_UNIT
        omitted = sum(hits.omitted for hits in self.hits) * self.turns
        return min(1.0, 1.001 * (omitted + self.rounded + self.lost + reported))


def _nonzero(probabilities: Floats, first: int) -> dict[int, float]:
    return {first + int(count): float(probabilities[count]) for count in np.flatnonzero(probabilities)}
