"""Backward induction in layers on the disk, for games with more positions than fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple

import numpy as np

from gametheory.model.game import RulesError
from gametheory.model.layers import LayeredGame, checked_layer
from gametheory.model.payoffs import Payoffs, payoffs_of_outcomes
from gametheory.model.state_arrays import Integers
from gametheory.model.unfolding import PositionLimitExceeded
from gametheory.solvers.saved.early import require_room
from gametheory.solvers.saved.labels import NotSaved
from gametheory.solvers.saved.layer_files import LABELS, POSITIONS, LayerFiles, merged
from gametheory.solvers.saved.saved_solution import SavedSolution, load_solution
from gametheory.solvers.saved.solution_file import write_arrays
from gametheory.storage.array_files import Parts, smallest_kind
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, StrongSolution

MAX_POSITIONS, MEMORY = 10**10, 10**9
BYTES_OF_A_BLOCK = 4000  # of memory for each position that is expanded at a time, with its moves; as measured
BYTES_OF_A_ROW = 100  # of memory for each row that is merged at a time
FAR = 2**62

Progress = Callable[[str], None]


class _Payoffs(NamedTuple):
    """All different payoffs in ascending order, the rank of each for every player, and the place of each outcome."""

    table: Sequence[Payoffs]
    ranks: Integers
    of_outcome: Integers


def solve_on_disk(
    game: LayeredGame,
    path: Path | str,
    limit: int = MAX_POSITIONS,
    memory: int = MEMORY,
    progress: Progress = lambda _: None,
) -> SavedSolution:
    """Solve an acyclic game by backward induction in layers on the disk, and save the value of every position.

    Layer k has the positions that play can reach with k moves, in ascending order: the successors of each part of a
    layer are sorted, written as a run, and the runs are merged without repetitions. Then the labels of each layer
    follow from those of the next one. A position that play reaches with different numbers of moves is in several
    layers. At the end all layers are merged. The file is equal to that of `save_solution`, byte for byte.

    Every finished layer is a file in the folder `PATH.parts`, and a run that was killed continues with the first
    unfinished one. Cost: each layer is read and expanded twice; about 50 bytes of the disk for a position of a layer.

    Parameters
    ----------
    game : LayeredGame
        The rules of an acyclic game whose outcomes have payoffs, or are wins of one of several players.
    path : Path or str
        The file to write.
    limit : int
        The greatest number of positions of all layers together.
    memory : int
        About how many bytes of memory to use, besides the pages of files that the system may drop.
    progress : callable, optional
        A function that is called with a line of text after every layer.

    Returns
    -------
    SavedSolution
        The solution, which stays on the disk.

    Raises
    ------
    NotSaved
        If the rules are no `LayeredGame`, or the payoffs are not known.
    PositionLimitExceeded
        If there are more positions, as in a game in which play can cycle.
    RulesError
        If the rules contradict themselves.
    MemoryError
        If the disk is too small.
    OSError
        If a file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gametheory.model.game import Outcome
    >>> from gametheory.model.layers import Layer
    >>> class Doubling(LayeredGame):
    ...     players, outcomes = ("one", "two"), (Outcome("one"), Outcome("two"))
    ...     def start(self): return 1
    ...     def expand(self, at):
    ...         on = at < 8
    ...         moves = np.tile([0, 1], on.sum())
    ...         turn = np.where(at % 4 < 2, 0, 1)
    ...         return Layer(np.where(on, -1, at % 2), turn, 2 * on, moves, 2 * np.repeat(at[on], 2) + moves)
    >>> with TemporaryDirectory() as folder:
    ...     len(solve_on_disk(Doubling(), Path(folder, "doubling.npz")))
    15
    """
    if not isinstance(game, LayeredGame):
        raise NotSaved("only a LayeredGame can be solved on the disk")
    path, payoffs, block = Path(path), _payoffs(game), max(1, memory // BYTES_OF_A_BLOCK)
    files = LayerFiles(path.with_name(f"{path.name}.parts"), game)
    layers = _unfold(files, game, limit, block, progress)
    for number in reversed(range(layers)):
        if files.load(number, LABELS) is None:
            _label(files, game, number, payoffs, block)
        progress(f"layer {number} of {layers} is solved")
    _write(path, files, game, layers, payoffs, max(1, memory // BYTES_OF_A_ROW))
    files.remove()
    return load_solution(path, game)


def _payoffs(game: LayeredGame) -> _Payoffs:
    try:
        payoffs = payoffs_of_outcomes(game.players, game.outcomes)
    except ValueError as error:
        raise NotSaved(str(error)) from error
    table = sorted(set(payoffs))
    columns = [sorted(set(column)) for column in zip(*table, strict=True)]
    ranks = [[columns[player].index(row[player]) for row in table] for player in range(len(columns))]
    return _Payoffs(table, np.array(ranks, np.int64), np.array([table.index(row) for row in payoffs], np.int64))


def _unfold(files: LayerFiles, game: LayeredGame, limit: int, block: int, progress: Progress) -> int:
    """Write the positions of all layers that are not written yet, and return how many layers have positions."""
    if files.load(0, POSITIONS) is None:
        files.save(0, {"positions": np.array([game.start()], np.int64)})
    number, found = 0, 0
    while len(positions := _positions(files, number)):
        found += len(positions)
        progress(f"layer {number}: {len(positions):,} positions, {found:,} in all")
        if found > limit:
            raise PositionLimitExceeded(found, limit)
        require_room(found, inf, disk_usage(files.folder).free)
        number += 1
        if files.load(number, POSITIONS) is None:
            _next_layer(files, game, number, positions, block)
    return number


def _positions(files: LayerFiles, number: int) -> Integers:
    return _finished(files, number, POSITIONS)[0]


def _labels(files: LayerFiles, number: int) -> list[Integers]:
    return _finished(files, number, LABELS)


def _finished(files: LayerFiles, number: int, names: Sequence[str]) -> list[Integers]:
    arrays = files.load(number, names)
    if arrays is None:
        raise OSError(f"layer {number} in {files.folder} has changed")
    return arrays


def _next_layer(files: LayerFiles, game: LayeredGame, number: int, positions: Integers, block: int) -> None:
    """Write the positions after those of a layer: sorted runs, which are merged."""
    runs = []
    for first in range(0, len(positions), block):
        run = np.unique(checked_layer(game, np.array(positions[first : first + block])).successors.astype(np.int64))
        if len(run):
            runs.append([_on_disk(files, f"run-{first}", [run])])
    whole = _on_disk(files, "merged", (part[0] for part in merged(runs, 16 * block)))
    files.save(number, {"positions": whole})
    for path in files.folder.glob("run-*.scratch"):
        path.unlink()


class _Columns:
    """A table that is written to the disk a part at a time."""

    # not by mapped files: on a full disk, writing to one ends the process

    def __init__(self, files: LayerFiles, names: Sequence[str], kinds: Sequence[type]) -> None:
        self._paths, self._kinds = [files.scratch(name) for name in names], kinds
        self._files = [path.open("wb") for path in self._paths]

    def __enter__(self) -> _Columns:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    def append(self, columns: Sequence[Integers]) -> None:
        for file, kind, column in zip(self._files, self._kinds, columns, strict=True):
            file.write(np.ascontiguousarray(column, kind).tobytes())

    def arrays(self) -> list[Integers]:
        """Return the columns, which stay on the disk."""
        written = zip(self._paths, self._kinds, strict=True)
        return [np.memmap(path, kind, "r") if path.stat().st_size else np.zeros(0, kind) for path, kind in written]


def _on_disk(files: LayerFiles, name: str, parts: Iterable[Integers]) -> Integers:
    """Write the parts of an array, and return the array, which stays on the disk."""
    with _Columns(files, (name,), (np.int64,)) as column:
        for part in parts:
            column.append([part])
    return column.arrays()[0]


def _label(files: LayerFiles, game: LayeredGame, number: int, payoffs: _Payoffs, block: int) -> None:
    """Write the labels of a layer: the payoffs, the length of the longest play, and the number of moves."""
    positions, after = _positions(files, number), _positions(files, number + 1)
    labels = _labels(files, number + 1) if len(after) else []
    with _Columns(files, LABELS, (np.int32,) * len(LABELS)) as columns:
        for first in range(0, len(positions), block):
            part = np.array(positions[first : first + block])
            columns.append(_part_labels(game, part, after, labels, payoffs))
    files.save(number, dict(zip(LABELS, columns.arrays(), strict=True)))


def _part_labels(
    game: LayeredGame, positions: Integers, after: Integers, labels: Sequence[Integers], payoffs: _Payoffs
) -> tuple[Integers, Integers, Integers]:
    """Return the labels of some positions, given those of the next layer: the first of the best moves is chosen."""
    layer = checked_layer(game, positions)
    codes, lengths = np.empty(len(positions), np.int64), np.zeros(len(positions), np.int64)
    ended, playing = layer.outcome >= 0, np.flatnonzero(layer.outcome < 0)
    codes[ended] = payoffs.of_outcome[layer.outcome[ended]]
    if len(playing):
        different, inverse = np.unique(layer.successors, return_inverse=True)
        places = np.minimum(np.searchsorted(after, different), len(after) - 1)
        if not np.array_equal(after[places], different):
            raise RulesError("expand returns other positions when called again")
        next_codes = labels[0][places][inverse]
        counts = layer.counts[playing]
        first, owner = np.cumsum(counts) - counts, np.repeat(np.arange(len(playing)), counts)
        rank = payoffs.ranks[layer.active[playing][owner], next_codes]
        best = rank == np.maximum.reduceat(rank, first)[owner]
        chosen = np.minimum.reduceat(np.where(best, np.arange(len(rank)), FAR), first)
        codes[playing] = next_codes[chosen]
        lengths[playing] = 1 + np.maximum.reduceat(labels[1][places][inverse].astype(np.int64), first)
    return codes, lengths, layer.counts


def _write(path: Path, files: LayerFiles, game: LayeredGame, layers: int, payoffs: _Payoffs, rows: int) -> None:
    """Merge all layers, and write the solution file."""
    runs = [[_positions(files, number), *_labels(files, number)] for number in range(layers)]
    used, moves, longest = np.zeros(len(payoffs.table), bool), 0, 0
    with _Columns(files, ("positions", *LABELS[:2]), (np.int64, np.int32, np.int32)) as merging:
        for part in merged(runs, rows):
            used[part[1]] = True
            longest, moves = max(longest, int(part[2].max())), moves + int(part[3].sum())
            merging.append(part[:3])
    positions, codes, lengths = merging.arrays()
    table = [row for row, occurs in zip(payoffs.table, used, strict=True) if occurs]
    nothing, new_code = np.zeros(0, np.int8), np.cumsum(used) - 1
    solution = StrongSolution(BACKWARD_INDUCTION, game.players, table, (), nothing, nothing, ())
    columns = {
        "positions": (positions, int(positions[-1]), None),
        "codes": (codes, len(table) - 1, new_code),
        "parents": (nothing, 0, None),
        "distances_0": (lengths, longest, None),
    }
    arrays = {
        name: Parts(smallest_kind(0, greatest), len(column), _parts(column, rows, new))
        for name, (column, greatest, new) in columns.items()
    }
    write_arrays(path, solution, moves, arrays)


def _parts(column: Integers, size: int, new: Integers | None) -> Iterator[Integers]:
    """Yield an array a part at a time, with other numbers for its numbers."""
    for first in range(0, len(column), size):
        part = column[first : first + size]
        yield part if new is None else new[part]
