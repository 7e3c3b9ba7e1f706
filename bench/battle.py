"""Odds of a Warlight battle: this program, the full transition matrix, Storm and simulation."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np

from bench import battle_matrix, battle_played
from bench.battle_played import Played
from bench.work import Judgement, Program, Timed, Work, failed
from gametheory.games.battle import Battle
from gametheory.games.battle.decisions import odds_table
from gametheory.games.battle.distribution import battle_distribution, battle_odds_by_turn, exact_distribution

SIDE, SAMPLE = 632, 20  # 632 x 632 are the 400,000 battles of the question, each simulated 1,000 times
SMALL, MIDDLE, LARGE, HUGE = Battle(3, 2), Battle(40, 25), Battle(100, 60), Battle(2160, 2000)
CLOSE = Battle(33, 30)
ACCURATE = 1e-9  # the error allowed for a computed probability
ERRORS = 5  # the standard errors allowed for a simulation
OWN, NUMPY, STORM = ("gametheory",), ("numpy",), ("stormpy",)


def by_turns(game: Battle) -> float:
    """Return the probability to win by the last turn; the function also computes all turns and the survivors."""
    return float(battle_odds_by_turn(game, battle_matrix.TURNS).turns[-1].win)


def by_distribution(game: Battle) -> float:
    """Return the probability to win in the end."""
    return float(battle_distribution(game).eventual.win)


def by_exact_distribution(game: Battle) -> float:
    """Return the probability to win in the end, computed exactly."""
    return float(exact_distribution(game, 1).eventual.win)


def one_battle(quick: bool) -> list[Work]:
    """One battle: its distribution, the matrix of all its states, Storm, and 10,000 simulated games."""
    turns, end = MIDDLE if quick else LARGE, Battle(11, 10) if quick else CLOSE
    in_turns = (
        Program("gametheory battle_odds_by_turn", by_turns, OWN),
        Program("numpy, full matrix", battle_matrix.by_products, NUMPY),
        Program("numpy, products only", battle_matrix.by_products_alone, NUMPY),
        Program("storm", battle_matrix.by_storm_in_turns, STORM),
        Program("storm, check only", battle_matrix.by_storm_in_turns_alone, STORM),
        Program("simulation, 10,000 games", battle_played.many_games_in_turns, OWN),
    )
    to_the_end = (
        Program("gametheory battle_distribution", by_distribution, OWN),
        Program("gametheory exact_distribution (rationals)", by_exact_distribution, OWN),
        Program("numpy, full matrix", battle_matrix.by_linear_system, NUMPY),
        Program("storm", battle_matrix.by_storm, STORM),
        Program("storm, check only", battle_matrix.by_storm_alone, STORM),
        Program("simulation, 10,000 games", battle_played.many_games, OWN),
    )
    works = [
        Work(f"{turns}, won by turn {battle_matrix.TURNS}", in_turns, [turns], judge, SMALL, limit=30),
        Work(f"{end}, won in the end", to_the_end, [end], judge, SMALL, limit=30),
    ]
    if not quick:
        works.append(Work(f"{HUGE}, won in the end", (to_the_end[0], to_the_end[-1]), [HUGE], judge, SMALL, limit=60))
    return works


def judge(game: Battle, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare a probability with that of the full matrix, or without one, with that of another program."""
    if timed.failure:
        return failed(timed)
    if (plain := answers.get("numpy, full matrix")) is not None:
        return near(timed.answer, plain)
    return near(timed.answer, next(answer for answer in reversed(list(answers.values())) if answer != timed.answer))


def near(one: float | Played, other: float | Played) -> Judgement:
    """Judge whether two probabilities agree; if one is simulated, within some standard errors.

    >>> near(0.5, 0.5 + 1e-12).failures, near(0.5, 0.5001).failures, near(0.5, Played(0.51, 1000)).failures
    ({}, {'wrong': 1}, {})
    """
    (first, games), (second, more) = (p if isinstance(p, Played) else (p, 0) for p in (one, other))
    off = abs(first - second)
    if not (played := games or more):
        return Judgement(1, {"wrong": 1} if off > ACCURATE else {}, off)
    p = first if more else second
    return Judgement(1, {"wrong": 1} if off > ERRORS * (sqrt(p * (1 - p) / played) + 1 / played) else {}, off)


def all_odds(sample: list[Battle]) -> dict[Battle, float]:
    """Compute the odds of all battles up to the largest of the sample; return the win probabilities of the sample."""
    table = odds_table(sample[0].attackers, sample[0].defenders)
    return {game: float(table.win[game.attackers, game.defenders]) for game in sample}


def all_battles(quick: bool) -> list[Work]:
    """All battles up to 632 x 632, to the end: the table of odds, and 1,000 simulated games of each."""
    side = 60 if quick else SIDE
    random = np.random.default_rng(1)
    pairs = (random.integers(1, side + 1, 2).tolist() for _ in range(1 if quick else SAMPLE - 1))
    sample = [Battle(side, side), *(Battle(attackers, defenders) for attackers, defenders in pairs)]
    scale = side * side / len(sample)
    programs = (
        Program("gametheory odds_table", all_odds, OWN),
        Program("all games vectorized, scaled", battle_played.vectorized, NUMPY, scale),
        Program("game by game, scaled", battle_played.one_by_one, NUMPY, scale),
        Program("shot by shot, scaled", battle_played.shot_by_shot, (), 10 * scale),
    )
    title = f"all battles up to {side} v {side}"
    return [Work(title, programs, [sample], judge_all, [SMALL], limit=60)]


def judge_all(sample: list[Battle], timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare the probabilities of a sample with the distribution of each battle, computed forward, not backward."""
    if timed.failure:
        return failed(timed, len(sample))
    judged = [near(timed.answer[game], by_distribution(game)) for game in sample]
    wrong = sum(bool(judgement.failures) for judgement in judged)
    return Judgement(len(sample), {"wrong": wrong} if wrong else {}, max(judgement.off or 0.0 for judgement in judged))


BENCHES = {"battle": one_battle, "battle-table": all_battles}
