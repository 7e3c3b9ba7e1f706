"""`gametheory check` notices edited, deleted and added files in the folder `certificates` of a claims folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims.session import check
from gametheory.cli import main

CLAIMS = '''"""A source."""
from sympy import Symbol
from gametheory.claims import Correction, Witness, check_all, claim, prove, refuted
from gametheory.prove.smt import for_all

x = Symbol("x", integer=True)

@claim("A", "squares", "p. 1")
def squares():
    return prove(for_all([x], [], x**2 >= x, "square"))

@claim("B", "all", "p. 2", expected="corrected")
def corrected():
    cube = prove(for_all([x], [x > 1], x**3 > x, "cube"))
    return refuted("0", 1, Witness("0", "no"), correction=Correction("some", cube))

@claim("V", "one case", "p. 3")
def case():
    return check_all([1], bool, "one case")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(CLAIMS)
    (tmp_path / "certificates").mkdir()
    run = check(tmp_path, record=True)
    assert run.all_match_expected
    assert sorted(path.name for path in (tmp_path / "certificates").iterdir()) == ["cube.smt2", "square.smt2"]
    return tmp_path


def test_unchanged_certificates_are_accepted(folder: Path) -> None:
    assert check(folder).problems == ()
    assert check(folder, fresh=True).all_match_expected


def test_an_edited_certificate_is_noticed(folder: Path) -> None:
    certificates = folder / "certificates"
    for name, claims in {"square.smt2": [None, "A"], "cube.smt2": [None, "B"]}.items():
        before = (certificates / name).read_bytes()
        for content in (before + b"\n", b"\xff"):
            (certificates / name).write_bytes(content)
            for select in claims:
                run = check(folder, select)
                assert not run.all_match_expected
                said = f"1 certificate ({name}): not what was discharged in {certificates}"
                assert run.problems[0].startswith(said)
            assert check(folder, "V").all_match_expected
        (certificates / name).write_bytes(before)


def test_a_deleted_certificate_and_one_of_no_claim_are_noticed_and_recorded(folder: Path, capsys: Any) -> None:
    certificates = folder / "certificates"
    (certificates / "cube.smt2").unlink()
    (certificates / "lie.smt2").write_text("(check-sat)")
    assert main(["check", str(folder)]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "1 certificate (cube.smt2): missing in" in printed
    assert "1 certificate (lie.smt2): of no claim" in printed
    assert main(["check", str(folder), "--json"]) == 1
    assert "cube.smt2" in json.loads(capsys.readouterr().out)["problems"][0]
    assert check(folder, "A").problems == ()
    assert main(["check", str(folder), "--record"]) == 0
    assert sorted(path.name for path in certificates.iterdir()) == ["cube.smt2", "square.smt2"]
    assert main(["check", str(folder)]) == 0


def test_without_the_folder_nothing_is_compared_or_written(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CLAIMS)
    assert check(tmp_path, record=True).problems == ()
    assert not (tmp_path / "certificates").exists()


def test_one_name_for_two_obligations_is_a_problem(folder: Path) -> None:
    other = CLAIMS.replace('"A", "squares"', '"A2", "squares"').replace("[], x**2 >= x", "[], x**2 >= -x")
    (folder / "b.py").write_text(other.split('@claim("B"')[0])
    problems = check(folder).problems
    assert any("1 certificate (square.smt2): two texts" in line for line in problems)


def test_a_source_folder_has_its_own_subfolder(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "__init__.py").write_text('"""A book."""')
    (tmp_path / "book" / "a.py").write_text(CLAIMS)
    (tmp_path / "certificates").mkdir()
    assert check(tmp_path, record=True).all_match_expected
    for name in ("square.smt2", "cube.smt2"):  # the second is of a correction
        assert (tmp_path / "certificates" / "book" / name).is_file()
    (tmp_path / "certificates" / "book" / "lie.smt2").write_text("")
    (tmp_path / "certificates" / "other.smt2").write_text("")
    assert "2 certificates (book/lie.smt2, other.smt2): of no claim" in check(tmp_path).problems[0]
    assert "1 certificate (book/lie.smt2): of no claim" in check(tmp_path / "book").problems[0]
