"""Free memory of the machine, the memory of this process, and how much it may use."""

from __future__ import annotations

import math
import os

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]


def free_memory() -> float:
    """Return the number of bytes available without swapping, or an estimate of it.

    Without `/proc/meminfo` this is the physical memory, and 4 GB if the system does not report that either.

    Examples
    --------
    >>> free_memory() > 0
    True
    """
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return 1024.0 * next(int(line.split()[1]) for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        names = getattr(os, "sysconf_names", {})
        known = "SC_PHYS_PAGES" in names
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) if known else 4e9


def address_space() -> float:
    """Return the number of bytes that this process may map (`ulimit -v`); infinity without a limit.

    Examples
    --------
    >>> address_space() > 0
    True
    """
    if resource is None:
        return math.inf
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return math.inf if limit == resource.RLIM_INFINITY else float(limit)


def used_memory() -> float:
    """Return the number of bytes that this process holds in memory; 0 where the system does not tell.

    Examples
    --------
    >>> used_memory() >= 0
    True
    """
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return float(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0.0
