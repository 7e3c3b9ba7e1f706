"""`validate_game` notices every broken rule, and `gametheory solve` says what it finds, or in a line what is wrong."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from small_games import Alternating, Coin, Countdown, Ring
from test_cli import call, document

from gametheory.model.game import Distribution, Outcome, RulesError
from gametheory.model.state_graph import PositionLimitExceeded, state_graph
from gametheory.model.validation import validate_game
from gametheory.solvers import retrograde as retrograde_module
from gametheory.solvers.dispatch import solved
from gametheory.solvers.retrograde import RetrogradeSolution
from gametheory.verify import CertificateError

HERE = Path(__file__).parents[1]


class Plain:
    """A game that keeps the protocol: one move, then it is over."""

    players = ("one",)

    def start(self):
        return 0

    def outcome(self, position):
        return Outcome("over") if position else None

    def moves(self, position, player):
        return ["go"]

    def after(self, position, move):
        return 1


def broken(**members):
    """The plain game with some members put in place."""
    return type("Broken", (Plain,), members)()


class Mutable:
    """A position that changes while it is looked at."""

    def __init__(self):
        self.seen = 0

    def __hash__(self):
        return self.seen

    def __eq__(self, other):
        return isinstance(other, Mutable)

    def __str__(self):
        return "it"


def changing(self, position, player):
    position.seen += 1
    return ["go"]


COUNTER = itertools.count()
BROKEN = {
    "players is 'one', not a tuple of names": {"players": "one"},
    "a name stands there twice": {"players": ("one", "one")},
    "has no method after": {"after": None},
    r"start\(\) raised ZeroDivisionError": {"start": lambda self: 1 // 0},
    r"start\(\) is not hashable: \[0\]; take a tuple": {"start": lambda self: [0]},
    r"start\(\) is \d+ at first and \d+ when asked again": {"start": lambda self: next(COUNTER)},
    r"outcome\(0\) is 'over', not an Outcome": {"outcome": lambda self, position: "over"},
    r"outcome\(1\) has 2 payoffs for 1 players": {
        "outcome": lambda self, position: Outcome("over", (Fraction(1), Fraction(2))) if position else None
    },
    r"outcome\(1\) has the payoff 0.5, not an exact number": {
        "outcome": lambda self, position: Outcome("over", (0.5,)) if position else None
    },
    r"moves\(0, 'one'\) lists 'go' twice": {"moves": lambda self, position, player: ["go", "stop", "go"]},
    r"moves\(0, 'one'\) lists \['go'\], which is not hashable": {"moves": lambda self, position, player: [["go"]]},
    r"moves\(0, 'one'\) lists more than 1,000,000 moves": {"moves": lambda self, position, player: itertools.count()},
    r"moves\(0, 'one'\) is \[\d+\] at first and \[\d+\]": {"moves": lambda self, position, player: [next(COUNTER)]},
    r"moves\(0, 'one'\) raised TypeError": {"moves": lambda self, position, player: None},
    r"after\(0, go\) raised TypeError": {"after": lambda self, position: 1},
    r"after\(0, go\) is not hashable": {"after": lambda self, position, move: [1]},
    r"after\(0, go\) is \d+ at first": {"after": lambda self, position, move: next(COUNTER)},
    r"after\(0, go\) raised ValueError: not a probability law": {
        "after": lambda self, position, move: Distribution({1: Fraction(1, 2)})
    },
    r"after\(0, go\) has the probability 0.5, not an exact number": {
        "after": lambda self, position, move: Distribution({1: 0.5, 2: 0.5})
    },
    r"nobody may move in 0, it has no outcome, and after\(0\) is no Chance": {
        "moves": lambda self, position, player: [],
        "after": lambda self, position: 1,
    },
    "a method has changed the position it": {
        "start": lambda self: Mutable(),
        "moves": changing,
        "outcome": lambda *_: None,
    },
}


@pytest.mark.parametrize("said", BROKEN)
def test_each_broken_rule_is_named(said):
    with pytest.raises(RulesError, match=said):
        validate_game(broken(**BROKEN[said]))


def test_a_game_that_keeps_the_rules_gives_its_graph():
    assert sorted(validate_game(broken())) == [0, 1]


def test_an_endless_game_meets_the_limit():
    with pytest.raises(PositionLimitExceeded, match="more than 50 positions"):
        validate_game(broken(outcome=lambda *_: None, after=lambda self, position, move: position + 1), limit=50)


# The command, on each kind of game.


def solve(*arguments):
    return document("solve", *arguments, cwd=HERE)


def test_one_mover():
    found = solve("small_games.py:Countdown", 7)
    assert (found["kind"], found["chance"], found["cyclic"], found["positions"]) == ("one mover", False, False, 8)
    assert found["outcomes"] == {"empty": {"distance_to_outcome": 4, "shortest_plays": 4, "play": ["1", "2", "2", "2"]}}
    assert "check_distances" in found["checked"]


def test_chance_alone():
    found = solve("small_games.py:Coin", 3)
    assert found["outcomes"] == {"heads": str(1 - Fraction(2, 3) ** 3), "never": str(Fraction(2, 3) ** 3)}
    assert found["expected_moves"] == str(1 + Fraction(2, 3) + Fraction(4, 9))


def test_a_module_of_the_package():
    found = solve("gametheory.games.castle:Castle", 10, 43, 8)
    assert found["outcomes"]["soldiers"]["distance_to_outcome"] == 16
    assert solve("gametheory.games.towers:Towers", 2, 2, 1, 1)["outcomes"] == {"win": "1"}


def test_in_turn():
    found = solve("small_games.py:Alternating")
    assert (found["winner"], found["grundy"], found["last_mover"]) == ("second", 0, "wins")
    assert found["payoffs"] == {"first": "-1", "second": "1"}
    assert {row["position"]: row["move"] for row in found["strategy"]} == {"(1, 'second')": "2", "(2, 'second')": "1"}


GAMES = '''
"""Games of the other kinds."""

from fractions import Fraction

from gametheory import Distribution, Outcome


class Bold:
    """One mover and chance: double or nothing from 1 to 4 with chance p; a stake at a time."""

    players = ("gambler",)

    def __init__(self, p):
        self.p = p

    def start(self):
        return 1

    def outcome(self, left):
        return {0: Outcome("ruined"), 4: Outcome("rich")}.get(left)

    def moves(self, left, player):
        return range(1, min(left, 4 - left) + 1)

    def after(self, left, stake):
        return Chance({left + stake: self.p, left - stake: 1 - self.p})


class Race:
    """In turn, and play can go round: 1 forward, 2 forward or 1 back; whoever reaches `goal` wins."""

    players = ("first", "second")

    def __init__(self, goal=3, payoffs=None):
        self.goal = goal
        self.payoffs = payoffs

    def start(self):
        return (0, "first")

    def outcome(self, position):
        place, mover = position
        other = "second" if mover == "first" else "first"
        return Outcome(other, self.payoffs or ()) if place >= self.goal else None

    def moves(self, position, player):
        return (1, 2, -1) if player == position[1] else ()

    def after(self, position, by):
        return (max(position[0] + by, 0), "second" if position[1] == "first" else "first")


class Duel:
    """Two at once, twice: the guesser wins a round by guessing the hider's coin; most rounds won."""

    players = ("guesser", "hider")

    def start(self):
        return (2, 0)

    def outcome(self, position):
        return None if position[0] else Outcome("over", (Fraction(position[1]), Fraction(-position[1])))

    def moves(self, position, player):
        return ("heads", "tails")

    def after(self, position, one, other):
        return (position[0] - 1, position[1] + (one == other))


