"""The stored obligations equal newly generated ones, and the solvers discharge them from disk."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sympy import Symbol

from gametheory.claims import Claim, Result, Status, open_, prove
from gametheory.prove.smt import Obligation
from gametheory.prove.solvers import answers

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "proofs"))

import _write_certificates as writer  # noqa: E402

FILES = sorted(writer.CERTIFICATES.rglob("*.smt2"))


def test_stored_files_equal_generated_ones(results_of: Callable[[str], dict[str, Result]]) -> None:
    generated = writer.certificates(results_of("").values())
    on_disk = {path.relative_to(writer.CERTIFICATES).as_posix(): path.read_text() for path in FILES}
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
    text = (writer.CERTIFICATES / "castle_3/castle-a6-identity.smt2").read_text()
    changed = text.replace("(* U U)", "(* 2 U U)")
    assert changed != text
    assert answers(changed) == {"z3": "sat", "cvc5": "sat"}


def test_one_name_for_two_texts_is_refused() -> None:
    x = Symbol("x", integer=True)
    verdicts = [prove(Obligation("a", (), x * x >= x - less)) for less in (0, 1)]
    assert [verdict.status for verdict in verdicts] == [Status.PROVED] * 2
    claims = [Claim(f"C{number}", "", "", open_) for number in range(2)]
    results = [Result(claim, "", verdict, True, 0) for claim, verdict in zip(claims, verdicts, strict=True)]
    with pytest.raises(ValueError, match=r"a\.smt2"):
        writer.certificates(results)
