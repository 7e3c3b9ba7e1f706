"""Ranks and moves with which a player leaves some positions, whatever the other players do."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from gametheory.solvers.decision_rows import DecisionRows, number_decisions
from gametheory.solvers.markov_chain.values import Steps


class Escape(NamedTuple):
    """Ranks, and the moves of the player who wants to leave.

    Parameters
    ----------
    ranks : dict
        A positive integer for each position from which the player can leave with positive probability. After the move
        of the player, and after every move of others, some next position has a smaller rank, or is outside.
    moves : dict
        The joint move in each of these positions that the player owns.
    """

    ranks: dict[Any, int]
    moves: dict[Any, Any]


def escape(inside: Collection[Any], decisions: Mapping[Any, Mapping[Any, Steps]], own: Collection[Any]) -> Escape:
    """Return the positions from which a player leaves a set with positive probability, again and again, with ranks.

    The method is that of `escape_rows`.

    Parameters
    ----------
    inside : collection
        The positions to leave.
    decisions : mapping
        For each of them, the allowed moves with the probabilities of the next position.
    own : collection
        The positions in which the player moves.

    Examples
    --------
    >>> decisions = {"a": {("on",): {"b": 1}, ("stay",): {"a": 1}}, "b": {(): {"a": 1, "end": 1}}}
    >>> escape({"a", "b"}, decisions, {"a"})
    Escape(ranks={'b': 1, 'a': 2}, moves={'a': ('on',)})
    """
    rows, positions, moves = number_decisions({node: decisions[node] for node in decisions if node in inside})
    allowed = {number: rows.moves(number) for number in range(len(positions)) if positions[number] in inside}
    ranks, chosen = escape_rows(rows, allowed, {number for number in allowed if positions[number] in own})
    return Escape(
        {positions[number]: rank for number, rank in ranks.items()},
        {positions[number]: moves[move] for number, move in chosen.items()},
    )


def escape_rows(rows: DecisionRows, inside: Mapping[int, Sequence[int]], own: Collection[int]) -> Escape:
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
    >>> escape_rows(rows, {0: [0, 1], 1: [2]}, {0})
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
