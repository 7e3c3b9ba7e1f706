"""Theorems for ACL2: the language of their files, the few forms that a file may contain, and the program that decides.

A file is a list of s-expressions in a small part of Lisp: parentheses, integers, fractions, symbols in small letters,
quotes, texts of letters and digits, and comments that begin a line. `read_theorem` refuses every other character. It
takes the game, the certificate and the numbers of the statement out of the file, and compares the rest with the forms
that `theorem_forms` makes of them. ACL2 receives what `lisp_text` writes from these data, and never the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from subprocess import PIPE, STDOUT, TimeoutExpired
from typing import NamedTuple, TypeAlias

from gametheory.numbers.rationals import check_number
from gametheory.parallel.extras import find_on_path
from gametheory.prove.kernel import SECONDS, running, start

MAX_NUMBER = 4000  # digits; Python refuses to read longer ones
MAX_FILE = 50_000_000  # bytes
MAX_DEPTH = 300  # of lists in lists
PACKAGE = "acl2"  # of Debian
TOKEN = re.compile(
    r"(?P<space>[ \n]+|^;[ -~]*$)|(?P<mark>[()'])"
    r"|(?P<number>-?[0-9]+(?:/[0-9]+)?)(?=[ \n()])|(?P<symbol>:?[a-z*][a-z0-9*-]*)(?=[ \n()])"
    r'|(?P<text>"[A-Za-z0-9-]+")(?=[ \n()])',
    re.M,
)
LISP = ".lisp"
NAME = re.compile(r"value-of-[a-z0-9-]+")
FILE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Text(NamedTuple):
    """A text in quotes, in contrast to a symbol."""

    text: str


class Form(list["Expression"]):
    """A list of expressions, with the number of its line in a file."""

    line = 0


Expression: TypeAlias = "Fraction | str | Text | Form"


class Kind(NamedTuple):
    """What a theorem states: its book, whose checker has the same name, the constants of the file, and the numbers."""

    book: str
    stated: tuple[str, ...]
    certificate: tuple[str, ...]
    numbers: tuple[str, ...]


# By the definition of games.lisp that a theorem is about.
KINDS: Mapping[str, Kind] = {
    "game-value": Kind("value", ("game",), ("first-plan", "second-plan", "values"), ("start", "v")),
    "nash-equilibrium": Kind("profile", ("sizes", "game", "strategies"), (), ("payoffs",)),
    "tree-value": Kind("tree", ("game",), ("first-plan", "second-plan"), ("v",)),
}
SHARED = ("games", "shared")  # books that the others include
BOOKS = (*SHARED, "value", "profile", "tree")
CERTIFIED = 7
SEATS = ("chance", "first", "second")
CHECK = "check-numbers"  # of each row, which show a slip of one digit; no theorem needs them


class LispTheorem(NamedTuple):
    """A theorem about a game: what it states, its name, the data of its constants, and the numbers of the statement."""

    kind: str
    name: str
    data: dict[str, Form]
    numbers: Sequence[Expression]

    @property
    def statement(self) -> Form:
        """The statement, which names the constants."""
        return form(self.kind, *map("*{}*".format, KINDS[self.kind].stated), *map(_quoted, self.numbers))

    def rows(self) -> Iterator[Expression]:
        """Yield the rows of all data but the check numbers, after their number, and the numbers of the statement."""
        for name, data in self.data.items():
            if name != CHECK:
                yield Fraction(len(data))
                yield from data
        yield from self.numbers


def check_name(stem: str) -> None:
    """Raise ValueError unless a file with this name can be next to the books."""
    if not FILE_NAME.fullmatch(stem) or stem.lower() in BOOKS:
        allowed = "a file of ACL2 next to its books: letters, digits, _ and -, as in kuhn.lisp"
        raise ValueError(f"{stem + LISP!r} is no name for {allowed}")


def theorem_name(stem: str) -> str:
    """Return the name of the theorem in a file.

    >>> theorem_name("Tic_tac")
    'value-of-tic-tac'
    """
    return f"value-of-{stem.lower().replace('_', '-')}"


def form(*parts: Expression | int) -> Form:
    """Return a list of expressions."""
    return Form(Fraction(part) if isinstance(part, int) else part for part in parts)


def _quoted(data: Expression) -> Expression:
    return form("quote", data) if isinstance(data, Form) else data


def theorem_forms(theorem: LispTheorem) -> list[Form]:
    """Return all forms of the file of a theorem: nothing in them is chosen by its author but the data."""
    kind = KINDS[theorem.kind]
    forms = [form("in-package", Text("ACL2")), form("include-book", Text(kind.book))]
    for name, data in theorem.data.items():
        forms.append(form("defconst", f"*{name}*", form("quote", data)))
    values = [form(name, f"*{name}*") for name in (*kind.stated, *kind.certificate)]
    for name, number in zip(kind.numbers, theorem.numbers, strict=True):
        values.append(form(name, _quoted(number)))
    # the proof has two steps: the checker computes true, and what it accepts is so
    checked = form(":instance", f"checked-{kind.book}", *values)
    only_computed = form("quote", form(form(f"check-{kind.book}")))
    hint = form(Text("Goal"), ":use", form(checked), ":in-theory", only_computed)
    forms.append(form("defthm", theorem.name, theorem.statement, ":rule-classes", "nil", ":hints", form(hint)))
    return forms


def read_theorem(text: str) -> LispTheorem:
    """Return the theorem of a file; raise ValueError, with the line, unless it has the forms of the program."""
    forms = read_forms(text)
    theorem = _stated(forms)
    for each, written in zip(forms, theorem_forms(theorem), strict=True):
        if each != written:
            raise ValueError(f"line {each.line} has another form than the program writes: {lisp(each)[:80]}")
    numbers = theorem.data[CHECK]
    for row, number in zip_longest(theorem.rows(), numbers):
        if row is None or check_number(flattened(row)) != number:
            # a number in a list has the line of the theorem
            line = row.line if isinstance(row, Form) else forms[-1].line
            raise ValueError(
                f"line {line}, or its check number, is wrong: {lisp(numbers if row is None else row)[:80]}"
            )
    return theorem


def _stated(forms: Sequence[Form]) -> LispTheorem:
    """Return what a file says if it has the forms that the program writes; other forms are compared later."""
    last = forms[-1] if forms else Form()
    wrong = ValueError(f"line {last.line}: no theorem as the program writes it is at the end")
    if len(last) < 3 or not isinstance(last[1], str) or not NAME.fullmatch(last[1]):
        raise wrong
    statement = last[2]
    kind = statement[0] if isinstance(statement, Form) and statement else ""
    if not isinstance(statement, Form) or not isinstance(kind, str) or kind not in KINDS:
        raise wrong
    names = (*KINDS[kind].stated, *KINDS[kind].certificate, CHECK)
    numbers = [_unquoted(each) for each in statement[1 + len(KINDS[kind].stated) :]]
    if len(numbers) != len(KINDS[kind].numbers) or not all(map(_is_data, numbers)):
        raise wrong
    constants = forms[2:-1]
    if len(constants) != len(names):
        raise ValueError(f"line {last.line}: {len(names)} constants come before this theorem, and not {len(constants)}")
    data = {}
    for name, constant in zip(names, constants, strict=True):
        value = _unquoted(constant[-1]) if constant else ""
        if not isinstance(value, Form) or not _is_data(value):
            raise ValueError(f"line {constant.line}: it is not a constant with numbers alone: {lisp(constant)[:80]}")
        data[name] = value
    return LispTheorem(kind, last[1], data, numbers)


def _unquoted(value: Expression) -> Expression:
    if isinstance(value, Form) and len(value) == 2 and value[0] == "quote":
        return value[1]
    return value


def _is_data(value: Expression) -> bool:
    """Return whether a value has numbers and the names of players only, in lists."""
    if isinstance(value, Form):
        return all(map(_is_data, value))
    return isinstance(value, Fraction) or value in SEATS


def read_forms(text: str) -> list[Form]:
    """Return the lists in a text of the small language.

    >>> read_forms("(a '(1/2 3))")
    [['a', ['quote', [Fraction(1, 2), Fraction(3, 1)]]]]
    >>> read_forms("#.(a)")
    Traceback (most recent call last):
    ValueError: line 1: '#.(a)' is not in the language of these files
    """
    # a stack and no recursion: the depth of a stranger's file is not known before
    outer = Form()
    open_lists = [outer]
    quotes = [False]  # of each open list, whether a quote is before its next element
    place, line = 0, 1
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            word = text[place : place + 20].split("\n")[0]
            raise ValueError(f"line {line}: {word!r} is not in the language of these files")
        place, read = token.end(), token[0]
        line += read.count("\n")
        if token["space"]:
            continue
        if read == "'" and not quotes[-1]:
            quotes[-1] = True
        elif read == "(" and len(open_lists) < MAX_DEPTH:
            open_lists.append(Form())
            open_lists[-1].line = line
            quotes.append(False)
        # a quote before ) would have nothing to quote
        elif read == ")" and len(open_lists) > 1 and not quotes[-1]:
            value: Expression = open_lists.pop()
            quotes.pop()
            _append(open_lists[-1], value, quotes)
        elif token["mark"]:
            raise ValueError(f"line {line}: there is no place for {read}")
        else:
            _append(open_lists[-1], _atom(token, line), quotes)
    if len(open_lists) > 1:
        raise ValueError(f"line {open_lists[-1].line}: its ( is not closed")
    forms = []
    for each in outer:
        if not isinstance(each, Form):
            raise ValueError(f"{each} is in no list")
        forms.append(each)
    return forms


def _append(into: Form, value: Expression, quotes: list[bool]) -> None:
    into.append(form("quote", value) if quotes[-1] else value)
    quotes[-1] = False


def _atom(token: re.Match[str], line: int) -> Expression:
    if token["symbol"]:
        return token["symbol"]
    if token["text"]:
        return Text(token["text"].strip('"'))
    if len(token[0]) > MAX_NUMBER:
        raise ValueError(f"line {line}: a number has more than {MAX_NUMBER:,} digits")
    try:
        return Fraction(token[0])
    except ZeroDivisionError:
        raise ValueError(f"line {line}: {token[0]} has the denominator 0") from None


def lisp(value: Expression) -> str:
    """Return an expression on one line.

    >>> print(lisp(form("quote", form(1, Fraction(1, 2), Text("ACL2")))))
    '(1 1/2 "ACL2")
    """
    if isinstance(value, Text):
        return f'"{value.text}"'
    if not isinstance(value, Form):
        return str(value)
    if len(value) == 2 and value[0] == "quote":
        return f"'{lisp(value[1])}"
    return f"({' '.join(map(lisp, value))})"


def lisp_text(theorem: LispTheorem, comments: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return the file of a theorem: a line for each row of data, after its comment if there are comments."""
    # the forms are fixed; only where lines end is chosen here
    begin, *constants, end = theorem_forms(theorem)[1:]
    lines = ['(in-package "ACL2")', lisp(begin)]
    for constant, (name, rows) in zip(constants, theorem.data.items(), strict=True):
        lines.append(f"(defconst {constant[1]} '(")
        texts = (comments or {}).get(name, ())
        for number, (row, text) in enumerate(zip_longest(map(lisp, rows), texts), 1):
            if text is not None:
                lines.append(f"; {number}: {text}")
            lines.append(row)
        lines.append("))")
    statement, *rest = map(lisp, end[2:])
    return "\n".join([*lines, f"(defthm {end[1]}", f"  {statement}", f"  {' '.join(rest)})", ""])


