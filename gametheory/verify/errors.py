"""The error that every checker raises, and the test of one condition of a certificate."""

from __future__ import annotations

from collections.abc import Collection, Iterable


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


def _text(detail: object) -> str:
    """Return a detail as text, also if it contains an integer that Python refuses to print."""
    try:
        return str(detail)
    except ValueError:
        return f"a {type(detail).__name__} with more digits than Python prints"
