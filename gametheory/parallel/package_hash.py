"""A SHA-256 hash of the package's source files."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@cache
def package_hash(folder: Path = PACKAGE) -> str:
    """Return a SHA-256 hash of this package's code, or of that in one of its folders, computed once per process."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.py"))}
    return sha256(repr(sorted(files.items())).encode()).hexdigest()
