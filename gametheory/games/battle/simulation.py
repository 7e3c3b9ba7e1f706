"""Playing a battle many times: an independent check of its law, with confidence intervals."""

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
class Simulation:
    """How often each thing happened in so many games.

    `by_turn` holds, from turn 1 on, how many games had been won, lost and stopped by then; with `turns` None it goes to
    the end of the last game. `attackers` and `defenders` count the games by armies left, the reserve included.

    >>> Simulation(10, None, ((1, 2, 0), (5, 5, 0)), {0: 5, 1: 5}, {0: 5, 2: 5}).end
    (5, 5, 0)
    """

    games: int
    turns: int | None
    by_turn: tuple[tuple[int, int, int], ...]
    attackers: dict[int, int]
    defenders: dict[int, int]

    @property
    def end(self) -> tuple[int, int, int]:
        """Games won, lost and stopped by the last turn."""
        return self.by_turn[-1]


def simulate_battle(battle: Battle, games: int, seed: int, turns: int | None = None) -> Simulation:
    """Play a battle so many times, to its end or for so many turns; the same seed gives the same games.

    All games at once, with numpy's default generator: in each turn one binomial number a side for every game that goes
    on. Cost: two such numbers for each game and turn, 16 bytes a game. Raises ValueError for games or turns below 1 or
    not whole, a negative seed, and for a battle to its end in which nobody can hit.

    >>> [win > 0.99 * 1000 for win, lose, stopped in simulate_battle(Battle(40, 25), 1000, seed=1, turns=2).by_turn]
    [False, True]
    """
    for name, value, least in (("games", games, 1), ("seed", seed, 0), ("turns", 1 if turns is None else turns, 1)):
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise ValueError(f"{name}: {value!r} is not a whole number of at least {least}")
    if turns is None and not (battle.attacker_hits or battle.defender_hits):
        raise ValueError("turns: a battle in which nobody can hit never ends")
    random, field = np.random.default_rng(seed), _Games(battle, games)
    by_turn: list[tuple[int, int, int]] = []
    while turns is None or len(by_turn) < turns:
        field.turn(random)
        by_turn.append(field.ended())
        if turns is None and not len(field.going_on()):
            break
    return Simulation(games, turns, tuple(by_turn), *field.left())


class _Games:
    """The armies in every game."""

    def __init__(self, battle: Battle, games: int) -> None:
        self.battle = battle
        self.fighting: Counts = np.full(games, battle.attackers - battle.reserve)
        self.standing: Counts = np.full(games, battle.defenders)

    def going_on(self) -> Counts:
        on = (self.fighting > 0) & (self.standing > 0) & ~self.outnumbered()
        return np.flatnonzero(on).astype(np.int64)

    def outnumbered(self) -> NDArray[np.bool_]:
        return (self.fighting + self.battle.reserve <= self.standing) & self.battle.stop_when_outnumbered

    def turn(self, random: np.random.Generator) -> None:
        """Both sides shoot at once, wherever the battle goes on."""
        on = self.going_on()
        fighting, standing = self.fighting[on], self.standing[on]
        self.standing[on] = np.maximum(standing - random.binomial(fighting, float(self.battle.attacker_hits)), 0)
        self.fighting[on] = np.maximum(fighting - random.binomial(standing, float(self.battle.defender_hits)), 0)

    def ended(self) -> tuple[int, int, int]:
        """Games won, lost and stopped so far."""
        gone = self.standing == 0
        won = int((gone & ((self.fighting > 0) | (self.battle.both_dead == "attacker"))).sum())
        lost = int((gone | (self.fighting == 0)).sum()) - won
        return won, lost, int((self.outnumbered() & ~gone & (self.fighting > 0)).sum())

    def left(self) -> tuple[dict[int, int], dict[int, int]]:
        """Games by attackers left and by defenders left."""
        sides = self.fighting + self.battle.reserve, self.standing
        attackers, defenders = (np.unique(side, return_counts=True) for side in sides)
        return _as_dict(*attackers), _as_dict(*defenders)


