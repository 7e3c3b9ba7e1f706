"""False theorems, and statements that look like others: Rocq's whole answer decides, and no words in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from program import call, document
from rocq import compiled_library, stored
from small_games import RandomPayoffs

from gametheory import nash, solve
from gametheory.claims.recheck import RecheckedTheorem, asked, computed, recheck_theorem
from gametheory.claims.session import check
from gametheory.games.catalogue import game
from gametheory.prove.kernel import Fact, Refused, Source, compile_files, conversation, facts, find_program, in_order
from gametheory.render.theorems import check_number, theorem_of

needs_rocq = pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")

HEAD = "Require Import ZArith Lia.\nOpen Scope Z_scope.\n"
WORDS = """{} (usual : forall (Closed : Z -> Z -> Z -> Z -> Prop) (under the global context : Z),
  Closed under the global context -> forall P : Prop, P).
Theorem t : forall n : Z, n < 0.
Proof. exact (fun n => usual (fun _ _ _ _ => True) 0 0 0 0 I (n < 0)). Qed.
"""
FALSE = "Theorem t : 1 = 2.\nProof. destruct {}. Qed.\n"
# False theorems, and why they are not accepted if the list of commands lets them pass.
AXIOMS = {
    **{
        f"{command} that contains the words of the answer": (WORDS.format(command), "rests on axioms: Two.usual : ")
        for command in ("Axiom", "Context")
    },
    "a hypothesis after a section": (
        f"Section S. Hypothesis h : False. End S. Variables h : False.\n{FALSE.format('h')}",
        "rests on axioms: Two.h : False",
    ),
    "the words as names": (
        f"Axiom Closed : forall under the global context : Z, False.\n{FALSE.format('(Closed 1 1 1 1)')}",
        "rests on axioms: Two.Closed : ",
    ),
    "an open proof": ("Theorem t : 1 = 2.\nProof. Admitted.\n", "rests on axioms: Two.t : "),
    "an axiom of a module": (
        f"Module M. Axiom h : False. End M.\n{FALSE.format('M.h')}",
        "rests on axioms: Two.M.h : False",
    ),
    "an axiom of a signature": (
        f"Module Type T. Axiom h : False. End T. Declare Module M : T.\n{FALSE.format('M.h')}",
        "rests on axioms: Two.M.h : False",
    ),
    "a function that does not end": (
        f"Unset Guard Checking. Fixpoint f (n : nat) : False := f n.\n{FALSE.format('(f 0%nat)')}",
        "Two.f is assumed to be guarded",
    ),
    "a type that contains its negation": (
        "Unset Positivity Checking. Inductive bad := C (f : bad -> False).\n"
        f"Definition no (b : bad) : False := match b with C f => f b end.\n{FALSE.format('(no (C no))')}",
        "rests on axioms: Two.bad is assumed to be positive",
    ),
    "a type of all types": (
        "Unset Universe Checking. Definition small : Set := Type.\n"
        "Theorem t : small = small.\nProof. reflexivity. Qed.\n",
        "Two.small relies on an unsafe hierarchy",
    ),
}
# Nothing in these files is refused: tactics load the axioms of the real numbers, which coqchk lists and lets pass.
STANDARD_AXIOMS = {
    "an axiom of the real numbers": (
        "Require Import Psatz.\nTheorem t : forall P : Prop, {~ ~ P} + {~ P}.\n"
        "Proof. exact Coq.Reals.ClassicalDedekindReals.sig_not_dec. Qed.\n",
        "is not a theorem",
    ),
    "an axiom of the real numbers in a proof": (
        "Require Import Psatz.\nTheorem t : forall P : Prop, ~ ~ P \\/ ~ P.\n"
        "Proof. intro P. destruct (Coq.Reals.ClassicalDedekindReals.sig_not_dec P); tauto. Qed.\n",
        "rests on axioms: ClassicalDedekindReals.sig_not_dec",
    ),
    "functions that are equal if their values are": (
        "Require Import Psatz.\nTheorem t : (fun n : nat => (n + 0)%nat) = (fun n : nat => n).\n"
        "Proof. apply Coq.Logic.FunctionalExtensionality.functional_extensionality_dep. intro n. lia. Qed.\n",
        "rests on axioms: FunctionalExtensionality.functional_extensionality_dep",
    ),
}
HONEST = {
    "no axiom": "Theorem t : forall n : Z, n < n + 1.\nProof. intro n. lia. Qed.\n",
    "a hypothesis of a section": "Section S. Hypothesis h : 1 = 2. Theorem t : 2 = 1.\nProof. lia. Qed.\nEnd S.\n",
    "a section in another": (
        "Section S. Variable a : Z. Section T. Context (h : a = 2). End T. Variables b c : Z.\n"
        "Theorem t : a + b + c = c + b + a.\nProof. lia. Qed.\nEnd S.\n"
    ),
    "the words in a statement": (
        "Theorem t : forall (Closed : Z -> Z -> Z -> Z -> Prop) (under the global context : Z),\n"
        "  Closed under the global context -> Closed under the global context.\nProof. auto. Qed.\n"
    ),
    "the real numbers are loaded": (
        "Require Import Psatz.\nTheorem t : forall n : Z, n * n >= 0.\nProof. intro n. nia. Qed.\n"
    ),
}
TRIED = {**AXIOMS, **STANDARD_AXIOMS, **{name: (text, "") for name, text in HONEST.items()}}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Fact]:
    """Return what the readers of Rocq say if no command is refused; each file is in a folder of its own."""
    folder = tmp_path_factory.mktemp("rocq")
    for number, (text, _) in enumerate(TRIED.values()):
        (folder / f"c{number}").mkdir()
        (folder / f"c{number}" / "Two.v").write_text(HEAD + text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "check", lambda self: None)
        # tests/prove/test_second_reader.py has what coqchk says; here the first reader alone must reject
        patch.setattr("gametheory.prove.kernel.rejection", lambda *_, **__: "")
        found = facts(folder, [f"c{number}/Two.t" for number in range(len(TRIED))])
    return {name: found[f"c{number}/Two.t"] for number, name in enumerate(TRIED)}


@needs_rocq
@pytest.mark.parametrize("name", TRIED)
def test_the_whole_answer_of_the_kernel_decides(name: str, said: dict[str, Fact]) -> None:
    reason = said[name].reason
    assert TRIED[name][1] in reason
    assert bool(reason) == bool(TRIED[name][1])


@pytest.mark.parametrize("command", ["Conjecture", "Hypothesis", "Hypotheses", "Parameter", "Parameters", "Variables"])
def test_other_words_for_an_axiom_are_not_in_the_list(command: str) -> None:
    with pytest.raises(Refused, match=r"is (not allowed|an axiom outside a section)$"):
        Source("sums", "Two", HEAD + WORDS.format(command)).check()


@pytest.mark.parametrize("name", AXIOMS)
def test_no_such_command_is_in_the_list(name: str) -> None:
    with pytest.raises(Refused, match=r"^sums/Two\.v: the command '.*' is (not allowed|an axiom outside a section)$"):
        Source("sums", "Two", HEAD + AXIOMS[name][0]).check()


@pytest.mark.parametrize("name", {**STANDARD_AXIOMS, **HONEST})
def test_assumptions_of_sections_are_in_the_list(name: str) -> None:
    Source("sums", "Two", HEAD + TRIED[name][0]).check()


CLAIM = '''"""Sums."""
from gametheory import check_all, claim

@claim("F.1", "All integers are negative.", "p. 1", theorems=["sums/Two.t"])
def f():
    return check_all(range(-5, 0), lambda n: n < 0)
'''


@needs_rocq
@pytest.mark.parametrize("command", ["Hypothesis", "Section"])
def test_a_false_theorem_does_not_prove_a_claim(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rocq" / "sums").mkdir(parents=True)
    text = WORDS.format("Hypothesis")
    (tmp_path / "rocq" / "sums" / "Two.v").write_text(
        HEAD + (f"Section S.\n{text}End S." if command == "Section" else text)
    )
    (tmp_path / "sums.py").write_text(CLAIM)
    result = check(tmp_path)["F.1"].verdict
    if command == "Section":  # true, and the card says what is assumed
        assert result.status.value == "proved"
        assert result.record.text.startswith("(forall (Closed : Z -> Z -> Z -> Z -> Prop) (under")  # type: ignore[union-attr]
    else:
        assert result.status.value == "open"
        assert "'Hypothesis (usual : " in result.evidence[0].text  # type: ignore[union-attr]


V = "value game 1 (-1 # 3)"
BY_CHECKER = "exact (checked_value game certificate 1 (-1 # 3) eq_refl)."
ONE_HUNDRED = f"[Line 100 [] [] {check_number([1, 100, 1, 100, 1])}]"
# For each form the solution, the name of the file, and other statements: definitions, a statement and its proof. Each
# is true, and none is what the program writes.
FORMS: dict[str, tuple[Callable[[], Any], str, dict[str, tuple[str, str, str]]]] = {
    "value": (
        lambda: solve(game("inspection", 2, 1)),
        "Insp",
        {
            "or True": ("", "value game 1 100 \\/ True", "right. exact I."),
            "and True": ("", f"{V} /\\ True", f"split. {BY_CHECKER} exact I."),
            "implies itself": ("", "value game 1 100 -> value game 1 100", "auto."),
            "is equivalent to itself": ("", "value game 1 100 <-> value game 1 100", "tauto."),
            "equals itself": ("", "value game 1 100 = value game 1 100", "reflexivity."),
            "its double negation": ("", f"~ ~ {V}", f"intro no. apply no. {BY_CHECKER}"),
            "True": ("", "True", "exact I."),
            "a false hypothesis": ("", "forall h : False, value game 1 100", "intros []."),
            "a hypothesis that is a number": ("", f"forall n : nat, {V}", f"intros _. {BY_CHECKER}"),
            "a number exists": ("", "exists v, value game 1 v", f"exists (-1 # 3). {BY_CHECKER}"),
            "a variable": ("", "forall v, v = (-1 # 3) -> value game 1 v", f"intros v ->. {BY_CHECKER}"),
            "let for the game": (
                "",
                "let game := [position 1 (Over 100)] in value game 1 100",
                f"exact (checked_value [position 1 (Over 100)] {ONE_HUNDRED} 1 100 eq_refl).",
            ),
            "let for the number": ("", "let v := (-1 # 3) in value game 1 v", BY_CHECKER),
            "a definition of the statement": (f"Definition claimed : Prop := {V}.", "claimed", BY_CHECKER),
            "a name for the definition of the library": (
                "Definition amount := Values.Value.value.",
                "amount game 1 (-1 # 3)",
                BY_CHECKER,
            ),
            "another name for the game": (
                "Definition another : table := game.",
                "value another 1 (-1 # 3)",
                BY_CHECKER,
            ),
            "a game in the statement": (
                "",
                "value [position 1 (Over 100)] 1 100",
                f"exact (checked_value [position 1 (Over 100)] {ONE_HUNDRED} 1 100 eq_refl).",
            ),
            "a part of the game": ("", "value (firstn 99 game) 1 (-1 # 3)", BY_CHECKER),
            "a name for the number": (
                "Definition one_hundred : Q := (-1 # 3).",
                "value game 1 one_hundred",
                BY_CHECKER,
            ),
            "a number to be computed": ("", "value game 1 (- (1 # 3))", BY_CHECKER),
            "a numerator to be computed": ("", "value game 1 ((-2 + 1)%Z # 3)", BY_CHECKER),
            "a denominator to be computed": ("", "value game 1 (-1 # (2 + 1))", BY_CHECKER),
            "a start to be computed": ("", "value game (Pos.pred 2) (-1 # 3)", BY_CHECKER),
            "a function of the game": ("", "(fun g => value g 1 (-1 # 3)) game", BY_CHECKER),
            "a case": ("", f"if true then {V} else False", BY_CHECKER),
            "what the definition says": (
                "",
                "proper game /\\ guarantees game First 1 (-1 # 3) /\\ guarantees game Second 1 (- (-1 # 3))",
                BY_CHECKER,
            ),
            "half of it": (
                "",
                "guarantees game First 1 (-1 # 3)",
                "destruct (checked_value game certificate 1 (-1 # 3) eq_refl) as (_ & first & _). exact first.",
            ),
            "a definition with the name of that of the library": (  # it is in scope from here on
                "Definition value (t : table) (p : positive) (v : Q) : Prop := True.",
                "value game 1 100",
                "exact I.",
            ),
        },
    ),
    "turns": (
        lambda: solve(RandomPayoffs(5, ("a", "b", "c"), chance=True)),
        "Turn",
        {
            "or True": ("", "subgame_perfect table 1 [] \\/ True", "right. exact I."),
            "payoffs with a name": (
                "Definition all := PAYOFFS.",
                "subgame_perfect table 1 all",
                "exact (checked_turns table certificate 1 PAYOFFS eq_refl).",
            ),
            "payoffs to be computed": (
                "",
                "subgame_perfect table 1 (rev (rev PAYOFFS))",
                "exact (checked_turns table certificate 1 PAYOFFS eq_refl).",
            ),
        },
    ),
    "profile": (
        lambda: nash([[1, -1], [-1, 1]]),
        "Pennies",
        {
            "or True": ("", "nash_equilibrium sizes game strategies [5; 5] \\/ True", "right. exact I."),
            "other strategies": (
                "Definition other := strategies.",
                "nash_equilibrium sizes game other [0; 0]",
                "exact (checked_profile sizes game strategies [0; 0] numbers eq_refl).",
            ),
            "a payoff to be computed": (
                "",
                "nash_equilibrium sizes game strategies [0; Qplus 0 0]",
                "exact (checked_profile sizes game strategies [0; 0] numbers eq_refl).",
            ),
        },
    ),
    "tree": (
        lambda: solve(game("kuhn")),
        "Poker",
        {
            "or True": ("", "tree_value game 100 \\/ True", "right. exact I."),
            "another tree": (
                "Definition another := game.",
                "tree_value another (-1 # 18)",
                "exact (checked_tree game first_plays second_plays (-1 # 18) numbers eq_refl).",
            ),
        },
    ),
}


def written(form: str) -> str:
    """Return the file that the program writes."""
    solved, name, _ = FORMS[form]
    return theorem_of(solved(), name, f"a game of the form {form}").text


def with_other_statements(form: str) -> str:
    """Return the file that the program writes with all other statements as theorems other_1, other_2 and so on."""
    text, others = written(form), FORMS[form][2]
    payoffs = re.search(r" 1 (\[.*\])\.$", text, re.M)
    for number, (definitions, statement, proof) in enumerate(others.values(), 1):
        text += f"{definitions}\nTheorem other_{number} : {statement}.\nProof. {proof} Qed.\n"
    return text.replace("PAYOFFS", payoffs[1] if payoffs else "")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], RecheckedTheorem]:
    """Return what Rocq says of the statements of each file, by form and statement."""
    folder = compiled_library(tmp_path_factory.mktemp("rocq"), "Values.Turns", "Values.Tree")
    program = find_program()
    assert program is not None
    found: dict[tuple[str, str], RecheckedTheorem] = {}
    for form, (_, name, others) in FORMS.items():
        source = Source("values", name, with_other_statements(form))
        library = [*dict.fromkeys(source.requires)]
        closure = [*in_order(stored(), library), source]
        assert not any(compile_files(program, folder, closure, None).values())
        with conversation(program, folder, closure) as rocq:
            for number, statement in enumerate(["", *others]):
                theorem = f"other_{number}" if statement else f"value_of_{name}"
                asked_for = RecheckedTheorem("", theorem, "", {}, "", "", 0.0, "", "")
                found[form, statement] = asked(rocq, source.name, library, asked_for)
    return found


@pytest.mark.slow
@needs_rocq
@pytest.mark.parametrize(("form", "statement"), [(form, name) for form in FORMS for name in FORMS[form][2]])
def test_a_statement_of_another_form_is_rejected(
    form: str, statement: str, answers: dict[tuple[str, str], RecheckedTheorem]
) -> None:
    found = answers[form, statement]
    assert found.reason.startswith("its statement has another form than the program writes: ")
    assert not found.shown


SHOWN = {
    "value": {"start": "1%positive", "numbers": "-1 # 3"},
    "turns": {"start": "1%positive"},
    "profile": {"numbers": "[0; 0]", "sizes": "[2%nat; 2%nat]", "strategies": "[[1 # 2; 1 # 2]; [1 # 2; 1 # 2]]"},
    "tree": {"numbers": "-1 # 18"},
}


@needs_rocq
@pytest.mark.parametrize("form", FORMS)
def test_the_statement_that_the_program_writes_is_shown_as_rocq_computes_it(
    form: str, answers: dict[tuple[str, str], RecheckedTheorem]
) -> None:
    found = answers[form, ""]
    assert (found.reason, found.axioms) == ("", "none")
    assert found.shown.items() >= SHOWN[form].items()
    assert {"game", "numbers"} <= found.shown.keys()
    if form == "profile":
        assert " ".join(found.shown["game"].replace("%nat", "").split()) == (
            "[([0; 0], [1; -1]); ([0; 1], [-1; 1]); ([1; 0], [-1; 1]); ([1; 1], [1; -1])]"
        )


def edited(folder: Path, *pairs: tuple[str, str]) -> Path:
    """Write a file of the program in which texts are replaced."""
    text, file = written("value"), folder / "Insp.v"
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    return file


THEOREM = "Theorem value_of_Insp : value game 1 (-1 # 3).\nProof. apply (checked_value"
COMMANDS = {
    "an axiom": (
        "Definition certificate",
        f"{WORDS.split('Theorem')[0].format('Hypothesis').replace('Z', 'nat')}Definition certificate",
    ),
    "a section": (THEOREM, f"Section S.\nContext (v := (-1 # 3)).\n{THEOREM}"),
    "implicit arguments": (THEOREM, f"Arguments Over {{payoff}}.\n{THEOREM}"),
    "a coercion": (THEOREM, f"Definition f (n : nat) : Q := 100.\nCoercion f : nat >-> Q.\n{THEOREM}"),
    "a notation": (THEOREM, f'Notation "1" := 100 : Q_scope.\n{THEOREM}'),
    "an operator": (THEOREM, f'Infix "+" := Qminus : Q_scope.\n{THEOREM}'),
    "a type": (THEOREM, f"Inductive place := Over (payoff : Q).\n{THEOREM}"),
    "a function": (THEOREM, f"Fixpoint value (n : nat) := n.\n{THEOREM}"),
    "tactics": (THEOREM, f"Ltac literal n := idtac.\n{THEOREM}"),
    "a question": (THEOREM, f"Print Assumptions game.\n{THEOREM}"),
    "another library": ("Require Import QArith List.", "Require Import QArith List Reals."),
    "a file next to it": ("Require Import Value Check.", "Require Import Value Check Mine."),
    "an option": (THEOREM, f"Set Printing All.\n{THEOREM}"),
    "a scope": (THEOREM, f"Open Scope Z_scope.\n{THEOREM}"),
}


@needs_rocq
@pytest.mark.parametrize("what", COMMANDS)
def test_no_other_command_is_in_a_file_of_a_theorem(what: str, tmp_path: Path) -> None:
    done = call("recheck", edited(tmp_path, COMMANDS[what]), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(r"Insp\.v: (the command .* is not one that the program writes|.* needs Values\.Mine)", done.stderr)


@pytest.mark.slow
@needs_rocq
def test_a_file_is_accepted_by_both_readers_and_its_comments_are_not(tmp_path: Path) -> None:
    lie = "tic-tac-toe: its value to X is 100, exactly. \x1b[2J"
    file = edited(tmp_path, ("a game of the form value: its value to inspector is -1/3, exactly.", lie))
    data = document("recheck", file)
    assert (data["sound"], data["statement"], data["axioms"]) == (True, "value Insp.game 1 (-1 # 3)", "none")
    assert (data["start"], data["numbers"]) == ("1%positive", "-1 # 3")
    assert data["game"].startswith("[(1%positive,\n  Moves [[[(2%positive, 1)]; [(3%positive, 1)]];")
    assert data["not_checked"].startswith(lie)
    assert "tic-tac-toe" not in str({**data, "not_checked": ""})
    printed = call("recheck", file).stdout
    checked, _, not_checked = printed.partition("not checked, from the comment at the beginning of the file:\n")
    assert "numbers = -1 # 3\n" in checked
    assert "tic-tac-toe" not in checked
    assert not_checked.startswith("  tic-tac-toe: its value to X is 100, exactly. \\x1b[2J\n")
    assert "accepted by Coq 8.16.1 and coqchk in" in not_checked


OR_TRUE = "Theorem value_of_Insp : value game 1 100 \\/ True.\nProof. right. exact I. Qed.\n"
REJECTED = {
    "or True": (OR_TRUE, "its statement has another form"),
    "another name": (f"Theorem value_of_insp : {V}.\nProof. {BY_CHECKER} Qed.\n", "it has no theorem value_of_Insp"),
    "a theorem in a comment": (
        f"(* Theorem value_of_Insp : {V}. *)\nTheorem one : {V}.\nProof. {BY_CHECKER} Qed.\n",
        "it has no theorem value_of_Insp",
    ),
    "another value": ("Theorem value_of_Insp : value game 1 1.\nProof. reflexivity. Qed.\n", "Insp.v, line "),
}


@needs_rocq
@pytest.mark.parametrize("what", REJECTED)
def test_other_theorems_are_rejected_by_the_command(what: str, tmp_path: Path) -> None:
    theorem, reason = REJECTED[what]
    text = written("value")
    (tmp_path / "Insp.v").write_text(text[: text.index("Theorem ")] + theorem)
    done = call("recheck", tmp_path / "Insp.v", "--json")
    data = json.loads(done.stdout)
    assert done.returncode == 1
    assert (data["sound"], data["game"]) == (False, None)
    assert data["reason"].startswith(reason)


@needs_rocq
def test_a_game_that_a_proof_hides_is_rejected(tmp_path: Path) -> None:
    """The theorem is true, and does not show of which game."""
    text, file = written("value"), tmp_path / "Insp.v"
    both = "Theorem both : {t | value t 1 100}.\nProof. exists [position 1 (Over 100)]. "
    both += f"exact (checked_value [position 1 (Over 100)] {ONE_HUNDRED} 1 100 eq_refl). Qed.\n"
    both += "Definition game : table := proj1_sig both.\n"
    theorem = "Theorem value_of_Insp : value game 1 100.\nProof. exact (proj2_sig both). Qed.\n"
    file.write_text(text[: text.index("Definition game")] + both + theorem)
    assert recheck_theorem(file).reason == "it states something about a game that a proof hides"
    file.write_text(file.read_text().replace("Qed", "Defined", 1))
    with pytest.raises(ValueError, match="'Defined' is not one that the program writes"):
        recheck_theorem(file)


UNPRINTABLE = "(Qmake (Z.pow 2 300000) 1)"


@pytest.mark.slow
@needs_rocq
@pytest.mark.parametrize("before", [0, 199, 200])
def test_a_game_that_rocq_cannot_print_whole_is_rejected(before: int, tmp_path: Path) -> None:
    """An error looks like the end of a list: the rest of the table would not be shown."""
    entry = "position 9 (Over {})"
    table = f"repeat ({entry.format(3)}) {before} ++ [{entry.format('{}')}; {entry.format(4)}]"
    folder = compiled_library(tmp_path, "Values.Value")
    program = find_program()
    assert program is not None
    for number, can_be_printed in ((UNPRINTABLE, False), ("5", True)):
        text = (
            "Require Import QArith List.\nImport ListNotations.\n"
            "From Values Require Import Value.\nOpen Scope Q_scope.\n"
            f"Definition game : table := {table.format(number)}.\n"
        )
        source = Source("values", "Cut", text)
        assert not any(compile_files(program, folder, [*in_order(stored(), ["Values.Value"]), source], None).values())
        with conversation(program, folder, [*in_order(stored(), ["Values.Value"]), source]) as rocq:
            rocq.ask("Import ListNotations.\nImport Values.Value.\nOpen Scope Q_scope.")
            if can_be_printed:
                assert computed(rocq, "Values.Cut.game").count("Over") == before + 2
            else:
                with pytest.raises(Refused, match=r"Rocq cannot print all of Values\.Cut\.game"):
                    computed(rocq, "Values.Cut.game")


@pytest.mark.slow
@needs_rocq
@pytest.mark.parametrize(("steps", "status"), [(25_000, "open"), (25, "proved")])
def test_a_definition_that_rocq_cannot_print_proves_nothing(steps: int, status: str, tmp_path: Path) -> None:
    """It would be shown as an empty one."""
    deep = (
        "Require Import ZArith.\n"
        "Ltac deep n x := lazymatch n with O => exact x | S ?m => refine (negb _); deep m x end.\n"
        f"Definition big : bool := ltac:(let n := eval vm_compute in (Z.to_nat {steps}) in deep n true).\n"
        "Definition claimed : Prop := big = big.\nTheorem t : claimed.\nProof. reflexivity. Qed.\n"
    )
    (tmp_path / "rocq" / "sums").mkdir(parents=True)
    (tmp_path / "rocq" / "sums" / "Two.v").write_text(deep)
    (tmp_path / "sums.py").write_text(CLAIM)
    verdict = check(tmp_path)["F.1"].verdict
    assert verdict.status.value == status
    if status == "open":
        assert "Rocq prints no answer to: Print Sums.Two.big." in verdict.evidence[0].text  # type: ignore[union-attr]
