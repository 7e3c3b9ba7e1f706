"""A claims folder on disk: its sources, the verdicts that earlier runs have saved, and its overview.

The sources of a claims folder are its Python files, and its subfolders with an `__init__.py`, the source folders. The
files of a source folder are the modules of a package with its name. `__all__` in `__init__.py` states their order;
files that it does not name follow in the order of their names. Files and folders whose names begin with an underscore
are helpers, and so are files that declare no claim. Sources are one level deep. A folder that is not read and has a
file that imports `claim` is refused, because its claims would be missed without a word. Links are followed: a linked
file or folder has the name of the link.

Verdicts are saved in the cache folder of the user, in one file for each claims file. They are used while nothing has
changed on which a claims file can depend: the files of its claims folder, this program, the installed packages and
Python. What a check reads elsewhere is not seen: `--fresh` and `recheck` prove again.

The overview is what a reader of the report has to know first, in the file `overview.toml`. It selects and arranges
claims, and puts them in words; it cannot change a verdict. Every key is optional:

- `title`: the title of the report;
- `introduction`: what the sources are, in a few sentences;
- `picture`: the id of a claim or an appendix whose first figure is shown next to the introduction;
- `[letters]`: the meaning of the letters in the statements;
- `[[findings]]`: the claims that matter most, by weight, each with `claim` (an id) and `headline`, and optionally
  `truth`: what is true, if the correction of the claim does not say it in few words;
- `[[sources]]`: the sources in the order of the report, each with `source` (its file without extension, or its
  folder), and optionally `link` (an address on the web) and `about` (a sentence);
- `own`: the ids of claims that are the author's and not a source's;
- `[groups]`: the kinds of false statements, each with a list of ids.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from importlib.machinery import PathFinder, all_suffixes
from keyword import iskeyword
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.declare import (
    SEPARATOR,
    Appendix,
    Claim,
    ClaimsError,
    Declaration,
    base_id,
    example_folder,
    local_id,
)
from gametheory.claims.evidence import Checked, made
from gametheory.claims.provers import ACL2, ROCQ
from gametheory.numbers.format import JsonObject, listed
from gametheory.parallel.checkpoint import package_hash
from gametheory.prove.acl2 import find_acl2
from gametheory.prove.kernel import find_program
from gametheory.storage.files import cache_folder, names_any, regular, write_atomic
from gametheory.texts.marks import Fault, is_text
from gametheory.texts.text import RUN, Text, has_marks, read_text

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
        is_broken_file = item.id == item.file
        id = local_id(item)
        return in_file and (is_broken_file or self.id in ("", id, base_id(id)))


class Asked(NamedTuple):
    """The targets in one claims folder."""

    place: ClaimsFolder
    targets: tuple[Target, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all claims of the folder, or of the one source folder, were named."""
        return any(not target.file and not target.id for target in self.targets)

    def includes(self, item: Claim | Appendix) -> bool:
        """Return whether a claim or an appendix was named."""
        return any(target.includes(item) for target in self.targets)

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
    for path in paths:
        for one in _parts(path, run):
            place = one.place
            key = place.path.resolve(), place.source if place.alone else "", place.text
            first = by_folder.get(key)
            if first is None:
                by_folder[key] = one
                continue
            # Two sources of one folder are checked together, and compared with the same expected verdicts.
            same_source = first.place.source == place.source
            if same_source:
                place = first.place
            else:
                place = ClaimsFolder(first.place.path)
            by_folder[key] = Asked(place, (*first.targets, *one.targets))
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


def with_texts(paths: Iterable[str | Path]) -> Iterator[str | Path]:
    """Yield the paths; a folder without claims means the texts with marks below it, if there are any."""
    for path in paths:
        texts = _texts_below(Path(path)) if os.path.isdir(path) else []
        yield from texts or (path,)


def _texts_below(folder: Path) -> list[Path]:
    """Return the texts with marks below a folder in order; none if it is a folder of claims, which has its own."""
    try:
        has_claims = any(claims_files(claims_folder(folder)))
    except ClaimsError:  # which is said when its claims are looked for
        has_claims = True
    if has_claims:
        return []
    found = []
    for place, folders, names in os.walk(folder):
        # such as those of tools, and copies that editors save
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        texts = (Path(place, name) for name in sorted(names) if is_text(name))
        found += [text for text in texts if has_marks(text)]
    return found


