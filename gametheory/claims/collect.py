"""Reading claims files: what each of them declares while it runs. `read_claims_file` runs the file's code."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from gametheory.claims.declare import DECLARED, Appendix, Claim, Declaration, registering
from gametheory.claims.plain_values import Checked, error_text, escaped, made, untypeset
from gametheory.claims.sources import INIT
from gametheory.claims.text_claims import claims_of_text
from gametheory.claims.verdict import open_
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


def described_file(file: str, data: Mapping[str, Any]) -> ClaimsFile:
    """Return what a description says of a claims file.

    Raises
    ------
    TypeError, ValueError
        If it is no description, or describes a claim of another file.
    """
    described = made(ClaimsFile, data)
    items: list[Claim | Appendix] = [*described.claims, *described.appendices]
    for item in items:
        if item.file != file:
            raise ValueError(f"{item.id} is described as a claim of {item.file or 'no file'}")
    return described


def read_claims_file(folder: Path, file: str, run: bool = False) -> ClaimsFile:
    """Run a claims file, or import it if it is in a source folder, and return what it declares. A text is only read."""
    if is_text(file):
        return ClaimsFile(*claims_of_text(folder, file, run))
    try:
        with registering(folder, file) as declared:
            module = _imported(file) if "/" in file else _executed(folder / file)
    except BaseException as error:  # SystemExit, too: the file has not run to its end
        path = folder / file
        shown = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path
        return broken_file(folder, file, f"{shown}, line {_line(error, path)}: {error_text(error)}")
    entries = [*getattr(module, DECLARED, ()), *declared]
    claims = tuple(item for item in entries if isinstance(item, Claim))
    return ClaimsFile(_title(folder, file), claims, tuple(item for item in entries if isinstance(item, Appendix)))


def _imported(file: str) -> ModuleType:
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
