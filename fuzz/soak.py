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
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.kills import JOBS, Job, prepare, start, undisturbed
from gametheory.parallel.signals import terminable
from gametheory.storage.user_cache import VARIABLE

FAULTS = ("kill", "disk", "memory", "clock")
BUSY = 8  # processes that do nothing but take time
LIMIT = 600.0  # seconds of a run
JUMPING_CLOCK = """
import random, time
_time = time.time
time.time = lambda: _time() + random.choice((-1, 1)) * random.uniform(0, 3e8)
time.time_ns = lambda: int(1e9 * time.time())
"""


def run_soak(seconds: float, busy: int = BUSY) -> bool:
    """Disturb runs for this many seconds and print the result; return whether nothing was found."""
    with terminable():
        return _soak(seconds, busy)


def _soak(seconds: float, busy: int) -> bool:
    chosen, counts, wrong = Random(3), Counter[str](), []
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        ends = {name: undisturbed(job) for name, job in JOBS.items()}
        begun = time.monotonic()
        while time.monotonic() < begun + seconds:
            for name, job in JOBS.items():
                fault = chosen.choice(FAULTS)
                counts[fault] += 1
                wrong += [f"{name}, {fault}: {found}" for found in _disturbed(job, *ends[name], fault, chosen, counts)]
    finally:
        for process in load:
            process.kill()
            process.wait()
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
        yield from _left(folder)
        again = _start(job, folder, "", chosen)
        again.communicate(timeout=LIMIT)
        if again.returncode or job.outcome(folder) != end:
            yield f"the next run differs, status {again.returncode}"
        yield from (f"{path.name} stays" for path in folder.rglob(".*.gametheory-part"))


def _start(job: Job, folder: Path, fault: str, chosen: Random) -> subprocess.Popen[str]:
    changed = {}
    if fault == "clock":
        (folder / "clock").mkdir()
        (folder / "clock" / "sitecustomize.py").write_text(JUMPING_CLOCK, encoding="utf-8")
        changed["PYTHONPATH"] = os.pathsep.join([str(folder / "clock"), *sys.path])
    limits = {"disk": (resource.RLIMIT_FSIZE, 2000), "memory": (resource.RLIMIT_AS, 2 << 30)}
    process = start(job, folder, changed, subprocess.PIPE)
    if fault in limits:  # somewhere between the start and the end
        kind, most = limits[fault]
        time.sleep(chosen.uniform(0, 2))
        size = int(most * chosen.uniform(0.3, 1))
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process.pid, kind, (size, size))
    return process


def _left(folder: Path) -> Iterator[str]:
    """Yield each process that still has the cache of this folder in its environment, after a moment to end."""
    wanted = f"{VARIABLE}={folder / 'cache'}".encode()
    for _ in range(40):
        found = [path for path in Path("/proc").glob("[0-9]*/environ") if wanted in _environment(path)]
        if not found:
            return
        time.sleep(0.1)
    yield f"process {found[0].parent.name} runs on"


def _environment(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
