"""`gametheory play`: each class of games from a pipe, bots, seeds, wrong input, and the page."""

from __future__ import annotations

import json
import re
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
from program import ROOT, call, refused

from gametheory.cli import main, play
from gametheory.model.game import PositionLimitExceeded
from gametheory.solvers.playing import solve_to_play

GAMES = ROOT / "tests" / "games_by_class.py"
SMALL = ROOT / "tests" / "small_games.py"
DATA = ROOT / "tests" / "data" / "games"
CASTLE = "gametheory.games.castle:Castle"
BOARD = """
from small_games import Nim

class Drawn(Nim):
    def picture(self, position):
        return " ".join("|" * heap or "-" for heap in position[0]) + "\\nheaps"

    def label_move(self, position, move):
        return f"{move[1]} of {'abc'[move[0]]}"
"""


def played(answers: str, *arguments: Any, cwd: Path = ROOT) -> str:
    """Play a game from a pipe, and return what is printed."""
    done = call("play", *arguments, typed=answers.encode(), cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def record(answers: str, *arguments: Any, cwd: Path = ROOT) -> Any:
    """Play games with --json: nothing but the record is printed on standard output."""
    done = call("play", *arguments, "--json", typed=answers.encode(), cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_single_player_game() -> None:
    said = played("(2, 1)\n(3,0)\n( 0 , 3 )\n", CASTLE, 3, 4, 2)
    assert "The goal is the outcome soldiers." in said
    assert "'(2, 1)' is not a move here.\nsoldiers, your move. Type (3, 0), or ?: " in said
    said = played("?\n2\n2\n1\n", f"{SMALL}:Countdown", 5)
    assert re.search(r"move +moves to empty +solution", said)
    assert "Outcome: empty.\n" in said
    assert said.endswith("No move of yours cost anything.\n")
    assert played("1\n1\n1\n1\n1\n", f"{SMALL}:Countdown", 5).endswith("In all, your moves cost 2 moves.\n")


def test_a_sequential_game_with_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SMALL.parent))
    (tmp_path / "board.py").write_text(BOARD)
    said = played("4 of b\n?\n1 of a\n1 of c\n", "board.py:Drawn", "(1,2)", "--seed", 1, cwd=tmp_path)
    assert "\n| ||\nheaps\nfirst, your move. Type a move (1 of a, 1 of b, 2 of b), or ?: " in said
    assert "'4 of b' is not a move here.\nfirst, your move. Type a move (1 of a, 1 of b, 2 of b), or ?: " in said
    assert re.search(r"1 of b +1 +1\n +2 of b +-1 +0", said), "the move to equal heaps wins, as the solution plays"
    assert "You: 1 of a.\nsecond: 2 of b.\n\n- -\nheaps\nOutcome: second. Payoffs: first -1, second 1." in said
    assert re.search(r"1 of a +2 +1 of b\n", said)
    assert said.endswith("In all, your moves cost 2.\n")


