"""A JSON store whose values are lines of one file, to which each new value is appended.

Making a file takes ten times as long as appending to one. Each line begins with an authentication code of its key and
its text, as the files of `storage.store` do. So a line that a killed process has written in part is ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from gametheory.storage.atomic_write import write_atomic
from gametheory.storage.store import authentication_code, is_authentic

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MOST_LINES = 2  # for each value; a file with more is written again, without the values that others have replaced


class Journal:
    """JSON values by key, in one file. If it cannot be written, nothing is saved and no error is raised.

    The file is read when it is first used. Several processes can append to it.

    Parameters
    ----------
    path
        The file; created, with its folder, on the first `put`.
    secret
        Secret of the authentication codes. Without one, the codes detect damage, but anyone can make them.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp(), "cache", "verdicts.jsonl")
    >>> journal = Journal(path)
    >>> journal.put("ab", {"cases": 12})
    >>> journal.put("cd", {"cases": 13})
    >>> journal.get("ab"), Journal(path).get("cd"), Journal(path).get("ef")
    ({'cases': 12}, {'cases': 13}, None)
    >>> Journal(path, b"another secret").get("ab") is None
    True
    """

    def __init__(self, path: Path, secret: bytes = b"") -> None:
        self._path, self._secret = path, secret

    def get(self, key: str) -> Any | None:
        """Return the last value of a key, or None if it has none that this store wrote."""
        try:
            return json.loads(self._texts.get(key, "null"))
        except (ValueError, RecursionError):
            return None

    def put(self, key: str, value: object) -> None:
        """Save a value as JSON. Objects that JSON cannot represent are saved as their text.

        Parameters
        ----------
        key
            The key, without spaces and line breaks, such as a hash.
        value
            The value.
        """
        # no JSON: an integer too long to print, text that UTF-8 cannot encode, another key than a text, a cycle
        with suppress(OSError, ValueError, TypeError, RecursionError):
            text = json.dumps(value, default=str, ensure_ascii=False)
            line = self._line(key, text)
            with self._appending() as file:
                file.write(line)
            self._texts[key] = text

    @cached_property
    def _texts(self) -> dict[str, str]:
        texts, lines = self._read()
        if lines > MOST_LINES * len(texts):
            with suppress(OSError), self._appending():
                texts, _ = self._read()  # with what others have appended before this process locked the file
                write_atomic(self._path, b"".join(self._line(key, text) for key, text in texts.items()))
        return texts

    def _read(self) -> tuple[dict[str, str], int]:
        """Return the last text of each key, and the number of lines."""
        texts = dict[str, str]()
        if not self._path.is_file():  # a pipe or a device may have no end
            return texts, 0
        try:
            lines = self._path.read_bytes().split(b"\n")[1:]
        except OSError:
            return texts, 0
        for line in lines:
            with suppress(ValueError, TypeError):  # TypeError: the code is not ASCII
                code, key, text = line.decode().split(" ", 2)
                if is_authentic(code, self._secret, key, text):
                    texts[key] = text
        return texts, len(lines)

    def _line(self, key: str, text: str) -> bytes:
        # The break is before the line: what is before it can be a part of one.
        return f"\n{authentication_code(self._secret, key, text)} {key} {text}".encode()

    @contextmanager
    def _appending(self) -> Iterator[IO[bytes]]:
        """Context manager: open the file to append to it, while no other process does."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists() and not self._path.is_file():
            raise FileExistsError(self._path)
        while True:
            with self._path.open("ab") as file:
                if fcntl:
                    with suppress(OSError):  # a file system without locks
                        fcntl.flock(file, fcntl.LOCK_EX)
                    if not os.fstat(file.fileno()).st_nlink:  # another process has replaced it before it was locked
                        continue
                yield file
                return
