"""Loops compiled by numba, without fast-math: every operation rounds as IEEE 754 says, in the order written here."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.cores import available_cores

Floats = NDArray[np.float64]
Function = TypeVar("Function", bound=Callable[..., Any])
GROUP = 4  # products that are summed before they are added
SMALL = 20_000  # positions; with fewer, starting threads takes longer than the work


def compiled(function: Function) -> Function:
    """A function compiled when it is first called, kept for later processes, and run without the interpreter's lock.

    What is kept knows when its own file has changed, not one that it calls: after a change here or in `volleys`, empty
    `__pycache__`.
    """
    return cast(Function, numba.njit(cache=True, nogil=True, forceinline=True, error_model="numpy")(function))


def on_all_cores(work: Callable[..., None], positions: int, *arguments: object) -> None:
    """Call work(strand, strands, *arguments) for each strand at the same time, one strand where there is little to do.

    Plain threads, which sleep while they wait and leave nothing behind: those of numba's parallel loops spin, so that
    on a busy machine they take many times longer, and do not survive a fork.

    >>> on_all_cores(print, 1, "a")
    0 1 a
    """
    strands = available_cores() if positions > SMALL else 1
    threads = [Thread(target=work, args=(strand, strands, *arguments)) for strand in range(1, strands)]
    for thread in threads:
        thread.start()
    work(0, strands, *arguments)
    for thread in threads:
        thread.join()


@compiled
def copy_from(row: Floats, start: int, before: float, into: Floats) -> None:
    """The numbers of a row from a place on, as many as there is room for; `before` to the left of all, 0 to the right.

    Loops in place of slices, which numba does not vectorise. Cost: the room.

    >>> into = np.empty(5)
    >>> copy_from(np.array([1.0, 2.0]), -2, 7.0, into)
    >>> into
    array([7., 7., 1., 2., 0.])
    """
    begin, end = min(max(-start, 0), len(into)), min(max(len(row) - start, 0), len(into))
    for j in range(begin):
        into[j] = before
    if begin < end:
        inside, part = row[start + begin : start + end], into[begin:end]
        for j in range(end - begin):
            part[j] = inside[j]
    for j in range(max(begin, end), len(into)):
        into[j] = 0.0


@compiled
def correlate(weights: Floats, values: Floats, into: Floats) -> None:
    """Add to into[j] the sum over k of weights[k] values[j + k], for a multiple of GROUP weights.

    A product is rounded once, twice more in the sum of its group, and then once for each group from its own on: no more
    than len(weights) / GROUP + 3 times. Cost: len(weights) len(into).

    >>> into = np.zeros(2)
    >>> correlate(np.array([1.0, 2.0, 0.0, 0.0]), np.array([1.0, 10.0, 100.0, 0.0, 0.0]), into)
    >>> into
    array([ 21., 210.])
    """
    size = len(into)
    for k in range(0, len(weights), GROUP):
        one, two, three, four = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
        later = values[k : k + size + GROUP - 1]
        for j in range(size):
            into[j] += (one * later[j] + two * later[j + 1]) + (three * later[j + 2] + four * later[j + 3])


@compiled
def in_groups(count: int) -> int:
    """The next multiple of GROUP.

    >>> in_groups(5), in_groups(8)
    (8, 8)
    """
    return count + -count % GROUP
