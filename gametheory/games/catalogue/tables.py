"""Games in normal form: each is a table of payoffs, with the names of the players and their moves."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from gametheory.model.game import Outcome
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


def blotto(regiments: int = 4, enemies: int = 3) -> NormalForm:
    """Colonel Blotto and an enemy divide their regiments between two posts.

    At each post the side with more regiments wins the post and the enemy's regiments there, one point each.
    """
    sides = [[(here, there - here) for here in range(there + 1)] for there in (regiments, enemies)]
    won = [
        [sum((a > b) * (b + 1) - (a < b) * (a + 1) for a, b in zip(own, other, strict=True)) for other in sides[1]]
        for own in sides[0]
    ]
    names = tuple(tuple(f"{here} and {there}" for here, there in side) for side in sides)
    return replace(NormalForm.from_payoffs(won), players=("Blotto", "enemy"), strategies=names, title="Colonel Blotto")


def cournot(demand: int = 12) -> NormalForm:
    """Two firms choose simultaneously how many units to sell, at no cost. The price is `demand` minus all units."""
    units = range(demand + 1)
    payoffs = [[[own * max(0, demand - one - two) for own in (one, two)] for two in units] for one in units]
    return _table("Cournot's duopoly", ("firm 1", "firm 2"), tuple(map(str, units)), payoffs)


def el_farol(people: int = 3, seats: int = 2) -> NormalForm:
    """People decide independently whether to go to a bar. It is a pleasure if there are seats for all who go.

    Staying at home pays 0. Going pays 1, or -1 if the bar is crowded.
    """
    pleasure = {going: 1 if going <= seats else -1 for going in range(people + 1)}
    profiles = (profile[::-1] for profile in product((1, 0), repeat=people))  # the first player's changes fastest
    outcomes = (tuple(Fraction(goes * pleasure[sum(all_)]) for goes in all_) for all_ in profiles)
    names = tuple(f"person {number}" for number in range(1, people + 1))
    moves = (("go", "stay"),) * people
    return NormalForm(names, moves, tuple(Outcome("", payoffs) for payoffs in outcomes), "El Farol")


def voting() -> NormalForm:
    """Three voters vote for a, b or c. If all votes differ, the vote of the chair counts.

    The chair ranks a, b, c; the second voter b, c, a; the third c, a, b. The best alternative pays 2, the next 1.
    """
    ranked = ("abc", "bca", "cab")
    elected = [[[two if two == three else one for three in "abc"] for two in "abc"] for one in "abc"]
    payoffs = [[[[2 - own.index(won) for own in ranked] for won in row] for row in rows] for rows in elected]
    return _table("The paradox of the chair", ("chair", "second", "third"), ("a", "b", "c"), payoffs)


def _table(title: str, players: tuple[str, ...], moves: tuple[str, ...], payoffs: Any) -> NormalForm:
    """Return a game in which all players have the same moves; `payoffs[i][j]` are those of the profile (i, j)."""
    return replace(NormalForm.from_array(payoffs), players=players, strategies=(moves,) * len(players), title=title)
