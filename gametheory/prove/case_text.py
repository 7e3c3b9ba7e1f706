"""A case of a check as text, also if its class does not say how to print it."""

from __future__ import annotations

import re
from typing import Any

from gametheory.numbers.short_repr import shorten

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")


def case_text(case: Any) -> str:
    """Return a case as text: the fields of a value whose class has no `__repr__`, and no address in memory.

    >>> class Deal:
    ...     def __init__(self, card): self.card = card
    >>> case_text(Deal("king")), case_text((Deal(7), 1)), case_text([print, "a"])
    ("Deal(card='king')", '(Deal(card=7), 1)', "[<built-in function print>, 'a']")
    """
    kind = type(case)
    if kind in (tuple, list) and any(map(_is_bare, case)):
        inside = ", ".join(_fields(item) if _is_bare(item) else shorten(item) for item in case)
        comma = "," if kind is tuple and len(case) == 1 else ""
        text = f"({inside}{comma})" if kind is tuple else f"[{inside}]"
    else:
        text = _fields(case) if _is_bare(case) else str(case)
    return ADDRESS.sub("", text)


def _is_bare(value: Any) -> bool:
    """Whether the text of a value is its address in memory, and it has fields to print."""
    kind: Any = type(value)
    return kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__ and hasattr(value, "__dict__")


def _fields(value: Any) -> str:
    fields = ", ".join(f"{name}={shorten(field)}" for name, field in vars(value).items())
    return f"{type(value).__name__}({fields})"
