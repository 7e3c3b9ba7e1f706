"""The claims of Castle Defense III have the expected verdicts, and the checks catch planted wrong formulas."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import assert_recorded, live_claims

from gametheory import Castle
from gametheory.claims import Correction, Result, Status, open_
from gametheory.claims.evidence import Text
from gametheory.games.castle import Position, Volley
from gametheory.games.castle.closed_form import castle_fewest_waves, soldiers_fewest_waves
from gametheory.prove.proof import failures
from gametheory.prove.smt import statement

PROOFS = Path(__file__).parents[2] / "proofs"
sys.path.insert(0, str(PROOFS))

import castle_3.sweeps as box  # noqa: E402
from castle_3.rules import rules  # noqa: E402
from castle_3.steps import Part, argued  # noqa: E402
from castle_3.symbols import GAME, U, V, n  # noqa: E402
from castle_3.theorem_a import FEW_DEFENDERS, FEW_OR_MANY, FIRST_DAY, MANY_DEFENDERS, RHO  # noqa: E402
from castle_3.theorem_b import GREEDY  # noqa: E402
from castle_3.worked_examples import printed_numbers  # noqa: E402

PROVED_CORRECTIONS = {"eq9", "factor", "eq10", "cover"}
SMALLEST = {
    "conjecture": "4/11/1",
    "opt": "4/7/3", "eq8": "2/3/1", "eq9": "2/4/1", "factor": "2/4/1", "eq10": "2/4/1", "eq12": "2/3/1",
    "2b.need": "1/2/1", "2b.table": "2/3/2", "2b.inf": "3/5/3", "row2a": "2/3/1", "cover": "1/2/1",
    "castle.c": "3/6/2", "castle.d": "1/3/1", "castle.e": "5/8/4", "castle.2d": "1/2/2", "table.2a": "2/5/1",
}  # fmt: skip


@pytest.fixture(scope="module")
def results(results_of: Callable[[str], dict[str, Result]]) -> dict[str, Result]:
    return {name[4:]: result for name, result in results_of("CD3.").items() if name.startswith("CD3.")}


def test_verdicts_are_those_on_record(results: dict[str, Result]) -> None:
    assert_recorded(results.values())


def test_smallest_counterexamples(results: dict[str, Result]) -> None:
    found = {name: results[name].verdict.witness for name in SMALLEST}
    assert {name: witness.case for name, witness in found.items() if witness} == SMALLEST


def test_a_false_row_states_its_failures_and_has_certificates(results: dict[str, Result]) -> None:
    for name, result in results.items():
        if result.verdict.status is Status.CORRECTED:
            correction = result.verdict.correction
            assert correction is not None
            assert correction.verdict.certificates, name
            assert any("it fails on" in paragraph.text for paragraph in texts(result)), name


def test_misprints_are_called_misprints_and_false_theorems_are_not(results: dict[str, Result]) -> None:
    called = {name for name, result in results.items() if any("misprint, the" in text.text for text in texts(result))}
    assert called == {"eq9", "factor", "eq10", "2b.days"}
    false = {name for name, result in results.items() if any("A false theorem" in text.text for text in texts(result))}
    assert {"opt", "row2a", "table.2a", "castle.c", "castle.e"} <= false


def texts(result: Result) -> list[Text]:
    return [entry for entry in result.verdict.evidence if isinstance(entry, Text)]


def planted(name: str, part: Part, **changes: Any) -> list[str]:
    """Return the failures of one step with its conclusion or hypotheses replaced."""
    stated = next(step.statement for step in part.steps if step.statement.name == f"castle {name}")
    return list(failures(replace(stated, **changes)))


def test_a_wrong_obligation_is_caught() -> None:
    wrong = V * (n - U) < n * (2 * U - n)
    assert planted("A6 wait", FEW_DEFENDERS) == []
    assert planted("A6 wait", FEW_DEFENDERS, conclusion=statement(wrong))
    given = next(step.statement.hypotheses for step in GREEDY.steps if step.statement.name == "castle B3 start")
    one = tuple("(= dpw 1)" if relation == "(>= dpw 2)" else relation for relation in given)
    assert one != given
    assert planted("B3 start", GREEDY, hypotheses=one)


def test_a_wrong_transition_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_defender_too_many(game: Castle, position: Position, volley: Volley) -> Position:
        after = rules_after(game, position, volley)
        return after._replace(defenders=after.defenders + 1)

    rules_after = Castle.after
    monkeypatch.setattr(Castle, "after", one_defender_too_many)
    assert any(list(failures(step.statement)) for step in rules())


def test_a_wrong_closed_form_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert box.closed_forms(4).first is None
    monkeypatch.setattr(
        box, "soldiers_fewest_waves", lambda n, s, dpw: soldiers_fewest_waves(n, s, dpw) if n < 3 else 1
    )
    assert box.closed_forms(4).first == (3, 4, 1)
    monkeypatch.setattr(box, "soldiers_fewest_waves", soldiers_fewest_waves)
    monkeypatch.setattr(box, "castle_fewest_waves", lambda *game: castle_fewest_waves(*game) or 9)
    assert box.closed_forms(4).first == (1, 1, 1)


def test_a_wrong_row_is_refuted_by_its_smallest_case_and_a_right_one_is_verified() -> None:
    correction = Correction("", open_("nothing"))
    wrong = box.check_row(lambda n, s, d: d < n < s, lambda n, s, d: s < 9, lambda *game: str(game), correction, 3)
    assert wrong.status is Status.REFUTED
    assert wrong.witness is not None
    assert wrong.witness.case == "2/9/1"
    right = box.check_row(lambda n, s, d: d < n < s, lambda *game: True, lambda *game: "", correction, 3)
    assert right.status is Status.VERIFIED


def nobody_wins(game, position):  # type: ignore[no-untyped-def]
    return None


def test_rules_that_differ_from_the_relations_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = live_claims()
    names = ["CD3.lemma.rules", "CD3.case1", "CD3.castle.a", "CD3.castle.b"]
    is_current = sys.modules["_write_generated"].is_current  # of the files that were just read
    is_current.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(Castle, "outcome", nobody_wins)
        assert {name: claims[name].check().status for name in names} == dict.fromkeys(names, Status.OPEN)
    is_current.cache_clear()
    assert {name: claims[name].check().status for name in names} == dict.fromkeys(names, Status.PROVED)


def test_an_argument_for_some_games_only_is_refused() -> None:
    parts = [FIRST_DAY, FEW_DEFENDERS, MANY_DEFENDERS, FEW_OR_MANY]
    given = (*GAME, *RHO)
    assert argued(given, parts).status is Status.ARGUED
    assert argued(GAME, parts).status is Status.OPEN, "nothing supplies the root"
    assert argued(given, parts[:3]).status is Status.OPEN, "no case distinction supplies d < n"
    assert argued(given, [*parts[1:]]).status is Status.OPEN, "no part treats s <= n"
    assert argued(given, [*parts, Part([], {"small games": (n <= 1000,)})]).status is Status.OPEN


@pytest.mark.parametrize("game_soldiers", [3819, 3820])
def test_every_printed_number_is_compared(game_soldiers: int) -> None:
    numbers = printed_numbers(game_soldiers)
    assert len(numbers) in (20, 16)
    assert all(printed == computed for *_, printed, computed in numbers)


def test_a_correction_is_proved_or_argued_as_its_statement_says(results: dict[str, Result]) -> None:
    corrections = {name: result.verdict.correction for name, result in results.items() if result.verdict.correction}
    proved = {name for name, entry in corrections.items() if entry and entry.verdict.status is Status.PROVED}
    by_kernel = {name for name in proved if corrections[name].verdict.as_json()["record"]["kind"] == "kernel"}
    assert proved >= PROVED_CORRECTIONS >= proved - by_kernel
    assert {entry.verdict.status for entry in corrections.values() if entry} <= {Status.PROVED, Status.ARGUED}
