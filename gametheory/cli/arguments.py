"""The arguments of commands: parsers with one-line errors, options that several commands have, and types of values."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from gametheory.numbers.format import did_you_mean, visible

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

MAX_DIGITS = 10_000
MAX_PROBABILITY_DIGITS = 100
MAX_WORKERS = 1_000
NEGATIVE_NUMBER = re.compile(r"-(\.?\d|inf|nan)")
EXACT_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)(/\d+)?", re.ASCII)


class InputError(Exception):
    """The input is wrong. The arguments are the lines of the message: the argument, the value and what is allowed."""

    @property
    def lines(self) -> str:
        """The message to print; characters that would break a line are escaped."""
        return "\n".join(visible(str(line)).replace("\n", "\\n").replace("\t", "\\t") for line in self.args)


class Parser(argparse.ArgumentParser):
    """An argument parser with one-line errors and with examples in the help that are printed unchanged."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        # with abbreviations, a new option would change what an old command means
        options.setdefault("allow_abbrev", False)
        super().__init__(*arguments, **options)
        self._negative_number_matcher = NEGATIVE_NUMBER  # -1e5 and -1/2 are values, so errors name the argument

    def error(self, message: str) -> NoReturn:
        """Raise InputError: one line on standard error and exit status 2."""
        raise InputError(f"{self.prog}: {message} (try {self.prog} --help)")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments; an unknown option is refused here, by the command that does not have it."""
        namespace, unknown = super().parse_known_args(args, namespace)
        if unknown:
            option = unknown[0].partition("=")[0]
            close = did_you_mean(option, self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{close}")
        return namespace, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is none of the choices, and name close ones."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            close = did_you_mean(str(value), action.choices or ())
            raise argparse.ArgumentError(action, error.message + close) from error

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse would ignore that it cannot be written."""
        print(self.format_help(), end="", file=file)


def add_game(commands: Commands, name: str, description: str, example: str) -> Commands:
    """Add a game, and return the subparsers for its commands."""
    game = commands.add_parser(name, description=description, epilog=f"example:\n  gametheory {name} {example}")
    return game.add_subparsers(metavar="ACTION", required=True)


def add_action(
    actions: Commands, name: str, run: Callable[[argparse.Namespace], int], summary: str, example: str
) -> argparse.ArgumentParser:
    """Add one command of a game."""
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
    )
    parser.epilog = f"example:\n  {parser.prog} {example}"
    parser.set_defaults(run=run, action=name)
    return parser


def add_rules(parser: argparse.ArgumentParser, metavar: str, help: str) -> None:
    """Add the game of a command and the constructor arguments of its class, which `load_game` takes."""
    parser.add_argument("game", metavar=metavar, help=help)
    help_text = "constructor arguments of the class"
    # without a default, argparse counts them among the arguments that are required
    parser.add_argument("arguments", metavar="ARGUMENTS", nargs="*", default=[], help=help_text)


def add_json(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add the --json option."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_workers(parser: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup) -> None:
    """Add the --workers option, which `main` applies."""
    help_text = "number of parallel workers (default: all available cores)"
    parser.add_argument("--workers", metavar="N", type=_workers, help=help_text)


def _workers(text: str) -> int:
    number = whole_number(text)
    if number > MAX_WORKERS:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is more than {MAX_WORKERS:,}")
    return number


def whole_number(text: str) -> int:
    """Parse a whole number of at least 1."""
    return _whole(text, 1)


def whole_number_or_zero(text: str) -> int:
    """Parse a whole number of at least 0."""
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    digits = text.strip()
    is_number = digits.isascii() and digits.isdigit()
    is_zero = not digits.strip("0")  # `int` would read millions of digits
    if not is_number or (least and is_zero):
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a whole number of at least {least}")
    if len(digits) > MAX_DIGITS:  # `int` takes time that grows with their square
        raise argparse.ArgumentTypeError(f"the number has {len(digits)} digits; at most {MAX_DIGITS} are allowed")
    return int(digits)


def probability(text: str) -> Fraction:
    """Parse a probability from 0 to 1 exactly: a decimal without exponent, or a fraction a/b of whole numbers."""
    if len(text) > MAX_PROBABILITY_DIGITS:
        allowed = f"at most {MAX_PROBABILITY_DIGITS} are allowed"
        raise argparse.ArgumentTypeError(f"the number has {len(text)} characters; {allowed}")
    value = _exact_number(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a probability from 0 to 1, such as 0.6 or 3/5")
    if value > 1:  # such as 60, meant as percent
        raise argparse.ArgumentTypeError(f"{shortened(text)} is more than 1; a probability is from 0 to 1")
    return value


def positive_probability(text: str) -> Fraction:
    """Parse a probability greater than 0 and at most 1."""
    value = probability(text)
    if not value:
        allowed = "the probability must be above 0 and at most 1"
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not above 0; {allowed}")
    return value


def positive_number(text: str) -> Fraction:
    """Parse a number greater than 0 exactly: a decimal without exponent, or a fraction a/b of whole numbers."""
    value = None
    if len(text) <= MAX_PROBABILITY_DIGITS:  # a solver multiplies such numbers thousands of times
        value = _exact_number(text)
    if not value:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a number greater than 0, such as 0.001 or 1/1000")
    return value


def _exact_number(text: str) -> Fraction | None:
    """Return a decimal without exponent or a fraction a/b of whole numbers; None for any other text."""
    match = EXACT_NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    numerator, denominator = match.groups()
    if denominator is not None:
        is_decimal = "." in numerator  # 0.5/2 is likely a typing error
        is_zero = not denominator.strip("/0")
        if is_decimal or is_zero:
            return None
    return Fraction(text.strip())


def output_file(text: str, endings: Collection[str] = ()) -> Path:
    """Return the path of an output file, after checking that it can be written and has one of the endings, if any."""
    from gametheory.storage.files import check_writable

    path = Path(text)
    if endings and path.suffix not in endings:
        raise argparse.ArgumentTypeError(f"{text} does not end in {' or '.join(filter(None, endings))}")
    try:
        check_writable(path)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {error}") from error
    return path


TABLE_FILES = (".csv", ".tex")
table_file = partial(output_file, endings=TABLE_FILES)
umb_file = partial(output_file, endings=(".umb",))
drawing_file = partial(output_file, endings=(".svg", ""))  # "" for /dev/stdout and pipes


def shortened(text: str) -> str:
    """Return a value of the command line for a message."""
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
