"""The data of a bench: a piece of work, the programs that do it, judgements and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias


class EmptyWork(Exception):
    """A bench has nothing to measure, so that its table would be full of zeros."""


class Timed(NamedTuple):
    """An answer with its seconds, or the reason why there is none (`failure`, "" if there is an answer)."""

    seconds: float
    answer: Any = None
    failure: str = ""
    megabytes: float = 0.0
    cpu_seconds: float = 0.0


class Took(NamedTuple):
    """The result of a program that times only a part of its work; its CPU seconds are needed for a growth or a rate."""

    seconds: float
    answer: Any
    cpu_seconds: float = 0.0


def took(solve: Callable[..., Any], *arguments: Any) -> Took:
    """Call a function and time the call, in seconds of the clock and of the processor.

    >>> took(max, 1, 2).answer
    2
    """
    began, cpu_began = perf_counter(), process_time()
    answer = solve(*arguments)
    return Took(perf_counter() - began, answer, process_time() - cpu_began)


class Judgement(NamedTuple):
    """The number of answers due, the failures by reason, and the largest error of the other answers."""

    tries: int
    failures: Mapping[str, int]
    off: float | None = None


@dataclass(frozen=True)
class Program:
    """A program: its name, a function of a module, and the packages or commands that it needs.

    Programs with the same first need share a process. Measured times are multiplied by `scale`.
    """

    name: str
    solve: Callable[[Any], Any]
    needs: tuple[str, ...] = ()
    scale: float = 1.0


Judge: TypeAlias = Callable[[Any, Timed, Mapping[str, Any]], Judgement]


@dataclass(frozen=True)
class Work:
    """A piece of work: its programs, the first of which is the reference for the others, and its cases.

    `judge` takes a case, the answer of a program, and the answers of all programs to the case by name. `warm_up` is a
    small case that is solved first, so that imports and compilation are not timed. `kinds` names the kind of each case.
    """

    title: str
    programs: tuple[Program, ...]
    cases: Sequence[Any]
    judge: Judge
    warm_up: Any
    kinds: Sequence[str] = ()
    limit: float | None = None

    def __post_init__(self) -> None:
        _require_content(self.title, self.cases)


@dataclass(frozen=True)
class Growth:
    """Cost by size: a function of a case that returns the size, and cases in ascending order.

    The first case that takes longer than `limit` seconds is left out, and so are all later cases.
    """

    title: str
    by: str
    solve: Callable[[Any], float | Took]
    cases: Sequence[Any]
    limit: float = 120.0

    def __post_init__(self) -> None:
        _require_content(self.title, self.cases)


@dataclass(frozen=True)
class Rate:
    """The cost of a state graph in positions and moves: a function of a case that returns both numbers.

    It runs in a process of its own, whose greatest memory is part of the result.
    """

    title: str
    solve: Callable[[Any], tuple[int, int] | Took]
    case: Any
    warm_up: Any
    limit: float = 1800.0


@dataclass(frozen=True)
class Row:
    """The measurements of one program for one piece of work: by run, the seconds for one case."""

    program: str
    seconds: list[float]
    ratios: list[float]
    tries: int
    failures: dict[str, int]
    off: float | None
    at_least: bool
    by_kind: dict[str, list[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """The rows of a piece of work."""

    title: str
    rows: list[Row]


@dataclass(frozen=True)
class Fit:
    """The growth of a cost: sizes, the median CPU seconds of each, and the exponent with its standard error.

    `spread` is the typical factor between a time and the fitted line: e to the standard deviation of the logarithms.
    """

    title: str
    by: str
    sizes: list[float]
    seconds: list[float]
    exponent: float
    error: float
    spread: float
    megabytes: float


@dataclass(frozen=True)
class Rated:
    """A measured rate: positions, moves, the seconds of each run, and the greatest memory of the process."""

    title: str
    positions: int
    moves: int
    seconds: list[float]
    cpu_seconds: list[float]
    megabytes: float


def failed(timed: Timed, tries: int = 1) -> Judgement:
    """Return the judgement of a case without an answer."""
    return Judgement(tries, {timed.failure or "no answer": tries})


def _require_content(title: str, cases: Sequence[Any]) -> None:
    """Raise EmptyWork if there is no case, or if one is an empty list."""
    if not cases or any(isinstance(case, list) and not case for case in cases):
        raise EmptyWork(f"{title}: there is nothing to measure")
