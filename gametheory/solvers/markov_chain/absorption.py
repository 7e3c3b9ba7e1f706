"""Expected visits and values of a Markov chain: linear systems, one strongly connected component at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.model.state_arrays import Integers
from gametheory.parallel.loops import run_loop
from gametheory.solvers._kernels import chain as loops
from gametheory.solvers.markov_chain.elimination import ChainSteps, Elimination
from gametheory.solvers.markov_chain.transition import Number

Numbers: TypeAlias = Any  # an array of floats, or a list of rationals
Edges: TypeAlias = tuple[Integers, Integers]


class Arithmetic(NamedTuple, Generic[Number]):
    """An arithmetic: exact or in floats.

    Parameters
    ----------
    zero : Number
        The number 0.
    zeros : callable
        An array, or a list, of some zeros.
    numbers : callable
        An array, or a list, of some numbers.
    run : callable
        The call of a loop, as `run_loop` does it.
    solve : callable
        The solution of a dense system: of the steps from the positions of one component, with their probabilities, a
        right side, and whether it is x = right + x Q.
    """

    zero: Number
    zeros: Callable[[int], Numbers]
    numbers: Callable[[Sequence[Number]], Numbers]
    run: Callable[..., Any]
    solve: Callable[[Edges, list[Number], list[Number], bool], list[Number]]


class ChainSystem(Generic[Number]):
    """The linear systems x = right + x Q and x = right + Q x, where Q are the steps that do not end play.

    The diagonal of 1 - Q is the sum of the other probabilities of a row: nothing is subtracted from 1, which would lose
    digits in floats. Positions with few neighbors are eliminated one by one; see `elimination`. Cost: the steps, with
    those that the elimination creates; n^3 for a dense component of n positions. Memory: four numbers for each
    position, and one for each step inside a component.

    Parameters
    ----------
    steps : ChainSteps
        The steps.
    table : sequence
        The different probabilities.
    eliminated : Elimination
        The order in which the positions are eliminated.
    arithmetic : Arithmetic
        `EXACT` or `FLOATS`.

    Raises
    ------
    ZeroDivisionError
        If a probability to leave a position is 0, or so small that it is 0 in floats.

    Examples
    --------
    >>> from gametheory.solvers.markov_chain.elimination import elimination
    >>> stay = ChainSteps(np.array([0, 2, 2]), np.array([0, 1]), np.array([0, 0]), np.array([False, True]))
    >>> system = ChainSystem(stay, [0.5], elimination(stay), FLOATS)
    >>> system.visits([1.0, 0.0]), system.values([0.0, 3.0])
    (array([2., 1.]), array([3., 3.]))
    """

    def __init__(
        self, steps: ChainSteps, table: Sequence[Number], eliminated: Elimination, arithmetic: Arithmetic[Number]
    ) -> None:
        self._steps: ChainSteps = steps
        self._eliminated: Elimination = eliminated
        self._arithmetic: Arithmetic[Number] = arithmetic
        self._runs: list[tuple[int, int, bool]] = eliminated.runs()
        self._table: Numbers = arithmetic.numbers(table)
        row, successor, code, _ = steps
        self._edges: tuple[Any, ...] = row, successor, code, self._table, eliminated.component, eliminated.order
        links: tuple[Integers, ...] = eliminated.earlier_row, eliminated.earlier, eliminated.later_row, eliminated.later
        size, earlier, later = len(steps.ended), len(eliminated.earlier), len(eliminated.later)
        self._size: int = steps.size + eliminated.products
        through, ahead, leaving = (arithmetic.zeros(room) for room in (earlier, later, size))
        outputs = arithmetic.zeros(size), through, ahead, arithmetic.zeros(size), leaving
        for first, end, dense in self._runs:
            begin, stop = eliminated.parts[[first, end]].tolist()
            inputs = *self._edges, eliminated.place_of, *links, begin, stop, arithmetic.zero
            if not dense and self._run(loops.eliminate, inputs, outputs) < stop - begin:
                raise ZeroDivisionError("a probability to leave a position is 0")
        self._links: tuple[Any, ...] = *links, through, ahead, leaving

    def visits(self, right: Numbers) -> Numbers:
        """Return the solution of x = right + x Q: the expected visits, if `right` has those from outside."""
        found = self._arithmetic.numbers(right)
        for first, end, dense in self._runs:
            if dense:
                self._solve_dense(first, found, forward=True)
                places: list[int] = self._eliminated.parts[first : first + 2].tolist()
                self._run(loops.flow_out, (*self._edges, *places), (found,))
            else:
                self._run(loops.visits, (*self._edges, self._eliminated.parts, *self._links, first, end), (found,))
        return found

    def values(self, right: Numbers) -> Numbers:
        """Return the solution of x = right + Q x: the expected sums of `right`, which has the values of the others."""
        found = self._arithmetic.numbers(right)
        for first, end, dense in reversed(self._runs):
            if dense:
                places: list[int] = self._eliminated.parts[first : first + 2].tolist()
                self._run(loops.flow_back, (*self._edges, *places), (found,))
                self._solve_dense(first, found, forward=False)
            else:
                self._run(loops.values, (*self._edges, self._eliminated.parts, *self._links, first, end), (found,))
        return found

    def _run(self, loop: Callable[..., Any], inputs: Sequence[Any], outputs: Sequence[Any]) -> Any:
        """Call a loop; it is compiled if all calls together take many steps."""
        return self._arithmetic.run(loop, self._size * len(self._runs), inputs, outputs)

    def _solve_dense(self, part: int, found: Numbers, forward: bool) -> None:
        """Solve the system of one component as a dense matrix, in place."""
        first, end = self._eliminated.parts[part : part + 2].tolist()
        places = self._eliminated.order[first:end].tolist()
        source, target, codes = _steps_of(self._steps, self._eliminated, first, end)
        weights = [self._table[code] for code in codes.tolist()]
        right = [found[position] for position in places]
        solution = self._arithmetic.solve((source, target), weights, right, forward)
        for position, number in zip(places, solution, strict=True):
            found[position] = number


def _steps_of(steps: ChainSteps, eliminated: Elimination, first: int, end: int) -> tuple[Integers, Integers, Integers]:
    """Return the steps from the positions of a component: sources, targets or -1 outside, and codes."""
    positions = eliminated.order[first:end]
    edges = np.concatenate([np.arange(steps.row[position], steps.row[position + 1]) for position in positions])
    source = np.repeat(np.arange(end - first), steps.row[positions + 1] - steps.row[positions])
    successor = steps.successor[edges]
    inside = eliminated.component[successor] == eliminated.component[positions[0]]
    return source, np.where(inside, eliminated.place_of[successor] - first, -1), steps.code[edges]


def _solve_exact(edges: Edges, weights: list[fmpq], right: list[fmpq], forward: bool) -> list[fmpq]:
    """Solve a dense system in rationals."""
    size = len(right)
    matrix = [[fmpq(0)] * size for _ in right]
    for source, target, weight in zip(*(each.tolist() for each in edges), weights, strict=True):
        if source != target:
            matrix[source][source] += weight
            if target >= 0:
                row, column = (target, source) if forward else (source, target)
                matrix[row][column] -= weight
    solution = fmpq_mat(matrix).solve(fmpq_mat([[number] for number in right]))
    return [solution[row, 0] for row in range(size)]


def _solve_floats(edges: Edges, weights: list[float], right: list[float], forward: bool) -> list[float]:
    """Solve a dense system in floats."""
    size, (source, target) = len(right), edges
    moves, inside, numbers = source != target, (source != target) & (target >= 0), np.array(weights)
    matrix = np.diag(np.bincount(source[moves], numbers[moves], size))
    np.subtract.at(matrix, (source[inside], target[inside]), numbers[inside])
    solution: list[float] = np.linalg.solve(matrix.T if forward else matrix, np.array(right)).tolist()
    return solution


def _run_exact(loop: Callable[..., Any], _: int, inputs: Sequence[Any], outputs: Sequence[list[fmpq]]) -> Any:
    """Call a loop over lists of rationals; the arrays that it reads are not copied."""
    return loop(*(value.data if isinstance(value, np.ndarray) else value for value in inputs), *outputs)


EXACT = Arithmetic(fmpq(0), lambda size: [fmpq(0)] * size, list, _run_exact, _solve_exact)
FLOATS = Arithmetic(0.0, np.zeros, lambda numbers: np.array(numbers, float), run_loop, _solve_floats)
