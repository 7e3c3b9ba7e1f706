"""Exact numbers: Fibonacci numbers, the golden ratio by comparison, the least number that will do, and text."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

MOST_SIGNS = 40_000
EXACT = re.compile(r"-?\d+(/0*[1-9]\d*)?", re.ASCII)


def fibonacci_pair(index: int) -> tuple[int, int]:
    """The Fibonacci numbers F(index) and F(index + 1), where F(0) = 0 and F(1) = 1.

    Fast doubling: F(2m) = F(m) (2 F(m + 1) - F(m)) and F(2m + 1) = F(m)^2 + F(m + 1)^2. Cost: three products
    for each binary digit of the index. Raises ValueError for a negative index.

    >>> fibonacci_pair(10)
    (55, 89)
    """
    if index < 0:
        raise ValueError(f"index: {index} is negative")
    this, following = 0, 1
    for digit in f"{index:b}":
        this, following = this * (2 * following - this), this * this + following * following
        if digit == "1":
            this, following = following, this + following
    return this, following


def fibonacci(index: int) -> int:
    """The Fibonacci number F(index), where F(0) = 0 and F(1) = 1.

    Cost and errors are those of `fibonacci_pair`.

    >>> [fibonacci(index) for index in range(8)]
    [0, 1, 1, 2, 3, 5, 8, 13]
    """
    return fibonacci_pair(index)[0]


def phi_multiple_against(factor: int, number: int) -> int:
    """The sign of factor x phi - number, where phi = (1 + sqrt 5) / 2: -1, 0 or 1.

    Twice the difference is factor x sqrt 5 - (2 number - factor), and t -> t |t| keeps the order of the two
    terms, so that integers decide. The sign is 0 only where both are zero, since phi is irrational.

    >>> phi_multiple_against(55, 89), phi_multiple_against(34, 55), phi_multiple_against(-1, -2)
    (-1, 1, 1)
    """
    root_part, whole_part = 5 * factor * abs(factor), (2 * number - factor) * abs(2 * number - factor)
    return (root_part > whole_part) - (root_part < whole_part)


def ceiling_division(dividend: int, divisor: int) -> int:
    """The least whole number not below dividend / divisor.

    Raises ZeroDivisionError for the divisor 0.

    >>> ceiling_division(7, 2), ceiling_division(-7, 2), ceiling_division(6, 2)
    (4, -3, 3)
    """
    return -(-dividend // divisor)


def least(holds: Callable[[int], bool], first: int, near: int | None = None) -> int:
    """The least number from `first` on for which a statement holds that stays true once it is.

    Steps that double, from `near` on (else from `first`), then bisection. Cost: two checks for each binary
    digit of the distance. Does not return where the statement never holds.

    >>> least(lambda number: number * number >= 50, 0), least(lambda number: number * number >= 50, 0, near=9)
    (8, 8)
    """
    fails, candidate = _bracket(holds, first, first if near is None else max(first, near))
    while candidate - fails > 1:
        middle = (fails + candidate) // 2
        if holds(middle):
            candidate = middle
        else:
            fails = middle
    return candidate


def _bracket(holds: Callable[[int], bool], first: int, near: int) -> tuple[int, int]:
    """A number for which the statement fails, or the one before the first, and a greater one for which it holds."""
    width = 1
    if holds(near):
        while near - width >= first and holds(near - width):
            width *= 2
        return max(near - width, first - 1), near - width // 2
    while not holds(near + width):
        width *= 2
    return near + width // 2, near + width


def exact_number(text: object) -> Fraction:
    """The number that text of a file stands for, a whole number or a quotient of two: what `str` makes of a Fraction.

    A Fraction can be made of "1e999999999" too, and then fills the memory. Raises ValueError for anything else, and for
    more than 40,000 signs.

    >>> exact_number("-1/3"), exact_number("2")
    (Fraction(-1, 3), Fraction(2, 1))
    """
    if not isinstance(text, str) or len(text) > MOST_SIGNS or not EXACT.fullmatch(text):
        raise ValueError(f"{text!r:.60} is no exact number such as 1/3")
    return Fraction(text)
