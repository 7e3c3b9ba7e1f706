"""A subfolder with an `__init__.py` is one source, whose files declare claims, import each other and break alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest

from gametheory.claims import ClaimsError
from gametheory.claims.processes import collect
from gametheory.claims.results import read_expected
from gametheory.claims.session import check
from gametheory.claims.sources import ClaimsFolder, FolderState, claims_files, read_overview
from gametheory.cli import main
from gametheory.prove.kernel import read_sources

SYMBOLS = "MOST = 9\n"
CLAIM = """
from gametheory import check_all, claim
IMPORT

@claim("ID", "small", "p. 1")
def small():
    return check_all(range(9), lambda n: n < MOST, "0 to 8")
"""


def claim_text(id: str, imported: str = "from .symbols import MOST", **options: str) -> str:
    text = CLAIM.replace('"small", "p. 1"', f'"small", "p. 1"{options.get("more", "")}')
    return text.replace("ID", id).replace("IMPORT", imported)


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


BOOK = {
    "book/__init__.py": '"""The first book.\n\nMore text."""\n__all__ = ["table", "battle"]\n',
    "book/symbols.py": SYMBOLS,
    "book/battle.py": "from book.symbols import MOST as other\n" + claim_text("B"),
    "book/table.py": claim_text("T"),
    "book/aside.py": claim_text("A", "from _shared import MOST"),
    "book/_helper.py": claim_text("NOT"),
    "second/__init__.py": '"""The second book."""\n',
    "second/table.py": claim_text("S", "from book.symbols import MOST\nfrom . import _own"),
    "second/_own.py": "",
    "_shared.py": SYMBOLS,
    "top.py": '"""A file."""\n' + claim_text("F", "from _shared import MOST"),
}

FILES = {"T": "book/table.py", "B": "book/battle.py", "A": "book/aside.py", "S": "second/table.py", "F": "top.py"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "claims", BOOK)


def checked(folder: Path, capsys: Any, *options: str) -> tuple[int, dict[str, str], set[str]]:
    """Return the exit status, the statuses by id in their order, and the ids that were not cached."""
    status = main(["check", str(folder), "--json", *options])
    claims = json.loads(capsys.readouterr().out)["claims"]
    return (
        status,
        {item["id"]: item["status"] for item in claims},
        {item["id"] for item in claims if not item["kept"]},
    )


def test_the_order_is_that_of_all_and_then_of_names(folder: Path) -> None:
    assert [(source, item.id) for source, item in collect(folder)] == [
        *(("The first book", id) for id in ("T", "B", "A")),
        ("The second book", "S"),
        ("A file", "F"),
    ]


def test_files_are_named_relative_to_the_claims_folder(folder: Path, tmp_path: Path) -> None:
    found = {item.id: item.declared for _, item in collect(folder)}
    assert {id: declared and declared.file for id, declared in found.items()} == FILES
    assert found["B"] is not None
    assert found["B"].place == "book/battle.py:6"
    second = claim_text("B")
    write(folder, {"second/table.py": second.replace(".symbols", "book.symbols")})
    assert [item.id for _, item in collect(folder) if item.id.endswith("B")] == [
        "book/battle.py::B",
        "second/table.py::B",
    ]


def test_a_claim_belongs_to_the_file_that_declares_it_whoever_imports_the_file_first(folder: Path, capsys: Any) -> None:
    write(folder, {"book/table.py": "from . import battle\nfrom second import table\n" + BOOK["book/table.py"]})
    for _ in range(2):
        assert {item.id: item.declared and item.declared.file for _, item in collect(folder)} == FILES
    assert checked(folder, capsys) == (0, dict.fromkeys("TBASF", "verified"), set("TBASF"))


def test_claims_of_a_helper_belong_to_the_importing_file(folder: Path) -> None:
    write(folder, {"book/table.py": "from . import _helper\n" + BOOK["book/table.py"]})
    found = {item.id: item.declared for _, item in collect(folder)}
    assert found["NOT"] is not None
    assert found["NOT"].file == "book/table.py"
    assert found["NOT"].place == "book/table.py:1 (through _helper.py:5)"


@pytest.mark.parametrize("form", ["init", "thread", "loop"])
def test_no_claim_of_a_source_vanishes(folder: Path, form: str) -> None:
    threads = "\nfrom threading import Thread\nthread = Thread(target=lambda: claim('N', 'n', '')(print))\n"
    texts = {
        "init": {"book/__init__.py": '"""Book."""\n' + claim_text("N")},
        "thread": {"book/battle.py": f"{BOOK['book/battle.py']}{threads}thread.start()\nthread.join()\n"},
        "loop": {"book/battle.py": BOOK["book/battle.py"] + "\nfor n in 'NM':\n    claim(n, 'n', '')(print)\n"},
    }
    write(folder, texts[form])
    for _ in range(2):
        assert [item.id for _, item in collect(folder)].count("N") == 1


def test_a_package_of_the_same_name_from_elsewhere_is_not_collected(
    folder: Path, tmp_path: Path, monkeypatch: Any
) -> None:
    write(tmp_path / "elsewhere", {name: text for name, text in BOOK.items() if name.startswith("book/")})
    write(tmp_path / "elsewhere", {"book/table.py": claim_text("ELSEWHERE", "MOST = 9")})
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "elsewhere"))
    assert [item.id for _, item in collect(folder)] == ["T", "B", "A", "S", "F"]


BROKEN = {
    "book/battle.py": (claim_text("B") + "\n1 +", "book/battle.py, line 9: SyntaxError"),
    "book/raises.py": (claim_text("R") + "\n1 / 0", "book/raises.py, line 9: ZeroDivisionError"),
    "book/exits.py": ("import sys\nsys.exit()", "book/exits.py, line 2: SystemExit"),
    "book/leaves.py": ("import os\nos._exit(0)", "book/leaves.py: reading the file ended its process"),
    "book/endless.py": ("while True: pass", "book/endless.py: reading the file did not end within 2 seconds"),
    "second/__init__.py": ("1 / 0", "second/__init__.py, line 1: ZeroDivisionError"),
    "third/__init__.py": ("__all__ = ['batle']", "__init__.py, line ?: ValueError: __all__ names batle"),
}


def test_a_file_that_breaks_is_one_open_entry(folder: Path, capsys: Any, tmp_path: Path) -> None:
    write(folder, {name: text for name, (text, _) in BROKEN.items()})
    options = ["--json", "--junit", str(tmp_path / "r.xml"), "--timeout", "2"]
    assert main(["check", str(folder), *options]) == 1
    found = {item["id"]: item for item in json.loads(capsys.readouterr().out)["claims"]}
    for name, (_, named) in BROKEN.items():
        assert named in found[name]["evidence"][0]["text"]
        assert found[name]["source"] == ("The first book" if "book/" in name else name.partition("/")[0])
    opened = {id for id, item in found.items() if item["status"] == "open"}
    assert opened == {*BROKEN, "second/table.py"}, "no file of the second book runs"
    assert found.keys() - opened == set("TAF")
    failed = {
        case.get("name") for case in parse(tmp_path / "r.xml").iter("testcase") if case.find("failure") is not None
    }
    assert opened <= failed


def test_a_file_that_imports_a_broken_one_is_open_at_the_line_of_the_import(folder: Path) -> None:
    write(folder, {"book/battle.py": "x = (", "book/table.py": "\n\nfrom . import battle\n" + BOOK["book/table.py"]})
    run = check(folder)
    assert [result.claim.id for result in run] == ["book/table.py", "book/battle.py", "A", "S", "F"]
    assert "book/table.py, line 3: SyntaxError" in str(run["book/table.py"].verdict.evidence)


EXPECTED = "id\tstatus\n" + "".join(f"{id}\tverified\n" for id in "TBASF")


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("book/symbols.py", True),
        ("second/__init__.py", True),
        ("_shared.py", True),
        ("top.py", True),
        ("new.py", True),
        ("book/deep/data.tsv", True),
        ("data.tsv", True),
        ("expected.tsv", False),
        ("book/__pycache__/x.pyc", False),
        (".hidden", True),
        (".limits/data.tsv", True),
        ("book/expected.tsv", True),
        ("book/certificates/data.tsv", True),
        ("certificates/data.tsv", True),
        ("certificates/book/A.smt2", False),
        (".git/HEAD", False),
    ],
)
def test_any_file_that_changes_lets_all_claims_be_checked_again(folder: Path, name: str, again: bool) -> None:
    """A claims file can read any file of its folder, in ways that no reading of its text finds."""
    before = FolderState(ClaimsFolder(folder), False, ())
    text = (folder / name).read_text() if (folder / name).exists() else ""
    write(folder, {name: f"{text}\n# changed\n"})
    now = FolderState(ClaimsFolder(folder), False, ())
    assert (now.hash != before.hash) is again
    assert before.is_same() is not again
    (folder / name).unlink()
    assert (FolderState(ClaimsFolder(folder), False, ()).hash != now.hash) is again


def test_a_change_of_what_is_imported_changes_the_verdict(folder: Path, capsys: Any) -> None:
    assert checked(folder, capsys)[1:] == (dict.fromkeys("TBASF", "verified"), set("TBASF"))
    assert checked(folder, capsys)[2] == set()
    write(folder, {"second/table.py": claim_text("S", "MOST = 9"), "book/symbols.py": "MOST = 5  # another length\n"})
    assert checked(folder, capsys)[1:] == (
        {"T": "refuted", "B": "refuted", "A": "verified", "S": "verified", "F": "verified"},
        set("TBASF"),
    )


@pytest.mark.parametrize("expected", [False, True])
def test_one_source_folder_can_be_checked(folder: Path, capsys: Any, monkeypatch: Any, expected: bool) -> None:
    if expected:  # then other sources count as well, because claims can depend on theirs
        write(folder, {"expected.tsv": EXPECTED, "second/more.py": claim_text("M", "MOST = 9", more=', uses=["B"]')})
        write(folder, {"expected.tsv": EXPECTED + "M\tverified\n"})
    ids = {"book": "TBA", "second": "BMS" if expected else "S"}
    for name, found in ids.items():
        assert checked(folder / name, capsys)[:2] == (0, dict.fromkeys(found, "verified"))
        assert list(checked(folder / name, capsys)[2]) == []
        monkeypatch.chdir(folder / name)
        assert checked(Path(), capsys) == (0, dict.fromkeys(found, "verified"), set())
    assert main(["check", str(folder / "book"), "-k", "nothing-has-this-name"]) == 2
    capsys.readouterr()
    write(folder, {"top.py": "1 / 0", "book/battle.py": "1 / 0" if not expected else BOOK["book/battle.py"]})
    status, found_now, _ = checked(folder / "book", capsys)
    assert (status, list(found_now)) == ((0, list("TBA")) if expected else (1, ["T", "book/battle.py", "A"]))


def test_a_source_folder_alone_runs_no_other_file(folder: Path, capsys: Any) -> None:
    write(folder, {"top.py": "open(__file__ + '.log', 'w')"})
    assert checked(folder / "book", capsys)[0] == 0
    assert not list(folder.glob("*.log"))


def test_two_folders_can_have_sources_and_files_of_the_same_name(tmp_path: Path) -> None:
    imported = "from castle_1.symbols import X as MOST, NUMBER"
    two = claim_text("ID", imported).replace('"0 to 8"', "str(NUMBER)")
    for number in (1, 2):
        write(
            tmp_path / f"claims{number}",
            {
                "castle_1/__init__.py": f'"""First of {number}."""',
                "castle_1/table.py": f"from .symbols import X\n{claim_text(f'ONE.{number}', 'MOST = X')}",
                "castle_1/symbols.py": f"X = 9\nNUMBER = {number}\n",
                "castle_2/__init__.py": f'"""Second of {number}."""',
                "castle_2/table.py": two.replace("ID", f"TWO.{number}"),
            },
        )
    for number in (1, 2, 1):
        found = collect(tmp_path / f"claims{number}")
        assert [(source, item.id) for source, item in found] == [
            (f"First of {number}", f"ONE.{number}"),
            (f"Second of {number}", f"TWO.{number}"),
        ]
    run = check([tmp_path / "claims1", tmp_path / "claims2"])
    assert {result.claim.id: result.verdict.note for result in run if "TWO" in result.claim.id} == {
        "TWO.1": "1",
        "TWO.2": "2",
    }


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"two-words/__init__.py": ""}, "two-words: a source folder is imported, so its name must be a Python identif"),
        ({"class/__init__.py": ""}, "class: a source folder is imported, so its name must be a Python identifier"),
        ({"random/__init__.py": ""}, "random is the name of an installed package; rename the folder"),
        ({"numpy/__init__.py": ""}, "numpy is the name of an installed package; rename the folder"),
        ({"top/__init__.py": ""}, "top.py: the folder top is a source of the same name; rename one of them"),
        ({"book/deep/__init__.py": "", "book/deep/x.py": CLAIM}, "x.py: its claims would not be checked: sources are"),
        ({"book/deep/x.py": CLAIM}, "sources are one level deep; move the files up"),
        ({"plain/x.py": CLAIM}, "x.py: its claims would not be checked: a source folder needs a file __init__.py"),
        ({"book/expected.tsv": ""}, "expected verdicts are in .*claims.expected.tsv for all sources; delete this file"),
        ({"x.py/a": ""}, "x.py: it is not a file"),
    ],
)
def test_folders_whose_claims_would_be_missed_are_refused(
    folder: Path, capsys: Any, files: dict[str, str], why: str
) -> None:
    write(folder, files)
    with pytest.raises(ClaimsError, match=why):
        collect(folder)
    assert main(["check", str(folder)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there are no devices")
@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("x.py", lambda folder: claims_files(ClaimsFolder(folder.parent, folder.name, alone=True))),
        ("expected.tsv", lambda folder: read_expected(folder / "expected.tsv")),
        ("overview.toml", read_overview),
        ("Two.v", lambda folder: read_sources(folder.parent)),
    ],
)
def test_a_pipe_or_a_device_in_the_place_of_a_file_is_refused_before_it_is_read(
    tmp_path: Path, name: str, read: Any
) -> None:
    """Reading a pipe would block. This device would be read as an empty file."""
    (tmp_path / "novel").mkdir()
    (tmp_path / "novel" / "__init__.py").touch()
    (tmp_path / "novel" / name).symlink_to("/dev/null")
    with pytest.raises((ClaimsError, OSError), match=r"it is not a (regular )?file") as error:
        read(tmp_path / "novel")
    assert name in str(error.value)


def test_other_folders_are_not_read(folder: Path, capsys: Any) -> None:
    write(folder, dict.fromkeys(("plain/x.py", "_lib/__init__.py", ".hidden/__init__.py"), "raise ValueError"))
    write(folder, {"book/__pycache__/battle.cpython-311.pyc": "no code", "book/_deep/x.py": CLAIM})
    assert checked(folder, capsys)[:2] == (0, dict.fromkeys("TBASF", "verified"))


def test_links_are_followed(folder: Path, tmp_path: Path, capsys: Any) -> None:
    """A linked folder or file is a source under the name of the link, and depends on what is behind it."""
    write(tmp_path / "far", {"novel/__init__.py": '"""Far away."""', "novel/symbols.py": SYMBOLS})
    write(tmp_path / "far", {"novel/battle.py": claim_text("L"), "one.py": claim_text("O", "MOST = 9")})
    (folder / "linked").symlink_to(tmp_path / "far" / "novel")
    (folder / "book" / "linked.py").symlink_to(tmp_path / "far" / "one.py")
    (folder / "alone.py").symlink_to(tmp_path / "far" / "novel" / "symbols.py")
    (folder / "gone").symlink_to(tmp_path / "nowhere")
    found = {item.id: (source, item.declared and item.declared.file) for source, item in collect(folder)}
    assert found["L"] == ("Far away", "linked/battle.py")
    assert found["O"] == ("The first book", "book/linked.py")
    assert checked(folder, capsys)[0] == 0
    assert checked(folder, capsys)[2] == set()
    write(tmp_path / "far", {"novel/symbols.py": "MOST = 5  # another length\n"})
    again = dict.fromkeys("TBAOLSF", "verified") | {"L": "refuted"}
    assert checked(folder, capsys) == (1, again, set("TBAOLSF"))
    write(tmp_path / "far", {"one.py": claim_text("O", "MOST = 5 + 0 + 0")})
    assert "O" in checked(folder, capsys)[2]


IMPORTS = (
    "from gametheory import claim",
    "import gametheory\nclaim = gametheory.claim",
    "import gametheory.claims as g\nclaim = g.claim",
    "from gametheory import claims\nclaim = claims.claim",
    "from gametheory.claims import *",
)


@pytest.mark.parametrize("imported", IMPORTS)
@pytest.mark.parametrize("place", ["inner", "inner/deeper", "book/inner"])
def test_claims_of_a_folder_that_is_not_read_are_refused_however_they_are_declared(
    folder: Path, imported: str, place: str
) -> None:
    text = f'{imported}\n@claim("Q", "It is so.", "p. 1")\ndef q(): ...\n'
    write(folder, {f"{place}/q.py": text})
    with pytest.raises(ClaimsError, match=f"{place}/q.py: its claims would not be checked"):
        check(folder)
    write(folder, {f"{place}/q.py": "from gametheory import solve\n\nfor claim in ():\n    solve(claim)\n"})
    assert check(folder)


@pytest.mark.parametrize("name", ["q.pyw", "Q.PY", "broken.py", "link/q.py"])
def test_claims_of_files_that_are_easily_overlooked_are_refused(folder: Path, tmp_path: Path, name: str) -> None:
    text = 'from gametheory import claim\n@claim("Q", "It is so.", "p. 1")\ndef q(): ...\n'
    if name == "link/q.py":
        write(tmp_path / "elsewhere", {"q.py": text})
        (folder / "inner").mkdir()
        (folder / "inner" / "link").symlink_to(tmp_path / "elsewhere")
    else:
        write(folder, {f"inner/{name}": text + "x = (\n" * (name == "broken.py")})
    with pytest.raises(ClaimsError, match=f"inner/{name}: its claims would not be checked"):
        check(folder)
