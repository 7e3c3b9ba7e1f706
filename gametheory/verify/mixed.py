"""Check mixed strategies of one matrix game or one bimatrix game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from gametheory.numbers.rationals import is_exact
from gametheory.verify.errors import require, require_exact


def check_nash(
    row_payoffs: Sequence[Sequence[Fraction]],
    column_payoffs: Sequence[Sequence[Fraction]],
    row: Sequence[Fraction],
    column: Sequence[Fraction],
) -> tuple[Fraction, Fraction]:
    """Return the expected payoffs of both players in a Nash equilibrium of a two-player game.

    The certificate is the two mixed strategies. It suffices that no player gains by a pure strategy: the payoff of a
    mixed strategy is an average of those of pure strategies, so none is greater than the best of them (Nash 1951).
    Cost: one product for each payoff against a strategy of positive probability.

    Parameters
    ----------
    row_payoffs, column_payoffs : sequence of rows
        The payoffs of the row player and of the column player, of the same shape (m, n).
    row, column : sequence of Fraction
        The m and the n probabilities of the mixed strategies.

    Returns
    -------
    tuple of Fraction
        The expected payoffs of the row player and of the column player.

    Raises
    ------
    CertificateError
        If the payoffs are not two matrices of one shape, if a mixed strategy is not a probability distribution, if a
        payoff is not exact, or if a player gains by a pure strategy.

    References
    ----------
    J. F. Nash, Non-cooperative games, Annals of Mathematics 54 (1951).

    Examples
    --------
    >>> half, pennies = Fraction(1, 2), [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> opposite = [[-payoff for payoff in line] for line in pennies]
    >>> check_nash(pennies, opposite, (half, half), (half, half))
    (Fraction(0, 1), Fraction(0, 1))
    >>> check_nash(pennies, opposite, (Fraction(1), Fraction(0)), (half, half))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: column 1 gets 1, more than 0
    """
    _require_same_shape(row_payoffs, column_payoffs)
    for name, mixed, size in (("row", row, len(row_payoffs)), ("column", column, len(row_payoffs[0]))):
        sound = len(mixed) == size and is_distribution(mixed)
        require(sound, "{}: {} is no probability distribution on {} strategies", name, mixed, size)
    require_exact(payoff for matrix in (row_payoffs, column_payoffs) for line in matrix for payoff in line)
    by_row = [_expected_payoff(column, line) for line in row_payoffs]
    by_column = [_expected_payoff(row, line) for line in zip(*column_payoffs, strict=True)]
    attained = _expected_payoff(row, by_row), _expected_payoff(column, by_column)
    for name, alternatives, payoff in (("row", by_row, attained[0]), ("column", by_column, attained[1])):
        best = max(alternatives)
        require(best <= payoff, "{} {} gets {}, more than {}", name, alternatives.index(best), best, payoff)
    return attained


def _require_same_shape(*matrices: Sequence[Sequence[Fraction]]) -> None:
    """Check that both players have payoffs for the same rows and columns, and at least one of each."""
    shapes = [[len(line) for line in payoffs] for payoffs in matrices]
    same = shapes[0] == shapes[1] and len(set(shapes[0])) == 1 and shapes[0][0] > 0
    require(same, "the payoffs are not two matrices of one shape: rows of {} and of {} payoffs", *shapes)


def is_distribution(probabilities: Collection[Any]) -> bool:
    """Return whether some numbers are probabilities: all are exact, none is negative, and their sum is 1.

    Parameters
    ----------
    probabilities : collection
        The numbers.

    Returns
    -------
    bool
        False also for an empty collection, and for numbers that are not integers, `Fraction` or `fmpq`: a sum of
        floats is rounded.

    Examples
    --------
    >>> is_distribution([Fraction(1, 3), Fraction(2, 3)]), is_distribution([Fraction(2), Fraction(-1)])
    (True, False)
    """
    exact = all(is_exact(probability) or type(probability) is fmpq for probability in probabilities)
    return exact and min(probabilities, default=-1) >= 0 and sum(probabilities) == 1


def _expected_payoff(mixed: Sequence[Fraction], payoffs: Sequence[Fraction]) -> Fraction:
    """Return the expected payoff, given that of each pure strategy."""
    return sum((p * payoff for p, payoff in zip(mixed, payoffs, strict=True) if p), Fraction(0))


def bracket_matrix_value(
    payoffs: Sequence[Sequence[fmpq]], row: Mapping[int, fmpq], column: Mapping[int, fmpq]
) -> tuple[fmpq, fmpq]:
    """Return a lower and an upper bound on the value of a zero-sum matrix game.

    The certificate is the two mixed strategies. The row player gets at least the least expected payoff of `row` over
    all columns, and at most the greatest expected payoff of `column` over all rows. The value lies between (von Neumann
    1928); if the bounds are equal, both strategies are optimal. Cost: one product for each entry of a row or a column
    of positive probability.

    Parameters
    ----------
    payoffs : sequence of rows
        The payoffs of the row player, of shape (m, n).
    row, column : mapping
        The probability of each row, and of each column, that is played.

    Returns
    -------
    tuple of fmpq
        The bound that `row` guarantees, and the one that `column` guarantees.

    Raises
    ------
    CertificateError
        If a mixed strategy is no probability distribution on rows or columns of the matrix, or if rows differ in
        length.

    References
    ----------
    J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100 (1928).

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> pennies = [[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]]
    >>> bracket_matrix_value(pennies, {0: half, 1: half}, {0: half, 1: half})
    (0, 0)
    >>> bracket_matrix_value(pennies, {0: half, 1: half}, {0: half})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: column: {0: 1/2} is no probability distribution on 2 moves
    """
    # a longer row would have columns that the first row does not have
    require(len({len(line) for line in payoffs}) == 1, "the rows of the matrix differ in length")
    for name, mixed, size in (("row", row, len(payoffs)), ("column", column, len(payoffs[0]))):
        sound = is_distribution(mixed.values()) and set(mixed) <= set(range(size))
        require(sound, "{}: {} is no probability distribution on {} moves", name, mixed, size)
    lower = extreme_expectation(row.values(), [[payoffs[i][j] for i in row] for j in range(len(payoffs[0]))], min)
    upper = extreme_expectation(column.values(), [[line[j] for j in column] for line in payoffs], max)
    return lower, upper


def extreme_expectation(
    probabilities: Iterable[fmpq], replies: Sequence[Sequence[fmpq]], extreme: Callable[..., Any]
) -> fmpq:
    """Return the least or the greatest expected payoff over the replies to a mixed strategy.

    Intervals of 128 bits rule out most replies; the others are compared exactly.

    Parameters
    ----------
    probabilities : iterable of fmpq
        The probability of each move of the mixed strategy.
    replies : sequence of sequences
        For each reply, its payoff against each of these moves.
    extreme : callable
        `min` or `max`.

    Returns
    -------
    fmpq
        The exact expected payoff of the extreme reply.

    Examples
    --------
    >>> extreme_expectation([fmpq(1, 2), fmpq(1, 2)], [[fmpq(1), fmpq(-1)], [fmpq(1), fmpq(1)]], min)
    0
    """
    weights = list(probabilities)
    if len(weights) == 1:  # as in most positions of a large game
        return weights[0] * fmpq(extreme(payoff for (payoff,) in replies))
    mixed, matrix = fmpq_mat([weights]), fmpq_mat(list(map(list, replies)))
    with ctx.workprec(128):
        expected = (arb_mat(matrix) * arb_mat(mixed.transpose())).entries()
        leading = extreme(expected, key=arb.mid)
        # a reply whose interval does not meet the leading one cannot be the extreme reply
        rest = [reply for reply, interval in zip(replies, expected, strict=True) if interval.overlaps(leading)]
    found: fmpq = extreme((fmpq_mat(list(map(list, rest))) * mixed.transpose()).entries())
    return found
