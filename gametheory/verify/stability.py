"""Check that a strategy of a symmetric table is evolutionarily stable, or that a mutant invades."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations

from flint import fmpq, fmpq_mat

from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import require
from gametheory.verify.mixed import check_nash, is_distribution


def check_stable(payoffs: Sequence[Sequence[Fraction]], strategy: Sequence[Fraction]) -> Fraction:
    """Return the payoff of an evolutionarily stable strategy against itself (Maynard Smith and Price 1973).

    It is a best reply to itself, and a quadratic form is positive on the directions to the other best replies (Haigh
    1975). Along the support all leading minors are positive (Sylvester). What remains for the other best replies is
    strictly copositive: each principal submatrix has a positive determinant if all cofactors of its last row are
    positive (Keller; Hadeler 1983). Cost: the determinants of all subsets of the best replies.

    Parameters
    ----------
    payoffs : sequence of rows
        The payoffs of a strategy against each other one, the same for both players.
    strategy : sequence of Fraction
        The probability of each strategy.

    Returns
    -------
    Fraction
        The payoff.

    Raises
    ------
    CertificateError
        If the strategy is not the best reply to itself, or a mutant invades.

    References
    ----------
    J. Haigh, Game theory and evolution, Advances in Applied Probability 7 (1975). K. P. Hadeler, On copositive
    matrices, Linear Algebra and its Applications 49 (1983).

    Examples
    --------
    >>> hawk_dove, half = [[-1, 4], [0, 2]], Fraction(1, 2)
    >>> check_stable([[Fraction(each) for each in row] for row in hawk_dove], [half * 4 / 3, half * 2 / 3])
    Fraction(2, 3)
    >>> check_stable([[Fraction(each) for each in row] for row in hawk_dove], [Fraction(0), Fraction(1)])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: row 0 gets 4, more than 2
    """
    value, _ = check_nash(payoffs, [*map(list, zip(*payoffs, strict=True))], strategy, strategy)
    gets = [sum(p * each for p, each in zip(strategy, row, strict=True)) for row in payoffs]
    *support, last = [each for each, p in enumerate(strategy) if p]
    others = [each for each, p in enumerate(strategy) if not p and gets[each] == value]
    form, along = _form(payoffs, [*support, *others], last), [*range(len(support))]
    require(all(_minor(form, along[:n], along[:n]) > 0 for n in range(1, len(along) + 1)), "a mutant invades")
    for subset in chain.from_iterable(combinations(range(len(others)), n) for n in range(1, len(others) + 1)):
        rest = [len(along) + each for each in subset]
        cofactors = [_cofactor(form, along, rest, place) for place in range(len(rest))]
        sound = min(cofactors) <= 0 or _minor(form, along + rest, along + rest) > 0
        require(sound, "a mutant invades that uses {}", [others[each] for each in subset])
    return value


def _form(payoffs: Sequence[Sequence[Fraction]], places: Sequence[int], last: int) -> list[list[fmpq]]:
    """Return what moves from the last strategy to two others lose together."""

    def gain(i: int, j: int) -> Fraction:
        return payoffs[i][j] - payoffs[i][last] - payoffs[last][j] + payoffs[last][last]

    return [[to_flint(-gain(i, j) - gain(j, i)) for j in places] for i in places]


def _minor(form: Sequence[Sequence[fmpq]], rows: Sequence[int], columns: Sequence[int]) -> fmpq:
    return fmpq_mat([[form[row][column] for column in columns] for row in rows]).det() if rows else fmpq(1)


def _cofactor(form: Sequence[Sequence[fmpq]], along: list[int], rest: list[int], place: int) -> fmpq:
    """Return a cofactor of the last row, after elimination of the directions along the support."""
    sign = -1 if (len(rest) - 1 + place) % 2 else 1
    return sign * _minor(form, along + rest[:-1], along + rest[:place] + rest[place + 1 :])


def check_invasion(
    payoffs: Sequence[Sequence[Fraction]], strategy: Sequence[Fraction], mutant: Sequence[Fraction]
) -> Fraction:
    """Return by how much a mutant gets more against itself than the strategy gets against it; 0 suffices.

    Parameters
    ----------
    payoffs : sequence of rows
        The payoffs of a strategy against each other one.
    strategy, mutant : sequence of Fraction
        The strategy of a symmetric equilibrium, and another best reply to it.

    Returns
    -------
    Fraction
        The difference.

    Raises
    ------
    CertificateError
        If the strategy is no best reply to itself, or the mutant is no other best reply or gets less.

    Examples
    --------
    >>> same = [[Fraction(1)] * 2] * 2
    >>> check_invasion(same, [1, 0], [0, 1])
    Fraction(0, 1)
    >>> check_invasion([[Fraction(1), Fraction(1)], [Fraction(1), Fraction(0)]], [1, 0], [0, 1])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the mutant gets 0 against itself, the strategy 1
    """
    value, _ = check_nash(payoffs, [*map(list, zip(*payoffs, strict=True))], strategy, strategy)
    sound = len(mutant) == len(strategy) and is_distribution(mutant) and [*mutant] != [*strategy]
    require(sound, "{} is no other strategy", mutant)
    first = _payoff(payoffs, mutant, strategy)
    require(first == value, "the mutant gets {} against the strategy, less than {}", first, value)
    own, against = _payoff(payoffs, mutant, mutant), _payoff(payoffs, strategy, mutant)
    require(own >= against, "the mutant gets {} against itself, the strategy {}", own, against)
    return own - against


def _payoff(payoffs: Sequence[Sequence[Fraction]], one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((p * q * payoffs[i][j] for i, p in enumerate(one) for j, q in enumerate(other)), Fraction(0))
