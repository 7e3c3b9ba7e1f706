"""The second reader of compiled files of Rocq accepts what the first does, and reports every axiom of a file."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gametheory.prove import kernel as module
from gametheory.prove.kernel import (
    MODULES,
    Refused,
    Source,
    compile_files,
    facts,
    find_program,
    rejection,
    second_reading,
)

needs_coqchk = pytest.mark.skipif(shutil.which("coqchk") is None, reason="coqchk is not installed")

SIG = "Coq.Reals.ClassicalDedekindReals"
GOOD = "Theorem t : 1 = 1.\nProof. reflexivity. Qed.\n"
AXIOM = "Axiom false : False.\nTheorem t : 1 = 2.\nProof. destruct false. Qed.\n"


def read(text: str) -> str:
    return second_reading({"Sums.Two": Source("sums", "Two", text)})["Sums.Two"]


@needs_coqchk
def test_what_the_second_reader_accepts_and_rejects(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(GOOD) == ""
    assert "Two.v" in read(GOOD.replace("1 = 1", "1 = 2"))
    assert "'Axiom false : False' is not allowed" in read(AXIOM)
    monkeypatch.setattr(Source, "check", lambda self: None)
    assert read(AXIOM) == "coqchk reports Axioms: Sums.Two.false"


@needs_coqchk
def test_a_file_that_imports_a_refused_one_is_rejected() -> None:
    sources = {
        "Sums.One": Source("sums", "One", AXIOM),
        "Sums.Two": Source("sums", "Two", f"From Sums Require Import One.\n{GOOD}"),
    }
    assert "One.v: the command 'Axiom false : False' is not allowed" in second_reading(sources)["Sums.Two"]


# Without the virtual machine coqchk would need minutes for this computation.
LONG = """Require Import ZArith.
From Sums Require Import One.
Open Scope Z_scope.
Fixpoint sum (n : nat) (m : Z) : Z := match n with O => m | S n => sum n (m + 1) end.
Theorem t : sum (Z.to_nat (2 ^ 18)) 0 = 2 ^ 18.
Proof. vm_cast_no_check (eq_refl (2 ^ 18)). Qed.
"""


@needs_coqchk
def test_a_computation_is_read_with_the_virtual_machine(tmp_path: Path) -> None:
    sources = [Source("sums", "One", GOOD), Source("sums", "Two", LONG)]
    program = find_program()
    assert program is not None
    assert compile_files(program, tmp_path, sources, None) == {"Sums.One": "", "Sums.Two": ""}
    # The standard library is read in the slow tests: it takes a minute.
    assert rejection(tmp_path, ["Sums.Two"], standard_library=False) == ""


@needs_coqchk
def test_files_are_read_also_without_the_standard_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Source, "check", lambda self: None)
    program = find_program()
    assert program is not None
    sources = [Source("sums", "One", GOOD), Source("sums", "Two", AXIOM)]
    assert compile_files(program, tmp_path, sources, None) == {"Sums.One": "", "Sums.Two": ""}
    assert rejection(tmp_path, ["Sums.One"], standard_library=False) == ""
    why = rejection(tmp_path, ["Sums.One", "Sums.Two"], standard_library=False)
    assert why == "coqchk reports Axioms: Sums.Two.false"


@needs_coqchk
def test_the_standard_library_of_all_modules_that_a_file_may_import_is_accepted(tmp_path: Path) -> None:
    """coqchk lists what it has no proof of: with the names of all files that claims may import, nothing else is new."""
    (tmp_path / "sums").mkdir()
    (tmp_path / "sums" / "All.v").write_text(f"Require Import {MODULES}.\n{GOOD}")
    assert facts(tmp_path, ["sums/All.t"])["sums/All.t"].reason == ""


SAID = {
    "nothing else": ("* Axioms: <none>\n", 0, ""),
    "axioms of the real numbers": (f"* Axioms:\n    {SIG}.sig_not_dec\n    {SIG}.sig_forall_dec\n", 0, ""),
    "a definition behind a signature": ("* Axioms:\n    Coq.ssr.ssrunder.Under_rel.Over_rel\n", 0, ""),
    "an axiom of the files": (f"* Axioms:\n    {SIG}.sig_not_dec\n    Sums.Two.false\n", 0, "Axioms: Sums.Two.false$"),
    "an axiom of the standard library": ("* Axioms:\n    Coq.Logic.Classical_Prop.classic\n", 0, "Axioms: Coq.Logic"),
    "an axiom of a file that is named like it": ("* Axioms:\n    Coq.Two.false\n", 0, "Axioms: Coq.Two.false"),
    "an axiom that ends like one of it": (f"* Axioms:\n    Sums.{SIG}.sig_not_dec\n", 0, "Axioms: Sums.Coq.Reals"),
    "an unsafe fixpoint": (
        "* Axioms: <none>\n* Constants/Inductives relying on unsafe (co)fixpoints: Sums.Two.f\n",
        0,
        "unsafe .co.fixpoints: Sums.Two.f",
    ),
    "an unsafe fixpoint with the name of an axiom": (
        f"* Axioms: <none>\n* Constants/Inductives relying on unsafe (co)fixpoints: {SIG}.sig_not_dec\n",
        0,
        "unsafe .co.fixpoints: Coq.Reals",
    ),
    "types in types": (
        "* Axioms: <none>\n* Constants/Inductives relying on type-in-type: Coq.Two.f\n",
        0,
        "type-in-type: Coq.Two.f",
    ),
    "a status": ("* Axioms: <none>\n", 1, "coqchk: "),
    "no summary": ("Fatal Error\n", 0, "coqchk: .*Fatal Error"),
}


@pytest.mark.parametrize(("text", "status", "why"), SAID.values(), ids=SAID)
def test_what_coqchk_says_decides(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, status: int, why: str
) -> None:
    answer = subprocess.CompletedProcess(["coqchk"], status, f"CONTEXT\n===\n* Theory: Set is predicative\n{text}", "")
    monkeypatch.setattr(module, "run_program", lambda *_: answer)
    monkeypatch.setattr("shutil.which", lambda name, **_: f"/{name}")
    reason = rejection(tmp_path, ["Sums.Two"])
    assert bool(reason) == bool(why)
    assert re.search(why, reason)


def test_no_folder_has_the_name_of_a_library_of_rocq() -> None:
    for folder in ("coq", "cOq", "stdlib", "corelib"):
        with pytest.raises(Refused, match="is the name of a library of Rocq itself"):
            Source(folder, "Two", GOOD).check()
    Source("coqs", "Two", GOOD).check()


def test_without_coqchk_there_is_a_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "find_on_path", lambda _: None)
    assert rejection(tmp_path, ["Sums.Two"]) == "coqchk is not installed"
