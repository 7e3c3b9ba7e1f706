"""The stored obligations equal newly generated ones, and the solvers discharge them from disk."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gametheory.claims import Result, Status, Verdict
from gametheory.prove.smt import answers

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "proofs"))

import _write_certificates as writer  # noqa: E402

FILES = sorted(writer.CERTIFICATES.glob("*.smt2"))


def test_stored_files_equal_generated_ones(results_of: Callable[[str], dict[str, Result]]) -> None:
    generated = writer.certificates(result.verdict for result in results_of("").values())
    on_disk = {path.name: path.read_text() for path in FILES}
    assert on_disk == generated, "run: python proofs/_write_certificates.py"


def test_every_obligation_of_the_theorems_is_in_the_theory_page() -> None:
    page = (ROOT / "docs/theory/castle.md").read_text()
    named = set(re.findall(r"`(castle-[a-z0-9-]+)`", page)) - {"castle-m1-total.smt2"}
    assert named <= {path.stem for path in FILES}
    steps = {path.stem for path in FILES if re.match(r"castle-[ablmrt]\d", path.name)}
    assert steps <= named


@pytest.mark.parametrize("path", FILES[::8], ids=lambda path: path.stem)
def test_a_sample_is_discharged_from_disk(path: Path) -> None:
    assert answers(path.read_text()) == {"z3": "unsat", "cvc5": "unsat"}


def test_a_file_with_the_conclusion_changed_is_not_discharged() -> None:
    text = (writer.CERTIFICATES / "castle-a6-identity.smt2").read_text()
    changed = text.replace("(* U U)", "(* 2 U U)")
    assert changed != text
    assert answers(changed) == {"z3": "sat", "cvc5": "sat"}


def test_one_name_for_two_texts_is_refused() -> None:
    from gametheory.claims.evidence import Certificate

    verdicts = [Verdict(Status.PROVED, "", 1, (Certificate("a.smt2", text, ""),)) for text in "ab"]
    with pytest.raises(ValueError, match=r"a\.smt2"):
        writer.certificates(verdicts)
