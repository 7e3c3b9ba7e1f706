"""Markov chains for tests: a chain given by its table, the gambler's ruin, craps, and play that may never end."""

from fractions import Fraction
from itertools import product

from games_by_table import MoveTable

from gametheory.model.unfolding import state_graph

HALF = Fraction(1, 2)


class Chain(MoveTable):
    """A Markov chain given by its table: position -> distribution; a position without a row is an end of its name."""

    def __init__(self, start, rows):
        super().__init__("", {position: (None, row) for position, row in rows.items()}, start=lambda: start)


def gamblers_ruin(stake, goal, up):
    """Return the chain of a gambler: one unit up with probability `up`, else down, until 0 or the goal."""
    rows = {x: {x + 1: up, x - 1: 1 - up} for x in range(1, goal)}
    return state_graph(Chain(stake, rows))


def craps():
    """Return the chain of craps: 7 and 11 win, 2, 3 and 12 lose; any other point must come again before a 7."""
    rolls = {}
    for one, two in product(range(1, 7), repeat=2):
        rolls[one + two] = rolls.get(one + two, 0) + Fraction(1, 36)
    points = (4, 5, 6, 8, 9, 10)
    first = {("point", x): rolls[x] for x in points}
    first |= {"win": rolls[7] + rolls[11], "lose": rolls[2] + rolls[3] + rolls[12]}
    rows = {("point", x): {"win": rolls[x], "lose": rolls[7], ("point", x): 1 - rolls[x] - rolls[7]} for x in points}
    return state_graph(Chain("first", {"first": first, **rows}))


def trap():
    """Return a chain with one step to the end, or to two positions that lead to each other forever."""
    return state_graph(Chain("start", {"start": {"end": HALF, "a": HALF}, "a": {"b": 1}, "b": {"a": 1}}))
