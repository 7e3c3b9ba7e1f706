"""What the commands share: how arguments are read, refused and answered."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

MOST_DIGITS = 10_000
MOST_CHANCE_DIGITS = 100
MOST_WORKERS = 1_000
NUMBER_BELOW_ZERO = re.compile(r"-(\.?\d|inf|nan)")
CHANCE = re.compile(r"(\d+\.?\d*|\.\d+)(/\d+)?", re.ASCII)


class InputError(Exception):
    """The input was wrong; each line of the message is an argument, and names the argument, the value, what is allowed.

    >>> print(InputError("no file a\\nb", "try --help").lines)
    no file a\\nb
    try --help
    """

    @property
    def lines(self) -> str:
        """The message as it is printed, each line on one line whatever the input held."""
        return "\n".join("".join(map(_in_line, str(line))) for line in self.args)


def _in_line(sign: str) -> str:
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode()


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and whose help shows an example as it stands."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(*arguments, **options)
        self._negative_number_matcher = NUMBER_BELOW_ZERO  # so that -1e5 or -1/2 is a value, and refused as one

    def error(self, message: str) -> NoReturn:
        """One line on standard error and status 2."""
        raise InputError(f"{self.prog}: {message} (try {self.prog} --help)")


def add_action(
    actions: Any, name: str, run: Callable[[argparse.Namespace], int], what: str, example: str
) -> argparse.ArgumentParser:
    """Declare one command of a game, `what` it does in a few words, and the arguments of an example of it.

    >>> actions = Parser(prog="gametheory castle").add_subparsers()
    >>> add_action(actions, "solve", lambda chosen: 0, "fewest waves", "10 43 8").epilog
    'example:\\n  gametheory castle solve 10 43 8'
    """
    parser: argparse.ArgumentParser = actions.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
    parser.epilog = f"example:\n  {parser.prog} {example}"
    parser.set_defaults(run=run, action=name)
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare --json."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_workers(parser: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup) -> None:
    """Declare --workers, which `main` sees to."""
    told = "do so many things at a time; unless said otherwise, as many as there are cores for this process"
    parser.add_argument("--workers", metavar="N", type=_workers, help=told)


def _workers(text: str) -> int:
    if (number := whole_number(text)) > MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{_short(text)} is more than {MOST_WORKERS:,}")
    return number


def whole_number(text: str) -> int:
    """A whole number of at least 1.

    Raises argparse.ArgumentTypeError, which argparse turns into a message that names the argument.

    >>> whole_number("12")
    12
    """
    return _whole(text, 1)


def whole_number_or_zero(text: str) -> int:
    """A whole number of at least 0.

    Raises argparse.ArgumentTypeError, as `whole_number` does.

    >>> whole_number_or_zero("0")
    0
    """
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or (least and not digits.strip("0")):
        raise argparse.ArgumentTypeError(f"{_short(text)} is not a whole number of at least {least}")
    if len(digits) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"a number of {len(digits)} digits; at most {MOST_DIGITS} are read")
    return int(digits)


def chance(text: str) -> Fraction:
    """A chance from 0 to 1 as the exact value of what is written: a decimal, or two whole numbers as a/b.

    Raises argparse.ArgumentTypeError, as `whole_number` does; an exponent is not read.

    >>> chance("0.6"), chance("7/10")
    (Fraction(3, 5), Fraction(7, 10))
    """
    if len(text) > MOST_CHANCE_DIGITS:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} signs; at most {MOST_CHANCE_DIGITS} are read")
    found = CHANCE.fullmatch(text.strip())
    if not found or (found[2] and ("." in found[1] or not found[2].strip("/0"))):
        raise argparse.ArgumentTypeError(f"{_short(text)} is not a chance from 0 to 1, such as 0.6 or 3/5")
    value = Fraction(text.strip())
    if value > 1:
        raise argparse.ArgumentTypeError(f"{_short(text)} is more than 1; a chance is from 0 to 1")
    return value


def chance_above_zero(text: str) -> Fraction:
    """A chance above 0, up to 1.

    Raises argparse.ArgumentTypeError, as `whole_number` does.

    >>> chance_above_zero("70/100")
    Fraction(7, 10)
    """
    if not (value := chance(text)):
        raise argparse.ArgumentTypeError(f"{_short(text)} is not above 0; the chance wanted is above 0, up to 1")
    return value


def output_file(text: str) -> Path:
    """A path that can be written to; checked before the work begins.

    Raises argparse.ArgumentTypeError with the reason.
    """
    from gametheory.storage.atomic_write import check_writable

    path = Path(text)
    try:
        check_writable(path)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {error}") from error
    return path


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file whole; raises InputError with the reason when that fails."""
    from gametheory.storage.atomic_write import write_atomic

    try:
        write_atomic(path, content)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    json.dump(document, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
