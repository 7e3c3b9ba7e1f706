"""What a source states: claims as declared values, what rests on what, and what is shown beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gametheory.claims.evidence import Evidence
from gametheory.claims.verdict import Status, Verdict


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

    >>> from gametheory.claims import claim, check_all
    >>> @claim("SQ", "$x^2 < 50$ for $0 \\\\le x < 10$", "p. 1")
    ... def squares_are_small():
    ...     return check_all(range(10), lambda x: x * x < 50, "0 <= x < 10")
    >>> squares_are_small.check().status
    <Status.REFUTED: 'refuted'>
    """

    def declare(check: Callable[..., Verdict]) -> Claim:
        return Claim(id, statement, where, check, tuple(uses), Status(expected) if expected else None)

    return declare


@dataclass(frozen=True)
class Appendix:
    """Exhibits of a source that belong to no single claim: an id, a title, and what makes them."""

    id: str
    title: str
    make: Callable[[], Sequence[Evidence]]


def appendix(id: str, title: str) -> Callable[[Callable[[], Sequence[Evidence]]], Appendix]:
    """Declare what the decorated function returns as exhibits for the report.

    >>> from gametheory.claims.evidence import Text
    >>> @appendix("squares", "The first squares")
    ... def squares():
    ...     return [Text("0, 1, 4, 9")]
    >>> squares.title
    'The first squares'
    """
    return lambda make: Appendix(id, title, make)


class ClaimsError(Exception):
    """A collection of claims cannot be checked: an id twice, an unknown id, or a circle of reasons."""


def topological_order(claims: Sequence[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """Sort (source, claim) pairs so that each comes after what it rests on, else in the order given.

    Raises ClaimsError when an id stands twice, is unknown, or rests on itself.

    >>> from gametheory.claims import verified
    >>> rests = claim("A", "so it is", "p. 1", uses=["B"])(lambda: verified("one case", 1))
    >>> base = claim("B", "so it is", "p. 2")(lambda: verified("one case", 1))
    >>> [item.id for _, item in topological_order([("a source", rests), ("a source", base)])]
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

    >>> from gametheory.claims import open_
    >>> one, other = (claim(id, "so it is", "p. 1")(lambda: open_("")) for id in ("A1", "A2"))
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
