"""A claims folder that a stranger controls cannot make the command show a false statement as proved."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sympy import E, Eq, Float, Integer, Symbol, evaluate, pi, symbols

import gametheory
import gametheory.claims.case_by_case as case_by_case
from gametheory.claims import Status, Verdict, prove
from gametheory.claims.cache import VerdictCache
from gametheory.claims.check import CheckRun, check
from gametheory.claims.collect import collect
from gametheory.claims.evidence import Certificate, Text
from gametheory.claims.parallel import check_by_file
from gametheory.parallel.executor import Serial, use_executor
from gametheory.prove.argument import Argument, Step
from gametheory.prove.proof import NotProved, Proof
from gametheory.prove.smt import for_all
from gametheory.prove.statement import Statement
from gametheory.storage.journal import Journal
from gametheory.storage.user_cache import VARIABLE

x = Symbol("x", integer=True)
r = Symbol("r", real=True)

HEAD = '''"""A stranger's claims."""
import atexit, json, os, sys, threading
import gametheory.claims.record, gametheory.prove.proof, gametheory.prove.kernel.proof as kernel
from gametheory import claim, verified
from gametheory.claims import Status, Verdict
from gametheory.prove.kernel.fact import Fact
from gametheory.prove.proof import Proof
from gametheory.prove.statement import Statement

FALSE = Statement("false", (("x", "Int"),), (), "(> x x)")
TRUE = Statement("square", (("x", "Int"),), (), "(>= (* x x) x)")

def forged(**keys):
    class Forged(Verdict):
        def as_json(self):
            return {**verified("one case", 1).as_json(), **keys}
    return Forged(Status.VERIFIED, "one case", 1)

def proof(statement):
    return {"kind": "proof", "statements": [statement.as_json()], "lemmas": []}

@claim("HONEST", "true", "p. 1")
def honest():
    return verified("one case", 1)

