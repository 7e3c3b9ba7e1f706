"""Confinement: a process and all that it starts cannot write in a folder. Linux enforces it, by Landlock.

Landlock lists what is allowed. So everything is listed that exists outside the folder, and what a process adds directly
to a folder above the protected one is refused. A confined process cannot trace other processes, nor signal them, nor
become another user. It cannot undo this.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on all processors but Alpha
VERSION, PATH_BENEATH, NO_NEW_PRIVILEGES = 1, 1, 38
WRITE_FILE, TRUNCATE = 1 << 1, 1 << 14
# Remove and make folders, files, links, sockets, pipes and devices, and move a file to another folder.
ENTRIES = sum(1 << bit for bit in range(4, 14))
SIGNALS = 1 << 1
MAKE_DEVICE = 1 << 11  # a set of rules must refuse something; only the administrator can make disks
LEAST_VERSION, TRUNCATE_VERSION, SIGNALS_VERSION = 2, 3, 6  # Linux 5.19, 6.2 and 6.12


def can_confine() -> bool:
    """Return whether this system can confine processes: Linux with Landlock, which most distributions turn on.

    >>> can_confine() in (True, False)
    True
    """
    return _version() >= LEAST_VERSION


def confine(folder: Path | None = None, allowed: Sequence[Path] = ()) -> None:
    """Let this process, and all that it starts from now on, trace no other process and write nothing in a folder.

    Parameters
    ----------
    folder
        The folder, which exists; None for no folder.
    allowed
        Folders in it in which writing is allowed.

    Raises
    ------
    OSError
        If the system cannot do this.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.parallel.child import Child
    >>> from gametheory.parallel.json_connection import send
    >>> folder = Path(mkdtemp())
    >>> def write(connection):
    ...     confine(folder)
    ...     try:
    ...         (folder / "a").touch()
    ...     except OSError as error:
    ...         send(connection, type(error).__name__)
    >>> Child(write).receive() if can_confine() else "PermissionError"
    'PermissionError'
    """
    version = _version()
    if version < LEAST_VERSION:
        raise OSError("this system has no Landlock, which confines processes")
    rights = WRITE_FILE | ENTRIES | (TRUNCATE if version >= TRUNCATE_VERSION else 0)
    rights = rights if folder else MAKE_DEVICE
    scopes = (0, SIGNALS) if version >= SIGNALS_VERSION else ()
    handled = struct.pack(f"={1 + len(scopes)}Q", rights, *scopes)
    rules = _system_call(CREATE_RULESET, handled, len(handled), 0)
    try:
        for path, is_folder in _outside(folder.resolve()) if folder else ():
            _allow(rules, path, rights if is_folder else rights & (WRITE_FILE | TRUNCATE))
        for inner in allowed if folder else ():
            _allow(rules, inner, rights)
        if _library().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "prctl refuses to give up privileges")
        _system_call(RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _outside(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield everything next to a folder, and next to the folders above it, each with whether it is a folder.

    Links are left out, which could lead into it. Texts are fast: a folder of temporary files can have thousands.
    """
    for inner, outer in zip((folder, *folder.parents), folder.parents, strict=False):
        try:
            with os.scandir(outer) as entries:
                for entry in entries:
                    if entry.name != inner.name and not entry.is_symlink():
                        yield entry.path, entry.is_dir(follow_symlinks=False)
        except OSError:  # a folder that cannot be listed, such as that of all users
            continue


def _allow(rules: int, path: str | Path, rights: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # it has gone, or is closed to this user
        return
    try:
        _system_call(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", rights, handle), 0)
    finally:
        os.close(handle)


def _version() -> int:
    if sys.platform != "linux":
        return 0
    return max(0, int(_library().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)))


def _system_call(number: int, *arguments: int | bytes) -> int:
    if (result := int(_library().syscall(number, *arguments))) < 0:
        raise OSError(ctypes.get_errno(), f"Landlock refuses: {os.strerror(ctypes.get_errno())}")
    return result


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
