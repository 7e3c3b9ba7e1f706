"""Simulation of a battle: an independent check of its distribution, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

from gametheory.games.battle.distribution import outcome_masks
from gametheory.games.battle.rules import Battle
from gametheory.numbers.rationals import require_whole

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class BattleSimulation:
    """Counts over many simulated games of one battle; those of `by_turn` are games won, lost and stopped."""

    games: int
    by_turn: tuple[tuple[int, int, int], ...]
    attackers: dict[int, int]
    defenders: dict[int, int]

    @property
    def end(self) -> tuple[int, int, int]:
        """The number of games won, lost and stopped by the last turn."""
        return self.by_turn[-1]


def simulate_battle(battle: Battle, games: int, seed: int, turns: int | None = None) -> BattleSimulation:
    """Play a battle many times, to its end or for a number of turns; the same seed gives the same games.

    All games are played in parallel arrays, with numpy's default generator: in each turn one binomial number per side
    for every active game.
    """
    require_whole("games", games, 1)
    require_whole("seed", seed, 0)
    if turns is not None:
        require_whole("turns", turns, 1)
    elif not (battle.attacker_hits or battle.defender_hits):
        raise ValueError("turns: a battle in which no army can hit never ends")
    random = np.random.default_rng(seed)
    fighting: Counts = np.full(games, battle.attackers - battle.reserve)
    defending: Counts = np.full(games, battle.defenders)
    by_turn: list[tuple[int, int, int]] = []
    while turns is None or len(by_turn) < turns:
        active = np.flatnonzero(outcome_masks(battle, fighting, defending)[None])
        # Copies from before the turn: armies hit in this turn still shoot in it.
        attack, defense = fighting[active], defending[active]
        defending[active] = np.maximum(defense - random.binomial(attack, float(battle.attacker_hits)), 0)
        fighting[active] = np.maximum(attack - random.binomial(defense, float(battle.defender_hits)), 0)
        won, lost, stopped, undecided = map(np.count_nonzero, outcome_masks(battle, fighting, defending).values())
        by_turn.append((int(won), int(lost), int(stopped)))
        if turns is None and not undecided:
            break
    left = (np.unique(side, return_counts=True) for side in (fighting + battle.reserve, defending))
    attackers, defenders = (dict(zip(values.tolist(), counts.tolist(), strict=True)) for values, counts in left)
    return BattleSimulation(games, tuple(by_turn), attackers, defenders)


def confidence_interval(count: int, games: int, confidence: float) -> tuple[float, float]:
    """Return the exact confidence interval for the probability of an event (Clopper and Pearson 1934).

    It covers the true probability with at least the confidence stated.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence} is not between 0 and 1")
    if not 0 <= count <= games:
        raise ValueError(f"count: {count} is not a number of {games} games")
    doubt = (1 - confidence) / 2
    low = float(betaincinv(count, games - count + 1, doubt)) if count else 0.0
    high = float(betaincinv(count + 1, games - count, 1 - doubt)) if count < games else 1.0
    return low, high
