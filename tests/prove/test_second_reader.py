"""The second reader of compiled files of Rocq accepts what the first does, and reports every axiom of a file."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gametheory.prove.kernel import compiler as module
from gametheory.prove.kernel.compiler import second_reading
from gametheory.prove.kernel.sources import Source

needs_coqchk = pytest.mark.skipif(shutil.which("coqchk") is None, reason="coqchk is not installed")

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


# Its end is one long computation: without the virtual machine coqchk would need minutes for it.
LONG = """Require Import ZArith.
Open Scope Z_scope.
Fixpoint sum (n : nat) (m : Z) : Z := match n with O => m | S n => sum n (m + 1) end.
Theorem t : sum (Z.to_nat (2 ^ 18)) 0 = 2 ^ 18.
Proof. vm_cast_no_check (eq_refl (2 ^ 18)). Qed.
"""


@needs_coqchk
def test_a_computation_is_read_with_the_virtual_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    run = module.run_program
    monkeypatch.setattr(module, "run_program", lambda command, *rest: asked.append(command) or run(command, *rest))
    sources = {
        "Sums.One": Source("sums", "One", GOOD),
        "Sums.Two": Source("sums", "Two", LONG.replace("\n", "\nFrom Sums Require Import One.\n", 1)),
    }
    assert second_reading(sources) == {"Sums.One": "", "Sums.Two": ""}
    plain, long = (command for command in asked if "-silent" in command)  # those of coqchk
    assert plain[-1] == "Sums.One"
    assert long[-6:] == ["-bytecode-compiler", "yes", "-norec", "Sums.One", "-norec", "Sums.Two"]


SAID = {
    "nothing else": ("* Axioms: <none>\n", 0, ""),
    "axioms of the standard library": ("* Axioms:\n    Coq.Reals.ax1\n    Stdlib.Reals.ax2\n", 0, ""),
    "an axiom of the files": ("* Axioms:\n    Coq.Reals.ax1\n    Sums.Two.false\n", 0, "Axioms: Sums.Two.false"),
    "an unsafe fixpoint": (
        "* Axioms: <none>\n* Constants/Inductives relying on unsafe (co)fixpoints: Sums.Two.f\n",
        0,
        "unsafe .co.fixpoints: Sums.Two.f",
    ),
    "a status": ("* Axioms: <none>\n", 1, "coqchk: "),
    "no summary": ("Fatal Error\n", 0, "coqchk: .*Fatal Error"),
}


@pytest.mark.parametrize(("text", "status", "why"), SAID.values(), ids=SAID)
def test_what_coqchk_says_decides(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, status: int, why: str
) -> None:
    answer = subprocess.CompletedProcess(["coqchk"], status, f"* Theory: Set is predicative\n{text}", "")
    monkeypatch.setattr(module, "run_program", lambda *_: answer)
    monkeypatch.setattr("shutil.which", lambda name, **_: f"/{name}")
    reason = module._rejection(tmp_path, ["Sums.Two"])
    assert bool(reason) == bool(why)
    assert re.search(why, reason)
