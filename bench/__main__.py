"""Run every bench, or those named: `python -m bench [--quick] [NAME ...]`."""

from __future__ import annotations

import argparse

from bench import battle, castle_counting, castle_theorem, wargame

BENCHES = castle_counting.BENCHES | castle_theorem.BENCHES | battle.BENCHES | wargame.BENCHES

parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to run, of {', '.join(BENCHES)}; all if none")
parser.add_argument("--quick", action="store_true", help="without the recursion that takes a minute or more")
chosen = parser.parse_args()
for name in chosen.names or BENCHES:
    if name not in BENCHES:
        parser.error(f"there is no bench {name}; there are {', '.join(BENCHES)}")
for name in chosen.names or BENCHES:
    print(f"== {name}: {BENCHES[name].__doc__}\n", flush=True)
    BENCHES[name](chosen.quick)
