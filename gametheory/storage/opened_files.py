"""Files that Python code opens for reading, with hashes of their content.

Python reports each file it opens through an audit hook. Files of installed packages and of the system (/dev, /proc,
/sys), compiled code, and files that the code itself has written from empty are left out. Files that are read by C
libraries without Python's `open`, or by other programs, are not seen.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

PACKAGE = Path(__file__).parent.parent
IMPORTER = "<frozen importlib._bootstrap_external>"
SYSTEM = tuple(map(Path, ("/dev", "/proc", "/sys")))
COMPILED = (".pyc", ".nbi", ".nbc")
MISSING = "missing"
CHANGED = "changed between two openings"


def content_hash(path: Path) -> str:
    """Return the SHA-256 hash of a file's content, or "missing" if it cannot be read.

    Examples
    --------
    >>> content_hash(Path("/no/such/file")), len(content_hash(Path(__file__)))
    ('missing', 64)
    """
    try:
        if not path.is_file():  # opening a pipe would block
            return MISSING
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return MISSING


@dataclass
class OpenedFiles:
    """The files opened by the code of one folder.

    Attributes
    ----------
    folder
        The folder whose files are named relative to it, so that the names survive moving it.
    excluded
        Files and folders to leave out.
    hashes
        Hash of the content by name; of a file that changes between two openings, no hash. Names begin with `code:` for
        imported code, then with `folder:`, `package:`, `current:` (relative to the current folder) or `file:`
        (absolute).

    Examples
    --------
    >>> opened = OpenedFiles(PACKAGE)
    >>> with opened.recording():
    ...     _ = (PACKAGE / "storage" / "read.py").read_text()
    >>> list(opened.hashes), opened.unchanged(opened.hashes, PACKAGE)
    (['folder:storage/read.py'], True)
    >>> opened.paths("folder:storage/read.py", PACKAGE)[0].name
    'read.py'
    >>> opened.note(str(PACKAGE / "storage" / "store.py"), os.O_RDONLY, imported=False)
    >>> opened.add({"folder:a.txt": "missing"})
    >>> list(opened.hashes)
    ['folder:storage/read.py', 'folder:storage/store.py', 'folder:a.txt']
    """

    folder: Path
    excluded: Collection[Path] = ()
    hashes: dict[str, str] = field(default_factory=dict)
    _written: set[str] = field(default_factory=set)
    _states: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _again: set[str] = field(default_factory=set)

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Context manager: record the files that are opened by this process, including its threads."""
        global _active
        _install_hook()
        self._again.clear()
        before, _active = _active, self
        try:
            yield
        finally:
            _active = before

    def forget(self) -> None:
        """Forget all files, in a process that was forked from one that has opened some.

        >>> opened = OpenedFiles(PACKAGE, hashes={"folder:a.txt": "missing"})
        >>> opened.forget()
        >>> opened.hashes
        {}
        """
        self.hashes.clear()
        self._states.clear()

    def add(self, hashes: Mapping[str, str]) -> None:
        """Add files that another process has opened for the same folder."""
        self.hashes |= hashes

    def unchanged(self, hashes: Mapping[str, str], folder: Path, known: dict[Path, str] | None = None) -> bool:
        """Return whether all files still have the recorded content.

        Parameters
        ----------
        hashes
            Hashes by name, recorded earlier.
        folder
            Where the folder was at that time.
        known
            Hashes that this run has computed already; new ones are added.
        """
        known = {} if known is None else known
        return all(
            known.setdefault(path, known.get(path) or content_hash(path)) == recorded
            for name, recorded in hashes.items()
            for path in self.paths(name, folder)
        )

    def note(self, name: str, flags: int, imported: bool) -> None:
        """Record one opened file."""
        path = Path(os.path.abspath(name))
        if imported and path.suffix == ".pyc":
            path = Path(source_from_cache(str(path)))
        if self._is_left_out(path):
            return
        if flags & (os.O_TRUNC | os.O_EXCL) and flags & (os.O_WRONLY | os.O_RDWR):
            self._written.add(str(path))
        if flags & os.O_WRONLY or str(path) in self._written:
            return
        key, state = self._name(name, path, imported), _state(path)
        if key not in self.hashes or self._states.get(key) != state:
            found = content_hash(path)
            # Otherwise only the content that was read last would count.
            differs = key in self._again and self.hashes[key] != found
            self.hashes[key], self._states[key] = CHANGED if differs else found, state
        self._again.add(key)

    def _is_left_out(self, path: Path) -> bool:
        if path.is_dir() or path.suffix in COMPILED or any(map(path.is_relative_to, (*SYSTEM, *self.excluded))):
            return True
        own = any(path.is_relative_to(folder) for _, folder in self._places)
        return not own and any(map(path.is_relative_to, _installed()))

    @cached_property
    def _places(self) -> list[tuple[str, Path]]:
        return [("folder", self.folder), ("folder", self.folder.resolve()), ("package", PACKAGE)]

    def _name(self, name: str, path: Path, imported: bool) -> str:
        # A compiler names the package's own files relative to the current folder: they are found from anywhere.
        if not os.path.isabs(name) and not imported and not path.is_relative_to(PACKAGE):
            return f"current:{name}"
        prefix = "code:" if imported else ""
        for kind, folder in self._places:
            if path.is_relative_to(folder):
                return f"{prefix}{kind}:{path.relative_to(folder).as_posix()}"
        return f"{prefix}file:{path}"

    def paths(self, name: str, folder: Path) -> list[Path]:
        """Return the files that a recorded name stands for; `folder` is where the folder was at that time."""
        kind, _, rest = name.removeprefix("code:").partition(":")
        if kind == "file":
            # The code may name the file relative to its own place: after a move, that is another file.
            return [Path(rest), Path(os.path.normpath(self.folder / os.path.relpath(rest, folder)))]
        return [{"folder": self.folder, "package": PACKAGE}.get(kind, Path.cwd()) / rest]


