"""Theorems of Rocq: what a file may contain, what the kernel accepts, and what a claim can rest on."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims.session import check
from gametheory.cli import main
from gametheory.prove import kernel as module
from gametheory.prove.kernel import Fact, KernelProof, Refused, Source, facts, find_program, kernel_proof_from_json
from gametheory.prove.proof import NotProved

needs_rocq = pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")

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
    "native code": "Theorem t : 1 = 1. Proof. native_compute. reflexivity. Qed.",
    "a plugin": 'Declare ML Module "evil".',
    "a loaded file": 'Load "evil".',
    "a search path": 'Add LoadPath "/tmp" as Evil.',
    "a notation": 'Notation "x < y" := (x <= y) : Z_scope.',
    "an abbreviation": "Notation rho := 3.",
    "a flag": "Unset Guard Checking.",
    "an attribute": "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
    "a module": "Module Z. Definition max (a b : nat) := 0. End Z.",
    "a copy of a module": "Module M := Nat.",
    "a module in another": "Include Nat.",
    "a name for this file only": "Local Definition x := 0.",
    "names for other files": "Export Nat.",
    "an option": "Global Set Printing Notations.",
    "a structure that Rocq finds by itself": "Canonical Structure s := tt.",
    "an import of another folder": "From Castle Require Import Rules.",
    "an import of another folder with a similar name": "From ValuesOf Require Import Rules.",
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
    "a letter that looks like another": "Definition \u0396 := nat.",
    "an equality of its own": 'Declare Scope my_scope. Infix "=" := le : my_scope.',
    "a string": 'Theorem t : True. Proof. idtac "a". exact I. Qed.',
}


@pytest.mark.parametrize("command", REFUSED.values(), ids=REFUSED)
def test_a_file_with_a_command_that_could_prove_anything_is_refused(command: str) -> None:
    with pytest.raises(Refused, match=r"sums/Two\.v: "):
        Source("sums", "Two", f"{TWICE}\n{command}\n").check()
    Source("sums", "Two", f"{TWICE}\n(* {command.replace('*)', '')} *)\n").check()


def test_no_command_hides_in_what_looks_like_a_comment() -> None:
    """Rocq reads the quoted text in a comment as one piece, with the marks of comments in it."""
    with pytest.raises(Refused, match="'Axiom false : False' is not allowed"):
        Source("sums", "Two", '(* " (* " *) Axiom false : False.\n(* " *) " *)').check()
    Source("sums", "Two", f'{TWICE}(* As printed, "for all (* n" (* is *) false. *)\n').check()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    script = """
import sys, tempfile
from pathlib import Path
from gametheory.prove.kernel import Program, compile_files
from gametheory.prove.kernel import Source

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


