"""The cache of verdicts: entries are reused as long as no dependency changes, and never otherwise."""

import hmac
import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from gametheory import Text
from gametheory.claims import ask_again
from gametheory.claims.cache import IMPORTS, VerdictCache
from gametheory.claims.check import check
from gametheory.claims.collect import collect_all
from gametheory.claims.dependencies import DependencyHash
from gametheory.cli import main
from gametheory.parallel.checkpoint import SweepCheckpoint, checkpointing
from gametheory.prove.sweep import check_cases, sweep
from gametheory.storage.journal import Journal
from gametheory.storage.opened_files import OpenedFiles, content_hash
from gametheory.storage.store import DiskStore
from gametheory.storage.user_cache import VARIABLE

CLAIMS = '''"""A source."""
from pathlib import Path
import _shared
from gametheory import claim, check_all

@claim("A.1", "small", "p. 1")
def small():
    log = Path(__file__).parent.parent / "log"
    with log.open("a") as file:
        file.write("checked ")
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
    """Return how often A.1 has been checked so far, and the manifest without times and without `kept`."""
    main(["check", str(folder), "--json", *options])
    document = json.loads(capsys.readouterr().out)
    for item in document["claims"]:
        del item["seconds"]
        item.pop("kept", None)
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


def test_an_open_verdict_is_never_cached(folder, own_cache, capsys):
    checked(folder, capsys)
    texts = [line for path in journals(own_cache) for line in lines(path)]
    assert len(texts) == 2
    assert not any('"open"' in text for text in texts)


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe", b"x" * 64 + b"\n{}", None])
def test_a_damaged_cache_file_is_ignored(folder, own_cache, capsys, damage):
    first = checked(folder, capsys)[1]
    for path in own_cache.rglob("*.json*"):
        path.write_bytes(path.read_bytes().replace(b'"cases": 9', b'"cases": 8') if damage is None else damage)
    count, document = checked(folder, capsys)
    assert (count, document) == (2, first)


WHOLE = {"status": "verified", "scope": "", "note": "", "cases": 1, "evidence": [], "witness": None, "correction": None}


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
def test_cache_entries_of_another_form_are_ignored(capsys, folder, own_cache, entry):
    checked(folder, capsys)
    if isinstance(entry, dict):
        entry = {"opened": {}, "folder": str(folder), **entry}
    for path in journals(own_cache):
        for line in lines(path):
            Journal(path, (own_cache / "key").read_bytes()).put(line.split(" ")[1], entry)
    assert checked(folder, capsys)[0] == 2


@pytest.mark.parametrize("entry", [["a text"], [{"kind": "text"}], {"kind": "text"}, 7])
def test_cached_appendices_of_another_form_are_ignored(tmp_path, own_cache, entry):
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
        for path in own_cache.rglob("*.json"):
            authentic(own_cache).put(path.stem, {"opened": {}, "folder": str(tmp_path), "evidence": entry})


def test_without_a_cache_folder_nothing_is_cached(folder, capsys, monkeypatch):
    (folder.parent / "file").write_text("")
    monkeypatch.setenv(VARIABLE, str(folder.parent / "file" / "cache"))
    first, second = checked(folder, capsys), checked(folder, capsys)
    assert (first[0], second[0], first[1]) == (1, 2, second[1])
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as for a user without a home folder
    assert (checked(folder, capsys)[0], checked(folder, capsys)[0]) == (3, 4)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_without_write_permission_nothing_is_cached(folder, own_cache, capsys):
    own_cache.mkdir(parents=True, mode=0o500)
    assert checked(folder, capsys)[0] == checked(folder, capsys)[0] - 1 == 1


def test_nothing_is_written_to_the_claims_folder(folder, capsys):
    before = set(folder.iterdir())
    checked(folder, capsys)
    assert set(folder.iterdir()) - before <= {folder / "__pycache__"}


def authentic(cache: Path) -> DiskStore:
    """Return the store of the verdicts with its secret."""
    return DiskStore(cache / "verdicts", (cache / "key").read_bytes())


def journals(cache: Path) -> list[Path]:
    """Return the files of the cached verdicts."""
    return list((cache / "verdicts").rglob("*.jsonl"))


def lines(path: Path) -> list[str]:
    """Return the lines of a file of cached verdicts: a code, a key and a text."""
    return path.read_text().split("\n")[1:]


def entry_of_the_first(cache: Path) -> tuple[Path, list[str]]:
    """Return the file of the cached verdict of A.1, and the code, the key and the text of its line."""
    found = [(path, line.split(" ", 2)) for path in journals(cache) for line in lines(path) if '"cases": 9' in line]
    [first] = found
    return first


def forged(text: str) -> str:
    """Return the text of an entry with the status proved."""
    return text.replace('"status": "verified"', '"status": "proved"')


@pytest.mark.parametrize("code", ["kept", "checksum", "no secret"])
def test_a_forged_verdict_is_ignored(folder, own_cache, capsys, code):
    first = checked(folder, capsys)[1]
    path, (before, key, text) = entry_of_the_first(own_cache)
    codes = {
        "kept": before,
        "checksum": sha256(forged(text).encode()).hexdigest(),
        "no secret": hmac.new(b"", f"{key}\n{forged(text)}".encode(), sha256).hexdigest(),
    }
    path.write_text(path.read_text().replace(f"{before} {key} {text}", f"{codes[code]} {key} {forged(text)}"))
    assert checked(folder, capsys) == (2, first)


def test_a_verdict_from_the_cache_of_another_user_is_ignored(folder, own_cache, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(own_cache.parent / "other"))
    checked(folder, capsys)
    shutil.copytree(own_cache.parent / "other" / "verdicts", own_cache / "verdicts")
    monkeypatch.setenv(VARIABLE, str(own_cache))
    assert checked(folder, capsys)[0] == 2
    assert checked(folder, capsys)[0] == 2, "the new verdict is cached"


def test_a_verdict_in_the_place_of_another_is_ignored(folder, own_cache, capsys):
    checked(folder, capsys)
    path, first = entry_of_the_first(own_cache)
    ((code, _, text),) = (
        parts for path in journals(own_cache) for line in lines(path) if (parts := line.split(" ", 2)) != first
    )
    path.write_text(path.read_text().replace(" ".join(first), f"{code} {first[1]} {text}"))
    assert checked(folder, capsys)[0] == 2


@pytest.mark.parametrize("damage", ["missing", "empty", "other", "readable by others"])
def test_without_the_key_of_the_entries_they_are_ignored(folder, own_cache, capsys, damage):
    checked(folder, capsys)
    key = own_cache / "key"
    if damage == "missing":
        key.unlink()
    elif damage == "readable by others":
        key.chmod(0o644)
    else:
        key.write_bytes(b"" if damage == "empty" else bytes(32))
    assert checked(folder, capsys)[0] == 2
    assert checked(folder, capsys)[0] == 2, "the new verdict is cached"
    assert key.stat().st_mode & 0o777 == 0o600


READS = '''"""A source."""
from pathlib import Path
from gametheory import claim, check_all

