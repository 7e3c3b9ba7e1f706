"""Backward induction in layers on the disk, for games with more positions than fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
from gametheory.parallel.choose import current_executor
from gametheory.parallel.executor import Serial
from gametheory.solvers.saved.early import require_room
from gametheory.solvers.saved.labels import NotSaved
from gametheory.solvers.saved.layer_files import LABELS, POSITIONS, LayerFiles, merged
from gametheory.solvers.saved.saved_solution import SavedSolution, load_solution
from gametheory.solvers.saved.scratch_columns import ScratchColumns, write_column
from gametheory.solvers.saved.solution_file import write_arrays
from gametheory.storage.array_files import Parts, smallest_kind
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, StrongSolution

MAX_POSITIONS, MEMORY = 10**10, 10**9
BYTES_OF_A_BLOCK = 4000  # of memory for each position that is expanded at a time, with its moves; as measured
BYTES_OF_A_ROW = 100  # of memory for each row that is merged at a time
FAR = 2**62
GOLDEN = np.uint64(11_400_714_819_323_198_485)  # 2^64/φ, an odd number: its multiples spread evenly

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
    parts: int = 1,
) -> SavedSolution:
    """Solve an acyclic game by backward induction in layers on the disk, and save the value of every position.

    Layer k has the positions that play can reach with k moves, in ascending order: the successors of each part of a
    layer are sorted, written as a run, and the runs are merged without repetitions. Then the labels of each layer
    follow from those of the next one. A position that play reaches with different numbers of moves is in several
    layers. At the end all layers are merged. The file is equal to that of `save_solution`, byte for byte.

    Every finished layer is a file in the folder `PATH.parts`, and a run that was killed continues with the first
    unfinished one. If there are several parts, a hash of each position says to which part of its layer it belongs. The
    workers of the current executor expand, merge and label the parts, and exchange positions by files in that folder,
    which all of them must share. Cost: each layer is read and expanded twice; about 50 bytes of the disk for a position
    of a layer.

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
    parts : int
        Into how many parts to cut each layer; more than 1 use several workers, each with its own memory.

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
    path, block = Path(path).absolute(), max(1, memory // BYTES_OF_A_BLOCK)
    job = _Job(LayerFiles(path.with_name(f"{path.name}.parts"), game, parts), game, _payoffs(game), block)
    layers = _unfold(job, limit, progress)
    for number in reversed(range(layers)):
        _on_workers(partial(_label, job, number), _missing(job, number, LABELS))
        progress(f"layer {number} of {layers} is solved")
    _write(path, job, layers, max(1, memory // BYTES_OF_A_ROW))
    job.files.remove()
    return load_solution(path, game)


class _Job(NamedTuple):
    """What every worker needs."""

    files: LayerFiles
    game: LayeredGame
    payoffs: _Payoffs
    block: int  # positions that are expanded at a time


def _on_workers(work: Callable[[int], None], pieces: Sequence[int]) -> None:
    """Do some pieces of work: in this process if there is one."""
    executor = current_executor() if len(pieces) > 1 else Serial()
    for _ in executor.results(work, pieces):
        pass


def _missing(job: _Job, number: int, names: Sequence[str]) -> list[int]:
    """Return the parts of a layer that are not written yet."""
    return [part for part in range(job.files.parts) if job.files.load(number, names, part) is None]


def _part_of(positions: Integers, parts: int) -> Integers:
    """Return the part of its layer to which each position belongs."""
    return (positions.astype(np.uint64) * GOLDEN >> np.uint64(32)) % np.uint64(parts)


def _payoffs(game: LayeredGame) -> _Payoffs:
    try:
        payoffs = payoffs_of_outcomes(game.players, game.outcomes)
    except ValueError as error:
        raise NotSaved(str(error)) from error
    table = sorted(set(payoffs))
    columns = [sorted(set(column)) for column in zip(*table, strict=True)]
    ranks = [[columns[player].index(row[player]) for row in table] for player in range(len(columns))]
    return _Payoffs(table, np.array(ranks, np.int64), np.array([table.index(row) for row in payoffs], np.int64))


def _unfold(job: _Job, limit: int, progress: Progress) -> int:
    """Write the positions of all layers that are not written yet, and return how many layers have positions."""
    files, number, found = job.files, 0, 0
    start = np.array([job.game.start()], np.int64)
    for part in _missing(job, 0, POSITIONS):
        files.save(0, {"positions": start[_part_of(start, files.parts) == part]}, part)
    while size := sum(map(len, _positions(files, number))):
        found += size
        progress(f"layer {number}: {size:,} positions, {found:,} in all")
        if found > limit:
            raise PositionLimitExceeded(found, limit)
        require_room(found, inf, disk_usage(files.folder).free)
        number += 1
        if missing := _missing(job, number, POSITIONS):
            _remove_runs(files)  # of an earlier attempt
            _on_workers(partial(_expand, job, number), range(files.parts))
            _on_workers(partial(_gather, job, number), missing)
            _remove_runs(files)
    return number


def _positions(files: LayerFiles, number: int) -> list[Integers]:
    """Return the positions of each part of a layer."""
    return [_finished(files, number, POSITIONS, part)[0] for part in range(files.parts)]


def _finished(files: LayerFiles, number: int, names: Sequence[str], part: int) -> list[Integers]:
    arrays = files.load(number, names, part)
    if arrays is None:
        raise OSError(f"layer {number} in {files.folder} has changed")
    return arrays


def _expand(job: _Job, number: int, part: int) -> None:
    """Write the positions after those of a part of the layer before: sorted runs, for each part of this layer."""
    [positions] = _finished(job.files, number - 1, POSITIONS, part)
    for first in range(0, len(positions), job.block):
        layer = checked_layer(job.game, np.array(positions[first : first + job.block]))
        run = np.unique(layer.successors.astype(np.int64))
        owner = _part_of(run, job.files.parts)
        for other in np.unique(owner).tolist():
            write_column(job.files, f"run-{other}-{part}-{first}", [run[owner == other]])


def _gather(job: _Job, number: int, part: int) -> None:
    """Merge the runs of a part of a layer."""
    runs = [[np.memmap(path, np.int64, "r")] for path in sorted(job.files.folder.glob(f"run-{part}-*.scratch"))]
    whole = write_column(job.files, f"merged-{part}", (columns[0] for columns in merged(runs, 16 * job.block)))
    job.files.save(number, {"positions": whole}, part)


def _remove_runs(files: LayerFiles) -> None:
    for path in files.folder.glob("run-*.scratch"):
        path.unlink()


class _Next(NamedTuple):
    """The next layer: for each part its positions and labels."""

    positions: list[Integers]
    labels: list[list[Integers]]

    def labels_of(self, wanted: Integers) -> list[Integers]:
        """Return the payoffs and the lengths of some positions."""
        found: list[Integers] = [np.zeros(len(wanted), np.int64) for _ in range(2)]
        owner = _part_of(wanted, len(self.positions))
        for part, (known, labels) in enumerate(zip(self.positions, self.labels, strict=True)):
            own = np.flatnonzero(owner == part)
            places = np.searchsorted(known, wanted[own])
            if places.max(initial=-1) >= len(known) or not np.array_equal(known[places], wanted[own]):
                raise RulesError("expand returns other positions when called again")
            for column, label in zip(found, labels, strict=False):  # the numbers of moves are not needed
                column[own] = label[places]
        return found


def _label(job: _Job, number: int, part: int) -> None:
    """Write the labels of a part of a layer: the payoffs, the length of the longest play, and the number of moves."""
    [positions], after = _finished(job.files, number, POSITIONS, part), _positions(job.files, number + 1)
    some = sum(map(len, after))  # the layer after the last one has no labels
    labels = [_finished(job.files, number + 1, LABELS, other) if some else [] for other in range(job.files.parts)]
    with ScratchColumns(job.files, [f"{name}-{part}" for name in LABELS], (np.int32,) * len(LABELS)) as columns:
        for first in range(0, len(positions), job.block):
            own = np.array(positions[first : first + job.block])
            columns.append(_labels(job, own, _Next(after, labels)))
    job.files.save(number, dict(zip(LABELS, columns.arrays(), strict=True)), part)


def _labels(job: _Job, positions: Integers, after: _Next) -> tuple[Integers, Integers, Integers]:
    """Return the labels of some positions, given those of the next layer: the first of the best moves is chosen."""
    layer, payoffs = checked_layer(job.game, positions), job.payoffs
    codes, lengths = np.empty(len(positions), np.int64), np.zeros(len(positions), np.int64)
    ended, playing = layer.outcome >= 0, np.flatnonzero(layer.outcome < 0)
    codes[ended] = payoffs.of_outcome[layer.outcome[ended]]
    if len(playing):
        different, inverse = np.unique(layer.successors.astype(np.int64), return_inverse=True)
        next_codes, next_lengths = (column[inverse] for column in after.labels_of(different))
        counts = layer.counts[playing]
        first, owner = np.cumsum(counts) - counts, np.repeat(np.arange(len(playing)), counts)
        rank = payoffs.ranks[layer.active[playing][owner], next_codes]
        best = rank == np.maximum.reduceat(rank, first)[owner]
        chosen = np.minimum.reduceat(np.where(best, np.arange(len(rank)), FAR), first)
        codes[playing] = next_codes[chosen]
        lengths[playing] = 1 + np.maximum.reduceat(next_lengths, first)
    return codes, lengths, layer.counts


def _write(path: Path, job: _Job, layers: int, rows: int) -> None:
    """Merge all layers, and write the solution file."""
    files, payoffs = job.files, job.payoffs
    runs = [
        [*_finished(files, number, POSITIONS, part), *_finished(files, number, LABELS, part)]
        for number in range(layers)
        for part in range(files.parts)
    ]
    used, moves, longest = np.zeros(len(payoffs.table), bool), 0, 0
    with ScratchColumns(files, ("positions", *LABELS[:2]), (np.int64, np.int32, np.int32)) as merging:
        for part in merged(runs, rows):
            used[part[1]] = True
            longest, moves = max(longest, int(part[2].max())), moves + int(part[3].sum())
            merging.append(part[:3])
    positions, codes, lengths = merging.arrays()
    table = [row for row, occurs in zip(payoffs.table, used, strict=True) if occurs]
    nothing, new_code = np.zeros(0, np.int8), np.cumsum(used) - 1
    solution = StrongSolution(BACKWARD_INDUCTION, job.game.players, table, (), nothing, nothing, ())
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
