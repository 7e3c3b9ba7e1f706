"""Registration of declarations: which claims and appendices a claims file declares while it runs."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = str(Path(__file__).parent.parent)


class Declaration(NamedTuple):
    """Where a claim or an appendix was declared.

    Attributes
    ----------
    file
        Name of the claims file that was running; empty if none was.
    place
        The line of this file that declared it, such as "lemmas.py:12".
    code
        Path of the file with the code of its function; empty if unknown.
    """

    file: str
    place: str
    code: str


class _Running(NamedTuple):
    path: Path
    declared: list[Any]


# Not a context variable: a thread that a claims file starts can declare claims, too.
_running: list[_Running] = []
_declaring: set[str] = set()  # names of the helper modules that have declared claims while they were imported


@contextmanager
def registering(path: Path) -> Iterator[list[Any]]:
    """Context manager: collect all claims and appendices that are declared, in the order of declaration.

    Parameters
    ----------
    path
        The claims file that runs.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> with registering(Path("lemmas.py")) as declared:
    ...     _ = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> [(item.id, item.declared.file) for item in declared]
    [('A', 'lemmas.py')]
    """
    running = _Running(path.resolve(), [])
    _running.append(running)
    try:
        yield running.declared
    finally:
        _running.remove(running)


def forget_declaring_modules(folder: Path) -> None:
    """Drop the loaded helper modules of a folder that declare claims, so that they declare them again when imported.

    Examples
    --------
    >>> forget_declaring_modules(Path("proofs"))
    """
    for name in list(_declaring):
        file = getattr(sys.modules.get(name), "__file__", None)
        if file and Path(file).resolve().parent == folder.resolve():
            del sys.modules[name]
            _declaring.discard(name)


def forget_modules(folder: Path) -> None:
    """Drop all loaded modules of a folder: they can be outdated.

    Examples
    --------
    >>> forget_modules(Path("no such folder"))
    """
    # a copy, since collecting garbage can import modules while a list is built
    for name, module in sys.modules.copy().items():
        if (file := getattr(module, "__file__", None)) and Path(file).resolve().parent == folder.resolve():
            del sys.modules[name]


def register(item: object, function: Callable[..., Any]) -> Declaration:
    """Register a claim or an appendix with the claims file that is running, and return where it was declared.

    Examples
    --------
    >>> with registering(Path("lemmas.py")) as declared:
    ...     _ = register("a claim", print)
    >>> declared
    ['a claim']
    """
    code = _code_file(function)
    _note_importing_helpers()
    if not _running:
        return Declaration("", "", code)
    running = _running[-1]
    running.declared.append(item)
    return Declaration(running.path.name, _place(running.path), code)


def _note_importing_helpers() -> None:
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == "<module>" and Path(frame.f_code.co_filename).name.startswith("_"):
            _declaring.add(frame.f_globals.get("__name__", ""))
        frame = frame.f_back  # type: ignore[assignment]


def _code_file(function: Callable[..., Any]) -> str:
    function = inspect.unwrap(function)
    while isinstance(function, partial):
        function = inspect.unwrap(function.func)
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    path = Path(code.co_filename).resolve() if code else None
    return str(path) if path and path.is_file() else ""


def _place(path: Path) -> str:
    """Return the innermost line of the claims file on the stack, and the line of the helper file that it calls."""
    frame, caller = sys._getframe(1), ""
    while frame is not None:
        name = frame.f_code.co_filename
        if Path(name).resolve() == path:
            place = f"{path.name}:{frame.f_lineno}"
            return f"{place} (through {caller})" if caller else place
        if not caller and Path(name).is_file() and not name.startswith(PACKAGE):
            caller = f"{Path(name).name}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return f"{caller or '?'} (while {path.name} ran)"