def _as_dict(values: Counts, counts: NDArray[np.intp]) -> dict[int, int]:
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def confidence_interval(count: int, games: int, confidence: float) -> tuple[float, float]:
    """The exact interval for a chance that came up `count` times in so many games (Clopper and Pearson 1934).

    The chances for which neither so many or more nor so many or fewer has a probability below (1 - confidence) / 2, by
    bisection: it covers the true chance with at least the confidence stated. Cost: a hundred binomial tails.
    Raises ValueError for a confidence outside of (0, 1) and a count that is not one of the games.

    >>> [round(end, 4) for end in confidence_interval(44, 100, 0.95)]
    [0.3408, 0.5428]
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence} is not between 0 and 1")
    if not 0 <= count <= games:
        raise ValueError(f"count: {count} is not a number of {games} games")
    doubt = (1 - confidence) / 2
    low = 0.0 if count == 0 else _where_above(lambda chance: at_least(games, count, chance), doubt)
    high = 1.0 if count == games else 1 - _where_above(lambda miss: at_least(games, games - count, miss), doubt)
    return low, high


def at_least(games: int, count: int, chance: float) -> float:
    """The probability of at least `count` in so many games, each with the same chance.

    The first term by lgamma, the others by their ratio, until they no longer count; where the tail is the larger part,
    by the rest of it. Accurate to about 1e-9 of itself for a million games.

    >>> round(at_least(10, 8, 0.5), 6)
    0.054688
    """
    if count <= 0 or chance >= 1:
        return 1.0
    if chance <= 0 or count > games:
        return 0.0
    if count <= games * chance:
        return 1 - at_least(games, games - count + 1, 1 - chance)
    ways = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
    term = exp(ways + count * log(chance) + (games - count) * log(1 - chance))
    total = term
    while count < games and term > 1e-17 * total:
        term *= (games - count) / (count + 1) * chance / (1 - chance)
        count, total = count + 1, total + term
    return min(total, 1.0)


def _where_above(rising: Callable[[float], float], level: float) -> float:
    """The greatest chance, to within 2^-50, at which a rising function is still at most so high."""
    low, high = 0.0, 1.0
    while high - low > 2.0**-50:
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) <= level else (low, middle)
    return low


class Comparison(NamedTuple):
    """A chance of a law beside the interval that a simulation gives for it.

    >>> Comparison("win", 0.5, 0.48, 0.53).inside, Comparison("lose", 0.6, 0.48, 0.53).inside
    (True, False)
    """

    name: str
    chance: Probability
    low: float
    high: float

    @property
    def inside(self) -> bool:
        """Whether the chance lies in the interval."""
        return self.low <= self.chance <= self.high


def compare(simulation: Simulation, law: BattleDistribution, confidence: float = 0.999) -> tuple[Comparison, ...]:
    """Hold a law against a simulation of the same battle and turns: every chance beside its interval.

    Winning, losing, stopping by turn or in the end, and the armies left on each side. The intervals are wide enough
    that the true law lies inside all of them with at least the confidence stated (Bonferroni), and are widened by the
    error bound of the law. Cost: that of one `confidence_interval` for each chance. Raises ValueError where the law is
    of another number of turns.

    >>> from gametheory.games.battle.distribution import battle_distribution
    >>> game = Battle(4, 3)
    >>> all(row.inside for row in compare(simulate_battle(game, 2000, seed=1), battle_distribution(game)))
    True
    """
    if (simulation.turns or 0) != len(law.turns):
        raise ValueError(f"the law is of {len(law.turns)} turns, the simulation of {simulation.turns}")
    counted = list(_counted(simulation, law))
    each, widened = 1 - (1 - confidence) / len(counted), float(law.error_bound)
    rows = []
    for name, count, chance in counted:
        low, high = confidence_interval(count, simulation.games, each)
        rows.append(Comparison(name, chance, low - widened, high + widened))
    return tuple(rows)


def _counted(simulation: Simulation, law: BattleDistribution) -> Iterator[tuple[str, int, Probability]]:
    """Each chance of the law that a simulation counts, with its name and its count."""
    for turn, counts in zip(law.turns, simulation.by_turn, strict=False):
        for outcome, count in zip(OUTCOMES, counts, strict=True):
            yield f"{outcome} by turn {turn.turn}", count, getattr(turn, outcome)
    if simulation.turns is None:
        for outcome, count in zip(OUTCOMES, simulation.end, strict=True):
            yield outcome, count, getattr(law.eventual, outcome)
    for side in ("attackers", "defenders"):
        counts, chances = getattr(simulation, side), getattr(law.survivors, side)
        for left in sorted(counts.keys() | chances.keys()):
            yield f"{side} left: {left}", counts.get(left, 0), chances.get(left, 0.0)


def games_for(error: float, confidence: float = 0.95) -> int:
    """How many games bring the half-width of a normal interval for a chance of 1/2 down to `error`: z^2 / (4 error^2).

    >>> games_for(0.01), games_for(1e-12) > 9 * 10**23
    (9604, True)
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return ceil(Fraction(z) ** 2 / (4 * Fraction(error) ** 2))
