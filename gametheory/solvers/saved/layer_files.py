"""Files of the layers of a game, for a computation that can be interrupted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from types import FunctionType

import numpy as np

from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import Integers
from gametheory.parallel.function_hash import function_hash
from gametheory.parallel.package_hash import package_hash
from gametheory.storage.array_files import Parts, read_array_file, write_array_file

POSITIONS, LABELS = ("positions",), ("codes", "lengths", "counts")
GOLDEN = np.uint64(11_400_714_819_323_198_485)  # 2^64/φ, an odd number: its multiples spread evenly


class LayerFiles:
    """The finished layers of a game in a folder; files of other rules or of another version of the program are ignored.

    Parameters
    ----------
    folder : Path
        The folder; it is created with the first file.
    game : LayeredGame
        The rules. The code of their class and their attributes decide whether they are the same.
    parts : int
        Into how many parts each layer is cut.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> class Nothing(LayeredGame): pass
    >>> with TemporaryDirectory() as folder:
    ...     files = LayerFiles(Path(folder, "parts"), Nothing())
    ...     files.save(0, {"positions": np.array([7])})
    ...     files.load(0, POSITIONS)[0].tolist(), files.load(1, POSITIONS), files.scratch("run").name
    ...     files.remove()
    ([7], None, 'run.scratch')
    >>> with TemporaryDirectory() as folder:
    ...     files = LayerFiles(Path(folder, "parts"), Nothing(), parts=2)
    ...     files.save(0, {"positions": np.array([7])}, part=1)
    ...     files.missing(0, POSITIONS), files.finished(0, POSITIONS, part=1)[0].tolist(), files.part_of(np.arange(5))
    ([0], [7], array([0, 1, 0, 0, 1], dtype=uint64))
    """

    def __init__(self, folder: Path, game: LayeredGame, parts: int = 1) -> None:
        self.folder, self.parts = folder, parts
        members = [value for each in type(game).__mro__ for value in vars(each).values()]
        methods = [value for value in members if isinstance(value, FunctionType)]
        # without a hash of the rules, nothing is taken over from an earlier run
        rules = function_hash((methods, vars(game))) or token_hex()
        self._job = {"rules": rules, "program": package_hash(), "parts": parts}

    def load(self, number: int, names: Sequence[str], part: int = 0) -> list[Integers] | None:
        """Return arrays of a part of a layer, which stay on the disk; None if it is not finished, or of other rules."""
        try:
            header, arrays = read_array_file(self._path(number, names, part), dict.fromkeys(names, "i"))
        except (OSError, ValueError):
            return None
        return list(arrays.values()) if header == {**self._job, "layer": number, "part": part} else None

    def save(self, number: int, arrays: Mapping[str, Integers | Parts], part: int = 0) -> None:
        """Write arrays of a part of a layer atomically."""
        self.folder.mkdir(exist_ok=True)
        header = {**self._job, "layer": number, "part": part}
        write_array_file(self._path(number, tuple(arrays), part), header, arrays)

    def missing(self, number: int, names: Sequence[str]) -> list[int]:
        """Return the parts of a layer that are not written yet."""
        return [part for part in range(self.parts) if self.load(number, names, part) is None]

    def finished(self, number: int, names: Sequence[str], part: int) -> list[Integers]:
        """Return arrays of a part of a layer that was written; raise OSError if it is not there."""
        arrays = self.load(number, names, part)
        if arrays is None:
            raise OSError(f"layer {number} in {self.folder} has changed")
        return arrays

    def positions(self, number: int) -> list[Integers]:
        """Return the positions of each part of a layer."""
        return [self.finished(number, POSITIONS, part)[0] for part in range(self.parts)]

    def part_of(self, positions: Integers) -> Integers:
        """Return the part of its layer to which each position belongs."""
        return (positions.astype(np.uint64) * GOLDEN >> np.uint64(32)) % np.uint64(self.parts)

    def scratch(self, name: str) -> Path:
        """Return the path of a file that an interrupted computation writes again."""
        self.folder.mkdir(exist_ok=True)
        return self.folder / f"{name}.scratch"

    def remove(self) -> None:
        """Remove the files, and then the folder if it is empty."""
        with suppress(OSError):
            for path in (*self.folder.glob("*-layer-*.npz"), *self.folder.glob("*.scratch")):
                path.unlink()
            self.folder.rmdir()

    def _path(self, number: int, names: Sequence[str], part: int) -> Path:
        return self.folder / f"{names[0]}-layer-{number:05}{f'-{part}' if self.parts > 1 else ''}.npz"


def merged(runs: Sequence[Sequence[Integers]], size: int) -> Iterator[list[Integers]]:
    """Merge sorted tables into one without repeated keys, a part at a time.

    Parameters
    ----------
    runs : sequence of tables
        Each table is a list of columns; the first column has different numbers in ascending order.
    size : int
        The greatest number of rows of all tables together that are in memory.

    Examples
    --------
    >>> runs = [[np.array([1, 4, 9]), np.array([10, 40, 90])], [np.array([4, 5]), np.array([40, 50])]]
    >>> [[column.tolist() for column in part] for part in merged(runs, size=4)]
    [[[1, 4], [10, 40]], [[5], [50]], [[9], [90]]]
    """
    places = [0] * len(runs)
    while left := [number for number, run in enumerate(runs) if places[number] < len(run[0])]:
        step = max(1, size // len(left))
        ends = {number: min(places[number] + step, len(runs[number][0])) for number in left}
        # in every run, the keys up to the least of these last ones are before its end
        bound = min(runs[number][0][end - 1] for number, end in ends.items())
        parts = []
        for number, end in ends.items():
            begin, run = places[number], runs[number]
            places[number] = begin + int(np.searchsorted(run[0][begin:end], bound, "right"))
            parts.append([np.array(column[begin : places[number]]) for column in run])
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        _, first = np.unique(columns[0], return_index=True)
        yield [column[first] for column in columns]
