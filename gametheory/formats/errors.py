"""What is said about a text that is not in the format it should be in."""

from __future__ import annotations


class FormatError(Exception):
    """A text is not in the format: the message names line and column, and what was expected there.

    >>> str(FormatError("expected a number, found '}'", 3, 14))
    "line 3, column 14: expected a number, found '}'"
    """

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column
