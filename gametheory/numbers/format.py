"""Numbers, distributions and long results as text, in which characters without a glyph are escapes."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import accumulate, groupby, islice
from math import log10
from typing import Any, TypeVar
from unicodedata import category

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


def brief(value: object) -> str:
    """Return the first 80 characters of the `repr` of a value, on one line, for a message."""
    return " ".join(repr(value).split())[:80]


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


MAYBE_HIDDEN = re.compile("[^\n\t\x20-\x7e]")
# Control and format characters, halves of surrogate pairs, and separators of lines and paragraphs.
HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")


def visible(text: str) -> str:
    """Return text with an escape in place of each character without a glyph, except spaces, tabs and line breaks."""
    return MAYBE_HIDDEN.sub(lambda found: _escape(found[0]), text)


def visible_values(value: Any) -> Any:
    """Return JSON values with `visible` applied to every text; keys are unchanged."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {key: visible_values(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [visible_values(each) for each in value]
    return value


def json_text(document: Any, **options: Any) -> str:
    """Return a JSON text with the escapes of JSON for characters without a glyph; it is equal as JSON."""
    text = json.dumps(document, ensure_ascii=False, **options)
    return MAYBE_HIDDEN.sub(lambda found: _json_escape(found[0]), text)


@cache
def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode() if is_hidden(character) else character


@cache
def _json_escape(character: str) -> str:
    return json.dumps(character)[1:-1] if is_hidden(character) else character


def is_hidden(character: str) -> bool:
    """Return whether a character has no glyph and is neither a line break nor a tab."""
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return character not in "\n\t" and (noncharacter or category(character) in HIDDEN_CATEGORIES)


LOG10_OF_2 = log10(2)
MAX_FRACTION_BITS = 64  # of the numerator or denominator
SHOWN = 5  # names in a list


def format_number(value: Any) -> str:
    """Return a number as text: short fractions and integers exactly, any other number to six digits."""
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_FRACTION_BITS:
            return str(value)
        return f"≈ {rounded(value):.6g}"
    return f"{value:.6g}" if isinstance(value, float) else cell_text(value)


def format_decimal(value: Fraction, places: int = 60) -> str:
    """Return a number as an exact decimal, if it has one with few places; otherwise as a fraction."""
    digits = next((n for n in range(places + 1) if 10**n % value.denominator == 0), None)
    if digits is None:
        return str(value)
    text = str(abs(value.numerator) * (10**digits // value.denominator)).zfill(digits + 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def format_size(number: int) -> str:
    """Return a positive integer as text for a message: all digits up to 12 of them, then a power of ten."""
    digits = len(str(number)) if number.bit_length() < 10_000 else int((number.bit_length() - 1) * LOG10_OF_2) + 1
    return f"{number:,}" if digits <= 12 else f"about 10^{digits - 1}"


def pluralize(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {singular if count == 1 else plural or f'{singular}s'}"


def listed(names: Sequence[str], singular: str) -> str:
    """Return a count with its noun, and the first five names."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{pluralize(len(names), singular)} ({', '.join(names[:SHOWN])}{more})"


def integer_ranges(numbers: Iterable[int]) -> list[str]:
    """Return integers as text in rising order, with three or more consecutive ones as one range."""
    numbered = enumerate(sorted(set(numbers)))
    runs = [[number for _, number in run] for _, run in groupby(numbered, lambda pair: pair[1] - pair[0])]
    return [text for run in runs for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]


def cell_text(value: Any) -> str:
    """Return the text of a table cell: a dash for None, yes or no for a truth value."""
    if value is None:
        return "–"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def rounded(value: Fraction | int) -> float | Decimal:
    """Return the nearest float, or a Decimal if it would overflow or underflow."""
    try:
        near = value.numerator / value.denominator
    except OverflowError:
        near = 0.0
    return near or (Decimal(value.numerator) / Decimal(value.denominator)).normalize()


def format_probability(value: Fraction | float) -> str:
    """Format a probability with six decimals, or by its distance from 0 or 1 if that is below 1e-5."""
    if value in (0, 1):
        return str(int(value))
    if value < 1e-5:
        return f"{float(value):.1e}"
    return f"1 - {float(1 - value):.1e}" if 1 - value < 1e-5 else f"{float(value):.6f}"


def format_survivors(survivors: Mapping[int, Fraction | float]) -> str:
    """Describe a distribution of survivors: the mean and the range from the 5 % to the 95 % quantile."""
    mean = float(sum(count * value for count, value in survivors.items()))
    counts = sorted(survivors)
    totals = [*accumulate(float(survivors[count]) for count in counts)]
    low, high = (counts[min(bisect_left(totals, share - 1e-9), len(counts) - 1)] for share in (0.05, 0.95))
    return f"{mean:.1f} on average, from {low} to {high} in 90 % of battles"


def format_error_bound(bound: Fraction | float) -> str:
    """Describe the error bound of the printed numbers."""
    return "Computed exactly, printed rounded." if bound == 0 else f"No probability is off by more than {bound:.1e}."
