"""`gametheory recheck`: certificates of a manifest or a folder, true, false, changed and hostile."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from program import call
from sympy import Eq, Symbol, symbols

from gametheory.claims import (
    Correction,
    Status,
    Verdict,
    Witness,
    argue,
    check_all,
    claim,
    prove,
    refuted,
    run,
)
from gametheory.claims.recheck import MAX_SCRIPT, NO_ROCQ, recheck, recheck_claim
from gametheory.cli import main
from gametheory.prove.argument import Step
from gametheory.prove.kernel import Fact, KernelProof, remember
from gametheory.prove.proof import Proof
from gametheory.prove.smt import compose, for_all, obligation
from gametheory.render.manifest import build_manifest

n, m = symbols("n m", integer=True)
SQUARE = for_all([n], [n > 1], n**2 > n, "square")
SCRIPT = SQUARE.script()
DEEP = json.dumps({"claims": [{"id": "A", "x": "X"}, {"id": "B"}]}).replace('"X"', "[" * 900 + "]" * 900)


def argument() -> Any:
    few = Step("it is at least 2", obligation("next", (n >= 1, Eq(m, n + 1)), m >= 2))
    return compose([n >= 1], [few], {"the next number": [Eq(m, n + 1)]})


SAID = Fact("sums/Audited.less", "forall n, n < S n", (), "Coq 8.16.1", "")
remember({SAID.theorem: SAID})
VERDICTS: dict[str, Callable[[], Verdict]] = {
    "P": lambda: prove(SQUARE),
    "A": lambda: argue(argument),
    "V": lambda: check_all(range(10), lambda _: True, "0 to 9"),
    "C": lambda: refuted("0 to 9", 1, Witness("0", "no"), correction=Correction("some", prove(SQUARE))),
    "S": lambda: check_all(range(9), lambda n: n < 9),
    "R": lambda: check_all(range(9), lambda n: n < 5),
    "K": lambda: Verdict(Status.PROVED, "", 0, record=KernelProof((SAID,), Proof((SQUARE,)))),
}
CLAIMS = [claim(id, "a statement", "p. 1", expected="corrected" if id == "C" else None)(VERDICTS[id]) for id in "PAVC"]


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
    document = {"certificates": 3, "accepted": 3, "rejected": [], "without": 2, "established": "", "sound": True}
    assert json.loads(capsys.readouterr().out) == document


def test_the_records_are_rechecked_without_code_of_claims(manifest, tmp_path) -> None:
    """Another process, in another folder, which cannot import the claims."""
    path = manifest()
    command = [sys.executable, "-m", "gametheory", "recheck", str(path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    second_line = "2 verdicts without a certificate, by code that was not run\n"
    assert done.stdout == f"3 certificates: 3 accepted\n{second_line}"


def _weaken(item: dict[str, Any]) -> None:
    """Change the statement of record to a false one, in every place that states it."""
    text = json.dumps(item).replace("(> n 1)", "(> n 0)").replace("n > 1", "n > 0")
    item.update(json.loads(text))


def _typed(item: dict[str, Any]) -> None:
    """Type a proof for a claim that has none."""
    item.update(status="proved", formal="for all integers n: P = NP")


UNKNOWN = {"theorem": "a/B.c", "statement": "P = NP", "definitions": [], "kernel": "Coq 8", "reason": ""}
EMPTY = {"ranges": [], "whole": False, "ends": []}
# A change of a verdict in a manifest, and why it is rejected.
LIES: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("P", _weaken, "it is false: "),
    ("P", lambda item: item.update(formal="P = NP"), "formal is not what the record says: for all integers n"),
    ("P", lambda item: item["checked"]["statements"][0].update(latex="$P = NP$"), "checked is not what"),
    ("P", lambda item: item.update(scope="everything"), "scope is not what the record says"),
    ("P", lambda item: item.update(cases=252), "cases is not what the record says: 1"),
    ("P", lambda item: item.update(certificates=[]), "certificates, or the programs"),
    (
        "P",
        lambda item: item["certificates"][0].update(accepted=["z3 5", "z3 6"]),
        "or the programs",
    ),
    ("P", lambda item: item["evidence"][-1].update(text="(check-sat)"), "evidence is not what the record says"),
    ("P", lambda item: item["evidence"].insert(0, item["evidence"][-1] | {"text": "(check-sat)"}), "evidence is not"),
    ("P", lambda item: item.update(evidence=[]), "evidence is not what the record says"),
    ("P", lambda item: item.update(status="argued"), "it must be an Argument"),
    ("P", lambda item: item.update(record=None), "it must be a Proof"),
    ("P", lambda item: item["record"].update(note="certified"), "record is not what the record says"),
    ("P", lambda item: item["record"].update(kind="kernel"), "the data do not describe a verdict"),
    ("P", lambda item: item["record"].update(kind="oracle"), "the data do not describe a verdict"),
    ("P", lambda item: item.pop("certificates"), "the data do not describe a verdict"),
    ("P", lambda item: item.update(status="true"), "'true' is not a valid Status"),
    ("A", lambda item: item.update(status="proved"), "it must be a Proof"),
    ("A", lambda item: item["record"].update(given=[]), "nothing supplies the hypothesis (>= n 1)"),
    ("V", _typed, "it must be a Proof"),
    ("V", lambda item: item.update(formal="P = NP"), "formal is not what the record says: there is none"),
    ("V", lambda item: item.update(record=None), "it must be the sweep of a true statement"),
    ("V", lambda item: item.update(scope="all integers"), "scope is not what the record says: 0 to 9"),
    ("V", lambda item: item.update(cases=0), "cases is not what the record says: 10"),
    ("V", lambda item: item.update(cases="all"), "cases: 'all' is not a whole number"),
    ("S", lambda item: item.update(status="proved"), "it must be a Proof"),
    ("S", lambda item: item.update(scope="all integers"), "scope is not what the record says: 0 to 8"),
    ("S", lambda item: item.update(cases=10), "cases is not what the record says: 9"),
    ("S", lambda item: item["record"].update(failed="8"), "it must be the sweep of a true statement"),
    ("S", lambda item: item.update(cases=0, record={"kind": "sweep", "cases": 0, "extent": EMPTY, "failed": None}), ""),
    ("R", lambda item: item.update(status="verified", witness=None), "the sweep of a true statement"),
    ("R", lambda item: item["witness"].update(case="7"), "witness: 7 is not the case that failed in the sweep"),
    ("R", lambda item: item.update(witness=None), "it must be a Witness"),
    ("C", lambda item: _weaken(item["correction"]), "it is false: "),
    ("C", lambda item: item.update(correction=None), "status is not what the record says: refuted"),
    ("C", lambda item: item.update(witness=None), "it must be a Witness"),
    ("C", lambda item: _typed(item["correction"]), "formal is not what"),
    ("C", lambda item: item["correction"].update(correction=item["correction"] | {"record": None}), "must be a Proof"),
    ("C", lambda item: item["correction"].update(record=None), "it must be a Proof"),
    ("K", lambda item: item["checked"]["theorems"][0].update(text="P = NP"), "checked is not what the record says"),
    ("K", lambda item: item["record"].update(theorems=[UNKNOWN]), "a/B.c: the kernel has not been asked"),
    ("K", lambda item: item["record"]["theorems"][0].update(statement="P = NP"), "states another theorem: forall n"),
    ("K", lambda item: item.update(scope="all games"), "scope is not what the record says: as the theorem states"),
    ("K", lambda item: item["evidence"][0].update(text="(check-sat)"), "evidence is not what the record says"),
]


@pytest.mark.parametrize(("id", "lie", "why"), LIES)
def test_a_changed_verdict_is_rejected(id: str, lie: Callable[[Any], Any], why: str) -> None:
    data = json.loads(json.dumps(VERDICTS[id]().as_json())) | {"id": id}
    assert not recheck_claim(data).rejected
    lie(data)
    assert any(why in each.why and each.file.startswith(id) for each in recheck_claim(data).rejected)


@pytest.mark.parametrize("certificates", [None, []])
def test_without_rocq_a_record_that_names_its_kernel_is_rejected(monkeypatch, certificates) -> None:
    monkeypatch.setattr("gametheory.claims.provers.find_program", lambda: None)
    data = json.loads(json.dumps(VERDICTS["K"]().as_json())) | {"id": "K"}
    data["record"]["theorems"] = [UNKNOWN]
    data.update({} if certificates is None else {"certificates": certificates})
    assert ("K", NO_ROCQ) in recheck_claim(data).rejected


@pytest.mark.parametrize(
    ("edit", "file"),
    [
        (lambda data: data["counts"].update(proved=9), "counts"),
        (lambda data: data["statuses"].update(argued="proved for all numbers"), "statuses"),
        (lambda data: data["symbols"]["argued"].update(symbol="∀"), "symbols"),
        (lambda data: data["computed_with"].update(cvc5="9.9"), "versions"),
        (lambda data: data["claims"][0]["certificates"][0].update(accepted=["z3 99", "cvc5 9"]), "versions"),
    ],
)
def test_a_changed_manifest_is_rejected(manifest, edit: Callable[[Any], Any], file: str) -> None:
    path = manifest()
    data = json.loads(path.read_text())
    edit(data)
    path.write_text(json.dumps(data))
    assert [entry.file for entry in recheck(path).rejected] == [file]
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
        (b";" * (MAX_SCRIPT + 1), "it is larger than"),
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


def test_the_certificates_of_a_rejected_claim_are_not_accepted(tmp_path: Path) -> None:
    """A false statement next to a true one."""
    both = claim("B", "two", "p. 1")(lambda: prove([SQUARE, for_all([n], [n >= 0], n**2 >= n, "weak")]))
    document = build_manifest(run([("S", both)]), tmp_path)
    path = tmp_path / "verdicts.json"
    (data,) = document["claims"]
    data["record"]["statements"][1]["conclusion"] = "(> (* n n) n)"
    data["evidence"] = json.loads(json.dumps(data["evidence"]).replace("(assert (not (>= ", "(assert (not (> "))
    path.write_text(json.dumps(document))
    result = recheck(path)
    assert [entry.file for entry in result.rejected] == ["B"]
    assert (result.certificates, result.accepted) == (2, 0)


def test_lines_of_windows_are_accepted(folder) -> None:
    assert recheck(folder(SCRIPT.replace("\n", "\r\n"))).as_json()["accepted"] == 2


def test_files_that_are_not_regular_are_rejected(folder) -> None:
    place = folder(SCRIPT)
    os.mkfifo(place / "pipe.smt2")
    (place / "link.smt2").symlink_to("/dev/zero")
    (place / "folder.smt2").mkdir()
    assert {entry.file for entry in recheck(place).rejected} == {"pipe.smt2", "link.smt2", "folder.smt2"}


@pytest.mark.parametrize("content", [b"\xff\xfe", "(* é".encode("latin-1")])
def test_a_file_of_rocq_that_is_not_utf_8_is_rejected(folder, content: bytes) -> None:
    place = folder(SCRIPT)
    (place / "sums").mkdir()
    (place / "sums" / "Two.v").write_bytes(content)
    [(file, why)] = rejected(place)
    assert file.endswith(".v")
    assert "sums/Two.v: it is not text in UTF-8" in why


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
        (DEEP, "at most 60 levels"),
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
    from gametheory.prove import proof as solvers

    monkeypatch.setattr(solvers, "ask_cvc5", lambda script, units: "unknown")
    monkeypatch.setattr(solvers, "_answers", {})  # nothing is remembered
    result = recheck(folder(SCRIPT.replace("square", "another")))
    assert result.accepted == 0
    assert "cvc5 could not decide" in result.rejected[0].why


def test_symbols_are_read_back_exactly() -> None:
    from gametheory.prove.statement import read_script

    x = Symbol("x")
    statement = for_all([x, n], [x > n], 3 * x > 3 * n - 1, "mixed")
    assert read_script(statement.script(), "mixed") == statement


def forged(data: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return data of a mark or a text with changes, and with the hashes that belong to them."""
    data = data | changes
    for side in ("sentence", "formal"):
        if side in changes:
            data[f"{side}_hash"] = hashlib.sha256(changes[side].encode()).hexdigest()
    return data


