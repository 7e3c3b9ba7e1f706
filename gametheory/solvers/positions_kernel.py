"""Compiled loops over the positions of a game, in compressed sparse rows.

The joint moves of position i are `first[i]` to `first[i + 1] - 1`. Without chance moves, joint move j leads to
`successor[j]`. With them, its successors are `successor[starts[j]:starts[j + 1]]`.

Expected payoffs: the values of a position of depth k are numerators over c d^k, with the same whole numbers c and d for
all of them. `weight` has the probabilities: numerators over d if `random` is 1, otherwise 1.

Bounds of the payoff of one player in a cyclic game with chance moves: the first argument is the game, that is first,
starts, successor, weight, common, sign, order and parts. The probabilities are `weight` over `common`. `sign` is 1
where the player moves, 0 in a terminal position, and -1 where the other player or chance does. `order` has the
positions of one strongly connected component after those of all components that can follow it; component k is
`order[parts[k]:parts[k + 1]]`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.compiled import Floats, Integers, compiled_above, compiled_loop

CyclicGame: TypeAlias = tuple[Integers, Integers, Integers, Integers, int, Integers, Integers, Integers]


@compiled_loop
def attract(
    starts: Integers,
    sources: Integers,
    goals: Integers,
    levels: Integers,
    large: int,
    level: int,
    done: int,
    queued: int,
    depth: int,
    left: Integers,
    layer: Integers,
    queue: Integers,
    begins: Integers,
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
    while done < queued or level < len(levels) - 1:
        # everything from which a better goal can be forced is done: a position keeps the best level that finds it
        if done == queued:
            begins[level] = depth
            for index in range(levels[level], levels[level + 1]):
                queue[queued] = goals[index]
                queued += 1
            level += 1
        last = queued
        for index in range(done, last):
            successor = queue[index]
            layer[successor] = depth
            for edge in range(starts[successor], starts[successor + 1]):
                position = sources[edge]
                left[position] -= 1
                # later moves into the attractor count on below 0
                if left[position] == 0:
                    queue[queued] = position
                    queued += 1
        done = last
        depth += 1
        # the caller sorts a large layer, so that its rows are read as they are stored
        if queued - done >= large:
            break
    return level, done, queued, depth


@compiled_loop
def choose_by_layer(
    first: Integers, successor: Integers, move_of: Integers, active: Integers, layer: Integers, chosen: Integers
) -> None:
    """Choose the first move into the layer before, or in a draw the first move that keeps it, and write its code.

    A layer has one move more to the end than the layer before, and the same value. The winner moves into that layer as
    no move is shorter, and the loser as none is longer. A position of layer 0 is a draw.
    """
    for position in range(len(first) - 1):
        if active[position] < 0:
            continue
        # in a draw (layer 0) any move that keeps it will do
        wanted = max(layer[position] - 1, 0)
        for move in range(first[position], first[position + 1]):
            if layer[successor[move]] == wanted:
                chosen[position] = move_of[move]
                break


@compiled_loop
def choose_best(
    first: Integers,
    successor: Integers,
    move_of: Integers,
    active: Integers,
    rank: Integers,
    size: int,
    order: Integers,
    value: Integers,
    chosen: Integers,
) -> None:
    """Backward induction: choose the first of the best moves of the player who moves, and write its code.

    `value` has the code of the payoffs of each terminal position, and `rank[player * size + code]` compares payoffs.
    `order` has each position before its successors.
    """
    for index in range(len(order) - 1, -1, -1):
        position = order[index]
        if active[position] < 0:
            continue
        base = active[position] * size
        best = first[position]
        code = value[successor[best]]
        for move in range(best + 1, first[position + 1]):
            code_after = value[successor[move]]
            # of equal moves the first one stays
            if rank[base + code_after] > rank[base + code]:
                best = move
                code = code_after
        chosen[position] = move_of[best]
        value[position] = code


@compiled_loop
def grundy(
    first: Integers,
    successor: Integers,
    ended: NDArray[np.bool_],
    end_value: int,
    order: Integers,
    value: Integers,
    seen: Integers,
) -> None:
    """Compute Grundy values, given an order with each position before its successors.

    `seen[g]` is the last position with a move to the Grundy value g; it begins with -1.
    """
    for index in range(len(order) - 1, -1, -1):
        position = order[index]
        if ended[position]:
            value[position] = end_value
            continue
        for move in range(first[position], first[position + 1]):
            seen[value[successor[move]]] = position
        # the least number that no move leads to; the marks of other positions need no reset
        least = 0
        while seen[least] == position:
            least += 1
        value[position] = least


@compiled_loop
def distances(starts: Integers, sources: Integers, goals: Integers, distance: Integers, queue: Integers) -> int:
    """Search backward from the goals, breadth first, and return the number of positions found.

    `distance` begins with -1.
    """
    done = queued = 0
    for index in range(len(goals)):
        distance[goals[index]] = 0
        queue[queued] = goals[index]
        queued += 1
    while done < queued:
        successor = queue[done]
        done += 1
        for edge in range(starts[successor], starts[successor + 1]):
            position = sources[edge]
            # breadth first: the first way to a position is a shortest one
            if distance[position] < 0:
                distance[position] = distance[successor] + 1
                queue[queued] = position
                queued += 1
    return queued


@compiled_loop
def longest_distances(row: Integers, successor: Integers, order: Integers, longest: Integers) -> None:
    """Compute longest paths to the positions whose entry in `longest` is 0; all others begin with -1.

    `order` has each position before its successors. Moves that repeat their position are left out.
    """
    for index in range(len(order) - 1, -1, -1):
        position = order[index]
        for edge in range(row[position], row[position + 1]):
            following = successor[edge]
            # -1 is no way at all, and not a short one
            if following != position and longest[following] >= longest[position] and longest[following] >= 0:
                longest[position] = longest[following] + 1


@compiled_loop
def chance_depths(
    first: Integers, starts: Integers, successor: Integers, random: Integers, order: Integers, depth: Integers
) -> int:
    """Count the random moves to the end, at most, in each position; return the greatest number.

    `order` has each position before its successors. `depth` begins with 0.
    """
    greatest = 0
    for index in range(len(order) - 1, -1, -1):
        position = order[index]
        most = depth[position]
        for move in range(first[position], first[position + 1]):
            for edge in range(starts[move], starts[move + 1]):
                most = max(most, depth[successor[edge]] + random[move])
        depth[position] = most
        greatest = max(greatest, most)
    return greatest


@compiled_loop
def choose_best_mean(
    first: Integers,
    starts: Integers,
    successor: Integers,
    weight: Integers,
    random: Integers,
    active: Integers,
    order: Integers,
    depth: Integers,
    power: Integers,
    value: Integers,
    mean: Integers,
    chosen: Integers,
    best: Integers,
) -> None:
    """Backward induction: choose the first of the moves with the greatest expected payoff of the player who moves.

    `order` has each position before its successors, and `active` the player, or -1 in a terminal position and -2 at a
    chance node. `power[k]` is d^k. `value[player * positions + position]` begins with the payoffs of the terminal
    positions, and `mean` has room for one number of each player. `best[j]` becomes 1 if no other move is better than
    joint move j.
    """
    positions = len(order)
    for index in range(positions - 1, -1, -1):
        position = order[index]
        moving = active[position]
        if moving == -1:
            continue
        # a chance node has one joint move, the empty one
        if moving < 0:
            end = first[position] + 1
        else:
            end = first[position + 1]
        for move in range(first[position], end):
            for player in range(len(mean)):
                total = value[0] * 0  # a zero of the type of the values, which can be a rational of flint
                for edge in range(starts[move], starts[move + 1]):
                    following = successor[edge]
                    term = weight[edge] * value[player * positions + following]
                    # a shallower successor has a smaller denominator: its numerator is scaled up
                    shift = depth[position] - random[move] - depth[following]
                    total += term * power[shift] if shift > 0 else term
                mean[player] = total
            best[move] = 1
            if move > first[position]:
                greatest = value[moving * positions + position]
                if mean[moving] < greatest:
                    best[move] = 0
                    continue
                if mean[moving] == greatest:
                    continue
                # a better move: those before it are none of the best any more
                for other in range(first[position], move):
                    best[other] = 0
            chosen[position] = move
            for player in range(len(mean)):
                value[player * positions + position] = mean[player]


@compiled_above(20_000, views=True)
def iterate_values(
    game: CyclicGame,
    rounds: int,
    toll: float,
    both: int,
    value: Floats,
) -> None:
    """Value iteration in floats, in place; each move takes a toll from a gain, and also from a loss if `both` is 1.

    `value` has the payoffs of terminal positions, and first guesses elsewhere.
    """
    first, starts, successor, weight, common, sign, order, parts = game
    for component in range(len(parts) - 1):
        for _ in range(rounds):
            change = 0.0
            for index in range(parts[component], parts[component + 1]):
                position = order[index]
                if sign[position] == 0:
                    continue
                best = 0.0
                for move in range(first[position], first[position + 1]):
                    total = 0.0
                    for edge in range(starts[move], starts[move + 1]):
                        total += weight[edge] * value[successor[edge]]
                    total /= common
                    if move == first[position] or (total - best) * sign[position] > 0:
                        best = total
                # the toll keeps the guess below the value, and so that play makes progress to a gain
                if best > 0.0:
                    best = max(best - toll, 0.0)
                elif both:
                    best = min(best + toll, 0.0)
                change = max(change, abs(best - value[position]))
                value[position] = best
            # what is left to change is less than the toll has taken
            if 2.0 * change <= toll:
                break


@compiled_above(20_000, views=True)
def lower_values(
    game: CyclicGame,
    rounds: int,
    least: int,
    value: Integers,
) -> None:
    """Lower whole numbers until each is at most the expected one, after some move of the player or all other moves.

    A component that takes too many rounds gets the least payoff of the game everywhere, which always satisfies this.
    """
    first, starts, successor, weight, common, sign, order, parts = game
    for component in range(len(parts) - 1):
        lowered = 1
        for _ in range(rounds):
            lowered = 0
            for index in range(parts[component], parts[component + 1]):
                position = order[index]
                if sign[position] == 0:
                    continue
                best = value[position]
                for move in range(first[position], first[position + 1]):
                    total = value[position] * 0
                    for edge in range(starts[move], starts[move + 1]):
                        total += weight[edge] * value[successor[edge]]
                    total //= common
                    if move == first[position] or (total - best) * sign[position] > 0:
                        best = total
                # only down: so the loop ends, and numbers that satisfy the inequalities stay
                if best < value[position]:
                    value[position] = best
                    lowered = 1
            if lowered == 0:
                break
        if lowered == 1:
            for index in range(parts[component], parts[component + 1]):
                if sign[order[index]] != 0:
                    value[order[index]] = least


@compiled_above(20_000, views=True)
def rank_positions(
    game: CyclicGame,
    value: Integers,
    rank: Integers,
    chosen: Integers,
) -> int:
    """Choose moves that keep the value of each position and lead away from positive values; return how many have none.

    `rank` begins with 0 where the value is not positive, and -1 elsewhere; `chosen` with -1.
    """
    first, starts, successor, weight, common, sign, order, parts = game
    missing = 0
    for component in range(len(parts) - 1):
        left = parts[component + 1] - parts[component]
        # a rank says how many moves away, at most, play leaves the positive values if the player goes on as chosen
        while True:
            before = left
            left = 0
            for index in range(parts[component], parts[component + 1]):
                position = order[index]
                if rank[position] > 0 or chosen[position] >= 0 or (sign[position] < 1 and rank[position] == 0):
                    continue
                needed = rank[position] < 0
                worst = 0
                for move in range(first[position], first[position + 1]):
                    total = value[position] * 0
                    nearest = -1
                    for edge in range(starts[move], starts[move + 1]):
                        total += weight[edge] * value[successor[edge]]
                        reached = rank[successor[edge]]
                        if reached >= 0 and (nearest < 0 or reached < nearest):
                            nearest = reached
                    leads = nearest >= 0 or not needed
                    # the player needs one move, the other player and chance may make any
                    if sign[position] > 0:
                        worst = -1
                        if leads and total >= common * value[position]:
                            chosen[position] = move
                            worst = nearest
                            break
                    elif not leads:
                        worst = -1
                        break
                    else:
                        worst = max(worst, nearest)
                if needed and worst >= 0:
                    rank[position] = worst + 1
                if rank[position] < 0:
                    left += 1
            # no position got a rank in this round, so that none will
            if left == 0 or left == before:
                break
        missing += left
    return missing
