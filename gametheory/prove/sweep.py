"""Sweeps over cases: what they counted, which cases these were, and both sides of a comparison that failed.

Both sides of a comparison that fails, found in the source of the function that compares.

The function is called once more, and what its frame has at its end gives the values of both sides. Nothing is said
where the source is not there, or where the sides have other values when they are computed again.

Extents: which cases a sweep has covered, recorded from the iteration itself.

An author can type any range. An extent states what ran: numbers of exact types only, since a subclass could print
other values, and everything else as a quotation.

Sweeps: check all cases in a range, count the failures and find the smallest one; in parallel if it has chunks.

Each chunk is checked by one worker. A case is any value with an order.
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
from math import prod
from operator import lt
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from gametheory.numbers.format import shorten
from gametheory.parallel.checkpoint import active_checkpoint
from gametheory.parallel.processes import in_worker, results

FUTURE = __future__.annotations.compiler_flag  # the one that changes the code of functions
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}
SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="} | {
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
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
            shown, again = ("; ".join(names.false_parts(expression)) for _ in range(2))
            return shown if shown == again else ""  # a side that changes is not known
    except (Exception, SystemExit):  # of any code that runs a second time
        return ""


def _frame_at_end(holds: Callable[[Any], object], case: object, code: CodeType) -> FrameType:
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
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda) and _span(node.body) == _span_of_code(code):
            found.append(node.body)
        elif isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            if first == code.co_firstlineno:
                returned = [each for each in _returns(node) if each.lineno <= line <= (each.end_lineno or 0)]
                found += [each.value for each in returned if each.value]
    if len(found) != 1:
        raise Unknown
    return found[0]


@lru_cache(32)
def _source(name: str, flags: int) -> tuple[ast.Module, frozenset[CodeType]]:
    """Return the tree of a file, and the code of all functions in it."""
    text = "".join(linecache.getlines(name))
    codes = [compile(text, name, "exec", flags, dont_inherit=True)]
    for code in codes:
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return ast.parse(text), frozenset(codes)


def _span(node: ast.expr) -> tuple[int | None, ...]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _span_of_code(code: CodeType) -> tuple[int | None, ...]:
    """Return where the expression of a lambda begins and ends."""
    places = [each for each in code.co_positions() if None not in each and each[2:] != (0, 0)]
    begin = min((line, column) for line, _, column, _ in places)
    end = max((line, column) for _, line, _, column in places)
    return *begin, *end


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
        parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        values = {name: self._names[name] for name in parameters if name in self._names}
        self._numbers = {name: value for name, value in values.items() if type(value) in (int, bool, str)}

    def value(self, expression: ast.expr) -> Any:
        return eval(compile(ast.Expression(expression), "<comparison>", "eval"), self._names)

    def text(self, expression: ast.expr) -> str:
        """Return an expression with the case in the place of its name."""
        return ast.unparse(_Filled(self._numbers).visit(deepcopy(expression)))

    def false_parts(self, expression: ast.expr) -> list[str]:
        """Return the comparisons that make an expression false, with the values of their sides."""
        match expression:
            case ast.BoolOp(op=ast.And(), values=parts):  # what follows the first false part has not been evaluated
                return self.false_parts(next(part for part in parts if not self.value(part)))
            case ast.BoolOp(values=parts):
                return [text for part in parts for text in self.false_parts(part)]
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.false_parts(body if self.value(test) else other)
            case ast.Compare(left=left, ops=signs, comparators=others):
                return [self._false_link([left, *others], signs)]
        raise Unknown

    def _false_link(self, sides: list[ast.expr], signs: list[ast.cmpop]) -> str:
        """Return the first comparison of a chain that is false."""
        left = self.value(sides[0])
        for number, sign in enumerate(signs):
            right = self.value(sides[number + 1])
            if not COMPARISONS[type(sign)](left, right):
                values = shorten(left), shorten(right)
                texts = self.text(sides[number]), self.text(sides[number + 1])
                known = [f"{text} is {value}" for text, value in zip(texts, values, strict=True) if text != value]
                compared = f"{values[0]} {SIGNS[type(sign)]} {values[1]} is false"
                return f"{', '.join(known)}: {compared}" if known else compared
            left = right
        raise Unknown


class _Filled(ast.NodeTransformer):
    """Puts values in the places of names."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._values:
            return node
        return ast.parse(repr(self._values[node.id]), mode="eval").body  # a negative number gets its brackets


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


class Recording(Generic[AnyCase]):
    """An iteration over cases that records their extent."""

    def __init__(self, cases: Iterable[AnyCase]) -> None:
        self.count = 0
        self._cases, self._ends = cases, list[Any]()
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


