"""`gametheory solve` prints the solution of a game, or names in one line what is wrong with the input."""

from __future__ import annotations

import json
import re
import time
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from classic_games import text
from games_by_class import Bold, Dice, Duel, Race
from program import call, document, refused
from small_games import Alternating, Coin, Countdown, Ring

from gametheory import Castle, Outcome, PositionLimitExceeded, solve
from gametheory.cli import main
from gametheory.cli.loading import read_value
from gametheory.cli.output import unfolding_line
from gametheory.parallel.steps import begin_step
from gametheory.solvers import nash as nash_solvers

HERE = Path(__file__).parents[1]


def solved(*arguments):
    return document("solve", *arguments, cwd=HERE)


GAMES = {
    "small_games.py:Countdown 7": Countdown(7),
    "small_games.py:Coin 3": Coin(3),
    "small_games.py:Alternating": Alternating(),
    "small_games.py:Ring": Ring(),
    "games_by_class.py:Bold 0.6": Bold(Fraction(3, 5)),  # read exactly
    "games_by_class.py:Bold 1/2": Bold(Fraction(1, 2)),
    "games_by_class.py:Race goal=3": Race(3),
    "games_by_class.py:Race 2": Race(2),
    "games_by_class.py:Duel": Duel(),
    "games_by_class.py:Dice": Dice(),
    "gametheory.games.castle:Castle 10 43 8": Castle(10, 43, 8),
}


@pytest.mark.parametrize("words", GAMES)
def test_the_document_is_that_of_the_function_and_the_text_names_the_checks(words):
    game, *arguments = words.split()
    found, expected = solved(game, *arguments), json.loads(json.dumps(solve(GAMES[words]).as_json()))
    assert found.keys() == {"game", "arguments", *expected}
    assert found | {"seconds": 0} == {"game": game, "arguments": arguments, **expected, "seconds": 0}
    text = call("solve", game, *arguments, cwd=HERE).stdout
    assert all(word in text for word in ("Class: ", "Method: ", "Checked: ", "verify."))


def test_the_keys_that_scripts_rely_on():
    found = solved("small_games.py:Countdown", 7)
    facts = found["outcomes"]["empty"]
    assert (facts["distance"], facts["shortest_plays"], facts["play"]) == (4, 4, [1, 2, 2, 2])
    assert found["strategy"][0] == facts["strategy"][0] == {"position": 7, "player": "taker", "move": 1}
    found = solved("small_games.py:Coin", 3)
    assert found["outcomes"] == {"heads": "19/27", "never": "8/27"}
    assert (found["class"], found["never"], found["expected_moves"], found["strategy"]) == ("chance", "0", "19/9", [])
    found = solved("small_games.py:Alternating")
    assert (found["winner"], found["grundy"], found["last_mover"]) == ("second", 0, "wins")
    assert (found["payoffs"], found["zero_sum"], found["cyclic"]) == ({"first": "-1", "second": "1"}, True, False)
    found = solved("games_by_class.py:Race", "2")
    assert (found["winner"], found["forced_in"], found["forced_outcomes"]) == ("first", 1, ["first"])
    (mixed, *_) = (row for row in solved("games_by_class.py:Duel")["strategy"] if row["player"] == "hider")
    assert mixed["mixture"] == {"heads": "1/2", "tails": "1/2"}
    assert solved("games_by_class.py:Dice")["best_moves"] == ["keep", "throw"]


def test_numbers_in_a_tuple_are_exact():
    assert read_value("(0.1, [-1/3], red)") == "(0.1, [-1/3], red)"  # no literal
    assert read_value("(0.1, [-1/3, 2], '1/2')") == (Fraction(1, 10), [Fraction(-1, 3), 2], "1/2")


