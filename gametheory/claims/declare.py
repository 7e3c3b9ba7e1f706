"""Declaring claims and appendices, alone or for several values as with `pytest.mark.parametrize`.

A claim is registered with the claims file that is being read. Its id is unique in this file, and its address
`file.py::id` is unique in a claims folder. Where several files of a folder have the same id, the claims carry their
addresses as ids; everywhere else the id is enough. Two folders of claims come with the program, in the repository and
in the wheel.
"""

from __future__ import annotations

import inspect
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol, cast, overload

from gametheory.claims.evidence import Checked, Evidence, check_text, items, plain, shown, typed
from gametheory.claims.verdict import Status, Verdict
from gametheory.numbers.format import listed
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

    def shown_in(self, folder: Path) -> dict[str, object]:
        """Return the code as a JSON object, with the file relative to the claims folder if it is in this folder."""
        file = Path(self.file).resolve()
        root = folder.resolve()
        if file.is_relative_to(root):
            name = file.relative_to(root).as_posix()
        else:
            name = file.name
        return {"file": name, "line": self.line, "text": self.text}


class _Running(NamedTuple):
    folder: Path
    file: str
    declared: list[object]


# Not a context variable: a thread that a claims file starts can declare claims, too.
_running: list[_Running] = []


@contextmanager
def registering(folder: Path, file: str) -> Iterator[list[object]]:
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
    lines = dict[str, int]()  # of each file on the stack, the innermost line
    helper = ""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        lines.setdefault(name, frame.f_lineno)
        path = Path(name)
        is_inside = path.is_relative_to(folder)
        is_claims_file = path.name == "__init__.py" or not path.name.startswith("_")
        if is_inside and is_claims_file and frame.f_code.co_name == "<module>":
            frame.f_globals.setdefault(DECLARED, []).append(item)
            file = path.relative_to(folder).as_posix()
            through = f" (through {helper})" if helper else ""
            return Declaration(file, f"{file}:{lines[name]}{through}")
        # The claim belongs to the file that calls the helper, not to the helper that declares it.
        if is_inside and not is_claims_file and not helper and not name.startswith(PACKAGE):
            helper = f"{path.name}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    declared.append(item)
    return Declaration(file, f"{helper or '?'} (while {file} ran)")


def _source_code(function: Callable[..., object]) -> SourceCode | None:
    function = inspect.unwrap(function)
    while isinstance(function, partial):
        function = inspect.unwrap(function.func)
    try:
        lines, line = inspect.getsourcelines(function)
        return SourceCode(inspect.getfile(function), line, inspect.cleandoc("\n" + "".join(lines)))
    except (OSError, TypeError, SyntaxError, UnicodeError):
        return None


def _elsewhere(*_: object, **__: object) -> NoReturn:
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

    def as_json(self) -> dict[str, object]:
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
        Theorems that establish the statement, or its correction if it is false, such as
        "castle/TheoremA.theorem_A" for the theorem of Rocq in rocq/castle/TheoremA.v, and "kuhn.lisp" for that of
        ACL2 in acl2/kuhn.lisp. If the provers accept them, the claim is proved.
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
    status = typed("expected", expected or None, Status | None)
    rest = status, typed("theorems", theorems, Sequence[str]), skip

    def declare(check: Callable[..., Verdict]) -> Claim | tuple[Claim, ...]:
        if not isinstance(check, Parametrized):
            return Claim(id, statement, where, check, used, *rest)
        if check.unordered:
            first, second = (f"{id}[{text}]" for text in sorted(check.unordered)[:2])
            raise ValueError(
                f"parametrize: values: a set has no order: {first} is before {second} in one run, and after it in "
                "another; write sorted(...)"
            )
        claims = []
        for text, values in check.cases:
            sentence = filled(statement, values)
            place = filled(where, values)
            uses = tuple(filled(name, values) for name in used)
            claims.append(Claim(f"{id}[{text}]", sentence, place, partial(check.function, **values), uses, *rest))
        return tuple(claims)

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

    def as_json(self) -> dict[str, object]:
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


SEPARATOR = "::"


class Place(NamedTuple):
    """Where a claim or an appendix is declared: its claims folder, its file, and its name there."""

    folder: Path
    file: str
    name: str


def local_id(item: Claim | Appendix) -> str:
    """Return the id with which a claim or an appendix was declared, without the names of its file and folder."""
    if item.file:
        return item.id.rpartition(f"{item.file}{SEPARATOR}")[2]
    return item.id


def address(item: Claim) -> str:
    """Return the address of a claim in its folder."""
    return f"{item.file}{SEPARATOR}{local_id(item)}"


def item_name(item: Claim | Appendix) -> str:
    """Return the last part of the name of a claim or an appendix in pytest."""
    if isinstance(item, Claim):
        return local_id(item)
    return f"{item.id} (appendix)"


def base_id(id: str) -> str:
    """Return the id of a parametrized claim without its values."""
    if id.endswith("]"):
        return id.partition("[")[0]
    return id


def names_of(item: Claim) -> set[str]:
    """Return how a text can name a claim: by its id, by that of its family, and by its address."""
    id = local_id(item).rpartition(SEPARATOR)[2]
    return {id, base_id(id), address(item)}


