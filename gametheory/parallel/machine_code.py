"""Machine code of kernels: numba's, cached under a hash of all kernel files.

Numba caches the machine code of a function under its own file alone. Machine code contains that of the functions it
calls, so after an edit in one file, callers in other files would still run the old code. Here the names of the cached
files contain a hash of all kernel files, and no version of them ever reads what another one wrote.

Only `compiled` imports this file, when a kernel is first compiled: numba takes long to import.
"""

from __future__ import annotations

import getpass
import logging
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from multiprocessing import parent_process
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from gametheory.parallel.kernel_files import PACKAGE, kernel_files

HASH_LENGTH = 16  # hexadecimal digits in a file name


def dispatcher_of(function: Callable[..., Any]) -> Any:
    """Return numba's dispatcher of a function, which finds its machine code in the cache or compiles on the first call.

    It runs without the interpreter's lock and without fast-math: every operation rounds as IEEE 754 says, in the order
    of the source. Division by zero gives an infinity or a NaN. The cache is in `NUMBA_CACHE_DIR` if that is set, else
    next to the source, else in the user's cache folder, else in a private folder for temporary files. If none of them
    is writable, every process compiles again, and a line on standard error says so. A line on a terminal says when
    machine code is not in the cache.

    >>> from gametheory.solvers.matrix_game.simplex_kernel import contains
    >>> type(dispatcher_of(contains.py_func)).__name__
    'CPUDispatcher'
    """
    dispatcher: Any = numba.njit(nogil=True, forceinline=True, error_model="numpy")(function)
    try:
        dispatcher._cache = _KernelCache(function)  # type: ignore[no-untyped-call]
    except RuntimeError:  # numba finds no folder to write to
        _warn_without_cache()
    return dispatcher


@cache
def _warn_without_cache() -> None:
    logging.getLogger(__name__).warning(
        "gametheory: no folder for compiled code is writable, so every run compiles; NUMBA_CACHE_DIR=FOLDER names one"
    )


@cache
def _name_the_wait() -> None:
    """Say on a terminal why nothing happens for some seconds."""
    if sys.stderr is not None and sys.stderr.isatty() and parent_process() is None:
        # in place of a line of progress, if there is one
        print("\r\033[Kgametheory: compiling loops; later runs find them in a cache", file=sys.stderr, flush=True)


@cache
def _kernel_hash() -> str:
    """Hash numba's version and all kernel files, as they are when this process first compiles."""
    contents = [(path.relative_to(PACKAGE).as_posix(), path.read_bytes()) for path in kernel_files()]
    return sha256(repr((numba.__version__, contents)).encode()).hexdigest()[:HASH_LENGTH]


def _private_folder() -> str:
    """Return a folder for temporary files that only this user can use; compiled code from others would be run.

    Raises
    ------
    OSError
        If there is no such folder, or others could have written into it.
    """
    user = os.geteuid() if hasattr(os, "geteuid") else getpass.getuser()
    folder = os.path.join(tempfile.gettempdir(), f"gametheory-kernels-{user}")
    with suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode) or (os.name == "posix" and (status.st_uid != user or status.st_mode & 0o077)):
        raise PermissionError(f"{folder} is not private")
    return folder


[_UserWideLocator] = [
    each for each in CompileResultCacheImpl._locator_classes if each.__name__.endswith("UserWideCacheLocator")
]


class _TemporaryLocator(_UserWideLocator):  # type: ignore[misc, valid-type]
    """For a read-only installation and a user without a home folder, as in containers."""

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = os.path.join(_private_folder(), self.get_suitable_cache_subpath(file))

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        with suppress(OSError):
            return super().from_function(function, file)
        return None


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = [*CompileResultCacheImpl._locator_classes, _TemporaryLocator]  # noqa: RUF012

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        base = super().get_filename_base(fullname, abiflags)  # type: ignore[no-untyped-call]
        return f"{base}.{_kernel_hash()}"


class _KernelCache(FunctionCache):
    """Numba's cache with the hash in its file names; a folder that becomes unreadable or full is no error."""

    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = None
        with suppress(OSError):
            found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None:
            _name_the_wait()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
