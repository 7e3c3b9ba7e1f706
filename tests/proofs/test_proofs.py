"""The claims on Castle Defense I and II, the battle and the Wargame have their verdicts and the numbers of record."""

import json
import re

import castle_1.lossless as lossless
import castle_2.two_waves as two_waves
import pytest
from castle_1 import rules
from castle_2 import recursion
from conftest import ROOT, assert_recorded, live_claims

from gametheory.claims import Status
from gametheory.claims.evidence import Table
from gametheory.claims.results import read_expected
from gametheory.games.castle import Castle, Position, castle_first, defenders_first
from gametheory.prove.kernel import find_program
from gametheory.prove.proof import NotProved, failures

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
    "WB.5.reason": "8 v 7",
    "WB.8": "1 v 1",
    "WB.9": "200 v 120",
}
CASES = {
    "TD.1": 5 * 3 * 3 * 5 * 4,
    "TD.1.end": 7 * 3 * 3 * 5 * 4,
    "TD.1.order": 7 * 3 * 3 * 5,
    "WB.2": 44,
    "WB.3": 6 * 6 * 3,
    "WB.4": 20,
    "WB.5": 100,
    "WB.7": 3,
    "WB.11": 2990,
    "WG.1": 5 * 4 * 2,
    "WG.1.exchange": 103_488,
    "WG.3": 7,
    "WG.4": 1001,
    "WG.5.opening": 21,
    "WG.5.certain": 103_488,
    "WG.methods": 361,
}
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
    "WG.1": ["922", "103488", "52205", "51283"],
    "WG.4": ["103,488", "87,562"],
    "WG.5": ["-0.800", "-9/10", "-3/10", "-4/5"],
    "WG.5.camp": ["0.1240", "0.1264", "0.0000"],
    "WG.5.opening": ["0.130830924", "0.724671831", "0.144497245"],
    "WG.5.certain": ["6875", "4536", "10", "1: 0 + 1 against 0 + 0"],
}


@pytest.fixture(scope="module")
def results(results_of):
    return results_of("CD1.") | results_of("CD2.") | results_of("WB.") | results_of("WG.")


@pytest.fixture(scope="module")
def live():
    return live_claims()


def test_verdicts_are_those_on_record(results):
    assert_recorded(results.values())


def test_every_claim_has_an_expected_verdict(results_of):
    recorded = read_expected(ROOT / "proofs" / "expected.tsv")
    assert list(recorded or {}) == list(results_of(""))


def test_smallest_counterexamples(results):
    found = {name: result.verdict.witness.case for name, result in results.items() if result.verdict.witness}
    assert found == WITNESSES


def test_numbers_of_cases(results, results_of, live):
    every = results | results_of("TD.")
    found = {name: every[name].verdict.cases for name in CASES}
    by_kernel = {name for name in CASES if every[name].claim.theorems}
    assert by_kernel == {"WG.1.exchange", "WG.4", "WG.5.certain"}
    for name in by_kernel:
        found[name] = live[name].check().cases  # of the sweep, which the theorem replaces
    assert found == CASES


@pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")
def test_theorems_of_the_kernel_prove_claims(checked, results):
    claims = json.loads((checked / "report.json").read_text(encoding="utf-8"))["claims"]
    shown = {each["id"]: each["correction"] or each for each in claims if each["id"].startswith(("WB.", "WG."))}
    proved = {name for name, each in shown.items() if each["status"] == "proved" and each["record"]["kind"] == "kernel"}
    with_theorems = {name for name, result in results.items() if result.claim.theorems}
    assert proved == {name for name in with_theorems if name.startswith(("WB.", "WG."))}


@pytest.mark.parametrize("name", SHOWN)
def test_key_numbers_are_shown(results, name):
    tables = (entry for entry in results[name].verdict.evidence if isinstance(entry, Table))
    assert not set(SHOWN[name]) - {str(cell) for table in tables for row in table.rows for cell in row}


def test_each_correction_is_argued_from_the_code_and_the_game(live):
    for name in ("CD1.7", "CD1.8", "CD2.9", "CD2.10"):
        correction = live[name].check().correction.verdict
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
    assert not list(failures(rules.code_of_strategy("CD1", defenders_first).statement))
    assert list(failures(rules.code_of_strategy("CD1", castle_first).statement))


def test_a_condition_without_one_of_its_parts_is_refused(monkeypatch):
    monkeypatch.setattr(two_waves, "ENOUGH", two_waves.ENOUGH.args[0])
    with pytest.raises(NotProved, match=r"sparing volley|enough"):
        two_waves.two_waves()


BEARER = re.compile(r"[A-Z]{2}\d?\.[\w.]+|theorem cd3_\w+|\bsweep\b|\d (cases|games|battles|defenders)")


@pytest.mark.slow
def test_a_general_sentence_names_what_carries_it(checked):
    """Outside of proofs, whose text is part of the argument; a word in quotation marks is the source's."""
    manifest = json.loads((checked / "report.json").read_text(encoding="utf-8"))
    texts = [
        (item["id"], re.sub("“.*?”", "", sentence))
        for item in manifest["claims"]
        if item["status"] not in ("proved", "argued")
        for evidence in item["evidence"]
        if evidence["kind"] == "text"
        for sentence in re.split(r"(?<=[.:])\s+", evidence["text"])
    ]
    general = [(name, text) for name, text in texts if re.search(r"\b(always|every|exactly|by more)\b", text, re.I)]
    assert general
    assert [(name, text) for name, text in general if not BEARER.search(text)] == []
