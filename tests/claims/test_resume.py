"""Interrupted work resumes and has the same result."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import wait_for

from gametheory.cli import main
from gametheory.parallel.checkpoint import SweepCheckpoint, checkpointing
from gametheory.parallel.function_hash import function_hash
from gametheory.prove.sweep import Sweep, check_cases, sweep
from gametheory.storage.atomic_write import ENDING
from gametheory.storage.store import DiskStore

COUNTED = '''"""A folder with one claim; each of its chunks logs that it is checked."""

import time
from pathlib import Path

from gametheory import claim
from gametheory.claims import refuted, verified, Witness
from gametheory.prove.sweep import check_cases, sweep


@claim("ODD", "No square is 9 more than a multiple of 16.", "p. 1")
def squares():
    def check(chunk):
        with Path("checked.txt").open("a") as file:
            file.write(f"{chunk}\\n")
        PAUSE
        return check_cases(lambda n: n * n % 16 != 9, range(8 * chunk, 8 * chunk + 8))

    found = sweep(check, range(24))
    return refuted("n < 192", found.cases, Witness(str(found.first), f"one of {found.failures}"))
'''
QUICK = COUNTED.replace("PAUSE", "pass")
# The last chunks take 20 seconds as long as a file is missing, so that the check does not end before it is stopped.
SLOW = COUNTED.replace("PAUSE", "time.sleep(0.15 if chunk < 16 or Path('go on').exists() else 5)")
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def command(*arguments: str, folder: Path) -> subprocess.Popen[str]:
    """Start the command in its own process group, as a shell does."""
    return subprocess.Popen(
        [sys.executable, "-m", "gametheory", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def lived(pid: int) -> bool:
    """Return whether a process of this group exists."""
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with the claim in its subfolder `claims`."""
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "squares.py").write_text(SLOW)
    return tmp_path


@posix
@pytest.mark.parametrize(
    ("ended", "status", "message"),
    [
        (signal.SIGINT, 130, "gametheory: interrupted\n"),
        (signal.SIGTERM, 143, "gametheory: terminated\n"),
        (signal.SIGKILL, -signal.SIGKILL, ""),
    ],
)
def test_an_interrupted_check_resumes(folder: Path, own_cache: Path, ended: int, status: int, message: str) -> None:
    arguments = ("check", "claims", "--json", "--workers", "2")
    with command(*arguments, folder=folder) as process:
        wait_for("verdicts/parts/*/*/*/*/??/*.json", own_cache, process)
        process.send_signal(ended)
        printed = process.communicate(timeout=30)
    assert (process.returncode, *printed) == (status, "", message)
    for _ in range(100):
        if not lived(process.pid):
            break
        time.sleep(0.1)
    assert not lived(process.pid), "a worker outlives the command"
    before = (folder / "checked.txt").read_text().split()
    assert len(before) < 24, "it was stopped too late for this test"
    (folder / "go on").touch()
    for store in ("verdicts", "index"):  # in subfolders that no write reaches, because no key begins with zz
        (own_cache / store / "zz").mkdir()
        (own_cache / store / "zz" / f".a.json.1{ENDING}").touch()

    with command(*arguments, folder=folder) as process:
        document = json.loads(process.communicate(timeout=60)[0])
    after = (folder / "checked.txt").read_text().split()[len(before) :]
    assert len(after) < 24, "all was checked again"
    assert len(before) + len(after) <= 24 + 2 + 14, "what was finished before the last second was checked again"
    (found,) = document["claims"]
    assert (found["status"], found["cases"]) == ("refuted", 192)
    assert found["witness"]["explanation"] == "one of 48"
    assert found["witness"]["case"] == "3"
    assert not list((own_cache / "verdicts" / "parts").glob("*/*/*/*")), "parts remain"
    assert not list(own_cache.rglob(".*.json*.*")), "an incomplete file remains"


