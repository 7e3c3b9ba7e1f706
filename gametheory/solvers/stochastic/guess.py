"""Value iteration in floats: a first guess of optimal moves, which exact strategy iteration starts from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from flint import fmpq
from scipy.sparse import csr_matrix

from gametheory.model.game import Move
from gametheory.numbers.rationals import to_float
from gametheory.solvers.markov_chain.values import Steps

MAX_ROUNDS = 5_000
PRECISION = 1e-14


def guess_moves(
    decisions: Mapping[Any, Mapping[tuple[Move, ...], Steps]],
    terminal: Mapping[Any, fmpq],
    signs: Mapping[Any, int],
) -> dict[Any, tuple[Move, ...]]:
    """Return a move of each position that is probably optimal; no result depends on whether it is.

    Cost: the edges in each round, with at most 5,000 rounds.

    Parameters
    ----------
    decisions : mapping
        For each position that is not terminal, each move with the probabilities of the next position.
    terminal : mapping
        The value of every other position.
    signs : mapping
        1 where the active player wants a great value, -1 where a small one; 1 at a chance node.

    Examples
    --------
    >>> decisions = {"on": {("lose",): {"lost": fmpq(1)}, ("win",): {"won": fmpq(1)}}}
    >>> guess_moves(decisions, {"won": fmpq(1), "lost": fmpq(0)}, {"on": 1})
    {'on': ('win',)}
    """
    index = {node: number for number, node in enumerate([*decisions, *terminal])}
    matrix, starts = _matrix(decisions, index)
    sign = np.array([signs[node] for node in decisions], dtype=float)
    counts = np.diff([*starts, matrix.shape[0]])
    row_sign = np.repeat(sign, counts)
    values = np.zeros(len(index))
    values[len(decisions) :] = [to_float(value) for value in terminal.values()]
    for _ in range(MAX_ROUNDS):
        best = sign * np.maximum.reduceat(row_sign * (matrix @ values), starts)
        change = np.abs(best - values[: len(decisions)]).max()
        values[: len(decisions)] = best
        if change < PRECISION:
            break
    scores = row_sign * (matrix @ values)
    ends = [*starts[1:], len(scores)]
    choices = (int(scores[begin:end].argmax()) for begin, end in zip(starts, ends, strict=True))
    return {node: list(moves)[choice] for (node, moves), choice in zip(decisions.items(), choices, strict=True)}


def _matrix(
    decisions: Mapping[Any, Mapping[tuple[Move, ...], Steps]], index: Mapping[Any, int]
) -> tuple[csr_matrix, list[int]]:
    """Return the probabilities after each move as rows, and the number of the first row of each position."""
    entries: list[float] = []
    columns: list[int] = []
    pointers, starts = [0], []
    for moves in decisions.values():
        starts.append(len(pointers) - 1)
        for after in moves.values():
            entries.extend(map(to_float, after.values()))
            columns.extend(index[node] for node in after)
            pointers.append(len(columns))
    return csr_matrix((entries, columns, pointers), shape=(len(pointers) - 1, len(index))), starts
