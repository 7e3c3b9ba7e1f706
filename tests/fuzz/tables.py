"""Random two-player tables: all extreme equilibria, next to those of lrsnash and of Gambit."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from random import Random
from typing import Any

from bench.bimatrix_peers import Payoffs, by_certificates, by_gambit_rationals, by_lrsnash

MAX_STRATEGIES = 6
MAX_GAMBIT = 4  # larger ones take Gambit seconds

Strategies = tuple[tuple[Fraction, ...], ...]


def different(draw: Random, rows: int, columns: int) -> Payoffs:
    """Return payoffs from -99 to 99: rarely degenerate."""
    return _table(rows, columns, lambda: draw.randint(-99, 99))


def few(draw: Random, rows: int, columns: int) -> Payoffs:
    """Return payoffs 0, 1 and 2: mostly degenerate."""
    return _table(rows, columns, lambda: draw.randint(0, 2))


def repeated(draw: Random, rows: int, columns: int) -> Payoffs:
    """Return payoffs whose rows and columns come from fewer different ones."""
    row_of, column_of = ([draw.randrange((count + 1) // 2) for _ in range(count)] for count in (rows, columns))
    tables = different(draw, rows, columns)
    return tuple([[table[row][column] for column in column_of] for row in row_of] for table in tables)  # type: ignore[return-value]


def zero_sum(draw: Random, rows: int, columns: int) -> Payoffs:
    """Return opposite payoffs from -2 to 2."""
    first, _ = _table(rows, columns, lambda: draw.randint(-2, 2))
    return first, [[-payoff for payoff in row] for row in first]


def _table(rows: int, columns: int, payoff: Callable[[], int]) -> Payoffs:
    first, second = ([[payoff() for _ in range(columns)] for _ in range(rows)] for _ in range(2))
    return first, second


KINDS: dict[str, Callable[[Random, int, int], Payoffs]] = {
    "different": different,
    "few payoffs": few,
    "repeated": repeated,
    "zero-sum": zero_sum,
}


def as_set(pairs: Any) -> tuple[set[Strategies], int]:
    """Return the equilibria as a set, and how many there are with repetitions."""
    found = [tuple(tuple(map(Fraction, map(str, strategy))) for strategy in pair) for pair in pairs]
    return set(found), len(found)


def wrong(game: Payoffs, others: dict[str, Callable[[Payoffs], Any]]) -> Iterator[str]:
    """Yield what differs between the equilibria of this program and those of another."""
    ours, count = as_set(by_certificates(game))
    if len(ours) != count:
        yield f"an equilibrium is listed twice: {game}"
    for name, solve in others.items():
        theirs, _ = as_set(solve(game))
        if ours != theirs:
            yield f"{name} misses {len(ours - theirs)} and has {len(theirs - ours)} more: {game}"


def run_tables(seconds: float, seed: int) -> bool:
    """Compare random tables for this many seconds and print the result; return whether there is no finding."""
    peers: dict[str, Callable[[Payoffs], Any]] = {"lrsnash": by_lrsnash} if shutil.which("lrsnash") else {}
    if find_spec("pygambit"):
        peers["Gambit"] = by_gambit_rationals
    if not peers:
        print("tables: left out, neither lrsnash nor pygambit is installed")
        return True
    counts, found = Counter[str](), list[str]()
    begun = time.monotonic()
    while not found and time.monotonic() < begun + seconds:
        for kind, make in KINDS.items():
            draw = Random(f"{kind} {seed}")
            rows, columns = draw.randint(1, MAX_STRATEGIES), draw.randint(1, MAX_STRATEGIES)
            small = max(rows, columns) <= MAX_GAMBIT
            others = {name: solve for name, solve in peers.items() if name != "Gambit" or small}
            counts.update(list(others))
            counts["tables"] += 1
            found += [f"{kind}, seed {seed}: {each}" for each in wrong(make(draw, rows, columns), others)]
        seed += 1
    print(f"tables: {', '.join(f'{count:,} {what}' for what, count in counts.items())}, in {seconds:g} s")
    for each in found:
        print(f"  found {each}")
    return not found
