"""Other programs: where they are, and how they end with this one."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence


def ends_with_parent(command: Sequence[str]) -> list[str]:
    """Return a command for another program that is killed when the thread that starts it ends, also if that is killed.

    Linux with util-linux has a tool for this. Elsewhere the command is unchanged, and the program ends by itself.
    """
    tool = find_on_path("setpriv") if sys.platform == "linux" else None
    return [tool, "--pdeathsig", "KILL", "--", *command] if tool else list(command)


def find_on_path(program: str) -> str | None:
    """Return the place of a program, or None. Entries of PATH that are not absolute are ignored.

    Such an entry, for example the empty one of `PATH=:/opt/bin`, is the current folder, which can be a stranger's.
    """
    found = shutil.which(program, path=os.pathsep.join(filter(os.path.isabs, os.get_exec_path())))
    return found if found and os.path.isabs(found) else None  # Windows looks in the current folder first
