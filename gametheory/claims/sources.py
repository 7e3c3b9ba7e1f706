"""The sources of a claims folder: its Python files, and its subfolders with a file `__init__.py`.

A subfolder with an `__init__.py` is one source, a source folder. Its files are the modules of a package with the name
of the folder. `__all__` in `__init__.py` states their order; files that it does not name follow in the order of their
names. Files and folders whose names begin with an underscore are helpers, and so are files that declare no claim.

Sources are one level deep. A folder that is not read and has a file that imports `claim` is refused, because its
claims would be missed without a word. Links are followed: a linked file or folder has the name of the link.
"""

from __future__ import annotations

import ast
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple

from gametheory.claims.addresses import SEPARATOR, base_id, local_id
from gametheory.claims.declare import Appendix, Claim, ClaimsError
from gametheory.claims.example import example_folder
from gametheory.claims.plain_values import Checked
from gametheory.numbers.format import listed
from gametheory.storage.files import imports_any, regular
from gametheory.texts.marks import Fault, Places, is_text
from gametheory.texts.text import RUN, Text, read_text

INIT = "__init__.py"
EXPECTED = "expected.tsv"  # the file of expected verdicts
OVERVIEW = "overview.toml"  # the author's words for the report
CONFTEST = "conftest.py"  # it is for tests: pytest reads it for all files, and a file changes no verdict of another
PACKAGE = Path(__file__).parent.parent
DECLARING = frozenset({"claim", "Claim", "appendix", "Appendix"})


class ClaimsFolder(NamedTuple):
    """A claims folder, or one source folder in it, which is `alone` if no file of expected verdicts is next to it.

    Or a text in a folder, which is read as a claims file.
    """

    path: Path
    source: str = ""
    alone: bool = False
    text: str = ""  # the name of a text that is asked for by itself

    @property
    def expected_file(self) -> Path:
        """The file of expected verdicts."""
        return (self.named if self.alone else self.path) / EXPECTED

    @property
    def named(self) -> Path:
        """The folder that was named: the claims folder, or one source folder."""
        return self.path / self.source


@dataclass(frozen=True)
class Target(Checked):
    """What a user names: a folder, a file or a claim; `file` is relative to the claims folder, and may be a source.

    A text names claims with its marks, of which there may be none.
    """

    text: str
    file: str = ""
    id: str = ""
    marked: bool = False

    def includes(self, item: Claim | Appendix) -> bool:
        """Return whether a claim or an appendix was named."""
        in_file = not self.file or item.file == self.file or item.file.startswith(f"{self.file}/")
        # Of a file that does not run, it is not known which claims it has; the one that stands for it has its name.
        return in_file and (item.id == item.file or self.id in ("", local_id(item), base_id(local_id(item))))


