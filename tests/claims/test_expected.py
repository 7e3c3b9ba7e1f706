"""The file of expected verdicts: a run compares with it, and `gametheory check --record` writes it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gametheory
from gametheory.claims import Correction, Status, Witness, prove, refuted
from gametheory.claims import provers as module
from gametheory.claims.results import Expectations, Result, read_expected
from gametheory.cli import main
from gametheory.prove.statement import Statement

CLAIMS = '''"""A source."""
from gametheory import check_all, claim, open_
from pathlib import Path

LIMIT = 9

@claim("Z", "true", "p. 1", uses=["A"])
def true():
    return check_all(range(9), lambda n: n < LIMIT, "0 to 8")

@claim("A", "false", "p. 2"EXPECTED)
def false():
    return check_all(range(9), lambda n: n < 5, "0 to 8")
'''
OTHER = '"""Another."""\nfrom gametheory import check_all, claim, open_\n'
M = "claim('M', 'also true', '')(lambda: check_all([1], bool, 'one'))\n"
OPEN = "claim('O', 'unknown', ''EXPECTED)(lambda: open_('no idea'))\n"
RECORD = "id\tstatus\nZ\tverified\nA\trefuted\nM\tverified\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Any) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims").mkdir()
    write(tmp_path / "claims", "")
    (tmp_path / "claims" / "b.py").write_text(OTHER + M)
    return tmp_path / "claims"


def write(folder: Path, expected: str) -> None:
    (folder / "a.py").write_text(CLAIMS.replace("EXPECTED", expected and f', expected="{expected}"'))


def refused(capsys: Any, *arguments: str) -> str:
    """Return the message of a command that is refused in one line."""
    assert main(["check", "claims", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    return str(printed.err)


def test_a_recorded_run_agrees_with_itself(folder: Path, capsys: Any) -> None:
    assert main(["check", "claims"]) == 1
    capsys.readouterr()
    assert main(["check", "claims", "--record"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "wrote claims/expected.tsv"
    assert (folder / "expected.tsv").read_text() == RECORD
    assert main(["check", "claims", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["problems"] == []
    found = [(item["id"], item["expected"], item["matches_expected"], item["kept"]) for item in document["claims"]]
    assert found == [("Z", "verified", True, True), ("A", "refuted", True, True), ("M", "verified", True, True)]


def test_recording_is_repeated_without_a_change_and_without_other_output(folder: Path, capsys: Any) -> None:
    for _ in range(2):
        assert main(["check", "claims", "--record", "--json", "--deep"]) == 0
        claims = json.loads(capsys.readouterr().out)["claims"]
        assert [(item["expected"], item["matches_expected"]) for item in claims][1] == ("refuted", True)
        assert (folder / "expected.tsv").read_text() == RECORD
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == ["a.py", "b.py", "expected.tsv"]


DIFFERENCES = [
    (RECORD.replace("A\trefuted", "A\tverified"), "A  expected verified, found refuted"),
    (RECORD.replace("M\tverified", "M\tproved"), "M  expected proved, found verified"),
    (
        RECORD.replace("M\tverified\n", ""),
        "1 claim (M): not in claims/expected.tsv; `gametheory check claims --",
    ),
    (
        "id\tstatus\nA\trefuted\n",
        "2 claims (Z, M): not in claims/expected.tsv; `gametheory check claims --record` writes",
    ),
    (
        RECORD + "X\topen\n",
        "1 claim (X): in claims/expected.tsv, and nowhere declared; `gametheory check claims --record`",
    ),
    (RECORD + "".join(f"X{n}\topen\n" for n in range(7)), "7 claims (X0, X1, X2, X3, X4 and 2 more): in claims/e"),
]


def test_a_difference_is_a_failure_in_every_output(folder: Path, capsys: Any) -> None:
    outputs = ["r.html", "r.md", "r.json"]
    for record, said in DIFFERENCES:
        (folder / "expected.tsv").write_text(record)
        assert main(["report", "claims", *(word for name in outputs for word in ("-o", name))]) == 1
        assert " ".join(said.split()) in " ".join(capsys.readouterr().out.split())
        for line in json.loads(Path("r.json").read_text())["problems"]:
            assert line.startswith(said)
        for name in ("r.html", "r.md"):
            assert "All verdicts match" not in Path(name).read_text()
            assert said.split("(")[0].split("  ")[-1] in Path(name).read_text()
    (folder / "expected.tsv").write_text(RECORD)
    assert main(["check", "claims"]) == 0


def test_python_sees_the_differences(folder: Path) -> None:
    (folder / "expected.tsv").write_text(RECORD + "X\topen\n")
    run = gametheory.check("claims")
    assert (len(run.problems), run.all_match_expected, run.as_json()["problems"]) == (1, False, list(run.problems))
    assert gametheory.check("claims", record=True).all_match_expected
    assert gametheory.check("claims").problems == ()


def test_a_selection_is_compared_and_recorded_alone(folder: Path, capsys: Any) -> None:
    (folder / "expected.tsv").write_text("id\tstatus\nX\topen\nM\tproved\nA\trefuted\n")
    assert main(["check", "claims", "-k", "A"]) == 0
    assert main(["check", "claims", "-k", "M"]) == 1
    assert main(["check", "claims", "-k", "Z"]) == 1  # not listed
    assert main(["check", "claims", "-k", "Z", "--record"]) == 0
    assert (folder / "expected.tsv").read_text() == "id\tstatus\nZ\tverified\nA\trefuted\nM\tproved\nX\topen\n"
    assert main(["check", "claims", "-k", "Z"]) == 0
    (folder / "expected.tsv").unlink()
    assert main(["check", "claims", "-k", "M", "--record"]) == 0
    assert (folder / "expected.tsv").read_text() == "id\tstatus\nM\tverified\n"


def test_the_claim_and_the_file_must_agree(folder: Path, capsys: Any) -> None:
    (folder / "expected.tsv").write_text(RECORD)
    write(folder, "refuted")
    assert main(["check", "claims"]) == 0
    (folder / "expected.tsv").write_text(RECORD.replace("A\trefuted", "A\tproved"))
    capsys.readouterr()
    assert refused(capsys) == (
        "gametheory: A expects refuted in a.py:11 and proved in claims/expected.tsv; remove one of them\n"
    )
    assert main(["check", "claims", "--record"]) == 0
    assert (folder / "expected.tsv").read_text() == RECORD
    write(folder, "verified")
    (folder / "expected.tsv").unlink()
    capsys.readouterr()
    assert refused(capsys, "--record") == "gametheory: A expects verified and is refuted; nothing was recorded\n"
    assert not (folder / "expected.tsv").exists()


def test_an_open_verdict_is_recorded_only_if_the_claim_expects_it(folder: Path, capsys: Any) -> None:
    (folder / "b.py").write_text(OTHER + OPEN.replace("EXPECTED", ""))
    message = 'gametheory: O is open, and its claim does not say expected="open"; nothing was recorded\n'
    assert refused(capsys, "--record") == message
    assert not (folder / "expected.tsv").exists()
    (folder / "b.py").write_text(OTHER + OPEN.replace("EXPECTED", ", expected='open'"))
    assert main(["check", "claims", "--record"]) == 0
    assert "O\topen\n" in (folder / "expected.tsv").read_text()
    (folder / "b.py").write_text(OTHER + OPEN.replace("EXPECTED", ""))
    assert main(["check", "claims"]) == 0, "the file says so"
    (folder / "b.py").write_text(OTHER + M.replace("check_all([1], bool, 'one')", "1 / 0"))
    (folder / "expected.tsv").write_text(RECORD)
    capsys.readouterr()
    assert "M is open" in refused(capsys, "--record")
    assert (folder / "expected.tsv").read_text() == RECORD


@pytest.mark.parametrize("options", [[], ["-k", "A"]])
def test_a_file_that_breaks_is_never_recorded_nor_expected(folder: Path, capsys: Any, options: list[str]) -> None:
    (folder / "expected.tsv").write_text(RECORD + "b.py\topen\n")
    (folder / "b.py").write_text("1 / 0")
    assert refused(capsys, "--record", *options) == (
        "gametheory: claims/b.py, line 1: ZeroDivisionError: division by zero; nothing was recorded\n"
    )
    assert (folder / "expected.tsv").read_text() == RECORD + "b.py\topen\n"
    assert main(["check", "claims", "--json", *options]) == 1
    document = json.loads(capsys.readouterr().out)
    (broken,) = [item for item in document["claims"] if item["id"] == "b.py"]
    assert (broken["expected"], broken["matches_expected"]) == (None, False)
    assert document["problems"] == [], "M can be in the file that breaks"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "line 1: it is not the word id, a tab and the word status"),
        (b"Z\tverified\n", "line 1: it is not the word id, a tab and the word status"),
        (b"id\tstatus\nZ\tsure\n", r"line 2: 'Z\tsure' is not an id, a tab and a status"),
        (b"id\tstatus\nZ verified\n", "line 2: 'Z verified' is not an id, a tab and a status"),
        (b"id\tstatus\n\n", "line 2: '' is not an id, a tab and a status"),
        (b"id\tstatus\nZ\tverified\tx\n", r"line 2: 'Z\tverified\tx' is not an id, a tab and a status"),
        (b"id\tstatus\nZ\tVerified\n", r"line 2: 'Z\tVerified' is not an id, a tab and a status"),
        (b"id\tstatus\n\tverified\n", r"line 2: '\tverified' is not an id, a tab and a status"),
        (b"id\tstatus\nZ\tverified\nA\topen\nZ\topen\n", "line 4: Z occurs twice"),
        (b"id\tstatus\n\xff\tverified\n", "it is not UTF-8 text"),
    ],
)
def test_a_malformed_file_is_refused_and_kept(folder: Path, capsys: Any, text: bytes, why: str) -> None:
    (folder / "expected.tsv").write_bytes(text)
    for options in ([], ["--record"], ["-k", "Z"]):
        message = refused(capsys, *options)
        assert why in message
        assert all(status in message for status in Status)
        assert (folder / "expected.tsv").read_bytes() == text


def test_a_file_that_cannot_be_read_or_written_is_refused(folder: Path, capsys: Any) -> None:
    (folder / "expected.tsv").mkdir()
    for options in ([], ["--record"]):
        assert "claims/expected.tsv: " in refused(capsys, *options)
    (folder / "expected.tsv").rmdir()


def test_line_ends_of_windows_are_read(folder: Path) -> None:
    (folder / "expected.tsv").write_bytes(RECORD.replace("\n", "\r\n").encode())
    assert read_expected(folder / "expected.tsv") == {
        "Z": "verified",
        "A": "refuted",
        "M": "verified",
    }
    assert main(["check", "claims"]) == 0


def test_a_source_folder_is_recorded_in_its_claims_folder(folder: Path) -> None:
    (folder / "book").mkdir()
    (folder / "book" / "__init__.py").write_text('"""A book."""\n')
    (folder / "book" / "one.py").write_text(OTHER + M.replace("'M'", "'N'"))
    assert main(["check", "claims/book", "--record"]) == 0  # alone, as long as the claims folder has no file
    assert (folder / "book" / "expected.tsv").read_text() == "id\tstatus\nN\tverified\n"
    assert main(["check", "claims/book"]) == 0
    assert main(["check", "claims", "--record"]) == 2
    (folder / "book" / "expected.tsv").unlink()
    (folder / "expected.tsv").write_text(RECORD)
    assert main(["check", "claims/book"]) == 1
    assert main(["check", "claims/book", "--record"]) == 0
    assert (folder / "expected.tsv").read_text() == RECORD + "N\tverified\n"
    assert main(["check", "claims"]) == 0


CORRECTED = """from gametheory import Correction, Witness, check_all, claim, open_, refuted
@claim("C", "false", "p. 1")
def corrected():
    return refuted("0", 1, Witness("0", "no"), correction=Correction("so", FIXED))
