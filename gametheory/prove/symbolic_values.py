"""Symbolic numbers, and the path of one run of a function on them.

Symbolic numbers add, multiply and divide as numbers do, and fork the run when they are compared. What they cannot
express raises UnsupportedOperation. That includes everything by which code could tell them from an int: `isinstance`,
hashes, text, conversion to a machine number, and unknown attributes. The symbolic versions of built-in and package
functions describe what these would return.

A `Path` has the results of the comparisons of a run, and the values that it only describes. A comparison is decided
without a fork only if the expanded difference of its sides is a number, or differs by a number from one that is known
on this path. No other simplification decides anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from math import isqrt
from types import CodeType
from typing import Any, NoReturn

from sympy import And, Eq, Expr, Ge, Gt, Integer, Le, Lt, Max, Min, Mul, Ne, Not, Rational, Symbol, evaluate, true
from sympy.logic.boolalg import Boolean

_REFUSED = """
__abs__ __add__ __and__ __bool__ __call__ __ceil__ __complex__ __contains__ __delitem__ __divmod__ __enter__
__eq__ __float__ __floor__ __floordiv__ __format__ __ge__ __getitem__ __gt__ __hash__ __index__ __int__ __invert__
__iter__ __le__ __len__ __lshift__ __lt__ __matmul__ __mod__ __mul__ __ne__ __neg__ __next__ __or__ __pos__ __pow__
__radd__ __rand__ __rdivmod__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rmul__ __ror__
__round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __setitem__ __str__ __sub__ __truediv__
__trunc__ __xor__""".split()


def _refusal(kind: str, operation: str) -> Callable[..., NoReturn]:
    """Return a method that refuses an operation on a kind of symbolic value."""

    def method(*_: object, **__: object) -> NoReturn:
        raise UnsupportedOperation(f"{operation.strip('_')} of {kind}")

    return method


class Opaque:
    """A symbolic value that refuses every operation; subclasses define those that they can express."""

    __slots__ = ()
    # `isinstance` asks for the class of a value whose type does not fit.
    __class__ = property(_refusal("a symbolic value", "isinstance"))

    def __getattr__(self, name: str) -> NoReturn:
        raise UnsupportedOperation(f"the attribute {name} of a symbolic value")


for _name in _REFUSED:
    setattr(Opaque, _name, _refusal("a symbolic value", _name))


def _arithmetic(operation: Callable[[Expr, Expr], Expr]) -> Callable[[SymbolicReal, Any], SymbolicReal]:
    def method(first: SymbolicReal, second: object) -> SymbolicReal:
        result = operation(first.expression, expression_of(second))
        return SymbolicInt(result) if is_whole(first) and is_whole(second) else SymbolicReal(result)

    return method


def _comparison(relation: Any) -> Callable[[SymbolicReal, object], bool]:
    def method(first: SymbolicReal, second: object) -> bool:
        return current_path().branch(relation(first.expression, expression_of(second), evaluate=False))

    return method


class SymbolicReal(Opaque):
    """A symbolic number."""

    __slots__ = ("expression",)

    def __init__(self, expression: Expr) -> None:
        self.expression = expression

    __add__ = __radd__ = _arithmetic(lambda a, b: a + b)
    __sub__ = _arithmetic(lambda a, b: a - b)
    __rsub__ = _arithmetic(lambda a, b: b - a)
    __mul__ = __rmul__ = _arithmetic(lambda a, b: a * b)
    __gt__, __ge__, __lt__, __le__ = map(_comparison, (Gt, Ge, Lt, Le))

    def __pow__(self, exponent: object) -> SymbolicReal:
        if type(exponent) is not int or exponent < 0:
            raise UnsupportedOperation("a power that is not a whole number")
        return type(self)(self.expression**exponent)

    def __neg__(self) -> SymbolicReal:
        return type(self)(Mul(-1, self.expression))

    def __pos__(self) -> SymbolicReal:
        return self

    def __abs__(self) -> SymbolicReal:
        if self >= 0:
            return self
        return -self

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __eq__(self, other: object) -> bool:
        return other is not None and _comparison(Eq)(self, other)

    def __ne__(self, other: object) -> bool:
        return other is None or _comparison(Ne)(self, other)

    __hash__ = Opaque.__hash__


class SymbolicInt(SymbolicReal):
    """A symbolic integer; division rounds down, as in Python."""

    __slots__ = ()

    def __floordiv__(self, other: object) -> SymbolicInt:
        return _quotient(self, other)

    def __rfloordiv__(self, other: object) -> SymbolicInt:
        return _quotient(other, self)

    def __mod__(self, other: Any) -> Any:
        return self - other * _quotient(self, other)

    def __rmod__(self, other: Any) -> Any:
        return other - self * _quotient(other, self)

    def __divmod__(self, other: object) -> tuple[SymbolicInt, SymbolicReal]:
        return self // other, self % other

    def __rdivmod__(self, other: object) -> tuple[SymbolicInt, SymbolicReal]:
        return other // self, other % self


def expression_of(value: Any) -> Expr:
    """Return the expression of a symbolic number, an int or a Fraction."""
    if is_symbolic(value):
        return value.expression
    if type(value) in (int, bool):
        return Integer(int(value))
    if type(value) is Fraction:
        return Rational(value.numerator, value.denominator)
    raise UnsupportedOperation(f"arithmetic with a value of type {type(value).__name__}")


def is_symbolic(value: object) -> bool:
    """Return whether a value is a symbolic number."""
    return type(value) in (SymbolicInt, SymbolicReal)


def is_whole(value: object) -> bool:
    """Return whether a value is an int or a symbolic integer."""
    return type(value) in (SymbolicInt, int, bool)


def symbolic(expression: Expr) -> Any:
    """Return the symbolic number of an expression: an integer if all its symbols are integers."""
    if expression.is_integer:
        return SymbolicInt(expression)
    return SymbolicReal(expression)


def _quotient(dividend: object, divisor: Any) -> SymbolicInt:
    """Return the floor of a quotient as a new symbol q with b q <= a < b q + b, or the reverse for negative b."""
    if not (is_whole(dividend) and is_whole(divisor)):
        raise UnsupportedOperation("the floor of a quotient of numbers that are not integers")
    if divisor == 0:
        raise ZeroDivisionError
    a = expression_of(dividend)
    b = expression_of(divisor)
    less_or_equal, less = (Le, Lt) if divisor > 0 else (Ge, Gt)

    def meaning(q: Expr) -> Boolean:
        # The remainder a - b q is between 0 and b, and has the sign of b.
        at_most = less_or_equal(b * q, a, evaluate=False)
        return And(at_most, less(a, b * q + b, evaluate=False))

    return SymbolicInt(current_path().define("quotient", (a, b), meaning))


# The code of the functions whose single loop may run over a symbolic range; see `gametheory.prove.symbolic`.
FAMILIES: set[CodeType] = set()


class SymbolicRange(Opaque):
    """The integers from a lower to below an upper bound; a loop over them runs once, for any element."""

    __slots__ = ("lower", "upper")

    def __init__(self, lower: object, upper: Any) -> None:
        self.lower, self.upper = lower, upper

    def __iter__(self) -> Iterator[SymbolicInt]:
        # In any other loop, the pass for one element could use what the pass before it left.
        if sys._getframe(1).f_code not in FAMILIES:
            raise UnsupportedOperation("a loop over a symbolic range whose passes may depend on each other")
        yield SymbolicInt(current_path().element(expression_of(self.lower), expression_of(self.upper)))

    def __bool__(self) -> bool:
        return bool(self.lower < self.upper)


class Family(Opaque):
    """What a function yields for any element of a symbolic range; code on symbols cannot look into it."""

    __slots__ = ("items",)

    def __init__(self, items: list[Any]) -> None:
        self.items = items


def _symbolic_range(first: Any, *bounds: object) -> object:
    """Return a range, symbolic if a bound is; the step is 1."""
    if not any(map(is_symbolic, (first, *bounds))):
        return range(first, *bounds)
    if len(bounds) > 1 or not all(map(is_whole, (first, *bounds))):
        raise UnsupportedOperation("a symbolic range with a step or a bound that is not an integer")
    if bounds:
        return SymbolicRange(first, *bounds)
    return SymbolicRange(0, first)


def symbolic_isqrt(number: Any) -> Any:
    """Return the floor of a square root: for a symbol, a new one with r >= 0 and r^2 <= number < (r + 1)^2."""
    if not is_symbolic(number):
        return isqrt(number)
    if not is_whole(number):
        raise UnsupportedOperation("isqrt of a number that is not an integer")
    if number < 0:
        raise ValueError
    square = expression_of(number)

    def meaning(root: Any) -> object:
        at_most = Le(root**2, square, evaluate=False)
        above = Lt(square, (root + 1) ** 2, evaluate=False)
        return And(Ge(root, 0), at_most, above)

    return SymbolicInt(current_path().define("root", (square,), meaning))


def _extremum(of_numbers: Callable[..., object], of_expressions: Any, *numbers: Any) -> object:
    """Return the greatest or the least of several numbers."""
    if not any(map(is_symbolic, numbers)):
        return of_numbers(*numbers)
    return symbolic(of_expressions(*map(expression_of, numbers)))


def described(name: str) -> Callable[..., Any]:
    """Return a function to use in place of another one whose values are only described."""

    def call(*arguments: object) -> SymbolicInt:
        expressions = tuple(map(expression_of, arguments))
        return SymbolicInt(current_path().define(name, expressions, lambda _: true))

    return call


def _of_plain_value(function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that refuses symbolic values."""

    def guarded(*arguments: object) -> object:
        if any(issubclass(type(argument), Opaque) for argument in arguments):
            raise UnsupportedOperation(f"{function.__name__} of a symbolic value")
        return function(*arguments)

    return guarded


