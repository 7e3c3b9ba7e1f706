"""Refuse to save a solution before the work: without one label for each position, or without room for the file."""

from __future__ import annotations

from pathlib import Path
from shutil import disk_usage
from typing import Any

from gametheory.model.classify import class_so_far
from gametheory.model.exploration import Exploration, Watch
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.parallel.memory import free_memory
from gametheory.solvers.dispatch.stage_payoffs import has_stage_payoffs
from gametheory.solvers.saved.labels import NotSaved, require_labels

BYTES_TO_SAVE, BYTES_IN_FILE = 50, 10  # of a position: memory while it is saved, and size in the file
POSITIONS_BETWEEN_LOOKS = 100_000
GIGABYTE = 1e9


class SavingRefusal:
    """A function that is called while a game is unfolded, and raises an error if its solution cannot be saved.

    Parameters
    ----------
    path : Path
        The file to be written.
    watch : callable, optional
        Another function to call.

    Raises
    ------
    NotSaved
        If no solution file has solutions of such games.
    MemoryError
        If the memory, or the disk, is too small for the positions that were found.

    Examples
    --------
    >>> SavingRefusal(Path("castle.npz"))(Exploration(2, 1, 1, [1], [("one",)], False, []))
    >>> SavingRefusal(Path("castle.npz"))(Exploration(2, 1, 1, [1], [("one", "two")], False, []))
    Traceback (most recent call last):
    gametheory.solvers.saved.labels.NotSaved: a solution file has one label for each position: players move \
simultaneously
    """

    def __init__(self, path: Path, watch: Watch | None = None) -> None:
        self._folder, self._watch = path.absolute().parent, watch
        self._known, self._next_look = (-1, False), POSITIONS_BETWEEN_LOOKS

    def __call__(self, so_far: Exploration) -> None:
        """Raise an error if the solution cannot be saved."""
        known = len(so_far.groups), so_far.chance
        if known != self._known and so_far.groups:
            self._known = known
            require_labels(class_so_far(so_far))
        if so_far.found >= self._next_look:
            self._next_look = so_far.found + POSITIONS_BETWEEN_LOOKS
            require_room(so_far.found, free_memory(), disk_usage(self._folder).free)
        if self._watch is not None:
            self._watch(so_far)


def require_savable(game: Any) -> None:
    """Raise NotSaved if a game is no rules of positions, pays after every move, or has hidden information.

    >>> from gametheory import Castle
    >>> require_savable(Castle(1, 2, 1))
    >>> require_savable(NormalForm.from_payoffs([[1]]))
    Traceback (most recent call last):
    gametheory.solvers.saved.labels.NotSaved: a solution file has one label for each position: the game is a table or \
a tree
    """
    if isinstance(game, NormalForm | ExtensiveForm):
        raise NotSaved("the game is a table or a tree")
    if has_stage_payoffs(game):
        raise NotSaved("the game pays after every move")
    if callable(getattr(game, "observation", None)):
        raise NotSaved("the game has hidden information")


def require_room(positions: int, memory: float, disk: float) -> None:
    """Raise MemoryError if positions need more memory, or more of the disk, than is free.

    >>> require_room(1_000_000, 1e9, 1e9)
    >>> require_room(1_000_000, 1e9, 1e6)
    Traceback (most recent call last):
    MemoryError: the file of 1,000,000 positions or more takes at least 0.01 GB, and 0.00 GB of the disk are free
    """
    needed = BYTES_TO_SAVE * positions, BYTES_IN_FILE * positions
    if disk < needed[1]:
        sizes = f"{needed[1] / GIGABYTE:.2f} GB, and {disk / GIGABYTE:.2f} GB of the disk are free"
        raise MemoryError(f"the file of {positions:,} positions or more takes at least {sizes}")
    if memory < needed[0]:
        sizes = f"{needed[0] / GIGABYTE:.1f} GB of memory, and {memory / GIGABYTE:.1f} GB are free"
        raise MemoryError(f"to save {positions:,} positions or more takes {sizes}")
