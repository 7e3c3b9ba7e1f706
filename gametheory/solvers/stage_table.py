"""Different matrix games whose payoffs are codes of values, each solved once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from flint import fmpq

from gametheory.model.state_arrays import Integers
from gametheory.solvers.matrix_game.exact import solve_in_flint
from gametheory.solvers.value_table import ValueTable


class StageSolution(NamedTuple):
    """The code of the value of a matrix game, and the probabilities of the rows and columns that are played."""

    value: int
    row: dict[int, fmpq]
    column: dict[int, fmpq]


class StageTable:
    """The different matrix games of a game, and their exact solutions.

    Attributes
    ----------
    values : ValueTable
        The values and their codes.
    solutions : list of StageSolution
        The different solutions.

    Examples
    --------
    >>> table = StageTable()
    >>> lost, won, best = (table.values.code(fmpq(payoff)) for payoff in (-1, 1, 5))
    >>> matrices = np.array([[won, lost, lost, won], [best, won, lost, lost]])
    >>> for solution in map(table.solutions.__getitem__, table.solve(matrices, 2)):
    ...     print(table.values.values[solution.value], solution.row)
    0 {0: 1/2, 1: 1/2}
    1 {0: 1}
    """

    def __init__(self) -> None:
        self.values = ValueTable()
        self.solutions: list[StageSolution] = []
        self._known: dict[tuple[int, ...], int] = {}

    def solve(self, entries: Integers, width: int) -> Integers:
        """Return the index of the solution of each matrix.

        Parameters
        ----------
        entries : array of int
            The codes of the payoffs to the first player: one matrix in each row, its rows one after another.
        width : int
            The number of columns of each matrix.
        """
        different, inverse = np.unique(entries, axis=0, return_inverse=True)
        ranks = self.values.ranks(different).reshape(len(different), -1, width)
        least, most = ranks.min(2), ranks.max(1)
        row, column = least.argmax(1), most.argmin(1)
        # a saddle point: what the best row guarantees is what the best column concedes (von Neumann 1928)
        saddle = least.max(1) == most.min(1)
        found = []
        for codes, pure, i, j in zip(different.tolist(), saddle.tolist(), row.tolist(), column.tolist(), strict=True):
            key = (width, *codes)
            if key not in self._known:
                one = fmpq(1)
                solution = (
                    StageSolution(codes[i * width + j], {i: one}, {j: one}) if pure else self._mixed(codes, width)
                )
                self._known[key] = len(self.solutions)
                self.solutions.append(solution)
            found.append(self._known[key])
        return np.array(found, np.int32)[inverse.ravel()]

    def _mixed(self, codes: list[int], width: int) -> StageSolution:
        payoffs = [self.values.values[code] for code in codes]
        rows = [payoffs[begin : begin + width] for begin in range(0, len(payoffs), width)]
        value, row, column, _ = solve_in_flint(rows)
        return StageSolution(self.values.code(value), row, column)
