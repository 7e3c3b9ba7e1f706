"""Try hostile input: `python -m fuzz [--seconds S] [NAME ...]`, each name in its own process for S seconds."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

from fuzz.games import run_games
from fuzz.kills import run_kills
from fuzz.open_spiel import run_open_spiel
from fuzz.readers import READERS
from fuzz.soak import run_soak
from fuzz.tables import run_tables
from fuzz.trees import run_trees

RUNS = {
    "games": run_games,
    "kills": run_kills,
    "open_spiel": run_open_spiel,
    "soak": run_soak,
    "tables": run_tables,
    "trees": run_trees,
}
NAMES = (*READERS, "commands", *RUNS)
SEEN = re.compile(r"cov: (\d+) ft: \d+ corp: (\d+)/")
TRIED = re.compile(r"stat::number_of_executed_units: +(\d+)")


def fuzz(name: str, seconds: int) -> bool:
    """Run one fuzzer and print its result; return whether there is no finding."""
    folder = Path(mkdtemp(prefix=f"fuzz-{name}-"))
    arguments = [sys.executable, "-m", "fuzz.child", name, str(seconds), str(folder)]
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
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
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"one of {', '.join(NAMES)} (default: all)")
    parser.add_argument("--seconds", type=int, default=60, help="for each (default 60)")
    args = parser.parse_args()
    if wrong := set(args.names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(wrong))}; there are {', '.join(NAMES)}")
    found_nothing = [
        RUNS[name](args.seconds) if name in RUNS else fuzz(name, args.seconds) for name in args.names or NAMES
    ]
    return 0 if all(found_nothing) else 1


if __name__ == "__main__":
    sys.exit(main())
