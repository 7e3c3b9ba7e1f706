"""Get a solution for a command: solve with progress on a terminal, or read a file; errors name the argument."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gametheory.cli.arguments import InputError
from gametheory.cli.memory_limit import check_memory
from gametheory.cli.progress import clear_line, write_line
from gametheory.cli.wargame.rules import game_from, refuse, rules_given
from gametheory.numbers.format import pluralize

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, Wargame
    from gametheory.games.wargame.saved_solution import OtherSolutionError, SavedSolution
    from gametheory.games.wargame.verification import VerificationResult


def solve(args: argparse.Namespace, game: Wargame, start: Position | None = None) -> SavedSolution:
    """Solve a game; with --exact, only the positions that can follow `start`."""
    from gametheory.games.wargame import saved_solution

    with _cleared_progress():
        return saved_solution.solve(game, args.exact, _print_round, start=start)


def load_or_solve(args: argparse.Namespace) -> SavedSolution:
    """Load the file of -o if it exists; else solve, and write the file if there is -o."""
    from gametheory.games.wargame import saved_solution
    from gametheory.games.wargame.memory_estimate import bytes_for_solution

    game, path = game_from(args), args.output
    if args.memory and not (path and path.is_file()):
        check_memory(args, bytes_for_solution(game, args.exact, bool(path)), "wargame solve")
    if not path:
        return solve(args, game)
    with _refusals(args, path, "-o"), _cleared_progress():
        return saved_solution.load_or_solve(game, path, args.exact, _print_round)


def load_for_state(args: argparse.Namespace) -> SavedSolution:
    """Load the file of --solution; rules and --exact have to agree with it if they are given."""
    from gametheory.games.wargame.saved_solution import check_same_solution, load_solution

    path = args.solution
    with _refusals(args, path, "--solution"):
        solution = load_solution(path)
        game = game_from(args) if rules_given(args) else solution.game
        check_same_solution(solution, game, True if args.exact else None)
    return solution


def verify(args: argparse.Namespace) -> VerificationResult:
    """Verify the solution file that the arguments name."""
    from gametheory.games.wargame.saved_solution import read_solution_file
    from gametheory.games.wargame.verification import verify_solution

    with _refusals(args, args.file, "FILE"):
        solution = read_solution_file(args.file)
    with _cleared_progress():
        write_line(f"checking {pluralize(len(solution.strategies), 'position')} ...")
        return verify_solution(solution)


@contextmanager
def _refusals(args: argparse.Namespace, path: Path, argument: str) -> Iterator[None]:
    """Turn the errors of a solution file into InputError, in the name of an argument."""
    from gametheory.games.wargame.saved_solution import OtherSolutionError, SolutionWriteError
    from gametheory.games.wargame.solution_file import SolutionFileError

    try:
        yield
    except InputError:
        raise
    except OtherSolutionError as error:
        refuse(args, f"argument {argument}: {path} contains {_other_solution(error)}")
    except SolutionFileError as error:
        refuse(args, f"argument {argument}: {path}: {error}")
    except SolutionWriteError as error:
        raise InputError(f"cannot write {error.filename}: {error.strerror}") from error
    except (OSError, ValueError) as error:
        refuse(args, f"argument {argument}: cannot read {path}: {getattr(error, 'strerror', None) or error}")


def _other_solution(error: OtherSolutionError) -> str:
    """Return the difference of a file from the arguments, and the option that agrees with the file."""
    if error.name == "exact":
        kind = "an exact solution; add --exact" if error.stored else "a solution in floats; omit --exact"
        return f"{kind}, or name another file"
    stored = ",".join(map(str, error.stored)) if isinstance(error.stored, tuple) else error.stored
    return f"the solution for other rules: --{error.name.replace('_', '-')} {stored}"


def _print_round(number: int) -> None:
    write_line(f"round {number} is solved")


@contextmanager
def _cleared_progress() -> Iterator[None]:
    try:
        yield
    finally:
        clear_line()
