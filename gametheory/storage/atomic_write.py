"""Atomic file writes: a file is written completely or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from gametheory.storage.read import is_opened


def check_writable(path: Path) -> None:
    """Check that a file can be written, before the work that produces its content."""
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

    A link stays, and its target is written. What exists and is not a regular file, such as /dev/stdout, is written
    directly.
    """
    data = content.encode() if isinstance(content, str) else content
    check_writable(path)
    if is_opened(path) or (path.exists() and not path.is_file()):
        with path.open("wb") as file:
            file.write(data)
        return
    path = path.resolve()
    check_writable(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        # a file that is rewritten keeps its permissions
        os.chmod(name, stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
