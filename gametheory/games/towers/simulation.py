"""Simulation of the tower game, tower by tower and shot by shot: an independent check of its distribution."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gametheory.games.towers.rules import Towers


@dataclass(frozen=True)
class TowersSimulation:
    """Counts over many simulated games: games won, rounds in all games together, and games won by each round."""

    games: int
    won: int
    rounds: int
    won_by_round: tuple[int, ...]


def simulate_towers(game: Towers, games: int, seed: int) -> TowersSimulation:
    """Play a tower game many times to its end, with numpy's default generator; the same seed gives the same games.

    Independent of the exact distribution: towers are distinguished, and each shot is drawn. Cost: one random number for
    each shot.

    Parameters
    ----------
    game
        The game.
    games
        The number of games, at least 1.
    seed
        The random seed, at least 0.

    Returns
    -------
    TowersSimulation
        The counts.

    Raises
    ------
    ValueError
        If a number is below its minimum.

    Examples
    --------
    >>> simulate_towers(Towers(soldiers=9, towers=1, hits=3, kills=1), games=10, seed=1)
    TowersSimulation(games=10, won=10, rounds=10, won_by_round=(10,))
    """
    if games < 1 or seed < 0:
        raise ValueError(f"games: {games}, seed: {seed}; at least 1 game and a seed of at least 0")
    random = np.random.default_rng(seed)
    lengths: list[int] = []
    wins: list[int] = []
    for _ in range(games):
        rounds, won = _play(game, random)
        lengths.append(rounds)
        wins += [rounds] if won else []
    by_round = tuple(sum(length <= number for length in wins) for number in range(1, max(lengths) + 1))
    return TowersSimulation(games, len(wins), sum(lengths), by_round)


def _play(game: Towers, random: np.random.Generator) -> tuple[int, bool]:
    """Play one game; return its number of rounds, and whether the soldiers win."""
    soldiers, towers, rounds = game.soldiers, [game.hits] * game.towers, 0
    while soldiers > 0 and any(towers):
        rounds += 1
        _fire(game.aim, towers, soldiers, random)
        soldiers -= game.kills * sum(hits > 0 for hits in towers)
    return rounds, not any(towers)


def _fire(aim: str, towers: list[int], soldiers: int, random: np.random.Generator) -> None:
    """Fire one shot after the other, in place; the hits of a tower never fall below 0."""
    standing = list(range(len(towers))) if aim == "anywhere" else [i for i, hits in enumerate(towers) if hits > 0]
    common = standing[random.integers(len(standing))]
    for _ in range(soldiers):
        if aim == "in-turn":
            standing = [i for i, hits in enumerate(towers) if hits > 0]
            if not standing:
                return
        target = common if aim == "together" else standing[random.integers(len(standing))]
        towers[target] = max(towers[target] - 1, 0)
