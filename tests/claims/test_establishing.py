"""What arrives from a claim's process is JSON text: none makes a false statement green, and nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sympy import E, Eq, Float, Integer, Symbol, evaluate, pi, symbols

import gametheory
from gametheory.claims import ClaimsError, Status, Verdict, Witness, check_all, prove, refuted
from gametheory.claims.evidence import Certificate, Text
from gametheory.claims.session import CheckRun, check
from gametheory.claims.verdict import Correction
from gametheory.parallel.extras import find_on_path
from gametheory.prove.argument import Argument, Step
from gametheory.prove.proof import NotProved, Proof, stating
from gametheory.prove.smt import for_all
from gametheory.prove.statement import Statement

x = Symbol("x", integer=True)
r = Symbol("r", real=True)
FALSE = Statement("false", (("x", "Int"),), (), "(> (* x x) x)")
SQUARE = Statement("square", (("x", "Int"),), (), "(>= (* x x) x)")
HONEST = check_all([1], bool, "one case").as_json()


def proof(*statements: Statement) -> dict[str, Any]:
    return {"kind": "proof", "statements": [each.as_json() for each in statements], "lemmas": []}


def stated(verdict: Any) -> str:
    return json.dumps(verdict.as_json() if isinstance(verdict, Verdict) else verdict)


SENDING = """from gametheory.claims import claim, worker
worker.verdict_text = lambda verdict: {text!r}
claim("A", "P = NP", "p. 1")(print)
"""


def arrived(tmp_path: Path, text: Any) -> CheckRun:
    """Return the run of a folder with a claim A, whose process sends this text."""
    (tmp_path / "a.py").write_text(SENDING.format(text=text))
    return check(tmp_path)


def stated_only() -> dict[str, Any]:
    """Return what a claim's process states about a false statement, whose solvers it has not asked."""
    with stating():
        return prove(FALSE).as_json()


FORGED: dict[str, Any] = {
    "a false statement": stated_only(),
    "a status without a record": HONEST | {"status": "proved", "scope": "all integers"},
    "an argument as a proof": HONEST | {"status": "argued", "record": proof(SQUARE)},
    "a false record": HONEST | {"status": "proved", "record": proof(FALSE)},
    "a true and a false record": HONEST | {"status": "proved", "record": proof(SQUARE, FALSE)},
    "a theorem that was not asked for": HONEST
    | {
        "status": "proved",
        "record": {
            "kind": "kernel",
            "theorems": [{"theorem": "a/B.c", "statement": "P = NP", "definitions": [], "kernel": "Coq", "reason": ""}],
            "steps": None,
        },
    },
    "a record of another kind": HONEST | {"status": "proved", "record": {"kind": "evidence"}},
    "a term that no parser ends": HONEST
    | {"status": "proved", "record": proof(SQUARE) | {"statements": [SQUARE.as_json() | {"conclusion": "(" * 10_000}]}},
    "a status that is a list": HONEST | {"status": ["proved"]},
    "a correction that is not established": refuted("a case", 1, Witness("0", "no")).as_json()
    | {"status": "proved", "correction": {"statement": "so"} | stated_only()},
    "a list": [],
    "a number": 7,
    "nothing": None,
}


@pytest.mark.parametrize("data", FORGED.values(), ids=FORGED)
def test_a_forged_verdict_is_not_established(tmp_path: Path, data: Any) -> None:
    run = arrived(tmp_path, stated(data))
    assert run["A"].verdict.status in (Status.OPEN, Status.REFUTED)  # a false statement is refuted by its point
    assert not run.all_match_expected


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"status": "open", "status": "proved"}', None, 7, b"{}"])
def test_a_text_of_another_form_is_open(tmp_path: Path, text: Any) -> None:
    assert arrived(tmp_path, text)["A"].verdict.status is Status.OPEN


TWICE = """import json, os, sys
from gametheory import check_all, claim
@claim("A", "It is so.", "p. 1")
def first():
    frame = sys._getframe()
    while "answers" not in frame.f_locals:
        frame = frame.f_back
    verdict = check_all(range(9), lambda n: n < 9)
    answer = {"name": NAME, "stated": json.dumps(verdict.as_json()), "raised": False, "printed": "", "machines": []}
    frame.f_locals["answers"].write(json.dumps(answer).encode() + b"\\n")
    return verdict
@claim("B", "It is not so.", "p. 1")
def second():
    return check_all(range(9), lambda n: n < 5)
"""


