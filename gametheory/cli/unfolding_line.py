"""The line of a terminal that says what is known of a game while it is being unfolded and solved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from gametheory.cli.memory_limit import format_bytes
from gametheory.cli.progress import clear_line, write_line

if TYPE_CHECKING:
    from gametheory.model.exploration import Exploration, Watch

SECONDS_BETWEEN_LINES, SECONDS_TO_ESTIMATE = 0.3, 2.0


@contextmanager
def unfolding_line() -> Iterator[Watch | None]:
    """Context manager: a function that shows an `Exploration` on the terminal; None elsewhere, where nothing is shown.

    The line is cleared at the end, also after an error or Ctrl-C.

    Examples
    --------
    >>> with unfolding_line() as watch:
    ...     print(watch)
    None
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
        from gametheory.parallel.memory import used_memory

        self._used_memory, self._memory = used_memory, used_memory()
        self._began = self._written = monotonic()

    def __call__(self, so_far: Exploration) -> None:
        """Show what is known so far."""
        now, ended = monotonic(), so_far.done == so_far.found
        if ended or now - self._written >= SECONDS_BETWEEN_LINES:
            self._written = now
            text = describe(so_far, now - self._began, self._used_memory() - self._memory)
            write_line(text)


def describe(so_far: Exploration, seconds: float, memory: float) -> str:
    """Return what is known of a game as a line: its class, its size and growth, and the pace of the unfolding.

    >>> from gametheory.model.exploration import Exploration
    >>> seen = Exploration(600_000, 400_000, 900_000, [100_000, 200_000, 300_000], [("one",)], True, [])
    >>> describe(seen, 4.0, 1.2e8)
    'single-player with chance moves: 600,000 positions, 100,000/s, 200 bytes each, 1.5 times as many a move later'
    >>> describe(seen._replace(layers=[100_000, 400_000, 100_000]), 4.0, 0.0)
    'single-player with chance moves: 600,000 positions, 100,000/s, of about 630,000'
    >>> describe(seen._replace(done=600_000), 4.0, 0.0)
    'single-player with chance moves: 600,000 positions, 900,000 moves; solving'
    """
    from gametheory.model.classify import class_so_far

    size = f"{class_so_far(so_far)}: {so_far.found:,} positions"
    if so_far.done == so_far.found:
        return f"{size}, {so_far.edges:,} moves; solving"
    parts = [size, f"{so_far.done / max(seconds, 1e-9):,.0f}/s"]
    if memory > 0:
        parts.append(f"{format_bytes(memory / so_far.found)} each")
    total = so_far.estimate()
    if seconds >= SECONDS_TO_ESTIMATE and total is not None:
        parts.append(f"of about {float(f'{total:.2g}'):,.0f}")
    elif seconds >= SECONDS_TO_ESTIMATE and so_far.growth is not None:
        parts.append(f"{so_far.growth:.2g} times as many a move later")
    return ", ".join(parts)
