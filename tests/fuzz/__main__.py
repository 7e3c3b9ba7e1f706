"""Try hostile input: `python -m tests.fuzz [--seconds S] [--seed N] [NAME ...]`, for S seconds each."""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

from tests.fuzz.deep import run_deep
from tests.fuzz.games import run_games
from tests.fuzz.kills import run_kills
from tests.fuzz.open_spiel import run_open_spiel
from tests.fuzz.readers import READERS
from tests.fuzz.soak import run_soak
from tests.fuzz.tables import run_tables
from tests.fuzz.trees import run_trees

RUNS = {
    "deep": run_deep,
    "games": run_games,
    "kills": run_kills,
    "open_spiel": run_open_spiel,
    "soak": run_soak,
    "tables": run_tables,
    "trees": run_trees,
}
NAMES = (*READERS, "commands", *RUNS)
LONG = ("deep",)  # they go on until they are done, which takes an hour
MAX_SEED = 2**31  # for libFuzzer
SEEN = re.compile(r"cov: (\d+) ft: \d+ corp: (\d+)/")
TRIED = re.compile(r"stat::number_of_executed_units: +(\d+)")


def fuzz(name: str, seconds: int, seed: int) -> bool:
    """Run one fuzzer and print its result; return whether there is no finding."""
    folder = Path(mkdtemp(prefix=f"fuzz-{name}-"))
    arguments = [sys.executable, "-m", "tests.fuzz.child", name, str(seconds), str(folder), str(seed)]
    done = subprocess.run(
        arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
    (folder / "log").write_text(done.stderr, encoding="utf-8")
    recorded = folder / "record.json"
    record = json.loads(recorded.read_text(encoding="utf-8")) if recorded.exists() else {"counts": {}, "findings": {}}
    tried, seen = TRIED.findall(done.stderr), SEEN.findall(done.stderr)
    counts = ", ".join(f"{count:,} {what}" for what, count in record["counts"].items())
    print(f"{name}: {int(tried[-1]) if tried else 0:,} inputs in {seconds} s ({counts})", end="")
    print(f"; {int(seen[-1][0]):,} branches, corpus of {seen[-1][1]}" if seen else "; nothing ran")
    findings = sorted(path for path in (folder / "findings").glob("*"))
    for kind, said in record["findings"].items():
        print(f"  found {kind}\n    {said}")
    if done.returncode:
        print(f"  the fuzzer ended with status {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
    if findings or done.returncode:
        print(f"  inputs are in {folder / 'findings'}")
        return False
    shutil.rmtree(folder)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    listed = f"one of {', '.join(NAMES)} (default: all but {', '.join(LONG)})"
    parser.add_argument("names", metavar="NAME", nargs="*", help=listed)
    parser.add_argument("--seconds", type=int, default=60, help="for each (default 60)")
    parser.add_argument("--seed", type=int, help="number from which the random choices are made, to repeat a run")
    args = parser.parse_args()
    if args.seed is not None and not 0 < args.seed < MAX_SEED:
        parser.error(f"argument --seed: {args.seed} is not allowed; it must be from 1 to {MAX_SEED - 1}")
    seed = args.seed or random.randrange(1, MAX_SEED)
    if wrong := set(args.names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(wrong))}; there are {', '.join(NAMES)}")
    print(f"seed {seed}", flush=True)
    names = args.names or [name for name in NAMES if name not in LONG]
    found_nothing = [RUNS.get(name, partial(fuzz, name))(args.seconds, seed) for name in names]
    return 0 if all(found_nothing) else 1


if __name__ == "__main__":
    sys.exit(main())
