"""proofs/rocq for readers without Python: the lists of its files are complete, and its classic theorems are current."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
from conftest import PROOFS
from program import call

sys.path.insert(0, str(PROOFS))
from _write_rocq_index import README, ROCQ, current

PAGE = PROOFS.parent / "docs" / "theory" / "classic-values-as-theorems.md"
RPS = """NFG 1 R "Rock, paper, scissors" { "row" "column" }
{ { "rock" "paper" "scissors" } { "rock" "paper" "scissors" } } ""
0 0 1 -1 -1 1 -1 1 0 0 1 -1 1 -1 -1 1 0 0
"""
MADE_BY = {
    "TicTacToe": "solve tic-tac-toe",
    "Goofspiel": "solve goofspiel 4",
    "Race": "solve race.py 12",
    "Chomp": "solve chomp 3 6",
    "Kuhn": "solve kuhn",
    "MatchingPennies": "nash matching-pennies",
    "ThreePennies": "nash matching-pennies-3",
    "RockPaperScissors": "nash rps.nfg",
    "PrisonersDilemma": "nash prisoners-dilemma",
}


def test_the_lists_of_files_are_current() -> None:
    for path, text in current().items():
        assert path.read_text(encoding="utf-8") == text, "python proofs/_write_rocq_index.py"


def test_links_of_the_readme_lead_to_files() -> None:
    links = re.findall(r"\]\(([^):]+)\)", README.read_text(encoding="utf-8"))
    assert len(links) > 60
    assert [link for link in links if not (ROCQ / link).exists()] == []


def test_every_classic_theorem_is_in_the_list_of_the_page() -> None:
    assert {path.stem for path in (ROCQ / "classic").glob("*.v")} == {*MADE_BY}
    page = PAGE.read_text(encoding="utf-8")
    assert [command for command in MADE_BY.values() if f"| `{command}`" not in page] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE_BY)
def test_the_command_writes_the_stored_theorem(name: str, tmp_path: Path) -> None:
    race = re.search(r"<!-- file: race.py -->\n```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    assert race
    (tmp_path / "race.py").write_text(race[1])
    (tmp_path / "rps.nfg").write_text(RPS)
    shutil.copytree(ROCQ / "values", tmp_path / "values")
    (tmp_path / "classic").mkdir()
    done = call(*MADE_BY[name].split(), "--theorem", f"classic/{name}.v", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    stored = (ROCQ / "classic" / f"{name}.v").read_text(encoding="utf-8")
    assert (tmp_path / "classic" / f"{name}.v").read_text(encoding="utf-8") == stored