@claim("A.1", "small", "p. 1")
def small():
    with (Path(__file__).parent.parent / "log").open("a") as file:
        file.write("checked ")
    limit = int(({path}).read_text())
    return check_all(range(9), lambda n: n < limit, "0 to 8")
'''


def reading(folder: Path, path: str, name: str) -> Path:
    """Make a folder whose claim reads a file with the number 9; return that file."""
    for file in folder.iterdir():
        file.unlink()
    (folder / "a.py").write_text(READS.replace("{path}", path))
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("9")
    return folder / name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("Path(__file__).with_name('.hidden')", ".hidden"),
        ("Path(__file__).parent / 'data' / 'limit.txt'", "data/limit.txt"),
        ("Path(__file__).parent / 'data' / '.limit'", "data/.limit"),
        ("Path(__file__).parents[1] / 'limit.txt'", "../limit.txt"),
    ],
    ids=["hidden", "subfolder", "hidden in a subfolder", "outside"],
)
def test_a_changed_file_that_was_opened_is_a_change(folder, capsys, path, name):
    file = reading(folder, path, name)
    for times in (1, 1):
        assert checked(folder, capsys)[0] == times
    file.write_text("5")
    times, document = checked(folder, capsys)
    assert (times, document["claims"][0]["status"]) == (2, "refuted")
    file.write_text("9")
    assert checked(folder, capsys)[1]["claims"][0]["status"] == "verified"
    file.unlink()
    assert checked(folder, capsys)[1]["claims"][0]["status"] == "open"


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_changes_behind_a_link_are_noticed(folder, tmp_path, capsys, linked):
    reading(folder, "Path(__file__).parent / 'data' / 'limit.txt'", "unused.txt")
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "limit.txt"
    target.write_text("9")
    if linked == "file":
        (folder / "data").mkdir()
        (folder / "data" / "limit.txt").symlink_to(target)
    else:
        (folder / "data").symlink_to(target.parent)
    assert checked(folder, capsys)[0] == checked(folder, capsys)[0] == 1
    target.write_text("5")
    times, document = checked(folder, capsys)
    assert (times, document["claims"][0]["status"]) == (2, "refuted")


def test_a_large_file_with_the_same_size_and_time_is_a_change(folder, capsys):
    (folder / "large").write_bytes(bytes(2_000_000))
    checked(folder, capsys)
    status = (folder / "large").stat()
    (folder / "large").write_bytes(bytes([1]) * 2_000_000)
    os.utime(folder / "large", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert checked(folder, capsys)[0] == 2


def test_files_opened_by_other_code_of_the_run_are_dependencies(folder, capsys):
    """A module reads a file when it is imported, or caches it; the claim itself opens nothing."""
    (folder / "_shared.py").write_text(
        "from pathlib import Path\nMOST = int(Path(__file__).with_name('.most').read_text())\n"
    )
    (folder / ".most").write_text("9")
    assert checked(folder, capsys)[0] == checked(folder, capsys)[0] == 1
    (folder / ".most").write_text("10")
    assert checked(folder, capsys)[0] == 2


SWEEPS = '''"""A source."""
from pathlib import Path
from gametheory import claim, verified
from gametheory.prove.sweep import check_cases, sweep