@claim("FORGED", "P = NP", "p. 1")
def forgery():
'''
# How the check of the false claim forges its verdict.
FORGERIES = {
    "a prover that accepts everything": (
        "gametheory.prove.proof.failures = lambda statement: iter(())",
        'return Verdict(Status.PROVED, "all", 1, record=Proof((FALSE,)))',
    ),
    "solvers that accept everything": (
        "gametheory.prove.proof.answers = lambda text: {'z3': 'unsat' if '(not' in text else 'sat'}",
        'return Verdict(Status.PROVED, "all", 1, record=Proof((FALSE,)))',
    ),
    "a proof without its constructor": (
        "record = object.__new__(Proof)",
        "record.__dict__.update(statements=(FALSE,), lemmas=())",
        'return Verdict(Status.PROVED, "all", 1, record=record)',
    ),
    "a status that is changed": (
        'verdict = verified("one case", 1)',
        'object.__setattr__(verdict, "status", Status.PROVED)',
        "return verdict",
    ),
    "a verdict that prints itself": ('return forged(status="proved", record=proof(FALSE))',),
    "a verdict without a record": ('return forged(status="proved", scope="all integers")',),
    "a theorem for which the kernel was not asked": (
        'fact = {"theorem": "a/B.c", "statement": "P = NP", "definitions": [], "kernel": "Coq", "reason": ""}',
        'kernel.remember({"a/B.c": Fact("a/B.c", "P = NP", (), "Coq", "")})',
        'return forged(status="proved", record={"kind": "kernel", "theorems": [fact], "steps": None})',
    ),
    "a record of another kind": ('return forged(status="proved", record={"kind": "evidence"})',),
    "a term that no parser ends": (
        'deep = {**TRUE.as_json(), "conclusion": "(" * 100000}',
        'return forged(status="proved", record={"kind": "proof", "statements": [deep], "lemmas": []})',
    ),
    "a status that is a list": ('return forged(status=["proved"])',),
    "an object with __reduce__": (
        "class Run:",
        "    def __reduce__(self): return (os._exit, (0,))",
        "return Run()",
    ),
    "another module of the package": (
        'sys.modules["gametheory.prove.proof"] = sys.modules[__name__]',
        "gametheory.claims.record.READERS['proof'] = lambda data: object.__new__(Proof)",
        'return forged(status="proved", record=proof(FALSE))',
    ),
    "a thread and an exit handler": (
        "atexit.register(os.write, 1, b'1 claim: 1 proved')",
        "threading.Thread(target=lambda: os._exit(0)).start()",
        "threading.Event().wait()",
    ),
}


FALSE = Statement("false", (("x", "Int"),), (), "(> x x)")
SQUARE = Statement("square", (("x", "Int"),), (), "(>= (* x x) x)")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
@pytest.mark.parametrize("lines", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_verdict_is_open_and_the_other_claims_are_checked(tmp_path: Path, lines: tuple[str, ...]) -> None:
    (tmp_path / "strange.py").write_text(HEAD + "".join(f"    {line}\n" for line in lines))
    run = check(tmp_path)
    assert {result.claim.id: result.verdict.status.value for result in run.results} == {
        "HONEST": "verified",
        "FORGED": "open",
    }
    assert not run.all_match_expected


PROVED = {"status": "proved", "scope": "all integers", "cases": 1}


@pytest.mark.parametrize("statement", [None, FALSE, SQUARE], ids=["no record", "a false one", "a true one"])
def test_a_kept_verdict_that_is_forged_with_the_key_of_the_cache_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: Statement | None
) -> None:
    """Code of claims runs with the user's account, and can read the key. What it forges is established again."""
    cache, folder = tmp_path / "cache", tmp_path / "claims"
    monkeypatch.setenv(VARIABLE, str(cache))
    folder.mkdir()
    (folder / "strange.py").write_text(HEAD + '    return verified("one case", 1)\n')
    check(folder)
    record = statement and {"kind": "proof", "statements": [statement.as_json()], "lemmas": []}
    (path,) = (cache / "verdicts").glob("??/*.jsonl")
    journal = Journal(path, (cache / "key").read_bytes())
    for line in path.read_text().splitlines()[1:]:
        entry = journal.get(key := line.split(" ")[1])
        journal.put(key, entry | {"verdict": entry["verdict"] | PROVED | {"record": record}})
    found = check(folder)["FORGED"].verdict
    if statement == SQUARE:  # what is shown is what was checked
        assert (found.status, found.scope) == (Status.PROVED, "for all integers x")
    else:
        assert found.status is Status.VERIFIED


VICTIM = """from gametheory import claim, check_all
@claim("V", "every number below 10 is below 5", "p. 1")
def v():
    return check_all(range(10), lambda n: n < 5, "numbers")
"""
# What another file of the folder does when it runs, and the status of the claim then.
NEIGHBORS = {
    "a check that accepts everything": (
        "import gametheory.claims.case_by_case as module\nmodule.is_true = lambda holds, case: True\n",
        "refuted",
    ),
    "another statement": (
        "import dataclasses, gametheory.claims.hosted as module\n"
        "before = module.collection_as_json\n"
        "def changed(collection):\n"
        "    one = lambda pair: (pair[0], dataclasses.replace(pair[1], statement='P = NP'))\n"
        "    return before(collection._replace(claims=list(map(one, collection.claims))))\n"
        "module.collection_as_json = changed\n",
        "open",
    ),
    "a process that is traced": (
        "import gametheory.claims.hosted as module, os\n"
        "os.pwrite(os.open(f'/proc/{os.getppid()}/mem', os.O_RDWR), b'x', 0)\n",
        "refuted",
    ),
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
@pytest.mark.parametrize(("text", "status"), NEIGHBORS.values(), ids=NEIGHBORS)
def test_another_file_of_the_folder_changes_no_verdict(tmp_path: Path, text: str, status: str) -> None:
    """A file that is not imported by that of the claim; nor a later verdict on a copy of the file elsewhere."""
    for name in ("own", "copy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "victim.py").write_text(VICTIM)
    for name in ("conftest", "zzz"):
        (tmp_path / "own" / f"{name}.py").write_text(text)
    assert check(tmp_path / "own")["V"].verdict.status.value == status
    assert check(tmp_path / "copy")["V"].verdict.status is Status.REFUTED


def test_another_file_that_the_same_worker_of_a_cluster_has_checked_changes_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file has an interpreter of its own there, in which it cannot answer for another one."""
    patch, _ = NEIGHBORS["a check that accepts everything"]
    ending = "import os\n@claim('E', 'it leaves', '')\ndef e():\n    print('{}')\n    os._exit(0)\n"
    for name, text in {"a": patch + VICTIM.replace('"V"', '"A"'), "ends": VICTIM + ending, "victim": VICTIM}.items():
        (tmp_path / f"{name}.py").write_text(text.replace('"V"', f'"{name}.V"'))
    cache = VerdictCache(tmp_path)
    own = case_by_case.is_true
    monkeypatch.setattr(case_by_case, "is_true", own)  # the test restores it at its end
    claims = [item for _, item in collect(tmp_path)]
    case_by_case.is_true = own  # type: ignore[attr-defined]
    with use_executor(Serial()):
        found = check_by_file(tmp_path, False, [], cache)(claims)
        statuses = {item.id: verdict.status.value for item, verdict, _ in found}
    assert statuses == {"A": "verified", "ends.V": "open", "E": "open", "victim.V": "refuted"}


# What a file does with the sockets that its process has inherited.
SOCKETS = """import json, os, struct, sys
from gametheory import claim, check_all
true = check_all(range(10), lambda n: True)

def send(handle, message):
    text = json.dumps(message).encode()
    os.write(handle, struct.pack("!i", len(text)) + text)

def sockets():
    links = {n: f"/proc/self/fd/{n}" for n in range(3, 99)}
    there = {n: os.readlink(link) for n, link in links.items() if os.path.islink(link)}
    return [n for n, target in there.items() if target.startswith("socket") and target not in KNOWN]

def own():
    frame = sys._getframe()
    while "connection" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["connection"].fileno()

@claim("A", "only its own socket is open", "p. 1")
def a():
    for handle in set(sockets()) - {own()}:
        send(handle, [1, ["victim.py::V", json.dumps(true.as_json()), 0.1, {}, "", None]])
    return check_all(sockets(), lambda handle: handle == own())
"""


def socket_claims() -> str:
    """Return the claims, which leave the sockets alone that earlier tests have opened in this process."""
    links = list(Path("/proc/self/fd").glob("*")) if sys.platform == "linux" else []
    return f"KNOWN = { {os.readlink(link) for link in links if link.is_symlink()}!r}\n{SOCKETS}"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the files of a process are listed by Linux")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_has_no_connection_by_which_it_could_answer_for_another_one(tmp_path: Path, workers: int) -> None:
    (tmp_path / "a.py").write_text(socket_claims())
    (tmp_path / "b.py").write_text(socket_claims().replace('"A"', '"B"'))
    (tmp_path / "victim.py").write_text(VICTIM)
    found = {result.claim.id: result.verdict.status.value for result in check(tmp_path, workers=workers)}
    assert found == {"A": "verified", "B": "verified", "V": "refuted"}


MESSAGES = [
    [],
    {"a": 1},
    [1, ["victim.py::V", "{}", 0.1, {}, "", None]],
    ["{}", 0.1, {"checked": 1, "opened": []}, "", None],
    ["{}", 0.1, {"checked": ["A"]}, "", None],
    ["{}", "0.1", {}, "", None],
    ["{}", 0.1, {}, 3, None],
    ["[" * 100_000, 0.1, {}, "", "so"],
]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
def test_a_message_of_another_form_leaves_its_claim_open(tmp_path: Path) -> None:
    text = socket_claims() + "".join(
        f"@claim('M{number}', 'another message', '')\ndef m():\n    send(own(), json.loads({json.dumps(message)!r}))\n"
        "    os._exit(0)\n"
        for number, message in enumerate(MESSAGES)
    )
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "victim.py").write_text(VICTIM)
    found = {result.claim.id: result.verdict.status.value for result in check(tmp_path)}
    assert found.pop("V") == "refuted"
    assert found == {"A": "verified"} | {f"M{number}": "open" for number in range(len(MESSAGES))}


PARTS = {
    "a length alone": "os.write(own(), struct.pack('!i', 100))",
    "bytes without end": "[(os.write(own(), b'   1'), time.sleep(0.1)) for _ in range(50)]",
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
@pytest.mark.parametrize("code", PARTS.values(), ids=PARTS)
def test_a_message_without_an_end_does_not_outlast_the_time_limit(tmp_path: Path, code: str) -> None:
    lines = f"import time\n@claim('M', 'half a message', '')\ndef m():\n    {code}\n    time.sleep(60)\n"
    (tmp_path / "a.py").write_text(socket_claims() + lines)
    (tmp_path / "victim.py").write_text(VICTIM)
    began = time.monotonic()
    run = check(tmp_path, timeout=2)
    assert time.monotonic() - began < 50
    assert run["M"].verdict.evidence == (Text("the check did not end within 2 seconds"),)
    assert {id: run[id].verdict.status.value for id in "AV"} == {"A": "verified", "V": "refuted"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
def test_a_message_of_a_check_runs_no_code_in_the_host(tmp_path: Path) -> None:
    """The host starts the processes of the other files. An object that is sent by pickle would run there."""
    (tmp_path / "a.py").write_text(
        "import gametheory.parallel.json_connection as module, json, pathlib, pickle, types\n"
        "from gametheory import claim, verified\n"
        "class Run:\n"
        f"    def __reduce__(self): return (pathlib.Path.touch, (pathlib.Path({str(tmp_path / 'ran')!r}),))\n"
        "class Message:\n"
        "    def encode(self): return pickle.dumps(Run())\n"
        "@claim('A', 'true', 'p. 1')\n"
        "def a():\n"
        "    module.json = types.SimpleNamespace(loads=json.loads, dumps=lambda message: Message())\n"
        "    return verified('one case', 1)\n"
    )
    assert check(tmp_path)["A"].verdict.status is Status.OPEN
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
def test_the_range_of_a_proof_cannot_be_typed(tmp_path: Path) -> None:
    line = '    return forged(status="proved", scope="all graphs", cases=10**9, record=proof(TRUE))\n'
    (tmp_path / "strange.py").write_text(HEAD + line)
    found = check(tmp_path)["FORGED"].verdict
    assert (found.status, found.scope, found.cases) == (Status.PROVED, "for all integers x", 1)
    typed = Verdict(Status.PROVED, "all graphs", 10**9, record=Proof((SQUARE,)))
    assert typed.scope == "for all integers x"


def test_a_file_of_the_folder_does_not_answer_for_a_solver(tmp_path: Path) -> None:
    """`python -m` puts the current folder first on the path of imports."""
    answer = "import pathlib; pathlib.Path(__file__).with_suffix('.txt').touch()\n"
    for program in ("z3", "cvc5"):
        (tmp_path / f"{program}.py").write_text(answer)
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "strange.py").write_text(HEAD + "    return gametheory.claims.prove(TRUE)\n")
    command = [sys.executable, "-m", "gametheory", "check", "claims", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(gametheory.__file__).parents[1])}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert {item["id"]: item["status"] for item in json.loads(done.stdout)["claims"]}["FORGED"] == "proved"
    assert not list(tmp_path.glob("*.txt"))


@pytest.mark.parametrize("record", [None, Text("hi"), (Certificate("x.smt2", "(check-sat)", ""),), "proof"])
def test_proved_cannot_be_typed(record: object) -> None:
    with pytest.raises((TypeError, ValueError), match="record"):
        Verdict(Status.PROVED, "all integers", 1, record=record)  # type: ignore[arg-type]


def test_the_card_shows_what_was_checked_and_not_what_is_claimed(tmp_path: Path) -> None:
    lines = ["    return gametheory.claims.prove(TRUE)\n"]
    (tmp_path / "strange.py").write_text(HEAD + "".join(lines))
    data = _only(check(tmp_path), "FORGED")
    assert (data["statement"], data["formal"]) == ("P = NP", "for all integers x: x² ≥ x")


def test_a_hypothesis_that_nothing_supplies_or_that_is_the_conclusion_is_refused() -> None:
    small = Statement("small", (("n", "Int"),), ("(>= n 1)", "(<= n 1000)"), "(<= (* n n) 1000000)")
    with pytest.raises(NotProved, match="nothing supplies the hypothesis"):
        Argument(("(>= n 1)",), (), (), (Step(small, "for small n only"),))
    with pytest.raises(ValueError, match="the conclusion is one of the hypotheses"):
        Statement("assumed", (("n", "Int"),), ("(>= n 1)", "(> n 5)"), "(> n 5)")
    with pytest.raises(NotProved, match="hypotheses alone"):
        Proof((Statement("contradictory", (("n", "Int"),), ("(> n 1)", "(< n 1)"), "(> n 5)"),))


def test_a_name_has_one_sort_in_all_steps() -> None:
    """What is true between integers is false between real numbers, and a term without a number fits both."""
    unit, known = ("(= (* u u) u)", "(> (+ u u) u)"), "(>= x (+ y u))"

    def step(name: str, sort: str, hypothesis: str, conclusion: str, *uses: str) -> Step:
        variables = tuple((own, sort) for own in "xyu")
        return Step(Statement(name, variables, (*unit, "(> x y)", hypothesis), conclusion), name, uses)

    steps = step("whole", "Int", "(> x y)", known), step("real", "Real", known, "(> x (- y u))", "whole")
    with pytest.raises(NotProved, match="x is an integer and a real number"):
        Argument((*unit, "(> x y)"), (), (), steps)


@pytest.mark.parametrize("number", [pi, E, Float(0.1), Integer(2) ** symbols("r", real=True)])
def test_a_number_without_an_exact_form_is_refused_by_name(number: object) -> None:
    with evaluate(False), pytest.raises((TypeError, ValueError)) as caught:
        for_all([r], [r < number], r <= 4, "below")
    assert str(caught.value)


def test_a_statement_whose_sides_are_identical_is_refused() -> None:
    with pytest.raises(ValueError, match="identical"):
        Statement("t", (("x", "Int"),), (), "(= (+ x 1) (+ x 1))")
    with evaluate(False), pytest.raises(ValueError, match="identical"):
        prove(for_all([x], [], Eq(x, x), "t"))


def _only(run: CheckRun, id: str) -> dict[str, object]:
    (found,) = (data for data in run.as_json()["claims"] if data["id"] == id)
    return dict(found)
