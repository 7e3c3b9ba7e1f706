"""Atomic file writes: a file is written completely or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from gametheory.storage.read import is_opened

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ENDING = ".gametheory-part"


def check_writable(path: Path) -> None:
    """Check that a file can be written, before the work that produces its content.

    Raises
    ------
    OSError
        If the file could not be written.
    ValueError
        If the path is not a valid file name.

    Examples
    --------
    >>> check_writable(Path("/no/such/folder/report.html"))
    Traceback (most recent call last):
    FileNotFoundError: there is no folder /no/such/folder
    """
    if path.is_dir():
        raise IsADirectoryError("it is a folder")
    if path.is_fifo() and not is_opened(path):
        raise OSError("it is a pipe, and writing to it would block until a reader opens it")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}")
    with suppress(FileNotFoundError):
        path.stat()  # raises if links go in a circle
    if not os.access(path.parent, os.W_OK) or (os.access(path, os.F_OK) and not os.access(path, os.W_OK)):
        raise PermissionError("no permission to write there")


def write_atomic(path: Path, content: str | bytes) -> None:
    """Write a file through a temporary file in the same folder, so that readers see the old or the new content.

    A path that exists and is not a regular file, such as /dev/stdout, is written directly.

    Parameters
    ----------
    path
        The file to write.
    content
        Text, which is encoded as UTF-8, or bytes.

    Raises
    ------
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder, "note.txt"), "a line")
    ...     os.listdir(folder), Path(folder, "note.txt").read_text()
    (['note.txt'], 'a line')
    """
    write_parts(path, [content.encode() if isinstance(content, str) else content])


def write_parts(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write a file as `write_atomic` does, from parts that need not fit in memory together.

    Parameters
    ----------
    path
        The file to write.
    parts
        Pieces of the content in order; each is consumed before the next is requested.

    Raises
    ------
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_parts(Path(folder, "note.txt"), (b"a line" for _ in range(2)))
    ...     Path(folder, "note.txt").read_text()
    'a linea line'
    """
    write_with(path, lambda file: file.writelines(parts))


def write_with(path: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Write a file as `write_atomic` does, by a function that gets the open temporary file.

    Parameters
    ----------
    path
        The file to write.
    write
        A function that writes the content into a binary file.

    Raises
    ------
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_with(Path(folder, "note.txt"), lambda file: print(file.write(b"a line")))
    ...     os.listdir(folder)
    6
    ['note.txt']
    """
    check_writable(path)
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            write(file)
        return
    remove_abandoned(path.parent)
    handle, name = temporary_file(path)
    lock = os.dup(handle) if fcntl else None  # no other process takes the file for abandoned before it has its name
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    finally:
        if lock is not None:
            os.close(lock)


def remove_abandoned(folder: Path) -> None:
    """Remove the temporary files of processes that were killed while they wrote into a folder.

    A process locks its temporary file while it lives, so a file without a lock is abandoned.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Path(folder, f".report.html.1234{ENDING}").touch()
    ...     remove_abandoned(Path(folder))
    ...     os.listdir(folder)
    []
    """
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(".") and entry.name.endswith(ENDING):
                _remove_if_unlocked(entry.path)


def remove_abandoned_below(folder: Path) -> None:
    """Remove the temporary files of killed processes in a folder and in all folders below it.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     os.makedirs(os.path.join(folder, "ab", "cd"))
    ...     Path(folder, "ab", "cd", f".one.json.1234{ENDING}").touch()
    ...     remove_abandoned_below(Path(folder))
    ...     os.listdir(Path(folder, "ab", "cd"))
    []
    """
    for name, _, _ in os.walk(folder):
        remove_abandoned(Path(name))


def _remove_if_unlocked(name: str) -> None:
    with suppress(OSError):  # it is locked or gone already; Windows removes no file that is open
        with open(name, "rb") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.unlink(name)
        if not fcntl:
            os.unlink(name)


def temporary_file(path: Path) -> tuple[int, str]:
    """Return the handle and the name of a new file next to another one, locked as long as it is open.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     handle, name = temporary_file(Path(folder, "note.txt"))
    ...     remove_abandoned(Path(folder))
    ...     os.path.exists(name)
    ...     os.close(handle)
    True
    """
    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=ENDING)
        if fcntl:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(handle, fcntl.LOCK_EX)
            if not os.fstat(handle).st_nlink:  # removed before it was locked
                os.close(handle)
                continue
        return handle, name
