"""The Wargame: all positions by this program, and one matrix game per position by other libraries."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from bench.gaps import judge_games
from bench.matrix_peers import LINEAR_PROGRAMS, Pair, compiled_from_now_on, minmax_loop
from bench.work import Judgement, Program, Timed, Took, Work, failed
from gametheory.games.wargame import Wargame, army_graph, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.equilibrium import stages, stored_positions
from gametheory.games.wargame.rules import mirror
from gametheory.games.wargame.solution_file import read_solution, solution_bytes
from gametheory.solvers.simultaneous import stage_matrix
from gametheory.verify import bracket_values

PUBLISHED, SMALL = Wargame(20, 10), Wargame(6, 4)
SAMPLE, QUICK_SAMPLE = 100, 5
OWN = ("gametheory",)


@dataclass(frozen=True)
class Positions:
    """Some positions, as round and indices of both armies, and the matrix game of each."""

    places: list[tuple[int, int, int]]
    games: list[np.ndarray]


@dataclass(frozen=True)
class OneByOne:
    """A program that solves the games of the sample one after another; None for each game that it cannot solve."""

    solve: Callable[[np.ndarray], Pair | None]

    def __call__(self, sample: Positions) -> list[Pair | None]:
        """Return both strategies at each position."""
        return [self._solve_one(payoffs) for payoffs in sample.games]

    def _solve_one(self, payoffs: np.ndarray) -> Pair | None:
        try:
            return self.solve(payoffs)
        except Exception:  # every exception is one failure of the sample
            return None


def all_positions(sample: Positions) -> list[Pair]:
    """Solve all positions with this program; return the strategies of the sample."""
    rounds, pairs = list[Any](solve_wargame(PUBLISHED).rounds), []
    for (number, u, v), payoffs in zip(sample.places, sample.games, strict=True):
        distributions = rounds[number].mixed_strategies(u, v)
        dense = [np.zeros(length) for length in payoffs.shape]
        for weights, distribution in zip(dense, distributions, strict=True):
            weights[list(distribution)] = list(distribution.values())
        pairs.append((dense[0], dense[1]))
    return pairs


def in_a_loop(sample: Positions) -> Took:
    """QuantEcon's `minmax` in a compiled loop."""
    return minmax_loop(sample.games)


def floats(quick: bool) -> list[Work]:
    """The published game in floats: all positions by this program, and a sample of them by other libraries."""
    positions, sample = len(list(stored_positions(PUBLISHED))), random_positions(QUICK_SAMPLE if quick else SAMPLE)
    scale = positions / len(sample.games)
    programs = [Program("gametheory solve_wargame", all_positions, OWN)]
    programs.append(Program("quantecon minmax, compiled loop, scaled", in_a_loop, ("quantecon",), scale))
    programs += [Program(f"{peer.name}, scaled", OneByOne(peer.solve), peer.needs, scale) for peer in LINEAR_PROGRAMS]
    title, warm_up = (
        f"{PUBLISHED.soldiers} soldiers, {positions:,} games",
        Positions(sample.places[:1], sample.games[:1]),
    )
    return [Work(title, tuple(programs), [sample], judge, warm_up, limit=60)]


def judge(sample: Positions, timed: Timed, answers: Mapping[str, Any]) -> Judgement:
    """Judge the games of the sample by the rule for matrix games; a game without an answer is a failure."""
    if timed.failure:
        return failed(timed, len(sample.games))
    solved = [place for place, pair in enumerate(timed.answer) if pair is not None]
    answered = timed._replace(answer=[timed.answer[place] for place in solved])
    judged = judge_games([sample.games[place] for place in solved], answered, answers)
    unsolved = len(sample.games) - len(solved)
    failures = {**judged.failures, "no answer": unsolved} if unsolved else judged.failures
    return Judgement(len(sample.games), failures, judged.off)


@cache
def random_positions(count: int) -> Positions:
    """Return random positions of all rounds; the probability of a round is proportional to its positions."""
    solved, rounds = list[Any](solve_wargame(PUBLISHED).rounds), stages(PUBLISHED, army_graph(PUBLISHED))
    sizes = np.array([len(each.values) ** 2 for each in solved])
    random, sample = np.random.default_rng(1), Positions([], [])
    for number in map(int, random.choice(len(rounds), count, p=sizes / sizes.sum())):
        later = solved[number + 1].values if number + 1 < len(rounds) else np.zeros((1, 1))
        u, v = map(int, random.integers(0, len(solved[number].values), 2))
        sample.places.append((number, u, v))
        sample.games.append(stage_matrix(rounds[number], u, v, later))
    return sample


def solve_exactly(game: Wargame) -> int:
    """Solve every position exactly; return the number of positions."""
    compiled_from_now_on()
    return solve_wargame_exact(game).position_count


def check_exactly(game: Wargame) -> Took:
    """Check a solution file by the rules only; time only the check."""
    solution = read_solution(solution_bytes(solve_wargame_exact(game)))
    began = perf_counter()
    brackets = bracket_values(game, solution.strategies, mirror)
    return Took(perf_counter() - began, all(lower == upper for lower, upper in brackets.values()))


def check_by_command(game: Wargame) -> Took:
    """Check a solution file by the command, on all cores; time only the check, as the command states it."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "game.wargame")
        file.write_bytes(solution_bytes(solve_wargame_exact(game)))
        command = [sys.executable, "-m", "gametheory", "wargame", "verify", str(file), "--json"]
        result = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return Took(result["seconds"], result["sound"] and result["widest"] == 0)


def exact(quick: bool) -> list[Work]:
    """The published game in rationals, and the check of its file by the rules only."""
    game = SMALL if quick else PUBLISHED
    programs = (
        Program("gametheory solve_wargame_exact", solve_exactly, OWN),
        Program("gametheory bracket_values", check_exactly, OWN),
        Program("gametheory wargame verify", check_by_command, OWN),
    )
    return [
        Work(f"{game.soldiers} soldiers, {game.rounds} rounds", programs, [game], judge_exact, Wargame(3, 2), limit=300)
    ]


def judge_exact(game: Wargame, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge whether there is an answer; of a check, whether all bounds are equal."""
    return Judgement(1, {} if timed.answer else {timed.failure or "wrong": 1})


BENCHES = {"wargame": floats, "wargame-exact": exact}
