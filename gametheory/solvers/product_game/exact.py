"""The same games as in `stages`, exactly: rational values and optimal mixtures at every pair of positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from flint import fmpq

from gametheory.claims.evidence import Table
from gametheory.numbers.format import format_distribution, format_number
from gametheory.numbers.rationals import simplify_for_display, to_flint, to_float
from gametheory.solvers.matrix_game.methods import exact_solution
from gametheory.solvers.product_game.checkpoint import RoundCheckpoint, load_or_compute
from gametheory.solvers.product_game.floats import Stage

SHOWN = 20  # pairs, in a notebook
ExactMixture = dict[int, fmpq]


@dataclass(frozen=True, eq=False, slots=True)
class ExactRoundSolution:
    """A round solved: the value and the two mixtures at every pair of positions (row, column).

    With `symmetric`, only pairs with row >= column are held.

    >>> pennies = ExactRoundSolution({(0, 0): fmpq(1, 5)}, {(0, 0): {0: fmpq(1)}}, {(0, 0): {1: fmpq(1)}}, symmetric=False)
    >>> pennies.value(0, 0), pennies.mixtures(0, 0)
    (1/5, ({0: 1}, {1: 1}))
    """

    values: dict[tuple[int, int], fmpq]
    rows: dict[tuple[int, int], ExactMixture]
    columns: dict[tuple[int, int], ExactMixture]
    symmetric: bool

    def value(self, u: int, v: int) -> fmpq:
        """The value of a pair to the row player."""
        return -self.values[v, u] if self.symmetric and u < v else self.values[u, v]

    def mixtures(self, u: int, v: int) -> tuple[ExactMixture, ExactMixture]:
        """The mixtures of the row and of the column player at a pair of positions."""
        if self.symmetric and u < v:
            return self.columns[v, u], self.rows[v, u]
        return self.rows[u, v], self.columns[u, v]

    def _repr_html_(self) -> str:
        """The values and mixtures at the first pairs of positions."""
        laws = (self.values, self.rows, self.columns)
        rows = [(*pair, *(_text(law[pair]) for law in laws)) for pair in list(self.values)[:SHOWN]]
        caption = f"The first of {len(self.values):,} pairs of positions"
        headings = ("row position", "column position", "value", "row plays", "column plays")
        return Table(headings, rows, caption)._repr_html_()


def _text(found: fmpq | ExactMixture) -> str:
    if isinstance(found, dict):
        return format_distribution({move: simplify_for_display(chance) for move, chance in found.items()})
    return format_number(simplify_for_display(found))


def solve_backward_exact(
    stages: Sequence[Stage], rounds: RoundCheckpoint[ExactRoundSolution] | None = None
) -> Iterator[ExactRoundSolution]:
    """Solve all rounds, from the last to the first, in rationals; those that are kept in `rounds` are not solved again.

    See `matrix.solve_exactly` for one pair. Cost: one exact solution for each pair. The numbers grow: a value is a
    quotient of determinants of the values of the next round, so that it has about as many digits as all payoffs of one
    basis together, some five times those of the round after it in the Wargame.

    >>> import numpy as np
    >>> from gametheory.solvers.product_game.floats import PlayerGraph
    >>> walk = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> one = Stage(walk, walk, ((Fraction(2), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))
    >>> (solved,) = solve_backward_exact([one])
    >>> solved.value(0, 0), solved.rows[0, 0]
    (1/5, {0: 2/5, 1: 3/5})
    """
    later, same = None, True
    for number, stage in reversed(list(enumerate(stages, 1))):
        same = same and stage.symmetric
        later = load_or_compute(rounds, number, partial(_solve, stage, later, same))
        yield later


def _solve(stage: Stage, later: ExactRoundSolution | None, symmetric: bool) -> ExactRoundSolution:
    solved = ExactRoundSolution({}, {}, {}, symmetric)
    entries = _Entries(stage, later)
    for u in range(len(stage.row.moves)):
        for v in range(u + 1 if symmetric else len(stage.column.moves)):
            payoffs, near = entries.matrix(u, v)
            solved.values[u, v], solved.rows[u, v], solved.columns[u, v], _ = exact_solution(payoffs, near)
    return solved


class _Entries:
    """The entries of the matrix games of a round, each computed once, exactly and rounded."""

    def __init__(self, stage: Stage, later: ExactRoundSolution | None) -> None:
        self.stage, self.later = stage, later
        self.ends = to_flint(stage.ends)
        self.known: dict[tuple[Fraction, int, int], tuple[fmpq, float]] = {}

    def matrix(self, u: int, v: int) -> tuple[list[list[fmpq]], np.typing.NDArray[np.float64]]:
        """The matrix game of a pair of positions."""
        row, column, payoffs = self.stage.row, self.stage.column, self.stage.payoffs
        m, n = int(row.moves[u]), int(column.moves[v])
        columns = list(zip(column.shown[v, :n].tolist(), column.following[v, :n].tolist(), strict=True))
        pairs = [
            [self.entry(payoffs[shown][other], after, beside) for other, beside in columns]
            for shown, after in zip(row.shown[u, :m].tolist(), row.following[u, :m].tolist(), strict=True)
        ]
        near = np.array([[rounded for _, rounded in line] for line in pairs])
        return [[exact for exact, _ in line] for line in pairs], near

    def entry(self, payoff: Fraction, u: int, v: int) -> tuple[fmpq, float]:
        """What it is worth to show something with this payoff, and to go on from this pair if play goes on."""
        if (found := self.known.get((payoff, u, v))) is None:
            exact = self.ends * to_flint(payoff)
            if self.later is not None and self.ends != 1:
                exact += (1 - self.ends) * self.later.value(u, v)
            found = self.known[payoff, u, v] = exact, to_float(exact)
        return found
