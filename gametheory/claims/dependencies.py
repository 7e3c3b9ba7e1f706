"""Dependencies of a claims file: the code it can import, the data files in its folder and the installed versions.

The `__init__.py` of a package counts for all its files. The data files in a source folder count for this source only.
Imports are read from the syntax tree, including those inside functions, so no code runs to find them. Code that is
loaded in another way, hidden files and files outside the folder are found when they are opened
(`gametheory.storage.opened_files`).
"""

from __future__ import annotations

import ast
import os
import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from gametheory.claims.sources import ABOUT_VERDICTS, INIT, claims_folder, is_source_folder
from gametheory.storage.opened_files import content_hash
from gametheory.storage.read import regular
from gametheory.storage.store import digest

PACKAGE = Path(__file__).parent.parent
CODE = (".py", ".pyc")


# Read once in a process, which can check several folders: the names that a file imports, by the hash of its content,
# and the files of the package that a file of the package imports, with the other names that it imports.
_names_by_hash: dict[str, list[tuple[int, str]]] = {}
_within_package: dict[tuple[Path, str], tuple[frozenset[Path], list[str]]] = {}


class DependencyHash:
    """Hashes of the dependencies of the Python files in one folder. Each file is read once.

    Parameters
    ----------
    folder
        The claims folder, or one source folder.
    outputs
        Files that the run itself writes; they are not dependencies, even if they are in the folder.

    Attributes
    ----------
    hashes
        Hashes of the files that were read.
    imports
        The names that a file imports, each with its level, by the hash of its content. Earlier runs can supply them.
        Those that were used last are at the end.

    Examples
    --------
    >>> dependencies = DependencyHash(PACKAGE / "storage")
    >>> names = "storage/read.py", "storage/read.py", "storage/store.py"
    >>> one, again, other = map(dependencies.digest, names)
    >>> one == again != other
    True
    >>> dependencies.is_known_code(PACKAGE / "storage" / "read.py")
    True
    """

    def __init__(self, folder: Path, outputs: Collection[Path] = ()) -> None:
        self._place = claims_folder(folder)
        self._folder = self._place.path.resolve()
        self._outputs = {path.resolve() for path in outputs}
        self.hashes: dict[Path, str] = {}
        self.imports: dict[str, list[tuple[int, str]]] = {}
        self._imports: dict[Path, set[Path]] = {}
        self._found: dict[str, list[Path]] = {}
        self._tops: dict[str, list[Path]] = {}
        self._data_of: dict[str, dict[str, str]] = {}
        self._digests: dict[str, str] = {}
        self._closures: dict[frozenset[Path], set[Path]] = {}
        top = self._place.expected_file.parent.relative_to(self._place.path)
        self._about_verdicts = {top / name for name in ABOUT_VERDICTS}

    def digest(self, name: str) -> str:
        """Return a hash of the dependencies of the file with this name, relative to the claims folder.

        Raises
        ------
        OSError
            If a file cannot be read.
        SyntaxError
            If a file is not valid Python.
        """
        if name not in self._digests:
            self._digests[name] = self._digest(name)
        return self._digests[name]

    def _digest(self, name: str) -> str:
        code = {self._relative(path): self.hash(path) for path in self._closure(self._folder / name)}
        return digest(dict(sorted(code.items())), self._data(name), _installed())

    def code(self, name: str) -> dict[str, str]:
        """Return the hash of the file with this name, and of each file of code that it can import, by path.

        >>> "store.py" in map(os.path.basename, DependencyHash(PACKAGE / "storage").code("storage/store.py"))
        True
        """
        return dict(sorted((str(path), self.hash(path)) for path in self._closure(self._folder / name)))

    def surroundings(self) -> dict[str, Any]:
        """Return what the claims of a folder can depend on besides the files that are opened, as JSON values.

        These are the names of the files, the sizes and times of data files, and the installed packages.

        >>> sorted(DependencyHash(PACKAGE / "storage").surroundings())
        ['files', 'installed']
        """
        root = self._folder / self._place.source if self._place.alone else self._folder
        paths = ((path, path.relative_to(self._folder)) for path in sorted(root.rglob("*")))
        files = {
            str(relative): _state(path) if self._is_data(path, relative) else ()
            for path, relative in paths
            if self._is_data(path, relative) or path.suffix == ".py"
        }
        return {"files": files, "installed": _installed()}

    def is_known_code(self, path: Path) -> bool:
        """Return whether a file is among the code that the claims of any file in the folder can import."""
        return path in self._known_code

    @cached_property
    def _known_code(self) -> set[Path]:
        files = [*self._folder.glob("[!_]*.py"), *(path for name in self._sources for path in self._own(name, "*.py"))]
        if self._place.alone:
            files = list(self._own(self._place.source, "*.py"))
        return {path for file in files for path in self._closure(file)}

    def _relative(self, path: Path) -> str:
        """Return a path relative to the package or the claims folder, so that cache keys survive moving either."""
        return _name_in_package(path) or f"claims/{Path(os.path.relpath(path, self._folder)).as_posix()}"

    def _closure(self, path: Path) -> set[Path]:
        """Return the file and all first-party code that it can import, directly or indirectly."""
        imports = frozenset(self._imported(path))
        if imports not in self._closures:  # the claims files of a folder often import the same
            self._closures[imports] = self._reached(imports)
        return {path} | self._closures[imports]

    def _reached(self, paths: Iterable[Path]) -> set[Path]:
        closure: set[Path] = set()
        waiting = set(paths)
        while waiting:
            path = waiting.pop()
            closure.add(path)
            waiting |= self._imported(path) - closure
        return closure

    def _imported(self, path: Path) -> set[Path]:
        if path not in self._imports:
            files, names = self._direct(path)
            self._imports[path] = self._package_of(path) | {
                *files,
                *(file for name in names for file in self._absolute(name)),
            }
        return self._imports[path]

    def _direct(self, path: Path) -> tuple[frozenset[Path], list[str]]:
        """Return files that a file imports, and the names that it imports of which the files depend on the folder."""
        names = self._names_in(path)
        if not _name_in_package(path):
            return _relative_imports(path, names), [name for level, name in names if not level]
        key = path, self.hash(path)
        if key not in _within_package:
            own = [name for level, name in names if not level and _top(name) == PACKAGE.name]
            files = _relative_imports(path, names).union(*(_package_files(name, PACKAGE) for name in own))
            others = [name for level, name in names if not level and _top(name) != PACKAGE.name]
            _within_package[key] = files, others
        return _within_package[key]

    def _names_in(self, path: Path) -> list[tuple[int, str]]:
        key = self.hash(path)
        found = self.imports.pop(key, None)
        if found is None:
            if key not in _names_by_hash:
                _names_by_hash[key] = sorted(_imported_names(_content(path)))
            found = _names_by_hash[key]
        self.imports[key] = found  # at the end: those before it were used less recently
        return found

    def _absolute(self, name: str) -> list[Path]:
        """Return the files that an absolute import runs. Files of one package import the same names again and again."""
        if name not in self._found:
            top = _top(name)
            # The parent of the package can be site-packages, whose other packages are not first-party code.
            within = top == PACKAGE.name
            self._found[name] = _package_files(name, PACKAGE) if within else _files(name, self._folders_with(top))
        return self._found[name]

    def _folders_with(self, top: str) -> list[Path]:
        """Return the folders in which an import of a top-level name can find it: most names are in none of them."""
        if top not in self._tops:
            folders = [self._folder, *self._own_path]
            self._tops[top] = [path for path in folders if (path / top).is_dir() or (path / f"{top}.py").is_file()]
        return self._tops[top]

    def _package_of(self, path: Path) -> set[Path]:
        """Return the `__init__.py` of the package in which a file is: it runs before the file, however imported."""
        folder = path.parents[1] if path.name == INIT else path.parent
        return set() if folder == self._folder or not is_source_folder(folder) else {folder / INIT}

    @cached_property
    def _own_path(self) -> list[Path]:
        """The folders of `sys.path` except those of installed packages and of Python itself."""
        installed = [Path(folder).resolve() for folder in sysconfig.get_paths().values()]
        folders = (Path(folder).resolve() for folder in sys.path)
        return [folder for folder in folders if folder.is_dir() and not any(map(folder.is_relative_to, installed))]

    @cached_property
    def _sources(self) -> list[str]:
        return [path.parent.name for path in sorted(self._folder.glob(f"[!_.]*/{INIT}"))]

    def _own(self, source: str, pattern: str) -> Iterator[Path]:
        return (self._folder / source).glob(pattern)

    def _data(self, name: str) -> dict[str, str]:
        """Return the hashes of the data files of a source: files that are not code, not hidden and not outputs.

        These are the files in the folder except those in source folders, and those in its own source folder.
        """
        first = name.partition("/")[0]
        source = first if first in self._sources else ""
        if source not in self._data_of:
            own = self._own(source, "**/*") if source else ()
            files = {path.relative_to(self._folder): path for path in sorted((*self._shared_data, *own))}
            self._data_of[source] = {
                str(relative): self.hash(path) for relative, path in files.items() if self._is_data(path, relative)
            }
        return self._data_of[source]

    @property
    def _shared_data(self) -> Iterator[Path]:
        for top in () if self._place.alone else self._folder.iterdir():
            if top.name not in self._sources:
                yield top
                yield from () if top.is_symlink() else top.rglob("*")

    def _is_data(self, path: Path, relative: Path) -> bool:
        hidden = any(part.startswith(".") for part in relative.parts)
        is_output = path in self._outputs or relative in self._about_verdicts
        return path.suffix not in CODE and not hidden and path.is_file() and not is_output

    def hash(self, path: Path) -> str:
        """Return the hash of the content of a file, which is read once.

        >>> len(DependencyHash(PACKAGE / "storage").hash(Path(__file__)))
        64
        """
        if path not in self.hashes:
            self.hashes[path] = content_hash(path)
        return self.hashes[path]


