"""Verify a solution file by exact arithmetic, without the solver."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from gametheory.games.wargame.rules import Position, Wargame, mirror
from gametheory.games.wargame.solution_file import SolutionFile
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.parallel.cores import available_cores
from gametheory.parallel.processes import is_fork_safe, results
from gametheory.verify import CertificateError, bracket_values

TOLERANCE = Fraction(1, 10**9)  # of a solution in floats; an exact one has none
SHARED_FROM = 200  # positions of a round; fewer are checked before other processes have started

Bracket = tuple[fmpq, fmpq]


@dataclass(frozen=True)
class Fault:
    """The worst error of a solution: its position (None if there are no strategies to check) and the reason."""

    position: Position | None
    why: str


@dataclass(frozen=True)
class VerificationResult:
    """The result of verifying a solution file."""

    game: Wargame
    exact: bool
    positions: int
    bracket: Bracket | None
    widest: float | None
    fault: Fault | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Return whether no error was found."""
        return self.fault is None


def verify_solution(solution: SolutionFile) -> VerificationResult:
    """Check every position of a solution, given only the rules, the stored values and the stored strategies.

    Two passes of best responses compute what either strategy guarantees at each position. The solution is sound if, at
    every position, these two bounds differ by at most the tolerance, and the stored value is outside them by at most
    the tolerance. The tolerance is 0 for an exact solution and 1e-9 for one in floats.

    See `gametheory.verify.bracket_values` for the method and the cost. The positions of a round are divided among all
    cores, each of which computes again what other positions of the round need as well.
    """
    started, count = time.perf_counter(), len(solution.strategies)
    bracket = widest = None
    try:
        brackets = _brackets(solution)
        bracket = brackets[solution.game.start()]
        widest = max(to_float(upper - lower) for lower, upper in brackets.values())
        fault = _worst_fault(solution, brackets)
    except CertificateError as error:
        fault = Fault(None, str(error))
    seconds = time.perf_counter() - started
    return VerificationResult(solution.game, solution.exact, count, bracket, widest, fault, seconds)


def _brackets(solution: SolutionFile) -> dict[Position, Bracket]:
    """Return what both strategies guarantee at each position, round by round from the last to the first."""
    rounds: dict[int, list[Position]] = {}
    for position in solution.strategies:
        rounds.setdefault(position.round, []).append(position)
    later: dict[Position, Bracket] = {}
    brackets: dict[Position, Bracket] = {}
    for number in sorted(rounds, reverse=True):
        later = _brackets_of_round(solution, rounds[number], later)
        brackets |= later
    return {position: brackets[position] for position in solution.strategies}


def _brackets_of_round(
    solution: SolutionFile, positions: Sequence[Position], later: dict[Position, Bracket]
) -> dict[Position, Bracket]:
    """Return the brackets of positions of one round, given those of the next round."""
    game, image = solution.game, mirror if solution.game.symmetric else None

    def check(part: int) -> dict[Position, Bracket]:
        strategies = {position: solution.strategies[position] for position in positions[part::parts]}
        return bracket_values(game, strategies, image, later)

    # a new interpreter for each part of each round would take longer than the check
    parts = available_cores() if len(positions) >= SHARED_FROM and is_fork_safe() else 1
    brackets: dict[Position, Bracket] = {}
    for _, checked in results(check, range(parts)):
        brackets |= checked
    return brackets


def _worst_fault(solution: SolutionFile, brackets: dict[Position, Bracket]) -> Fault | None:
    """Return the position with the largest error, the first of equal ones; None if all are within the tolerance."""
    worst, fault = to_flint(0 if solution.exact else TOLERANCE), None
    for position, (lower, upper) in brackets.items():
        value = solution.values[position]
        width, distance = upper - lower, max(lower - value, value - upper)
        excess = max(width, distance)
        if excess > worst:
            worst, fault = excess, Fault(position, _why(width, distance, to_float(value)))
    return fault


def _why(width: fmpq, distance: fmpq, value: float) -> str:
    if distance > width:
        return (
            f"the stored value {value:.9f} is {to_float(distance):.1e} outside the bounds that the strategies guarantee"
        )
    return f"A's strategy guarantees {to_float(width):.1e} less than B's strategy concedes"
