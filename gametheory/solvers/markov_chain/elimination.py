"""Sparse linear systems of Markov chains: positions are eliminated one by one, those with few neighbors first.

To eliminate a position is to let play pass through it without a stop: each step into it becomes a step to one of its
successors (Grassmann, Taksar and Heyman 1985). Nothing is subtracted, so that floats keep their relative precision.

References
----------
W. K. Grassmann, M. I. Taksar and D. P. Heyman, Regenerative analysis and steady state distributions for Markov chains,
Operations Research 33 (1985).
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from gametheory.solvers.markov_chain.transition import Number


def elimination_order(rows: list[dict[int, Number]]) -> list[int] | None:
    """Return an order in which to eliminate the positions; None if a dense matrix is the better choice.

    Minimum degree: always a position with the least product of predecessors and successors that are left. Cost: the new
    steps that the order creates, which are at most as many as the square of the number of positions.

    Parameters
    ----------
    rows : list of dict
        For each position the probability of each other one.

    Examples
    --------
    >>> elimination_order([{1: 0.5}, {0: 0.5, 2: 0.5}, {1: 0.5}])
    [0, 1, 2]
    """
    size = len(rows)
    after = [set(row) for row in rows]
    before: list[set[int]] = [set() for _ in rows]
    for position, row in enumerate(after):
        for successor in row:
            before[successor].add(position)
    queue = [(len(before[position]) * len(after[position]), position) for position in range(size)]
    heapify(queue)
    order: list[int] = []
    gone, work = [False] * size, 0
    while queue:
        cost, position = heappop(queue)
        if gone[position] or cost != len(before[position]) * len(after[position]):
            continue
        work += cost
        if work > size * size:
            return None
        gone[position] = True
        order.append(position)
        for one in before[position]:
            after[one] |= after[position]
            after[one] -= {position, one}
        for other in after[position]:
            before[other] |= before[position]
            before[other] -= {position, other}
        for near in before[position] | after[position]:
            heappush(queue, (len(before[near]) * len(after[near]), near))
    return order


def eliminate(
    rows: list[dict[int, Number]], exits: list[Number], right: list[Number], order: list[int], forward: bool
) -> list[Number]:
    """Return the solution of x = right + Q x, or of x = right + x Q, where Q are the steps between the positions.

    Parameters
    ----------
    rows : list of dict
        For each position the probability of each other one. The dictionaries are changed.
    exits : list
        For each position the probability to leave all of them. The rest, up to 1, is the probability to stay.
    right : list
        One number for each position.
    order : list of int
        The order in which the positions are eliminated.
    forward : bool
        True for x = right + x Q, False for x = right + Q x.

    Examples
    --------
    >>> from flint import fmpq
    >>> half = fmpq(1, 2)
    >>> eliminate([{1: half}, {0: half}], [half, half], [half, fmpq(0)], [0, 1], forward=False)
    [2/3, 1/3]
    """
    found, exits, leaving = list(right), list(exits), list(exits)
    columns: list[dict[int, Number]] = [{} for _ in rows]
    for position, row in enumerate(rows):
        for successor, probability in row.items():
            columns[successor][position] = probability
    for position in order:
        leaving[position] = sum(rows[position].values(), exits[position])
        _pass_through(position, rows, columns, exits, leaving[position])
        share = found[position] / leaving[position]
        for other, probability in (rows if forward else columns)[position].items():
            found[other] += share * probability
    for position in reversed(order):
        for other, probability in (columns if forward else rows)[position].items():
            found[position] += probability * found[other]
        found[position] /= leaving[position]
    return found


def _pass_through(
    position: int,
    rows: list[dict[int, Number]],
    columns: list[dict[int, Number]],
    exits: list[Number],
    leaving: Number,
) -> None:
    """Replace the steps into a position by steps to its successors; its own steps stay, for the solution."""
    for predecessor, into in columns[position].items():
        row, share = rows[predecessor], into / leaving
        del row[position]
        exits[predecessor] += share * exits[position]
        for successor, probability in rows[position].items():
            if successor != predecessor:  # a return is a stay, which counts as no step
                step = share * probability
                row[successor] = columns[successor][predecessor] = row[successor] + step if successor in row else step
    for successor in rows[position]:
        del columns[successor][position]
