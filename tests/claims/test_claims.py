"""Claims, verdicts, and folders of claims."""

from dataclasses import replace

import pytest
from sympy import Symbol

from gametheory import for_all
from gametheory.claims import (
    Claim,
    ClaimsError,
    Correction,
    Status,
    Verdict,
    Witness,
    check_all,
    open_,
    prove,
    refuted,
    run,
)
from gametheory.claims.declare import Declaration, topological_order, with_unique_ids

X = Symbol("x", integer=True)
SQUARE = for_all([X], [], X**2 >= X)
PROOF = prove(SQUARE)


def made(name, verdict, uses=(), expected=None):
    return Claim(name, f"statement of {name}", "p. 1", lambda: verdict, tuple(uses), expected)


def results(*claims):
    return {result.claim.id: result for result in run([("source", item) for item in claims])}


HOLDS = check_all(range(1, 4), bool, "box")
FAILS = refuted("box", 3, Witness("2", "because"))


def test_a_verdict_requires_its_evidence():
    assert check_all(range(1, 1), bool, "nothing").status is Status.OPEN
    assert prove([]).status is Status.OPEN
    assert PROOF.status is Status.PROVED
    assert refuted("box", 0, Witness("2", "")).status is Status.OPEN
    assert refuted("box", 3, None).status is Status.OPEN
    with pytest.raises(TypeError, match="record: None is not allowed"):
        Verdict(Status.VERIFIED, "all integers", 0)
    assert Verdict(Status.REFUTED, "box", 1, (), Witness("2", "")).cases == 1
    with pytest.raises(ValueError, match="cases: 0 is not allowed for refuted"):
        Verdict(Status.REFUTED, "box", 0, (), Witness("2", ""))


def test_check_all_finds_the_first_failure_and_counts():
    verdict = check_all(range(100), lambda x: x % 7 != 6, "0 to 99", lambda x: f"{x} % 7 is 6")
    assert (verdict.status, verdict.cases, verdict.witness) == (Status.REFUTED, 7, Witness("6", "6 % 7 is 6"))
    assert check_all(range(5), lambda x: True, "0 to 4").cases == 5
    fixed = Correction("less than 6", PROOF)
    assert check_all(range(9), lambda x: x < 5, "0 to 8", correction=fixed).status is Status.CORRECTED
    assert check_all(range(3), lambda x: x < 5, "0 to 2", correction=fixed).status is Status.VERIFIED
    assert check_all([], lambda x: True, "nothing").status is Status.OPEN


def test_matches_expected():
    assert results(made("A", HOLDS))["A"].matches_expected
    assert not results(made("A", FAILS))["A"].matches_expected
    assert results(made("A", FAILS, expected=Status.REFUTED))["A"].matches_expected
    assert not results(made("A", HOLDS, expected=Status.PROVED))["A"].matches_expected
    assert not results(made("A", open_("no idea")))["A"].matches_expected
    on_sand = results(made("A", open_("later"), expected=Status.OPEN), made("B", HOLDS, ["A"]))
    assert [result.matches_expected for result in on_sand.values()] == [True, False]


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ([made("A", HOLDS), made("A", HOLDS)], "two claims have the id A"),
        ([made("A", HOLDS, ["Z"])], "claim A uses Z; no claim has that id"),
        ([made("A", HOLDS, ["B"]), made("B", HOLDS, ["A"])], "in a cycle: A -> B -> A"),
    ],
)
def test_invalid_dependencies_are_refused(claims, why):
    with pytest.raises(ClaimsError, match=why):
        topological_order(with_unique_ids(claims))


@pytest.mark.parametrize("id", ["", " ", "A\nB", "A\u202e", "A\u200b"])
def test_ids_that_cannot_be_seen_are_refused(id):
    with pytest.raises(ValueError, match="id:"):
        made(id, HOLDS)


def test_ids_that_look_alike_are_one():
    with pytest.raises(ClaimsError, match="two claims have the id A1"):
        with_unique_ids([made("A1", HOLDS), made(" Ａ１", HOLDS)])


@pytest.mark.parametrize("id", ["СD2.1", "Lemma\u00a0Α", "CD2.\u0430"])
def test_an_id_that_mixes_alphabets_is_refused(id: str) -> None:
    """The first letter of the first one is Cyrillic: an author who types CD2.1 would not find it."""
    with pytest.raises(ValueError, match="looks like an ASCII letter"):
        made(id, HOLDS)


def test_ids_in_two_alphabets_cannot_look_alike() -> None:
    assert made("Лемма 1", HOLDS).id == "Лемма 1"
    assert made("Lemma α", HOLDS).id == "Lemma α"
    with pytest.raises(ClaimsError, match=r"two claims have ids that look alike: 'A1' and '\\u04101'"):
        with_unique_ids([made("A1", HOLDS), made("\u04101", HOLDS)])


# Where the id L is, in which file a claim uses a name, and which claim that is.
USES = [
    ("a.py b.py", "a.py", "L", "a.py::L"),
    ("a.py b.py", "b.py", "L", "b.py::L"),
    ("a.py book/c.py book/d.py", "book/c.py", "L", "book/c.py::L"),
    ("a.py book/d.py", "book/c.py", "L", "book/d.py::L"),
    ("a.py", "book/c.py", "L", "L"),
    ("a.py book/d.py", "book/c.py", "a.py::L", "a.py::L"),
    ("a.py book/d.py", "book/c.py", "d.py::L", "book/d.py::L"),
    ("a.py b.py", "c.py", "L", "several files have that id: 2 claims \\(a.py::L, b.py::L"),
    (
        "a.py book/d.py book/e.py",
        "book/c.py",
        "L",
        "several files have that id: 2 claims \\(book/d.py::L, book/e.py::L",
    ),
]


@pytest.mark.parametrize(("files", "user", "name", "expected"), USES)
def test_a_claim_uses_the_nearest_one_of_an_id(files: str, user: str, name: str, expected: str) -> None:
    places = [("L", file, ()) for file in files.split()]
    items = [
        replace(made(id, HOLDS, uses), declared=Declaration(file, f"{file}:1"))
        for id, file, uses in [*places, ("U", user, (name,))]
    ]
    if "several" in expected:
        with pytest.raises(ClaimsError, match=expected):
            with_unique_ids(items)
    else:
        assert with_unique_ids(items)[-1].uses == (expected,)
