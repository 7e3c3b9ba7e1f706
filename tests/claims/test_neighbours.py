"""One claims file changes no verdict of another: each has a process, and what it writes is noticed."""

from __future__ import annotations

import json
import os
import py_compile
import signal
import subprocess
import sys
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from program import COMMAND, call

from gametheory.claims import ClaimsError, Status
from gametheory.claims.processes import Processes
from gametheory.claims.session import Options, check, check_with
from gametheory.claims.worker import Job

FALSE = '''"""Another author."""
from gametheory.claims import check_all, claim
@claim("B", "All numbers to 8 are below 5.", "p. 1")
def below():
    return check_all(range(9), lambda n: n < 5)
'''
TRUE = FALSE.replace('"B"', '"A"').replace("below 5", "below 9").replace("n < 5", "n < 9")
# What a.py does before it declares its claim.
PATCHES = {
    "an iteration without cases that fail": """
import gametheory.prove.sweep as extent
before = extent.Recording.__iter__
extent.Recording.__iter__ = lambda self: (0 for _ in before(self))""",
    "a truth value": "import gametheory.prove.sweep as sweep; sweep.is_true = lambda *_: True",
    "the check of all cases": """
import gametheory.claims, gametheory.claims.conclude as conclude
before = conclude.check_all
gametheory.claims.check_all = lambda cases, holds, *rest: before([0], lambda _: True)
import gametheory; gametheory.check_all = gametheory.claims.check_all""",
    "a builtin function": "import builtins; builtins.range = lambda *_: [0]",
    "json": "import json; before = json.dumps; "
    "json.dumps = lambda *args, **named: before(*args, **named).replace('refuted', 'verified')",
    "a module of another file": "import sys, types; sys.modules['_limit'] = types.SimpleNamespace(MOST=99)",
    "the path of imports": "import sys; sys.path.insert(0, __file__.replace('a.py', 'other'))",
    "the environment and the folder": "import os; os.environ['MOST'] = '99'; os.chdir('/')",
    "its own code at exit": "import atexit; atexit.register(exec, 'raise SystemExit(0)')",
    "a thread that goes on": "import threading; threading.Thread(target=print, args=['x' * 10**6]).start()",
}


