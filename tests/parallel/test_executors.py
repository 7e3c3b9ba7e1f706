"""Executors: this process, several processes, and a cluster; killed workers are replaced."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from small_games import LayeredNim

from gametheory.claims.check import check
from gametheory.cli import main
from gametheory.parallel.choose import current_executor, executor_with
from gametheory.parallel.cores import available_cores, limit_cores
from gametheory.parallel.executor import Executor, Serial, WorkerCrashed, use_executor
from gametheory.parallel.process_pool import MAX_CRASHES, ProcessPool
from gametheory.parallel.signals import Terminated, unwrap_interrupt
from gametheory.prove.sweep import Sweep, check_cases, sweep
from gametheory.solvers.saved.on_disk import solve_on_disk

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


def who(_: int) -> tuple[int, int, str]:
    """Return the process, and the cores and the executor for nested work."""
    time.sleep(0.05)
    return os.getpid(), available_cores(), type(current_executor()).__name__


def pieces_done(executor: Executor, fuse: Path) -> dict[int, int]:
    """Compute twenty squares; the first process that receives piece 7 is killed."""

    def square(number: int) -> int:
        time.sleep(0.02)
        if number == 7 and not fuse.exists():
            fuse.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    return dict(executor.results(square, range(20)))


SQUARES = {number: number * number for number in range(20)}


def test_available_cores_are_those_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2, 5, 7}, raising=False)
    assert available_cores() == 3
    with limit_cores(8), limit_cores(None):
        assert available_cores() == 8
        assert current_executor().workers == 8
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == 1


def test_the_current_executor_is_the_selected_one() -> None:
    assert isinstance(current_executor(), ProcessPool)
    with use_executor(chosen := ProcessPool(3)):
        assert current_executor() is chosen
        assert executor_with(None) is chosen
        assert executor_with(5).workers == 5
        with use_executor(serial := Serial()):
            assert executor_with(None) is executor_with(5) is serial
    assert current_executor() is not chosen


@pytest.mark.parametrize("executor", [Serial(), ProcessPool(1), ProcessPool(3)], ids=["serial", "one", "three"])
def test_every_piece_runs_once(executor: Executor) -> None:
    assert sorted(executor.results(lambda number: number * number, range(20))) == list(SQUARES.items())
    assert list(executor.results(abs, [])) == []


@posix
def test_a_worker_is_serial_and_uses_one_core(tmp_path: Path) -> None:
    def meet(number: int) -> tuple[int, int, str]:
        """Wait until another process works, too."""
        (tmp_path / str(os.getpid())).touch()
        while len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.01)
        return who(number)

    found = [result for _, result in ProcessPool(2).results(meet, range(6))]
    assert {result[1:] for result in found} == {(1, "Serial")}
    assert len({result[0] for result in found} - {os.getpid()}) == 2


@posix
def test_another_worker_receives_the_piece_of_a_killed_worker(tmp_path: Path) -> None:
    assert pieces_done(ProcessPool(2), tmp_path / "fuse") == SQUARES
    assert (tmp_path / "fuse").exists()


@posix
def test_a_piece_that_kills_every_worker_raises(tmp_path: Path) -> None:
    def die(number: int) -> None:
        (tmp_path / f"{number}-{time.monotonic_ns()}").touch()
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(WorkerCrashed, match=f"{MAX_CRASHES + 1} times, with 2 of 2 pieces"):
        list(ProcessPool(2).results(die, range(2)))
    assert len(list(tmp_path.iterdir())) <= 2 * (MAX_CRASHES + 1)


@posix
def test_closing_the_results_early_leaves_no_worker() -> None:
    results = ProcessPool(2).results(lambda number: time.sleep(number) or os.getpid(), [0, 60, 60])
    assert next(results)[0] == 0
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 10
    assert not multiprocessing.active_children()


def test_unwrap_interrupt_returns_the_cause() -> None:
    error = SystemError("compiled code")
    error.__cause__ = interrupt = Terminated()
    assert unwrap_interrupt(error) is interrupt
    assert unwrap_interrupt(SystemError()) is None


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("gametheory.solvers.product_game.floats", ["wargame", "solve", "--soldiers", "4", "--rounds", "3"]),
        ("gametheory.parallel.threads", ["battle", "table", "150", "150", "-o", "table.npz"]),
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


CLAIMS = {
    "_shared.py": '''"""Shared code of both files."""
from functools import cache

@cache
def square(number):
    return number * number
''',
    "one.py": '''"""One."""
from fractions import Fraction
from _shared import square
from gametheory import claim, check_all
from gametheory.claims import verified
from gametheory.claims.evidence import Table, Text

@claim("A", "so it is", "p. 1", uses=["C"])
def first():
    return verified("all", 3, Table(["n"], [[Fraction(1, 2)], [2], [None]], marked=[(0, 0)]), Text("$x^2$"))

@claim("B", "so it is not", "p. 2")
def second():
    return check_all(range(9), lambda n: square(n) < 20, "0 to 8", lambda n: f"{n}")
''',
    "two.py": '''"""Two."""
from _shared import square
from gametheory import claim, check_all

@claim("C", "so it is as well", "p. 3")
def third():
    return check_all(range(9), lambda n: square(n) < 99, "0 to 8")

@claim("D", "unknown", "p. 4", uses=["B"])
def fourth():
    raise LookupError("lost")
''',
    "three.py": '''"""Three."""
from gametheory import claim
from gametheory.claims import Witness, refuted
from gametheory.prove.sweep import check_cases, sweep

@claim("E", "a sweep", "p. 5")
def fifth():
    def check(row):
        return check_cases(lambda n: n * row != 12, range(1, 9))
    found = sweep(check, range(1, 9))
    return refuted("1 to 8", found.cases, Witness(str(found.first), f"{found.failures} fail"))
''',
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with three files of claims in its subfolder `claims`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims").mkdir()
    for name, text in CLAIMS.items():
        (tmp_path / "claims" / name).write_text(text)
    return tmp_path


def printed(arguments: list[str], capsys: Any) -> tuple[int, str, str]:
    """Return the status and the output of a command without times."""
    status = main(arguments)
    message = capsys.readouterr()
    lines = [re.sub(r"in [\d.]+ s", "", line) for line in message.out.splitlines() if '"seconds"' not in line]
    return status, "\n".join(lines), message.err


@posix
def test_output_does_not_depend_on_the_workers(folder: Path, capsys: Any) -> None:
    for form, numbers in (([], "12"), (["--json"], "1237")):
        found = [printed(["check", "claims", "--fresh", *form, "--workers", n], capsys) for n in numbers]
        found.append(printed(["check", "claims", "--fresh", *form], capsys))
        assert found[0][0] == 1
        assert all(other == found[0] for other in found)
    cached = [printed(["check", "claims", "--json", "--workers", n], capsys) for n in ("1", "2")]
    assert [(status, text.replace('"kept": true', '"kept": false'), error) for status, text, error in cached] == [
        found[0],
        found[0],
    ]
    first = printed(["report", "claims", "--fresh", "-o", "1.xml"], capsys)
    second = printed(["report", "claims", "--fresh", "-o", "2.xml", "--workers", "2"], capsys)
    assert second == (first[0], first[1].replace("1.xml", "2.xml"), "")


@pytest.mark.parametrize("number", ["0", "-1", "two", "1001", "9" * 400])
def test_a_wrong_number_of_workers_is_refused(wrong: Any, number: str) -> None:
    for command in (["check"], ["report"], ["wargame", "solve"], ["battle", "table", "4", "4", "-o", "t.npz"]):
        wrong([*command, "--workers", number], "--workers")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9 within 0.5 seconds"),
        ("nobody-is-called-this", "no Dask scheduler answers"),
        ("smoke://signals", "no Dask scheduler answers"),
        ("", "no Dask scheduler answers"),
    ],
)
def test_a_missing_scheduler_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, address: str, message: str
) -> None:
    pytest.importorskip("distributed", reason="dask is not installed")
    monkeypatch.setattr("gametheory.parallel.dask.SECONDS", 0.5)
    assert main(["report", "claims", "--scheduler", address]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "--scheduler" in err
    assert len(err.splitlines()) == 1
    assert [path.name for path in folder.iterdir()] == ["claims"]


@pytest.mark.parametrize("arguments", [[], ["--deep"]])
def test_a_missing_scheduler_is_refused_before_a_file_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, arguments: list[str]
) -> None:
    pytest.importorskip("distributed", reason="dask is not installed")
    monkeypatch.setattr("gametheory.parallel.dask.SECONDS", 0.5)
    note = folder / "note"
    (folder / "claims" / "three.py").write_text(f"from pathlib import Path\nPath({str(note)!r}).touch()\n")
    assert main(["check", "claims", "--scheduler", "tcp://127.0.0.1:9", *arguments]) == 2
    assert capsys.readouterr().err.startswith("gametheory: argument --scheduler: no Dask scheduler answers")
    assert not note.exists()


def test_without_dask_a_scheduler_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["check", "claims", "--scheduler", "tcp://127.0.0.1:8786"]) == 2
    assert capsys.readouterr().err == (
        "gametheory: argument --scheduler: dask is not installed; pip install 'gametheory[cluster]' installs it\n"
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a Dask scheduler on this machine with two worker processes, and return its address."""
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    options = {"n_workers": 2, "threads_per_worker": 2, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options, silence_logs=50) as found:
        yield found.scheduler_address