def test_the_rules_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The docstring of the class, and not the signature that a dataclass without one has in its place."""
    assert played("", f"{SMALL}:Countdown", 5).startswith(
        "Single-player: take 1 or 2 from a pile until it is empty.\n\ntaker: you"
    )
    monkeypatch.syspath_prepend(str(SMALL.parent))
    (tmp_path / "plain.py").write_text(
        "from dataclasses import dataclass\nfrom small_games import Countdown\n\n\n"
        "@dataclass(frozen=True)\nclass Plain(Countdown):\n    pile: int = 3\n"
    )
    assert played("", "plain.py:Plain", cwd=tmp_path).startswith("taker: you")


def test_the_rules_are_read_while_the_game_is_solved(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """On a terminal; a name that is none of a player is refused without solving."""
    read: list[str] = []

    def solve(game: Any, *_: object) -> Any:
        read.append(capsys.readouterr().out)
        raise PositionLimitExceeded(7, 5, game.start())

    monkeypatch.setattr("gametheory.solvers.playing.solve_to_play", solve)
    command = ["play", f"{SMALL}:Countdown", "5"]
    rules = "Single-player: take 1 or 2 from a pile until it is empty.\n\n"
    for is_terminal, expected in ((True, f"{rules}Solving the game ...\n"), (False, "")):
        monkeypatch.setattr(sys.stdout, "isatty", lambda is_terminal=is_terminal: is_terminal)
        assert main(command) == 2
        assert read.pop() == expected
    assert main([*command, "--player", "giver"]) == 2
    assert not read
    assert "'giver' is none of taker" in capsys.readouterr().err


def test_an_outcome_without_a_name_is_what_was_played() -> None:
    assert re.search(r"Outcome: even: heads, odd: (heads|tails)\. Payoffs: even", played("heads\n", "matching-pennies"))


def test_numbers_are_decimals_and_exact_on_request() -> None:
    """A truel: to shoot at B pays 0.279, and the exact number has three digits in its denominator."""
    assert re.search(r"at B +0\.279231 +0\n", played("?\n", "truel"))
    assert re.search(r"at B +363/1300 +0\n", played("?\n", "truel", "--exact"))


def test_a_simultaneous_game() -> None:
    done = record("tails\nheads\n", f"{GAMES}:Duel", "--seed", 3, "--player", "hider")
    [game] = done["games"]
    assert done["players"] == {"guesser": "solution", "hider": "you"}
    assert [turn["moves"]["hider"] for turn in game["turns"]] == ["tails", "heads"]
    guessed = sum(turn["moves"]["guesser"] == turn["moves"]["hider"] for turn in game["turns"])
    assert game["payoffs"] == {"guesser": str(guessed), "hider": str(-guessed)}
    assert [turn["costs"] for turn in game["turns"]] == [{"hider": "0"}] * 2
    assert record("tails\nheads\n", f"{GAMES}:Duel", "--seed", 3, "--player", "hider") == done


def test_chance_moves_are_drawn_by_the_seed(bots: Path) -> None:
    """The coin shows each side in some of 20 games. To keep the coin costs half a point, whatever it would show."""
    ends, arguments = set(), (f"{GAMES}:Dice", "--bot", "keep.py", "--seed")
    for seed in range(20):
        [game] = record("throw\n", *arguments, seed, cwd=bots)["games"]
        ends.add(game["outcome"])
        assert [turn["costs"] for turn in game["turns"]] == [{"giver": "0"}, {"taker": "0"}]
    assert ends == {"H", "TT"}
    [game] = record("keep\n", *arguments, 1, cwd=bots)["games"]
    assert game["turns"][1]["costs"] == {"taker": "1/2"}


@pytest.fixture
def solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve a game once for plays that differ in their seeds alone."""
    solved: dict[Any, Any] = {}

    def solve(game: Any, *rest: Any) -> Any:
        if game not in solved:
            solved[game] = solve_to_play(game, *rest)
        return solved[game]

    monkeypatch.setattr("gametheory.solvers.playing.solve_to_play", solve)


@pytest.mark.usefixtures("solved_once")
def test_hidden_information_is_hidden() -> None:
    """What is printed before the end, and before another player's move shows, depends on the own card only."""
    seen: dict[str, set[str]] = {}
    for seed in range(12):
        _, _, said = played("?\nbet\n", "kuhn", "--seed", seed).partition("?")
        before, moved, after = said.partition("You: bet.")
        own = re.search(r"\nyour card: \[(\d)\] of 1 to 3; so far: nothing\n", before)
        assert own
        assert moved
        cards = rf"first: \[{own[1]}\], second: \[\d\]; so far: bet, (pass|bet)"
        assert re.match(rf"\n\n{cards}\nOutcome: ", after), "the cards are shown at the end"
        seen.setdefault(own[1], set()).add(before)
    assert [len(texts) for texts in seen.values()] == [1, 1, 1]


@pytest.mark.usefixtures("solved_once")
def test_costs_with_hidden_information() -> None:
    """With the lowest card, to call a bet costs 1 against any strategy; to give up the highest costs 3."""
    for seed in range(30):
        done = record("pass\nbet\n", "kuhn", "--seed", seed)
        [game] = done["games"]
        if len(game["turns"]) == 4 and game["turns"][1]["position"][0][0] == 1:
            assert [turn["costs"] for turn in game["turns"]] == [{}, {"first": "0"}, {}, {"first": "1"}]
            return
    raise AssertionError("no game in which the second player bets against the lowest card")


@pytest.mark.parametrize("name", ["kuhn-poker.efg", "monty-hall.efg", "prisoners-dilemma.nfg", "selten.nfg"])
def test_files_of_gambit(name: str) -> None:
    said = played("", DATA / name, "--seed", 1)
    assert said.endswith("You left the game.\n")
    [moves] = re.findall(r"your move. Type a (?:move|number)(?: \(| from )(.*?)\)?, or \?: ", said)
    typed = "\n".join(re.split(", | to ", moves)) + "\n"
    assert re.search(r"(No move of yours cost anything|In all, your moves cost .*)\.\n$", played(typed, DATA / name))


def test_the_end_of_the_input_keeps_the_record() -> None:
    done = record("1\n", f"{SMALL}:Countdown", 5)
    assert [turn["moves"] for turn in done["games"][0]["turns"]] == [{"taker": 1}]
    assert done["games"][0]["outcome"] is None


def test_odds_are_shown_before_every_move() -> None:
    said = played("2\n2\n1\n", f"{SMALL}:Countdown", 5, "--odds")
    assert said.count("moves to empty") == 1 + 3, "in the introduction, and before each move"


