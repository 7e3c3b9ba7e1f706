"""Claims with parameters, and claims that are skipped."""

from __future__ import annotations

import json
import subprocess
from enum import Enum
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest
from program import COMMAND

from gametheory import check, check_all, claim, parametrize
from gametheory.claims.declare import filled
from gametheory.cli import main

Color = Enum("Color", "RED BLUE")
CLAIMS = '''"""A source."""
from gametheory import check_all, claim, parametrize

@claim("COIN", "The amount {n} needs a coin, $x_{n} > 0$.", "line {n}")
@parametrize("n", [1, 2, 3])
def coin(n, deep=False):
    return check_all([n], lambda amount: amount != 3, f"amount {n}, {deep}")

@claim("ALL", "All amounts.", "line 4", uses=["COIN"])
def everything():
    return check_all(range(1, 4), bool, "by COIN")

@claim("ONE", "The next amount after {n}.", "line 5", uses=["COIN[{n}]"])
@parametrize("n", [2])
def one(n):
    return check_all([1], bool, "by COIN")
'''


def test_each_value_is_a_claim(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CLAIMS)
    run = check(tmp_path, deep=True)
    found = {result.claim.id: result for result in run.results}
    assert list(found) == ["COIN[1]", "COIN[2]", "COIN[3]", "ALL", "ONE[2]"]
    assert found["COIN[2]"].claim.statement == "The amount 2 needs a coin, $x_{2} > 0$."
    assert (found["COIN[2]"].claim.where, found["COIN[2]"].verdict.covered) == ("line 2", "2: “amount 2, True”")
    assert [each.verdict.status.value for each in found.values()] == ["verified"] * 2 + ["refuted"] + ["verified"] * 2
    assert found["ALL"].claim.uses == ("COIN[1]", "COIN[2]", "COIN[3]")
    assert (found["ALL"].dependencies_hold, found["ONE[2]"].dependencies_hold) == (False, True)
    assert found["COIN[1]"].claim.code is not None
    assert "def coin(n" in found["COIN[1]"].claim.code.text


def test_parameters_are_selected(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "a.py").write_text(CLAIMS)
    selections = {"COIN": ["COIN[1]", "COIN[2]", "COIN[3]"], "COIN[2]": ["COIN[2]"], "ONE": ["COIN[2]", "ONE[2]"]}
    for id, found in selections.items():
        main(["check", str(tmp_path / f"a.py::{id}"), "--json"])
        assert [item["id"] for item in json.loads(capsys.readouterr().out)["claims"]] == found


@pytest.mark.parametrize(
    ("names", "values", "ids", "texts"),
    [
        ("n", [1, "two", 2.5, None, True], None, ["1", "two", "2.5", "None", "True"]),
        ("n", [(1, 2), Color.RED], None, ["n0", "RED"]),
        ("n, m", [(1, 2), (3, (4,))], None, ["1-2", "3-m1"]),
        (("n", "m"), [(1, 2)], ["both"], ["both"]),
        ("n", [1, 2], lambda n: f"n={n}", ["n=1", "n=2"]),
        ("n", iter(range(2)), None, ["0", "1"]),
    ],
)
def test_ids_of_values(names: Any, values: Any, ids: Any, texts: list[str]) -> None:
    made = claim("A", "a", "")(parametrize(names, values, ids)(lambda n, m=0: check_all([n], bool, "")))
    assert [item.id for item in made] == [f"A[{text}]" for text in texts]


def test_two_decorators_give_all_combinations_in_the_order_of_pytest() -> None:
    check = parametrize("x", [0, 1])(parametrize("y", [2, 3])(lambda x, y: check_all([x + y], bool, f"{x}{y}")))
    made = claim("A", "{x} and {y}", "")(check)
    assert [item.id for item in made] == ["A[2-0]", "A[2-1]", "A[3-0]", "A[3-1]"]
    assert [item.check().note for item in made] == ["02", "12", "03", "13"]
    assert [item.check().scope for item in made] == ["2", "3", "3", "4"]


