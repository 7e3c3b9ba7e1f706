"""A SHA-256 hash of the package's source files."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@cache
def package_hash() -> str:
    """Return a SHA-256 hash of this package's code, computed once per process.

    Examples
    --------
    >>> package_hash() == package_hash()
    True
    """
    files = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in sorted(PACKAGE.rglob("*.py"))}
    return sha256(repr(sorted(files.items())).encode()).hexdigest()
