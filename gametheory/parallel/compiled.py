"""Kernels: loops that numba compiles if they have much to do, and that the interpreter runs if they have little.

The first compilation of a battle takes ten seconds on a machine, and numba takes about a second to start even if the
machine code is in its cache. The interpreter does the work of a small battle in less. Compiled or interpreted, every
operation rounds as IEEE 754 says, in the order of the source, so that the results are equal to the last bit. So a
kernel that is interpreted leaves no order of additions to numpy, as `sum` and `dot` do, and divides no Python number
by zero.

A kernel file is named `kernel.py` or `..._kernel.py`, or is in a folder `_kernels`. It imports from this package only
other kernel files and this one, so that the hash of all kernel files covers every constant that is compiled in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from gametheory.parallel.kernel_files import kernel_files

Function = TypeVar("Function", bound=Callable[..., Any])

# Steps of about a microsecond. With machine code from the cache `battle odds 100 60` took 1.2 s of CPU, of which numba
# and its loading took 0.9 (Python 3.11, numba 0.68, AMD EPYC): the interpreter takes as many steps in that time.
COMPILED_FROM = 1_000_000


class _Work:
    """The steps of all kernels of one package, which call each other and are compiled together."""

    steps = 0


_WORK: defaultdict[str, _Work] = defaultdict(_Work)


class _Kernel:
    """A function of a kernel file. Numba takes it for the dispatcher that compiles it, also as a global of others."""

    def __init__(self, function: Any, interpreted: Any) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.work = _WORK[function.__module__.rpartition(".")[0]]
        self._equivalent = interpreted
        self._dispatcher: Any = None
        self._lock = RLock()

    def __call__(self, *arguments: Any) -> Any:
        return self.dispatcher(*arguments)

    def __reduce__(self) -> str:
        return cast(str, self.py_func.__qualname__)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    @property
    def dispatcher(self) -> Any:
        """Numba's object, which compiles the function for each combination of argument types."""
        return self._dispatcher or self._create_dispatcher()

    def _create_dispatcher(self) -> Any:
        from gametheory.parallel.machine_code import dispatcher_of  # numba takes long to import

        with self._lock:  # two objects would compile twice
            self._dispatcher = self._dispatcher or dispatcher_of(self.py_func)
        return self._dispatcher

    @cached_property
    def interpreted(self) -> Any:
        """The function for the interpreter: the kernels that it calls are interpreted, too."""
        if self._equivalent is not None:
            return self._equivalent
        function, names = self.py_func, dict(self.py_func.__globals__)
        for name in function.__code__.co_names:
            if isinstance(names.get(name), _Kernel):
                names[name] = names[name].interpreted
        return FunctionType(function.__code__, names, function.__name__, function.__defaults__)


def compiled(function: Function) -> Function:
    """Compile a function of a kernel file on its first call, and cache the machine code for later processes.

    See `gametheory.parallel.machine_code` for the arithmetic and the cache, and `faster` for calls with little to do.

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
    return _kernel(function, None)


def compiled_with(interpreted: Function) -> Callable[[Function], Function]:
    """Return a decorator as `compiled`, with another function for the interpreter, of the same results but faster.

    Parameters
    ----------
    interpreted
        A function of the same arguments, which numba need not understand.

    Returns
    -------
    callable
        The decorator.

    Examples
    --------
    >>> from gametheory.games.battle._kernels.correlation import correlate
    >>> correlate.py_func is correlate.interpreted
    False
    """
    return lambda function: _kernel(function, interpreted)


def _kernel(function: Function, interpreted: Any) -> Function:
    file = Path(function.__code__.co_filename).resolve()
    if file not in kernel_files():
        raise ValueError(f"{file}: not a kernel file; name it kernel.py or ..._kernel.py, or put it in _kernels")
    return cast(Function, _Kernel(function, interpreted))


def expect_steps(kernel: Callable[..., Any], steps: int) -> None:
    """Announce work for a kernel and the others of its package, before it begins.

    From COMPILED_FROM steps on, of all work that this process has announced, they are compiled. So a long computation
    is compiled from its first loop on, and many short ones cost at most twice what they would if their number were
    known before (as renting skis until the rent equals their price).

    Parameters
    ----------
    kernel
        A function that `compiled` returned.
    steps
        About how many microseconds the interpreter needs for all calls.

    Examples
    --------
    >>> from gametheory.solvers.matrix_game.simplex_kernel import contains
    >>> expect_steps(contains, 2)
    """
    own: Any = kernel  # mypy sees the function
    own.work.steps += steps


def faster(kernel: Function) -> Function:
    """Return a kernel as it is faster for the work announced: interpreted or compiled, with the same results.

    Parameters
    ----------
    kernel
        A function that `compiled` returned.

    Returns
    -------
    Function
        The interpreted function below COMPILED_FROM steps, else the compiled one.

    Examples
    --------
    >>> from gametheory.solvers.matrix_game.simplex_kernel import contains
    >>> faster(contains)(np.array([4, 2]), 2)
    True
    """
    own: Any = kernel
    chosen: Function = own.dispatcher if own.work.steps >= COMPILED_FROM else _silent(own.interpreted)
    return chosen


def sized(kernel: Function, steps: int) -> Function:
    """Return a kernel for a call whose steps are known just before it: `expect_steps`, then `faster`.

    Parameters
    ----------
    kernel
        A function that `compiled` returned.
    steps
        About how many microseconds the interpreter needs for the call.

    Returns
    -------
    Function
        The interpreted or the compiled function.

    Examples
    --------
    >>> from gametheory.solvers.matrix_game.simplex_kernel import contains
    >>> sized(contains, 2)(np.array([4, 2]), 3)
    False
    """
    expect_steps(kernel, steps)
    return faster(kernel)


def _silent(function: Function) -> Function:
    """Divide by zero and overflow without a warning, as compiled functions do."""

    def call(*arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*arguments)

    return cast(Function, call)
