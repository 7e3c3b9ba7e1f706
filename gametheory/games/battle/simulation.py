"""Simulation of a battle: an independent check of its distribution, with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, lgamma, log
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.games.battle.result import BattleDistribution, Probability
from gametheory.games.battle.rules import Battle

Counts = NDArray[np.int64]
OUTCOMES = ("win", "lose", "stopped")


@dataclass(frozen=True)
class BattleSimulation:
    """Counts over many simulated games of one battle.

    Attributes
    ----------
    games
        The number of games.
    turns
        The last turn played; None if every game was played to its end.
    by_turn
        The number of games won, lost and stopped by the end of each turn, from turn 1 on.
    attackers, defenders
        The number of games by armies left, the reserve included.

    Examples
    --------
    >>> BattleSimulation(10, None, ((1, 2, 0), (5, 5, 0)), {0: 5, 1: 5}, {0: 5, 2: 5}).end
    (5, 5, 0)
    """

    games: int
    turns: int | None
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
    for every active game. Cost: two such numbers for each game and turn, 16 bytes per game.

    Parameters
    ----------
    battle
        The battle.
    games
        The number of games, at least 1.
    seed
        The random seed, at least 0.
    turns
        The number of turns, at least 1; None to play every game to its end.

    Returns
    -------
    BattleSimulation
        The counts.

    Raises
    ------
    ValueError
        If a number is below its minimum or not whole, or if no army can hit and `turns` is None.

    Examples
    --------
    >>> [win > 0.99 * 1000 for win, lose, stopped in simulate_battle(Battle(40, 25), 1000, seed=1, turns=2).by_turn]
    [False, True]
    """
    for name, value, least in (("games", games, 1), ("seed", seed, 0), ("turns", 1 if turns is None else turns, 1)):
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise ValueError(f"{name}: {value!r} is not a whole number of at least {least}")
    if turns is None and not (battle.attacker_hits or battle.defender_hits):
        raise ValueError("turns: a battle in which no army can hit never ends")
    random, state = np.random.default_rng(seed), _Games(battle, games)
    by_turn: list[tuple[int, int, int]] = []
    while turns is None or len(by_turn) < turns:
        state.play_turn(random)
        by_turn.append(state.counts())
        if turns is None and not len(state.active()):
            break
    return BattleSimulation(games, turns, tuple(by_turn), *state.survivors())


class _Games:
    """Armies in every game."""

    def __init__(self, battle: Battle, games: int) -> None:
        self.battle = battle
        self.fighting: Counts = np.full(games, battle.attackers - battle.reserve)
        self.defending: Counts = np.full(games, battle.defenders)

    def active(self) -> Counts:
        active = (self.fighting > 0) & (self.defending > 0) & ~self.outnumbered()
        return np.flatnonzero(active).astype(np.int64)

    def outnumbered(self) -> NDArray[np.bool_]:
        return (self.fighting + self.battle.reserve <= self.defending) & self.battle.stop_when_outnumbered

    def play_turn(self, random: np.random.Generator) -> None:
        """Let both sides shoot in every active game."""
        active = self.active()
        # Copies from before the turn: armies hit in this turn still shoot in it.
        fighting, defending = self.fighting[active], self.defending[active]
        self.defending[active] = np.maximum(defending - random.binomial(fighting, float(self.battle.attacker_hits)), 0)
        self.fighting[active] = np.maximum(fighting - random.binomial(defending, float(self.battle.defender_hits)), 0)

    def counts(self) -> tuple[int, int, int]:
        """Count the games won, lost and stopped so far."""
        gone = self.defending == 0
        won = int((gone & ((self.fighting > 0) | (self.battle.both_dead == "attacker"))).sum())
        lost = int((gone | (self.fighting == 0)).sum()) - won
        return won, lost, int((self.outnumbered() & ~gone & (self.fighting > 0)).sum())

    def survivors(self) -> tuple[dict[int, int], dict[int, int]]:
        """Count the games by attackers left and by defenders left."""
        sides = self.fighting + self.battle.reserve, self.defending
        attackers, defenders = (np.unique(side, return_counts=True) for side in sides)
        return _as_dict(*attackers), _as_dict(*defenders)


