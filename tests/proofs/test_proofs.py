"""The claims of Castle Defense I and II: every row has a claim with the expected verdict."""

import castle_1.lossless as lossless
import castle_2.two_waves as two_waves
import pytest
from castle_1 import rules
from castle_2 import recursion
from conftest import ROOT

from gametheory.claims import Status
from gametheory.claims.collect import collect
from gametheory.claims.expected_file import read_expected
from gametheory.games.castle import Castle, Position, castle_first, defenders_first
from gametheory.prove.proof import NotProved
from gametheory.prove.smt import failures

PROOFS = collect(ROOT / "proofs")
FOUND = {
    "refuted": ["CD1.1", "CD1.2", "CD2.1", "CD2.2", "CD2.12", "CD2.13"],
    "corrected": ["CD1.7", "CD1.8", "CD2.9", "CD2.10"],
    "proved": ["CD2.14", "CD2.15"],
    "verified": [f"CD1.{n}" for n in (3, 4, 5, 6, 9)]
    + [f"CD2.{n}" for n in (*range(3, 9), 11)]
    + ["CD2.fast", "CD2.count"],
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
    recorded = read_expected(ROOT / "proofs" / "expected.tsv")
    assert list(recorded or {}) == [item.id for _, item in PROOFS]


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


def test_each_correction_is_argued_from_the_code_and_the_game(results):
    for name in FOUND["corrected"]:
        correction = results[name].verdict.correction.verdict
        assert correction.status is Status.ARGUED
        assert {"(>= n 1)", "(>= dpw 1)"} <= set(correction.record.given)
        assert any("code, volleys are legal" in step.statement.name for step in correction.record.steps)


def test_the_statement_of_record_says_what_the_post_says(results):
    transition, *_ = results["CD2.14"].verdict.record.statements
    assert transition.text.endswith(": D′ = (D − i) + dpw and CH′ = CH − (S − i) and S′ = S − (D − i)")
    more = results["CD2.15"].verdict.record.statements[1]
    assert more.text.endswith(": C′ = 0 and D′ = D − S and S′ = max(0, S − D′)")


def one_more_defender(game, position, volley):
    soldiers, defenders, strength = position
    strength = max(strength - volley.at_castle, 0)
    defenders = defenders - volley.at_defenders
    soldiers = max(soldiers - defenders, 0)
    fresh = game.defenders_per_wave + 1 if soldiers > 0 and strength > 0 else 0
    return Position(soldiers, defenders + fresh, strength)


def every_defender_shoots(game, position, volley):
    soldiers, defenders, strength = position
    strength = max(strength - volley.at_castle, 0)
    soldiers = max(soldiers - defenders, 0)
    fresh = game.defenders_per_wave if soldiers > 0 and strength > 0 else 0
    return Position(soldiers, defenders - volley.at_defenders + fresh, strength)


@pytest.mark.parametrize("after", [one_more_defender, every_defender_shoots])
def test_other_rules_are_noticed(after, monkeypatch):
    assert not any(list(failures(obligation)) for obligation in (recursion.transition(), *recursion.battle()))
    monkeypatch.setattr(Castle, "after", after)
    assert any(list(failures(obligation)) for obligation in (recursion.transition(), *recursion.battle()))
    wave = rules.wave((rules.S, rules.D, rules.C), rules.b, rules.AFTER)
    for argument in (lossless, two_waves):
        monkeypatch.setattr(argument, "WAVE", wave)
    for argue in (lossless.lossless, two_waves.two_waves):
        with pytest.raises(NotProved, match="CD"):
            argue()


def test_another_strategy_is_noticed():
    assert not list(failures(rules.code_of_strategy("CD1", defenders_first).obligation))
    assert list(failures(rules.code_of_strategy("CD1", castle_first).obligation))


def test_a_condition_without_one_of_its_parts_is_refused(monkeypatch):
    monkeypatch.setattr(two_waves, "ENOUGH", two_waves.ENOUGH.args[0])
    with pytest.raises(NotProved, match=r"sparing volley|enough"):
        two_waves.two_waves()
