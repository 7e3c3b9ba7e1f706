"""Libraries that are installed with an extra of this package, such as `prove`, because they are large."""

from __future__ import annotations

from importlib import import_module, metadata
from typing import Any


class MissingExtra(ModuleNotFoundError):
    """A library of an extra is not installed; the message says how to install it."""


def library(name: str, extra: str) -> Any:
    """Import a library of an extra.

    Raises
    ------
    MissingExtra
        If it is not installed.

    Examples
    --------
    >>> library("no_such_library", "prove")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.parallel.extras.MissingExtra: no_such_library is not installed; pip install 'gametheory[prove]' ...
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise MissingExtra(f"{name} is not installed; pip install 'gametheory[{extra}]' installs it") from error


def installed_version(distribution: str) -> str:
    """Return the version of an installed distribution, or "none".

    >>> installed_version("no-such-library")
    'none'
    """
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "none"
