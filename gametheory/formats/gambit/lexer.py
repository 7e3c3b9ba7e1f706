"""Tokens of Gambit's files: quoted names, exact numbers and braces, each with its place.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats):
white space separates tokens and has no other meaning; in a quoted name a backslash escapes a quotation mark and is an
ordinary character elsewhere; numbers are exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NoReturn, TypeVar

from gametheory.model.game import LIMITS


class FormatError(Exception):
    """A text is not in the format of its reader.

    The message begins with line and column, counted from 1, which are also attributes.
    """

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column


MAX_DIGITS = 2_000  # of numerator and denominator each; Python converts at most 4,300 digits by default
MAX_EXPANDED_DIGITS = 10_000_000  # of all numbers with exponents: "1e1999" has 6 characters and 2,000 digits
CACHED_NUMBERS = 1 << 15
TOO_LONG = 10**MAX_DIGITS
TOKEN = re.compile(r'[ \t\r\n\v\f]*+(?:([{},]|[^ \t\r\n\v\f{},"]++)|"((?:[^"\\]++|\\"?+)*+)"|(?=")|\Z)')
NUMBER = re.compile(r"([+-]?)(?:(\d+)/(\d+)|(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?)", re.ASCII)

Item = TypeVar("Item")


class Lexer:
    """A tokenizer with one token of lookahead; every error names its place."""

    token: str | None
    quoted: str | None

    def __init__(self, text: str) -> None:
        self.text = text
        self._expanded_digits = 0
        self._end = 0
        self.advance()

    def advance(self) -> None:
        """Advance to the next token."""
        self._match: re.Match[str] = TOKEN.match(self.text, self._end)  # type: ignore[assignment]  # it always matches
        self._end = self._match.end()
        self.token, self.quoted = self._match.groups()

    def accept(self, part: str) -> bool:
        """Advance past `part` if the text continues with it, and return whether it does.

        `part` consists of whole tokens.
        """
        start = self.start
        if accepted := self.text.startswith(part, start):
            self._end = start + len(part)
            self.advance()
        return accepted

    def text_since(self, start: int) -> str:
        """Return the text from `start` to the end of the previous token."""
        return self.text[start : self._match.start()]

    @property
    def start(self) -> int:
        """Index of the first character of the next token."""
        kind = self._match.lastindex
        return self._end if kind is None else self._match.start(kind) - (self.quoted is not None)

    @property
    def at_end(self) -> bool:
        """Return whether there is no next token."""
        return self.start == len(self.text)

    def fail(self, problem: str, position: int | None = None) -> NoReturn:
        """Raise FormatError with the line and column of `position`, by default of the next token."""
        at = self.start if position is None else position
        raise FormatError(problem, self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at))

    def fail_limit(self, problem: str, position: int | None = None) -> NoReturn:
        """Raise FormatError for a limit of the reader, with the page that lists them."""
        self.fail(f"{problem}; see {LIMITS}", position)

    def fail_expected(self, what: str) -> NoReturn:
        """Raise FormatError: the next token is not `what`."""
        if self.at_end:
            self.fail(f"expected {what}, found the end of the file")
        if self.start == self._end:
            self.fail("this name has no closing quotation mark")
        self.fail(f"expected {what}, found {shorten(self.text[self.start : self._end])}")

    def parse_symbol(self, *allowed: str) -> None:
        """Advance past one of the `allowed` tokens; FormatError for any other."""
        if self.token not in allowed:
            self.fail_expected(" or ".join(allowed))
        self.advance()

    def parse_name(self, what: str) -> str:
        """Parse a quoted name; an error message says that `what` was expected."""
        name = self.quoted
        if name is None:
            self.fail_expected(f"{what} in quotation marks")
        self.advance()
        return name.replace('\\"', '"')

    def parse_number(self) -> Fraction:
        """Parse an exact number: an integer, a decimal with or without an exponent, or p/q."""
        text = self.token or ""
        try:
            value = _number(text)
        except ValueError as error:
            self.fail(str(error))
        if value is None:
            self.fail_expected("a number")
        if "e" in text or "E" in text:
            self._expanded_digits += len(str(value))
            if self._expanded_digits > MAX_EXPANDED_DIGITS:
                self.fail_limit(f"the numbers with exponents have more than {MAX_EXPANDED_DIGITS:,} digits in total")
        self.advance()
        return value

    def parse_int(self, what: str, least: int, most: int | None = None) -> int:
        """Parse a whole number from `least`, at least 0, to `most`."""
        text = self.token or ""
        value = int(text) if text.isdecimal() and text.isascii() and len(text) <= MAX_DIGITS else -1
        if value < least or (most is not None and value > most):
            limit = f"of at least {least}" if most is None else f"from {least} to {most:,}"
            self.fail_expected(f"{what}, a whole number {limit}")
        self.advance()
        return value

    def parse_list(self, what: str, item: Callable[[], Item], commas: bool = False) -> list[Item]:
        """Parse a list in braces; `item` parses one item. With `commas`, a comma may follow each item."""
        if self.token != "{":
            self.fail_expected(f"a list of {what} in braces")
        self.advance()
        items = []
        while self.token != "}":
            items.append(item())
            if commas and self.token == ",":
                self.advance()
        self.advance()
        return items

    def parse_optional_name(self) -> str:
        """Parse a quoted name if the next token is one; otherwise return an empty text."""
        return "" if self.quoted is None else self.parse_name("a name")


@lru_cache(CACHED_NUMBERS)
def _number(text: str) -> Fraction | None:
    """Parse a number; None if `text` is not a number; ValueError if it is too long or the denominator is zero."""
    if text.isdecimal() and text.isascii() and len(text) <= MAX_DIGITS:
        return Fraction(int(text))
    match = NUMBER.fullmatch(text)
    if not match or not any(match.group(2, 4, 5)):
        return None
    sign, numerator, denominator, whole, decimals, exponent = match.groups(default="")
    # A longer exponent is not converted: it is too long for certain.
    power = int(exponent or 0) if len(exponent) <= 6 else MAX_DIGITS
    if max(len(numerator), len(denominator), len(whole) + len(decimals) + abs(power)) > MAX_DIGITS:
        raise ValueError(f"{shorten(text)} has more than {MAX_DIGITS:,} digits without exponent; see {LIMITS}")
    if denominator:
        if not denominator.strip("0"):
            raise ValueError(f"{shorten(text)} divides by zero")
        return Fraction(int(sign + numerator), int(denominator))
    number, power = int(sign + (whole + decimals or "0")), power - len(decimals)
    return Fraction(number * 10**power) if power >= 0 else Fraction(number, 10**-power)


def quote(name: str) -> str:
    """Return a name in quotation marks, as in a file."""
    if name.endswith("\\"):
        raise ValueError(f"the name {name!r} ends with a backslash, which would escape the closing quotation mark")
    return '"' + name.replace('"', '\\"') + '"'


def format_exact(number: Fraction) -> str:
    """Return an exact number as text, as in a file."""
    if max(abs(number.numerator), number.denominator) >= TOO_LONG:
        raise ValueError(f"a number has more than {MAX_DIGITS:,} digits in its numerator or denominator")
    return str(number)


def shorten(text: str) -> str:
    """Return a token for a message, shortened if it is long."""
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
