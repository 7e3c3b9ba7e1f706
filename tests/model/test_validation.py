"""`validate_game` names every broken rule of a game, and returns the graph of a sound one."""

from __future__ import annotations

import itertools
import sys
from fractions import Fraction

import numpy as np
import pytest

from gametheory.model.game import Distribution, Outcome, PositionLimitExceeded, RulesError
from gametheory.model.validation import samples, validate_game


class Plain:
    """A sound game: one move, then play is over."""

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
    """Return the plain game with some members replaced."""
    return type("Broken", (Plain,), members)()


class Mutable:
    """A position that changes when a method reads it."""

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


class Unhashable:
    """A position whose hash raises an error that is no TypeError."""

    def __hash__(self):
        raise RuntimeError

    def __eq__(self, other):
        return True

    def __str__(self):
        return "it"


def with_entry(probabilities, position, probability):
    """Return a distribution that is changed after it was made."""
    distribution = Distribution(probabilities)
    distribution[position] = probability
    return distribution


COUNTER = itertools.count()
BROKEN = {
    "players is 'one', not a tuple of names": {"players": "one"},
    "a name occurs twice": {"players": ("one", "one")},
    "has no method after": {"after": None},
    r"start\(\) raised ZeroDivisionError": {"start": lambda self: 1 // 0},
    r"start\(\) is not hashable: \[0\]; take a tuple": {"start": lambda self: [0]},
    r"outcome\(1\) has the payoff nan, not an exact number": {
        "outcome": lambda self, position: Outcome("over", (float("nan"),)) if position else None
    },
    r"start\(\) is \d+ at first and \d+ when called again": {"start": lambda self: next(COUNTER)},
    r"outcome\(0\) is 'over', not an Outcome": {"outcome": lambda self, position: "over"},
    r"outcome\(1\) has 2 payoffs for 1 players": {
        "outcome": lambda self, position: Outcome("over", (Fraction(1), Fraction(2))) if position else None
    },
    r"outcome\(1\) has the payoff 0.5, not an exact number": {
        "outcome": lambda self, position: Outcome("over", (0.5,)) if position else None
    },
    r"outcome\(1\) has the name 1, not a text": {
        "outcome": lambda self, position: Outcome(position) if position else None
    },
    r"outcome\(1\) has the payoffs \[1\], not a tuple": {
        "outcome": lambda self, position: Outcome("over", [1]) if position else None
    },
    r"outcome\(1\) has the payoffs None, not a tuple": {
        "outcome": lambda self, position: Outcome("over", None) if position else None
    },
    r"start\(\) is of the type ndarray, whose values cannot be compared": {"start": lambda self: np.zeros(2)},
    r"start\(\) raised SystemExit: 3": {"start": lambda self: sys.exit(3)},
    r"start\(\) is not hashable: it; take a tuple": {"start": lambda self: Unhashable()},
    "a position or a move of the type int cannot be written as text: Exceeds": {"start": lambda self: 10**50_000},
    r"after\(0, go\) is not a probability distribution: {1: Fraction\(1, 1\), 2: Fraction\(1, 10{30}\)}": {
        "after": lambda self, position, move: with_entry({1: Fraction(1)}, 2, Fraction(1, 10**30))
    },
    r"after\(0, go\) is not a probability distribution: {1: Fraction\(1, 1\), 2: 0}": {
        "after": lambda self, position, move: with_entry({1: Fraction(1)}, 2, 0)
    },
    r"moves\(0, 'one'\) lists 'go' twice": {"moves": lambda self, position, player: ["go", "stop", "go"]},
    r"moves\(0, 'one'\) lists \['go'\], which is not hashable": {"moves": lambda self, position, player: [["go"]]},
    r"moves\(0, 'one'\) lists more than 1,000,000 moves": {"moves": lambda self, position, player: itertools.count()},
    r"moves\(0, 'one'\) is \[\d+\] at first and \[\d+\]": {"moves": lambda self, position, player: [next(COUNTER)]},
    r"moves\(0, 'one'\) raised TypeError: None is not a list of moves: is a `return` missing": {
        "moves": lambda self, position, player: None
    },
    r"after\(0, go\) raised TypeError: [^;]*$": {"after": lambda self, position: 1},
    # these rules go on with None: `None` is as false as 0
    r"^after\(0, go\) is None, which is not a position: is a `return` missing\?": {
        "outcome": lambda self, position: None if position == 0 else Outcome("end"),
        "after": lambda self, position, move: None,
    },
    r"^start\(\) is None, which is not a position: is a `return` missing\?": {
        "start": lambda self: None,
        "outcome": lambda self, position: None if position else Outcome("end"),
    },
    r"^a position of after\(0, go\) is None, which is not a position": {
        "after": lambda self, position, move: Distribution({1: Fraction(1, 2), None: Fraction(1, 2)}),
    },
    r"after\(0\) raised TypeError: .*; no player has a move in 0, and it has no outcome$": {
        "moves": lambda self, position, player: []
    },
    r"after\(0, go, go\) raised TypeError: .*; 2 players have moves in 0, and `after` gets one move from each$": {
        "players": ("one", "two")
    },
    r"after\(0, go, go\) raised TypeError: can only concatenate str [^;]*$": {
        "players": ("one", "two"),
        "after": lambda self, position, one, two: one + 1,
    },
    r"after\(0, go\) is a dict, not a position: take a Distribution$": {
        "after": lambda self, position, move: {1: Fraction(1)}
    },
    r"after\(0, go\) is not hashable": {"after": lambda self, position, move: [1]},
    r"after\(0, go\) is \d+ at first": {"after": lambda self, position, move: next(COUNTER)},
    r"after\(0, go\) raised ValueError: not a probability distribution": {
        "after": lambda self, position, move: Distribution({1: Fraction(1, 2)})
    },
    r"after\(0, go\) has the probability 0.5, not an exact number": {
        "after": lambda self, position, move: Distribution({1: 0.5, 2: 0.5})
    },
    r"no player has a move in 0, it has no outcome, and after\(0\) is not a Distribution": {
        "moves": lambda self, position, player: [],
        "after": lambda self, position: 1,
    },
    "a method has changed the position it": {
        "start": lambda self: Mutable(),
        "moves": changing,
        "outcome": lambda *_: None,
    },
}


@pytest.mark.parametrize("message", BROKEN)
def test_each_broken_rule_is_named(message):
    with pytest.raises(RulesError, match=message):
        validate_game(broken(**BROKEN[message]))


def test_a_result_that_changes_in_a_later_position_is_named():
    answers = itertools.count()

    def walk(changes):
        def outcome(self, position):
            return Outcome(f"{next(answers)}") if position in changes else None if position < 2_200 else Outcome("over")

        return broken(outcome=outcome, after=lambda self, position, move: position + 1)

    later = samples(1_000, 2_200)
    assert 17 <= len(later) <= 20
    for position in (0, 999, later[0], later[-1]):
        with pytest.raises(RulesError, match=rf"outcome\({position}\) is Outcome\(.* when called again"):
            validate_game(walk({position}))
    with pytest.raises(RulesError, match=r"after\(2100, go\) raised ZeroDivisionError"):
        validate_game(
            broken(outcome=lambda *_: None, after=lambda self, position, move: position + 1 // (position != 2_100))
        )


class Walk(Plain):
    """A sound game in which play goes through many positions, one after the other, and `change` may break a rule."""

    def __init__(self, method, place, change):
        self.method, self.place, self.change = method, place, change

    def result(self, method, position, sound):
        return self.change(sound) if (method, position) == (self.method, self.place) else sound

    def outcome(self, position):
        return self.result("outcome", position, None if position < 1_100 else Outcome("over"))

    def moves(self, position, player):
        return self.result("moves", position, ["go"])

    def after(self, position, move):
        return self.result("after", position, position + 1)


def endless():
    return endless()


def emptied(distribution):
    distribution.clear()
    return distribution


NEITHER_FIRST_NOR_SAMPLE = 1_050
LATE = {
    r"outcome\(1050\) is 'over', not an Outcome": ("outcome", lambda sound: "over"),
    r"outcome\(1050\) has the payoff 0.5, not an exact number": ("outcome", lambda sound: Outcome("won", (0.5,))),
    r"outcome\(1050\) raised SystemExit: 3": ("outcome", lambda sound: sys.exit(3)),
    r"moves\(1050, 'one'\) lists 1 twice": ("moves", lambda sound: [1, True]),
    r"moves\(1050, 'one'\) lists \[\], which is not hashable": ("moves", lambda sound: [[]]),
    r"moves\(1050, 'one'\) lists more than 1,000,000 moves": ("moves", lambda sound: itertools.repeat(1)),
    r"after\(1050\) raised TypeError: .*; no player has a move in 1050": ("moves", lambda sound: ()),
    "a position or a move of the type int cannot be written as text": ("moves", lambda sound: [10**5_000]),
    "of the type int cannot be written as text: Exceeds": ("after", lambda sound: 10**5_000),
    r"after\(1050, go\) is not hashable: \[1051\]": ("after", lambda sound: [sound]),
    r"after\(1050, go\) raised RecursionError": ("after", lambda sound: endless()),
    r"after\(1050, go\) has the probability 1.0, not an exact number": ("after", lambda sound: Distribution({1: 1.0})),
    r"after\(1050, go\) is not a probability distribution: {}": ("after", lambda sound: emptied(Distribution({1: 1}))),
}


@pytest.mark.parametrize("message", LATE)
def test_a_rule_that_is_broken_in_one_position_is_named(message):
    assert NEITHER_FIRST_NOR_SAMPLE not in samples(0, 1_100)
    method, change = LATE[message]
    with pytest.raises(RulesError, match=message):
        validate_game(Walk(method, NEITHER_FIRST_NOR_SAMPLE, change))


def test_an_error_that_does_not_happen_again_is_named():
    errors = iter([ValueError("once")])

    def change(sound):
        for error in errors:
            raise error
        return sound

    with pytest.raises(RulesError, match=r"raised ValueError in one of 1 positions from 1050 on, and not .*: once$"):
        validate_game(Walk("after", 1_050, change))


def test_rules_that_remember_the_position_of_the_last_call_are_refused():
    class Forgetful(Plain):
        def outcome(self, position):
            self.position = position
            return Outcome("over") if position >= 4 else None

        def moves(self, position, player):
            return [1, 2]

        def after(self, position, move):
            return self.position + move

    with pytest.raises(RulesError, match=r"after\(1, 2\) is 3 at first and 4 when called again"):
        validate_game(Forgetful())


def test_players_do_not_change():
    class Joined(Plain):
        def after(self, position, move):
            self.players = ("one", "two")
            return 1

    with pytest.raises(RulesError, match=r"players is \('one',\) at first and \('one', 'two'\) later"):
        validate_game(Joined())


def test_a_class_is_no_game():
    with pytest.raises(RulesError, match=r"^Plain is a class, not a game: make one with Plain\(...\)$"):
        validate_game(Plain)


def test_a_sound_game_gives_its_graph():
    assert sorted(validate_game(broken())) == [0, 1]


def test_a_game_with_infinitely_many_positions_meets_the_limit():
    with pytest.raises(PositionLimitExceeded, match="more than 50 positions"):
        validate_game(broken(outcome=lambda *_: None, after=lambda self, position, move: position + 1), limit=50)
