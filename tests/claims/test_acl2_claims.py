"""Claims that name theorems of ACL2, of Rocq, or of both."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import PROOFS

from gametheory.claims.session import check
from gametheory.prove.acl2 import find_acl2
from gametheory.prove.kernel import find_program

CLAIM = '''"""Notes."""
from gametheory import check_all, claim

@claim("N.1", "The value of Kuhn poker is -1/18.", where="p. 1", theorems={theorems})
def value():
    return check_all([1], lambda n: True, explain=str)
'''
needs_acl2 = pytest.mark.skipif(find_acl2() is None, reason="ACL2 is not installed")


def verdict(folder: Path, *theorems: str) -> tuple[str, str, list[dict[str, object]]]:
    """Return the status of the claim, its evidence, and the files of its theorems with the provers."""
    (folder / "notes.py").write_text(CLAIM.format(theorems=list(theorems)))
    found = check(folder)["N.1"].verdict
    return found.status.value, str(found.evidence), found.as_json()["certificates"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "acl2").mkdir()
    shutil.copy(PROOFS / "acl2" / "kuhn.lisp", tmp_path / "acl2")
    return tmp_path


@needs_acl2
@pytest.mark.slow
def test_a_claim_is_proved_by_acl2(folder: Path) -> None:
    status, _, files = verdict(folder, "kuhn.lisp")
    assert (status, files) == ("proved", [{"file": "acl2/kuhn.lisp", "accepted": ["ACL2 Version 8.5"]}])
    lie = (folder / "acl2" / "kuhn.lisp").read_text().replace("-1/18", "-1/19")
    (folder / "acl2" / "kuhn.lisp").write_text(lie)
    status, evidence, files = verdict(folder, "kuhn.lisp")
    assert (status, files) == ("open", [])
    assert "or its check number, is wrong: -1/19" in evidence


@needs_acl2
@pytest.mark.slow
@pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")
def test_a_claim_is_proved_by_both(folder: Path) -> None:
    for library in ("values", "classic"):
        (folder / "rocq" / library).mkdir(parents=True)
    for name in ("values/Value", "values/Check", "values/Profile", "values/Tree", "classic/Kuhn"):
        shutil.copy(PROOFS / "rocq" / f"{name}.v", folder / "rocq" / f"{name}.v")
    status, _, files = verdict(folder, "classic/Kuhn.value_of_Kuhn", "kuhn.lisp")
    assert (status, [entry["file"] for entry in files]) == ("proved", ["rocq/classic/Kuhn.v", "acl2/kuhn.lisp"])


@pytest.mark.parametrize("name", ["no.lisp", "../kuhn.lisp"])
@needs_acl2
def test_a_file_that_is_missing_proves_nothing(name: str, folder: Path) -> None:
    shutil.copy(folder / "acl2" / "kuhn.lisp", folder)
    status, evidence, _ = verdict(folder, name)
    assert status == "open"
    assert name in evidence


def test_without_the_prover_the_check_decides(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gametheory.claims.provers.find_acl2", lambda: None)
    assert verdict(folder, "kuhn.lisp")[0] == "verified"


@pytest.mark.parametrize("missing", ["find_acl2", "find_program"])
def test_one_prover_does_not_answer_for_both(missing: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The theorem of the prover that is installed could be the harmless one of the two.
    monkeypatch.setattr(f"gametheory.claims.provers.{missing}", lambda: None)
    monkeypatch.setattr("gametheory.claims.results.ask_kernel", lambda *args, **options: None)
    assert verdict(folder, "classic/Kuhn.value_of_Kuhn", "kuhn.lisp")[0] == "verified"
