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
from itertools import accumulate, islice
from math import log10
from typing import Any, TypeAlias, TypeVar
from unicodedata import category

Kind = TypeVar("Kind", bound=type)
JsonObject: TypeAlias = dict[str, Any]  # as `json.loads` returns it: what a value is, its reader knows by the key
ITEMS, LETTERS, BITS, TOTAL = 20, 1000, 3000, 5000
COLLECTIONS: dict[type, Sequence[str]] = {  # with their brackets
    list: "[]",
    tuple: "()",
    set: "{}",
    frozenset: ("frozenset({", "})"),
    dict: "{}",
}


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
        rest = len(value) - LETTERS
        return f"{value[:LETTERS]!r}...{rest:,} more characters"
    if isinstance(value, int) and value.bit_length() > BITS:
        return f"int with {value.bit_length():,} bits"
    return _cut(_inside(value))


def brief(value: object) -> str:
    """Return the first 80 characters of the `repr` of a value, on one line, for a message."""
    return " ".join(repr(value).split())[:80]


def _inside(value: object) -> str:
    # a subclass can have a `repr` that is better than the usual one
    if type(value) in COLLECTIONS or isinstance(value, Mapping):
        return _collection(value)
    if isinstance(value, Fraction):
        longest = max(abs(value.numerator), value.denominator)
        if longest.bit_length() > BITS:
            return f"Fraction({shorten(value.numerator)}, {shorten(value.denominator)})"
    return repr(value)


def _collection(value: Any) -> str:
    if isinstance(value, set | frozenset) and not value:
        return repr(value)
    texts = []
    for entry in islice(value, ITEMS):
        text = shorten(entry)
        if isinstance(value, Mapping):
            text += f": {shorten(value[entry])}"
        texts.append(text)
    if len(value) > ITEMS:
        texts.append(f"...{len(value) - ITEMS:,} more")
    first, last = COLLECTIONS.get(type(value), COLLECTIONS[dict])
    if isinstance(value, tuple) and len(value) == 1:
        last = ",)"
    return f"{first}{', '.join(texts)}{last}"


def _repr(self: Any) -> str:
    if is_dataclass(self):
        names = [field.name for field in fields(self) if field.repr]
    else:
        names = self._fields
    values = []
    for name in names:
        values.append(f"{name}={shorten(getattr(self, name))}")
    return _cut(f"{type(self).__qualname__}({', '.join(values)})")


def _cut(text: str) -> str:
    rest = len(text) - TOTAL
    if rest <= 0:
        return text
    return f"{text[:TOTAL]}...{rest:,} more characters"


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


def json_text(document: object, **options: Any) -> str:
    """Return a JSON text with the escapes of JSON for characters without a glyph; it is equal as JSON."""
    text = json.dumps(document, ensure_ascii=False, **options)
    return MAYBE_HIDDEN.sub(lambda found: _json_escape(found[0]), text)


@cache
def _escape(character: str) -> str:
    if is_hidden(character):
        return character.encode("unicode_escape").decode()
    return character


@cache
def _json_escape(character: str) -> str:
    if is_hidden(character):
        return json.dumps(character)[1:-1]
    return character


def is_hidden(character: str) -> bool:
    """Return whether a character has no glyph and is neither a line break nor a tab."""
    # Unicode guarantees that these will never be characters, and gives them no category of their own
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return character not in "\n\t" and (noncharacter or category(character) in HIDDEN_CATEGORIES)


LOG10_OF_2 = log10(2)
MAX_FRACTION_BITS = 64  # of the numerator or denominator
SHOWN = 5  # names in a list


