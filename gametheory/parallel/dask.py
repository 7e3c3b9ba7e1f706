"""Executor that uses the workers of a Dask cluster (Rocklin 2015), through `distributed`."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from types import TracebackType
from typing import Any

from gametheory.parallel.by_value import pickled, pickled_by_value, sent_by_value, unpickled
from gametheory.parallel.executor import Piece, Result, Results, WorkerCrashed, serial_worker
from gametheory.parallel.package_hash import package_hash

SECONDS = 10.0
SECONDS_BETWEEN_LOOKS = 0.2
DEFAULT_PORT = 8786  # of a Dask scheduler
NOT_INSTALLED = "dask is not installed; pip install 'gametheory[cluster]' installs it"
_one_at_a_time = Lock()  # a worker can have many threads, and z3, among others, is not thread-safe


class ClusterUnreachable(RuntimeError):
    """The cluster is not usable: `distributed` is not installed, or no scheduler or worker answers."""


class DaskCluster:
    """Run pieces of work on the workers of a Dask scheduler. Each worker processes one piece at a time.

    The function and the pieces are sent together with the code of all modules that are not installed packages. The
    workers need the same installed packages as this machine, and exactly the same version of this package. If a worker
    dies, another worker receives its piece, up to Dask's `allowed-failures` times (3 by default, so four attempts).

    Who reaches the scheduler can run any code on its workers, and workers can run any code here: results are pickles.

    Parameters
    ----------
    address
        Address of the scheduler, such as ``tcp://10.0.0.1:8786``. With ``tls://``, the connection is encrypted and both
        sides authenticate each other, by the certificates that Dask's configuration names.
    seconds
        How long to wait for the scheduler and for one worker.

    Attributes
    ----------
    address
        Address of the scheduler.

    Raises
    ------
    ClusterUnreachable
        If `distributed` is not installed, no scheduler or worker answers in time, or a worker has another version.
    """

    def __init__(self, address: str, seconds: float = SECONDS) -> None:
        self.address = address
        try:
            from distributed import Client
        except ImportError as error:
            raise ClusterUnreachable(NOT_INSTALLED) from error
        try:
            _reach(address, seconds)
            connect: Any = Client
            self._client = connect(address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            tls = "; TLS needs the files that `distributed.comm.tls` of Dask's configuration names"
            raise ClusterUnreachable(
                f"no Dask scheduler answers at {address} within {seconds:g} seconds" + tls * address.startswith("tls:")
            ) from error
        try:
            self._client.wait_for_workers(1, timeout=seconds)
            self._check_workers(seconds)
        except TimeoutError as error:
            self._client.close()
            raise ClusterUnreachable(
                f"the scheduler at {address} has no worker; dask worker {address} starts some"
            ) from error
        except ClusterUnreachable:
            self._client.close()
            raise
        # A lost cluster raises WorkerCrashed; the client would log the same error in its own words.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)

    def __enter__(self) -> DaskCluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._client.close()

    def _check_workers(self, seconds: float) -> None:
        """Raise ClusterUnreachable if a worker lacks this package, or it or a library has another version there."""
        end = time.monotonic() + seconds
        with sent_by_value([sys.modules[__name__]]):
            found = self._client.run(_worker_versions, on_error="return")
            # The scheduler can still list a worker that has just died.
            while (silent := [name for name in found if isinstance(found[name], OSError)]) and time.monotonic() < end:
                time.sleep(SECONDS_BETWEEN_LOOKS)
                found = self._client.run(_worker_versions, on_error="return")
        if silent:
            raise ClusterUnreachable(f"{len(silent)} of {len(found)} workers, for example {silent[0]}, do not answer")
        here = _worker_versions()
        others = sorted(worker for worker, versions in found.items() if versions != here)
        if others:
            raise ClusterUnreachable(
                f"{len(others)} of {len(found)} workers, for example {others[0]}, run another version of "
                f"{_first_difference(found[others[0]], here)}; install this version there and restart them"
            )

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """Yield each result, as soon as it is ready, with the index of its piece.

        If the caller stops early, workers finish their current pieces, and the other pieces are cancelled.
        """
        from distributed import CancelledError, KilledWorker, as_completed
        from distributed.comm import CommClosedError

        payload, *payloads = pickled_by_value([function, *pieces])
        futures = self._client.map(_work, payloads, function=payload, package=package_hash(), pure=False)
        indices = {future: index for index, future in enumerate(futures)}
        del futures  # the cluster frees a result when no future refers to it
        try:
            for future in as_completed(list(indices), loop=self._client.loop):
                result = unpickled(future.result())
                yield indices.pop(future), result
        except (KilledWorker, CancelledError, CommClosedError) as error:
            raise WorkerCrashed(f"lost the workers of the cluster: {error}") from error
        finally:
            self._client.cancel(list(indices))


def _reach(address: str, seconds: float) -> None:
    """Raise OSError, ValueError or TypeError if no scheduler answers.

    A Dask client would retry in background threads. One that fails closes itself when Python frees it, which can be in
    the thread of the next client while that one starts; then both wait forever.
    """
    from distributed.comm.addressing import parse_address, parse_host_port

    scheme, location = parse_address(address)
    if not location:
        raise ValueError("no address")
    if scheme in ("tcp", "tls"):
        host, port = parse_host_port(location, DEFAULT_PORT)
        socket.create_connection((host, port), seconds).close()
    with ThreadPoolExecutor(1) as thread:  # in a notebook, this thread has a running event loop
        thread.submit(asyncio.run, _shake_hands(address, seconds)).result()


async def _shake_hands(address: str, seconds: float) -> None:
    from distributed.comm import connect
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    connection = await asyncio.wait_for(connect(address, timeout=seconds, **arguments), seconds)
    connection.abort()


def _worker_versions() -> dict[str, str]:
    """Return the versions of this process on which a result can depend."""
    import platform
    import re
    from importlib.metadata import requires

    from gametheory.parallel.extras import installed_version
    from gametheory.parallel.package_hash import package_hash

    versions = {"gametheory": package_hash(), "Python": ".".join(platform.python_version_tuple()[:2])}
    deciding = re.compile(r"[^;]*(; extra == .(prove|draw).)?")
    needed = [line for line in requires("gametheory") or () if deciding.fullmatch(line)]
    names = sorted(re.split(r"[^\w.-]", line)[0] for line in needed)
    return versions | {name: installed_version(name) for name in names}


def _first_difference(there: Any, here: dict[str, str]) -> str:
    """Return the name of the first package of which a worker has another version, and both versions.

    A worker without this package answers with an error. The version of this package is a hash, which is not shown.
    """
    if not isinstance(there, dict) or there.get("gametheory") != here["gametheory"]:
        return "gametheory or none"
    name = next(name for name in here if there.get(name) != here[name])
    return f"{name}: {there.get(name)} there, {here[name]} here"


def _work(piece: bytes, function: bytes, package: str) -> bytes:
    """Run one piece in a worker; function, piece and result are pickles."""
    if package != package_hash():
        raise WorkerCrashed("a worker of the cluster has loaded another version of gametheory; restart the workers")
    with _one_at_a_time, serial_worker():
        return pickled(_function(function)(unpickled(piece)))


@lru_cache(4)
def _function(text: bytes) -> Callable[[Any], Any]:
    """Unpickle a function once for all pieces, so that they share its caches."""
    function: Callable[[Any], Any] = unpickled(text)
    return function
