"""Backward induction in layers on the disk, for games with more positions than fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import Integers
from gametheory.solvers.saved.labels import NotSaved
from gametheory.solvers.saved.layer_files import LABELS, POSITIONS, LayerFiles, merged
from gametheory.solvers.saved.layer_job import LayerJob, on_workers, ranked_payoffs
from gametheory.solvers.saved.layer_labels import write_labels
from gametheory.solvers.saved.layer_unfolding import write_layers
from gametheory.solvers.saved.saved_solution import SavedSolution, load_solution
from gametheory.solvers.saved.scratch_columns import ScratchColumns
from gametheory.solvers.saved.solution_file import write_arrays
from gametheory.storage.array_files import Parts, smallest_kind
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, StrongSolution

MAX_POSITIONS, MEMORY = 10**10, 10**9
BYTES_OF_A_BLOCK = 4000  # of memory for each position that is expanded at a time, with its moves; as measured
BYTES_OF_A_ROW = 100  # of memory for each row that is merged at a time

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
    if game.chance:
        raise NotSaved("there are chance moves")
    path, block = Path(path).absolute(), max(1, memory // BYTES_OF_A_BLOCK)
    files = LayerFiles(path.with_name(f"{path.name}.parts"), game, parts)
    job = LayerJob(files, game, ranked_payoffs(game), block)
    layers = write_layers(job, limit, progress)
    for number in reversed(range(layers)):
        on_workers(partial(write_labels, job, number), files.missing(number, LABELS))
        progress(f"layer {number} of {layers} is solved")
    _write(path, job, layers, max(1, memory // BYTES_OF_A_ROW))
    files.remove()
    return load_solution(path, game)


def _write(path: Path, job: LayerJob, layers: int, rows: int) -> None:
    """Merge all layers, and write the solution file."""
    files, payoffs = job.files, job.payoffs
    runs = [
        [*files.finished(number, POSITIONS, part), *files.finished(number, LABELS, part)]
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
