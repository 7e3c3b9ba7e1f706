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
from gametheory.claims import ClaimsError, Status, Verdict, Witness, check_all, prove, refuted, verified
from gametheory.claims.check import CheckRun, check
from gametheory.claims.collect import ClaimsFile
from gametheory.claims.declare import Claim, Declaration
from gametheory.claims.evidence import Certificate, Text
from gametheory.claims.session import Options, Session
from gametheory.claims.sources import asked
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
HONEST = verified("one case", 1).as_json()


def proof(*statements: Statement) -> dict[str, Any]:
    return {"kind": "proof", "statements": [each.as_json() for each in statements], "lemmas": []}


def stated(verdict: Any) -> str:
    return json.dumps(verdict.as_json() if isinstance(verdict, Verdict) else verdict)


def arrived(tmp_path: Path, *texts: Any, when: str = "call", name: str = "a.py::A") -> CheckRun:
    """Return the run of a folder with a claim A, whose process sends these texts."""
    (tmp_path / "a.py").touch()
    session = Session(asked([tmp_path]), Options())
    session._notes = str(tmp_path)
    session._plan = session._make_plan()
    item = Claim("A", "P = NP", "p. 1", print, declared=Declaration("a.py", "a.py:1"))
    file = ClaimsFile("A source", [item], []).as_json()
    session._collected(json.loads(json.dumps({"files": {str(tmp_path / "a.py"): file}})), ["a.py::A"])
    for text in texts:
        report = pytest.TestReport(name, ("a.py", 1, "A"), {}, "passed", None, when)  # type: ignore[arg-type]
        report.stated = text  # type: ignore[attr-defined]
        session.pytest_runtest_logreport(report)
        assert report.passed is (name not in session._results or session._results[name].matches_expected)
    return session.check_run(0.0)


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


def test_two_verdicts_for_one_claim_are_none(tmp_path: Path) -> None:
    run = arrived(tmp_path, stated(prove(SQUARE)), stated(prove(SQUARE)))
    assert run["A"].verdict.evidence == (Text("the claim's process sent two verdicts"),)


def test_a_verdict_for_no_claim_is_ignored_and_its_claim_is_open(tmp_path: Path) -> None:
    run = arrived(tmp_path, stated(prove(SQUARE)), name="b.py::A")
    assert [result.verdict.status for result in run] == [Status.OPEN]
    assert not run.all_match_expected


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
    "recursion": ("(f := lambda: f())()", "the check raised RecursionError"),
    "sleep": ("time.sleep(60)", "the check did not end within 3 seconds"),
    "stubborn": ("exec('while True:\\n try: time.sleep(60)\\n except BaseException: pass')", "the check "),
    "value": ("return 7", "the check returned 7, which is not a verdict"),
}


def test_a_check_that_leaves_is_open_and_the_others_are_checked(tmp_path: Path) -> None:
    text = "import os, sys, time\nfrom gametheory import claim, verified\n"
    for id, (line, _) in LEAVING.items():
        text += f"@claim({id!r}, 'it leaves', 'p. 1')\ndef check():\n    {line}\n"
    text += "@claim('HONEST', 'true', 'p. 1')\ndef honest():\n    print('a word')\n    return verified('a case', 1)\n"
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "z.py").write_text("import os\nos._exit(0)\n")
    run = check(tmp_path, timeout=3)
    assert (run["HONEST"].verdict.label, run["HONEST"].printed) == ("self-verified", "a word\n")
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
