"""Values of plain data: dataclasses whose fields are text, numbers and collections, and their JSON form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from gametheory.claims.validate import check_text


class PlainValue:
    """A dataclass that checks its texts, and that has a JSON form.

    >>> from gametheory.claims.evidence import Certificate
    >>> Certificate("a.smt2", "(check-sat)", "z3 FILE").as_json()
    {'kind': 'certificate', 'name': 'a.smt2', 'text': '(check-sat)', 'how': 'z3 FILE'}
    """

    def __post_init__(self) -> None:
        for each in fields(self):  # type: ignore[arg-type]
            if each.type == "str":
                check_text(each.name, getattr(self, each.name))

    def as_json(self) -> dict[str, Any]:
        """Return the value as JSON values for the manifest."""
        return {"kind": kind_of(type(self)), **plain_fields(self)}


def kind_of(kind: type) -> str:
    """Return the name of a class in JSON, such as lookup_table."""
    return re.sub(r"(?<=.)([A-Z])", r"_\1", kind.__name__).lower()


def plain_fields(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass that its `repr` shows, as JSON values."""
    return {each.name: plain(getattr(value, each.name)) for each in fields(value) if each.repr}


def plain(value: Any) -> Any:
    """Convert mappings, sequences, dataclasses and numbers of numpy, at every depth, to what JSON can represent."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if hasattr(value, "__dataclass_fields__"):
        return plain_fields(value)
    return value.item() if hasattr(value, "dtype") and getattr(value, "ndim", None) == 0 else value