@pytest.mark.parametrize(("name", "open_ones"), [("A", {"B"}), ("B", {"A"}), ("C", {"A"})])
def test_a_verdict_that_was_not_asked_for_leaves_the_claim_open_that_was(
    tmp_path: Path, name: str, open_ones: set[str]
) -> None:
    (tmp_path / "a.py").write_text(TWICE.replace("NAME", repr(name)))
    run = check(tmp_path)
    assert {result.claim.id for result in run if result.verdict.status is Status.OPEN} == open_ones
    (left,) = open_ones
    assert run[left].verdict.evidence == (Text(f"the check sent a verdict on {name}"),)
    assert run["B"].verdict.status is not Status.VERIFIED


FORKING = """import os
from gametheory import check_all, claim
@claim("A", "It is not so.", "p. 1")
def first():
    copy = os.fork()
    return check_all(range(9), lambda n: n < (5 if copy else 9))
@claim("B", "It is so.", "p. 1")
def second():
    return check_all(range(9), lambda n: n < 9)
"""


def test_a_copy_of_the_process_of_a_file_sends_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(FORKING)
    found = {result.claim.id: result.verdict.status.value for result in check(tmp_path)}
    assert found == {"A": "refuted", "B": "verified"}


ELSEWHERE = """from gametheory.claims import Claim, check_all
from gametheory.claims.declare import Declaration
Claim("B", "All numbers are small.", "p. 1", lambda: check_all(range(9), lambda n: n < 9), declared=None)
DECLARED = __declared_claims__
DECLARED[0] = Claim("B", "small", "p. 1", DECLARED[0].check, declared=Declaration("b.py", "b.py:1"))
"""


def test_no_file_declares_a_claim_of_another(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(ELSEWHERE)
    (tmp_path / "b.py").write_text(TWICE.replace('"A"', '"A2"').replace("NAME", '"A2"'))
    run = check(tmp_path)
    assert "B is described as a claim of b.py" in str(run["a.py"].verdict.evidence)
    assert run["A2"].verdict.status is Status.VERIFIED


def test_the_range_of_a_proof_cannot_be_typed(tmp_path: Path) -> None:
    typed = prove(SQUARE).as_json() | {"scope": "all graphs", "cases": 10**9, "formal": "P = NP", "label": "proved"}
    (data,) = arrived(tmp_path, stated(typed)).as_json()["claims"]
    assert (data["status"], data["scope"], data["cases"]) == ("proved", "for all integers x", 1)
    assert (data["statement"], data["formal"]) == ("P = NP", "for all integers x: x² ≥ x")
    verdict = Verdict(Status.PROVED, "all graphs", 10**9, record=prove(SQUARE).record)
    assert (verdict.scope, verdict.cases) == ("for all integers x", 1)


@pytest.mark.parametrize(("record", "status"), [(SQUARE, Status.CORRECTED), (FALSE, Status.REFUTED)])
def test_a_correction_is_established_where_the_verdict_is_read(tmp_path: Path, record: Any, status: Status) -> None:
    with stating():
        verdict = check_all(range(3), lambda n: n < 2, correction=Correction("so", prove(record)))
        assert verdict.status is Status.CORRECTED
    assert arrived(tmp_path, stated(verdict))["A"].verdict.status is status


# What a file changes when it is read; then it claims that a false statement is proved.
ATTACKS = {
    "every answer is the expected one": (
        "import gametheory.prove.proof as proof\nproof.failures = lambda statement: iter(())\n"
        "import z3\nz3.Solver.check = lambda self, *_: z3.unsat if 'not' in self.sexpr() else z3.sat"
    ),
    "the prover is this module": "sys.modules['gametheory.prove.proof'] = sys.modules[__name__]",
    "json says what it likes": "import json\nbefore = json.dumps\njson.dumps = "
    "lambda *given, **named: before(*given, **named).replace('verified', 'proved').replace('open', 'proved')",
}
CLAIMS = """import os, sys
from gametheory import check_all, claim
from gametheory.claims import prove
from gametheory.prove.statement import Statement
{attack}
@claim("A", "P = NP", "p. 1", expected="proved")
def false():
    return prove(Statement("false", (("x", "Int"),), (), "(> (* x x) x)"))
@claim("V", "true", "p. 1")
def true():
    return check_all(range(9), lambda n: n < 9)
"""


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_no_file_makes_a_false_statement_green(tmp_path: Path, attack: str) -> None:
    (tmp_path / "a.py").write_text(CLAIMS.format(attack=attack))
    for name in ("conftest.py", "usercustomize.py"):  # which Python or pytest could read elsewhere
        (tmp_path / name).write_text("failures = print\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --nonsense\n")
    try:
        run = check(tmp_path)
    except ClaimsError:  # the run ends with a line
        return
    assert Status.PROVED not in {result.verdict.status for result in run}
    assert not run.all_match_expected


LEAVING = {
    "exit": ("os._exit(0)", "the check ended its process"),
    "kill": ("os.kill(os.getpid(), 9)", "the check ended its process"),
    "sys.exit": ("sys.exit()", "the check raised SystemExit"),
    "error": ("raise ValueError('bad')", "the check raised ValueError: bad"),
    "error of a library": ("__import__('json').loads('{')", "a.py:17)\\n__import__("),
    "recursion": ("(f := lambda: f())()", "the check raised RecursionError"),
    "sleep": ("time.sleep(60)", "the check did not end within 3 seconds"),
    "stubborn": ("exec('while True:\\n try: time.sleep(60)\\n except BaseException: pass')", "the check "),
    "value": ("return 7", "the check returned 7, which is not a verdict"),
}


def test_a_check_that_leaves_is_open_and_the_others_are_checked(tmp_path: Path) -> None:
    text = "import os, sys, time\nfrom gametheory import check_all, claim\n"
    for id, (line, _) in LEAVING.items():
        text += f"@claim({id!r}, 'it leaves', 'p. 1')\ndef check():\n    {line}\n"
    text += "@claim('HONEST', 'true', 'p. 1')\ndef honest():\n    print('a word')\n    return check_all([1], bool)\n"
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "z.py").write_text("import os\nos._exit(0)\n")
    run = check(tmp_path, timeout=3)
    assert (run["HONEST"].verdict.status, run["HONEST"].printed) == (Status.VERIFIED, "a word\n")
    for id, (_, reason) in LEAVING.items():
        assert run[id].verdict.status is Status.OPEN
        assert reason in str(run[id].verdict.evidence)
    assert "reading the file ended its process" in str(run["z.py"].verdict.evidence)
    assert not run.all_match_expected
    again = check(tmp_path, select="HONEST")
    assert again["HONEST"].cached


