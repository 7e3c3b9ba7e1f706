"""Extents: which cases a sweep has covered, recorded from the iteration itself.

An author can type any range. An extent states what ran: numbers of exact types only, since a subclass could print
other values, and everything else as a quotation.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from math import prod
from operator import lt
from typing import Any, Generic, NamedTuple, TypeVar

from gametheory.numbers.format import shorten

Case = TypeVar("Case")
BLOCK = 1000  # cases
LONGEST = 40  # characters that are printed of a case that is not made of numbers
LISTED = "cases that the check lists"
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
QUOTED = re.compile(r"“[^“”]*”|-?[0-9]+(/[0-9]+)?")


class Range(NamedTuple):
    """The least and the greatest value of one whole number of the cases.

    The name is that of a field, the number of a place in a tuple, or empty if the case is the number.
    """

    name: str
    least: int
    greatest: int

    def __str__(self) -> str:
        name = "" if self.name.isdigit() else re.sub(r"_+(?=[^\W\d_])", " ", self.name).strip()
        name = f"“{name}”" if " " in name else name  # several words could read like a range: all n above 0
        return f"{name} {self.least}".strip() + (f" to {self.greatest}" if self.greatest != self.least else "")


@dataclass(frozen=True)
class Extent:
    """The range of each whole number in the cases of a sweep.

    The numbers of a case are the case itself, or those among the items of a tuple or the fields of a dataclass.

    >>> from itertools import product
    >>> for cases in (range(1, 41), [2, 3, 5, 7], product(range(1, 5), range(3)), ["Alice", "Bob"]):
    ...     recording = Recording(cases)
    ...     print(len(list(recording)), recording.coverage.extent)
    40 1 to 40
    4 within 2 to 7
    12 (1 to 4, 0 to 2)
    2 from “Alice” to “Bob”
    >>> Extent((Range("all integers", 0, 8),))
    Traceback (most recent call last):
    ValueError: range: (('all integers', 0, 8),) is no range that a sweep records
    """

    ranges: tuple[Range, ...]
    whole: bool = False
    ends: tuple[str, ...] = ()
    recorded: bool = field(default=False, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        known = (
            type(name) is str
            and (name.isidentifier() or (name.isascii() and name.isdigit()) or not name)
            and type(least) is type(greatest) is int
            for name, least, greatest in self.ranges
        )
        ordered = all(known) and all(entry.least <= entry.greatest for entry in self.ranges)
        distinct = ordered and len({entry.name for entry in self.ranges}) == len(self.ranges)
        quoted = len(self.ends) <= (0 if self.ranges else 2) and all(map(QUOTED.fullmatch, self.ends))
        if not distinct or not quoted:
            raise ValueError(
                f"range: {str((*map(tuple, self.ranges), *self.ends))[:80]} is no range that a sweep records"
            )

    def __str__(self) -> str:
        if not self.ranges:
            return f"{'from ' if len(self.ends) > 1 else ''}{' to '.join(self.ends)}" or LISTED
        texts = ", ".join(map(str, self.ranges))
        named = len(self.ranges) == 1 or not all(entry.name.isdigit() for entry in self.ranges)
        return ("" if self.whole else "within ") + (texts if named else f"({texts})")

    @property
    def size(self) -> int:
        """The number of combinations of whole numbers in the ranges."""
        return prod(entry.greatest - entry.least + 1 for entry in self.ranges)

    def joined(self, other: Extent) -> Extent:
        """Return the extent of two parts of a sweep together, in either order."""
        pairs = [(one, two) for one in self.ranges for two in other.ranges if one.name == two.name]
        ranges = (Range(a.name, min(a.least, b.least), max(a.greatest, b.greatest)) for a, b in pairs)
        return _made(tuple(ranges), recorded=self.recorded and other.recorded)

    def overlaps(self, other: Extent) -> bool:
        """Return whether a combination of numbers is in the ranges of both."""
        names = [entry.name for entry in self.ranges] == [entry.name for entry in other.ranges]
        pairs = zip(self.ranges, other.ranges, strict=True) if names else ()
        return names and all(a.least <= b.greatest and b.least <= a.greatest for a, b in pairs)

    def as_json(self) -> dict[str, Any]:
        """Return the extent as JSON values."""
        return {"ranges": [list(entry) for entry in self.ranges], "whole": self.whole, "ends": list(self.ends)}


def extent_from_json(data: Mapping[str, Any]) -> Extent:
    """Convert the result of `Extent.as_json` back to an extent."""
    return _made(tuple(Range(*entry) for entry in data["ranges"]), data["whole"] is True, tuple(data["ends"]))


def _made(ranges: tuple[Range, ...], whole: bool = False, ends: tuple[str, ...] = (), recorded: bool = True) -> Extent:
    extent = Extent(ranges, whole, ends)
    object.__setattr__(extent, "recorded", recorded)
    return extent


@dataclass(frozen=True)
class Coverage:
    """What a sweep has run, as its iteration recorded it; if a case failed, the text of the smallest."""

    cases: int
    extent: Extent
    failed: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if type(self.cases) is not int or self.cases < 0:
            raise ValueError(f"cases: {str(self.cases)[:80]} is no number of cases")
        if not isinstance(self.failed, str | None):
            raise ValueError(f"failed: {str(self.failed)[:80]} is not the text of a case")
        size, whole = self.extent.size, self.extent.whole
        # A range with several numbers has two ends, and each of them is that of a case.
        fewest = 0 if not self.extent.ranges else 1 if size == 1 else 2
        if self.cases < fewest or (whole and (not self.extent.ranges or size != self.cases)):
            raise ValueError(f"range: {self.extent} is no range that a sweep records of {self.cases} cases")

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object."""
        return {"kind": "sweep", "cases": self.cases, "extent": self.extent.as_json(), "failed": self.failed}


