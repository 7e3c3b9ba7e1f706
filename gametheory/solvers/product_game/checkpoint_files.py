"""Save the solutions of rounds in files, so that an interrupted solver continues with the next round."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Generic

import numpy as np
from numpy.typing import NDArray

from gametheory.solvers.product_game.checkpoint import Round
from gametheory.solvers.product_game.exact import ExactRoundSolution
from gametheory.solvers.product_game.exact_text import number_text, parse_number, parse_strategy, strategy_text
from gametheory.solvers.product_game.floats import PackedStrategies, RoundSolution
from gametheory.storage.atomic_write import write_parts

MAX_HEADER_BYTES = 1 << 16  # bytes
# A damaged file can raise any of these; SyntaxError comes from numpy, for a data type that it cannot parse.
DAMAGED = (OSError, ValueError, LookupError, TypeError, ArithmeticError, MemoryError, RecursionError,
           SyntaxError)  # fmt: skip
Arrays = Sequence[NDArray[Any]]
Facts = dict[str, Any]  # JSON values by name


class CheckpointFiles(Generic[Round]):
    """A folder with one file for each round: a JSON header with a checksum, then arrays, exact to the last bit.

    A damaged file counts as missing, and the solver overwrites it. Memory: a second copy of one round.

    Parameters
    ----------
    folder
        Created when the first round is saved.
    job
        The computation that the rounds belong to, as JSON values. Files of another job count as missing.
    serialize
        Converts a round to JSON values and arrays.
    deserialize
        Converts them back.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp()) / "rounds"
    >>> serialize, deserialize = lambda row: ({}, [np.array(row)]), lambda facts, arrays: arrays[0].tolist()
    >>> files = CheckpointFiles(folder, {"game": "pennies"}, serialize, deserialize)
    >>> files.save(1, [0.5, 0.5])
    >>> files.load(1), files.load(2), CheckpointFiles(folder, {"game": "chess"}, serialize, deserialize).load(1)
    ([0.5, 0.5], None, None)
    >>> files.remove()
    >>> folder.exists()
    False
    """

    def __init__(
        self,
        folder: Path,
        job: Facts,
        serialize: Callable[[Round], tuple[Facts, Arrays]],
        deserialize: Callable[[Facts, Arrays], Round],
    ) -> None:
        self.folder, self._job = folder, job
        self._serialize, self._deserialize = serialize, deserialize

    def load(self, number: int) -> Round | None:
        """Return the solution of a round; None if its file is missing, damaged, or of another job."""
        try:
            with self._path(number).open("rb") as file:
                header = json.loads(file.readline(MAX_HEADER_BYTES))
                if header["of"] != self._job or header["round"] != number:
                    return None
                arrays = _read_arrays(file, header["arrays"])
            return self._deserialize(header["facts"], arrays) if _checksum(arrays) == header["sha256"] else None
        except DAMAGED:
            return None

    def save(self, number: int, solution: Round) -> None:
        """Write the file of a round atomically.

        Raises
        ------
        OSError
            If it cannot be written; files of other rounds remain.
        """
        facts, arrays = self._serialize(solution)
        header = {"of": self._job, "round": number, "facts": facts, "sha256": _checksum(arrays)}
        header["arrays"] = [(array.dtype.str, array.shape) for array in arrays]
        self.folder.mkdir(exist_ok=True)
        try:
            write_parts(self._path(number), (json.dumps(header).encode() + b"\n", *map(_bytes, arrays)))
        except OSError:
            with suppress(OSError):
                self.folder.rmdir()  # succeeds only if the folder is empty
            raise

    def remove(self) -> None:
        """Remove the files, also partial ones of a killed process, and then the folder if it is empty."""
        with suppress(OSError):
            for path in (*self.folder.glob("round-*.part"), *self.folder.glob(".round-*.part.*")):
                path.unlink()
            self.folder.rmdir()

    def _path(self, number: int) -> Path:
        return self.folder / f"round-{number:04}.part"


def float_checkpoint_files(folder: Path, job: Facts) -> CheckpointFiles[RoundSolution]:
    """Return checkpoint files for `floats.solve_backward`.

    >>> from tempfile import TemporaryDirectory
    >>> one = PackedStrategies(np.array([0, 1]), np.array([3], np.uint16), np.array([1.0]))
    >>> with TemporaryDirectory() as folder:
    ...     files = float_checkpoint_files(Path(folder), {"game": "mine"})
    ...     files.save(7, RoundSolution(np.zeros((1, 1)), one, one, symmetric=True, error=0.0))
    ...     files.load(7).mixed_strategies(0, 0)
    ({3: 1.0}, {3: 1.0})
    """
    return CheckpointFiles(folder, job, _serialize_floats, _deserialize_floats)


def exact_checkpoint_files(folder: Path, job: Facts) -> CheckpointFiles[ExactRoundSolution]:
    """Return checkpoint files for `exact.solve_backward_exact`: one line of text for each pair, numbers in base 16.

    >>> exact_checkpoint_files(Path("/no/such/folder"), {}).load(1) is None
    True
    """
    return CheckpointFiles(folder, job, _serialize_exact, _deserialize_exact)


def _serialize_floats(solution: RoundSolution) -> tuple[Facts, Arrays]:
    players = solution.row, solution.column
    strategies = [array for player in players for array in (player.first, player.moves, player.probabilities)]
    return {"symmetric": solution.symmetric, "error": solution.error.hex()}, [solution.values, *strategies]


def _deserialize_floats(facts: Facts, arrays: Arrays) -> RoundSolution:
    row, column = PackedStrategies(*arrays[1:4]), PackedStrategies(*arrays[4:])
    return RoundSolution(arrays[0], row, column, facts["symmetric"], float.fromhex(facts["error"]))


def _serialize_exact(solution: ExactRoundSolution) -> tuple[Facts, Arrays]:
    lines = (
        f"{u} {v}|{number_text(value)}|{strategy_text(solution.rows[u, v])}|{strategy_text(solution.columns[u, v])}\n"
        for (u, v), value in solution.values.items()
    )
    return {"symmetric": solution.symmetric}, [np.frombuffer("".join(lines).encode(), np.uint8)]


def _deserialize_exact(facts: Facts, arrays: Arrays) -> ExactRoundSolution:
    solution = ExactRoundSolution({}, {}, {}, facts["symmetric"])
    for line in arrays[0].tobytes().decode().splitlines():
        pair, value, row, column = line.split("|")
        u, v = map(int, pair.split())
        solution.values[u, v] = parse_number(value)
        solution.rows[u, v], solution.columns[u, v] = parse_strategy(row), parse_strategy(column)
    return solution


def _read_arrays(file: BinaryIO, types: Sequence[Any]) -> list[NDArray[Any]]:
    """Read arrays of the given data types and shapes; they have to fill the rest of the file exactly."""
    sizes = [(np.dtype(kind), tuple(map(int, shape))) for kind, shape in types]
    begin = file.tell()
    # Compare the sizes before reading, so that a damaged header cannot make numpy allocate huge arrays.
    if begin + sum(kind.itemsize * int(np.prod(shape)) for kind, shape in sizes) != file.seek(0, 2):
        raise ValueError("the length of the file differs from the length in its header")
    file.seek(begin)
    return [np.fromfile(file, kind, int(np.prod(shape))).reshape(shape) for kind, shape in sizes]


def _checksum(arrays: Arrays) -> str:
    total = sha256()
    for array in arrays:
        total.update(_bytes(array))
    return total.hexdigest()


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
