"""Verdicts of earlier runs: one file for each claims file, in the cache folder of the user.

They are used while nothing has changed on which the file can depend: its source folder, the helpers and the other
sources that it imports, all data in the claims folder, the theorems of Rocq, this program, the installed packages and
Python. What a check reads elsewhere is not seen: `--fresh` and `recheck` prove again.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from gametheory.claims.sources import EXPECTED, OVERVIEW, ClaimsFolder
from gametheory.parallel.hashes import package_hash
from gametheory.prove.kernel.compiler import find_program
from gametheory.storage.atomic_write import write_atomic
from gametheory.storage.user_cache import cache_folder

IMPORTS = re.compile(r"^\s*(?:from|import)\s+(.+)", re.MULTILINE)
NOT_READ = {EXPECTED, OVERVIEW, "certificates", "__pycache__"}  # they are read when all verdicts are known
ROCQ = "rocq"


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
            write_atomic(self._path(key), json.dumps(value, ensure_ascii=False))

    def _path(self, key: str) -> Path:
        return self.folder / f"{sha256(key.encode()).hexdigest()}.json"


def user_cache(kind: str) -> Cache | None:
    """Return the cache of one kind of values, or None if the user has no folder for it."""
    folder = cache_folder()
    return Cache(folder / kind) if folder else None


def dependency_hashes(place: ClaimsFolder, files: Iterable[str], deep: bool, outputs: Iterable[Path]) -> dict[str, str]:
    """Return for each claims file a hash of all on which its verdicts can depend."""
    skipped = {path.resolve() for path in outputs}
    texts: dict[str, str] = {}  # by helper, source and rocq/: the hash of its files; "" for all data
    imports: dict[str, set[str]] = {}
    for unit, paths in ({"": list(_of_text(place))} if place.text else _units(place.path)).items():
        contents = [(path.as_posix(), _content(path)) for path in paths if path.resolve() not in skipped]
        texts[unit] = sha256(repr(contents).encode()).hexdigest()
        code = "\n".join(text.decode(errors="replace") for name, text in contents if name.endswith(".py"))
        words = {word for line in IMPORTS.findall(code) for word in re.findall(r"\w+", line)}
        imports[unit] = words | ({ROCQ} if "theorems" in code else set())
    installed = sorted(name for folder in sys.path for name in _names(folder) if name.endswith((".dist-info", ".pth")))
    program = find_program() if ROCQ in texts else None
    common = package_hash(), sys.version, installed, deep, program and program.version
    return {
        file: sha256(repr((common, [(unit, texts[unit]) for unit in _reached(file, imports)])).encode()).hexdigest()
        for file in files
    }


def _units(folder: Path) -> Mapping[str, list[Path]]:
    """Return the files of a claims folder by helper, file and source folder, by its name in imports; data under ""."""
    units: dict[str, list[Path]] = {"": []}
    for path in sorted(folder.iterdir()):
        if path.name in NOT_READ or path.name.startswith("."):
            continue
        is_code = path.suffix == ".py" or (path / "__init__.py").is_file() or path.name == ROCQ
        units.setdefault(path.stem if is_code else "", []).extend(_below(path))
    return units


def _of_text(place: ClaimsFolder) -> Iterator[Path]:
    """Yield a text, and the Python files that it can import from its folder."""
    yield place.path / place.text
    for path in sorted(place.path.iterdir()):
        if path.suffix == ".py" or (path / "__init__.py").is_file():
            yield from _below(path)


def _below(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if name not in NOT_READ and not name.startswith("."))
        yield from (each for name in sorted(files) if (each := Path(folder, name)).is_file())


def _content(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""


def _names(folder: str) -> list[str]:
    with suppress(OSError):
        return os.listdir(folder)
    return []


def _reached(file: str, imports: Mapping[str, set[str]]) -> list[str]:
    """Return what the unit of a file imports, directly or not, with all data."""
    reached, waiting = {""}, [file.partition("/")[0].removesuffix(".py")]
    while waiting:
        if (unit := waiting.pop()) in imports and unit not in reached:
            reached.add(unit)
            waiting += imports[unit]
    return sorted(reached)
