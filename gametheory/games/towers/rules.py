"""The rules of the tower game of "Castle Defense" I, first paragraph: soldiers fire at random towers. No solving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from gametheory.model.game import Distribution, Outcome

WIN = Outcome("win")
LOSE = Outcome("lose")
AIMS = ("each", "in-turn", "anywhere", "together")
Hits: TypeAlias = tuple[int, ...]


class Position(NamedTuple):
    """The soldiers, and how many hits each standing tower can still take, greatest first: equal towers are alike."""

    soldiers: int
    towers: Hits


@dataclass(frozen=True, order=True)
class Towers:
    """The tower game: `soldiers` fire at `towers` that stand `hits` and kill `kills` a round; chance alone decides.

    In a round every soldier fires once at a random tower, which takes away one of its hits; at none left it crumbles.
    Then each tower still standing, damaged or not, kills `kills` soldiers. The soldiers win when no tower stands, and
    lose when no soldier does; not both at once, since only a standing tower kills.

    The paragraph does not say at which tower a soldier fires; every random choice is uniform. With `aim`

    - "each": each soldier chooses for himself among the towers that stood when the round began, all at once, so
      that shots at a tower that takes more than it can stand are lost;
    - "in-turn": they fire one after another, each at a tower that stands then, so that no shot is lost;
    - "anywhere": as "each", among all towers, those crumbled in earlier rounds included;
    - "together": all at one tower, chosen among those that stood when the round began.

    Raises ValueError unless soldiers, towers and hits are whole numbers of at least 1 and kills one of at least 0.

    >>> game = Towers(soldiers=2, towers=2, hits=1, kills=1)
    >>> for position, chance in game.after(game.start()).items():
    ...     print(position, chance)
    Position(soldiers=1, towers=(1,)) 1/2
    Position(soldiers=2, towers=()) 1/2
    """

    soldiers: int
    towers: int
    hits: int
    kills: int
    aim: str = "each"
    players = ()

    def __post_init__(self) -> None:
        for name, least in (("soldiers", 1), ("towers", 1), ("hits", 1), ("kills", 0)):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise ValueError(f"{name}: {value!r} is not a whole number of at least {least}")
        if self.aim not in AIMS:
            raise ValueError(f"aim: {self.aim!r} is not one of {', '.join(AIMS)}")

    def start(self) -> Position:
        """Everybody stands, and no tower has been hit."""
        return Position(self.soldiers, (self.hits,) * self.towers)

    def outcome(self, position: Position) -> Outcome | None:
        """The soldiers' outcome.

        >>> game = Towers(soldiers=2, towers=2, hits=1, kills=1)
        >>> game.outcome(Position(1, ())), game.outcome(Position(0, (1,))), game.outcome(Position(1, (1,)))
        (Outcome(name='win', payoffs=()), Outcome(name='lose', payoffs=()), None)
        """
        if not position.towers:
            return WIN
        return LOSE if position.soldiers == 0 else None

    def moves(self, position: Position, player: str = "") -> Iterator[None]:  # noqa: ARG002
        """Nobody chooses anything.

        >>> list(Towers(soldiers=2, towers=2, hits=1, kills=1).moves(Position(2, (1, 1))))
        []
        """
        return iter(())

    def after(self, position: Position) -> Distribution[Position]:
        """One round: the soldiers fire, then each tower that still stands kills."""
        soldiers, towers = position
        if self.aim == "in-turn":
            law = _fired_in_turn(towers, soldiers)
        elif self.aim == "together":
            law = _fired_together(towers, soldiers)
        else:
            law = _fired_at_once(towers, soldiers, self.towers - len(towers) if self.aim == "anywhere" else 0)
        return Distribution({Position(max(soldiers - self.kills * len(left), 0), left): p for left, p in law.items()})


def _fired_at_once(towers: Hits, shots: int, crumbled: int) -> dict[Hits, Fraction]:
    """The law of the towers after shots at one of them, or of so many crumbled ones, each chosen for itself.

    Multinomial: tower by tower, in how many ways it takes so many shots and stands, or is set aside as one that falls;
    then in how many ways the shots not yet spent bring down those and hit what had crumbled before. Towers are kept up
    to order, so that equal ones are never told apart.
    """
    ways: dict[tuple[int, Hits, Hits], int] = {(shots, (), ()): 1}
    for hits in towers:
        found: dict[tuple[int, Hits, Hits], int] = {}
        for (unspent, left, falling), count in ways.items():
            for taken in range(min(hits, unspent + 1)):
                key = unspent - taken, _stands(left, hits - taken), falling
                found[key] = found.get(key, 0) + count * comb(unspent, taken)
            key = unspent, left, (*falling, hits)
            found[key] = found.get(key, 0) + count
        ways = found
    law: dict[Hits, int] = {}
    for (unspent, left, falling), count in ways.items():
        law[left] = law.get(left, 0) + count * _ways_to_fell(unspent, falling, crumbled)
    return {left: Fraction(count, (len(towers) + crumbled) ** shots) for left, count in law.items() if count}


@lru_cache(2**16)
def _ways_to_fell(shots: int, falling: Hits, crumbled: int) -> int:
    """In how many ways shots, told apart, bring down all these towers and else hit crumbled ones.

    >>> _ways_to_fell(3, (2, 1), 0)
    3
    """
    if not falling:
        return int(crumbled**shots)
    first, *others = falling
    ways = (comb(shots, k) * _ways_to_fell(shots - k, tuple(others), crumbled) for k in range(first, shots + 1))
    return sum(ways)


def _fired_in_turn(towers: Hits, shots: int) -> dict[Hits, Fraction]:
    """The law of the towers after shots one by one, each at a tower that stands then."""
    law = {towers: Fraction(1)}
    for _ in range(shots):
        found: dict[Hits, Fraction] = {}
        for left, chance in law.items():
            for after, share in _fired_together(left, 1).items() if left else [(left, Fraction(1))]:
                found[after] = found.get(after, Fraction(0)) + chance * share
        law = found
    return law


def _fired_together(towers: Hits, shots: int) -> dict[Hits, Fraction]:
    """The law of the towers after all shots at one of them.

    >>> _fired_together((2, 2, 1), 1)
    {(2, 1, 1): Fraction(2, 3), (2, 2): Fraction(1, 3)}
    """
    law: dict[Hits, Fraction] = {}
    for index, hits in enumerate(towers):
        left = _stands(towers[:index] + towers[index + 1 :], hits - shots)
        law[left] = law.get(left, Fraction(0)) + Fraction(1, len(towers))
    return law


def _stands(others: Hits, hits: int) -> Hits:
    """The towers, with one more if it has hits left, greatest first."""
    return tuple(sorted((*others, hits), reverse=True)) if hits > 0 else others
