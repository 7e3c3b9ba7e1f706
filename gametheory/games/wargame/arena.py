"""An arena for bots of the Wargame: games drawn from a seed, a round-robin, and what bots score on average exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log, sqrt
from numbers import Integral
from random import Random
from typing import NamedTuple, TypeVar

from gametheory.games.wargame.analysis import expected_payoff, play_distribution
from gametheory.games.wargame.bots import Bot, Law, View, player_view
from gametheory.games.wargame.policies import Strategy
from gametheory.games.wargame.rules import A, B, Wargame

CONFIDENCE = 0.99
NEARLY_ONE = 1e-9

Drawn = TypeVar("Drawn")


class Score(NamedTuple):
    """A mean of payoffs over so many games, and an interval that holds the expected score."""

    games: int
    mean: float
    low: float
    high: float


def expected_score(a: Bot, b: Bot, game: Wargame) -> Fraction | float:
    """What bot a, as A, gets on average against bot b: a Fraction where both laws are of Fractions, else a float.

    The law of positions is carried forward from the start; see `insight.play_distribution`, also for the cost. Raises ValueError
    where a bot's law is none.

    >>> from gametheory.games.wargame.bots import AtOnce, Steady, Uniform
    >>> expected_score(Steady(2), AtOnce(10), Wargame(20, 10)), expected_score(Uniform(), Steady(1), Wargame(3, 2))
    (Fraction(4, 5), Fraction(7, 32))
    """
    found: Fraction | float = expected_payoff(game, play_distribution(game, strategy(a, A), strategy(b, B)))
    return found


def strategy(bot: Bot, player: str) -> Strategy:
    """How a bot plays on one side, with each of its laws checked; for the functions of `insight`.

    >>> from gametheory.games.wargame.bots import Steady
    >>> strategy(Steady(2), B)(Wargame(20, 10).start())
    {2: Fraction(1, 1)}
    """
    return lambda position: _checked_law(bot, player_view(position, player))


def play_out(a: Bot, b: Bot, game: Wargame, random: Random) -> Fraction:
    """Play one game and return what A gets; raises ValueError where a bot's law is none.

    >>> from gametheory.games.wargame.bots import AtOnce, Steady
    >>> play_out(Steady(1), AtOnce(3), Wargame(2, 2), Random(1))
    Fraction(1, 1)
    """
    position = game.start()
    while (end := game.outcome(position)) is None:
        moves = [drawn(_checked_law(bot, player_view(position, player)), random) for bot, player in ((a, A), (b, B))]
        position = drawn(game.after(position, *moves), random)
    return end.payoffs[0]


def drawn(law: Mapping[Drawn, Fraction | float], random: Random) -> Drawn:
    """One value, drawn by its law.

    >>> drawn({"heads": Fraction(1), "tails": Fraction(0)}, Random(1))
    'heads'
    """
    return random.choices(list(law), [float(chance) for chance in law.values()])[0]


def round_robin(bots: Mapping[str, Bot], game: Wargame, games: int, seed: int) -> dict[tuple[str, str], Score]:
    """Let every bot, as A, play so many games against every other; the score of a pair is what A got.

    Each pair draws from a generator of its own, made of the seed and both names, so that its games do not depend on who
    else takes part. The interval of each score holds what `expected_score` says with a confidence of at least 99 %,
    whatever the bots do (Hoeffding 1963, theorem 2). Cost: some tens of microseconds a round of a game.

    Raises ValueError for fewer than one game, and where a bot's law is none.

    >>> from gametheory.games.wargame.bots import AtOnce, Steady
    >>> scores = round_robin({"steady": Steady(2), "late": AtOnce(10)}, Wargame(20, 10), 200, seed=1)
    >>> scores["steady", "late"].mean == -scores["late", "steady"].mean
    False
    """
    if games < 1:
        raise ValueError(f"games: {games} is not at least 1")
    found = {}
    for first, a in bots.items():
        for second, b in bots.items():
            if first != second:
                random = Random(f"{seed} {first!r} {second!r}")
                total = sum(play_out(a, b, game, random) for _ in range(games))
                found[first, second] = _score(game, games, total)
    return found


def standings(scores: Mapping[tuple[str, str], Score], game: Wargame) -> dict[str, Score]:
    """The mean score of each bot over all its games, on both sides, the best first; B gets minus the score of A.

    >>> from gametheory.games.wargame.bots import AtOnce, Steady
    >>> game = Wargame(20, 10)
    >>> scores = round_robin({"late": AtOnce(10), "steady": Steady(2)}, game, 200, seed=1)
    >>> list(standings(scores, game))
    ['steady', 'late']
    """
    totals: dict[str, tuple[int, float]] = {}
    for names, score in scores.items():
        for name, sign in zip(names, (1, -1), strict=True):
            games, total = totals.get(name, (0, 0.0))
            totals[name] = games + score.games, total + sign * score.games * score.mean
    best_first = sorted(totals, key=lambda name: -totals[name][1] / totals[name][0])
    return {name: _score(game, *totals[name]) for name in best_first}


def _score(game: Wargame, games: int, total: Fraction | float) -> Score:
    """A mean with Hoeffding's interval: games are independent, and payoffs lie between a loss and a win."""
    win, _, loss = map(float, game.payoffs)
    mean, margin = float(total) / games, (win - loss) * sqrt(log(2 / (1 - CONFIDENCE)) / (2 * games))
    return Score(games, mean, mean - margin, mean + margin)


def _checked_law(bot: Bot, view: View) -> Law:
    law = bot.law(view)
    sent_is_allowed = all(isinstance(sent, Integral) and 0 <= sent <= view.camp for sent in law)
    chances: list[Fraction | float] = list(law.values())
    is_law = all(chance >= 0 for chance in chances) and abs(float(sum(chances)) - 1) <= NEARLY_ONE
    if not sent_is_allowed or not is_law:
        raise ValueError(f"{bot} in {view}: not chances that sum to 1, of 0 to {view.camp} soldiers: {dict(law)}")
    return law
