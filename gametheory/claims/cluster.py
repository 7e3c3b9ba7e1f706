"""Dask clusters on which the sweeps inside checks run: each process of claims has its own connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import Any

from gametheory.parallel.child import Child
from gametheory.parallel.executor import use_executor
from gametheory.parallel.json_connection import send


@contextmanager
def use_cluster(scheduler: str | None) -> Iterator[None]:
    """Context manager: use the Dask cluster of a scheduler, or leave the executor unchanged.

    For a process that runs code of claims: the connection stays open until the process ends.

    Parameters
    ----------
    scheduler
        Its address; None for no cluster.

    Raises
    ------
    ClusterUnreachable
        If the cluster is not usable.

    Examples
    --------
    >>> with use_cluster(None):
    ...     print("on this machine")
    on this machine
    """
    if scheduler is None:
        yield
        return
    with use_executor(_connected(scheduler)):
        yield


@cache
def _connected(scheduler: str) -> Any:
    from gametheory.parallel import dask  # distributed is optional and slow to import

    return dask.DaskCluster(scheduler, dask.SECONDS)


def check_reachable(scheduler: str) -> None:
    """Raise ClusterUnreachable if a cluster is not usable, as another process finds out.

    Parameters
    ----------
    scheduler
        The address of its scheduler.

    Examples
    --------
    >>> from gametheory.parallel.dask import ClusterUnreachable
    >>> try:
    ...     check_reachable("smoke://signals")
    ... except ClusterUnreachable:
    ...     print("it is not")
    it is not
    """
    from gametheory.parallel.dask import NOT_INSTALLED, SECONDS, ClusterUnreachable

    if find_spec("distributed") is None:
        raise ClusterUnreachable(NOT_INSTALLED)
    child = Child(partial(_tell, scheduler, SECONDS))
    try:
        if problem := child.receive():
            raise ClusterUnreachable(str(problem))
    finally:
        child.kill()


def _tell(scheduler: str, seconds: float, connection: Connection) -> None:
    from gametheory.parallel.dask import ClusterUnreachable, DaskCluster

    try:
        with DaskCluster(scheduler, seconds):
            send(connection, "")
    except ClusterUnreachable as error:
        send(connection, str(error))