def chunk(number):
    limit = int(Path(__file__).with_name(".limit").read_text())
    return check_cases(lambda n: n < limit, [number])

@claim("A.1", "small", "p. 1")
def small():
    with (Path(__file__).parent.parent / "log").open("a") as file:
        file.write("checked ")
    return verified("0 to 8", sweep(chunk, range(9), 2).cases)
'''


@pytest.mark.parametrize("files", [1, 2])
def test_files_opened_by_workers_are_dependencies(folder, capsys, files):
    for file in folder.iterdir():
        if files == 1 or file.name != "b.py":
            file.unlink()
    (folder / "a.py").write_text(SWEEPS)
    (folder / ".limit").write_text("9")
    assert checked(folder, capsys)[0] == checked(folder, capsys)[0] == 1
    (folder / ".limit").write_text("10")
    assert checked(folder, capsys)[0] == 2


def test_saved_chunks_are_ignored_if_a_file_they_opened_has_changed(tmp_path):
    limit, calls = tmp_path / ".limit", []

    def check(chunk):
        calls.append(chunk)
        return check_cases(lambda n: n < int(limit.read_text()), [chunk])

    def swept():
        calls.clear()
        opened = OpenedFiles(tmp_path, [tmp_path / "parts"])
        with opened.recording(), checkpointing(SweepCheckpoint(DiskStore(tmp_path / "parts"), "a")):
            return sweep(lambda chunk: check(chunk), range(3), 1).failures, len(calls), list(opened.hashes)

    limit.write_text("9")
    assert swept() == (0, 3, ["folder:.limit"])
    assert swept() == (0, 0, ["folder:.limit"]), "the verdict depends on what finished chunks have opened"
    limit.write_text("1")
    assert swept() == (2, 3, ["folder:.limit"])


def test_a_verdict_without_its_opened_files_is_not_cached(folder):
    item = collect_all(folder).claims[0][1]
    cache = VerdictCache(folder)
    cache.put(item, item.check(), 1)
    assert cache.get(item) is None
    cache.add_record({"checked": ["a.py::A.1"], "opened": {}})
    cache.put(item, item.check(), 1)
    assert cache.get(item) is not None


def test_code_loaded_without_an_import_statement_is_a_dependency(folder, capsys):
    reading(folder, "PLUGIN", "_plugin.py").write_text("def read_text():\n    return 9\n")
    text = (folder / "a.py").read_text()
    (folder / "a.py").write_text(f"from importlib import import_module\nPLUGIN = import_module('_plugin')\n{text}")
    assert checked(folder, capsys)[0] == checked(folder, capsys)[0] == 1
    (folder / "_plugin.py").write_text("def read_text():\n    return 10\n")
    assert checked(folder, capsys)[0] == 2


def test_a_second_checkout_uses_the_cached_verdicts(folder, tmp_path, capsys):
    (folder / ".limit").write_text("9")
    checked(folder, capsys)
    shutil.copytree(folder, tmp_path / "second" / "claims")
    assert checked(tmp_path / "second" / "claims", capsys)[0] == 0
    (tmp_path / "second" / "claims" / "_shared.py").write_text("MOST = 9  # changed\n")
    assert checked(tmp_path / "second" / "claims", capsys)[0] == 1


def test_a_moved_folder_reads_its_own_files_outside(folder, tmp_path, capsys):
    """The second checkout has another file outside its folder than the first one, which still exists."""
    reading(folder, "Path(__file__).parents[1] / 'limit.txt'", "../limit.txt")
    checked(folder, capsys)
    shutil.copytree(folder, tmp_path / "second" / "claims")
    (tmp_path / "second" / "limit.txt").write_text("5")
    times, document = checked(tmp_path / "second" / "claims", capsys)
    assert (times, document["claims"][0]["status"]) == (1, "refuted")


def test_every_output_says_which_verdicts_are_cached(folder, tmp_path, capsys):
    (folder / "a.py").unlink()
    outputs = [word for name in ("r.html", "r.md", "r.xml", "r.json") for word in ("-o", str(tmp_path / name))]
    said = {}
    for again in (False, True):
        main(["report", str(folder), *outputs])
        said[again] = [
            capsys.readouterr().out,
            *((tmp_path / name).read_text() for name in ("r.html", "r.md", "r.xml")),
        ]
        assert [item["kept"] for item in json.loads((tmp_path / "r.json").read_text())["claims"]] == [again]
    label = "kept"
    words = ("1 verdict from the cache", f">{label}<", f", {label}", f'<property name="{label}" value="true" />')
    for fresh, cached, word in zip(said[False], said[True], words, strict=True):
        assert word not in fresh
        assert word in cached


ASK_AGAIN = """
import sys
from gametheory.claims import ask_again
from gametheory.claims.check import check
from gametheory.prove import solvers
asked, ask = [], solvers.ask_z3
solvers.ask_z3 = lambda script: asked.append(script) or ask(script)
ask_again.available_cores = lambda: 2
run = check(sys.argv[1])
print([(result.cached, result.verdict.label) for result in run])
print(len(asked), "asked here,", len(solvers.remembered()), "known")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_the_solvers_are_asked_again_for_cached_verdicts_in_processes_of_the_command(tmp_path: Path) -> None:
    lines = ["from gametheory import claim", "from gametheory.claims import prove"]
    lines += ["from gametheory.prove.statement import Statement"]
    for number in range(7, 10):
        statement = f'Statement("more", (("x", "Int"),), ("(> x {number})",), "(> (* x x) (* {number} x))")'
        lines.append(f"claim('P{number}', '', '')(lambda: prove({statement}))")
    (tmp_path / "a.py").write_text("\n".join(lines))
    assert [result.verdict.label for result in check(tmp_path)] == ["proved"] * 3
    again = [sys.executable, "-c", ASK_AGAIN, str(tmp_path)]  # this process can have threads, and has asked already
    done = subprocess.run(again, capture_output=True, text=True, check=True)
    # for each claim, the negation and the hypotheses
    assert done.stdout.splitlines() == [str([(True, "proved")] * 3), "0 asked here, 6 known"]


def test_only_verdicts_with_statements_for_the_solvers_are_read_in_other_processes(monkeypatch) -> None:
    read: list[list[int]] = []
    monkeypatch.setattr(ask_again, "available_cores", lambda: 2)
    monkeypatch.setattr(ask_again, "is_fork_safe", lambda: True)
    monkeypatch.setattr(ask_again, "isolated_results", lambda _, groups, __: read.extend(map(list, groups)) or ())
    proof, swept, counted = ({"record": record} for record in ({"kind": "proof"}, {"kind": "sweep"}, None))
    ask_again.ask_again([swept, counted, swept | {"correction": swept}, "no verdict", {"record": "no record"}])
    assert read == []
    ask_again.ask_again([swept, proof, swept | {"correction": proof}])
    assert read == [[0], [1]]
    read.clear()
    ask_again.ask_again([proof] * 100)
    assert len(read) < 50
    assert [number for group in read for number in group] == list(range(100))


def test_the_imports_of_files_that_no_run_needs_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gametheory.claims.cache.MAX_IMPORTS", 3)
    (tmp_path / "same.py").write_text("import os")
    hashes = []
    for number in range(6):
        (tmp_path / "edited.py").write_text(f"import os  # version {number}")
        hashes.append(content_hash(tmp_path / "edited.py"))
        cache = VerdictCache(tmp_path)
        cache.read(["same.py", "edited.py"])
        cache.save_imports()
    stored = VerdictCache(tmp_path).index.get(IMPORTS)
    assert stored.keys() == {content_hash(tmp_path / "same.py"), *hashes[-2:]}


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


def test_listing_the_opened_files_opens_none(folder):
    """To know which code was imported, the cache reads the files of the folder; no claim has opened them."""
    helper = folder / "_loaded.py"
    helper.write_text("x = 1\n")
    cache, loaded = VerdictCache(folder), {"code:folder:_loaded.py": content_hash(helper)}
    with cache.recording():
        spec_from_file_location("_loaded", helper).loader.exec_module(ModuleType("_loaded"))
        assert cache.opened() == loaded
    assert cache.record()["opened"] == loaded


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
