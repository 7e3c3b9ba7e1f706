"""An answer of the kernel is saved under the hash of all that it depends on, and its assumptions are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gametheory.prove import kernel as module
from gametheory.prove.kernel import Fact, Program, Source, compile_files, facts, find_program

needs_rocq = pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")

TWO = "Definition two := 2.\nDefinition four := two * two.\n"
THREE = "From Sums Require Import Two.\nDefinition eight := four * two.\nTheorem t : eight = 8.\nProof. auto. Qed.\n"
AXIOM = "Axiom false : False.\nTheorem t : 1 = 2.\nProof. destruct false. Qed.\n"
NAME = "sums/Three.t"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sums").mkdir()
    (tmp_path / "sums" / "Two.v").write_text(TWO)
    (tmp_path / "sums" / "Three.v").write_text(THREE)
    return tmp_path


class Store(dict[str, Any]):
    folder = Path()

    def put(self, key: str, value: Any) -> None:
        self[key] = json.loads(json.dumps(value))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answer for the kernel; the list has what it was asked for."""
    questions: list[str] = []

    def answer(program: Program, closures: dict[str, Any], store: object, progress: object) -> list[Fact]:
        questions.extend(closures)
        return [Fact(name, "eight = 8", (), program.version, "") for name in closures]

    monkeypatch.setattr(module, "compile_and_ask", answer)
    monkeypatch.setattr(module, "find_program", lambda: Program(("coqc",), "Coq 8.16.1"))
    return questions


def test_the_kernel_is_asked_again_after_every_change(
    folder: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store()
    for change, times in (
        (lambda: None, 1),
        (lambda: None, 1),
        (lambda: (folder / "sums" / "Three.v").write_text(THREE.replace("auto", "reflexivity")), 2),
        (lambda: (folder / "sums" / "Two.v").write_text(TWO.replace("two * two", "two + two")), 3),
        (lambda: monkeypatch.setattr(module, "find_program", lambda: Program(("coqc",), "Coq 8.20.1")), 4),
        (lambda: monkeypatch.setattr(module, "package_hash", lambda _: "what an earlier version ran"), 5),
        (lambda: None, 5),
    ):
        change()
        assert facts(folder, [NAME], store)[NAME].statement == "eight = 8"
        assert len(asked) == times
    assert facts(folder, [NAME], store, fresh=True)[NAME].reason == ""
    assert len(asked) == 6


def test_the_answer_for_another_theorem_is_not_taken(folder: Path, asked: list[str]) -> None:
    store = Store()
    facts(folder, [NAME], store)
    (key,) = store
    store[key] = Fact("sums/Three.other", "False", (), "Coq 8.16.1", "")._asdict()
    assert facts(folder, [NAME], store)[NAME].theorem == NAME
    store[key] = {"theorem": NAME}
    assert facts(folder, [NAME], store)[NAME].statement == "eight = 8"


def test_the_kernel_is_not_asked_about_a_file_that_is_refused(folder: Path, asked: list[str]) -> None:
    """Also if only an imported file has the command."""
    (folder / "sums" / "Two.v").write_text(TWO + "Axiom false : False.\n")
    fact = facts(folder, [NAME])[NAME]
    assert fact.reason == "sums/Two.v: the command 'Axiom false : False' is not allowed"
    assert asked == []


@needs_rocq
def test_the_definitions_of_definitions_are_shown(folder: Path) -> None:
    shown = [text.partition("\n")[0] for _, text in facts(folder, [NAME])[NAME].definitions]
    assert shown == ["Two.two = 2%nat", "Two.four = (Two.two * Two.two)%nat", "Three.eight = (Two.four * Two.two)%nat"]


@needs_rocq
def test_a_file_that_changes_while_rocq_runs_establishes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of the same account can write into the temporary folder."""

    def disturbed(program: Program, folder: Path, closure: list[Source], progress: Any) -> dict[str, str]:
        reasons = compile_files(program, folder, closure, progress)
        with (folder / closure[0].file).open("a") as file:
            file.write("\n")
        return reasons

    monkeypatch.setattr(module, "compile_files", disturbed)
    assert facts(folder, [NAME])[NAME].reason == "sums/Two.v was changed while Rocq ran"


@needs_rocq
def test_a_theorem_that_rests_on_an_axiom_is_not_accepted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the list of commands had let the axiom pass."""
    monkeypatch.setattr(Source, "check", lambda self: None)
    (folder / "sums" / "Four.v").write_text(AXIOM)
    fact = facts(folder, ["sums/Four.t"])["sums/Four.t"]
    assert fact.statement.replace("%nat", "").strip("()") == "1 = 2"
    assert "rests on axioms: Four.false" in fact.reason


@needs_rocq
def test_an_axiom_opens_the_theorems_of_its_file_and_no_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rocq is asked about all theorems of a library together, and so is coqchk, which looks at files."""
    monkeypatch.setattr(Source, "check", lambda self: None)
    sound = "Theorem {} : 1 = 1.\nProof. reflexivity. Qed.\n"
    (folder / "sums" / "Four.v").write_text(sound.format("a") + AXIOM + sound.format("z"))
    names = [f"sums/Four.{name}" for name in "atz"]
    found = facts(folder, [NAME, *names])
    assert [found[name].reason for name in (*names, NAME)] == [
        "coqchk reports Axioms: Sums.Four.false",
        "sums/Four.t rests on axioms: Four.false : False",
        "coqchk reports Axioms: Sums.Four.false",
        "",
    ]
