"""`gametheory.check`: the Python front door to checking a folder of claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gametheory
from gametheory.claims import ClaimsError, Status
from gametheory.claims.session import Options, check_with
from gametheory.claims.sources import ClaimsFolder, FolderState

SQUARES = '''"""Squares."""
from pathlib import Path
from gametheory import Text, appendix, check_all, claim

@claim("S.2", "Squares are at least 4.", "p. 2", uses=["C.1"])
def large(deep=False):
    log = Path(__file__).parent.parent / "log"
    with log.open("a") as file:
        file.write("checked ")
    return check_all(range(2, 99 if deep else 9), lambda x: x * x > 3, "2 to 98" if deep else "2 to 8")

@claim("S.1", "A square exceeds its root.", "p. 1", expected="refuted")
def greater():
    return check_all(range(9), lambda x: x * x > x, "0 to 8")

@appendix("list", "A list of squares")
def squares():
    return [Text("0, 1, 4")]
'''
CUBES = '''"""Cubes."""
from gametheory import check_all, claim

@claim("C.1", "A cube is odd.", "p. 3")
def odd():
    return check_all(range(1, 9), lambda x: x**3 % 2 == 1, "1 to 8")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with two files of claims."""
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "squares.py").write_text(SQUARES)
    (claims / "cubes.py").write_text(CUBES)
    return claims


def times_checked(folder: Path) -> int:
    log = folder.parent / "log"
    return len(log.read_text().split()) if log.exists() else 0


@pytest.mark.parametrize("workers", [1, 2])
def test_results_are_in_the_order_of_the_claims(folder: Path, workers: int) -> None:
    run = gametheory.check(folder, workers=workers)
    assert [result.claim.id for result in run.results] == ["C.1", "S.2", "S.1"]
    assert [result.source for result in run.results] == ["Cubes", "Squares", "Squares"]
    assert run.counts == {"proved": 0, "argued": 0, "verified": 1, "corrected": 0, "refuted": 2, "open": 0}
    assert (run.folder, run.deep, run.appendices) == (folder, False, ())


def test_a_refuted_claim_has_a_witness_and_may_be_expected(folder: Path) -> None:
    run = gametheory.check(str(folder))
    assert run["S.1"].verdict.witness is not None
    assert run["S.1"].verdict.witness.case == "0"
    assert run["S.1"].matches_expected
    assert (run["C.1"].verdict.status, run["C.1"].matches_expected) == (Status.REFUTED, False)
    assert (run["S.2"].verdict.status, run["S.2"].dependencies_hold) == (Status.VERIFIED, False)
    assert not run.all_match_expected
    assert gametheory.check(folder, "S.1").all_match_expected
    with pytest.raises(KeyError):
        run["S.3"]


def test_a_selection_includes_dependencies(folder: Path) -> None:
    assert [result.claim.id for result in gametheory.check(folder, "s.2").results] == ["C.1", "S.2"]
    assert [result.claim.id for result in gametheory.check(folder, select="exceeds").results] == ["S.1"]


def test_verdicts_are_cached(folder: Path) -> None:
    assert gametheory.check(folder).cached == 0
    assert gametheory.check(folder).cached == 3
    assert times_checked(folder) == 1
    assert gametheory.check(folder, fresh=True).cached == 0
    assert times_checked(folder) == 2


def test_deep_checks_cover_the_larger_range(folder: Path) -> None:
    assert gametheory.check(folder)["S.2"].verdict.cases == 7
    run = gametheory.check(folder, deep=True)
    assert (run["S.2"].verdict.cases, run.deep) == (97, True)


def test_appendices_are_made_on_request(folder: Path) -> None:
    ((source, section, evidence),) = check_with(Options(appendices=True), [folder]).appendices
    assert (source, section.title, evidence) == ("Squares", "A list of squares", (gametheory.Text("0, 1, 4"),))


def test_progress_is_reported(folder: Path) -> None:
    steps: list[tuple[int, int, str]] = []
    check_with(Options(progress=lambda *step: steps.append(step)), [folder], workers=1)
    assert steps == [(1, 3, "C.1"), (2, 3, "S.2"), (3, 3, "S.1")]


def test_json_has_the_keys_of_the_command(folder: Path) -> None:
    document = gametheory.check(folder, "S.1", deep=True).as_json()
    assert document["counts"]["refuted"] == 1
    (item,) = document["claims"]
    assert (item["status"], item["grounded"], item["matches_expected"]) == ("refuted", False, True)
    assert item["command"] == f"gametheory check {folder} -k S.1 --deep"


def test_the_command_of_a_claim_names_it_alone(tmp_path: Path) -> None:
    """Two files have the same id, one of which is refuted; a third id is in one file only."""
    lines = '"Sums."\nfrom gametheory import check_all, claim\n'
    equal = 'claim("S", "It is small.", "p. 1")(lambda: check_all(range(5), lambda n: n < {}))\n'
    for name, limit in (("a.py", 9), ("b.py", 3)):
        (tmp_path / name).write_text(lines + equal.format(limit))
    (tmp_path / "c.py").write_text(lines + equal.replace('"S"', '"T"').format(9))
    found = gametheory.check(tmp_path).as_json()["claims"]
    addresses = [f"{tmp_path}/a.py::S", f"{tmp_path}/b.py::S", f"{tmp_path}/c.py::T"]
    assert [item["address"] for item in found] == addresses
    selected = [*addresses[:2], f"{tmp_path} -k T"]
    assert [item["command"] for item in found] == [f"gametheory check {each}" for each in selected]
    statuses = [[each.verdict.status.value for each in check_with(Options(), [address])] for address in addresses]
    assert statuses == [["verified"], ["refuted"], ["verified"]]


def test_a_folder_that_cannot_be_checked_raises(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ClaimsError, match="there is no such folder"):
        gametheory.check(tmp_path / "missing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ClaimsError, match="no claim found"):
        gametheory.check(tmp_path / "empty")
    with pytest.raises(ClaimsError, match=r"-k prime: no claim matches"):
        gametheory.check(folder, "prime")
    with pytest.raises(ClaimsError, match=r"-k .S.1 and.: .*expected not OR left parenthesis"):
        gametheory.check(folder, "S.1 and")


def test_a_run_shows_itself(folder: Path) -> None:
    run = gametheory.check([folder / "squares.py", folder / "cubes.py"], "S.1 or C.1")
    assert repr(run) == "C.1  refuted, unexpected\nS.1  refuted\n2 claims: 2 refuted"


def test_libraries_are_known_by_their_versions_and_not_read(folder: Path, tmp_path: Path, monkeypatch: Any) -> None:
    """With site-packages in PYTHONPATH, a check would otherwise read thousands of files."""
    library = tmp_path / "site-packages"
    library.mkdir()
    (library / "cubes_library.py").write_text("one = 1")
    monkeypatch.syspath_prepend(str(library))

    def hashed() -> str:
        return FolderState(ClaimsFolder(folder), False, ()).hash

    (folder / "cubes.py").write_text(f"import cubes_library\n{CUBES}")
    first = hashed()
    (library / "cubes_library.py").write_text("one = 2")
    assert hashed() == first
    (library / "cubes_library-2.dist-info").mkdir()
    assert hashed() != first
