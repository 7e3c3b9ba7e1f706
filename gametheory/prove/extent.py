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

Case = TypeVar("Case")
BLOCK = 1000  # cases
LONGEST = 40  # characters that are printed of a case that is not made of numbers
LISTED = "cases that the check lists"
RANGE = re.compile(r"(?:([^\W\d]\w*(?: [^\W\d]\w*)*) )?(-?\d+)(?: to (-?\d+))?")
QUOTED = r"(?:“[^“”]*”|-?\d+(?:/\d+)?)"
ENDS = re.compile(rf"“[^“”]*”|-?\d+/\d+|from {QUOTED} to {QUOTED}")


class Range(NamedTuple):
    """The least and the greatest value of one whole number of the cases; the name is empty if it has none."""

    name: str
    least: int
    greatest: int

    def __str__(self) -> str:
        name = re.sub(r"_+(?=[^\W\d_])", " ", self.name).strip()
        return f"{name} {self.least}".strip() + (f" to {self.greatest}" if self.greatest != self.least else "")


@dataclass(frozen=True)
class Extent:
    """The range of each whole number in the cases of a sweep.

    The numbers of a case are the case itself, or those among the items of a tuple or the fields of a dataclass.

    Attributes
    ----------
    ranges
        One for each whole number of a case; none if the cases have no numbers.
    whole
        Whether the cases are all combinations of the whole numbers in these ranges, each once.

    Examples
    --------
    >>> from itertools import product
    >>> for cases in (range(1, 41), [2, 3, 5, 7], product(range(1, 5), range(3))):
    ...     recording = Recording(cases)
    ...     print(len(list(recording)), recording.extent)
    40 1 to 40
    4 within 2 to 7
    12 (1 to 4, 0 to 2)
    """

    ranges: tuple[Range, ...]
    whole: bool = False

    def __str__(self) -> str:
        if not self.ranges:
            return LISTED
        texts = ", ".join(map(str, self.ranges))
        named = len(self.ranges) == 1 or any(entry.name for entry in self.ranges)
        return ("" if self.whole else "within ") + (texts if named else f"({texts})")

    def joined(self, other: Extent) -> Extent:
        """Return the extent of two parts of a sweep together, in either order. If their cases differ, it has no ranges.

        >>> str(Extent((Range("n", 1, 4),), True).joined(Extent((Range("n", 5, 8),), True)))
        'within n 1 to 8'
        """
        if [entry.name for entry in self.ranges] != [entry.name for entry in other.ranges]:
            return Extent(())
        pairs = zip(self.ranges, other.ranges, strict=True)
        return Extent(tuple(Range(a.name, min(a.least, b.least), max(a.greatest, b.greatest)) for a, b in pairs))

    def as_json(self) -> list[Any]:
        """Return the extent as JSON values.

        >>> Extent((Range("n", 1, 4),), True).as_json()
        [[['n', 1, 4]], True]
        """
        return [list(map(list, self.ranges)), self.whole]


def extent_from_json(data: list[Any]) -> Extent:
    """Convert the result of `Extent.as_json` back to an extent.

    >>> str(extent_from_json([[["n", 1, 4]], True]))
    'n 1 to 4'
    """
    ranges, whole = data
    return Extent(tuple(Range(*entry) for entry in ranges), whole)


