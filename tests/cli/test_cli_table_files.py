"""`nash -o` and `solve -o` with a file of CSV or LaTeX, and games of other libraries in a file of Python."""

from __future__ import annotations

import csv
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from program import call, document, refused

GAME = """NFG 1 R "Pennies_1" { "A & B" "C%" } { { "#1" "[x]" } { "~" "<^>" } }
1 -1 -1 1 -1 1 1/3 -1
"""
LIBRARIES = """import nashpy
import networkx as nx

pennies = nashpy.Game([[1, -1], [-1, 1]])
path = nx.DiGraph([(1, 2)])
coin = nx.DiGraph([("toss", "head"), ("toss", "tail")])
coin.add_node("toss", owner="chance")
for side, payoff in (("head", 1), ("tail", 3)):
    coin.add_node(side, payoff={"Ann": payoff})
    coin.edges["toss", side]["probability"] = 0.5


def identity(size):
    return nashpy.Game([[int(i == j) for j in range(size)] for i in range(size)])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.nfg").write_text(GAME)
    (tmp_path / "libraries.py").write_text(LIBRARIES)
    return tmp_path


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_csv_of_equilibria_has_the_exact_numbers(folder: Path) -> None:
    done = call("nash", "game.nfg", "-o", "out.csv", cwd=folder)
    assert done.stdout.endswith("wrote out.csv\n")
    (equilibrium,) = document("nash", "game.nfg", cwd=folder)["equilibria"]
    found = rows(folder / "out.csv")
    assert [row["probability exact"] for row in found] == [p for own in equilibrium["strategies"] for p in own]
    assert {row["player"]: row["payoff exact"] for row in found} == dict(
        zip(("A & B", "C%"), equilibrium["payoffs"], strict=True)
    )
    assert all(float(row["probability"]) == float(Fraction(row["probability exact"])) for row in found)
    assert [row["action"] for row in found] == ["#1", "[x]", "~", "<^>"]


def test_latex_has_the_printed_table_and_compiles(folder: Path) -> None:
    done = document("nash", "game.nfg", "--exact", "-o", "out.tex", cwd=folder)
    assert done["players"] == ["A & B", "C%"]
    text = (folder / "out.tex").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.endswith(r" \\")] == [
        r" & player & payoff & strategy \\",
        r"1 & A \& B & -1/5 & \#1 1/2, {[}x] 1/2 \\",
        r" & C\% & 0 & \textasciitilde{} 2/5, $<$\textasciicircum{}$>$ 3/5 \\",
    ]
    if not shutil.which("pdflatex"):
        pytest.skip("needs pdflatex to compile it")
    page = "\\documentclass{article}\n\\begin{document}\n\\input{out.tex}\n\\end{document}\n"
    (folder / "page.tex").write_text(page)
    command = ["pdflatex", "-interaction=batchmode", "-halt-on-error", "page.tex"]
    assert subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


def test_a_csv_of_a_solution_has_all_decisions(folder: Path) -> None:
    game = "gametheory.games.castle:Castle", 10, 43, 8
    done = call("solve", *game, "-o", "out.csv", cwd=folder)
    assert done.stdout.endswith("wrote out.csv\n")
    strategy = document("solve", *game, cwd=folder)["strategy"]
    found = rows(folder / "out.csv")
    assert [(row["position"], row["move"]) for row in found] == [
        tuple(str(tuple(each[key])) for key in ("position", "move")) for each in strategy
    ]
    assert {row["probability exact"] for row in found} == {"1"}


def test_a_csv_without_decisions_has_the_outcomes(folder: Path) -> None:
    call("solve", "libraries.py:coin", "-o", "out.csv", cwd=folder)
    assert [(row["outcome"], row["probability"]) for row in rows(folder / "out.csv")] == [
        ("head", "0.5"),
        ("tail", "0.5"),
    ]


def test_games_of_other_libraries_in_a_file(folder: Path) -> None:
    assert document("nash", "libraries.py:pennies", cwd=folder)["value"] == "0"
    assert document("solve", "libraries.py:identity", 3, cwd=folder)["payoffs"] == {"row": "1/3", "column": "-1/3"}
    assert document("solve", "libraries.py:coin", cwd=folder)["payoffs"] == {"Ann": "2"}
    assert "libraries.py:path: the node 1 of the graph has 1 successor, so it needs the attribute 'owner'" in refused(
        "solve", "libraries.py:path", cwd=folder
    )


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("nash FILE -o out.txt", "out.txt does not end in .csv or .tex"),
        ("nash FILE -o missing/out.csv", "cannot write missing/out.csv"),
        ("nash FILE -o out.tex --from nowhere", "argument --from: no information set"),
        ("solve FILE -o out.csv --from nowhere", "argument --from: play cannot reach the position 'nowhere'"),
        ("solve gametheory.games.castle:Castle 1 2 1 -o out.npz", "out.npz does not end in .csv or .tex"),
    ],
)
def test_wrong_output(wrong: Any, words: str, named: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("game") / "game.nfg"
    file.write_text(GAME)
    wrong(words.replace("FILE", str(file)).split(), named)


def test_text_that_a_spreadsheet_would_calculate_has_an_apostrophe(folder: Path) -> None:
    names = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "a=1", "1"]
    quoted = " ".join(f'"{name}"' for name in names)
    zeros = " ".join(["0 0"] * len(names))
    (folder / "odd.nfg").write_text(
        f'NFG 1 R "" {{ "=A" "B-" }} {{ {{ {quoted} }} {{ "x" }} }} {zeros}', encoding="utf-8"
    )
    assert call("nash", "odd.nfg", "--pure", "-o", "odd.csv", cwd=folder).returncode == 0
    found = rows(folder / "odd.csv")
    assert [row["player"] for row in found[:9]] == ["'=A"] * 8 + ["B-"]
    assert [row["action"] for row in found[:8]] == [f"'{name}" for name in names[:6]] + names[6:]
    # numbers, also those with a sign, are exact and remain numbers
    call("nash", "game.nfg", "-o", "out.csv", cwd=folder)
    assert {row["payoff exact"] for row in rows(folder / "out.csv")} == {"-1/5", "0"}
    assert not any(row["payoff"].startswith("'") for row in rows(folder / "out.csv"))


def test_payoffs_in_a_file_are_a_table(folder: Path) -> None:
    (folder / "payoffs.py").write_text(
        "import numpy\n\npennies = [[1, -1], [-1, 1]]\narray = numpy.array(pennies)\n"
        "profiles = {('up', 'left'): (1, 2), ('down', 'left'): (0, 3)}\ntwo = [pennies, pennies]\nword = 'up'\n"
        "def made(size):\n    return [[int(i == j) for j in range(size)] for i in range(size)]\n"
    )
    for name in ("pennies", "array"):
        assert document("nash", f"payoffs.py:{name}", cwd=folder)["value"] == "0"
    assert document("nash", "payoffs.py:made", 4, cwd=folder)["value"] == "1/4"
    assert document("solve", "payoffs.py:profiles", cwd=folder)["payoffs"] == {"player 1": "1", "player 2": "2"}
    assert "the players can be the first axis or the last" in refused("nash", "payoffs.py:two", cwd=folder)
    assert "payoffs.py has no class word" in refused("nash", "payoffs.py:word", cwd=folder)
    assert "pennies is a game and no class, so it takes no arguments" in refused(
        "nash", "payoffs.py:pennies", 3, cwd=folder
    )