def test_marks_of_a_manifest_are_their_claims(tmp_path: Path) -> None:
    """A reader of the manifest is shown the marks."""
    marks = (
        'One is two.<!-- claim: a check="1 == 2" -->\n\nSquares.<!-- claim: b check="x*x >= x" for="x: integer" -->\n'
    )
    (tmp_path / "p.md").write_text(marks)
    assert call("annotate", "p.md", "-o", "p.claims", cwd=tmp_path).returncode == 0
    honest = json.loads((tmp_path / "p.claims").read_text())
    assert recheck(tmp_path / "p.claims").sound
    first, second = honest["texts"][0]["marks"]
    green = first["claim"] | {"status": "verified", "witness": None}
    green["record"] = green["record"] | {"failed": None}
    counts = {"hold": 2, "refuted": 0, "open": 0, "changed": 0}
    edits: dict[str, tuple[Any, Any, Any]] = {
        "the label": (forged(first, label="proved"), counts, None),
        "label and verdict": (forged(first, label="proved", verdict="proved"), counts, None),
        "the claim of the mark": (forged(first, label="proved", verdict="proved", claim=second["claim"]), counts, None),
        "the formal side": (forged(first, formal="1 == 1"), None, None),
        "the sentence": (forged(first, sentence="One is one."), None, None),
        "the counts": (first, counts, None),
        "verified, typed everywhere": (forged(first, label="verified", verdict="verified", claim=green), counts, green),
    }
    for what, (mark, numbers, entry) in edits.items():
        manifest = copy.deepcopy(honest)
        text = manifest["texts"][0]
        text["marks"][0] = mark
        text["counts"] = numbers or text["counts"]
        if entry:
            manifest["claims"][0] = entry
            manifest["counts"] = manifest["counts"] | {"refuted": 0, "verified": 1}
        (tmp_path / "p.claims").write_text(json.dumps(manifest))
        assert not recheck(tmp_path / "p.claims").sound, what


