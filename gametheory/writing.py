"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def check_writable(path: Path) -> None:
    """Raise OSError now if the file could not be written later.

    >>> check_writable(Path("/no/such/folder/report.html"))
    Traceback (most recent call last):
    FileNotFoundError: there is no folder /no/such/folder
    """
    if path.is_dir():
        raise IsADirectoryError("it is a folder")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise PermissionError("no permission to write there")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file through a temporary one beside it, so that a reader finds the old content or the new.

    Text is written in UTF-8. A path that is no regular file, /dev/stdout say, is written to as it is. Raises
    OSError.
    """
    check_writable(path)
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
