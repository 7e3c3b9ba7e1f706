"""A number of cases that a claim has typed never looks like one that a sweep has counted, in any output."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims import Correction, Status, Verdict, Witness, check_all, claim, refuted, run, swept, verified
from gametheory.claims.check import CheckRun
from gametheory.claims.recheck import recheck
from gametheory.claims.status import MEANINGS, SELF_VERIFIED
from gametheory.claims.verdict import verdict_from_json
from gametheory.prove.extent import Coverage, Extent, Range
from gametheory.prove.sweep import Sweep, check_cases
from gametheory.render.assurance import NOT_COUNTED, assurance
from gametheory.render.html import html_page
from gametheory.render.manifest import build_manifest
from gametheory.render.markdown import markdown_summary
from gametheory.render.status_symbols import STATUS_SYMBOLS
from gametheory.render.terminal import print_results, print_unexpected

RANGE = Extent((Range("", 1, 10**9),), whole=True)
TYPED = {
    "by verified": lambda: verified("all integers", 10**9),
    "by a verdict": lambda: Verdict(Status.VERIFIED, "all integers", 10**9),
    "by a verdict that quotes": lambda: Verdict(Status.VERIFIED, "counted", 10**9, note="all integers"),
    "by a sweep that has not run": lambda: swept(Sweep(10**9), "all integers"),
    "by a range": lambda: Verdict(Status.VERIFIED, "all integers", 10**9, record=Coverage(10**9, RANGE)),
    "by a sweep with a range": lambda: swept(Sweep(10**9, extent=RANGE), "all integers"),
    "by a range next to a sweep": lambda: swept(
        Sweep[Any](10**9, extent=RANGE) + check_cases(lambda _: True, range(3)), "all integers"
    ),
}
COUNTED = {
    "of numbers": lambda: check_all(range(9), lambda n: n < 9, "all integers"),
    "of words": lambda: check_all(["a", "b"], lambda _: True),
    "in chunks": lambda: swept(
        Sweep[Any]() + check_cases(lambda _: True, range(3)) + check_cases(lambda _: True, [Fraction(1, 2)])
    ),
}
CLAIMS = [
    ("A source", claim(name, "It is true.", "p. 1")(check))
    for name, check in (("TYPED", TYPED["by verified"]), ("COUNTED", COUNTED["of numbers"]))
] + [
    (
        "A source",
        claim("FALSE", "It is false.", "p. 1")(
            lambda: refuted("0", 1, Witness("0", ""), correction=Correction("It is so.", verified("all integers", 9)))
        ),
    )
]


@pytest.mark.parametrize("check", TYPED.values(), ids=TYPED)
def test_a_typed_number_of_cases_is_the_word_of_the_claim(check: Any) -> None:
    verdict = check()
    assert (verdict.label, verdict.scope) == (SELF_VERIFIED, "counted by the claim itself")
    assert "all integers" in verdict.note
    assert verdict_from_json(json.loads(json.dumps(verdict.as_json()))) == verdict


@pytest.mark.parametrize("check", COUNTED.values(), ids=COUNTED)
def test_a_sweep_that_ran_is_verified(check: Any) -> None:
    verdict = check()
    assert (verdict.label, verdict.status) == ("verified", Status.VERIFIED)
    assert verdict_from_json(json.loads(json.dumps(verdict.as_json()))) == verdict


def test_the_range_of_a_sweep_cannot_be_typed() -> None:
    coverage = COUNTED["of numbers"]().record
    typed = Verdict(Status.VERIFIED, "all integers", 10**9, record=coverage)
    assert (typed.scope, typed.cases) == ("0 to 8", 9)
    with pytest.raises(TypeError, match="record"):
        Verdict(Status.VERIFIED, "all integers", 10**9, record=Sweep(10**9))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def results() -> CheckRun:
    return CheckRun(Path("claims"), False, tuple(run(CLAIMS)))


@pytest.fixture(scope="module")
def manifest(results: CheckRun) -> dict[str, Any]:
    return build_manifest(results, Path("claims"))


def test_each_label_has_its_own_look_and_meaning() -> None:
    assert set(STATUS_SYMBOLS) == set(MEANINGS) == {*Status, SELF_VERIFIED}
    for look in ("symbol", "color", "on_dark"):
        assert len({getattr(mark, look) for mark in STATUS_SYMBOLS.values()}) == len(MEANINGS)


def test_json_says_so(results: CheckRun, manifest: dict[str, Any]) -> None:
    for claims in (results.as_json()["claims"], manifest["claims"]):
        assert [(item["status"], item["label"]) for item in claims[:2]] == [
            ("verified", "self-verified"),
            ("verified", "verified"),
        ]
        assert claims[2]["correction"]["label"] == "self-verified"
    assert {label: count for label, count in manifest["labels"].items() if count} == {
        "verified": 1,
        "self-verified": 1,
        "refuted": 1,
    }


def test_the_page_says_so_on_every_place(manifest: dict[str, Any]) -> None:
    page = html_page(manifest)
    for id, label in (("TYPED", "self-verified"), ("COUNTED", "verified")):
        badge = f'<span class="badge {label}"><span class="symbol" aria-hidden="true">{_symbol(label)}</span>{label}<'
        (card,) = re.findall(
            rf'<article class="card {label}" id="{id}".*?data-status="{label}".*?</article>', page, re.S
        )
        assert card.count(badge) == 1
        assert f"<strong>{label}</strong>: {escape(MEANINGS[label])}</p>" in card
        (row,) = re.findall(rf'<tr data-claim="{id}">.*?</tr>', page, re.S)
        assert badge in row
        assert re.search(rf'<a class="id tag {label}"[^>]*data-claim="{id}"><span[^>]*>{_symbol(label)}</span>', page)
        assert re.search(rf'<span class="count">1</span> *{badge}', page)
    assert re.findall(r'<button[^>]*data-status="([^"]*)"', page) == ["verified", "self-verified", "refuted"]
    (corrected,) = re.findall(r'<section class="box correction">.*?It is so.*?</article>', page, re.S)
    assert 'class="badge self-verified"' in corrected
    assert "checked self-verified" in corrected


def test_terminal_markdown_and_notebook_say_so(
    results: CheckRun, manifest: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    print_results(manifest, table=True, seconds=None)
    printed = capsys.readouterr().out
    assert [line.split()[1:3] for line in printed.splitlines() if line.startswith(("TYPED", "COUNTED"))] == [
        [STATUS_SYMBOLS[label].symbol, label] for label in ("self-verified", "verified")
    ]
    assert "correction (self-verified) It is so." in printed
    assert f"self-verified: {MEANINGS[SELF_VERIFIED]}" in " ".join(printed.split())
    print_unexpected(manifest, seconds=None)
    assert "1 verified, 1 self-verified" in capsys.readouterr().out
    assert "1 verified, 1 self-verified" in repr(results)

    text = markdown_summary(manifest)
    assert "| TYPED | ≈ self-verified |" in text
    assert "| COUNTED | ✓ verified |" in text
    assert "It is so. (self-verified)" in text

    assert "self-verified" in str(results["TYPED"].verdict)
    assert "self-verified" not in str(results["COUNTED"].verdict)


def test_the_panel_says_so(manifest: dict[str, Any]) -> None:
    typed, counted, _ = (assurance(manifest, item) for item in manifest["claims"])
    assert NOT_COUNTED in typed["not_asserted"]
    assert NOT_COUNTED not in counted["not_asserted"]


@pytest.mark.parametrize("key", ["label", "scope", "record"])
def test_a_manifest_in_which_it_was_changed_is_rejected(tmp_path: Path, manifest: dict[str, Any], key: str) -> None:
    typed, counted, _ = manifest["claims"]
    proved = json.loads(json.dumps(manifest))
    proved["claims"][0][key] = counted[key]
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(proved))
    assert typed[key] != counted[key]
    assert "TYPED" in [each.file for each in recheck(path).rejected]


def _symbol(label: str) -> str:
    return STATUS_SYMBOLS[label].symbol
