"""Pieces of work spread over the machines of a Dask cluster (Rocklin 2015), which `distributed` runs."""

from __future__ import annotations

import io
import socket
import sys
import sysconfig
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from types import ModuleType, TracebackType
from typing import Any

from gametheory.parallel.executor import Piece, Result, Results, WorkerCrashed, serial_worker
from gametheory.parallel.function_hash import CACHED
from gametheory.parallel.package_hash import PACKAGE, package_hash

INSTALLED = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")]
SECONDS = 10.0
PORT = 8786  # of a scheduler, where none is named
_one_at_a_time = Lock()  # z3 and much else is not made for threads, which a worker may have many of


class ClusterUnreachable(RuntimeError):
    """No cluster can be had: `distributed` is not installed, or nobody answers."""


class DaskCluster:
    """The workers of a Dask scheduler, each of which does one piece at a time.

    The function and the pieces are sent with the code of all modules that are not installed; the workers need this
    package, the same to the byte, and what else is installed here. A piece whose worker dies is given to another one,
    four times at most, which is Dask's `allowed-failures`. Arguments: the scheduler's address; how many seconds to wait
    for it, and for one worker. Raises ClusterUnreachable.
    """

    def __init__(self, address: str, seconds: float = SECONDS) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise ClusterUnreachable("dask is not installed; pip install 'gametheory[cluster]' installs it") from error
        try:
            _reach(address, seconds)
            connect: Any = Client
            self._client = connect(address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise ClusterUnreachable(f"no Dask scheduler answers at {address} within {seconds:g} seconds") from error
        try:
            self._client.wait_for_workers(1, timeout=seconds)
            self._check_workers()
        except TimeoutError as error:
            self._client.close()
            raise ClusterUnreachable(
                f"the scheduler at {address} has no worker; dask worker {address} starts some"
            ) from error
        except ClusterUnreachable:
            self._client.close()
            raise

    def __enter__(self) -> DaskCluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._client.close()

    def _check_workers(self) -> None:
        """Refuse workers that would end when they are sent what they cannot load, or would find something else."""
        with _sent_by_value([sys.modules[__name__]]):
            found = self._client.run(_package_there, on_error="return")
        others = sorted(worker for worker, there in found.items() if there != package_hash())
        if others:
            raise ClusterUnreachable(
                f"{len(others)} of {len(found)} workers, {others[0]} for one, have no gametheory, or not the one at "
                "work here; install the same there, and start them anew"
            )

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """The results as they come, each with the place of its piece.

        When the work is ended early, workers finish the pieces that they are at; the others are dropped.
        """
        from distributed import CancelledError, KilledWorker, as_completed
        from distributed.comm import CommClosedError

        with _sent_by_value(list(_own_modules())) as own:
            text, texts = _dumped(function, own), [_dumped(piece, own) for piece in pieces]
        futures = self._client.map(_work, texts, function=text, package=package_hash(), pure=False)
        places = {future: place for place, future in enumerate(futures)}
        del futures
        try:
            for future in as_completed(list(places), loop=self._client.loop):
                result = _loaded(future.result())
                yield places.pop(future), result
        except (KilledWorker, CancelledError, CommClosedError) as error:
            raise WorkerCrashed(f"the workers of the cluster were lost: {error}") from error
        finally:
            self._client.cancel(list(places))


def _reach(address: str, seconds: float) -> None:
    """Raise OSError or ValueError where nobody listens; a client of Dask would go on trying in threads of its own."""
    from distributed.comm.addressing import parse_address, parse_host_port

    scheme, place = parse_address(address)
    if not place:
        raise ValueError("no address")
    if scheme in ("tcp", "tls"):
        host, port = parse_host_port(place, PORT)
        socket.create_connection((host, port), seconds).close()


def _package_there() -> str:
    from gametheory.parallel.package_hash import package_hash

    return package_hash()


def _work(piece: bytes, function: bytes, package: str) -> bytes:
    """What a worker does."""
    if package != package_hash():
        raise WorkerCrashed("a worker of the cluster has loaded another version of gametheory; start the workers anew")
    with _one_at_a_time, serial_worker():
        return _dumped(_function(function)(_loaded(piece)))


@lru_cache(4)
def _function(text: bytes) -> Callable[[Any], Any]:
    """Loaded once for all pieces, which may share what the function caches."""
    found: Callable[[Any], Any] = _loaded(text)
    return found


def _loaded(text: bytes) -> Any:
    import cloudpickle

    return cloudpickle.loads(text)


def _dumped(value: object, own: Collection[str] = ()) -> bytes:
    """The bytes of a value, with the code of functions of own modules."""
    file = io.BytesIO()
    _pickler()(file, own).dump(value)
    return file.getvalue()


@cache
def _pickler() -> Any:
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        def __init__(self, file: io.BytesIO, own: Collection[str]) -> None:
            super().__init__(file)
            self.own = own

        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, CACHED) and value.__module__ in self.own:
                return _cached_again, (value.__wrapped__, value.cache_parameters())
            return super().reducer_override(value)

    return Pickler


def _cached_again(function: Callable[..., Any], how: dict[str, Any]) -> Any:
    return lru_cache(**how)(function)


@contextmanager
def _sent_by_value(modules: Sequence[ModuleType]) -> Iterator[set[str]]:
    """Within it the code of these modules is sent, since a worker may not find it, or find an older one."""
    import cloudpickle

    added = [module for module in modules if module.__name__ not in cloudpickle.list_registry_pickle_by_value()]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield {module.__name__ for module in modules}
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)


def _own_modules() -> Iterator[ModuleType]:
    """The modules that are neither installed nor part of this package."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and name != "__main__" and getattr(module, "__name__", None) == name:
            path = Path(file).resolve()
            if not any(map(path.is_relative_to, (PACKAGE, *INSTALLED))):
                yield module
