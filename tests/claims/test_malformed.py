"""Malformed verdicts, witnesses, corrections and evidence are refused when they are made, and leave a claim open."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gametheory.claims import (
    Correction,
    Status,
    Verdict,
    Witness,
    argue,
    check_all,
    claim,
    open_,
    prove,
    refuted,
)
from gametheory.claims.evidence import Certificate, Figure, Formula, LookupTable, Table, Text
from gametheory.cli import main
from gametheory.render.report import OUTPUT_FORMATS

HALF = "a\ud800"
WITNESS = Witness("3", "it fails")
REFUSED = [
    (lambda: refuted(None, 3, WITNESS), "note: None is not text; it must be a str"),
    (lambda: refuted("x", None, WITNESS), "cases: None is not a whole number; it must be an int of at least 0"),
    (lambda: refuted("x", -1, WITNESS), "cases: -1 is negative; it must be an int of at least 0"),
    (lambda: refuted("x", 1.5, WITNESS), "cases: 1.5 is not a whole number"),
    (lambda: refuted("x", True, WITNESS), "cases: True is not a whole number"),
    (lambda: refuted("x", np.float64(7), WITNESS), "is not a whole number"),
    (lambda: refuted("x", "7", WITNESS), "cases: '7' is not a whole number"),
    (lambda: refuted("x", 10**30_000, WITNESS), "cases: the number has 99,658 bits; at most 10,000 are allowed"),
    (
        lambda: refuted("x", 3, WITNESS, "see p. 1"),
        "evidence, entry 1: 'see p. 1' is not allowed; it must be Text, Formula, Table",
    ),
    (lambda: refuted("x", 3, WITNESS, [Text("a")]), r"evidence, entry 1: \[Text\(text='a'\)\] is not allowed"),
    (lambda: Verdict(Status.VERIFIED, "x", 3, "see p. 1"), "evidence: 'see p. 1' is not allowed"),
    (
        lambda: Verdict("true", "x", 3),
        "status: 'true' is not allowed; it must be one of proved, argued, verified",
    ),
    (lambda: refuted(HALF, 3, WITNESS), r"note: 'a\\ud800' contains half of a surrogate pair"),
    (lambda: refuted("x", 3, "n = 3"), "witness: 'n = 3' is not allowed; it must be a Witness"),
    (lambda: refuted("x", 3, ""), "witness: '' is not allowed; it must be a Witness"),
    (lambda: refuted("x", -3, WITNESS), "cases: -3 is negative"),
    (
        lambda: refuted("x", 3, WITNESS, correction="n > 3"),
        "correction: 'n > 3' is not allowed; it must be a Correction",
    ),
    (lambda: prove("certificate"), "statements: 'certificate' is not allowed; it must be a sequence"),
    (lambda: prove([Text("hi")]), r"statements, entry 1: Text\(text='hi'\) is not allowed; it must be a Statement"),
    (lambda: prove([], lemmas=[3]), "lemmas, entry 1: 3 is not allowed; it must be a Statement"),
    (lambda: argue("so it is"), "make: 'so it is' is not allowed; it must be a function"),
    (lambda: Verdict(Status.PROVED, "all integers", 0), "record: None is not allowed; it must be a Proof"),
    (
        lambda: Verdict(Status.ARGUED, "all", 1, (Text("an argument"),)),
        "record: None is not allowed; it must be an",
    ),
    (lambda: Verdict(Status.CORRECTED, "all", 1, witness=WITNESS), "correction: None is not allowed"),
    (lambda: Verdict(Status.REFUTED, "all", 1), "witness: None is not allowed; it must be a Witness"),
    (lambda: open_(None), "text: None is not text"),
    (lambda: Witness(3, "it fails"), "case: 3 is not text"),
    (lambda: Witness("3", None), "explanation: None is not text"),
    (lambda: Witness("3", HALF), "explanation: .* contains half of a surrogate pair"),
    (lambda: Correction(None, open_("x")), "statement: None is not text"),
    (lambda: Correction("n > 3", "proved"), "verdict: 'proved' is not allowed; it must be a Verdict"),
    (lambda: check_all([3], lambda n: n < 3, "x", lambda n: n), "explanation: 3 is not text"),
    (lambda: check_all([HALF], lambda n: False, "x"), "case: .* contains half of a surrogate pair"),
    (lambda: Text(3), "text: 3 is not text"),
    (lambda: Formula(HALF), "latex: .* contains half of a surrogate pair"),
    (lambda: Formula("x", "yes"), "correct: 'yes' is not allowed; it must be True or False"),
    (lambda: Figure("<svg/>", None), "caption: None is not text"),
    (lambda: Certificate("a", "b", None), "how: None is not text"),
    (lambda: Table("ab", [[1, 2]]), "headings: 'ab' is not allowed; it must be a sequence"),
    (lambda: Table(["a"], ["b"]), "rows, entry 1: 'b' is not allowed; it must be a sequence"),
    (lambda: Table(["a"], [[HALF]]), "rows, entry 1, entry 1: .* contains half of a surrogate pair"),
    (lambda: Table(["a"], [[1]], marked=[3]), "marked, entry 1: 3 is not allowed; it must be a sequence"),
    (lambda: Table(["a"], [[1]], marked=[(0, -1)]), "marked, entry 1, entry 2: -1 is negative"),
    (lambda: LookupTable(None, ["n"], {"2": [4]}, ["2"], ["square"]), "caption: None is not text"),
    (lambda: claim("A", None, "p. 1")(open_), "statement: None is not text"),
    (lambda: claim("A", HALF, "p. 1")(open_), "statement: .* contains half of a surrogate pair"),
    (lambda: claim("A", "a", "p. 1", uses="B1"), "uses: 'B1' is not allowed; it must be a sequence"),
    (lambda: claim("A", "a", "p. 1", expected="sure"), "expected: 'sure' is not allowed; it must be one of proved,"),
    (lambda: claim("A", "a", "p. 1")("open"), "check: 'open' is not allowed; it must be a function"),
]


@pytest.mark.parametrize(("make", "why"), REFUSED)
def test_malformed_values_are_refused_in_one_sentence(make: Any, why: str) -> None:
    with pytest.raises((TypeError, ValueError), match=why) as caught:
        make()
    assert "\n" not in str(caught.value)
    str(caught.value).encode()


@pytest.mark.parametrize("kind", [np.int64, np.uint8, int])
def test_integers_of_numpy_are_integers(kind: Any) -> None:
    verdict = refuted("x", kind(7), WITNESS)
    assert (verdict.cases, type(verdict.cases)) == (7, int)
    assert refuted("x", kind(0), WITNESS).status is Status.OPEN
    assert json.dumps(Table(["n"], [[kind(7)]], marked=[(kind(0), kind(0))]).as_json())


HEAD = '''"""Returns."""
import sys
from fractions import Fraction
import numpy as np
from gametheory import Text, check_all, claim
from gametheory.claims import Verdict, Witness, prove, refuted
from gametheory.claims.evidence import Table

class Odd:
    def __str__(self):
        raise ArithmeticError("no text")
    __repr__ = __str__

def shown(*cells):
    return check_all([1], bool, "x", None, Table([str(n) for n in range(len(cells))], [cells]))

@claim("GOOD", "true", "p. 1")
def good():
    return check_all(range(9), lambda n: n < 9, "0 to 8")
'''
# what a check returns: the status, the reason
RETURNED = {
    "check_all([np.int64(7)], bool)": ("verified", ""),
    "shown(np.int64(7), Fraction(1, 3), np.float64(0.5), None, float('nan'))": (
        "verified",
        "",
    ),
    "check_all([1], bool, 'x', None, 'text')": ("open", "evidence, entry 1: 'text' is not allowed; it must be Text"),
    "check_all([1], bool, chr(0xD800))": ("open", "half of a surrogate pair"),
    "shown(Odd())": (
        "open",
        "cannot be written as JSON: ArithmeticError: no text",
    ),
    "shown({(1, 2): 3})": (
        "open",
        "cannot be written as JSON: TypeError",
    ),
    "shown([chr(0xD800)])": (
        "open",
        "cannot be written as JSON: UnicodeEncodeError",
    ),
    "shown(10**30000)": (
        "open",
        "cannot be written as JSON: ValueError",
    ),
    "True": ("open", "the check returned True, which is not a verdict; return the result of prove, argue, check_all"),
    "None": ("open", "the check returned None, which is not a verdict"),
    "'proved'": ("open", "the check returned 'proved', which is not a verdict"),
    "Verdict": ("open", "which is not a verdict"),
    "Odd()": ("open", "the check returned a value of type Odd, which is not a verdict"),
    "(_ for _ in ()).throw(ValueError(chr(0xD800)))": ("open", "ValueError: \\ud800"),
}


def test_whatever_a_check_returns_can_be_written_in_every_format(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("PYTHONUTF8", "1")
    returning = "\n@claim('R{number}', 'returned', 'p. 2')\ndef returned():\n    return {value}\n"
    claims = [returning.format(number=number, value=value) for number, value in enumerate(RETURNED)]
    (tmp_path / "a.py").write_text(HEAD + "".join(claims))
    assert main(["check", str(tmp_path), "--json", "--junit", str(tmp_path / "claims.xml")]) == 1
    text = capsys.readouterr().out
    text.encode()
    manifest = json.loads(text)
    good, *found = manifest["claims"]
    assert good["status"] == "verified"
    for item, (status, reason) in zip(found, RETURNED.values(), strict=True):
        assert item["status"] == status
        assert reason in (item["evidence"][0]["text"] if reason else "")
    for extension, render in OUTPUT_FORMATS.items():
        (tmp_path / f"report{extension}").write_text(render(manifest), encoding="utf-8")


def test_a_docstring_with_half_of_a_surrogate_pair_can_be_written(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "a.py").write_text(HEAD.replace("Returns.", "Half \\ud800."))
    refused = sys.version_info >= (3, 13)  # by Python itself: the file cannot be imported
    assert main(["check", str(tmp_path), "--json"]) == refused
    (found,) = json.loads(capsys.readouterr().out)["claims"]
    assert found["source"] == ("a.py" if refused else "Half \\ud800")
    assert found["status"] == ("open" if refused else "verified")


def test_a_claim_with_a_malformed_statement_is_an_entry_of_its_file(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "a.py").write_text(f"{HEAD}\nclaim('A', 'half ' + chr(0xD800), 'p. 1')(good)\n")
    assert main(["check", str(tmp_path), "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["claims"]
    assert (found["id"], found["status"]) == ("a.py", "open")
    assert "ValueError: statement: " in found["evidence"][0]["text"]
