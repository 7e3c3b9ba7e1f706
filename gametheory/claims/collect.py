"""Reading claims files: what each of them declares while it runs. This runs the files' code."""

from __future__ import annotations

import ast
import faulthandler
import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from gametheory.claims.addresses import topological_order, with_unique_ids
from gametheory.claims.declare import (
    DECLARED,
    Appendix,
    Claim,
    ClaimsError,
    Declaration,
    registering,
)
from gametheory.claims.plain_values import Checked, error_text, escaped, untypeset
from gametheory.claims.sources import INIT, claims_files, claims_folder
from gametheory.claims.text_claims import claims_of_text
from gametheory.claims.verdict import open_
from gametheory.parallel.signals import outside_interrupt
from gametheory.texts.marks import is_text


@dataclass(frozen=True)
class ClaimsFile(Checked):
    """What a claims file declares; of a file that does not run to its end, why, and a claim that stands for it."""

    title: str
    claims: tuple[Claim, ...]
    appendices: tuple[Appendix, ...] = ()
    broken: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return a description of the file, without functions."""
        items = {name: [each.as_json() for each in getattr(self, name)] for name in ("claims", "appendices")}
        return {"title": self.title, **items, "broken": self.broken}


def broken_file(folder: Path, file: str, reason: str) -> ClaimsFile:
    """Return an open claim that stands for a file that does not run to its end."""
    name, reason = untypeset(escaped(file)), untypeset(escaped(reason))
    declared = Declaration(name, f"{name}:1")
    item = Claim(name, f"The file {name} runs to its end.", name, lambda: open_(reason), declared=declared)
    return ClaimsFile(_title(folder, file) if "/" in file else name, (item,), broken=reason)


def collect(folder: Path) -> list[tuple[str, Claim]]:
    """Return all claims of a folder, each with the name of its source, in this process."""
    place = claims_folder(folder)
    forget_modules([str(place.path)])
    files = [read_claims_file(place.path, file) for file in claims_files(place)]
    titles = [each.title for each in files for _ in each.claims]
    claims = with_unique_ids([item for each in files for item in each.claims])
    if not claims:
        raise ClaimsError(f"{folder}: no claim found; a claim is a function decorated with @claim in a Python file")
    topological_order(claims)
    return list(zip(titles, claims, strict=True))


def read_claims_file(folder: Path, file: str, seconds: float = 0, run: bool = False) -> ClaimsFile:
    """Run a claims file, or import it if it is in a source folder, and return what it declares. A text is only read.

    If it does not end within the time limit, the process ends.
    """
    if is_text(file):
        return ClaimsFile(*claims_of_text(folder, file, run))
    if seconds:
        faulthandler.dump_traceback_later(seconds, exit=True, file=_nowhere())
    try:
        with importing_from(folder), registering(folder, file) as declared:
            module = _imported(file) if "/" in file else _executed(folder / file)
    except BaseException as error:  # SystemExit, too, must not end the run
        if interrupt := outside_interrupt(error):
            raise interrupt from error
        path = folder / file
        shown = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path
        return broken_file(folder, file, f"{shown}, line {_line(error, path)}: {error_text(error)}")
    finally:
        if seconds:
            faulthandler.cancel_dump_traceback_later()
    vars(module).setdefault(DECLARED, []).extend(declared)
    entries = vars(module)[DECLARED]
    claims = tuple(item for item in entries if isinstance(item, Claim))
    return ClaimsFile(_title(folder, file), claims, tuple(item for item in entries if isinstance(item, Appendix)))


_folders: list[str] = []  # the claims folders from which this process has imported


@contextmanager
def importing_from(folder: Path) -> Iterator[None]:
    """Context manager: modules of a claims folder can be imported, and those of other claims folders are forgotten."""
    root = os.path.realpath(folder)
    if _folders[-1:] != [root]:
        _folders[:] = [*(name for name in _folders if name != root), root]
        forget_modules(_folders[:-1])
    path, writes = sys.path.copy(), sys.dont_write_bytecode
    sys.path.insert(0, root)
    sys.dont_write_bytecode = True  # an edit within the same second would not be noticed
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = path, writes


def forget_modules(folders: list[str]) -> None:
    """Drop all loaded modules of claims folders: they can be outdated, or have the names of modules of another one."""
    roots = {os.path.realpath(folder) for folder in folders}
    for name, module in sys.modules.copy().items():
        file = os.path.realpath(getattr(module, "__file__", None) or "")
        inside = {os.path.dirname(file), os.path.dirname(os.path.dirname(file))} & roots
        if inside and name.partition(".")[0] != "gametheory":
            del sys.modules[name]


def _imported(file: str) -> ModuleType:
    importlib.invalidate_caches()  # the folder can have new files
    module = importlib.import_module(file.removesuffix(f"/{INIT}").removesuffix(".py").replace("/", "."))
    for name in getattr(module, "__all__", ()) if file.endswith(f"/{INIT}") else ():
        if not (Path(str(module.__file__)).with_name(f"{name}.py").is_file() or hasattr(module, name)):
            raise ValueError(f"__all__ names {name}, and there is neither a file {name}.py nor such a name")
    return module


def _executed(path: Path) -> ModuleType:
    name = f"claims_of_{path.parent.resolve().name}.{path.stem}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path.parent.resolve() / path.name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _title(folder: Path, file: str) -> str:
    """Return the name of a source: the first line of the docstring of its file or package, or else their name."""
    package = file.partition("/")[0] if "/" in file else ""
    try:
        text = ast.get_docstring(ast.parse((folder / (f"{package}/{INIT}" if package else file)).read_bytes()))
    except (OSError, SyntaxError, ValueError, RecursionError):
        text = ""
    lines = (text or "").strip().splitlines()
    return escaped(lines[0].rstrip(".") if lines else package or Path(file).stem)


def _line(error: BaseException, path: Path) -> int | str:
    """Return the last line of a file that an error passed."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).resolve() == path.resolve():
        return error.lineno or "?"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    return (lines[-1] if lines else None) or "?"


def _nowhere() -> Any:
    return open(os.devnull, "w", encoding="utf-8")
