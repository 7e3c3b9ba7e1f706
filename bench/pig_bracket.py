"""A rigorous bracket of the first player's chance in Pig: `python -m bench.pig_bracket [GOAL]`.

Value iteration in floats finds a certificate, and a check in integers establishes what it claims.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from resource import RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

UNIT = 2**48
TOLL = 1e-11  # what the player pays for each move: more than all errors of rounding
Table = NDArray[Any]


class Certificate(NamedTuple):
    """A chance that one player has at least, in each position, in units of 2^-48.

    The indices are the points of the active player, those of the other one, and those of the turn; with the goal or
    more points the active player has won.

    Attributes
    ----------
    active
        The chance if the player moves.
    waiting
        The chance if the other one moves.
    """

    active: Table
    waiting: Table


def over(goal: int) -> Table:
    """Return for each position whether the active player has won."""
    ended: Table = np.arange(goal)[:, None, None] + np.arange(goal + 6)[None, None, :] >= goal
    return np.broadcast_to(ended, (goal, goal, goal + 6))


def after_moves(stays: Table, changes: Table) -> tuple[Table, Table]:
    """Return six times the chance after a roll, and the chance after a hold, in each position.

    Parameters
    ----------
    stays
        The chance in each position with the same active player.
    changes
        The chance in each position in which the other player has become active.
    """
    goal = len(stays)
    own, other, turn = np.ogrid[:goal, :goal, :goal]
    lost_turn = changes[:, :, 0].T[:, :, None]
    scored = np.minimum(own + turn, goal - 1)  # the greater ones have won, so that nothing is read there
    return lost_turn + sum(stays[:, :, n : n + goal] for n in range(2, 7)), changes[other, scored, 0]


def certificate(goal: int) -> Certificate:
    """Return chances that are slightly too low, by value iteration in floats with a toll for each move."""
    ended = over(goal)
    active, waiting = np.where(ended, 1.0, 0.0), np.zeros(ended.shape)
    playing, turn = ~ended[:, :, :goal], np.arange(goal)
    change = 1.0
    while change > TOLL / 2:
        roll, hold = after_moves(active, waiting)
        best = np.maximum(roll / 6, np.where(turn > 0, hold, 0)) - TOLL
        roll, hold = after_moves(waiting, active)
        worst = np.minimum(roll / 6, np.where(turn > 0, hold, 1)) - TOLL
        change = 0.0
        for table, new in ((active, best), (waiting, worst)):
            change = max(change, float(np.abs(new - table[:, :, :goal])[playing].max()))
            table[:, :, :goal][playing] = new[playing]
    return Certificate(*(np.floor(table * UNIT).astype(np.int64) for table in (active, waiting)))


def bracket(found: Certificate) -> tuple[Fraction, Fraction]:
    """Return two bounds of the chance of the player who begins, after a check of the certificate in integers.

    In each position the chance is at most the expected one after some move of the player, and after every move of the
    other one; and it is at most 1 where the player has won, and at most 0 where the other one has. The player holds
    where the inequality for holding is true, and rolls otherwise, so also without points to score. From each turn on
    the player then scores or wins with a chance of more than (5/6)^goal: play ends. So the player wins at least with
    the chance of the first position, as the one who begins and as the other one; both players can use the certificate.

    Raises
    ------
    ValueError
        If an inequality is false.
    """
    active, waiting = found
    goal = len(active)
    ended = over(goal)
    if active.dtype != np.int64 or waiting.dtype != np.int64 or max(active.max(), waiting.max()) > UNIT:
        raise ValueError("the chances are not integers of at most 2^48")
    if min(active.min(), waiting.min()) < -UNIT:
        raise ValueError("a chance is less than -1")
    if (waiting[ended] > 0).any():
        raise ValueError("a chance is not 0 where the other player has won")
    playing, points = ~ended[:, :, :goal], np.arange(goal) > 0
    roll, hold = after_moves(active, waiting)
    own = active[:, :, :goal]
    if (playing & (6 * own > roll) & ~(points & (own <= hold))).any():
        raise ValueError("a chance is greater than after every move of the player")
    roll, hold = after_moves(waiting, active)
    own = waiting[:, :, :goal]
    if (playing & ((6 * own > roll) | (points & (own > hold)))).any():
        raise ValueError("a chance is greater than after some move of the other player")
    return Fraction(int(active[0, 0, 0]), UNIT), 1 - Fraction(int(waiting[0, 0, 0]), UNIT)


if __name__ == "__main__":
    begun = perf_counter()
    made = certificate(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
    between = perf_counter()
    lower, upper = bracket(made)
    checked = perf_counter()
    print(f"{float(lower):.12f} to {float(upper):.12f}, width {float(upper - lower):.1e}")
    print(f"certificate in {between - begun:.1f} s, check in {checked - between:.2f} s")
    print(f"greatest memory {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
