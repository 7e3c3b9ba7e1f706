"""Pig: the exact value by this program, and value iteration in floats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from bench.work import Judgement, Program, Timed, Work, failed
from gametheory import Outcome
from gametheory.games.catalogue.chance import Pig
from gametheory.model.layered import Distributions, Layer, LayeredGame

PRECISION = 1e-12
WRONG = 1e-9
WIDTH = Fraction(1, 10**9)


@dataclass(frozen=True)
class LayeredPig(LayeredGame):
    """Pig over whole numbers: own points, other points, points of the turn, and the active player.

    >>> from gametheory import unfold
    >>> plain, arrays = unfold(Pig(7)), unfold(LayeredPig(7))
    >>> plain.successor.tolist() == arrays.successor.tolist(), plain.first_successor.tolist() == arrays.starts.tolist()
    (True, True)
    """

    goal: int
    players, outcomes, chance = ("first", "second"), (Outcome("first"), Outcome("second")), True

    def code(self, own: Any, other: Any, turn: Any, active: Any) -> Any:
        """Return the number of a position."""
        size = self.goal + 1
        return ((own * size + other) * size + turn) * 2 + active

    def start(self) -> int:
        """Return no points, and the first player."""
        return 0

    def expand(self, positions: Any) -> Layer:
        """Return what the rules say about all positions."""
        size, active = self.goal + 1, positions % 2
        own, other, turn = positions // 2 // size**2, positions // 2 // size % size, positions // 2 % size
        ended = np.where(other >= self.goal, 1 - active, -1)
        own, other, turn, player = (part[ended < 0, None] for part in (own, other, turn, active))
        held = turn > 0
        sums = turn + np.arange(2, 7)
        won, missed = self.code(other, self.goal, 0, 1 - player), self.code(other, own, 0, 1 - player)
        rolled = np.where(own + sums >= self.goal, won, self.code(own, other, sums, player))
        after = np.hstack([missed, rolled, self.code(other, own + turn, 0, 1 - player)])
        counts = 1 + held.ravel()
        moves = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        sizes = np.where(moves == 0, 6, 1)  # to roll, and to hold
        all_counts = np.zeros(len(positions), np.int64)
        all_counts[ended < 0] = counts
        after = after[np.hstack([np.broadcast_to(True, (len(held), 6)), held])]
        return Layer(ended, active, all_counts, moves, after, Distributions(sizes, 0 * after + 1, sizes))


def exact(goal: int) -> Fraction:
    """Return the probability that the first player wins: unfold the game and solve it in rationals."""
    from gametheory.model.classes import terminal_payoffs
    from gametheory.model.unfolding import unfold
    from gametheory.solvers.stochastic import solve_sequential

    graph = unfold(Pig(goal))
    return (1 + solve_sequential(graph, terminal_payoffs(graph)).values[graph.start_position]) / 2


def bounded(goal: int) -> Fraction:
    """Return the middle of the two bounds that the strategies guarantee: unfold, iterate in floats, and check."""
    return _bounded(Pig(goal))


def bounded_in_arrays(goal: int) -> Fraction:
    """Return the same for the game over whole numbers."""
    return _bounded(LayeredPig(goal))


def _bounded(game: Any) -> Fraction:
    from gametheory.model.classes import terminal_payoffs
    from gametheory.model.unfolding import unfold
    from gametheory.solvers.stochastic import bound_payoffs
    from gametheory.verify import check_payoff_bound

    graph = unfold(game, limit=2_000_000)
    terminal, bounds = terminal_payoffs(graph), []
    found = bound_payoffs(graph, terminal, WIDTH)
    for side, (player, bound) in enumerate(zip(graph.game.players, found, strict=True)):
        payoffs = {position: row[side] for position, row in terminal.items()}
        bounds.append(check_payoff_bound(graph, payoffs, player, bound))
    lower, upper = bounds[0], -bounds[1]
    assert 0 <= upper - lower <= WIDTH
    return (1 + (lower + upper) / 2) / 2


def in_python(goal: int) -> float:
    """Value iteration with a plain loop over own points, other points, and points of the turn."""
    wins = {(i, j, k): 0.0 for i in range(goal) for j in range(goal) for k in range(goal - i)}

    def win(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else wins[i, j, k]

    change = 1.0
    while change > PRECISION:
        change = 0.0
        for (i, j, k), old in wins.items():
            roll = (1 - win(j, i, 0) + sum(win(i, j, k + points) for points in range(2, 7))) / 6
            new = max(roll, 1 - win(j, i + k, 0)) if k else roll
            wins[i, j, k] = new
            change = max(change, abs(new - old))
    return wins[0, 0, 0]


def in_numpy(goal: int) -> float:
    """Value iteration on arrays of all positions."""
    own, turn = np.arange(goal)[:, None], np.arange(goal + 6)[None, :]
    over = own + turn >= goal
    banked = np.minimum(own + turn, goal)[:, :goal]
    wins = np.zeros((goal, goal, goal + 6))
    wins[np.broadcast_to(over[:, None, :], wins.shape)] = 1
    change = 1.0
    while change > PRECISION:
        first = np.concatenate([wins[:, :, 0], np.zeros((goal, 1))], axis=1)  # with the goal scored the other has lost
        missed = 1 - wins[:, :, 0].T
        roll = missed[:, :, None] + sum(wins[:, :, points : points + goal] for points in range(2, 7))
        hold = 1 - first[np.arange(goal)[None, :, None], banked[:, None, :]]
        hold[:, :, 0] = 0  # nothing to score
        new = np.where(over[:, None, :goal], 1, np.maximum(roll / 6, hold))
        change = float(np.abs(new - wins[:, :, :goal]).max())
        wins[:, :, :goal] = new
    return float(wins[0, 0, 0])


EXACT = Program("gametheory, exact", exact, ("gametheory",))
BOUNDED = Program("gametheory, two bounds 1e-9 apart", bounded, ("gametheory",))
ARRAYS = Program("gametheory, LayeredGame, two bounds 1e-9 apart", bounded_in_arrays, ("gametheory",))
PYTHON = Program("value iteration, plain loop, floats", in_python)
NUMPY = Program("value iteration, numpy, floats", in_numpy, ("numpy",))


def pig(quick: bool) -> list[Work]:
    """Pig, a sequential game with chance moves and cycles: the probability that the first player wins."""
    goals = (5,) if quick else (10, 20, 30)
    works = [Work(f"goal {goal}", (EXACT, PYTHON, NUMPY), [goal], judge, 3, limit=200) for goal in goals]
    if not quick:
        works.append(Work("goal 100, not solved exactly", (BOUNDED, ARRAYS, NUMPY), [100], judge, 3, limit=400))
    return works


def judge(goal: int, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare with the answer of the first program that has one."""
    if timed.failure:
        return failed(timed)
    references = (answers.get(program.name) for program in (EXACT, BOUNDED, PYTHON, NUMPY))
    expected = next(answer for answer in references if answer is not None)
    off = abs(float(timed.answer) - float(expected))
    return Judgement(1, {"wrong": 1} if off > WRONG else {}, off)


BENCHES = {"pig": pig}
