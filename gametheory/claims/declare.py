"""Declaration of claims and appendices, the order of claims, and their selection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast, overload

from gametheory.claims.evidence import Evidence
from gametheory.claims.parametrize import Parametrized, filled
from gametheory.claims.registry import Declaration, register
from gametheory.claims.source_code import SourceCode, source_code
from gametheory.claims.status import Status
from gametheory.claims.validate import check_kind, check_text, items
from gametheory.claims.verdict import Verdict
from gametheory.numbers.printed import printed
from gametheory.storage.store import digest


@printed
@dataclass(frozen=True)
class Claim:
    """One statement of a source, its location in the source, and the check that computes its verdict.

    Attributes
    ----------
    id
        Identifier, unique within a file. Where several files have it, it becomes an address: "leaflet.py::R1".
    statement
        Text of the statement, with formulas in LaTeX between dollar signs.
    where
        Location in the source, such as "p. 1".
    check
        Function that returns the verdict.
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
    stated
        A hash of all that the declaration states. It stays the same where ids are resolved, or a file says what is
        expected.

    Raises
    ------
    TypeError, ValueError
        If a value has another type, or UTF-8 cannot encode a text.
    """

    id: str
    statement: str
    where: str
    check: Callable[..., Verdict]
    uses: tuple[str, ...] = ()
    expected: Status | None = None
    theorems: tuple[str, ...] = ()
    skip: str = field(default="", compare=False, repr=False)
    declared: Declaration | None = field(default=None, compare=False, repr=False)
    code: SourceCode | None = field(default=None, compare=False, repr=False)
    stated: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("id", "statement", "where", "skip"):
            check_text(name, getattr(self, name))
        for name in items("uses", self.uses, "a sequence of ids"):
            check_text("uses", name)
        for name in items("theorems", self.theorems, "a sequence of names"):
            check_text("theorems", name)
        if not callable(self.check):
            check_kind("check", self.check, (), "a function that returns a Verdict")
        if self.declared is None:
            object.__setattr__(self, "declared", register(self, self.check))
            object.__setattr__(self, "code", source_code(self.check))
        if not self.stated:
            object.__setattr__(self, "stated", self._hash())

    def _hash(self) -> str:
        code = self.code and (Path(self.code.file).name, self.code.line, self.code.text)
        texts = self.id, self.statement, self.where, self.expected, self.skip
        return digest(*texts, list(self.uses), list(self.theorems), code)


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
        Location in the source, such as "p. 1".
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
    uses, theorems = items("uses", uses, "a sequence of ids"), items("theorems", theorems, "a sequence of names")
    status = Status(expected) if expected else None

    def declare(check: Callable[..., Verdict]) -> Claim | tuple[Claim, ...]:
        if not isinstance(check, Parametrized):
            return Claim(id, statement, where, check, tuple(uses), status, tuple(theorems), skip)
        return tuple(
            Claim(
                f"{id}[{text}]",
                filled(statement, values),
                filled(where, values),
                instance,
                tuple(filled(name, values) for name in uses),
                status,
                tuple(theorems),
                skip,
            )
            for text, values, instance in check.instances()
        )

    return cast(Declare, declare)


@dataclass(frozen=True)
class Appendix:
    """A section of the report with evidence that belongs to no single claim.

    Attributes
    ----------
    id
        Identifier, different from those of all claims in the folder.
    title
        Heading of the section.
    make
        Function that returns the evidence.
    declared
        Where the appendix was declared, as for a `Claim`.
    """

    id: str
    title: str
    make: Callable[[], Sequence[Evidence]]
    declared: Declaration | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_text("id", self.id)
        check_text("title", self.title)
        if not callable(self.make):
            check_kind("make", self.make, (), "a function that returns a sequence of evidence")
        if self.declared is None:
            object.__setattr__(self, "declared", register(self, self.make))


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


class ClaimsError(Exception):
    """A folder of claims cannot be checked: for example a duplicate id, an unknown id or a cyclic dependency."""


def topological_order(claims: Sequence[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """Sort claims so that each follows all its dependencies, and keep the given order otherwise.

    Parameters
    ----------
    claims
        Pairs (name of the source, claim).

    Returns
    -------
    list
        The same pairs.

    Raises
    ------
    ClaimsError
        If two claims have the same id, a claim uses an unknown id, or the dependencies are cyclic.

    Examples
    --------
    >>> from gametheory.claims import verified
    >>> dependent = claim("A", "a statement", "p. 1", uses=["B"])(lambda: verified("one case", 1))
    >>> base = claim("B", "a statement", "p. 2")(lambda: verified("one case", 1))
    >>> [item.id for _, item in topological_order([("a source", dependent), ("a source", base)])]
    ['B', 'A']
    """
    by_id: dict[str, tuple[str, Claim]] = {}
    for source, item in claims:
        if item.id in by_id:
            first = by_id[item.id]
            raise ClaimsError(f"two claims have the id {item.id}: {place_of(*first)} and {place_of(source, item)}")
        by_id[item.id] = (source, item)
    ordered: dict[str, tuple[str, Claim]] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in ordered:
            return
        if name in path:
            raise ClaimsError(f"claims depend on each other in a cycle: {' -> '.join((*path, name))}")
        for used in by_id[name][1].uses:
            if used not in by_id:
                raise ClaimsError(f"claim {name} uses {used}, and no claim has that id")
            visit(used, (*path, name))
        ordered[name] = by_id[name]

    for name in by_id:
        visit(name, ())
    return list(ordered.values())


def place_of(source: str, item: Claim) -> str:
    """Return where a claim was declared, for messages: a line of its file, or the name of its source.

    >>> from gametheory.claims import open_
    >>> place_of("a source", claim("A", "a statement", "p. 1")(lambda: open_("")))
    'in a source'
    """
    declared = item.declared
    return declared.place if declared and declared.file else f"in {source}"


def select(claims: Sequence[tuple[str, Claim]], text: str) -> list[tuple[str, Claim]]:
    """Select claims by id or text, together with all their dependencies.

    Parameters
    ----------
    claims
        Pairs (name of the source, claim), with all dependencies.
    text
        An id, or else a part of an id or a statement. Upper and lower case are equal.

    Returns
    -------
    list
        The selected pairs in the given order; empty if nothing matches.

    Examples
    --------
    >>> from gametheory.claims import open_
    >>> one, other = (claim(id, "a statement", "p. 1")(lambda: open_("")) for id in ("A1", "A2"))
    >>> [item.id for _, item in select([("a source", one), ("a source", other)], "a2")]
    ['A2']
    """
    exact = [item.id for _, item in claims if item.id.lower() == text.lower()]
    wanted = exact or [item.id for _, item in claims if text.lower() in f"{item.id} {item.statement}".lower()]
    needed = with_dependencies(claims, wanted)
    return [pair for pair in claims if pair[1].id in needed]


def with_dependencies(claims: Sequence[tuple[str, Claim]], ids: Iterable[str]) -> set[str]:
    """Return ids together with those of all claims that they depend on.

    Parameters
    ----------
    claims
        Pairs (name of the source, claim), with all dependencies.
    ids
        Ids of some of them.

    Examples
    --------
    >>> from gametheory.claims import open_
    >>> lemma = claim("L", "a statement", "p. 1")(lambda: open_(""))
    >>> theorem = claim("T", "a statement", "p. 2", uses=["L"])(lambda: open_(""))
    >>> sorted(with_dependencies([("a source", lemma), ("a source", theorem)], ["T"]))
    ['L', 'T']
    """
    by_id = {item.id: item for _, item in claims}
    wanted, needed = list(ids), set[str]()
    while wanted:
        name = wanted.pop()
        if name not in needed:
            needed.add(name)
            wanted.extend(by_id[name].uses)
    return needed
