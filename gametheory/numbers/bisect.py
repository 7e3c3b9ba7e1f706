"""Find the least integer with a monotone property, by doubling and bisection."""

from __future__ import annotations

from collections.abc import Callable


def least_satisfying(condition: Callable[[int], bool], first: int, near: int | None = None) -> int:
    """Return the least integer from `first` on that satisfies a monotone condition.

    The steps double until the condition changes, and bisection finds the integer between. Cost: two calls of the
    condition for each binary digit of the distance between `near` and the result.
    """
    fails, candidate = _bracket(condition, first, first if near is None else max(first, near))
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
        return max(near - width, first - 1), near - width // 2
    while not condition(near + width):
        width *= 2
    return near + width // 2, near + width
