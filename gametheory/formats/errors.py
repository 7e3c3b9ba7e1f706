"""The error of all readers of this package."""

from __future__ import annotations


class FormatError(Exception):
    """A text is not in the format of its reader.

    The message begins with line and column, counted from 1, which are also attributes.
    """

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column
