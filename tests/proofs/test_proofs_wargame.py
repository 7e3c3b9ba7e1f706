"""The claims on the Wargame: every row has its verdict, and the evidence has the key numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import SHARED_CACHE
from flint import fmpq

from gametheory.claims import Result, Status, Verdict
from gametheory.claims.check import check
from gametheory.claims.collect import collect
from gametheory.claims.evidence import Figure, Table
from gametheory.games.wargame import Position, Wargame, solve_wargame, solve_wargame_exact
from gametheory.prove.kernel.program import find_program
from gametheory.storage.user_cache import VARIABLE

PROOFS = Path(__file__).parents[2] / "proofs"
sys.path.insert(0, str(PROOFS))

import wargame.shared as shared  # noqa: E402
import wargame.theory as theory  # noqa: E402

CLAIMS = [pair for pair in collect(PROOFS) if pair[1].id.startswith("WG.")]
EXPECTED = {
    "verified": "WG.1 WG.1.exchange WG.1.bracket WG.3 WG.4 WG.5 WG.5.opening WG.5.certain",
    "argued": "WG.2 WG.5.camp",
}
THEOREMS = {
    "WG.1.exchange": ["WG_1_exchange_value"],
    "WG.1.bracket": ["start_is_bracketed"],
    "WG.2": ["default_nth", "WG_2"],
    "WG.4": ["WG_4"],
    "WG.5.camp": ["WG_5_camp"],
    "WG.5.certain": ["WG_5_certain"],
}
CASES = {"WG.1": 12, "WG.1.exchange": 103_488, "WG.3": 7, "WG.4": 1001, "WG.5.opening": 21, "WG.5.certain": 103_488}
SHOWN = {
    "WG.1": ["922", "103488", "52205", "51283"],
    "WG.4": ["103,488", "87,562"],
    "WG.5": ["-0.800", "-9/10", "-3/10", "-4/5"],
    "WG.5.camp": ["0.1240", "0.1264", "0.0000"],
    "WG.5.opening": ["0.130830924", "0.724671831", "0.144497245"],
    "WG.5.certain": ["6875", "4536", "10", "1: 0 + 1 against 0 + 0"],
}


@pytest.fixture(scope="module")
def results(results_of: Callable[[str], dict[str, Result]]) -> dict[str, Result]:
    return results_of("WG.")


def evidence_of(verdict: Verdict, kind: type) -> list:
    return [entry for entry in verdict.evidence if isinstance(entry, kind)]


def test_every_row_has_a_claim_in_order() -> None:
    rows = [item.id for _, item in CLAIMS if item.id.count(".") == 1]
    assert rows == [f"WG.{number}" for number in range(1, 6)]


def test_verdicts_without_the_kernel(results: dict[str, Result]) -> None:
    expected = {name: Status(status) for status, names in EXPECTED.items() for name in names.split()}
    assert {name: result.verdict.status for name, result in results.items()} == expected
    assert all(result.dependencies_hold for result in results.values())
    named = {item.id: [name.partition(".")[2] for name in item.theorems] for _, item in CLAIMS if item.theorems}
    assert named == THEOREMS


@pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")
def test_theorems_of_the_kernel_prove_claims(monkeypatch: pytest.MonkeyPatch, compiled: Path) -> None:
    assert compiled.exists()  # what the kernel says is in the shared cache
    monkeypatch.setenv(VARIABLE, str(SHARED_CACHE))
    verdicts = {result.claim.id: result.verdict for result in check(PROOFS / "wargame").results}
    assert [name for name, verdict in verdicts.items() if verdict.status is Status.PROVED] == list(THEOREMS)
    assert all(verdicts[name].record.theorems for name in THEOREMS)


def test_cases(results: dict[str, Result]) -> None:
    assert {name: results[name].verdict.cases for name in CASES} == CASES


@pytest.mark.parametrize("name", SHOWN)
def test_key_numbers_are_shown(results: dict[str, Result], name: str) -> None:
    cells = {str(cell) for table in evidence_of(results[name].verdict, Table) for row in table.rows for cell in row}
    assert not set(SHOWN[name]) - cells, cells


def test_figures_and_obligations(results: dict[str, Result]) -> None:
    drawn = {name: len(evidence_of(result.verdict, Figure)) for name, result in results.items()}
    assert {name: count for name, count in drawn.items() if count} == {"WG.5": 3, "WG.5.camp": 2, "WG.5.opening": 1}
    assert {name: len(results[name].verdict.certificates) for name in ("WG.2", "WG.5.camp")} == {
        "WG.2": 4,
        "WG.5.camp": 9,
    }


class Forward(Wargame):
    """Rules that favour A: no soldier of A's is killed."""

    def after(self, position: Position, a: int, b: int):  # type: ignore[no-untyped-def]
        distribution = super().after(position, a, b)
        field = position.field_a + a
        return {p if p.battle else p._replace(field_a=field): weight for p, weight in distribution.items()}


def test_other_rules_are_detected() -> None:
    game = Forward(2, 2)
    assert not all(result == shared.two_armies(game, *case) for case, result in shared.transitions(game))
    assert not all(shared.is_symmetric(game, case) for case, _ in shared.transitions(game))
    assert not shared.is_symmetric(Wargame(1, 1, payoffs=(1, 1, -1)), (Position(1, 1, 0, 1, 0), 0, 0))
    assert shared.same_game(Wargame(2, 2, killed=Fraction(0)))


@pytest.mark.parametrize("game", [Wargame(8, 4), Wargame(6, 4), Wargame(5, 3)], ids=str)
def test_the_exact_opening_is_in_the_intervals(game: Wargame) -> None:
    """The exact opening of a small game is in the intervals from floats, where it has three moves."""
    exact = solve_wargame_exact(game).mixed_strategies(game.start())[0]
    found = solve_wargame(game)
    if len(found.mixed_strategies(game.start())[0]) != 3:
        with pytest.raises(ValueError, match="an opening of"):
            theory.opening(found)
        return
    opening = theory.opening(found)
    if all(map(opening.is_certain, range(game.soldiers + 1))):
        assert set(exact) == set(opening.probabilities)
        assert all(opening.probabilities[sent].contains(fmpq(chance)) for sent, chance in exact.items())


def test_an_opening_is_not_unique_where_the_bound_is_too_wide() -> None:
    assert all(map(theory.opening(shared.published()).is_certain, range(21)))
    assert not all(map(theory.opening(replace(shared.published(), exploitability=0.1)).is_certain, range(21)))


def test_the_example_has_fields_of_constant_size() -> None:
    assert shared.field_sizes_in_example() == {"A": {2}, "B": {4}}
