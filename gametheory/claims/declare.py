"""Declaration of claims and appendices, and the file that declares them."""

from __future__ import annotations

import inspect
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol, cast, overload

from gametheory.claims.evidence import Evidence
from gametheory.claims.parametrize import Parametrized, filled
from gametheory.claims.plain_values import Checked, plain, typed
from gametheory.claims.status import Status
from gametheory.claims.verdict import Verdict
from gametheory.numbers.table import Block, Printable, Table

PACKAGE = str(Path(__file__).parent.parent)
# Letters of other alphabets, and the ASCII letters that look the same.
LOOKALIKES = str.maketrans("АВЕЅІЈКМНОРСТХаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABESIJKMHOPCTXaeopcyxsijABEZHIKMNOPTYXo")
DECLARED = "__declared_claims__"  # in a claims file: what it has declared


class ClaimsError(Exception):
    """A folder of claims cannot be checked: for example a duplicate id, an unknown id or a cyclic dependency."""


@dataclass(frozen=True)
class Declaration(Checked):
    """Where a claim or an appendix was declared: its claims file, relative to the folder, and a line for messages."""

    file: str = ""
    place: str = ""


@dataclass(frozen=True)
class SourceCode(Checked):
    """The code of a check, which the report shows for verdicts that no solver has established."""

    file: str
    line: int
    text: str

    def shown_in(self, folder: Path) -> dict[str, Any]:
        """Return the code as a JSON object, with the file relative to the claims folder if it is in this folder."""
        file, root = Path(self.file).resolve(), folder.resolve()
        name = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
        return {"file": name, "line": self.line, "text": self.text}


class _Running(NamedTuple):
    folder: Path
    file: str
    declared: list[Any]


# Not a context variable: a thread that a claims file starts can declare claims, too.
_running: list[_Running] = []


@contextmanager
def registering(folder: Path, file: str) -> Iterator[list[Any]]:
    """Context manager: collect what is declared where no claims file is on the stack, such as in a thread."""
    _running.append(_Running(folder.resolve(), file, []))
    try:
        yield _running[-1].declared
    finally:
        _running.pop()


def _register(item: object) -> Declaration:
    """Register a claim or an appendix with the innermost claims file that is being read, and return the place."""
    if not _running:
        return Declaration()
    folder, file, declared = _running[-1]
    lines, helper = dict[str, int](), ""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        lines.setdefault(name, frame.f_lineno)
        path = Path(name)
        is_claims_file = path.name == "__init__.py" or not path.name.startswith("_")
        if frame.f_code.co_name == "<module>" and is_claims_file and path.is_relative_to(folder):
            frame.f_globals.setdefault(DECLARED, []).append(item)
            file = path.relative_to(folder).as_posix()
            return Declaration(file, f"{file}:{lines[name]}" + (f" (through {helper})" if helper else ""))
        if not helper and not name.startswith(PACKAGE) and path.is_relative_to(folder) and not is_claims_file:
            helper = f"{path.name}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    declared.append(item)
    return Declaration(file, f"{helper or '?'} (while {file} ran)")


def _source_code(function: Callable[..., Any]) -> SourceCode | None:
    function = inspect.unwrap(function)
    while isinstance(function, partial):
        function = inspect.unwrap(function.func)
    try:
        lines, line = inspect.getsourcelines(function)
        return SourceCode(inspect.getfile(function), line, inspect.cleandoc("\n" + "".join(lines)))
    except (OSError, TypeError, SyntaxError, UnicodeError):
        return None


def _elsewhere(*_: Any, **__: Any) -> NoReturn:
    raise ClaimsError("this function is in the process that has read its file")


def _normal_id(id: str) -> str:
    """Return an id in one form of Unicode, so that two ids that look alike are one; refuse what cannot be typed."""
    normal = unicodedata.normalize("NFKC", id).strip()
    if not normal or not normal.isprintable():
        raise ValueError(f"id: {id!r} is not allowed; it must be text that can be printed")
    alike = [letter for letter in normal if ord(letter) in LOOKALIKES]
    if alike and re.search("[A-Za-z]", normal):
        raise ValueError(f"id: {id!r} mixes alphabets; {unicodedata.name(alike[0])} looks like an ASCII letter")
    return normal


