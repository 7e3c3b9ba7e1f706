"""Verdicts of earlier runs: one file for each claims file, in the cache folder of the user.

They are used while nothing has changed on which a claims file can depend: the files of its claims folder, this program,
the installed packages and Python. What a check reads elsewhere is not seen: `--fresh` and `recheck` prove again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from gametheory.claims.sources import EXPECTED, OVERVIEW, ClaimsFolder
from gametheory.numbers.format import listed
from gametheory.parallel.checkpoint import package_hash
from gametheory.prove.kernel.compiler import find_program
from gametheory.storage.files import cache_folder, write_atomic

NOT_READ = {EXPECTED, OVERVIEW, "certificates", "__pycache__"}  # they are read when all verdicts are known
ROCQ = "rocq"


class Cache:
    """JSON values by key, one file each; nothing is saved if the folder cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> Any | None:
        """Return the value of a key; None if it is missing or damaged."""
        try:
            return json.loads(self._path(key).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, value: object) -> None:
        """Save a value, completely or not at all."""
        with suppress(OSError, TypeError, ValueError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomic(self._path(key), json.dumps(value, ensure_ascii=False, default=str))

    def _path(self, key: str) -> Path:
        return self.folder / f"{sha256(key.encode()).hexdigest()}.json"


def user_cache(kind: str) -> Cache | None:
    """Return the cache of one kind of values, or None if the user has no folder for it."""
    folder = cache_folder()
    return Cache(folder / kind) if folder else None


class FolderState:
    """The files of a claims folder when a run begins.

    Attributes
    ----------
    hash
        A hash of all on which a verdict can depend: any file of the folder that changes, comes or goes changes it.
    """

    def __init__(self, place: ClaimsFolder, deep: bool, outputs: Iterable[Path]) -> None:
        self._place, self._outputs = place, {path.resolve() for path in outputs}
        self._stamps = self._look()
        contents = [(path.relative_to(place.path).as_posix(), _content(path)) for path in self._stamps]
        names = [name for folder in sys.path for name in _names(folder)]
        installed = sorted(name for name in names if name.endswith((".dist-info", ".pth")))
        program = find_program() if (place.path / ROCQ).is_dir() else None
        common = package_hash(), sys.version, installed, deep, program and program.version
        self.hash = sha256(repr((common, contents)).encode()).hexdigest()

    def is_same(self) -> bool:
        """Return whether no file has changed since."""
        return self._look() == self._stamps

    def changes(self) -> list[str]:
        """Return a line if code or data have changed since: then it is not known which of them a claim has read."""
        now = self._look()
        changed = [path for path, stamp in self._stamps.items() if now.get(path) != stamp]
        changed += [path for path in now if path.suffix == ".py" and path not in self._stamps]
        names = [str(path) for path in changed]
        return [f"{listed(names, 'file')} changed while the claims were checked; check them again"] if names else []

    def _look(self) -> dict[Path, tuple[int, ...]]:
        """Return what tells whether each file has been written; a program cannot set the last of these times."""
        stamps: dict[Path, tuple[int, ...]] = {}
        for path in _of_text(self._place) if self._place.text else _below(self._place.path, set()):
            with suppress(OSError):
                status = path.stat()
                if path.resolve() not in self._outputs:
                    stamps[path] = status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
        return stamps


def _of_text(place: ClaimsFolder) -> Iterator[Path]:
    """Yield a text, and the Python files that it can import from its folder."""
    yield place.path / place.text
    for path in sorted(place.path.iterdir()):
        if path.suffix == ".py":
            yield path
        elif (path / "__init__.py").is_file():
            yield from _below(path, set())


def _below(folder: Path, links: set[Path]) -> Iterator[Path]:
    """Yield the files below a folder in order, also through links, but not in a circle."""
    real = folder.resolve()
    if real in links:
        return
    for path in sorted(folder.iterdir()) if os.access(folder, os.R_OK) else ():
        if path.name in NOT_READ or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _below(path, links | {real})
        elif path.is_file():
            yield path


def _content(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""


def _names(folder: str) -> list[str]:
    with suppress(OSError):
        return os.listdir(folder)
    return []