def test_a_fresh_check_ignores_finished_chunks(folder: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(folder)
    (folder / "claims" / "squares.py").write_text(QUICK)
    assert main(["check", "claims", "--fresh"]) == 1
    assert main(["check", "claims", "--fresh"]) == 1
    assert len((folder / "checked.txt").read_text().split()) == 2 * 24
    assert "from the cache" not in capsys.readouterr().out


def count(calls: list[int], most: int, chunk: int) -> Sweep[Any]:
    """Check a chunk of one case and log it."""
    calls.append(chunk)
    return check_cases(lambda case: case != most, [chunk])


def sweep_counting(
    store: DiskStore, most: int = 5, key: str = "a", fresh: bool = False, cases: int = 10
) -> tuple[Sweep[Any], list[int]]:
    """Sweep cases, one of which fails; return the result and the cases that were checked."""
    calls: list[int] = []

    def check(chunk: int) -> Sweep[Any]:
        return count(seen[0], most, chunk)

    seen = Seen(calls)
    with checkpointing(SweepCheckpoint(store, key, fresh)):
        return sweep(check, range(cases), 1), calls


class Seen:
    """A list that is not part of the closure of a function."""

    def __init__(self, calls: list[int]) -> None:
        self.calls = calls

    def __getitem__(self, _: int) -> list[int]:
        return self.calls

    def __reduce__(self) -> tuple[Any, ...]:
        return Seen, ([],)


def test_finished_chunks_are_not_checked_again(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    whole = Sweep(10, 1, 5)
    assert sweep_counting(store) == (whole, list(range(10)))
    assert sweep_counting(store) == (whole, [])
    assert sweep_counting(store, fresh=True) == (whole, list(range(10)))
    assert sweep_counting(store, key="b") == (whole, list(range(10)))
    assert sweep_counting(store, most=6) == (Sweep(10, 1, 6), list(range(10))), "another function, of the same code"


def test_a_sweep_resumes_after_a_part(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    assert sweep_counting(store, cases=4) == (Sweep(4), [0, 1, 2, 3])
    assert sweep_counting(store) == (Sweep(10, 1, 5), [4, 5, 6, 7, 8, 9])
    assert sweep_counting(store) == (Sweep(10, 1, 5), [])


class Rules:
    """A value that no hash of a function covers."""

    bound = 0


RULES, BOUND = Rules(), 0


def test_a_part_that_was_checked_with_other_globals_is_not_taken_up(tmp_path: Path, monkeypatch: Any) -> None:
    def of_rules(chunk: int) -> Sweep[Any]:
        return check_cases(lambda case: case != RULES.bound, [chunk])

    def of_numbers(chunk: int) -> Sweep[Any]:
        return check_cases(lambda case: case != BOUND, [chunk])

    def sweep_all(store: DiskStore, bounds: list[int]) -> Sweep[Any]:
        total = Sweep[Any]()
        with checkpointing(SweepCheckpoint(store, "a")):
            for bound in bounds:
                monkeypatch.setattr(RULES, "bound", bound)
                monkeypatch.setitem(of_numbers.__globals__, "BOUND", bound)
                total += sweep(check, range(10), 1)
        return total

    for check in (of_rules, of_numbers):
        store = DiskStore(tmp_path / check.__name__)
        assert sweep_all(store, [99]) == Sweep(10)  # it was stopped here
        assert sweep_all(store, [99, 3]) == Sweep(20, 1, 3)
    assert sweep_all(DiskStore(tmp_path / "of_numbers"), [5]) == Sweep(10, 1, 5), "the first sweep of a later run"


def test_damaged_chunks_are_checked_again(tmp_path: Path) -> None:
    sweep_counting(DiskStore(tmp_path))
    (part,) = tmp_path.glob("??/*.json")
    part.write_bytes(part.read_bytes().replace(b"[1, 1, 5, ", b"[1, 0, 5, "))
    assert sweep_counting(DiskStore(tmp_path)) == (Sweep(10, 1, 5), list(range(10)))


def test_without_a_checkpoint_nothing_is_saved(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    sweep(lambda chunk: check_cases(lambda case: case != 3, [chunk]), range(5))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "first",
    [(1, 2), 1.5j, "\ud800", 10**30000, [(1,)], float("nan"), frozenset([1])],
    ids=["tuple", "complex", "half a pair", "long", "tuple inside", "nan", "set"],
)
def test_a_failing_case_that_json_cannot_represent_is_not_saved(tmp_path: Path, first: Any) -> None:
    calls = []

    def check(chunk: int) -> Sweep[Any]:
        calls.append(chunk)
        return Sweep(1, 1, first) if chunk == 2 else Sweep(1, 0, None)

    for _ in range(2):
        calls.clear()
        with checkpointing(SweepCheckpoint(DiskStore(tmp_path), "a")):
            found = sweep(check, range(4), 1)
        assert found.first is first
    assert 2 in calls


@pytest.mark.parametrize("value", ["\ud800", [10**30000]], ids=["half a pair", "long"])
def test_values_that_cannot_be_written_are_not_saved(tmp_path: Path, value: Any) -> None:
    sys.set_int_max_str_digits(20000)
    DiskStore(tmp_path).put("ab", value)
    assert DiskStore(tmp_path).get("ab") is None
    assert list(DiskStore(tmp_path).values()) == []


def adds(number: int) -> Any:
    """Return a function whose closure contains a number."""
    return lambda other: number + other


def test_different_functions_have_different_hashes() -> None:
    same, others = [adds(1), adds(1)], [adds(2), adds(True), lambda other: 1 + other, abs, count]
    assert function_hash(same[0]) == function_hash(same[1])
    assert len({function_hash(function) for function in [same[0], *others]}) == 1 + len(others)
    assert function_hash(lambda: sys.stdin) is not None
    generated = [eval(f"lambda n: (lambda: n {sign} {bound})()") for sign in "<>" for bound in (3, 4)]
    named = [eval(f"lambda n: {name}(n)") for name in ("abs", "max")]
    assert len({function_hash(function) for function in (*generated, *named)}) == 6
    assert function_hash(generated[0]) == function_hash(eval("lambda n: (lambda: n < 3)()"))
    assert function_hash(lambda n: n in {"a", "b", "c"}) is not None
    assert function_hash([open(os.devnull)]) is None  # noqa: SIM115


SOLVED = {
    "floats": ("wargame", "solve", "--soldiers", "18", "--rounds", "8"),
    "rationals": ("wargame", "solve", "--exact", "--soldiers", "12", "--rounds", "7"),
}


@posix
@pytest.mark.parametrize("kind", SOLVED)
def test_a_killed_solver_resumes(tmp_path: Path, monkeypatch: Any, kind: str, capsys: Any) -> None:
    with command(*SOLVED[kind], "-o", "game", folder=tmp_path) as process:
        wait_for("game.parts/round-*.part", tmp_path, process)
        process.kill()
    assert not (tmp_path / "game").exists(), "it was killed too late for this test"
    parts = sorted((tmp_path / "game.parts").glob("round-*.part"))
    damaged = parts[-1]  # the last round is solved first, and all others depend on it
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    (tmp_path / "game.parts" / ".round-0001.part.x").write_bytes(whole[:100])  # as a writer that is killed leaves it
    untouched = {part: part.stat().st_mtime_ns for part in parts[:-1]}

    monkeypatch.chdir(tmp_path)
    seen = {}
    replace = os.replace

    def noting(old: str, new: Path) -> None:
        seen.update({Path(new).name: (tmp_path / "game.parts").is_dir()})
        assert Path(new).resolve() not in untouched, "a saved round is written again"
        replace(old, new)

    monkeypatch.setattr(os, "replace", noting)
    assert main([*SOLVED[kind], "-o", "game"]) == 0
    assert damaged.name in seen, "a damaged part is accepted"
    assert not (tmp_path / "game.parts").exists()
    assert main([*SOLVED[kind], "-o", "again"]) == 0
    assert (tmp_path / "game").read_bytes() == (tmp_path / "again").read_bytes()
    capsys.readouterr()
    assert main([*SOLVED[kind], "-o", "game"]) == 0
    assert "Read from game" in capsys.readouterr().out


def test_parts_of_another_game_are_ignored(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gametheory.solvers.product_game.checkpoint_files.CheckpointFiles.remove", lambda _: None)
    for soldiers in ("5", "6"):
        assert main(["wargame", "solve", "--soldiers", soldiers, "--rounds", "3", "-o", soldiers]) == 0
    (tmp_path / "5.parts").rename(tmp_path / "other.parts")
    assert main(["wargame", "solve", "--soldiers", "6", "--rounds", "3", "-o", "other"]) == 0
    assert (tmp_path / "other").read_bytes() == (tmp_path / "6").read_bytes()


@posix
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("wargame", "solve", "--soldiers", "12", "--rounds", "6", "-o", "game"), "cannot write game.parts: "),
        (("battle", "table", "60", "60", "-o", "table.npz"), "cannot write table.npz: "),
        (("report", "claims", "-o", "report.html"), "cannot write report.html: "),
    ],
)
def test_a_full_disk_is_reported_in_one_line(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "squares.py").write_text(QUICK)
    short = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    run = f"{short}; sys.argv[0] = 'gametheory'; runpy.run_module('gametheory', run_name='__main__')"
    done = subprocess.run(
        # -B: Python 3.11 keeps the part of a compiled file that it can write, and imports it later
        [sys.executable, "-B", "-c", run, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, f"{message}File too large\n")
    left = {path.name for path in tmp_path.rglob("*")}
    assert {name for name in left if not name.endswith(".pyc")} <= {
        "claims",
        "squares.py",
        "checked.txt",
        "__pycache__",
    }


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_device_is_reported_in_one_line() -> None:
    run = [sys.executable, "-m", "gametheory", "castle", "solve", "10", "11", "15"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    message = "gametheory: cannot write the output: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, message)


def without_seconds(capsys: Any) -> list[str]:
    """Return what was printed, without the seconds, which are the same in no two runs."""
    return [re.sub(r"[\d.]+ s\b", "", text) for text in capsys.readouterr()]


def test_a_check_without_cache_prints_the_same(folder: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(folder)
    (folder / "claims" / "squares.py").write_text(QUICK)

    def read_only(**_: Any) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    assert main(["check", "claims"]) == 1
    printed = without_seconds(capsys)
    monkeypatch.setattr(tempfile, "mkstemp", read_only)
    assert main(["check", "claims", "--fresh"]) == 1
    assert without_seconds(capsys) == printed
    assert main(["wargame", "solve", "--soldiers", "4", "--rounds", "3", "-o", "game"]) == 2
    assert capsys.readouterr() == ("", "cannot write game.parts: Read-only file system\n")
    assert not list(folder.glob("game*"))
