"""Compile kernels with numba, and cache their machine code under a hash of all kernel files.

Numba caches the machine code of a function under its own file alone. Machine code contains that of the functions it
calls, so after an edit in one file, callers in other files would still run the old code. Here the names of the cached
files contain a hash of all kernel files, and no version of them ever reads what another one wrote.

A kernel file is named `kernel.py` or `..._kernel.py`, or is in a folder `_kernels`. It imports from this package only
other kernel files and this one, so that the hash covers every constant that is compiled in.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache

PACKAGE = Path(__file__).parent.parent
# In other packages, "kernel" is the kernel of Rocq.
PATTERNS = ("games/**/*kernel.py", "solvers/**/*kernel.py", "**/_kernels/*.py", "parallel/compiled.py")
HASH_LENGTH = 16  # hexadecimal digits in a file name

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function of a kernel file on its first call, and cache the machine code for later processes.

    It runs without the interpreter's lock and without fast-math: every operation rounds as IEEE 754 says, in the order
    of the source. Division by zero gives an infinity or a NaN. The cache is in `NUMBA_CACHE_DIR` if that is set, else
    next to the source, else in the user's cache folder. If none of them is writable, every process compiles again.

    Parameters
    ----------
    function
        A function in the subset of Python that numba compiles.

    Returns
    -------
    Function
        The compiled function, with the same signature.

    Raises
    ------
    ValueError
        If the file of the function is not a kernel file: the hash would not notice a change in it.

    Examples
    --------
    >>> from gametheory.solvers.matrix_game.simplex_kernel import contains
    >>> hasattr(contains, "py_func")
    True
    """
    file = Path(inspect.getfile(function)).resolve()
    if file not in _kernel_files():
        raise ValueError(f"{file}: not a kernel file; name it kernel.py or ..._kernel.py, or put it in _kernels")
    dispatcher: Any = numba.njit(nogil=True, forceinline=True, error_model="numpy")(function)
    with suppress(RuntimeError):  # numba finds no folder to write to: a read-only installation without a home
        dispatcher._cache = _KernelCache(function)  # type: ignore[no-untyped-call]
    return cast(Function, dispatcher)


@cache
def _kernel_files() -> tuple[Path, ...]:
    return tuple(sorted({path.resolve() for pattern in PATTERNS for path in PACKAGE.glob(pattern)}))


@cache
def _kernel_hash() -> str:
    """Hash numba's version and all kernel files, as they are when this process first compiles."""
    contents = [(path.relative_to(PACKAGE.resolve()).as_posix(), path.read_bytes()) for path in _kernel_files()]
    return sha256(repr((numba.__version__, contents)).encode()).hexdigest()[:HASH_LENGTH]


class _KernelCacheImpl(CompileResultCacheImpl):
    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        base = super().get_filename_base(fullname, abiflags)  # type: ignore[no-untyped-call]
        return f"{base}.{_kernel_hash()}"


class _KernelCache(FunctionCache):
    """Numba's cache with the hash in its file names; a folder that becomes unreadable or full is no error."""

    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with suppress(OSError):
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
