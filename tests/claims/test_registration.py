"""Every claim that is declared while a claims file runs is collected, in the order of declaration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims import ClaimsError
from gametheory.claims.collect import read_claims_file
from gametheory.claims.processes import collect
from gametheory.cli import main

HEAD = '''"""A source."""
from gametheory import Text, appendix, check_all, claim

def small(limit):
    return lambda: check_all(range(9), lambda n: n < limit, "0 to 8")
'''
# how the claims A, B and C are declared; B is false
FORMS = {
    "one name": """
@claim("A", "a", "p. 1")
def check():
    return check_all(range(9), lambda n: n < 9, "0 to 8")
@claim("B", "b", "p. 1")
def check():
    return check_all(range(9), lambda n: n < 5, "0 to 8")
@claim("C", "c", "p. 1")
def check():
    return check_all(range(9), lambda n: n < 9, "0 to 8")
""",
    "loop": """
for name, limit in (("A", 9), ("B", 5), ("C", 9)):
    @claim(name, "a", "p. 1")
    def check(limit=limit):
        return check_all(range(9), lambda n: n < limit, "0 to 8")
""",
    "factory": """
from _factory import declare
declare("A", 9)
unused = declare("B", 5)
declare("C", 9)
""",
    "list": 'claims = [claim(name, "a", "p. 1")(small(5 if name == "B" else 9)) for name in "ABC"]',
    "function": """
def declare():
    claim("A", "a", "p. 1")(small(9))
    @claim("B", "b", "p. 1")
    def check():
        return check_all(range(9), lambda n: n < 5, "0 to 8")
    claim("C", "c", "p. 1")(small(9))
declare()
""",
    "deleted": """
A = claim("A", "a", "p. 1")(small(9))
B = claim("B", "b", "p. 1")(small(5))
C = claim("C", "c", "p. 1")(small(9))
del B
""",
    "thread": """
from threading import Thread
for name in "ABC":
    thread = Thread(target=lambda: claim(name, "a", "p. 1")(small(5 if name == "B" else 9)))
    thread.start()
    thread.join()
""",
    "callables": """
from functools import partial
class Check:
    def __call__(self):
        return check_all(range(9), lambda n: n < 9, "0 to 8")
claim("A", "a", "p. 1")(Check())
claim("B", "b", "p. 1")(partial(check_all, range(9), lambda n: n < 5, "0 to 8"))
claim("C", "c", "p. 1")(partial(partial(small(9))))
""",
    "value": """
from gametheory.claims import Claim
Claim("A", "a", "p. 1", small(9)), Claim("B", "b", "p. 1", small(5)), Claim("C", "c", "p. 1", small(9))
""",
}
FACTORY = """
from gametheory import check_all, claim

MOST = 0

def declare(name, limit):
    @claim(name, "a", "p. 1")
    def check():
        return check_all(range(9), lambda n: n < limit + MOST, "0 to 8")
"""


def statuses(folder: Path, capsys: Any, *options: str) -> tuple[int, dict[str, str], int]:
    """Return the exit status, the statuses by id, and the number of cached verdicts."""
    status = main(["check", str(folder), "--json", *options])
    claims = json.loads(capsys.readouterr().out)["claims"]
    return status, {item["id"]: item["status"] for item in claims}, sum(item["kept"] for item in claims)


def test_all_declared_claims_are_checked(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "_factory.py").write_text(FACTORY)
    for number, text in enumerate(FORMS.values()):
        (tmp_path / f"form{number}.py").write_text(HEAD + text)
    for cached in (0, 3 * len(FORMS)):
        assert statuses(tmp_path, capsys) == (
            1,
            {
                f"form{number}.py::{id}": "refuted" if id == "B" else "verified"
                for number in range(len(FORMS))
                for id in "ABC"
            },
            cached,
        )


def test_all_appendices_are_collected(tmp_path: Path) -> None:
    loop = 'for name in "DEF":\n    appendix(name, "a table")(lambda: [Text("a")])\n'
    (tmp_path / "a.py").write_text(HEAD + FORMS["list"] + "\n" + loop)
    assert [item.id for item in read_claims_file(tmp_path, "a.py").appendices] == ["D", "E", "F"]


def test_files_that_share_a_factory_have_their_own_claims(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "_factory.py").write_text(FACTORY)
    for name, limit in (("a", 9), ("b", 5)):
        text = f'"""Source {name}."""\nfrom _factory import declare\ndeclare("{name}", {limit})\n'
        (tmp_path / f"{name}.py").write_text(text)
    assert [(source, item.id) for source, item in collect(tmp_path)] == [("Source a", "a"), ("Source b", "b")]
    assert statuses(tmp_path, capsys) == (1, {"a": "verified", "b": "refuted"}, 0)
    (tmp_path / "b.py").write_text((tmp_path / "b.py").read_text().replace("5", "9"))
    assert statuses(tmp_path, capsys) == (0, {"a": "verified", "b": "verified"}, 0)
    (tmp_path / "_factory.py").write_text(FACTORY.replace("MOST = 0", "MOST = -1  # changed"))
    assert statuses(tmp_path, capsys) == (1, {"a": "refuted", "b": "refuted"}, 0)


def test_claims_of_an_imported_helper_are_collected_every_time(tmp_path: Path) -> None:
    (tmp_path / "_lemma.py").write_text(f"{HEAD}{FORMS['list']}")
    for name in "ab":
        (tmp_path / f"{name}.py").write_text("from _lemma import claims\n")
    ids = [("a", f"a.py::{id}") for id in "ABC"] + [("b", f"b.py::{id}") for id in "ABC"]
    assert [(source, item.id) for source, item in collect(tmp_path)] == ids, "in each file that imports the helper"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("for _ in range(2):\n    claim('A', 'a', 'p. 1')(small(9))\n", "a.py:7 and a.py:7"),
        ("claim('A', 'a', '')(small(9))\n\nclaim('A', 'a', '')(small(5))\n", "a.py:6 and a.py:8"),
        (
            "from _factory import declare\ndeclare('A', 9)\ndeclare('A', 5)\n",
            r"a.py:7 \(through _factory.py:7\) and a.py:8 \(through _factory.py:7\)",
        ),
    ],
)
def test_one_id_twice_is_refused_with_both_places(tmp_path: Path, capsys: Any, text: str, places: str) -> None:
    (tmp_path / "_factory.py").write_text(FACTORY)
    (tmp_path / "a.py").write_text(HEAD + text)
    with pytest.raises(ClaimsError, match=f"two claims have the id A: {places}"):
        collect(tmp_path)
    assert main(["check", str(tmp_path)]) == 2
    assert "two claims have the id A: a.py:" in capsys.readouterr().err
