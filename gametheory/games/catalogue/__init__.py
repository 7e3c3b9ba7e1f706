"""The catalogue: textbook games, each with its source and the value that the source gives."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from inspect import getdoc, signature
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A game of the catalogue: what makes it, its class, where it was published, and its known value.

    `value` is a claim of the folder `textbooks`, which checks it. It is what the source says, and not our result.
    `command` finds it: `gametheory solve`, or `nash` if the equilibria are the answer.
    """

    name: str
    place: str
    kind: str
    source: str
    value: str
    command: str = "solve"

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
    def arguments(self) -> str:
        """The arguments of the command line with which the game is made, and their default values.

        >>> entry("pig").arguments, entry("chicken").arguments
        ('goal=10 sides=6', '')
        """
        return " ".join(f"{each.name}={each.default}" for each in signature(self.maker).parameters.values())

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
        "sequential, acyclic",
        "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 22",
        "Neither player can force a win.",
    ),
    Entry(
        "connect-3",
        "tic_tac_toe:Connect3",
        "sequential, acyclic",
        "folklore; the claim compares with an exhaustive search that shares no code with the solver",
        "The first player wins on 3 rows and 4 columns; 3 rows and 3 columns are a draw.",
    ),
    Entry(
        "nim",
        "heaps:Nim",
        "sequential, acyclic",
        "Bouton, Nim, a game with a complete mathematical theory (1901)",
        "The second player wins exactly if the heaps, written in binary, have an even number of ones in each place.",
    ),
    Entry(
        "kayles",
        "heaps:Kayles",
        "sequential, acyclic",
        "Dudeney, The Canterbury Puzzles (1907), number 73",
        "The first player wins rows of 11 pins and 1, and only by leaving rows of 7, 3 and 1.",
    ),
    Entry(
        "dawson",
        "heaps:Dawson",
        "sequential, acyclic",
        "Guy and Smith, The G-values of various games (1956)",
        "Up to 25 pins, the second player wins exactly with 0, 1, 5, 9, 15, 21 and 25.",
    ),
    Entry(
        "chomp",
        "chomp:Chomp",
        "sequential, acyclic",
        "Gale, A curious Nim-type game (1974)",
        "The first player wins on every board with more than one square.",
    ),
    Entry(
        "hex",
        "hex_board:Hex",
        "sequential, acyclic",
        "Gale, The game of Hex and the Brouwer fixed-point theorem (1979)",
        "No play is drawn, and the first player wins.",
    ),
    Entry(
        "centipede",
        "centipede:Centipede",
        "sequential, acyclic",
        "Rosenthal, Games of perfect information, predatory pricing and the chain-store paradox (1981)",
        "The first player takes the large heap immediately, although both gain if both pass.",
    ),
    Entry(
        "entry",
        "chain_store:Entry",
        "sequential, acyclic",
        "Selten, The chain store paradox (1978)",
        "The only subgame-perfect equilibrium: the firm enters and the incumbent shares. To stay out, because the "
        "incumbent threatens to fight, is an equilibrium too.",
        "nash",
    ),
    Entry(
        "chain-store",
        "chain_store:ChainStore",
        "sequential, acyclic",
        "Selten, The chain store paradox (1978)",
        "In the only subgame-perfect equilibrium every entrant enters, and the store never fights, in any number "
        "of towns.",
    ),
    Entry(
        "bargaining",
        "bargaining:Bargaining",
        "sequential, acyclic",
        "Ståhl, Bargaining Theory (1972)",
        "With three offers and payoffs that halve, the first player gets 1 - 1/2 + 1/4 = 3/4 of the pie.",
    ),
    Entry(
        "duel",
        "duel:Duel",
        "sequential with chance moves, acyclic",
        "Binmore, Playing for Real (2007), section 2.4",
        "The first shot comes as soon as the probabilities of a hit of both, now and one step nearer, exceed 1 "
        "together.",
    ),
    Entry(
        "gamblers-ruin",
        "gamblers_ruin:GamblersRuin",
        "chance, cyclic",
        "Huygens, De ratiociniis in ludo aleae (1657), problem 5",
        "The chances of the two gamblers are as 282429536481 to 244140625.",
    ),
    Entry(
        "pig",
        "pig:Pig",
        "sequential with chance moves, cyclic",
        "Neller and Presser, Optimal play of the dice game Pig (2004)",
        "With a coin of 1 and 2 points and the goal 4 (Piglet), the first player wins with probability 4/7.",
    ),
    Entry(
        "truel",
        "truel:Truel",
        "sequential with chance moves, cyclic",
        "Mosteller, Fifty Challenging Problems in Probability (1965), number 20",
        "A shoots into the air first. Then A wins with probability 3/10 and B with 7/10.",
    ),
    Entry(
        "matching-pennies",
        "tables:matching_pennies",
        "table",
        "von Neumann and Morgenstern, Theory of Games and Economic Behavior (1944), section 17",
        "The value is 0, and both players must show each side with probability 1/2.",
        "nash",
    ),
    Entry(
        "matching-pennies-3",
        "tables:matching_pennies_of_three",
        "table",
        "Jordan, Three problems in learning mixed-strategy Nash equilibria (1993)",
        "The only equilibrium: all three show each side with probability 1/2.",
        "nash",
    ),
    Entry(
        "prisoners-dilemma",
        "tables:prisoners_dilemma",
        "table",
        "Luce and Raiffa, Games and Decisions (1957), section 5.4",
        "The only equilibrium: both defect, although both gain if both cooperate.",
        "nash",
    ),
    Entry(
        "repeated-dilemma",
        "repeated_dilemma:Dilemma",
        "simultaneous, acyclic",
        "Luce and Raiffa, Games and Decisions (1957), section 5.5",
        "In the only equilibrium outcome both always defect, in any known number of rounds.",
    ),
    Entry(
        "battle-of-the-sexes",
        "tables:battle_of_the_sexes",
        "table",
        "Luce and Raiffa, Games and Decisions (1957), section 5.3",
        "Three equilibria: two pure ones, and a mixed one that pays 2/3 to each and is worse for both.",
        "nash",
    ),
    Entry(
        "chicken",
        "tables:chicken",
        "table",
        "Aumann, Subjectivity and correlation in randomized strategies (1974)",
        "A correlated equilibrium pays 5 to each player. Every Nash equilibrium pays at most 14/3 to one of them.",
        "nash",
    ),
    Entry(
        "stag-hunt",
        "tables:stag_hunt",
        "table",
        "Harsanyi and Selten, A General Theory of Equilibrium Selection in Games (1988)",
        "Stag and hare are both strict equilibria. The stag pays more, and the hare is the best reply to the toss "
        "of a coin.",
        "nash",
    ),
    Entry(
        "shapley-cycle",
        "tables:shapley_cycle",
        "table",
        "Shapley, Some topics in two-person games (1964)",
        "The only equilibrium: both players mix all three moves with probability 1/3.",
        "nash",
    ),
    Entry(
        "blotto",
        "tables:blotto",
        "table",
        "Dresher, The Mathematics of Games of Strategy (1961)",
        "With four regiments against three, Blotto wins 14/9 points on average.",
        "nash",
    ),
    Entry(
        "cournot",
        "tables:cournot",
        "table",
        "Cournot, Researches into the Mathematical Principles of the Theory of Wealth (1838), chapter 7",
        "Each firm sells a third of the demand at the price 0, here 4 units.",
        "nash",
    ),
    Entry(
        "el-farol",
        "tables:el_farol",
        "table",
        "Arthur, Inductive reasoning and bounded rationality (1994)",
        "In pure strategies, the equilibria are exactly the profiles in which all seats are taken and no one stands.",
        "nash",
    ),
    Entry(
        "voting",
        "tables:voting",
        "table",
        "Farquharson, Theory of Voting (1969)",
        "If the voters delete dominated strategies, the winner is c: the worst for the chair, who has the most power.",
        "nash",
    ),
    Entry(
        "inspection",
        "inspection:Inspection",
        "simultaneous, acyclic",
        "Dresher, A sampling inspection problem in arms control agreements (1962)",
        "With n periods and m inspections the inspectee wins C(n-1, m) / (C(n, 0) + ... + C(n, m)) on average, "
        "here 3/11.",
    ),
    Entry(
        "goofspiel",
        "goofspiel:Goofspiel",
        "simultaneous with chance moves, acyclic",
        "Ross, Goofspiel: the game of pure strategy (1971)",
        "The game is fair: neither player has an advantage.",
    ),
    Entry(
        "monty-hall",
        "monty_hall:MontyHall",
        "sequential, acyclic, hidden information",
        "Selvin, A problem in probability (1975); Gill, The Monty Hall problem is not a probability puzzle (2011)",
        "The contestant wins with probability 2/3, by switching.",
    ),
    Entry(
        "kuhn",
        "kuhn:Kuhn",
        "sequential with chance moves, acyclic, hidden information",
        "Kuhn, A simplified two-person poker (1950)",
        "The first player loses 1/18 of a chip per deal on average.",
    ),
    Entry(
        "one-card-poker",
        "one_card_poker:OneCardPoker",
        "sequential with chance moves, acyclic, hidden information",
        "Reiley, Urbancic and Walker, Stripped-down poker (2008)",
        "The first player wins 1/3 of a chip on average, bets a king with probability 1/3, and is called with "
        "probability 2/3.",
    ),
    Entry(
        "leduc",
        "leduc:Leduc",
        "sequential with chance moves, acyclic, hidden information",
        "Southey and others, Bayes' bluff (2005); value by OpenSpiel (Lanctot and others 2019)",
        "The first player loses 0.085606424078 chips per deal on average, rounded.",
    ),
    Entry(
        "liars-dice",
        "liars_dice:LiarsDice",
        "sequential with chance moves, acyclic, hidden information",
        "Neller and Lanctot, An introduction to counterfactual regret minimization (2013)",
        "The first player loses 7/258 of a point on average.",
    ),
    Entry(
        "beer-quiche",
        "beer_quiche:BeerQuiche",
        "sequential with chance moves, acyclic, hidden information",
        "Cho and Kreps, Signaling games and stable equilibria (1987)",
        "In every equilibrium both types have the same breakfast, beer or quiche, and the receiver leaves.",
        "nash",
    ),
    Entry(
        "seltens-horse",
        "seltens_horse:SeltensHorse",
        "sequential, acyclic, hidden information",
        "Selten, Reexamination of the perfectness concept (1975)",
        "Equilibria pay (3, 3, 2) or (1, 1, 1). The former are not perfect: if it came to player 2, going down would "
        "pay more.",
        "nash",
    ),
    Entry(
        "first-price-auction",
        "auctions:FirstPrice",
        "simultaneous with chance moves, acyclic, hidden information",
        "Vickrey, Counterspeculation, auctions, and competitive sealed tenders (1961)",
        "To bid half of the own value is an equilibrium.",
    ),
    Entry(
        "second-price-auction",
        "auctions:SecondPrice",
        "simultaneous with chance moves, acyclic, hidden information",
        "Vickrey, Counterspeculation, auctions, and competitive sealed tenders (1961)",
        "To bid the own value is a best reply to everything that the other can do.",
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
