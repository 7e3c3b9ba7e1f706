"""The positions of the Wargame from which a player wins for certain, by the rules only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametheory.games.wargame import Position, Wargame, army_graph
from gametheory.games.wargame.equilibrium import position_of, stages
from gametheory.solvers.simultaneous import Stage


def certain_wins(game: Wargame) -> list[set[Position]]:
    """Return the positions of each round from which A can win with certainty, whatever B does.

    At such a position A has a move that, against every move of B, wins the battle (if the battle is possible now) and
    leads to such a position (if play can continue). The computation uses the rules only, no probabilities. Since play
    is finite, these are the positions whose value is the payoff of a win.

    Cost: one comparison for each pair of armies and each pair of their moves.
    """
    graph = army_graph(game)
    later = np.zeros((1, 1), bool)
    rounds: list[set[Position]] = []
    for armies, stage in reversed(list(zip(graph.graph["rounds"], stages(game, graph), strict=True))):
        later = _certain_pairs(stage, later, game)
        rounds.insert(0, {position_of(armies[u], armies[v]) for u, v in np.argwhere(later)})
    return rounds


def _certain_pairs(stage: Stage, later: NDArray[np.bool_], game: Wargame) -> NDArray[np.bool_]:
    """Return at which pairs of armies of a round A's win is certain, given those of the next round."""
    row, column = stage.row, stage.column
    battle_won = np.array(stage.payoffs) == game.payoffs[0]
    legal = np.arange(column.payoff_indices.shape[1]) < column.move_counts[:, None]
    certain = np.zeros((len(row.move_counts), len(column.move_counts)), bool)
    for u, moves in enumerate(row.move_counts):
        for i in range(moves):
            won = np.ones(legal.shape, bool)
            if stage.end_probability:
                won &= battle_won[row.payoff_indices[u, i]][np.where(legal, column.payoff_indices, 0)]
            if stage.end_probability != 1:
                won &= later[row.successors[u, i]][np.where(legal, column.successors, 0)]
            certain[u] |= (won | ~legal).all(axis=1)
    return certain
