"""Read files, also with a size limit; refuse pipes and devices that would block."""

from __future__ import annotations

import ast
import errno
from pathlib import Path


def imports_any(path: Path, package: str, names: frozenset[str]) -> bool:
    """Return whether a file imports one of these names from a package; False for what is no Python file."""
    try:
        content = regular(path).read_bytes()
        if package.encode() not in content:  # the usual case, which needs no parser
            return False
        nodes = list(ast.walk(ast.parse(content)))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return False
    imports = (node for node in nodes if isinstance(node, ast.ImportFrom))
    from_package = (node for node in imports if (node.module or "").partition(".")[0] == package)
    return any(alias.name in names for node in from_package for alias in node.names)


STREAMS = (Path("/dev/stdin"), Path("/dev/stdout"), Path("/dev/stderr"))
OPENED = (Path("/dev/fd"), Path("/proc/self/fd"))
BLOCK_SIZE = 1 << 20


def is_opened(path: Path) -> bool:
    """Return whether a path names a stream that the shell has already opened, so that opening it does not block."""
    return path in STREAMS or path.parent in OPENED


def regular(path: Path) -> Path:
    """Return the path of a file that a folder names, not the user, if reading it neither blocks nor never ends."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return path


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a file, or of a stream that the shell has opened for the program."""
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


def read_text(path: Path, limit: int) -> str:
    """Return the text of a file in UTF-8, as `read_bytes` reads it."""
    try:
        return read_bytes(path, limit).decode()
    except UnicodeDecodeError as error:
        raise ValueError("it is not text in UTF-8") from error