BOTS = """
from fractions import Fraction

def first_move(position, player, moves):
    return moves[0]

def even(position, player, moves):
    return {move: Fraction(1, len(moves)) for move in moves}

def wrong(position, player, moves):
    return "nothing"

def fails(position, player, moves):
    return 1 / 0
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "one.py").write_text("def last(position, player, moves):\n    return moves[-1]\n")
    (tmp_path / "keep.py").write_text("def keep(position, player, moves):\n    return 'keep'\n")
    return tmp_path


def test_a_bot_plays_the_other_side(bots: Path) -> None:
    said = played("heads\nheads\n", f"{GAMES}:Duel", "--bot", "bots.py:first_move", "--seed", 1, cwd=bots)
    assert "guesser: you, hider: bots.py:first_move." in said
    assert said.count("You: heads. hider: heads.") == 2


def test_two_bots_and_the_solution(bots: Path) -> None:
    arguments = f"{SMALL}:Matching", "--bot", "bots.py:first_move", "--bot", "one.py", "--games", 3, "--seed", 1
    done = record("", *arguments, cwd=bots)
    assert [game["outcome"] for game in done["games"]] == ["odd"] * 3, "heads and tails"
    said = played("", f"{SMALL}:Nim", "(1,2)", "--bot", "one.py", "--bot", "solution", "--games", 5, cwd=bots)
    assert re.search(r"first +one.py +-1 +2\n +second +solution +1 +0\n", said), "2 of b gives the win away"


def test_a_bot_that_mixes_has_all_moves_drawn(bots: Path) -> None:
    done = record("", f"{SMALL}:Matching", "--bot", "bots.py:even", "--bot", "solution", "--games", 40, cwd=bots)
    assert {game["turns"][0]["moves"]["even"] for game in done["games"]} == {"heads", "tails"}


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--player", "third"], "argument --player: 'third' is none of even, odd"),
        (["--games", 2], "argument --games: only if there is a --bot for each of even, odd"),
        (["--bot", "a.py"] * 3, "argument --bot: 3 given; allowed: 1, for the others, or 2, one for each of even, odd"),
        (["--bot", "none.py"], "none.py: there is no such file"),
        (["--bot", "none"], "argument --bot: 'none' is no FILE.py or FILE.py:FUNCTION"),
        (["--html", "game.pdf"], "game.pdf does not end in .html"),
        (["--html", "game"], "game does not end in .html"),
        (
            ["--html", "game.html", "--json"],
            "--json: not allowed with --html, which takes --player, --exact and --limit",
        ),
        (["--limit", 2], "more than 2 positions"),
        (["--seed", "x"], "argument --seed"),
    ],
)
def test_wrong_options_are_refused_before_play(options: list[Any], named: str, wrong: Any) -> None:
    wrong(["play", f"{SMALL}:Matching", *options], named)


@pytest.mark.parametrize(
    ("bot", "named"),
    [
        ("bots.py", "the functions first_move, even, wrong, fails; name one, as in bots.py:NAME"),
        ("bots.py:missing", "the functions first_move"),
        ("bots.py:wrong", "even at start: 'nothing' is none of the moves heads, tails"),
        ("bots.py:fails", "ZeroDivisionError: division by zero (line 14)"),
    ],
)
def test_wrong_bots_are_refused(bots: Path, bot: str, named: str) -> None:
    done = call("play", f"{SMALL}:Matching", "--bot", bot, "--bot", "solution", cwd=bots)
    assert done.returncode == 2
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("game", "named"), [(f"{SMALL}:Coin", "no player moves"), (f"{GAMES}:Endless", "positions")])
def test_games_that_cannot_be_played_are_refused_before_play(game: str, named: str) -> None:
    assert named in refused("play", game, *([2] if "Coin" in game else ["--limit", 50]))


def test_a_page_of_too_many_positions_is_refused(monkeypatch: pytest.MonkeyPatch, wrong: Any) -> None:
    monkeypatch.setattr("gametheory.render.pages.MAX_STATES", 3)
    wrong(["play", f"{SMALL}:Countdown", 5, "--html", "game.html"], "argument --html: a player can come to more than 3")


def test_plays_of_bots_are_not_stored_unless_they_are_printed(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alive, most = weakref.WeakSet[Any](), [0]

    class Watched(play._Played):
        __hash__ = object.__hash__

        def __init__(self) -> None:
            super().__init__()
            alive.add(self)
            most[0] = max(most[0], len(alive))

    monkeypatch.setattr(play, "_Played", Watched)
    arguments = f"{SMALL}:Matching", "--bot", "bots.py:first_move", "--bot", "one.py", "--seed", 1
    said = played("", *arguments, "--games", 50, cwd=bots)
    assert said.count("first_move") == 2
    assert most[0] <= 2
    message = "argument --games: 100,001; allowed: at most 100,000 with --json, which prints every play"
    assert message in refused("play", *arguments, "--games", 100_001, "--json", cwd=bots)
