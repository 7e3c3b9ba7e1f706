"""Linear systems of Markov chains in rationals: expected values, one strongly connected component at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.model.components import component_numbers
from gametheory.model.state_arrays import starts_of_rows
from gametheory.numbers.linear_system import SMALL, solve_sparse
from gametheory.numbers.rationals import to_flint

Steps: TypeAlias = Mapping[Any, fmpq]


def components(successors: Mapping[Any, set[Any]]) -> list[list[Any]]:
    """Return the strongly connected components of some positions, each after all that it leads to."""
    index = {node: number for number, node in enumerate(successors)}
    links = [[index[after] for after in following if after in index] for following in successors.values()]
    row = starts_of_rows(np.array([len(link) for link in links], np.int64))
    component = component_numbers(row, np.array([after for link in links for after in link], np.int32))
    members: list[list[Any]] = [[] for _ in range(int(component.max(initial=-1)) + 1)]
    for node, number in zip(index, component.tolist(), strict=True):
        members[number].append(node)
    return members


def chain_values(
    steps: Mapping[Any, Steps], values: Mapping[Any, fmpq], rewards: Mapping[Any, fmpq] | None = None
) -> dict[Any, fmpq]:
    """Return the expected value from each position of a Markov chain; play that never leaves a component has value 0.

    The solution of x = rewards + Q x. If the steps are turned around, it is that of x = rewards + x Q: the expected
    visits. Cost: the steps; and a linear system for each component, sparse if it is large.
    """
    known, zero = dict(values), fmpq(0)
    for component in components({node: set(following) for node, following in steps.items()}):
        inside = set(component)
        right = {node: rewards[node] if rewards else zero for node in component}
        for node in component:
            right[node] += sum((p * known[to] for to, p in steps[node].items() if to not in inside), zero)
        within = {node: {to: p for to, p in steps[node].items() if to in inside} for node in component}
        # the probabilities of the steps inside add up to 1 for each position if none leads out
        if sum(chain.from_iterable(row.values() for row in within.values()), zero) == len(component):
            known |= dict.fromkeys(component, zero)
        elif len(component) == 1:
            [node] = component
            known[node] = right[node] / (1 - within[node][node]) if within[node] else right[node]
        else:
            known |= dict(zip(component, _solve(list(within.values()), list(right.items())), strict=True))
    return {node: known[node] for node in steps}


def _solve(rows: Sequence[Steps], right: Sequence[tuple[Any, fmpq]]) -> list[fmpq]:
    """Return the solution of x = right + rows x."""
    index = {node: number for number, (node, _) in enumerate(right)}
    matrix = [{index[to]: -probability for to, probability in row.items()} for row in rows]
    for number, row in enumerate(matrix):
        row[number] = row.get(number, fmpq(0)) + 1
    if len(matrix) > SMALL and (found := _solve_sparse(matrix, [value for _, value in right])):
        return found
    dense = [[row.get(column, fmpq(0)) for column in range(len(matrix))] for row in matrix]
    solution = fmpq_mat(dense).solve(fmpq_mat([[value] for _, value in right]))
    return [solution[number, 0] for number in range(len(matrix))]


def _solve_sparse(matrix: Sequence[Mapping[int, fmpq]], right: Sequence[fmpq]) -> list[fmpq] | None:
    """Return the solution of a sparse system of rationals; None if floats are not precise enough to find it."""
    unit = lcm(*(int(value.q) for value in right))
    common = [lcm(*(int(entry.q) for entry in row.values())) for row in matrix]
    rows = [{to: int(entry * scale) for to, entry in row.items()} for row, scale in zip(matrix, common, strict=True)]
    constants = [int(value * unit * scale) for value, scale in zip(right, common, strict=True)]
    found = solve_sparse(rows, constants, len(rows))
    return [to_flint(value) / unit for value in found] if found else None
