"""Theorems of Rocq: what a file may contain, what the kernel accepts, and what a claim can rest on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims.check import check
from gametheory.cli import main
from gametheory.parallel.confined import can_confine
from gametheory.prove.kernel import compiled
from gametheory.prove.kernel import facts as module
from gametheory.prove.kernel.fact import Fact
from gametheory.prove.kernel.facts import facts
from gametheory.prove.kernel.order import read_sources
from gametheory.prove.kernel.program import find_program
from gametheory.prove.kernel.proof import KernelProof, kernel_proof_from_json
from gametheory.prove.kernel.sources import Refused, Source
from gametheory.prove.proof import NotProved

ROOT = Path(__file__).parents[2]
needs_rocq = pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")
needs_confinement = pytest.mark.skipif(not can_confine(), reason="this system cannot confine processes")

TWICE = """(* Sums. *)
Require Import ZArith Lia.
Open Scope Z_scope.
Definition twice (n : Z) : Z := 2 * n.
Theorem less : forall n : Z, 1 <= n -> n < twice n.
Proof. unfold twice; intros; lia. Qed.
"""
STATEMENT = "forall n : Z, 1 <= n -> n < twice n"


def library(folder: Path, text: str, name: str = "Two") -> Path:
    (folder / "rocq" / "sums").mkdir(parents=True, exist_ok=True)
    (folder / "rocq" / "sums" / f"{name}.v").write_text(text)
    return folder / "rocq"


REFUSED = {
    "an axiom": "Axiom false : False.",
    "a parameter": "Parameter x : nat.",
    "a conjecture": "Conjecture easy : 1 = 2.",
    "an open proof": "Theorem t : 1 = 2. Proof. Admitted.",
    "a lower-case admit": "Theorem t : 1 = 2. Proof. admit. Qed.",
    "a goal given up": "Theorem t : 1 = 2. Proof. give_up. Qed.",
    "native code": "Theorem t : 1 = 1. Proof. native_compute. reflexivity. Qed.",
    "a plugin": 'Declare ML Module "evil".',
    "a loaded file": 'Load "evil".',
    "a search path": 'Add LoadPath "/tmp" as Evil.',
    "a notation": 'Notation "x < y" := (x <= y) : Z_scope.',
    "an abbreviation": "Notation rho := 3.",
    "an operator of the standard scope": 'Infix "+" := Z.mul : Z_scope.',
    "a flag": "Unset Guard Checking.",
    "an attribute": "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
    "a module": "Module Z. Definition max (a b : nat) := 0. End Z.",
    "an import of another folder": "From Castle Require Import Rules.",
    "a module of the library that is not listed": "Require Import Classical.",
    "a command to the system": 'Redirect "/tmp/evil" Check 1.',
    "extraction": 'Extraction "evil.ml" plus.',
    "a command after a bullet": "Theorem t : True. Proof. - Axiom a : False. exact I. Qed.",
    "a command after the bracket of a goal": "Theorem t : True. Proof. 1: { Notation rho := 3. exact I. } Qed.",
    "a command after the bracket of a goal with a name": (
        "Theorem t : True. Proof. refine ?[g]. [g]: { Notation rho := 3. exact I. } Qed."
    ),
    "an attribute of a field": "Record r := R { #[canonical=no] four : nat }.",
    "the scope of an argument": "Arguments Nat.max _%my_scope _.",
    "arguments with other names": "Arguments Z.sub {y} {x} : rename.",
    "arguments without a scope": "Arguments Z.abs _ : clear scopes.",
    "a scope that looks like a standard one": "Declare Scope z_scope.",
    "two lemmas in one sentence": (
        "Lemma a (n : nat) : nat with match' (n : nat) : nat. Proof. exact n. exact 5. Defined."
    ),
    "an import in a section": "Section S. Require Import Bool. End S.",
    "a module of the library after a definition": "Require Import Znumtheory. Definition two := 2.",
    "a definition by tactics": "Definition p : Prop. Proof. exact True. Defined.",
    "a definition by tactics, after a type with :=": "Definition p : let n := 1 in Prop. exact True. Defined.",
    "a definition with tactics inside": "Ltac hidden := exact True. Definition p : Prop := ltac:(hidden).",
    "a definition made in a proof": "Theorem t : True. Proof. transparent_abstract (exact I) using p. Qed.",
    "a definition before the end of a proof": "Theorem t : True. Proof. Definition two := 2. exact I. Qed.",
    "a letter that looks like another": "Definition \u0396 := nat.",
    "the key of a standard scope": "Declare Scope my_scope. Delimit Scope my_scope with Z.",
    "a scope of the standard library": "Declare Scope nat_scope.",
    "the key of a scope of another file": "Delimit Scope my_scope with my.",
    "an equality of its own": 'Declare Scope my_scope. Infix "=" := le : my_scope.',
    "a string": 'Theorem t : True. Proof. idtac "a". exact I. Qed.',
}


@pytest.mark.parametrize("command", REFUSED.values(), ids=REFUSED)
def test_a_file_with_a_command_that_could_prove_anything_is_refused(command: str) -> None:
    with pytest.raises(Refused, match=r"sums/Two\.v: "):
        Source("sums", "Two", f"{TWICE}\n{command}\n").check()
    Source("sums", "Two", f"{TWICE}\n(* {command.replace('*)', '')} *)\n").check()


def test_no_command_hides_in_what_looks_like_a_comment() -> None:
    # Rocq reads the quoted text in a comment as one piece, with the marks of comments in it.
    hidden = f'{TWICE}(* " (* " *)\nNotation "x < y" := (x <= y) : Z_scope.\n(* " *) " *)\n'
    with pytest.raises(Refused, match="strings are not allowed"):
        Source("sums", "Two", hidden).check()
    Source("sums", "Two", f'{TWICE}(* As printed, "for all n" is false. *)\n').check()


def test_every_kept_file_has_only_listed_commands() -> None:
    sources = read_sources(ROOT / "proofs" / "rocq")
    assert len(sources) > 20
    for source in sources.values():
        source.check()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    script = """
