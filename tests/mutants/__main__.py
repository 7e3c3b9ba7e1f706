"""Plant each fault in a copy and print what catches it: `python -m tests.mutants [ID ...] [--workers N]`.

Exit status: 0 if every fault is caught, 1 if one survives, 2 if the list, an id or the checkout is wrong.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence

from tests.mutants import table
from tests.mutants.faults import Fault, FaultsError, chosen, faults
from tests.mutants.run import ROOT, Outcome, copies, with_each_fault, without_a_fault


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checks without a fault, then with each, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ids", metavar="ID", nargs="*", help="the faults to plant (default: all)")
    parser.add_argument(
        "--workers", metavar="N", type=int, default=1, choices=range(1, 65), help="faults in parallel (default 1)"
    )
    parser.add_argument("--list", action="store_true", help="print the list, and plant nothing")
    args = parser.parse_args(arguments)
    try:
        known = faults()
        wanted = chosen(known, args.ids)
        if args.list:
            table.print_list(wanted)
            return 0
        outcomes = _outcomes(wanted, args.workers)
    except FaultsError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    table.print_table(outcomes)
    return 0 if all(outcome.caught for outcome in outcomes) else 1


def _outcomes(wanted: list[Fault], workers: int) -> list[Outcome]:
    for fault in wanted:
        fault.planted((ROOT / fault.file).read_text(encoding="utf-8"))
    with copies(workers) as made:
        began = time.perf_counter()
        _say("all checks without a fault")
        if failing := without_a_fault(made, wanted):
            raise FaultsError(f"without a fault these fail: {'; '.join(failing)}")
        print(f"Without a fault all checks pass, in {time.perf_counter() - began:.0f} seconds.", flush=True)
        count = 0

        def done(outcome: Outcome) -> None:
            nonlocal count
            count += 1
            _say(f"{count} of {len(wanted)}: {outcome.fault.id}")

        outcomes = with_each_fault(made, wanted, workers, done)
    _say("")
    return outcomes


def _say(what: str) -> None:
    """Print progress on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for background processes
    sys.exit(main())
