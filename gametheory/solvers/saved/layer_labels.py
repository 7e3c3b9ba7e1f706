"""The labels of the positions of a layer on the disk, from those of the next layer."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametheory.model.game import RulesError
from gametheory.model.layers import checked_layer
from gametheory.model.state_arrays import Integers
from gametheory.solvers.saved.layer_files import LABELS, POSITIONS, LayerFiles
from gametheory.solvers.saved.layer_job import LayerJob
from gametheory.solvers.saved.scratch_columns import ScratchColumns

FAR = 2**62


def write_labels(job: LayerJob, number: int, part: int) -> None:
    """Write the labels of a part of a layer: the payoffs, the length of the longest play, and the number of moves.

    Cost: the moves of this part, which are expanded again.

    Parameters
    ----------
    job : LayerJob
        The game, whose positions are written.
    number : int
        The layer. The labels of the next one are written.
    part : int
        The part of the layer.

    Raises
    ------
    RulesError
        If the rules return other positions than before.

    Examples
    --------
    >>> from gametheory.solvers.saved.layer_unfolding import write_layers
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
    ...     for number in reversed(range(write_layers(job, limit=10, progress=lambda _: None))):
    ...         write_labels(job, number, part=0)
    ...     [column.tolist() for column in job.files.finished(0, LABELS, part=0)]
    [[0], [2], [1]]
    """
    files = job.files
    [positions], after = files.finished(number, POSITIONS, part), files.positions(number + 1)
    some = sum(map(len, after))  # the layer after the last one has no labels
    labels = [files.finished(number + 1, LABELS, other) if some else [] for other in range(files.parts)]
    with ScratchColumns(files, [f"{name}-{part}" for name in LABELS], (np.int32,) * len(LABELS)) as columns:
        for first in range(0, len(positions), job.block):
            own = np.array(positions[first : first + job.block])
            columns.append(_labels(job, own, _Next(files, after, labels)))
    files.save(number, dict(zip(LABELS, columns.arrays(), strict=True)), part)


class _Next(NamedTuple):
    """The next layer: for each part its positions and labels."""

    files: LayerFiles
    positions: list[Integers]
    labels: list[list[Integers]]

    def labels_of(self, wanted: Integers) -> list[Integers]:
        """Return the payoffs and the lengths of some positions."""
        found: list[Integers] = [np.zeros(len(wanted), np.int64) for _ in range(2)]
        owner = self.files.part_of(wanted)
        for part, (known, labels) in enumerate(zip(self.positions, self.labels, strict=True)):
            own = np.flatnonzero(owner == part)
            places = np.searchsorted(known, wanted[own])
            if places.max(initial=-1) >= len(known) or not np.array_equal(known[places], wanted[own]):
                raise RulesError("expand returns other positions when called again")
            for column, label in zip(found, labels, strict=False):  # the numbers of moves are not needed
                column[own] = label[places]
        return found


def _labels(job: LayerJob, positions: Integers, after: _Next) -> tuple[Integers, Integers, Integers]:
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
