"""The line of a terminal that says what is known of a game while it is being unfolded and solved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from gametheory.cli.progress import clear_line, write_line

if TYPE_CHECKING:
    from gametheory.model.game import Exploration, Watch

SECONDS_BETWEEN_LINES = 0.3


@contextmanager
def unfolding_line() -> Iterator[Watch | None]:
    """Context manager: a function that shows an `Exploration` on the terminal; None elsewhere, where nothing is shown.

    The line is cleared at the end, also after an error or Ctrl-C.
    """
    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield _Line()
    finally:
        clear_line()


class _Line:
    """A function that replaces the line of the terminal, a few times a second."""

    def __init__(self) -> None:
        self._began = self._written = monotonic()

    def __call__(self, so_far: Exploration) -> None:
        """Show what is known so far."""
        now, ended = monotonic(), so_far.done == so_far.found
        if ended or now - self._written >= SECONDS_BETWEEN_LINES:
            self._written = now
            write_line(describe(so_far, now - self._began))


def describe(so_far: Exploration, seconds: float) -> str:
    """Return what is known of a game as a line: its class, its size, and the pace of the unfolding."""
    from gametheory.model.classify import class_so_far

    size = f"{class_so_far(so_far)}: {so_far.found:,} positions"
    if so_far.done == so_far.found:
        return f"{size}, {so_far.edges:,} moves; solving"
    return f"{size}, {so_far.done / max(seconds, 1e-9):,.0f}/s"