def statuses(folder: Path, **options: Any) -> dict[str, str]:
    return {result.claim.id: result.verdict.status.value for result in check(folder, **options)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with a false claim in b.py, which depends on a helper, on data and on where it runs."""
    folder = tmp_path / "claims"
    (folder / "other").mkdir(parents=True)
    (folder / "other" / "_limit.py").write_text("MOST = 99\n")
    (folder / "_limit.py").write_text("MOST = 5\n")
    (folder / "data.json").write_text("5")
    false = FALSE.replace("from gametheory", "import json, os\nfrom _limit import MOST\nfrom gametheory", 1)
    limit = "min(MOST, int(os.environ.get('MOST', 5)), json.loads(open(__file__.replace('b.py', 'data.json')).read()))"
    (folder / "b.py").write_text(false.replace("n < 5", f"n < {limit}"))
    return folder


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
@pytest.mark.parametrize("workers", [1, 2])
def test_no_file_changes_the_verdict_of_another(folder: Path, patch: str, workers: int) -> None:
    (folder / "a.py").write_text(f"{patch}\n{TRUE}")
    (folder / "z.py").write_text(f"{patch}\n{TRUE}".replace('"A"', '"Z"'))
    assert statuses(folder, workers=workers)["B"] == "refuted"
    for name in ("a.py", "z.py"):
        (folder / name).unlink()
    assert statuses(folder, workers=workers) == {"B": "refuted"}, "nor after it is gone"


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_conftest_is_not_read(folder: Path, patch: str) -> None:
    (folder / "conftest.py").write_text(f"{patch}\nopen(__file__ + '.ran', 'w')\n")
    assert statuses(folder) == {"B": "refuted"}
    assert not list(folder.glob("*.ran"))


def test_claims_in_conftest_are_refused(folder: Path) -> None:
    (folder / "conftest.py").write_text(TRUE.replace("gametheory.claims", "gametheory"))
    with pytest.raises(ClaimsError, match=r"conftest.py: its claims would not be checked: this file is for tests"):
        check(folder)


@pytest.mark.parametrize("arguments", [[], ["-s"], ["-n", "2"]])
def test_pytest_isolates_files_too(folder: Path, arguments: list[str]) -> None:
    (folder / "a.py").write_text(f"{PATCHES['an iteration without cases that fail']}\n{TRUE}")
    command = [sys.executable, "-m", "pytest", *PLUGIN, "-q", *arguments, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "B: All numbers to 8 are below 5.\nrefuted" in done.stdout


# Where the package is installed with its entry points, pytest loads the plugin by itself.
INSTALLED = any(each.value == "gametheory.pytest_plugin" for each in entry_points(group="pytest11"))
PLUGIN = [] if INSTALLED else ["-p", "gametheory.pytest_plugin"]
KEEP = "before = {path: path.read_bytes() for path in here.glob('*.*')}\n"
RESTORE = """    for path in here.glob("*.*"):
        path.write_bytes(before[path]) if path in before else path.unlink()
    return"""
WRITES = {
    "the other file": "(here / 'b.py').write_text((here / 'b.py').read_text().replace('n < ', 'n < 9 or n < '))",
    "a helper": "(here / '_limit.py').write_text('MOST = 99')",
    "data": "(here / 'data.json').write_text('99')",
    "a new helper": "(here / 'json.py').write_text('loads = lambda _: 99')",
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
@pytest.mark.parametrize("restored", [False, True])
def test_a_file_that_writes_in_its_folder_is_noticed(folder: Path, write: str, restored: bool) -> None:
    """What another file has read is then unknown, and no verdict is saved."""
    before = {path: path.read_bytes() for path in folder.glob("*.*")}
    text = f"from pathlib import Path\nhere = Path(__file__).parent\n{KEEP}{write}\n{TRUE}"
    (folder / "a.py").write_text(text.replace("    return", RESTORE if restored else "    return"))
    run = check(folder, workers=1)
    assert any("changed while the claims were checked" in problem for problem in run.problems)
    assert not run.all_match_expected
    for path in folder.glob("*.*"):
        path.write_bytes(before[path]) if path in before else path.unlink()
    assert statuses(folder) == {"B": "refuted"}
    assert check(folder).cached == 1, "as a control"


def test_a_file_may_write_new_data(folder: Path) -> None:
    (folder / "a.py").write_text("open(__file__ + '.log', 'w').write('x')\n" + TRUE)
    run = check(folder)
    assert (run.problems, run.cached) == ((), 0)
    assert check(folder).cached == 0, "the folder is another one with the new file"


def test_a_recalled_verdict_is_of_the_same_folder(folder: Path) -> None:
    (folder / "b.py").write_text(FALSE.replace("n < 5", "n < 9"))
    assert statuses(folder) == {"B": "verified"}
    link = folder.with_name("link")
    link.symlink_to(folder)
    assert statuses(link) == {"B": "verified"}
    other = folder.with_name("other")
    folder.rename(other)
    folder.mkdir()
    (folder / "b.py").write_text(FALSE)
    os.utime(folder / "b.py", (0, 0))
    assert statuses(folder) == {"B": "refuted"}
    assert statuses(link) == {"B": "refuted"}


DAMAGED: list[Any] = [None, 7, [], {}, {"verdict": None}, {"verdict": {"status": "proved"}, "seconds": 0, "day": ""}]


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_entry_of_the_cache_is_checked_again(folder: Path, own_cache: Path, damage: Any) -> None:
    assert statuses(folder) == {"B": "refuted"}
    for path in (own_cache / "claims").glob("*.json"):
        entry = json.loads(path.read_text())
        path.write_text(json.dumps(entry | {"results": {"B": damage}}))
    run = check(folder)
    assert [(result.verdict.status, result.cached) for result in run] == [(Status.REFUTED, False)]


def test_an_entry_of_the_cache_describes_its_own_file_only(folder: Path, own_cache: Path) -> None:
    assert statuses(folder) == {"B": "refuted"}
    for path in (own_cache / "claims").glob("*.json"):
        path.write_text(path.read_text().replace('"b.py', '"a.py'))
    assert check(folder).cached == 0


def test_what_a_check_prints_without_end_is_cut(folder: Path) -> None:
    for name, line in (("c", "print('x' * 1000)"), ("d", "os.write(1, b'x' * 1000)")):
        text = FALSE.replace('"B"', f'"{name}"').replace(
            "    return", f"    import os\n    for _ in range(1000): {line}\n    return"
        )
        (folder / f"{name}.py").write_text(text)
    run = check(folder)
    assert [len(run[name].printed) for name in "cd"] == [100_000, 0]


def test_where_no_process_can_be_forked_each_file_has_a_new_interpreter(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gametheory.claims.processes.CAN_FORK", False)
    (folder / "a.py").write_text(f"{PATCHES['an iteration without cases that fail']}\n{TRUE}")
    (folder / "c.py").write_text("import os\nprint('x')\nos._exit(0)")
    (folder / "d.py").write_text(FALSE.replace('"B"', '"D"').replace("n < 5", "__import__('time').sleep(60)"))
    assert statuses(folder, timeout=5) == {"A": "verified", "B": "refuted", "c.py": "open", "D": "open"}


def test_processes_of_many_files_read_them_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gametheory.claims.processes.MOST_WAITING", 1)
    for name in "cde":
        (folder / f"{name}.py").write_text(FALSE.replace('"B"', f'"{name}"'))
    assert statuses(folder) == dict.fromkeys("Bcde", "refuted")


WAITING = """import os, subprocess, time
from gametheory import claim
@claim("{name}", "It ends.", "p. 1")
def waits():
    process = subprocess.Popen(["sleep", "600"])
    with open("processes", "a") as file:
        file.write(f"{{os.getpid()}} {{process.pid}} ")
    time.sleep(600)
"""


def runs(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no signal for this")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_of_a_file_stays(tmp_path: Path, number: int) -> None:
    (tmp_path / "claims").mkdir()
    for name in "ab":
        (tmp_path / "claims" / f"{name}.py").write_text(WAITING.format(name=name))
    command = [COMMAND, "check", "claims", "--workers", "2"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as program:
        end = time.monotonic() + 60
        noted = tmp_path / "processes"
        while not noted.exists() or len(noted.read_text().split()) < 4:
            assert time.monotonic() < end
            time.sleep(0.05)
        program.send_signal(number)
        program.wait(30)
    while any(map(runs, noted.read_text().split())):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_after_a_run_no_thread_starts_a_process(folder: Path) -> None:
    processes = Processes(Job())
    assert [item.id for item in processes.read(folder, "b.py").claims] == ["B"]
    processes.close()
    assert "the run has ended" in processes.read(folder, "b.py").broken
    stated = processes.state(folder, "b.py", "false")
    assert "the run has ended" in stated.reason


def test_the_server_that_is_killed_ends_the_run_in_a_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = Processes(Job())
    assert processes._server is not None
    processes._server.kill()
    processes._server.wait()
    with pytest.raises(ClaimsError, match="the process that starts those of the claims files has ended"):
        processes.read(folder, "b.py")
    processes.close()


def test_a_failed_appendix_is_a_section_with_its_reason(folder: Path) -> None:
    appendix = "from gametheory import Text, appendix\n@appendix('{0}', 'Tables')\ndef tables():\n    {1}\n"
    (folder / "p.py").write_text(appendix.format("P", "raise ValueError('no table')"))
    (folder / "q.py").write_text(appendix.format("Q", "return [Text('a table')]"))
    (folder / "r.py").write_text(appendix.format("R", "import os; os._exit(0)"))
    run = check_with(Options(appendices=True), [folder])
    texts = {each.appendix.id: str(each.evidence) for each in run.appendices}
    assert list(texts) == ["P", "Q", "R"]
    assert "ValueError: no table" in texts["P"]
    assert "a table" in texts["Q"]
    assert "the check ended its process" in texts["R"]
    assert [problem.partition(":")[0] for problem in run.problems] == [
        "the appendix P was not made",
        "the appendix R was not made",
    ]
    assert run["B"].verdict.status is Status.REFUTED


LIMIT = "from _limit import MOST\n"


@pytest.mark.parametrize("where", ["a helper", "the file", "a source folder"])
def test_bytecode_of_another_text_is_not_run(tmp_path: Path, where: str) -> None:
    """Python takes bytecode for that of a source of the same time and size; anybody can write it."""
    folder = tmp_path / "claims"
    package = folder / "book" if where == "a source folder" else folder
    package.mkdir(parents=True)
    imported = "from ._limit import MOST" if where == "a source folder" else "from _limit import MOST"
    (package / "b.py").write_text(
        FALSE.replace("from gametheory", f"{imported}\nfrom gametheory").replace("< 5", "< MOST")
    )
    (package / "_limit.py").write_text("MOST = 5\n")
    if where == "a source folder":
        (package / "__init__.py").write_text('"""Another author."""\n')
    honest = package / ("b.py" if where == "the file" else "_limit.py")
    text = honest.read_text()
    honest.write_text(text.replace("MOST)", "9)   ") if where == "the file" else "MOST = 9\n")
    py_compile.compile(str(honest), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    honest.write_text(text)
    assert statuses(folder) == {"B": "refuted"}
    assert statuses(folder, fresh=True) == {"B": "refuted"}


@pytest.mark.parametrize(
    "harm", ["os.remove(lock)", "os.rename(lock, lock + '.old')", "open(lock, 'w').write('{\"marks\": {}}')"]
)
def test_no_claim_changes_the_record_of_a_text(tmp_path: Path, harm: str) -> None:
    text, lock = tmp_path / "post.md", tmp_path / "post.md.lock"
    text.write_text(
        '---\nclaims: proofs\n---\nThere are 6.<!-- claim: A check="2 + 4 == 6" -->\n\nBelow 9.<!-- claim: B -->\n'
    )
    (tmp_path / "proofs").mkdir()
    file = tmp_path / "proofs" / "b.py"
    file.write_text(TRUE.replace('"A"', '"B"'))
    assert call("check", "post.md", "--run", "--record", cwd=tmp_path).returncode == 0
    text.write_text(text.read_text().replace("There are 6.", "There are 7."))
    assert call("check", "post.md", "--run", "--strict", cwd=tmp_path).returncode == 1
    file.write_text(f"import os\nlock = {str(lock)!r}\n{harm}\n" + TRUE.replace('"A"', '"B"'))
    done = call("check", "post.md", "--run", "--strict", cwd=tmp_path)
    assert done.returncode == 1
    assert "text changed since it was checked" in done.stdout


@pytest.mark.parametrize("harm", ["an extension", "a package", "a package that is removed again"])
def test_a_module_that_another_file_has_made_is_not_imported(tmp_path: Path, harm: str) -> None:
    """It would be there before the helper of that name, and nothing would be left of it."""
    (tmp_path / "_limit.py").write_text("MOST = 5\n")
    (tmp_path / "b.py").write_text(
        FALSE.replace("def below", "def ready(): ...\n\n\ndef below").replace("n < 5", "n < most()")
        + "\n\ndef most():\n    from _limit import MOST\n\n    return MOST\n"
    )
    name = f"_limit{EXTENSION_SUFFIXES[0]}" if harm == "an extension" else "_limit/__init__.py"
    made = f"path = pathlib.Path(__file__).with_name('_limit') if {'/' in name} else pathlib.Path(__file__).parent\n"
    write = f"path.mkdir(exist_ok=True); (path / {name.rpartition('/')[2]!r}).write_text('MOST = 99')\n"
    text = TRUE.replace("from gametheory", f"import pathlib\n{made}{write}from gametheory")
    if harm == "a package that is removed again":
        text += '\n\n@claim("C", "Nothing.", "p. 1")\ndef after():\n    import shutil, time\n'
        text += "    time.sleep(2)\n    shutil.rmtree(path)\n    return check_all([0], lambda _: True)\n"
    (tmp_path / "a.py").write_text(text)
    assert statuses(tmp_path)["B"] in ("open", "refuted")
