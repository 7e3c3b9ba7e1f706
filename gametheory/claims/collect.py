"""Reading claims files and texts: what each of them declares.

`read_claims_file` runs the code of a claims file, and collects what is declared meanwhile. A text is only read: the
claims that it makes itself are computed exactly, or decided for all values of variables. `claims_of_marks` yields all
marks of a text as claims, as `pytest post.md` runs them.
"""

from __future__ import annotations

import ast
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

    def as_json(self) -> dict[str, object]:
        """Return a description of the file, without functions."""
        return {
            "title": self.title,
            "claims": [item.as_json() for item in self.claims],
            "appendices": [item.as_json() for item in self.appendices],
            "broken": self.broken,
        }


def broken_file(folder: Path, file: str, reason: str) -> ClaimsFile:
    """Return an open claim that stands for a file that does not run to its end."""
    name = untypeset(escaped(file))
    reason = untypeset(escaped(reason))
    declared = Declaration(name, f"{name}:1")
    item = Claim(name, f"The file {name} runs to its end.", name, lambda: open_(reason), declared=declared)
    title = _title(folder, file) if "/" in file else name  # the text of a package can be read without the file
    return ClaimsFile(title, (item,), broken=reason)


def described_file(file: str, data: Mapping[str, object]) -> ClaimsFile:
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
    path = folder / file
    try:
        with registering(folder, file) as declared:
            # a source folder is a package, whose files import one another
            if "/" in file:
                module = _imported_file(file)
            else:
                module = _executed(path)
    except BaseException as error:  # SystemExit, too: the file has not run to its end
        place = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path
        return broken_file(folder, file, f"{place}, line {_line(error, path)}: {error_text(error)}")
    entries = [*getattr(module, DECLARED, ()), *declared]
    claims = tuple(item for item in entries if isinstance(item, Claim))
    appendices = tuple(item for item in entries if isinstance(item, Appendix))
    return ClaimsFile(_title(folder, file), claims, appendices)


