"""The words of Gambit's files: quoted names, exact numbers, braces, and the place of each.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats):
white space separates words and means nothing else; in a quoted name a backslash before a quotation mark keeps it from
ending the name, and is otherwise a sign like others; numbers are exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NoReturn, TypeVar

from gametheory.formats.errors import FormatError

MOST_DIGITS = 2_000  # of numerator and denominator each; Python reads and writes 4,300 without being asked
MOST_GROWN = 10_000_000  # digits of all numbers with exponents: six signs of a text can stand for a kilobyte
REMEMBERED = 1 << 15  # numbers that are not computed again where they stand again
TOO_LONG = 10**MOST_DIGITS
WORD = re.compile(r'[ \t\r\n\v\f]*+(?:([{},]|[^ \t\r\n\v\f{},"]++)|"((?:[^"\\]++|\\"?+)*+)"|(?=")|\Z)')
NUMBER = re.compile(r"([+-]?)(?:(\d+)/(\d+)|(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?)", re.ASCII)

Item = TypeVar("Item")


class Lexer:
    """A text read word by word, with one word of foresight; every refusal says where.

    `word` is the next word as it stands, None where it is a quoted one and at the end; `quote` is what a quoted word
    says between its marks, else None.

    >>> words = Lexer('NFG 1 R "The \\\\"title\\\\"" { 1/2, .5 }')
    >>> words.symbol("NFG"), words.symbol("1"), words.symbol("R"), words.name("the title")
    (None, None, None, 'The "title"')
    >>> words.listed("payoffs", words.number, commas=True)
    [Fraction(1, 2), Fraction(1, 2)]
    >>> words.number()
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 36: expected a number, found the end of the file
    >>> words = Lexer('tree 12 "B" rest')
    >>> start = words.start
    >>> words.skip("tree"), words.since(start), words.whole("a size", 1, 20), words.optional_name(), words.at_end
    (True, 'tree', 12, 'B', False)
    >>> words.take()
    >>> words.at_end
    True
    >>> Lexer("tree").expected("a leaf")
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 1: expected a leaf, found 'tree'
    >>> Lexer("tree").refuse("this is no game")
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 1: this is no game
    """

    word: str | None
    quoted: str | None

    def __init__(self, text: str) -> None:
        self.text = text
        self._grown = 0
        self._end = 0
        self.take()

    def take(self) -> None:
        """Leave the next word behind."""
        self._found: re.Match[str] = WORD.match(self.text, self._end)  # type: ignore[assignment]  # it always matches
        self._end = self._found.end()
        self.word, self.quoted = self._found.groups()

    def skip(self, part: str) -> bool:
        """Leave a part of a text behind, which ends where a word does, if that is what comes next."""
        start = self.start
        if skipped := self.text.startswith(part, start):
            self._end = start + len(part)
            self.take()
        return skipped

    def since(self, start: int) -> str:
        """The text from a place to the end of the last word left behind."""
        return self.text[start : self._found.start()]

    @property
    def start(self) -> int:
        """The place of the first sign of the next word."""
        kind = self._found.lastindex
        return self._end if kind is None else self._found.start(kind) - (self.quoted is not None)

    @property
    def at_end(self) -> bool:
        """Whether there is no next word."""
        return self.start == len(self.text)

    def refuse(self, problem: str, position: int | None = None) -> NoReturn:
        """Raise FormatError about a position, unless given that of the next word."""
        at = self.start if position is None else position
        raise FormatError(problem, self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at))

    def expected(self, what: str) -> NoReturn:
        """Refuse the next word, since something else was expected."""
        if self.at_end:
            self.refuse(f"expected {what}, found the end of the file")
        if self.start == self._end:
            self.refuse("this name has no closing quotation mark")
        self.refuse(f"expected {what}, found {shorten(self.text[self.start : self._end])}")

    def symbol(self, *allowed: str) -> None:
        """Take one of some unquoted words."""
        if self.word not in allowed:
            self.expected(" or ".join(allowed))
        self.take()

    def name(self, what: str) -> str:
        """Take a quoted word; `what` it should be is for the message."""
        name = self.quoted
        if name is None:
            self.expected(f"{what} in quotation marks")
        self.take()
        return name.replace('\\"', '"')

    def number(self) -> Fraction:
        """Take an exact number: an integer, a decimal with or without an exponent, or p/q."""
        text = self.word or ""
        try:
            value = _number(text)
        except ValueError as error:
            self.refuse(str(error))
        if value is None:
            self.expected("a number")
        if "e" in text or "E" in text:
            self._grown += len(str(value))
            if self._grown > MOST_GROWN:
                self.refuse(f"numbers with exponents that have more than {MOST_GROWN:,} digits in all when written out")
        self.take()
        return value

    def whole(self, what: str, least: int, most: int | None = None) -> int:
        """Take a whole number within limits, of which the least is at least 0."""
        text = self.word or ""
        value = int(text) if text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS else -1
        if value < least or (most is not None and value > most):
            limit = f"of at least {least}" if most is None else f"from {least} to {most:,}"
            self.expected(f"{what}, a whole number {limit}")
        self.take()
        return value

    def listed(self, what: str, item: Callable[[], Item], commas: bool = False) -> list[Item]:
        """Take a list in braces; where the format allows commas, one may follow each item."""
        if self.word != "{":
            self.expected(f"a list of {what} in braces")
        self.take()
        items = []
        while self.word != "}":
            items.append(item())
            if commas and self.word == ",":
                self.take()
        self.take()
        return items

    def optional_name(self) -> str:
        """Take a quoted word if that is what comes next, else nothing."""
        return "" if self.quoted is None else self.name("a name")


@lru_cache(REMEMBERED)
def _number(text: str) -> Fraction | None:
    """What a number says; None for what is none, and ValueError for one too long and for division by zero."""
    if text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS:
        return Fraction(int(text))
    found = NUMBER.fullmatch(text)
    if not found or not any(found.group(2, 4, 5)):
        return None
    sign, above, below, whole, part, exponent = found.groups(default="")
    power = int(exponent or 0) if len(exponent) <= 6 else MOST_DIGITS
    if max(len(above), len(below), len(whole) + len(part) + abs(power)) > MOST_DIGITS:
        raise ValueError(f"{shorten(text)} has more than {MOST_DIGITS:,} digits when written out")
    if below:
        if not below.strip("0"):
            raise ValueError(f"{shorten(text)} divides by zero")
        return Fraction(int(sign + above), int(below))
    number, power = int(sign + (whole + part or "0")), power - len(part)
    return Fraction(number * 10**power) if power >= 0 else Fraction(number, 10**-power)


def quote(name: str) -> str:
    """A name as it stands in a file; ValueError for one that ends with a backslash, which the format cannot tell.

    >>> print(quote('a "b" c'))
    "a \\"b\\" c"
    """
    if name.endswith("\\"):
        raise ValueError(f"the name {name!r} ends with a backslash, and in a file the quotation mark would follow it")
    return '"' + name.replace('"', '\\"') + '"'


def format_exact(number: Fraction) -> str:
    """A number as it stands in a file; ValueError for one of too many digits to be read again.

    >>> format_exact(Fraction(-2, 4))
    '-1/2'
    """
    if max(abs(number.numerator), number.denominator) >= TOO_LONG:
        raise ValueError(f"a number has more than {MOST_DIGITS:,} digits above or below the line")
    return str(number)


def shorten(text: str) -> str:
    """A word of a file for a message, cut where it is long.

    >>> shorten("tree"), len(shorten("a" * 1000))
    ("'tree'", 42)
    """
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
