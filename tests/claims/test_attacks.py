"""A stranger's files in one folder: none of them makes a false statement green, whatever it changes in Python."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from gametheory.claims.check import check
from gametheory.claims.evidence import Text
from gametheory.cli import main
from gametheory.parallel.child import find_on_path

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")

# What a file changes when it is read; then it claims that a false statement is proved.
ATTACKS = {
    "z3 answers what is expected": (
        "import z3\nz3.Solver.check = lambda self, *_: z3.unsat if 'not' in self.sexpr() else z3.sat",
    ),
    "both solvers are another module": (
        "import types\nfor name in ('z3', 'cvc5'): sys.modules[name] = types.ModuleType(name)",
    ),
    "the prover is this module": (
        "own = [name for name in sys.modules if name.startswith('gametheory.prove')]",
        "sys.modules.update(dict.fromkeys(own, sys.modules[__name__]))",
    ),
    "every answer is the expected one": (
        "import gametheory.prove.proof as proof\nproof.failures = lambda statement: iter(())",
        "proof.answers = lambda script: {'z3': 'unsat' if '(not' in script else 'sat'}",
    ),
    "every record fits every status": (
        "import gametheory.claims.verdict as verdict\nverdict.Verdict._check_record = lambda self: None",
    ),
    "all hashes are equal": (
        "import hashlib\nclass Hash:\n    def hexdigest(self): return '0' * 64\nhashlib.sha256 = lambda *_: Hash()",
    ),
    "all expressions of sympy are equal": ("import sympy\nsympy.Basic.__eq__ = lambda self, other: True",),
    "programs answer unsat": (
        "import subprocess\nsubprocess.run = lambda *_, **__: subprocess.CompletedProcess('', 0, 'unsat', '')",
    ),
    "processes do not end": ("os._exit = os.kill = lambda *_: None",),
    "the environment names other programs": ("os.environ.update(PATH='.', PYTHONPATH='.', HOME='.')",),
    "nothing can be imported any more": ("sys.meta_path.clear()\nsys.path_hooks.clear()\nsys.path.clear()",),
    "lists compare as they like": (
        "import builtins, itertools\nbuiltins.all = lambda _: True\nbuiltins.any = lambda _: False",
    ),
    "objects that remember are changed": (
        "import gc\nfor one in gc.get_objects():\n    if type(one).__name__ == 'VerdictCache': one.keys.clear()",
    ),
}
FALSE = """import os, sys
from gametheory import claim
from gametheory.claims import prove
from gametheory.prove.statement import Statement
{attack}
@claim({name!r}, "P = NP", "p. 1", expected="proved")
def false():
    return prove(Statement("false", (("x", "Int"),), (), "(> (* x x) x)"))
"""
HONEST = """from gametheory import check_all, claim
@claim("HONEST", "true", "p. 1")
def honest():
    return check_all(range(9), lambda n: n < 9)
@claim("REFUTED", "false", "p. 1", expected="refuted")
def refuted():
    return check_all(range(9), lambda n: n < 5)
"""
# Files that Python or a test runner would read, if they were in another place.
STARTUP = (
    "usercustomize.py",
    "sitecustomize.py",
    "conftest.py",
    "own.pth",
    "z3.py",
    "gametheory/prove/proof.py",
)


def test_no_file_makes_a_false_statement_green(tmp_path: Path) -> None:
    """All attacks in one run: each file also attacks the claims of all others."""
    for number, (name, lines) in enumerate(ATTACKS.items()):
        (tmp_path / f"attack_{number:02}.py").write_text(FALSE.format(attack="\n".join(lines), name=name))
    (tmp_path / "honest.py").write_text(HONEST)
    for name in STARTUP:
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text("import os; os._exit(0)" if name.endswith(".pth") else "failures = print\n")
    run = check(tmp_path)
    found = {result.claim.id: result.verdict.label for result in run}
    assert (found.pop("HONEST"), found.pop("REFUTED")) == ("verified", "refuted")
    assert found == dict.fromkeys(ATTACKS, "open")
    assert not run.all_match_expected


# How a file changes what the process that collects the claims sends.
CORRUPTIONS = {
    "the keys have other names": ".replace('open', 'proved')",
    "opened files are numbers": '.replace(\'"opened": {\', \'"opened": {"x": 1, \')',
    "a file has a name that no file has": '.replace(\'"opened": {\', \'"opened": {"file:\\\\u0000": "", \')',
    "no claim is described": ".replace('\"claims\": [', '\"claims\": [7, ')",
    "broken files are a list": ".replace('\"broken\": {}', '\"broken\": []')",
    "the libraries are a number": ".replace('\"loaded\": [', '\"loaded\": 7, \"other\": [').replace('claims', '')",
    "the description is a number": " if '\"collection\"' not in before(*given, **named) else '7'",
}


@pytest.mark.parametrize("change", CORRUPTIONS.values(), ids=CORRUPTIONS)
def test_a_file_that_corrupts_a_message_is_open_and_the_others_are_checked(tmp_path: Path, change: str) -> None:
    attack = f"import json\nbefore = json.dumps\njson.dumps = lambda *given, **named: before(*given, **named){change}"
    (tmp_path / "attack.py").write_text(FALSE.format(attack=attack, name="A"))
    (tmp_path / "honest.py").write_text(HONEST)
    run = check(tmp_path)
    assert {result.claim.id: result.verdict.label for result in run} == {
        "attack.py": "open",
        "HONEST": "verified",
        "REFUTED": "refuted",
    }
    reason = "where this file runs alone, the process that collects the claims describes"
    assert reason in repr(run["attack.py"].verdict)
    assert not run.all_match_expected
    assert main(["check", str(tmp_path)]) == 1


DATA = """import os
from pathlib import Path
from gametheory import check_all, claim
PATH = Path(__file__).with_name("data.txt")
@claim("V", "the number in data.txt is less than 5", "p. 1")
def v():
    result = check_all([int(PATH.read_text())], lambda n: n < 5)
    if PATH.with_suffix(".copy").exists():
        os.replace(PATH.with_suffix(".copy"), PATH)
        PATH.read_text()
    return result
