"""A line on a terminal that says what a command is doing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gametheory.numbers.visible import visible


@contextmanager
def progress_line() -> Iterator[Callable[[int, int, str], None] | None]:
    """Context manager: a function that prints a number, the total and a name on a terminal; None elsewhere.

    The line is cleared at the end.

    Examples
    --------
    >>> with progress_line() as progress:
    ...     progress is None
    True
    """
    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield lambda number, total, name: _write_over(f"[{number}/{total}] {visible(name)}")
    finally:
        _write_over("")


def _write_over(text: str) -> None:
    """Replace the current line of the terminal."""
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
