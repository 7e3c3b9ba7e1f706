"""Payoff tables as text, and names on the command line that are spelled almost right."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import program
import pytest
from program import refused

from gametheory import nash, solve
from gametheory.formats.gambit import FormatError
from gametheory.formats.payoff_table import read_payoff_table
from gametheory.model.normal_form import NormalForm

PAIRS = NormalForm.from_payoffs([[3, 0], [5, 1]], [[3, 5], [0, 1]])
ZERO_SUM = NormalForm.from_payoffs([[1, Fraction(-1, 2)], [Fraction(1, 3), 1]])


@pytest.mark.parametrize(
    "text",
    [
        '"3, 3","0, 5"\n"5, 0","1, 1"\n',
        "3 3,0 5\r\n5 0,1 1\r\n",
        "(3, 3), (0, 5)\n(5, 0), (1, 1)",
        "(3, 3) (0, 5)\n\n(5, 0) (1, 1)",
        "[3; 3]; [0; 5]\n[5; 0]; [1; 1]",
        "(3,3)\t(0,5)\n(5,0)\t(1,1)",
    ],
)
def test_pairs_of_payoffs_are_read_with_any_separator(text: str) -> None:
    assert read_payoff_table(text) == PAIRS


@pytest.mark.parametrize("text", ["1,-0.5\n1/3,1", "1 -1/2\n1/3 1.0", "1;-.5\n1/3;1", "1\t-0.5\n1/3\t1"])
def test_one_payoff_in_each_cell_is_a_zero_sum_table(text: str) -> None:
    assert read_payoff_table(text) == ZERO_SUM


@pytest.mark.parametrize(
    ("text", "strategies"),
    [
        (",L,R\nU,1,2\nD,3,4", (("U", "D"), ("L", "R"))),
        ("payoffs,L,R\nU,1,2\nD,3,4", (("U", "D"), ("L", "R"))),
        ("L,R\n1,2\n3,4", (("1", "2"), ("L", "R"))),
        ("U,1,2\nD,3,4", (("U", "D"), ("1", "2"))),
        (",2010,2020\n7,1,2\n8,3,4", (("7", "8"), ("2010", "2020"))),
        ('"up, or not" 1 2\nD 3 4', (("up, or not", "D"), ("1", "2"))),
    ],
)
def test_names_of_strategies_are_optional(text: str, strategies: Any) -> None:
    form = read_payoff_table(text)
    assert form.strategies == strategies
    assert form.payoff_matrix(0) == ((1, 2), (3, 4))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the table is empty"),
        ("1,x\n3,4", "line 1, column 2: 'x' is no payoff, and the first row has names and payoffs"),
        ("1,2\nx,4", "line 1, column 1: '1' is a payoff where a name is needed"),
        ("1,2\nx,4\n5,6", "line 2, column 1: 'x' is no payoff, and the first column has names and payoffs"),
        ("1,2\n3,x", "line 2, column 2: 'x' is no payoff; allowed: a payoff such as 1"),
        ("1,2\n3,", "line 2, column 2: '' is no payoff"),
        ("1,2\n3", "line 2, column 1: the row has 1 cells, and the first row has 2"),
        ('1,"2, 3"\n3,4', "line 1, column 2: the cell has 2 payoffs, and the first one has 1"),
        ('"1,2,3","1,2,3"', "line 1, column 1: the cell has 3 payoffs"),
        ("0,5;1\n2;3", "line 1, column 1: '0,5' is one number or two; write '0.5' or '(0,5)'"),
        ("0,5\t1\n2\t3", "line 1, column 1: '0,5' is one number or two; write '0.5' or '(0,5)'"),
        ("L,R", "the table has names, and no payoffs"),
        ("1,nan\n2,3", "'nan' is no payoff"),
        ("1,1e999999999\n2,3", "'1e999999999' is no payoff"),
        ('1,"2\n3,4', "unexpected end of data"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read_payoff_table(text)
    assert message in str(error.value)


# On the command line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pennies.csv").write_text(",heads,tails\nheads,1,-1\ntails,-1,1\n", encoding="utf-8")
    (tmp_path / "games.py").write_text("pennies = [[1, -1], [-1, 1]]\n", encoding="utf-8")
    return tmp_path


def typed(text: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "gametheory", *arguments]
    return subprocess.run(command, input=text, capture_output=True, check=False)


def test_commands_take_a_table_in_a_file(folder: Path) -> None:
    solved = program.document("nash", "pennies.csv", cwd=folder)
    assert (solved["value"], solved["names"]) == ("0", [["heads", "tails"]] * 2)
    assert program.document("solve", "pennies.csv", cwd=folder)["payoffs"] == {"row": "0", "column": "0"}
    assert program.document("maximin", "pennies.csv", cwd=folder)
    assert "a game in a file such as pennies.csv takes no arguments" in refused("solve", "pennies.csv", "3", cwd=folder)


def test_nash_reads_a_table_or_a_game_from_standard_input() -> None:
    solved = typed(b"1 -1\n-1 1\n", "nash", "-")
    assert (solved.returncode, solved.stderr) == (0, b"")
    assert b"Value 0 for row (zero-sum)." in solved.stdout
    game = b'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1'
    assert b"Value 0 for A (zero-sum)." in typed(game, "nash", "-").stdout
    wrong = typed(b"\xff", "nash", "-")
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count(b"\n")) == (2, b"", 1)
    assert b"cannot read standard input" in wrong.stderr


def test_a_gambit_file_may_have_the_ending_of_a_table(folder: Path) -> None:
    text = 'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1'
    (folder / "gambit.csv").write_text(text, encoding="utf-8")
    assert program.document("nash", "gambit.csv", cwd=folder)["players"] == ["A", "B"]


def test_heaps_are_separate_arguments() -> None:
    separate = program.document("solve", "nim", "3", "4", "5")
    assert separate["strategy"] == program.document("solve", "nim", "(3, 4, 5)")["strategy"]
    assert separate["grundy"] == 3 ^ 4 ^ 5
    assert program.document("solve", "nim", "3")["grundy"] == 3
    # one parameter for each argument: not elements of one
    message = "pig(3, 2, 7) cannot be made: argument 3, '7', is one too many; allowed: goal, sides"
    assert message in refused("solve", "pig", "3", "2", "7")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["solve", "tic-tac"], "tic-tac-toe"),
        (["solve", "Nim"], "nim"),
        (["nash", "tic-tac"], "tic-tac-toe"),
        (["nash", "chicken", "--player", "colunm"], "column"),
        (["nash", "chicken", "--best", "rwo + column"], "row"),
        (["correlated", "chicken", "--best", "2*colum"], "column"),
        (["stackelberg", "chicken", "--leader", "colum"], "column"),
        (["nash", "kuhn", "--from", "(1, 'bp')"], "(1, 'p') or (1, 'b') or (1, 'pb')"),
        (["nash", "penies.csv"], "pennies.csv"),
        (["nash", "games.py:penies"], "pennies"),
        (["games", "tic-tac"], "tic-tac-toe"),
        (["games", "horse"], "seltens-horse"),
        (["nash", "sexes"], "battle-of-the-sexes"),
        (["solve", "nim", "--plyer", "first"], "--player"),
        (["solve", "nim", "--player", "frist"], "first"),
        (["nash", "pennies.csv", "--refine", "seqential"], "sequential"),
        (["slove", "nim"], "solve"),
        (["wargame", "slove"], "solve"),
    ],
)
def test_a_name_that_is_almost_right_is_asked_for(folder: Path, arguments: list[str], meant: str) -> None:
    message = refused(*arguments, cwd=folder)
    assert f"; did you mean {meant}" in message
    assert message.count("\n") == 1


def test_a_name_that_is_like_no_other_has_no_suggestion(folder: Path) -> None:
    assert "did you mean" not in refused("solve", "qqqqqq", cwd=folder)
    assert "did you mean" not in refused("nash", "q" * 100_000, cwd=folder)
    assert "; `gametheory games` lists the games that have a name" in refused("nash", "qqqqqq", cwd=folder)
    assert "lists" not in refused("nash", "qqqqqq.nfg", cwd=folder)


def test_a_name_of_the_catalogue_in_python_has_a_hint() -> None:
    for find in (nash, solve):
        with pytest.raises(FileNotFoundError, match=re.escape("gametheory.games.catalogue.game('kuhn')")):
            find("kuhn")
        with pytest.raises(FileNotFoundError, match=r"No such file or directory: 'kuhn\.nfg'"):
            find("kuhn.nfg")


@pytest.mark.parametrize("command", ["solve", "nash", "dominance"])
def test_a_command_alone_asks_only_for_the_game(command: str) -> None:
    message = refused(command)
    assert "the following arguments are required: NAME|" in message
    assert "ARGUMENTS" not in message
