"""Exact expected values of a Markov chain that is given by its probabilities, without a state graph."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq

from gametheory.model.components import component_numbers
from gametheory.model.sparse_rows import starts_of_rows
from gametheory.solvers.markov_chain.absorption import EXACT, ChainSystem
from gametheory.solvers.markov_chain.elimination import ChainSteps, elimination

Steps: TypeAlias = Mapping[Any, fmpq]


def components(successors: Mapping[Any, set[Any]]) -> list[list[Any]]:
    """Return the strongly connected components of some positions, each after all that it leads to.

    Parameters
    ----------
    successors : mapping
        The positions that can follow each position; those that are no keys are left out.

    Examples
    --------
    >>> components({"a": {"b"}, "b": {"c", "b"}, "c": {"b", "end"}})[1]
    ['a']
    """
    index = {node: number for number, node in enumerate(successors)}
    links = [[index[after] for after in following if after in index] for following in successors.values()]
    row = starts_of_rows(np.array([len(link) for link in links], np.int64))
    component = component_numbers(row, np.array([after for link in links for after in link], np.int32))
    members: list[list[Any]] = [[] for _ in range(int(component.max(initial=-1)) + 1)]
    for node, number in zip(index, component.tolist(), strict=True):
        members[number].append(node)
    return members


def chain_values(
    steps: Mapping[Any, Steps], values: dict[Any, fmpq], rewards: Mapping[Any, fmpq] | None = None
) -> dict[Any, fmpq]:
    """Return the expected value from each position of a Markov chain; play that never leaves the chain has value 0.

    Cost: n^3 for a strongly connected component of n positions.

    Parameters
    ----------
    steps : mapping
        The probabilities of the next position for each position of the chain; empty to stay there forever.
    values : mapping
        The value of every position outside the chain.
    rewards : mapping, optional
        A payoff for each visit to a position of the chain, from which play leaves sooner or later.

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> chain_values({"on": {"on": half, "won": half}, "stuck": {"stuck": fmpq(1)}}, {"won": fmpq(3)})["on"]
    3
    """
    index = {node: number for number, node in enumerate(dict.fromkeys(chain(steps, *steps.values())))}
    row = np.cumsum([0, *map(len, steps.values()), *[0] * (len(index) - len(steps))])
    successor = np.array([index[after] for following in steps.values() for after in following], np.int32)
    # every node outside the chain is an end
    ended = np.arange(len(index)) >= len(steps)
    arrays = ChainSteps(row, successor, np.arange(len(successor)), ended)
    eliminated = elimination(arrays)
    right = [fmpq(0) if node in steps else values[node] for node in index]
    if rewards:
        nodes = list(index)
        for number in eliminated.order.tolist():
            right[number] = rewards[nodes[number]]
    table = [probability for following in steps.values() for probability in following.values()]
    return dict(zip(steps, ChainSystem(arrays, table, eliminated, EXACT).values(right), strict=False))
