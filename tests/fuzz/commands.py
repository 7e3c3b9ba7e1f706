"""One run of the command in this process, within a time, and what is wrong with it."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SECONDS = 10.0


class Ran(NamedTuple):
    """How a command ended: its status, and what it printed."""

    status: int
    out: str
    err: str


class TooLong(BaseException):
    """Something took longer than it may; no handler for wrong input can take it for its own."""


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooLong in the main thread when the time is over."""

    def over(*_: object) -> None:
        raise TooLong(f"not done within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(arguments: Sequence[str], folder: Path, seconds: float = SECONDS) -> Ran:
    """Run the command in a folder, without input; what it raises, SystemExit aside, is raised."""
    from gametheory.cli import main

    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "strict", "backslashreplace")]
    original, place = (sys.stdin, sys.stdout, sys.stderr), Path.cwd()
    os.chdir(folder)
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with within(seconds):
            status = main(list(arguments))
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        sys.stdin, sys.stdout, sys.stderr = original
        os.chdir(place)
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams[1:])
    return Ran(status, out, err)


def emptied(folder: Path) -> list[str]:
    """The names of what was in a folder, which is empty now."""
    found = sorted(folder.iterdir())
    for path in found:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return [path.name for path in found]


def wrong_with(ran: Ran, left: Sequence[str]) -> str | None:
    """What a user would complain of, where some files are left in the folder, which was empty."""
    if ran.status not in (0, 1, 2):
        return f"status {ran.status}"
    if "Traceback" in ran.err + ran.out:
        return "a traceback"
    if ran.status != 2:
        return None
    if left:
        return f"status 2, and {', '.join(left)} is left"
    if not 1 <= len(ran.err.splitlines()) <= 2:
        return f"status 2, and {len(ran.err.splitlines())} lines on standard error"
    return "status 2, and something on standard output" if ran.out else None
