"""Files are read up to a stated size, and nothing that would keep its reader waiting is read."""

from __future__ import annotations

from pathlib import Path

STREAMS = (Path("/dev/stdin"), Path("/dev/stdout"), Path("/dev/stderr"))
OPENED = (Path("/dev/fd"), Path("/proc/self/fd"))
AT_ONCE = 1 << 20


def is_opened(path: Path) -> bool:
    """Whether a path stands for what the shell has opened already, so that it does not wait to be opened.

    >>> is_opened(Path("/dev/stdin")), is_opened(Path("/dev/fd/63")), is_opened(Path("/tmp/pipe"))
    (True, True, False)
    """
    return path in STREAMS or path.parent in OPENED


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a file, or of what the shell has opened for the program.

    Raises OSError where it cannot be read, and for what is no file, such as a named pipe, which would be waited for, or
    a device, which might never end; ValueError for more than `most` bytes, of which no more are read.

    >>> read_bytes(Path("/dev/zero"), 100)
    Traceback (most recent call last):
    OSError: it is neither a file nor opened by the shell
    """
    if path.exists() and not path.is_file() and not path.is_dir() and not is_opened(path):
        raise OSError("it is neither a file nor opened by the shell")
    parts, size = [], 0
    with path.open("rb") as file:
        while size <= most and (part := file.read(min(AT_ONCE, most + 1 - size))):
            parts.append(part)
            size += len(part)
    if size > most:
        raise ValueError(f"it is larger than {most:,} bytes")
    return b"".join(parts)
