"""Loops over the positions of a game with chance moves, in compressed sparse rows.

The joint moves of position i are `first[i]` to `first[i + 1] - 1`, and the successors of joint move j are
`successor[starts[j]:starts[j + 1]]`. The values of a position of depth k are numerators over c d^k, with the same whole
numbers c and d for all of them. `weight` has the probabilities: numerators over d if `random` is 1, otherwise 1.
"""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled_loop


@compiled_loop
def chance_depths(first: Any, starts: Any, successor: Any, random: Any, order: Any, depth: Any) -> int:
    """Count the random moves to the end, at most, in each position; return the greatest number.

    `order` has each position before its successors. `depth` begins with 0.
    """
    greatest = 0
    for place in range(len(order) - 1, -1, -1):
        position = order[place]
        most = depth[position]
        for move in range(first[position], first[position + 1]):
            for edge in range(starts[move], starts[move + 1]):
                own = depth[successor[edge]] + random[move]
                most = max(most, own)
        depth[position] = most
        greatest = max(greatest, most)
    return greatest


@compiled_loop
def choose_best_mean(
    first: Any,
    starts: Any,
    successor: Any,
    weight: Any,
    random: Any,
    active: Any,
    order: Any,
    depth: Any,
    power: Any,
    value: Any,
    mean: Any,
    chosen: Any,
    best: Any,
) -> None:
    """Backward induction: choose the first of the moves with the greatest expected payoff of the player who moves.

    `order` has each position before its successors, and `active` the player, or -1 in a terminal position and -2 at a
    chance node. `power[k]` is d^k. `value[player * positions + position]` begins with the payoffs of the terminal
    positions, and `mean` has room for one number of each player. `best[j]` becomes 1 if no other move is better than
    joint move j.
    """
    positions = len(order)
    for place in range(positions - 1, -1, -1):
        position = order[place]
        moving = active[position]
        if moving == -1:
            continue
        # a chance node has one joint move, the empty one
        end = first[position] + 1 if moving < 0 else first[position + 1]
        for move in range(first[position], end):
            for player in range(len(mean)):
                total = value[0] * 0
                for edge in range(starts[move], starts[move + 1]):
                    following = successor[edge]
                    term = weight[edge] * value[player * positions + following]
                    shift = depth[position] - random[move] - depth[following]
                    total += term * power[shift] if shift > 0 else term
                mean[player] = total
            best[move] = 1
            if move > first[position]:
                known = value[moving * positions + position]
                if mean[moving] < known:
                    best[move] = 0
                    continue
                if mean[moving] == known:
                    continue
                for other in range(first[position], move):
                    best[other] = 0
            chosen[position] = move
            for player in range(len(mean)):
                value[player * positions + position] = mean[player]