def text_to_check(path: Path, run: bool) -> Text:
    """Read a text; marks by id are faults if their folder is the code of others, and `run` does not allow it."""
    try:
        text = read_text(path, run)
    except (OSError, ValueError) as error:
        raise ClaimsError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    names_claims = not all(mark.kind for mark in text.marks)
    # the claims that come with this program are no code of others
    if run or not names_claims or _is_example(Path(text.claims_folder)):
        return text
    fault = Fault(text.header.claims_place, f"the claims of {text.claims_folder} are Python code; {RUN}")
    marks = tuple(mark for mark in text.marks if mark.kind)
    return text._replace(marks=marks, faults=(*text.faults, fault))


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
    # a folder can have a name that ends with .py
    if file.suffix == ".py" and not os.path.isdir(file):
        return _asked_file(file, text, id)
    if os.path.exists(file) and not os.path.isdir(file):
        raise ClaimsError(f"{text}: it is not a claims file; the name of a claims file ends with .py")
    place = claims_folder(file)
    if not os.path.isdir(place.path):
        raise ClaimsError(f"{text}: there is no such folder; a claims folder contains Python files with claims")
    return Asked(place, (Target(text, "" if place.alone else place.source),))


def _asked_file(file: Path, text: str, id: str) -> Asked:
    if not os.path.isfile(file):
        raise ClaimsError(f"{file}: there is no such file; a claims file is a Python file with claims")
    # the same files are left out where the whole folder is read
    if file.name.startswith("_") and file.name != INIT:
        raise ClaimsError(
            f"{file}: it is not a claims file; a file whose name begins with an underscore is for other files"
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
        # helpers of the claims, and folders of tools
        if path.name.startswith(("_", ".")):
            continue
        if path.suffix == ".py":
            _check_file(path)
            # an import of this name would find only one of the two
            if os.path.isfile(path.with_suffix("") / INIT):
                raise ClaimsError(f"{path}: the folder {path.stem} is a source of the same name; rename one of them")
            if path.name != CONFTEST:
                yield path.name
        elif os.path.isfile(path / INIT):
            _check_source(path)
            # it would be ignored, though it looks like a record
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
    names = {INIT: None}
    for name in _all_names(folder / INIT):
        if f"{name}.py" in present:
            names[f"{name}.py"] = None
    names |= dict.fromkeys(present)
    for file in names:
        yield f"{folder.name}/{file}"


def _all_names(init: Path) -> list[str]:
    """Return the names that `__all__` lists, as they are written; whether they exist is seen where the file runs."""
    names: object = ()
    try:
        for node in ast.parse(regular(init).read_bytes()).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                names = ast.literal_eval(node.value)  # the last one counts, as in Python
    except (OSError, SyntaxError, ValueError, RecursionError):
        return []  # what is wrong is said where the file runs
    # a set has no order, and a text is a list of its letters
    if not isinstance(names, list | tuple):
        return []
    return [name for name in names if isinstance(name, str)]


def _check_source(folder: Path) -> None:
    name = folder.name
    if not name.isidentifier() or iskeyword(name):
        raise ClaimsError(f"{folder}: a source folder is imported, so its name must be a Python identifier")
    if is_library(name) or folder.resolve() == PACKAGE:
        raise ClaimsError(f"{folder}: {name} is the name of an installed package; rename the folder")
    for path in sorted(folder.glob("[!_]*.py")):
        _check_file(path)
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.name.startswith((".", "_")):
            _refuse_claims(path, "sources are one level deep; move the files up")


def _check_file(path: Path) -> None:
    if not path.is_file():  # reading a pipe would block
        raise ClaimsError(f"{path}: it is not a file")
    if path.name == CONFTEST:
        _refuse_claim(path, "this file is for tests")


def is_library(name: str) -> bool:
    """Return whether a module with a name is one of Python or of an installed package, or this package."""
    if name in sys.stdlib_module_names or name == PACKAGE.name:
        return True
    # Only where packages are installed: the folder that is checked can be on the path of this process.
    spec = PathFinder.find_spec(name, [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    return spec is not None and spec.origin is not None


def _refuse_claims(folder: Path, reason: str) -> None:
    """Refuse a folder that is not read if a file below it declares claims."""
    for path in _below(folder, set()):
        is_helper = any(part.startswith(("_", ".")) for part in path.relative_to(folder).parts)
        if path.suffix.lower() in (".py", ".pyw") and not is_helper:
            _refuse_claim(path, reason)


def _refuse_claim(path: Path, reason: str) -> None:
    # a file that cannot be parsed could declare claims, too
    if names_any(path, PACKAGE.name, DECLARING) is not False:
        raise ClaimsError(f"{path}: its claims would not be checked: {reason}")


# What this program writes, and reads when all verdicts are known, relative to a claims folder.
WRITTEN = (EXPECTED, OVERVIEW, "certificates/*.smt2", "certificates/*/*.smt2")
MODULES = tuple(all_suffixes())  # of files that can be imported
TOOLS = {".git", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".ipynb_checkpoints"}


class Cache:
    """JSON values by key, one file each; nothing is saved if the folder cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> Any | None:
        """Return the value of a key; None if it is missing or damaged."""
        try:
            return json.loads(self._path(key).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, value: object) -> None:
        """Save a value, completely or not at all."""
        with suppress(OSError, TypeError, ValueError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomic(self._path(key), json.dumps(value, ensure_ascii=False, default=str))

    def _path(self, key: str) -> Path:
        return self.folder / f"{sha256(key.encode()).hexdigest()}.json"


def user_cache(kind: str) -> Cache | None:
    """Return the cache of one kind of values, or None if the user has no folder for it."""
    folder = cache_folder()
    return Cache(folder / kind) if folder else None


class FolderState:
    """The files of a claims folder when a run begins.

    Attributes
    ----------
    hash
        A hash of all on which a verdict can depend: any file of the folder that changes, comes or goes changes it.
    """

    def __init__(self, place: ClaimsFolder, deep: bool, outputs: Iterable[Path]) -> None:
        self._place = place
        self._outputs = {path.resolve() for path in outputs}
        self._stamps = self._look()
        contents = [(path.relative_to(place.path).as_posix(), _content(path)) for path in self._stamps]
        names: list[str] = []
        for folder in sys.path:
            names += _names(folder)
        installed = sorted(name for name in names if name.endswith((".dist-info", ".pth")))
        # another version of Rocq can accept another proof
        program = find_program() if (place.path / ROCQ).is_dir() else None
        acl2 = find_acl2() if (place.path / ACL2).is_dir() else None
        common = package_hash(), sys.version, installed, deep, program and program.version, acl2
        self.hash = sha256(repr((common, contents)).encode()).hexdigest()

    @property
    def newest(self) -> int:
        """The last time, in nanoseconds, at which one of the files had changed; no program can set it."""
        return max((stamp[-1] for stamp in self._stamps.values()), default=0)

    def is_same(self) -> bool:
        """Return whether no file has changed since."""
        return self._look() == self._stamps

    def changes(self) -> list[str]:
        """Return a line if code or data have changed since: then it is not known which of them a claim has read."""
        now = self._look()
        changed = [path for path, stamp in self._stamps.items() if now.get(path) != stamp]
        changed += [path for path in now if path not in self._stamps and path.name.endswith(MODULES)]
        if not changed:
            return []
        names = listed(list(map(str, changed)), "file")
        return [f"{names} changed while the claims were checked; check them again"]

    def _look(self) -> dict[Path, tuple[int, ...]]:
        """Return what tells whether each file has been written; a program cannot set the last of these times."""
        stamps: dict[Path, tuple[int, ...]] = {}
        place = self._place
        for path in _of_text(place) if place.text else _of_folder(place.path):
            with suppress(OSError):  # a broken link, or a file that another program has removed
                status = path.stat()
                if path.resolve() not in self._outputs:
                    stamps[path] = status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
        return stamps


def _of_text(place: ClaimsFolder) -> Iterator[Path]:
    """Yield a text, and the Python files that it can import from its folder."""
    yield place.path / place.text
    for path in sorted(place.path.iterdir()):
        if path.suffix == ".py":
            yield path
        elif (path / "__init__.py").is_file():
            yield from _below(path, set())


def _of_folder(folder: Path) -> Iterator[Path]:
    """Yield the files of a claims folder that a check can read."""
    written = set[Path]()
    for pattern in WRITTEN:
        written |= set(folder.glob(pattern))
    return (path for path in _below(folder, set()) if path not in written)


def _below(folder: Path, links: set[Path]) -> Iterator[Path]:
    """Yield the files below a folder in order, also through links, but not in a circle."""
    real = folder.resolve()
    if real in links or not os.access(folder, os.R_OK):
        return
    for path in sorted(folder.iterdir()):
        if path.name in TOOLS or path.suffix == ".pyc":  # no check reads the bytecode of its modules
            continue
        # a link to a folder above would be followed without end
        if path.is_dir():
            yield from _below(path, links | {real})
        elif path.is_file():
            yield path


def _content(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""


def _names(folder: str) -> list[str]:
    with suppress(OSError):
        return os.listdir(folder)
    return []


@dataclass(frozen=True)
class Finding(Checked):
    """A claim that matters, with a headline, and what is true in a few words."""

    claim: str
    headline: str
    truth: str = ""


@dataclass(frozen=True)
class About(Checked):
    """What a reader has to know about a source: its address on the web, and a sentence."""

    source: str
    link: str = ""
    about: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        # the page makes links of them, and javascript: would run
        if self.link and not self.link.startswith(("https://", "http://")):
            raise ValueError(f"link: {self.link!r} does not begin with https:// or http://")


@dataclass(frozen=True)
class Overview(Checked):
    """The author's arrangement of a report; by default, there is none."""

    title: str = ""
    introduction: str = ""
    picture: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    sources: tuple[About, ...] = ()
    own: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self) -> JsonObject:
        """Return the overview as values that JSON can contain."""
        return asdict(self)

    def with_titles(self, titles: Mapping[str, str]) -> Overview:
        """Return the overview with each source by its title, and without sources that have none."""
        sources = []
        for each in self.sources:
            if each.source in titles:
                sources.append(replace(each, source=titles[each.source]))
        return replace(self, sources=tuple(sources))

    def check_names(self, claims: Iterable[str], sources: Iterable[str], appendices: Iterable[str] = ()) -> None:
        """Check that everything that the overview names exists, and that no false statement is in two groups."""
        claims = set(claims)
        grouped: list[str] = []  # of all groups, so that an id in two of them occurs twice
        for ids in self.groups.values():
            grouped += ids
        _check_known("findings", [each.claim for each in self.findings], claims, "claim with the id")
        _check_known("own", self.own, claims, "claim with the id")
        _check_known("groups", grouped, claims, "claim with the id")
        _check_known("sources", [each.source for each in self.sources], set(sources), "source")
        if self.picture:
            _check_known("picture", [self.picture], claims | set(appendices), "claim or appendix with the id")


def source_name(declared: Declaration) -> str:
    """Return the name by which an overview calls the source of a claim: its folder, or its file without extension."""
    return declared.file.partition("/")[0].removesuffix(".py")


def read_overview(folder: Path) -> Overview:
    """Read the overview of a claims folder; without the file, return an empty one."""
    file = folder / OVERVIEW
    try:
        data = tomllib.loads(regular(file).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return Overview()
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror}") from error
    except (UnicodeError, tomllib.TOMLDecodeError) as error:
        raise ClaimsError(f"{file}: it is not TOML in UTF-8: {error}") from error
    try:
        return made(Overview, data)
    except (TypeError, ValueError) as error:
        raise ClaimsError(f"{file}: {error}") from error


def _check_known(key: str, names: Iterable[str], known: set[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name not in known:
            raise ClaimsError(f"{OVERVIEW}: {key}: there is no {what} {name!r}")
        if name in seen:
            raise ClaimsError(f"{OVERVIEW}: {key}: {name!r} occurs twice")
        seen.add(name)
