"""Rounds of `stages` and `exact_stages` kept in files, so that a solver which was stopped goes on with the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Generic

import numpy as np
from flint import fmpq, fmpz
from numpy.typing import NDArray

from gametheory.solvers.product_game.checkpoint import Round
from gametheory.solvers.product_game.exact import ExactMixture, ExactRoundSolution
from gametheory.solvers.product_game.floats import Mixtures, RoundSolution
from gametheory.storage.atomic_write import write_parts

LONGEST_HEAD = 1 << 16
DAMAGED = (OSError, ValueError, LookupError, TypeError, ArithmeticError, MemoryError, RecursionError,
           SyntaxError)  # the last for what numpy is told is a kind of array  # fmt: skip
Arrays = Sequence[NDArray[Any]]
Facts = dict[str, Any]


class CheckpointFiles(Generic[Round]):
    """Rounds in a folder, a file for each: what it is of, the sum of what follows, and that to the last bit.

    Arguments: the folder, made when it is needed; what the rounds are of, as JSON values: a file of anything else is
    not read; how a round becomes facts for JSON and arrays, and the way back. A file that is damaged is left aside, and
    written again. Memory: one round once more.

    >>> from tempfile import TemporaryDirectory
    >>> one = Mixtures(np.array([0, 1]), np.array([3], np.uint16), np.array([1.0]))
    >>> with TemporaryDirectory() as folder:
    ...     rounds = float_checkpoint_files(Path(folder, "parts"), {"game": "mine"})
    ...     rounds.keep(7, RoundSolution(np.zeros((1, 1)), one, one, symmetric=True, error=0.0))
    ...     found, other = rounds.load(7), float_checkpoint_files(Path(folder, "parts"), {"game": "another"}).load(7)
    ...     rounds.remove()
    >>> found.mixtures(0, 0), other
    (({3: 1.0}, {3: 1.0}), None)
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp()) / "rounds"
    >>> taken_apart, put_together = lambda row: ({}, [np.array(row)]), lambda facts, arrays: arrays[0].tolist()
    >>> files = CheckpointFiles(folder, {"game": "pennies"}, taken_apart, put_together)
    >>> files.keep(1, [0.5, 0.5])
    >>> files.load(1), files.load(2)
    ([0.5, 0.5], None)
    >>> files.remove()
    >>> folder.exists()
    False
    """

    def __init__(
        self,
        folder: Path,
        of: Facts,
        taken_apart: Callable[[Round], tuple[Facts, Arrays]],
        put_together: Callable[[Facts, Arrays], Round],
    ) -> None:
        self.folder, self._of = folder, of
        self._taken_apart, self._put_together = taken_apart, put_together

    def load(self, number: int) -> Round | None:
        """The round of that number; None where it is not there, damaged, or of something else."""
        try:
            with self._path(number).open("rb") as file:
                head = json.loads(file.readline(LONGEST_HEAD))
                if head["of"] != self._of or head["round"] != number:
                    return None
                arrays = _read(file, head["arrays"])
            return self._put_together(head["facts"], arrays) if _sum(arrays) == head["sha256"] else None
        except DAMAGED:
            return None

    def keep(self, number: int, solved: Round) -> None:
        """Write the file of a round, whole or not at all. Raises OSError; rounds kept before stay."""
        facts, arrays = self._taken_apart(solved)
        head = {"of": self._of, "round": number, "facts": facts, "sha256": _sum(arrays)}
        head["arrays"] = [(array.dtype.str, array.shape) for array in arrays]
        self.folder.mkdir(exist_ok=True)
        try:
            write_parts(self._path(number), (json.dumps(head).encode() + b"\n", *map(_bytes, arrays)))
        except OSError:
            with suppress(OSError):
                self.folder.rmdir()  # if nothing is in it
            raise

    def remove(self) -> None:
        """Remove the files, those that a killed writer left half-written, and the folder if nothing else is in it."""
        with suppress(OSError):
            for path in (*self.folder.glob("round-*.part"), *self.folder.glob(".round-*.part.*")):
                path.unlink()
            self.folder.rmdir()

    def _path(self, number: int) -> Path:
        return self.folder / f"round-{number:04}.part"


def float_checkpoint_files(folder: Path, of: Facts) -> CheckpointFiles[RoundSolution]:
    """Rounds of `stages.backward`.

    >>> float_checkpoint_files(Path("/no/such/folder"), {}).load(1) is None
    True
    """

    def taken_apart(solved: RoundSolution) -> tuple[Facts, Arrays]:
        players = solved.row, solved.column
        mixtures = [array for player in players for array in (player.first, player.moves, player.weights)]
        return {"symmetric": solved.symmetric, "error": solved.error.hex()}, [solved.values, *mixtures]

    def put_together(facts: Facts, arrays: Arrays) -> RoundSolution:
        row, column = Mixtures(*arrays[1:4]), Mixtures(*arrays[4:])
        return RoundSolution(arrays[0], row, column, facts["symmetric"], float.fromhex(facts["error"]))

    return CheckpointFiles(folder, of, taken_apart, put_together)


def exact_checkpoint_files(folder: Path, of: Facts) -> CheckpointFiles[ExactRoundSolution]:
    """Rounds of `exact_stages.solve_backward_exact`, as text: a line for each pair, numbers in base 16.

    >>> exact_checkpoint_files(Path("/no/such/folder"), {}).load(1) is None
    True
    """

    def taken_apart(solved: ExactRoundSolution) -> tuple[Facts, Arrays]:
        lines = (
            f"{u} {v}|{_text(value)}|{_mixture_text(solved.rows[u, v])}|{_mixture_text(solved.columns[u, v])}\n"
            for (u, v), value in solved.values.items()
        )
        return {"symmetric": solved.symmetric}, [np.frombuffer("".join(lines).encode(), np.uint8)]

    def put_together(facts: Facts, arrays: Arrays) -> ExactRoundSolution:
        solved = ExactRoundSolution({}, {}, {}, facts["symmetric"])
        for line in arrays[0].tobytes().decode().splitlines():
            pair, value, row, column = line.split("|")
            u, v = map(int, pair.split())
            solved.values[u, v] = _number(value)
            solved.rows[u, v], solved.columns[u, v] = _mixture(row), _mixture(column)
        return solved

    return CheckpointFiles(folder, of, taken_apart, put_together)


def _text(number: fmpq) -> str:
    return f"{number.p.str(base=16)}/{number.q.str(base=16)}"


def _number(text: str) -> fmpq:
    above, below = text.split("/")
    return fmpq(fmpz(int(above, 16)), fmpz(int(below, 16)))


def _mixture_text(mixture: ExactMixture) -> str:
    return " ".join(f"{move}:{_text(weight)}" for move, weight in mixture.items())


def _mixture(text: str) -> ExactMixture:
    return {int(move): _number(weight) for move, weight in (part.split(":") for part in text.split())}


def _read(file: BinaryIO, kinds: Sequence[Any]) -> list[NDArray[Any]]:
    """Arrays of these kinds and shapes, if that is all there is."""
    sizes = [(np.dtype(kind), tuple(map(int, shape))) for kind, shape in kinds]
    begin = file.tell()
    if begin + sum(kind.itemsize * int(np.prod(shape)) for kind, shape in sizes) != file.seek(0, 2):
        raise ValueError("the file is of another length than it says")
    file.seek(begin)
    return [np.fromfile(file, kind, int(np.prod(shape))).reshape(shape) for kind, shape in sizes]


def _sum(arrays: Arrays) -> str:
    total = sha256()
    for array in arrays:
        total.update(_bytes(array))
    return total.hexdigest()


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