def format_number(value: object) -> str:
    """Return a number as text: short fractions and integers exactly, any other number to six digits."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bool) or not isinstance(value, Fraction | int):
        return cell_text(value)
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits <= MAX_FRACTION_BITS:
        return str(value)
    return f"≈ {rounded(value):.6g}"


def format_decimal(value: Fraction, places: int = 60) -> str:
    """Return a number as an exact decimal, if it has one with few places; otherwise as a fraction."""
    digits = 0
    while 10**digits % value.denominator:
        digits += 1
        if digits > places:
            return str(value)
    scaled = abs(value) * 10**digits
    text = str(scaled.numerator).zfill(digits + 1)
    if digits:
        text = f"{text[:-digits]}.{text[-digits:]}"
    return f"-{text}" if value < 0 else text


def format_size(number: int) -> str:
    """Return a positive integer as text for a message: all digits up to 12 of them, then a power of ten."""
    bits = number.bit_length()
    if bits < 10_000:
        digits = len(str(number))
    else:  # Python takes long to print such a number, or refuses to
        digits = int((bits - 1) * LOG10_OF_2) + 1
    if digits <= 12:
        return f"{number:,}"
    return f"about 10^{digits - 1}"


def pluralize(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun."""
    if count == 1:
        noun = singular
    else:
        noun = plural or f"{singular}s"
    return f"{count:,} {noun}"


def listed(names: Sequence[str], singular: str) -> str:
    """Return a count with its noun, and the first five names."""
    first = ", ".join(names[:SHOWN])
    rest = len(names) - SHOWN
    if rest > 0:
        first += f" and {rest} more"
    return f"{pluralize(len(names), singular)} ({first})"


def did_you_mean(name: str, names: Iterable[object]) -> str:
    """Return the question whether names that are spelled alike are meant, as the end of a message; or an empty text.

    >>> did_you_mean("tic-tac", ["nim", "tic-tac-toe"])
    '; did you mean tic-tac-toe?'
    >>> did_you_mean("horse", ["nim", "seltens-horse"])
    '; did you mean seltens-horse?'
    >>> did_you_mean("chess", ["nim", "tic-tac-toe"])
    ''
    """
    from difflib import get_close_matches  # here, because only errors need it

    by_lower_case = {str(known).lower(): str(known) for known in names}
    # a name of thousands of characters would take long, and is none that was meant
    start = name[:LETTERS].lower()
    close = get_close_matches(start, by_lower_case, 3)
    # a word of a long name
    if not close and start:
        close = [known for known in by_lower_case if start in re.split(r"\W+|_", known)][:3]
    if not close:
        return ""
    return f"; did you mean {' or '.join(by_lower_case[known] for known in close)}?"


def integer_ranges(numbers: Iterable[int]) -> list[str]:
    """Return integers as text in rising order, with three or more consecutive ones as one range."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts: list[str] = []
    for run in runs:
        if len(run) > 2:
            texts.append(f"{run[0]} to {run[-1]}")
        else:
            texts += map(str, run)
    return texts


def cell_text(value: object) -> str:
    """Return the text of a table cell: a dash for None, yes or no for a truth value."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def rounded(value: Fraction | int) -> float | Decimal:
    """Return the nearest float, or a Decimal if it would overflow or underflow."""
    try:
        near = value.numerator / value.denominator
    except OverflowError:  # an underflow is no error, and the quotient is 0
        near = 0.0
    if near:
        return near
    quotient = Decimal(value.numerator) / Decimal(value.denominator)
    return quotient.normalize()


def format_probability(value: Fraction | float) -> str:
    """Format a probability with six decimals, or by its distance from 0 or 1 if that is below 1e-5."""
    if value in (0, 1):
        return str(int(value))
    if value < 1e-5:
        return f"{float(value):.1e}"
    rest = 1 - value
    if rest < 1e-5:
        return f"1 - {float(rest):.1e}"
    return f"{float(value):.6f}"


def format_survivors(survivors: Mapping[int, Fraction | float]) -> str:
    """Describe a distribution of survivors: the mean and the range from the 5 % to the 95 % quantile."""
    mean = float(sum(count * value for count, value in survivors.items()))
    counts = sorted(survivors)
    totals = list(accumulate(float(survivors[count]) for count in counts))

    def quantile(share: float) -> int:
        # the sum of rounded probabilities can be a little less than 1
        place = bisect_left(totals, share - 1e-9)
        return counts[min(place, len(counts) - 1)]

    low, high = quantile(0.05), quantile(0.95)
    return f"{mean:.1f} on average, from {low} to {high} in 90 % of battles"


def format_error_bound(bound: Fraction | float) -> str:
    """Describe the error bound of the printed numbers."""
    if bound == 0:
        return "Computed exactly, printed rounded."
    return f"No probability is off by more than {bound:.1e}."
