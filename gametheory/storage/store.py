"""A JSON store on disk, in a folder that can be deleted at any time.

Each file begins with an authentication code (HMAC-SHA256) of its key and its text. Files that are damaged, edited,
renamed or made with another secret are ignored.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from gametheory.storage.atomic_write import write_atomic


def digest(*parts: object) -> str:
    """Return a cache key for values that can be written as JSON: the SHA-256 hash of their JSON text.

    Examples
    --------
    >>> digest("CD2.9", True) == digest("CD2.9", True) != digest("CD2.9", False)
    True
    """
    return sha256(json.dumps(parts, default=str).encode()).hexdigest()


def authentication_code(secret: bytes, key: str, text: str) -> str:
    """Return the authentication code of a text that is saved under a key.

    >>> authentication_code(b"", "ab", "12") == authentication_code(b"", "cd", "12")
    False
    """
    # With the key, one value cannot take the place of another.
    return hmac.new(secret, f"{key}\n{text}".encode(), sha256).hexdigest()


def is_authentic(code: str, secret: bytes, key: str, text: str) -> bool:
    """Return whether a code is that of a text that is saved under a key.

    >>> is_authentic(authentication_code(b"", "ab", "12"), b"", "ab", "12"), is_authentic("12", b"", "ab", "12")
    (True, False)
    """
    return hmac.compare_digest(code, authentication_code(secret, key, text))


class DiskStore:
    """A folder of JSON values by key. If the folder cannot be written, nothing is saved and no error is raised.

    Parameters
    ----------
    folder
        Folder of the files; created on the first `put`.
    secret
        Secret of the authentication codes. Without one, the codes detect damage, but anyone can make them.

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
    >>> DiskStore(store.folder, b"another secret").get("ab") is None
    True
    >>> store.clear()
    >>> list(store.values())
    []
    """

    def __init__(self, folder: Path, secret: bytes = b"") -> None:
        self.folder = folder
        self._secret = secret

    def get(self, key: str) -> Any | None:
        """Return the value of a key, or None if it is missing or its file is not as this store wrote it."""
        return self._read(self._path(key))

    def put(self, key: str, value: object) -> None:
        """Save a value as JSON. Objects that JSON cannot represent are saved as their text."""
        path = self._path(key)
        with contextlib.suppress(OSError, ValueError):  # an integer too long to print, or text that UTF-8 cannot encode
            text = json.dumps(value, default=str, ensure_ascii=False)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, f"{authentication_code(self._secret, key, text)}\n{text}")

    def values(self) -> Iterator[Any]:
        """Yield the values of all files in the folder that are as this store wrote them, in any order."""
        found = map(self._read, self.folder.glob("??/*.json"))
        return (value for value in found if value is not None)

    def inner(self, name: str) -> DiskStore:
        """Return a store in a subfolder, with the same secret.

        >>> DiskStore(Path("cache")).inner("parts").folder.as_posix()
        'cache/parts'
        """
        return DiskStore(self.folder / name, self._secret)

    def next_to(self, name: str) -> DiskStore:
        """Return a store in another subfolder of the same folder, with the same secret.

        >>> DiskStore(Path("cache/verdicts")).next_to("index").folder.as_posix()
        'cache/index'
        """
        return DiskStore(self.folder.parent / name, self._secret)

    def clear(self) -> None:
        """Remove the folder and everything in it."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def _read(self, path: Path) -> Any | None:
        try:
            code, _, text = path.read_bytes().decode().partition("\n")
            return json.loads(text) if is_authentic(code, self._secret, path.stem, text) else None
        except (OSError, ValueError, TypeError, RecursionError):  # compare_digest refuses text that is not ASCII
            return None
