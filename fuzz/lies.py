"""False solution files with right checksums: `verify` must refuse each, and a lookup must not crash."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from gametheory import Outcome, solve
from gametheory.model.state_arrays import Integers
from gametheory.solvers.saved.labels import Labels, NotSaved, labels_of
from gametheory.solvers.saved.saved_solution import load_solution
from gametheory.solvers.saved.solution_file import SolutionFileError, write_arrays
from gametheory.verify import CertificateError

INNER, ENDS, LIES = 6, 3, 20
SPECIAL = (-(2**63), -(2**32), -2, -1, 0, 127, 255, 2**31, 2**61, 2**62, 2**62 + 1, 2**63 - 1)


class RandomWays:
    """Positions 0 to 5 with up to three moves, and three ends with payoffs; without cycles, moves lead only upward."""

    def __init__(self, draw: Random) -> None:
        self.players = ("one", "two")[: draw.randint(1, 2)]
        cyclic = draw.random() < 0.6
        self.active = [draw.choice(self.players) for _ in range(INNER)]
        self.ways = [
            [draw.randrange(0 if cyclic else at + 1, INNER + ENDS) for _ in range(draw.randint(1, 3))]
            for at in range(INNER)
        ]
        self.payoffs = [draw.randint(-2, 2) for _ in range(ENDS)]

    def start(self) -> int:
        return 0

    def outcome(self, at: int) -> Outcome | None:
        if at < INNER:
            return None
        payoff = self.payoffs[at - INNER]
        return Outcome(f"end {at}", (Fraction(payoff), Fraction(-payoff))[: len(self.players)])

    def moves(self, at: int, player: str) -> range:
        return range(len(self.ways[at]) if player == self.active[at] else 0)

    def after(self, at: int, way: int) -> int:
        return self.ways[at][way]


def arrays_of(labels: Labels) -> dict[str, Integers]:
    """Return the arrays of a file."""
    solution = labels.solution
    distances = {f"distances_{row}": distances for row, distances in enumerate(solution.distances)}
    return {"positions": solution.positions, "codes": solution.codes, "parents": labels.parents, **distances}


def lies(right: dict[str, Integers], draw: Random) -> Iterator[tuple[str, dict[str, Integers]]]:
    """Yield arrays in which one number is another or two are exchanged, or a position is missing, and which it was."""
    size = len(right["positions"])
    for _ in range(LIES):
        arrays: dict[str, Integers] = {name: np.array(array, np.int64) for name, array in right.items()}
        name = draw.choice([name for name in arrays if len(arrays[name])])
        one, other = draw.randrange(size), draw.randrange(size)
        before = arrays[name].copy()
        if draw.random() < 0.3:
            arrays[name][[one, other]] = before[[other, one]]
        else:
            near = min(max(int(before[one]) + draw.choice((-1, 1)), -(2**63)), 2**63 - 1)
            arrays[name][one] = near if draw.random() < 0.5 else draw.choice(SPECIAL)
        if len(right["codes"]) and draw.random() < 0.4:  # another value of two positions, with great distances
            arrays["codes"][[one, other]] = draw.choice(right["codes"].tolist())
            arrays["distances_0"][[one, other]] = draw.choice(SPECIAL), draw.choice(SPECIAL)
        if draw.random() < 0.2:  # a position less
            arrays = {key: np.delete(array, one) if len(array) else array for key, array in arrays.items()}
        if any(not np.array_equal(arrays[key], right[key]) for key in right):
            yield name, arrays


def wrong(game: RandomWays, draw: Random, path: Path, counts: Counter[str]) -> Iterator[str]:
    """Yield the changed files of a game that are accepted, or that make a lookup crash."""
    labels = labels_of(solve(game))
    right = arrays_of(labels)
    for name, arrays in lies(right, draw):
        # where a position was found is no label: a lookup checks it
        false = any(not np.array_equal(arrays[key], right[key]) for key in right if key != "parents")
        write_arrays(path, labels.solution, labels.moves, arrays)
        counts["files"] += 1
        try:
            saved = load_solution(path, game)
            for position in range(INNER + ENDS):
                try:
                    found = saved.position(str(position))
                    if found != position:
                        yield f"{name}: {found} was found for {position}"
                    saved.lookup(found)
                except SolutionFileError:
                    counts["refused lookups"] += 1
            saved.verify()
        except (CertificateError, SolutionFileError):
            counts["refused files"] += 1
        else:
            if false:
                yield f"{name}: accepted"


def run_lies(seconds: float, seed: int) -> bool:
    """Write false files for this many seconds and print the result; return whether there is no finding."""
    counts, found = Counter[str](), list[str]()
    begun = time.monotonic()
    with TemporaryDirectory() as folder:
        while not found and time.monotonic() < begun + seconds:
            draw = Random(seed)
            game = RandomWays(draw)
            try:
                found += [f"seed {seed}: {each}" for each in wrong(game, draw, Path(folder, "lie.npz"), counts)]
            except NotSaved:
                counts["games that are not saved"] += 1
            except Exception as error:  # a finding, whatever it is
                found.append(f"seed {seed}: {type(error).__name__}: {error}")
            seed += 1
    print(f"lies: {', '.join(f'{count:,} {what}' for what, count in counts.items())}, in {seconds:g} s")
    for each in found:
        print(f"  found {each}")
    return not found
