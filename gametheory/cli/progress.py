"""Lines on standard error that say what a command is doing."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gametheory.numbers.format import visible

if TYPE_CHECKING:
    from gametheory.model.game import Exploration, Watch

SECONDS_TO_LOOK, SECONDS_OF_SILENCE, SECONDS_BETWEEN_LINES = 0.5, 30.0, 0.3
MANY_POSITIONS, MAX_CHARACTERS = 100_000, 200  # before a line that shows what rules without an end do; of a position


@contextmanager
def progress_line() -> Iterator[Callable[[int, int, str], None]]:
    """Context manager: a function that prints a number, the total and a name.

    On a terminal, they are one line, which is cleared at the end. Elsewhere a line is printed only if the same work
    takes long, so that a log says what a command is doing.
    """
    if not sys.stderr.isatty():
        with _in_pipe() as progress:
            yield progress
        return
    try:
        yield lambda number, total, name: write_line(f"[{number}/{total}] {visible(name)}")
    finally:
        clear_line()


def clear_line() -> None:
    """Clear the line of the terminal on which progress is printed, before other output."""
    write_line("")


def write_line(text: str) -> None:
    """Replace the line of the terminal on which progress is printed; elsewhere print nothing."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


@contextmanager
def _in_pipe() -> Iterator[Callable[[int, int, str], None]]:
    """Context manager: print the present work if it takes long, and again from time to time."""
    work, watchers, ended = list[tuple[str, float]](), list[threading.Thread](), threading.Event()

    def watch() -> None:
        printed = 0.0
        while not ended.wait(SECONDS_TO_LOOK):
            name, began = work[0]
            now = time.monotonic()
            if now - max(began, printed) >= SECONDS_OF_SILENCE:
                printed = now
                print(f"{name}: {now - began:.0f} s so far", file=sys.stderr, flush=True)

    def progress(number: int, total: int, name: str) -> None:
        work[:] = [(f"[{number}/{total}] {visible(name)}", time.monotonic())]
        if not watchers:
            watchers.append(threading.Thread(target=watch, daemon=True))
            watchers[0].start()

    try:
        yield progress
    finally:
        ended.set()
        for each in watchers:
            each.join()


@contextmanager
def unfolding_line() -> Iterator[Watch]:
    """Context manager: a function that shows an `Exploration` on the terminal, and also elsewhere once it is large.

    The line is cleared at the end, also after an error or Ctrl-C.
    """
    began = written = time.monotonic()
    large = False

    def show(so_far: Exploration) -> None:
        nonlocal written, large
        now = time.monotonic()
        if so_far.found > MANY_POSITIONS and not large and so_far.done < so_far.found:
            large = True
            clear_line()
            newest = visible(str(so_far.newest))[:MAX_CHARACTERS]
            print(f"{so_far.found:,} positions, and no end yet; the newest is {newest}", file=sys.stderr, flush=True)
        if so_far.done == so_far.found or now - written >= SECONDS_BETWEEN_LINES:
            written = now
            write_line(describe(so_far, now - began))

    try:
        yield show
    finally:
        clear_line()


def describe(so_far: Exploration, seconds: float) -> str:
    """Return what is known of a game as a line: its class, its size, and the pace of the unfolding."""
    from gametheory.model.classes import class_so_far

    size = f"{class_so_far(so_far)}: {so_far.found:,} positions"
    if so_far.done == so_far.found:
        return f"{size}, {so_far.edges:,} moves; solving"
    return f"{size}, {so_far.done / max(seconds, 1e-9):,.0f}/s"
