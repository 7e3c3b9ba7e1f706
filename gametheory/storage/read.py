"""Read files, also with a size limit; refuse pipes and devices that would block."""

from __future__ import annotations

import errno
from pathlib import Path

STREAMS = (Path("/dev/stdin"), Path("/dev/stdout"), Path("/dev/stderr"))
OPENED = (Path("/dev/fd"), Path("/proc/self/fd"))
BLOCK_SIZE = 1 << 20


def is_opened(path: Path) -> bool:
    """Return whether a path names a stream that the shell has already opened, so that opening it does not block.

    Examples
    --------
    >>> is_opened(Path("/dev/stdin")), is_opened(Path("/dev/fd/63")), is_opened(Path("/tmp/pipe"))
    (True, True, False)
    """
    return path in STREAMS or path.parent in OPENED


def regular(path: Path) -> Path:
    """Return the path of a file that a folder names, not the user, if reading it neither blocks nor never ends.

    Raises
    ------
    OSError
        If it is a pipe, a socket or a device, or a link to one.

    Examples
    --------
    >>> regular(Path("/dev/zero"))
    Traceback (most recent call last):
    OSError: [Errno 22] it is not a regular file: '/dev/zero'
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return path


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a file, or of a stream that the shell has opened for the program.

    Parameters
    ----------
    path
        The file to read.
    limit
        Maximum size in bytes. Reading stops one byte after it.

    Raises
    ------
    OSError
        If the file cannot be read. Named pipes are refused because they can block, devices because they can be endless.
    ValueError
        If the file is larger than `limit`.

    Examples
    --------
    >>> read_bytes(Path("/dev/zero"), 100)
    Traceback (most recent call last):
    OSError: it is neither a file nor opened by the shell
    """
    if path.exists() and not path.is_file() and not path.is_dir() and not is_opened(path):
        raise OSError("it is neither a file nor opened by the shell")
    parts, size = [], 0
    with path.open("rb") as file:
        while size <= limit and (part := file.read(min(BLOCK_SIZE, limit + 1 - size))):
            parts.append(part)
            size += len(part)
    if size > limit:
        raise ValueError(f"it is larger than {limit:,} bytes")
    return b"".join(parts)
