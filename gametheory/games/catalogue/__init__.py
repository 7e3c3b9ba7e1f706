"""The catalogue: textbook games, each with its source and the value that the source gives."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from inspect import getdoc
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A game of the catalogue: the function that makes it, where it was published, and its known value.

    `value` is a claim of the folder `textbooks`, which checks it. It is what the source says, and not our result.
    """

    name: str
    place: str
    source: str
    value: str

    @property
    def maker(self) -> Callable[..., Any]:
        """The class of the game, or the function that returns its table; called without arguments it makes the game.

        >>> entry("nim").maker(heaps=(1, 2)).start()
        ((2, 1), 'first')
        """
        module, _, name = self.place.partition(":")
        made: Callable[..., Any] = getattr(import_module(f"{__name__}.{module}"), name)
        return made

    @property
    def rules(self) -> str:
        """The rules in words.

        >>> entry("stag-hunt").rules
        'Two hunters catch a stag only together. A hare each can catch alone.'
        """
        return getdoc(self.maker) or ""


ENTRIES = (
    Entry(
        "tic-tac-toe",
        "tic_tac_toe:TicTacToe",
        "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 22",
        "Neither player can force a win.",
    ),
    Entry(
        "nim",
        "heaps:Nim",
        "Bouton, Nim, a game with a complete mathematical theory (1901)",
        "The first player wins heaps of 3, 4 and 5, and only by taking 2 stones from the heap of 3.",
    ),
    Entry(
        "kayles",
        "heaps:Kayles",
        "Dudeney, The Canterbury Puzzles (1907), number 73",
        "The first player wins rows of 11 pins and 1, and only by leaving rows of 7, 3 and 1.",
    ),
    Entry(
        "dawson",
        "heaps:Dawson",
        "Guy and Smith, The G-values of various games (1956)",
        "Up to 25 pins, the second player wins exactly with 0, 1, 5, 9, 15, 21 and 25.",
    ),
    Entry(
        "chomp",
        "chomp:Chomp",
        "Gale, A curious Nim-type game (1974)",
        "The first player wins on every board with more than one square.",
    ),
    Entry(
        "hex",
        "hex_board:Hex",
        "Gale, The game of Hex and the Brouwer fixed-point theorem (1979)",
        "No play is drawn, and the first player wins.",
    ),
    Entry(
        "pig",
        "pig:Pig",
        "Neller and Presser, Optimal play of the dice game Pig (2004)",
        "With a coin of 1 and 2 points and the goal 4 (Piglet), the first player wins with probability 4/7.",
    ),
    Entry(
        "monty-hall",
        "monty_hall:MontyHall",
        "Selvin, A problem in probability (1975); Gill, The Monty Hall problem is not a probability puzzle (2011)",
        "The contestant wins with probability 2/3, by switching.",
    ),
    Entry(
        "goofspiel",
        "goofspiel:Goofspiel",
        "Ross, Goofspiel: the game of pure strategy (1971)",
        "The game is fair: neither player has an advantage.",
    ),
    Entry(
        "kuhn",
        "kuhn:Kuhn",
        "Kuhn, A simplified two-person poker (1950)",
        "The first player loses 1/18 of a chip per deal on average.",
    ),
    Entry(
        "matching-pennies",
        "tables:matching_pennies",
        "von Neumann and Morgenstern, Theory of Games and Economic Behavior (1944), section 17",
        "The value is 0, and both players must show each side with probability 1/2.",
    ),
    Entry(
        "matching-pennies-3",
        "tables:matching_pennies_of_three",
        "Jordan, Three problems in learning mixed-strategy Nash equilibria (1993)",
        "The only equilibrium: all three show each side with probability 1/2.",
    ),
    Entry(
        "prisoners-dilemma",
        "tables:prisoners_dilemma",
        "Luce and Raiffa, Games and Decisions (1957), section 5.4",
        "The only equilibrium: both defect, although both would gain if both cooperated.",
    ),
    Entry(
        "battle-of-the-sexes",
        "tables:battle_of_the_sexes",
        "Luce and Raiffa, Games and Decisions (1957), section 5.3",
        "Three equilibria: two pure ones, and a mixed one that pays 2/3 to each and is worse for both.",
    ),
    Entry(
        "chicken",
        "tables:chicken",
        "Aumann, Subjectivity and correlation in randomized strategies (1974)",
        "A correlated equilibrium pays 5 to each player. Every Nash equilibrium pays at most 14/3 to one of them.",
    ),
    Entry(
        "stag-hunt",
        "tables:stag_hunt",
        "Harsanyi and Selten, A General Theory of Equilibrium Selection in Games (1988), section 3.9",
        "Both equilibria are strict; the stag pays more, and the hare is the best reply to a toss of a coin.",
    ),
    Entry(
        "shapley-cycle",
        "tables:shapley_cycle",
        "Shapley, Some topics in two-person games (1964)",
        "The only equilibrium: both players mix all three moves with probability 1/3.",
    ),
    Entry(
        "truel",
        "truel:Truel",
        "Mosteller, Fifty Challenging Problems in Probability (1965), number 20",
        "A shoots into the air first. Then A wins with probability 3/10 and B with 7/10.",
    ),
)
_BY_NAME = {entry.name: entry for entry in ENTRIES}


def entry(name: str) -> Entry:
    """Return the entry of a game.

    Raises
    ------
    KeyError
        If the catalogue has no such game; the message names close ones.

    Examples
    --------
    >>> entry("kuhn").source
    'Kuhn, A simplified two-person poker (1950)'
    >>> entry("kun")
    Traceback (most recent call last):
    KeyError: "the catalogue has no game 'kun'; close: kuhn"
    """
    if name not in _BY_NAME:
        close = get_close_matches(name, _BY_NAME, 3)
        raise KeyError(f"the catalogue has no game {name!r}" + (f"; close: {', '.join(close)}" if close else ""))
    return _BY_NAME[name]


def is_game(name: str) -> bool:
    """Return whether the catalogue has a game of this name.

    >>> is_game("nim"), is_game("nim.py")
    (True, False)
    """
    return name in _BY_NAME


def game(name: str, *arguments: Any) -> Any:
    """Return a game of the catalogue, as `gametheory.solve` takes it: rules, or a `NormalForm`.

    >>> game("kuhn").players, game("pig", 20).goal, game("chicken").strategies[0]
    (('first', 'second'), 20, ('yield', 'dare'))
    """
    return entry(name).maker(*arguments)
