"""Solve the Wargame with a solution file: load the file if it exists, else solve, with checkpoints, and write it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gametheory.games.wargame.equilibrium import Number, WargameEquilibrium, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.exploitability import exploitability_bound
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame
from gametheory.games.wargame.solution_file import (
    SolutionFile,
    SolutionFileError,
    read_solution,
    rules_as_json,
    solution_bytes,
)
from gametheory.numbers.rationals import to_float
from gametheory.parallel.package_hash import package_hash
from gametheory.solvers.product_game.checkpoint_files import (
    CheckpointFiles,
    exact_checkpoint_files,
    float_checkpoint_files,
)
from gametheory.storage.atomic_write import write_atomic
from gametheory.storage.read import read_bytes

MAX_BYTES = 1_000_000_000  # bytes
RULES = "soldiers", "rounds", "battle_chances", "killed", "payoffs"

Progress = Callable[[int], None]


class OtherSolutionError(SolutionFileError):
    """A file contains the solution for other rules, or in other numbers.

    Parameters
    ----------
    name
        The attribute that differs: a rule, or "exact".
    stored
        Its value in the file.
    """

    def __init__(self, name: str, stored: Any) -> None:
        super().__init__(f"the file contains another solution, with {name} = {stored}")
        self.name, self.stored = name, stored


class SolutionWriteError(OSError):
    """The solution file or a checkpoint cannot be written; `filename` is the path."""

    def __init__(self, path: Path, reason: OSError) -> None:
        super().__init__(reason.errno, reason.strerror or str(reason), str(path))


@dataclass(frozen=True, eq=False)
class SavedSolution:
    """A solution that was computed or loaded, with numbers of one kind in either case.

    Parameters
    ----------
    solution
        The solution itself.
    exploitability
        A bound on the sum of what both players could gain by deviating, from any position; 0 in an exact solution.
    seconds
        The time for solving or loading.
    loaded_from
        The file that it was loaded from, if any.

    Examples
    --------
    >>> saved = solve(Wargame(soldiers=2, rounds=2), exact=True)
    >>> saved.game.soldiers, saved.exact, saved.value(saved.game.start())
    (2, True, 0)
    >>> saved.mixed_strategies(saved.game.start())
    ({0: 1}, {0: 1})
    """

    solution: WargameEquilibrium | SolutionFile
    exploitability: float
    seconds: float
    loaded_from: Path | None = None

    @property
    def game(self) -> Wargame:
        """The rules."""
        return self.solution.game

    @property
    def exact(self) -> bool:
        """Return whether the game was solved in rationals."""
        return self.solution.exact

    def value(self, position: Position) -> Number:
        """Return the value of a position to A: an fmpq in an exact solution, else a float."""
        value = self.solution.value(position)
        return value if self.exact else to_float(value)

    def mixed_strategies(self, position: Position) -> tuple[SentDistribution, SentDistribution]:
        """Return the probability with which A and B send each number: as fmpq in an exact solution, else as floats."""
        a, b = self.solution.mixed_strategies(position)
        return (a, b) if self.exact else (_in_floats(a), _in_floats(b))


def _in_floats(distribution: SentDistribution) -> SentDistribution:
    return {sent: to_float(probability) for sent, probability in distribution.items()}


def solve(
    game: Wargame,
    exact: bool = False,
    progress: Progress = lambda _: None,
    checkpoint: CheckpointFiles[Any] | None = None,
    start: Position | None = None,
) -> SavedSolution:
    """Solve a game without reading or writing a solution file.

    Parameters
    ----------
    game
        The rules.
    exact
        Whether to solve in rationals instead of floats.
    progress
        Called with the number of each round after it is solved.
    checkpoint
        Rounds solved in an earlier run, from `checkpoint_for`.
    start
        Solve only this position and those after it, if `exact`; a solution in floats always includes all positions.

    Examples
    --------
    >>> solve(Wargame(3, 3)).value(Position(2, 3, 0, 2, 0))
    0.5
    """
    started = time.perf_counter()
    if exact:
        solution = solve_wargame_exact(game, progress, checkpoint, start)
    else:
        solution = solve_wargame(game, progress, checkpoint)
    return SavedSolution(solution, solution.exploitability, time.perf_counter() - started)


def load_or_solve(game: Wargame, path: Path, exact: bool = False, progress: Progress = lambda _: None) -> SavedSolution:
    """Load the solution in a file if the file exists; else solve the game and write the file.

    While the game is being solved, each finished round is saved in the folder `checkpoint_folder(path)`. If the run is
    interrupted, the next one continues from there. The folder is removed after the file is written.

    Parameters
    ----------
    game
        The rules.
    path
        The file. If it exists but is not a regular file (a pipe, say), the solution is written to it without
        checkpoints.
    exact
        Whether to solve in rationals instead of floats.
    progress
        Called with the number of each round after it is solved.

    Raises
    ------
    OtherSolutionError
        If the file contains the solution of another game, or in other numbers. The file stays as it is.
    SolutionFileError
        If the file exists and is not a solution file. It stays as it is.
    SolutionWriteError
        If the file or a checkpoint cannot be written.
    OSError, ValueError
        If an existing file cannot be read, or is too large.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "small.wargame")
    ...     [load_or_solve(Wargame(3, 3), path).loaded_from is None for _ in range(2)]
    [True, False]
    """
    if path.is_file():
        saved = load_solution(path)
        check_same_solution(saved, game, exact)
        checkpoint_for(game, path, exact).remove()  # an earlier run may have ended before it could remove them
        return saved
    if path.exists():
        saved = solve(game, exact, progress)
        _write(path, saved)
        return saved
    checkpoint = checkpoint_for(game, path, exact)
    try:
        saved = solve(game, exact, progress, checkpoint)
    except OSError as error:
        raise SolutionWriteError(checkpoint.folder, error) from error
    _write(path, saved)
    checkpoint.remove()
    return saved


def _write(path: Path, saved: SavedSolution) -> None:
    assert isinstance(saved.solution, WargameEquilibrium)
    data = solution_bytes(saved.solution)
    try:
        write_atomic(path, data)
    except OSError as error:
        raise SolutionWriteError(path, error) from error


def load_solution(path: Path) -> SavedSolution:
    """Load the solution in a file, and recompute its exploitability bound.

    Raises
    ------
    SolutionFileError
        If it is not a solution file, or is damaged.
    OSError, ValueError
        If the file cannot be read, or is too large.

    Examples
    --------
    >>> load_solution(Path("/no/such/file"))
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: '/no/such/file'
    """
    started = time.perf_counter()
    solution = read_solution_file(path)
    bound = 0.0 if solution.exact else exploitability_bound(solution)
    return SavedSolution(solution, bound, time.perf_counter() - started, path)


def read_solution_file(path: Path) -> SolutionFile:
    """Read a solution file. Raises what `load_solution` raises.

    >>> read_solution_file(Path("/no/such/file"))
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: '/no/such/file'
    """
    return read_solution(read_bytes(path, MAX_BYTES))


def check_same_solution(saved: SavedSolution, game: Wargame, exact: bool | None = None) -> None:
    """Check that a solution is for the given rules, and exact or not as expected.

    Parameters
    ----------
    saved
        The solution.
    game
        The expected rules.
    exact
        Whether the solution must be exact, or must not be; None for either.

    Raises
    ------
    OtherSolutionError
        If it is another solution.

    Examples
    --------
    >>> check_same_solution(solve(Wargame(3, 3)), Wargame(3, 3))
    >>> check_same_solution(solve(Wargame(3, 3)), Wargame(2, 3))
    Traceback (most recent call last):
    gametheory.games.wargame.saved_solution.OtherSolutionError: the file contains another solution, with soldiers = 3
    """
    for name in RULES:
        if (stored := getattr(saved.game, name)) != getattr(game, name):
            raise OtherSolutionError(name, stored)
    if exact is not None and saved.exact != exact:
        raise OtherSolutionError("exact", saved.exact)


def checkpoint_folder(path: Path) -> Path:
    """Return the folder for the finished rounds of a solution file.

    >>> checkpoint_folder(Path("game")).name
    'game.parts'
    """
    return path.with_name(f"{path.name}.parts")


def checkpoint_for(game: Wargame, path: Path, exact: bool) -> CheckpointFiles[Any]:
    """Return the checkpoint files next to a solution file; files of another game or program version are ignored.

    Raises
    ------
    SolutionFileError
        If a file has the name of the folder.

    Examples
    --------
    >>> checkpoint_for(Wargame(3, 3), Path("/no/such/folder/game"), exact=False).load(1) is None
    True
    """
    folder = checkpoint_folder(path)
    if folder.exists() and not folder.is_dir():
        raise SolutionFileError(f"{folder} exists and is not a checkpoint folder")
    job = rules_as_json(game) | {"exact": exact, "program": package_hash()}
    return (exact_checkpoint_files if exact else float_checkpoint_files)(folder, job)
