"""Find the least integer with a monotone property, by doubling and bisection."""

from __future__ import annotations

from collections.abc import Callable


def least_satisfying(holds: Callable[[int], bool], first: int, near: int | None = None) -> int:
    """The least number from `first` on for which a statement holds that stays true once it is.

    Steps that double, from `near` on (else from `first`), then bisection. Cost: two checks for each binary
    digit of the distance. Does not return where the statement never holds.

    >>> least_satisfying(lambda number: number * number >= 50, 0), least_satisfying(lambda number: number * number >= 50, 0, near=9)
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
