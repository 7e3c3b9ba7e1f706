"""This program beside plain ways to do the same work: `python -m bench`.

Times are printed and never asserted; results of the two ways are compared, and a difference is printed as such.
"""

from __future__ import annotations

import multiprocessing
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
DEEP_RECURSION, LARGE_STACK = 100_000, 1 << 29


class Measured(NamedTuple):
    """What one call took in a process of its own, and what it returned."""

    seconds: float
    megabytes: float
    result: Any


def median_seconds(call: Callable[[], Any], runs: int) -> tuple[float, Any]:
    """The median time of several calls, and the result of the last."""
    spent = []
    for _ in range(runs):
        began = perf_counter()
        result = call()
        spent.append(perf_counter() - began)
    return median(spent), result


def measured(function: Callable[..., Any], *arguments: Any, runs: int = 1) -> Measured:
    """Call a function in a new process with a deep stack; the memory is the peak of that process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_call, (function, arguments, runs))


def _call(function: Callable[..., Any], arguments: tuple[Any, ...], runs: int) -> Measured:
    sys.setrecursionlimit(DEEP_RECURSION)
    threading.stack_size(LARGE_STACK)
    found: list[tuple[float, Any]] = []
    thread = threading.Thread(target=lambda: found.append(median_seconds(lambda: function(*arguments), runs)))
    thread.start()
    thread.join()
    (spent, result), peak = found[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Measured(spent, peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), result)


def whole_process(command: Sequence[str], runs: int) -> float:
    """The median time of a command from start to end."""
    return median_seconds(lambda: subprocess.run(command, cwd=ROOT, check=True, capture_output=True), runs)[0]


def seconds(number: float) -> str:
    """A time in seconds with three digits that count.

    >>> seconds(0.0012), seconds(81.23), seconds(125.4)
    ('0.00120 s', '81.2 s', '125 s')
    """
    return f"{number:#.3g}".rstrip(".") + " s"


def ratio(slow: float, fast: float) -> str:
    """How many times one is the other.

    >>> ratio(3, 2), ratio(500, 2)
    ('1.5 x', '250 x')
    """
    quotient = slow / fast
    return f"{quotient:.1f} x" if quotient < 10 else f"{quotient:,.0f} x"


def show(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table with columns aligned: words to the left, figures to the right."""
    lines = [tuple(map(str, row)) for row in (headings, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    right = [all(cell[:1].isdigit() or not cell for cell in column) for column in zip(*lines[1:], strict=True)]
    print(title)
    for line in lines:
        cells = (cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(line, widths, right, strict=True))
        print("  " + "   ".join(cells).rstrip())
    print(flush=True)
