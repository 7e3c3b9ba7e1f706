"""Check the minimal polynomials of the irrational probabilities in an equilibrium of three or more players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, arb_poly, ctx, fmpq_poly, fmpz_poly

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import require, require_exact
from gametheory.verify.many_players import BITS, Choice, Interval, check_equilibrium_box, plays_of, sum_over_plays

Polynomials: TypeAlias = Mapping[Choice, Sequence[int]]  # the coefficients of each, that of x^0 first


def check_minimal_polynomials(
    game: NormalForm | ExtensiveForm,
    box: Mapping[Choice, Interval],
    polynomials: Polynomials,
    generator: Choice,
    points: Mapping[Choice, Sequence[Fraction]],
) -> tuple[tuple[float, float], ...]:
    """Return bounds of the payoffs in the only equilibrium in a box; its probabilities have given minimal polynomials.

    The box is checked as by `check_equilibrium_box`. Each polynomial is irreducible over the rationals, and has one
    root in the interval of its action, which is isolated in balls. That these roots are the equilibrium is shown in the
    field of rationals and the root of one action: every probability is a polynomial in this root, lies in its interval,
    and is a root of its own polynomial; and used actions are equally good, exactly. The box has one such point. Cost:
    the plays, for each free probability, times the square of the degree.

    Parameters
    ----------
    game : NormalForm or ExtensiveForm
        A table, or a tree with perfect recall.
    box : mapping
        As in `check_equilibrium_box`.
    polynomials : mapping
        For some actions of the box the coefficients of the minimal polynomial, integers, that of x^0 first.
    generator : tuple of int
        The action whose root generates the field.
    points : mapping
        Each used probability as a polynomial in this root, except that of the last used action of each set.

    Returns
    -------
    tuple of pairs
        As `check_equilibrium_box`.

    Raises
    ------
    CertificateError
        If the box has no equilibrium, a polynomial is reducible or has not one root in its interval, a probability is
        not that root, or used actions are not equally good.

    Examples
    --------
    >>> half, pennies = (Fraction(49, 100), Fraction(51, 100)), NormalForm.from_payoffs([[1, -1], [-1, 1]])
    >>> box = {(player, 0, action): half for player in (0, 1) for action in (0, 1)}
    >>> points = {(0, 0, 0): [Fraction(1, 2)], (1, 0, 0): [Fraction(1, 2)]}
    >>> bounds = check_minimal_polynomials(pennies, box, {(0, 0, 0): [-1, 2]}, (0, 0, 0), points)
    >>> check_minimal_polynomials(pennies, box, {(0, 0, 0): [-2, 4]}, (0, 0, 0), points)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: a polynomial of degree 1 is not irreducible
    """
    bounds = check_equilibrium_box(game, box)
    _check_numbers(box, polynomials, generator, points)
    modulus, values = fmpq_poly(list(polynomials[generator])), _completed(box, points)
    with ctx.workprec(BITS):
        roots = {choice: _only_root(each, box[choice]) for choice, each in polynomials.items()}
        for choice, value in values.items():
            inside = _sides(arb_poly(value)(roots[generator]), box[choice]) == (True, False)
            require(inside, "the probability of {} is not in its interval", choice)
    for choice, each in polynomials.items():
        require(not fmpq_poly(list(each))(values[choice]) % modulus, "the probability of {} is not the root", choice)
    _check_equally_good(game, values, modulus, points)
    return bounds


def _check_numbers(box: Any, polynomials: Polynomials, generator: Choice, points: Mapping[Choice, Any]) -> None:
    require_exact(number for point in points.values() for number in point)
    integers = all(type(number) is int for each in polynomials.values() for number in each)
    known = generator in polynomials and set(polynomials) <= set(box)
    require(integers and known, "the polynomials are not integers for actions of the box")


def _only_root(polynomial: Sequence[int], ends: Interval) -> arb:
    """Return the root of an irreducible polynomial in an interval, after checking that there is one."""
    whole = fmpz_poly(list(polynomial))
    content, factors = whole.factor()
    irreducible = abs(content) == 1 and [power for _, power in factors] == [1]
    require(irreducible, "a polynomial of degree {} is not irreducible", whole.degree())
    found: list[Any] = whole.complex_roots()
    real: list[arb] = [root.real for root, _ in found if root.imag == 0]
    sides = [_sides(root, ends) for root in real]
    sure = sides.count((True, False)) == 1 and sides.count((False, True)) == len(sides) - 1
    require(sure, "a polynomial of degree {} has not one root in its interval", whole.degree())
    return real[sides.index((True, False))]


def _sides(ball: arb, ends: Interval) -> tuple[bool, bool]:
    """Return whether a number surely is in an interval, and whether it surely is not."""
    low, high = map(to_flint, ends)
    return bool(ball >= low) and bool(ball <= high), bool(ball < low) or bool(ball > high)


def _completed(box: Mapping[Choice, Interval], points: Mapping[Choice, Sequence[Fraction]]) -> dict[Choice, fmpq_poly]:
    """Return the probabilities as polynomials; that of the last used action of each set is the rest to 1."""
    last = {choice[:2]: choice for choice in sorted(box)}
    require(set(points) == set(box) - set(last.values()), "the probabilities are not those of the box")
    values = {choice: fmpq_poly([to_flint(each) for each in point]) for choice, point in points.items()}
    one = fmpq_poly([1])
    rest = {choice: one - sum((values[c] for c in points if c[:2] == key), one - one) for key, choice in last.items()}
    return values | rest


def _check_equally_good(
    game: NormalForm | ExtensiveForm,
    values: Mapping[Choice, fmpq_poly],
    modulus: fmpq_poly,
    points: Mapping[Choice, Sequence[Fraction]],
) -> None:
    """Check that each used action is as good as the last one of its set."""
    plays = plays_of(game)
    last = {choice[:2]: choice for choice in sorted(values)}
    for choice in points:
        one, other = (sum_over_plays(plays, choice[0], values, [c], fmpq_poly) for c in (choice, last[choice[:2]]))
        require(not (one - other) % modulus, "{} is not as good as another used action", choice)
