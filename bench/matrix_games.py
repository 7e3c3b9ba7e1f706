"""Zero-sum matrix games: well scaled, badly scaled and degenerate, one by one and in a compiled loop."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bench.gaps import judge_game, judge_games
from bench.matrix_peers import LARGE_PROGRAMS, LOOPS, PROGRAMS
from bench.work import Work

SIZES, LARGE = (5, 21), 500
PENNIES = np.array([[1.0, -1.0], [-1.0, 1.0]])
Random = np.random.Generator
Kind = Callable[[Random, int], np.ndarray]


def floats(random: Random, n: int) -> np.ndarray:
    """Independent normal payoffs."""
    return random.normal(size=(n, n))


def integers(random: Random, n: int) -> np.ndarray:
    """Whole payoffs from -9 to 9."""
    return random.integers(-9, 10, (n, n)).astype(float)


def small(random: Random, n: int) -> np.ndarray:
    """Normal payoffs times 1e-5."""
    return floats(random, n) * 1e-5


def tiny(random: Random, n: int) -> np.ndarray:
    """Normal payoffs times 1e-7."""
    return floats(random, n) * 1e-7


def repeated(random: Random, n: int) -> np.ndarray:
    """Whole payoffs, with every row drawn from half as many different rows."""
    return integers(random, n)[random.integers(0, (n + 1) // 2, n)]


def zeros(random: Random, n: int) -> np.ndarray:
    """Whole payoffs, four in five of them 0."""
    return np.where(random.random((n, n)) < 0.8, 0.0, integers(random, n))


def constant(random: Random, n: int) -> np.ndarray:
    """The same payoff everywhere."""
    return np.full((n, n), float(random.integers(1, 10)))


def signs(random: Random, n: int) -> np.ndarray:
    """Payoffs -1, 0 and 1."""
    return random.integers(-1, 2, (n, n)).astype(float)


KINDS: dict[str, dict[str, Kind]] = {
    "well scaled": {"floats": floats, "integers": integers},
    "badly scaled": {"times 1e-5": small, "times 1e-7": tiny},
    "degenerate": {"repeated rows": repeated, "many zeros": zeros, "constant": constant, "-1, 0, 1": signs},
}


def random_games(kinds: dict[str, Kind], n: int, each: int) -> tuple[list[str], list[np.ndarray]]:
    """Return `each` games of each kind, alternating, with their kinds; the same games in every run."""
    random = np.random.default_rng(n)
    names = list(kinds) * each
    return names, [kinds[name](random, n) for name in names]


def one_by_one(quick: bool) -> list[Work]:
    """Matrix games one by one, from a numpy array to two mixed strategies."""
    works = []
    for n in SIZES[:1] if quick else SIZES:
        for title, kinds in KINDS.items():
            names, games = random_games(kinds, n, 1 if quick else 40 // len(kinds))
            works.append(Work(f"{title}, {n} x {n}, per game", PROGRAMS, games, judge_game, PENNIES, names))
    return works


def large(quick: bool) -> list[Work]:
    """Large matrix games in floats."""
    n = 50 if quick else LARGE
    _, games = random_games(KINDS["well scaled"], n, 1)
    # the warm-up is so large that all loops are compiled
    _, [warm_up, _] = random_games(KINDS["well scaled"], 49, 1)
    return [Work(f"well scaled, {n} x {n}, per game", LARGE_PROGRAMS, games, judge_game, warm_up, limit=60)]


def in_a_loop(quick: bool) -> list[Work]:
    """Matrix games in a compiled loop, without the cost of calls from Python."""
    works = []
    for n in SIZES:
        for title, kinds in KINDS.items():
            _, games = random_games(kinds, n, (20 if quick else 400) // len(kinds))
            works.append(Work(f"{title}, {n} x {n}, {len(games)} games", LOOPS, [games], judge_games, [PENNIES]))
    return works


BENCHES = {"matrix-games": one_by_one, "matrix-loop": in_a_loop, "matrix-large": large}
