"""Read files with a size limit, write them atomically, and find the cache folder of the user.

Pipes and devices that would block are refused, except the streams that the shell has opened.
"""

from __future__ import annotations

import ast
import errno
import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path


def names_any(path: Path, package: str, names: frozenset[str]) -> bool | None:
    """Return whether a file imports a package and uses one of these names; None if it names it and cannot be parsed.

    It can import the name, all names, or the package or a module of it, under any name, and take the name from there.
    """
    try:
        content = regular(path).read_bytes()
        if package.encode() not in content:  # the usual case, which needs no parser
            return False
        nodes = list(ast.walk(ast.parse(content)))
    except OSError:
        return False
    except (SyntaxError, ValueError, RecursionError):
        return None
    imported = set[str]()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == package:
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names if alias.name.partition(".")[0] == package)
    if not imported:
        return False
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    if "*" in imported:
        used |= {node.id for node in nodes if isinstance(node, ast.Name)}
    return not names.isdisjoint(imported | used)


STREAMS = (Path("/dev/stdin"), Path("/dev/stdout"), Path("/dev/stderr"))
OPENED = (Path("/dev/fd"), Path("/proc/self/fd"))
BLOCK_SIZE = 1 << 20


def is_opened(path: Path) -> bool:
    """Return whether a path names a stream that the shell has already opened, so that opening it does not block."""
    return path in STREAMS or path.parent in OPENED


def regular(path: Path) -> Path:
    """Return the path of a file that a folder names, not the user, if reading it neither blocks nor never ends."""
    if _is_special(path):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return path


def _is_special(path: Path) -> bool:
    """Return whether a path names a pipe, a socket or a device: reading it could block, or never end."""
    return path.exists() and not path.is_file() and not path.is_dir()


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a file, or of a stream that the shell has opened for the program."""
    if _is_special(path) and not is_opened(path):
        raise OSError("it is neither a file nor opened by the shell")
    content = bytearray()
    with path.open("rb") as file:
        while len(content) <= limit:
            # a stream can return fewer bytes than it is asked for, and has ended only if it returns none
            block = file.read(min(BLOCK_SIZE, limit + 1 - len(content)))
            if not block:
                return bytes(content)
            content += block
    raise ValueError(f"it is larger than {limit:,} bytes")


def read_text(path: Path, limit: int) -> str:
    """Return the text of a file in UTF-8, as `read_bytes` reads it."""
    try:
        return read_bytes(path, limit).decode()
    except UnicodeDecodeError as error:
        raise ValueError("it is not text in UTF-8") from error


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
    # a file is replaced by a new one, so that its folder has to be writable too
    protected = os.access(path, os.F_OK) and not os.access(path, os.W_OK)
    if protected or not os.access(path.parent, os.W_OK):
        raise PermissionError("no permission to write there")


def _permissions(path: Path) -> int:
    """Return those of a file that is rewritten, else those that the user gives to new files."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)  # there is no way to read it that does not set it
    os.umask(mask)
    return 0o666 & ~mask


def write_atomic(path: Path, content: str | bytes) -> None:
    """Write a file through a temporary file in the same folder, so that readers see the old or the new content.

    A link stays, and its target is written. What exists and is not a regular file, such as /dev/stdout, is written
    directly.
    """
    data = content.encode() if isinstance(content, str) else content
    check_writable(path)
    if is_opened(path) or _is_special(path):
        with path.open("wb") as file:
            file.write(data)
        return
    # the target of a link can be in a folder that is not writable
    path = path.resolve()
    check_writable(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, _permissions(path))
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


VARIABLE = "GAMETHEORY_CACHE_DIR"


def cache_folder() -> Path | None:
    """Return the folder for cached values, which need not exist, or None if the user has no home folder.

    It is `GAMETHEORY_CACHE_DIR` if that is set. Otherwise it is `gametheory` in the system's folder for caches:
    `$XDG_CACHE_HOME` or `~/.cache`, on macOS `~/Library/Caches`, and on Windows `%LOCALAPPDATA%`.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).absolute()
    variable = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    system = os.environ.get(variable, "")
    if not os.path.isabs(system):  # the XDG standard ignores relative paths
        home = {"win32": "~/AppData/Local", "darwin": "~/Library/Caches"}.get(sys.platform, "~/.cache")
        system = os.path.expanduser(home)
    if not os.path.isabs(system):  # there is no home folder either
        return None
    return Path(system, "gametheory")
