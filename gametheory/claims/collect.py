"""Reading claims files and texts: what each of them declares.

Reading claims files: what each of them declares while it runs. `read_claims_file` runs the file's code.

The claims that a text makes itself: computed exactly, or decided for all values of variables.

The marks of a text as claims, as `pytest post.md` runs them.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import math
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from gametheory.claims.conclude import check_all, prove
from gametheory.claims.declare import (
    DECLARED,
    Appendix,
    Claim,
    Declaration,
    Place,
    SourceCode,
    item_name,
    local_id,
    names_of,
    registering,
    with_unique_ids,
)
from gametheory.claims.evaluation import Evaluation
from gametheory.claims.evidence import Checked, error_text, escaped, made, shown, untypeset
from gametheory.claims.sources import INIT, claims_files, claims_folder, text_to_check
from gametheory.claims.text_run import Locked
from gametheory.claims.verdict import Verdict, open_
from gametheory.prove.statement import Statement
from gametheory.prove.sweep import LONGEST
from gametheory.texts.expressions import FOR, FUNCTIONS, Check, Undecided, read_check
from gametheory.texts.marks import Mark, is_text
from gametheory.texts.text import Text, is_safe, read_text

Imports = Mapping[str, tuple[str, int]]  # the module of each name of a header, and the place of the import


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
            module = _imported_file(file) if "/" in file else _executed(folder / file)
    except BaseException as error:  # SystemExit, too: the file has not run to its end
        path = folder / file
        shown = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path
        return broken_file(folder, file, f"{shown}, line {_line(error, path)}: {error_text(error)}")
    entries = [*getattr(module, DECLARED, ()), *declared]
    claims = tuple(item for item in entries if isinstance(item, Claim))
    return ClaimsFile(_title(folder, file), claims, tuple(item for item in entries if isinstance(item, Appendix)))


class SourceLoader(SourceFileLoader):
    """Compiles the source of a module each time: bytecode of the same time and size can be that of another text."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the module."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _imported_file(file: str) -> ModuleType:
    module = importlib.import_module(file.removesuffix(f"/{INIT}").removesuffix(".py").replace("/", "."))
    for name in getattr(module, "__all__", ()) if file.endswith(f"/{INIT}") else ():
        if not (Path(str(module.__file__)).with_name(f"{name}.py").is_file() or hasattr(module, name)):
            raise ValueError(f"__all__ names {name}, and there is neither a file {name}.py nor such a name")
    return module


def _executed(path: Path) -> ModuleType:
    name = f"claims_of_{path.parent.resolve().name}.{path.stem}".replace("-", "_")
    file = str(path.parent.resolve() / path.name)
    spec = importlib.util.spec_from_file_location(name, file, loader=SourceLoader(name, file))
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


def claims_of_text(folder: Path, file: str, run: bool) -> tuple[str, tuple[Claim, ...]]:
    """Return the title of a text, and the claims that it makes itself, in order."""
    text = read_text(folder / file, run)
    claims = {mark.id: _claim(text, file, mark, run) for mark in text.marks if mark.kind}
    return escaped(file), tuple(claims.values())


def _claim(text: Text, file: str, mark: Mark, run: bool) -> Claim:
    place = f"{text.path.name}:{mark.line}:{mark.column}"
    return Claim(
        mark.id,
        mark.sentence,
        f"line {mark.line}, column {mark.column}",
        partial(mark_verdict, text.header.imports, mark.id, mark.formal, place, run),
        declared=Declaration(file, f"{file}:{mark.line}:{mark.column}"),
        code=SourceCode(str(text.path), mark.line, mark.formal),
    )


def mark_verdict(imports: Imports, id: str, formal: str, place: str, run: bool) -> Verdict:
    """Return the verdict of the expression of a mark; what is not computed or expressed leaves it open."""
    lookup = partial(_meaning, imports, run)
    expression, _, variables = formal.partition(FOR)
    try:
        check = read_check(expression, imports, variables)
        if check.kinds:
            return prove(_statements(check, id, lookup))
        return _computed(check.tree, formal, lookup)
    except Undecided as error:
        return open_(untypeset(f"{place}: {error}"))
    except Exception as error:  # of a function that the text calls
        return open_(untypeset(f"{place}: {formal} raised {error_text(error)}"))