"""


def test_a_correction_that_sinks_or_is_gone_is_a_difference(folder: Path, capsys: Any) -> None:
    for name in ("a.py", "b.py"):
        (folder / name).unlink()
    path = folder / "c.py"
    path.write_text(CORRECTED.replace("FIXED", "check_all(range(9), lambda n: n < 9)"))
    assert main(["check", "claims", "--record"]) == 0
    assert (folder / "expected.tsv").read_text() == "id\tstatus\nC\trefuted (verified)\n"
    assert main(["check", "claims"]) == 0
    path.write_text(CORRECTED.replace("FIXED", "open_('not tried')"))
    assert main(["check", "claims"]) == 1
    assert "expected refuted (verified) in claims/expected.tsv, found refuted (open)" in capsys.readouterr().out
    path.write_text(CORRECTED.replace(', correction=Correction("so", FIXED)', ""))
    assert main(["check", "claims"]) == 1
    assert "expected refuted (verified) in claims/expected.tsv, found refuted" in capsys.readouterr().out


@pytest.mark.parametrize("rocq", [True, False])
def test_a_correction_that_awaits_the_kernel_keeps_its_record(tmp_path: Path, monkeypatch: Any, rocq: bool) -> None:
    """Elsewhere the theorem makes it *proved*."""
    monkeypatch.setattr(module, "find_program", lambda: "Rocq" if rocq else None)
    square = Statement("a square", (("x", "Int"),), (), "(>= (* x x) x)")
    verdict = refuted("0", 1, Witness("0", "no"), correction=Correction("so", prove(square)))
    item = gametheory.claim("C", "false", "p. 1", theorems=["sums/Two.less"])(lambda: verdict)
    result = Result(replace(item, expected=Status.CORRECTED), "a source", verdict, True, 0.0)
    file = tmp_path / "expected.tsv"
    file.write_text("id\tstatus\nC\tcorrected (argued)\n")
    assert bool(Expectations(file).problems([result], ["C"], whole=True)) is rocq
    Expectations(file, recording=True).record([result], ["C"], whole=True)
    assert file.read_text() == f"id\tstatus\nC\tcorrected ({'proved' if rocq else 'argued'})\n"
