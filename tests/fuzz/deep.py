"""Check all claims of `proofs` with `--deep` on a busy machine, disturb the check again and again, and compare.

Each run of the command has one fault at a random moment, goes on, and is killed at another one. The faults are a worker
that is killed, a limit on memory, a clock that jumps, and a disk that is full for some seconds. The next run resumes.
When the time is over, the last run goes on to its end, and its verdicts must be those of an undisturbed run. A run that
ends before it is killed may have open claims where the other has none, and may differ in nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from gametheory.parallel.limits import terminable
from gametheory.storage.files import VARIABLE
from tests.fuzz.kills import PRINTED, Job, start, without_seconds
from tests.fuzz.soak import BUSY, busy_processes, jumping_clock, processes_of, still_running

ROOT = Path(__file__).parents[2]
COPIED = ("gametheory", "proofs", "pyproject.toml")  # what is edited meanwhile changes no verdict
JOB = Job(("check", "proofs", "--deep", "--json"), "no/such", lambda folder: without_seconds(folder / PRINTED))
FAULTS = ("kill", "worker", "memory", "clock", "disk")
NONE = "no fault"
THEOREMS = "verdicts/theorems"
LONGEST = 1200.0  # seconds to a fault, and from there to the kill
MEMORY = 600 << 20, 3 << 30  # bytes of address space of each process
DISK = 512 << 20  # bytes
FULL = 20.0  # seconds at most
SHOWN = ("status", "label", "scope", "note", "cases", "witness", "formal")


class Place(NamedTuple):
    """A folder with the copied files, and the small disk on which the command writes its cache and temporary files."""

    folder: Path
    disk: Path

    @property
    def cache(self) -> Path:
        """The cache folder."""
        return self.disk / "cache"

    def stored(self) -> int:
        """Return the number of cached verdicts."""
        return sum(path.read_bytes().count(b"\n") for path in self.cache.glob("verdicts/??/*.jsonl"))


class Run(NamedTuple):
    """A run: its fault, its exit status, and what it printed on standard output and standard error."""

    fault: str
    status: int
    printed: str
    said: str


def run_deep(seconds: float, seed: int) -> bool:
    """Disturb the check for this many seconds and print the result; return whether nothing was found."""
    with terminable(), TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        other, place = Path(name) / "undisturbed", Place(Path(name) / "disturbed", Path(name) / "disk")
        _copy(other)
        _copy(place.folder)
        undisturbed = start(JOB, other, {"PYTHONPATH": str(other)})
        stack.callback(undisturbed.kill)
        undisturbed.wait()
        is_small = stack.enter_context(_small_disk(place.disk))
        stack.enter_context(busy_processes(BUSY))
        return disturbed(place, other, FAULTS if is_small else FAULTS[:-1], seconds, Random(seed))


def disturbed(place: Place, other: Path, faults: tuple[str, ...], seconds: float, chosen: Random) -> bool:
    """Disturb the check, and compare it with the undisturbed one in another folder.

    What Rocq has said is copied from there: it compiles for minutes, and a run that is killed compiles again.
    """
    (place.cache / "verdicts").mkdir(parents=True)
    shutil.copy(other / "cache" / "key", place.cache)
    with contextlib.suppress(FileNotFoundError):  # Rocq is not installed
        shutil.copytree(other / "cache" / THEOREMS, place.cache / THEOREMS)
    runs, wrong = _runs(place, faults, seconds, chosen)
    wrong += _differences(runs, (other / PRINTED).read_text(encoding="utf-8"))
    if JOB.outcome(place.folder) != JOB.outcome(other):
        wrong.append("the last run differs from the undisturbed one")
    faulty, ends = Counter(run.fault for run in runs), Counter(_how_it_ended(run) for run in runs)
    listed = [", ".join(f"{count} {each}" for each, count in counts.items()) for counts in (faulty, ends)]
    print(f"deep: {len(runs)} runs ({listed[0]}) next to {BUSY} busy processes: {listed[1]}")
    for each in wrong:
        print(f"  found {each}")
    return not wrong


def _how_it_ended(run: Run) -> str:
    return "killed" if run.status == -signal.SIGKILL else f"with status {run.status}"


def _copy(folder: Path) -> None:
    folder.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)


@contextlib.contextmanager
def _small_disk(folder: Path) -> Iterator[bool]:
    """Context manager: mount a small disk in memory, and return whether this user may do so."""
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    mounted = subprocess.run(["mount", *options], stderr=subprocess.DEVNULL, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _runs(place: Place, faults: tuple[str, ...], seconds: float, chosen: Random) -> tuple[list[Run], list[str]]:
    """Return all runs, the last one without a fault, and what was wrong after one of them."""
    begun, runs, wrong = time.monotonic(), list[Run](), list[str]()
    while not runs or runs[-1].fault != NONE:
        left = begun + seconds - time.monotonic()
        fault = chosen.choice(faults) if left > 0 else NONE
        runs.append(_run(place, fault, left, chosen))
        here = f"run {len(runs)}, {fault}"
        wrong += [f"{here}: {each}" for each in (*still_running(place.cache), *_badly_said(runs[-1]))]
        print(f"  {here}: {_how_it_ended(runs[-1])} at {time.monotonic() - begun:,.0f} s", end="", flush=True)
        print(f", {place.stored()} verdicts are stored", flush=True)
    return runs, wrong


def _run(place: Place, fault: str, left: float, chosen: Random) -> Run:
    """Start the command, disturb it, and kill it later; without a fault, wait for its end.

    The two moments are between one second and many minutes, so that some are in each part of the work.
    """
    paths = {VARIABLE: place.cache, "TMPDIR": place.disk, "PYTHONPATH": place.folder}
    changed = {name: str(path) for name, path in paths.items()}
    if fault == "clock":
        changed |= jumping_clock(place.folder, [str(place.folder)])
    said = place.folder / "said"
    with said.open("wb") as errors:
        process = start(JOB, place.folder, changed, errors.fileno())
        try:
            if fault == NONE:
                process.wait()
            elif not _ends_within(process, min(left, LONGEST ** chosen.random())):
                _disturb(place, process.pid, fault, chosen)
                _ends_within(process, min(left, LONGEST ** chosen.random()))
        finally:
            process.kill()  # it may have ended
            process.wait()
    printed = (place.folder / PRINTED).read_text(encoding="utf-8")
    return Run(fault, process.returncode, printed, said.read_text(encoding="utf-8", errors="replace"))


def _ends_within(process: subprocess.Popen[str], seconds: float) -> bool:
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    return process.returncode is not None


def _disturb(place: Place, command: int, fault: str, chosen: Random) -> None:
    processes = processes_of(place.cache)
    if fault == "disk":
        _fill(place.disk / "full", chosen.uniform(0, FULL))
    for process in processes if fault == "memory" else ():
        size = chosen.randrange(*MEMORY)
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process, resource.RLIMIT_AS, (size, size))
    if fault == "worker" and (workers := [process for process in processes if process != command]):
        with contextlib.suppress(ProcessLookupError):
            os.kill(chosen.choice(workers), signal.SIGKILL)


def _fill(path: Path, seconds: float) -> None:
    """Fill the disk of a file for some seconds."""
    try:
        with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16))
        time.sleep(seconds)
    finally:
        path.unlink(missing_ok=True)


def _badly_said(run: Run) -> Iterator[str]:
    """Yield a traceback, and an error that is longer than two lines."""
    lines = run.said.strip().splitlines()
    if "Traceback" in run.said:
        yield f"a traceback: {lines[-1]}"
    elif run.status == 2 and len(lines) > 2:
        yield f"an error of {len(lines)} lines: {lines[0]}"
    elif run.status not in (0, 1, 2, -signal.SIGKILL):
        yield f"status {run.status}: {lines[-1:]}"


def _differences(runs: list[Run], expected: str) -> Iterator[str]:
    """Yield each claim that a run shows in another way than the undisturbed run, and not as open."""
    right = _verdicts(expected)
    for number, run in enumerate(runs, 1):
        for id, shown in _verdicts(run.printed).items() if run.status in (0, 1) else ():
            if shown != right.get(id) and (shown["status"] != "open" or run.status == 0):
                yield f"run {number}, {run.fault}: {id} is {shown}, and undisturbed {right.get(id)}"


def _verdicts(printed: str) -> dict[str, dict[str, Any]]:
    """Return what a manifest shows of each claim, by its id."""
    return {each["id"]: {key: each[key] for key in SHOWN} for each in json.loads(printed)["claims"]}
