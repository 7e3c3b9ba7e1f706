"""Minimal polynomials of irrational probabilities, guessed from their digits; a checker decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb, ctx, fmpz_mat

from gametheory.solvers.many_players.roots import BITS, interval

Choice = tuple[int, int, int]
MAX_DEGREE = 8
DIGITS = 192  # binary ones, after the point
SHORT = 144  # bits of all coefficients of a relation that is no accident


class Guess(NamedTuple):
    """What `verify.check_minimal_polynomials` takes after a game and a box."""

    polynomials: dict[Choice, tuple[int, ...]]
    generator: Choice
    points: dict[Choice, list[Fraction]]


def guess_polynomials(balls: Mapping[Choice, Any]) -> Guess | None:
    """Return the minimal polynomials of probabilities, and each as a polynomial in one of them; None if not short."""
    mixed, last = {c: ball for c, ball in balls.items() if isinstance(ball, arb)}, {c[:2]: c for c in sorted(balls)}
    with ctx.workprec(BITS):
        found = {choice: _minimal_polynomial(ball) for choice, ball in mixed.items()}
        polynomials = {choice: each for choice, each in found.items() if each}
        generator = max(polynomials, key=lambda choice: len(polynomials[choice]), default=None)
        if generator is None:
            return None
        powers = [balls[generator] ** power for power in range(len(polynomials[generator]) - 1)]
        points = {}
        for choice in set(balls) - set(last.values()):
            relation = _relation([-arb(balls[choice]), *powers])
            if not relation or not relation[0]:
                return None
            points[choice] = [Fraction(each, relation[0]) for each in relation[1:]]
    return Guess(polynomials, generator, points)


def _minimal_polynomial(ball: arb) -> tuple[int, ...]:
    """Return the coefficients of a polynomial of the least degree that is about 0, the leading one positive."""
    for degree in range(1, MAX_DEGREE + 1):
        if relation := _relation([ball**power for power in range(degree + 1)]):
            return tuple(each if relation[-1] > 0 else -each for each in relation)
    return ()


def _relation(numbers: Sequence[arb]) -> list[int]:
    """Return small integers, times which the numbers add up to about 0 (Lenstra, Lenstra and Lovász 1982); or none."""
    count = len(numbers)
    rounded = [round(sum(interval(number)) / 2 * (1 << DIGITS)) for number in numbers]
    rows = [[*(int(i == j) for j in range(count)), number] for i, number in enumerate(rounded)]
    shortest = [int(fmpz_mat(rows).lll()[0, column]) for column in range(count)]
    return shortest if max(map(abs, shortest)).bit_length() * count < SHORT else []
