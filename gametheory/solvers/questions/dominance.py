"""Strategies that are dominated, round after round, and for each that is left a belief to which it is a best reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Table
from gametheory.solvers.linear_program import maximize
from gametheory.solvers.questions.answer import (
    Answer,
    Weighted,
    joined,
    mixture_text,
    names_of,
    table_of,
    weighted,
)
from gametheory.solvers.solution import Check
from gametheory.verify import check_dominance

CHECK = Check("each dominated strategy, and a belief for each that is left", "verify.check_dominance")


class Dominated(NamedTuple):
    """A strategy, and the mixed strategy that dominates it."""

    player: str
    strategy: str
    by: Mapping[str, Fraction]


class Belief(NamedTuple):
    """A strategy that is left, and probabilities of the others' strategies to which it is a best reply."""

    player: str
    strategy: str
    belief: tuple[Weighted, ...]


@dataclass(frozen=True, repr=False)
class DominanceSolution(Answer):
    """What iterated elimination of dominated strategies leaves.

    Attributes
    ----------
    weak
        Whether a strategy is eliminated if another one is never worse and sometimes better.
    rounds
        For each round, the strategies that are eliminated in it.
    left
        The strategies of each player that are left.
    beliefs
        For each of these a belief; if `weak`, one in which all strategies of the others have a positive probability.
    """

    title: str
    weak: bool
    rounds: tuple[tuple[Dominated, ...], ...]
    left: tuple[tuple[str, ...], ...]
    beliefs: tuple[Belief, ...]

    def view(self) -> Iterator[Block]:
        """Yield the strategies in the order of their elimination, and those that are left."""
        rows = [
            ("" if place else number, each.player, each.strategy, mixture_text(each.by))
            for number, dominated in enumerate(self.rounds, 1)
            for place, each in enumerate(dominated)
        ]
        words = ("player", "strategy", "dominated by")
        if rows:
            yield Table(("round", *words), rows, left=words)
        beliefs = [
            (who, strategy, "; ".join(f"{', '.join(each.profile)} {exact_text(each.probability)}" for each in belief))
            for who, strategy, belief in self.beliefs
        ]
        words = ("player", "left", "best reply to")
        yield Table(words, beliefs, left=words)
        which = "not weakly dominated any more" if self.weak else "rationalizable"
        count = pluralize(sum(map(len, self.left)), "strategy", "strategies")
        yield f"Left of {self.form}: {count}, {which}. Checked exactly."


def eliminate_dominated(game: NormalForm | ExtensiveForm, weak: bool = False) -> DominanceSolution:
    """Eliminate dominated strategies, those of all players in each round, until none is left.

    A linear program for each strategy finds a mixed strategy that dominates it, or a belief to which it is a best reply
    (Pearce 1984, Lemmas 3 and 4). Strict dominance leaves the rationalizable strategies, in any order. What weak
    dominance leaves depends on the order; here all dominated strategies are eliminated in each round.
    """
    table, form = table_of(game)
    cells, players, names = table.cells(), table.players, table.strategies
    left = [[*range(len(names))] for names in table.strategies]
    rounds: list[dict[tuple[int, int], dict[int, Fraction]]] = []
    while True:
        dominated, beliefs = {}, {}
        for who, own in enumerate(left):
            others = [*product(*(left[:who] + left[who + 1 :]))]
            gets = {each: [cells[joined(other, who, each)][who] for other in others] for each in own}
            for strategy in own:
                mixture, belief = _mixture_or_belief(strategy, gets, weak)
                if mixture:
                    dominated[who, strategy] = mixture
                beliefs[who, strategy] = {other: p for other, p in zip(others, belief, strict=False) if p}
        if not dominated:
            break
        rounds.append(dominated)
        left = [[each for each in own if (who, each) not in dominated] for who, own in enumerate(left)]
    check_dominance(table, rounds, beliefs, weak)
    return DominanceSolution(
        players,
        form,
        (CHECK,),
        table.title,
        weak,
        tuple(
            tuple(
                Dominated(players[who], names[who][each], names_of(table, who, by)) for (who, each), by in one.items()
            )
            for one in rounds
        ),
        tuple(tuple(names[who][each] for each in own) for who, own in enumerate(left)),
        tuple(
            Belief(players[who], names[who][each], weighted(names[:who] + names[who + 1 :], belief))
            for (who, each), belief in beliefs.items()
        ),
    )


def _mixture_or_belief(
    strategy: int, gets: Mapping[int, Sequence[Fraction]], weak: bool
) -> tuple[dict[int, Fraction], Sequence[Fraction]]:
    """Return a mixed strategy that dominates a strategy, if possible a pure one; or else a belief."""
    gains = {
        each: [one - own for one, own in zip(line, gets[strategy], strict=True)]
        for each, line in gets.items()
        if each != strategy
    }
    for each, line in gains.items():
        if min(line) > 0 or (weak and min(line) == 0 < max(line)):
            return {each: Fraction(1)}, ()
    if weak:  # the last weight is that of the strategy itself
        worse = [{n: -line[at] for n, line in enumerate(gains.values())} for at in range(len(gets[strategy]))]
        solved = maximize([*(sum(line, Fraction(0)) for line in gains.values()), Fraction(0)], worse)
        mixed, belief = solved.weights[:-1], [1 + each for each in solved.multipliers]
        dominated = solved.value != 0
    else:
        solved = maximize([Fraction(0)] * len(gets[strategy]), [dict(enumerate(line)) for line in gains.values()])
        mixed, belief, dominated = solved.multipliers, [*solved.weights], solved.value is None
    if dominated:
        return {each: p / sum(mixed) for each, p in zip(gains, mixed, strict=True) if p}, ()
    return {}, [each / sum(belief) for each in belief]
