"""Get a solution for a command: solve with progress on a terminal, or read a file; errors name the argument."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gametheory.cli.arguments import write_output
from gametheory.cli.progress import clear_line, write_line
from gametheory.cli.wargame.rules import RULES, game_from, refuse
from gametheory.numbers.format import pluralize

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, Wargame, WargameEquilibrium
    from gametheory.games.wargame.solution_file import SolutionFile
    from gametheory.games.wargame.verification import VerificationResult

MAX_PROGRAM_POSITIONS = 500_000  # an hour or more with a linear program for each


def solve(args: argparse.Namespace, game: Wargame, start: Position | None = None) -> WargameEquilibrium:
    """Solve a game; with --exact, only the positions that can follow `start`."""
    from gametheory.games.wargame import solve_wargame, solve_wargame_exact

    with _cleared_progress():
        if args.exact:
            return solve_wargame_exact(game, _print_round, start)
        return solve_wargame(game, _print_round, getattr(args, "method", "simplex"))


def load_or_solve(args: argparse.Namespace) -> tuple[WargameEquilibrium | SolutionFile, float]:
    """Load the file of -o if it exists; else solve, and write the file if there is -o. Also return the seconds."""
    from gametheory.games.wargame.armies import more_positions_than
    from gametheory.games.wargame.solution_file import solution_bytes

    began, game, path = time.perf_counter(), game_from(args), args.output
    if path and path.is_file():
        solution: WargameEquilibrium | SolutionFile = _read(args, path, "-o", game, args.exact)
        return solution, time.perf_counter() - began
    if args.method != "simplex":
        if args.exact:
            refuse(args, f"argument --method: {args.method} solves in floats, and --exact in rationals")
        if more_positions_than(game, MAX_PROGRAM_POSITIONS):
            most = f"more than {MAX_PROGRAM_POSITIONS:,} positions; state fewer --soldiers or --rounds"
            refuse(args, f"argument --method: {args.method} would take hours for {most}")
    solved = solve(args, game)
    seconds = time.perf_counter() - began
    if path:
        write_output(path, solution_bytes(solved))
    return solved, seconds


def load_for_state(args: argparse.Namespace) -> SolutionFile:
    """Load the file of --solution; rules and --exact have to agree with it if they are given."""
    game = game_from(args) if any(getattr(args, name) is not None for name in RULES) else None
    return _read(args, args.solution, "--solution", game, True if args.exact else None)


def verify(args: argparse.Namespace) -> VerificationResult:
    """Verify the solution file that the arguments name."""
    from gametheory.games.wargame.verification import verify_solution

    solution = _read(args, args.file, "FILE")
    with _cleared_progress():
        write_line(f"checking {pluralize(len(solution.strategies), 'position')} ...")
        return verify_solution(solution)


def _read(
    args: argparse.Namespace, path: Path, argument: str, game: Wargame | None = None, exact: bool | None = None
) -> SolutionFile:
    """Read a solution file; refuse it if it is damaged, for other rules, or in other numbers."""
    from gametheory.games.wargame.solution_file import MAX_BYTES, SolutionFileError, read_solution
    from gametheory.storage.read import read_bytes

    try:
        solution = read_solution(read_bytes(path, MAX_BYTES))
    except SolutionFileError as error:
        refuse(args, f"argument {argument}: {path}: {error}")
    except (OSError, ValueError) as error:
        refuse(args, f"argument {argument}: cannot read {path}: {getattr(error, 'strerror', None) or error}")
    for name in RULES if game else ():
        if (stored := getattr(solution.game, name)) != getattr(game, name):
            text = ",".join(map(str, stored)) if isinstance(stored, tuple) else stored
            other = f"the solution for other rules: --{name.replace('_', '-')} {text}"
            refuse(args, f"argument {argument}: {path} contains {other}")
    if exact is not None and solution.exact != exact:
        kind = "an exact solution; add --exact" if solution.exact else "a solution in floats; omit --exact"
        refuse(args, f"argument {argument}: {path} contains {kind}, or name another file")
    return solution


def _print_round(number: int) -> None:
    write_line(f"round {number} is solved")


@contextmanager
def _cleared_progress() -> Iterator[None]:
    try:
        yield
    finally:
        clear_line()
