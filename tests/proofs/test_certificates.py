"""The stored obligations equal newly generated ones, and the solvers discharge them from disk."""

import json
from pathlib import Path

import pytest

from gametheory.prove.proof import answers

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "proofs" / "certificates"
FILES = sorted(CERTIFICATES.rglob("*.smt2"))


def test_stored_files_equal_generated_ones(checked: Path) -> None:
    report = json.loads((checked / "report.json").read_text(encoding="utf-8"))
    assert report["problems"] == [], "run: gametheory check --record"
    assert FILES


@pytest.mark.parametrize("path", FILES[::8], ids=lambda path: path.stem)
def test_a_sample_is_discharged_from_disk(path: Path) -> None:
    assert {answer.text for answer in answers(path.read_text()).values()} == {"unsat"}


def test_a_file_with_the_conclusion_changed_is_not_discharged() -> None:
    text = (CERTIFICATES / "castle_3/castle-a6-identity.smt2").read_text()
    changed = text.replace("(* U U)", "(* 2 U U)")
    assert changed != text
    assert {answer.text for answer in answers(changed).values()} == {"sat"}
