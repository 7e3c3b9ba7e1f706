"""Loops over the positions of a game without chance moves, in compressed sparse rows.

The joint moves of position i are `first[i]` to `first[i + 1] - 1`, and joint move j leads to `successor[j]`.
"""

from __future__ import annotations

from typing import Any


def attract(
    starts: Any, sources: Any, goals: Any, levels: Any, ranks: Any, left: Any, value: Any, distance: Any, queue: Any
) -> int:
    """Find the positions from which one side can force play into goals of each level or of an earlier one.

    `starts` and `sources` are the reversed graph. The goals of level k are `goals[levels[k]:levels[k + 1]]`, the best
    level first, and positions of this level get the value `ranks[k]`. `left` has the number of moves that have to lead
    into the attractor until a position joins it: 1 for the side, all moves for the opponent, and more than there are
    where play has ended. The loop counts it down. Returns the number of positions found.
    """
    done = found = 0
    for current in range(len(levels) - 1):
        for place in range(levels[current], levels[current + 1]):
            goal = goals[place]
            value[goal] = ranks[current]
            distance[goal] = 0
            queue[found] = goal
            found += 1
        while done < found:
            successor = queue[done]
            done += 1
            for edge in range(starts[successor], starts[successor + 1]):
                position = sources[edge]
                left[position] -= 1
                # later moves into the attractor count on below 0
                if left[position] == 0:
                    value[position] = ranks[current]
                    distance[position] = distance[successor] + 1
                    queue[found] = position
                    found += 1
    return found


def choose_by_distance(
    first: Any, successor: Any, move_of: Any, active: Any, value: Any, distance: Any, chosen: Any
) -> None:
    """Choose moves that keep the value: the winner shortens play, and the loser prolongs it.

    Of moves with equal distance the first one is chosen, and its code is written. The value is positive if side 0 wins.
    """
    for position in range(len(first) - 1):
        if active[position] < 0:
            continue
        own = value[position]
        ahead = own != 0 and (own > 0) == (active[position] == 0)
        best = -1
        least = 0
        for move in range(first[position], first[position + 1]):
            following = successor[move]
            if value[following] != own:
                continue
            length = max(distance[following], 0)
            if not ahead:
                length = -length
            if best < 0 or length < least:
                best = move
                least = length
        if best >= 0:
            chosen[position] = move_of[best]


def choose_best(
    first: Any, successor: Any, move_of: Any, active: Any, rank: Any, size: int, order: Any, value: Any, chosen: Any
) -> None:
    """Backward induction: choose the first of the best moves of the player who moves, and write its code.

    `value` has the code of the payoffs of each terminal position, and `rank[player * size + code]` compares payoffs.
    `order` has each position before its successors.
    """
    for place in range(len(order) - 1, -1, -1):
        position = order[place]
        if active[position] < 0:
            continue
        base = active[position] * size
        best = first[position]
        code = value[successor[best]]
        for move in range(best + 1, first[position + 1]):
            own = value[successor[move]]
            if rank[base + own] > rank[base + code]:
                best = move
                code = own
        chosen[position] = move_of[best]
        value[position] = code


def grundy(first: Any, successor: Any, ended: Any, end_value: int, order: Any, value: Any, seen: Any) -> None:
    """Compute Grundy values, given an order with each position before its successors.

    `seen[g]` is the last position with a move to the Grundy value g; it begins with -1.
    """
    for place in range(len(order) - 1, -1, -1):
        position = order[place]
        if ended[position]:
            value[position] = end_value
            continue
        for move in range(first[position], first[position + 1]):
            seen[value[successor[move]]] = position
        least = 0
        while seen[least] == position:
            least += 1
        value[position] = least


def distances(starts: Any, sources: Any, goals: Any, distance: Any, queue: Any) -> int:
    """Search backward from the goals, breadth first, and return the number of positions found.

    `distance` begins with -1.
    """
    done = found = 0
    for place in range(len(goals)):
        distance[goals[place]] = 0
        queue[found] = goals[place]
        found += 1
    while done < found:
        successor = queue[done]
        done += 1
        for edge in range(starts[successor], starts[successor + 1]):
            position = sources[edge]
            if distance[position] < 0:
                distance[position] = distance[successor] + 1
                queue[found] = position
                found += 1
    return found


def longest_distances(row: Any, successor: Any, order: Any, longest: Any) -> None:
    """Compute longest paths to the positions whose entry in `longest` is 0; all others begin with -1.

    `order` has each position before its successors. Moves that repeat their position are left out.
    """
    for place in range(len(order) - 1, -1, -1):
        position = order[place]
        for edge in range(row[position], row[position + 1]):
            following = successor[edge]
            if following != position and longest[following] >= longest[position] and longest[following] >= 0:
                longest[position] = longest[following] + 1
