"""Expressions that select claims, as `pytest -k`: words joined by `and`, `or`, `not` and parentheses.

A word is a run of words without an operator, such as `largest coin first`, or any text in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

Predicate: TypeAlias = Callable[[Callable[[str], bool]], bool]

TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>"[^"]*"|'[^']*')(?=[\s()]|$)|(?P<group>[()])|(?P<word>[^\s()]+(?:\([^\s()]*\)[^\s()]*)*))"""
)
OPERATORS = ("and", "or", "not")
FORM = "an expression has words joined by and, or, not and parentheses; text with these words is put in quotes"


MAX_DEPTH = 100  # each of them takes a call of a function


class ExpressionError(ValueError):
    """The text is no expression."""


def parse(text: str) -> Predicate:
    """Return the function that an expression states: from whether a claim has a text, to whether it is selected.

    Raises
    ------
    ExpressionError
        If an operator lacks its word, a parenthesis or a quote its partner, or they are nested too deeply.

    Examples
    --------
    >>> selected = parse("castle and not (wave or 'A and B')")
    >>> selected(lambda word: word in "castle tower"), selected(lambda word: word in "castle wave")
    (True, False)
    >>> parse("largest coin first")(lambda word: word == "largest coin first")
    True
    >>> parse("castle and")
    Traceback (most recent call last):
    gametheory.claims.expression.ExpressionError: a word is missing at the end; an expression has words joined by and, \
or, not and parentheses; text with these words is put in quotes
    """
    parser = _Parser(text)
    if parser.depth > MAX_DEPTH:
        raise ExpressionError(f"not and ( occur more than {MAX_DEPTH} times; {FORM}")
    predicate = parser.alternatives()
    if parser.next is not None:
        raise parser.error(f"{parser.next!r} is not expected")
    return predicate


class _Parser:
    """A parser by recursive descent; `next` is the next token, None at the end."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._number = 0
        self.depth = sum(token in ("not", "(") for token, _ in self._tokens)

    @property
    def next(self) -> str | None:
        return self._tokens[self._number][0] if self._number < len(self._tokens) else None

    def error(self, problem: str) -> ExpressionError:
        where = f"in column {self._tokens[self._number][1] + 1}" if self.next is not None else "at the end"
        return ExpressionError(f"{problem} {where}; {FORM}")

    def alternatives(self) -> Predicate:
        parts = [self._conjunction()]
        while self._takes("or"):
            parts.append(self._conjunction())
        return lambda has: any(part(has) for part in parts)

    def _conjunction(self) -> Predicate:
        parts = [self._negation()]
        while self._takes("and"):
            parts.append(self._negation())
        return lambda has: all(part(has) for part in parts)

    def _negation(self) -> Predicate:
        if self._takes("not"):
            denied = self._negation()
            return lambda has: not denied(has)
        if self._takes("("):
            inner = self.alternatives()
            if not self._takes(")"):
                raise self.error("a closing parenthesis is missing")
            return inner
        return self._phrase()

    def _phrase(self) -> Predicate:
        words = []
        while self.next is not None and self.next not in (*OPERATORS, "(", ")"):
            words.append(self._tokens[self._number][0].removeprefix("\0"))
            self._number += 1
        if not words:
            raise self.error("a word is missing")
        phrase = " ".join(words)
        return lambda has: has(phrase)

    def _takes(self, token: str) -> bool:
        if self.next != token:
            return False
        self._number += 1
        return True


def _tokens(text: str) -> list[tuple[str, int]]:
    """Return the tokens with their columns; quoted text begins with a null character, so that it is no operator."""
    tokens, place = list[tuple[str, int]](), 0
    while text[place:].strip():
        found = TOKEN.match(text, place)
        assert found is not None  # every character begins a token
        kind = str(found.lastgroup)
        token = f"\0{found[kind][1:-1]}" if kind == "quoted" else found[kind]
        if kind == "word" and token[0] in "\"'":
            raise ExpressionError(f"a closing quote is missing in column {found.start(kind) + 1}; {FORM}")
        tokens.append((token, found.start(kind)))
        place = found.end()
    return tokens
