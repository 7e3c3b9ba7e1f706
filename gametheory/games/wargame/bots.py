"""Bots that play the Wargame: each says how often it would send how many soldiers in what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeAlias

from gametheory.games.wargame.equilibrium import Equilibrium, SentDistribution
from gametheory.games.wargame.rules import A, B, Position
from gametheory.games.wargame.solution_file import SolutionFile
from gametheory.numbers.rationals import to_float

Law: TypeAlias = Mapping[int, Fraction | float]


class View(NamedTuple):
    """A position as one player sees it: its own camp and field, and those of the other; `player` is "A" or "B"."""

    round: int
    camp: int
    field: int
    other_camp: int
    other_field: int
    player: str


class Bot(Protocol):
    """A player of one method, which need not inherit from this class."""

    def law(self, view: View) -> Law:
        """The chance of each number of soldiers sent; they sum to 1, and {3: 1} sends 3 for certain."""


def player_view(position: Position, player: str) -> View:
    """What a player sees of a position.

    >>> player_view(Position(2, 18, 1, 16, 2), "B")
    View(round=2, camp=16, field=2, other_camp=18, other_field=1, player='B')
    """
    number, camp_a, field_a, camp_b, field_b, _ = position
    if player == A:
        return View(number, camp_a, field_a, camp_b, field_b, A)
    return View(number, camp_b, field_b, camp_a, field_a, B)


def from_view(view: View) -> Position:
    """The position that a player sees.

    >>> from_view(View(2, 16, 2, 18, 1, "B"))
    Position(round=2, camp_a=18, field_a=1, camp_b=16, field_b=2, battle=False)
    """
    number, camp, field, other_camp, other_field, player = view
    own, other = (camp, field), (other_camp, other_field)
    return Position(number, *own, *other) if player == A else Position(number, *other, *own)


@dataclass(frozen=True, eq=False)
class EquilibriumBot:
    """Plays as a solution says, one solved just now or one read from a file; nobody beats it on average.

    Chances are floats, also those of an exact solution, which may have 150,000 digits each.

    >>> from gametheory.games.wargame import Wargame, solve_wargame
    >>> EquilibriumBot(solve_wargame(Wargame(3, 3))).law(View(3, 2, 0, 1, 0, "A"))
    {2: 1.0}
    """

    solution: Equilibrium | SolutionFile = field(repr=False)

    def law(self, view: View) -> Law:
        """The mixture of its side.

        Raises KeyError for a position that no play from the start can reach.
        """
        mixture = _mixtures(self.solution, from_view(view))[view.player == B]
        return {sent: to_float(chance) for sent, chance in mixture.items()}


def _mixtures(solution: Equilibrium | SolutionFile, position: Position) -> tuple[SentDistribution, SentDistribution]:
    if isinstance(solution, Equilibrium):
        return solution.mixtures(position)
    _, a, b = solution.at(position)
    return a, b


@dataclass(frozen=True)
class Steady:
    """Sends the same number every round, or all that are left.

    >>> Steady(3).law(View(4, 2, 5, 9, 3, "A"))
    {2: Fraction(1, 1)}
    """

    number: int

    def law(self, view: View) -> Law:
        """That number for certain."""
        return {min(self.number, view.camp): Fraction(1)}


@dataclass(frozen=True)
class AtOnce:
    """Waits for one round and then sends everybody.

    >>> AtOnce(8).law(View(8, 20, 0, 3, 5, "B")), AtOnce(8).law(View(9, 0, 10, 3, 4, "B"))
    ({20: Fraction(1, 1)}, {0: Fraction(1, 1)})
    """

    round: int

    def law(self, view: View) -> Law:
        """Everybody or nobody."""
        return {view.camp if view.round == self.round else 0: Fraction(1)}


@dataclass(frozen=True)
class Uniform:
    """Sends any number as likely as any other.

    >>> Uniform().law(View(10, 1, 0, 3, 5, "A"))
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """

    def law(self, view: View) -> Law:
        """The same chance for each number up to those in camp."""
        return dict.fromkeys(range(view.camp + 1), Fraction(1, view.camp + 1))
