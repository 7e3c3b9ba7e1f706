"""Pickles of functions with their code, for processes that cannot import it or have another version of it."""

from __future__ import annotations

import io
import sys
import sysconfig
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from gametheory.parallel.function_hash import CACHED
from gametheory.parallel.package_hash import PACKAGE

INSTALLED = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")]


def pickled_by_value(values: Iterable[object]) -> list[bytes]:
    """Pickle values together with the code of all modules that are neither installed packages nor part of this one.

    Examples
    --------
    >>> own = 2
    >>> (text,) = pickled_by_value([lambda number: own * number])
    >>> unpickled(text)(21)
    42
    """
    with sent_by_value(list(_own_modules())) as own:
        return [pickled(value, own) for value in values]


def unpickled(text: bytes) -> Any:
    """Return the value of a pickle, which can run any code.

    >>> unpickled(pickled([1, 2]))
    [1, 2]
    """
    import cloudpickle

    return cloudpickle.loads(text)


def pickled(value: object, own: Collection[str] = ()) -> bytes:
    """Pickle a value; cached functions of the modules in `own` are pickled with their code, without the cache.

    >>> unpickled(pickled(max)) is max
    True
    """
    file = io.BytesIO()
    _pickler()(file, own).dump(value)
    return file.getvalue()


@contextmanager
def sent_by_value(modules: Sequence[ModuleType]) -> Iterator[set[str]]:
    """Context manager: pickle the code of these modules, because a worker may have no copy or an older one.

    >>> with sent_by_value([sys.modules[__name__]]) as names:
    ...     names
    {'gametheory.parallel.by_value'}
    """
    import cloudpickle

    added = [module for module in modules if module.__name__ not in cloudpickle.list_registry_pickle_by_value()]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield {module.__name__ for module in modules}
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)


@cache
def _pickler() -> Any:
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        def __init__(self, file: io.BytesIO, own: Collection[str]) -> None:
            super().__init__(file)
            self.own = own

        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, CACHED) and value.__module__ in self.own:
                return _restore_cache, (value.__wrapped__, value.cache_parameters())
            return super().reducer_override(value)

    return Pickler


def _restore_cache(function: Callable[..., Any], parameters: dict[str, Any]) -> Any:
    return lru_cache(**parameters)(function)


def _own_modules() -> Iterator[ModuleType]:
    for name, module in sys.modules.copy().items():
        file = getattr(module, "__file__", None)
        if file and name != "__main__" and getattr(module, "__name__", None) == name:
            path = Path(file).resolve()
            if not any(map(path.is_relative_to, (PACKAGE, *INSTALLED))):
                yield module
