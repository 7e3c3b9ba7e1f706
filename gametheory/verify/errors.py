"""The error that every checker raises, and the test of one condition of a certificate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq

from gametheory.numbers.rationals import is_exact, to_fraction


class CertificateError(Exception):
    """A certificate does not establish what it claims."""


def require(condition: bool, message: str, *details: object) -> None:
    """Raise CertificateError unless a condition is true.

    The message is formatted only on failure: a certificate may contain numbers that are expensive to print.

    Parameters
    ----------
    condition : bool
        The condition that the certificate must satisfy.
    message : str
        The reason for the failure, with one `{}` for each detail.
    *details : object
        The values that replace `{}`.

    Raises
    ------
    CertificateError
        If the condition is false.

    Examples
    --------
    >>> require(1 == 1, "{} is not {}", 1, 1)
    >>> require(1 == 2, "{} is not {}", 1, 2)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: 1 is not 2
    """
    if not condition:
        # text without details may contain braces of its own
        raise CertificateError(message.format(*map(_text, details)) if details else message)


def require_label(positions: Iterable[object], labels: Collection[object]) -> None:
    """Raise CertificateError unless every position has a label.

    Parameters
    ----------
    positions : iterable
        The positions that the certificate must label.
    labels : collection
        The labeled positions, for example the keys of a mapping.

    Raises
    ------
    CertificateError
        If a position has no label. The message names the first one.

    Examples
    --------
    >>> require_label(["start", "end"], {"start": 1})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: end is not labeled
    """
    for position in positions:
        require(position in labels, "{} is not labeled", position)


def require_exact(numbers: Iterable[object]) -> None:
    """Raise CertificateError unless every number is an integer or a Fraction.

    Floats round: a false value could satisfy an equation in floats.

    Parameters
    ----------
    numbers : iterable
        The numbers of the certificate.

    Raises
    ------
    CertificateError
        If a number has another type. The message names the first one.

    Examples
    --------
    >>> require_exact([Fraction(1, 3), 1])
    >>> require_exact([Fraction(1, 3), 0.25])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: 0.25 is not an integer or a Fraction
    """
    for number in numbers:
        require(is_exact(number), "{} is not an integer or a Fraction", number)


def checked_payoffs(payoffs: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """Return payoffs as a tuple, after checking that all are exact.

    Parameters
    ----------
    payoffs : iterable of Fraction
        The payoffs.

    Raises
    ------
    CertificateError
        If one is neither an integer nor a Fraction.

    Examples
    --------
    >>> checked_payoffs([Fraction(1, 2), 1])
    (Fraction(1, 2), 1)
    """
    exact = tuple(payoffs)
    require_exact(exact)
    return exact


def require_values(positions: Iterable[object], values: Mapping[object, object]) -> None:
    """Raise CertificateError unless every position has a value, and every value is exact.

    Parameters
    ----------
    positions : iterable
        The positions that the certificate must value.
    values : mapping
        The value of each position.

    Raises
    ------
    CertificateError
        If a position has no value, or a value is neither an integer nor a Fraction.

    Examples
    --------
    >>> require_values(["start"], {"start": Fraction(1, 3)})
    >>> require_values(["start"], {"start": 0.25})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: 0.25 is not an integer or a Fraction
    """
    require_label(positions, values)
    require_exact(values.values())


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
    for probability in probabilities:
        if not (is_exact(probability) or type(probability) is fmpq):
            return False
    return min(probabilities, default=-1) >= 0 and sum(probabilities) == 1


def is_distribution_on(mixed: Mapping[Any, object], support: Collection[object]) -> bool:
    """Return whether a mapping has the probabilities of a distribution on some values.

    >>> is_distribution_on({"left": 1}, ["left", "right"]), is_distribution_on({"up": 1}, ["left", "right"])
    (True, False)
    """
    return is_distribution(mixed.values()) and set(mixed) <= set(support)


def _text(detail: object) -> str:
    """Return a detail as text, also if it contains an integer that Python refuses to print."""
    try:
        return str(to_fraction(detail) if isinstance(detail, fmpq) else detail)  # flint prints any integer
    except ValueError:
        return f"a {type(detail).__name__} with more digits than Python prints"
