"""Loops over arrays that Python runs while they have little to do, and that numba compiles if they have much.

numba is the extra `fast`. Where it is not installed or has no build, Python runs every loop, with the same results.
The first compilation of a battle takes ten seconds on a machine, and numba takes about a second to start even if the
machine code is in its cache. Python does the work of a small game in less. Compiled or not, every operation rounds as
IEEE 754 says, in the order of the source, so that the results are equal to the last bit. So a kernel leaves no order of
additions to numpy, as `sum` and `dot` do, and divides no Python number by zero.

Kernels are in files `..._kernel.py` or in a folder `_kernels`. Such a file imports from this package only other kernels
and this file, so that a hash of all kernel files covers every constant that is compiled in.
"""

from __future__ import annotations

import logging
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial, update_wrapper
from hashlib import sha256
from multiprocessing import parent_process
from pathlib import Path
from threading import RLock
from time import perf_counter
from types import FunctionType
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.extras import install_command

Function = TypeVar("Function", bound=Callable[..., Any])
Integers: TypeAlias = NDArray[np.integer[Any]]
Floats: TypeAlias = NDArray[np.float64]

PACKAGE = Path(__file__).resolve().parent.parent
ELEMENTS = 100_000  # of all arrays of a call that is compiled immediately
ELEMENTS_OF_VIEWS = 400_000  # which Python reads faster: it visits as many in a tenth of a second
SECONDS = 1.0  # that Python may spend on the kernels of one package; then numba, which needs 0.9, is likely to pay
_spent: defaultdict[str, float] = defaultdict(float)
_lock = RLock()  # two threads would compile the same function twice


class _Kernel:
    """A function of a kernel file. Numba takes it for the dispatcher that compiles it, also as a global of others."""

    def __init__(self, function: Any, above: int, views: bool, interpreted: Any) -> None:
        update_wrapper(self, function)
        self.py_func, self._substitute = function, interpreted
        self._above, self._views = above, views
        self._package = function.__module__.rpartition(".")[0]

    def __call__(self, *arguments: object) -> object:
        is_long = _spent[self._package] >= SECONDS or _elements(arguments) >= self._above
        if is_long and _has_numba():
            return self.dispatcher(*arguments)
        began = perf_counter()
        try:
            return self._run(*arguments)
        finally:
            _spent[self._package] += perf_counter() - began

    def _run(self, *arguments: object) -> object:
        """Run it in Python, and divide by zero and overflow without a warning, as compiled functions do."""
        if self._views:
            # reading a number from a view takes half the time
            views = [value.data if isinstance(value, np.ndarray) else value for value in arguments]
            return self.interpreted(*views)
        with np.errstate(all="ignore"):
            return self.interpreted(*arguments)

    # a kernel is pickled by its name, as a function is
    def __reduce__(self) -> str:
        return cast(str, self.py_func.__qualname__)

    @property
    def _numba_type_(self) -> object:
        return self.dispatcher._numba_type_

    @cached_property
    def interpreted(self) -> Any:
        """The function for Python, which calls the functions of other kernels directly."""
        return self._substitute or _with_kernels(self.py_func, lambda kernel: kernel.interpreted)

    @property
    def dispatcher(self) -> Any:
        """Numba's object, which compiles the function for each combination of argument types."""
        with _lock:
            return self._dispatcher

    @cached_property
    def _dispatcher(self) -> object:
        import numba

        # Numba names a file in its cache by the function and the date of its own file, but machine code contains that
        # of the functions it calls, which can be in other files.
        function = _with_kernels(self.py_func, lambda kernel: kernel)
        function.__qualname__ = f"{self.py_func.__qualname__}.{_kernel_hash()}"
        njit: Any = partial(numba.njit, nogil=True, forceinline=True, error_model="numpy")
        try:
            dispatcher = njit(cache=True)(function)
        except RuntimeError:  # numba has no folder to write to
            _warn_without_cache()
            return njit(function)
        if not os.path.exists(dispatcher._cache._cache_file._index_path):
            _name_the_wait("compiling loops; later runs find them in a cache")
        return dispatcher


@cache
def _has_numba() -> bool:
    """Whether numba can be imported."""
    try:
        import numba  # noqa: F401 - takes long
    except ImportError:
        _name_the_wait(f"loops run in Python; {install_command('fast')} compiles them")
        return False
    return True


def compiled(function: Function) -> Function:
    """Let a function of a kernel file run compiled where that is faster."""
    return cast(Function, _kernel(function))


def compiled_above(elements: int, views: bool = False) -> Callable[[Function], Function]:
    """Return a decorator as `compiled`, for a function whose cost grows faster than its arrays.

    It is compiled if they have more elements than this.
    """
    return lambda function: _kernel(function, elements, views)


def compiled_with(interpreted: Function) -> Callable[[Function], Function]:
    """Return a decorator as `compiled`, with another function for Python, of the same results but faster."""
    return lambda function: _kernel(function, interpreted=interpreted)


def compiled_loop(function: Function) -> Function:
    """Return a kernel as `compiled`, which only indexes arrays of one dimension: Python runs it on views of them."""
    return cast(Function, _kernel(function, views=True))


def _kernel(function: Any, above: int = 0, views: bool = False, interpreted: Any = None) -> Any:
    path = Path(function.__code__.co_filename)
    if not above:
        above = ELEMENTS_OF_VIEWS if views else ELEMENTS
    if path.parent.name != "_kernels" and not path.stem.endswith("kernel"):
        raise ValueError(f"{path}: not a kernel file; name it kernel.py or ..._kernel.py, or put it in _kernels")
    return _Kernel(function, above, views, interpreted)


def _elements(arguments: Sequence[Any]) -> int:
    """Count the elements of all arrays, also of those in tuples."""
    count = 0
    for value in arguments:
        if isinstance(value, np.ndarray):
            count += value.size
        elif isinstance(value, tuple):
            count += _elements(value)
    return count


def _with_kernels(function: Any, form: Callable[[_Kernel], Any]) -> FunctionType:
    """Return a copy of a function in which the kernels that it calls have another form."""
    # a function reads its globals when it runs, so that a copy with other globals calls other kernels
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        kernel = names.get(name)
        if isinstance(kernel, _Kernel):
            names[name] = form(kernel)
    copied = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copied.__module__ = function.__module__
    return copied


@cache
def _kernel_hash() -> str:
    files = {Path(__file__).resolve()}
    for pattern in ("_kernels/*.py", "*kernel.py"):
        files.update(PACKAGE.rglob(pattern))
    code = b"".join(path.read_bytes() for path in sorted(files))
    return sha256(code).hexdigest()[:16]


@cache
def _warn_without_cache() -> None:
    logging.getLogger(__name__).warning(
        "gametheory: no folder for compiled code is writable, so every run compiles; NUMBA_CACHE_DIR=FOLDER names one"
    )


@cache
def _name_the_wait(reason: str) -> None:
    """Say on a terminal why nothing happens for some seconds, in place of a line of progress if there is one."""
    if sys.stderr is not None and sys.stderr.isatty() and parent_process() is None:
        print(f"\r\033[Kgametheory: {reason}", file=sys.stderr, flush=True)
