"""The cache of verdicts: entries are reused as long as no dependency changes, and never otherwise."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gametheory import Text
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import collect_all
from gametheory.claims.dependencies import DependencyHash
from gametheory.cli import main
from gametheory.storage.store import FOLDER, DiskStore

CLAIMS = '''"""A source."""
from pathlib import Path
import _shared
from gametheory import claim, check_all

@claim("A.1", "small", "p. 1")
def small():
    log = Path(__file__).parent.parent / "log"
    log.write_text((log.read_text() if log.exists() else "") + "checked ")
    return check_all(range(9), lambda n: n < _shared.MOST, "0 to 8")

@claim("A.2", "open", "p. 2", expected="open")
def fails():
    raise ArithmeticError("no")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "a.py").write_text(CLAIMS)
    (claims / "b.py").write_text(
        "from gametheory import claim, verified\nONE = claim('B.1', 'so', '')(lambda: verified('one', 1))\n"
    )
    (claims / "_shared.py").write_text("MOST = 9\n")
    (claims / "data.tsv").write_text("1\t2\n")
    return claims


def checked(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict]:
    """Return how often A.1 has been checked so far, and the manifest without times."""
    main(["check", str(folder), "--json", *options])
    document = json.loads(capsys.readouterr().out)
    for item in document["claims"]:
        del item["seconds"]
    log = folder.parent / "log"
    return log.read_text().split().count("checked") if log.exists() else 0, document


def test_unchanged_claims_are_not_checked_again(folder, capsys):
    first, second = checked(folder, capsys), checked(folder, capsys)
    assert first[0] == second[0] == 1
    assert first[1] == second[1]
    assert checked(folder, capsys, "--fresh")[0] == 2
    assert checked(folder, capsys, "--deep")[0] == 3


def test_cached_verdicts_survive_moving_the_folder(folder, capsys):
    first = checked(folder, capsys)
    (folder.parent / "elsewhere").mkdir()
    times, document = checked(folder.rename(folder.parent / "elsewhere" / "moved"), capsys)
    assert not (folder.parent / "elsewhere" / "log").exists()
    assert times == 0
    assert [item["status"] for item in document["claims"]] == [item["status"] for item in first[1]["claims"]]


def test_the_number_of_cached_verdicts_is_printed(folder, capsys):
    main(["check", str(folder)])
    assert "from the cache" not in capsys.readouterr().out
    main(["check", str(folder)])
    assert "2 verdicts from the cache: no dependency has changed; --fresh ignores the cache" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["a.py", "_shared.py", "data.tsv"])
def test_changed_dependencies_are_checked_again(folder, capsys, name):
    checked(folder, capsys)
    (folder / name).write_text((folder / name).read_text() + "\n")
    assert checked(folder, capsys)[0] == 2


def test_a_change_that_matters_changes_the_verdict(folder, capsys):
    checked(folder, capsys)
    (folder / "_shared.py").write_text("MOST = 5  # another length: Python compares times in whole seconds\n")
    command = [sys.executable, "-m", "gametheory", "check", str(folder), "-k", "A.1", "--json"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False
    )  # in a new process, because modules stay loaded
    [first] = json.loads(done.stdout)["claims"]
    assert (first["status"], first["witness"]["case"]) == ("refuted", "5")


def test_files_that_are_not_imported_are_no_dependencies(folder, capsys):
    checked(folder, capsys)
    (folder / "b.py").write_text((folder / "b.py").read_text() + "\n")
    (folder / "_other.py").write_text("MOST = 1\n")
    (folder / ".hidden").write_text("")
    assert checked(folder, capsys)[0] == 1


def test_outputs_in_the_folder_are_no_dependencies(folder, capsys):
    for _ in range(2):
        assert checked(folder, capsys, "--junit", str(folder / "junit.xml"))[0] == 1


def test_an_open_verdict_is_never_cached(folder, capsys):
    checked(folder, capsys)
    texts = [path.read_text() for path in (folder / FOLDER).rglob("*.json")]
    assert len(texts) == 2
    assert not any("open" in text for text in texts)


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe", b"x" * 64 + b"\n{}", None])
def test_a_damaged_cache_file_is_ignored(folder, capsys, damage):
    first = checked(folder, capsys)[1]
    for path in (folder / FOLDER).rglob("*.json"):
        path.write_bytes(path.read_bytes().replace(b'"cases": 9', b'"cases": 8') if damage is None else damage)
    count, document = checked(folder, capsys)
    assert (count, document) == (2, first)


WHOLE = {"status": "verified", "scope": "", "cases": 1, "evidence": [], "witness": None, "correction": None}


@pytest.mark.parametrize(
    "entry",
    [
        {"verdict": {"status": "proved"}, "seconds": "soon"},
        {"verdict": WHOLE | {"evidence": ["headings"]}, "seconds": 1},
        {"verdict": WHOLE | {"evidence": [{"kind": "table", "headings": "ab", "rows": [5]}]}, "seconds": 1},
        {"verdict": WHOLE | {"correction": ["n"]}, "seconds": 1},
        ["verdict"],
        7,
    ],
)
def test_cache_entries_of_another_form_are_ignored(capsys, folder, entry):
    checked(folder, capsys)
    store = DiskStore(folder / FOLDER)
    for path in (folder / FOLDER).rglob("*.json"):
        store.put(path.stem, entry)
    assert checked(folder, capsys)[0] == 2


@pytest.mark.parametrize("entry", [["a text"], [{"kind": "text"}], {"kind": "text"}, 7])
def test_cached_appendices_of_another_form_are_ignored(tmp_path, entry):
    (tmp_path / "shown.py").write_text(
        '''"""A page."""
from gametheory import Text, appendix, check_all, claim
@claim("C", "small", "p. 1")
def small():
    return check_all(range(9), lambda n: n < 9, "0 to 8")
@appendix("D", "An appendix")
def section():
    return [Text("as it is")]
'''
    )
    ((_, found),) = collect_all(tmp_path).appendices
    for _ in range(2):
        assert VerdictCache(tmp_path).evidence(found) == [Text("as it is")]
        for path in (tmp_path / FOLDER).rglob("*.json"):
            DiskStore(tmp_path / FOLDER).put(path.stem, entry)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_without_write_permission_nothing_is_cached(folder, capsys):
    folder.chmod(0o500)
    try:
        assert checked(folder, capsys)[0] == checked(folder, capsys)[0] - 1 == 1
    finally:
        folder.chmod(0o700)


def test_imports_are_followed_through_packages_and_functions(tmp_path):
    (tmp_path / "pack").mkdir()
    for name, text in {
        "claims.py": "def check():\n    from pack import inner\n",
        "pack/__init__.py": "",
        "pack/inner.py": "from . import deeper\nfrom .deeper import x\n",
        "pack/deeper.py": "x = 1\n",
        "pack/apart.py": "x = 1\n",
    }.items():
        (tmp_path / name).write_text(text)
    before = DependencyHash(tmp_path).digest("claims.py")
    (tmp_path / "pack" / "apart.py").write_text("x = 2\n")
    assert DependencyHash(tmp_path).digest("claims.py") == before
    for name in ("pack/__init__.py", "pack/inner.py", "pack/deeper.py"):
        (tmp_path / name).write_text((tmp_path / name).read_text() + "# changed\n")
        after = DependencyHash(tmp_path).digest("claims.py")
        assert after != before
        before = after


def test_packages_next_to_this_one_are_not_first_party_code(tmp_path, monkeypatch):
    for name, text in {
        "site/gametheory/core.py": "import other\n",
        "site/other.py": "x = 1\n",
        "claims/claims.py": "import other\nfrom gametheory import core\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr("gametheory.claims.dependencies.PACKAGE", tmp_path / "site" / "gametheory")
    before = DependencyHash(tmp_path / "claims").digest("claims.py")
    (tmp_path / "site" / "other.py").write_text("x = 2\n")
    assert DependencyHash(tmp_path / "claims").digest("claims.py") == before
    (tmp_path / "site" / "gametheory" / "core.py").write_text("x = 2\n")
    assert DependencyHash(tmp_path / "claims").digest("claims.py") != before


def test_another_version_of_a_package_is_a_change(folder, capsys, tmp_path, monkeypatch):
    checked(folder, capsys)
    (tmp_path / "site" / "z3_solver-99.0.dist-info").mkdir(parents=True)
    about = tmp_path / "site" / "z3_solver-99.0.dist-info" / "METADATA"
    about.write_text("Metadata-Version: 2.1\nName: z3-solver\nVersion: 99.0\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert checked(folder, capsys)[0] == 2
