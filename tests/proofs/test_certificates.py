"""The stored obligations equal newly generated ones, and the solvers discharge them from disk."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gametheory.claims import Result
from gametheory.claims.stored_certificates import certificates_of
from gametheory.prove.solvers import answers

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "proofs" / "certificates"
FILES = sorted(CERTIFICATES.rglob("*.smt2"))


def test_stored_files_equal_generated_ones(results_of: Callable[[str], dict[str, Result]]) -> None:
    generated: dict[str, str] = {}
    for result in results_of("").values():
        assert result.claim.declared
        for name, text in certificates_of(result.verdict):
            path = (Path(result.claim.declared.file).parent / name).as_posix()
            assert generated.setdefault(path, text) == text, f"two certificates have the name {path}"
    on_disk = {path.relative_to(CERTIFICATES).as_posix(): path.read_text() for path in FILES}
    assert on_disk == generated, "run: gametheory check --record"


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
    text = (CERTIFICATES / "castle_3/castle-a6-identity.smt2").read_text()
    changed = text.replace("(* U U)", "(* 2 U U)")
    assert changed != text
    assert answers(changed) == {"z3": "sat", "cvc5": "sat"}
