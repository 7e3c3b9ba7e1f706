"""Solution files: the labels of all positions, written atomically, read without loading them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gametheory.model.state_arrays import Integers
from gametheory.numbers.rationals import exact_text, parse_rational
from gametheory.solvers.saved.labels import Labels
from gametheory.storage.array_files import Parts, is_intact, read_array_file, smallest_kind, write_array_file
from gametheory.verify.strong_solution import METHODS, SHORTEST_PATHS, StrongSolution

FORMAT = "gametheory solution 1"
MAX_OUTCOMES = 1000


class SolutionFileError(ValueError):
    """The file is no solution file, is damaged, or is for other rules."""


def write_labels(path: Path, labels: Labels) -> None:
    """Write a solution file.

    It is an .npz file of numpy, without compression: `positions` are the numbers of all positions in ascending order,
    `codes` the index of the payoffs of each, `distances_0` and so on the numbers of moves, `parents` the index of a
    position before it. `header` is JSON in UTF-8.

    >>> from tempfile import TemporaryDirectory
    >>> from gametheory import Castle, solve
    >>> from gametheory.solvers.saved.labels import labels_of
    >>> with TemporaryDirectory() as folder:
    ...     write_labels(Path(folder, "castle.npz"), labels_of(solve(Castle(1, 2, 1))))
    ...     read_labels(Path(folder, "castle.npz")).solution.outcomes
    ('castle',)
    """
    solution = labels.solution
    arrays = {"positions": solution.positions, "codes": solution.codes, "parents": labels.parents}
    arrays |= {f"distances_{row}": distances for row, distances in enumerate(solution.distances)}
    write_arrays(path, solution, labels.moves, {name: _small(array) for name, array in arrays.items()})


def write_arrays(path: Path, solution: StrongSolution, moves: int, arrays: Mapping[str, Integers | Parts]) -> None:
    """Write a solution file whose arrays need not be in memory; those of `solution` are not read.

    >>> import numpy as np
    >>> from tempfile import TemporaryDirectory
    >>> nothing = np.zeros(0, np.int8)
    >>> solution = StrongSolution(SHORTEST_PATHS, ("one",), [], ("end",), nothing, nothing, ())
    >>> with TemporaryDirectory() as folder:
    ...     write_arrays(Path(folder, "empty.npz"), solution, 0, {"positions": nothing})
    """
    header = {
        "format": FORMAT,
        "method": solution.method,
        "players": list(solution.players),
        "payoffs": [list(map(exact_text, payoffs)) for payoffs in solution.payoffs],
        "outcomes": list(solution.outcomes),
        "moves": moves,
    }
    write_array_file(path, header, arrays)


def _small(array: Integers) -> Integers:
    """Return an array with the smallest type of integers that has all its numbers."""
    return array.astype(smallest_kind(int(array.min(initial=0)), int(array.max(initial=0))))


def read_labels(path: Path) -> Labels:
    """Return the labels in a file, which stay on the disk until they are looked up.

    Nothing in the file is executed, and nothing is trusted except that its arrays are as long as they say.
    """
    try:
        header, arrays = read_array_file(path, dict.fromkeys(("positions", "codes", "parents"), "i"))
        if header["format"] != FORMAT or header["method"] not in METHODS:
            raise ValueError("it has another format or version")
        names = tuple(map(_text, header["outcomes"]))
        rows = len(names) if header["method"] == SHORTEST_PATHS else 1
        _require(rows <= MAX_OUTCOMES, f"it has more than {MAX_OUTCOMES} outcomes")
        _, distances = read_array_file(path, {f"distances_{row}": "i" for row in range(rows)})
        payoffs = [tuple(map(parse_rational, row)) for row in header["payoffs"]]
        players, moves = tuple(map(_text, header["players"])), int(header["moves"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SolutionFileError(f"not a solution file: {error}") from error
    solution = StrongSolution(
        header["method"], players, payoffs, names, arrays["positions"], arrays["codes"], tuple(distances.values())
    )
    _require_lengths(solution, arrays["parents"])
    return Labels(solution, arrays["parents"], moves)


def require_intact(path: Path) -> None:
    """Raise SolutionFileError if the checksums of a file are wrong. Cost: one reading of the file."""
    _require(is_intact(path), "the file is damaged: wrong checksum")


def _require_lengths(solution: StrongSolution, parents: Integers) -> None:
    paths, positions = solution.method == SHORTEST_PATHS, len(solution)
    rows = [*solution.distances, *([] if paths else [solution.codes]), *([parents] if len(parents) else [])]
    _require(positions > 0 and all(len(row) == positions for row in rows), "its arrays differ in length")
    _require(not (paths and (len(solution.codes) or solution.payoffs)), "it has payoffs, and distances to each outcome")
    _require(len(solution.players) > 0 and all(len(row) == len(solution.players) for row in solution.payoffs),
             "its payoffs are not one for each player")  # fmt: skip


def _require(condition: bool, why: str) -> None:
    if not condition:
        raise SolutionFileError(f"not a solution file: {why}" if not why.startswith("the") else why)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a name")
    return value
