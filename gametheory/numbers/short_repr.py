"""Short texts of long results: a solution with a million entries must not print a million entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type)
ITEMS, LETTERS, BITS, TOTAL = 20, 1000, 3000, 5000


def short_repr(kind: Kind) -> Kind:
    """Class decorator for dataclasses and named tuples: `repr` is the usual one, and cut for long values.

    Sequences and mappings have at most 20 entries, texts 1,000 characters, and the whole 5,000. What is left out is
    counted.
    """
    kind.__repr__ = _repr  # type: ignore[assignment]
    return kind


def shorten(value: object) -> str:
    """Return the `repr` of a value, cut as in `short_repr`."""
    if isinstance(value, str | bytes) and len(value) > LETTERS:
        return f"{value[:LETTERS]!r}...{len(value) - LETTERS:,} more characters"
    if isinstance(value, int) and value.bit_length() > BITS:
        return f"int with {value.bit_length():,} bits"
    return _cut(_inside(value))


def _inside(value: object) -> str:
    kind = type(value)
    if kind in (list, tuple, set, frozenset, dict) or isinstance(value, Mapping):
        return _collection(value)
    if kind.__name__ == "Fraction" and max(abs(value.numerator), value.denominator).bit_length() > BITS:  # type: ignore[attr-defined]
        return f"Fraction({shorten(value.numerator)}, {shorten(value.denominator)})"  # type: ignore[attr-defined]
    return repr(value)


def _collection(value: Any) -> str:
    if isinstance(value, set | frozenset) and not value:
        return repr(value)
    if isinstance(value, Mapping):
        texts = [f"{shorten(key)}: {shorten(entry)}" for key, entry in islice(value.items(), ITEMS)]
    else:
        texts = [shorten(entry) for entry in islice(value, ITEMS)]
    if len(value) > ITEMS:
        texts.append(f"...{len(value) - ITEMS:,} more")
    brackets: dict[str, tuple[str, str]] = {"list": ("[", "]"), "tuple": ("(", ")"), "frozenset": ("frozenset({", "})")}
    first, last = brackets.get(type(value).__name__, ("{", "}"))
    comma = "," if isinstance(value, tuple) and len(value) == 1 else ""
    return f"{first}{', '.join(texts)}{comma}{last}"


def _repr(self: Any) -> str:
    names = [field.name for field in fields(self) if field.repr] if is_dataclass(self) else self._fields
    inside = ", ".join(f"{name}={shorten(getattr(self, name))}" for name in names)
    return _cut(f"{type(self).__qualname__}({inside})")


def _cut(text: str) -> str:
    return text if len(text) <= TOTAL else f"{text[:TOTAL]}...{len(text) - TOTAL:,} more characters"
