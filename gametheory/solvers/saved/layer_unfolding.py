"""The positions of the layers of a game, found and sorted on the disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from shutil import disk_usage

import numpy as np

from gametheory.model.layers import checked_layer
from gametheory.model.unfolding import PositionLimitExceeded
from gametheory.solvers.saved.early import require_room
from gametheory.solvers.saved.layer_files import POSITIONS, LayerFiles, merged
from gametheory.solvers.saved.layer_job import LayerJob, on_workers
from gametheory.solvers.saved.scratch_columns import write_column


def write_layers(job: LayerJob, limit: int, progress: Callable[[str], None]) -> int:
    """Write the positions of all layers that are not written yet, and return how many layers have positions.

    The successors of each part of a layer are sorted, written as a run, and the runs are merged without repetitions.

    Parameters
    ----------
    job : LayerJob
        The game.
    limit : int
        The greatest number of positions of all layers together.
    progress : callable
        A function that is called with a line of text after every layer.

    Raises
    ------
    PositionLimitExceeded
        If there are more positions.
    MemoryError
        If the disk is too small.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from gametheory.model.game import Outcome
    >>> from gametheory.model.layers import Layer, LayeredGame
    >>> from gametheory.solvers.saved.layer_files import LayerFiles
    >>> from gametheory.solvers.saved.layer_job import ranked_payoffs
    >>> class Countdown(LayeredGame):
    ...     players, outcomes = ("one",), (Outcome("over", (5,)),)
    ...     def start(self): return 2
    ...     def expand(self, at):
    ...         on = at > 0
    ...         return Layer(np.where(on, -1, 0), 0 * at, 1 * on, 0 * at[on], at[on] - 1)
    >>> with TemporaryDirectory() as folder:
    ...     game = Countdown()
    ...     job = LayerJob(LayerFiles(Path(folder, "parts"), game), game, ranked_payoffs(game), block=10)
    ...     write_layers(job, limit=10, progress=print), job.files.positions(1)[0].tolist()
    layer 0: 1 positions, 1 in all
    layer 1: 1 positions, 2 in all
    layer 2: 1 positions, 3 in all
    (3, [1])
    """
    files, number, found = job.files, 0, 0
    start = np.array([job.game.start()], np.int64)
    for part in files.missing(0, POSITIONS):
        files.save(0, {"positions": start[files.part_of(start) == part]}, part)
    while size := sum(map(len, files.positions(number))):
        found += size
        progress(f"layer {number}: {size:,} positions, {found:,} in all")
        if found > limit:
            raise PositionLimitExceeded(found, limit)
        require_room(found, inf, disk_usage(files.folder).free)
        number += 1
        if missing := files.missing(number, POSITIONS):
            _remove_runs(files)  # of an earlier attempt
            on_workers(partial(_expand, job, number), range(files.parts))
            on_workers(partial(_gather, job, number), missing)
            _remove_runs(files)
    return number


def _expand(job: LayerJob, number: int, part: int) -> None:
    """Write the positions after those of a part of the layer before: sorted runs, for each part of this layer."""
    [positions] = job.files.finished(number - 1, POSITIONS, part)
    for first in range(0, len(positions), job.block):
        layer = checked_layer(job.game, np.array(positions[first : first + job.block]))
        run = np.unique(layer.successors.astype(np.int64))
        owner = job.files.part_of(run)
        for other in np.unique(owner).tolist():
            write_column(job.files, f"run-{other}-{part}-{first}", [run[owner == other]])


def _gather(job: LayerJob, number: int, part: int) -> None:
    """Merge the runs of a part of a layer."""
    runs = [[np.memmap(path, np.int64, "r")] for path in sorted(job.files.folder.glob(f"run-{part}-*.scratch"))]
    whole = write_column(job.files, f"merged-{part}", (columns[0] for columns in merged(runs, 16 * job.block)))
    job.files.save(number, {"positions": whole}, part)


def _remove_runs(files: LayerFiles) -> None:
    for path in files.folder.glob("run-*.scratch"):
        path.unlink()
