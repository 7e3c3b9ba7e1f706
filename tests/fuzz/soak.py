"""Run commands on a busy machine under faults at random moments, and compare with an undisturbed run.

The faults are kills, a limit on the size of files as on a full disk, a limit on memory, and a clock that jumps.
A disturbed run must end as an undisturbed one, or with an error in a line or two. The run after it, in the same folder,
must end as an undisturbed one. No process, no temporary file and no traceback may be left.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from gametheory.parallel.limits import terminable
from gametheory.storage.files import VARIABLE
from tests.fuzz.kills import JOBS, Job, prepare, start, undisturbed

FAULTS = ("kill", "disk", "memory", "clock")
BUSY = 8  # processes that do nothing but take time
LIMIT = 600.0  # seconds of a run
JUMPING_CLOCK = """
import random, time
_time = time.time
time.time = lambda: _time() + random.choice((-1, 1)) * random.uniform(0, 3e8)
time.time_ns = lambda: int(1e9 * time.time())
"""


def run_soak(seconds: float, seed: int, busy: int = BUSY) -> bool:
    """Disturb runs for this many seconds and print the result; return whether nothing was found."""
    with terminable():
        return _soak(seconds, seed, busy)


@contextlib.contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Context manager: this number of processes do nothing but take time."""
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in load:
            process.kill()
            process.wait()


def _soak(seconds: float, seed: int, busy: int) -> bool:
    chosen, counts, wrong = Random(seed), Counter[str](), []
    with busy_processes(busy):
        ends = {name: undisturbed(job) for name, job in JOBS.items()}
        begun = time.monotonic()
        while time.monotonic() < begun + seconds:
            for name, job in JOBS.items():
                fault = chosen.choice(FAULTS)
                counts[fault] += 1
                wrong += [f"{name}, {fault}: {found}" for found in _disturbed(job, *ends[name], fault, chosen, counts)]
    faults = ", ".join(f"{counts[fault]} {fault}" for fault in FAULTS)
    ended = f"{counts['same']} ended as undisturbed, {counts['refused']} with an error, {counts['killed']} were killed"
    print(f"soak: {sum(counts[fault] for fault in FAULTS)} runs ({faults}) next to {busy} busy processes: {ended}")
    for found in wrong:
        print(f"  found {found}")
    return not wrong


def _disturbed(
    job: Job, end: bytes, duration: float, fault: str, chosen: Random, counts: Counter[str]
) -> Iterator[str]:
    """Yield what is wrong after a run with a fault, and after the next run."""
    with TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        folder = Path(place)
        prepare(folder)
        process = _start(job, folder, fault, chosen)
        stack.callback(process.kill)  # if this process is ended meanwhile
        try:
            _, said = process.communicate(timeout=chosen.uniform(0.1, 1) * duration if fault == "kill" else LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            _, said = process.communicate()
        if fault != "kill" and process.returncode == -signal.SIGKILL:
            yield f"no end in {LIMIT:g} seconds"
        if "Traceback" in said:
            yield f"a traceback: {said.strip().splitlines()[-1]}"
        if process.returncode == 0 and job.outcome(folder) != end:
            yield "another outcome"
        counts["same" if process.returncode == 0 else "killed" if process.returncode < 0 else "refused"] += 1
        yield from still_running(folder / "cache")
        again = _start(job, folder, "", chosen)
        again.communicate(timeout=LIMIT)
        if again.returncode or job.outcome(folder) != end:
            yield f"the next run differs, status {again.returncode}"
        yield from (f"{path.name} stays" for path in folder.rglob(".*.gametheory-part"))


def _start(job: Job, folder: Path, fault: str, chosen: Random) -> subprocess.Popen[str]:
    changed = jumping_clock(folder, sys.path) if fault == "clock" else {}
    limits = {"disk": (resource.RLIMIT_FSIZE, 2000), "memory": (resource.RLIMIT_AS, 2 << 30)}
    process = start(job, folder, changed, subprocess.PIPE)
    if fault in limits:  # somewhere between the start and the end
        kind, most = limits[fault]
        time.sleep(chosen.uniform(0, 2))
        size = int(most * chosen.uniform(0.3, 1))
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process.pid, kind, (size, size))
    return process


def jumping_clock(folder: Path, path: Sequence[str]) -> dict[str, str]:
    """Return the change of the environment with which the clock of Python jumps, by a file in this folder."""
    (folder / "clock").mkdir(exist_ok=True)
    (folder / "clock" / "sitecustomize.py").write_text(JUMPING_CLOCK, encoding="utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(folder / "clock"), *path])}


def still_running(cache: Path) -> Iterator[str]:
    """Yield a process that still has this cache folder in its environment, after a moment to end."""
    for _ in range(40):
        if not (found := processes_of(cache)):
            return
        time.sleep(0.1)
    yield f"process {found[0]} runs on"


def processes_of(cache: Path) -> list[int]:
    """Return the processes that have this cache folder in their environment."""
    wanted = f"{VARIABLE}={cache}".encode()
    return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/environ") if wanted in _environment(path)]


def _environment(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
