"""proofs/rocq for readers without Python: the lists of its files are complete, and its classic theorems are current."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROOFS
from program import call
from rocq import compiled_library

from gametheory.claims.recheck import library_sources
from gametheory.prove.kernel import find_program, library_options

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
    "Inspection": "solve inspection 4 2",
    "Chomp": "solve chomp 3 6",
    "Kuhn": "solve kuhn",
    "MatchingPennies": "nash matching-pennies",
    "ThreePennies": "nash matching-pennies-3",
    "RockPaperScissors": "nash rps.nfg",
    "PrisonersDilemma": "nash prisoners-dilemma",
    "OneCardPoker": "solve one-card-poker",
    "Duel": "solve duel",
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


def write_inputs(folder: Path) -> None:
    """Write the files of games that the commands name."""
    race = re.search(r"<!-- file: race.py -->\n```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    assert race
    (folder / "race.py").write_text(race[1])
    (folder / "rps.nfg").write_text(RPS)


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE_BY)
def test_the_command_writes_the_stored_theorem(name: str, tmp_path: Path) -> None:
    write_inputs(tmp_path)
    shutil.copytree(ROCQ / "values", tmp_path / "values")
    (tmp_path / "classic").mkdir()
    done = call(*MADE_BY[name].split(), "--theorem", f"classic/{name}.v", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    stored = (ROCQ / "classic" / f"{name}.v").read_text(encoding="utf-8")
    assert (tmp_path / "classic" / f"{name}.v").read_text(encoding="utf-8") == stored


# One unit in the last place of what each file states, in its last lines.
LIES = {
    "classic/TicTacToe": (" 1 0", " 1 1"),
    "classic/Goofspiel": (" 1 0", " 1 1"),
    "classic/Race": ("(28396303814855551 #", "(28396303814855552 #"),
    "classic/Inspection": ("(-3 #", "(-4 #"),
    "classic/Chomp": (" 1 1", " 1 0"),
    "classic/Kuhn": ("(-1 # 18)", "(-1 # 19)"),
    "classic/MatchingPennies": ("[0; 0]", "[0; 1]"),
    "classic/ThreePennies": ("[0; 0; 0]", "[0; 0; 1]"),
    "classic/RockPaperScissors": ("[0; 0]", "[0; 1]"),
    "classic/PrisonersDilemma": ("[1; 1]", "[1; 2]"),
    "classic/OneCardPoker": ("(1 # 3)", "(1 # 4)"),
    "classic/Duel": (" 1 0", " 1 1"),
    "values/InARow": ("(repeat E 16) = Win", "(repeat E 16) = Draw"),
    "values/Impartial": ("8; 2; 7; 4; 1; 2]", "8; 2; 7; 4; 1; 3]"),
    "values/Dilemma": ("[1; 1]", "[1; 2]"),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the compiled library, and an empty folder `classic`."""
    folder = compiled_library(tmp_path_factory.mktemp("rocq"), *library_sources())
    (folder / "classic").mkdir()
    return folder


def coqc(folder: Path, file: str) -> str:
    program = find_program()
    assert program is not None
    command = [*program.command, "-q", *library_options(folder), f"{file}.v"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return done.stderr if done.returncode else ""


@pytest.mark.slow
@pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")
@pytest.mark.parametrize("file", LIES)
def test_a_false_value_does_not_compile(file: str, library: Path) -> None:
    old, new = LIES[file]
    text = (ROCQ / f"{file}.v").read_text(encoding="utf-8")
    begin = text.rindex("Theorem ") if file != "values/Impartial" else 0
    assert old in text[begin:]
    (library / f"{file}.v").write_text(text[:begin] + text[begin:].replace(old, new))
    assert "Unable to unify" in coqc(library, file)


def test_every_classic_theorem_has_a_planted_lie() -> None:
    assert {f"classic/{name}" for name in MADE_BY} <= {*LIES}
