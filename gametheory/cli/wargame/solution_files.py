"""Solutions of the Wargame as the commands have them: solved now, with progress on a terminal, or read from a file."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, write_output
from gametheory.cli.memory_limit import check_memory
from gametheory.cli.wargame.rules import RULES, chosen_game, refuse, rules_given
from gametheory.numbers.rationals import to_float
from gametheory.storage.read import read_bytes

if TYPE_CHECKING:
    from gametheory.games.wargame import Equilibrium, Position, Wargame
    from gametheory.games.wargame.equilibrium import SentDistribution
    from gametheory.games.wargame.solution_file import SolutionFile
    from gametheory.solvers.product_game.checkpoint_files import CheckpointFiles

MOST_BYTES = 1_000_000_000


@dataclass(frozen=True, eq=False)
class LoadedSolution:
    """A solution, its bound, how long it took to have it, and the file that it was read from, if it was."""

    solution: Equilibrium | SolutionFile
    exploitability: float
    seconds: float
    read: Path | None = None

    @property
    def game(self) -> Wargame:
        """The rules."""
        return self.solution.game

    @property
    def exact(self) -> bool:
        """Whether it was solved in rationals."""
        return self.solution.exact

    def at(self, position: Position) -> tuple[Any, SentDistribution, SentDistribution]:
        """The value of a position to A and both mixtures: rationals where the solution is exact, else floats."""
        from gametheory.games.wargame.solution_file import SolutionFile

        if not isinstance(self.solution, SolutionFile):
            return self.solution.value(position), *self.solution.mixtures(position)
        value, *mixtures = self.solution.at(position)
        if self.exact:
            return value, mixtures[0], mixtures[1]
        a, b = ({sent: to_float(chance) for sent, chance in mixture.items()} for mixture in mixtures)
        return to_float(value), a, b


def solved(
    chosen: argparse.Namespace,
    game: Wargame,
    rounds: CheckpointFiles[Any] | None = None,
    start: Position | None = None,
) -> LoadedSolution:
    """Solve a game, but for the rounds that are kept; exactly where that was asked for, and then from `start` alone."""
    from gametheory.games.wargame import solve_wargame, solve_wargame_exact

    started = time.perf_counter()
    told = _tell_progress if sys.stderr.isatty() else lambda _: None
    try:
        solution = solve_wargame_exact(game, told, rounds, start) if chosen.exact else solve_wargame(game, told, rounds)
    except OSError as error:
        if not rounds:
            raise
        raise InputError(f"cannot write {rounds.folder}: {error.strerror or error}") from error
    finally:
        _clear_progress()
    return LoadedSolution(solution, solution.exploitability, time.perf_counter() - started)


def load_or_solve(chosen: argparse.Namespace) -> LoadedSolution:
    """The solution in the file named by -o, else a new one, which is written there if a file is named.

    A file that is there and holds anything else is refused, and left as it is. While it is solved, the rounds that are
    done stand beside the file, in a folder of its name and `.parts`.
    """
    game, path = chosen_game(chosen), chosen.output
    if path and path.is_file():
        found = read(chosen, path, "-o")
        _check_same_rules(chosen, found, "-o")
        if found.exact != chosen.exact:
            kind = "an exact solution; add --exact" if found.exact else "a solution in floats; omit --exact"
            refuse(chosen, f"argument -o: {path} holds {kind}, or name another file")
        _rounds(chosen, game, path).remove()  # left by a run that ended between writing the file and this
        return found
    if chosen.memory:
        from gametheory.games.wargame.memory_estimate import bytes_for_solution

        check_memory(chosen, bytes_for_solution(game, chosen.exact, bool(path)), "wargame solve")
    if not path or path.exists():  # what is no file, a pipe say, has nothing beside it
        found, rounds = solved(chosen, game), None
    else:
        rounds = _rounds(chosen, game, path)
        found = solved(chosen, game, rounds)
    if path:
        keep(path, found.solution)
    if rounds:
        rounds.remove()
    return found


def _rounds(chosen: argparse.Namespace, game: Wargame, path: Path) -> CheckpointFiles[Any]:
    """The rounds kept beside a file; of another game, or of another version of this program, they are left aside."""
    from gametheory.cli.wargame.output import rules_json
    from gametheory.parallel.package_hash import package_hash
    from gametheory.solvers.product_game.checkpoint_files import exact_checkpoint_files, float_checkpoint_files

    folder = path.with_name(f"{path.name}.parts")
    if folder.exists() and not folder.is_dir():
        refuse(chosen, f"argument -o: {folder} is there, and is not the folder of rounds already solved")
    of = rules_json(game) | {"exact": chosen.exact, "program": package_hash()}
    return (exact_checkpoint_files if chosen.exact else float_checkpoint_files)(folder, of)


def keep(path: Path, solution: Any) -> None:
    """Write the file of a solution whole."""
    from gametheory.games.wargame.solution_file import solution_bytes

    write_output(path, solution_bytes(solution))


def from_file(chosen: argparse.Namespace) -> LoadedSolution:
    """The solution in the file named by --solution; rules that are given as well have to be those of the file."""
    found = read(chosen, chosen.solution, "--solution")
    if rules_given(chosen):
        _check_same_rules(chosen, found, "--solution")
    if chosen.exact and not found.exact:
        refuse(chosen, f"argument --solution: {found.read} holds a solution in floats; omit --exact")
    return found


def read(chosen: argparse.Namespace, path: Path, argument: str) -> LoadedSolution:
    """The solution of a file with a bound computed anew; raises InputError where there is none."""
    from gametheory.games.wargame.exploitability import exploitability

    started = time.perf_counter()
    kept = read_kept(chosen, path, argument)
    bound = 0.0 if kept.exact else exploitability(kept)
    return LoadedSolution(kept, bound, time.perf_counter() - started, path)


def read_kept(chosen: argparse.Namespace, path: Path, argument: str) -> SolutionFile:
    """What is in a file; raises InputError where that is no solution."""
    from gametheory.games.wargame.solution_file import SolutionFileError, read_solution

    try:
        return read_solution(read_bytes(path, MOST_BYTES))
    except SolutionFileError as error:
        refuse(chosen, f"argument {argument}: {path}: {error}")
    except (OSError, ValueError) as error:
        refuse(chosen, f"argument {argument}: cannot read {path}: {getattr(error, 'strerror', None) or error}")


def _check_same_rules(chosen: argparse.Namespace, found: LoadedSolution, argument: str) -> None:
    game = chosen_game(chosen)
    for name in RULES:
        if (there := getattr(found.game, name)) != getattr(game, name):
            option = f"--{name.replace('_', '-')} {','.join(map(str, there)) if isinstance(there, tuple) else there}"
            refuse(chosen, f"argument {argument}: {found.read} holds the solution of other rules, those of {option}")


def _tell_progress(number: int) -> None:
    print(f"\r\033[Kround {number} is solved", end="", file=sys.stderr, flush=True)


def _clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
