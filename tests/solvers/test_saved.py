"""Solution files: what they contain, what is looked up in them, and which files are refused."""

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from games_by_class import Bold, Duel
from games_by_table import MoveTable
from small_games import LayeredNim, Nim, RandomGame, Ring

from gametheory import Castle, Outcome, load_solution, save_solution, solve
from gametheory.model.game import RulesError
from gametheory.solvers.saved.labels import NotSaved, labels_of
from gametheory.solvers.saved.solution_file import SolutionFileError, read_labels, write_labels
from gametheory.verify import CertificateError

SEQUENTIAL = {
    "acyclic": Nim((3, 2)),
    "layered": LayeredNim((3, 2), 3),
    "random acyclic": RandomGame(7),
    "random cyclic": RandomGame(3, cyclic=True),
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "solution.npz"


def minimax(game, position, depth):
    """The value to the first player if play without end pays 0, with at most some moves left."""
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome.payoffs[0] if outcome.payoffs else 1 if outcome.name == game.players[0] else -1
    values = [0] if not depth else None
    for player in game.players if depth else ():
        if moves := list(game.moves(position, player)):
            best = max if player == game.players[0] else min
            values = [best(minimax(game, game.after(position, move), depth - 1) for move in moves)]
    return values[0]


@pytest.mark.parametrize("name", SEQUENTIAL)
def test_the_value_of_every_position_is_that_of_minimax(name, path):
    game = SEQUENTIAL[name]
    solution = solve(game)
    save_solution(solution, path)
    saved = load_solution(path, game)
    assert saved.verify() == len(saved) == solution.positions
    for position, payoffs in solution.values.items():
        found = saved.lookup(position)
        assert tuple(found.payoffs.values()) == payoffs
        assert payoffs[0] == minimax(game, position, 7)
        line = found.lines["payoff"]
        # best play of both players ends with the value
        at = position
        for move in line.play:
            at = game.after(at, move)
        end = game.outcome(at)
        assert (end and end.name) == line.end
        assert (minimax(game, at, 0) if end else 0) == payoffs[0]
        for move in line.best_moves:
            assert minimax(game, game.after(position, move), 7) == payoffs[0]


def test_distances_of_one_player_are_those_of_the_closed_form(path):
    game = Castle(10, 43, 8)
    save_solution(solve(game), path)
    saved = load_solution(path, game)
    lines = saved.lookup().lines
    assert (lines["soldiers"].distance, len(lines["soldiers"].play), lines["soldiers"].end) == (16, 16, "soldiers")
    text = "(10, 8, 33)"
    position = saved.position(text)
    assert saved.lookup(position).position == (10, 8, 33)
    assert saved.lookup(position).lines["soldiers"].distance == 15


def test_an_outcome_out_of_reach_and_a_cycle(path):
    save_solution(solve(Ring()), path)
    saved = load_solution(path, Ring())
    assert saved.lookup("out").lines["out"] == (0, (), (), "out")
    assert saved.lookup(2).lines["out"] == (1, ("leave",), ("leave",), "out")
    game = Castle(1, 1, 1)
    save_solution(solve(Castle(2, 5, 1)), path)
    assert load_solution(path, Castle(2, 5, 1)).verify() == solve(Castle(2, 5, 1)).positions
    with pytest.raises(SolutionFileError, match="the file is for other rules: it has no position"):
        load_solution(path, game)


QUOTED = MoveTable("one", {("at", 0): ("one", {"'a'": "'a'", "a": "a"})})  # one of two ends is in quotation marks


def test_a_position_is_found_by_its_text_first_and_then_as_a_literal(path):
    save_solution(solve(QUOTED), path)
    saved = load_solution(path, QUOTED)
    assert (saved.position("'a'"), saved.position("a"), saved.position('"a"')) == ("'a'", "a", "a")
    assert [saved.position(text) for text in ("('at', 0)", '("at",0)', " ( 'at' ,0 ) ")] == [("at", 0)] * 3
    for text in ("('at', 1)", "('at', 0", "[" * 100_000, "{[]: 1}", ""):
        with pytest.raises(SolutionFileError, match=r"the first position is \('at', 0\)$"):
            saved.position(text)


class Reflected:
    """A row of three boxes, a player fills one of them and the last to fill wins; reflections are symmetric."""

    players = ("first", "second")

    def start(self):
        return "..."

    def outcome(self, row):
        return None if "." in row else Outcome("first")

    def moves(self, row, player):
        active = self.players[row.count("x") % 2]
        return [place for place in range(3) if row[place] == "."] if player == active else []

    def after(self, row, place):
        return row[:place] + "x" + row[place + 1 :]

    def canonical(self, row):
        return min(row, row[::-1])


def test_symmetric_positions_have_one_entry(path):
    save_solution(solve(Reflected()), path)
    saved = load_solution(path, Reflected())
    assert len(saved) == saved.verify() == 6
    assert saved.lookup("x..").position == saved.lookup("..x").position == "..x"
    assert saved.position("..x") == saved.position("x..") == "..x"
    with pytest.raises(SolutionFileError, match=r"play cannot reach the position 'x'"):
        saved.position("x")


class Pair(NamedTuple):
    """Two heaps in any order."""

    one: int
    other: int


class Heaps:
    """One player takes a stick from either of two heaps; the order of the heaps does not matter."""

    players = ("one",)

    def start(self):
        return Pair(1, 3)

    def outcome(self, heaps):
        return None if any(heaps) else Outcome("empty")

    def moves(self, heaps, player):
        return [place for place in ("one", "other") if getattr(heaps, place)]

    def after(self, heaps, place):
        return heaps._replace(**{place: getattr(heaps, place) - 1})

    def canonical(self, heaps):
        return Pair(min(heaps.one, heaps.other), max(heaps.one, heaps.other))


def test_the_text_of_a_symmetric_position_of_a_named_tuple(path):
    save_solution(solve(Heaps()), path)
    saved = load_solution(path, Heaps())
    assert saved.position("(2,1)") == saved.position("(1, 2)") == Pair(1, 2)
    for text in ("(4, 1)", "(2, 1, 0)", "2", "Pair(2, 1)", "[" * 100_000):
        with pytest.raises(SolutionFileError, match=r"; the first position is \(1, 3\)$"):
            saved.position(text)


CHOICE = MoveTable("one", {0: ("one", {coins: coins for coins in (1, 2, 3)})}, {coins: (coins,) for coins in (1, 2, 3)})


def test_payoffs_of_one_player(path):
    save_solution(solve(CHOICE), path)
    saved = load_solution(path, CHOICE)
    assert saved.verify() == 4
    assert (saved.lookup().payoffs, saved.lookup().lines["payoff"].best_moves) == ({"one": 3}, (3,))


def test_no_other_position_is_returned_whatever_the_parents(path):
    """A wrong parent is refused, or leads to the position on another way."""
    game = Nim((2, 2))
    labels, positions = labels_of(solve(game)), list(solve(game).graph)
    for wrong in (-1, 0, 1, len(positions), 2**62):
        write_labels(path, labels._replace(parents=np.full(len(positions), wrong)))
        saved, refused = load_solution(path, game), 0
        for position in positions:
            try:
                assert saved.position(str(tuple(position))) == position
            except SolutionFileError as error:
                refused += "no play leads to the position" in str(error)
        assert refused >= len(positions) // 2
    write_labels(path, labels._replace(parents=np.zeros(0, np.int8)))
    with pytest.raises(SolutionFileError, match="those of a LayeredGame"):
        load_solution(path, game)


ENDLESS = MoveTable("one", {place: ("one", {"on": (place + 1) % 3}) for place in range(3)})


def test_play_without_any_end_is_looked_up(path):
    save_solution(solve(ENDLESS), path)
    saved = load_solution(path, ENDLESS)
    assert saved.verify() == 3
    assert [saved.lookup(at).lines for at in range(3)] == [{}] * 3


def test_a_lie_with_right_checksums_is_found(path):
    """`verify` and `lookup` name the position whose value was changed, or one before it."""
    labels, game = labels_of(solve(Nim((2, 1)))), Nim((2, 1))
    codes = np.array(labels.solution.codes)
    codes[0] = 1 - codes[0]
    write_labels(path, labels._replace(solution=replace(labels.solution, codes=codes)))
    saved = load_solution(path, game)
    with pytest.raises(CertificateError, match="does not follow from the next positions"):
        saved.verify()
    refused = 0
    for position in solve(game).values:
        try:
            saved.lookup(position)
        except SolutionFileError as error:
            refused += "does not fit the rules" in str(error)
    assert refused


@pytest.mark.parametrize("code", [-1, 2])
def test_payoffs_that_the_file_does_not_have_are_refused(code, path):
    labels, game = labels_of(solve(Nim((2, 1)))), Nim((2, 1))
    codes = np.full_like(labels.solution.codes, code, np.int8)
    write_labels(path, labels._replace(solution=replace(labels.solution, codes=codes)))
    with pytest.raises(SolutionFileError, match="does not fit the rules"):
        load_solution(path, game).lookup()
    with pytest.raises(CertificateError):
        load_solution(path, game).verify()


def test_distances_with_payoffs_are_refused(path):
    labels = labels_of(solve(Castle(1, 2, 1)))
    codes = np.zeros(len(labels.solution.positions), np.int8)
    write_labels(path, labels._replace(solution=replace(labels.solution, codes=codes)))
    with pytest.raises(SolutionFileError, match="it has payoffs, and distances to each outcome"):
        load_solution(path, Castle(1, 2, 1))


def content(path):
    solution, parents, moves = read_labels(path)
    arrays = (solution.positions, solution.codes, *solution.distances, parents)
    return solution.method, solution.payoffs, moves, [array.tolist() for array in arrays]


def test_damaged_files_are_refused(path):
    game = LayeredNim((2, 2), 2)
    save_solution(solve(game), path)
    data, whole = path.read_bytes(), content(path)
    for length in (0, 10, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(SolutionFileError, match="not a solution file"):
            load_solution(path, game)
    for place in range(0, len(data), 31):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        try:
            load_solution(path, game).verify()
        except (SolutionFileError, CertificateError):
            continue
        # a byte that means nothing, such as a part of a date
        assert content(path) == whole


@pytest.mark.parametrize("game", [Bold(Fraction(3, 5)), Duel()], ids=["chance", "simultaneous"])
def test_a_game_without_one_label_for_each_position_is_not_saved(game, path):
    with pytest.raises(NotSaved, match="a solution file has one label for each position"):
        save_solution(solve(game), path)
    assert not path.exists()


def test_positions_need_a_text_of_their_own(path):
    class Place:
        def __init__(self, number):
            self.number = number

        def __eq__(self, other):
            return self.number == other.number

        def __hash__(self):
            return self.number

    with pytest.raises(RulesError, match="of the type Place has no text of its own"):
        save_solution(solve(MoveTable("one", {Place(0): ("one", {"on": Place(1)})})), path)
    with pytest.raises(RulesError, match="two positions have the same text, 1, and are"):
        save_solution(solve(MoveTable("one", {0: ("one", {1: "1", 2: 1})}, {1: (1,), "1": (1,)})), path)
    assert not path.exists()
