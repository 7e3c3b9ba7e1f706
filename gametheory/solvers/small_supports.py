"""Zeros of the equations of small supports in closed form: linear, or quadratic after two unknowns are eliminated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt
from operator import sub
from typing import Any, TypeAlias

import numpy as np
from flint import arb, ctx, fmpz_mat

from gametheory.numbers.rationals import to_fraction
from gametheory.solvers.polynomials import BITS, Condition, Equations, Objects

Number: TypeAlias = int | Fraction | arb  # exact, or a ball around an irrational number
Polynomial: TypeAlias = Sequence[int]  # the coefficients, that of the constant first
Zero: TypeAlias = list[Number]  # the free probabilities
Points: TypeAlias = dict[int, list[Any]]  # the free probabilities of each player who mixes


class NotSmall(Exception):
    """The support is larger, or its equations are degenerate."""


def zeros_in_closed_form(equations: Equations) -> list[Zero] | None:
    """Return all zeros of the equations that are probabilities; None if the support is not small.

    With two players who mix, the equations of each are linear in the probabilities of the other. With three players of
    whom two mix two actions each, and the third one two or three, eliminating unknowns leaves a polynomial of degree 2,
    at most. Rational zeros are tried in the equations. Irrational ones are in balls: all steps are in ball arithmetic.
    Anything degenerate is left to another method, such as a double zero.
    """
    system = equations.system
    if any(len(system.blocks[player]) > 1 for player in system.mixing):
        return None
    zeros = []
    with ctx.workprec(BITS):
        try:
            for points in _candidates(equations):
                free: Zero = []
                for player in system.mixing:
                    free += points[player]
                if any(number <= 0 or number >= 1 for number in free):
                    continue
                # eliminating unknowns can add zeros where a denominator is 0; of a ball, the steps are the proof
                is_ball = any(isinstance(number, arb) for number in free)
                if is_ball or not any(equations.values(equations.weights(equations.behavior(free)))):
                    zeros.append(free)
        except (NotSmall, ZeroDivisionError):
            return None
    return zeros


def _candidates(equations: Equations) -> Iterator[Points]:
    """Yield what can be zeros."""
    mixing = equations.system.mixing
    if len(mixing) not in (2, 3):
        raise NotSmall
    forms = {player: _forms(equations.conditions[player]) for player in mixing}
    if len(mixing) == 2:
        one, other = mixing
        yield {other: _solved(forms[one].tolist()), one: _solved(forms[other].tolist())}
        return
    first = max(mixing, key=lambda player: len(forms[player]))
    second, third = (player for player in mixing if player != first)
    if len(forms[second]) != 1 or len(forms[third]) != 1:
        raise NotSmall
    if len(forms[first]) == 1:
        yield from _one_each(forms, first, second, third)
    elif len(forms[first]) == 2:
        yield from _two_of_the_first(forms, first, second, third)
    else:
        raise NotSmall


def _forms(condition: Condition) -> Objects:
    """Return the equations of a player in the free probabilities of each of the others, and 1 in the place before."""
    rows = condition.equal
    for axis in range(1, rows.ndim):
        size = rows.shape[axis] - 1
        # weights of a table: 1, the free probabilities, and 1 minus their sum
        weights = np.vstack([np.eye(size, dtype=int), -np.ones((1, size), int)]).astype(object)
        weights[size, 0] = 1
        rows = np.moveaxis(np.tensordot(rows, weights, (axis, 0)), -1, axis)
    return rows


def _solved(forms: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return the unknowns of linear forms that are 0, each with its constant first."""
    if len(forms) != len(forms[0]) - 1:
        raise NotSmall
    solved = fmpz_mat([form[1:] for form in forms]).solve(fmpz_mat([[-form[0]] for form in forms]))
    return [to_fraction(number) for number in solved.entries()]


def _by(forms: dict[int, Objects], player: int, last: int, other: int) -> Objects:
    """Return the equations of a player, in the probabilities of two others; the axis of one of them is the last."""
    # the others are in the order of their numbers
    return forms[player] if other < last else np.moveaxis(forms[player], 1, 2)


