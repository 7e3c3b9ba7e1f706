"""The panel of each card: what a verdict says and what not, who says so, and commands without this program."""

import json
import shutil
import subprocess
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims.session import check
from gametheory.numbers.format import json_text
from gametheory.render.manifest import MEANING_OF_WORDS, assurance, build_manifest
from gametheory.render.page import html_page

CLAIMS = '''"""Sums & more."""
from sympy import Symbol
from gametheory import check_all, claim, for_all, open_
from gametheory.claims import prove
x = Symbol("x", integer=True)
SQUARE = claim("S.1", "squares are large", "p. 1")(lambda: prove(for_all([x], [x > 1], x * x > x, name="it's <b>")))
CASES = claim("S.2", "a sum", "p. 2", uses=["S.1"])(lambda: check_all(range(3), lambda n: n + n == 2 * n, "n < 3"))
WRONG = claim("S.3", "all are even", "p. 3", expected="refuted")(lambda: check_all(range(3), lambda n: n != 1, "n < 3"))
OPEN = claim("S.4", "who knows?", "p. 4", expected="open")(lambda: open_("not asked"))
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of claims with its certificates, and `r.json`, the manifest of the run that recorded them."""
    place = tmp_path_factory.mktemp("assurance") / "my claims"
    (place / "sums").mkdir(parents=True)
    (place / "certificates").mkdir()
    (place / "sums" / "__init__.py").write_text('"""Sums & more."""\n')
    (place / "sums" / "facts.py").write_text(CLAIMS)
    run = check(place, record=True)
    (place / "r.json").write_text(json_text(build_manifest(run.results, place)))
    return place


@pytest.fixture
def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "r.json").read_text())
    return found


def test_a_panel_says_what_the_verdict_does_not_say(manifest: dict[str, Any]) -> None:
    proved, cases, wrong, undecided = (assurance(manifest, item) for item in manifest["claims"])
    assert proved["not_asserted"] == [MEANING_OF_WORDS]
    assert {name.split()[0] for name in proved["programs"]} == {"z3", "cvc5"}
    assert cases["not_asserted"][0] == "Anything outside these cases."
    assert cases["programs"][1].startswith("Python ")
    assert wrong["not_asserted"] == ["What is true instead."]
    assert undecided["not_asserted"] == ["Whether the sentence is true."]
    assert [panel["commands"] for panel in (cases, wrong, undecided)] == [[], [], []]


def test_a_panel_tells_cached_from_fresh_with_the_day(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: check_all([1], bool, 'a'))")
    fresh, cached = (build_manifest(check(tmp_path).results, tmp_path) for _ in range(2))
    today = date.fromisoformat(fresh["claims"][0]["checked_on"])
    assert abs(today - date.today()) <= timedelta(days=1), "a day of another time zone"
    assert assurance(fresh, fresh["claims"][0])["when"] == f"Fresh: checked in this run, on {today}."
    assert assurance(cached, cached["claims"][0])["when"].startswith(f"Cached: checked in an earlier run, on {today};")
    old = cached["claims"][0] | {"checked_on": ""}
    assert "at a time that is not recorded" in assurance(cached, old)["when"]


@pytest.mark.skipif(not shutil.which("z3"), reason="needs z3 as a command")
def test_the_solvers_command_works_and_finds_a_lie(folder: Path, manifest: dict[str, Any]) -> None:
    [entry] = assurance(manifest, manifest["claims"][0])["commands"]
    command = entry["command"].replace("cvc5 $file", "true")  # pip installs cvc5 without its command

    def answers() -> list[str]:
        return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout.split()

    assert answers() == ["unsat"]
    [file] = (folder / "certificates" / "sums").iterdir()
    file.write_text(file.read_text().replace("(> x 1)", "(> x 0)"))
    assert answers() == ["sat"]


@pytest.mark.skipif(not shutil.which("coqchk"), reason="needs Rocq")
def test_the_command_for_rocq_works_and_finds_a_lie(tmp_path: Path) -> None:
    library = tmp_path / "rocq" / "sums"
    library.mkdir(parents=True)
    (library / "Two.v").write_text("Definition two := 1 + 1.\n")
    (library / "Four.v").write_text(
        "From Sums Require Import Two.\nTheorem four : two + two = 4.\nProof. reflexivity. Qed.\n"
    )
    lines = ["'Sums.'", "from gametheory import claim", "from gametheory.claims.results import needs_kernel"]
    lines += ["item = claim('F', '2 + 2 = 4', 'p. 1', theorems=['sums/Four.four'])(needs_kernel)"]
    (tmp_path / "sums.py").write_text("\n".join(lines))
    manifest = build_manifest(check(tmp_path).results, tmp_path)
    panel = assurance(manifest, manifest["claims"][0])
    assert manifest["claims"][0]["status"] == "proved"
    assert panel["programs"][0].startswith(("Coq ", "Rocq "))
    [entry] = panel["commands"]

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-c", entry["command"]], capture_output=True, text=True, check=False)

    assert run().returncode == 0
    (library / "Two.v").write_text("Definition two := 1 + 2.\n")
    assert "Error" in run().stderr


def test_the_page_has_a_panel_for_every_claim_and_escapes_it(manifest: dict[str, Any]) -> None:
    page = html_page(manifest)
    assert page.count('<details class="assurance">') == len(manifest["claims"])
    assert "<b>" not in page.partition("<main")[2].partition('<footer class="colophon"')[0]
    assert "cd &#39;" in page, "the folder with a space is quoted for the shell"