def _as_dict(values: Counts, counts: NDArray[np.intp]) -> dict[int, int]:
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def confidence_interval(count: int, games: int, confidence: float) -> tuple[float, float]:
    """Return the exact confidence interval for the probability of an event (Clopper and Pearson 1934).

    It consists of the probabilities for which neither `count` or more nor `count` or fewer events have a probability
    below (1 - confidence) / 2, found by bisection. It covers the true probability with at least the confidence stated.
    Cost: about a hundred binomial tails.

    Parameters
    ----------
    count
        The number of games with the event.
    games
        The number of games.
    confidence
        The confidence level, between 0 and 1.

    Returns
    -------
    tuple
        The lower and the upper end.

    Raises
    ------
    ValueError
        If the confidence is not between 0 and 1, or the count not from 0 to `games`.

    Examples
    --------
    >>> [round(end, 4) for end in confidence_interval(44, 100, 0.95)]
    [0.3408, 0.5428]
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence} is not between 0 and 1")
    if not 0 <= count <= games:
        raise ValueError(f"count: {count} is not a number of {games} games")
    doubt = (1 - confidence) / 2
    low = 0.0 if count == 0 else _where_above(lambda p: binomial_tail(games, count, p), doubt)
    high = 1.0 if count == games else 1 - _where_above(lambda q: binomial_tail(games, games - count, q), doubt)
    return low, high


def binomial_tail(games: int, count: int, probability: float) -> float:
    """Return the probability of at least `count` events in `games` games, each with the same probability.

    The first term by lgamma, the others by their ratio, until they are negligible; if the tail is the larger part, by
    its complement. The relative error is about 1e-9 for a million games.

    >>> round(binomial_tail(10, 8, 0.5), 6)
    0.054688
    """
    if count <= 0 or probability >= 1:
        return 1.0
    if probability <= 0 or count > games:
        return 0.0
    if count <= games * probability:
        return 1 - binomial_tail(games, games - count + 1, 1 - probability)
    log_binomial = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
    term = exp(log_binomial + count * log(probability) + (games - count) * log(1 - probability))
    total = term
    while count < games and term > 1e-17 * total:
        term *= (games - count) / (count + 1) * probability / (1 - probability)
        count, total = count + 1, total + term
    return min(total, 1.0)


def _where_above(rising: Callable[[float], float], level: float) -> float:
    """Return the greatest probability, to within 2^-50, at which an increasing function is at most `level`."""
    low, high = 0.0, 1.0
    while high - low > 2.0**-50:
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) <= level else (low, middle)
    return low


class Comparison(NamedTuple):
    """Probability of a distribution, and the confidence interval that a simulation gives for it.

    >>> Comparison("win", 0.5, 0.48, 0.53).inside, Comparison("lose", 0.6, 0.48, 0.53).inside
    (True, False)
    """

    name: str
    probability: Probability
    low: float
    high: float

    @property
    def inside(self) -> bool:
        """Return whether the probability is in the interval."""
        return self.low <= self.probability <= self.high


def compare(
    simulation: BattleSimulation, distribution: BattleDistribution, confidence: float = 0.999
) -> tuple[Comparison, ...]:
    """Compare every probability of a distribution with its interval from a simulation of the same battle and turns.

    Winning, losing, stopping by turn or in the end, and the armies left on each side. The intervals are so wide that
    they contain the true probabilities all together with at least the confidence stated (Bonferroni), and are widened
    by the error bound of the distribution. Cost: that of one `confidence_interval` for each probability.

    Parameters
    ----------
    simulation
        The counts.
    distribution
        The distribution of the same battle, with the same number of turns.
    confidence
        The confidence level of all intervals together.

    Returns
    -------
    tuple
        One comparison for each probability.

    Raises
    ------
    ValueError
        If the numbers of turns differ.

    Examples
    --------
    >>> from gametheory.games.battle.distribution import battle_distribution
    >>> game = Battle(4, 3)
    >>> all(row.inside for row in compare(simulate_battle(game, 2000, seed=1), battle_distribution(game)))
    True
    """
    if (simulation.turns or 0) != len(distribution.turns):
        raise ValueError(f"the distribution has {len(distribution.turns)} turns, the simulation {simulation.turns}")
    events = list(_events(simulation, distribution))
    each, widened = 1 - (1 - confidence) / len(events), float(distribution.error_bound)
    rows = []
    for name, count, probability in events:
        low, high = confidence_interval(count, simulation.games, each)
        rows.append(Comparison(name, probability, low - widened, high + widened))
    return tuple(rows)


def _events(simulation: BattleSimulation, distribution: BattleDistribution) -> Iterator[tuple[str, int, Probability]]:
    """Yield the name, the count and the probability of each event that a simulation counts."""
    for turn, counts in zip(distribution.turns, simulation.by_turn, strict=False):
        for outcome, count in zip(OUTCOMES, counts, strict=True):
            yield f"{outcome} by turn {turn.turn}", count, getattr(turn, outcome)
    if simulation.turns is None:
        for outcome, count in zip(OUTCOMES, simulation.end, strict=True):
            yield outcome, count, getattr(distribution.eventual, outcome)
    for side in ("attackers", "defenders"):
        counts, probabilities = getattr(simulation, side), getattr(distribution.survivors, side)
        for left in sorted(counts.keys() | probabilities.keys()):
            yield f"{side} left: {left}", counts.get(left, 0), probabilities.get(left, 0.0)


def required_games(error: float, confidence: float = 0.95) -> int:
    """Return the number of games for which a normal interval around 1/2 has the half-width `error`: z^2 / (4 error^2).

    Parameters
    ----------
    error
        The half-width of the interval.
    confidence
        The probability that the interval contains the true value, between 0 and 1.

    Examples
    --------
    >>> required_games(0.01), required_games(1e-12) > 9 * 10**23
    (9604, True)
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return ceil(Fraction(z) ** 2 / (4 * Fraction(error) ** 2))
