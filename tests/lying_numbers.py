"""Numbers that are no numbers: of subclasses whose comparisons and arithmetic lie."""

from fractions import Fraction
from typing import Any

import numpy
import sympy


def flatters(self: object, other: object) -> bool:
    """Return True: as the comparison of a number, whatever the other one is."""
    return True


COMPARISONS: dict[str, Any] = dict.fromkeys(("__eq__", "__le__", "__ge__", "__lt__", "__gt__"), flatters)
COMPARISONS["__hash__"] = lambda self: 0
LyingFraction = type("LyingFraction", (Fraction,), COMPARISONS)
LyingInteger = type("LyingInteger", (int,), COMPARISONS)
Summand = type(
    "Summand",
    (Fraction,),
    {"__eq__": flatters, "__hash__": lambda self: 0} | dict.fromkeys(("__add__", "__radd__"), lambda self, other: self),
)
Other = type("Other", (int,), {"numerator": property(lambda self: 7), "as_integer_ratio": lambda self: (7, 1)})


def hidden(number: Any) -> Fraction:
    """Return a Fraction whose numerator lies."""
    fraction = Fraction(number)
    fraction._numerator = LyingInteger(fraction.numerator)  # type: ignore[attr-defined]
    return fraction


KINDS = [LyingFraction, LyingInteger, Other, hidden, numpy.int8, numpy.float64, sympy.Integer, float]
