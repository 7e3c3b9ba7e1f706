"""Values of plain data: dataclasses whose fields are checked by their annotations, and their JSON form.

Each message of a check names the argument, the value and what is allowed.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import EnumType
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

MAX_BITS = 10_000  # Python prints integers of this size in less than a millisecond
SHOWN = 60
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


def check_text(name: str, value: object) -> None:
    """Raise TypeError unless a value is text, and ValueError if UTF-8 cannot encode it."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: {shown(value)} is not text; it must be a str")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{name}: {shown(value)} contains half of a surrogate pair; all characters must be encodable in UTF-8"
        ) from error


def whole_number(name: str, value: object) -> int:
    """Return a whole number of at least 0 as an int; integers of numpy are allowed, truth values are not."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: {shown(value)} is not a whole number; it must be an int of at least 0") from None
    if isinstance(value, bool):
        raise TypeError(f"{name}: {value} is not a whole number; it must be an int of at least 0")
    if number < 0:
        raise ValueError(f"{name}: {number} is negative; it must be an int of at least 0")
    if number.bit_length() > MAX_BITS:
        raise ValueError(f"{name}: the number has {number.bit_length():,} bits; at most {MAX_BITS:,} are allowed")
    return number


def check_kind(name: str, value: object, kind: type | tuple[type, ...], allowed: str) -> None:
    """Raise TypeError unless a value has one of these types; `allowed` describes them."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: {shown(value)} is not allowed; it must be {allowed}")


def items(name: str, value: object, allowed: str) -> Sequence[Any]:
    """Return the items of an iterable that is not text; otherwise raise TypeError."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: {shown(value)} is not allowed; it must be {allowed}")
    return tuple(value)


def shown(value: object) -> str:
    """Return the repr of a value on one line, shortened; the type if the repr fails."""
    try:
        text = escaped(repr(value))
    except Exception:  # a repr can raise anything
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def error_text(error: BaseException) -> str:
    """Return the type of an error and the first line of its message."""
    try:
        message = str(error)
    except Exception:  # a message can be computed by anything
        message = "its message cannot be read"
    first = message.strip().splitlines()[:1]
    return escaped(": ".join([type(error).__name__, *first]))


def escaped(text: str) -> str:
    """Return text with lone surrogates escaped, so that it can be written in every format."""
    return text.encode(errors="backslashreplace").decode()


def untypeset(text: str) -> str:
    """Return text without dollar signs, between which a report would typeset formulas."""
    return text.replace("$", "＄")


def read_json(text: str) -> Any:
    """Return the value of a JSON text; refuse a key that occurs twice, of which two programs could read either."""
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("an object has the same key twice")
    return values
