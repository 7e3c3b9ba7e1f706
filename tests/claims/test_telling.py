"""What is printed about a claim that fails: the case, the line, the values, both sides, and what to return instead."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest

from gametheory import check, check_all
from gametheory.claims.explain import why_false
from gametheory.cli import main

LIMIT = 10


def largest_first(n: int) -> int:
    return n // 4 + n % 4


def conjunction(n: int) -> bool:
    square = n * n
    if n < 0:
        return square > 0
    return square >= 0 and 0 <= square < LIMIT


class Rule:
    """A rule as a method."""

    def holds(self, n: int) -> bool:
        return n in (1, 2)


def unstable(calls: list[int], n: int) -> bool:
    calls.append(n)
    return len(calls) != 1


FALSE = [
    (lambda n: n < 5, 5, "n < 5 is false: 5 < 5"),
    (lambda n: largest_first(n) == n // 3, 6, "largest_first(n) == n // 3 is false: 3 == 2"),
    (conjunction, 4, "square < LIMIT is false: 16 < 10"),
    (conjunction, 0, ""),
    (Rule().holds, 4, "n in (1, 2) is false: 4 in (1, 2)"),
    (partial(lambda most, n: n < most, 4), 7, "n < most is false: 7 < 4"),
    (lambda n: all(m < n for m in range(9)), 3, "all((m < n for m in range(9))) is false, with n = 3"),
    (lambda pair: pair[0] == pair[1], (1, "$2$"), "pair[0] == pair[1] is false: 1 == '＄2＄'"),
    (partial(unstable, [0]), 1, ""),
    (bool, 0, ""),
    (eval("lambda n: n > 1"), 0, ""),
]


@pytest.mark.parametrize(("holds", "case", "text"), FALSE)
def test_both_sides_of_a_failing_comparison(holds: Any, case: Any, text: str) -> None:
    assert why_false(holds, case) == text


def test_a_refutation_without_an_explanation_shows_both_sides() -> None:
    witness = check_all(range(9), lambda n: largest_first(n) <= 2, "0 to 8").witness
    assert witness is not None
    assert (witness.case, witness.explanation) == ("3", "largest_first(n) <= 2 is false: 3 <= 2")
    own = check_all(range(9), lambda n: n < 3, "0 to 8", lambda n: f"{n} is three").witness
    assert own is not None
    assert own.explanation == "3 is three"


CLAIMS = '''"""A source."""
from gametheory import check_all, claim

def inverse(n):
    shifted = n - 3
    return 1 / shifted

def check(id, result):
    claim(id, "a", "p. 1")(result)

check("CASE", lambda: check_all(range(9), lambda n: inverse(n) < 5, "0 to 8"))
check("NONE", lambda: check_all(range(9), lambda n: n < 9, "0 to 8") and None)
check("TRUE", lambda: True)
check("SIDES", lambda: check_all(range(9), lambda n: 2 * n < 9, "0 to 8"))

@claim("ASSERT", "a", "p. 1")
def asserting():
    number = 7
    assert number == 8
'''
EXPLAINED = {
    "CASE": [
        *("the check raised ZeroDivisionError: division by zero, in the case 3 (", "claims/a.py:6)"),
        *("return 1 / shifted", "with shifted = 0"),
    ],
    "NONE": ["the check returned None, which is no verdict", "without `return`, a function returns None"],
    "TRUE": ["the check returned True, which is no verdict", "check_all(cases, holds, scope) asks a function for True"],
    "ASSERT": [
        "assert number == 8",
        "with number = 7",
        "a claim asserts nothing: return check_all(cases, holds)",
    ],
    "SIDES": ["2 * n < 9 is false: 10 < 9"],
}


def test_every_format_tells_the_case_the_line_and_the_values(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    Path("claims").mkdir()
    Path("claims/a.py").write_text(CLAIMS)
    assert main(["report", "claims", "-o", "a.html", "-o", "a.xml", "-o", "a.json"]) == 1
    capsys.readouterr()
    assert main(["check", "claims"]) == 1
    terminal = " ".join(capsys.readouterr().out.split())
    document = json.loads(Path("a.json").read_text())
    found = {item["id"]: json.dumps(item, ensure_ascii=False) for item in document["claims"]}
    junit = {case.get("name"): "".join(case.itertext()) for case in parse("a.xml").iter("testcase")}
    page = " ".join(Path("a.html").read_text().split())
    for id, texts in EXPLAINED.items():
        for text in texts:
            assert text in found[id]
            assert text in junit[id]
            assert "".join(text.split()) in "".join(terminal.split())
            assert text.replace("<", "&lt;") in page


def test_a_sweep_names_the_case_that_raised(tmp_path: Path) -> None:
    text = CLAIMS.partition("def check(")[0] + (
        "from gametheory.prove.sweep import check_cases\n"
        "claim('A', 'a', '')(lambda: check_cases(lambda n: inverse(n) < 5, range(9)))"
    )
    (tmp_path / "a.py").write_text(text)
    assert "division by zero, in the case 3 (" in check(tmp_path)["A"].verdict.evidence[0].text
