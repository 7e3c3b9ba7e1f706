"""The layers of a game in files, for a computation that can be interrupted and shared by several workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from gametheory.model.layers import LayeredGame
from gametheory.model.payoffs import Payoffs, payoffs_of_outcomes
from gametheory.model.state_arrays import Integers
from gametheory.parallel.hashes import function_hash, package_hash
from gametheory.solvers.saved.labels import NotSaved
from gametheory.storage.array_files import Parts, read_array_file, write_array_file

GOLDEN = np.uint64(11_400_714_819_323_198_485)  # 2^64/φ, an odd number: its multiples spread evenly
POSITIONS, LABELS = "positions", "labels"
LABEL = 3  # numbers: the code of the payoffs, the length of the longest play, and the number of moves


class RankedPayoffs(NamedTuple):
    """All different payoffs in ascending order, the rank of each for every player, and the place of each outcome."""

    table: Sequence[Payoffs]
    ranks: Integers
    of_outcome: Integers


class LayerJob(NamedTuple):
    """What every worker needs: the rules, and the finished layers in a folder; those of other rules are ignored."""

    game: LayeredGame
    folder: Path
    parts: int
    block: int
    header: dict[str, Any]
    payoffs: RankedPayoffs

    @classmethod
    def of(cls, game: LayeredGame, folder: Path, parts: int, block: int) -> LayerJob:
        """Return the job of a game; raise NotSaved if its payoffs are not known."""
        try:
            payoffs = payoffs_of_outcomes(game.players, game.outcomes)
        except ValueError as error:
            raise NotSaved(str(error)) from error
        table = sorted(set(payoffs))
        columns = [sorted(set(column)) for column in zip(*table, strict=True)]
        ranks = [[column.index(row[player]) for row in table] for player, column in enumerate(columns)]
        places = np.array([table.index(row) for row in payoffs], np.int64)
        members = [value for each in type(game).__mro__ for value in vars(each).values()]
        methods = [value for value in members if isinstance(value, FunctionType)]
        # without a hash of the rules, nothing is taken over from an earlier run
        rules = function_hash((methods, vars(game))) or token_hex()
        header = {"rules": rules, "program": package_hash(), "parts": parts}
        return cls(game, folder, parts, block, header, RankedPayoffs(table, np.array(ranks, np.int64), places))

    def _file(self, name: str, number: int, part: int) -> tuple[Path, dict[str, Any]]:
        path = self.folder / f"{name}-layer-{number:05}{f'-{part}' if self.parts > 1 else ''}.npz"
        return path, {**self.header, "layer": number, "part": part}

    def load(self, name: str, number: int, part: int) -> Integers | None:
        """Return a part of a layer, which stays on the disk; None if it is not finished, or of other rules."""
        path, due = self._file(name, number, part)
        try:
            header, arrays = read_array_file(path, {name: "i"})
        except (OSError, ValueError):
            return None
        return arrays[name] if header == due else None

    def save(self, name: str, number: int, part: int, array: Integers | Parts) -> None:
        """Write a part of a layer atomically."""
        self.folder.mkdir(exist_ok=True)
        write_array_file(*self._file(name, number, part), {name: array})

    def missing(self, name: str, number: int) -> list[int]:
        """Return the parts of a layer that are not written yet."""
        return [part for part in range(self.parts) if self.load(name, number, part) is None]

    def layer(self, name: str, number: int) -> list[Integers]:
        """Return all parts of a layer that was written; raise OSError if one is not there."""
        arrays = [array for part in range(self.parts) if (array := self.load(name, number, part)) is not None]
        if len(arrays) < self.parts:
            raise OSError(f"layer {number} in {self.folder} has changed")
        return [array.reshape(-1, LABEL) for array in arrays] if name == LABELS else arrays

    def part_of(self, positions: Integers) -> Integers:
        """Return the part of its layer to which each position belongs."""
        return (positions.astype(np.uint64) * GOLDEN >> np.uint64(32)) % np.uint64(self.parts)

    def scratch(self, name: str, parts: Iterable[Integers]) -> Integers:
        """Write an array of unknown length to a file that an interrupted computation writes again; map it."""
        self.folder.mkdir(exist_ok=True)
        path = self.folder / f"{name}.scratch"
        with path.open("wb") as file:  # not mapped: on a full disk, writing to a mapped file ends the process
            for part in parts:
                file.write(np.ascontiguousarray(part, np.int64).tobytes())
        return mapped(path)

    def remove(self) -> None:
        """Remove the files, and then the folder if it is empty."""
        with suppress(OSError):
            for path in (*self.folder.glob("*-layer-*.npz"), *self.folder.glob("*.scratch")):
                path.unlink()
            self.folder.rmdir()


def mapped(path: Path) -> Integers:
    """Return the numbers in a file, which stay on the disk."""
    return np.memmap(path, np.int64, "r") if path.stat().st_size else np.zeros(0, np.int64)


def merged(runs: Sequence[Sequence[Integers]], size: int) -> Iterator[list[Integers]]:
    """Merge sorted tables into one without repeated keys, a part at a time."""
    begins = [0] * len(runs)
    while left := [number for number, run in enumerate(runs) if begins[number] < len(run[0])]:
        step = max(1, size // len(left))
        ends = {number: min(begins[number] + step, len(runs[number][0])) for number in left}
        # in every run, the keys up to the least of these last ones are before its end
        bound = min(runs[number][0][end - 1] for number, end in ends.items())
        parts = []
        for number, end in ends.items():
            begin, run = begins[number], runs[number]
            begins[number] = begin + int(np.searchsorted(run[0][begin:end], bound, "right"))
            parts.append([np.array(column[begin : begins[number]]) for column in run])
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        _, first = np.unique(columns[0], return_index=True)
        yield [column[first] for column in columns]
