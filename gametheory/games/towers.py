"""The tower game of "Castle Defense" I, first paragraph, in which soldiers fire at random towers.

Its rules, and its exact distribution: by round, in the end, its duration, and the soldiers left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import comb
from typing import NamedTuple, TypeAlias

from gametheory.model.game import Distribution, Outcome
from gametheory.model.unfolding import unfold
from gametheory.numbers.format import format_probability, format_survivors, short_repr
from gametheory.numbers.rationals import require_whole
from gametheory.numbers.table import Block, Printable, Table
from gametheory.solvers.markov_chain import absorption_distribution, expected_duration, outcome_distributions

WIN = Outcome("win")
LOSE = Outcome("lose")
AIMS = ("each", "in-turn", "anywhere", "together")
Hits: TypeAlias = tuple[int, ...]


class Position(NamedTuple):
    """Soldiers, and the hits that each standing tower has left, largest first (their order does not matter)."""

    soldiers: int
    towers: Hits


@dataclass(frozen=True, order=True)
class Towers:
    """Tower game: soldiers fire at random towers, and each standing tower kills soldiers; chance alone decides.

    In a round every soldier fires once at a random tower, which loses one of its hits; a tower without hits crumbles.
    Then each standing tower, damaged or not, kills `kills` soldiers. The soldiers win if no tower is left, and lose if
    no soldier is left; never both, since only a standing tower kills.

    The paragraph does not say at which tower a soldier fires; every random choice is uniform. With `aim`

    - "each": each soldier independently chooses one of the towers standing at the start of the round, so that
      surplus shots at a tower are lost;
    - "in-turn": the soldiers fire one after another, each at a tower still standing, so that no shot is lost;
    - "anywhere": as "each", but among all towers, including those crumbled in earlier rounds;
    - "together": all at one tower, chosen among those standing at the start of the round.
    """

    soldiers: int
    towers: int
    hits: int
    kills: int
    aim: str = "each"
    players = ()

    def __post_init__(self) -> None:
        for name, least in (("soldiers", 1), ("towers", 1), ("hits", 1), ("kills", 0)):
            require_whole(name, getattr(self, name), least)
        if self.aim not in AIMS:
            raise ValueError(f"aim: {self.aim!r} is not one of {', '.join(AIMS)}")

    def start(self) -> Position:
        """Return the position with all soldiers, and all towers undamaged."""
        return Position(self.soldiers, (self.hits,) * self.towers)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the soldiers' outcome; None while both sides are left."""
        if not position.towers:
            return WIN
        if position.soldiers == 0:
            return LOSE
        return None

    def moves(self, position: Position, player: str = "") -> Iterator[None]:  # noqa: ARG002
        """Return no moves: chance alone decides."""
        return iter(())

    def after(self, position: Position) -> Distribution[Position]:
        """Return the distribution after one round: the soldiers fire, then each standing tower kills."""
        soldiers, towers = position
        if self.aim == "in-turn":
            distribution = _fire_in_turn(towers, soldiers)
        elif self.aim == "together":
            distribution = _fire_together(towers, soldiers)
        else:
            crumbled = self.towers - len(towers) if self.aim == "anywhere" else 0
            distribution = _fire_independently(towers, soldiers, crumbled)
        after = {}
        for left, probability in distribution.items():
            soldiers_left = max(soldiers - self.kills * len(left), 0)
            after[Position(soldiers_left, left)] = probability
        return Distribution(after)


def _fire_independently(towers: Hits, shots: int, crumbled: int) -> dict[Hits, Fraction]:
    """Return the distribution of the towers after shots at independent targets, crumbled towers included.

    Multinomial: count, tower by tower, the choices of shots that leave it standing, or mark it as falling; then those
    in which the remaining shots destroy the falling towers and hit crumbled ones. The order of towers is ignored, so
    that equal towers are counted together.
    """
    choices = Counter({_Choice(shots, (), ()): 1})
    for hits in towers:
        next_choices = Counter[_Choice]()
        for choice, count in choices.items():
            remaining, left, falling = choice
            # Either the tower stands, hit by fewer shots than it has hits left, or it is marked as falling.
            for taken in range(min(hits, remaining + 1)):
                stands = _Choice(remaining - taken, _with_tower(left, hits - taken), falling)
                next_choices[stands] += count * comb(remaining, taken)
            falls = _Choice(remaining, left, (*falling, hits))
            next_choices[falls] += count
        choices = next_choices
    counts = Counter[Hits]()
    for choice, count in choices.items():
        counts[choice.left] += count * _count_destroying(choice.remaining, choice.falling, crumbled)
    targets = len(towers) + crumbled
    return {left: Fraction(count, targets**shots) for left, count in counts.items() if count}


