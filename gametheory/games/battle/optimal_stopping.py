"""When to stop attacking: the best of one more turn and of stopping, at every position of a battle."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gametheory.games.battle._kernels.binomial import UNIT, Floats
from gametheory.games.battle._kernels.value_iteration import Backward
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.table import check_memory


@dataclass(frozen=True)
class StoppingSolution:
    """What a battle is worth to the attacker, at [fighting attackers, defenders]: armies left x price, and the prize.

    `best` is with the best decision before every turn, `attack` with one more turn and the best decisions after it,
    `blind` with attacking to the end, `stop` with going home now. Each is within `error_bound`.

    >>> found = optimal_stopping(Battle(1, 1, Fraction(1), Fraction(0)), price=Fraction(1), prize=Fraction(3))
    >>> float(found.best[1, 1]), float(found.gain[1, 1]), found.advice(1, 1)
    (4.0, 0.0, 'attack')
    """

    best: Floats
    attack: Floats
    blind: Floats
    stop: Floats
    error_bound: float

    @property
    def gain(self) -> Floats:
        """How much the best decisions are worth above attacking to the end."""
        return self.best - self.blind

    def advice(self, attackers: int, defenders: int) -> str:
        """ "attack", "stop", or "either" where the two differ by less than the bounds of their errors."""
        ahead = self.attack[attackers, defenders] - self.stop[attackers, defenders]
        if abs(ahead) <= 2 * self.error_bound:
            return "either"
        return "attack" if ahead > 0 else "stop"


def optimal_stopping(battle: Battle, price: Fraction, prize: Fraction) -> StoppingSolution:
    """The best decisions, attack again or stop, in all battles up to one, for a price per army and a prize for winning.

    Backward induction (Bellman 1957) on W = max(price x a, E[W after a turn]); a turn in which nobody is hit leaves the
    same decision, so that the turn is valued given that somebody is. Armies in reserve cannot be lost and are not
    counted. Cost: twice that of a table of odds. Raises ValueError for a negative price or prize, both zero, and a
    battle with its own rule for stopping, and TableTooLarge.

    >>> found = optimal_stopping(Battle(10, 10), price=Fraction(1), prize=Fraction(5))
    >>> found.advice(10, 3), found.advice(3, 10)
    ('attack', 'stop')
    """
    if price < 0 or prize < 0 or not price + prize:
        raise ValueError(f"price {price} and prize {prize}: neither may be negative, and not both zero")
    if battle.stop_when_outnumbered:
        raise ValueError("stop_when_outnumbered: the decision to stop is what is looked for")
    check_memory(battle.attackers, battle.defenders)
    backward = Backward(battle)
    scale = float(prize + price * (battle.attackers - battle.reserve))
    armies = np.arange(backward.on.shape[0]) * (float(price) / scale)
    stop = np.repeat(armies[:, None], backward.on.shape[1], axis=1)
    ended = np.where(backward.on, 0.0, stop) + backward.ends["win"] * (float(prize) / scale)
    blind = backward.to_the_end(ended.copy())
    best, attack = backward.choices(ended, stop)
    bound = scale * (backward.error_bound() + 8 * UNIT)
    return StoppingSolution(best * scale, attack * scale, blind * scale, stop * scale, bound)
