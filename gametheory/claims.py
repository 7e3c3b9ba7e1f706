"""Claims and verdicts: what a source states, what a check established, and what rests on what.

A claim is a declared value; its verdict is computed when it is checked. The constructors of `Verdict` demand
what they assert: cases for verified, a witness for refuted, discharged obligations for proved.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, TypeVar

from gametheory.evidence import Certificate, Exhibit, Text, exhibit_from_json
from gametheory.exhibits import exhibits_html
from gametheory.work.interrupts import interrupt_behind

Case = TypeVar("Case")


class Status(StrEnum):
    """What a check established."""

    PROVED = "proved"
    VERIFIED = "verified"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    OPEN = "open"

    @property
    def meaning(self) -> str:
        """One sentence for legends.

        >>> Status("verified").meaning
        'holds in every case of the stated scope'
        """
        return MEANINGS[self]


MEANINGS = {
    Status.PROVED: "holds for all values; every obligation was discharged by two solvers",
    Status.VERIFIED: "holds in every case of the stated scope",
    Status.CORRECTED: "false as printed; the corrected statement is proved",
    Status.REFUTED: "false as printed; the smallest counterexample is shown",
    Status.OPEN: "nothing was established",
}


@dataclass(frozen=True)
class Witness:
    """The smallest case in which a statement fails, in words what happens there, and the kind of error.

    The kind tells a misprint from a false theorem, say; it may be left out.
    """

    case: str
    explanation: str
    kind: str = ""

    def as_json(self) -> dict[str, str]:
        """For the manifest.

        >>> Witness("n = 3", "9 is odd", "misprint").as_json()
        {'case': 'n = 3', 'explanation': '9 is odd', 'kind': 'misprint'}
        """
        return {"case": self.case, "explanation": self.explanation, "kind": self.kind}


@dataclass(frozen=True)
class Correction:
    """What holds instead of a false statement, with the verdict on it."""

    statement: str
    verdict: Verdict

    def as_json(self) -> dict[str, Any]:
        """For the manifest.

        >>> Correction("$n > 3$", verified("n to 99", 96)).as_json()["statement"]
        '$n > 3$'
        """
        return {"statement": self.statement} | self.verdict.as_json()


@dataclass(frozen=True)
class Verdict:
    """What was established, over which scope, on how many cases, and what shows it."""

    status: Status
    scope: str
    cases: int
    evidence: tuple[Exhibit, ...] = ()
    witness: Witness | None = None
    correction: Correction | None = None

    def as_json(self) -> dict[str, Any]:
        """For the manifest.

        >>> verified("0 to 8", 9).as_json()["cases"]
        9
        """
        return {
            "status": self.status.value,
            "scope": self.scope,
            "cases": self.cases,
            "evidence": [exhibit.as_json() for exhibit in self.evidence],
            "witness": self.witness.as_json() if self.witness else None,
            "correction": self.correction.as_json() if self.correction else None,
        }

    def _repr_html_(self) -> str:
        """The facts, where it fails, what holds instead, and the evidence."""
        facts = [("status", str(self.status)), ("scope", self.scope), ("cases", f"{self.cases:,} checked")]
        if (witness := self.witness) is not None:
            facts.append(("fails at", f"{witness.case}: {witness.explanation}"))
        if (right := self.correction) is not None:
            facts.append(("instead", f"{right.statement} ({right.verdict.status}: {right.verdict.scope})"))
        return exhibits_html(facts, self.evidence)


def verdict_from_json(data: dict[str, Any]) -> Verdict:
    """The verdict that was written as JSON.

    Raises KeyError, TypeError and ValueError where the data are those of no verdict.

    >>> verdict = every(range(10), lambda number: number < 3, "0 to 9")
    >>> verdict_from_json(verdict.as_json()) == verdict
    True
    """
    witness, correction = data["witness"], data["correction"]
    return Verdict(
        Status(data["status"]),
        data["scope"],
        data["cases"],
        tuple(map(exhibit_from_json, data["evidence"])),
        Witness(**witness) if witness else None,
        Correction(correction["statement"], verdict_from_json(correction)) if correction else None,
    )


def verified(scope: str, cases: int, *evidence: Exhibit) -> Verdict:
    """The statement holds in every case of a scope that was swept whole.

    A sweep over no case establishes nothing: the verdict is then open.

    >>> verified("the empty box", 0).status
    <Status.OPEN: 'open'>
    """
    if cases < 1:
        return undecided(f"the check covered no case of: {scope}")
    return Verdict(Status.VERIFIED, scope, cases, evidence)


def proved(scope: str, certificates: Sequence[Certificate], *evidence: Exhibit) -> Verdict:
    """The statement holds for all values; each certificate is an obligation that was discharged.

    >>> proved("all integers", []).status
    <Status.OPEN: 'open'>
    """
    if not certificates:
        return undecided("no obligation was discharged")
    return Verdict(Status.PROVED, scope, len(certificates), (*evidence, *certificates))


def refuted(scope: str, cases: int, witness: Witness, *evidence: Exhibit, instead: Correction | None = None) -> Verdict:
    """The statement fails; with a proved correction the status is corrected, else refuted.

    Without a case and a witness nothing was refuted: the verdict is then open.

    >>> refuted("the empty box", 0, Witness("", "")).status
    <Status.OPEN: 'open'>
    """
    if cases < 1 or not witness:
        return undecided(f"no counterexample in: {scope}")
    fixed = instead is not None and instead.verdict.status is Status.PROVED
    return Verdict(Status.CORRECTED if fixed else Status.REFUTED, scope, cases, evidence, witness, instead)


def undecided(reason: str, *evidence: Exhibit) -> Verdict:
    """Nothing was established, and why.

    >>> undecided("no solver answers").evidence
    (Text(text='no solver answers'),)
    """
    return Verdict(Status.OPEN, "", 0, (Text(reason), *evidence))


def every(
    cases: Iterable[Case],
    holds: Callable[[Case], bool],
    scope: str,
    explain: Callable[[Case], str] = lambda _: "the statement fails here",
    *evidence: Exhibit,
    instead: Correction | None = None,
) -> Verdict:
    """Sweep cases in the given order: verified on all, or refuted by the first that fails.

    Give the cases smallest first and the witness is the smallest counterexample. `instead` is what holds where
    the statement does not; with a proved one a refuted statement is corrected.

    >>> every(range(10), lambda number: number * number < 50, "0 to 9").witness.case
    '8'
    """
    count = 0
    for count, case in enumerate(cases, 1):
        if not holds(case):
            return refuted(scope, count, Witness(str(case), explain(case)), *evidence, instead=instead)
    return verified(scope, count, *evidence)


@dataclass(frozen=True)
class Claim:
    """One statement of a source, where it stands there, and the check that computes its verdict."""

    id: str
    statement: str
    where: str
    check: Callable[..., Verdict]
    uses: tuple[str, ...] = ()
    expected: Status | None = None


def claim(
    id: str, statement: str, where: str, uses: Sequence[str] = (), expected: str | None = None
) -> Callable[[Callable[..., Verdict]], Claim]:
    """Declare the decorated check as a claim.

    `statement` may hold formulas between dollar signs. `uses` are the ids of claims it rests on. `expected`
    is the status on record; another one is an error. The check takes no argument, or `deep` for a larger box.

    >>> @claim("SQ", "$x^2 < 50$ for $0 \\\\le x < 10$", "p. 1")
    ... def squares_are_small():
    ...     return every(range(10), lambda x: x * x < 50, "0 <= x < 10")
    >>> squares_are_small.check().status
    <Status.REFUTED: 'refuted'>
    """

    def declare(check: Callable[..., Verdict]) -> Claim:
        return Claim(id, statement, where, check, tuple(uses), Status(expected) if expected else None)

    return declare


@dataclass(frozen=True)
class Display:
    """Exhibits of a source that belong to no single claim: an id, a title, and what makes them."""

    id: str
    title: str
    make: Callable[[], Sequence[Exhibit]]


def display(id: str, title: str) -> Callable[[Callable[[], Sequence[Exhibit]]], Display]:
    """Declare what the decorated function returns as exhibits for the report.

    >>> @display("squares", "The first squares")
    ... def squares():
    ...     return [Text("0, 1, 4, 9")]
    >>> squares.title
    'The first squares'
    """
    return lambda make: Display(id, title, make)


@dataclass(frozen=True)
class Result:
    """A claim with its verdict, the seconds that took, and whether it and all it rests on is established.

    `kept` tells that the verdict is one of an earlier run.
    """

    claim: Claim
    source: str
    verdict: Verdict
    grounded: bool
    seconds: float
    kept: bool = False

    @property
    def as_recorded(self) -> bool:
        """The status is the expected one; where none is recorded, the statement and all it rests on holds.

        >>> item = claim("A", "so it is", "p. 1", expected="refuted")(lambda: verified("one case", 1))
        >>> [result.as_recorded for result in run([("a source", item)])]
        [False]
        """
        if self.claim.expected is not None:
            return self.verdict.status is self.claim.expected
        return self.grounded and self.verdict.status in (Status.PROVED, Status.VERIFIED)


class ClaimsError(Exception):
    """A collection of claims cannot be checked: an id twice, an unknown id, or a circle of reasons."""


def in_order(claims: Sequence[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """Sort (source, claim) pairs so that each comes after what it rests on, else in the order given.

    Raises ClaimsError when an id stands twice, is unknown, or rests on itself.

    >>> rests = claim("A", "so it is", "p. 1", uses=["B"])(lambda: verified("one case", 1))
    >>> base = claim("B", "so it is", "p. 2")(lambda: verified("one case", 1))
    >>> [item.id for _, item in in_order([("a source", rests), ("a source", base)])]
    ['B', 'A']
    """
    by_id: dict[str, tuple[str, Claim]] = {}
    for source, item in claims:
        if item.id in by_id:
            raise ClaimsError(f"two claims have the id {item.id}: in {by_id[item.id][0]} and in {source}")
        by_id[item.id] = (source, item)
    done: dict[str, tuple[str, Claim]] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in done:
            return
        if name in above:
            raise ClaimsError(f"claims rest on each other in a circle: {' -> '.join((*above, name))}")
        for used in by_id[name][1].uses:
            if used not in by_id:
                raise ClaimsError(f"claim {name} uses {used}, and no claim has that id")
            visit(used, (*above, name))
        done[name] = by_id[name]

    for name in by_id:
        visit(name, ())
    return list(done.values())


def select(claims: Sequence[tuple[str, Claim]], text: str) -> list[tuple[str, Claim]]:
    """The claim with that id, else those whose id or statement contains the text; with all they rest on.

    >>> one, other = (claim(id, "so it is", "p. 1")(lambda: undecided("")) for id in ("A1", "A2"))
    >>> [item.id for _, item in select([("a source", one), ("a source", other)], "a2")]
    ['A2']
    """
    exact = [item.id for _, item in claims if item.id.lower() == text.lower()]
    wanted = exact or [item.id for _, item in claims if text.lower() in f"{item.id} {item.statement}".lower()]
    by_id = {item.id: item for _, item in claims}
    needed: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in needed:
            needed.add(name)
            wanted.extend(by_id[name].uses)
    return [pair for pair in claims if pair[1].id in needed]


class Memory(Protocol):
    """Verdicts of earlier runs."""

    def recall(self, item: Claim) -> tuple[Verdict, float] | None:
        """The verdict on a claim and the seconds it took, where nothing it depends on has changed."""

    def keep(self, item: Claim, verdict: Verdict, seconds: float) -> None:
        """Remember a verdict."""

    def resuming(self, item: Claim) -> AbstractContextManager[None]:
        """What is entered while a claim is checked, so that a check that is stopped can go on where it was."""


Checked: TypeAlias = tuple[Claim, Verdict, float]


def run(
    claims: Sequence[tuple[str, Claim]],
    deep: bool = False,
    memory: Memory | None = None,
    check_all: Callable[[Sequence[Claim]], Iterator[Checked]] | None = None,
) -> Generator[Result, None, None]:
    """Check claims, and give the results in an order in which each comes after those it rests on.

    A check that raises fails its own claim, which is then open; the others go on. A claim that the memory knows is
    not checked again; an open verdict is never kept. `check_all` checks the other claims and gives verdicts, with the
    seconds they took, in any order; without it they are checked here, one after the other.

    >>> item = claim("A", "so it is", "p. 1")(lambda: 1 / 0)
    >>> [(result.verdict.status.value, result.grounded) for result in run([("a source", item)])]
    [('open', False)]
    """
    ordered = in_order(claims)
    done = {item.id: found for _, item in ordered if memory and (found := memory.recall(item))}
    kept, grounded = set(done), dict[str, bool]()
    unknown = [item for _, item in ordered if item.id not in kept]
    arriving = check_all(unknown) if check_all else check_here(unknown, deep, memory)
    for source, item in ordered:
        while item.id not in done:
            checked, verdict, seconds = next(arriving)
            done[checked.id] = verdict, seconds
            if memory and verdict.status is not Status.OPEN:
                memory.keep(checked, verdict, seconds)
        verdict, seconds = done[item.id]
        holds = verdict.status in (Status.PROVED, Status.VERIFIED, Status.CORRECTED)
        grounded[item.id] = holds and all(grounded[used] for used in item.uses)
        yield Result(item, source, verdict, grounded[item.id], seconds, item.id in kept)


def check_here(claims: Sequence[Claim], deep: bool = False, memory: Memory | None = None) -> Iterator[Checked]:
    """Check claims one after the other, in this process.

    >>> item = claim("A", "so it is", "p. 1")(lambda: verified("one case", 1))
    >>> [(found.id, verdict.status.value) for found, verdict, seconds in check_here([item])]
    [('A', 'verified')]
    """
    for item in claims:
        began = time.perf_counter()
        with memory.resuming(item) if memory else nullcontext():
            verdict = _verdict(item, deep)
        yield item, verdict, time.perf_counter() - began


def _verdict(item: Claim, deep: bool) -> Verdict:
    try:
        takes_deep = "deep" in inspect.signature(item.check).parameters
        verdict: Any = item.check(deep=deep) if takes_deep else item.check()
    except Exception as error:
        if interrupt := interrupt_behind(error):
            raise interrupt from error
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        line = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place else "?"
        said = str(error).replace("$", "＄")  # a formula is what stands between dollar signs
        return undecided(f"the check raised {type(error).__name__}: {said} ({line})")
    if not isinstance(verdict, Verdict):
        return undecided(f"the check returned {type(verdict).__name__}, not a Verdict")
    return verdict