@dataclass(frozen=True)
class Coverage:
    """What a sweep has run, as its iteration recorded it.

    Attributes
    ----------
    cases
        The number of cases.
    range
        Their extent, or the first and the last case, in words.
    failed
        Whether the statement is false in one of them.

    Raises
    ------
    ValueError
        If the range is another text, or says that all cases of another number ran.

    Examples
    --------
    >>> Coverage(10**9, "all integers")
    Traceback (most recent call last):
    ValueError: range: 'all integers' of 1000000000 cases is no range that a sweep records
    """

    cases: int
    range: str
    failed: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        text = str(self.range)
        if text != LISTED and not ENDS.fullmatch(text) and not self._is_recorded(text):
            raise ValueError(f"range: {text[:80]!r} of {self.cases} cases is no range that a sweep records")

    def _is_recorded(self, text: str) -> bool:
        """Return whether the text is that of an `Extent`, with as many cases as it says."""
        inner = text.removeprefix("within ")
        inner = inner[1:-1] if inner.startswith("(") and inner.endswith(")") else inner
        found = [RANGE.fullmatch(part) for part in inner.split(", ")]
        sizes = [int(one[3] or one[2]) - int(one[2]) + 1 for one in found if one]
        return len(sizes) == len(found) and min(sizes) > 0 and (inner != text.strip("()") or prod(sizes) == self.cases)

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object.

        >>> Coverage(9, "0 to 8").as_json()
        {'kind': 'sweep', 'cases': 9, 'range': '0 to 8', 'failed': False}
        """
        return {"kind": "sweep", "cases": self.cases, "range": self.range, "failed": self.failed}


def coverage_from_json(data: Mapping[str, Any]) -> Coverage:
    """Convert the result of `Coverage.as_json` back to a value.

    >>> coverage_from_json({"kind": "sweep", "cases": 9, "range": "0 to 8", "failed": False})
    Coverage(cases=9, range='0 to 8')
    """
    return Coverage(data["cases"], data["range"], data["failed"] is not False)


class Recording(Generic[Case]):
    """An iteration over cases that records their extent.

    Parameters
    ----------
    cases
        The cases.

    Attributes
    ----------
    count
        The number of cases so far.

    Examples
    --------
    >>> recording = Recording(["Alice", "Bob", "Carol"])
    >>> for case in recording:
    ...     if case == "Bob":
    ...         break
    >>> recording.coverage, recording.extent
    (Coverage(cases=2, range='from “Alice” to “Bob”'), Extent(ranges=(), whole=False))
    """

    def __init__(self, cases: Iterable[Case]) -> None:
        self.count = 0
        self._cases, self._ends = cases, list[Any]()
        self._block: list[
            Any
        ] = []  # cases that are not in the ranges yet; together they cost less time than one by one
        self._ranges: dict[str | int, tuple[int, int]] | None = None
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
        """Add the waiting cases to the ranges."""
        columns = _columns(self._block)
        numbers = {name: column for name, column in columns.items() if _are_whole(column)}
        found = {name: (int(min(column)), int(max(column))) for name, column in numbers.items()}
        known = found if self._ranges is None else self._ranges
        # What is a number in some of the cases only has no range.
        self._ranges = {
            name: (min(least, found[name][0]), max(greatest, found[name][1]))
            for name, (least, greatest) in known.items()
            if name in found
        }
        # In increasing order no case occurs twice, which is seen without storing the cases.
        rows = list(zip(*numbers.values(), strict=True))
        before = [self._previous, *rows] if self._previous else rows
        self._whole = self._whole and numbers == columns and all(map(lt, before, before[1:]))
        self._previous, self._block = rows[-1] if rows else (), []

    @property
    def extent(self) -> Extent | None:
        """The extent of the cases so far; None if there is none."""
        if self._block:
            self._add()
        if self._ranges is None:
            return None
        named = self._ranges.items()
        ranges = tuple(Range(name if isinstance(name, str) else "", *ends) for name, ends in named)
        whole = (
            bool(ranges) and self._whole and self.count == prod(entry.greatest - entry.least + 1 for entry in ranges)
        )
        return Extent(ranges, whole)

    @property
    def coverage(self) -> Coverage:
        """The cases so far: their number with the extent, with the first and the last case, or alone."""
        return Coverage(self.count, self._text())

    def _text(self) -> str:
        extent = self.extent
        if extent and extent.ranges:
            return str(extent)
        texts = [_quoted(case) for case in self._ends]
        if not texts or max(map(len, texts)) > LONGEST + 2:
            return LISTED
        return f"from {texts[0]} to {texts[1]}" if len(texts) > 1 else texts[0]


def _quoted(case: Any) -> str:
    text = str(case)
    return text if type(case) in (int, Fraction) else f"“{re.sub('[“”]', '', text)}”"


def _are_whole(column: Sequence[Any]) -> bool:
    kinds = set(map(type, column))
    numpy = sys.modules.get("numpy")
    return (
        kinds <= {int, *(numpy.dtype(code).type for code in numpy.typecodes["AllInteger"])} if numpy else kinds == {int}
    )


def _columns(cases: Sequence[Any]) -> dict[str | int, Sequence[Any]]:
    """Return the parts of cases by name or place; the cases themselves if they differ in kind or have no parts."""
    kinds = {(type(case), len(case) if isinstance(case, tuple) else 0) for case in cases}
    kind, length = next(iter(kinds))
    if len(kinds) == 1 and length:
        names = [name for name in getattr(kind, "_fields", ()) if type(name) is str and name.isidentifier()]
        return dict(zip(names if len(names) == length else range(length), zip(*cases, strict=True), strict=True))
    if len(kinds) == 1 and is_dataclass(kind):
        return {field.name: [getattr(case, field.name) for case in cases] for field in fields(kind)}
    return {0: cases}