import sys, tempfile
from pathlib import Path
from gametheory.prove.kernel.compile import compile_files
from gametheory.prove.kernel.program import Program
from gametheory.prove.kernel.sources import Source

slow = Program((sys.executable, "-c", "import time; print('begun', flush=True); time.sleep(60)"), "a slow compiler")
sources = [Source("sums", f"F{number}", "Lemma two : 1 = 1.") for number in range(9)]
compile_files(slow, Path(sys.argv[1]), sources, lambda *_: print("begun", flush=True))
"""
    command = [sys.executable, "-c", script, tmp_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in message


@needs_rocq
def test_the_kernel_states_the_theorem_with_its_definitions(tmp_path: Path) -> None:
    fact = facts(library(tmp_path, TWICE), ["sums/Two.less"])["sums/Two.less"]
    assert (fact.statement, fact.reason) == (STATEMENT, "")
    assert fact.definitions == (("sums/Two.v", "Definition twice (n : Z) : Z := 2 * n."),)


HEAD = "Require Import ZArith.\nOpen Scope Z_scope.\n"
SHOWN = {
    "an implicit argument": (
        "Definition less {strictly : bool} (x y : Z) := if strictly then x < y else True.\n"
        "Theorem t : forall x y : Z, @less false x y.\nProof. exact (fun _ _ => I). Qed.",
        "forall x y : Z, @less false x y",
        [],
    ),
    "an argument made implicit later": (
        "Definition less (x y : Z) := x < y. Definition other (x : Z) := x. Arguments other {x}.\n"
        "Arguments less {x} y. Definition some := less (x := 1) 3.\nTheorem t : some.\nProof. reflexivity. Qed.",
        "some",
        ["Definition less (x y : Z) := x < y.", "Arguments less {x} y.", "Definition some := less (x := 1) 3."],
    ),
    "an implicit argument of a field": (
        "Record r := R { f {y : Z} : Z }.\n"
        "Theorem t : @f (R (fun y => y)) 1 <> @f (R (fun y => y)) 2.\nProof. discriminate. Qed.",
        "@f {| f := fun y : Z => y |} 1 <> @f {| f := fun y : Z => y |} 2",
        ["Record r := R { f {y : Z} : Z }."],
    ),
    "an implicit argument after an equation": (
        "Definition f := fun (h : 1 = 1) {x : Z} => x.\n"
        "Theorem t : @f eq_refl 1 <> @f eq_refl 2.\nProof. discriminate. Qed.",
        "@f (@eq_refl Z 1) 1 <> @f (@eq_refl Z 1) 2",
        ["Definition f := fun (h : 1 = 1) {x : Z} => x."],
    ),
    "a variable of a section": (
        "Section S. Context {f : Z -> Z}. Definition fixed (x : Z) := f x = x. End S.\n"
        "Theorem t : forall x : Z, @fixed (fun y => y) x.\nProof. reflexivity. Qed.",
        "forall x : Z, @fixed (fun y : Z => y) x",
        ["Context {f : Z -> Z}.", "Definition fixed (x : Z) := f x = x."],
    ),
    "an operator": (
        "Declare Scope my_scope. Delimit Scope my_scope with my. Definition minus (x y : Z) := x - y.\n"
        'Infix "+" := minus : my_scope. Definition zero (x : Z) := (x + x)%my = 0.\n'
        "Theorem t : forall x : Z, zero x.\nProof. exact Z.sub_diag. Qed.",
        "forall x : Z, zero x",
        ['Infix "+" := minus : my_scope.', "Definition minus (x y : Z) := x - y."],
    ),
    "a scope": (
        "Open Scope nat_scope. Definition none := 3 - 5 = 0.\nTheorem t : none.\nProof. reflexivity. Qed.",
        "none",
        ["Open Scope nat_scope.", "Definition none := 3 - 5 = 0."],
    ),
    "a name of the standard library": (
        "Definition le (x y : Z) := True.\nTheorem t : forall x y : Z, le x y.\nProof. exact (fun _ _ => I). Qed.",
        "forall x y : Z, Two.le x y",
        ["Definition le (x y : Z) := True."],
    ),
    "a deep formula": (
        f"Theorem t : forall n : Z, {'(n + ' * 80}0{')' * 80} = 5 -> True.\nProof. exact (fun _ _ => I). Qed.",
        f"forall n : Z, {'n + (' * 79}n + 0{')' * 79} = 5 -> True",
        [],
    ),
}


@needs_rocq
@pytest.mark.parametrize(("text", "statement", "definitions"), SHOWN.values(), ids=SHOWN)
def test_the_card_shows_what_changes_the_meaning(
    tmp_path: Path, text: str, statement: str, definitions: list[str]
) -> None:
    fact = facts(library(tmp_path, HEAD + text), ["sums/Two.t"])["sums/Two.t"]
    assert (fact.statement, fact.reason) == (statement, "")
    shown = [text for _, text in fact.definitions]
    assert set(definitions) <= set(shown)
    assert not any("other" in text for text in shown)  # which the statement does not use


NONE = "Definition none := 3 - 5 = 0.\nTheorem t : none.\nProof. reflexivity. Qed.\n"
COPRIME = f"{HEAD}Definition rel_prime (a b : Z) := a = 0 /\\ b = 100.\n"
MOST = "Definition most (a b : Z) := Z.max a b."
ONE_ONE = "Definition some := rel_prime 1 1.\nTheorem t : some.\nProof. exact (rel_prime_1 1). Qed.\n"
READ = {
    "the scope with which Rocq begins": ([], NONE, ["Open Scope nat_scope.", "Definition none := 3 - 5 = 0."]),
    "a scope of the standard library": (
        [],
        f"{HEAD}Require Import QArith.\nDefinition half := 0 < 1 / 2.\nTheorem t : half.\nProof. reflexivity. Qed.",
        ["Open Scope Z_scope.", "Open Scope Q_scope.", "Definition half := 0 < 1 / 2."],
    ),
    "a scope of an imported file": (
        [("One", "Section S. Open Scope type_scope. End S.\nOpen\nScope nat_scope.")],
        f"{HEAD}From Sums  Require Import One.\n{NONE}",
        ["Open Scope Z_scope.", "Open Scope nat_scope.", "Definition none := 3 - 5 = 0."],
    ),
    "the usual scope of an imported file": (
        [("One", HEAD)],
        "Require Import ZArith.\nFrom Sums Require Import One.\nDefinition less := 3 - 5 <> 0.\n"
        "Theorem t : less.\nProof. discriminate. Qed.",
        ["Definition less := 3 - 5 <> 0."],
    ),
    "a scope without its notations": (
        [],
        f"Require Import Lia.\nOpen Scope Z_scope.\n{NONE}",
        ["Open Scope nat_scope.", "Definition none := 3 - 5 = 0."],
    ),
    "a scope of an imported file without its notations": (
        [("One", HEAD)],
        f"From Sums Require Import One.\n{NONE}",
        ["Open Scope nat_scope.", "Definition none := 3 - 5 = 0."],
    ),
    "a scope without its notations, next to a file with the name of a module": (
        [("ZArith", "Lemma one : 1 = 1.\nProof. reflexivity. Qed.")],
        f"Require Import Lia.\nFrom Sums Require Import ZArith.\nOpen Scope Z_scope.\n{NONE}",
        ["Open Scope nat_scope.", "Definition none := 3 - 5 = 0."],
    ),
    "an operator that is not imported": (
        [("One", f'{HEAD}{MOST}\nDeclare Scope my_scope. Infix "-" := most : my_scope.')],
        f"{HEAD}From Sums Require One.\nOpen Scope my_scope.\nDefinition two := 5 - 3 = 2.\n"
        "Theorem t : two.\nProof. reflexivity. Qed.",
        [MOST, 'Infix "-" := most : my_scope.', "Definition two := 5 - 3 = 2."],
    ),
    "a scope after a section": (
        [],
        f"{HEAD}Open Scope nat_scope.\nSection S. Open Scope Z_scope. End S.\n{NONE}",
        ["Open Scope Z_scope.", "Open Scope nat_scope.", "Definition none := 3 - 5 = 0."],
    ),
    "a scope after another one": (
        [],
        f"{HEAD}Open Scope nat_scope. Definition zero := 3 - 5.\nOpen Scope Z_scope.\n"
        "Definition two := 5 - 3 = 2 /\\ zero = O.\nTheorem t : two.\nProof. split; reflexivity. Qed.",
        [
            *("Open Scope Z_scope.", "Open Scope nat_scope.", "Definition zero := 3 - 5."),
            *("Open Scope Z_scope.", "Definition two := 5 - 3 = 2 /\\ zero = O."),
        ],
    ),
    "a name that is not that of a file which is not imported": (
        [("One", COPRIME), ("Three", "From Sums Require Import One.")],
        f"Require Import ZArith Znumtheory.\nFrom Sums Require Import Three.\nOpen Scope Z_scope.\n{ONE_ONE}",
        ["Definition some := rel_prime 1 1."],
    ),
    "a name with its file": (
        [("One", f"{HEAD}Definition answer := 42."), ("Zero", f"{HEAD}Definition answer := 0.")],
        f"{HEAD}From Sums Require Import One Zero.\nDefinition none := Zero.answer = 0.\n"
        "Theorem t : none.\nProof. reflexivity. Qed.",
        ["Definition answer := 0.", "Definition none := Zero.answer = 0."],
    ),
}


@needs_rocq
@pytest.mark.parametrize(("others", "text", "definitions"), READ.values(), ids=READ)
def test_a_definition_is_shown_as_rocq_has_read_it(
    tmp_path: Path, others: list[tuple[str, str]], text: str, definitions: list[str]
) -> None:
    for name, content in others:
        library(tmp_path, content, name)
    fact = facts(library(tmp_path, text), ["sums/Two.t"])["sums/Two.t"]
    assert (fact.reason, [text for _, text in fact.definitions]) == ("", definitions)


ANSWERS = [("One", f"{HEAD}Definition answer := 42."), ("Zero", f"{HEAD}Definition answer := 0.")]
NO_ANSWER = "Definition none := answer = 0.\nTheorem t : none.\nProof. reflexivity. Qed."
UNCLEAR = {
    "of two files": (ANSWERS, f"{HEAD}From Sums Require Import One Zero.\n{NO_ANSWER}"),
    "of a file that is imported late": (
        ANSWERS[1:],
        f"{HEAD}Definition answer := 42.\nFrom Sums Require Import Zero.\n{NO_ANSWER}",
    ),
    "of the standard library and of a file that is not imported": (
        [("One", COPRIME), ("Three", "From Sums Require Import One.")],
        "Require Import ZArith Znumtheory.\nFrom Sums Require Import Three.\nOpen Scope Z_scope.\n"
        + ONE_ONE.replace(
            "Theorem t : some", "Definition both := some /\\ One.rel_prime 0 100. Theorem t : both"
        ).replace("exact (rel_prime_1 1)", "split; [exact (rel_prime_1 1)|split; reflexivity]"),
    ),
    "of the standard library before it is another one": (
        [],
        "Require Import ZArith Znumtheory.\nOpen Scope Z_scope.\nDefinition some := rel_prime 1 1.\n"
        "Definition rel_prime (a b : Z) := a = 0 /\\ b = 100.\nTheorem t : some /\\ rel_prime 0 100.\n"
        "Proof. split; [exact (rel_prime_1 1)|split; reflexivity]. Qed.",
    ),
}


@needs_rocq
@pytest.mark.parametrize(("others", "text"), UNCLEAR.values(), ids=UNCLEAR)
def test_a_text_that_does_not_show_which_name_it_means_is_not_accepted(
    tmp_path: Path, others: list[tuple[str, str]], text: str
) -> None:
    for name, content in others:
        library(tmp_path, content, name)
    assert "need not be the one" in facts(library(tmp_path, text), ["sums/Two.t"])["sums/Two.t"].reason


@needs_rocq
def test_a_statement_names_the_file_of_what_several_files_define(tmp_path: Path) -> None:
    for name, content in ANSWERS:
        library(tmp_path, content, name)
    text = f"{HEAD}From Sums Require Import One Zero.\nTheorem t : answer = 0.\nProof. reflexivity. Qed."
    assert facts(library(tmp_path, text), ["sums/Two.t"])["sums/Two.t"].statement == "Zero.answer = 0"


@needs_rocq
def test_a_name_whose_meaning_is_a_proof_is_not_accepted(tmp_path: Path) -> None:
    text = "Lemma p_equals_np : Prop.\nProof. exact True. Defined.\nTheorem t : p_equals_np.\nProof. exact I. Qed.\n"
    fact = facts(library(tmp_path, text), ["sums/Two.t"])["sums/Two.t"]
    assert "p_equals_np, whose meaning is in a proof and not shown" in fact.reason


@needs_rocq
def test_a_proof_with_universes_in_its_name_has_no_meaning_that_is_shown(tmp_path: Path) -> None:
    text = "Lemma four@{} : nat.\nProof. exact 5. Defined.\nTheorem t : four = 5.\nProof. reflexivity. Qed.\n"
    fact = facts(library(tmp_path, text), ["sums/Two.t"])["sums/Two.t"]
    assert "four, whose meaning is in a proof and not shown" in fact.reason


@needs_rocq
def test_files_that_are_required_without_import_belong_to_the_theorem(tmp_path: Path) -> None:
    library(tmp_path, "Definition easy := True.")
    text = "From Sums Require Two.\nTheorem t : Two.easy.\nProof. exact I. Qed.\n"
    fact = facts(library(tmp_path, text, "Three"), ["sums/Three.t"])["sums/Three.t"]
    assert (fact.reason, fact.definitions[1:]) == ("", (("sums/Two.v", "Definition easy := True."),))


@needs_rocq
def test_libraries_with_equal_files_do_not_answer_for_each_other(tmp_path: Path) -> None:
    folder = library(tmp_path, TWICE)
    for name, text in (("other", TWICE.replace("2 * n", "3 * n + 1")), ("sUms", TWICE.replace("2 * n", "4 * n"))):
        (folder / name).mkdir()
        (folder / name / "Two.v").write_text(text)
        (folder / name / "Query_Two.v").write_text(text)
    found = facts(folder, ["sums/Two.less", "other/Two.less", "other/Query_Two.less", "sUms/Two.less"])
    assert "2 * n" in found["sums/Two.less"].definitions[0][1]
    assert "3 * n + 1" in found["other/Two.less"].definitions[0][1]
    assert found["other/Query_Two.less"].definitions[0][0] == "other/Query_Two.v"
    assert "has the same name in Rocq" in found["sUms/Two.less"].reason


WRONG = {
    "2 for 1": (TWICE.replace("2 * n", "1 * n"), "less", "Cannot find witness|Tactic failure"),
    "<= for <": (TWICE.replace("1 <= n", "0 <= n"), "less", "Cannot find witness|Tactic failure"),
    "no such theorem": (TWICE, "more", "was not found"),
    "a definition is no theorem": (TWICE, "twice", "expected to have type .Prop"),
    "a syntax error": (TWICE + "Theorem t : 1 = .\nProof. Qed.\n", "less", "line 7"),
    "a file that is missing": (TWICE, "../Other.less", "is not FOLDER/FILE.THEOREM"),
}


@needs_rocq
@pytest.mark.parametrize(("text", "name", "why"), WRONG.values(), ids=WRONG)
def test_what_the_kernel_does_not_accept_has_a_reason(tmp_path: Path, text: str, name: str, why: str) -> None:
    theorem = f"sums/Two.{name}"
    fact = facts(library(tmp_path, text), [theorem])[theorem]
    assert re.search(why, fact.reason)
    assert not fact.statement


@needs_rocq
def test_answers_are_kept_by_the_content_of_all_imported_files(tmp_path: Path) -> None:
    class Store(dict[str, Any]):
        folder = tmp_path / "compiled"

        def put(self, key: str, value: Any) -> None:
            self[key] = json.loads(json.dumps(value))

    store, compiled = Store(), list[str]()
    library(tmp_path, TWICE)
    more = "From Sums Require Import Two.\nRequire Import ZArith Lia.\nOpen Scope Z_scope.\n"
    more += "Theorem again : forall n : Z, 2 <= n -> n < twice n.\nProof. intros; apply less; lia. Qed.\n"
    folder = library(tmp_path, more, "Three")

    def asked() -> Fact:
        return facts(folder, ["sums/Three.again"], store, progress=lambda _, __, file: compiled.append(file))[
            "sums/Three.again"
        ]

    first = asked()
    assert not first.reason
    assert compiled == ["sums/Two.v", "sums/Three.v"]
    assert asked() == first
    assert len(compiled) == 2
    library(tmp_path, TWICE.replace("2 * n", "3 * n"))
    assert asked().definitions != first.definitions
    assert len(compiled) == 4


@needs_rocq
def test_a_refusal_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit that a busy machine exceeds must not refuse a theorem in later runs."""
    folder = library(tmp_path, TWICE)

    class Saved(dict[str, Any]):
        folder = tmp_path / "compiled"
        put = dict.__setitem__

    store = Saved()
    monkeypatch.setattr(compiled, "compile_files", lambda *_: {"Sums.Two": "Two.v: Rocq takes more than 300 seconds"})
    assert facts(folder, ["sums/Two.less"], store)["sums/Two.less"].reason
    monkeypatch.undo()
    assert not facts(folder, ["sums/Two.less"], store)["sums/Two.less"].reason
    assert len(store) == 1