class SourceLoader(SourceFileLoader):
    """Compiles the source of a module each time: bytecode of the same time and size can be that of another text."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the module."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _imported_file(file: str) -> ModuleType:
    path = file.removesuffix(f"/{INIT}").removesuffix(".py")
    module = import_module(path.replace("/", "."))
    # only a package lists its files
    if not file.endswith(f"/{INIT}"):
        return module
    # `__all__` gives the order of the files: a name without a file would hide that its claims are not checked.
    for name in getattr(module, "__all__", ()):
        is_file = Path(str(module.__file__)).with_name(f"{name}.py").is_file()
        if not is_file and not hasattr(module, name):
            raise ValueError(f"__all__ names {name}; there is neither a file {name}.py nor such a name")
    return module


def _executed(path: Path) -> ModuleType:
    folder = path.parent.resolve()
    name = f"claims_of_{folder.name}.{path.stem}".replace("-", "_")
    file = str(folder / path.name)
    spec = importlib.util.spec_from_file_location(name, file, loader=SourceLoader(name, file))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # before it runs, since a dataclass looks for its module there
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _title(folder: Path, file: str) -> str:
    """Return the name of a source: the first line of the docstring of its file or package, or else their name."""
    if "/" in file:
        package = file.partition("/")[0]
    else:
        package = ""
    if package:
        path = folder / package / INIT
    else:
        path = folder / file
    try:
        text = ast.get_docstring(ast.parse(path.read_bytes()))
    except (OSError, SyntaxError, ValueError, RecursionError):
        text = ""
    lines = (text or "").strip().splitlines()
    if lines:
        return escaped(lines[0].rstrip("."))
    return escaped(package or Path(file).stem)


def _line(error: BaseException, path: Path) -> int | str:
    """Return the last line of a file that an error passed."""
    file = path.resolve()
    # such a file has not run, so that no frame is in it
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).resolve() == file:
        return error.lineno or "?"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == file]
    return lines[-1] or "?" if lines else "?"


def claims_of_text(folder: Path, file: str, run: bool) -> tuple[str, tuple[Claim, ...]]:
    """Return the title of a text, and the claims that it makes itself, in order."""
    text = read_text(folder / file, run)
    claims = {mark.id: _claim(text, file, mark, run) for mark in text.marks if mark.kind}
    return escaped(file), tuple(claims.values())


def _claim(text: Text, file: str, mark: Mark, run: bool) -> Claim:
    place = f"{text.path.name}:{mark.place}"
    check = partial(mark_verdict, text.header.imports, mark.id, mark.formal, place, run)
    declared = Declaration(file, f"{file}:{mark.place}")
    code = SourceCode(str(text.path), mark.place.line, mark.formal)
    return Claim(mark.id, mark.sentence, mark.place.words, check, declared=declared, code=code)


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


def _computed(tree: ast.expr, formal: str, lookup: Callable[[str], object]) -> Verdict:
    """Return the verdict of an expression of numbers: one case, which is true or false."""
    value = Evaluation(lookup).whole(tree)
    # a function of the header can give a verdict itself, as check_all does
    if isinstance(value, Verdict):
        return value
    # 1 and 0 are numbers: the author has written no statement
    if not isinstance(value, bool):
        raise Undecided(f"{formal} is {shown(value)}; it must be True or False")
    note = formal if len(formal) > LONGEST else ""  # which the scope does not quote
    return check_all([formal], lambda _: value, note, lambda _: Evaluation(lookup).explained(tree))


def _statements(check: Check, id: str, lookup: Callable[[str], object]) -> list[Statement]:
    """Return the statements of record of an expression with variables, one for each step."""
    # here, because sympy takes longer to import than all else
    from gametheory.claims.symbolic import Symbols

    symbols = Symbols(check.kinds)
    evaluation = Evaluation(lookup, symbols)
    conditions = [evaluation.truth(node) for node in check.conditions]
    steps = evaluation.steps(check.tree)
    # A condition that is always false would make every conclusion true.
    if any(isinstance(each, bool) for each in (*conditions, *steps)):
        raise Undecided("a part of it is true or false whatever the variables are: leave it out")
    statements = []
    for number, step in enumerate(steps, 1):
        statements.append(symbols.statement(f"step {number} of {id}", conditions, step))
    return statements


def _meaning(imports: Imports, run: bool, name: str) -> object:
    """Return the function or the value of a name of the header; of an exact function its name."""
    first, _, attribute = name.partition(".")
    module = imports[first][0]
    path = f"{module}.{attribute}" if attribute else module
    parent, _, last = path.rpartition(".")
    if parent == "math":  # which is not imported: a folder could have a file of this name
        found = getattr(math, last, None)
        if callable(found) and last not in FUNCTIONS:
            exact = ", ".join(word for word in FUNCTIONS if hasattr(math, word))
            raise Undecided(f"{name} is not exact: it can be a float; exact are {exact}")
    else:
        found = _imported(module)
        if attribute:
            found = getattr(found, attribute, None)
    if found is None:
        raise Undecided(f"{name} is not a name in {module}")
    # under another name, too, it is computed exactly
    for word in FUNCTIONS:
        if found is getattr(math, word, word):
            return word
    # A module of the program can also hand on a function of another one.
    is_ours = is_safe(str(getattr(found, "__module__", "")))
    if callable(found) and not is_ours and not run:
        raise Undecided(f"{name} is a function of another module; it needs --run")
    return found


def _imported(module: str) -> object:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        parent, _, name = module.rpartition(".")
        # `import a.b` can also name something inside of a module; but a module that fails to import another one fails.
        if error.name == module and parent:
            found = getattr(_imported(parent), name, None)
            if found is not None:
                return found
        raise Undecided(f"import {module}: {error}") from error


def claims_of_marks(path: Path, read: Callable[[Path, str], ClaimsFile]) -> Iterator[tuple[Claim, Place]]:
    """Yield the claims of each mark with their places, and for each fault a claim that is open, without a file."""
    text = text_to_check(path, run=True)
    lock = Locked(path)
    in_text = {item.id: [item] for item in read(path.parent, path.name).claims}
    folder = claims_folder(Path(text.claims_folder)).path
    named: dict[str, list[Claim]] = {}
    if not all(mark.kind for mark in text.marks):
        named = _by_name(folder, read)
    faults = {fault.place: fault.message for fault in text.faults}
    marks = {mark.id: mark for mark in text.marks}
    for mark in marks.values():
        claims, home = (in_text, path.parent) if mark.kind else (named, folder)
        items = claims.get(mark.id, [])
        if not items:
            faults[mark.place] = f"no claim of {folder} has the id {mark.id}"
        declared = Declaration(path.name, f"{path.name}:{mark.place.line}")
        for item in items:
            place = Place(home, item.file, item_name(item))
            if len(items) == 1:
                yield lock.expecting(replace(item, id=mark.id, uses=(), declared=declared)), place
            else:
                # Each has to be true: the verdict in the lock is the worst of theirs, and not that of each.
                id = f"{mark.id} ({item.file}, {local_id(item)})"
                yield replace(item, id=id, uses=(), declared=declared), place
    for where, message in sorted(faults.items()):
        declared = Declaration(path.name, f"{path.name}:{where.line}")
        yield Claim(str(where), message, "", declared=declared), Place(path.parent, "", "")


def _by_name(folder: Path, read: Callable[[Path, str], ClaimsFile]) -> dict[str, list[Claim]]:
    """Return the claims of a folder by each of their names; families and files can share one."""
    claims: list[Claim] = []
    for file in claims_files(claims_folder(folder)):
        claims += read(folder, file).claims
    named: dict[str, list[Claim]] = {}
    for item in with_unique_ids(claims):
        for name in names_of(item):
            named.setdefault(name, []).append(item)
    return named
