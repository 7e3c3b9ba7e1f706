"""Run a loop over arrays: small ones in Python, large ones compiled.

To compile a loop takes about a second, once on a machine, and numba takes half a second to import. Python does the same
loop over lists in less time if they are short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

COMPILED_FROM = 400_000  # steps, about as many as Python takes in the time that numba needs to start


def run_loop(loop: Callable[..., Any], steps: int, inputs: Sequence[Any], outputs: Sequence[NDArray[Any]]) -> Any:
    """Call a function of a kernel file with arrays that it reads and arrays that it writes.

    Parameters
    ----------
    loop : callable
        A function of a kernel file, not compiled; it and the functions that it calls use the arrays only by index and
        by length.
    steps : int
        About how many steps it takes.
    inputs : sequence of arrays and integers
        The first arguments, which it does not change.
    outputs : sequence of arrays
        The other arguments, which it may read and write.

    Returns
    -------
    int or None
        The result of the function.

    Examples
    --------
    >>> from gametheory.model._kernels.graph import topological_order
    >>> order = np.zeros(3, np.int32)
    >>> run_loop(topological_order, 3, (np.array([0, 1, 2, 2]), np.array([2, 0])), (np.array([1, 0, 1]), order))
    3
    >>> order.tolist()
    [1, 0, 2]
    """
    if steps >= COMPILED_FROM:
        return _compiled(cast(FunctionType, loop))(*inputs, *outputs)
    lists = [output.tolist() for output in outputs]
    result = loop(*(value.tolist() if isinstance(value, np.ndarray) else value for value in inputs), *lists)
    for output, values in zip(outputs, lists, strict=True):
        output[:] = values
    return result


@cache
def _compiled(loop: FunctionType) -> FunctionType:
    """Return a function that is compiled on its first call, with the functions of its file that it calls."""
    from gametheory.parallel.compiled import compiled  # numba takes long to import

    names = dict(loop.__globals__)
    for name in loop.__code__.co_names:
        if isinstance(names.get(name), FunctionType):
            names[name] = _compiled(names[name])
    return compiled(FunctionType(loop.__code__, names, loop.__name__))
