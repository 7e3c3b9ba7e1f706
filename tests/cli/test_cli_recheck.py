"""`gametheory recheck`: certificates of a manifest or a folder, true, false, changed and hostile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sympy import Eq, Symbol, symbols

from gametheory.claims import Correction, Witness, argue, claim, prove, refuted, run, verified
from gametheory.claims.recheck import MAX_SCRIPT, NO_ROCQ, recheck
from gametheory.cli import main
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, for_all, obligation
from gametheory.render.manifest import build_manifest

n, m = symbols("n m", integer=True)
SQUARE = for_all([n], [n > 1], n**2 > n, "square")
SCRIPT = SQUARE.script()
DEEP = json.dumps({"claims": [{"id": "A", "x": "X"}, {"id": "B"}]}).replace('"X"', "[" * 900 + "]" * 900)


def argument() -> Any:
    few = Step("it is at least 2", obligation("next", (n >= 1, Eq(m, n + 1)), m >= 2))
    return compose([n >= 1], [few], {"the next number": [Eq(m, n + 1)]})


CLAIMS = [
    claim("P", "squares grow", "p. 1")(lambda: prove(SQUARE)),
    claim("A", "numbers grow", "p. 2")(lambda: argue(argument)),
    claim("V", "small", "p. 3")(lambda: verified("0 to 9", 10)),
    claim("C", "all", "p. 4", expected="corrected")(
        lambda: refuted("0 to 9", 1, Witness("0", "no"), correction=Correction("some", prove(SQUARE)))
    ),
]


@pytest.fixture
def manifest(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a manifest after an edit."""
    document = json.dumps(build_manifest(run([("S", item) for item in CLAIMS]), tmp_path))

    def write(edit: Callable[[dict[str, Any]], Any] = lambda claims: None) -> Path:
        data = json.loads(document)
        edit({item["id"]: item for item in data["claims"]})
        path = tmp_path / "verdicts.json"
        path.write_text(json.dumps(data))
        return path

    return write


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a folder with one good file and one other."""

    def write(text: str | bytes, name: str = "other.smt2") -> Path:
        place = tmp_path / "certificates"
        (place / "inner").mkdir(parents=True, exist_ok=True)
        (place / "inner" / "good.smt2").write_text(SCRIPT)
        (place / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return place

    return write


def rejected(path: Path) -> list[tuple[str, str]]:
    result = recheck(path)
    assert not result.sound
    return list(result.rejected)


def test_an_unchanged_manifest_is_accepted(manifest, capsys) -> None:
    assert main(["recheck", str(manifest()), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"certificates": 3, "accepted": 3, "rejected": [], "sound": True}


def test_the_records_are_rechecked_without_code_of_claims(manifest, tmp_path) -> None:
    """Another process, in another folder, which cannot import the claims."""
    path = manifest()
    command = [sys.executable, "-m", "gametheory", "recheck", str(path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "3 certificates: 3 accepted\n"


def _forge(item: dict[str, Any], **values: Any) -> None:
    item.update(values)


def _weaken(item: dict[str, Any]) -> None:
    """Change the statement of record to a false one, in every place that states it."""
    text = json.dumps(item).replace("(> n 1)", "(> n 0)").replace("n > 1", "n > 0")
    item.update(json.loads(text))


def _typed(item: dict[str, Any]) -> None:
    """Type a proof for a claim that has none."""
    item.update(status="proved", formal="for all integers n: P = NP")


@pytest.mark.parametrize(
    ("id", "edit", "why"),
    [
        ("P", _weaken, "square: z3 answers sat to the negation"),
        ("P", lambda item: _forge(item, formal="P = NP"), "formal is not what the record says: for all integers n"),
        ("P", lambda item: item["checked"]["statements"][0].update(latex="$P = NP$"), "checked is not what"),
        ("P", lambda item: _forge(item, scope="everything"), "scope is not what the record says"),
        ("P", lambda item: _forge(item, cases=252), "cases is not what the record says: 1"),
        ("P", lambda item: _forge(item, certificates=[]), "certificates is not what the record says: 1"),
        ("P", lambda item: item["certificates"][0].update(accepted=["z3 5"]), "the programs that accepted it"),
        ("P", lambda item: item["evidence"][-1].update(text="(check-sat)"), "not the one that the record states"),
        ("P", lambda item: _forge(item, evidence=[]), "its text is missing"),
        ("P", lambda item: _forge(item, status="argued"), "the status is argued, and the record is proof"),
        ("P", lambda item: _forge(item, record=None), "the status is proved, and the record is missing"),
        ("P", lambda item: item["record"].update(note="certified"), "record is not what the record says"),
        ("P", lambda item: item["record"].update(kind="kernel"), ""),
        ("P", lambda item: item["record"].update(kind="oracle"), "the data do not describe a verdict"),
        ("P", lambda item: item.pop("certificates"), "the data do not describe a verdict"),
        ("P", lambda item: _forge(item, status="true"), "'true' is not a valid Status"),
        ("A", lambda item: _forge(item, status="proved"), "the status is proved, and the record is argument"),
        ("A", lambda item: item["record"].update(given=[]), "nothing supplies the hypothesis (>= n 1)"),
        ("V", _typed, "the status is proved, and the record is missing"),
        ("V", lambda item: _forge(item, formal="P = NP"), "formal is not what the record says: there is none"),
        ("C", lambda item: _weaken(item["correction"]), "z3 answers sat"),
        ("C", lambda item: _forge(item, correction=None), "without a correction that is proved or argued"),
        ("C", lambda item: _typed(item["correction"]), "formal is not what"),
    ],
)  # fmt: skip
def test_a_changed_manifest_is_rejected(manifest, id: str, edit: Callable[[Any], Any], why: str) -> None:
    found = rejected(manifest(lambda claims: edit(claims[id])))
    assert any(why in entry.why and entry.file.startswith((id, "counts")) for entry in found), found


@pytest.mark.parametrize("certificates", [None, []])
def test_without_rocq_a_record_that_names_its_kernel_is_rejected(manifest, monkeypatch, certificates) -> None:
    monkeypatch.setattr("gametheory.claims.recheck.find_program", lambda: None)

    def edit(claims: dict[str, Any]) -> None:
        claims["V"].update(status="proved", formal="P = NP", record={"kind": "kernel"})
        claims["V"].update({} if certificates is None else {"certificates": certificates})
        claims["P"]["record"].update(kind="kernel")

    assert {("V", NO_ROCQ), ("P", NO_ROCQ)} <= set(rejected(manifest(edit)))


def test_changed_counts_are_rejected(manifest) -> None:
    path = manifest()
    path.write_text(path.read_text().replace('"counts": {"proved": 1', '"counts": {"proved": 9'))
    assert [entry.file for entry in recheck(path).rejected] == ["counts"]
    assert main(["recheck", str(path)]) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (SCRIPT.replace("(> n 1)", "(> n 0)"), "z3 answers sat to the negation, expected unsat, for n = 1"),
        (SCRIPT.replace("(> n 1)", "(and (> n 1) (< n 1))"), "to the hypotheses alone, expected sat"),
        (SCRIPT.replace("(check-sat)", "(assert false)\n(check-sat)"), "not the negation of a conclusion"),
        (SCRIPT + "(get-model)", "the last command is (get-model)"),
        (SCRIPT + "(assert true)(check-sat)(check-sat)", "the command (check-sat) is not allowed here"),
        (SCRIPT.replace("(check-sat)", ""), "not (check-sat)"),
        (SCRIPT.replace("(set-logic ALL)", "(set-option :x true)"), "the first command is not (set-logic ALL)"),
        (SCRIPT.replace("ALL)", "ALL)(define-fun n () Int 5)"), "the command (define-fun n () Int 5) is not allowed"),
        (SCRIPT.replace("ALL)", "ALL)(exit)"), "the command (exit) is not allowed here"),
        (SCRIPT.replace("ALL)", "ALL)(push 1)"), "the command (push 1) is not allowed here"),
        (SCRIPT.replace("n 1)", "|n| 1)"), "a quoted name or text"),
        (SCRIPT.replace("ALL)", "ALL); hidden from one of them\r(assert false)"), ""),
        ("; hidden\r(assert false)\n" + SCRIPT.replace("(> n 1)", "(< n 1)"), "sat"),
        (SCRIPT.replace("(> n 1)", "(> n\u00a01)"), "not plain ASCII"),
        (SCRIPT.replace("(> n 1)", "(> (div n 0) 1)"), "the arguments have the sorts"),
        (SCRIPT.replace("(> n 1)", "(" * 5000 + ")" * 5000), "nested more than 200 deep"),
        (SCRIPT + ")", "is not one term"),
        (SCRIPT + "; the rest\n(" , "is not one term"),
        ("", "the first command is not"),
        (SCRIPT.encode("utf-16"), "it is not text in UTF-8"),
        (b"\xff\xfe", "it is not text in UTF-8"),
        (b";" * (MAX_SCRIPT + 1), "it has more than"),
    ],
)  # fmt: skip
def test_a_bad_file_is_rejected(folder, text: str | bytes, why: str) -> None:
    if why:
        [(file, reason)] = rejected(folder(text))
        assert (file, why in reason) == ("other.smt2", True), reason
    else:  # a comment ends at the line feed: what it hides is not given to a solver
        assert recheck(folder(text)).sound


def test_the_assertions_of_a_comment_are_never_used(folder) -> None:
    """A solver that ends comments at a carriage return would read `assert false` and answer unsat."""
    text = SCRIPT.replace("(> n 1)", "(> n 0)").replace("(check-sat)", "; \r(assert false)\n(check-sat)")
    [(_, why)] = rejected(folder(text))
    assert "z3 answers sat" in why


def test_each_certificate_of_a_rejected_claim_is_accepted_or_rejected(tmp_path: Path) -> None:
    """A false statement next to a true one: the claim is rejected, and so is one of its two certificates."""
    both = claim("B", "two", "p. 1")(lambda: prove([SQUARE, for_all([n], [n >= 0], n**2 >= n, "weak")]))
    document = build_manifest(run([("S", both)]), tmp_path)
    path = tmp_path / "verdicts.json"
    (data,) = document["claims"]
    data["record"]["statements"][1]["conclusion"] = "(> (* n n) n)"
    data["evidence"] = json.loads(json.dumps(data["evidence"]).replace("(assert (not (>= ", "(assert (not (> "))
    path.write_text(json.dumps(document))
    result = recheck(path)
    assert [entry.file for entry in result.rejected] == ["B", "B: weak.smt2"]
    assert (result.certificates, result.accepted) == (2, 1)


def test_lines_of_windows_are_accepted(folder) -> None:
    assert recheck(folder(SCRIPT.replace("\n", "\r\n"))).as_json()["accepted"] == 2


def test_files_that_are_not_regular_are_rejected(folder) -> None:
    place = folder(SCRIPT)
    os.mkfifo(place / "pipe.smt2")
    (place / "link.smt2").symlink_to("/dev/zero")
    (place / "folder.smt2").mkdir()
    assert {entry.file for entry in recheck(place).rejected} == {"pipe.smt2", "link.smt2", "folder.smt2"}


def test_names_cannot_control_the_terminal(folder, capsys) -> None:
    place = folder("(get-model)", "a\x1b[31m.smt2")
    assert main(["recheck", str(place)]) == 1
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "a\\x1b[31m.smt2" in printed.replace("\n", "")
    assert "2 certificates: 1 accepted, 1 rejected" in printed


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is nested too deeply"),
        (DEEP, "nested more than 60 deep"),
        ('{"claims": [], "claims": []}', "the same key twice"),
        ('{"claims": {}}', "not a manifest"),
        ("[]", "not a manifest"),
        ('{"claims": [1]}', "have no ids"),
        ('{"claims": [{"id": "A"}, {"id": "A"}]}', "one id occurs twice"),
        ('{"claims": []}', "contains no certificate"),
        (b"\xff", "not text in UTF-8"),
    ],
)
def test_wrong_input_is_one_line(tmp_path, capsys, content: str | bytes, why: str) -> None:
    path = tmp_path / "input.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["recheck", str(path)]) == 2
    message = capsys.readouterr().err
    assert why in message
    assert message.startswith(f"gametheory recheck: {path}: ")
    assert len(message.splitlines()) == 1


def test_missing_and_empty_input(tmp_path, capsys) -> None:
    assert main(["recheck", str(tmp_path / "no.json")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert main(["recheck", str(tmp_path)]) == 2
    assert "it contains no certificate" in capsys.readouterr().err


@pytest.mark.parametrize("depth", [10, 50])
def test_deep_data_of_one_claim_are_rejected(manifest, depth) -> None:
    deep: Any = []
    for _ in range(depth):
        deep = [deep]
    found = rejected(manifest(lambda claims: claims["P"].update(checked=deep)))
    assert {entry.file for entry in found} == {"P"}


def test_a_manifest_without_records_but_proved_claims_is_rejected(tmp_path) -> None:
    path = tmp_path / "typed.json"
    bare = {"status": "proved", "record": None, "formal": None, "checked": None, "certificates": []}
    path.write_text(json.dumps({"claims": [{"id": "L", **bare, "correction": None}]}))
    assert main(["recheck", str(path)]) == 1


def test_every_certificate_is_given_to_both_solvers(folder, monkeypatch) -> None:
    """If one solver answered nothing, a file would be rejected."""
    from gametheory.prove import proof

    monkeypatch.setattr(proof, "answers", lambda script: {"z3": "unsat", "cvc5": "unknown"})
    result = recheck(folder(SCRIPT.replace("square", "another")))
    assert result.accepted == 0
    assert "cvc5 answers unknown" in result.rejected[0].why


def test_symbols_are_read_back_exactly() -> None:
    from gametheory.prove.statement import read_script

    x = Symbol("x")
    statement = for_all([x, n], [x > n], 3 * x > 3 * n - 1, "mixed")
    assert read_script(statement.script(), "mixed") == statement


def test_a_false_claim_needs_its_counterexample(manifest: Callable[..., Path]) -> None:
    path = manifest(lambda claims: claims["C"].update(witness=None))
    assert ("C", "it is corrected, without a counterexample") in rejected(path)


def test_verdicts_have_the_meanings_of_the_program(manifest: Callable[..., Path]) -> None:
    path = manifest()
    data = json.loads(path.read_text())
    data["statuses"]["argued"] = "proved for all numbers"
    path.write_text(json.dumps(data))
    assert rejected(path) == [("statuses", "the manifest gives the verdicts other meanings than this program")]
