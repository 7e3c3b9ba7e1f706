"""The Wargame solved at every position, next to one linear program for each position by other libraries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np

from bench.gaps import judge_games
from bench.matrix_peers import LINEAR_PROGRAMS, Pair, minmax_loop
from bench.work import Judgement, Program, Timed, Took, Work, failed
from gametheory.games.wargame import Wargame, army_graph, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.armies import stages
from gametheory.games.wargame.solution_file import mirror, read_solution, solution_bytes, stored_positions
from gametheory.solvers.product_game.floats import stage_matrix
from gametheory.verify import bracket_values

PUBLISHED, SMALL = Wargame(20, 10), Wargame(6, 4)
SAMPLE, QUICK_SAMPLE = 100, 5
OWN = ("gametheory",)


@dataclass(frozen=True)
class Positions:
    """Some positions, by round and the places of both armies, and the matrix game played at each."""

    places: list[tuple[int, int, int]]
    games: list[np.ndarray]


@dataclass(frozen=True)
class OneByOne:
    """A program that solves the games of the sample one after the other; those it cannot solve stay None."""

    solve: Callable[[np.ndarray], Pair | None]

    def __call__(self, sample: Positions) -> list[Pair | None]:
        """Return both strategies at each position."""
        return [self._solved(payoffs) for payoffs in sample.games]

    def _solved(self, payoffs: np.ndarray) -> Pair | None:
        try:
            return self.solve(payoffs)
        except Exception:  # whatever it raises is one failure of the sample
            return None


def all_positions(sample: Positions) -> list[Pair]:
    """Solve all positions with this program; return the strategies at those of the sample."""
    solution, pairs = solve_wargame(PUBLISHED), []
    for (number, u, v), payoffs in zip(sample.places, sample.games, strict=True):
        distributions = solution.rounds[number].mixed_strategies(u, v)
        dense = [np.zeros(length) for length in payoffs.shape]
        for weights, distribution in zip(dense, distributions, strict=True):
            weights[list(distribution)] = list(distribution.values())
        pairs.append((dense[0], dense[1]))
    return pairs


def in_a_loop(sample: Positions) -> Took:
    """QuantEcon's `minmax` in a compiled loop."""
    return minmax_loop(sample.games)


def floats(quick: bool) -> list[Work]:
    """The published game in floats: all positions with strategies, and other libraries on a sample of them."""
    positions, sample = len(list(stored_positions(PUBLISHED))), drawn(QUICK_SAMPLE if quick else SAMPLE)
    scale = positions / len(sample.games)
    programs = [Program("gametheory solve", all_positions, OWN)]
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
    found = timed._replace(answer=[timed.answer[place] for place in solved])
    judged = judge_games([sample.games[place] for place in solved], found, answers)
    unsolved = len(sample.games) - len(solved)
    failures = {**judged.failures, "no answer": unsolved} if unsolved else judged.failures
    return Judgement(len(sample.games), failures, judged.off)


@cache
def drawn(count: int) -> Positions:
    """Positions of all rounds, as likely as there are positions in them."""
    solution, rounds = solve_wargame(PUBLISHED), stages(PUBLISHED, army_graph(PUBLISHED))
    sizes = np.array([len(solved.values) ** 2 for solved in solution.rounds])
    random, found = np.random.default_rng(1), Positions([], [])
    for number in map(int, random.choice(len(rounds), count, p=sizes / sizes.sum())):
        later = solution.rounds[number + 1].values if number + 1 < len(rounds) else np.zeros((1, 1))
        u, v = map(int, random.integers(0, len(solution.rounds[number].values), 2))
        found.places.append((number, u, v))
        found.games.append(stage_matrix(rounds[number], u, v, later))
    return found


def solved_in_rationals(game: Wargame) -> int:
    """Solve every position exactly, and return how many."""
    return solve_wargame_exact(game).position_count


def checked_in_rationals(game: Wargame) -> Took:
    """Re-check a solution file by the rules alone; the time is that of the check."""
    solution = read_solution(solution_bytes(solve_wargame_exact(game)))
    began = perf_counter()
    brackets = bracket_values(game, solution.strategies, mirror)
    return Took(perf_counter() - began, all(lower == upper for lower, upper in brackets.values()))


def exact(quick: bool) -> list[Work]:
    """The published game in rationals, and its file re-checked by the rules alone."""
    game = SMALL if quick else PUBLISHED
    programs = (
        Program("gametheory solve_exactly", solved_in_rationals, OWN),
        Program("gametheory check_play", checked_in_rationals, OWN),
    )
    return [
        Work(f"{game.soldiers} soldiers, {game.rounds} rounds", programs, [game], judge_exact, Wargame(3, 2), limit=300)
    ]


def judge_exact(game: Wargame, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Whether there is an answer, and the bounds of a check meet."""
    return Judgement(1, {} if timed.answer else {timed.failure or "wrong": 1})


BENCHES = {"wargame": floats, "wargame-exact": exact}
