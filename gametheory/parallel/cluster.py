"""Work on the machines of a Dask cluster (Rocklin 2015), through `distributed`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from gametheory.parallel.extras import library
from gametheory.parallel.hashes import package_hash
from gametheory.parallel.processes import WorkerCrashed, use_futures


class ClusterUnreachable(RuntimeError):
    """No scheduler or worker answers, or a worker has another version of this program."""


@contextmanager
def dask_cluster(address: str, seconds: float = 10.0) -> Iterator[None]:
    """Context manager: give all parallel work to the workers of a Dask scheduler, such as ``tcp://10.0.0.1:8786``.

    Functions and pieces of work are sent with the code of all modules that are not installed packages. The workers need
    the same version of this package. If a worker dies, another one receives its piece, up to Dask's `allowed-failures`
    times. Who reaches the scheduler can run any code on its workers, and workers can run any code here.
    """
    distributed = library("distributed", "cluster")
    try:
        client = distributed.Client(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise ClusterUnreachable(f"no Dask scheduler answers at {address} within {seconds:g} seconds") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=seconds)
        except TimeoutError as error:
            raise ClusterUnreachable(
                f"the scheduler at {address} has no worker; dask worker {address} starts some"
            ) from error
        versions = client.run(_version, on_error="return")
        if others := [worker for worker in versions if versions[worker] != _version()]:
            raise ClusterUnreachable(
                f"{len(others)} of {len(versions)} workers, for example {others[0]}, run another version of gametheory "
                "or of Python; install this version there and restart them"
            )
        lost = distributed.KilledWorker, distributed.CancelledError, distributed.comm.CommClosedError
        try:
            # not the executor of Dask: it takes a result for an error if the worker that has sent it dies meanwhile
            with use_futures(partial(client.submit, pure=False), partial(distributed.as_completed, loop=client.loop)):
                yield
        except lost as error:
            raise WorkerCrashed(f"lost the workers of the cluster: {error}") from error


def _version() -> tuple[str, tuple[int, ...]]:
    return package_hash(), sys.version_info[:2]
