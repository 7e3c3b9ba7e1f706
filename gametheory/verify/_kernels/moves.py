"""Conditions on the moves of each position of a game without chance moves, in one pass over them.

The joint moves of position i are `first[i]` to `first[i + 1] - 1`, and joint move j leads to `successor[j]`. A strategy
plays the move with the code `played[i]` in position i, and `move_of[j]` is the code of joint move j. The player who
moves in position i has the index `active[i]`. `right[i]` becomes 1 if position i satisfies the conditions.
"""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled_loop


@compiled_loop
def right_payoffs(
    first: Any, successor: Any, move_of: Any, played: Any, active: Any, label: Any, rank: Any, size: int, right: Any
) -> None:
    """Find where one move is played, it leads to the payoffs of the position, and no move gives its player more.

    `label` has the code of the payoffs of each position, and `rank[player * size + code]` compares payoffs.
    """
    for position in range(len(first) - 1):
        own, base, moves, better = label[position], active[position] * size, 0, 0
        for move in range(first[position], first[position + 1]):
            after = label[successor[move]]
            if move_of[move] == played[position]:
                moves += 1 if after == own else 2
            if rank[base + after] > rank[base + own]:
                better += 1
        right[position] = moves == 1 and better == 0


@compiled_loop
def right_values(
    first: Any, successor: Any, move_of: Any, played: Any, active: Any, value: Any, length: Any, right: Any
) -> None:
    """Find where one move is played, it keeps the value, no move is better, and moves come nearer to the end that must.

    The value is positive if player 0 wins. `length` has the distance to the end, -1 for none. The winner's own move has
    to come nearer to the end, and so do all the loser's moves that keep the value.
    """
    for position in range(len(first) - 1):
        sign, moves, wrong = 1 - 2 * active[position], 0, 0
        for move in range(first[position], first[position + 1]):
            gain = sign * (value[successor[move]] - value[position])
            follows = move_of[move] == played[position]
            moves += follows
            wrong += gain != 0 if follows else gain > 0
            if gain == 0 and (follows if sign * value[position] > 0 else sign * value[position] < 0):
                wrong += not 0 <= length[successor[move]] < length[position]
        right[position] = moves == 1 and wrong == 0
