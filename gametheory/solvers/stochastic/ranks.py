"""Ranks and moves with which a player leaves some positions, whatever the other players do."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from gametheory.solvers.decision_rows import DecisionRows


class Escape(NamedTuple):
    """Ranks, and the moves of the player who wants to leave.

    Parameters
    ----------
    ranks : dict
        A positive integer for each position from which the player can leave with positive probability. After the move
        of the player, and after every move of others, some next position has a smaller rank, or is outside.
    moves : dict
        The number of the joint move in each of these positions that the player owns.
    """

    ranks: dict[int, int]
    moves: dict[int, int]


def escape(rows: DecisionRows, inside: Mapping[int, Sequence[int]], own: Collection[int]) -> Escape:
    """Return the numbered positions from which a player leaves a set again and again, with ranks.

    An attractor, found by a search backward, breadth first: a position of the player needs one move that can lead
    nearer; in other positions all moves must be able to. From the positions without a rank the others can stay inside
    forever. Cost: the edges.

    Parameters
    ----------
    rows : DecisionRows
        The moves.
    inside : mapping
        The positions to leave, each with the allowed moves.
    own : collection
        The positions in which the player moves.

    Examples
    --------
    >>> rows = DecisionRows([0, 2, 3, 3], [0, 1, 2, 4], [1, 0, 0, 2], [1, 1, 1, 1])
    >>> escape(rows, {0: [0, 1], 1: [2]}, {0})
    Escape(ranks={1: 1, 0: 2}, moves={0: 0})
    """
    before: dict[int, list[int]] = {}
    owner = {move: node for node, moves in inside.items() for move in moves}
    for move in owner:
        for successor in rows.after(move):
            before.setdefault(successor, []).append(move)
    left = {node: 1 if node in own else len(moves) for node, moves in inside.items()}
    found, done = Escape({}, {}), set()
    queue = deque((node, 0) for node in before if node not in inside)
    while queue:
        successor, rank = queue.popleft()
        for move in before.get(successor, ()):
            node = owner[move]
            if move in done or not left[node]:
                continue
            done.add(move)
            left[node] -= 1
            if not left[node]:
                found.ranks[node] = rank + 1
                queue.append((node, rank + 1))
                if node in own:
                    found.moves[node] = move
    return found
