"""Sweeps over cases: check each of them, count the failures, and record which cases these were.

`check_cases` checks cases one by one, in any order. `sweep` has the chunks of a range checked in parallel, each by one
worker, and adds up the results. A case is any value with an order, so that the smallest failure can be reported.

An author could claim any range. The `Extent` of a sweep states what ran, since the iteration itself records it: numbers
of exact types only, because a subclass could print other values, and everything else as a quotation.

Of a comparison that fails, `both_sides` reports the values of both sides. It finds the comparison in the source of the
function that compares, calls the function once more, and evaluates the sides with the names that the frame has at its
end. It reports nothing if the source is missing, or if a second evaluation gives other values.
"""

from __future__ import annotations
import __future__

import ast
import io
import linecache
import operator
import re
import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from math import prod
from operator import attrgetter, lt
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from gametheory.numbers.format import JsonObject, shorten
from gametheory.parallel.checkpoint import active_checkpoint
from gametheory.parallel.processes import in_worker, results

Chunk = TypeVar("Chunk")
MAX_LISTED = 1000  # cases that are stored to notice that one was counted twice; of whole ranges none is needed


class Ordered(Protocol):
    """A value with an order, such as a number or a tuple of numbers."""

    def __lt__(self, other: Any, /) -> bool:
        """Return whether this value is smaller than the other."""


Case = TypeVar("Case", bound=Ordered)


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
    failures = 0
    first = None
    listed: list[Case] = []
    recording = Recording(cases)
    for case in recording:
        if recording.count <= MAX_LISTED:
            listed.append(case)
        if not is_true(holds, case):
            failures += 1
            first = case if first is None else min(first, case)
    extent = recording.extent
    if extent.whole or recording.count > MAX_LISTED:  # the ranges alone say which cases these were
        listed = []
    sides = both_sides(holds, first) if failures else ""
    return Sweep(recording.count, failures, first, extent, listed=_set_of(listed), sides=sides)


def sweep(
    check_chunk: Callable[[Chunk], Sweep[Case]], chunks: Iterable[Chunk], workers: int | None = None
) -> Sweep[Case]:
    """Check all chunks of a range in parallel and add up the results.

    Progress is printed on a terminal. An exception of a check, or Ctrl-C, ends the sweep and drops unfinished chunks.
    If a worker is killed, another worker checks its chunk. Within `parallel.checkpoint.checkpointing`, the
    results of finished chunks are saved and reused by the next run, if JSON represents their smallest failing case
    exactly. Memory: the list of chunks, and in each worker the memory for one chunk.

    Parameters
    ----------
    check_chunk
        Function that checks one chunk. If the platform cannot fork and the function is not picklable, all chunks are
        checked in this process.
    chunks
        The chunks. Chunks and failing cases must be picklable.
    workers
        Number of processes; by default the executor of `use_executor`, or one process per core.

    Raises
    ------
    WorkerCrashed
        If workers die too often.

    Examples
    --------
    >>> sweep(lambda chunk: check_cases(lambda n: n % 7 != 6, range(chunk, chunk + 10)), range(0, 100, 10))
    Sweep(cases=100, failures=14, first=6)
    """
    chunks = list(chunks)
    checkpoint = active_checkpoint()
    saved = dict(_saved(check_chunk, chunks))
    remaining = [number for number in range(len(chunks)) if number not in saved]
    total = sum(saved.values(), Sweep[Case]())
    unfinished = [chunks[number] for number in remaining]
    with closing(results(check_chunk, unfinished, workers)) as checked:
        for index, outcome in _with_progress(checked, len(saved), len(chunks)):
            if checkpoint:
                checkpoint.add((check_chunk, unfinished[index]), _as_saved(outcome))
            total += outcome
    return total


def _as_saved(outcome: Sweep[Any]) -> list[object]:
    extent = outcome.extent.as_json() if outcome.extent else None
    return [outcome.cases, outcome.failures, outcome.first, extent, outcome.sides]