class _Choice(NamedTuple):
    """The shots that are not yet assigned to a tower, the towers that stand, and those that are to fall."""

    remaining: int
    left: Hits
    falling: Hits


@lru_cache(2**16)
def _count_destroying(shots: int, falling: Hits, crumbled: int) -> int:
    """Count the targets of distinguishable shots that destroy all falling towers, the others hitting crumbled ones."""
    if not falling:
        return int(crumbled**shots)
    first = falling[0]
    others = falling[1:]
    targets = 0
    for hits in range(first, shots + 1):
        targets += comb(shots, hits) * _count_destroying(shots - hits, others, crumbled)
    return targets


def _fire_in_turn(towers: Hits, shots: int) -> dict[Hits, Fraction]:
    """Return the distribution of the towers after shots one by one, each at a tower still standing."""
    distribution = {towers: Fraction(1)}
    for _ in range(shots):
        next_distribution: dict[Hits, Fraction] = {}
        for left, probability in distribution.items():
            # Once no tower stands, the other soldiers have no target.
            one_shot = _fire_together(left, 1) if left else {left: Fraction(1)}
            for after, share in one_shot.items():
                next_distribution[after] = next_distribution.get(after, 0) + probability * share
        distribution = next_distribution
    return distribution


def _fire_together(towers: Hits, shots: int) -> dict[Hits, Fraction]:
    """Return the distribution of the towers after all shots at one of them."""
    distribution: dict[Hits, Fraction] = {}
    share = Fraction(1, len(towers))
    for index, hits in enumerate(towers):
        others = towers[:index] + towers[index + 1 :]
        left = _with_tower(others, hits - shots)
        distribution[left] = distribution.get(left, 0) + share
    return distribution


def _with_tower(others: Hits, hits: int) -> Hits:
    """Add a tower if it has hits left; largest first."""
    if hits <= 0:
        return others
    return tuple(sorted((*others, hits), reverse=True))


class Round(NamedTuple):
    """Probabilities to have won or lost by the end of a round, and that play continues; they sum to 1."""

    round: int
    win: Fraction
    lose: Fraction
    undecided: Fraction


@short_repr
@dataclass(frozen=True)
class TowersDistribution(Printable):
    """Distribution of one tower game."""

    rounds: tuple[Round, ...]
    win: Fraction
    lose: Fraction
    expected_rounds: Fraction
    soldiers: dict[int, Fraction]

    def view(self) -> Iterator[Block]:
        """Return the probabilities by round and in the end, the mean number of rounds, and the soldiers left."""
        rows = [[str(number), *map(format_probability, outcomes)] for number, *outcomes in self.rounds]
        rows.append(["in the end", format_probability(self.win), format_probability(self.lose), "0"])
        yield Table(("after round", "win", "lose", "undecided"), rows, left=())
        yield f"{float(self.expected_rounds):.6f} rounds on average{_exactly(self.expected_rounds)}."
        yield f"The soldiers win with probability {format_probability(self.win)}{_exactly(self.win)}."
        yield f"Soldiers left in the end: {format_survivors(self.soldiers)}."


def _exactly(value: Fraction) -> str:
    """Return an exact number if it is short enough to read."""
    if value.denominator.bit_length() <= 100:
        return f", exactly {value}"
    return ", computed exactly, shown rounded"


def towers_distribution(game: Towers, rounds: int) -> TowersDistribution:
    """Return the exact distribution of a tower game, by round and in the end.

    The absorbing Markov chain of its positions (Kemeny and Snell 1960), in which the order of the towers is ignored.
    Every play ends with probability 1: a round in which no tower is hit, possible with aim "anywhere", kills soldiers
    or is followed in the end by one that hits. Cost: the edges of the graph for each round, in rationals; the graph has
    up to C(hits + towers, towers) positions for each number of soldiers left, and at most that many edges each.
    """
    require_whole("rounds", rounds, 1)
    graph = unfold(game)
    by_round: list[Round] = []
    by_turn = islice(outcome_distributions(graph), 1, rounds + 1)
    for number, outcomes in enumerate(by_turn, 1):
        win = outcomes.get("win", Fraction(0))
        lose = outcomes.get("lose", Fraction(0))
        by_round.append(Round(number, win, lose, outcomes[None]))
        # Every play is over.
        if not outcomes[None]:
            break
    win = Fraction(0)
    soldiers: dict[int, Fraction] = {}
    for position, probability in absorption_distribution(graph).items():
        # Won or lost: never both, since only a standing tower kills.
        if not position.towers:
            win += probability
        soldiers[position.soldiers] = soldiers.get(position.soldiers, 0) + probability
    duration = expected_duration(graph)
    assert duration is not None, "every play ends"
    return TowersDistribution(tuple(by_round), win, 1 - win, duration, dict(sorted(soldiers.items())))
