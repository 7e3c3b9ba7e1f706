"""What commands print and write: views, JSON documents, files, and lines that say how far the work is."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError
from gametheory.numbers.format import json_text, visible
from gametheory.numbers.table import Block, csv_text, latex, show
from gametheory.parallel.limits import has_threads
from gametheory.parallel.steps import listen_to_steps

if TYPE_CHECKING:
    from gametheory.model.game import Exploration, Watch
    from gametheory.solvers.nash_solution import NashSolution
    from gametheory.solvers.solution import Solution

WIDTH_OF_A_PIPE = 100
SECONDS_TO_LOOK, SECONDS_BETWEEN_LINES = 0.5, 0.3
SECONDS_WITHOUT_CLOCK, SECONDS_OF_SILENCE = 1.0, 30.0
MANY_POSITIONS = 100_000  # before a line that shows what rules without an end do
MAX_CHARACTERS = 200  # of a position in this line


def print_view(view: Iterable[Block]) -> None:
    """Print paragraphs and tables, as wide as the terminal is, and of fixed width for a pipe."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    show(view, Console(width=width, highlight=False))


def print_json(document: Any) -> None:
    """Print one JSON document on standard output, in UTF-8 whatever the encoding of the terminal is."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # and not a notebook
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(json_text(document, indent=2) + "\n")


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file atomically; raise InputError with the reason if that fails."""
    from gametheory.storage.files import write_atomic

    try:
        write_atomic(path, content)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def write_table(path: Path, solution: NashSolution | Solution, parts: Sequence[Block]) -> None:
    """Write the printed parts of a solution as LaTeX, or all its rows as CSV, by the ending of the file."""
    if path.suffix == ".tex":
        write_output(path, latex(parts) + "\n")
        return
    rows = solution.rows()
    if not rows:
        raise InputError(f"argument -o: {path}: the solution has no strategy, so that there are no rows")
    write_output(path, csv_text(rows))


# Progress on standard error


@contextmanager
def progress_line() -> Iterator[Callable[[int, int, str], None]]:
    """Context manager: a function that prints a number, the total and a name.

    On a terminal, they are one line, which is cleared at the end. Elsewhere a line is printed only if the same work
    takes long, so that a log says what a command is doing.
    """
    with _clock() as show_work:
        yield lambda number, total, name: show_work(f"[{number}/{total}] {visible(name)}")


@contextmanager
def solving_line() -> Iterator[Callable[[int, int, str], None]]:
    """Context manager: as `progress_line`, and solvers say there what they are at."""
    with _clock() as show_work, listen_to_steps(show_work):
        yield lambda number, total, name: show_work(f"[{number}/{total}] {visible(name)}")


def clear_line() -> None:
    """Clear the line of the terminal on which progress is printed, before other output."""
    write_line("")


def write_line(text: str) -> None:
    """Replace the line of the terminal on which progress is printed; elsewhere print nothing."""
    if not sys.stderr.isatty():
        return
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):  # the terminal does not say
        columns = 0
    # a line that wraps would not be cleared
    if columns:
        text = text[: columns - 1]
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


@contextmanager
def _clock() -> Iterator[Callable[[str], None]]:
    """Context manager: a function that prints the present work, and then again and again how long it takes.

    A terminal shows the work, and its seconds from the first one on. A log has a line only if it takes long.
    """
    ended = threading.Event()
    work, began = "", 0.0
    is_terminal = sys.stderr.isatty()

    def watch() -> None:
        printed = 0.0
        while not ended.wait(SECONDS_TO_LOOK):
            now = time.monotonic()
            seconds = now - began
            line = f"{work}: {seconds:.0f} s so far"
            if is_terminal:
                if seconds >= SECONDS_WITHOUT_CLOCK:
                    write_line(line)
            # a log needs no line on work that is done soon
            elif now - max(began, printed) >= SECONDS_OF_SILENCE:
                printed = now
                print(line, file=sys.stderr, flush=True)

    watcher = threading.Thread(target=watch, daemon=True)

    def show_work(name: str) -> None:
        nonlocal work, began
        work = name
        began = time.monotonic()
        write_line(name)
        # a command without such work needs no thread, and a browser has none
        if watcher.ident is None and has_threads():
            watcher.start()

    try:
        yield show_work
    finally:
        ended.set()
        if watcher.ident is not None:
            watcher.join()
        clear_line()


@contextmanager
def unfolding_line() -> Iterator[Watch]:
    """Context manager: a function that shows an `Exploration` on the terminal, and also elsewhere once it is large.

    Afterwards, solvers say there what they are at. The line is cleared at the end, also after an error or Ctrl-C.
    """
    from gametheory.model.classes import class_so_far

    began = written = time.monotonic()
    is_large = False
    size = ""

    def show_exploration(so_far: Exploration) -> None:
        nonlocal written, is_large, size
        now = time.monotonic()
        is_complete = so_far.done == so_far.found
        if so_far.found > MANY_POSITIONS and not is_large and not is_complete:
            # rules without an end are a common mistake, and the newest position shows it
            is_large = True
            clear_line()
            newest = visible(str(so_far.newest))[:MAX_CHARACTERS]
            print(f"{so_far.found:,} positions, and no end yet; the newest is {newest}", file=sys.stderr, flush=True)
        if not is_complete and now - written < SECONDS_BETWEEN_LINES:
            return
        written = now
        size = f"{so_far.found:,} positions"
        if is_complete:
            pace = f"{so_far.edges:,} moves; solving"
        else:
            pace = f"{so_far.done / max(now - began, 1e-9):,.0f}/s"
        show_work(f"{class_so_far(so_far)}: {size}, {pace}")

    def show_step(name: str) -> None:
        show_work(f"{size}; {name}" if size else name)

    with _clock() as show_work, listen_to_steps(show_step):
        yield show_exploration