def coverage_from_json(data: Mapping[str, Any]) -> Coverage:
    """Convert the result of `Coverage.as_json` back to a value."""
    return Coverage(data["cases"], extent_from_json(data["extent"]), data["failed"])


class Recording(Generic[Case]):
    """An iteration over cases that records their extent."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self.count = 0
        self._cases, self._ends = cases, list[Any]()
        self._block = list[Any]()  # cases that are not in the extent yet; together they cost less time than one by one
        self._extent: Extent | None = None
        self._previous: tuple[int, ...] = ()
        self._whole = True

    def __iter__(self) -> Iterator[Case]:
        for case in self._cases:
            self.count += 1
            self._ends[1:] = [case]  # the first case stays
            self._block.append(case)
            if len(self._block) == BLOCK:
                self._add()
            yield case

    def _add(self) -> None:
        """Add the waiting cases to the extent."""
        columns = _columns(self._block)
        numbers = {name: column for name, column in columns.items() if _are_whole(column)}
        found = _made(tuple(Range(name, int(min(column)), int(max(column))) for name, column in numbers.items()))
        self._extent = self._extent.joined(found) if self._extent else found
        # In increasing order no case occurs twice, which is seen without storing the cases.
        rows = list(zip(*numbers.values(), strict=True))
        before = [self._previous, *rows] if self._previous else rows
        self._whole = self._whole and numbers == columns and all(map(lt, before, before[1:]))
        self._previous, self._block = rows[-1] if rows else (), []

    @property
    def extent(self) -> Extent:
        """The extent of the cases so far, without their ends."""
        if self._block:
            self._add()
        extent = self._extent or Extent(())
        return _made(extent.ranges, bool(extent.ranges) and self._whole and self.count == extent.size)

    @property
    def coverage(self) -> Coverage:
        """The cases so far: their number with the ranges, with the first and the last case, or alone."""
        extent, ends = self.extent, tuple(map(_quoted, self._ends))
        if not extent.ranges and all(len(end) <= LONGEST + 2 for end in ends):
            extent = _made((), ends=ends)
        return Coverage(self.count, extent)


def extent_of(cases: Iterable[Any]) -> Extent:
    """Return the extent of cases."""
    for _ in (recording := Recording(cases)):
        pass
    return recording.extent


def _quoted(case: Any) -> str:
    text = case_text(case)
    return text if type(case) in (int, Fraction) else f"“{re.sub('[“”]', '', text)}”"


def _are_whole(column: Sequence[Any]) -> bool:
    kinds = set(map(type, column))
    numpy = sys.modules.get("numpy")
    return (
        kinds <= {int, *(numpy.dtype(code).type for code in numpy.typecodes["AllInteger"])} if numpy else kinds == {int}
    )


def _columns(cases: Sequence[Any]) -> dict[str, Sequence[Any]]:
    """Return the parts of cases by name or position; the cases themselves if they differ in kind or have no parts."""
    kinds = {(type(case), len(case) if isinstance(case, tuple) else 0) for case in cases}
    kind, length = next(iter(kinds))
    if len(kinds) == 1 and length:
        names = [name for name in getattr(kind, "_fields", ()) if type(name) is str and name.isidentifier()]
        places = names if len(names) == length else map(str, range(length))
        return dict(zip(places, zip(*cases, strict=True), strict=True))
    # a case that can change would be read after the check, with the values that it has then
    if len(kinds) == 1 and is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return {field.name: [getattr(case, field.name) for case in cases] for field in fields(kind)}
    return {"": cases}


def case_text(case: Any) -> str:
    """Return a case as text: the fields of a value whose class has no `__repr__`, and no address in memory."""
    kind = type(case)
    if kind in (tuple, list) and any(map(_is_bare, case)):
        inside = ", ".join(_fields(item) if _is_bare(item) else shorten(item) for item in case)
        comma = "," if kind is tuple and len(case) == 1 else ""
        text = f"({inside}{comma})" if kind is tuple else f"[{inside}]"
    else:
        text = _fields(case) if _is_bare(case) else str(case)
    return ADDRESS.sub("", text)


def _is_bare(value: Any) -> bool:
    """Whether the text of a value is its address in memory, and it has fields to print."""
    kind: Any = type(value)
    return kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__ and hasattr(value, "__dict__")


def _fields(value: Any) -> str:
    fields = ", ".join(f"{name}={shorten(field)}" for name, field in vars(value).items())
    return f"{type(value).__name__}({fields})"
