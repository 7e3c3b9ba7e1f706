"""A number of cases that a claim has typed verifies nothing: *verified* is what a sweep has counted."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import gametheory
from gametheory.claims import Status, Verdict, Witness, check_all, refuted, swept
from gametheory.claims.evidence import Text
from gametheory.claims.session import check
from gametheory.claims.verdict import verdict_from_json
from gametheory.prove.sweep import Coverage, Extent, Range, Sweep, check_cases

RANGE = Extent((Range("", 1, 10**9),), whole=True)
REFUSED = {
    "a verdict": lambda: Verdict(Status.VERIFIED, "all integers", 10**9),
    "a verdict that quotes": lambda: Verdict(Status.VERIFIED, "counted", 10**9, note="all integers"),
    "a range": lambda: Verdict(Status.VERIFIED, "all integers", 10**9, record=Coverage(10**9, RANGE)),
    "a sweep": lambda: Verdict(Status.VERIFIED, "all integers", 10**9, record=Sweep(10**9)),  # type: ignore[arg-type]
}
OPEN = {
    "a sweep that has not run": lambda: swept(Sweep(10**9), "all integers"),
    "a sweep with a range": lambda: swept(Sweep(10**9, extent=RANGE), "all integers"),
    "a range next to a sweep": lambda: swept(
        Sweep[Any](10**9, extent=RANGE) + check_cases(lambda _: True, range(3)), "all integers"
    ),
}
COUNTED = {
    "numbers": lambda: check_all(range(9), lambda n: n < 9, "all integers"),
    "words": lambda: check_all(["a", "b"], lambda _: True),
    "chunks": lambda: swept(
        Sweep[Any]() + check_cases(lambda _: True, range(3)) + check_cases(lambda _: True, [Fraction(1, 2)])
    ),
}


@pytest.mark.parametrize("make", REFUSED.values(), ids=REFUSED)
def test_verified_cannot_be_typed(make: Any) -> None:
    with pytest.raises(
        TypeError, match=r"record: .* must be (the sweep of a true statement, which `check_all` makes|.*Coverage)"
    ):
        make()


@pytest.mark.parametrize("make", OPEN.values(), ids=OPEN)
def test_a_sweep_that_was_typed_is_open(make: Any) -> None:
    verdict = make()
    assert (verdict.status, verdict.cases) == (Status.OPEN, 0)
    assert verdict.evidence == (Text("no sweep has counted the cases: check_all and check_cases do"),)


@pytest.mark.parametrize("make", COUNTED.values(), ids=COUNTED)
def test_a_sweep_that_ran_is_verified(make: Any) -> None:
    verdict = make()
    assert verdict.status is Status.VERIFIED
    assert verdict_from_json(json.loads(json.dumps(verdict.as_json()))) == verdict


def test_the_range_of_a_sweep_cannot_be_typed() -> None:
    coverage = COUNTED["numbers"]().record
    typed = Verdict(Status.VERIFIED, "all integers", 10**9, record=coverage)
    assert (typed.scope, typed.cases) == ("0 to 8", 9)


def test_what_is_refuted_without_a_sweep_says_who_has_counted() -> None:
    witness = Witness("0", "no")
    for verdict in (
        refuted("all integers", 10**9, witness),
        Verdict(Status.REFUTED, "all integers", 10**9, witness=witness),
    ):
        assert (verdict.scope, verdict.note) == ("counted by the claim itself", "all integers")


CLAIM = """from gametheory import claim
from gametheory.claims import Status, Verdict
from gametheory.prove.sweep import Coverage, Extent, Range
@claim("V", "All integers are small.", "p. 1")
def small():
    return VERDICT
"""


@pytest.mark.parametrize(
    "verdict",
    [
        "Verdict(Status.VERIFIED, 'all integers', 10**9)",
        "Verdict(Status.VERIFIED, '', 9, record=Coverage(9, Extent((Range('', 1, 9),), whole=True)))",
        "gametheory.verified('all integers', 10**9)",
    ],
)
def test_a_claim_that_types_its_range_is_open(tmp_path: Path, verdict: str) -> None:
    (tmp_path / "a.py").write_text(CLAIM.replace("VERDICT", verdict).replace("from", "import gametheory\nfrom", 1))
    (result,) = check(tmp_path)
    assert result.verdict.status is Status.OPEN


def test_no_output_has_a_word_besides_the_status() -> None:
    assert not hasattr(gametheory, "verified")
    assert "label" not in COUNTED["numbers"]().as_json()
