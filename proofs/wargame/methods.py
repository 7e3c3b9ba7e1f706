"""Other programs for the matrix game of a position: the linear programs of nashpy and of HiGHS."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from flint import fmpq

from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Table
from gametheory.games.wargame import Position, Wargame, WargameEquilibrium, solve_wargame_exact
from gametheory.games.wargame.equilibrium import stored_positions, to_rational_distribution
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.solvers.matrix_game import program_of, solve_matrix
from gametheory.verify import bracket_matrix_value

from .shared import OWN, published

METHODS = "nashpy", "highs"
SMALL = Wargame(6, 4)
EVERY, EVERY_DEEP = 500, 50  # position of the published game
TOLERANCE = fmpq(1, 10**7)


class StageGame(NamedTuple):
    """The matrix game of a position, in rationals."""

    game: Wargame
    position: Position
    payoffs: tuple[tuple[fmpq, ...], ...]

    def __str__(self) -> str:
        """Return the game and the position."""
        return f"{self.game.soldiers} soldiers, {self.game.rounds} rounds: {tuple(self.position[:5])}"


@claim(
    "WG.methods",
    "The linear programs of nashpy and of HiGHS (scipy) solve the matrix game of every position: what their strategies "
    "guarantee is the exact value up to 1/10,000,000 (a claim of this program).",
    OWN,
)
def linear_programs(deep: bool = False) -> Verdict:
    every = EVERY_DEEP if deep else EVERY
    sample = [*small_stages(), *published_stages(every)]
    widest = {
        method: max(to_float(upper - lower) for lower, upper in (brackets(stage)[method] for stage in sample))
        for method in METHODS
    }
    return check_all(
        sample,
        agree,
        f"up to exchange, all {len(small_stages())} matrix games of {SMALL.soldiers} soldiers, {SMALL.rounds} rounds, "
        f"and every {every}th of the published game",
        lambda stage: f"the strategies guarantee {brackets(stage)}, and the value is {exact_value(stage)}",
        Table(
            ("method", "matrix games", "largest distance of what both strategies guarantee"),
            [(method, len(sample), f"{width:.0e}") for method, width in widest.items()],
            "The distances are computed in rationals, from the strategies as they are in floats, scaled to the sum 1.",
        ),
    )


def agree(stage: StageGame) -> bool:
    """Return whether the exact value is between the guarantees of each method, which are close to each other."""
    value = exact_value(stage)
    return all(lower <= value <= upper <= lower + TOLERANCE for lower, upper in brackets(stage).values())


@cache
def brackets(stage: StageGame) -> dict[str, tuple[fmpq, fmpq]]:
    """Return what the strategies of each method guarantee to A and to B, in rationals."""
    found = {}
    for method in METHODS:
        program = program_of(method)
        assert program is not None
        row, column = (
            to_rational_distribution({int(sent): float(weights[sent]) for sent in np.flatnonzero(weights)})
            for weights in program(rounded(stage))
        )
        found[method] = bracket_matrix_value(stage.payoffs, row, column)
    return found


def exact_value(stage: StageGame) -> fmpq:
    """Return the exact value of a matrix game."""
    return solve_matrix(stage.payoffs, rounded(stage)).value


def rounded(stage: StageGame) -> np.ndarray:
    """Return the payoffs in floats."""
    return np.array([[to_float(payoff) for payoff in row] for row in stage.payoffs])


@cache
def small_stages() -> tuple[StageGame, ...]:
    """Return the matrix games of all positions of a small game, with the exact values of the next round."""
    solution = solve_wargame_exact(SMALL)
    return tuple(StageGame(SMALL, position, payoffs(solution, position)) for position in stored_positions(SMALL))


def published_stages(every: int) -> Iterator[StageGame]:
    """Yield matrix games of the published game, with the computed values of the next round as rationals."""
    solution = published()
    for position in list(stored_positions(solution.game))[::every]:
        yield StageGame(solution.game, position, payoffs(solution, position))


def payoffs(solution: WargameEquilibrium, position: Position) -> tuple[tuple[fmpq, ...], ...]:
    """Return the expected payoff to A of each pair of moves, by the rules and the values of the next round."""
    game = solution.game

    def expected(a: int, b: int) -> fmpq:
        total = fmpq(0)
        for after, probability in game.after(position, a, b).items():
            end = game.outcome(after)
            value = to_flint(end.payoffs[0]) if end else solution.value(after)
            total += to_flint(probability) * (value if isinstance(value, fmpq) else to_flint(value))
        return total

    moves_of_b = game.moves(position, "B")
    return tuple(tuple(expected(a, b) for b in moves_of_b) for a in game.moves(position, "A"))