@posix
def test_a_cluster_runs_every_piece_although_a_worker_is_killed(cluster: str, tmp_path: Path) -> None:
    from gametheory.parallel.dask import DaskCluster

    with DaskCluster(cluster) as executor:
        assert pieces_done(executor, tmp_path / "fuse") == SQUARES
        assert (tmp_path / "fuse").exists()
        found = [result for _, result in executor.results(who, range(6))]
        assert {result[1:] for result in found} == {(1, "Serial")}
        assert os.getpid() not in {result[0] for result in found}
        with use_executor(executor):
            swept = sweep(survey(12), range(1, 21))
            assert swept == sweep(survey(12), range(1, 21), 1) == Sweep(400, 6, Pair(1, 12))
            assert type(swept.first) is Pair


@posix
def test_a_worker_that_has_just_died_has_no_other_version(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler lists it until it notices, which takes longer on a busy machine."""
    import distributed

    from gametheory.parallel.dask import ClusterUnreachable, DaskCluster

    run, asked = distributed.Client.run, []

    def one_is_dead(self: Any, function: Any, **options: Any) -> dict[str, Any]:
        asked.append(function)
        dead = {"tcp://127.0.0.1:9": OSError("connection refused")} if len(asked) < 3 else {}
        return run(self, function, **options) | dead

    monkeypatch.setattr(distributed.Client, "run", one_is_dead)
    with DaskCluster(cluster) as executor:
        assert len(asked) == 3
        assert sorted(executor.results(abs, [-1, -2])) == [(0, 1), (1, 2)]
        asked.clear()
        with pytest.raises(ClusterUnreachable, match=r"1 of 3 workers, for example tcp://127.0.0.1:9, do not answer"):
            executor._check_workers(0)


@posix
def test_a_cluster_solves_the_parts_of_layers_and_the_file_is_the_same(cluster: str, tmp_path: Path) -> None:
    from gametheory.parallel.dask import DaskCluster

    game, paths = LayeredNim((2, 2), 2), [tmp_path / name for name in ("here", "there")]
    solve_on_disk(game, paths[0])
    with DaskCluster(cluster) as executor, use_executor(executor):
        solve_on_disk(game, paths[1], parts=2)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert sorted(tmp_path.iterdir()) == paths


@posix
def test_an_error_on_a_cluster_is_raised_here(cluster: str) -> None:
    from gametheory.parallel.dask import DaskCluster

    def fail(number: int) -> None:
        raise FileNotFoundError(f"piece {number}")

    with DaskCluster(cluster) as executor, pytest.raises(FileNotFoundError, match="piece"):
        list(executor.results(fail, range(3)))


@posix
def test_output_of_a_cluster_equals_output_of_one_process(cluster: str, folder: Path, capsys: Any) -> None:
    here = printed(["check", "claims", "--fresh", "--json", "--workers", "1"], capsys)
    assert printed(["check", "claims", "--fresh", "--json", "--scheduler", cluster], capsys) == here
    (folder / "claims" / "_shared.py").write_text(CLAIMS["_shared.py"].replace("number * number", "number + 99"))
    sys.modules.pop("_shared", None)  # the workers have loaded the old version, and must drop it
    changed = printed(["check", "claims", "--fresh", "--json", "--workers", "1"], capsys)
    assert printed(["check", "claims", "--fresh", "--json", "--scheduler", cluster], capsys) == changed
    assert json.loads(changed[1])["counts"]["verified"] == 1


# A claim that changes the prover, one whose results run code where they are unpickled, and an honest one.
STRANGERS = """import os
from pathlib import Path
import gametheory.claims.host, gametheory.prove.proof as proof
from gametheory import check_all, claim
from gametheory.claims import Status, Verdict, swept
from gametheory.parallel.choose import current_executor
from gametheory.prove.statement import Statement
from gametheory.prove.sweep import check_cases, sweep
FALSE = Statement("false", (("x", "Int"),), (), "(> x x)")
NOTE = "__import__('pathlib').Path({note!r}).write_text(str(__import__('os').getpid()))"

class Note:
    def __reduce__(self): return eval, (NOTE,)

@claim("FORGED", "P = NP", "p. 1")
def forged():
    proof.failures = lambda statement: iter(())
    gametheory.claims.host.established = lambda text: Verdict(Status.PROVED, "", 0, record=proof.Proof((FALSE,)))
    return Verdict(Status.PROVED, "", 0, record=proof.Proof((FALSE,)))

@claim("SWEPT", "squares are small", "p. 1")
def squares(deep=False):
    list(current_executor().results(lambda number: Note(), [1]))
    kind = type(current_executor()).__name__
    found = sweep(lambda first: check_cases(lambda n: n * n < 100, range(first, first + 4)), [0, 4, 8])
    return swept(found, f"deep {deep} by {kind}")
"""


@posix
def test_deep_claims_on_a_cluster_do_not_run_in_the_process_of_the_command(cluster: str, tmp_path: Path) -> None:
    """Neither do the pickles of the workers, which have run code of claims."""
    from gametheory.parallel.dask import DaskCluster

    note = tmp_path / "note"
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "strange.py").write_text(STRANGERS.replace("{note!r}", repr(str(note))))
    run = check(tmp_path / "claims", deep=True, scheduler=cluster)
    assert {result.claim.id: result.verdict.status.value for result in run} == {"FORGED": "open", "SWEPT": "refuted"}
    assert (run["SWEPT"].verdict.note, run["SWEPT"].verdict.cases) == ("deep True by DaskCluster", 12)
    assert note.read_text() != str(os.getpid())
    note.unlink()
    with DaskCluster(cluster) as executor, use_executor(executor):
        run = check(tmp_path / "claims", deep=True, fresh=True)
    assert {result.claim.id: result.verdict.status.value for result in run} == {"FORGED": "open", "SWEPT": "refuted"}
    assert note.read_text() != str(os.getpid())
