"""What is installed, and what it runs on."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from gametheory.parallel.cores import available_cores

COMMANDS = {"lrsnash": ["lrsnash", "/dev/null"]}


@cache
def version_of(need: str) -> str | None:
    """The version of a distribution or command; None where it is not installed.

    >>> version_of("no such distribution") is None
    True
    """
    if need in COMMANDS:
        return _version_said(COMMANDS[need]) if shutil.which(need) else None
    try:
        return version(need)
    except PackageNotFoundError:
        return None


def _version_said(command: list[str]) -> str:
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)
    found = re.search(r"v\.?(\d[\w.]*)", said.stdout + said.stderr)
    return found[1] if found else "of unknown version"


def missing(needs: Iterable[str]) -> list[str]:
    """Those that are not installed."""
    return [need for need in needs if version_of(need) is None]


def setting(needs: Iterable[str]) -> str:
    """One line: Python, system, cores, and the versions of what was measured."""
    installed = [f"{need} {version_of(need)}" for need in sorted(set(needs)) if version_of(need)]
    absent = missing(sorted(set(needs)))
    left_out = f"; not installed and left out: {', '.join(absent)}" if absent else ""
    where = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {available_cores()} cores"
    return f"{where}; {', '.join(installed)}{left_out}."
