"""What is installed apart from this package: libraries of an extra, such as `prove`, and other programs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

DISTRIBUTION = "gametheory-exact"  # its name, because `gametheory` on the package index is another author's program


def ends_with_parent(command: Sequence[str]) -> list[str]:
    """Return a command for another program that is killed when the thread that starts it ends, also if that is killed.

    Linux with util-linux has a tool for this. Elsewhere the command is unchanged, and the program ends by itself.
    """
    tool = find_on_path("setpriv") if sys.platform == "linux" else None
    if tool is None:
        return list(command)
    return [tool, "--pdeathsig", "KILL", "--", *command]


def find_on_path(program: str) -> str | None:
    """Return the place of a program, or None. Entries of PATH that are not absolute are ignored.

    Such an entry, for example the empty one of `PATH=:/opt/bin`, is the current folder, which can be a stranger's.
    """
    folders = filter(os.path.isabs, os.get_exec_path())
    place = shutil.which(program, path=os.pathsep.join(folders))
    # Windows looks in the current folder first
    if place and os.path.isabs(place):
        return place
    return None


def install_command(extras: str) -> str:
    """Return the command that installs extras, and where to run it: no package index has this distribution.

    >>> install_command("draw,prove")
    "pip install '.[draw,prove]' in the source folder"
    """
    return f"pip install '.[{extras}]' in the source folder"


class MissingExtra(ModuleNotFoundError):
    """A library of an extra is not installed, or lacks a library of the system; the message says which."""


def library(name: str, extra: str, **also: str) -> Any:
    """Import a library of an extra; if it is not installed, name also those of other extras that are not."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # the library is there, and lacks another one
            raise
        missing = {name: extra}
        for other, extra_of_other in also.items():
            if not _is_installed(other):
                missing[other] = extra_of_other
        names = ", ".join(missing)
        extras = ",".join(dict.fromkeys(missing.values()))
        verb, them = ("is", "it") if len(missing) == 1 else ("are", "them")
        raise MissingExtra(f"{names} {verb} not installed; {install_command(extras)} installs {them}") from error
    except ImportError as error:  # of a library of the system, such as libXrender, which its wheel does not contain
        raise MissingExtra(f"{name} cannot be loaded: {error}") from error


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ValueError:  # a module without a specification, or None in its place
        return False


def installed_version(distribution: str) -> str:
    """Return the version of an installed distribution, or "none"."""
    from importlib import metadata  # here, because it takes a fifth of the time of `gametheory --help`

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "none"