@dataclass(frozen=True)
class Claim(Checked, Printable):
    """One statement of a source, its location in the source, and the check that computes its verdict.

    Attributes
    ----------
    id
        Identifier, unique within a file. Where several files have it, it becomes an address: "leaflet.py::R1".
    statement
        Text of the statement, with formulas in LaTeX between dollar signs.
    where
        Location in the source, such as "p. 1" or "[p. 1](https://example.org)".
    check
        Function that returns the verdict; it is missing in a description of the claim.
    uses
        Ids of the claims that this claim depends on: in its file, its source folder, or any file; or "file.py::id".
    expected
        The expected status; None means that the claim and all its dependencies must be true.
    theorems
        Theorems of Rocq that establish the statement, or its correction.
    skip
        Why the check does not run; empty if it runs.
    declared
        Where the claim was declared; by default, the place that creates the value. While a claims file runs, every
        claim that is created is registered as a claim of that file.
    code
        The code of the check, for the report; None if there is no file with it.

    Raises
    ------
    TypeError, ValueError
        If a value has another type, or UTF-8 cannot encode a text.
    """

    id: str
    statement: str
    where: str
    check: Callable[..., Verdict] = _elsewhere
    uses: tuple[str, ...] = ()
    expected: Status | None = None
    theorems: tuple[str, ...] = ()
    skip: str = field(default="", compare=False, repr=False)
    declared: Declaration | None = field(default=None, compare=False, repr=False)
    code: SourceCode | None = field(default=None, compare=False, repr=False)

    def view(self) -> Iterable[Block]:
        """Return what the claim says, before it is checked."""
        rows = [("statement", self.statement), ("where", self.where)]
        rows += [("expected", self.expected.value)] if self.expected else []
        rows += [("depends on", ", ".join(self.uses))] if self.uses else []
        return [Table(("", ""), rows, f"Claim {self.id}, not checked yet: {self.id}.check() computes its verdict")]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "id", _normal_id(self.id))
        object.__setattr__(self, "uses", tuple(map(_normal_id, self.uses)))
        if self.declared is None:
            object.__setattr__(self, "declared", _register(self))
            object.__setattr__(self, "code", _source_code(self.check))

    @property
    def file(self) -> str:
        """The claims file that declares the claim, relative to its folder; empty if none does."""
        return self.declared.file if self.declared else ""

    def as_json(self) -> dict[str, Any]:
        """Return a description of the claim, without its check."""
        return {name: plain(value) for name, value in vars(self).items() if name != "check"}


class Declare(Protocol):
    """A decorator that declares a check as a claim, or a check with parameters as several claims."""

    @overload
    def __call__(self, check: Parametrized, /) -> tuple[Claim, ...]: ...

    @overload
    def __call__(self, check: Callable[..., Verdict], /) -> Claim: ...


