"""Work in other processes: on the cores of this machine, on any executor of `concurrent.futures`, or on Dask."""

from __future__ import annotations

import io
import linecache
import multiprocessing
import os
import signal
import socket
import sys
import sysconfig
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from importlib.machinery import PathFinder
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from pickle import PicklingError
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import cloudpickle

from gametheory.parallel.checkpoint import PACKAGE, package_hash
from gametheory.parallel.extras import library
from gametheory.parallel.limits import available_cores, end_with_parent, has_processes, limit_cores

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Results: TypeAlias = Generator[tuple[int, Result], None, None]

MAX_CRASHES = 4
INTERRUPTS = signal.SIGINT, signal.SIGTERM
_one_at_a_time = threading.Lock()  # a worker of Dask can have many threads, and z3, among others, is not thread-safe
CACHED = type(lru_cache(abs))
INSTALLED = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")]
SCRIPTS = "__main__", "__mp_main__"  # the second is that of the parent of a process
OF_PACKAGES = {"site-packages", "dist-packages"}  # also those of a system, and of a user

# what runs pieces of work elsewhere
_selected: ContextVar[Callable[[Any, Mapping[int, Any]], Results[Any]] | None] = ContextVar("executor", default=None)
_in_worker: ContextVar[bool] = ContextVar("in a worker", default=False)


class WorkerCrashed(RuntimeError):
    """Workers died or became unreachable more often than their work is repeated."""


@contextmanager
def use_executor(executor: Executor) -> Iterator[None]:
    """Context manager: use this executor for all parallel work, for example ``ProcessPoolExecutor(4)``."""
    with _use(partial(_as_completed, executor.submit, as_completed)):
        yield


@contextmanager
def _use(run: Callable[[Any, Mapping[int, Any]], Results[Any]]) -> Iterator[None]:
    """Context manager: let a function run the pieces of all parallel work."""
    before = _selected.set(run)
    try:
        yield
    finally:
        _selected.reset(before)


@contextmanager
def serial_worker() -> Iterator[None]:
    """Context manager: run everything in this process on one thread, because other workers use the other cores."""
    before = _in_worker.set(True)
    try:
        with limit_cores(1):
            yield
    finally:
        _in_worker.reset(before)


def in_worker() -> bool:
    """Return whether this code runs in a worker, which neither starts further workers nor prints progress."""
    return _in_worker.get()


def results(
    function: Callable[[Piece], Result], pieces: Sequence[Piece], workers: int | None = None
) -> Results[Result]:
    """Apply a function to pieces of work; yield each result, as soon as it is ready, with the index of its piece.

    They run on the executor of `use_executor`, or else on as many processes as there are workers, by default one for
    each core. All processes end when the work ends, also after an error. Pieces and results must be picklable; the
    function can be any callable. If a process is killed, another one receives its piece; after `MAX_CRASHES` further
    deaths, WorkerCrashed is raised.
    """
    sent = _sent(function, pieces, workers)
    if sent is not None:
        for index, pickled in sent:
            yield index, cloudpickle.loads(pickled)
        return
    for index, piece in enumerate(pieces):  # `map` would end at a StopIteration of the function, and hide the rest
        yield index, function(piece)


def _sent(function: Callable[[Any], object], pieces: Sequence[object], workers: int | None) -> Results[bytes] | None:
    """Send work to other processes, and return its pickled results; None if it has to be done in this process."""
    selected = _selected.get()
    count = min(workers or available_cores(), len(pieces))
    if in_worker() or not has_processes() or (count <= 1 and selected is None):
        return None
    # a forked process inherits the function, which need not be picklable
    if selected is None and is_fork_safe():
        return _in_processes(_inherited, function, pieces, count)
    try:
        work, pickled = _by_value(function, pieces)
    except (PicklingError, AttributeError, TypeError):  # a function or a piece that only this process can have
        return None
    if selected is None:
        return _in_processes(work, None, pickled, count)
    return selected(work, dict(enumerate(pickled)))


def is_fork_safe() -> bool:
    """Return whether this process can be forked; otherwise processes are new interpreters, which start slowly.

    A forked process has only one of the threads of its parent: a lock that another one held stays locked in it.
    """
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1


def _in_processes(
    work: Callable[[Any], object], function: object, pieces: Sequence[object], count: int
) -> Results[Any]:
    """Run pieces of work in forked processes if they inherit a function, otherwise in new interpreters."""
    context = multiprocessing.get_context("fork") if function else _NewInterpreters()
    remaining = dict(enumerate(pieces))
    for _ in range(1 + MAX_CRASHES):
        settings = function, sys.get_int_max_str_digits()
        with _safe_path():  # for the process that tracks its semaphores
            pool = ProcessPoolExecutor(min(count, len(remaining)), context, _start_worker, settings)
        finished = False
        try:
            for index, result in _as_completed(pool.submit, as_completed, work, remaining):
                del remaining[index]
                yield index, result
            finished = True
            return
        except BrokenProcessPool:  # a process was killed: the pieces without a result go to a new pool
            pass
        finally:
            if not finished:  # a piece can take an hour
                for process in list((pool._processes or {}).values()):
                    process.kill()
            pool.shutdown(cancel_futures=True)
    raise WorkerCrashed(
        f"worker processes died {1 + MAX_CRASHES} times, with {len(remaining)} of {len(pieces)} pieces of work left; "
        "they may have run out of memory"
    )


