"""Odds of a Warlight battle by its transition matrix: numpy, as in the answer written in R, and Storm."""

from __future__ import annotations

from functools import cache
from math import comb
from time import perf_counter
from typing import Any

import numpy as np

from bench.work import Took
from gametheory.games.battle import Battle

TURNS = 5


def transition_matrix(game: Battle) -> np.ndarray:
    """Return one row for each state, the outer product of the survivors' distributions on both sides."""
    attack = [hits(shooters, float(game.attacker_hits)) for shooters in range(game.attackers + 1)]
    defence = [hits(shooters, float(game.defender_hits)) for shooters in range(game.defenders + 1)]
    matrix = np.zeros(((game.attackers + 1) * (game.defenders + 1),) * 2)
    for a in range(game.attackers + 1):
        for d in range(game.defenders + 1):
            following = np.outer(left(a, defence[d], game.attackers), left(d, attack[a], game.defenders))
            matrix[a * (game.defenders + 1) + d] = following.ravel()
    return matrix


def hits(shooters: int, p: float) -> np.ndarray:
    """Return the binomial distribution of the hits of a volley."""
    return np.array([comb(shooters, k) * p**k * (1 - p) ** (shooters - k) for k in range(shooters + 1)])


def left(alive: int, distribution: np.ndarray, most: int) -> np.ndarray:
    """Return the distribution of the survivors, indexed from 0 to `most`, from the distribution of the hits."""
    survivors = np.zeros(most + 1)
    few = min(alive, len(distribution))
    survivors[alive - np.arange(few)] = distribution[:few]
    survivors[0] += distribution[few:].sum()
    return survivors


def by_products(game: Battle) -> float:
    """Return the probability to win by the last turn; make the matrix and multiply."""
    return products(transition_matrix(game), game)


def by_products_alone(game: Battle) -> Took:
    """Return the same probability; time only the products."""
    matrix, began = _matrix(game), perf_counter()
    won = products(matrix, game)
    return Took(perf_counter() - began, won)


def products(matrix: np.ndarray, game: Battle) -> float:
    """Multiply the distribution by the matrix once for each turn; return the probability to have won."""
    distribution = np.zeros(len(matrix))
    distribution[-1] = 1
    for _ in range(TURNS):
        distribution = distribution @ matrix
    return float(distribution.reshape(game.attackers + 1, game.defenders + 1)[:, 0].sum())


def by_linear_system(game: Battle) -> float:
    """Return the probability to win in the end, by numpy's solver of the linear equations of all states."""
    matrix, states = transition_matrix(game), (game.attackers + 1) * (game.defenders + 1)
    terminal, equations = _is_terminal(game), np.eye(states)
    equations[~terminal] -= matrix[~terminal]
    return float(np.linalg.solve(equations, (np.arange(states) % (game.defenders + 1) == 0).astype(float))[-1])


def by_storm_in_turns(game: Battle) -> float:
    """Return the probability to win by the last turn by Storm; build its Markov chain first."""
    return check(chain(transition_matrix(game), game), f"<={TURNS}")


def by_storm_in_turns_alone(game: Battle) -> Took:
    """Return the same probability; time only the check."""
    return _check_alone(game, f"<={TURNS}")


def by_storm(game: Battle) -> float:
    """Return the probability to win in the end by Storm; build its Markov chain first."""
    return check(chain(transition_matrix(game), game), "")


def by_storm_alone(game: Battle) -> Took:
    """Return the same probability; time only the check."""
    return _check_alone(game, "")


def _check_alone(game: Battle, bound: str) -> Took:
    model, began = _chain(game), perf_counter()
    won = check(model, bound)
    return Took(perf_counter() - began, won)


def chain(matrix: np.ndarray, game: Battle) -> Any:
    """Return the battle as a discrete-time Markov chain of Storm."""
    from stormpy import datastructures, models

    rows, columns = np.nonzero(matrix)
    builder = datastructures.SparseMatrixBuilder[float]()
    builder.add_next_values(rows.tolist(), columns.tolist(), matrix[rows, columns].tolist())
    labels = models.StateLabeling(len(matrix))
    for label in ("init", "win"):
        labels.add_label(label)
    labels.add_label_to_state("init", len(matrix) - 1)
    for state in range(0, len(matrix), game.defenders + 1):
        labels.add_label_to_state("win", state)
    components = models.SparseModelComponents[float](transition_matrix=builder.build(), state_labeling=labels)
    return models.SparseDtmc[float](components)


def check(model: Any, bound: str) -> float:
    """Return the probability to win within a bound on the turns, or in the end."""
    import stormpy

    result = stormpy.model_checking(model, stormpy.parse_property(f'P=? [F{bound} "win"]'), only_initial_states=True)
    return float(result.get_value(model.initial_states[0]))


def _is_terminal(game: Battle) -> np.ndarray:
    """Return whether each state is terminal."""
    state = np.arange((game.attackers + 1) * (game.defenders + 1))
    return np.asarray((state % (game.defenders + 1) == 0) | (state < game.defenders + 1))


@cache
def _matrix(game: Battle) -> np.ndarray:
    return transition_matrix(game)


@cache
def _chain(game: Battle) -> Any:
    return chain(transition_matrix(game), game)