"""
WRITER = """from pathlib import Path
from gametheory import check_all, claim
PATH = Path(__file__).with_name("data.txt")
{when_read}
@claim({id!r}, "true", "p. 1")
def write():
    {when_checked}
    return check_all(range(3), lambda n: n < 3)
"""
EXCHANGE, RESTORE = "PATH.write_text('3')", "PATH.write_text('9')"


@pytest.mark.parametrize("place", ["when_read", "when_checked"])
def test_data_that_are_exchanged_while_the_claims_run_decide_nothing(tmp_path: Path, place: str) -> None:
    """Otherwise a file could let another one read what it likes, and then restore the data."""
    (tmp_path / "data.txt").write_text("9")
    (tmp_path / "data_of.py").write_text(DATA)
    nothing = {"when_read": "", "when_checked": "pass"}
    (tmp_path / "a.py").write_text(WRITER.format(id="A", **nothing | {place: EXCHANGE}))
    (tmp_path / "z.py").write_text(WRITER.format(id="Z", **nothing | {"when_checked": RESTORE}))
    run = check(tmp_path, workers=1)
    why = Text("data.txt, which the check has opened, was changed while the claims ran")
    assert run["V"].verdict.evidence == (why,)
    assert [run[id].verdict.label for id in "AZ"] == ["verified", "verified"]
    assert (tmp_path / "data.txt").read_text() == "9"
    for name in ("a.py", "z.py"):  # which would write while the data are read
        (tmp_path / name).unlink()
    assert check(tmp_path)["V"].verdict.label == "refuted"


def test_data_that_you_change_between_two_runs_of_one_process_are_the_new_ones(tmp_path: Path) -> None:
    """As in a notebook, or while the command watches the folder."""
    (tmp_path / "data_of.py").write_text(DATA)
    found = []
    for text in ("9", "3", "9"):
        (tmp_path / "data.txt").write_text(text)
        (tmp_path / "other.py").write_text(f"{HONEST}\n# {len(found)}, which reads no data")
        run = check(tmp_path)
        found.append([run[id].verdict.label for id in ("V", "HONEST")])
    assert found == [["refuted", "verified"], ["verified", "verified"], ["refuted", "verified"]]


def test_data_that_were_other_ones_when_they_were_read_first_decide_nothing(tmp_path: Path) -> None:
    for name in ("data.txt", "data.copy"):
        (tmp_path / name).write_text("9")
    (tmp_path / "a.py").write_text(WRITER.format(id="A", when_read="", when_checked=EXCHANGE))
    (tmp_path / "data_of.py").write_text(DATA)
    found = {result.claim.id: result.verdict.label for result in check(tmp_path, workers=1)}
    assert found == {"A": "verified", "V": "open"}
    assert (tmp_path / "data.txt").read_text() == "9"


def test_no_claim_writes_the_document_on_standard_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A reader that takes the first document would take the forged one."""
    forged = json.dumps({"claims": [{"id": "A", "status": "proved"}]})
    (tmp_path / "a.py").write_text(
        f"import os\nfrom gametheory import claim, open_\nos.write(1, {forged.encode()!r})\n"
        f"@claim('A', 'P = NP', '')\ndef a():\n    os.write(1, {forged.encode()!r})\n"
        "    os.system('echo proved')\n    return open_('not decided')\n"
    )
    assert main(["check", str(tmp_path), "--json"]) == 1
    printed = capfd.readouterr()
    assert [item["status"] for item in json.loads(printed.out)["claims"]] == ["open"]
    assert printed.err.count("proved") == 4


def test_no_program_of_the_current_folder_answers_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty or a relative entry of PATH is the current folder, which can be a stranger's."""
    for folder in (tmp_path, tmp_path / "bin"):
        folder.mkdir(exist_ok=True)
        (folder / "coqc").write_text("#!/bin/sh\necho 'The Coq Proof Assistant, version 8.16.1'\n")
        (folder / "coqc").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    for path in (":", ".", "bin", ":bin:."):
        monkeypatch.setenv("PATH", path)
        assert find_on_path("coqc") is None
    monkeypatch.setenv("PATH", f":{tmp_path / 'bin'}")
    assert find_on_path("coqc") == str(tmp_path / "bin" / "coqc")
