"""Backward induction in layers on the disk, for games with more positions than fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from gametheory.model.game import PositionLimitExceeded, RulesError
from gametheory.model.layers import LayeredGame, checked_layer
from gametheory.model.state_arrays import Integers
from gametheory.parallel.processes import results
from gametheory.solvers.saved.labels import NotSaved
from gametheory.solvers.saved.layers import LABEL, LABELS, POSITIONS, LayerJob, mapped, merged
from gametheory.solvers.saved.saved_solution import SavedSolution, load_solution
from gametheory.solvers.saved.solution_file import write_arrays
from gametheory.storage.array_files import Parts, smallest_kind
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, StrongSolution

MAX_POSITIONS, MEMORY = 10**10, 10**9
BYTES_OF_A_BLOCK = 4000  # of memory for each position that is expanded at a time, with its moves; as measured
BYTES_OF_A_ROW = 100  # of memory for each row that is merged at a time
FAR = 2**62

Progress = Callable[[str], None]


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
        If the rules are no `LayeredGame` without chance moves, or the payoffs are not known.
    PositionLimitExceeded
        If there are more positions, as in a game in which play can cycle.
    RulesError
        If the rules contradict themselves.
    OSError
        If a file cannot be written, as on a full disk.

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
    if game.chance:
        raise NotSaved("there are chance moves")
    path = Path(path).absolute()
    job = LayerJob.of(game, path.with_name(f"{path.name}.parts"), parts, max(1, memory // BYTES_OF_A_BLOCK))
    layers = _find_layers(job, limit, progress)
    for number in reversed(range(layers)):
        _on_workers(partial(_label, job, number), job.missing(LABELS, number))
        progress(f"layer {number} of {layers} is solved")
    _write(path, job, layers, max(1, memory // BYTES_OF_A_ROW))
    job.remove()
    return load_solution(path, game)


def _on_workers(work: Callable[[int], None], parts: Sequence[int]) -> None:
    """Do the work of some parts of a layer: in this process if there is one."""
    for _ in results(work, parts):
        pass


def _find_layers(job: LayerJob, limit: int, progress: Progress) -> int:
    """Write the positions of all layers that are not written yet, and return how many layers have positions."""
    number, found = 0, 0
    start = np.array([job.game.start()], np.int64)
    for part in job.missing(POSITIONS, 0):
        job.save(POSITIONS, 0, part, start[job.part_of(start) == part])
    while size := sum(map(len, job.layer(POSITIONS, number))):
        found += size
        progress(f"layer {number}: {size:,} positions, {found:,} in all")
        if found > limit:
            newest = next(int(part[-1]) for part in job.layer(POSITIONS, number) if len(part))
            raise PositionLimitExceeded(found, limit, newest)
        number += 1
        if missing := job.missing(POSITIONS, number):
            _remove_runs(job)  # of an earlier attempt
            _on_workers(partial(_expand, job, number), range(job.parts))
            _on_workers(partial(_gather, job, number), missing)
            _remove_runs(job)
    return number


def _blocks(job: LayerJob, positions: Integers) -> Iterator[Integers]:
    for first in range(0, len(positions), job.block):
        yield np.array(positions[first : first + job.block])


def _expand(job: LayerJob, number: int, part: int) -> None:
    """Write the positions after those of a part of the layer before: sorted runs, for each part of this layer."""
    for count, positions in enumerate(_blocks(job, job.layer(POSITIONS, number - 1)[part])):
        run = np.unique(checked_layer(job.game, positions).successors.astype(np.int64))
        owner = job.part_of(run)
        for other in np.unique(owner).tolist():
            job.scratch(f"run-{other}-{part}-{count}", [run[owner == other]])


def _gather(job: LayerJob, number: int, part: int) -> None:
    """Merge the runs of a part of a layer."""
    runs = [[mapped(path)] for path in sorted(job.folder.glob(f"run-{part}-*.scratch"))]
    merging = (columns[0] for columns in merged(runs, 16 * job.block))
    job.save(POSITIONS, number, part, job.scratch(f"merged-{part}", merging))


def _remove_runs(job: LayerJob) -> None:
    for path in job.folder.glob("run-*.scratch"):
        path.unlink()


def _label(job: LayerJob, number: int, part: int) -> None:
    """Write the labels of a part of a layer. Cost: the moves of this part, which are expanded again."""
    positions, after = job.layer(POSITIONS, number)[part], job.layer(POSITIONS, number + 1)
    # the layer after the last one is empty, and has no labels
    known = list(zip(after, job.layer(LABELS, number + 1), strict=True)) if any(map(len, after)) else []
    labels = (_labels(job, block, known).ravel() for block in _blocks(job, positions))
    job.save(LABELS, number, part, Parts(np.int32, LABEL * len(positions), labels))


def _labels(job: LayerJob, positions: Integers, known: Sequence[tuple[Integers, Integers]]) -> Integers:
    """Return the labels of some positions, given those of the next layer: the first of the best moves is chosen."""
    layer, payoffs = checked_layer(job.game, positions), job.payoffs
    labels = np.zeros((len(positions), LABEL), np.int64)
    ended, playing = layer.outcome >= 0, np.flatnonzero(layer.outcome < 0)
    labels[ended, 0] = payoffs.of_outcome[layer.outcome[ended]]
    labels[:, 2] = layer.counts
    if len(playing):
        different, inverse = np.unique(layer.successors.astype(np.int64), return_inverse=True)
        next_codes, next_lengths = _looked_up(job, different, known)[inverse].T
        counts = layer.counts[playing]
        first, owner = np.cumsum(counts) - counts, np.repeat(np.arange(len(playing)), counts)
        rank = payoffs.ranks[layer.active[playing][owner], next_codes]
        best = rank == np.maximum.reduceat(rank, first)[owner]
        chosen = np.minimum.reduceat(np.where(best, np.arange(len(rank)), FAR), first)
        labels[playing, 0] = next_codes[chosen]
        labels[playing, 1] = 1 + np.maximum.reduceat(next_lengths, first)
    return labels


def _looked_up(job: LayerJob, wanted: Integers, known: Sequence[tuple[Integers, Integers]]) -> Integers:
    """Return the payoffs and the lengths of some positions of the next layer."""
    rows, owner = np.zeros((len(wanted), 2), np.int64), job.part_of(wanted)
    for part in np.unique(owner).tolist():
        positions, labels = known[part] if known else (wanted[:0], rows[:0])
        members = np.flatnonzero(owner == part)
        at = np.searchsorted(positions, wanted[members])
        if at.max(initial=-1) >= len(positions) or not np.array_equal(positions[at], wanted[members]):
            raise RulesError("expand returns other positions when called again")
        rows[members] = labels[at, :2]
    return rows


def _write(path: Path, job: LayerJob, layers: int, rows: int) -> None:
    """Merge all layers, and write the solution file."""
    runs = [
        run
        for number in range(layers)
        for run in zip(*(job.layer(of, number) for of in (POSITIONS, LABELS)), strict=True)
    ]
    used, totals = np.zeros(len(job.payoffs.table), bool), {"moves": 0, "longest": 0}

    def merging() -> Iterator[Integers]:
        for positions, labels in merged(runs, rows):
            used[labels[:, 0]] = True
            totals["moves"] += int(labels[:, 2].sum())
            totals["longest"] = max(totals["longest"], int(labels[:, 1].max()))
            yield np.column_stack([positions, labels[:, :2]]).ravel()

    table = job.scratch("solution", merging()).reshape(-1, 3)
    payoffs = [row for row, occurs in zip(job.payoffs.table, used, strict=True) if occurs]
    new_code, nothing = np.cumsum(used) - 1, np.zeros(0, np.int8)

    def column(number: int, greatest: int) -> Parts:
        parts = (np.array(table[first : first + rows, number]) for first in range(0, len(table), rows))
        return Parts(
            smallest_kind(0, greatest), len(table), (new_code[part] if number == 1 else part for part in parts)
        )

    arrays: dict[str, Integers | Parts] = {
        "positions": column(0, int(table[-1, 0])),
        "codes": column(1, len(payoffs) - 1),
        "parents": nothing,
        "distances_0": column(2, totals["longest"]),
    }
    solution = StrongSolution(BACKWARD_INDUCTION, job.game.players, payoffs, (), nothing, nothing, ())
    write_arrays(path, solution, totals["moves"], arrays)
