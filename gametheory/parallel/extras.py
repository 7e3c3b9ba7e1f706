"""Libraries that are installed with an extra of this package, such as `prove`, because they are large."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ModuleNotFoundError):
    """A library of an extra is not installed, or lacks a library of the system; the message says which."""


def library(name: str, extra: str) -> Any:
    """Import a library of an extra."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise MissingExtra(f"{name} is not installed; pip install 'gametheory[{extra}]' installs it") from error
    except ImportError as error:  # of a library of the system, such as libXrender, which its wheel does not contain
        raise MissingExtra(f"{name} cannot be loaded: {error}") from error


def installed_version(distribution: str) -> str:
    """Return the version of an installed distribution, or "none"."""
    from importlib import metadata  # here, because it takes a fifth of the time of `gametheory --help`

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "none"