def _one_each(forms: dict[int, Objects], first: int, second: int, third: int) -> Iterator[Points]:
    """Yield candidates with a free probability of each player: x, y and z.

    The equation of the third player, P + Q y = 0 with forms P and Q in x, gives y, and that of the second one gives z.
    """
    for_y = _by(forms, third, second, first)[0].T.tolist()
    for_z = _by(forms, second, third, first)[0].T.tolist()
    last = _by(forms, first, third, second)[0].tolist()
    _require_one_solution(*for_y)
    _require_one_solution(*for_z)
    # y = -P / Q and z = -R / S in the first player's equation, times Q S
    (low, high), (rest, factor) = for_y, for_z
    total = [0, 0, 0]
    for coefficient, one, other in (
        (last[0][0], high, factor),
        (-last[1][0], low, factor),
        (-last[0][1], high, rest),
        (last[1][1], low, rest),
    ):
        for power, number in enumerate(_product(one, other)):
            total[power] += coefficient * number
    for x in _zeros(total):
        # a factor is 0 at no irrational number; at a rational one there is no solution, as its constant is not 0
        if isinstance(x, Fraction) and not (_at(high, x) and _at(factor, x)):
            continue
        y = -_at(low, x) / _at(high, x)
        z = -_at(rest, x) / _at(factor, x)
        yield {first: [x], second: [y], third: [z]}


def _require_one_solution(constant: Polynomial, factor: Polynomial) -> None:
    """Check that constant + factor y = 0 has no solution where the factor is 0."""
    if not any(factor):
        raise NotSmall
    if factor[1] and _at(constant, Fraction(-factor[0], factor[1])) == 0:
        raise NotSmall


def _two_of_the_first(forms: dict[int, Objects], first: int, second: int, third: int) -> Iterator[Points]:
    """Yield candidates with two free probabilities of the first player, and one of the others: y and z.

    The equations of the first player, P + Q z = R + S z = 0 with forms in y, have P S = Q R. Those of the others are
    then linear in the probabilities of the first.
    """
    (constant, factor), (other_constant, other_factor) = (form.T.tolist() for form in _by(forms, first, third, second))
    if not any(factor) or not any(other_factor):
        raise NotSmall
    one, other = _product(constant, other_factor), _product(factor, other_constant)
    difference = list(map(sub, one, other))
    of_second, of_third = _by(forms, second, first, third)[0], _by(forms, third, first, second)[0]
    for y in _zeros(difference):
        if _at(factor, y) != 0:
            z = -_at(constant, y) / _at(factor, y)
        else:
            z = -_at(other_constant, y) / _at(other_factor, y)
        x = _crossed(_mixed(of_second, z), _mixed(of_third, y))
        yield {first: x, second: [y], third: [z]}


def _mixed(form: Objects, probability: Number) -> list[Any]:
    """Return a form in two players' probabilities at a probability of the first of them."""
    constants, factors = form.tolist()
    return [constant + factor * probability for constant, factor in zip(constants, factors, strict=True)]


def _crossed(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Return the two unknowns of two linear forms that are 0, each with its constant first."""
    determinant = one[1] * other[2] - one[2] * other[1]
    return [
        (one[2] * other[0] - one[0] * other[2]) / determinant,
        (one[0] * other[1] - one[1] * other[0]) / determinant,
    ]


def _product(one: Polynomial, other: Polynomial) -> list[int]:
    """Return the product of two linear polynomials."""
    return [one[0] * other[0], one[0] * other[1] + one[1] * other[0], one[1] * other[1]]


def _at(polynomial: Polynomial, number: Any) -> Any:
    """Return the value of a linear polynomial."""
    return polynomial[0] + polynomial[1] * number


def _zeros(polynomial: Polynomial) -> list[Fraction] | list[arb]:
    """Return the real zeros of a polynomial of degree 2 at most."""
    constant, linear, square = polynomial
    if not square:
        if not linear and not constant:
            raise NotSmall
        return [Fraction(-constant, linear)] if linear else []
    discriminant = linear * linear - 4 * square * constant
    if discriminant == 0:
        raise NotSmall
    if discriminant < 0:
        return []
    root = isqrt(discriminant)
    if root * root == discriminant:
        return [Fraction(-linear - root, 2 * square), Fraction(-linear + root, 2 * square)]
    ball = arb(discriminant).sqrt()
    return [(-linear - ball) / (2 * square), (-linear + ball) / (2 * square)]
