"""Fibonacci numbers, and exact comparisons with multiples of the golden ratio."""

from __future__ import annotations


def fibonacci_pair(index: int) -> tuple[int, int]:
    """Return the Fibonacci numbers F(index) and F(index + 1), with F(0) = 0 and F(1) = 1.

    Method: fast doubling, F(2m) = F(m) (2 F(m + 1) - F(m)) and F(2m + 1) = F(m)^2 + F(m + 1)^2. Cost: three products
    for each binary digit of the index.
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
    """Return the Fibonacci number F(index), with F(0) = 0 and F(1) = 1.

    Cost and errors are those of `fibonacci_pair`.
    """
    return fibonacci_pair(index)[0]


def compare_golden_multiple(factor: int, number: int) -> int:
    """Return the sign (-1, 0 or 1) of factor x phi - number, where phi = (1 + sqrt 5) / 2.

    Twice the difference is factor x sqrt 5 - (2 number - factor). The map t -> t abs(t) is increasing, so comparing the
    signed squares of the two terms gives the same sign in integers. Since phi is irrational, the sign is 0 only for
    factor = number = 0.
    """
    root_part, whole_part = 5 * factor * abs(factor), (2 * number - factor) * abs(2 * number - factor)
    return (root_part > whole_part) - (root_part < whole_part)
