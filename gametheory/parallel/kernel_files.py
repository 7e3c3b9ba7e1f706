"""The files that numba compiles: `kernel.py`, `..._kernel.py`, and those in a folder `_kernels`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
# In other packages, "kernel" is the kernel of Rocq.
PATTERNS = ("games/**/*kernel.py", "solvers/**/*kernel.py", "**/_kernels/*.py", "parallel/machine_code.py")


@cache
def kernel_files() -> tuple[Path, ...]:
    """Return the kernel files of this package, and the file that compiles them. Cost: one walk through its folders.

    >>> "simplex_kernel.py" in {path.name for path in kernel_files()}
    True
    """
    return tuple(sorted({path for pattern in PATTERNS for path in PACKAGE.glob(pattern)}))