@pytest.mark.parametrize(
    ("names", "values", "ids", "message"),
    [
        ("n", [], None, "parametrize: values: there is none for n; at least one is needed"),
        ("k", [1], None, "parametrize: names: 'k' is not an argument of the check; it has n"),
        ("n, m", [(1, 2, 3)], None, r"parametrize: values: \(1, 2, 3\) is not one value for each of n, m"),
        ("n, m", ["ab"], None, "parametrize: values: 'ab' is not one value for each of n, m"),
        ("n", [1], ["a", "b"], "parametrize: ids: there are 2 for 1 values"),
        ("n", [1], [3], "ids: 3 is not text"),
        ("n", 5, None, "values: 5 is not allowed"),
    ],
)
def test_wrong_parameters_are_refused(names: Any, values: Any, ids: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        parametrize(names, values, ids)(lambda n: n)


def test_the_order_of_the_decorators_is_explained() -> None:
    with pytest.raises(TypeError, match="write @parametrize below @claim"):
        parametrize("n", [1])(claim("A", "a", "")(lambda: check_all([1], bool, "")))  # type: ignore[arg-type]


def test_a_file_with_wrong_parameters_is_open_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CLAIMS.replace("[1, 2, 3]", "[]"))
    (tmp_path / "b.py").write_text(CLAIMS)
    run = check(tmp_path)
    assert "parametrize: values: there is none for n" in run["a.py"].verdict.evidence[0].text
    assert run["COIN[1]"].verdict.cases == 1


NAMES = """from gametheory import check_all, claim, parametrize
@claim("S", "{name} is short.", "p. 1")
@parametrize("name", VALUES)
def short(name):
    return check_all([len(name)], lambda length: length < 5)
"""


@pytest.mark.parametrize(
    "values",
    [
        '{"john", "kate", "mary"}',
        'frozenset(["mary", "kate", "john"])',
        'set("john kate mary".split()) | {"john"}',
    ],
)
def test_values_without_an_order_leave_their_file_open(tmp_path: Path, values: str) -> None:
    (tmp_path / "a.py").write_text(NAMES.replace("VALUES", values))
    (tmp_path / "b.py").write_text(CLAIMS)
    run = check(tmp_path)
    assert "S[john] is before S[kate] in one run, and after it in another" in str(run["a.py"].verdict.evidence)
    assert [each.claim.id for each in run if each.verdict.status.value == "open"] == ["a.py"]
    assert run["COIN[1]"].verdict.status.value == "verified"


@pytest.mark.parametrize(
    "values",
    [
        'sorted({"john", "kate", "mary"})',
        'list({"john", "kate", "mary"})',
    ],
)
def test_ids_are_the_same_in_each_run(tmp_path: Path, values: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the author has made a list of a set: texts have one hash in the processes of all runs."""
    (tmp_path / "a.py").write_text(NAMES.replace("VALUES", values))
    runs = [subprocess.run([COMMAND, "check", tmp_path, "--json", "--fresh"], capture_output=True) for _ in range(3)]
    found = [[item["id"] for item in json.loads(each.stdout)["claims"]] for each in runs]
    assert found[0] == found[1] == found[2]
    assert all(id.startswith("S[") for id in found[0])


def test_braces_in_formulas_stay() -> None:
    assert filled("{n} in $\\frac{n}{2}$ and {m}", {"n": 10}) == "10 in $\\frac{10}{2}$ and {m}"


SKIPPED = CLAIMS.replace('"All amounts.", "line 4"', '"All amounts.", "line 4", skip="needs 40 GB"')


def test_a_skipped_claim_is_open_and_no_failure(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    text = SKIPPED.replace("amount != 3", "True").replace("def everything():", "def everything():\n    1 / 0")
    Path("a.py").write_text(text)
    assert main(["check", ".", "--junit", "a.xml"]) == 0
    printed = capsys.readouterr().out
    assert "? open, skipped" in printed
    assert "Skipped\n  ALL  needs 40 GB" in printed
    assert "5 claims in" in printed
    assert "4 verified, 1 open; 1 skipped" in printed
    assert [case.get("message") for case in parse("a.xml").iter("skipped")] == ["needs 40 GB"]
    result = check(".")["ALL"]
    assert (result.verdict.status.value, result.dependencies_hold, result.matches_expected) == ("open", False, True)


def test_a_skipped_claim_does_not_establish_another_one_and_keeps_its_record(tmp_path: Path, capsys: Any) -> None:
    text = SKIPPED.replace("amount != 3", "True")
    (tmp_path / "a.py").write_text(text.replace(', skip="needs 40 GB"', ""))
    assert main(["check", str(tmp_path), "--record"]) == 0
    recorded = (tmp_path / "expected.tsv").read_text()
    (tmp_path / "a.py").write_text(text)
    assert main(["check", str(tmp_path)]) == 0
    assert main(["check", str(tmp_path), "--record"]) == 0
    assert (tmp_path / "expected.tsv").read_text() == recorded
    (tmp_path / "a.py").write_text(text.replace('uses=["COIN[{n}]"]', 'uses=["ALL"]'))
    (tmp_path / "expected.tsv").unlink()
    assert main(["check", str(tmp_path)]) == 1
    assert "ONE[2]  verified, but a dependency is not established" in capsys.readouterr().out