class General(Duel):
    """Two at once, and both can gain."""

    def outcome(self, position):
        return None if position[0] else Outcome("over", (Fraction(1), Fraction(position[1])))


class Dice:
    """In turn with chance: the first of two throws of a coin is taken or thrown anew by the other."""

    players = ("taker", "giver")

    def start(self):
        return "give"

    def outcome(self, position):
        worth = Fraction(len(position))
        return Outcome(position, (worth, -worth)) if position in ("H", "TT") else None

    def moves(self, position, player):
        mover = {"give": "giver", "take": "taker"}.get(position)
        return ("keep", "throw") if player == mover else ()

    def after(self, position, move):
        if move == "throw":
            return Chance({"H": Fraction(1, 2), "TT": Fraction(1, 2)})
        return "take" if position == "give" else "H"


class Endless(Race):
    def outcome(self, position):
        return None

    def after(self, position, by):
        return (position[0] + by, position[1])


class Poor(Race):
    def after(self, position, by):
        raise KeyError("no board")
'''


@pytest.fixture
def games(tmp_path):
    (tmp_path / "games.py").write_text(GAMES)
    return tmp_path


def found_in(folder, *arguments):
    return document("solve", *arguments, cwd=folder)


@pytest.mark.parametrize("p", ["1/2", "0.6", "0.3"])
def test_one_mover_and_chance(games, p):
    """Bold play from 1 to 4 wins with p^2; with a fair coin all play does; above 1/2 small stakes do better.

    With stakes of 1 the ruin probability is that of the gambler (Huygens 1657): (1 - r) / (1 - r^4), r = (1 - p) / p.
    """
    found = found_in(games, "games.py:Bold", p)
    assert (found["kind"], found["chance"], found["cyclic"]) == ("one mover", True, True)
    chance = Fraction(p)
    ratio = (1 - chance) / chance
    timid = Fraction(1, 4) if ratio == 1 else (1 - ratio) / (1 - ratio**4)
    assert found["outcomes"]["rich"]["best_chance"] == str(max(timid, chance**2))


def test_in_turn_where_play_goes_round(games):
    found = found_in(games, "games.py:Race", "goal=3")
    assert (found["winner"], found["cyclic"]) == (None, True)
    assert found_in(games, "games.py:Race", "2")["winner"] == "first"


def test_two_at_once(games):
    found = found_in(games, "games.py:Duel")
    assert found["payoffs"] == {"guesser": "1", "hider": "-1"}
    assert found["mixtures"]["hider"] == {"heads": "1/2", "tails": "1/2"}


def test_in_turn_with_chance(games):
    found = found_in(games, "games.py:Dice")
    assert found["payoffs"] == {"taker": "3/2", "giver": "-3/2"}
    assert found["best_moves"] == ["keep", "throw"]


def test_a_drawing(games):
    done = call("solve", "games.py:Race", "3", "--draw", "race.svg", cwd=games)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("wrote race.svg\n")
    text = (games / "race.svg").read_text()
    ElementTree.fromstring(text)
    assert "best moves" in text
    assert "Race(3)" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nofile.py:Race"], "nofile.py: there is no such file"),
        (["games.py"], "neither FILE.py:CLASS nor MODULE:CLASS"),
        (["games.py:"], "neither FILE.py:CLASS nor MODULE:CLASS"),
        (["games.py:Nix"], "has no class Nix; it has Bold, Race, Duel"),
        (["no.such.module:Nix"], "no.such.module: there is no such module"),
        (["games.py:Bold"], "Bold() cannot be made: TypeError"),
        (["games.py:Bold", "7"], "not a probability law"),
        (["games.py:Race", "speed=1"], "Race(speed=1) cannot be made: TypeError"),
        (["games.py:Endless", "--limit", "1000"], "more than 1000 positions: 1001 found"),
        (["games.py:Poor"], "raised KeyError: 'no board' (line"),
        (["games.py:General"], "one player does not get what the other loses"),
        (["games.py:Race", "3", "(1,1)"], "one player does not get what the other loses"),
        (["games.py:Race", "--limit", "0"], "--limit"),
        (["games.py:Race", "--draw", "no/such/place.svg"], "--draw"),
        (["fractions:Fraction", "1/2"], "players is None, not a tuple of names"),
        (["bad.py:Race"], "bad.py cannot be run: SyntaxError"),
        (["raises.py:Race"], "raises.py cannot be run: RuntimeError: not today (line 2)"),
        (["leaves.py:Race"], "leaves.py cannot be run: SystemExit"),
        (["asks.py:Race"], "asks.py cannot be run: ModuleNotFoundError"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_what_is_wrong_is_said_in_a_line_or_two(games, arguments, said):
    (games / "bad.py").write_text("class Race(:\n")
    (games / "raises.py").write_text("# a game\nraise RuntimeError('not today')\n")
    (games / "leaves.py").write_text("raise SystemExit(3)\n")
    (games / "asks.py").write_text("import nothing_of_that_name\n")
    done = call("solve", *arguments, cwd=games)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert said in done.stderr
    assert len(done.stderr.splitlines()) <= 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("game", [Countdown(5), Coin(3), Alternating(), Ring()], ids=lambda game: type(game).__name__)
def test_what_is_printed_for_a_person_says_kind_solver_and_check(game):
    values = [str(value) for value in vars(game).values()]
    done = call("solve", f"small_games.py:{type(game).__name__}", *values, cwd=HERE)
    assert done.returncode == 0, done.stderr
    for word in ("Kind: ", "Solver: ", "Checked: ", "certify."):
        assert word in done.stdout


def test_the_document_is_plain_json(games):
    text = call("solve", "games.py:Race", "--json", cwd=games).stdout
    assert set(json.loads(text)) >= {"game", "kind", "solver", "checked", "positions", "moves", "strategy"}


class Waiting:
    """In turn: the first player waits or wins, the second can only wait."""

    players = ("first", "second")

    def start(self):
        return "first to move"

    def outcome(self, position):
        return Outcome("first") if position == "won" else None

    def moves(self, position, player):
        return {"first to move": ("wait", "win"), "second to move": ("wait",)}[position] if player in position else ()

    def after(self, position, move):
        if move == "win":
            return "won"
        return "second to move" if position == "first to move" else "first to move"


def test_a_win_that_is_never_made_is_refused(monkeypatch):
    """A solver that says who wins, and lets play go round, is found out by the checker of strategies."""
    graph = state_graph(Waiting())
    assert solved(graph).facts["winner"] == "first"
    waits = {position: ("wait",) for position in graph if position != "won"}
    found = RetrogradeSolution(dict.fromkeys(graph, Fraction(1)), waits, dict.fromkeys(graph, 1))
    monkeypatch.setattr(retrograde_module, "retrograde", lambda graph, worth: found)
    with pytest.raises(CertificateError, match="go round"):
        solved(graph)
