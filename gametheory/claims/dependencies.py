"""What the result of a Python file depends on: all code it can import, the data beside it, and the versions installed.

Imports are read from the syntax tree, those inside functions too, so that nothing is run to find them. A file that
loads code in another way, or reads what lies outside its folder, depends on more than is seen here.
"""

from __future__ import annotations

import ast
import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import gametheory
from gametheory.storage.store import digest

PACKAGE = Path(gametheory.__file__).parent
CODE = (".py", ".pyc")
LARGE = 1_000_000


class DependencyHash:
    """The inputs of the Python files of one folder, each file read once.

    Arguments: the folder; files in it that are outputs, and so do not count. Raises OSError, and SyntaxError.

    >>> inputs = DependencyHash(PACKAGE / "solve")
    >>> inputs.digest("paths.py") == inputs.digest("paths.py") != inputs.digest("rounds.py")
    True
    """

    def __init__(self, folder: Path, outputs: Collection[Path] = ()) -> None:
        self._folder = folder.resolve()
        self._outputs = {path.resolve() for path in outputs}
        self._sums: dict[Path, str] = {}
        self._imports: dict[Path, set[Path]] = {}

    def digest(self, name: str) -> str:
        """A sum that changes when anything does that the result of the file of that name depends on."""
        code = {self._place(path): self._sum(path) for path in self._closure(self._folder / name)}
        return digest(dict(sorted(code.items())), self._data, _installed())

    def _place(self, path: Path) -> str:
        """Where a file is, told so that a folder of claims, and a package, may lie anywhere."""
        for name, folder in (("claims", self._folder), ("package", PACKAGE)):
            if path.is_relative_to(folder):
                return f"{name}/{path.relative_to(folder).as_posix()}"
        return str(path)

    def _closure(self, path: Path) -> set[Path]:
        """The file and all own code it can import, directly or through others."""
        found: set[Path] = set()
        waiting = {path}
        while waiting:
            path = waiting.pop()
            found.add(path)
            waiting |= self._imported(path) - found
        return found

    def _imported(self, path: Path) -> set[Path]:
        if path not in self._imports:
            names = set(_names(ast.parse(path.read_bytes(), str(path))))
            self._imports[path] = {
                file
                for level, name in names
                for file in _files(name, [path.parents[level - 1]] if level else self._places_of(name))
            }
        return self._imports[path]

    def _places_of(self, name: str) -> list[Path]:
        """Where a name is looked for: beside this package, where it is installed, much is not own code."""
        return [PACKAGE.parent] if name.partition(".")[0] == PACKAGE.name else [self._folder, *self._places]

    @cached_property
    def _places(self) -> list[Path]:
        """Where imports are looked for, without the places of installed packages and of Python itself."""
        installed = [Path(place).resolve() for place in sysconfig.get_paths().values()]
        places = (Path(place).resolve() for place in sys.path)
        return [place for place in places if place.is_dir() and not any(map(place.is_relative_to, installed))]

    @cached_property
    def _data(self) -> dict[str, str]:
        """The sums of all files of the folder that are neither code nor hidden nor outputs."""
        files = {path: path.relative_to(self._folder) for path in sorted(self._folder.rglob("*"))}
        return {
            str(name): self._sum(path)
            for path, name in files.items()
            if path.suffix not in CODE and not str(name).startswith(".") and "/." not in name.as_posix()
            if path.is_file() and path not in self._outputs
        }

    def _sum(self, path: Path) -> str:
        """The sum of a file's content; of a large one, which takes long to read, that of its size and time."""
        if path not in self._sums:
            facts = path.stat()
            content = path.read_bytes() if facts.st_size < LARGE else f"{facts.st_size} {facts.st_mtime_ns}".encode()
            self._sums[path] = sha256(content).hexdigest()
        return self._sums[path]


def _names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every imported name with its level: how many dots stand before it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.level, f"{node.module or '.'}.{alias.name}".lstrip(".")) for alias in node.names)


def _files(name: str, places: Iterable[Path]) -> list[Path]:
    """The files that importing a dotted name runs; its last part may be a name inside the module."""
    for place in places:
        found = []
        for part in name.split("."):
            place = place / part
            both = (place / "__init__.py", place.with_name(f"{part}.py"))
            found += [file for file in both if file.is_file()][:1]
        if found:
            return found
    return []


def _installed() -> list[str]:
    """The installed packages with their versions, as their folders are named, and Python's own version."""
    places = {Path(place).resolve() for place in sys.path if place}
    return [sys.version, *sorted({found.name for place in places for found in place.glob("*.dist-info")})]