def _saved(check_chunk: Callable[[Chunk], Sweep[Any]], chunks: Sequence[Chunk]) -> Iterator[tuple[int, Sweep[Any]]]:
    """Yield the results saved by an earlier run, with the numbers of their chunks."""
    checkpoint = active_checkpoint()
    if checkpoint is None:
        return
    for number, chunk in enumerate(chunks):
        outcome = checkpoint.outcome((check_chunk, chunk))
        if outcome:
            cases, failures, first, data, sides = outcome
            extent = None
            if data:
                extent = extent_from_json(data)
            yield number, Sweep(cases, failures, first, extent, sides=sides)


def _with_progress(checked: Iterable[Chunk], before: int, total: int) -> Iterator[Chunk]:
    """Print the number of finished chunks on a terminal, and nothing in a pipe."""
    if in_worker() or not sys.stderr.isatty():
        yield from checked
        return
    try:
        for done, result in enumerate(checked, 1 + before):
            print(f"\r\033[K{done} of {total} chunks", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Sweep(Generic[Case]):
    """The result of a sweep."""

    cases: int = 0
    failures: int = 0
    first: Case | None = None
    extent: Extent | None = field(default=None, compare=False, repr=False)
    parts: tuple[Extent, ...] = field(default=(), compare=False, repr=False)  # of which every case ran
    listed: frozenset[object] = field(default=frozenset(), compare=False, repr=False)  # cases of other parts, if few
    sides: str = field(default="", compare=False, repr=False)  # of the comparison that is false in the first case

    def __post_init__(self) -> None:
        if self.extent and self.extent.whole and self.extent.recorded:
            object.__setattr__(self, "parts", (self.extent,))

    def __add__(self, other: Sweep[Case]) -> Sweep[Case]:
        """Return the result of both parts together; their order does not matter."""
        self._refuse_common_cases(other)
        # A part without cases would leave the whole without an extent.
        parts = [sweep for sweep in (self, other) if sweep.cases]
        failed = [sweep for sweep in parts if sweep.first is not None]
        least = min(failed, key=_first_failure, default=Sweep[Case]())
        extents = [sweep.extent for sweep in parts] or [None]
        extent = reduce(lambda one, two: one and two and one.joined(two), extents)
        cases = self.cases + other.cases
        failures = self.failures + other.failures
        listed = self.listed | other.listed
        if len(listed) > MAX_LISTED:
            listed = frozenset()
        return Sweep(cases, failures, least.first, extent, self.parts + other.parts, listed, least.sides)

    def _refuse_common_cases(self, other: Sweep[Case]) -> None:
        """Raise ValueError if a case is in both sweeps: it would count twice, and a gap would not show."""
        for one in self.parts:
            for two in filter(one.overlaps, other.parts):
                raise ValueError(f"two parts of a sweep have cases in common: {one} and {two}")
        twice = (self.listed & other.listed) or self._among(other.listed) or other._among(self.listed)
        if twice:
            raise ValueError(f"two parts of a sweep have cases in common: {case_text(min(twice))}")

    def _among(self, listed: Iterable[object]) -> list[Any]:
        """Return which of some cases are in a whole range of this sweep."""
        if not self.parts:
            return []
        return [case for case in listed if any(map(extent_of([case]).overlaps, self.parts))]

    @property
    def coverage(self) -> Coverage | None:
        """What ran, for a verdict; None if `check_cases` has not run the cases."""
        if self.extent is None:
            return None
        if self.first is None:
            failed = None
        else:
            failed = case_text(self.first)
        return Coverage(self.cases, self.extent, failed)


def _first_failure(sweep: Sweep[Any]) -> Any:
    """Return the first case that failed, by which sweeps are compared."""
    return sweep.first


def is_true(holds: Callable[[Any], bool], case: object) -> bool:
    """Return the truth value of a statement in a case."""
    try:
        value = holds(case)
    except Exception as error:
        error.add_note(f"in the case {reprlib.repr(case)}")
        raise
    numpy = sys.modules.get("numpy")  # it has truth values of its own
    if isinstance(value, bool) or (numpy and type(value) is numpy.bool_):
        return bool(value)
    # The number 2 or a text is no answer: a comparison that was forgotten would count as true.
    raise TypeError(
        f"holds: it returned a {type(value).__name__} in the case {reprlib.repr(case)}; it must return True or False"
    )


def _set_of(cases: Iterable[object]) -> frozenset[object]:
    """Return cases as a set; an empty one if they have no hash."""
    try:
        return frozenset(cases)
    except TypeError:
        return frozenset()


AnyCase = TypeVar("AnyCase")
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
        if self.name.isdigit():
            name = ""
        else:
            name = re.sub(r"_+(?=[^\W\d_])", " ", self.name).strip()
        # Several words could read like a range: all n above 0.
        if " " in name:
            name = f"“{name}”"
        text = f"{name} {self.least}".strip()
        if self.least == self.greatest:
            return text
        return f"{text} to {self.greatest}"


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
    ValueError: range: (('all integers', 0, 8),) is not a range that a sweep records
    """

    ranges: tuple[Range, ...]
    whole: bool = False
    ends: tuple[str, ...] = ()
    recorded: bool = field(default=False, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        valid = all(map(_is_recorded, self.ranges))
        distinct = valid and len(set(self._names)) == len(self.ranges)
        # The ends of cases are printed only where no range says more.
        fits = len(self.ends) <= 2 and not (self.ends and self.ranges)
        quoted = fits and all(map(QUOTED.fullmatch, self.ends))
        if not distinct or not quoted:
            written = str((*map(tuple, self.ranges), *self.ends))[:80]
            raise ValueError(f"range: {written} is not a range that a sweep records")

    def __str__(self) -> str:
        if len(self.ends) > 1:
            return f"from {' to '.join(self.ends)}"
        if not self.ranges:
            return "".join(self.ends) or LISTED
        text = ", ".join(map(str, self.ranges))
        if len(self.ranges) > 1 and all(map(str.isdigit, self._names)):
            text = f"({text})"  # the items of a tuple
        if self.whole:
            return text
        return f"within {text}"

    @property
    def _names(self) -> list[str]:
        return [entry.name for entry in self.ranges]

    @property
    def size(self) -> int:
        """The number of combinations of whole numbers in the ranges."""
        return prod(entry.greatest - entry.least + 1 for entry in self.ranges)

    def joined(self, other: Extent) -> Extent:
        """Return the extent of two parts of a sweep together, in either order."""
        others = {entry.name: entry for entry in other.ranges}
        ranges = list[Range]()
        for name, least, greatest in self.ranges:
            if name in others:
                _, other_least, other_greatest = others[name]
                ranges.append(Range(name, min(least, other_least), max(greatest, other_greatest)))
        return _extent(tuple(ranges), recorded=self.recorded and other.recorded)

    def overlaps(self, other: Extent) -> bool:
        """Return whether a combination of numbers is in the ranges of both."""
        if self._names != other._names:
            return False
        # Boxes have a point in common if and only if their sides have one in every dimension.
        pairs = zip(self.ranges, other.ranges, strict=True)
        return all(a.least <= b.greatest and b.least <= a.greatest for a, b in pairs)

    def as_json(self) -> dict[str, object]:
        """Return the extent as JSON values."""
        ranges = list(map(list, self.ranges))
        return {"ranges": ranges, "whole": self.whole, "ends": list(self.ends)}


def extent_from_json(data: JsonObject) -> Extent:
    """Convert the result of `Extent.as_json` back to an extent."""
    ranges = tuple(Range(*entry) for entry in data["ranges"])
    return _extent(ranges, data["whole"] is True, tuple(data["ends"]))


def _is_recorded(entry: Range) -> bool:
    """Return whether a sweep records such a range; other texts could say what the cases do not show."""
    name, least, greatest = entry
    if type(name) is not str or not type(least) is type(greatest) is int:
        return False
    position = name.isascii() and name.isdigit()
    return (name.isidentifier() or position or not name) and least <= greatest


def _extent(
    ranges: tuple[Range, ...], whole: bool = False, ends: tuple[str, ...] = (), recorded: bool = True
) -> Extent:
    """Return an extent that a sweep has recorded, which the constructor alone cannot claim."""
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
            raise ValueError(f"cases: {str(self.cases)[:80]} is not a number of cases")
        if not isinstance(self.failed, str | None):
            raise ValueError(f"failed: {str(self.failed)[:80]} is not the text of a case")
        ranges = self.extent.ranges
        size = self.extent.size
        # A range with several numbers has two ends, and each of them is that of a case.
        fewest = 0
        if ranges:
            fewest = min(size, 2)
        # Each combination of a whole range ran exactly once.
        complete = bool(ranges) and size == self.cases
        if self.cases < fewest or (self.extent.whole and not complete):
            raise ValueError(f"range: {self.extent} is not a range that a sweep records of {self.cases} cases")

    def as_json(self) -> dict[str, object]:
        """Return the value as a JSON object."""
        return {"kind": "sweep", "cases": self.cases, "extent": self.extent.as_json(), "failed": self.failed}


def coverage_from_json(data: JsonObject) -> Coverage:
    """Convert the result of `Coverage.as_json` back to a value."""
    return Coverage(data["cases"], extent_from_json(data["extent"]), data["failed"])


class Recording(Generic[AnyCase]):
    """An iteration over cases that records their extent."""

    def __init__(self, cases: Iterable[AnyCase]) -> None:
        self.count = 0
        self._cases = cases
        self._ends: list[object] = []
        self._block = list[Any]()  # cases that are not in the extent yet; together they cost less time than one by one
        self._extent: Extent | None = None
        self._previous: tuple[int, ...] = ()
        self._whole = True

    def __iter__(self) -> Iterator[AnyCase]:
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
        ranges = list[Range]()
        for name, column in numbers.items():
            ranges.append(Range(name, int(min(column)), int(max(column))))
        extent = _extent(tuple(ranges))
        if self._extent is None:
            self._extent = extent
        else:
            self._extent = self._extent.joined(extent)
        # In increasing order no case occurs twice, which is seen without storing the cases.
        rows = list(zip(*numbers.values(), strict=True))
        if self._previous:
            rows.insert(0, self._previous)
        increasing = all(map(lt, rows, rows[1:]))
        self._whole = self._whole and numbers == columns and increasing
        self._previous = rows[-1] if numbers else ()
        self._block = []

    @property
    def extent(self) -> Extent:
        """The extent of the cases so far, without their ends."""
        if self._block:
            self._add()
        extent = self._extent or Extent(())
        # Different cases, as many as the ranges have combinations, are all combinations.
        whole = bool(extent.ranges) and self._whole and self.count == extent.size
        return _extent(extent.ranges, whole)

    @property
    def coverage(self) -> Coverage:
        """The cases so far: their number with the ranges, with the first and the last case, or alone."""
        extent = self.extent
        ends = tuple(map(_quoted, self._ends))
        printable = all(len(end) <= LONGEST + 2 for end in ends)  # with the marks of a quotation
        if printable and not extent.ranges:
            extent = _extent((), ends=ends)
        return Coverage(self.count, extent)


def extent_of(cases: Iterable[object]) -> Extent:
    """Return the extent of cases."""
    recording = Recording(cases)
    for _ in recording:
        pass
    return recording.extent


def _quoted(case: object) -> str:
    text = case_text(case)
    if type(case) in (int, Fraction):
        return text
    return f"“{re.sub('[“”]', '', text)}”"


def _are_whole(column: Sequence[object]) -> bool:
    numpy = sys.modules.get("numpy")  # without it, no case can contain its integers
    integers = {int}
    if numpy:
        integers.update(numpy.dtype(code).type for code in numpy.typecodes["AllInteger"])
    return set(map(type, column)) <= integers


def _columns(cases: Sequence[object]) -> dict[str, Sequence[Any]]:
    """Return the parts of cases by name or position; the cases themselves if they differ in kind or have no parts."""
    kinds = set(map(_kind_and_length, cases))
    if len(kinds) > 1:
        return {"": cases}
    [(kind, length)] = kinds
    if length:
        # Any class of tuples can have an attribute _fields with other things than names in it.
        names = [name for name in getattr(kind, "_fields", ()) if type(name) is str and name.isidentifier()]
        if len(names) != length:
            names = [str(number) for number in range(length)]
        return dict(zip(names, zip(*cases, strict=True), strict=True))
    # A case that can change would be read after the check, with the values that it has then.
    if is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return {field.name: list(map(attrgetter(field.name), cases)) for field in fields(kind)}
    return {"": cases}


def _kind_and_length(case: object) -> tuple[type, int]:
    length = len(case) if isinstance(case, tuple) else 0
    return type(case), length


def case_text(case: Any) -> str:
    """Return a case as text: the fields of a value whose class has no `__repr__`, and no address in memory."""
    if _is_bare(case):
        text = _fields(case)
    elif type(case) in (tuple, list) and any(map(_is_bare, case)):
        inside = ", ".join(_fields(item) if _is_bare(item) else shorten(item) for item in case)
        if type(case) is list:
            text = f"[{inside}]"
        else:
            comma = "," if len(case) == 1 else ""
            text = f"({inside}{comma})"
    else:
        text = str(case)
    return ADDRESS.sub("", text)


def _is_bare(value: object) -> bool:
    """Whether the text of a value is its address in memory, and it has fields to print."""
    kind: Any = type(value)
    inherited = kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__
    return inherited and hasattr(value, "__dict__")


def _fields(value: object) -> str:
    fields = ", ".join(f"{name}={shorten(field)}" for name, field in vars(value).items())
    return f"{type(value).__name__}({fields})"


FUTURE = __future__.annotations.compiler_flag  # the one that changes the code of functions
COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], object]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Is: ("is", operator.is_),
    ast.IsNot: ("is not", operator.is_not),
    ast.In: ("in", lambda item, items: item in items),
    ast.NotIn: ("not in", lambda item, items: item not in items),
}


class Unknown(Exception):
    """The comparison that fails is not known."""


def both_sides(holds: Callable[[Any], object], case: object) -> str:
    """Return the comparison that is false in a case, with the value of each side; "" if it is not known.

    >>> square = lambda number: number**2
    >>> both_sides(lambda number: square(number) == 2 * number, 3)
    'square(3) is 9, 2 * 3 is 6: 9 == 6 is false'
    """
    function = holds.__func__ if isinstance(holds, MethodType) else holds
    if not isinstance(function, FunctionType):
        return ""
    try:
        with redirect_stdout(io.StringIO()):  # it has printed this before
            frame = _frame_at_end(holds, case, function.__code__)
            expression = _returned(function.__code__, frame.f_lineno)
            names = _Names(frame)
            shown = names.false_parts(expression)
            again = names.false_parts(expression)
            if shown != again:  # a side that changes is not known
                return ""
            return "; ".join(shown)
    except (Exception, SystemExit):  # of any code that runs a second time
        return ""


def _frame_at_end(holds: Callable[[object], object], case: object, code: CodeType) -> FrameType:
    """Call a function again, and return its frame as it is when it returns."""
    ended: list[FrameType] = []

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code is not code:
            return None
        if event == "return":  # of a function that calls itself, the first call ends last
            ended[:] = [frame]
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        value = holds(case)
    finally:
        sys.settrace(before)
    if value or not ended:
        raise Unknown
    return ended[0]


def _returned(code: CodeType, line: int) -> ast.expr:
    """Return the expression that a function returns in a line."""
    tree, codes = _source(code.co_filename, code.co_flags & FUTURE)
    if code not in codes:  # the file has changed since
        raise Unknown
    candidates: list[ast.expr] = []
    for node in ast.walk(tree):
        # Several lambdas can begin in one line, so that only their columns tell them apart.
        if isinstance(node, ast.Lambda) and _span(node.body) == _span_of_code(code):
            candidates.append(node.body)
        elif isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            # The first line of a decorated function's code is that of its first decorator.
            if node.decorator_list:
                first = node.decorator_list[0].lineno
            else:
                first = node.lineno
            if first == code.co_firstlineno:
                candidates += _returned_in_line(node, line)
    if len(candidates) != 1:
        raise Unknown
    return candidates[0]


def _returned_in_line(function: ast.FunctionDef, line: int) -> Iterator[ast.expr]:
    for statement in _returns(function):
        last = statement.end_lineno or 0
        if statement.value and statement.lineno <= line <= last:
            yield statement.value


@lru_cache(32)
def _source(name: str, flags: int) -> tuple[ast.Module, frozenset[CodeType]]:
    """Return the tree of a file, and the code of all functions in it."""
    text = "".join(linecache.getlines(name))
    codes = [compile(text, name, "exec", flags, dont_inherit=True)]
    for code in codes:  # the list grows by the functions within functions
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return ast.parse(text), frozenset(codes)


def _span(node: ast.expr) -> tuple[int | None, ...]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _span_of_code(code: CodeType) -> tuple[int | None, ...]:
    """Return where the expression of a lambda begins and ends."""
    begins: list[tuple[int | None, ...]] = []
    ends: list[tuple[int | None, ...]] = []
    for line, end_line, column, end_column in code.co_positions():
        # Instructions that begin and end a call of the function have no position, or the columns 0.
        missing = None in (line, end_line, column, end_column)
        if not missing and (column, end_column) != (0, 0):
            begins.append((line, column))
            ends.append((end_line, end_column))
    return *min(begins), *max(ends)


def _returns(node: ast.AST) -> Iterator[ast.Return]:
    """Yield the statements that return a value from a function, and not from a function in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return):
            yield child
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _returns(child)


