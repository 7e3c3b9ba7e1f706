"""What a checker raises."""

from __future__ import annotations


class CertificateError(Exception):
    """A certificate does not establish what it claims."""


def require(holds: bool, why: str) -> None:
    """Raise CertificateError with the reason unless something holds.

    >>> require(True, "one is one")
    """
    if not holds:
        raise CertificateError(why)
