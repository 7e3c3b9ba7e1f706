"""proofs/acl2 for readers without Python: every classic theorem has its twin of Rocq, and ACL2 certifies the folder."""

from __future__ import annotations

import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import PROOFS
from program import call, document
from test_rocq_index import MADE_BY, ROCQ, write_inputs

from gametheory.claims.recheck import rational, rationals
from gametheory.prove.acl2 import BOOKS, find_acl2, lisp_text, read_theorem
from gametheory.prove.kernel import find_program

ACL2 = PROOFS / "acl2"
needs_acl2 = pytest.mark.skipif(find_acl2() is None, reason="ACL2 is not installed")
# By the name of the file, the name of its twin.
TWINS = {re.sub(r"(?<!^)([A-Z])", r"-\1", name).lower(): name for name in MADE_BY}


def test_every_classic_theorem_has_a_twin_with_the_same_number() -> None:
    assert {path.stem for path in ACL2.glob("*.lisp")} == {*BOOKS, *TWINS}
    for name, twin in TWINS.items():
        theorem = read_theorem((ACL2 / f"{name}.lisp").read_text(encoding="ascii"))
        assert theorem.name == f"value-of-{name}"
        assert read_theorem(lisp_text(theorem)) == theorem
        stated = re.search(r"^Theorem value_of_.*\.$", (ROCQ / "classic" / f"{twin}.v").read_text(), re.M)
        assert stated
        number: Any = theorem.numbers[-1]
        text = rational(number) if isinstance(number, Fraction) else rationals(number)
        assert stated[0].endswith(f" {text}.")


@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
def test_the_command_writes_the_stored_theorem(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # another test certifies all of them
    monkeypatch.setattr("gametheory.prove.acl2.find_acl2", lambda: None)
    write_inputs(tmp_path)
    done = call(*MADE_BY[TWINS[name]].split(), "--theorem", f"{name}.lisp", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "was not certified" in done.stderr
    assert (tmp_path / f"{name}.lisp").read_text() == (ACL2 / f"{name}.lisp").read_text()


@needs_acl2
@pytest.mark.slow
def test_a_reader_without_python_certifies_all_files(tmp_path: Path) -> None:
    folder = tmp_path / "acl2"
    shutil.copytree(ACL2, folder, ignore=shutil.ignore_patterns("*.cert", "*.port"))
    done = subprocess.run(["make", "-C", folder], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(BOOKS) + len(TWINS)} books certified, without an axiom" in done.stdout
    # one unit in the last place
    text = (folder / "kuhn.lisp").read_text()
    (folder / "kuhn.lisp").write_text(text.replace("-1/18", "-1/19"))
    done = subprocess.run(["make", "-C", folder], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode != 0
    assert "FAILED" in done.stdout


@needs_acl2
@pytest.mark.slow
@pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")
def test_both_provers_and_the_same_game(tmp_path: Path) -> None:
    files = [ROCQ / "classic" / "Kuhn.v", ACL2 / "kuhn.lisp"]
    both = document("recheck", *files)
    assert (both["same_game"], both["sound"]) == (True, True)
    assert [each["sound"] for each in both["theorems"]] == [True, True]
    done = call("recheck", ROCQ / "classic" / "RockPaperScissors.v", ACL2 / "matching-pennies.lisp")
    assert done.returncode == 1
    assert done.stdout.endswith("They are about different games, or state other numbers.\n")


@needs_acl2
def test_a_theorem_with_the_name_of_another_file_is_refused(tmp_path: Path) -> None:
    shutil.copy(ACL2 / "kuhn.lisp", tmp_path / "chess.lisp")
    done = call("recheck", tmp_path / "chess.lisp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("chess.lisp: its theorem is value-of-kuhn, and not value-of-chess\n")


def test_two_files_of_one_prover_are_refused() -> None:
    done = call("recheck", ACL2 / "kuhn.lisp", ACL2 / "race.lisp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gametheory recheck: two files are compared only if one is of Rocq (.v)")


def test_without_acl2_a_line_names_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("gametheory.prove.acl2.find_acl2", lambda: None)
    monkeypatch.setattr("gametheory.claims.provers.find_acl2", lambda: None)
    install = "ACL2 is not installed; on Debian: apt-get install --no-install-recommends acl2"
    done = call("recheck", ACL2 / "kuhn.lisp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"gametheory recheck: {ACL2 / 'kuhn.lisp'}: {install}\n"
    done = call("nash", "matching-pennies", "--theorem", "pennies.lisp", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == f"gametheory nash: pennies.lisp was not certified: {install}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "games.lisp",
        "pennies.lisp",
        "profile.lisp",
        "shared.lisp",
    ]
