"""Checks of the arguments of claims, verdicts and evidence.

Each message names the argument, the value and what is allowed.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Sequence
from typing import Any

MAX_BITS = 10_000  # Python prints integers of this size in less than a millisecond
SHOWN = 60


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