def test_a_drawing(tmp_path):
    file = tmp_path / "race.svg"
    done = call("solve", "games_by_class.py:Race", "3", "--draw", file, cwd=HERE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("race.svg\n")
    text = file.read_text()
    ElementTree.fromstring(text)
    assert "best moves" in text
    assert "Race(3)" in text


def test_the_class_may_be_omitted_if_the_file_has_one_game_class(tmp_path):
    lines = (HERE / "small_games.py").read_text().split("\n\n\n")
    (tmp_path / "one.py").write_text("\n\n\n".join([lines[0], lines[1], "class Helper:\n    pass\n"]))
    assert document("solve", "one.py", 7, cwd=tmp_path)["outcomes"]["empty"]["distance"] == 4
    (tmp_path / "none.py").write_text("class Helper:\n    pass\n")
    methods = "    def start(self): ...\n    def outcome(self, at): ...\n    def move(self, at, player): ...\n"
    (tmp_path / "misspelt.py").write_text(f"class Helper:\n    pass\n\n\nclass Race:\n{methods}")
    for file, message in (
        ("none.py", "none.py has no class with the methods start, outcome, moves, after\n"),
        ("misspelt.py", "methods start, outcome, moves, after; Race has no method moves and no method after\n"),
        (HERE / "games_by_class.py", "game classes, Bold, Race, Duel"),
    ):
        assert message in refused("solve", file, cwd=tmp_path)


def test_names_in_brackets_are_no_markup(tmp_path):
    rules = (
        "from gametheory import Outcome\n\n\nclass Signs:\n    players = ('[bold]', 'b')\n"
        "    def start(self): return '[red]'\n"
        "    def outcome(self, at): return None if at == '[red]' else Outcome('b')\n"
        "    def moves(self, at, player): return ['[/x]'] if player == '[bold]' else []\n"
        "    def after(self, at, move): return 'end'\n"
    )
    (tmp_path / "signs.py").write_text(rules)
    lines = [line.split() for line in call("solve", "signs.py", cwd=tmp_path).stdout.splitlines()]
    assert ["[red]", "[bold]", "[/x]"] in lines


def test_a_file_in_gambit_format(tmp_path):
    (tmp_path / "pennies.nfg").write_text('NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1')
    found = document("solve", "pennies.nfg", cwd=tmp_path)
    assert (found["class"], found["zero_sum"], found["payoffs"]) == ("simultaneous", True, {"A": "0", "B": "0"})
    assert found["strategy"][0] == {"position": "start", "player": "A", "mixture": {"1": "1/2", "2": "1/2"}}
    (tmp_path / "broken.efg").write_text("EFG 2 R")
    for arguments, message in (
        (["broken.efg"], "broken.efg: line 1"),
        (["absent.nfg"], "cannot read absent.nfg: No such file"),
        (["pennies.nfg", "3"], "'3': a game in a file such as pennies.nfg takes no arguments"),
    ):
        assert message in refused("solve", *arguments, cwd=tmp_path)


def test_a_bracket_as_narrow_as_asked(tmp_path):
    (tmp_path / "pennies.py").write_text(text("pennies"))
    found = document("solve", "pennies.py", "--width", "0.00000000000001", cwd=tmp_path)["payoffs"]["even"]
    lower, upper = Fraction(found["lower"]), Fraction(found["upper"])
    assert (2 - upper) ** 2 <= 2 <= (2 - lower) ** 2
    assert upper - lower <= Fraction(1, 10**14)


GAME = "games_by_class.py"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nofile.py:Race"], "nofile.py: there is no such file"),
        (["nofile.py"], "nofile.py: there is no such file"),
        (["games"], "none of FILE.py[:CLASS], MODULE:CLASS"),
        ([f"{GAME}:"], "none of FILE.py[:CLASS], MODULE:CLASS"),
        ([f"{GAME}:Nix"], "has no class Nix; it has Bold, Race, Duel"),
        (["no.such.module:Nix"], "no.such.module: there is no such module"),
        ([f"{GAME}:Bold"], "Bold() cannot be made: p has no value; allowed: p, payoffs"),
        ([f"{GAME}:Bold", "7"], "not a probability distribution"),
        (
            [f"{GAME}:Race", "speed=1"],
            "Race(speed=1) cannot be made: there is no argument 'speed'; allowed: goal, payoffs",
        ),
        ([f"{GAME}:Bold", "payof=5"], "there is no argument 'payof'; allowed: p, payoffs; did you mean payoffs?"),
        (["gametheory.games.castle:Castle", "3", "4"], "Castle(3, 4) cannot be made: defenders_per_wave has no value"),
        (["kuhn", "--from", "(1, 'bp')"], "cannot reach the position \"(1, 'bp')\"; did you mean (1, 'p') or"),
        (["kuhn", "--from", "start"], "cannot reach the position 'start'; allowed: a position such as (1, '')"),
        ([f"{GAME}:Endless", "--limit", "1000"], "more than 1000 positions: 1001 found"),
        ([f"{GAME}:Faulty"], "raised KeyError: 'no board' (line"),
        ([f"{GAME}:Race", "--limit", "0"], "--limit"),
        ([f"{GAME}:Race", "--width", "0"], "--width: '0' is not a number greater than 0"),
        ([f"{GAME}:Race", "--width", "1e-9"], "--width: '1e-9' is not a number greater than 0"),
        ([f"{GAME}:Race", "--draw", "no/such/place.svg"], "--draw"),
        ([f"{GAME}:Race", "--player", "third"], "argument --player: 'third' is none of first, second"),
        ([f"{GAME}:Race", "--from", "(9, 9)"], "argument --from: play cannot reach the position '(9, 9)'; "),
        (["fractions:Fraction", "1/2"], "players is None, not a tuple of names"),
        (["fractions:Fraction", "1/2", "--player", "first"], "players is None, not a tuple of names"),
        (["bad.py:Race"], "bad.py cannot be run: SyntaxError"),
        (["raises.py:Race"], "raises.py cannot be run: RuntimeError: not today (line 2)"),
        (["leaves.py:Race"], "leaves.py cannot be run: SystemExit"),
        (["asks.py:Race"], "asks.py cannot be run: ModuleNotFoundError"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_wrong_input_is_named_in_one_or_two_lines(tmp_path, arguments, message):
    (tmp_path / GAME).write_text((HERE / GAME).read_text())
    (tmp_path / "bad.py").write_text("class Race(:\n")
    (tmp_path / "raises.py").write_text("# a game\nraise RuntimeError('not today')\n")
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "asks.py").write_text("import nothing_of_that_name\n")
    assert message in refused("solve", *arguments, cwd=tmp_path)


def test_a_long_strategy_is_cut_in_the_table_and_whole_in_json():
    done = call("solve", "small_games.py:Countdown", 50, cwd=HERE)
    table = done.stdout.partition("move")[2].split()
    assert table[table.index("50") :: 3][:20] == [str(left) for left in range(50, 10, -2)]
    assert "The first 20, in order of play, of 50 decisions; --player NAME and --from POSITION" in done.stdout
    assert len(solved("small_games.py:Countdown", 50)["strategy"]) == 50
    rest = call("solve", "small_games.py:Countdown", 50, "--from", 9, "--player", "taker", cwd=HERE).stdout
    rows = [line.split() for line in rest.splitlines() if " taker " in line]
    assert [row[0] for row in rows] == ["9", "8", "6", "4", "2"]  # 9 is odd: one stick is taken first


LABELLED = """from gametheory import Outcome
class Coins:
    players = ("hider", "guesser")
    def start(self): return (0, None)
    def outcome(self, at): return Outcome("over", (2 * (at[1] == 1) - 1, 1 - 2 * (at[1] == 1))) if at[0] else None
    def moves(self, at, player): return (0, 1)
    def after(self, at, *sides): return (1, int(sides[0] != sides[1]))
    def label(self, at): return "played" if at[0] else "both choose"
    def label_move(self, at, side): return ("heads", "tails")[side]
class Faulty(Coins):
    def label(self, at): return {}[at]
"""


def test_labels_of_the_rules_stand_in_tables_drawings_and_json(tmp_path):
    (tmp_path / "coins.py").write_text(LABELLED)
    printed = call("solve", "coins.py:Coins", "--draw", "coins.svg", cwd=tmp_path).stdout
    assert ["both", "choose", "hider", "heads:", "1/2,", "tails:", "1/2"] in map(str.split, printed.splitlines())
    words = {each.text for each in ElementTree.parse(tmp_path / "coins.svg").iter("{http://www.w3.org/2000/svg}text")}
    assert words >= {"both choose", "heads tails [1/4]", "A number in brackets is the probability of a mixed move."}
    found = document("solve", "coins.py:Coins", cwd=tmp_path)["strategy"][0]
    assert (found["position"], found["label"], found["mixture"]) == (
        [0, None],
        "both choose",
        {"heads": "1/2", "tails": "1/2"},
    )
    tree = document("nash", "coins.py:Coins", "--exact", cwd=tmp_path)["equilibria"][0]["behavior"]
    assert tree["guesser"] == {"both choose": {"heads": "1/2", "tails": "1/2"}}
    assert (
        refused("solve", "coins.py:Faulty", cwd=tmp_path)
        == "gametheory solve: Faulty: label((0, None)) fails: KeyError: (0, None) (line 11)\n"
    )


class Doubling:
    """A binary tree without end whose outcomes, at two places, have and have not payoffs."""

    players = ("one", "two")

    def __init__(self, paid=-1, unpaid=-1):
        self.paid, self.unpaid, self.asked = paid, unpaid, 0

    def start(self):
        return 1

    def outcome(self, position):
        self.asked += 1
        return {self.paid: Outcome("won", (1, 0)), self.unpaid: Outcome("lost")}.get(position)

    def moves(self, position, player):
        return (0, 1) if player == self.players[position.bit_length() % 2] else ()

    def after(self, position, move):
        return 2 * position + move


def test_a_kind_without_solver_is_refused_while_it_is_unfolded():
    game = Doubling(paid=100, unpaid=150)
    with pytest.raises(ValueError, match=r"no solver fits this game \(sequential\): some outcomes .* lost has none"):
        solve(game, limit=100_000)
    assert game.asked < 1000
    with pytest.raises(PositionLimitExceeded):
        solve(Doubling(paid=100), limit=1000)


def test_a_terminal_shows_the_class_and_the_size_and_a_pipe_nothing(monkeypatch, capsys):
    arguments = ["solve", f"{HERE}/small_games.py:Alternating"]
    assert main(arguments) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(arguments) == 0
    lines = capsys.readouterr().err.split("\r\033[K")
    assert lines[1].startswith("sequential: ")
    assert lines[1].endswith(" moves; solving")
    assert lines[-1] == ""  # the line is cleared


def test_rules_without_an_end_show_a_position_also_in_a_pipe(monkeypatch, capsys, tmp_path):
    """A heap can fall below zero, so play need not end."""
    monkeypatch.setattr("gametheory.cli.output.MANY_POSITIONS", 300)
    (tmp_path / "heap.py").write_text("""class Heap:
    players = ("Ann", "Bob")
    start = lambda self: (5, "Ann")
    outcome = lambda self, position: None
    moves = lambda self, position, player: (1, 2) if player == position[1] else ()
    after = lambda self, position, taken: (position[0] - taken, "Bob" if position[1] == "Ann" else "Ann")
""")
    assert main(["solve", str(tmp_path / "heap.py"), "--limit", "1000"]) == 2
    warning, refusal = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\d+ positions, and no end yet; the newest is \(-\d+, '(Ann|Bob)'\)", warning)
    assert re.search(r"more than 1000 positions: .* such as \(-\d+, '(Ann|Bob)'\); --limit N allows more", refusal)


def test_an_interrupt_clears_the_line(monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("small_games.Alternating.outcome", interrupt)
    assert main(["solve", "small_games:Alternating"]) == 130
    assert capsys.readouterr().err == "\r\033[Kgametheory: interrupted\n"


def test_a_terminal_shows_what_the_solver_is_at_and_for_how_long(monkeypatch, capsys):
    """Steps of a solver that takes long follow the number of positions, and the seconds run."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("gametheory.cli.output.SECONDS_TO_LOOK", 0.01)
    monkeypatch.setattr("gametheory.cli.output.SECONDS_WITHOUT_CLOCK", 0.02)
    enumerate_vertices = nash_solvers.enumerate_equilibria

    def slowly(*arguments):
        time.sleep(0.2)
        return enumerate_vertices(*arguments)

    monkeypatch.setattr("gametheory.solvers.nash.enumerate_equilibria", slowly)
    assert main(["solve", "kuhn"]) == 0
    lines = capsys.readouterr().err.split("\r\033[K")
    size = "55 positions; "
    steps = ["building the game tree", "the sequence form of the tree", "vertex enumeration"]
    shown = [line.removeprefix(size) for line in lines if line.startswith(size) and "so far" not in line]
    assert shown == [*steps, "the certificate that no equilibrium is missing", "checking subgames"]
    assert f"{size}vertex enumeration: 0 s so far" in lines
    assert lines[-1] == "", "the line is cleared"


def test_nash_says_on_a_terminal_what_it_is_at(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["nash", "kuhn"]) == 0
    lines = capsys.readouterr().err.split("\r\033[K")
    assert lines[1:4] == ["the positions of the game", "building the game tree", "the sequence form of the tree"]
    assert lines[-1] == ""


def test_a_log_has_the_step_that_takes_long(monkeypatch, capsys):
    monkeypatch.setattr("gametheory.cli.output.SECONDS_TO_LOOK", 0.01)
    monkeypatch.setattr("gametheory.cli.output.SECONDS_OF_SILENCE", 0.05)
    with unfolding_line():
        begin_step("vertex enumeration")
        time.sleep(0.2)
    begin_step("not listened to")
    assert "vertex enumeration: 0 s so far" in capsys.readouterr().err.splitlines()
