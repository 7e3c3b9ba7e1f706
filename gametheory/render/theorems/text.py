"""The parts of a file with a theorem: numbers, check numbers, lines with comments, and the words at its beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from textwrap import fill
from typing import NamedTuple

MAX_POSITIONS = 10_000
MAX_COMMENT = WIDTH = 120
MAX_NUMBER = 50  # characters of a number in the words at the beginning
# The file of the library that says what a theorem means, and those that it needs, in the order of their imports.
LIBRARY = {
    "Value": ("Value", "Check"),
    "Turns": ("Value", "Check", "Turns"),
    "Profile": ("Value", "Check", "Profile"),
    "Tree": ("Value", "Check", "Profile", "Tree"),
}
LINES = 200  # in one definition: Rocq reads several short lists faster than one long list


class NotStated(ValueError):
    """The solution cannot be stated as a theorem; the message says why."""


class Theorem(NamedTuple):
    """The text of a file with a theorem, and the files of the library that it needs, in the order of their imports."""

    text: str
    library: tuple[str, ...]


class Line(NamedTuple):
    """One entry of a list in Rocq, and what it means."""

    text: str
    comment: str


def rational(number: Fraction | int) -> str:
    """Return a rational number as Rocq reads it.

    >>> rational(Fraction(-1, 18)), rational(2)
    ('(-1 # 18)', '2')
    """
    number = Fraction(number)
    return str(number) if number.denominator == 1 and number >= 0 else f"({number.numerator} # {number.denominator})"


def rationals(numbers: Iterable[Fraction | int]) -> str:
    """Return a list of rational numbers.

    >>> rationals([1, Fraction(1, 2)])
    '[1; (1 # 2)]'
    """
    return f"[{'; '.join(map(rational, numbers))}]"


def exact(number: Fraction | int) -> str:
    """Return a number for the words at the beginning of a file: exactly, or as a reference to the theorem.

    >>> exact(Fraction(-1, 18)), exact(Fraction(1, 10**60))
    ('-1/18', 'the number in the theorem at the end')
    """
    text = str(number)
    return text if len(text) <= MAX_NUMBER else "the number in the theorem at the end"


def parts(numbers: Iterable[Fraction | int]) -> list[int]:
    """Return numerators and denominators, of which check numbers are made.

    >>> parts([Fraction(-1, 18), 2])
    [-1, 18, 2, 1]
    """
    return [part for number in numbers for part in Fraction(number).as_integer_ratio()]


def check_number(numbers: Iterable[int]) -> int:
    """Return the number that changes if one digit of one number changes, as `check_number` in Check.v does.

    >>> check_number([1, 18]), check_number([1, 19])
    (28, 29)
    """
    total = 0
    for number in numbers:
        total = (10 * total + number) % 97
    return total


def comment(text: str) -> str:
    """Return text as Rocq takes it in a comment: on one line, without quotes, stars and letters outside ASCII.

    >>> comment('"X" to move (*)')
    "'X' to move (x)"
    """
    plain = re.sub(r"\s+", " ", text).replace('"', "'").replace("*", "x")
    plain = "".join(letter if " " <= letter <= "~" else "?" for letter in plain)
    return plain if len(plain) <= MAX_COMMENT else f"{plain[: MAX_COMMENT - 3]}..."


def list_definition(name: str, kind: str, lines: Sequence[Line], first: int = 1) -> str:
    """Return the definition of a list, with the number of each line; a long list is put together from several.

    >>> print(list_definition("weights", "list Q", [Line("1", "left"), Line("0", "")]))
    Definition weights : list Q := [
    1 (* 1: left *);
    0 (* 2 *)].
    """
    numbered = [
        f"{text} (* {number}{': ' * bool(said)}{comment(said)} *)" for number, (text, said) in enumerate(lines, first)
    ]
    pieces = [numbered[begin : begin + LINES] for begin in range(0, len(numbered), LINES)]
    if len(pieces) <= 1:
        return _definition(name, kind, numbered)
    names = [f"{name}_{number}" for number in range(1, len(pieces) + 1)]
    definitions = [_definition(own, kind, piece) for own, piece in zip(names, pieces, strict=True)]
    return "\n".join([*definitions, f"Definition {name} : {kind} := {' ++ '.join(names)}."])


def _definition(name: str, kind: str, lines: Sequence[str]) -> str:
    content = ";\n".join(lines)
    return f"Definition {name} : {kind} := [\n{content}]."


def number_list(numbers: Iterable[int]) -> str:
    """Return the definition of the check numbers of all lines.

    >>> number_list([4, 12])
    'Definition numbers : list Z := [\\n4; 12]%Z.'
    """
    return f"Definition numbers : list Z := [\n{fill('; '.join(map(str, numbers)), WIDTH)}]%Z."


def whole_file(
    name: str, claim: Sequence[str], meaning: str, definitions: Sequence[str], statement: str, proof: str
) -> Theorem:
    """Return a file: the words at its beginning, the definitions, and the theorem with its proof by computation.

    `meaning` is the file of the library that says what the theorem means.
    """
    needed = LIBRARY[meaning]
    words = [
        *claim,
        "",
        f"You must believe the definitions at the beginning of {meaning}.v, the game below, and the kernel of Rocq.",
        "Not the certificate, not the checker, which is proved right, and not the program that wrote this file.",
        "The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.",
        "To compile it, with the files of the library in the same folder:",
        *(f"  coqc -Q . Values {module}.v" for module in (*needed, name)),
    ]
    text = "\n".join(
        [
            f"(* {_comment_lines(words)} *)",
            "Require Import QArith List.",
            "Import ListNotations.",
            f"From Values Require Import {' '.join(needed)}.",
            "Open Scope Q_scope.",
            "",
            *definitions,
            "",
            f"Theorem {statement}.",
            f"Proof. apply ({proof}). vm_compute. reflexivity. Qed.",
            "",
        ]
    )
    return Theorem(text, needed)


def _comment_lines(lines: Iterable[str]) -> str:
    return "\n   ".join(re.sub(r"[^ -~]", "?", line).replace('"', "'").replace("*", "x") for line in lines)
