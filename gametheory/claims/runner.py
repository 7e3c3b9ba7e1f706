"""Check claims in the order of their dependencies, and reuse cached verdicts."""

from __future__ import annotations

import inspect
import json
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from gametheory.claims.declare import Claim, topological_order
from gametheory.claims.kernel import awaited_status
from gametheory.claims.raised import description
from gametheory.claims.status import TRUE, Status
from gametheory.claims.validate import error_text, shown
from gametheory.claims.verdict import Verdict, open_, verdict_from_json
from gametheory.numbers.printed import printed
from gametheory.parallel.signals import outside_interrupt


@printed
@dataclass(frozen=True)
class Result:
    """A claim with its verdict.

    Attributes
    ----------
    claim
        The claim.
    source
        Name of its source.
    verdict
        The result of its check.
    dependencies_hold
        Whether the claim and all its dependencies are established: proved, argued, verified or corrected.
    seconds
        Time that the check took, in this run or in an earlier one.
    cached
        Whether the verdict comes from the cache.
    folder
        The claims folder of a claim; None if it was checked by itself.
    printed
        What the check printed in this run.
    checked_on
        The day on which the claim was checked, in this run or in an earlier one, such as "2026-11-22", in UTC; empty
        if it is not known.
    """

    claim: Claim
    source: str
    verdict: Verdict
    dependencies_hold: bool
    seconds: float
    cached: bool = False
    folder: Path | None = None
    printed: str = ""
    checked_on: str = ""

    @property
    def matches_expected(self) -> bool:
        """Whether the status equals the expected one; without one, whether the claim and all its dependencies are true.

        A claim that is skipped matches.

        Examples
        --------
        >>> from gametheory.claims import claim, verified
        >>> item = claim("A", "a statement", "p. 1", expected="refuted")(lambda: verified("one case", 1))
        >>> [result.matches_expected for result in run([("a source", item)])]
        [False]
        """
        if self.claim.skip:
            return True
        if self.claim.expected is not None:
            # A recorded verdict can rest on a kernel that this machine does not have.
            return self.claim.expected in (self.verdict.status, awaited_status(self.verdict, self.claim))
        return self.dependencies_hold and self.verdict.status in TRUE

    @property
    def awaits_kernel(self) -> bool:
        """Whether the claim has a Rocq proof that this machine cannot run.

        >>> from gametheory.claims import claim, verified
        >>> item = claim("A", "a claim without theorems", "p. 1")(lambda: verified("one case", 1))
        >>> [result.awaits_kernel for result in run([("a source", item)])]
        [False]
        """
        return awaited_status(self.verdict, self.claim) is not None


class Cache(Protocol):
    """Verdicts of earlier runs."""

    def get(self, item: Claim) -> tuple[Verdict, float] | None:
        """Return the cached verdict of a claim and the seconds its check took, or None."""

    def checked_on(self, item: Claim) -> str:
        """Return the day of the check of a claim whose verdict `get` has returned, or ""."""

    def put(self, item: Claim, verdict: Verdict, seconds: float) -> None:
        """Save a verdict."""

    def checkpointing(self, item: Claim) -> AbstractContextManager[None]:
        """Return the context in which a claim is checked, so that an interrupted check can resume."""


CheckedClaim: TypeAlias = tuple[Claim, Verdict, float]


