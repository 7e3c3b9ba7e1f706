"""Kill runs at random moments, damage their checkpoint files, and compare the final output with an undisturbed run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple

from gametheory.prove.statement import Statement
from gametheory.storage.files import VARIABLE

MAX_KILLS = 5  # of one run, which is then undisturbed
MAX_SECONDS = 600.0  # also on a busy machine
CLAIMS = '''"""A folder of two claims."""

from gametheory import claim
from gametheory.claims import Witness, refuted, swept
from gametheory.games.castle.closed_form import castle_fewest_waves, soldiers_fewest_waves
from gametheory.games.castle.dynamic_programming import solve_box
from gametheory.prove.sweep import check_cases, sweep


def right(game):
    n, s, dpw, soldiers, castle = game
    return soldiers == soldiers_fewest_waves(n, s, dpw) and castle == castle_fewest_waves(n, s, dpw)


@claim("BOX", "The closed forms are the fewest waves of both sides.", "the theorem")
def box():
    found = sweep(lambda dpw: check_cases(right, solve_box(dpw, 12)), range(1, 37))
    return swept(found, f"{found.failures} fail")


@claim("SQUARES", "No square is 9 more than a multiple of 16.", "nowhere", expected="refuted")
def squares():
    found = sweep(lambda n: check_cases(lambda m: m * m % 16 != 9, range(n, n + 20_000)), range(0, 10**6, 20_000))
    return refuted("n < 1000000", found.cases, Witness(str(found.first), f"one of {found.failures:,}"))
'''


PRINTED = "printed"  # standard output


class Job(NamedTuple):
    """A command, the pattern of its checkpoint files, and a function that returns its final output in a folder."""

    arguments: tuple[str, ...]
    checkpoints: str
    outcome: Callable[[Path], bytes]


def without_seconds(path: Path) -> bytes:
    """Return a report in JSON without the seconds and the folder, and without the facts about earlier runs."""
    keys = "|".join(("seconds", "created", "kept", "folder", "address", "checked_on"))
    text = re.sub(rf'"({keys})": [^,\n]*', "", path.read_text(encoding="utf-8"))
    return text.encode() if json.loads(path.read_text(encoding="utf-8")) else b""


def solver(*options: str) -> Job:
    """Return the job that solves a Wargame and writes it to a file."""
    return Job(("wargame", "solve", *options, "-o", "game"), "no/such", lambda at: read(at / "game"))


def read(path: Path) -> bytes:
    """Return the content of a file."""
    return path.read_bytes()


JOBS = {
    "report": Job(
        ("report", "claims", "-o", "report.json", "--workers", "2"),
        "cache/verdicts/**/*.json*",
        lambda folder: without_seconds(folder / "report.json"),
    ),
    "deep": Job(
        ("check", "claims", "--deep", "--json", "--workers", "2"),
        "cache/verdicts/**/*.json*",
        lambda folder: without_seconds(folder / PRINTED),
    ),
    "record": Job(
        ("check", "claims", "--record"),
        "cache/verdicts/**/*.json*",
        lambda folder: read(folder / "claims/expected.tsv"),
    ),
    "recheck": Job(("recheck", "scripts", "--json"), "no/such", lambda folder: read(folder / PRINTED)),
    "floats": solver("--soldiers", "15"),
    "rationals": solver("--exact", "--soldiers", "11", "--rounds", "7"),
    "table": Job(
        ("battle", "table", "250", "250", "-o", "odds.csv"), "no/such", lambda folder: read(folder / "odds.csv")
    ),
    "solve": Job(
        ("solve", "gametheory.games.castle:Castle", "30", "60", "9", "--draw", "best.svg"),
        "no/such",
        lambda folder: read(folder / "best.svg"),
    ),
}


def run_kills(seconds: float, seed: int) -> bool:
    """Kill runs for this many seconds and print the result; return whether each ended like an undisturbed run."""
    chosen, counts = Random(seed), Counter[str]()
    wrong: list[str] = []
    ends = {name: undisturbed(job) for name, job in JOBS.items()}
    begun = time.monotonic()
    while not wrong and time.monotonic() < begun + seconds:
        for name, job in JOBS.items():
            wrong += [f"{name}: {found}" for found in disturbed(job, *ends[name], chosen, counts)]
            counts[name] += 1
    runs = f"{sum(counts[name] for name in JOBS)} runs ({', '.join(f'{counts[name]} {name}' for name in JOBS)})"
    begun_again = f"{counts['resumed']:,} continued from checkpoints, {counts['damaged']:,} of them with a damaged file"
    print(f"kills: {counts['kills']:,} kills of {runs} in {seconds:g} s; {begun_again}")
    for found in wrong:
        print(f"  found {found}")
    return not wrong


def undisturbed(job: Job) -> tuple[bytes, float]:
    """Return the final output of a job, and its duration in seconds."""
    with TemporaryDirectory() as place:
        prepare(Path(place))
        begun = time.monotonic()
        start(job, Path(place)).wait(MAX_SECONDS)
        return job.outcome(Path(place)), time.monotonic() - begun


def disturbed(job: Job, end: bytes, duration: float, chosen: Random, counts: Counter[str]) -> Iterator[str]:
    """Yield what is wrong after a job was killed several times."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        prepare(folder)
        for _ in range(MAX_KILLS):
            counts["resumed"] += bool(list(folder.glob(job.checkpoints)))
            process = start(job, folder)
            try:
                process.wait(chosen.uniform(0.4, 1.1) * duration)
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            counts["kills"] += 1
            counts["damaged"] += damaged(sorted(folder.glob(job.checkpoints)), chosen)
        else:
            process = start(job, folder)
        status = process.wait(MAX_SECONDS)
        if status:
            yield f"status {status}"
        elif job.outcome(folder) != end:
            yield "another outcome"


def product(number: int) -> Statement:
    """Return a true statement of which both solvers discharge the certificate."""
    return Statement("product", (("n", "Int"),), (f"(> n {number})",), f"(> (* n n) (* {number} n))")


def prepare(folder: Path) -> None:
    """Create a folder of claims, and one of certificates."""
    (folder / "claims").mkdir()
    (folder / "scripts").mkdir()
    for number in range(1, 20):
        (folder / "scripts" / f"{number}.smt2").write_text(product(number).script(), encoding="utf-8")
    (folder / "claims" / "box.py").write_text(CLAIMS, encoding="utf-8")


def start(
    job: Job, folder: Path, changed: Mapping[str, str] = MappingProxyType({}), errors: int = subprocess.DEVNULL
) -> subprocess.Popen[str]:
    """Start the command in a folder, with changes of the environment; errors go to that file descriptor."""
    command = [sys.executable, "-m", "gametheory", *job.arguments]
    environment = {**os.environ, VARIABLE: str(folder / "cache"), **changed}
    with (folder / PRINTED).open("wb") as printed:
        return subprocess.Popen(command, cwd=folder, env=environment, stdout=printed, stderr=errors, text=True)


def damaged(files: list[Path], chosen: Random) -> bool:
    """Flip a bit of one of these files, or truncate it, every other time; return whether a file was damaged."""
    if not files or chosen.random() < 0.5:
        return False
    path = chosen.choice(files)
    content = bytearray(path.read_bytes())
    place = chosen.randrange(len(content))
    if chosen.random() < 0.5:
        content[place] ^= 1 << chosen.randrange(8)
    else:
        del content[place:]
    path.write_bytes(content)
    return True
