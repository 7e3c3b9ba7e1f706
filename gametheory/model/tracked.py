"""Dictionaries that record whether they were changed."""

from __future__ import annotations

from typing import Any


class Changes:
    """Whether one of several dictionaries was changed."""

    __slots__ = ("any",)

    def __init__(self) -> None:
        self.any = False


class TrackedDict(dict[Any, Any]):
    """A dictionary that records every change of itself; a copy or a pickle of it is an ordinary dictionary.

    Parameters
    ----------
    changes : Changes
        The record, which several dictionaries share.

    Examples
    --------
    >>> changes = Changes()
    >>> moves = TrackedDict(changes, a=1)
    >>> moves["a"], changes.any
    (1, False)
    >>> moves["b"] = 2
    >>> moves, changes.any
    ({'a': 1, 'b': 2}, True)
    >>> moves.fill("c", 3)
    >>> moves.update(d=4)
    >>> moves.pop("a"), moves.popitem(), moves.setdefault("e", 5)
    (1, ('d', 4), 5)
    >>> moves.clear()
    >>> moves
    {}
    """

    __slots__ = ("_changes",)

    def __init__(self, changes: Changes, **items: Any) -> None:
        super().__init__(**items)
        self._changes = changes

    def fill(self, key: Any, value: Any) -> None:
        """Set an item without a record of it."""
        dict.__setitem__(self, key, value)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Set an item."""
        self._changes.any = True
        super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        """Remove an item."""
        self._changes.any = True
        super().__delitem__(key)

    def __ior__(self, other: Any) -> TrackedDict:  # type: ignore[misc]
        """Add items."""
        self._changes.any = True
        super().update(other)
        return self

    def clear(self) -> None:
        """Remove all items."""
        self._changes.any = True
        super().clear()

    def pop(self, *arguments: Any) -> Any:
        """Remove an item and return its value."""
        self._changes.any = True
        return super().pop(*arguments)

    def popitem(self) -> tuple[Any, Any]:
        """Remove the last item and return it."""
        self._changes.any = True
        return super().popitem()

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key, which is set if it is missing."""
        self._changes.any = True
        return super().setdefault(key, default)

    def update(self, *arguments: Any, **items: Any) -> None:
        """Add items."""
        self._changes.any = True
        super().update(*arguments, **items)

    def __reduce__(self) -> tuple[type, tuple[dict[Any, Any]]]:
        """Return how to make an ordinary dictionary with the same items."""
        return dict, (dict(self),)