class Asked(NamedTuple):
    """The targets in one claims folder."""

    place: ClaimsFolder
    targets: tuple[Target, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all claims of the folder, or of the one source folder, were named."""
        return any(not target.file and not target.id for target in self.targets)

    @property
    def is_named(self) -> bool:
        """Whether the user has named something here, and not only a text."""
        return not all(target.marked for target in self.targets)


def claims_folder(folder: Path) -> ClaimsFolder:
    """Return the claims folder that a path stands for: the path itself, or the parent of a source folder."""
    if not os.path.isfile(folder / INIT):  # Path.is_file raises OSError if the name is too long
        return ClaimsFolder(folder)
    if folder.name in ("", ".."):
        folder = folder.resolve()
    return ClaimsFolder(folder.parent, folder.name, not (folder.parent / EXPECTED).is_file())


def asked(paths: Iterable[str | Path], run: bool = False) -> list[Asked]:
    """Return the targets of paths by claims folder, in the order in which the folders are named first.

    With `run`, texts may name the code of others.
    """
    by_folder: dict[tuple[Path, str, str], Asked] = {}
    for one in (part for path in paths for part in _parts(path, run)):
        key = one.place.path.resolve(), one.place.source if one.place.alone else "", one.place.text
        if first := by_folder.get(key):
            place = first.place if first.place.source == one.place.source else ClaimsFolder(first.place.path)
            one = Asked(place, (*first.targets, *one.targets))
        by_folder[key] = one
    return list(by_folder.values())


def _parts(path: str | Path, run: bool) -> Iterator[Asked]:
    """Yield what a path stands for; a text stands for its own claims and for those that it names in a claims folder."""
    name, _, id = str(path).partition(SEPARATOR)
    if not is_text(name) or os.path.isdir(name):
        yield _asked(path)
        return
    text = text_to_check(Path(name), run)
    if id and not any(id in (mark.id, base_id(mark.id)) for mark in text.marks):
        raise ClaimsError(f"{path}: no mark of this text has the id {id}")
    if any(mark.kind and id in ("", mark.id, base_id(mark.id)) for mark in text.marks):
        place = ClaimsFolder(text.path.parent, text=text.path.name)
        yield Asked(place, (Target(str(path), text.path.name, id),))
    for mark in text.marks:
        if not mark.kind and id in ("", mark.id):
            one = _asked(text.claims_folder)
            named = Target(str(path), one.targets[0].file, mark.id, marked=True)
            yield one._replace(targets=(named,))


def text_to_check(path: Path, run: bool) -> Text:
    """Read a text; marks by id are faults if their folder is the code of others, and `run` does not allow it."""
    try:
        text = read_text(path, run)
    except (OSError, ValueError) as error:
        raise ClaimsError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    named = [mark for mark in text.marks if not mark.kind]
    if not named or run or _is_example(Path(text.claims_folder)):
        return text
    line, column = Places(text.content).of(text.header.claims_at)
    fault = Fault(line, column, f"the claims of {text.claims_folder} are Python code; {RUN}")
    return text._replace(marks=tuple(mark for mark in text.marks if mark.kind), faults=(*text.faults, fault))


def _is_example(folder: Path) -> bool:
    with suppress(ClaimsError, OSError):
        return claims_folder(folder).path.resolve() == example_folder().resolve()
    return False


def _asked(path: str | Path) -> Asked:
    text = str(path)
    name, separator, id = text.partition(SEPARATOR)
    file = Path(name)
    if separator and (file.suffix != ".py" or not id):
        raise ClaimsError(
            f"{text}: {SEPARATOR} joins a file and the id of a claim, as in claims/leaflet.py{SEPARATOR}L1"
        )
    if file.suffix == ".py" and not os.path.isdir(file):
        return _asked_file(file, text, id)
    if os.path.exists(file) and not os.path.isdir(file):
        raise ClaimsError(f"{text}: it is no claims file; the name of a claims file ends with .py")
    place = claims_folder(file)
    if not os.path.isdir(place.path):
        raise ClaimsError(f"{text}: there is no such folder; a claims folder contains Python files with claims")
    return Asked(place, (Target(text, "" if place.alone else place.source),))


def _asked_file(file: Path, text: str, id: str) -> Asked:
    if not os.path.isfile(file):
        raise ClaimsError(f"{file}: there is no such file; a claims file is a Python file with claims")
    if file.name.startswith("_") and file.name != INIT:
        raise ClaimsError(
            f"{file}: it is no claims file; a file whose name begins with an underscore is for other files"
        )
    place = claims_folder(file.parent)
    target = Target(text, f"{place.source}/{file.name}".removeprefix("/"), id)
    return Asked(place if place.alone else ClaimsFolder(place.path), (target,))


def refuse_unmatched(targets: Iterable[Target], claims: Iterable[Claim]) -> None:
    """Refuse a file without claims, and an id that no claim of its file has."""
    known = list(claims)
    for target in targets:
        if target.marked or any(map(target.includes, known)):
            continue
        others = [local_id(item) for item in known if replace(target, id="").includes(item)]
        if target.id and others:
            raise ClaimsError(
                f"{target.text}: no claim of this file has the id {target.id}; it has {listed(others, 'claim')}"
            )
        raise ClaimsError(
            f"{target.text}: no claim found; a claim is a function decorated with @claim in a Python file"
        )


def claims_files(place: ClaimsFolder) -> list[str]:
    """Return the files that can declare claims, relative to the claims folder and in order; their code does not run."""
    if place.text:
        return [place.text]
    if place.alone:
        _check_source(place.named)
        return list(_source_files(place.named))
    return list(_files(place.path))


def _files(folder: Path) -> Iterator[str]:
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise ClaimsError(f"{folder}: {error.strerror}") from error
    for path in paths:
        if path.name.startswith(("_", ".")):
            continue
        if path.suffix == ".py":
            _check_file(path)
            if os.path.isfile(path.with_suffix("") / INIT):
                raise ClaimsError(f"{path}: the folder {path.stem} is a source of the same name; rename one of them")
            if path.name != CONFTEST:
                yield path.name
        elif os.path.isfile(path / INIT):
            _check_source(path)
            if (path / EXPECTED).exists():
                raise ClaimsError(
                    f"{path / EXPECTED}: expected verdicts are in {folder / EXPECTED} for all sources; delete this file"
                )
            yield from _source_files(path)
        elif path.is_dir():
            _refuse_claims(path, f"a source folder needs a file {INIT} with the name of the source")


def _source_files(folder: Path) -> Iterator[str]:
    """Yield the files of a source folder: `__init__.py`, those that its `__all__` names, and the others."""
    present = sorted(path.name for path in folder.glob("[!_]*.py") if path.name != CONFTEST)
    stated = [f"{name}.py" for name in _all_names(folder / INIT)]
    names = [INIT, *(name for name in stated if name in present), *present]
    yield from (f"{folder.name}/{name}" for name in dict.fromkeys(names))


def _all_names(init: Path) -> list[str]:
    """Return the names that `__all__` lists, as they are written; whether they exist is seen where the file runs."""
    try:
        nodes = ast.parse(regular(init).read_bytes()).body
        values = [
            ast.literal_eval(node.value)
            for node in nodes
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
    except (OSError, SyntaxError, ValueError, RecursionError):
        return []
    names = values[-1] if values and isinstance(values[-1], list | tuple) else []
    return [name for name in names if isinstance(name, str)]


def _check_source(folder: Path) -> None:
    name = folder.name
    if not name.isidentifier() or iskeyword(name):
        raise ClaimsError(f"{folder}: a source folder is imported, so its name must be a Python identifier")
    if is_library(name) or folder.resolve() == PACKAGE:
        raise ClaimsError(f"{folder}: {name} is the name of an installed package; rename the folder")
    for path in sorted(folder.glob("[!_]*.py")):
        _check_file(path)
    for inner in sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._"):
        _refuse_claims(inner, "sources are one level deep; move the files up")


def _check_file(path: Path) -> None:
    if not path.is_file():  # reading a pipe would block
        raise ClaimsError(f"{path}: it is not a file")
    if path.name == CONFTEST:
        _refuse_claim(path, "this file is for tests")


def is_library(name: str) -> bool:
    """Return whether a module with a name is one of Python or of an installed package, or this package."""
    if name in sys.stdlib_module_names or name == PACKAGE.name:
        return True
    spec = PathFinder.find_spec(name, [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    return spec is not None and spec.origin is not None


def _refuse_claims(folder: Path, reason: str) -> None:
    """Refuse a folder that is not read if one of its files imports what declares claims."""
    for path in sorted(folder.glob("[!_]*.py")):
        _refuse_claim(path, reason)


def _refuse_claim(path: Path, reason: str) -> None:
    if imports_any(path, PACKAGE.name, DECLARING):
        raise ClaimsError(f"{path}: its claims would not be checked: {reason}")
