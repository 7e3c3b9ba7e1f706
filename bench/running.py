"""Measurement: all programs in turn, run after run, each within its time limit."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np

from bench.versions import missing
from bench.work import EmptyWork, Fit, Growth, Judgement, Program, Rate, Rated, Row, Table, Timed, Work
from bench.workers import Crew, Worker


@dataclass(frozen=True)
class Effort:
    """The maximum number of runs of a program, and the time limits in seconds: for a case, and for all runs."""

    runs: int
    limit: float
    budget: float


FULL, QUICK = Effort(5, 5.0, 10.0), Effort(1, 2.0, 1.0)
GROWTH_RUNS, GROWTH_BUDGET = 5, 5.0
FIRST = 3  # the factor of the budget for the first program, which is the reference for the others


@dataclass
class Track:
    """The answers of a program, by run and case."""

    program: Program
    runs: list[list[Timed]] = field(default_factory=list)

    def spent(self) -> float:
        """Return the seconds of all runs."""
        return sum(timed.seconds for run in self.runs for timed in run)

    def may_repeat(self, budget: float) -> bool:
        """Return whether another run like the first fits; a program that timed out is not run again."""
        timed_out = any(timed.failure == "time out" for timed in self.runs[0])
        return not timed_out and self.spent() + sum(timed.seconds for timed in self.runs[0]) <= budget


def measured(work: Work, crew: Crew, effort: Effort) -> Table:
    """Run all installed programs in turn, within the limits of the effort; judge the answers of the first run.

    In the first run a program solves cases until its time is over; later runs repeat the same cases.
    """
    tracks = [Track(program) for program in work.programs if not missing(program.needs)]
    crew.warm_up((track.program for track in tracks), work.warm_up)
    limit = work.limit if work.limit and effort is FULL else effort.limit
    for number in range(effort.runs):
        for track in tracks:
            if number == 0:
                track.runs.append(_run(work, track.program, crew, limit, len(work.cases), effort.budget))
            elif track.may_repeat(FIRST * effort.budget if track is tracks[0] else effort.budget):
                track.runs.append(_run(work, track.program, crew, limit, len(track.runs[0]), math.inf))
    answers = [
        {track.program.name: track.runs[0][place].answer for track in tracks if place < len(track.runs[0])}
        for place in range(len(work.cases))
    ]
    return Table(work.title, [_row(work, track, tracks[0], answers) for track in tracks])


def _run(work: Work, program: Program, crew: Crew, limit: float, count: int, budget: float) -> list[Timed]:
    worker, run = crew.worker(program), list[Timed]()
    for case in work.cases[:count]:
        run.append(worker.timed(program.solve, case, limit, work.warm_up))
        if sum(timed.seconds for timed in run) > budget:
            break
    return run


def _row(work: Work, track: Track, first: Track, answers: Sequence[Mapping[str, Any]]) -> Row:
    scale, done = track.program.scale, len(track.runs[0])
    judged = [work.judge(work.cases[place], track.runs[0][place], answers[place]) for place in range(done)]
    failures = sum((Counter(judgement.failures) for judgement in judged), Counter[str]())
    if not (tries := sum(judgement.tries for judgement in judged)):
        raise EmptyWork(f"{work.title}: no answer of {track.program.name} was judged")
    right = [judgement for judgement in judged if sum(judgement.failures.values()) < judgement.tries]
    offs = [judgement.off for judgement in right if judgement.off is not None]
    return Row(
        track.program.name,
        [scale * _mean(run, done) for run in track.runs],
        [
            scale * _mean(run, common) / (first.program.scale * _mean(other, common))
            for run, other in zip(track.runs, first.runs, strict=False)
            if (common := min(done, len(other)))
        ],
        tries,
        dict(failures),
        max(offs, default=None),
        any(timed.failure == "time out" for timed in track.runs[0]),
        _by_kind(work.kinds, judged),
    )


def _mean(run: Sequence[Timed], count: int) -> float:
    """Return the mean seconds of the first `count` cases."""
    return sum(timed.seconds for timed in run[:count]) / count


def _by_kind(kinds: Sequence[str], judged: Sequence[Judgement]) -> dict[str, list[int]]:
    """Return the numbers of failures and of tries for each kind of case."""
    by_kind: dict[str, list[int]] = {}
    for kind, judgement in zip(kinds, judged, strict=False):
        counts = by_kind.setdefault(kind, [0, 0])
        counts[0] += sum(judgement.failures.values())
        counts[1] += judgement.tries
    return by_kind


def grown(growth: Growth, effort: Effort) -> Fit:
    """Run all sizes in turn, as often as time allows, in a separate process; fit the exponent."""
    worker, done = Worker(), dict[float, list[Timed]]()
    try:
        for number in range(GROWTH_RUNS if effort is FULL else 1):
            for case in growth.cases if not number else growth.cases[: len(done)]:
                spent = [timed.seconds for timed in done.get(case, ())]
                if spent and sum(spent) + spent[0] > GROWTH_BUDGET:
                    continue
                timed = worker.timed(growth.solve, case, growth.limit, growth.cases[0])
                if timed.failure:
                    break
                done.setdefault(case, []).append(timed)
    finally:
        worker.end()
    if len(done) < 2:
        raise EmptyWork(f"{growth.title}: {len(done)} of {len(growth.cases)} sizes were measured")
    sizes = [float(times[0].answer) for times in done.values()]
    # other programs on the machine take time from this one, at some sizes more than at others
    seconds = [median(timed.cpu_seconds for timed in times) for times in done.values()]
    megabytes = max(timed.megabytes for times in done.values() for timed in times)
    return Fit(growth.title, growth.by, sizes, seconds, *fitted(sizes, seconds), megabytes)


def rated(rate: Rate, effort: Effort) -> Rated:
    """Run the same case several times in a separate process, as time allows.

    Raise RuntimeError if there is no answer, and EmptyWork if there is no position.
    """
    worker, runs = Worker(), list[Timed]()
    try:
        while not runs or (len(runs) < effort.runs and _another_fits(runs, effort.budget)):
            runs.append(worker.timed(rate.solve, rate.case, rate.limit, rate.warm_up))
            if runs[-1].failure:
                raise RuntimeError(f"{rate.title}: {runs[-1].failure}")
    finally:
        worker.end()
    positions, moves = runs[0].answer
    if not positions:
        raise EmptyWork(f"{rate.title}: no position")
    seconds, cpu_seconds = [run.seconds for run in runs], [run.cpu_seconds for run in runs]
    return Rated(rate.title, positions, moves, seconds, cpu_seconds, max(run.megabytes for run in runs))


def _another_fits(runs: Sequence[Timed], budget: float) -> bool:
    return sum(timed.seconds for timed in runs) + runs[0].seconds <= budget


def fitted(sizes: Sequence[float], seconds: Sequence[float]) -> tuple[float, float, float]:
    """Fit a line to the logarithms by least squares; return its slope, its standard error and the spread.

    The slope is the exponent. The spread is a factor: e to the standard deviation of the residuals, where the line
    takes two degrees of freedom.

    >>> exponent, error, spread = fitted([1, 2, 4], [3, 12, 48])
    >>> round(exponent, 9), error < 1e-9, round(spread, 9)
    (2.0, True, 1.0)
    """
    x, y = np.log(sizes), np.log(seconds)
    slope, level = np.polyfit(x, y, 1)
    squares = float(((y - slope * x - level) ** 2).sum())
    deviation = math.sqrt(squares / max(len(sizes) - 2, 1))
    return float(slope), deviation / math.sqrt(float(((x - x.mean()) ** 2).sum())), math.exp(deviation)
