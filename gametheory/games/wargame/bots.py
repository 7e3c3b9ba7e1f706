"""Bots that play the Wargame: each returns a distribution of soldiers sent, given its view of a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

from gametheory.games.wargame.equilibrium import WargameEquilibrium
from gametheory.games.wargame.rules import A, B, Position, SentDistribution
from gametheory.games.wargame.solution_file import SolutionFile
from gametheory.numbers.rationals import to_float


class View(NamedTuple):
    """A position from the side of one player: the own camp and field first; `player` is "A" or "B"."""

    round: int
    camp: int
    field: int
    other_camp: int
    other_field: int
    player: str


class Bot(Protocol):
    """A player with one method. A bot need not inherit from this class."""

    def distribution(self, view: View) -> SentDistribution:
        """Return the probability of each number of soldiers to send.

        Probabilities are Fractions or floats, and their sum is 1; {3: 1} sends 3 soldiers with certainty.
        """


def player_view(position: Position, player: str) -> View:
    """Return a position from the side of a player.

    Parameters
    ----------
    position
        The position.
    player
        "A" or "B".

    Examples
    --------
    >>> player_view(Position(2, 18, 1, 16, 2), "B")
    View(round=2, camp=16, field=2, other_camp=18, other_field=1, player='B')
    """
    number, camp_a, field_a, camp_b, field_b, _ = position
    if player == A:
        return View(number, camp_a, field_a, camp_b, field_b, A)
    return View(number, camp_b, field_b, camp_a, field_a, B)


def from_view(view: View) -> Position:
    """Return the position of a view.

    >>> from_view(View(2, 16, 2, 18, 1, "B"))
    Position(round=2, camp_a=18, field_a=1, camp_b=16, field_b=2, battle=False)
    """
    number, camp, field, other_camp, other_field, player = view
    own, other = (camp, field), (other_camp, other_field)
    return Position(number, *own, *other) if player == A else Position(number, *other, *own)


@dataclass(frozen=True, eq=False)
class EquilibriumBot:
    """A bot that plays a solution, computed or read from a file. On average no bot beats it.

    Its probabilities are floats, even for an exact solution, whose probabilities can have 150,000 digits each.

    Examples
    --------
    >>> from gametheory.games.wargame import Wargame, solve_wargame
    >>> EquilibriumBot(solve_wargame(Wargame(3, 3))).distribution(View(3, 2, 0, 1, 0, "A"))
    {2: 1.0}
    """

    solution: WargameEquilibrium | SolutionFile = field(repr=False)

    def distribution(self, view: View) -> SentDistribution:
        """Return the mixed strategy of the player of the view.

        Raises KeyError for a position that play cannot reach.
        """
        mixed = self.solution.mixed_strategies(from_view(view))[view.player == B]
        return {sent: to_float(probability) for sent, probability in mixed.items()}


@dataclass(frozen=True)
class Steady:
    """A bot that sends the same number in every round, or the whole camp if it has fewer soldiers.

    >>> Steady(3).distribution(View(4, 2, 5, 9, 3, "A"))
    {2: Fraction(1, 1)}
    """

    number: int

    def distribution(self, view: View) -> SentDistribution:
        """Return the number with certainty."""
        return {min(self.number, view.camp): Fraction(1)}


@dataclass(frozen=True)
class AllInRound:
    """A bot that sends the whole camp in one round, and no soldier in any other.

    >>> AllInRound(8).distribution(View(8, 20, 0, 3, 5, "B")), AllInRound(8).distribution(View(9, 0, 10, 3, 4, "B"))
    ({20: Fraction(1, 1)}, {0: Fraction(1, 1)})
    """

    round: int

    def distribution(self, view: View) -> SentDistribution:
        """Return all soldiers or none with certainty."""
        return {view.camp if view.round == self.round else 0: Fraction(1)}


@dataclass(frozen=True)
class Uniform:
    """A bot that sends each possible number with the same probability.

    >>> Uniform().distribution(View(10, 1, 0, 3, 5, "A"))
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """

    def distribution(self, view: View) -> SentDistribution:
        """Return the uniform distribution on the numbers from 0 to the camp."""
        return dict.fromkeys(range(view.camp + 1), Fraction(1, view.camp + 1))
