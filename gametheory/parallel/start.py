"""How processes start: by fork, or as a new interpreter where a fork is impossible or unsafe.

A forked process has the memory of its parent, but only one of its threads: a lock that another thread held stays locked
in it forever. Notebooks, Dask clients and pytest-xdist have such threads.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any

INTERRUPTS = signal.SIGINT, signal.SIGTERM


def can_fork() -> bool:
    """Return whether this platform can fork processes.

    Examples
    --------
    >>> import os
    >>> can_fork() == hasattr(os, "fork")
    True
    """
    return "fork" in multiprocessing.get_all_start_methods()


def is_fork_safe() -> bool:
    """Return whether this process can be forked: the platform can, and no other thread runs.

    Examples
    --------
    >>> can_fork() or not is_fork_safe()
    True
    """
    return can_fork() and not _other_threads()


def _other_threads() -> bool:
    return threading.active_count() > 1


def fork() -> BaseContext:
    """Return the context of multiprocessing whose processes are forked.

    >>> fork().get_start_method()
    'fork'
    """
    return multiprocessing.get_context("fork")


def new_interpreter() -> BaseContext:
    """Return the context of multiprocessing whose processes are new interpreters.

    They do not run the script of this process again, as those of "spawn" do: a script need not be guarded by
    ``if __name__ == "__main__"``. So all that is sent to them must be importable or pickled by value.

    >>> new_interpreter().get_start_method()
    'spawn'
    """
    return _Context()


class _Process(SpawnProcess):
    @staticmethod
    def _Popen(process: Any) -> Any:
        with _without_script(), _without_interrupts():
            return SpawnProcess._Popen(process)


class _Context(SpawnContext):
    Process = _Process


@contextmanager
def _without_script() -> Iterator[None]:
    """Context manager: the process that starts finds no script to run."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Context manager: a process that starts receives no Ctrl-C until it calls `become_child`."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
