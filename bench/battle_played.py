"""Simulations of a Warlight battle: all games vectorized, game by game, and shot by shot."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import simulate_battle

GAMES, MANY = 1_000, 10_000


class Played(NamedTuple):
    """The share of games that were won, and the number of games."""

    share: float
    games: int


Won = dict[Battle, Played]


def many_games(game: Battle) -> Played:
    """Simulate 10,000 games to the end, vectorized."""
    return Played(simulate_battle(game, MANY, seed=1).end[0] / MANY, MANY)


def many_games_in_turns(game: Battle) -> Played:
    """Simulate 10,000 games of 5 turns, vectorized."""
    return Played(simulate_battle(game, MANY, seed=1, turns=5).end[0] / MANY, MANY)


def vectorized(sample: list[Battle]) -> Won:
    """Simulate 1,000 games of each battle, vectorized."""
    return {game: Played(simulate_battle(game, GAMES, seed=1).end[0] / GAMES, GAMES) for game in sample}


def one_by_one(sample: list[Battle]) -> Won:
    """Simulate 1,000 games of each battle, one after another, by binomial numbers, as the question does in R."""
    return {game: Played(_one_by_one(game), GAMES) for game in sample}


def _one_by_one(game: Battle) -> float:
    draw = np.random.default_rng(1).binomial
    p, q, won = float(game.attacker_hits), float(game.defender_hits), 0
    for _ in range(GAMES):
        a, d = game.attackers, game.defenders
        while a > 0 and d > 0:
            a, d = a - draw(d, q), d - draw(a, p)
        won += d <= 0
    return won / GAMES


def shot_by_shot(sample: list[Battle]) -> Won:
    """Simulate 100 games of each battle without numpy, with one random number for each shot."""
    return {game: Played(_shot_by_shot(game), GAMES // 10) for game in sample}


def _shot_by_shot(game: Battle) -> float:
    uniform, p, q, won = Random(1).random, float(game.attacker_hits), float(game.defender_hits), 0
    for _ in range(GAMES // 10):
        a, d = game.attackers, game.defenders
        while a > 0 and d > 0:
            shot, hit = sum(uniform() < q for _ in range(d)), sum(uniform() < p for _ in range(a))
            a, d = a - shot, d - hit
        won += d <= 0
    return won / (GAMES // 10)
