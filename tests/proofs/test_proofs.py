"""The claims of Castle Defense I and II: every row has a claim with the expected verdict."""

import pytest
from conftest import ROOT

from gametheory.claims import Status
from gametheory.claims.collect import collect

PROOFS = collect(ROOT / "proofs")
FOUND = {
    "refuted": ["CD1.1", "CD1.2", "CD2.1", "CD2.2", "CD2.12", "CD2.13"],
    "corrected": ["CD1.7", "CD1.8", "CD2.9", "CD2.10"],
    "proved": ["CD2.14", "CD2.15"],
    "verified": [f"CD1.{n}" for n in (3, 4, 5, 6, 9)] + [f"CD2.{n}" for n in (*range(3, 9), 11)] + ["CD2.fast"],
}
WITNESSES = {
    "CD1.1": "10/50/10",
    "CD1.2": "10/50/10",
    "CD1.7": "3/7/1",
    "CD1.8": "4/5/5",
    "CD2.1": "20/50/18",
    "CD2.2": "7/31/5",
    "CD2.9": "3/4/4",
    "CD2.10": "4/7/3",
    "CD2.12": "test 25: 9/43/7",
    "CD2.13": "test 3: 11/12/9",
}


@pytest.fixture(scope="module")
def results(results_of):
    return results_of("CD1.") | results_of("CD2.")


def test_every_row_of_the_first_two_posts_has_a_claim_in_order():
    ids = [item.id for _, item in PROOFS]
    for post, rows in (("CD1", 9), ("CD2", 15)):
        expected = [f"{post}.{row}" for row in range(1, rows + 1)]
        assert [name for name in ids if name in expected] == expected


@pytest.mark.parametrize("status", FOUND)
def test_verdicts(results, status):
    found = [name for name, result in results.items() if result.verdict.status is Status(status)]
    assert sorted(found) == sorted(FOUND[status])


def test_every_claim_has_an_expected_verdict():
    assert all(item.expected is not None for _, item in PROOFS)


def test_smallest_counterexamples(results):
    found = {name: result.verdict.witness.case for name, result in results.items() if result.verdict.witness}
    assert found == WITNESSES


def test_every_verdict_names_scope_cases_and_evidence(results):
    for result in results.values():
        verdict = result.verdict
        assert verdict.scope
        assert verdict.cases > 0
        if verdict.status is not Status.VERIFIED:
            assert verdict.evidence or verdict.correction
