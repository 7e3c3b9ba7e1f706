"""How much memory is free, asked before much is taken."""

from __future__ import annotations

import os


def free_memory() -> float:
    """Bytes that can be had without swapping, as far as the platform says.

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