def test_a_file_of_the_folder_does_not_answer_for_a_solver(tmp_path: Path) -> None:
    """`python -m` puts the current folder first on the path of imports."""
    for program in ("z3", "cvc5"):
        (tmp_path / f"{program}.py").write_text("import pathlib; pathlib.Path(__file__).with_suffix('.txt').touch()\n")
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "a.py").write_text(CLAIMS.format(attack="").replace("(> (* x x) x)", "(>= (* x x) x)"))
    command = [sys.executable, "-m", "gametheory", "check", "claims", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(gametheory.__file__).parents[1])}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert {item["id"]: item["status"] for item in json.loads(done.stdout)["claims"]}["A"] == "proved"
    assert not list(tmp_path.glob("*.txt"))


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


@pytest.mark.parametrize("record", [None, Text("hi"), (Certificate("x.smt2", "(check-sat)", ""),), "proof"])
def test_proved_cannot_be_typed(record: object) -> None:
    with pytest.raises((TypeError, ValueError), match="record"):
        Verdict(Status.PROVED, "all integers", 1, record=record)  # type: ignore[arg-type]


def test_a_hypothesis_that_nothing_supplies_or_that_is_the_conclusion_is_refused() -> None:
    small = Statement("small", (("n", "Int"),), ("(>= n 1)", "(<= n 1000)"), "(<= (* n n) 1000000)")
    with pytest.raises(NotProved, match="nothing supplies the hypothesis"):
        Argument(("(>= n 1)",), (), (), (Step("for small n only", small),))
    with pytest.raises(ValueError, match="the conclusion is one of the hypotheses"):
        Statement("assumed", (("n", "Int"),), ("(>= n 1)", "(> n 5)"), "(> n 5)")
    with pytest.raises(NotProved, match="hypotheses alone"):
        Proof((Statement("contradictory", (("n", "Int"),), ("(> n 1)", "(< n 1)"), "(> n 5)"),))


def test_a_name_has_one_sort_in_all_steps() -> None:
    """What is true between integers is false between real numbers, and a term without a number fits both."""
    unit, known = ("(= (* u u) u)", "(> (+ u u) u)"), "(>= x (+ y u))"

    def step(name: str, sort: str, hypothesis: str, conclusion: str, *uses: str) -> Step:
        variables = tuple((own, sort) for own in "xyu")
        return Step(name, Statement(name, variables, (*unit, "(> x y)", hypothesis), conclusion), uses)

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
