"""What a strategy of the Wargame guarantees: its expected payoff against the best reply, over all positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.games.wargame.armies import Army, army_graph, stages
from gametheory.games.wargame.rules import SentDistribution, Wargame
from gametheory.solvers.matrix_game.simplex_kernel import Floats
from gametheory.solvers.product_game.stage import Stage

Strategy: TypeAlias = Mapping[Army, Mapping[Army, SentDistribution]]  # by own army and other army


def guarantee(game: Wargame, strategy: Strategy) -> float:
    """Return the expected payoff to A of a strategy of A if B knows it and replies as well as possible.

    Backward induction over the positions that A reaches (Bellman 1957): in each position B picks the number that is
    worst for A. At a position where the distribution is empty, A loses. The numbers are floats: each round adds the
    rounding error of a mean, less than 10^-14 times the number of soldiers.

    Cost: one product with the payoff matrix of each pair of armies, a second or two for the published game.

    Parameters
    ----------
    game
        The rules.
    strategy
        The distribution of soldiers that A sends, by A's army and B's, for all armies that A can have.

    Examples
    --------
    >>> game = Wargame(4, 3)
    >>> all_in_round_3 = {
    ...     Army(k, 4, 0): {other: {4 if k == 3 else 0: 1} for other in armies}
    ...     for k, armies in enumerate(army_graph(game).graph["rounds"], 1)
    ... }
    >>> round(guarantee(game, all_in_round_3), 12)
    -0.333333333333
    """
    graph = army_graph(game)
    rounds = list(zip(stages(game, graph), graph.graph["rounds"], strict=True))
    later: Floats = np.zeros((1, 1))
    loss = float(game.payoffs[2])
    for stage, armies in reversed(rounds):
        values = np.full((len(armies), len(armies)), loss)  # never read at an army that A does not reach
        for u, army in enumerate(armies):
            if army in strategy:
                values[u] = _values(stage, u, _weights(strategy[army], armies, army.camp), later, loss)
        later = values
    return float(later[0, 0])


def _weights(against: Mapping[Army, SentDistribution], others: list[Army], camp: int) -> Floats:
    """Return the probability of each number sent, at [other army, soldiers sent]."""
    weights = np.zeros((len(others), camp + 1))
    for v, other in enumerate(others):
        for sent, probability in against[other].items():
            weights[v, sent] = float(probability)
    return weights


def _values(stage: Stage, u: int, weights: Floats, later: Floats, loss: float) -> NDArray[np.float64]:
    """Return the expected payoff of army u against each other army, if the other army replies best."""
    moves, columns = weights.shape[1], stage.column
    payoffs = np.array(stage.payoffs, np.float64)
    at_end = payoffs[stage.row.payoff_indices[u, :moves, None, None], columns.payoff_indices]
    end = float(stage.end_probability)
    continuing = later[stage.row.successors[u, :moves, None, None], columns.successors] if end < 1 else 0.0
    expected = np.einsum("vi,ivj->vj", weights, end * at_end + (1 - end) * continuing)
    # Entries beyond the other army's camp are no moves, so the minimum must not include them.
    expected[np.arange(columns.payoff_indices.shape[1]) >= columns.move_counts[:, None]] = np.inf
    return np.where(weights.any(axis=1), expected.min(axis=1), loss)
