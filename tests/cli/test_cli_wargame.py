"""`gametheory wargame`: its documents, solution files, wrong input, and play."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from program import COMMAND, call, document

from gametheory.games.wargame import Position, Wargame, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.equilibrium import stored_positions
from gametheory.games.wargame.solution_file import read_solution, solution_bytes

SMALL = Wargame(6, 4)
OPTIONS = ("--soldiers", 6, "--rounds", 4)


def test_solve_has_its_keys_and_a_distribution() -> None:
    found = document("wargame", "solve")
    assert {"value", "opening", "states", "exploitability", "seconds"} <= set(found)
    assert (found["soldiers"], found["rounds"], found["states"]) == (20, 10, 103_488)
    assert abs(found["value"]) <= found["exploitability"] <= 1e-9
    assert sum(found["opening"].values()) == pytest.approx(1, abs=1e-12)
    assert all(0 <= int(sent) <= 20 for sent in found["opening"])


def test_solve_exactly_prints_rationals() -> None:
    found = document("wargame", "solve", "--soldiers", 8, "--rounds", 5, "--exact")
    assert (found["value"], found["exploitability"]) == ("0", "0")
    assert sum(map(Fraction, found["opening"].values())) == 1


def test_every_rule_reaches_the_solver() -> None:
    rules = ("--battle-chances", "0.2,1/2,1", "--killed", "1/3", "--payoffs", "2,1/2,-1")
    game = Wargame(5, 3, (Fraction(1, 5), Fraction(1, 2), Fraction(1)), Fraction(1, 3), (2, Fraction(1, 2), -1))
    found = document("wargame", "solve", "--soldiers", 5, *rules, "--exact")
    assert Fraction(found["value"]) == fraction(solve_wargame_exact(game).value(game.start()))
    assert (found["rounds"], found["killed"], found["payoffs"]) == (3, "1/3", ["2", "1/2", "-1"])


def fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))


@pytest.mark.parametrize("exact", [[], ["--exact"]])
def test_a_solution_file_is_loaded_instead_of_solving(exact: list[str], tmp_path: Path) -> None:
    file = tmp_path / "small.wargame"
    arguments = ("wargame", "solve", *OPTIONS, *exact, "-o", file)
    first = document(*arguments)
    data, written = file.read_bytes(), file.stat().st_mtime_ns
    again = document(*arguments)
    assert (first["read"], again["read"]) == (False, True)
    same = set(first) - {"read", "seconds", "exploitability", "opening", "method"}
    assert {key: first[key] for key in same} == {key: again[key] for key in same}
    assert set(first["opening"]) == set(again["opening"])
    assert (file.read_bytes(), file.stat().st_mtime_ns) == (data, written)
    assert "Read from" in call(*arguments).stdout


@pytest.mark.parametrize("method", ["nashpy", "highs"])
def test_another_method_solves_every_position(method: str, wrong: Any) -> None:
    other, found = (document("wargame", "solve", *OPTIONS, "--method", name) for name in (method, "simplex"))
    assert (other["method"], found["method"]) == (method, "simplex")
    assert abs(other["value"] - found["value"]) <= other["exploitability"] + found["exploitability"] < 1e-6
    wrong(["wargame", "solve", *OPTIONS, "--method", method, "--exact"], "--method")
    wrong(["wargame", "solve", "--soldiers", 60, "--method", method], "more than 500,000 positions")


def test_state_from_a_file_agrees_with_solving(tmp_path: Path) -> None:
    file = tmp_path / "small.wargame"
    file.write_bytes(solution_bytes(solve_wargame(SMALL)))
    loaded = document("wargame", "state", 2, 4, 1, 6, 0, "--solution", file)
    new = document("wargame", "state", 2, 4, 1, 6, 0, *OPTIONS)
    assert loaded["value"] == new["value"]
    assert loaded["a"] == pytest.approx(new["a"], abs=1e-14)
    assert loaded["b"] == pytest.approx(new["b"], abs=1e-14)
    assert 0 < loaded["exploitability"] < 1e-12


@pytest.mark.parametrize("exact", [[], ["--exact"]])
def test_output_for_people(exact: list[str], tmp_path: Path) -> None:
    solved = call("wargame", "solve", *OPTIONS, *exact)
    state = call("wargame", "state", 3, 4, 1, 5, 0, *OPTIONS, *exact)
    for done in (solved, state):
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= 120
    assert "Camp A ||| Field A ||| Field B ||| Camp B" in state.stdout


def test_long_fractions_are_counted_for_a_person_and_printed_in_full_for_a_program() -> None:
    arguments = ("wargame", "state", 2, 12, 1, 14, 0, "--soldiers", 14, "--rounds", 7, "--exact")
    longest = max(len(part) for text in document(*arguments)["a"].values() for part in text.split("/"))
    said = call(*arguments).stdout
    assert longest > 30
    assert int(re.search(r"has ([\d,]+) digits", said)[1].replace(",", "")) >= longest  # type: ignore[index]


def test_progress_on_a_terminal_only() -> None:
    ours, theirs = os.openpty()
    done = subprocess.run([COMMAND, "wargame", "solve", "--soldiers", "4", "--rounds", "3"], stderr=theirs, timeout=60)
    os.close(theirs)
    said = os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.returncode == 0
    assert [f"round {number} is solved" in said for number in (1, 2, 3)] == [True] * 3
    assert said.endswith("\r\x1b[K")


def test_verify_a_sound_file(tmp_path: Path) -> None:
    for solution in (solve_wargame(SMALL), solve_wargame_exact(SMALL)):
        file = tmp_path / "small.wargame"
        file.write_bytes(solution_bytes(solution))
        found = document("wargame", "verify", file)
        lower, upper = Fraction(found["lower"]), Fraction(found["upper"])
        assert found["sound"] is True
        assert lower <= 0 <= upper <= lower + Fraction(0 if solution.exact else 1e-9)
        said = call("wargame", "verify", file)
        assert (said.returncode, said.stderr) == (0, "")
        assert "Sound:" in said.stdout


def test_verify_finds_a_wrong_value(tmp_path: Path) -> None:
    file, late = tmp_path / "small.wargame", [place for place in stored_positions(SMALL) if place.round == 3]
    place = late[len(late) // 2]
    for solution, by in ((solve_wargame(SMALL), fmpq(1, 10**6)), (solve_wargame_exact(SMALL), fmpq(1, 10**30))):
        stored = read_solution(solution_bytes(solution))
        wrong = replace(stored, values=stored.values | {place: stored.values[place] + by})
        file.write_bytes(solution_bytes(wrong))
        done = call("wargame", "verify", file)
        assert done.returncode == 1
        assert "Not sound. The worst position is in round 3" in done.stdout
        assert "stored value" in done.stdout


def test_verify_finds_a_wrong_strategy(tmp_path: Path) -> None:
    """With 3 soldiers in camp against 2 with a field of 1 less, A wins the last battle by sending all of them."""
    file, place = tmp_path / "small.wargame", Position(4, 3, 1, 2, 0)
    stored = read_solution(solution_bytes(solve_wargame_exact(SMALL)))
    partly = {0: fmpq(1, 10**6), 3: 1 - fmpq(1, 10**6)}
    file.write_bytes(solution_bytes(replace(stored, strategies=stored.strategies | {place: (partly, {2: fmpq(1)})})))
    assert call("wargame", "verify", file).returncode == 1
    found = json.loads(call("wargame", "verify", file, "--json").stdout)
    assert (found["sound"], found["fault"]["position"]) == (False, list(place[:5]))
    two = stored.strategies | {place: ({3: fmpq(2)}, {2: fmpq(1)})}
    file.write_bytes(solution_bytes(replace(stored, strategies=two)))
    assert call("wargame", "verify", file).returncode == 2


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ([], "--soldiers 6"),
        (["--soldiers", 6], "--rounds 4"),
        ([*OPTIONS, "--killed", "1/3"], "--killed 1/2"),
        ([*OPTIONS, "--payoffs", "1,0.5,-1"], "--payoffs 1,0,-1"),
        ([*OPTIONS, "--battle-chances", "0,0,0,1"], "--battle-chances 1/4,1/3,1/2,1"),
        ([*OPTIONS, "--exact"], "--exact"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, list) else "",
)
def test_a_file_of_other_rules_is_refused_and_left_as_it_is(
    options: list[Any], named: str, tmp_path: Path, wrong: Any
) -> None:
    file = tmp_path.parent / "other.wargame"
    file.write_bytes(data := solution_bytes(solve_wargame(SMALL)))
    wrong(["wargame", "solve", *options, "-o", file], named)
    if options:
        wrong(["wargame", "state", 1, 6, 0, 6, 0, *options, "--solution", file], named)
    assert file.read_bytes() == data


def played(answers: str | bytes, *options: Any) -> tuple[int, str]:
    typed = answers.encode() if isinstance(answers, str) else answers
    done = call("wargame", "play", *options, typed=typed)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_whole_game_from_a_pipe() -> None:
    answers = "2\n" + "1\n" * 9
    command = [COMMAND, "wargame", "play", "--seed", "3"]
    done = subprocess.run(command, input=answers, capture_output=True, text=True, timeout=60)
    status, said = done.returncode, done.stdout
    assert (status, done.stderr) == (0, "")
    assert "Camp A ||| Field A ||| Field B ||| Camp B" in said
    assert re.search(r"; the battle begins\.\n.*\n.*\nOutcome: (A wins|B wins|draw)\. Payoffs: A (-1|0|1), B ", said)
    assert (status, said) == played(answers, "--seed", 3), "the same seed, the same game"
    assert said.split("\n", 1)[1] != played(answers, "--seed", 4)[1].split("\n", 1)[1]


def test_the_board_follows_the_rules() -> None:
    _, said = played("2\n" + "1\n" * 9, "--seed", 3)
    boards = [tuple(map(int, match)) for match in re.findall(r"(\d+) \|\|\| (\d+) +\|\|\| +(\d+) \|\|\| (\d+)", said)]
    sent = [tuple(map(int, match)) for match in re.findall(r"You: (\d+)\. B: (\d+)\.", said)]
    survivors = [2] * (len(sent) - 1) + [1]  # half of each field is killed, until the battle
    for (a, b), before, after, share in zip(sent, boards[:-1], boards[1:], survivors, strict=True):
        fields = (before[1] + a) // share, (before[2] + b) // share
        assert after == (before[0] - a, *fields, before[3] - b)


WRONG_ANSWERS = [b"x", b"-1", b"21", b"1.5", b"", "٣".encode(), b"9" * 5000, b"1 2", b"\xff"]


def test_an_invalid_answer_is_asked_again_in_one_line() -> None:
    status, said = played(b"\n".join([*WRONG_ANSWERS, b"2\n"]), "--seed", 1)
    lines = said.splitlines()
    request = "A, your move. Type a number from 0 to 20, or ?: "
    places = [place for place, line in enumerate(lines) if "is not a move here." in line]
    # an empty line is only asked again
    assert (status, len(places)) == (0, len(WRONG_ANSWERS) - 1)
    assert [line.startswith(request) for line in lines].count(True) == 1 + len(WRONG_ANSWERS)
    assert all(lines[place + 1].startswith(request) and len(lines[place]) < 110 for place in places)
    assert lines[places[-1] + 2].startswith("You: 2.")


def test_play_shows_the_odds_when_asked() -> None:
    without, asked, always = (played(answers, "--seed", 1, *more)[1] for answers, more in
                              (("2\n", ()), ("?\n2\n", ()), ("2\n", ("--odds",))))  # fmt: skip
    assert "0.724672" not in without
    assert asked.count("0.724672") == always.count("0.724672") == 1


def test_the_end_of_the_input_ends_the_game() -> None:
    assert played("", "--seed", 1)[1].endswith("\nYou left the game.\n")


def test_interrupting_a_game_ends_cleanly() -> None:
    command = [COMMAND, "wargame", "play", "--seed", "1"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = subprocess.Popen(command, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}, **pipes)  # type: ignore[call-overload]
    while "Camp A" not in running.stdout.readline():
        pass
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=20)
    assert (running.returncode, said) == (130, "gametheory: interrupted\n")


ACTIONS = {"solve": ["-o", "x.wargame"], "state": ["1", "20", "0", "20", "0"], "play": []}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--soldiers", value) for value in ("101", "9" * 5000)),
        *(("--rounds", value) for value in ("1001", "9" * 5000)),
        *(("--battle-chances", value) for value in ("1/2,1/2", "1", "2,1", "x", "", ",", "1/2;1", "nan,1", "1/0,1")),
        *(("--payoffs", value) for value in ("1,0", "1,0,-1,-2", "0,1,2", "0,0,0", "x", "", "1/0,0,-1", "inf,0,-1")),
    ],
)
def test_invalid_rules_are_refused(action: str, option: str, value: str, wrong: Any) -> None:
    rounds = ["--rounds", "2"] if option == "--battle-chances" else []
    wrong(["wargame", action, *ACTIONS[action], *rounds, f"{option}={value}"], option)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["wargame"], "ACTION"),
        (["wargame", "solve", "--soldiers", 100, "--rounds", 20], "50,000,000 positions"),
        (["wargame", "solve", "--jsn"], "--jsn"),
        (["wargame", "solve", "-o", "/"], "it is a folder"),
        (["wargame", "state", 1, 20, 0, 20], "FIELD_B"),
        (["wargame", "state", 11, 20, 0, 20, 0], "ROUND"),
        (["wargame", "state", 3, 20, 5, 20, 0], "with 20 soldiers, round 3 cannot have camp 20 and field 5"),
        (["wargame", "state", 3, 20, 0, 20, 5], "CAMP_B, FIELD_B"),
        (["wargame", "state", 3, 21, 0, 20, 0], "the camp is 0 to 20"),
        (["wargame", "state", 3, 17, 9, 20, 0], "the field is 0 or 1"),
        (["wargame", "state", 1, 19, 1, 20, 0], "the camp is 20"),
        (["wargame", "state", 1, 20, 0, 20, 0, "--solution", "/no/such/file"], "/no/such/file"),
        (["wargame", "verify"], "FILE"),
        (["wargame", "verify", "/"], "/"),
    ],
    ids=lambda value: " ".join(map(str, value))[:60] if isinstance(value, list) else "",
)
def test_wrong_input(arguments: list[Any], named: str, wrong: Any) -> None:
    wrong(arguments, named)