def with_unique_ids(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims whose ids are unique: an id that several files have becomes an address. Also resolve `uses`.

    A claim that another one uses is in the same file, or else in the same source folder, or else in any file. The id of
    a parametrized claim stands for the claims of all its values.
    """
    by_id: dict[str, dict[str, Claim]] = {}  # the claims with an id, by file
    looks: dict[str, Claim] = {}  # the first claim with an id that looks like this
    known: dict[str, list[Claim]] = {}  # by id, and by id without values
    for item in claims:
        id = local_id(item)
        twin = local_id(looks.setdefault(id.translate(LOOKALIKES), item))
        if twin != id:
            raise ClaimsError(f"two claims have ids that look alike: {twin!a} and {id!a}")
        files = by_id.setdefault(id, {})
        if item.file in files:
            places = [each.declared.place for each in (files[item.file], item) if each.declared]
            raise ClaimsError(f"two claims have the id {id}: {' and '.join(places)}")
        files[item.file] = item
        for name in dict.fromkeys((id, base_id(id))):
            known.setdefault(name, []).append(item)
    names = dict[str, str]()  # the unique id of each claim, by address
    for id, files in by_id.items():
        for item in files.values():
            names[address(item)] = address(item) if len(files) > 1 else id
    resolved = []
    for item in claims:
        uses = dict[str, None]()
        for name in item.uses:
            uses |= dict.fromkeys(names.get(each, each) for each in _resolved(name, item, known))
        resolved.append(replace(item, id=names[address(item)], uses=tuple(uses)))
    return resolved


def _resolved(name: str, user: Claim, known: Mapping[str, Sequence[Claim]]) -> list[str]:
    """Return the addresses of the claims that an entry of `uses` stands for; the entry itself if there is none."""
    file, separator, id = name.rpartition(SEPARATOR)
    source = user.file.rpartition("/")[0]
    found = known.get(id, [])
    # The nearest file that has the id: what a folder gains elsewhere does not change what a claim rests on.
    if separator:
        found = _in_file(found, file) or _in_file(found, f"{source}/{file}")
    else:
        inside = [item for item in found if source and item.file.startswith(f"{source}/")]
        found = _in_file(found, user.file) or inside or found
    files = dict.fromkeys(item.file for item in found)
    if len(files) > 1:
        choices = listed([f"{each}{SEPARATOR}{name}" for each in files], "claim")
        raise ClaimsError(f"claim {address(user)} uses {name}, and several files have that id: {choices}")
    return [address(item) for item in found] or [name]


def _in_file(claims: Iterable[Claim], file: str) -> list[Claim]:
    return [item for item in claims if item.file == file]


def without_unknown(claims: Sequence[Claim]) -> tuple[list[Claim], dict[str, str]]:
    """Return claims that use known ids only; and by id, the first unknown one of each claim that uses others."""
    known = {item.id for item in claims}
    unknown: dict[str, str] = {}
    cleared = []
    for item in claims:
        uses = []
        for name in item.uses:
            if name in known:
                uses.append(name)
            else:
                unknown.setdefault(item.id, name)
        cleared.append(replace(item, uses=tuple(uses)))
    return cleared, unknown


def topological_order(claims: Iterable[Claim]) -> list[Claim]:
    """Sort claims so that each follows all its dependencies; keep the order otherwise.

    Raise ClaimsError if a claim uses an unknown id, or the dependencies are cyclic.
    """
    by_id = {item.id: item for item in claims}
    ordered: dict[str, Claim] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ClaimsError(f"claims depend on each other in a cycle: {' -> '.join((*path, name))}")
        if name in ordered:
            return
        for used in by_id[name].uses:
            if used not in by_id:
                raise ClaimsError(f"claim {name} uses {used}; no claim has that id")
            visit(used, (*path, name))
        ordered[name] = by_id[name]  # after all that it depends on

    for name in by_id:
        visit(name, ())
    return list(ordered.values())


def with_dependencies(claims: Iterable[Claim], ids: Iterable[str]) -> set[str]:
    """Return ids together with those of all claims on which their claims depend."""
    uses = {item.id: item.uses for item in claims}
    needed = set[str]()
    waiting = list(ids)
    while waiting:
        id = waiting.pop()
        if id not in needed:
            needed.add(id)
            waiting += uses[id]
    return needed


PLAIN = (str, int, float, bool, Fraction, type(None))


@dataclass(frozen=True)
class Parametrized:
    """A check with its parameters."""

    function: Callable[..., Any]
    cases: tuple[tuple[str, Mapping[str, object]], ...]
    unordered: tuple[str, ...] = ()  # the texts of values that come in another order in another run

    def __call__(self, *arguments: object, **named: object) -> Any:
        """Call the check."""
        return self.function(*arguments, **named)


def parametrize(
    names: str | Sequence[str], values: Iterable[object], ids: Sequence[str] | Callable[[object], str] | None = None
) -> Callable[[Callable[..., object]], Parametrized]:
    """Declare a claim for each value: written below `claim`, and above the check, which takes the value as an argument.

    The id of each claim ends with the value in brackets. In the statement, in `where` and in `uses`, the name of the
    argument in braces stands for the value. Several of these decorators give all combinations.

    Parameters
    ----------
    names
        The name of the argument, or several names, also in one text with commas.
    values
        The values, in an order; for several names, one sequence of values for each claim.
    ids
        The texts in brackets, or a function of the value that returns them. By default, numbers and texts stand for
        themselves, and the others are numbered.

    Raises
    ------
    ValueError
        If there is no value, a value does not fit the names, or the check has no such argument. `claim` raises it if
        the values are a set, which has no order.

    Examples
    --------
    >>> from gametheory import check_all, claim
    >>> @claim("COIN", "The amount {n} needs at least one coin.", "line 1")
    ... @parametrize("n", [1, 2, 3])
    ... def at_least_one(n):
    ...     return check_all([n], lambda amount: amount > 0, f"amount {n}")
    >>> [(item.id, item.statement, item.check().note) for item in at_least_one][1]
    ('COIN[2]', 'The amount 2 needs at least one coin.', 'amount 2')
    """
    if isinstance(names, str):
        listed = [name.strip() for name in names.split(",")]
    else:
        listed = list(names)
    rows = list(items("values", values, "a sequence of values"))
    if not rows:
        raise ValueError(f"parametrize: values: there is none for {', '.join(listed)}; at least one is needed")
    if not callable(ids) and ids is not None and len(ids) != len(rows):
        raise ValueError(
            f"parametrize: ids: there are {len(ids)} for {len(rows)} values; both numbers must be the same"
        )
    unordered = isinstance(values, set | frozenset) and len(values) > 1
    cases = []
    for number, row in enumerate(rows):
        fitting = [row] if len(listed) == 1 else _fitting(row, listed)
        arguments = dict(zip(listed, fitting, strict=True))
        if callable(ids):
            text = ids(row)
        elif ids:
            text = ids[number]
        else:
            text = _text(arguments, number)
        check_text("ids", text)
        cases.append((text, arguments))

    def declare(check: Callable[..., object]) -> Parametrized:
        # A check without parameters has one case, without a text.
        if isinstance(check, Parametrized):
            inner = check
        else:
            inner = Parametrized(check, (("", {}),))
        _check_names(inner.function, listed)
        several = []
        for near, those in inner.cases:  # the decorator next to the check comes first in the id
            for text, these in cases:
                several.append((f"{near}-{text}".removeprefix("-"), {**those, **these}))
        texts: tuple[str, ...] = ()
        if unordered or inner.unordered:
            texts = tuple(text for text, _ in several)
        return Parametrized(inner.function, tuple(several), texts)

    return declare


def filled(text: str, arguments: Mapping[str, object]) -> str:
    """Return a text with the values of names in braces; the braces stay in formulas, where they group."""
    parts = text.split("$")  # by turns text and a formula
    for name, value in arguments.items():
        in_braces = f"{{{name}}}"
        parts[::2] = [part.replace(in_braces, str(value)) for part in parts[::2]]
        parts[1::2] = [part.replace(in_braces, f"{{{value}}}") for part in parts[1::2]]
    return "$".join(parts)


def _fitting(row: object, names: Sequence[str]) -> Sequence[object]:
    # The letters of a text are no values.
    if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != len(names):
        raise ValueError(f"parametrize: values: {shown(row)} is not one value for each of {', '.join(names)}")
    return row


def _text(arguments: Mapping[str, object], number: int) -> str:
    parts = []
    for name, value in arguments.items():
        if isinstance(value, Enum):
            value = value.name
        is_plain = isinstance(value, PLAIN)  # the text of any other object can have an address of memory
        parts.append(str(value) if is_plain else f"{name}{number}")
    return "-".join(parts)


def _check_names(function: Callable[..., object], names: Sequence[str]) -> None:
    if not callable(function):
        raise TypeError(f"parametrize: {shown(function)} is not a function; write @parametrize below @claim")
    known = inspect.signature(function).parameters
    for name in names:
        if name not in known:
            has = ", ".join(known) or "none"
            raise ValueError(f"parametrize: names: {name!r} is not an argument of the check; it has {has}")


PACKAGE_FOLDER = Path(__file__).parent.parent
EXAMPLE = (PACKAGE_FOLDER / "example_claims", PACKAGE_FOLDER.parent / "proofs")  # in an installed wheel; in a clone
TEXTBOOKS = (PACKAGE_FOLDER / "textbooks", PACKAGE_FOLDER.parent / "textbooks")


def example_folder() -> Path:
    """Return the folder of claims about the posts, which `gametheory report --example` checks."""
    return _first(EXAMPLE)


def textbooks_folder() -> Path:
    """Return the folder of claims about the games of the catalogue."""
    return _first(TEXTBOOKS)


def _first(places: tuple[Path, Path]) -> Path:
    for folder in places:
        if (folder / "expected.tsv").is_file():
            return folder
    raise ClaimsError(f"the example claims are missing: neither {places[0]} nor {places[1]} is a folder of claims")
