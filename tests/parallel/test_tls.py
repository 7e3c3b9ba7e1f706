"""A Dask cluster by TLS on this machine, with an authority and certificates made here; and refused versions."""

from __future__ import annotations

import importlib.metadata
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gametheory.parallel.dask import ClusterUnreachable, DaskCluster

distributed = pytest.importorskip("distributed", reason="dask is not installed")
OPENSSL = shutil.which("openssl")
KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"


def certificate(folder: Path) -> dict[str, Any]:
    """Make an authority and one certificate for all roles, and return Dask's configuration."""
    commands = (
        f"req -x509 {KEY} -keyout ca.key -out ca.pem -subj /CN=authority -days 2",
        f"req {KEY} -keyout me.key -out me.csr -subj /CN=localhost",
        "x509 -req -in me.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out me.pem -days 2",
    )
    folder.mkdir()
    for command in commands:
        subprocess.run([str(OPENSSL), *command.split()], cwd=folder, check=True, capture_output=True)
    files = {"ca-file": folder / "ca.pem"}
    for role in ROLES:
        files |= {f"{role}.cert": folder / "me.pem", f"{role}.key": folder / "me.key"}
    return {f"distributed.comm.tls.{name}": str(path) for name, path in files.items()}


ROLES = ("client", "scheduler", "worker")
LOCAL = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the address of a cluster that asks for certificates, and the configuration that has them."""
    import dask

    configuration = certificate(tmp_path / "mine")
    with (
        dask.config.set(configuration),
        distributed.LocalCluster(
            protocol="tls", security=distributed.Security(require_encryption=True), processes=False, **LOCAL
        ) as cluster,
    ):
        address = cluster.scheduler_address
        yield address, configuration


@pytest.mark.skipif(not OPENSSL, reason="needs openssl")
def test_a_cluster_by_tls_asks_for_a_certificate_of_its_authority(
    encrypted: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dask

    address, configuration = encrypted
    assert address.startswith("tls://")
    with dask.config.set(configuration), DaskCluster(address) as cluster:
        assert sorted(cluster.results(abs, [-1, 2])) == [(0, 1), (1, 2)]
    # A client that fails can block the next one, so none is made before a scheduler has answered.
    monkeypatch.setattr(distributed, "Client", lambda *_, **__: pytest.fail("a client"))
    for wrong in (dict.fromkeys(configuration), certificate(tmp_path / "of another authority")):
        with dask.config.set(wrong), pytest.raises(ClusterUnreachable, match="TLS needs the files"):
            DaskCluster(address, seconds=2)
    with dask.config.set(configuration), pytest.raises(ClusterUnreachable, match="no Dask scheduler answers at tcp:"):
        DaskCluster(address.replace("tls:", "tcp:"), seconds=2)


def test_another_version_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    version = importlib.metadata.version
    with distributed.LocalCluster(processes=True, **LOCAL) as cluster:
        with DaskCluster(cluster.scheduler_address) as same:
            assert list(same.results(abs, [-1])) == [(0, 1)]
        monkeypatch.setattr(importlib.metadata, "version", lambda name: "1.0" if name == "sympy" else version(name))
        expected = rf"1 of 1 workers, .*, run another version of sympy: {version('sympy')} there, 1\.0 here; install"
        with pytest.raises(ClusterUnreachable, match=expected):
            DaskCluster(cluster.scheduler_address)
        monkeypatch.setattr("gametheory.parallel.package_hash.package_hash", lambda: "another")
        with pytest.raises(ClusterUnreachable, match="another version of gametheory or none"):
            DaskCluster(cluster.scheduler_address)