def _top(name: str) -> str:
    return name.partition(".")[0]


@cache
def _name_in_package(path: Path) -> str:
    return f"package/{path.relative_to(PACKAGE).as_posix()}" if path.is_relative_to(PACKAGE) else ""


def _relative_imports(path: Path, names: Iterable[tuple[int, str]]) -> frozenset[Path]:
    return frozenset(file for level, name in names if level for file in _files(name, [path.parents[level - 1]]))


def _state(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _files(name: str, folders: Iterable[Path]) -> list[Path]:
    """Return the files that an import of a dotted name runs. Its last part can be a name inside the module."""
    for path in folders:
        files: list[Path] = []
        for part in name.split("."):
            if part == "*":  # imports all modules that __all__ of a package names
                files += path.glob("*.py")
            path = path / part
            files += _module(path)
        if files:
            return files
    return []


def _module(path: Path) -> list[Path]:
    """Return the file of the module with a path without extension, in a list that is empty if there is none."""
    candidates = (path / INIT, path.with_name(f"{path.name}.py"))
    return [file for file in candidates if file.is_file()][:1]


@cache  # the package gets no new modules while it runs
def _package_files(name: str, package: Path) -> list[Path]:
    return _files(name, [package.parent])


def _content(path: Path) -> bytes:
    """Return the content of a file; nothing if it cannot be read, and so not imported."""
    try:
        return regular(path).read_bytes()
    except OSError:
        return b""


@lru_cache(maxsize=2048)  # most files of a run are those of the package, which every claims file imports
def _imported_names(content: bytes) -> frozenset[tuple[int, str]]:
    """Return each name that a file imports with its level: the number of leading dots of a relative import."""
    try:
        return frozenset(_names(ast.parse(content)))
    except (SyntaxError, ValueError, RecursionError):  # the file cannot be imported
        return frozenset()


def _names(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the imported names in a statement and in the statements inside it; no expression can import."""
    if isinstance(node, ast.Import):
        yield from ((0, alias.name) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from ((node.level, f"{node.module or '.'}.{alias.name}".lstrip(".")) for alias in node.names)
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, field, ())
        for part in inside if isinstance(inside, list) else ():  # the body of a lambda is an expression
            yield from _names(part)


def _installed() -> list[str]:
    """Return Python's version and the installed packages with their versions, from the names of their folders."""
    folders = {Path(folder).resolve() for folder in sys.path if folder}
    return [sys.version, *sorted({package.name for folder in folders for package in folder.glob("*.dist-info")})]
