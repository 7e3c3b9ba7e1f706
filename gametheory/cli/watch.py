"""The option --watch of `gametheory check`: check again whenever a file that can matter is saved."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from gametheory.claims.cache import VerdictCache
from gametheory.claims.sources import possible_files
from gametheory.claims.targets import Asked, asked
from gametheory.cli.arguments import InputError
from gametheory.numbers.format import listed
from gametheory.numbers.visible import visible

SECONDS_BETWEEN_LOOKS = 0.3


def watch(paths: Iterable[str | Path], run: Callable[[], object]) -> None:
    """Run a check now, and again after each change of a file; end with Ctrl-C.

    The cache tells which claims a change can affect: only these are checked again.
    """
    places = asked(paths)
    while True:
        before = _states(places)
        try:
            run()
        except InputError as error:
            print(error.lines, file=sys.stderr)
        print("\nwatching; Ctrl-C ends", flush=True)
        after = _states(places)
        while after == before:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            after = _states(places)
        changed = sorted({name for name in before.keys() | after.keys() if before.get(name) != after.get(name)})
        print(visible(f"\n{listed([os.path.relpath(name) for name in changed], 'file')} changed"), flush=True)


def _states(places: Iterable[Asked]) -> dict[str, tuple[int, int]]:
    """Return size and time of each file of the folders, and of the code that they import."""
    found = {}
    for path in {path for part in places for path in _files(part)}:
        try:
            state = os.stat(path)
        except OSError:
            continue
        found[path] = state.st_size, state.st_mtime_ns
    return found


def _files(part: Asked) -> Iterator[str]:
    root = part.place.path / part.place.source if part.place.alone else part.place.path
    for folder, folders, files in os.walk(root.resolve()):
        folders[:] = [name for name in folders if name[0] not in "._"]
        yield from (os.path.join(folder, name) for name in files if not name.startswith("."))
    names = [name for names in possible_files(part.place) for name in names]
    yield from VerdictCache(part.folder).code_of(names)