def run(
    claims: Sequence[tuple[str, Claim]],
    deep: bool = False,
    cache: Cache | None = None,
    checker: Callable[[Sequence[Claim]], Iterator[CheckedClaim]] | None = None,
    lift: Callable[[Verdict, Claim], Verdict] | None = None,
) -> Generator[Result, None, None]:
    """Check claims and yield the results, each after those of its dependencies.

    If a check raises an error or calls `sys.exit`, its claim is open, and the other claims are still checked. Open
    verdicts are not cached.

    Parameters
    ----------
    claims
        Pairs (name of the source, claim).
    deep
        Whether checks cover larger ranges.
    cache
        Verdicts of earlier runs; claims with a cached verdict are not checked.
    checker
        Function that checks claims and yields (claim, verdict, seconds) in any order; by default `check_serially`.
    lift
        Function that combines a verdict with that of a proof kernel, such as `gametheory.claims.kernel.lift`.

    Raises
    ------
    ClaimsError
        In the same cases as `topological_order`.

    Examples
    --------
    >>> from gametheory.claims import claim
    >>> item = claim("A", "a statement", "p. 1")(lambda: 1 / 0)
    >>> [(result.verdict.status.value, result.dependencies_hold) for result in run([("a source", item)])]
    [('open', False)]
    """
    ordered = topological_order(claims)
    skipped = {item.id: (open_(f"skipped: {item.skip}"), 0.0) for _, item in ordered if item.skip}
    done = {item.id: entry for _, item in ordered if cache and not item.skip and (entry := cache.get(item))}
    cached, hold = set(done), dict[str, bool]()
    done |= skipped
    unknown = [item for _, item in ordered if item.id not in done]
    arriving = checker(unknown) if checker else check_serially(unknown, deep, cache)
    for source, item in ordered:
        # The checker can finish claims in another order than the one in which results are yielded.
        while item.id not in done:
            checked, verdict, seconds = next(arriving)
            done[checked.id] = verdict, seconds
            if cache and verdict.status is not Status.OPEN:
                cache.put(checked, verdict, seconds)
        verdict, seconds = done[item.id]
        verdict = lift(verdict, item) if lift else verdict
        holds = verdict.status in (*TRUE, Status.CORRECTED)
        hold[item.id] = holds and all(hold[used] for used in item.uses)
        day = cache.checked_on(item) if cache and item.id in cached else today()
        yield Result(item, source, verdict, hold[item.id], seconds, item.id in cached, checked_on=day)


def today() -> str:
    """Return the date in UTC.

    >>> len(today())
    10
    """
    return datetime.now(UTC).date().isoformat()


def check_serially(claims: Sequence[Claim], deep: bool = False, cache: Cache | None = None) -> Iterator[CheckedClaim]:
    """Check claims one after the other in this process.

    A check that raises an error, calls `sys.exit` or returns no verdict leaves its claim open. Standard output of a
    check goes to standard error.

    Parameters
    ----------
    claims
        The claims in any order.
    deep
        Whether checks cover larger ranges.
    cache
        Provides the checkpoints of interrupted checks; verdicts are neither read nor saved.

    Yields
    ------
    tuple
        The claim, its verdict and the seconds that the check took.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> [(checked.id, verdict.status.value) for checked, verdict, seconds in check_serially([item])]
    [('A', 'verified')]
    """
    for item in claims:
        began = time.perf_counter()
        with cache.checkpointing(item) if cache else nullcontext():
            verdict = _verdict(item, deep)
        yield item, verdict, time.perf_counter() - began


def call_check(item: Claim, deep: bool) -> Any:
    """Return what the check of a claim returns.

    >>> from gametheory.claims import claim
    >>> call_check(claim("A", "a statement", "p. 1")(lambda deep: deep), True)
    True
    """
    takes_deep = "deep" in inspect.signature(item.check).parameters
    return item.check(deep=deep) if takes_deep else item.check()


def _verdict(item: Claim, deep: bool) -> Verdict:
    try:
        with redirect_stdout(sys.stderr):  # standard output is for the verdicts
            verdict = call_check(item, deep)
            return _in_json(verdict) if isinstance(verdict, Verdict) else open_(_no_verdict(verdict))
    except BaseException as error:  # SystemExit, too, must not end the run
        if interrupt := outside_interrupt(error):
            raise interrupt from error
        return open_(description(error).replace("$", "＄"))  # evidence texts typeset text between dollar signs


def _in_json(verdict: Verdict) -> Verdict:
    """Return a verdict as it is read from JSON, so that whatever a check returns can be written in every format."""
    try:
        text = json.dumps(verdict.as_json(), default=str, ensure_ascii=False)
        text.encode()
        return verdict_from_json(json.loads(text))
    except Exception as error:  # the text of an object in a table is computed by its own code
        return open_(f"the verdict cannot be written as JSON: {error_text(error)}".replace("$", "＄"))


def _no_verdict(value: object) -> str:
    returned = shown(value).replace("$", "＄")
    advice = "return the result of prove, argue, check_all, verified, refuted or open_"
    if value is None:
        advice += "; without `return`, a function returns None"
    elif isinstance(value, bool):
        advice += "; check_all(cases, holds, scope) asks a function for True or False in each case and counts the cases"
    return f"the check returned {returned}, which is no verdict; {advice}"
