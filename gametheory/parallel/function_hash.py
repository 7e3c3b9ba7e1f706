"""What tells a function with all that it holds from another one, in this run and in later ones."""

from __future__ import annotations

import io
import pickle
from functools import cache
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Any

CACHED = type(cache(abs))


def function_hash(value: object) -> str | None:
    """A sum of a value that is another one for another value, or None where that cannot be told.

    A function is where its code stands, the code, its defaults, and all that it holds of the place that made it; what
    else it reads, its globals, is not looked at. Other values are what `pickle` writes of them.

    >>> below = lambda most: lambda number: number < most
    >>> function_hash(below(3)) == function_hash(below(3)) != function_hash(below(4))
    True
    """
    text = io.BytesIO()
    pickler = _Pickler(text, protocol=4)
    pickler.fast = True  # without it, whether equal strings are one object would count
    try:
        pickler.dump(value)
    except (pickle.PicklingError, AttributeError, TypeError, ValueError, RecursionError):
        return None
    return sha256(text.getvalue()).hexdigest()


class _Pickler(pickle.Pickler):
    """Writes functions as what they are made of, which nobody reads back."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            held = [cell.cell_contents for cell in value.__closure__ or ()]
            given = value.__defaults__, value.__kwdefaults__, held
            return tuple, ((value.__module__, value.__qualname__, _code(value.__code__), *given),)
        if isinstance(value, CACHED):  # it computes what the function does
            return tuple, (("cached", value.__wrapped__),)
        return NotImplemented


def _code(code: CodeType) -> tuple[object, ...]:
    return code.co_filename, code.co_code, list(code.co_positions())