HEAD = "Require Import ZArith.\nOpen Scope Z_scope.\n"
BY_COMPUTATION = "\nProof. reflexivity. Qed."
ANSWERS = [("One", f"{HEAD}Definition answer := 42."), ("Zero", f"{HEAD}Definition answer := 0.")]
NONE = f"Definition none := 3 - 5 = 0.\nTheorem t : none.{BY_COMPUTATION}"
MINUS = "Definition minus (x y : Z) := x - y.\n"
SCOPES = {
    "a scope of the file": 'Declare Scope my_scope. Delimit Scope my_scope with my. Infix "+" := minus : my_scope.\n',
    "what looks like it": 'Declare Scope z_scope. Delimit Scope z_scope with my. Infix "+" := minus : z_scope.\n',
    "the standard scope": 'Infix "+" := minus : Z_scope. Delimit Scope Z_scope with my.\n',
}
# Other files, the file with the theorem t, its statement, and what is shown below it, without the types.
SHOWN: dict[str, tuple[list[tuple[str, str]], str, str, list[str]]] = {
    "an implicit argument": (
        [],
        "Definition less {strictly : bool} (x y : Z) := if strictly then x < y else True.\n"
        "Theorem t : forall x y : Z, @less false x y.\nProof. exact (fun _ _ => I). Qed.",
        "forall x y : Z, @less false x y",
        ["Two.less = fun (strictly : bool) (x y : Z) => if strictly then x < y else True"],
    ),
    "an argument made implicit later": (
        [],
        "Definition less (x y : Z) := x < y. Definition other (x : Z) := x. Arguments other {x}.\n"
        f"Arguments less {{x}} y. Definition some := less (x := 1) 3.\nTheorem t : some.{BY_COMPUTATION}",
        "some",
        ["Two.less = fun x y : Z => x < y", "Two.some = @Two.less 1 3"],
    ),
    "an implicit argument of a field": (
        [],
        "Record r := R { f {y : Z} : Z }.\n"
        "Theorem t : @f (R (fun y => y)) 1 <> @f (R (fun y => y)) 2.\nProof. discriminate. Qed.",
        "@f {| f := fun y : Z => y |} 1 <> @f {| f := fun y : Z => y |} 2",
        [
            "Record r : Set := R { f : Z -> Z }.",
            "Two.f = fun r : Two.r => let (f) := r in f",
        ],
    ),
    "a variable of a section": (
        [],
        "Section S. Context {f : Z -> Z}. Definition fixed (x : Z) := f x = x. End S.\n"
        f"Theorem t : forall x : Z, @fixed (fun y => y) x.{BY_COMPUTATION}",
        "forall x : Z, @fixed (fun y : Z => y) x",
        ["Two.fixed = fun (f : Z -> Z) (x : Z) => f x = x"],
    ),
    **{
        f"an operator in {scope}": (
            [],
            f"{MINUS}{operator}Definition zero (x : Z) := (x + x)%my = 0.\n"
            "Theorem t : forall x : Z, zero x /\\ (x + x)%my = 0.\nProof. split; exact (Z.sub_diag x). Qed.",
            "forall x : Z, zero x /\\ Two.minus x x = 0",
            ["Two.minus = fun x y : Z => x - y", "Two.zero = fun x : Z => Two.minus x x = 0"],
        )
        for scope, operator in SCOPES.items()
    },
    "a coercion": (
        [],
        "Definition one (b : bool) : Z := if b then 1 else 0. Coercion one : bool >-> Z.\n"
        f"Theorem t : true + true = 2.{BY_COMPUTATION}",
        "one true + one true = 2",
        ["Two.one = fun b : bool => if b then 1 else 0"],
    ),
    "a name that is also bound": (
        [("One", f"{HEAD}Definition n := 5.")],
        "From Sums Require One.\nTheorem t : exists n : Z, n = One.n.\nProof. exists 5. reflexivity. Qed.",
        "exists n : Z, n = One.n",
        ["One.n = 5"],
    ),
    "a scope": ([], f"Open Scope nat_scope. {NONE}", "none", ["Two.none = (3 - 5)%nat = 0%nat"]),
    "a scope of another file": (
        [("One", "Section S. Open Scope type_scope. End S.\nOpen\nScope nat_scope.")],
        f"From Sums  Require Import One.\n{NONE}",
        "none",
        ["Two.none = (3 - 5)%nat = 0%nat"],
    ),
    "a scope of the standard library": (
        [],
        f"Require Import QArith.\nDefinition half := 0 < 1 / 2.\nTheorem t : half.{BY_COMPUTATION}",
        "half",
        ["Two.half = (0 < 1 / 2)%Q"],
    ),
    "a name of the standard library": (
        [],
        "Definition le (x y : Z) := True.\nTheorem t : forall x y : Z, le x y.\nProof. exact (fun _ _ => I). Qed.",
        "forall x y : Z, Two.le x y",
        ["Two.le = fun _ _ : Z => True"],
    ),
    "a name of two files in a definition": (
        ANSWERS,
        f"From Sums Require Import One Zero.\nDefinition none := answer = 0.\nTheorem t : none.{BY_COMPUTATION}",
        "none",
        ["Zero.answer = 0", "Two.none = Zero.answer = 0"],
    ),
    "a name of two files in a statement": (
        ANSWERS,
        f"From Sums Require Import One Zero.\nTheorem t : answer = 0.{BY_COMPUTATION}",
        "Zero.answer = 0",
        ["Zero.answer = 0"],
    ),
    "a name of the standard library and of a file that is not imported": (
        [
            ("One", f"{HEAD}Definition rel_prime (a b : Z) := a = 0 /\\ b = 100."),
            ("Three", "From Sums Require Import One."),
        ],
        "Require Import Znumtheory.\nFrom Sums Require Import Three.\nDefinition some := rel_prime 1 1.\n"
        "Theorem t : some.\nProof. exact (rel_prime_1 1). Qed.",
        "some",
        ["Two.some = Znumtheory.rel_prime 1 1"],
    ),
    "what a lemma defines": (
        [],
        "Lemma p_equals_np : Prop.\nProof. exact True. Defined.\nTheorem t : p_equals_np.\nProof. exact I. Qed.",
        "p_equals_np",
        ["Two.p_equals_np = True"],
    ),
    "a deep formula": (
        [],
        f"Theorem t : forall n : Z, {'(n + ' * 80}0{')' * 80} = 5 -> True.\nProof. exact (fun _ _ => I). Qed.",
        f"forall n : Z, {'n + (' * 79}n + 0{')' * 79} = 5 -> True",
        [],
    ),
}
DECOY = [("One", f"{HEAD}Definition claimed := forall n : Z, n < n + 1."), ("Zero", "Definition claimed := True.")]
HIDDEN = (
    "Ltac hidden := exact False.\nSection S.\n{} Definition negative (n : Z) := n < 0 /\\ u = u. End S.\n"
    "Definition all_negative := forall u n, @negative u n.\nTheorem t : all_negative.\nProof. intros []. Qed."
)
ATTACKS = {
    **{
        f"a name after {between}": (
            DECOY,
            "From Sums Require Import One.\nFrom Sums Require Zero.\n"
            f"Definition some := Zero{sign}.claimed.\nTheorem t : some.\nProof. exact I. Qed.",
            "some",
            ["Zero.claimed = True", "Two.some = Zero.claimed"],
        )
        for between, sign in {"a blank": " ", "a line break": "\n", "a comment": " (* the first one *) "}.items()
    },
    **{
        f"tactics in a {variable.split()[0]}": (
            [],
            HIDDEN.format(variable),
            "all_negative",
            [
                "Two.negative = fun (u : False) (n : Z) => n < 0 /\\ u = u",
                f"Two.all_negative = forall (u : False) (n : Z), {negative} u n",
            ],
        )
        for variable, negative in {
            "Variable u : ltac:(hidden).": "Two.negative",
            "Variables u v : ltac:(hidden).": "Two.negative",
            "Hypothesis u : ltac:(hidden).": "Two.negative",
            "Context {u : ltac:(hidden)}.": "@Two.negative",
        }.items()
    },
}


