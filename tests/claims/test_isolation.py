"""Whatever a claim or a claims file does, it is open with the reason, and everything else is reported."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest
from conftest import wait_for
from program import call

import gametheory
from gametheory.claims.cache import VerdictCache
from gametheory.claims.check import check
from gametheory.claims.hosted import COLLECTING
from gametheory.cli import main

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
GOOD = '''"""Good claims."""
from gametheory import check_all, claim

@claim("GOOD", "true", "p. 1")
def good():
    return check_all(range(9), lambda n: n < 9, "0 to 8")
'''
CLAIM = '''"""A source."""
import argparse, ctypes, faulthandler, os, signal, sys, time
from gametheory import check_all, claim

@claim("FIRST", "true", "p. 1")
def first():
    return check_all(range(9), lambda n: n < 9, "0 to 8")

@claim("BAD", "leaves", "p. 2")
def bad():
    LEAVES

@claim("LAST", "true", "p. 3")
def last():
    return check_all(range(9), lambda n: n < 9, "0 to 8")
'''
# what the code does: the reason
LEAVES = {
    "sys.exit()": "SystemExit",
    "sys.exit(0)": "SystemExit: 0",
    "sys.exit('bye')": "SystemExit: bye",
    "argparse.ArgumentParser().parse_args(['--help'])": "SystemExit: 0",
    "os._exit(0)": "ended its process with exit status 0",
    "os._exit(7)": "ended its process with exit status 7",
    "faulthandler.disable(); ctypes.string_at(0)": "ended its process by the signal SIGSEGV",
    "os.kill(os.getpid(), signal.SIGKILL)": "ended its process by the signal SIGKILL",
    "os.kill(os.getpid(), signal.SIGINT)": "ended its process by the signal SIGINT",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "raise BaseException('odd')": "BaseException: odd",
    "raise ArithmeticError('no')": "ArithmeticError: no",
}
ENDLESS = {
    "while True: pass": "did not end within 3 seconds",
    "time.sleep(99)": "did not end within 3 seconds",
    "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); time.sleep(99)": "did not end within 3 seconds",
}


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    command = [sys.executable, "-m", "gametheory", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


def claims_folder(tmp_path: Path, text: str) -> Path:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "a.py").write_text(text)
    (tmp_path / "claims" / "b.py").write_text(GOOD)
    return tmp_path


def reason(item: dict[str, Any]) -> str:
    assert item["status"] == "open"
    assert not item["matches_expected"]
    text: str = item["evidence"][0]["text"]
    return text


@pytest.mark.parametrize(
    ("code", "options"),
    [
        *((code, ()) for code in (*LEAVES, *ENDLESS)),
        *((code, options) for code in ("sys.exit()", "os._exit(0)") for options in (("--workers", "1"), ("--deep",))),
    ],
)
def test_a_claim_that_leaves_is_open_and_the_others_are_reported(
    tmp_path: Path, capsys: Any, monkeypatch: Any, code: str, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(claims_folder(tmp_path, CLAIM.replace("LEAVES", code)))
    arguments = ["check", "claims", "--json", "--junit", "claims.xml", *options]
    assert main([*arguments, "--timeout", "3" if code in ENDLESS else "60"]) == 1
    found = {item["id"]: item for item in json.loads(capsys.readouterr().out)["claims"]}
    assert [(id, item["status"]) for id, item in found.items()] == [
        ("FIRST", "verified"),
        ("BAD", "open"),
        ("LAST", "verified"),
        ("GOOD", "verified"),
    ]
    assert (LEAVES | ENDLESS)[code] in reason(found["BAD"])
    (failure,) = parse("claims.xml").getroot().iter("failure")
    assert (LEAVES | ENDLESS)[code] in (failure.text or "")


@pytest.mark.parametrize("options", [(), ("-k", "FIRST")], ids=["all", "another claim selected"])
@pytest.mark.parametrize("code", [*LEAVES, *ENDLESS, "1 +"])
def test_a_file_that_leaves_is_one_open_entry(
    tmp_path: Path, capsys: Any, monkeypatch: Any, code: str, options: tuple[str, ...]
) -> None:
    folder = claims_folder(tmp_path, f"import argparse, ctypes, faulthandler, os, signal, sys, time\n{code}\n" + CLAIM)
    monkeypatch.chdir(folder)
    (folder / "claims" / "c.py").write_text(GOOD.replace('"GOOD"', '"FIRST"').replace('"p. 1"', '"", uses=["BAD"]'))
    assert main(["check", "claims", "--json", *options, "--timeout", "3" if code in ENDLESS else "60"]) == 1
    found = {item["id"]: item for item in json.loads(capsys.readouterr().out)["claims"]}
    assert list(found) == (["a.py", "FIRST"] if options else ["a.py", "GOOD", "FIRST"])
    assert (LEAVES | ENDLESS | {"1 +": "SyntaxError"})[code] in reason(found["a.py"])
    assert "claims/a.py" in reason(found["a.py"])
    assert (found["FIRST"]["status"], found["FIRST"]["grounded"]) == ("verified", False)


def test_a_selection_includes_the_files_that_do_not_run(tmp_path: Path, capsys: Any) -> None:
    folder = claims_folder(tmp_path, "raise SystemExit") / "claims"
    assert main(["check", str(folder), "-k", "GOOD", "--json"]) == 1
    assert [item["id"] for item in json.loads(capsys.readouterr().out)["claims"]] == ["a.py", "GOOD"]


def test_all_formats_report_what_left(tmp_path: Path) -> None:
    claims_folder(tmp_path, CLAIM.replace("LEAVES", "os._exit(0)"))
    (tmp_path / "claims" / "c.py").write_text("import sys\nsys.exit()\n")
    names = ["report.html", "report.md", "report.xml", "report.json"]
    done = call("report", "claims", *(word for name in names for word in ("-o", name)), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert all(id in done.stdout for id in ("BAD", "c.py")), "the terminal shows the unexpected verdicts"
    for text in ((tmp_path / name).read_text() for name in names):
        assert all(id in text for id in ("FIRST", "BAD", "LAST", "GOOD", "c.py"))
        assert "ended its process with exit status 0" in text
    assert re.search(r"5 claims in [\d.]+ s: 3 verified, 2 open; 2 unexpected$", done.stdout, re.M)


def test_a_claim_cannot_print_into_the_document(tmp_path: Path) -> None:
    claims_folder(tmp_path, CLAIM.replace("LEAVES", "print('text'); argparse.ArgumentParser().parse_args(['-h'])"))
    done = run("check", "claims", "--json", folder=tmp_path)
    printed = [item["printed"] for item in json.loads(done.stdout)["claims"]]
    assert [text.startswith("text\nusage:") for text in printed if text] == [True]
    assert len(printed) == 4
    assert done.returncode == 1


def test_a_folder_in_which_no_file_runs_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("raise SystemExit")
    done = call("check", ".", cwd=tmp_path)
    assert done.returncode == 1
    assert re.search(r"1 claim in [\d.]+ s: 1 open; 1 unexpected$", done.stdout, re.M)
    assert "a.py, line 1: SystemExit" in " ".join(done.stdout.split())


def test_a_thread_that_ends_the_process_of_the_files_leaves_claims_open(tmp_path: Path, capsys: Any) -> None:
    text = CLAIM.replace("LEAVES", "time.sleep(99)").replace(
        "from gametheory", "import threading\nthreading.Timer(0.5, os._exit, [0]).start()\nfrom gametheory", 1
    )
    assert main(["check", str(claims_folder(tmp_path, text) / "claims"), "--json"]) == 1
    found = {item["id"]: item for item in json.loads(capsys.readouterr().out)["claims"]}
    assert "the check ended its process" in reason(found["BAD"])
    assert list(found) == ["FIRST", "BAD", "LAST", "GOOD"]


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
@pytest.mark.parametrize("place", ["check", "file"])
def test_interrupts_of_the_user_end_an_endless_run(tmp_path: Path, number: int, status: int, place: str) -> None:
    code = "open('started', 'w').close()\nwhile True: pass"
    claims_folder(tmp_path, CLAIM.replace("LEAVES", code.replace("\n", "\n    ")) if place == "check" else code)
    command = [sys.executable, "-m", "gametheory", "check", "claims", "--timeout", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, start_new_session=True) as process:
        wait_for("started", tmp_path, process)
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode == status
    for _ in range(600):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("a process outlives the command")


def test_the_time_limit_is_for_each_claim(tmp_path: Path) -> None:
    text = CLAIM.replace("LEAVES", "return first.check()")
    claims_folder(tmp_path, re.sub(r"def (first|last)\(\):", r"\g<0>\n    time.sleep(1.1)", text))
    run = gametheory.check(tmp_path / "claims", timeout=3)
    assert run.all_match_expected
    assert sum(run[id].seconds for id in ("FIRST", "BAD", "LAST")) > 3


def test_the_time_limit_of_a_file_is_not_for_the_start_of_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    confine = VerdictCache.confine

    def confine_slowly(cache: VerdictCache, file: str = "") -> None:
        time.sleep(2.5 if file in ("", COLLECTING) else 0)
        confine(cache, file)

    monkeypatch.setattr(VerdictCache, "confine", confine_slowly)
    folder = claims_folder(tmp_path, CLAIM.replace("LEAVES", "return first.check()"))
    assert gametheory.check(folder / "claims", timeout=2).all_match_expected


def test_a_negative_time_limit_is_refused(tmp_path: Path) -> None:
    done = call("check", ".", "--timeout", "-1", cwd=tmp_path)
    assert done.returncode == 2
    assert "argument --timeout: '-1' is not a whole number of at least 0" in done.stderr


def test_the_default_time_limit_is_in_the_help(capsys: Any) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    assert "default 600; with --deep 86400" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("code", ["sys.exit()", "os._exit(0)", "raise KeyboardInterrupt", "while True: pass"])
def test_an_appendix_that_leaves_is_an_error(tmp_path: Path, code: str) -> None:
    text = CLAIM.replace("LEAVES", "return first.check()").replace("claim\n", "appendix, claim\n", 1)
    claims_folder(tmp_path, f"{text}\n@appendix('D', 'a table')\ndef table():\n    {code}\n")
    done = call("report", "claims", "-o", "report.html", "--timeout", "2", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("gametheory: the appendix D ")


def test_each_file_has_a_process_of_its_own(tmp_path: Path) -> None:
    """Also with one process at a time: what a check has changed is not there when another file is checked."""
    text = "import builtins, os\nfrom gametheory import claim, verified\n@claim('A', 'true', 'p. 1')\ndef a():\n"
    text += "    changed, builtins.changed = getattr(builtins, 'changed', False), True\n"
    text += "    return verified('changed' if changed else 'unchanged', 1)\n"
    for name in "abc":
        (tmp_path / f"{name}.py").write_text(text)
    assert [result.verdict.note for result in check(tmp_path, workers=1)] == ["unchanged"] * 3
