"""Claims are checked, each after those it rests on, unless an earlier run has its verdict."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from gametheory.claims.declare import Claim, topological_order
from gametheory.claims.verdict import Status, Verdict, open_
from gametheory.parallel.signals import unwrap_interrupt


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

        >>> from gametheory.claims import claim, verified
        >>> item = claim("A", "so it is", "p. 1", expected="refuted")(lambda: verified("one case", 1))
        >>> [result.matches_expected for result in run([("a source", item)])]
        [False]
        """
        if self.claim.expected is not None:
            return self.verdict.status is self.claim.expected
        return self.grounded and self.verdict.status in (Status.PROVED, Status.VERIFIED)


class Cache(Protocol):
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
    memory: Cache | None = None,
    check_all: Callable[[Sequence[Claim]], Iterator[Checked]] | None = None,
) -> Generator[Result, None, None]:
    """Check claims, and give the results in an order in which each comes after those it rests on.

    A check that raises fails its own claim, which is then open; the others go on. A claim that the memory knows is
    not checked again; an open verdict is never kept. `check_all` checks the other claims and gives verdicts, with the
    seconds they took, in any order; without it they are checked here, one after the other.

    >>> from gametheory.claims import claim
    >>> item = claim("A", "so it is", "p. 1")(lambda: 1 / 0)
    >>> [(result.verdict.status.value, result.grounded) for result in run([("a source", item)])]
    [('open', False)]
    """
    ordered = topological_order(claims)
    done = {item.id: found for _, item in ordered if memory and (found := memory.recall(item))}
    kept, grounded = set(done), dict[str, bool]()
    unknown = [item for _, item in ordered if item.id not in kept]
    arriving = check_all(unknown) if check_all else check_serially(unknown, deep, memory)
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


def check_serially(claims: Sequence[Claim], deep: bool = False, memory: Cache | None = None) -> Iterator[Checked]:
    """Check claims one after the other, in this process.

    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "so it is", "p. 1")(lambda: verified("one case", 1))
    >>> [(found.id, verdict.status.value) for found, verdict, seconds in check_serially([item])]
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
        if interrupt := unwrap_interrupt(error):
            raise interrupt from error
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        line = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place else "?"
        said = str(error).replace("$", "＄")  # a formula is what stands between dollar signs
        return open_(f"the check raised {type(error).__name__}: {said} ({line})")
    if not isinstance(verdict, Verdict):
        return open_(f"the check returned {type(verdict).__name__}, not a Verdict")
    return verdict
