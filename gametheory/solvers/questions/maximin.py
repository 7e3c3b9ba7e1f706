"""What each player can guarantee by a pure and by a mixed strategy, whatever the others do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import exact_text, to_flint, to_fraction
from gametheory.numbers.table import Block, Table
from gametheory.solvers.matrix_game.exact import solve_matrix
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
from gametheory.verify import check_maximin

CHECK = Check("the guarantees, and what the others do against each mixed strategy", "verify.check_maximin")


class Guarantee(NamedTuple):
    """The greatest payoffs that a player can guarantee, and strategies of the others that allow no more."""

    player: str
    pure_value: Fraction
    pure: tuple[str, ...]
    value: Fraction
    mixed: Mapping[str, Fraction]
    against: tuple[Weighted, ...]


@dataclass(frozen=True, repr=False)
class MaximinSolution(Answer):
    """What each player can guarantee.

    Attributes
    ----------
    guarantees
        For each player the greatest guarantee of a pure strategy, the pure strategies that have it, that of a mixed
        strategy, one that has it, and a distribution of the others' strategies against which no strategy gets more.
    """

    title: str
    guarantees: tuple[Guarantee, ...]

    def view(self) -> Iterator[Block]:
        """Yield the guarantees of each player."""
        rows = [
            (
                each.player,
                exact_text(each.pure_value),
                ", ".join(each.pure),
                exact_text(each.value),
                mixture_text(each.mixed),
            )
            for each in self.guarantees
        ]
        columns = ("player", "pure maximin", "by", "mixed maximin", "by a mixed strategy")
        yield Table(columns, rows, left=("player", "by", "by a mixed strategy"))
        yield f"What each player of {self.form}, can guarantee against all strategies of the others. Checked exactly."


def maximin_strategies(game: NormalForm | ExtensiveForm) -> MaximinSolution:
    """Return the greatest guarantee of each player, a matrix game against the others as one player.

    A mixed strategy guarantees the least of its payoffs against pure profiles, so that it makes no difference whether
    the others mix independently.
    """
    table, form = table_of(game)
    cells, players, names, guarantees = table.cells(), table.players, table.strategies, []
    sizes = [range(len(own)) for own in names]
    for who, player in enumerate(players):
        others = [*product(*(sizes[:who] + sizes[who + 1 :]))]
        solved = solve_matrix(
            [[to_flint(cells[joined(other, who, own)][who]) for other in others] for own in sizes[who]]
        )
        mixed = {own: to_fraction(p) for own, p in solved.row.items()}
        against = {others[column]: to_fraction(p) for column, p in solved.column.items()}
        pure_value, pure, value = check_maximin(table, who, mixed, against)
        near = weighted(names[:who] + names[who + 1 :], against)
        by = tuple(names[who][each] for each in pure)
        guarantees.append(Guarantee(player, pure_value, by, value, names_of(table, who, mixed), near))
    return MaximinSolution(players, form, (CHECK,), table.title, tuple(guarantees))
