"""A fault in what makes, sends or saves a verdict ends the run: nothing false is shown as proved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims import Correction, Status, Verdict, Witness, check_all, claim, prove, refuted, run, verified
from gametheory.claims.audit import differences
from gametheory.claims.record import record_from_json
from gametheory.claims.results import result_as_json
from gametheory.prove.argument import Argument, Step
from gametheory.prove.kernel.proof import Fact, KernelProof, remember
from gametheory.prove.proof import NotProved, Proof
from gametheory.prove.statement import Statement

SQUARE = Statement("square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")
FALSE = Statement("false", (("x", "Int"),), (), "(> (* x x) x)")
SAID = Fact("sums/Audited.less", "forall n, n < S n", (), "Coq 8.16.1", "")
remember({SAID.theorem: SAID})
VERDICTS = {
    "proved": lambda: prove(SQUARE),
    "argued": lambda: Verdict(
        Status.ARGUED, "", 0, record=Argument(SQUARE.hypotheses, (), (), (Step("it grows", SQUARE),))
    ),
    "by the kernel": lambda: Verdict(Status.PROVED, "", 0, record=KernelProof((SAID,), Proof((SQUARE,)))),
    "verified": lambda: check_all(range(9), lambda n: n < 9),
    "refuted": lambda: check_all(range(9), lambda n: n < 5),
    "self-verified": lambda: verified("nine cases", 9),
    "corrected": lambda: refuted("a case", 1, Witness("0", "no"), correction=Correction("some", prove(SQUARE))),
}
# What a fault changes in the JSON form of a verdict.
LIES: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "a status": ("verified", lambda data: data.update(status="proved", label="proved")),
    "the status of one that is typed": ("self-verified", lambda data: data.update(label="verified")),
    "an argument as a proof": ("argued", lambda data: data.update(status="proved", label="proved")),
    "another label": ("corrected", lambda data: data.update(label="proved")),
    "another formal statement": ("proved", lambda data: data.update(formal="P = NP")),
    "another statement on the card": ("proved", lambda data: data["checked"]["statements"][0].update(latex="$0 = 1$")),
    "another theorem": ("by the kernel", lambda data: data["checked"]["theorems"][0].update(text="P = NP")),
    "a record of a false statement": ("proved", lambda data: data["record"].update(statements=[FALSE.as_json()])),
    "a theorem that was not asked for": (
        "by the kernel",
        lambda data: data["record"]["theorems"][0].update(theorem="sums/Audited.other"),
    ),
    "a sweep in which a case failed": ("verified", lambda data: data["record"].update(failed=True)),
    "a false statement": ("refuted", lambda data: data.update(status="verified", label="verified", witness=None)),
    "a range": ("verified", lambda data: data.update(scope="all integers")),
    "the range of a theorem": ("by the kernel", lambda data: data.update(scope="all games")),
    "a number of cases": ("verified", lambda data: data.update(cases=10)),
    "a range of one that is typed": ("self-verified", lambda data: data.update(scope="0 to 9")),
    "no case": ("self-verified", lambda data: data.update(cases=0)),
    "no case of a sweep": (
        "verified",
        lambda data: data.update(
            cases=0,
            scope="cases that the check lists",
            record={
                "kind": "sweep",
                "cases": 0,
                "extent": {"ranges": [], "whole": False, "ends": []},
                "failed": False,
            },
        ),
    ),
    "a text as a number of cases": ("self-verified", lambda data: data.update(cases="all")),
    "no certificate": ("proved", lambda data: data.update(certificates=[])),
    "another program": ("proved", lambda data: data["certificates"][0].update(accepted=["z3 4.8", "z3 4.9"])),
    "another certificate": ("proved", lambda data: data["evidence"][0].update(text="(check-sat)")),
    "another certificate of the same name": (
        "proved",
        lambda data: data["evidence"].insert(0, data["evidence"][0] | {"text": "(check-sat)"}),
    ),
    "a correction of a correction": (
        "corrected",
        lambda data: data["correction"].update(correction=data["correction"] | {"record": None}),
    ),
    "another certificate next to a theorem": (
        "by the kernel",
        lambda data: data["evidence"][0].update(text="(check-sat)"),
    ),
    "no correction": ("corrected", lambda data: data.update(correction=None)),
    "a correction that is typed": ("corrected", lambda data: data["correction"].update(record=None)),
}


def refused(data: dict[str, Any]) -> list[str]:
    """Return what `recheck` rejects of a verdict in a manifest."""
    try:
        reasons = [each.why for each in differences(data, record_from_json(data["record"]))]
    except NotProved as error:
        return [str(error)]
    return reasons + (refused(data["correction"]) if data["correction"] else [])


@pytest.mark.parametrize("make", VERDICTS.values(), ids=VERDICTS)
def test_a_verdict_that_says_what_its_record_establishes_is_shown(make: Callable[[], Verdict]) -> None:
    (result,) = run([("S", claim("A", "a statement", "p. 1")(make))])
    assert result_as_json(result, Path("proofs"), False)["status"] == make().status.value


@pytest.mark.parametrize(("name", "lie"), LIES.values(), ids=LIES)
def test_a_verdict_that_says_something_else_is_not_shown(name: str, lie: Callable[[dict[str, Any]], Any]) -> None:
    data = VERDICTS[name]().as_json()
    assert not refused(data)
    lie(data)
    assert refused(data)