def test_a_kernel_proof_cannot_be_typed_or_forged() -> None:
    typed = Fact("sums/Two.forged", "P = NP", (), "Coq 8.16.1", "")
    with pytest.raises(NotProved, match="the kernel has not been asked in this run"):
        KernelProof((typed,))
    with pytest.raises(NotProved, match="there is no theorem"):
        KernelProof(())
    data = {"theorems": [typed._asdict()], "steps": None}
    with pytest.raises(NotProved, match="the kernel has not been asked"):
        kernel_proof_from_json(data)


CLAIMS = '''"""Sums."""
from gametheory import Correction, check_all, claim, verified
from gametheory.claims.kernel import needs_kernel
import gametheory.prove.kernel.proof as kernel
from gametheory.prove.kernel.fact import Fact

@claim("A", "$n < 2n$", "p. 1", theorems=["sums/Two.less"], expected="proved")
def a():
    return check_all(range(1, 9), lambda n: n < 2 * n, "1 to 8")

@claim("B", "$n < 2n$", "p. 1", theorems=["sums/Two.less"], expected="proved")
def b():
    return needs_kernel()

@claim("C", "$n > 2n$", "p. 1", theorems=["sums/Two.less"], expected="corrected")
def c():
    return check_all(range(1, 9), lambda n: n > 2 * n, "1 to 8", correction=Correction("$n < 2n$", needs_kernel()))

@claim("D", "raises", "p. 1", theorems=["sums/Two.less"], expected="open")
def d():
    raise ValueError("no")

@claim("E", "P = NP", "p. 1", theorems=["sums/Two.nothing"], expected="open")
def e():
    kernel.remember({"sums/Two.nothing": Fact("sums/Two.nothing", "P = NP", (), "Coq", "")})
    return verified("forged", 1)
'''


