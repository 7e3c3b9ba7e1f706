"""The claims on the Warlight battle: every row has its verdict, and the evidence has the key numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import SHARED_CACHE

from gametheory.claims import Result, Status, Verdict
from gametheory.claims.check import check
from gametheory.claims.collect import collect
from gametheory.claims.evidence import Figure, Table
from gametheory.games.battle import Battle
from gametheory.games.battle.exact import exact_distribution
from gametheory.prove.kernel.program import find_program
from gametheory.storage.user_cache import VARIABLE

PROOFS = Path(__file__).parents[2] / "proofs"
sys.path.insert(0, str(PROOFS))

import battle.shared as shared  # noqa: E402

CLAIMS = [pair for pair in collect(PROOFS) if pair[1].id.startswith("WB.")]
EXPECTED = {
    "verified": "WB.1 WB.2 WB.3 WB.4 WB.5 WB.6 WB.7 WB.10 WB.11 WB.12",
    "corrected": "WB.5.reason WB.8",
    "refuted": "WB.9",
}
CASES = {"WB.2": 44, "WB.4": 20, "WB.5": 100, "WB.7": 3, "WB.11": 2990}
THEOREMS = {
    "WB.5.reason": ["WB_5_reason", "WB_5_reason_defender"],
    "WB.6": ["WB_6"],
    "WB.8": ["WB_8_one_defender", "WB_8_one_attacker", "eventual_in_the_end", "by_turn_tends"],
}
WITNESSES = {"WB.5.reason": "8 v 7", "WB.8": "1 v 1", "WB.9": "200 v 120"}
SHOWN = {
    "WB.1": ["0.440220224"],
    "WB.4": ["63 v 60", "75 v 60", "0.307614", "0.996456"],
    "WB.5": ["65", "70", "74", "64.8", "0.9213"],
    "WB.6": ["0.477273"],
    "WB.7": ["0.36347331", "0.99830905", "0.99998284"],
    "WB.9": ["4.7 GB"],
    "WB.10": ["462, 0.12 %", "146, 0.04 %"],
    "WB.11": ["2990", "1494", "17", "50", "100"],
    "WB.12": ["12.11", "13.11", "22.40", "stop"],
}


@pytest.fixture(scope="module")
def results(results_of: Callable[[str], dict[str, Result]]) -> dict[str, Result]:
    return results_of("WB.")


def evidence_of(verdict: Verdict, kind: type) -> list:
    return [entry for entry in verdict.evidence if isinstance(entry, kind)]


def test_every_row_has_a_claim_in_order() -> None:
    rows = [item.id for _, item in CLAIMS if item.id.count(".") == 1]
    assert rows == [f"WB.{number}" for number in range(1, 13)]
    assert len({source for source, _ in CLAIMS}) == 1


def test_verdicts_without_the_kernel(results: dict[str, Result]) -> None:
    expected = {name: Status(status) for status, names in EXPECTED.items() for name in names.split()}
    assert {name: result.verdict.status for name, result in results.items()} == expected
    named = {item.id: [name.partition(".")[2] for name in item.theorems] for _, item in CLAIMS if item.theorems}
    assert named == THEOREMS


@pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")
def test_verdicts_with_the_kernel(monkeypatch: pytest.MonkeyPatch, compiled: Path) -> None:
    assert compiled.exists()  # what the kernel says is in the shared cache
    monkeypatch.setenv(VARIABLE, str(SHARED_CACHE))
    verdicts = {result.claim.id: result.verdict for result in check(PROOFS / "battle").results}
    assert verdicts["WB.6"].status is Status.PROVED
    corrections = {name: verdicts[name].correction for name in ("WB.5.reason", "WB.8")}
    for verdict in (verdicts["WB.6"], *(found.verdict for found in corrections.values() if found)):
        assert verdict.status is Status.PROVED
        assert verdict.record.theorems


def test_cases_and_smallest_counterexamples(results: dict[str, Result]) -> None:
    assert {name: results[name].verdict.cases for name in CASES} == CASES
    found = {name: result.verdict.witness.case for name, result in results.items() if result.verdict.witness}
    assert found == WITNESSES


@pytest.mark.parametrize("name", SHOWN)
def test_key_numbers_are_shown(results: dict[str, Result], name: str) -> None:
    tables = evidence_of(results[name].verdict, Table)
    cells = {str(cell) for table in tables for row in table.rows for cell in row}
    assert not set(SHOWN[name]) - cells, cells


def test_no_printed_number_is_marked_wrong(results: dict[str, Result]) -> None:
    marked = [name for name, result in results.items() for t in evidence_of(result.verdict, Table) if t.marked]
    assert marked == []


def test_the_figures(results: dict[str, Result]) -> None:
    drawn = {name for name, result in results.items() if evidence_of(result.verdict, Figure)}
    assert drawn == {"WB.4", "WB.5", "WB.12"}


def test_corrections_are_argued_with_steps(results: dict[str, Result]) -> None:
    for name in EXPECTED["corrected"].split():
        correction = results[name].verdict.correction
        assert correction is not None
        assert correction.verdict.status is Status.ARGUED
        assert len(correction.verdict.certificates) >= 10


@pytest.mark.parametrize(
    ("value", "text", "agrees"),
    [
        (Fraction(4402202, 10**7), "0.440", True),
        (Fraction(4406, 10**4), "0.440", False),
        (Fraction(4395, 10**4), "0.440", True),
        (Fraction(1), "1", True),
        (Fraction(3, 5), "1", True),
        (Fraction(49, 100), "1", False),
    ],
)
def test_a_printed_number_is_right_if_the_value_rounds_to_it(value: Fraction, text: str, agrees: bool) -> None:
    assert shared.rounds_to(value, text) is agrees


def test_a_wrong_printed_number_is_detected() -> None:
    verdict = shared.compare("one number", [shared.Comparison("1 v 1", "0.61", Fraction(3, 5))], "")
    assert verdict.status is Status.REFUTED
    assert verdict.witness is not None
    assert "0.61" in verdict.witness.explanation


def test_the_products_in_closed_form_are_the_exact_probabilities() -> None:
    for p, q in ((Fraction(3, 5), Fraction(7, 10)), (Fraction(1, 3), Fraction(1)), (Fraction(0), Fraction(1, 2))):
        x, y = 1 - p, 1 - q
        lose, win = Fraction(1), p / (1 - x * y)
        for number in range(1, 7):
            lose *= q * x**number / (1 - y * x**number)
            win *= p * y**number / (1 - x * y**number) if number > 1 else 1
            assert exact_distribution(Battle(number, 1, p, q)).eventual.lose == lose
            assert exact_distribution(Battle(1, number, p, q)).eventual.win == win


def test_the_binomial_test_is_two_sided() -> None:
    assert shared.two_sided(100, 0.5, 0.5) == pytest.approx(1)
    assert shared.two_sided(100, 0.5, 0.4) == pytest.approx(shared.two_sided(100, 0.5, 0.6))
    assert shared.two_sided(100, 0.5, 0.3) < 0.001