class _Names:
    """The names at the end of a function, and what an expression is with them."""

    def __init__(self, frame: FrameType) -> None:
        code = frame.f_code
        self._names = {**frame.f_globals, **frame.f_locals}
        # Only the case itself is filled in; other names say more than their values.
        self._parameters = dict[str, Any]()
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            value = self._names.get(name)
            if type(value) in (int, bool, str):
                self._parameters[name] = value

    def value(self, expression: ast.expr) -> Any:
        return eval(compile(ast.Expression(expression), "<comparison>", "eval"), self._names)

    def text(self, expression: ast.expr) -> str:
        """Return an expression with the case in the place of its name."""
        return ast.unparse(_Filled(self._parameters).visit(deepcopy(expression)))

    def false_parts(self, expression: ast.expr) -> list[str]:
        """Return the comparisons that make an expression false, with the values of their sides."""
        match expression:
            case ast.BoolOp(op=ast.And(), values=parts):
                # What follows the first false part has not been evaluated, and can raise an error.
                false = next(part for part in parts if not self.value(part))
                return self.false_parts(false)
            case ast.BoolOp(values=parts):
                texts = list[str]()
                for part in parts:
                    texts += self.false_parts(part)
                return texts
            case ast.IfExp(test=test, body=body, orelse=other):
                if self.value(test):
                    return self.false_parts(body)
                return self.false_parts(other)
            case ast.Compare(left=left, ops=signs, comparators=others):
                return [self._false_link([left, *others], signs)]
        raise Unknown

    def _false_link(self, sides: list[ast.expr], signs: list[ast.cmpop]) -> str:
        """Return the first comparison of a chain that is false."""
        left = self.value(sides[0])
        for sign, (left_side, right_side) in zip(signs, pairwise(sides), strict=True):
            right = self.value(right_side)
            symbol, compare = COMPARISONS[type(sign)]
            if not compare(left, right):
                compared = f"{shorten(left)} {symbol} {shorten(right)} is false"
                # A side that is a number needs no explanation.
                meanings = [self._meaning(left_side, left), self._meaning(right_side, right)]
                known = ", ".join(filter(None, meanings))
                if not known:
                    return compared
                return f"{known}: {compared}"
            left = right  # each side is evaluated once, as in the code
        raise Unknown

    def _meaning(self, side: ast.expr, value: object) -> str:
        text = self.text(side)
        short = shorten(value)
        if text == short:
            return ""
        return f"{text} is {short}"


class _Filled(ast.NodeTransformer):
    """Puts values in the places of names."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._values:
            return node
        return ast.parse(repr(self._values[node.id]), mode="eval").body  # a negative number gets its brackets
