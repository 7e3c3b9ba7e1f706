"""How far a kept solution can be exploited, computed anew from what is in its file."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametheory.games.wargame.army import Army, army_graph, joint, stages
from gametheory.games.wargame.files import KeptSolution
from gametheory.rationals import nearest
from gametheory.solve.simplex import Floats
from gametheory.solve.stages import UNIT, Stage


class _Row(NamedTuple):
    """Values and mixtures of one army against all others of its round, at [other army, number sent]."""

    values: Floats
    own: Floats
    other: Floats


def exploitability(kept: KeptSolution) -> float:
    """A rigorous bound on what both players together gain by leaving the strategies of a file, from any position.

    In floats, round by round from the last: the greatest gap between the value kept for a pair of armies and what
    either mixture guarantees there, the roundings of a mean (gamma(n), Higham 2002, section 3.1), and the bound of the
    next round times the chance of going on. Cost: two products with the matrix of each pair, about a second in all for
    the published game.

    >>> from gametheory.games.wargame import Wargame, solve
    >>> from gametheory.games.wargame.files import read_solution, solution_bytes
    >>> 0 < exploitability(read_solution(solution_bytes(solve(Wargame(3, 3))))) < 1e-12
    True
    """
    graph, bound = army_graph(kept.game), 0.0
    rounds = list(zip(stages(kept.game, graph), graph.graph["rounds"], strict=True))
    roundings = (4 * kept.game.soldiers + 20) * UNIT * max(abs(float(payoff)) for payoff in kept.game.payoffs)
    later: Floats = np.zeros((1, 1))
    for stage, armies in reversed(rounds):
        rows = [_row(kept, army, armies) for army in armies]
        gap = max(_gap(stage, u, row, later) for u, row in enumerate(rows))
        later = np.array([row.values for row in rows])
        bound = 1.001 * (float(1 - stage.ends) * bound + gap + roundings)
    return 2 * bound


def _row(kept: KeptSolution, army: Army, others: list[Army]) -> _Row:
    width = max(other.camp for other in others) + 1
    row = _Row(np.zeros(len(others)), np.zeros((len(others), army.camp + 1)), np.zeros((len(others), width)))
    for place, other in enumerate(others):
        value, own, theirs = kept.at(joint(army, other))
        row.values[place] = nearest(value)
        for weights, mixture in ((row.own, own), (row.other, theirs)):
            weights[place, list(mixture)] = [nearest(weight) for weight in mixture.values()]
    return row


def _gap(stage: Stage, u: int, row: _Row, later: Floats) -> float:
    """The most that a value is above what the row player's mixture guarantees, or below what the other's allows."""
    moves, columns = row.own.shape[1], stage.column
    after = later[stage.row.following[u, :moves, None, None], columns.following]
    ended = np.array(stage.payoffs, np.float64)[stage.row.shown[u, :moves, None, None], columns.shown]
    payoffs = float(stage.ends) * ended + float(1 - stage.ends) * after
    least = np.einsum("vi,ivj->vj", row.own, payoffs)
    least[np.arange(columns.shown.shape[1]) >= columns.moves[:, None]] = np.inf
    most = np.einsum("vj,ivj->iv", row.other, payoffs)
    return float(max((row.values - least.min(1)).max(), (most.max(0) - row.values).max()))
