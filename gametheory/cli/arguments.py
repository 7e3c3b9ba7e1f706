"""What the commands share: how arguments are read, refused and answered."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, NoReturn

MOST_DIGITS = 10_000


class InputError(Exception):
    """The input was wrong; the message names the argument, the value and what is allowed."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and whose help shows an example as it stands."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(*arguments, **options)

    def error(self, message: str) -> NoReturn:
        """One line on standard error and status 2."""
        raise InputError(f"{self.prog}: {message} (try {self.prog} --help)")


def whole_number(text: str) -> int:
    """A whole number of at least 1.

    Raises argparse.ArgumentTypeError, which argparse turns into a message that names the argument.

    >>> whole_number("12")
    12
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or not digits.strip("0"):
        raise argparse.ArgumentTypeError(f"{_short(text)} is not a whole number of at least 1")
    if len(digits) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"a number of {len(digits)} digits; at most {MOST_DIGITS} are read")
    return int(digits)


def output_file(text: str) -> Path:
    """A path that can be written to; checked before the work begins.

    Raises argparse.ArgumentTypeError with the reason.
    """
    from gametheory.writing import check_writable

    path = Path(text)
    try:
        check_writable(path)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {error}") from error
    return path


def write_output(path: Path, text: str) -> None:
    """Write a file whole; raises InputError with the reason when that fails."""
    from gametheory.writing import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    json.dump(document, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
