"""Estimates of the steps that the interpreter takes for a battle, of a microsecond each; see `parallel.compiled`.

Fitted to the times of the interpreter (Python 3.11, AMD EPYC) for battles from 10 v 6 to 1000 v 50: mostly within a
factor of two, and of four for battles that one side surely wins.
"""

from __future__ import annotations

from math import prod, sqrt

from gametheory.games.battle.memory_estimate import WEIGHT, bytes_for_bands, bytes_for_hits
from gametheory.games.battle.rules import Battle

HITS, TURN, END, VALUE = 4, 4, 40, 10  # steps for a hit probability, and for a position in each of the three methods
PRODUCTS = 40  # of hit probabilities of both sides, in a step


def steps_of_distribution(battle: Battle, turns: int, to_the_end: bool) -> int:
    """Estimate the steps for the distributions of hits, for some turns, and for the end of a battle.

    Parameters
    ----------
    battle
        The battle.
    turns
        The number of turns.
    to_the_end
        Whether the battle is followed to its end.

    Returns
    -------
    int
        The number of steps.

    Examples
    --------
    >>> steps_of_distribution(Battle(100, 60), 0, to_the_end=True)
    181448
    """
    steps = HITS * bytes_for_bands(battle) / WEIGHT + TURN * turns * prod(_armies(battle))
    return int(steps + END * to_the_end * _positions_passed(battle))


def _armies(battle: Battle) -> tuple[float, float]:
    """Return the number of armies that fight on each side, at most one whose square is a float."""
    return float(min(battle.attackers - battle.reserve, 10**70)), float(min(battle.defenders, 10**70))


def _positions_passed(battle: Battle) -> float:
    """Estimate the number of positions that a battle passes.

    One side loses all its armies, and the other one as many as by aimed fire (Lanchester 1916), give or take some
    standard deviations.
    """
    attackers, defenders = _armies(battle)
    attack, defense = float(battle.attacker_hits) * attackers**2, float(battle.defender_hits) * defenders**2
    winners, losers = (attackers, defenders) if attack > defense else (defenders, attackers)
    lost = 1 - sqrt(1 - min(attack, defense) / (max(attack, defense) or 1))
    return losers * min(winners, winners * lost + 3 * sqrt(winners))


def steps_of_values(battle: Battle, turns: int | None) -> int:
    """Estimate the steps for the distributions of hits, and for the values of all battles up to one.

    Parameters
    ----------
    battle
        The largest battle.
    turns
        The number of turns; None for the end.

    Returns
    -------
    int
        The number of steps.

    Examples
    --------
    >>> steps_of_values(Battle(60, 40), None)
    215804
    """
    hits = [
        (battle.attackers - battle.reserve, battle.attacker_hits),
        (battle.defenders, battle.defender_hits),
    ]
    products = prod(bytes_for_hits(*side) / WEIGHT for side in hits)
    steps_of_turn = VALUE * prod(_armies(battle)) + products / PRODUCTS
    return int(HITS * bytes_for_bands(battle) / WEIGHT + (turns or 1) * steps_of_turn)
