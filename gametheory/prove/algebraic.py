"""Signs of terms at points with irrational coordinates, decided exactly.

A coordinate is a root of a polynomial with integer coefficients. A term of such numbers is either zero or at least as
large as a bound that its length, its degrees and the polynomials give (the inequality of Liouville; Waldschmidt 2000,
proposition 3.14). So an enclosure that is narrower than the bound decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import lcm, prod
from operator import add, sub, truediv
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq, fmpz_poly

from gametheory.prove.readable import as_text
from gametheory.prove.terms import Term, names

MAX_DEGREE = 60
MAX_BITS = 50_000
OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda *parts: reduce(add, parts),
    "-": lambda first, *others: reduce(sub, others, first) if others else -first,
    "*": lambda *parts: prod(parts[1:], start=parts[0]),
    "/": truediv,
    "to_real": lambda part: part,
}


@dataclass(frozen=True)
class Root:
    """A real root of a polynomial with integer coefficients, the constant first; the least root has the index 1.

    >>> Root((-2, 0, 1), 2).as_text("x")
    'x ≈ 1.41421 with x² − 2 = 0'
    >>> Root((1, 0, 1), 1)
    Traceback (most recent call last):
    ValueError: root: the polynomial (1, 0, 1) has no real root number 1
    """

    coefficients: tuple[int, ...]
    index: int

    def __post_init__(self) -> None:
        whole = all(type(number) is int for number in (*self.coefficients, self.index))
        if not whole or not 1 <= self.degree <= MAX_DEGREE or not self.coefficients[-1]:
            raise ValueError(f"root: {str(self.coefficients)[:80]} is no polynomial of degree 1 to {MAX_DEGREE}")
        if not 1 <= self.index <= len(self._balls()):
            raise ValueError(f"root: the polynomial {self.coefficients} has no real root number {self.index}")

    @property
    def degree(self) -> int:
        """The degree of the polynomial."""
        return len(self.coefficients) - 1

    def ball(self) -> arb:
        """Return an enclosure of the number, as narrow as the precision in use."""
        return self._balls()[self.index - 1]

    def _balls(self) -> list[arb]:
        roots: Any = fmpz_poly(list(self.coefficients)).complex_roots()
        return sorted((root.real for root, _ in roots if root.imag == 0), key=lambda ball: ball.mid())

    def as_text(self, name: str) -> str:
        """Return what a variable with this value is: its first digits, and the equation that defines it."""
        terms = [_monomial(number, (name,) * power) for power, number in enumerate(self.coefficients) if number]
        equation = as_text(("=", ("+", *reversed(terms)), "0"))
        return f"{name} ≈ {float(self.ball()):.6g} with {equation}"


def _monomial(number: int, factors: tuple[str, ...]) -> Term:
    size: Term = ("*", str(abs(number)), *factors) if abs(number) > 1 or not factors else ("*", *factors)
    size = size if len(size) > 2 else size[1]
    return size if number > 0 else ("-", size)


Number: TypeAlias = Fraction | Root


@dataclass(frozen=True)
class _Size:
    """A polynomial with integer coefficients over a denominator: the sum of their sizes, and its degrees."""

    denominator: int
    length: int
    degrees: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: _Size) -> _Size:
        common = lcm(self.denominator, other.denominator)
        lengths = (each.length * (common // each.denominator) for each in (self, other))
        return _Size(common, sum(lengths), self.degrees | other.degrees)

    __sub__ = __add__

    def __neg__(self) -> _Size:
        return self

    def __mul__(self, other: _Size) -> _Size:
        return _Size(self.denominator * other.denominator, self.length * other.length, self.degrees + other.degrees)

    def __truediv__(self, other: _Size) -> _Size:  # only constants divide
        return _Size(self.denominator * other.length, self.length * other.denominator, self.degrees)


def sign(term: Term, point: Mapping[str, Number]) -> int:
    """Return -1, 0 or 1, the sign of a number without case distinctions.

    >>> x = Root((-2, 0, 1), 2)
    >>> sign(("-", ("*", "x", "x"), "2"), {"x": x}), sign(("-", ("*", "7", "x"), "10"), {"x": x})
    (0, -1)
    """
    roots = {name: value for name in names(term) if isinstance(value := point[name], Root)}
    if not roots:
        number = _evaluated(term, point, Fraction)
        return int(number > 0) - int(number < 0)
    bits, precision = _bits_of_least(term, point, roots), 64
    while precision < MAX_BITS:
        with ctx.workprec(precision):
            ball = _evaluated(term, {name: _ball(value) for name, value in point.items()}, arb)
            if not ball.contains(0):
                return 1 if ball > 0 else -1
            if ball.abs_upper() < arb(2) ** -bits:
                return 0
        precision *= 2
    raise ValueError(f"the sign of {as_text(term)[:80]} is not decided with {MAX_BITS} bits")


def _bits_of_least(term: Term, point: Mapping[str, Number], roots: Mapping[str, Root]) -> int:
    """Return a number of bits b such that the term is zero or at least 2^-b in size."""
    sizes = {
        name: _Size(1, 1, Counter({name: 1}))
        if isinstance(value, Root)
        else _Size(value.denominator, abs(value.numerator))
        for name, value in point.items()
    }
    size: _Size = _evaluated(term, sizes, lambda literal: _Size(1, int(literal)))
    degree = prod(root.degree for root in roots.values())
    bits = (degree - 1) * size.length.bit_length() + size.denominator.bit_length()
    for name, root in roots.items():
        bits += degree // root.degree * size.degrees[name] * sum(map(abs, root.coefficients)).bit_length()
    return bits


def _evaluated(term: Term, values: Mapping[str, Any], literal: Any) -> Any:
    if isinstance(term, str):
        return values[term] if term in values else literal(int(term.removesuffix(".0")))
    return OPERATIONS[str(term[0])](*(_evaluated(part, values, literal) for part in term[1:]))


def _ball(value: Number) -> arb:
    return value.ball() if isinstance(value, Root) else arb(fmpq(value.numerator, value.denominator))
