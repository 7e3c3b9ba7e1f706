"""All branches of a function on symbols, each with its condition and its value.

The least integer with a property is described rather than searched: `least_satisfying` returns it if the condition is
monotone and is true somewhere. A proof about the described value has to show both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from types import GeneratorType
from typing import Any, NamedTuple

from sympy import And, Expr, Ge, Or, Symbol
from sympy.logic.boolalg import Boolean

from gametheory.numbers.rationals import least_satisfying
from gametheory.prove.symbolic.path import Definition, Element, Path, UnsupportedOperation, current_path, following
from gametheory.prove.symbolic.values import (
    Family,
    SymbolicInt,
    SymbolicRange,
    expression_of,
    is_symbolic,
    is_whole,
    symbolic,
)

MAX_BRANCHES = 1000


class Raised(NamedTuple):
    """The value of a branch that ends with an exception."""

    error: str


class Bounds(NamedTuple):
    """The value of a branch that returns a range: lower <= number < upper."""

    lower: Expr
    upper: Expr


@dataclass(frozen=True)
class Branch:
    """One run: the path condition (the results of its comparisons) and the returned value, as sympy expressions.

    The value may contain symbols of `definitions` (quotients, roots and other described values) and of `elements` (any
    element of a range).
    """

    condition: tuple[Boolean, ...]
    value: Any
    definitions: tuple[Definition, ...] = ()
    elements: tuple[Element, ...] = ()

    @property
    def facts(self) -> tuple[Boolean, ...]:
        """The path condition with the meanings of all new symbols."""
        return (
            *self.condition,
            *(element.meaning for element in self.elements),
            *(definition.meaning for definition in self.definitions),
        )


def explore(
    function: Callable[..., Any],
    symbols: Sequence[Expr],
    given: Sequence[Boolean] = (),
    taken: frozenset[str] = frozenset(),
    prefix: str = "",
) -> Iterator[Branch]:
    """Yield every branch, depth-first over the results of the comparisons."""
    answers: list[bool] = []
    for _ in range(MAX_BRANCHES):
        path = Path(answers, given, taken, prefix)
        with following(path):
            value = _value(function, symbols)
        yield Branch(tuple(path.condition), value, tuple(path.definitions), tuple(path.elements))
        while answers and not answers[-1]:
            answers.pop()
        if not answers:
            return
        answers[-1] = False
    raise UnsupportedOperation(f"a function with more than {MAX_BRANCHES} branches")


def split(branches: Sequence[Branch], depth: int) -> tuple[list[Branch], list[Branch]]:
    """Return the branches in which a comparison, given by its number, has its first result, and the others."""
    first = branches[0].condition[depth]
    no = [branch for branch in branches if branch.condition[depth] != first]
    if not no:
        raise UnsupportedOperation("a comparison of which one result is missing")
    return [branch for branch in branches if branch.condition[depth] == first], no


def needed(symbols: Iterable[Any], definitions: Sequence[Definition]) -> set[Any]:
    """Return symbols, and those on which their definitions depend."""
    symbols = set(symbols)
    for definition in reversed(definitions):  # each after those that it uses
        if definition.symbol in symbols:
            symbols |= _symbols_in(definition)
    return symbols


def _symbols_in(definition: Definition) -> set[Any]:
    found: set[Any] = set()
    for argument in definition.arguments:
        if isinstance(argument, Search):
            inner = [
                each for entry in argument.branches for each in (*entry.facts, *map(_symbols_in, entry.definitions))
            ]
            found |= argument.first.free_symbols.union(*(getattr(each, "free_symbols", each) for each in inner))
        else:
            found |= argument.free_symbols
    return found


def _value(function: Callable[..., Any], symbols: Sequence[Expr]) -> Any:
    try:
        return plain(function(*map(symbolic, symbols)))
    except (ArithmeticError, ValueError, LookupError) as error:
        return Raised(type(error).__name__)


def plain(value: Any) -> Any:
    """Return a value with expressions in place of symbolic numbers, and tuples in place of lists and dictionaries."""
    kind = type(value)
    if kind in (bool, str, type(None)):
        return value
    if is_symbolic(value) or kind in (int, Fraction):
        return expression_of(value)
    if kind is SymbolicRange:
        return Bounds(expression_of(value.lower), expression_of(value.upper))
    if kind is Family:
        return tuple(map(plain, value.items))
    if issubclass(kind, dict):
        return tuple((plain(key), plain(entry)) for key, entry in value.items())
    if issubclass(kind, tuple | list | GeneratorType) or hasattr(kind, "__next__"):
        return tuple(map(plain, value))
    if is_dataclass(kind):
        return replace(value, **{entry.name: plain(getattr(value, entry.name)) for entry in fields(kind) if entry.init})
    raise UnsupportedOperation(f"a result of type {kind.__name__}")


@dataclass(frozen=True)
class Search:
    """The condition of a search for the least integer, from `first` on, as the branches of its code at `place`."""

    first: Expr
    place: Symbol
    branches: tuple[Branch, ...]

    def holds(self, at: Expr, name: str = "") -> Boolean:
        """Return the statement that the condition is true at an integer; `name` begins the names of new symbols."""
        return Or(*(self._at(branch, at, name) for branch in self.branches if branch.value))

    def _at(self, branch: Branch, at: Expr, name: str) -> Boolean:
        renamed = {d.symbol: Symbol(f"{name}{d.symbol.name}", integer=True) for d in branch.definitions}
        return And(*branch.facts).xreplace({self.place: at, **renamed})


def symbolic_least(condition: Callable[[Any], Any], first: Any, near: Any = None) -> Any:
    """Return a new symbol for the least integer that satisfies a condition; `near` does not change the result."""
    path = current_path()
    symbol = path.new("least")
    prefix = f"{symbol.name}_"
    place = Symbol(f"{prefix}place", integer=True)
    branches = tuple(explore(lambda at: bool(condition(at)), [place], path.given, path.taken, prefix))
    free = {atom for branch in branches for fact in branch.facts for atom in fact.free_symbols} - {place}
    if not (is_whole(first) and all(type(branch.value) is bool and not branch.elements for branch in branches)):
        raise UnsupportedOperation("a search for a value that is not an integer, or by a condition that fails")
    if not (free or is_symbolic(first)):
        return least_satisfying(condition, first, near)
    search = Search(expression_of(first), place, branches)
    return SymbolicInt(
        path.define(
            "least",
            (search,),
            lambda least: And(Ge(least, search.first, evaluate=False), search.holds(least, "found_")),
        )
    )
