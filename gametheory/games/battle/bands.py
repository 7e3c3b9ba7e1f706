"""The distributions of hits of both sides of a battle, if the free memory suffices for them."""

from __future__ import annotations

from gametheory.games.battle._kernels.binomial import HitDistributions, hit_distributions
from gametheory.games.battle.memory_estimate import bytes_for_bands
from gametheory.games.battle.rules import Battle
from gametheory.parallel.memory import free_memory


class BandsTooLarge(ValueError):
    """The distributions of hits would not fit into the free memory.

    Examples
    --------
    >>> print(BandsTooLarge(Battle(10**7, 2), 5.2e12, 8e9))
    the distributions of the hits of 10000000 v 2 armies take 5200.0 GB, and 8.0 are free
    """

    def __init__(self, battle: Battle, need: float, free: float) -> None:
        super().__init__(
            f"the distributions of the hits of {battle} armies take {need / 1e9:.1f} GB, and {free / 1e9:.1f} are free"
        )


def bands_of(battle: Battle, omitted: float) -> tuple[HitDistributions, HitDistributions]:
    """Return the distributions of the hits of up to all attackers who fight, and of up to all defenders.

    Parameters
    ----------
    battle
        The battle.
    omitted
        The probability that may lie outside of the band of each distribution.

    Raises
    ------
    BandsTooLarge
        If the free memory does not suffice; nothing has been computed then.

    Examples
    --------
    >>> attack, defense = bands_of(Battle(3, 2), 1e-14)
    >>> len(attack.first), len(defense.first)
    (4, 3)
    """
    need, free = bytes_for_bands(battle), free_memory()
    if need > free:
        raise BandsTooLarge(battle, need, free)
    fighting = battle.attackers - battle.reserve
    return (
        hit_distributions(fighting, battle.attacker_hits, omitted),
        hit_distributions(battle.defenders, battle.defender_hits, omitted),
    )
