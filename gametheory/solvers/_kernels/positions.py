"""Loops over the positions of a game without chance moves, in compressed sparse rows.

The joint moves of position i are `first[i]` to `first[i + 1] - 1`, and joint move j leads to `successor[j]`.
"""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled_loop


@compiled_loop
def attract(
    starts: Any,
    sources: Any,
    goals: Any,
    levels: Any,
    large: int,
    level: int,
    done: int,
    found: int,
    depth: int,
    left: Any,
    layer: Any,
    queue: Any,
    begins: Any,
) -> tuple[int, int, int, int]:
    """Find the positions from which one side can force play into goals of each level or of an earlier one.

    `starts` and `sources` are the reversed graph. The goals of level k are `goals[levels[k]:levels[k + 1]]`, the best
    level first. They are a layer, the next layer has one move more to them, and so on. `layer` gets the number of the
    layer of each position, and `begins` that of the goals of each level. `left` has the number of moves that have to
    lead into the attractor until a position joins it: 1 for the side, all moves for the opponent, and more than there
    are where play has ended. The loop counts it down.

    Returns how many levels have begun, how many positions of the queue are done, how many it has, and the number of the
    next layer. If more positions than these are done, the next layer has at least `large` positions: sort it, and go on
    with the same numbers.
    """
    while done < found or level < len(levels) - 1:
        if done == found:
            begins[level] = depth
            for place in range(levels[level], levels[level + 1]):
                queue[found] = goals[place]
                found += 1
            level += 1
        last = found
        for place in range(done, last):
            successor = queue[place]
            layer[successor] = depth
            for edge in range(starts[successor], starts[successor + 1]):
                position = sources[edge]
                left[position] -= 1
                # later moves into the attractor count on below 0
                if left[position] == 0:
                    queue[found] = position
                    found += 1
        done = last
        depth += 1
        if found - done >= large:
            break
    return level, done, found, depth


@compiled_loop
def choose_by_layer(first: Any, successor: Any, move_of: Any, active: Any, layer: Any, chosen: Any) -> None:
    """Choose the first move into the layer before, or in a draw the first move that keeps it, and write its code.

    A layer has one move more to the end than the layer before, and the same value. The winner moves into that layer as
    no move is shorter, and the loser as none is longer. A position of layer 0 is a draw.
    """
    for position in range(len(first) - 1):
        if active[position] < 0:
            continue
        wanted = max(layer[position] - 1, 0)
        for move in range(first[position], first[position + 1]):
            if layer[successor[move]] == wanted:
                chosen[position] = move_of[move]
                break


@compiled_loop
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


@compiled_loop
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


@compiled_loop
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


@compiled_loop
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
