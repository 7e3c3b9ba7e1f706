"""Random games of every class with cycles: the exact solver next to plain value iteration in floats."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from gametheory import Distribution, Outcome, Solution, solve
from gametheory.solvers.dispatch import NoSolver

INNER, ENDS = 6, 3
# Rounds, and the share of a later value in each. If the first are too few: iteration can be very slow with simultaneous
# moves; and a player who waits forever keeps the value of an early round, which only a share below 1 wears away.
ROUNDS = ((600, 1.0), (60_000, 1.0), (60_000, 0.9999))
TOLERANCE = 0.01  # of value iteration, which converges slowly; the solver itself is exact
MEAN_TOLERANCE = 0.05
CLASSES = ("one player", "sequential", "simultaneous", "general", "bimatrix", "discounted", "mean", "mean of two")
Table = list[dict[tuple[str, ...], dict[int, Fraction]]]


class RandomGame:
    """Positions 0 to 5 with random moves that can lead back, and terminal positions 6 to 8 with random payoffs."""

    def __init__(self, kind: str, draw: Random) -> None:
        self.kind = kind
        names = {"one player": 1, "mean": 1, "general": 3}.get(kind, 2)
        self.players = ("one", "two", "three")[:names]
        self.ends = {INNER + k: tuple(Fraction(draw.randint(-3, 3)) for _ in self.players) for k in range(ENDS)}
        if names == 2 and kind != "bimatrix":
            self.ends = {end: (payoffs[0], -payoffs[0]) for end, payoffs in self.ends.items()}
        self.active = [draw.choice(self.players) for _ in range(INNER)]
        self.table: Table = [self.row(draw) for _ in range(INNER)]
        if kind in ("discounted", "mean", "mean of two"):
            self.rewards = {(n, m): Fraction(draw.randint(-3, 3)) for n in range(INNER) for m in self.table[n]}
            self.stage_payoffs = self.paid
        if kind == "discounted":
            self.discount = Fraction(draw.randint(1, 8), 10)

    def row(self, draw: Random) -> dict[tuple[str, ...], dict[int, Fraction]]:
        """Return the moves of a position, each with one or two positions that can follow."""
        simultaneous = self.kind in ("simultaneous", "bimatrix") or (self.kind == "discounted" and draw.random() < 0.5)
        moves = list(product("ab", "cd")) if simultaneous else [(m,) for m in "abc"[: draw.randint(1, 3)]]
        return {move: self.following(draw) for move in moves}

    def following(self, draw: Random) -> dict[int, Fraction]:
        """Return a random distribution."""
        one, other = draw.sample(range(INNER + ENDS), 2)
        share = Fraction(draw.randint(1, 4), 4)
        return {one: share, other: 1 - share} if share < 1 else {one: share}

    def start(self) -> int:
        """Return the first position."""
        return 0

    def outcome(self, node: int) -> Outcome | None:
        """Return the outcome of a terminal position."""
        return Outcome(f"end {node}", self.ends[node]) if node in self.ends else None

    def moves(self, node: int, player: str) -> list[str]:
        """Return the moves of a player."""
        if len(next(iter(self.table[node]))) == 2:
            return list("ab" if player == "one" else "cd")
        return [move for (move,) in self.table[node]] if player == self.active[node] else []

    def after(self, node: int, *moves: str) -> Distribution[int]:
        """Return the distribution of the next position."""
        return Distribution(self.table[node][moves])

    def paid(self, node: int, *moves: str) -> tuple[Fraction, ...]:
        """Return the payoffs of one move."""
        reward = self.rewards[node, moves]
        return (reward, -reward)[: len(self.players)]


def value_2_by_2(m: list[list[float]]) -> float:
    """Return the value of a matrix game of two rows and two columns."""
    (a, b), (c, d) = m
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low >= high else (a * d - b * c) / (a + d - b - c)


def iterated(game: RandomGame, rounds: int, share: float) -> float:
    """Return the value of the start to the first player by value iteration."""
    ends = {end: float(payoffs[0]) for end, payoffs in game.ends.items()}
    factor = share * float(getattr(game, "discount", 1))
    rewards = {key: float(reward) for key, reward in getattr(game, "rewards", {}).items()}
    values = {**dict.fromkeys(range(INNER), 0.0), **ends}
    floats = [{m: [(v, float(p)) for v, p in after.items()] for m, after in row.items()} for row in game.table]
    for _ in range(rounds):
        new = dict(values)
        for node, row in enumerate(floats):
            found = {m: rewards.get((node, m), 0.0) + factor * sum(p * values[v] for v, p in a) for m, a in row.items()}
            if len(next(iter(row))) == 2:
                new[node] = value_2_by_2([[found[r, c] for c in "cd"] for r in "ab"])
            else:
                new[node] = (max if game.active[node] == "one" else min)(found.values())
        if game.kind.startswith("mean"):  # the sum of payoffs grows, also at the ends
            new |= {end: values[end] + ends[end] for end in ends}
        values = new
    return values[0] / rounds if game.kind.startswith("mean") else values[0]


def compare(game: RandomGame, solution: Solution) -> Iterator[str]:
    """Yield what differs; the checkers have accepted the solution already."""
    if game.kind in ("general", "bimatrix"):
        return
    lower, upper = solution.bounds.get("one", (solution.payoffs.get("one", 0),) * 2)  # 0 if there is no end
    slack = MEAN_TOLERANCE if game.kind.startswith("mean") else TOLERANCE
    for rounds, share in ROUNDS:
        found = iterated(game, rounds, share)
        if float(lower) - slack <= found <= float(upper) + slack:
            return
    yield f"{found} is not between {float(lower)} and {float(upper)}"


def run_games(seconds: float, seed: int) -> bool:
    """Compare random games for this many seconds and print the result; return whether there is no finding."""
    counts = Counter[str]()
    wrong: list[str] = []
    begun = time.monotonic()
    while not wrong and time.monotonic() < begun + seconds:
        for kind in CLASSES:
            game = RandomGame(kind, Random(seed))
            counts[kind] += 1
            try:
                wrong += [f"{kind}, seed {seed}: {found}" for found in compare(game, solve(game))]
            except NoSolver as error:
                counts["refused"] += 1
                if kind not in ("general", "bimatrix", "mean", "mean of two"):
                    wrong.append(f"{kind}, seed {seed}: {error}")
        seed += 1
    print(f"games: {sum(counts[kind] for kind in CLASSES):,} games in {seconds:g} s, {counts['refused']:,} refused")
    for found in wrong:
        print(f"  found {found}")
    return not wrong
