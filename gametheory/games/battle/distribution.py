"""The law of one battle in floats, with a rigorous bound on the error of every probability.

Given a against d, the casualties of the two sides are independent, so that a turn is a sum over one side and then over
the other (see `forward`); only positions that hold probability are followed, on the bands of `hit_distributions`.

The bound. The battle in which every volley is given to fall into its band parts from the battle with a chance of at
most 2 `left_out` a turn, hence of 2 `left_out` E[turns] in all. For that battle every number here is a sum of products
of nonnegative floats, and nothing is subtracted. A sum of products each of which passes at most n roundings is within
gamma(n) = n u / (1 - n u) of itself, u = 2^-53 (Higham 2002, section 3.1), and the weights and quotients in it are
within a known relative error; so all that leaves a position is wrong by at most a known multiple of its size. An error
made at some position changes the chance of an end by at most its own size. Together the roundings thus count at most
that multiple x the sum of all that was computed to leave a position, which is the expected number of turns in which
somebody is hit. What is left out counts in full.

The roundings of a product: at most BLOCK additions in its block, and 8 for the products, the stay in a position and the
quotient; those over blocks, rows and substitutions are counted. To add what arrives rounds what was there before once,
in a row that is solved once for each substitution too; what was there is at most 1 in all. Of four chances of volleys
at most each product is made: those of both casualties, of staying, and of leaving.
"""

from __future__ import annotations

import numpy as np

from gametheory.games.battle._kernels.binomial import UNIT, Bools, Floats, hit_distributions, most_turns
from gametheory.games.battle._kernels.propagate import BLOCK, add_rows, add_up, next_turn, to_the_end
from gametheory.games.battle.result import (
    BattleDistribution,
    Eventual,
    OddsByTurn,
    Survivors,
    Turn,
    at_least_one_turn,
)
from gametheory.games.battle.rules import Battle

LOST_AT_MOST = 1e-14  # what bands and negligible positions may each leave out in a usual battle; the bound counts it
OUTCOMES = ("win", "lose", "stopped", None)


def battle_distribution(battle: Battle, turns: int | None = None) -> BattleDistribution:
    """The law of a battle by turn, in the end, and of the armies left, with a rigorous error bound.

    WB.3, s(k) = P s(k - 1), without the matrix P: see `forward`.
    What is undecided after the last turn asked for is followed to the end in one sweep, in which the stay in a position
    (nobody is hit) is summed as a geometric series. See the module for the bound. Cost: the positions that hold
    probability times the width of both bands, once for each turn asked for and once for the end; some 40 bytes for
    each of A D positions. Raises ValueError for turns below 1 or not whole, and for hits above 0 and below 1e-100.

    >>> law = battle_distribution(Battle(40, 25), 1)
    >>> round(law.turns[0].win, 3), law.error_bound < 1e-12
    (0.44, True)
    """
    field = _Field(battle)
    by_turn = field.by_turn(0 if turns is None else at_least_one_turn(turns))
    survivors = field.survivors() if turns else None
    field.finish()
    return BattleDistribution(by_turn, survivors or field.survivors(), field.error_bound(), Eventual(*field.chances()))


def battle_odds_by_turn(battle: Battle, turns: int) -> OddsByTurn:
    """The law of a battle by turn and of the armies left, without its end.

    Method, bound, cost and errors are those of `battle_distribution`, for the turns alone.

    >>> round(battle_odds_by_turn(Battle(40, 25), 1).turns[0].win, 3)
    0.44
    """
    field = _Field(battle)
    return OddsByTurn(field.by_turn(at_least_one_turn(turns)), field.survivors(), field.error_bound())


