"""An arena for Wargame bots: single games, round-robin tournaments with a seed, and exact expected scores."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log, sqrt
from numbers import Integral
from random import Random
from typing import NamedTuple, TypeVar

from gametheory.games.wargame.analysis import expected_payoff, play_distribution
from gametheory.games.wargame.bots import Bot, View, player_view
from gametheory.games.wargame.policies import Strategy
from gametheory.games.wargame.rules import A, B, SentDistribution, Wargame

CONFIDENCE = 0.99
SUM_TOLERANCE = 1e-9

Value = TypeVar("Value")


class Score(NamedTuple):
    """The mean payoff over a number of games, and a confidence interval for the expected score."""

    games: int
    mean: float
    low: float
    high: float


def expected_score(a: Bot, b: Bot, game: Wargame) -> Fraction | float:
    """Return the expected payoff to bot `a`, as player A, against bot `b`.

    See `analysis.play_distribution` for the method and the cost.

    Parameters
    ----------
    a, b
        The bots on the two sides.
    game
        The rules.

    Returns
    -------
    Fraction or float
        A Fraction if both bots return Fractions.

    Raises
    ------
    ValueError
        If a bot does not return a probability distribution on the numbers that it can send.

    Examples
    --------
    >>> from gametheory.games.wargame.bots import AllInRound, Steady, Uniform
    >>> expected_score(Steady(2), AllInRound(10), Wargame(20, 10)), expected_score(Uniform(), Steady(1), Wargame(3, 2))
    (Fraction(4, 5), Fraction(7, 32))
    """
    score: Fraction | float = expected_payoff(game, play_distribution(game, bot_strategy(a, A), bot_strategy(b, B)))
    return score


def bot_strategy(bot: Bot, player: str) -> Strategy:
    """Return a bot on one side as a strategy for `analysis`; it checks every distribution of the bot.

    Parameters
    ----------
    bot
        The bot.
    player
        "A" or "B": the side of the bot.

    Returns
    -------
    callable
        The distribution of the number sent, by position.

    Examples
    --------
    >>> from gametheory.games.wargame.bots import Steady
    >>> bot_strategy(Steady(2), B)(Wargame(20, 10).start())
    {2: Fraction(1, 1)}
    """
    return lambda position: _checked_distribution(bot, player_view(position, player))


def play_game(a: Bot, b: Bot, game: Wargame, random: Random) -> Fraction:
    """Play one game between two bots and return the payoff to A.

    Parameters
    ----------
    a, b
        The bots.
    game
        The rules.
    random
        The source of random numbers.

    Raises
    ------
    ValueError
        If a bot does not return a probability distribution on the numbers that it can send.

    Examples
    --------
    >>> from gametheory.games.wargame.bots import AllInRound, Steady
    >>> play_game(Steady(1), AllInRound(3), Wargame(2, 2), Random(1))
    Fraction(1, 1)
    """
    position = game.start()
    while (outcome := game.outcome(position)) is None:
        sides = (a, A), (b, B)
        sent = [sample(_checked_distribution(bot, player_view(position, player)), random) for bot, player in sides]
        position = sample(game.after(position, *sent), random)
    return outcome.payoffs[0]


def sample(distribution: Mapping[Value, Fraction | float], random: Random) -> Value:
    """Return a random value of a distribution.

    >>> sample({"heads": Fraction(1), "tails": Fraction(0)}, Random(1))
    'heads'
    """
    return random.choices(list(distribution), [float(probability) for probability in distribution.values()])[0]


def round_robin(bots: Mapping[str, Bot], game: Wargame, games: int, seed: int) -> dict[tuple[str, str], Score]:
    """Let every bot, as A, play a number of games against every other bot.

    Each pair has its own random generator, made from the seed and both names, so its games do not depend on the other
    participants. Cost: some tens of microseconds for each round of a game.

    Parameters
    ----------
    bots
        The bots by name.
    game
        The rules.
    games
        The number of games of each ordered pair.
    seed
        The same seed gives the same games.

    Returns
    -------
    dict
        The score of the first bot of each pair, as A. Its interval contains `expected_score` with a confidence of at
        least 99 %, whatever the bots do (Hoeffding 1963, theorem 2).

    Raises
    ------
    ValueError
        For fewer than one game, or if a bot does not return a probability distribution.

    Examples
    --------
    >>> from gametheory.games.wargame.bots import AllInRound, Steady
    >>> scores = round_robin({"steady": Steady(2), "late": AllInRound(10)}, Wargame(20, 10), 200, seed=1)
    >>> scores["steady", "late"].mean == -scores["late", "steady"].mean
    False
    """
    if games < 1:
        raise ValueError(f"games: {games} is not at least 1")
    scores = {}
    for first, a in bots.items():
        for second, b in bots.items():
            if first != second:
                random = Random(f"{seed} {first!r} {second!r}")
                total = sum(play_game(a, b, game, random) for _ in range(games))
                scores[first, second] = _score(game, games, total)
    return scores


def standings(scores: Mapping[tuple[str, str], Score], game: Wargame) -> dict[str, Score]:
    """Return the mean score of each bot over all its games on both sides, the best bot first.

    Parameters
    ----------
    scores
        The result of `round_robin`; the score of B is minus the score of A.
    game
        The rules.

    Examples
    --------
    >>> from gametheory.games.wargame.bots import AllInRound, Steady
    >>> game = Wargame(20, 10)
    >>> scores = round_robin({"late": AllInRound(10), "steady": Steady(2)}, game, 200, seed=1)
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
    """Return the mean with Hoeffding's interval: games are independent, and payoffs lie between a loss and a win."""
    win, _, loss = map(float, game.payoffs)
    mean, margin = float(total) / games, (win - loss) * sqrt(log(2 / (1 - CONFIDENCE)) / (2 * games))
    return Score(games, mean, mean - margin, mean + margin)


def _checked_distribution(bot: Bot, view: View) -> SentDistribution:
    distribution = bot.distribution(view)
    legal = all(isinstance(sent, Integral) and 0 <= sent <= view.camp for sent in distribution)
    probabilities: list[Fraction | float] = list(distribution.values())
    sums_to_one = all(p >= 0 for p in probabilities) and abs(float(sum(probabilities)) - 1) <= SUM_TOLERANCE
    if not legal or not sums_to_one:
        why = f"not probabilities with sum 1 on the numbers from 0 to {view.camp}"
        raise ValueError(f"{bot} in {view}: {why}: {dict(distribution)}")
    return distribution
