"""Tables that are written to the disk a part at a time, in files that an interrupted computation writes again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from gametheory.model.state_arrays import Integers
from gametheory.solvers.saved.layer_files import LayerFiles


class ScratchColumns:
    """A table that is written to the disk a part at a time.

    Parameters
    ----------
    files : LayerFiles
        The folder.
    names : sequence of str
        The name of each column in this folder.
    kinds : sequence of type
        numpy's type of each column.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from gametheory.model.layers import LayeredGame
    >>> with TemporaryDirectory() as folder:
    ...     with ScratchColumns(LayerFiles(Path(folder), LayeredGame()), ["one"], [np.int32]) as table:
    ...         table.append([np.array([1, 2])])
    ...         table.append([np.array([3])])
    ...     table.arrays()[0].tolist()
    [1, 2, 3]
    """

    # not by mapped files: on a full disk, writing to one ends the process

    def __init__(self, files: LayerFiles, names: Sequence[str], kinds: Sequence[type]) -> None:
        self._paths, self._kinds = [files.scratch(name) for name in names], kinds
        self._files = [path.open("wb") for path in self._paths]

    def __enter__(self) -> ScratchColumns:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    def append(self, columns: Sequence[Integers]) -> None:
        """Write some more rows."""
        for file, kind, column in zip(self._files, self._kinds, columns, strict=True):
            file.write(np.ascontiguousarray(column, kind).tobytes())

    def arrays(self) -> list[Integers]:
        """Return the columns, which stay on the disk."""
        written = zip(self._paths, self._kinds, strict=True)
        return [np.memmap(path, kind, "r") if path.stat().st_size else np.zeros(0, kind) for path, kind in written]


def write_column(files: LayerFiles, name: str, parts: Iterable[Integers]) -> Integers:
    """Write the parts of an array, and return the array, which stays on the disk.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from gametheory.model.layers import LayeredGame
    >>> with TemporaryDirectory() as folder:
    ...     write_column(LayerFiles(Path(folder), LayeredGame()), "squares", [np.array([0, 1]), np.array([4])]).tolist()
    [0, 1, 4]
    """
    with ScratchColumns(files, (name,), (np.int64,)) as column:
        for part in parts:
            column.append([part])
    return column.arrays()[0]
