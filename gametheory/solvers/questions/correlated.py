"""Correlated and coarse correlated equilibria: the best one for an objective, and all extreme ones of a small game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Table
from gametheory.solvers.double_description import TooManyVertices, cut_cone
from gametheory.solvers.linear_program import maximize
from gametheory.solvers.questions.answer import (
    Answer,
    Cells,
    Profile,
    Weighted,
    parse_objective,
    table_of,
    weighted,
)
from gametheory.solvers.solution import Check
from gametheory.verify import check_correlated

CHECK = Check("no player gains by a deviation, and no such equilibrium is better", "verify.check_correlated")
MAX_CELLS, MAX_EXTREME = 30, 500  # for the extreme points
Deviation: TypeAlias = tuple[int, int | None, int]


class Multiplier(NamedTuple):
    """The dual number of a deviation: from a recommended strategy, or from each (None), to another one."""

    player: str
    recommended: str | None
    other: str
    multiplier: Fraction


@dataclass(frozen=True, repr=False)
class CorrelatedSolution(Answer):
    """The correlated equilibrium that is best for an objective.

    Attributes
    ----------
    objective
        What is greatest: a sum of payoffs.
    value, payoffs
        The greatest value, and the expected payoff of each player.
    distribution
        The profiles with a positive probability.
    multipliers
        The dual solution, which proves that no such equilibrium is better.
    coarse
        Whether players can deviate only before the recommendation.
    extreme
        All extreme points of the set of such equilibria, for at most 30 profiles and 500 points; else None.
    """

    title: str
    objective: str
    value: Fraction
    payoffs: tuple[Fraction, ...]
    distribution: tuple[Weighted, ...]
    multipliers: tuple[Multiplier, ...]
    coarse: bool
    extreme: tuple[tuple[Weighted, ...], ...] | None

    def view(self) -> Iterator[Block]:
        """Yield the distribution, the payoffs and the value."""
        rows = [(*each.profile, exact_text(each.probability)) for each in self.distribution]
        yield Table((*self.players, "probability"), rows, left=self.players)
        yield Table(self.players, [list(map(exact_text, self.payoffs))], "expected payoffs", left=())
        kind = "coarse correlated equilibrium" if self.coarse else "correlated equilibrium"
        yield f"{self.objective} = {exact_text(self.value)}: no {kind} of {self.form}, has more. Checked exactly."
        if self.extreme is not None:
            yield f"All such equilibria are mixtures of {pluralize(len(self.extreme), 'extreme one')}."


def correlated_equilibrium(
    game: NormalForm | ExtensiveForm, best: str | None = None, coarse: bool = False
) -> CorrelatedSolution:
    """Return the correlated equilibrium of a table, or of the reduced normal form of a tree, that is best.

    The best one maximizes a weighted sum of payoffs, without `best` the sum of all. A linear program has a variable for
    each profile and a constraint for each deviation. HiGHS solves it in floats, and its basis is solved in rationals.
    Cost: that of a linear system with as many unknowns as profiles that are recommended.
    """
    table, form = table_of(game)
    cells, players = table.cells(), table.players
    weights = parse_objective(best, players)
    deviations = {each: row for each in _deviations(table, coarse) if (row := _gains(cells, each))}
    solved = maximize([_dot(weights, payoffs) for payoffs in cells.values()], list(deviations.values()))
    distribution = {profile: p for profile, p in zip(cells, solved.weights, strict=True) if p}
    multipliers = {each: own for each, own in zip(deviations, solved.multipliers, strict=True) if own}
    value = check_correlated(table, distribution, weights, multipliers, coarse)
    return CorrelatedSolution(
        players,
        form,
        (CHECK,),
        table.title,
        " + ".join(players) if best is None else best,
        value,
        tuple(_dot(distribution.values(), [cells[each][who] for each in distribution]) for who in range(len(players))),
        weighted(table.strategies, distribution),
        tuple(
            Multiplier(players[who], None if old is None else table.strategies[who][old], table.strategies[who][new], m)
            for (who, old, new), m in multipliers.items()
        ),
        coarse,
        _extreme_points(table, [*cells], list(deviations.values())),
    )


def _deviations(table: NormalForm, coarse: bool) -> Iterator[Deviation]:
    for player, names in enumerate(table.strategies):
        strategies = range(len(names))
        yield from (
            (player, old, new) for old in ([None] if coarse else strategies) for new in strategies if new != old
        )


def _gains(cells: Cells, deviation: Deviation) -> dict[int, Fraction]:
    """Return what a deviation gains in each profile; nothing if it gains in none, so that it is no constraint."""
    player, recommended, other = deviation
    gains = {
        index: gain
        for index, (profile, payoffs) in enumerate(cells.items())
        if recommended in (None, profile[player])
        and (gain := cells[(*profile[:player], other, *profile[player + 1 :])][player] - payoffs[player])
    }
    return gains if max(gains.values(), default=0) > 0 else {}


def _dot(left: Any, right: Any) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def _extreme_points(
    table: NormalForm, profiles: list[Profile], constraints: list[dict[int, Fraction]]
) -> tuple[tuple[Weighted, ...], ...] | None:
    """Return the vertices of all correlated equilibria; None if there are too many."""
    size = len(profiles)
    if size > MAX_CELLS:
        return None
    everything = (1 << size) - 1
    rays = {tuple(int(i == j) for j in range(size)): everything ^ (1 << i) for i in range(size)}
    try:
        for facet, row in enumerate(constraints, size):
            unit = lcm(*(gain.denominator for gain in row.values()))
            normal = [int(-row.get(index, 0) * unit) for index in range(size)]
            rays = cut_cone(rays, normal, 1 << facet, MAX_EXTREME)
    except TooManyVertices:
        return None
    return tuple(
        weighted(table.strategies, {each: Fraction(n, sum(ray)) for each, n in zip(profiles, ray, strict=True) if n})
        for ray in rays
    )
