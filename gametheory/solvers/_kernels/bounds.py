"""Loops that bound the payoff of one player in a sequential game with chance moves and cycles.

The first argument is the game: first, starts, successor, weight, common, sign, order and parts. The joint moves of
position i are `first[i]` to `first[i + 1] - 1`, and the successors of joint move j are
`successor[starts[j]:starts[j + 1]]`, with probabilities `weight` over `common`. `sign` is 1 where the player moves,
0 in a terminal position, and -1 where the other player or chance does. `order` has the positions of one strongly
connected component after those of all components that can follow it; component k is `order[parts[k]:parts[k + 1]]`.
"""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled_above


@compiled_above(20_000, views=True)
def iterate_values(
    game: Any,
    rounds: int,
    toll: float,
    both: int,
    value: Any,
) -> None:
    """Value iteration in floats, in place; each move takes a toll from a gain, and also from a loss if `both` is 1.

    `value` has the payoffs of terminal positions, and first guesses elsewhere.
    """
    first, starts, successor, weight, common, sign, order, parts = game
    for part in range(len(parts) - 1):
        for _ in range(rounds):
            change = 0.0
            for place in range(parts[part], parts[part + 1]):
                position = order[place]
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
                if best > 0.0:
                    best = max(best - toll, 0.0)
                elif both:
                    best = min(best + toll, 0.0)
                change = max(change, abs(best - value[position]))
                value[position] = best
            if 2.0 * change <= toll:
                break


@compiled_above(20_000, views=True)
def lower_values(
    game: Any,
    rounds: int,
    least: int,
    value: Any,
) -> None:
    """Lower whole numbers until each is at most the expected one, after some move of the player or all other moves.

    A component that takes too many rounds gets the least payoff of the game everywhere, which always satisfies this.
    """
    first, starts, successor, weight, common, sign, order, parts = game
    for part in range(len(parts) - 1):
        lowered = 1
        for _ in range(rounds):
            lowered = 0
            for place in range(parts[part], parts[part + 1]):
                position = order[place]
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
                if best < value[position]:
                    value[position] = best
                    lowered = 1
            if lowered == 0:
                break
        if lowered == 1:
            for place in range(parts[part], parts[part + 1]):
                if sign[order[place]] != 0:
                    value[order[place]] = least


@compiled_above(20_000, views=True)
def rank_positions(
    game: Any,
    value: Any,
    rank: Any,
    chosen: Any,
) -> int:
    """Choose moves that keep the value of each position and lead away from positive values; return how many have none.

    `rank` begins with 0 where the value is not positive, and -1 elsewhere; `chosen` with -1.
    """
    first, starts, successor, weight, common, sign, order, parts = game
    missing = 0
    for part in range(len(parts) - 1):
        left = parts[part + 1] - parts[part]
        while True:
            before = left
            left = 0
            for place in range(parts[part], parts[part + 1]):
                position = order[place]
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
            if left == 0 or left == before:
                break
        missing += left
    return missing
