"""Parallel work: on processes of this machine, forked or new ones, and on a Dask cluster."""

from __future__ import annotations

import json
import linecache
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import cloudpickle
import pytest
from conftest import PROOFS

from gametheory.cli import main
from gametheory.parallel import processes
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import available_cores, limit_cores
from gametheory.parallel.processes import (
    MAX_CRASHES,
    ClusterUnreachable,
    WorkerCrashed,
    dask_cluster,
    in_worker,
    results,
    use_executor,
)
from gametheory.prove.sweep import Sweep, check_cases, sweep

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals")


class Pair(NamedTuple):
    """A case that JSON cannot represent."""

    row: int
    column: int


@cache
def product(row: int, column: int) -> int:
    """A cached function of a module that a worker on another machine cannot import."""
    return row * column


def survey(wanted: int) -> Any:
    """Return a check of one row that depends on its closure."""

    def check(row: int) -> Sweep[Pair]:
        return check_cases(lambda pair: product(*pair) != wanted, (Pair(row, column) for column in range(1, 21)))

    return check


SQUARES = {number: number * number for number in range(20)}


def squares(fuse: Path) -> dict[int, int]:
    """Compute twenty squares; the first process that receives piece 7 is killed."""

    def square(number: int) -> int:
        if number == 7 and not fuse.exists():
            fuse.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    return dict(results(square, range(20), workers=2))


def test_available_cores_are_those_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2, 5, 7}, raising=False)
    assert available_cores() == 3
    with limit_cores(8), limit_cores(None):
        assert available_cores() == 8
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == 1


@pytest.mark.parametrize("workers", [1, 3])
def test_every_piece_runs_once(workers: int) -> None:
    assert sorted(results(lambda number: number * number, range(20), workers)) == list(SQUARES.items())
    assert list(results(abs, [], workers)) == []


@posix
def test_a_worker_uses_one_core(tmp_path: Path) -> None:
    def meet(_: int) -> tuple[int, int, bool]:
        """Wait until another process works, too."""
        (tmp_path / str(os.getpid())).touch()
        while len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.01)
        return os.getpid(), available_cores(), in_worker()

    found = [result for _, result in results(meet, range(6), 2)]
    assert {result[1:] for result in found} == {(1, True)}
    assert len({result[0] for result in found} - {os.getpid()}) == 2


@posix
def test_another_worker_receives_the_piece_of_a_killed_worker(tmp_path: Path) -> None:
    assert squares(tmp_path / "fuse") == SQUARES
    assert (tmp_path / "fuse").exists()


@posix
def test_a_piece_that_kills_every_worker_raises(tmp_path: Path) -> None:
    def die(number: int) -> None:
        (tmp_path / f"{number}-{time.monotonic_ns()}").touch()
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(WorkerCrashed, match=f"{MAX_CRASHES + 1} times, with 2 of 2 pieces"):
        list(results(die, range(2), 2))
    assert len(list(tmp_path.iterdir())) <= 2 * (MAX_CRASHES + 1)


@posix
def test_closing_the_results_early_leaves_no_worker() -> None:
    work = results(lambda number: time.sleep(number) or os.getpid(), [0, 60, 60], 2)
    assert next(work)[0] == 0
    began = time.monotonic()
    work.close()
    assert time.monotonic() - began < 10
    assert not multiprocessing.active_children()


def test_an_executor_of_the_user_does_the_work() -> None:
    with ThreadPoolExecutor(2) as pool, use_executor(pool):
        assert sorted(results(lambda number: (number, os.getpid()), [1, 2])) == [
            (0, (1, os.getpid())),
            (1, (2, os.getpid())),
        ]


# A script without a guard, in which a thread runs, as in a notebook; it prints each fork.
SCRIPT = """
import sys, threading
sys.addaudithook(lambda event, _: print("a fork") if event == "os.fork" else None)
end = threading.Event()
threading.Thread(target=end.wait).start()

from gametheory.parallel.processes import results

OWN = 3
class Own(tuple): pass

print(sorted(results(lambda number: Own([OWN * number]), [1, 2], 2)))
print(type(next(results(lambda number: Own(), [1, 2], 2))[1]) is Own)
print(sorted(results(lambda number: number if end else 0, [1, 2], 2)))  # what is not to be sent runs here
end.set()
"""