def _computed(tree: ast.expr, formal: str, lookup: Callable[[str], Any]) -> Verdict:
    """Return the verdict of an expression of numbers: one case, which is true or false."""
    value = Evaluation(lookup).whole(tree)
    if isinstance(value, Verdict):
        return value
    if not isinstance(value, bool):
        raise Undecided(f"{formal} is {shown(value)}, and must be True or False")
    note = formal if len(formal) > LONGEST else ""  # which the scope does not quote
    return check_all([formal], lambda _: value, note, lambda _: Evaluation(lookup).explained(tree))


def _statements(check: Check, id: str, lookup: Callable[[str], Any]) -> list[Statement]:
    """Return the statements of record of an expression with variables, one for each step."""
    # here, because sympy takes longer to import than all else
    from gametheory.claims.evaluation import Symbols

    symbols = Symbols(check.kinds)
    evaluation = Evaluation(lookup, symbols)
    conditions = [evaluation.truth(node) for node in check.conditions]
    steps = evaluation.steps(check.tree)
    if any(isinstance(each, bool) for each in (*conditions, *steps)):
        raise Undecided("a part of it is true or false whatever the variables are: leave it out")
    numbered = {f"step {number} of {id}": step for number, step in enumerate(steps, 1)}
    return [symbols.statement(name, conditions, step) for name, step in numbered.items()]


def _meaning(imports: Imports, run: bool, name: str) -> Any:
    """Return the function or the value of a name of the header; of an exact function its name."""
    first, _, attribute = name.partition(".")
    module = imports[first][0]
    parent, _, last = (f"{module}.{attribute}" if attribute else module).rpartition(".")
    if parent == "math":  # which is not imported: a folder could have a file of this name
        found = getattr(math, last, None)
        if callable(found) and last not in FUNCTIONS:
            exact = ", ".join(word for word in FUNCTIONS if hasattr(math, word))
            raise Undecided(f"{name} is not exact: it can be a float; exact are {exact}")
    else:
        found = _imported(module)
        found = getattr(found, attribute, None) if attribute else found
    if found is None:
        raise Undecided(f"{name} is no name of {module}")
    for word in FUNCTIONS:
        if found is getattr(math, word, word):
            return word
    if callable(found) and not run and not is_safe(str(getattr(found, "__module__", ""))):
        raise Undecided(f"{name} is a function of another module; it needs --run")
    return found


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        parent, _, name = module.rpartition(".")
        found = getattr(_imported(parent), name, None) if error.name == module and parent else None
        if found is None:
            raise Undecided(f"import {module}: {error}") from error
        return found


def claims_of_marks(path: Path, read: Callable[[Path, str], ClaimsFile]) -> Iterator[tuple[Claim, Place]]:
    """Yield the claims of each mark with their places, and for each fault a claim that is open, without a file."""
    text, lock = text_to_check(path, run=True), Locked(path)
    own = {item.id: [item] for item in read(path.parent, path.name).claims}
    folder = claims_folder(Path(text.claims_folder)).path
    named = _by_id(folder, read) if any(not mark.kind for mark in text.marks) else {}
    faults = {(fault.line, fault.column): fault.message for fault in text.faults}
    for mark in {mark.id: mark for mark in text.marks}.values():
        items = (own if mark.kind else named).get(mark.id, [])
        if not items:
            faults[mark.line, mark.column] = f"no claim of {folder} has the id {mark.id}"
        declared = Declaration(path.name, f"{path.name}:{mark.line}")
        for item in items:
            place = Place(path.parent if mark.kind else folder, item.file, item_name(item))
            if len(items) == 1:
                yield lock.expecting(replace(item, id=mark.id, uses=(), declared=declared)), place
            else:
                # Each has to be true: the verdict in the lock is the worst of theirs, and not that of each.
                id = f"{mark.id} ({item.file}, {local_id(item)})"
                yield replace(item, id=id, uses=(), declared=declared), place
    for (line, column), message in sorted(faults.items()):
        declared = Declaration(path.name, f"{path.name}:{line}")
        yield Claim(f"{line}:{column}", message, "", declared=declared), Place(path.parent, "", "")


def _by_id(folder: Path, read: Callable[[Path, str], ClaimsFile]) -> dict[str, list[Claim]]:
    """Return the claims of a folder by each of their names; families and files can share one."""
    files = [read(folder, file) for file in claims_files(claims_folder(folder))]
    named: dict[str, list[Claim]] = {}
    for item in with_unique_ids([item for each in files for item in each.claims]):
        for name in names_of(item):
            named.setdefault(name, []).append(item)
    return named
