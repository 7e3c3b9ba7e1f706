"""Records of verdicts: which status each allows, and what the kernel's answer makes of a verdict."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sympy import Eq, symbols

from gametheory.claims import Correction, Status, Verdict, Witness, argue, check_all, claim, open_, prove, refuted, run
from gametheory.claims import provers as module
from gametheory.claims.declare import Claim
from gametheory.claims.results import awaited_status, lift, needs_kernel
from gametheory.claims.verdict import checked_as_json, record_as_json, record_from_json, verdict_from_json
from gametheory.prove.argument import Step
from gametheory.prove.kernel import Fact, KernelProof, remember
from gametheory.prove.proof import NotProved, Proof
from gametheory.prove.smt import compose, for_all, obligation

n, m = symbols("n m", integer=True)
SQUARE = for_all([n], [n > 1], n**2 > n, "square")
PROVED = prove(SQUARE)
ARGUED = argue(
    lambda: compose(
        [n >= 1], [Step("more", obligation("next", (n >= 1, Eq(m, n + 1)), m >= 2))], {"the next": [Eq(m, n + 1)]}
    )
)
VERIFIED = check_all(range(10), lambda _: True, "0 to 9")
WITNESS = Witness("0", "no")
ACCEPTED = Fact("records/Two.less", "forall n : Z, n < n + 1", (), "Coq 8.16.1", "")
REJECTED = Fact("records/Two.more", "", (), "Coq 8.16.1", "records/Two.more rests on assumptions: false")
remember({fact.theorem: fact for fact in (ACCEPTED, REJECTED)})
KERNEL = KernelProof((ACCEPTED,))


class Typed(Proof):
    """A proof of whatever one likes."""

    def __post_init__(self) -> None:
        pass


@pytest.mark.parametrize(
    ("status", "record"),
    [
        (Status.PROVED, None),
        (Status.PROVED, ARGUED.record),
        (Status.PROVED, Typed((SQUARE,))),
        (Status.PROVED, SQUARE),
        (Status.ARGUED, None),
        (Status.ARGUED, PROVED.record),
        (Status.ARGUED, KERNEL),
        (Status.VERIFIED, PROVED.record),
        (Status.VERIFIED, ARGUED.record),
        (Status.OPEN, PROVED.record),
        (Status.REFUTED, PROVED.record),
    ],
)
def test_a_record_must_fit_the_status(status: Status, record: Any) -> None:
    with pytest.raises(TypeError, match=r"record: .* is not allowed"):
        Verdict(status, "all", 1, (), WITNESS, None, record)


@pytest.mark.parametrize("verdict", [VERIFIED, open_("later"), refuted("0", 1, WITNESS)])
def test_a_statement_is_corrected_by_what_is_proved_or_argued(verdict: Verdict) -> None:
    correction = Correction("so", verdict)
    assert refuted("0", 1, WITNESS, correction=correction).status is Status.REFUTED
    with pytest.raises(TypeError, match="it must be a Correction that is proved or argued"):
        Verdict(Status.CORRECTED, "0", 1, (), WITNESS, correction)
    for better in (PROVED, ARGUED):
        assert refuted("0", 1, WITNESS, correction=Correction("so", better)).status is Status.CORRECTED


def test_statuses_of_records() -> None:
    assert (PROVED.status, ARGUED.status) == (Status.PROVED, Status.ARGUED)
    assert prove([]).status is Status.OPEN
    assert prove(SQUARE, lemmas=[for_all([n], [n > 0], n > 1, "false")]).status is Status.OPEN
    assert [entry.name for entry in PROVED.certificates] == ["square.smt2"]


@pytest.mark.parametrize("verdict", [PROVED, ARGUED])
def test_a_record_in_json_is_established_again(verdict: Verdict) -> None:
    assert verdict_from_json(verdict.as_json()) == verdict
    assert record_from_json(record_as_json(verdict.record)["record"]) == verdict.record
    text = json.dumps(verdict.as_json()).replace("(> n 1)", "(> n 0)").replace("(>= m 2)", "(>= m 3)")
    assert verdict_from_json(json.loads(text)).status is (Status.REFUTED if verdict is PROVED else Status.OPEN)


def test_a_typed_fact_is_no_record() -> None:
    data = record_as_json(KERNEL)["record"]
    assert record_from_json(data) == KERNEL
    data["theorems"][0]["statement"] = "False"
    with pytest.raises(NotProved, match="the kernel states another theorem: forall n : Z, n < n "):
        record_from_json(data)
    with pytest.raises(NotProved, match="rests on assumptions"):
        KernelProof((ACCEPTED, REJECTED))
    with pytest.raises(NotProved, match="has not been asked"):
        KernelProof.of([ACCEPTED.theorem, "records/Two.unasked"])


def named(*theorems: str) -> Claim:
    return claim("T", "a statement", "p. 1", theorems=list(theorems))(open_)


@pytest.fixture
def rocq(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_program", lambda: "Rocq")


@pytest.mark.usefixtures("rocq")
@pytest.mark.parametrize("verdict", [PROVED, ARGUED, VERIFIED, needs_kernel()])
def test_what_a_check_establishes_is_proved_where_the_kernel_accepts_all_theorems(verdict: Verdict) -> None:
    assert lift(verdict, named()) == verdict
    lifted = lift(verdict, named(ACCEPTED.theorem))
    assert (lifted.status, type(lifted.record)) == (Status.PROVED, KernelProof)
    for other in (REJECTED.theorem, "records/Two.unasked"):
        assert lift(verdict, named(ACCEPTED.theorem, other)).status is Status.OPEN


@pytest.mark.usefixtures("rocq")
def test_the_kernel_does_not_replace_a_check() -> None:
    """A check that raised, found nothing, or returned a counterexample without a correction is not proved."""
    item = named(ACCEPTED.theorem)
    for reason in ("the check raised ValueError: no", "no idea"):
        assert lift(open_(reason), item) == open_(reason)
    assert lift(refuted("0", 1, WITNESS), item).status is Status.OPEN
    for inner, status in ((VERIFIED, Status.CORRECTED), (open_("no"), Status.OPEN)):
        assert lift(refuted("0", 1, WITNESS, correction=Correction("so", inner)), item).status is status
    corrected = refuted("0", 1, WITNESS, correction=Correction("so", PROVED))
    assert lift(corrected, named(REJECTED.theorem)).status is Status.OPEN


@pytest.mark.parametrize(
    ("verdict", "awaited"),
    [
        (VERIFIED, Status.PROVED),
        (ARGUED, Status.PROVED),
        (needs_kernel(), Status.PROVED),
        (open_("no idea"), None),
        (refuted("0", 1, WITNESS), None),
        (refuted("0", 1, WITNESS, correction=Correction("so", VERIFIED)), Status.CORRECTED),
        (refuted("0", 1, WITNESS, correction=Correction("so", ARGUED)), Status.CORRECTED),
    ],
)
def test_a_recorded_status_is_awaited_only_where_rocq_is_missing(
    monkeypatch: pytest.MonkeyPatch, verdict: Verdict, awaited: Status | None
) -> None:
    item = claim("T", "", "", theorems=[ACCEPTED.theorem], expected="proved")(lambda: verdict)
    other = claim("U", "", "", expected="proved")(lambda: verdict)
    monkeypatch.setattr(module, "find_program", lambda: None)
    assert awaited_status(verdict, item) is awaited
    assert awaited_status(verdict, other) is None
    assert [result.matches_expected for result in run([("S", item), ("S", other)])] == [awaited is Status.PROVED, False]
    monkeypatch.setattr(module, "find_program", lambda: "Rocq")
    assert awaited_status(verdict, item) is None
    assert [result.matches_expected for result in run([("S", item)])] == [False]


def test_a_card_has_all_that_was_assumed() -> None:
    shown = checked_as_json(ARGUED.record)
    assert [term["text"] for term in shown["given"]] == ["n ≥ 1"]
    assert [(entry["label"], entry["terms"][0]["latex"]) for entry in shown["settings"]] == [
        ("the next", "$m = 1 + n$")
    ]
    assert [step["text"] for step in shown["steps"]] == ["for all integers m, n with n ≥ 1; m = 1 + n: m ≥ 2"]
    fact = Fact("records/Two.six", "n = six", (("records/Two.v", "Definition six := 6."),), "Coq 8.16.1", "")
    remember({fact.theorem: fact})
    (theorem,) = checked_as_json(KernelProof((fact,)))["theorems"]
    assert (theorem["text"], theorem["definitions"]) == (
        "n = six",
        [{"file": "records/Two.v", "text": "Definition six := 6."}],
    )