@posix
def test_a_process_with_threads_starts_new_interpreters(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    run = [sys.executable, "-W", "always:This process:DeprecationWarning", "script.py"]  # of a fork, from Python 3.12
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.stdout.splitlines(), done.stderr) == (["[(0, (3,)), (1, (6,))]", "True", "[(0, 1), (1, 2)]"], "")


def test_new_interpreters_run_code_that_they_cannot_import(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(processes, "is_fork_safe", lambda: False)
    swept = sweep(survey(12), range(1, 21), 2)
    assert swept == sweep(survey(12), range(1, 21), 1) == Sweep(400, 6, Pair(1, 12))
    assert type(swept.first) is Pair
    assert squares(tmp_path / "fuse") == SQUARES


BUSY = r"""
from gametheory.parallel.processes import results

def busy(number):
    print(f"{__import__('os').getpid()}\n", end="", flush=True)  # one write, also without a buffer
    return hash(3 ** (10 ** 9 + number))  # one long operation, during which no thread of this process runs

list(results(busy, [1, 2], 2))
"""


def exists(process: int) -> bool:
    """Whether a process runs; one that has ended and that its new parent has not noticed does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no signal for this")
def test_no_worker_stays_after_a_kill() -> None:
    with subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(exists, workers))
        parent.kill()
        parent.wait()
    end = time.monotonic() + 10
    while any(map(exists, workers)):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("gametheory.solvers.simultaneous", ["wargame", "solve", "--soldiers", "4", "--rounds", "3"]),
        ("gametheory.parallel.limits", ["battle", "table", "150", "150", "-o", "table.npz"]),
    ],
)
def test_the_number_of_workers_limits_threads_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, arguments: list[str]
) -> None:
    seen = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(f"{module}.available_cores", lambda: seen.append(available_cores()) or seen[-1])
    assert main([*arguments, "--workers", "3"]) == 0
    assert set(seen) == {3}


@pytest.mark.parametrize("number", ["0", "-1", "two", "1001", "9" * 400])
def test_a_wrong_number_of_workers_is_refused(wrong: Any, number: str) -> None:
    for command in (["check"], ["report"], ["wargame", "solve"], ["battle", "table", "4", "4", "-o", "t.npz"]):
        wrong([*command, "--workers", number], "--workers")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Start a Dask scheduler on this machine with two worker processes, and return its address."""
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    options = {"n_workers": 2, "threads_per_worker": 2, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options, silence_logs=50) as found:
        yield found.scheduler_address


@posix
def test_a_cluster_runs_every_piece_although_a_worker_is_killed(cluster: str, tmp_path: Path) -> None:
    with dask_cluster(cluster):
        assert squares(tmp_path / "fuse") == SQUARES
        assert (tmp_path / "fuse").exists()
        found = [result for _, result in results(lambda _: (os.getpid(), available_cores(), in_worker()), range(6))]
        assert {result[1:] for result in found} == {(1, True)}
        assert os.getpid() not in {result[0] for result in found}
        swept = sweep(survey(12), range(1, 21))
        assert swept == Sweep(400, 6, Pair(1, 12))
        assert type(swept.first) is Pair
        with pytest.raises(ZeroDivisionError):
            list(results(lambda number: 1 // number, range(3)))


def test_a_cluster_that_is_not_there_or_of_another_version_is_refused(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in ("tcp://127.0.0.1:9", "nobody-is-called-this", "smoke://signals"):
        with pytest.raises(ClusterUnreachable, match="no Dask scheduler answers"), dask_cluster(address, seconds=0.5):
            pass
    monkeypatch.setattr(processes, "package_hash", lambda: "another")
    with pytest.raises(ClusterUnreachable, match=r"of \d workers, .* run another version"), dask_cluster(cluster):
        pass


CLAIMS = """'Powers.'
import _powers
from gametheory import claim
from gametheory.claims import swept
from gametheory.prove.sweep import check_cases, sweep

claim("S", "$n^2 = n n$", "p. 1")(lambda: swept(sweep(_powers.squares, range(3)), "n < 30"))
claim("F", "$n^2 < 400$", "p. 1")(lambda: swept(sweep(_powers.small, range(3)), "n < 30"))
"""
POWERS = """from gametheory.prove.sweep import check_cases

def squares(chunk):
    return check_cases(lambda n: n ** 2 == n * n, range(10 * chunk, 10 * chunk + 10))

def small(chunk):
    return check_cases(lambda n: n ** 2 < 400, range(10 * chunk, 10 * chunk + 10))
"""


@posix
def test_verdicts_are_the_same_with_and_without_a_cluster(cluster: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "powers.py").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "_powers.py").write_text(POWERS, encoding="utf-8")
    documents, recorded = [], []
    for options in ([], ["--cluster", cluster]):
        assert main(["check", str(tmp_path), "--fresh", "--record", "--json", *options]) == 0
        documents.append(json.loads(capsys.readouterr().out)["claims"])
        recorded.append((tmp_path / "expected.tsv").read_bytes())
        (tmp_path / "expected.tsv").unlink()
    assert recorded[0] == recorded[1]
    for local, distant in zip(*documents, strict=True):
        assert (local.pop("machines"), distant.pop("machines")) == ([], [socket.gethostname()])
        assert (local.pop("seconds"), distant.pop("seconds")) > (0, 0)
        assert local == distant
    assert documents[0][1]["witness"]["explanation"] == "20 ** 2 is 400: 400 < 400 is false"
    # the verdict of a cluster stays one when it is recalled
    assert main(["check", str(tmp_path)]) == 1
    assert f"2 verdicts rest on cases that a cluster checked, on {socket.gethostname()}" in capsys.readouterr().out


def test_a_wrong_address_is_refused_in_a_line(wrong: Any) -> None:
    wrong(["check", PROOFS, "--cluster", "smoke://signals"], "--cluster: no Dask scheduler answers at smoke://signals")
    wrong(["check", PROOFS, "--cluster", " "], "--cluster: it is empty")


def test_a_worker_with_another_version_is_refused_also_if_it_comes_late() -> None:
    client, (package, python) = processes._place(), processes._version()
    assert processes._work_there(client, (package, python), bytes, b"1")[1] == b"1"
    last = "0" if package[-1] == "1" else "1"
    for version in ((package[:-1] + last, python), (package, (python[0], python[1] + 1))):
        with pytest.raises(ClusterUnreachable, match="runs another version of gametheory or of Python"):
            processes._work_there(client, version, bytes, b"1")


@posix
def test_a_file_of_a_worker_is_not_taken_for_one_of_the_client(cluster: str, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    for file in ("cubes_here.py", "cubes_there.py"):
        (tmp_path / file).touch()

    def name(module: str) -> str:
        return __import__(module).__name__

    with dask_cluster(cluster), distributed.Client(cluster, set_as_default=False) as client:
        client.run(lambda: sys.path.append(str(tmp_path)))
        assert list(results(name, ["fractions"])) == [(0, "fractions")]
        with pytest.raises(ImportError, match=r"cubes_here\.py on a worker, and can be another version of yours"):
            list(results(name, ["cubes_here"]))
        with pytest.raises(ModuleNotFoundError, match="cubes_nowhere") as missing:
            list(results(name, ["cubes_nowhere"]))
        assert "import it at the beginning of the file of claims" in missing.value.__notes__[0]
        client.run(name, "cubes_there")  # work of another client
        with pytest.raises(ClusterUnreachable, match=r"has loaded .*cubes_there\.py, which is no installed package"):
            list(results(name, ["fractions"]))
        client.run(lambda: (sys.modules.pop("cubes_there"), sys.path.pop())[1])


def test_a_comparison_is_quoted_from_the_source_of_the_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "powers_sent.py"
    path.write_text(POWERS, encoding="utf-8")
    work, pieces = processes._by_value(import_module("powers_sent").small, [2])
    path.write_text(POWERS.replace("400", "500"), encoding="utf-8")
    linecache.clearcache()
    assert cloudpickle.loads(work(pieces[0])).sides == "20 ** 2 is 400: 400 < 400 is false"


def test_without_dask_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtra, match=r"pip install '\.\[cluster\]' in the source folder"),
        dask_cluster("tcp://10.0.0.1:1"),
    ):
        pass
