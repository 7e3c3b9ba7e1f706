"""Value iteration in floats: a first guess of optimal moves, which exact strategy iteration starts from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from flint import fmpq
from scipy.sparse import csr_matrix

from gametheory.numbers.rationals import to_float
from gametheory.solvers.decision_rows import DecisionRows

MAX_ROUNDS = 5_000
PRECISION = 1e-14


def guess_moves(
    rows: DecisionRows, options: Mapping[int, Sequence[int]], signs: Mapping[int, int], terminal: Mapping[int, fmpq]
) -> dict[int, int]:
    """Return a move of each position that is probably optimal; no result depends on whether it is.

    The moves are those with the greatest value, or with the least where the sign is -1. Cost: the edges in each round,
    with at most 5,000 rounds.
    """
    index = {position: place for place, position in enumerate([*options, *terminal])}
    moves, counts = [move for each in options.values() for move in each], [*map(len, options.values())]
    matrix, starts = _matrix(rows, moves, index), np.cumsum([0, *counts[:-1]])
    sign = np.array([signs.get(position) or 1 for position in options], dtype=float)
    row_sign = np.repeat(sign, counts)
    values = np.zeros(len(index))
    values[len(options) :] = [to_float(value) for value in terminal.values()]
    for _ in range(MAX_ROUNDS):
        best = sign * np.maximum.reduceat(row_sign * (matrix @ values), starts)
        change = np.abs(best - values[: len(options)]).max()
        values[: len(options)] = best
        if change < PRECISION:
            break
    scores = row_sign * (matrix @ values)
    ends = [*starts[1:], len(scores)]
    choices = (begin + int(scores[begin:end].argmax()) for begin, end in zip(starts, ends, strict=True))
    return {position: moves[choice] for position, choice in zip(options, choices, strict=True)}


def _matrix(rows: DecisionRows, moves: list[int], index: Mapping[int, int]) -> csr_matrix:
    """Return the probabilities after each move as rows."""
    edges = [edge for move in moves for edge in range(rows.starts[move], rows.starts[move + 1])]
    pointers = np.cumsum([0, *(rows.starts[move + 1] - rows.starts[move] for move in moves)])
    entries, columns = [to_float(rows.weight[edge]) for edge in edges], [index[rows.successor[edge]] for edge in edges]
    return csr_matrix((entries, columns, pointers), shape=(len(moves), len(index)))
