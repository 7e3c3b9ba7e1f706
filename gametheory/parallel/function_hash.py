"""A stable hash of a function, its defaults and its closure."""

from __future__ import annotations

import io
import pickle
from functools import cache
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Any

CACHED = type(cache(abs))


def function_hash(value: object) -> str | None:
    """Return a hash that differs for different values, or None if the value cannot be pickled.

    The hash of a function covers its location, its code, its defaults and its closure, but not the globals that it
    reads. For other values it is the hash of their pickle.

    Examples
    --------
    >>> below = lambda limit: lambda number: number < limit
    >>> function_hash(below(3)) == function_hash(below(3)) != function_hash(below(4))
    True
    """
    text = io.BytesIO()
    pickler = _Pickler(text, protocol=4)
    pickler.fast = True  # without it, the pickle depends on whether two equal strings are the same object
    try:
        pickler.dump(value)
    except (pickle.PicklingError, AttributeError, TypeError, ValueError, RecursionError):
        return None
    return sha256(text.getvalue()).hexdigest()


class _Pickler(pickle.Pickler):
    """Write functions as tuples of their parts; nothing ever reads the pickle."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            closure = [cell.cell_contents for cell in value.__closure__ or ()]
            variables = value.__defaults__, value.__kwdefaults__, closure
            return tuple, ((value.__module__, value.__qualname__, _code(value.__code__), *variables),)
        if isinstance(value, CACHED):  # a cached function computes the same as the function it wraps
            return tuple, (("cached", value.__wrapped__),)
        return NotImplemented


def _code(code: CodeType) -> tuple[object, ...]:
    return code.co_filename, code.co_code, list(code.co_positions())
