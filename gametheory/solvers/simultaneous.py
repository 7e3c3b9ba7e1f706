"""Acyclic two-player zero-sum games with simultaneous moves: backward induction over matrix games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import networkx as nx
import numpy as np

from gametheory.model.components import topological_order
from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs, is_zero_sum
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.active_index import terminal_codes
from gametheory.solvers.longest_plays import longest_plays
from gametheory.solvers.matrix_stages import MatrixStages, matrix_stages
from gametheory.solvers.stage_table import StageSolution, StageTable
from gametheory.solvers.value_table import mean_codes

MixedStrategy: TypeAlias = dict[Move, Fraction]


@short_repr
class MixedSolution(NamedTuple):
    """The value of each position and optimal mixed strategies.

    Parameters
    ----------
    values : mapping
        The value of each position to the first player.
    strategies : mapping
        In each position that is not terminal, the probability of each move of each active player. Moves of
        probability 0 are absent.
    """

    values: PositionMap[Fraction]
    strategies: StageStrategies


def solve_simultaneous(graph: nx.MultiDiGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> MixedSolution:
    """Return the exact value of each position and optimal mixed strategies of both players.

    Backward induction: the value of a position is that of the matrix game whose entries are the expected values after
    each joint move (von Neumann 1928; Shapley 1953). If only one player moves, the matrix has one row or one column.
    Positions are solved in layers, those next to the end first. Equal matrices are solved once. Saddle points are found
    in arrays; only the other matrices are solved one by one. Cost: the joint moves; an exact matrix game for each
    different matrix without a saddle point; an exact mean for each different distribution of values.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of an acyclic game of two players.
    terminal_payoffs : mapping
        The payoffs of both players in each terminal position. Their sum must be 0.

    Returns
    -------
    MixedSolution
        Values and strategies: a certificate for `verify.check_simultaneous_equilibrium`.

    Raises
    ------
    ValueError
        If play can cycle, or the game is not a zero-sum game of two players.
    KeyError
        If a terminal position has no payoffs.

    References
    ----------
    J. von Neumann, Zur Theorie der Gesellschaftsspiele (1928). L. S. Shapley, Stochastic games (1953).

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> payoffs = {"even": (Fraction(1), Fraction(-1)), "odd": (Fraction(-1), Fraction(1))}
    >>> solve_simultaneous(state_graph(Pennies()), payoffs).strategies["toss"]["odd"]
    {'heads': Fraction(1, 2), 'tails': Fraction(1, 2)}
    """
    game = graph.graph["game"]
    if len(game.players) != 2 or not is_zero_sum(terminal_payoffs):
        raise ValueError("not a zero-sum game of two players")
    arrays = state_arrays(graph)
    order = topological_order(arrays)
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    stages, solved = matrix_stages(arrays, game.players), StageTable()
    codes, payoffs = terminal_codes(arrays, terminal_payoffs)
    value = np.array([*(solved.values.code(to_flint(own)) for own, _ in payoffs), -1], np.int32)[codes]
    stage = np.full(len(arrays), -1, np.int32)
    for members in _layers(arrays, order):
        _solve_layer(arrays, stages, solved, members, value, stage)
    values = PositionMap(arrays, value, list(map(to_fraction, solved.values.values)))
    return MixedSolution(values, StageStrategies(game.players, arrays, stages, stage, solved.solutions))


def _layers(arrays: StateArrays, order: Integers) -> Sequence[Integers]:
    """Return the positions that are not terminal, in layers: all that can follow a position is in layers before it."""
    longest = longest_plays(arrays, order, arrays.outcome_of >= 0)
    by_length = np.argsort(longest, kind="stable")
    return np.split(by_length, np.cumsum(np.bincount(longest)))[1:-1]


def _solve_layer(
    arrays: StateArrays, stages: MatrixStages, solved: StageTable, members: Integers, value: Integers, stage: Integers
) -> None:
    """Write the codes of the values, and the indices of the solutions, of some positions."""
    first, sizes = arrays.first_move[members], np.diff(arrays.first_move)[members]
    for size, width in np.unique(np.stack([sizes, stages.columns[members]]), axis=1).T.tolist():
        chosen = (sizes == size) & (stages.columns[members] == width)
        joint = stages.joint[first[chosen][:, None] + np.arange(size)]
        entries = mean_codes(arrays, solved.values, value, joint.ravel()).reshape(joint.shape)
        found = solved.solve(entries, width)
        stage[members[chosen]] = found
        value[members[chosen]] = [solved.solutions[code].value for code in found.tolist()]


class StageStrategies(Mapping[Position, dict[str, MixedStrategy]]):
    """The mixed strategies of the active players in each position that is not terminal.

    Parameters
    ----------
    players : tuple of str
        The names of the two players.
    arrays : StateArrays
        The arrays of a state graph.
    stages : MatrixStages
        The rows and columns of each position.
    codes : array of int
        The index of the solution of each position; -1 in a terminal one.
    solutions : sequence of StageSolution
        The different solutions.

    Examples
    --------
    >>> from flint import fmpq
    >>> from gametheory import Castle, state_graph
    >>> arrays, players = state_graph(Castle(1, 1, 1)).arrays, ("soldiers", "castle")
    >>> stages, solutions = matrix_stages(arrays, players), [StageSolution(0, {0: fmpq(1)}, {0: fmpq(1)})]
    >>> list(StageStrategies(players, arrays, stages, np.array([0, -1]), solutions).values())
    [{'soldiers': {Volley(at_castle=1, at_defenders=0): Fraction(1, 1)}}]
    """

    __slots__ = ("_arrays", "_codes", "_players", "_solutions", "_stages")

    def __init__(
        self,
        players: tuple[str, ...],
        arrays: StateArrays,
        stages: MatrixStages,
        codes: Integers,
        solutions: Sequence[StageSolution],
    ) -> None:
        self._players, self._arrays, self._stages = players, arrays, stages
        self._codes, self._solutions = codes, solutions

    def __getitem__(self, position: Position) -> dict[str, MixedStrategy]:
        """Return the strategy of each active player in a position."""
        arrays, number = self._arrays, self._arrays.index[position]
        if self._codes[number] < 0:
            raise KeyError(position)
        groups, group_of = arrays.groups
        active = groups[group_of[number]]
        solution, width = self._solutions[self._codes[number]], int(self._stages.columns[number])
        # moves of the first player are a row apart
        steps = dict(zip(self._players, ((solution.row, width), (solution.column, 1)), strict=True))
        return {
            player: {self._move(number, place * step, index): to_fraction(p) for place, p in sorted(weights.items())}
            for index, player in enumerate(active)
            for weights, step in [steps[player]]
        }

    def _move(self, number: int, place: int, index: int) -> Move:
        arrays = self._arrays
        joint = self._stages.joint[arrays.first_move[number] + place]
        return arrays.moves[int(arrays.move_of[joint])][index]

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions that are not terminal, in the order of the graph."""
        return map(self._arrays.positions.__getitem__, np.flatnonzero(self._codes >= 0).tolist())

    def __len__(self) -> int:
        """Return the number of positions that are not terminal."""
        return int(np.count_nonzero(self._codes >= 0))

    def __repr__(self) -> str:
        """Return the text of a dict with the same items."""
        return repr(dict(self))