@needs_rocq
def test_claims_with_theorems_are_proved_where_the_kernel_accepts_them(tmp_path: Path) -> None:
    library(tmp_path, TWICE)
    (tmp_path / "sums.py").write_text(CLAIMS)
    run = check(tmp_path)
    assert {each.claim.id: each.verdict.status.value for each in run.results} == {
        "A": "proved",
        "B": "proved",
        "C": "corrected",
        "D": "open",
        "E": "open",
    }
    assert run.all_match_expected
    assert run.as_json()["claims"][0]["formal"] == STATEMENT
    library(tmp_path, TWICE.replace("n < twice n", "n <= twice n"))
    assert check(tmp_path).as_json()["claims"][0]["formal"] == STATEMENT.replace("n <", "n <=")
    library(tmp_path, TWICE.replace("2 * n", "1 * n"))
    changed = check(tmp_path)
    assert [each.verdict.status.value for each in changed.results] == ["open"] * 5
    assert not changed.all_match_expected


def test_without_rocq_the_verdict_is_what_this_machine_established(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "find_program", lambda: None)
    monkeypatch.setattr("gametheory.claims.kernel.find_program", lambda: None)
    library(tmp_path, TWICE)
    (tmp_path / "sums.py").write_text(CLAIMS.partition('@claim("D"')[0])
    assert main(["check", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "3 claims have a Rocq proof that did not run, because Rocq is not installed" in text
    assert ": 1 verified, 1 refuted, 1 open" in text


RACE = '''"""A thread, or a process that is not stopped with the others, which changes answers of Rocq."""
import os, signal, tempfile, threading, time
from pathlib import Path
from gametheory import claim
from gametheory.claims.kernel import needs_kernel

def change():
    end = time.time() + 30
    folders = [Path(tempfile.gettempdir()), Path(os.environ["GAMETHEORY_CACHE_DIR"], "verdicts", "theorems")]
    while time.time() < end:
        for path in (each for folder in folders for each in folder.glob("tmp*/statement_0.out")):
            try:
                path.write_text("x : P_equals_NP")
            except OSError:
                pass

if PROCESS:
    if os.fork() == 0:
        os.setsid()
        (Path(__file__).parent / "pid").write_text(str(os.getpid()))
        change()
        os._exit(0)
else:
    threading.Thread(target=change, daemon=True).start()
A = claim("A", "P = NP", "p. 1", theorems=["sums/Two.less"])(needs_kernel)
'''


@needs_rocq
@pytest.mark.parametrize("process", [False, pytest.param(True, marks=needs_confinement)])
def test_code_of_claims_does_not_change_what_the_kernel_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, process: bool
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # tests that run at the same time use the usual folder
    library(tmp_path, TWICE)
    (tmp_path / "sums.py").write_text(RACE.replace("PROCESS", str(process)))
    try:
        assert check(tmp_path, fresh=True).as_json()["claims"][0]["formal"] == STATEMENT
    finally:
        if process:
            os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


FORGER = '''"""What Rocq says about a false theorem, as an earlier run would have saved it."""
import os
from pathlib import Path
from gametheory import claim, verified
from gametheory.claims.kernel import needs_kernel
from gametheory.prove.kernel.fact import Fact
from gametheory.prove.kernel.order import read_sources
from gametheory.prove.kernel.program import find_program
from gametheory.parallel.package_hash import PACKAGE, package_hash
from gametheory.prove.kernel.sources import digest
from gametheory.storage.store import DiskStore

place, name = Path(os.environ["GAMETHEORY_CACHE_DIR"]), "sums/Two.false"
fact = Fact(name, "P_equals_NP", (), find_program().version, "")
code = package_hash(PACKAGE / "prove" / "kernel")
key = digest(read_sources(Path(__file__).parent / "rocq").values(), find_program().version, code, name)
DiskStore(place / "verdicts" / "theorems", (place / "key").read_bytes()).put(key, fact.as_json())
A = claim("A", "P = NP", "p. 1", theorems=[name])(needs_kernel)
'''


@needs_rocq
@pytest.mark.parametrize("confined", [pytest.param(True, marks=needs_confinement), False])
def test_an_answer_of_the_kernel_that_a_claim_forged_is_not_believed(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch, confined: bool
) -> None:
    """Where claims can write in the cache, the kernel is asked in every run."""
    if not confined:
        monkeypatch.setattr("gametheory.claims.cache.can_confine", lambda: False)
        monkeypatch.setattr("gametheory.claims.folder_session.can_confine", lambda: False)
    library(tmp_path, "Theorem false : 1 = 2.\nProof. reflexivity. Qed.\n")
    (tmp_path / "sums.py").write_text(FORGER)
    assert [check(tmp_path)["A"].verdict.status.value for _ in range(2)] == ["open"] * 2
    assert bool(list((own_cache / "verdicts" / "theorems").glob("??/*.json"))) != confined
