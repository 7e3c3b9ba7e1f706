"""A content-addressed JSON cache on disk, in a folder that can be deleted at any time.

Each file begins with the SHA-256 hash of its text, so that damaged files are detected and ignored.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from gametheory.storage.atomic_write import write_atomic

FOLDER = ".gametheory_cache"
IGNORED = "# Made by gametheory; safe to delete.\n*\n"


def digest(*parts: object) -> str:
    """Return a cache key for values that can be written as JSON: the SHA-256 hash of their JSON text.

    Examples
    --------
    >>> digest("CD2.9", True) == digest("CD2.9", True) != digest("CD2.9", False)
    True
    """
    return sha256(json.dumps(parts, default=str).encode()).hexdigest()


class DiskStore:
    """A folder of JSON values by key. If the folder cannot be written, nothing is saved and no error is raised.

    Parameters
    ----------
    folder
        Folder of the files; created on the first `put`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> store = DiskStore(Path(mkdtemp()) / "cache")
    >>> store.get("ab") is None
    True
    >>> store.put("ab", {"cases": 12})
    >>> store.get("ab")
    {'cases': 12}
    >>> list(store.values())
    [{'cases': 12}]
    >>> store.clear()
    >>> list(store.values())
    []
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> Any | None:
        """Return the value of a key, or None if it is missing or its file is damaged."""
        return _read(self._path(key))

    def put(self, key: str, value: object) -> None:
        """Save a value as JSON. Objects that JSON cannot represent are saved as their text."""
        path = self._path(key)
        with contextlib.suppress(OSError, ValueError):  # an integer too long to print, or text that UTF-8 cannot encode
            text = json.dumps(value, default=str, ensure_ascii=False)
            path.parent.mkdir(parents=True, exist_ok=True)
            if not (self.folder / ".gitignore").exists():
                write_atomic(self.folder / ".gitignore", IGNORED)
            write_atomic(path, f"{sha256(text.encode()).hexdigest()}\n{text}")

    def values(self) -> Iterator[Any]:
        """Yield all values in the folder that are not damaged, in any order."""
        found = map(_read, self.folder.glob("??/*.json"))
        return (value for value in found if value is not None)

    def clear(self) -> None:
        """Remove the folder and everything in it."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


def _read(path: Path) -> Any | None:
    try:
        checksum, _, text = path.read_text(encoding="utf-8").partition("\n")
        return json.loads(text) if checksum == sha256(text.encode()).hexdigest() else None
    except (OSError, ValueError, RecursionError):
        return None
