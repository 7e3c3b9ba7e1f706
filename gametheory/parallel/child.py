"""Child processes that answer requests over a connection. They end with their parent."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import pickle
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from threading import Thread
from typing import Any
from weakref import WeakSet

from gametheory.parallel.cores import available_cores, limit_cores
from gametheory.parallel.executor import selected_executor, use_executor
from gametheory.parallel.json_connection import receive
from gametheory.parallel.start import INTERRUPTS, fork, is_fork_safe, new_interpreter

# This process's ends of its connections. A child that runs code of others must not inherit them: it could answer for
# another child, or send it an object.
_ends: WeakSet[Connection] = WeakSet()
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)
SECONDS_BETWEEN_LOOKS = 0.5  # a process started by the child can keep the connection open after the child has ended


class ChildEnded(Exception):
    """A child process ended or was killed before it answered; the message tells how."""


class Child:
    """A process that runs a function with its end of a connection.

    It is forked. If this process has other threads, it is a new interpreter, provided that the function can be pickled.

    Parameters
    ----------
    serve
        The function; the process ends when it returns.
        Its messages are JSON values: an object that is sent by pickle could make the reader run any function.

    Examples
    --------
    >>> from gametheory.parallel.json_connection import send
    >>> child = Child(lambda connection: send(connection, 6 * 7))
    >>> child.receive()
    42
    >>> child.kill()
    """

    def __init__(self, serve: Callable[[Connection], None]) -> None:
        # What code of claims has made exists only in the process that runs it; if it has started threads, so be it.
        forked = is_fork_safe() or not _is_picklable(serve)
        context, run = (fork(), serve) if forked else (new_interpreter(), _WithSettings(serve))
        self.connection, own = context.Pipe()
        self.process = context.Process(target=_run, args=(run, own, self.connection))  # type: ignore[attr-defined]
        self.process.start()
        Finalize(self, self.process.kill, exitpriority=0)  # or the end of this process would wait for it
        _ends.add(self.connection)
        own.close()  # otherwise the end of the child would not end the connection

    def receive(self, seconds: float = 0, began: float | None = None) -> Any:
        """Return the next message of the child.

        Parameters
        ----------
        seconds
            How long to wait for the end of the message before the child is killed; 0 for no limit.
        began
            When the seconds began, as `time.monotonic` tells it; by default now. A message that is there is read.

        Raises
        ------
        ChildEnded
            If the child ends or is killed before it sends a message.
        """
        now = time.monotonic()
        start = now if began is None else max(began, now + SECONDS_BETWEEN_LOOKS - seconds)
        wait = partial(self._wait, start + seconds if seconds else None, seconds)
        wait()
        try:
            return receive(self.connection, wait)
        except ChildEnded:
            raise
        except Exception as error:  # the end of the connection, or a message that is no message
            raise ChildEnded(self._how_it_ended()) from error

    def _wait(self, end: float | None, seconds: float) -> None:
        """Wait until something can be read."""
        ready = False
        while not ready:
            left = SECONDS_BETWEEN_LOOKS if end is None else end - time.monotonic()
            if left <= 0:
                self.kill()
                raise ChildEnded(f"did not end within {seconds:g} seconds")
            ready = self._is_ready(min(SECONDS_BETWEEN_LOOKS, left))
        if not self.connection.poll():  # it has ended; a process that it started can keep the connection open
            raise ChildEnded(self._how_it_ended())

    def has_ended(self) -> bool:
        """Return whether the process has ended; its last messages can still be there.

        >>> child = Child(lambda connection: connection.recv())
        >>> child.has_ended()
        False
        >>> child.kill()
        """
        return not self.process.is_alive()

    def kill(self) -> None:
        """End the process without waiting for its work."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    def _is_ready(self, seconds: float) -> bool:
        return self.connection.poll(seconds) or self.has_ended()

    def _how_it_ended(self) -> str:
        self.process.join(SECONDS_BETWEEN_LOOKS)
        code = self.process.exitcode
        if code is None:
            return "closed the connection of its process"
        if code >= 0:
            return f"ended its process with exit status {code}"
        return f"ended its process by the signal {signal.Signals(-code).name}"


class _WithSettings:
    """A function that runs in a new interpreter with the settings of this process, as in a forked one."""

    def __init__(self, serve: Callable[[Connection], None]) -> None:
        executor = selected_executor()
        self._serve, self._digits, self._cores = serve, sys.get_int_max_str_digits(), available_cores()
        self._executor = executor if _is_picklable(executor) else None  # a connection to a cluster cannot be inherited

    def __call__(self, connection: Connection) -> None:
        sys.set_int_max_str_digits(self._digits)
        with limit_cores(self._cores), use_executor(self._executor) if self._executor else nullcontext():
            self._serve(connection)


def _is_picklable(value: object) -> bool:
    try:
        pickle.dumps(value)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def become_child() -> None:
    """Let this process end with its parent, and without a traceback on Ctrl-C.

    On Linux the system does it. Elsewhere a thread waits for the parent, which is a reason not to fork afterwards.

    Examples
    --------
    >>> from gametheory.parallel.json_connection import send
    >>> child = Child(lambda connection: (become_child(), send(connection, signal.getsignal(signal.SIGINT))))
    >>> child.receive() == signal.SIG_DFL
    True
    >>> child.kill()
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    parent = multiprocessing.parent_process()
    if sys.platform == "linux":  # also while compiled code blocks the interpreter, where no thread could run
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if parent and os.getppid() != parent.pid:  # it has ended already
            os._exit(1)
    elif parent:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    """Exit when the parent ends; otherwise the process would wait for work forever."""
    connection.wait([parent.sentinel])
    os._exit(1)


def ends_with_parent(command: Sequence[str]) -> list[str]:
    """Return a command for another program that is killed when the thread that starts it ends, also if that is killed.

    Linux with util-linux has a tool for this. Elsewhere the command is unchanged, and the program ends by itself.

    Examples
    --------
    >>> ends_with_parent(["coqc", "A.v"])[-2:]
    ['coqc', 'A.v']
    """
    tool = find_on_path("setpriv") if sys.platform == "linux" else None
    return [tool, "--pdeathsig", "KILL", "--", *command] if tool else list(command)


def find_on_path(program: str) -> str | None:
    """Return the place of a program, or None. Entries of PATH that are not absolute are ignored.

    Such an entry, for example the empty one of `PATH=:/opt/bin`, is the current folder, which can be a stranger's.

    >>> find_on_path("no-such-program") is None
    True
    """
    found = shutil.which(program, path=os.pathsep.join(filter(os.path.isabs, os.get_exec_path())))
    return found if found and os.path.isabs(found) else None  # Windows looks in the current folder first


def _run(serve: Callable[[Connection], None], own: Connection, other: Connection) -> None:
    for end in (other, *_ends):
        end.close()
    _ends.clear()
    _ends.add(own)
    gc.freeze()  # or collecting garbage would visit, and so copy, the memory shared with the parent
    become_child()
    try:
        serve(own)
    except (EOFError, BrokenPipeError, ConnectionResetError):  # the parent has ended
        os._exit(1)
