"""Cases checked one by one, counted, with the range of those that ran."""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Generic, Protocol, TypeVar

from gametheory.prove.extent import Coverage, Extent, Recording


class Ordered(Protocol):
    """A value with an order, such as a number or a tuple of numbers."""

    def __lt__(self, other: Any, /) -> bool:
        """Return whether this value is smaller than the other."""


Case = TypeVar("Case", bound=Ordered)


@dataclass(frozen=True)
class Sweep(Generic[Case]):
    """The result of a sweep.

    Attributes
    ----------
    cases
        Number of checked cases.
    failures
        Number of cases in which the statement is false.
    first
        The smallest of these, or None.
    extent
        The ranges of the numbers in the checked cases, as `check_cases` recorded them; None if it has not run them.
    """

    cases: int = 0
    failures: int = 0
    first: Case | None = None
    extent: Extent | None = field(default=None, compare=False, repr=False)

    def __add__(self, other: Sweep[Case]) -> Sweep[Case]:
        """Return the result of both parts together; their order does not matter."""
        parts = [sweep for sweep in (self, other) if sweep.cases]
        first = [sweep.first for sweep in parts if sweep.first is not None]
        extents = [sweep.extent for sweep in parts]
        extent = reduce(lambda one, two: one and two and one.joined(two), extents) if extents else None
        return Sweep(self.cases + other.cases, self.failures + other.failures, min(first, default=None), extent)

    @property
    def coverage(self) -> Coverage | None:
        """What ran, for a verdict; None if `check_cases` has not run the cases.

        >>> print(check_cases(lambda number: True, range(9)).coverage.extent)
        0 to 8
        """
        return Coverage(self.cases, self.extent, self.failures > 0) if self.extent else None


def check_cases(holds: Callable[[Case], bool], cases: Iterable[Case]) -> Sweep[Case]:
    """Check cases one by one.

    Parameters
    ----------
    holds
        Whether the statement is true in a case.
    cases
        The cases in any order.

    Examples
    --------
    >>> check_cases(lambda number: number * number < 50, range(10, 0, -1))
    Sweep(cases=10, failures=3, first=8)
    """
    failures, first = 0, None
    recording = Recording(cases)
    for case in recording:
        if not is_true(holds, case):
            failures += 1
            first = case if first is None else min(first, case)
    return Sweep(recording.count, failures, first, recording.extent)


def is_true(holds: Callable[[Any], bool], case: object) -> bool:
    """Return the truth value of a statement in a case.

    Raises
    ------
    TypeError
        If it is no truth value: a pair, a generator or a coroutine would count as true in every case.

    Examples
    --------
    >>> is_true(lambda number: number > 2, 3)
    True
    >>> is_true(lambda number: (number < 2, "not small"), 3)
    Traceback (most recent call last):
    TypeError: holds: it returned a tuple in the case 3; it must return True or False
    """
    try:
        value = holds(case)
    except Exception as error:
        error.add_note(f"in the case {reprlib.repr(case)}")
        raise
    numpy = sys.modules.get("numpy")  # it has truth values of its own
    if isinstance(value, bool) or (numpy and type(value) is numpy.bool_):
        return bool(value)
    raise TypeError(
        f"holds: it returned a {type(value).__name__} in the case {reprlib.repr(case)}; it must return True or False"
    )
