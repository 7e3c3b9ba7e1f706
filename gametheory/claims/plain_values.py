"""Values of plain data: dataclasses whose fields are checked by their annotations, and their JSON form."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import EnumType
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from gametheory.claims.validate import check_kind, check_text, items, shown, whole_number

Kind = TypeVar("Kind")
WORDS = {bool: "True or False", Callable: "a function", Mapping: "a mapping"}


class Checked:
    """A dataclass that checks its fields, and converts JSON values, as the annotations of the fields say."""

    def __post_init__(self) -> None:
        for name, kind in _annotations(type(self)).items():  # type: ignore[arg-type]
            object.__setattr__(self, name, typed(name, getattr(self, name), kind))


class PlainValue(Checked):
    """A dataclass that has a JSON form.

    >>> from gametheory.claims.evidence import Certificate
    >>> Certificate("a.smt2", "(check-sat)", "z3 FILE").as_json()
    {'kind': 'certificate', 'name': 'a.smt2', 'text': '(check-sat)', 'how': 'z3 FILE'}
    """

    def as_json(self) -> dict[str, Any]:
        """Return the value as JSON values for the manifest."""
        return {"kind": kind_of(type(self)), **plain_fields(self)}


@cache
def _annotations(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def typed(name: str, value: Any, kind: Any) -> Any:
    """Return a value as the type of an annotation: sequences as tuples, and mappings as the dataclasses they describe.

    Raise TypeError or ValueError with the name, the value and what is allowed.
    """
    form, inner = get_origin(kind) or kind, get_args(kind)
    if form is str or (form is Any and isinstance(value, str)):
        check_text(name, value)
    elif form is int:
        return whole_number(name, value)
    elif form in (Union, UnionType):
        return None if value is None and NoneType in inner else _one_of(name, value, inner)
    elif form in (tuple, Sequence, Collection):
        entries = items(name, value, "a sequence")
        kinds = [inner[0]] * len(entries) if form is not tuple or inner[-1] is Ellipsis else inner
        if len(kinds) != len(entries):
            raise ValueError(f"{name}: {shown(value)} is not allowed; it must have {len(kinds)} entries")
        numbered = enumerate(zip(entries, kinds, strict=True), 1)
        return tuple(typed(f"{name}, entry {number}", *each) for number, each in numbered)
    elif form is Mapping:
        check_kind(name, value, Mapping, WORDS[Mapping])
        return {key: typed(f"{name}.{key}", each, inner[1]) for key, each in value.items()}
    elif isinstance(form, EnumType):
        if value not in list(form):
            raise ValueError(f"{name}: {shown(value)} is not allowed; it must be one of {', '.join(form)}")
        return form(value)
    elif isinstance(value, Mapping) and is_dataclass(form):
        return made(form, value, name)  # type: ignore[arg-type]
    elif form is not Any:
        check_kind(name, value, form, WORDS.get(form) or f"a {form.__name__}")
    return value


def _one_of(name: str, value: Any, kinds: Sequence[Any]) -> Any:
    kinds = [kind for kind in kinds if kind is not NoneType]
    if len(kinds) == 1:
        return typed(name, value, kinds[0])
    *names, last = (kind.__name__ for kind in kinds)
    check_kind(name, value, tuple(kinds), f"{', '.join(names)} or {last}")
    return value


def made(kind: Callable[..., Kind], data: Mapping[str, Any], name: str = "") -> Kind:
    """Return a dataclass with fields from JSON values."""
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    try:
        for key in data:
            if key not in known:
                raise ValueError(f"there is no key {key!r}; the keys are {', '.join(known)}")
        for key, each in known.items():
            if each.default is each.default_factory is MISSING and key not in data:
                raise ValueError(f"{key} is missing")
        return kind(**data)
    except (TypeError, ValueError) as error:
        refusal = TypeError if isinstance(error, TypeError) else ValueError
        raise refusal(": ".join(filter(None, (name, str(error))))) from None


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