def flattened(value: Expression) -> Iterator[int]:
    """Yield the numbers of an expression, with the length of each list before it."""
    if isinstance(value, Form):
        yield len(value)
        for each in value:
            yield from flattened(each)
    elif isinstance(value, Fraction):
        yield from value.as_integer_ratio()
    else:
        yield SEATS.index(value)


# The program that decides


def find_acl2() -> str | None:
    """Return the place of ACL2 on the path, or None."""
    return find_on_path("acl2")


def certify(program: str, folder: Path, books: Mapping[str, str]) -> tuple[str, str]:
    """Let ACL2 certify books in a folder, in their order; return its version, and why it rejects one, or "".

    No book may rest on an axiom, a skipped proof or a trust tag: ACL2 itself refuses to certify one that does. Raises
    ValueError if ACL2 does not start.
    """
    only_proofs = ":ttags nil :skip-proofs-okp nil :defaxioms-okp nil"
    commands = ["(set-inhibit-output-lst '(proof-tree prove event summary warning observation history))"]
    for name, text in books.items():
        (folder / f"{name}{LISP}").write_text(text, encoding="ascii")
        # each in a world of its own, without what the one before it defined
        commands.append(f'(certify-book "{name}" 0 nil {only_proofs}) (ubt! 1)')
    # ACL2 ends with this status only after it has certified all of them
    ending = f"(prog2$ (exit (if erp 1 {CERTIFIED})) (mv erp val state))"
    script = f"(mv-let (erp val state) (ld '({' '.join(commands)}) :ld-error-action :error) {ending})\n"
    with start([program], folder, stdin=PIPE, stderr=STDOUT) as process:
        try:
            output, _ = process.communicate(script, timeout=SECONDS)
        except TimeoutExpired:
            process.kill()
            return "ACL2", f"ACL2 takes more than {SECONDS} seconds"
        except BaseException:
            process.kill()
            raise
        finally:
            running.discard(process)
    version = re.search(r"^ \+ (ACL2 Version \S+)", output, re.M)
    # without its folder of books it stops in the Lisp below it, before it reads the script
    if version is None or "Raw Lisp Break" in output:
        raise ValueError("ACL2 does not start; on Debian: mkdir -p /usr/share/acl2-8.5dfsg/books")
    if process.returncode == CERTIFIED:
        return version[1], ""
    for name in books:
        if not (folder / f"{name}.cert").is_file():
            return version[1], f"ACL2 does not accept {name}.lisp"
    return version[1], "ACL2 stopped"
