"""What is measured: a piece of work, the programs that do it, and how an answer is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias


class Timed(NamedTuple):
    """One answer: the seconds it took, what it is, and why there is none ("" where there is one)."""

    seconds: float
    answer: Any = None
    failure: str = ""
    megabytes: float = 0.0


class Took(NamedTuple):
    """What a program returns that times itself, a part of what it does."""

    seconds: float
    answer: Any


class Judgement(NamedTuple):
    """How many answers were due, how many failed for which reason, and how far off the others are at most."""

    tries: int
    failures: Mapping[str, int]
    off: float | None = None


@dataclass(frozen=True)
class Program:
    """One way to do the work, a function of a module, and the distributions or commands it needs.

    Programs with the same first need share a process. `scale`: the work is `scale` times the work of the function.
    """

    name: str
    solve: Callable[[Any], Any]
    needs: tuple[str, ...] = ()
    scale: float = 1.0


Judge: TypeAlias = Callable[[Any, Timed, Mapping[str, Any]], Judgement]


@dataclass(frozen=True)
class Work:
    """A piece of work: the programs, of which the first is the one that others are compared with, and the cases.

    `judge` gets a case, what a program answered, and the answers of all programs to the case by name. `warm_up` is a
    small case that is solved before, so that imports and compiling are not timed. `kinds` names the kind of each case.
    """

    title: str
    programs: tuple[Program, ...]
    cases: Sequence[Any]
    judge: Judge
    warm_up: Any
    kinds: Sequence[str] = ()
    limit: float | None = None


@dataclass(frozen=True)
class Growth:
    """Cost by size: a function of a case that returns the size, and cases in ascending order.

    The cases from one on that takes longer than `limit` seconds are left out.
    """

    title: str
    by: str
    solve: Callable[[Any], float]
    cases: Sequence[Any]
    limit: float = 120.0


@dataclass(frozen=True)
class Row:
    """What was measured of one program at one piece of work; times are in seconds, by run, for one case."""

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
    """The growth of a cost: sizes, the median seconds at each, and the exponent with its standard error.

    `spread` is the factor by which a time is off the fitted line, as a standard deviation.
    """

    title: str
    by: str
    sizes: list[float]
    seconds: list[float]
    exponent: float
    error: float
    spread: float
    megabytes: float


def failed(timed: Timed, tries: int = 1) -> Judgement:
    """The judgement of a case without an answer."""
    return Judgement(tries, {timed.failure or "no answer": tries})
