"""The cache folder of the user and its secret key, which authenticates entries that this user made on this machine."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from pathlib import Path

from gametheory.storage.atomic_write import remove_abandoned, temporary_file

VARIABLE = "GAMETHEORY_CACHE_DIR"
KEY_FILE, KEY_BYTES = "key", 32


def cache_folder() -> Path | None:
    """Return the folder for cached values, which need not exist, or None if the user has no home folder.

    It is `GAMETHEORY_CACHE_DIR` if that is set. Otherwise it is `gametheory` in the system's folder for caches:
    `$XDG_CACHE_HOME` or `~/.cache`, on macOS `~/Library/Caches`, and on Windows `%LOCALAPPDATA%`.

    Examples
    --------
    >>> folder = cache_folder()
    >>> folder is None or folder.is_absolute()
    True
    """
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).absolute()
    system = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if not os.path.isabs(system):  # the XDG standard ignores relative paths
        home = {"win32": "~/AppData/Local", "darwin": "~/Library/Caches"}.get(sys.platform, "~/.cache")
        system = os.path.expanduser(home)
    return Path(system, "gametheory") if os.path.isabs(system) else None


def secret_key(folder: Path) -> bytes | None:
    """Return the secret key in a folder; make one if there is none, or if others could have read or written it.

    The key file never exists with a part of its content, and only its owner can read it. If two processes make a key at
    the same time, both return that of the first.

    Parameters
    ----------
    folder
        Folder of the key; created if it does not exist.

    Returns
    -------
    bytes or None
        The key, or None if the folder cannot be written and contains no key.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     secret_key(Path(folder)) == secret_key(Path(folder))
    True
    """
    path = folder / KEY_FILE
    if key := _read(path):
        return key
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _install(path, secrets.token_bytes(KEY_BYTES))
    except OSError:
        return None
    return _read(path)


def _read(path: Path) -> bytes | None:
    """Return the key in a file, or None if it is damaged or not private."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            key = file.read(KEY_BYTES + 1)
    except OSError:
        return None
    private = not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o077)
    return key if private and len(key) == KEY_BYTES else None


def _install(path: Path, key: bytes) -> None:
    """Write a key file; a valid one that another process has written meanwhile stays."""
    remove_abandoned(path.parent)
    handle, name = temporary_file(path)  # private
    try:
        with os.fdopen(handle, "wb") as file:  # locked until the key has its name
            file.write(key)
            file.flush()
            with contextlib.suppress(FileExistsError):
                os.link(name, path)
        if _read(path) is None:
            os.replace(name, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
