"""Which version of this package is at work, to the byte."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@cache
def package_hash() -> str:
    """A sum of the code of this package, as it was when this was first asked for.

    >>> package_hash() == package_hash()
    True
    """
    files = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in sorted(PACKAGE.rglob("*.py"))}
    return sha256(repr(sorted(files.items())).encode()).hexdigest()
