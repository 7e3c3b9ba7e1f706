"""Exact numbers: `fractions.Fraction` in the public API, flint's faster `fmpq` inside solvers; bisection."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import ceil, floor

from flint import fmpq


def least_satisfying(condition: Callable[[int], bool], first: int, near: int | None = None) -> int:
    """Return the least integer from `first` on that satisfies a monotone condition.

    The steps double until the condition changes, and bisection finds the integer between. Cost: two calls of the
    condition for each binary digit of the distance between `near` and the result.
    """
    guess = first if near is None else max(first, near)
    fails, candidate = _bracket(condition, first, guess)
    while candidate - fails > 1:
        middle = (fails + candidate) // 2
        if condition(middle):
            candidate = middle
        else:
            fails = middle
    return candidate


def _bracket(condition: Callable[[int], bool], first: int, near: int) -> tuple[int, int]:
    """Return an integer that fails the condition, or first - 1, and a greater one that satisfies it."""
    width = 1
    # downward if the guess is too great: the previous step was the last one that satisfied the condition
    if condition(near):
        while near - width >= first and condition(near - width):
            width *= 2
        fails = max(near - width, first - 1)
        return fails, near - width // 2
    while not condition(near + width):
        width *= 2
    return near + width // 2, near + width


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the rational number with the least denominator of an interval; of several the one nearest to 0.

    Continued fractions of the two ends, as far as they agree (Stern 1858, Brocot 1861).
    """
    if low > high:
        raise ValueError(f"{low} is greater than {high}")
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    terms: list[int] = []
    numerator, denominator = low.as_integer_ratio()
    greater, divisor = high.as_integer_ratio()
    whole, rest = divmod(numerator, denominator)
    # without an integer in the interval, which would be its simplest number, both ends have the same integer part
    while rest and (whole + 1) * divisor > greater:
        terms.append(whole)
        # the reciprocal of the greater end is the lesser one
        numerator, denominator, greater, divisor = divisor, greater - whole * divisor, denominator, rest
        whole, rest = divmod(numerator, denominator)
    over, under = whole + bool(rest), 1
    for term in reversed(terms):
        over, under = term * over + under, over
    return Fraction(over, under)


def round_outward(low: Fraction, high: Fraction, denominator: int) -> tuple[Fraction, Fraction]:
    """Return the bounds of an interval rounded to multiples of a unit fraction, so that the interval grows."""
    lower = floor(low * denominator)
    upper = ceil(high * denominator)
    return Fraction(lower, denominator), Fraction(upper, denominator)


MAX_CHARACTERS = 40_000
RATIONAL = re.compile(r"-?\d+(/0*[1-9]\d*)?", re.ASCII)


def is_exact(number: object) -> bool:
    """Return whether a number is an integer or a Fraction of integers; a subclass can compare as it likes."""
    if type(number) is not Fraction:
        return type(number) in (int, bool)
    # a Fraction takes any rational numbers as its numerator and denominator
    return type(number.numerator) is int and type(number.denominator) is int


def to_flint(number: Fraction | int | float) -> fmpq:
    """Return a number as `fmpq`, exactly, also a float."""
    return fmpq(*number.as_integer_ratio())


def to_fraction(number: fmpq) -> Fraction:
    """Return an `fmpq` as `Fraction`, exactly."""
    return Fraction(int(number.p), int(number.q))


def to_float(number: fmpq | float) -> float:
    """Return the float nearest to a number."""
    if isinstance(number, float):
        return number
    # the quotient of two integers is rounded once, while float(p) / float(q) may overflow and rounds three times
    return int(number.p) / int(number.q)


def ceiling_division(dividend: int, divisor: int) -> int:
    """Return the least integer that is at least dividend / divisor.

    Parameters
    ----------
    dividend, divisor : int
        The numbers to divide.

    Raises
    ------
    ZeroDivisionError
        If the divisor is 0.

    Examples
    --------
    >>> ceiling_division(7, 2), ceiling_division(-7, 2), ceiling_division(6, 2)
    (4, -3, 3)
    """
    return -(-dividend // divisor)


def require_whole(name: str, value: object, least: int) -> int:
    """Return a whole number unchanged; raise ValueError, which names it, unless it is one of at least `least`."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return value
    raise ValueError(f"{name}: {value!r} is not a whole number of at least {least}")


def exact_text(number: Fraction | int) -> str:
    """Return a number as text, with all its digits; Python itself refuses to print more than 4,300 of them."""
    return str(to_flint(number))


def parse_rational(text: object) -> Fraction:
    """Parse the text of a rational number, an integer or a quotient of two, as `str` writes a Fraction.

    `Fraction` itself also accepts "1e999999999", which needs all memory; so files are read with this function.
    """
    if isinstance(text, str) and len(text) <= MAX_CHARACTERS and RATIONAL.fullmatch(text):
        return Fraction(text)
    raise ValueError(f"{text!r:.60} is no exact number such as 1/3")


def check_number(numbers: Iterable[int]) -> int:
    """Return the number that changes if one digit of one number changes, as `check_number` in Check.v does.

    >>> check_number([1, 18]), check_number([1, 19])
    (28, 29)
    """
    total = 0
    for number in numbers:
        # modulo a prime, as the check digits of ISO 7064: no change of one digit is a multiple of it
        total = (10 * total + number) % 97
    return total