def _as_completed(
    submit: Callable[..., object], completed: Callable[..., Any], work: Callable[[Any], Any], pieces: Mapping[int, Any]
) -> Results[Any]:
    indices: dict[Any, int] = {}
    try:
        for index, piece in pieces.items():
            indices[submit(work, piece)] = index
        for future in completed(indices.copy()):
            yield indices[future], future.result()
            del indices[future]
    finally:
        for future in indices:
            future.cancel()


@contextmanager
def environment(name: str, value: str) -> Iterator[None]:
    """Context manager: set a variable of the environment, for this process and those that it starts."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before


def _safe_path() -> AbstractContextManager[None]:
    """Context manager: in interpreters that start, no file of the current folder answers for a library."""
    return environment("PYTHONSAFEPATH", "1")


class _NewInterpreter(SpawnProcess):
    """A process that does not run the script of its parent again, and receives no Ctrl-C before it is ready for it."""

    @staticmethod
    def _Popen(process: Any) -> Any:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        masked = None
        if hasattr(signal, "pthread_sigmask"):  # not on Windows
            masked = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            with _safe_path():
                return SpawnProcess._Popen(process)
        finally:
            sys.modules["__main__"] = script
            if masked is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, masked)


class _NewInterpreters(SpawnContext):
    Process = _NewInterpreter


_lifetime = ExitStack()
_function: Callable[[object], object]  # of a forked process, which has inherited it: it need not be picklable


def _start_worker(function: Any, digits: int) -> None:
    global _function  # noqa: PLW0603 - of this process, which runs nothing else
    _function = function
    sys.set_int_max_str_digits(digits)
    _lifetime.enter_context(serial_worker())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    end_with_parent()


def _inherited(piece: Any) -> bytes:
    result: bytes = cloudpickle.dumps(_function(piece))  # by value, if a claims file has replaced its class meanwhile
    return result


def _by_value(
    function: Callable[[object], object], pieces: Sequence[object]
) -> tuple[Callable[[bytes], bytes], list[bytes]]:
    """Pickle work with the code of all modules that are no installed packages, which a worker may lack."""
    loaded = sys.modules.copy()
    modules = [module for name, module in loaded.items() if _is_sent(name, module)]
    sources = {}
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
        file = str(module.__file__)
        sources[file] = linecache.getlines(file)
    # only while this work is pickled: it is a setting of the whole process
    try:
        return partial(_work, _pickled((sources, function))), list(map(_pickled, pieces))
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def _is_sent(name: str, module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if not file or name in SCRIPTS or getattr(module, "__name__", None) != name:
        return False
    return not _is_installed(file)


def _is_installed(file: str) -> bool:
    """Return whether a module is of Python, of an installed package, or of this one."""
    path = Path(file).resolve()
    return not OF_PACKAGES.isdisjoint(path.parts) or any(map(path.is_relative_to, (PACKAGE, *INSTALLED)))


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    def reducer_override(self, value: object) -> Any:
        if isinstance(value, CACHED):
            name = value.__module__
            if name == "__main__" or _is_sent(name, sys.modules[name]):  # sent without its cache
                return _cached, (value.__wrapped__, value.cache_parameters())
        return super().reducer_override(value)


def _cached(function: Callable[..., object], parameters: dict[str, Any]) -> Any:
    return lru_cache(**parameters)(function)


def _pickled(value: object) -> bytes:
    file = io.BytesIO()
    _Pickler(file).dump(value)
    return file.getvalue()


def _work(function: bytes, piece: bytes) -> bytes:
    with _one_at_a_time, serial_worker():
        result: bytes = cloudpickle.dumps(_restored(function)(cloudpickle.loads(piece)))
        return result


@lru_cache(4)
def _restored(function: bytes) -> Any:
    """Unpickle a function once for all pieces, so that they share its caches."""
    sources, restored = cloudpickle.loads(function)
    # A comparison that fails is quoted from its source, of which the worker can have another version, or none.
    for file, lines in sources.items():
        linecache.cache[file] = len("".join(lines)), None, lines, file
    return restored


# Work on the machines of a cluster


class ClusterUnreachable(RuntimeError):
    """No scheduler or worker answers, or a worker has another version of this program."""


@contextmanager
def dask_cluster(address: str, seconds: float = 10.0) -> Iterator[None]:
    """Context manager: give all parallel work to the workers of a Dask scheduler, such as ``tcp://10.0.0.1:8786``.

    Functions and pieces of work are sent with the code of all modules that are not installed packages. A worker with
    another version of this package is refused, also one that comes later. If a worker dies, another one receives its
    piece, up to Dask's `allowed-failures` times. Who reaches the scheduler can run any code on its workers, and workers
    can run any code here.
    """
    with Cluster(address, seconds) as cluster:
        cluster.connect()
        yield


class Cluster:
    """The workers of a Dask scheduler, as a context manager; it connects when there is work."""

    def __init__(self, address: str, seconds: float = 10.0) -> None:
        self._address = address
        self._seconds = seconds
        self._lifetime = ExitStack()
        self._client: Any = None
        self.machines = set[str]()  # the names of those that have worked

    def __enter__(self) -> Cluster:
        self._lifetime.enter_context(_use(self._run))
        return self

    def __exit__(self, *_: object) -> None:
        self._lifetime.close()

    def connect(self) -> Any:
        """Return the client of the scheduler, and connect it if there is none yet."""
        if self._client is None:
            client = self._lifetime.enter_context(self._new_client())
            self._refuse_other_versions(client)
            self._client = client
        return self._client

    def _new_client(self) -> Any:
        distributed = library("distributed", "cluster")
        address, seconds = self._address, self._seconds
        try:
            return distributed.Client(address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise ClusterUnreachable(f"no Dask scheduler answers at {address} within {seconds:g} seconds") from error

    def _refuse_other_versions(self, client: Any) -> None:
        """Raise ClusterUnreachable if there is no worker, or one with another version."""
        try:
            client.wait_for_workers(1, timeout=self._seconds)
        except TimeoutError as error:
            raise ClusterUnreachable(
                f"the scheduler at {self._address} has no worker; dask worker {self._address} starts some"
            ) from error
        versions = client.run(_version, on_error="return")
        others = [worker for worker in versions if versions[worker] != _version()]
        if others:
            raise ClusterUnreachable(
                f"{len(others)} of {len(versions)} workers, for example {others[0]}, run {ANOTHER_VERSION}"
            )

    def _run(self, work: Callable[[Any], bytes], pieces: Mapping[int, Any]) -> Results[bytes]:
        """Run pieces of work, and note on which machines."""
        client = self.connect()
        distributed = library("distributed", "cluster")
        lost = distributed.KilledWorker, distributed.CancelledError, distributed.comm.CommClosedError
        # not the executor of Dask: it takes a result for an error if the worker that has sent it dies meanwhile
        submit = partial(client.submit, pure=False)
        completed = partial(distributed.as_completed, loop=client.loop)
        there = partial(_work_there, _place(), _version(), work)
        try:
            for index, (machine, result) in _as_completed(submit, completed, there, pieces):
                self.machines.add(machine)
                yield index, result
        except lost as error:
            raise WorkerCrashed(f"lost the workers of the cluster: {error}") from error


IMPORT_FIRST = "import it at the beginning of the file of claims, and it is sent"
ANOTHER_VERSION = "another version of gametheory or of Python; install this version there and restart them"


def _version() -> tuple[str, tuple[int, ...]]:
    return package_hash(), sys.version_info[:2]


def _work_there(
    client: tuple[str, int], version: object, work: Callable[[bytes], bytes], piece: bytes
) -> tuple[str, bytes]:
    """Do a piece of work of a client on a machine of a cluster, and return the name of the machine, too."""
    machine, process = _place()
    if version != _version():  # of a worker that was not there when the client asked all
        raise ClusterUnreachable(f"a worker on {machine} runs {ANOTHER_VERSION}")
    if client != (machine, process):
        _refuse_modules_of_worker(machine)
    try:
        return machine, work(piece)
    except ModuleNotFoundError as error:
        error.add_note(f"a worker on {machine} lacks it; {IMPORT_FIRST}")
        raise


def _place() -> tuple[str, int]:
    return socket.gethostname(), os.getpid()


def _refuse_modules_of_worker(machine: str) -> None:
    """Refuse a file that is here and not installed: it can be another version of the client's file with its name."""
    for name, module in sys.modules.copy().items():
        if "." not in name and _is_sent(name, module):
            raise ClusterUnreachable(
                f"a worker on {machine} has loaded {module.__file__}, which is no installed package; "
                "restart it without this file"
            )
    if not any(isinstance(finder, InstalledOnly) for finder in sys.meta_path):
        sys.meta_path.insert(0, InstalledOnly())


class InstalledOnly:
    """Finds no module, and refuses, within work of a client, one that the worker has and that is not installed."""

    def find_spec(self, name: str, path: Sequence[str] | None, _: object = None) -> None:
        """Raise ImportError if a module is in the worker's current folder, for example."""
        if not in_worker():
            return
        spec = PathFinder.find_spec(name, path)
        if spec and spec.has_location and not _is_installed(str(spec.origin)):
            raise ImportError(
                f"{name} is {spec.origin} on a worker, and can be another version of yours; {IMPORT_FIRST}"
            )
