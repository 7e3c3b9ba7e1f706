"""Optimal stopping: the better of one more turn and of going home, at every position of a battle."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gametheory.games.battle._kernels.binomial import UNIT, Floats
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.table import require_size
from gametheory.games.battle.values import BattleValues


@dataclass(frozen=True)
class StoppingSolution:
    """Expected payoffs of the attacker, at [fighting attackers, defenders]: armies left x price, plus the prize."""

    optimal: Floats
    continue_once: Floats
    never_stop: Floats
    stop_now: Floats
    error_bound: float

    @property
    def gain(self) -> Floats:
        """The gain of optimal decisions over attacking to the end."""
        return self.optimal - self.never_stop

    def advice(self, attackers: int, defenders: int) -> str:
        """Return "attack" or "stop", or "either" if the two differ by less than their error bounds."""
        difference = self.continue_once[attackers, defenders] - self.stop_now[attackers, defenders]
        if abs(difference) <= 2 * self.error_bound:
            return "either"
        return "attack" if difference > 0 else "stop"


def optimal_stopping(battle: Battle, price: Fraction, prize: Fraction) -> StoppingSolution:
    """Return the optimal decisions, attack again or stop, in all battles up to one.

    Backward induction (Bellman 1957) on W = max(price x a, E[W after a turn]). A turn without a hit leads back to the
    same decision, so that a turn is valued given that an army is hit. Armies in reserve cannot be lost and are not
    counted. Cost: twice that of `odds_table`.

    Parameters
    ----------
    battle
        The largest battle, whose rules are those of all.
    price
        The payoff for each fighting army left.
    prize
        The payoff for winning.

    Returns
    -------
    StoppingSolution
        The expected payoffs of all positions, with an error bound.

    Raises
    ------
    ValueError
        If the price or the prize is negative, if both are zero, or if the battle has its own stopping rule.

    Examples
    --------
    >>> solution = optimal_stopping(Battle(10, 10), price=Fraction(1), prize=Fraction(5))
    >>> solution.advice(10, 3), solution.advice(3, 10)
    ('attack', 'stop')
    """
    if price < 0 or prize < 0 or not price + prize:
        raise ValueError(f"price {price} and prize {prize}: neither may be negative, and not both zero")
    if battle.stop_when_outnumbered:
        raise ValueError("stop_when_outnumbered: the battle must not have its own stopping rule")
    require_size(battle)
    values = BattleValues(battle)
    # The error bound is for values from 0 to 1, so all payoffs are divided by the largest one.
    scale = float(prize + price * (battle.attackers - battle.reserve))
    armies = np.arange(values.active.shape[0]) * (float(price) / scale)
    stop = np.repeat(armies[:, None], values.active.shape[1], axis=1)
    terminal = np.where(values.active, 0.0, stop) + values.outcome_masks["win"] * (float(prize) / scale)
    never_stop = values.to_the_end(terminal.copy())
    optimal, continue_once = values.choices(terminal, stop)
    bound = scale * (values.error_bound() + 8 * UNIT)
    return StoppingSolution(optimal * scale, continue_once * scale, never_stop * scale, stop * scale, bound)
