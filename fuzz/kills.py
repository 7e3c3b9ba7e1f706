"""Kill runs at random moments, damage what they have kept, and see whether they come to the same end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

MOST_KILLS = 5  # of one run, which then is left alone
MOST_SECONDS = 120.0
CLAIMS = '''"""A folder to be checked."""

from gametheory import claim
from gametheory.claims import Witness, refuted, verified
from gametheory.games.castle.closed_form import castle_fewest_waves, soldiers_fewest_waves
from gametheory.games.castle.dynamic_programming import solve_box
from gametheory.prove.sweep import check_cases, sweep


def right(game):
    n, s, dpw, soldiers, castle = game
    return soldiers == soldiers_fewest_waves(n, s, dpw) and castle == castle_fewest_waves(n, s, dpw)


@claim("BOX", "The closed forms are the fewest waves of both sides.", "the theorem")
def box():
    found = sweep(lambda dpw: check_cases(right, solve_box(dpw, 12)), range(1, 37))
    return verified(f"{found.failures} fail", found.cases)


@claim("SQUARES", "No square is 9 more than a multiple of 16.", "nowhere", expected="refuted")
def squares():
    found = sweep(lambda n: check_cases(lambda m: m * m % 16 != 9, range(n, n + 20_000)), range(0, 10**6, 20_000))
    return refuted("n < 1000000", found.cases, Witness(str(found.first), f"one of {found.failures:,}"))
'''


class Job(NamedTuple):
    """A command, the pattern of the files in which it keeps what is done, and what it comes to in a folder."""

    arguments: tuple[str, ...]
    kept: str
    outcome: Callable[[Path], bytes]


def without_seconds(path: Path) -> bytes:
    """A report in JSON, but for the seconds that it took, and for what tells of earlier runs."""
    text = re.sub(r'"(seconds|created|kept)": [^,\n]*', "", path.read_text(encoding="utf-8"))
    return text.encode() if json.loads(path.read_text(encoding="utf-8")) else b""


def solver(*options: str) -> Job:
    """A Wargame solved into a file."""
    return Job(("wargame", "solve", *options, "-o", "game"), "game.parts/round-*.part", lambda at: read(at / "game"))


def read(path: Path) -> bytes:
    """What is in a file."""
    return path.read_bytes()


JOBS = {
    "report": Job(
        ("report", "claims", "-o", "report.json", "--workers", "2"),
        "claims/.gametheory_cache/**/*.json",
        lambda folder: without_seconds(folder / "report.json"),
    ),
    "floats": solver("--soldiers", "15"),
    "rationals": solver("--exact", "--soldiers", "11", "--rounds", "7"),
}


def run_kills(seconds: float) -> bool:
    """Kill runs for so long, and say what came of it; whether each came to the end of a run that was left alone."""
    chosen, counts, wrong = Random(2), Counter[str](), []
    ends = {name: undisturbed(job) for name, job in JOBS.items()}
    begun = time.monotonic()
    while not wrong and time.monotonic() < begun + seconds:
        for name, job in JOBS.items():
            wrong += [f"{name}: {found}" for found in disturbed(job, *ends[name], chosen, counts)]
            counts[name] += 1
    runs = f"{sum(counts[name] for name in JOBS)} runs ({', '.join(f'{counts[name]} {name}' for name in JOBS)})"
    begun_again = f"{counts['taken up']:,} began with what was kept, {counts['damaged']:,} of them with a damaged file"
    print(f"kills: {counts['kills']:,} kills of {runs} in {seconds:g} s; {begun_again}")
    for found in wrong:
        print(f"  found {found}")
    return not wrong


def undisturbed(job: Job) -> tuple[bytes, float]:
    """What a job comes to, and how long it takes."""
    with TemporaryDirectory() as place:
        prepare(Path(place))
        begun = time.monotonic()
        start(job, Path(place)).wait(MOST_SECONDS)
        return job.outcome(Path(place)), time.monotonic() - begun


def disturbed(job: Job, end: bytes, duration: float, chosen: Random, counts: Counter[str]) -> Iterator[str]:
    """What is wrong with a job that was killed again and again."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        prepare(folder)
        for _ in range(MOST_KILLS):
            counts["taken up"] += bool(list(folder.glob(job.kept)))
            process = start(job, folder)
            try:
                process.wait(chosen.uniform(0.4, 1.1) * duration)
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            counts["kills"] += 1
            counts["damaged"] += damaged(sorted(folder.glob(job.kept)), chosen)
        else:
            process = start(job, folder)
        status = process.wait(MOST_SECONDS)
        if status:
            yield f"status {status}"
        elif job.outcome(folder) != end:
            yield "another outcome"


def prepare(folder: Path) -> None:
    """A folder of claims."""
    (folder / "claims").mkdir()
    (folder / "claims" / "box.py").write_text(CLAIMS, encoding="utf-8")


def start(job: Job, folder: Path) -> subprocess.Popen[bytes]:
    """The command in a folder."""
    command = [sys.executable, "-m", "gametheory", *job.arguments]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def damaged(kept: list[Path], chosen: Random) -> bool:
    """Flip a bit of one of these files, or cut it off, every other time."""
    if not kept or chosen.random() < 0.5:
        return False
    path = chosen.choice(kept)
    content = bytearray(path.read_bytes())
    place = chosen.randrange(len(content))
    if chosen.random() < 0.5:
        content[place] ^= 1 << chosen.randrange(8)
    else:
        del content[place:]
    path.write_bytes(content)
    return True