_active: OpenedFiles | None = None
_is_installed = False
_hashing = threading.local()


@cache
def _installed() -> tuple[Path, ...]:
    """The folders of Python's library and of installed packages."""
    paths = sysconfig.get_paths()
    places = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return tuple({path for place in places for path in (Path(place), Path(place).resolve())})


def _state(path: Path) -> tuple[int, ...]:
    """Numbers that change with the content of a file, apart from changes within one tick of the clock."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _install_hook() -> None:
    global _is_installed
    if not _is_installed:  # a hook cannot be removed
        _is_installed = True
        _installed()  # in the hook, it could run while sysconfig itself is being loaded
        sys.addaudithook(_hook)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ("open", "sqlite3.connect") or _active is None or not isinstance(arguments[0], str | bytes):
        return
    if getattr(_hashing, "now", False):  # reading a file for its hash is not recorded
        return
    _hashing.now = True
    try:
        flags = arguments[2] if event == "open" else os.O_RDWR
        _active.note(os.fsdecode(arguments[0]), flags, sys._getframe(1).f_code.co_filename == IMPORTER)
    except (OSError, ValueError):  # not a valid name: opening it fails
        pass
    finally:
        _hashing.now = False


@contextmanager
def unrecorded() -> Iterator[None]:
    """Context manager: the files that this thread opens are not recorded, because no result depends on them.

    >>> opened = OpenedFiles(PACKAGE)
    >>> with opened.recording(), unrecorded():
    ...     _ = (PACKAGE / "storage" / "read.py").read_text()
    >>> opened.hashes
    {}
    """
    before = getattr(_hashing, "now", False)
    _hashing.now = True
    try:
        yield
    finally:
        _hashing.now = before


def active_record() -> OpenedFiles | None:
    """Return the record to which opened files are added now, or None.

    >>> with OpenedFiles(PACKAGE).recording():
    ...     active_record().folder == PACKAGE
    True
    """
    return _active


@dataclass(frozen=True)
class Recorded(Generic[Piece, Result]):
    """A function that also returns the hashes of the files that it has opened, for work in other processes.

    Examples
    --------
    >>> Recorded(abs, PACKAGE, ())(-3)
    (3, {})
    """

    function: Callable[[Piece], Result]
    folder: Path
    excluded: tuple[Path, ...]

    def __call__(self, piece: Piece) -> tuple[Result, dict[str, str]]:
        """Return the result and the hashes."""
        opened = OpenedFiles(self.folder, self.excluded)
        with opened.recording():
            return self.function(piece), opened.hashes
