"""The words of Gambit's files: quoted names, exact numbers, braces, and the place of each.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats):
white space separates words and means nothing else; in a quoted name a backslash before a quotation mark keeps it from
ending the name, and is otherwise a sign like others; numbers are exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, NoReturn, TypeVar

from gametheory.formats.errors import FormatError

MOST_DIGITS = 2_000  # of numerator and denominator each; Python reads and writes 4,300 without being asked
SPACE = re.compile(r"[ \t\r\n\v\f]*")
WORD = re.compile(r'[{},]|[^ \t\r\n\v\f{},"]+')
NUMBER = re.compile(r"([+-]?)(?:(\d+)/(\d+)|(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?)", re.ASCII)

Item = TypeVar("Item")


class Token(NamedTuple):
    """A word as it stands, with the place of its first sign; `name` is what a quoted word says, else None."""

    text: str
    start: int
    name: str | None = None


class Words:
    """A text read word by word, with one word of foresight; every refusal says where.

    >>> words = Words('NFG 1 R "The \\\\"title\\\\"" { 1/2, .5 }')
    >>> words.symbol("NFG"), words.symbol("1"), words.symbol("R"), words.name("the title")
    (None, None, None, 'The "title"')
    >>> words.listed("payoffs", words.number, commas=True)
    [Fraction(1, 2), Fraction(1, 2)]
    >>> words.number()
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 36: expected a number, found the end of the file
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.next = self._read(0)

    def _read(self, position: int) -> Token:
        """The word at or after a position; an empty one at the end of the text."""
        space = SPACE.match(self.text, position)
        start = space.end() if space else position
        if self.text.startswith('"', start):
            end = self.text.find('"', start + 1)
            while end > 0 and end > start + 1 and self.text[end - 1] == "\\":
                end = self.text.find('"', end + 1)
            if end < 0:
                self.refuse("this name has no closing quotation mark", start)
            return Token(self.text[start : end + 1], start, self.text[start + 1 : end].replace('\\"', '"'))
        found = WORD.match(self.text, start)
        return Token(found[0] if found else "", start)

    def take(self) -> Token:
        """The next word, left behind."""
        taken = self.next
        self.next = self._read(taken.start + len(taken.text))
        return taken

    def refuse(self, problem: str, position: int | None = None) -> NoReturn:
        """Raise FormatError about a position, unless given that of the next word."""
        at = self.next.start if position is None else position
        raise FormatError(problem, self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at))

    def expected(self, what: str) -> NoReturn:
        """Refuse the next word, since something else was expected."""
        text = self.next.text
        self.refuse(f"expected {what}, found {shortened(text) if text else 'the end of the file'}")

    def symbol(self, *allowed: str) -> None:
        """Take one of some unquoted words."""
        if self.next.text not in allowed:
            self.expected(" or ".join(allowed))
        self.take()

    def name(self, what: str) -> str:
        """Take a quoted word; `what` it should be is for the message."""
        if self.next.name is None:
            self.expected(f"{what} in quotation marks")
        return self.take().name or ""

    def number(self) -> Fraction:
        """Take an exact number: an integer, a decimal with or without an exponent, or p/q."""
        found = NUMBER.fullmatch(self.next.text)
        if not found or not any(found.group(2, 4, 5)):
            self.expected("a number")
        value = self._value(found)
        self.take()
        return value

    def _value(self, found: re.Match[str]) -> Fraction:
        sign, numerator, denominator, whole, part, exponent = found.groups(default="")
        powers = abs(int(exponent[:6] or 0)) if len(exponent) <= 6 else MOST_DIGITS
        if max(len(numerator), len(denominator), len(whole) + len(part) + powers) > MOST_DIGITS:
            self.refuse(f"{shortened(found[0])} has more than {MOST_DIGITS:,} digits when written out")
        if denominator:
            if not denominator.strip("0"):
                self.refuse(f"{shortened(found[0])} divides by zero")
            return Fraction(int(sign + numerator), int(denominator))
        return int(sign + (whole + part or "0")) * Fraction(10) ** (int(exponent or 0) - len(part))

    def whole(self, what: str, least: int, most: int | None = None) -> int:
        """Take a whole number within limits."""
        text, limit = self.next.text, f"of at least {least}" if most is None else f"from {least} to {most:,}"
        right = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) >= least
        if not right or (most is not None and int(text) > most):
            self.expected(f"{what}, a whole number {limit}")
        return int(self.take().text)

    def listed(self, what: str, item: Callable[[], Item], commas: bool = False) -> list[Item]:
        """Take a list in braces; where the format allows commas, one may follow each item."""
        if self.next.text != "{":
            self.expected(f"a list of {what} in braces")
        self.take()
        items = []
        while self.next.text != "}":
            items.append(item())
            if commas and self.next.text == ",":
                self.take()
        self.take()
        return items

    def optional_name(self) -> str:
        """Take a quoted word if that is what comes next, else nothing."""
        return (self.take().name or "") if self.next.name is not None else ""


def quoted(name: str) -> str:
    """A name as it stands in a file; ValueError for one that ends with a backslash, which the format cannot tell.

    >>> print(quoted('a "b" c'))
    "a \\"b\\" c"
    """
    if name.endswith("\\"):
        raise ValueError(f"the name {name!r} ends with a backslash, and in a file the quotation mark would follow it")
    return '"' + name.replace('"', '\\"') + '"'


def written(number: Fraction) -> str:
    """A number as it stands in a file; ValueError for one of too many digits to be read again.

    >>> written(Fraction(-2, 4))
    '-1/2'
    """
    if max(abs(number.numerator), number.denominator) >= 10**MOST_DIGITS:
        raise ValueError(f"a number has more than {MOST_DIGITS:,} digits above or below the line")
    return str(number)


def shortened(text: str) -> str:
    """A word of a file for a message, cut where it is long."""
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
