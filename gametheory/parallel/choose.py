"""Choice of the executor: the one set by `use_executor`, otherwise processes on this machine."""

from __future__ import annotations

from gametheory.parallel.cores import available_cores
from gametheory.parallel.executor import Executor, in_worker, selected_executor
from gametheory.parallel.process_pool import ProcessPool


def current_executor() -> Executor:
    """Return the executor set by `use_executor`, or else a process pool with one process per available core.

    Examples
    --------
    >>> from gametheory.parallel.executor import Serial, use_executor
    >>> with use_executor(Serial()):
    ...     current_executor().__class__.__name__
    'Serial'
    """
    return selected_executor() or ProcessPool(available_cores())


def executor_with(workers: int | None) -> Executor:
    """Return a process pool of a given size, or the current executor.

    Parameters
    ----------
    workers
        Number of processes. None means the current executor. A worker ignores the number and stays serial.

    Examples
    --------
    >>> from gametheory.parallel.executor import Serial, use_executor
    >>> with use_executor(Serial()):
    ...     executor_with(8).__class__.__name__
    'Serial'
    """
    return current_executor() if workers is None or in_worker() else ProcessPool(workers)