CARDS = {**SHOWN, **ATTACKS}


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Fact]:
    """Return what Rocq says of all cards: each is in a folder of its own, and all are compiled together."""
    folder = tmp_path_factory.mktemp("rocq")
    for number, (others, text, *_) in enumerate(CARDS.values()):
        (folder / f"c{number}").mkdir()
        for name, content in (*others, ("Two", HEAD + text)):
            (folder / f"c{number}" / f"{name}.v").write_text(content.replace("Sums", f"C{number}"))
    with pytest.MonkeyPatch.context() as patch:
        # coqchk says nothing that a card shows, and would take as long as all else for each of them
        patch.setattr(module, "rejection", lambda *_, **__: "")
        found = facts(folder, [f"c{number}/Two.t" for number in range(len(CARDS))])
    return {card: found[f"c{number}/Two.t"] for number, card in enumerate(CARDS)}


@needs_rocq
@pytest.mark.parametrize("card", CARDS)
def test_the_card_shows_what_rocq_says_that_a_theorem_means(card: str, cards: dict[str, Fact]) -> None:
    _, _, statement, definitions = CARDS[card]
    fact = cards[card]
    shown = [" ".join(text.split("\n     : ")[0].split()) for _, text in fact.definitions]
    assert (fact.reason, fact.statement, shown) == ("", statement, definitions)


