"""The Wargame solved at every position, beside one linear program a position by other libraries."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from math import log
from time import perf_counter

import nashpy
import numpy as np
from scipy.optimize import linprog

from bench import measured, median_seconds, ratio, seconds, show, whole_process
from gametheory.certify import check_play
from gametheory.games.wargame import Wargame, army_graph, solve, solve_exactly
from gametheory.games.wargame.army import stages
from gametheory.games.wargame.files import kept_positions, mirror, read_solution, solution_bytes
from gametheory.solve.stages import stage_matrix

PUBLISHED = Wargame(20, 10)
SAMPLE = 400
WRONG = 1e-9  # a gap larger than this part of the spread is a failure
Peer = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


def floats(quick: bool) -> None:
    """The published game in floats, all positions with strategies and gaps, and other libraries on a sample, scaled."""
    fast, solution = median_seconds(lambda: solve(PUBLISHED), runs=5)
    code = "from gametheory.games.wargame import *; solve(Wargame(20, 10))"
    process = whole_process([sys.executable, "-c", code], runs=1 if quick else 3)
    games = len(list(kept_positions(PUBLISHED)))
    rows = [
        ("solve", seconds(fast), "", f"bound {solution.exploitability:.1e}"),
        ("the same, whole process, compiled before", seconds(process), "", ""),
    ]
    sample = matrices(SAMPLE // 8 if quick else SAMPLE)
    for name, peer in peers().items():
        peer(sample[0])
        began = perf_counter()
        failures = sum(fails(peer, payoffs) for payoffs in sample)
        spent = (perf_counter() - began) / len(sample) * games
        rows.append(
            (f"{name}, a game at a time", seconds(spent), ratio(spent, fast), f"{failures} of {len(sample)} fail")
        )
    show(f"{PUBLISHED.soldiers} soldiers, {games} games up to symmetry", ("", "time", "ratio", "results"), rows)


def matrices(count: int) -> list[np.ndarray]:
    """Matrix games of positions of all rounds, as likely as there are positions in them."""
    solution, rounds = solve(PUBLISHED), stages(PUBLISHED, army_graph(PUBLISHED))
    sizes = np.array([len(solved.values) ** 2 for solved in solution.rounds])
    random, found = np.random.default_rng(1), []
    for number in random.choice(len(rounds), count, p=sizes / sizes.sum()):
        later = solution.rounds[number + 1].values if number + 1 < len(rounds) else np.zeros((1, 1))
        u, v = random.integers(0, len(solution.rounds[number].values), 2)
        found.append(stage_matrix(rounds[number], u, v, later))
    return found


def fails(peer: Peer, payoffs: np.ndarray) -> bool:
    """Whether the mixtures found are not optimal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            row, column = peer(payoffs)
        except Exception:
            return True
    gap = (payoffs @ column).max() - (row @ payoffs).min()
    return not gap <= WRONG * max(np.ptp(payoffs), 1e-300)


def peers() -> dict[str, Peer]:
    """Other ways to solve one matrix game, those that are installed."""
    found: dict[str, Peer] = {
        f"Nashpy {nashpy.__version__} linear program": lambda payoffs: nashpy.Game(payoffs).linear_program(),
        "scipy linprog (HiGHS)": by_scipy,
    }
    if find_spec("quantecon"):
        from quantecon.optimize.minmax import minmax

        found["quantecon minmax"] = lambda payoffs: minmax(np.ascontiguousarray(payoffs))[1:]
    return found


def by_scipy(payoffs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One linear program for each player."""
    return half(payoffs), half(-payoffs.T)


def half(payoffs: np.ndarray) -> np.ndarray:
    """The mixture of the row player: the greatest v with x A >= v."""
    m, n = payoffs.shape
    aim, above = np.append(np.zeros(m), -1), np.hstack([-payoffs.T, np.ones((n, 1))])
    bounds = [(0, None)] * m + [(None, None)]
    return linprog(aim, above, np.zeros(n), np.append(np.ones(m), 0)[None], [1], bounds).x[:m]


def sizes(quick: bool) -> None:
    """More soldiers: time, memory, the rigorous bound, and the exponent of the growth."""
    rows, before = [], None
    for soldiers in (10, 20, 30) if quick else (20, 40, 60, 100):
        found = measured(size_of, soldiers)
        states, bound = found.result
        exponent = f"{log(found.seconds / before[1]) / log(soldiers / before[0]):.1f}" if before else ""
        rows.append(
            (soldiers, f"{states:,}", seconds(found.seconds), f"{found.megabytes:,.0f} MB", f"{bound:.1e}", exponent)
        )
        before = soldiers, found.seconds
    show("10 rounds", ("soldiers", "positions", "time", "peak memory", "bound", "exponent"), rows)


def size_of(soldiers: int) -> tuple[int, float]:
    """Solve a game of so many soldiers; the compiled code is loaded in the process that measures."""
    solution = solve(Wargame(soldiers, 10))
    return solution.states, solution.exploitability


def exact(quick: bool) -> None:
    """The published game in rationals, and both files re-checked by the rules alone."""
    game = Wargame(12, 6) if quick else PUBLISHED
    rows = []
    for name, method in (("floats", solve), ("rationals", solve_exactly)):
        solved, solution = median_seconds(lambda method=method: method(game), runs=1)
        data = solution_bytes(solution)
        read, kept = median_seconds(lambda data=data: read_solution(data), runs=1)
        checked, brackets = median_seconds(lambda kept=kept: check_play(game, kept.mixtures, mirror), runs=1)
        widest = max(float(upper - lower) for lower, upper in brackets.values())
        rows.append(
            (name, seconds(solved), f"{len(data) / 1e6:.1f} MB", seconds(read), seconds(checked), f"{widest:.1e}")
        )
    show(str(game), ("", "solve", "file", "read", "verify", "widest bracket"), rows)


BENCHES = {"wargame-floats": floats, "wargame-sizes": sizes, "wargame-exact": exact}
