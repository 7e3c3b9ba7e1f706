"""A tournament of bots from files: each against each on both sides, with exact scores wherever they can be computed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from gametheory.games.wargame.arena import CONFIDENCE, sample
from gametheory.games.wargame.armies import Army
from gametheory.games.wargame.best_reply import Strategy, guarantee
from gametheory.games.wargame.bot_answers import Answer, BotTable
from gametheory.games.wargame.bot_files import ask_bots, tabulate_bots
from gametheory.games.wargame.bots import View, player_view
from gametheory.games.wargame.rules import A, B, Position, Wargame

Pair: TypeAlias = tuple[str, str]
Faults: TypeAlias = defaultdict[str, float]  # how many games a bot has lost for each reason


class PairScore(NamedTuple):
    """The expected payoff to the first bot of a pair, as A: exact, or the mean of some games.

    Attributes
    ----------
    payoff
        A Fraction or, if a bot returns floats, a float; for games played, their mean.
    games
        The number of games played; 0 for an expected payoff.
    margin
        Half the length of a confidence interval of 99 % (Hoeffding 1963, theorem 2); 0 for an expected payoff.
    """

    payoff: Fraction | float
    games: int = 0
    margin: float = 0.0


class Standing(NamedTuple):
    """A row of the ranking.

    Attributes
    ----------
    rank
        From 1; equal scores share a rank.
    bot
        The name.
    score
        The mean payoff over all opponents and both sides.
    margin
        Half the length of a confidence interval of the score; 0 if no games were played.
    exploitability
        What a best reply gains against the bot, on average over both sides; None for a bot that answers at random.
    faults
        Why the bot lost games without a battle, with the probability for each reason, summed over its games.
    """

    rank: int
    bot: str
    score: Fraction | float
    margin: float
    exploitability: float | None
    faults: dict[str, float]


@dataclass
class Tournament:
    """The results: the score of each ordered pair, and the ranking, best first.

    `random_bots` are those that answered differently when they were asked twice; their games were played.
    """

    game: Wargame
    scores: dict[Pair, PairScore] = field(default_factory=dict)
    ranking: list[Standing] = field(default_factory=list)
    random_bots: list[str] = field(default_factory=list)


def play_tournament(
    game: Wargame,
    files: Mapping[str, Path],
    games: int = 1000,
    seed: int = 1,
    timeout: float = 1.0,
    processes: int = 1,
    extra: Mapping[str, BotTable] | None = None,
) -> Tournament:
    """Let each bot play against each other on both sides.

    Every bot is asked for its choice at all positions that it can reach, twice. Two bots that answer the same both
    times get their exact expected score, by propagating the probabilities of positions. A pair with a bot that answers
    at random plays `games` games instead. A bot that raises an error, gives no answer or an illegal one loses every
    play that comes to such a position; if both do, the game is a draw.

    Parameters
    ----------
    game
        The rules.
    files
        The file of each bot, see `bot_files`.
    games
        The number of games of each ordered pair with a random bot.
    seed
        The same seed gives the same games, if bots use no other random numbers than those of `random`.
    timeout
        Seconds for one choice.
    processes
        Number of bots that are asked simultaneously.
    extra
        Further bots that need no process, by name: their answers, see `bot_files.tabulate`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "all.py").write_text("def choose(view): return view.camp")
    >>> _ = (folder / "none.py").write_text("def choose(view): return 0")
    >>> files = {path.stem: path for path in sorted(folder.iterdir())}
    >>> [(row.rank, row.bot, str(row.score)) for row in play_tournament(Wargame(4, 2), files).ranking]
    [(1, 'all', '1'), (2, 'none', '-1')]
    """
    found = tabulate_bots(game, files, seed, processes, timeout)
    tables = {name: table for name, table in found.items() if table is not None} | dict(extra or {})
    random_bots = sorted(found.keys() - tables.keys())
    names = sorted((*tables, *random_bots))
    result = Tournament(game, random_bots=random_bots)
    faults: dict[str, Faults] = {name: defaultdict(float) for name in names}
    pairs = list(permutations(names, 2))
    for pair in pairs:
        if not set(pair) & set(random_bots):
            result.scores[pair] = _exact_score(game, tables, pair, faults)
    played = [pair for pair in pairs if set(pair) & set(random_bots)]

    def answers_of(questions: Mapping[str, Sequence[View]], number: int) -> dict[str, list[Answer]]:
        """Answer from the tables, and ask the random bots."""
        known = {
            bot: [_look_up(tables[bot], view) for view in asked] for bot, asked in questions.items() if bot in tables
        }
        unknown = {bot: asked for bot, asked in questions.items() if bot not in tables}
        return known | ask_bots(unknown, files, f"{seed} round {number}", processes, timeout)

    result.scores |= _played_scores(game, played, games, Random(seed), answers_of, faults)
    result.scores = {pair: result.scores[pair] for pair in pairs}
    loss_to_reply = {name: exploitability(game, table) for name, table in tables.items()}
    result.ranking = _ranking(result, names, loss_to_reply, faults)
    return result


def exploitability(game: Wargame, table: BotTable) -> float:
    """Return what a best reply gains against a bot, on average over both sides.

    >>> from gametheory.games.wargame.bot_files import tabulate
    >>> from gametheory.games.wargame.bots import AllInRound
    >>> round(exploitability(Wargame(4, 3), tabulate(Wargame(4, 3), AllInRound(3).distribution)), 12)
    0.333333333333
    """
    win, draw, loss = game.payoffs
    other_side = Wargame(game.soldiers, game.rounds, game.battle_chances, game.killed, (-loss, -draw, -win))
    return -(guarantee(game, _strategy(table[A])) + guarantee(other_side, _strategy(table[B]))) / 2


def _strategy(answers: Mapping[Army, Mapping[Army, Answer]]) -> Strategy:
    """Return the answers with an empty distribution where there is none."""
    return {
        own: {other: {} if isinstance(answer, str) else answer for other, answer in row.items()}
        for own, row in answers.items()
    }


def _look_up(table: BotTable, view: View) -> Answer:
    own = Army(view.round, view.camp, view.field)
    return table[view.player][own][Army(view.round, view.other_camp, view.other_field)]


def _exact_score(game: Wargame, tables: Mapping[str, BotTable], pair: Pair, faults: Mapping[str, Faults]) -> PairScore:
    """Return the expected payoff to the first bot, by propagating the probabilities of positions."""
    payoff: Any = Fraction(0)
    positions: dict[Position, Any] = {game.start(): Fraction(1)}
    while positions:
        successors: dict[Position, Any] = {}
        for position, weight in positions.items():
            a, b = (_look_up(tables[bot], player_view(position, side)) for bot, side in zip(pair, (A, B), strict=True))
            if isinstance(a, str) or isinstance(b, str):
                payoff += weight * _forfeit(game, pair, (a, b), faults, float(weight))
                continue
            for i, p in a.items():
                for j, q in b.items():
                    for after, chance in game.after(position, i, j).items():
                        if outcome := game.outcome(after):
                            payoff += weight * p * q * chance * outcome.payoffs[0]
                        else:
                            successors[after] = successors.get(after, 0) + weight * p * q * chance
        positions = successors
    return PairScore(payoff)


def _forfeit(
    game: Wargame, pair: Pair, answers: tuple[Answer, Answer], faults: Mapping[str, Faults], weight: float
) -> Fraction:
    """Return the payoff to A at a position without an answer of a bot, and note the reasons."""
    for bot, answer in zip(pair, answers, strict=True):
        if isinstance(answer, str):
            faults[bot][answer] += weight
    win, draw, loss = game.payoffs
    return draw if all(isinstance(answer, str) for answer in answers) else loss if isinstance(answers[0], str) else win


def _played_scores(
    game: Wargame,
    pairs: Sequence[Pair],
    games: int,
    random: Random,
    answers_of: Any,
    faults: Mapping[str, Faults],
) -> dict[Pair, PairScore]:
    """Play the games of all pairs, round by round, so that each bot is asked once for all its choices of a round."""
    totals: dict[Pair, Fraction] = dict.fromkeys(pairs, Fraction(0))
    running = [(pair, game.start()) for pair in pairs for _ in range(games)]
    for number in range(1, game.rounds + 1):
        questions: dict[str, list[View]] = {}
        places: list[list[tuple[str, int]]] = []
        for pair, position in running:
            sides = list(zip(pair, (A, B), strict=True))
            places.append([(bot, len(questions.setdefault(bot, []))) for bot, _ in sides])
            for bot, side in sides:
                questions[bot].append(player_view(position, side))
        answers, following = answers_of(questions, number), []
        for (pair, position), ((bot_a, at_a), (bot_b, at_b)) in zip(running, places, strict=True):
            a, b = answers[bot_a][at_a], answers[bot_b][at_b]
            if isinstance(a, str) or isinstance(b, str):
                totals[pair] += _forfeit(game, pair, (a, b), faults, 1 / games)
                continue
            after = sample(game.after(position, sample(a, random), sample(b, random)), random)
            if outcome := game.outcome(after):
                totals[pair] += outcome.payoffs[0]
            else:
                following.append((pair, after))
        running = following
    margin = float(game.payoffs[0] - game.payoffs[2]) * sqrt(log(2 / (1 - CONFIDENCE)) / (2 * games))
    return {pair: PairScore(float(total) / games, games, margin) for pair, total in totals.items()}


def _ranking(
    result: Tournament,
    names: Sequence[str],
    loss_to_reply: Mapping[str, float],
    faults: Mapping[str, Faults],
) -> list[Standing]:
    rows = []
    for name in names:
        own = [score.payoff for (a, _), score in result.scores.items() if a == name]
        own += [-score.payoff for (_, b), score in result.scores.items() if b == name]
        # All its games are independent, so Hoeffding's inequality is used for their sum, not for each pair.
        margins = [score.margin for pair, score in result.scores.items() if name in pair]
        margin = sqrt(sum(each**2 for each in margins)) / len(own)
        mean = sum(own) / len(own)
        rows.append((name, mean, margin))
    rows.sort(key=lambda row: (-row[1], row[0]))
    ranks = {mean: rank for rank, (_, mean, _) in reversed(list(enumerate(rows, 1)))}
    return [
        Standing(ranks[mean], name, mean, margin, loss_to_reply.get(name), dict(faults[name]))
        for name, mean, margin in rows
    ]