def ends(battle: Battle) -> dict[str | None, Bools]:
    """Where a battle is over, by name of the outcome, at [fighting attackers, defenders]; None: where it goes on.

    >>> ends(Battle(1, 1, both_dead="defender"))["lose"].tolist()
    [[True, True], [False, False]]
    """
    fighting = np.arange(battle.attackers - battle.reserve + 1)[:, None]
    defenders = np.arange(battle.defenders + 1)
    win = (defenders == 0) & ((fighting > 0) | (battle.both_dead == "attacker"))
    lose = ((fighting == 0) | (defenders == 0)) & ~win
    outnumbered = (fighting + battle.reserve <= defenders) & battle.stop_when_outnumbered
    stopped = outnumbered & ~win & ~lose
    return {"win": win, "lose": lose, "stopped": stopped, None: ~(win | lose | stopped)}


class _Field:
    """The probability at [fighting attackers, defenders], what happens to it, and the parts of the bound."""

    def __init__(self, battle: Battle) -> None:
        fighting, hits = battle.attackers - battle.reserve, (battle.attacker_hits, battle.defender_hits)
        self.battle = battle
        places = ends(battle)
        self.on, self.outcomes = places[None], np.zeros(places[None].shape, np.int8)
        for code, outcome in enumerate(OUTCOMES):
            self.outcomes[places[outcome]] = code
        self.law = np.zeros((fighting + 1, battle.defenders + 1))
        self.law[fighting, battle.defenders] = 1
        self.negligible = LOST_AT_MOST / self.law.size
        left_out = LOST_AT_MOST / (most_turns(fighting, battle.defenders, *hits) if any(hits) else 1)
        self.arms = (
            hit_distributions(fighting, hits[0], left_out),
            hit_distributions(battle.defenders, hits[1], left_out),
        )
        self.lost = self.turns = self.rounded = 0.0

    def by_turn(self, turns: int) -> tuple[Turn, ...]:
        """Play so many turns, and say how things stand after each."""
        return tuple(self.turn(number) for number in range(1, turns + 1))

    def turn(self, number: int) -> Turn:
        """Play one turn, and say how things stand."""
        lost, fought, additions = next_turn(self.law, self.on, self.negligible, *self.arms)
        self._count(lost, fought, fought, additions * fought, 1)
        win, lose, stopped, undecided = self.chances()
        return Turn(number, win, lose, undecided, stopped)

    def finish(self) -> None:
        """Follow all that is undecided to the end of the battle, row by row from all attackers to one."""
        if not (self.battle.attacker_hits or self.battle.defender_hits):
            return
        if (undecided := self.chances()[-1]) <= LOST_AT_MOST:
            self.lost += undecided
            return
        lost, moved, turns, additions = to_the_end(self.law, self.on, self.negligible, *self.arms)
        self._count(lost, moved, turns, additions, 1 + int(np.count_nonzero(self.arms[1].missed)))

    def _count(self, lost: float, moved: float, turns: float, additions: float, before: int) -> None:
        """Count the roundings of what moved, and of `before` additions to what was there."""
        relative = 4 * max(arms.relative for arms in self.arms) + (BLOCK + 8) * UNIT
        self.rounded += relative * moved + (additions + before) * UNIT
        self.lost += lost
        self.turns += turns

    def chances(self) -> list[float]:
        """The probability of each outcome so far, and of none."""
        chances: list[float] = add_up(self.law, self.outcomes).tolist()
        return chances

    def survivors(self) -> Survivors:
        """The laws of the armies left on each side, without what has no probability."""
        by_attackers, by_defenders = add_rows(self.law), add_rows(self.law.T)
        return Survivors(_nonzero(by_attackers, self.battle.reserve), _nonzero(by_defenders, 0))

    def error_bound(self) -> float:
        """At least the error of every probability; the last term is for the sums that are reported."""
        reported = 2 * UNIT + (self.law.size * UNIT) ** 2
        apart = sum(arms.left_out for arms in self.arms) * self.turns
        return min(1.0, 1.001 * (apart + self.rounded + self.lost + reported))


def _nonzero(law: Floats, first: int) -> dict[int, float]:
    return {first + int(count): float(law[count]) for count in np.flatnonzero(law)}
