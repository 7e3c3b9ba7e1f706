"""The memory that this process may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]


def free_memory() -> float:
    """Return the number of bytes available without swapping, infinity where the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return 1024.0 * next(int(line.split()[1]) for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return float("inf")


@contextmanager
def within_free_memory() -> Iterator[None]:
    """Context manager: raise MemoryError where more memory is needed than is free now.

    Otherwise Linux promises memory that it does not have, and ends a process when it is used.
    """
    if resource is None or (free := free_memory()) == float("inf"):
        yield
        return
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    before = soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [limit for limit in (int(used + free), soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
