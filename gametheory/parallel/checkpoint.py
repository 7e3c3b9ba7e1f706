"""Checkpoints of long sweeps, and hashes of code: a result is reused only if the code that computed it is unchanged."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any


class Checkpoint:
    """JSON values by the hash of what they are the result of: a file with a line for each."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._saved: dict[str, object] = {}
        with suppress(FileNotFoundError):
            for line in path.read_bytes().splitlines():
                with suppress(ValueError, TypeError):  # the line that was being written when the process was killed
                    key, outcome = json.loads(line)
                    self._saved[key] = outcome

    def outcome(self, work: object) -> Any | None:
        """Return the result of work that an earlier run has finished, or None."""
        return self._saved.get(self._key(work))

    def add(self, work: object, outcome: object) -> None:
        """Save the result of work if JSON represents it exactly."""
        key = self._key(work)
        if not key:  # the work has no hash
            return
        with suppress(TypeError, ValueError):
            line = json.dumps([key, outcome])
            _, restored = json.loads(line)
            if restored == outcome:
                with self._path.open("a", encoding="ascii") as file:
                    file.write(f"\n{line}")  # the line before it can be incomplete

    def _key(self, work: object) -> str:
        return function_hash((package_hash(), work)) or ""


_active: ContextVar[Checkpoint | None] = ContextVar("checkpoint", default=None)


def active_checkpoint() -> Checkpoint | None:
    """Return the checkpoint of the current sweep, or None if results are not saved."""
    return _active.get()


@contextmanager
def checkpointing(path: Path) -> Iterator[None]:
    """Context manager: sweeps save the result of each chunk in a file, and reuse those that an earlier run has saved.

    A result is reused if this package and the function that checks a chunk are as they were. Other code that it calls
    is not compared: remove the file when that has changed.
    """
    before = _active.set(Checkpoint(path))
    try:
        yield
    finally:
        _active.reset(before)


PACKAGE = Path(__file__).parent.parent


@cache
def package_hash(folder: Path = PACKAGE) -> str:
    """Return a SHA-256 hash of this package's code, or of that in one of its folders, computed once per process."""
    files = []
    for path in folder.rglob("*.py"):
        files.append((path.relative_to(folder).as_posix(), path.read_bytes()))
    return sha256(repr(sorted(files)).encode()).hexdigest()


CACHED = type(cache(abs))
PLAIN = (int, float, complex, str, bytes, bool, type(None), Fraction, tuple, list, dict)


def function_hash(value: object) -> str | None:
    """Return a hash that differs for different values, or None if the value cannot be pickled.

    The hash of a function covers its location, its code, its defaults, its closure, and the numbers and texts among the
    globals that it reads, alone or in tuples, lists and dicts. For other values it is the hash of their pickle.

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
            place = value.__module__, value.__qualname__, value.__code__
            variables = value.__defaults__, value.__kwdefaults__, closure, _read_globals(value)
            return tuple, ((*place, *variables),)
        if isinstance(value, CodeType):
            return tuple, (_code(value),)
        if isinstance(value, CACHED):  # a cached function computes the same as the function it wraps
            return tuple, (("cached", value.__wrapped__),)
        return NotImplemented


def _code(code: CodeType) -> tuple[object, ...]:
    # The constants and names are not in the byte code; generated functions can have one place and differ in them alone.
    constants = []
    for constant in code.co_consts:
        # the order of a set of texts is another one in each process
        constants.append(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant)
    positions = list(code.co_positions())
    return code.co_filename, code.co_code, positions, constants, code.co_names


def _read_globals(function: FunctionType) -> list[tuple[str, Any]]:
    """Return the plain values of the globals that a function can read, also in the functions in it."""
    names = set[str]()
    codes = [function.__code__]
    for code in codes:  # the list grows: a function that is defined in another one is a constant of it
        names |= set(code.co_names)
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    values = []
    for name in sorted(names & function.__globals__.keys()):
        value = function.__globals__[name]
        if type(value) in PLAIN:
            values.append((name, value))
    return values
