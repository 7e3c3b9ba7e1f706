"""Processes that run the programs: one for each library, killed if a case takes too long."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from time import perf_counter, process_time
from typing import Any

from bench.work import Program, Timed, Took
from gametheory.parallel import compiled

DEEP_RECURSION, LARGE_STACK = 100_000, 1 << 29
WARM_UP_LIMIT = 120.0
Solve = Callable[[Any], Any]


class Worker:
    """A process that solves cases one by one; after it is killed, the next case starts a new one."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Any = None
        self._warm: set[Solve] = set()
        self._warming = 0

    def begin_warm_up(self, solve: Solve, warm_up: Any) -> None:
        """Start solving a small case, once per program, so that imports and compilation are done; do not wait."""
        if self._process is None:
            self._start()
        if solve not in self._warm:
            self._connection.send((solve, warm_up))
            self._warm.add(solve)
            self._warming += 1

    def end_warm_up(self) -> None:
        """Wait for the warm-ups; ignore failures, which occur again when they count."""
        while self._warming:
            self._warming -= 1
            self._reply(WARM_UP_LIMIT)

    def timed(self, solve: Solve, case: Any, limit: float, warm_up: Any) -> Timed:
        """Solve a case; after `limit` seconds the process is killed and the failure is "time out"."""
        self.begin_warm_up(solve, warm_up)
        self.end_warm_up()
        if self._process is None:
            self._start()
        self._connection.send((solve, case))
        return self._reply(limit)

    def _reply(self, limit: float) -> Timed:
        began = perf_counter()
        try:
            if self._connection.poll(limit):
                reply: Timed = self._connection.recv()
                return reply
            failure = "time out"
        except (EOFError, OSError):
            failure = "crash"
        self.end()
        return Timed(limit if failure == "time out" else perf_counter() - began, failure=failure)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def end(self) -> None:
        """Kill the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
        self._process, self._warm, self._warming = None, set(), 0


class Crew:
    """The workers, one for each library."""

    def __init__(self) -> None:
        self._workers: dict[str, Worker] = {}

    def worker(self, program: Program) -> Worker:
        """Return the worker of a program: that of the first library it needs."""
        return self._workers.setdefault(program.needs[0] if program.needs else "plain", Worker())

    def warm_up(self, programs: Iterable[Program], case: Any) -> None:
        """Let all programs import and compile in parallel; wait for all."""
        for program in programs:
            self.worker(program).begin_warm_up(program.solve, case)
        for worker in self._workers.values():
            worker.end_warm_up()

    def end(self) -> None:
        """Kill all workers."""
        for worker in self._workers.values():
            worker.end()


@contextmanager
def crew() -> Iterator[Crew]:
    """Provide workers, and kill them at the end."""
    workers = Crew()
    try:
        yield workers
    finally:
        workers.end()


def _serve(connection: Connection) -> None:
    """Answer in a thread with a large stack, for recursions; discard the output of libraries."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    warnings.simplefilter("ignore")
    compiled.SECONDS = 0  # in the warm-up: the time of a case does not depend on the cases before it
    sys.setrecursionlimit(DEEP_RECURSION)
    threading.stack_size(LARGE_STACK)
    thread = threading.Thread(target=_answer_all, args=(connection,))
    thread.start()
    thread.join()


def _answer_all(connection: Connection) -> None:
    while True:
        try:
            solve, case = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_answer(solve, case))


def _answer(solve: Solve, case: Any) -> Timed:
    began, cpu_began = perf_counter(), process_time()
    try:
        answer = solve(case)
    except Exception as error:  # every exception of a program counts as its failure
        return Timed(perf_counter() - began, failure=type(error).__name__)
    spent, cpu = perf_counter() - began, process_time() - cpu_began
    if isinstance(answer, Took):
        spent, answer, cpu = answer
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return Timed(spent, answer, "" if answer is not None else "no answer", peak, cpu)
