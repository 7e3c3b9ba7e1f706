"""Check what a player can guarantee by a pure and by a mixed strategy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.verify.errors import require, require_exact
from gametheory.verify.mixed import bracket_matrix_value

Profile: TypeAlias = tuple[int, ...]


def check_maximin(
    game: NormalForm, player: int, mixed: Mapping[int, Fraction], against: Mapping[Profile, Fraction]
) -> tuple[Fraction, tuple[int, ...], Fraction]:
    """Return the greatest guarantee of a pure strategy, the strategies that have it, and that of a mixed strategy.

    The certificate is a mixed strategy and a distribution of the others' profiles: what the first guarantees is what no
    strategy exceeds against the second (von Neumann 1928). Cost: the cells of the table.

    Parameters
    ----------
    game : NormalForm
        The table.
    player : int
        The player, counted from 0.
    mixed : mapping
        The probability of each own strategy.
    against : mapping
        The probability of each profile of the others.

    Returns
    -------
    tuple
        The pure maximin value, all pure maximin strategies, and the mixed maximin value.

    Raises
    ------
    CertificateError
        If a distribution is none, or the two do not prove each other optimal.

    References
    ----------
    J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100 (1928).

    Examples
    --------
    >>> half, pennies = Fraction(1, 2), NormalForm.from_payoffs([[1, -1], [-1, 1]])
    >>> check_maximin(pennies, 0, {0: half, 1: half}, {(0,): half, (1,): half})
    (Fraction(-1, 1), (0, 1), Fraction(0, 1))
    >>> check_maximin(pennies, 0, {0: Fraction(1)}, {(0,): half, (1,): half})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the strategy guarantees -1, and 0 is possible
    """
    cells = game.cells()
    require_exact(number for numbers in (mixed.values(), against.values(), *cells.values()) for number in numbers)
    ranges = [range(len(names)) for names in game.strategies]
    others = [*product(*(ranges[:player] + ranges[player + 1 :]))]
    require(set(against) <= set(others), "{} are no strategies of the others", against)
    rows = [[cells[(*each[:player], own, *each[player:])][player] for each in others] for own in ranges[player]]
    matrix, column = [[*map(to_flint, row)] for row in rows], {others.index(o): to_flint(p) for o, p in against.items()}
    low, high = bracket_matrix_value(matrix, {own: to_flint(p) for own, p in mixed.items()}, column)
    require(low == high, "the strategy guarantees {}, and {} is possible", low, high)
    pure = [min(row) for row in rows]
    return max(pure), tuple(own for own, least in enumerate(pure) if least == max(pure)), to_fraction(low)