def answer_of(capsys: pytest.CaptureFixture[str]) -> Any:
    assert main(["nash", "chicken", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_complete_list_of_equilibria_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer_of(capsys)))
    assert main(["recheck", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The 2 x 2 table has 3 extreme equilibria: those of the list, and no others.",
        "1 certificate: 1 accepted",
    ]


def test_a_complete_list_of_equilibria_of_a_tree_is_accepted_and_a_shorter_one_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "entry.efg"
    source.write_text(
        'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0 '
        't "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'
    )
    assert main(["nash", str(source), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    assert main(["recheck", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The tree with 3 and 3 sequences has 3 extreme equilibria: those of the list, and no others.",
        "1 certificate: 1 accepted",
    ]
    for change in (leave_out, leave_out_a_vertex, say_more, repeat):
        changed = json.loads(json.dumps(answer))
        change(changed)
        path.write_text(json.dumps(changed))
        assert main(["recheck", str(path)]) == 1, change
        assert "rejected" in capsys.readouterr().out


def change_payoff(answer: Any) -> None:
    answer["certificate"]["payoffs"][0][0] = "8 2"


def say_more(answer: Any) -> None:
    answer["equilibria"][0]["payoffs"][0] = "3"


def leave_out(answer: Any) -> None:
    del answer["equilibria"][1]


def leave_out_a_vertex(answer: Any) -> None:
    del answer["certificate"]["vertices"][1]["tight"][0]


def play_otherwise(answer: Any) -> None:
    answer["equilibria"][1]["strategies"][0] = ["1/2", "1/2"]


def repeat(answer: Any) -> None:
    answer["equilibria"].append(answer["equilibria"][0])


CHANGES = (change_payoff, say_more, leave_out, leave_out_a_vertex, play_otherwise, repeat)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_changed_list_of_equilibria_is_rejected(
    change: Callable[[Any], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = answer_of(capsys)
    change(answer)
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    assert main(["recheck", str(path), "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert (result["sound"], result["accepted"], result["established"]) == (False, 0, "")


@pytest.mark.parametrize(
    "certificate",
    [
        None,
        [],
        {"payoffs": [["1"]]},
        {"payoffs": [["1/0"], ["1"]], "vertices": []},
        {"payoffs": [["1"], ["1"]], "vertices": [{"shifts": "1", "tight": ["0", "x"]}] * 2},
        {"payoffs": [["1"], ["1"]], "vertices": [{"shifts": "1", "tight": ["0", "1 2"]}] * 2},
    ],
)
def test_a_malformed_certificate_of_a_list_is_refused(
    certificate: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer_of(capsys) | {"certificate": certificate}))
    assert main(["recheck", str(path)]) == 2
    assert "no list of equilibria with a certificate that it is complete" in capsys.readouterr().err


def of_three(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Return the answer about a table with one irrational equilibrium (Nau, Gomez Canovas and Hansen 2004)."""
    path = tmp_path / "nau.nfg"
    payoffs = "3 0 2 0 1 0 0 2 0 1 0 0 1 0 0 0 3 0 0 1 0 2 0 3"
    path.write_text(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {payoffs}')
    assert main(["nash", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_complete_list_of_three_players_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(of_three(capsys, tmp_path)))
    assert main(["recheck", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The 2 x 2 x 2 table has 1 equilibrium: those of the list, and no others.",
        "1 certificate: 1 accepted",
    ]


def take_from_a_payoff(answer: Any) -> None:
    answer["certificate"]["payoffs"][0] = answer["certificate"]["payoffs"][0].replace("3", "4")


def pay_less(answer: Any) -> None:
    answer["equilibria"][0]["payoffs"][2] = ["1", "11/10"]


def pay_one_of_the_bounds(answer: Any) -> None:
    """It is not the payoff, which is irrational, but no number between the bounds is refuted by them."""
    answer["equilibria"][0]["payoffs"][2] = answer["equilibria"][0]["payoffs"][2][0]


def list_none(answer: Any) -> None:
    answer["equilibria"].clear()


def list_twice(answer: Any) -> None:
    answer["equilibria"] *= 2


def leave_out_a_support(answer: Any) -> None:
    del answer["certificate"]["supports"][0]


def leave_out_a_step(answer: Any) -> None:
    del answer["certificate"]["supports"][-1]["steps"][-1]


def gain_the_other_way(answer: Any) -> None:
    steps = answer["certificate"]["supports"][0]["steps"]
    steps[0] = steps[0].replace("-", "+").replace(" 1", " -1")


@pytest.mark.parametrize(
    "change",
    [
        take_from_a_payoff,
        pay_less,
        pay_one_of_the_bounds,
        list_none,
        list_twice,
        leave_out_a_support,
        leave_out_a_step,
        gain_the_other_way,
    ],
)
def test_a_changed_list_of_three_players_is_rejected(
    change: Callable[[Any], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = of_three(capsys, tmp_path)
    change(answer)
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    assert main(["recheck", str(path), "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert (result["sound"], result["accepted"], result["established"]) == (False, 0, "")


@pytest.mark.parametrize("key", ["payoffs", "supports", "unproved"])
@pytest.mark.parametrize("value", [None, [[]], ["x"], [{"support": "0", "steps": ["guess 1"]}], ["1/0"], 7])
def test_a_malformed_certificate_of_three_players_is_refused(
    key: str, value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = of_three(capsys, tmp_path)
    answer["certificate"][key] = value
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    assert main(["recheck", str(path)]) == 2
    assert "no list of equilibria with a certificate that it is complete" in capsys.readouterr().err


def test_the_supports_that_a_list_leaves_out_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The third player can do as she likes in one equilibrium of the others."""
    path = tmp_path / "game.nfg"
    path.write_text('NFG 1 R "" { "A" "B" "C" } { 2 1 2 } 1 0 0 0 0 0 1 0 0 0 0 0')
    assert main(["nash", str(path), "--json"]) == 0
    path.with_suffix(".json").write_text(capsys.readouterr().out)
    assert main(["recheck", str(path.with_suffix(".json"))]) == 0
    said = (
        "The 2 x 1 x 2 table has 2 equilibria: those of the list, and no others, except with 1 support that it names."
    )
    assert said in capsys.readouterr().out
    answer = json.loads(path.with_suffix(".json").read_text())
    answer["continua"][0]["point"]["payoffs"][0] = "2"
    path.with_suffix(".json").write_text(json.dumps(answer))
    assert main(["recheck", str(path.with_suffix(".json"))]) == 1
    assert "the payoffs of an equilibrium are others" in capsys.readouterr().out
