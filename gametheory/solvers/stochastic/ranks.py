"""Ranks and moves with which a player leaves some positions, whatever the other players do."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from gametheory.model.game import Move
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
    moves: dict[Any, tuple[Move, ...]]


def escape(
    inside: Collection[Any], decisions: Mapping[Any, Mapping[tuple[Move, ...], Steps]], own: Collection[Any]
) -> Escape:
    """Return the positions from which a player leaves a set with positive probability, again and again, with ranks.

    An attractor, found by a search backward, breadth first: a position of the player needs one move that can lead
    nearer; in other positions all moves must be able to. From the positions without a rank the others can stay inside
    forever. Cost: the edges.

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
    before: dict[Any, list[tuple[Any, tuple[Move, ...]]]] = {}
    for node in inside:
        for move, after in decisions[node].items():
            for successor in after:
                before.setdefault(successor, []).append((node, move))
    left = Counter({node: 1 if node in own else len(decisions[node]) for node in inside})
    found = Escape({}, {})
    queue = deque((node, 0) for node in before if node not in inside)
    done: set[tuple[Any, tuple[Move, ...]]] = set()
    while queue:
        successor, rank = queue.popleft()
        for node, move in before.get(successor, ()):
            if (node, move) in done or not left[node]:
                continue
            done.add((node, move))
            left[node] -= 1
            if not left[node]:
                found.ranks[node] = rank + 1
                queue.append((node, rank + 1))
                if node in own:
                    found.moves[node] = move
    return found