@pytest.mark.slow
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
    "a definition is no theorem": (TWICE, "twice", "is not a theorem"),
    "a meaning that is hidden in a proof": (
        f"Lemma four : nat.\nProof. exact 5. Qed.\nTheorem t : four = four.{BY_COMPUTATION}",
        "t",
        "states something about Sums.Two.four, whose meaning is in a proof and not shown",
    ),
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
def test_a_refusal_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit that a busy machine exceeds must not refuse a theorem in later runs."""
    folder = library(tmp_path, TWICE)

    class Saved(dict[str, Any]):
        folder = tmp_path / "compiled"
        put = dict.__setitem__

    store = Saved()
    monkeypatch.setattr(module, "compile_files", lambda *_: {"Sums.Two": "Two.v: Rocq takes more than 300 seconds"})
    assert facts(folder, ["sums/Two.less"], store)["sums/Two.less"].reason
    monkeypatch.undo()
    assert not facts(folder, ["sums/Two.less"], store)["sums/Two.less"].reason
    assert len(store) == 2  # the theorem, and its file, which coqchk has accepted


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
from gametheory import Correction, check_all, claim
from gametheory.claims.results import needs_kernel
import gametheory.prove.kernel as kernel
from gametheory.prove.kernel import Fact

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
    return check_all([1], bool, "forged")
'''


@pytest.mark.slow
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
    monkeypatch.setattr("gametheory.claims.provers.find_program", lambda: None)
    library(tmp_path, TWICE)
    (tmp_path / "sums.py").write_text(CLAIMS.partition('@claim("D"')[0])
    assert main(["check", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "3 claims have a Rocq proof that did not run, because Rocq is not installed" in text
    assert ": 1 verified, 1 refuted, 1 open" in text


FORGER = '''"""What Rocq says about a false theorem, as an earlier run would have saved it."""
from pathlib import Path
from gametheory import check_all, claim
from gametheory.claims.results import needs_kernel
from gametheory.prove.kernel import Fact
from gametheory.prove.kernel import find_program
from gametheory.parallel.checkpoint import PACKAGE, package_hash
from gametheory.prove.kernel import digest, read_sources
from gametheory.claims.sources import user_cache

name = "sums/Two.false"
fact = Fact(name, "P_equals_NP", (), find_program().version, "")
code = package_hash(PACKAGE / "prove" / "kernel")
key = digest(read_sources(Path(__file__).parent / "rocq").values(), find_program().version, code, name)
user_cache("theorems").put(key, fact._asdict())
A = claim("A", "P = NP", "p. 1", theorems=[name])(needs_kernel)
'''


@needs_rocq
def test_an_answer_of_the_kernel_that_a_claim_forged_is_not_believed(tmp_path: Path) -> None:
    library(tmp_path, "Theorem false : 1 = 2.\nProof. reflexivity. Qed.\n")
    (tmp_path / "sums.py").write_text(FORGER)
    assert check(tmp_path)["A"].verdict.status.value == "open"


@needs_rocq
def test_nor_in_the_next_run(tmp_path: Path) -> None:
    library(tmp_path, "Theorem false : 1 = 2.\nProof. reflexivity. Qed.\n")
    (tmp_path / "sums.py").write_text(FORGER)
    check(tmp_path)
    (tmp_path / "sums.py").write_text(FORGER.replace("user_cache(", "print or user_cache(") + "\n# another text\n")
    assert check(tmp_path)["A"].verdict.status.value == "open"
