"""All branches of a function on symbols, each with its condition and its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from types import GeneratorType
from typing import Any, NamedTuple

from sympy import Expr
from sympy.logic.boolalg import Boolean

from gametheory.prove.symbolic.functions import Family, SymbolicRange
from gametheory.prove.symbolic.path import Definition, Element, Path, UnsupportedOperation, following
from gametheory.prove.symbolic.values import expression_of, is_symbolic, symbolic

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
        """The path condition with the meanings of all new symbols.

        >>> from sympy import Symbol
        >>> [branch] = explore(lambda n: n // 2, [Symbol("n", integer=True)])
        >>> branch.facts
        ((2*quotient_1 <= n) & (n < 2*quotient_1 + 2),)
        """
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
    """Yield every branch, depth-first over the results of the comparisons.

    Raises
    ------
    UnsupportedOperation
        For an operation that symbols cannot express, or after 1,000 branches.

    Examples
    --------
    >>> from sympy import Symbol
    >>> [branch.value for branch in explore(lambda x: x if x > 0 else None, [Symbol("x", integer=True)])]
    [x, None]
    """
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


def _value(function: Callable[..., Any], symbols: Sequence[Expr]) -> Any:
    try:
        return plain(function(*map(symbolic, symbols)))
    except (ArithmeticError, ValueError, LookupError) as error:
        return Raised(type(error).__name__)


def plain(value: Any) -> Any:
    """Return a value with expressions in place of symbolic numbers, and tuples in place of lists and dictionaries.

    Raises
    ------
    UnsupportedOperation
        For a value of another type.

    Examples
    --------
    >>> plain([1, None, {"a": Fraction(1, 2)}])
    (1, None, (('a', 1/2),))
    """
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