Chunk = TypeVar("Chunk")
MAX_LISTED = 1000  # cases that are stored to notice that one was counted twice; of whole ranges none is needed


class Ordered(Protocol):
    """A value with an order, such as a number or a tuple of numbers."""

    def __lt__(self, other: Any, /) -> bool:
        """Return whether this value is smaller than the other."""


Case = TypeVar("Case", bound=Ordered)


@dataclass(frozen=True)
class Sweep(Generic[Case]):
    """The result of a sweep."""

    cases: int = 0
    failures: int = 0
    first: Case | None = None
    extent: Extent | None = field(default=None, compare=False, repr=False)
    parts: tuple[Extent, ...] = field(default=(), compare=False, repr=False)  # of which every case ran
    listed: frozenset[Any] = field(default=frozenset(), compare=False, repr=False)  # cases of other parts, if few
    sides: str = field(default="", compare=False, repr=False)  # of the comparison that is false in the first case

    def __post_init__(self) -> None:
        if self.extent and self.extent.whole and self.extent.recorded:
            object.__setattr__(self, "parts", (self.extent,))

    def __add__(self, other: Sweep[Case]) -> Sweep[Case]:
        """Return the result of both parts together; their order does not matter."""
        for one, two in ((one, two) for one in self.parts for two in other.parts if one.overlaps(two)):
            raise ValueError(f"two parts of a sweep have cases in common: {one} and {two}")
        if twice := (self.listed & other.listed) or self._among(other.listed) or other._among(self.listed):
            raise ValueError(f"two parts of a sweep have cases in common: {case_text(min(twice))}")
        listed = self.listed | other.listed
        parts = [sweep for sweep in (self, other) if sweep.cases]
        failed = [sweep for sweep in parts if sweep.first is not None]
        least = min(failed, key=_first_failure, default=Sweep[Case]())
        extents = [sweep.extent for sweep in parts]
        extent = reduce(lambda one, two: one and two and one.joined(two), extents) if extents else None
        total = self.cases + other.cases, self.failures + other.failures, least.first
        few = listed if len(listed) <= MAX_LISTED else frozenset()
        return Sweep(*total, extent, self.parts + other.parts, few, least.sides)

    def _among(self, listed: Iterable[Any]) -> list[Any]:
        """Return which of some cases are in a whole range of this sweep."""
        return [case for case in listed if self.parts and any(map(extent_of([case]).overlaps, self.parts))]

    @property
    def coverage(self) -> Coverage | None:
        """What ran, for a verdict; None if `check_cases` has not run the cases."""
        failed = None if self.first is None else case_text(self.first)
        return Coverage(self.cases, self.extent, failed) if self.extent else None


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
    failures, first, listed = 0, None, list[Case]()
    recording = Recording(cases)
    for case in recording:
        if recording.count <= MAX_LISTED:
            listed.append(case)
        if not is_true(holds, case):
            failures += 1
            first = case if first is None else min(first, case)
    several = recording.extent.whole or recording.count > MAX_LISTED
    few = _set_of([] if several else listed)
    sides = both_sides(holds, first) if failures else ""
    return Sweep(recording.count, failures, first, recording.extent, listed=few, sides=sides)


def _set_of(cases: Iterable[Any]) -> frozenset[Any]:
    """Return cases as a set; an empty one if they have no hash."""
    try:
        return frozenset(cases)
    except TypeError:
        return frozenset()


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
    raise TypeError(
        f"holds: it returned a {type(value).__name__} in the case {reprlib.repr(case)}; it must return True or False"
    )


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
    with closing(results(check_chunk, [chunks[number] for number in remaining], workers)) as checked:
        for index, outcome in _with_progress(checked, len(saved), len(chunks)):
            if checkpoint:
                extent = outcome.extent.as_json() if outcome.extent else None
                work = check_chunk, chunks[remaining[index]]
                checkpoint.add(work, [outcome.cases, outcome.failures, outcome.first, extent, outcome.sides])
            total += outcome
    return total


def _saved(check_chunk: Callable[[Chunk], Sweep[Any]], chunks: Sequence[Chunk]) -> Iterator[tuple[int, Sweep[Any]]]:
    """Yield the results saved by an earlier run, with the numbers of their chunks."""
    if checkpoint := active_checkpoint():
        for number, chunk in enumerate(chunks):
            if outcome := checkpoint.outcome((check_chunk, chunk)):
                cases, failures, first, extent, sides = outcome
                yield number, Sweep(cases, failures, first, extent_from_json(extent) if extent else None, sides=sides)


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


def _first_failure(sweep: Sweep[Any]) -> Any:
    """Return the first case that failed, by which sweeps are compared."""
    return sweep.first
