"""The cache folder of the user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "GAMETHEORY_CACHE_DIR"


def cache_folder() -> Path | None:
    """Return the folder for cached values, which need not exist, or None if the user has no home folder.

    It is `GAMETHEORY_CACHE_DIR` if that is set. Otherwise it is `gametheory` in the system's folder for caches:
    `$XDG_CACHE_HOME` or `~/.cache`, on macOS `~/Library/Caches`, and on Windows `%LOCALAPPDATA%`.
    """
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).absolute()
    system = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if not os.path.isabs(system):  # the XDG standard ignores relative paths
        home = {"win32": "~/AppData/Local", "darwin": "~/Library/Caches"}.get(sys.platform, "~/.cache")
        system = os.path.expanduser(home)
    return Path(system, "gametheory") if os.path.isabs(system) else None