def claim(
    id: str,
    statement: str,
    where: str,
    uses: Sequence[str] = (),
    expected: str | None = None,
    theorems: Sequence[str] = (),
    skip: str = "",
) -> Declare:
    """Declare the decorated check as a claim.

    Parameters
    ----------
    id
        Identifier, unique within a file. Where several files have it, it becomes an address: "leaflet.py::R1".
    statement
        Text of the statement, with formulas in LaTeX between dollar signs.
    where
        Location in the source, such as "p. 1" or "[p. 1](https://example.org)".
    uses
        Ids of the claims that this claim depends on: in its file, its source folder, or any file; or "file.py::id".
    expected
        The expected status, such as "refuted". Any other status makes `gametheory check` fail.
    theorems
        Theorems of Rocq that establish the statement, or its correction if it is false, such as
        "castle/TheoremA.theorem_A" for the theorem in rocq/castle/TheoremA.v. If the kernel accepts them, the claim is
        proved.
    skip
        Why the check is not to run now, for example "needs 40 GB"; empty to run it. A skipped claim is open, and that
        is no failure.

    Returns
    -------
    Callable
        A decorator for the check. The check returns a `Verdict` and takes no argument, or the argument `deep`: if it is
        true, the check covers a larger range of cases. In a loop, each call declares one claim; the check needs its own
        copy of the loop variable, for example as a default argument. For a check with `parametrize`, the decorator
        returns a tuple of claims.

    Raises
    ------
    ValueError
        If `expected` is not a status.

    Examples
    --------
    >>> from gametheory.claims import claim, check_all
    >>> @claim("SQ", "$x^2 < 50$ for $0 \\\\le x < 10$", "p. 1")
    ... def squares_are_small():
    ...     return check_all(range(10), lambda x: x * x < 50, "0 <= x < 10")
    >>> squares_are_small.check().status
    <Status.REFUTED: 'refuted'>
    >>> claims = []
    >>> for n in (2, 3):
    ...     @claim(f"SUM.{n}", f"$0 + 1 + ... + {n} = {n * (n + 1) // 2}$", "p. 2")
    ...     def sum_to(n=n):
    ...         return check_all([n], lambda n: 2 * sum(range(n + 1)) == n * (n + 1))
    ...     claims.append(sum_to)
    >>> [(item.id, item.check().scope) for item in claims]
    [('SUM.2', '2'), ('SUM.3', '3')]
    """
    used: tuple[str, ...] = typed("uses", uses, Sequence[str])
    rest = typed("expected", expected or None, Status | None), typed("theorems", theorems, Sequence[str]), skip

    def declare(check: Callable[..., Verdict]) -> Claim | tuple[Claim, ...]:
        if not isinstance(check, Parametrized):
            return Claim(id, statement, where, check, used, *rest)
        if check.unordered:
            first, second = (f"{id}[{text}]" for text in sorted(check.unordered)[:2])
            raise ValueError(
                f"parametrize: values: a set has no order: {first} is before {second} in one run, and after it in "
                "another; write sorted(...)"
            )
        return tuple(
            Claim(
                f"{id}[{text}]",
                filled(statement, values),
                filled(where, values),
                partial(check.function, **values),
                tuple(filled(name, values) for name in used),
                *rest,
            )
            for text, values in check.cases
        )

    return cast(Declare, declare)


@dataclass(frozen=True)
class Appendix(Checked):
    """A section of the report with evidence that belongs to no single claim.

    Attributes
    ----------
    id
        Identifier, different from those of all claims in the folder.
    title
        Heading of the section.
    make
        Function that returns the evidence; it is missing in a description of the appendix.
    declared
        Where the appendix was declared, as for a `Claim`.
    """

    id: str
    title: str
    make: Callable[[], Sequence[Evidence]] = _elsewhere
    declared: Declaration | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.declared is None:
            object.__setattr__(self, "declared", _register(self))

    @property
    def file(self) -> str:
        """The claims file that declares the appendix, relative to its folder; empty if none does."""
        return self.declared.file if self.declared else ""

    def as_json(self) -> dict[str, Any]:
        """Return a description of the appendix, without its function."""
        return {"id": self.id, "title": self.title, "declared": plain(self.declared)}


def appendix(id: str, title: str) -> Callable[[Callable[[], Sequence[Evidence]]], Appendix]:
    """Declare that the decorated function makes the evidence of an appendix.

    Parameters
    ----------
    id
        Identifier, different from those of all claims in the folder.
    title
        Heading of the section.

    Returns
    -------
    Callable
        A decorator for a function without arguments that returns a sequence of evidence.

    Examples
    --------
    >>> from gametheory.claims.evidence import Text
    >>> @appendix("squares", "The first squares")
    ... def squares():
    ...     return [Text("0, 1, 4, 9")]
    >>> squares.title
    'The first squares'
    """
    return lambda make: Appendix(id, title, make)