BUILTINS: Mapping[str, Callable[..., object]] = {
    "range": _symbolic_range,
    "max": partial(_extremum, max, Max),
    "min": partial(_extremum, min, Min),
    "type": _of_plain_value(type),
    "id": _of_plain_value(id),
    "callable": _of_plain_value(callable),
}


MAX_DECISIONS = 200


class UnsupportedOperation(Exception):
    """An operation that a run on symbols cannot express; the message names it."""


@dataclass(frozen=True)
class Definition:
    """A value that the run only describes: a new symbol, and the relation that fixes its value."""

    symbol: Symbol
    operation: str
    arguments: tuple[Any, ...]
    meaning: Boolean


@dataclass(frozen=True)
class Element:
    """Any element of a range of integers, lower <= symbol < upper, for which the run stands."""

    symbol: Symbol
    lower: Expr
    upper: Expr

    @property
    def meaning(self) -> Boolean:
        """The relation lower <= symbol < upper."""
        at_least = Le(self.lower, self.symbol, evaluate=False)
        return And(at_least, Lt(self.symbol, self.upper, evaluate=False))


@dataclass
class Path:
    """The results of the comparisons of one run (a given prefix, then always true), and its descriptions.

    >>> n = Symbol("n", integer=True)
    >>> path = Path([False])
    >>> path.branch(n > 0), path.branch(n > 2), path.condition
    (False, False, [n <= 0])
    >>> path.define("root", (n,), lambda root: Eq(root**2, n)), path.definitions[0].meaning
    (root_1, Eq(root_1**2, n))
    >>> path.element(Integer(0), n), path.elements[0].meaning
    (element_2, (0 <= element_2) & (element_2 < n))
    >>> path.new("least")
    least_3
    """

    answers: list[bool]
    given: Sequence[Boolean] = ()
    taken: frozenset[str] = frozenset()
    prefix: str = ""
    condition: list[Boolean] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    # e + c < 0 (strict) or e + c <= 0 as the pair (c, strict) under e
    _bounds: dict[Expr, list[tuple[Expr, bool]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with evaluate(True):
            for relation in self.given:
                self._learn(relation, True)

    def branch(self, relation: Boolean) -> bool:
        """Return the result of a comparison, and record it if it is not decided already."""
        # Inside `evaluate(False)` the sides are as the code wrote them, and not even 0 + 0 < 0 is decided.
        with evaluate(True):
            decided = self._decide(relation)
        if decided is not None:
            return decided
        if len(self.condition) == len(self.answers):
            if len(self.answers) == MAX_DECISIONS:
                raise UnsupportedOperation(f"a loop: one branch makes more than {MAX_DECISIONS} comparisons")
            self.answers.append(True)
        answer = self.answers[len(self.condition)]
        self.condition.append(relation if answer else Not(relation))
        with evaluate(True):
            self._learn(relation, answer)
        return answer

    def define(self, operation: str, arguments: tuple[object, ...], meaning: Any) -> Symbol:
        """Return the symbol of a described value; the same operation on the same arguments has one symbol."""
        for known in self.definitions:
            if (known.operation, known.arguments) == (operation, arguments):
                return known.symbol
        symbol = self.new(operation)
        self.definitions.append(Definition(symbol, operation, arguments, meaning(symbol)))
        return symbol

    def element(self, lower: Expr, upper: Expr) -> Symbol:
        """Return a symbol for any integer from `lower` to `upper - 1`."""
        symbol = self.new("element")
        self.elements.append(Element(symbol, lower, upper))
        with evaluate(True):
            self._add_bound(_difference(lower, symbol), False)
            self._add_bound(_difference(symbol + 1, upper), False)
        return symbol

    def new(self, name: str) -> Symbol:
        """Return an integer symbol whose name is not in use."""
        number = len(self.definitions) + len(self.elements) + 1
        while f"{self.prefix}{name}_{number}" in self.taken:
            number += 1
        return Symbol(f"{self.prefix}{name}_{number}", integer=True)

    def _decide(self, relation: Boolean) -> bool | None:
        if isinstance(relation, Eq | Ne):
            answer = self._is_zero(_difference(*relation.args))
            if answer is None or isinstance(relation, Eq):
                return answer
            return not answer
        bound = _bound(relation)
        if self._implied(*bound):
            return True
        if self._implied(*_negated(*bound)):
            return False
        return None  # the run forks

    def _is_zero(self, difference: Expr) -> bool | None:
        if difference.is_Number:
            return bool(difference == 0)
        opposite = _opposite(difference)
        if self._implied(difference, False) and self._implied(opposite, False):
            return True
        if self._implied(difference, True) or self._implied(opposite, True):
            return False
        return None

    def _implied(self, low: Expr, strict: bool) -> bool:
        """Return whether low < 0 (strict) or low <= 0 is a fact about a number, or follows from one known bound."""
        constant, variable = _whole(low, strict).as_coeff_Add()
        strict = strict and not low.is_integer
        known = self._bounds.get(variable, [])
        if variable == 0:  # the only fact about a number without symbols is 0 <= 0
            known = [(Integer(0), False)]
        for other, other_strict in known:
            gap = constant - other
            # With equal bounds e < 0 implies e <= 0, but not the other way round.
            if gap < 0 or (gap == 0 and (other_strict or not strict)):
                return True
        return False

    def _add_bound(self, low: Expr, strict: bool) -> None:
        constant, variable = _whole(low, strict).as_coeff_Add()
        bounds = self._bounds.setdefault(variable, [])
        bounds.append((constant, strict and not low.is_integer))

    def _learn(self, relation: Boolean, answer: bool) -> None:
        if isinstance(relation, Eq | Ne):
            if answer is isinstance(relation, Eq):  # that numbers differ bounds neither of them
                difference = _difference(*relation.args)
                self._add_bound(difference, False)
                self._add_bound(_opposite(difference), False)
            return
        bound = _bound(relation)
        if not answer:
            bound = _negated(*bound)
        self._add_bound(*bound)


def _bound(relation: Boolean) -> tuple[Expr, bool]:
    """Return e and whether the relation is e < 0 rather than e <= 0."""
    left, right = relation.args
    if isinstance(relation, Lt | Le):
        return _difference(left, right), isinstance(relation, Lt)
    if isinstance(relation, Gt | Ge):
        return _difference(right, left), isinstance(relation, Gt)
    raise UnsupportedOperation(f"the relation {relation}")


def _negated(low: Expr, strict: bool) -> tuple[Expr, bool]:
    return _opposite(low), not strict


def _whole(low: Expr, strict: bool) -> Expr:
    """Return e + 1 for e < 0 if e is an integer, since that is e + 1 <= 0."""
    if strict and low.is_integer:
        return low + 1
    return low


def _opposite(difference: Expr) -> Expr:
    return (-difference).expand()


@lru_cache(4096)
def _difference(left: Expr, right: Expr) -> Expr:
    return (left.doit() - right.doit()).expand()


_PATHS: list[Path] = []


def current_path() -> Path:
    """Return the path of the run in progress."""
    if not _PATHS:
        raise UnsupportedOperation("a symbol outside a run")
    return _PATHS[-1]


@contextmanager
def following(path: Path) -> Iterator[Path]:
    """Run the body on a path."""
    _PATHS.append(path)
    try:
        yield path
    finally:
        _PATHS.pop()
