"""Games in normal form: each is a table of payoffs, with the names of the players and their moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gametheory.model.normal_form import NormalForm


def matching_pennies() -> NormalForm:
    """Two players show a coin simultaneously. Even wins if both sides are equal, and odd if they differ."""
    return _table("Matching pennies", ("even", "odd"), ("heads", "tails"), [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])


def matching_pennies_of_three() -> NormalForm:
    """Three players show a coin. A wants to match B, B wants to match C, and C wants to differ from A."""
    payoffs = [
        [[[1 - 2 * (a != b), 1 - 2 * (b != c), 1 - 2 * (c == a)] for c in (0, 1)] for b in (0, 1)] for a in (0, 1)
    ]
    return _table("Matching pennies of three", ("A", "B", "C"), ("heads", "tails"), payoffs)


def prisoners_dilemma() -> NormalForm:
    """Two prisoners cannot talk to each other. Whatever the other does, each gains by defecting."""
    payoffs = [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]
    return _table("The prisoner's dilemma", ("row", "column"), ("cooperate", "defect"), payoffs)


def battle_of_the_sexes() -> NormalForm:
    """She prefers the opera, he prefers the match, and both want to be together."""
    return _table("The battle of the sexes", ("she", "he"), ("opera", "match"), [[(2, 1), (0, 0)], [(0, 0), (1, 2)]])


def chicken() -> NormalForm:
    """Two drivers meet on a narrow road. Each yields or dares, and it is a disaster if both dare."""
    return _table("Chicken", ("row", "column"), ("yield", "dare"), [[(6, 6), (2, 7)], [(7, 2), (0, 0)]])


def stag_hunt() -> NormalForm:
    """Two hunters catch a stag only together. A hare each can catch alone."""
    return _table("The stag hunt", ("row", "column"), ("stag", "hare"), [[(4, 4), (0, 3)], [(3, 0), (3, 3)]])


def shapley_cycle() -> NormalForm:
    """Each player's best reply is always another move, in a cycle of six profiles."""
    payoffs = [[(1, 0), (0, 0), (0, 1)], [(0, 1), (1, 0), (0, 0)], [(0, 0), (0, 1), (1, 0)]]
    return _table("Shapley's cycle", ("row", "column"), ("1", "2", "3"), payoffs)


def _table(title: str, players: tuple[str, ...], moves: tuple[str, ...], payoffs: Any) -> NormalForm:
    """Return a game in which all players have the same moves; `payoffs[i][j]` are those of the profile (i, j)."""
    return replace(NormalForm.from_array(payoffs), players=players, strategies=(moves,) * len(players), title=title)
