"""Versions of the installed programs, and the machine."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from gametheory.parallel.extras import DISTRIBUTION
from gametheory.parallel.limits import available_cores

COMMANDS = {"lrsnash": ["lrsnash", "/dev/null"], "chromium": ["chromium", "--version"]}


@cache
def version_of(need: str) -> str | None:
    """Return the version of a package or command, or None if it is not installed.

    >>> version_of("no such distribution") is None
    True
    """
    if need in COMMANDS:
        return _printed_version(COMMANDS[need]) if shutil.which(need) else None
    try:
        return version(DISTRIBUTION if need == "gametheory" else need)
    except PackageNotFoundError:
        return None


def _printed_version(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)
    match = re.search(r"(?:v\.?|Chromium )(\d[\w.]*)", done.stdout + done.stderr)
    return match[1] if match else "of unknown version"


def missing(needs: Iterable[str]) -> list[str]:
    """Return the packages and commands that are not installed."""
    return [need for need in needs if version_of(need) is None]


def setting(needs: Iterable[str]) -> str:
    """Return one line with Python, system, cores, and the versions of the programs."""
    installed = [f"{need} {version_of(need)}" for need in sorted(set(needs)) if version_of(need)]
    absent = missing(sorted(set(needs)))
    left_out = f"; not installed and left out: {', '.join(absent)}" if absent else ""
    where = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {available_cores()} cores"
    return f"{where}; {', '.join(installed)}{left_out}."
