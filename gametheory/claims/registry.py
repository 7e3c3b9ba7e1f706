"""Registration of declarations: which claims and appendices a claims file declares while it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from gametheory.claims.source_code import unwrapped

PACKAGE = str(Path(__file__).parent.parent)


class Declaration(NamedTuple):
    """Where a claim or an appendix was declared.

    Attributes
    ----------
    file
        The claims file that declared it, relative to the claims folder, such as "castle_3/battle.py"; empty if none.
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
    folder: Path
    name: str
    declared: list[Any]
    resolved: dict[str, Path]  # the files with the code on the stack, by name: each declaration asks for the same ones


# Not a context variable: a thread that a claims file starts can declare claims, too.
_running: list[_Running] = []
_declaring: set[str] = set()  # names of the helper modules that have declared claims while they were imported
DECLARED = "__declared_claims__"  # name in a module of a source folder: the claims that it has declared


@contextmanager
def registering(path: Path, folder: Path | None = None) -> Iterator[list[Any]]:
    """Context manager: collect all claims and appendices that are declared, in the order of declaration.

    Those that a module of a source folder declares while it is imported stay with the module (`declared_by`),
    because another file can import it first.

    Parameters
    ----------
    path
        The claims file that runs.
    folder
        The claims folder; by default that of the file.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> with registering(Path("lemmas.py")) as declared:
    ...     _ = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> [(item.id, item.declared.file) for item in declared]
    [('A', 'lemmas.py')]
    """
    folder = folder or path.parent
    name = Path(os.path.relpath(path, folder)).as_posix()
    running = _Running(path.resolve(), folder.resolve(), name, [], {})
    _running.append(running)
    try:
        yield running.declared
    finally:
        _running.remove(running)


def declared_by(module: ModuleType) -> list[Any]:
    """Return the claims and appendices that a module of a source folder has declared, as a list to extend.

    >>> declared_by(ModuleType("lemmas"))
    []
    """
    declared: list[Any] = vars(module).setdefault(DECLARED, [])
    return declared


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
    """Drop all loaded modules of a folder and of the packages in it: they can be outdated.

    Examples
    --------
    >>> forget_modules(Path("no such folder"))
    """
    # Paths are texts here, and a copy is listed, since collecting garbage can import modules meanwhile.
    root, real, files = os.path.realpath(folder), cache(os.path.realpath), dict[str, str]()
    for name, module in sys.modules.copy().items():
        if file := getattr(module, "__file__", None):
            files[name] = str(file)
    packages = {name for name, file in files.items() if "." not in name and _is_package_in(root, file, real)}
    for name, file in files.items():
        in_package = name.partition(".")[0] in packages and not file.startswith(PACKAGE + os.sep)
        if in_package or real(os.path.dirname(real(file) if os.path.islink(file) else file)) == root:
            sys.modules.pop(name, None)


def _is_package_in(root: str, file: str, real: Callable[[str], str]) -> bool:
    package, base = os.path.split(file)
    return base == "__init__.py" and real(os.path.dirname(package)) == root


def forget_package(name: str) -> None:
    """Drop a loaded package with all its modules.

    >>> forget_package("no_such_package")
    """
    for each in [each for each in sys.modules.copy() if each == name or each.startswith(f"{name}.")]:
        del sys.modules[each]


def register(item: object, function: Callable[..., Any]) -> Declaration:
    """Register a claim or an appendix with the claims file that declares it, and return where it was declared.

    Examples
    --------
    >>> with registering(Path("lemmas.py")) as declared:
    ...     _ = register("a claim", print)
    >>> declared
    ['a claim']
    """
    code = _code_file(function)
    _note_importing_helpers()
    running = _running[-1] if _running else None
    if namespace := _importing_module(running):
        namespace.setdefault(DECLARED, []).append(item)
        path = Path(namespace["__file__"])
        name = f"{path.parent.name}/{path.name}"
        return Declaration(name, _place(path.resolve(), name), code)
    if running is None:
        return Declaration("", "", code)
    running.declared.append(item)
    return Declaration(running.name, _place(running.path, running.name), code)


def _importing_module(running: _Running | None) -> dict[str, Any] | None:
    """Return the namespace of the claims file in a source folder that is being imported, the innermost one."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_name == "<module>":
            path, names = Path(frame.f_code.co_filename), frame.f_globals
            if running and "/" not in running.name and _resolved(frame.f_code.co_filename) == running.path:
                return None
            if _is_claims_module(path, names) and (running is None or path.parent.parent.resolve() == running.folder):
                return names
        frame = frame.f_back  # type: ignore[assignment]
    return None


def _is_claims_module(path: Path, names: dict[str, Any]) -> bool:
    package = names.get("__package__")
    is_helper = path.name.startswith("_") and path.name != "__init__.py"
    in_source = bool(package) and package == path.parent.name and not package.startswith("_")
    return in_source and not is_helper and (path.parent / "__init__.py").is_file()


def _note_importing_helpers() -> None:
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == "<module>" and Path(frame.f_code.co_filename).name.startswith("_"):
            _declaring.add(frame.f_globals.get("__name__", ""))
        frame = frame.f_back  # type: ignore[assignment]


def _code_file(function: Callable[..., Any]) -> str:
    function = unwrapped(function)
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    path = _resolved(code.co_filename) if code else None
    return str(path) if path and path.is_file() else ""


def _place(path: Path, own: str) -> str:
    """Return the innermost line of the claims file on the stack, and the line of the helper file that it calls."""
    frame, caller = sys._getframe(1), ""
    while frame is not None:
        name = frame.f_code.co_filename
        if _resolved(name) == path:
            place = f"{own}:{frame.f_lineno}"
            return f"{place} (through {caller})" if caller else place
        if not caller and not name.startswith(PACKAGE) and Path(name).is_file():
            caller = f"{Path(name).name}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return f"{caller or '?'} (while {own} ran)"


def _resolved(name: str) -> Path:
    """Return the file of a code object; it is looked up once while a claims file runs."""
    # A relative name is that of another file after a change of the current folder.
    if not _running or not os.path.isabs(name):
        return Path(name).resolve()
    known = _running[-1].resolved
    if name not in known:
        known[name] = Path(name).resolve()
    return known[name]
