"""A game up to symmetry has the values of the whole game, and a method `canonical` that is no symmetry is refused."""

from fractions import Fraction
from itertools import pairwise

import pytest

from gametheory import Distribution, Outcome, solve, state_graph
from gametheory.model.game import RulesError
from gametheory.model.validation import validate_game
from gametheory.solvers.markov_chain import outcome_distribution


class Row:
    """Two players mark places of a row; who gets two neighbors wins."""

    players = ("X", "O")

    def __init__(self, places=6):
        self.places = places

    def start(self):
        return " " * self.places

    def outcome(self, row):
        won = next((Outcome(one) for one, other in pairwise(row) if one == other != " "), None)
        return won or (None if " " in row else Outcome("draw"))

    def moves(self, row, player):
        turn = self.players[row.count("X") - row.count("O")]
        return [place for place, mark in enumerate(row) if mark == " "] if player == turn else []

    def after(self, row, place):
        return row[:place] + self.players[row.count("X") - row.count("O")] + row[place + 1 :]


class Reflected(Row):
    def canonical(self, row):
        return min(row, row[::-1])


@pytest.mark.parametrize("places", range(3, 8))
def test_values_are_those_of_the_whole_game(places):
    whole, some = solve(Row(places)), solve(Reflected(places))
    assert some.payoffs == whole.payoffs
    assert some.positions == len({min(row, row[::-1]) for row in whole.graph})
    assert all(row == min(row, row[::-1]) for row in some.graph)
    assert set(some.best_first_moves) == set(whole.best_first_moves)


def test_probabilities_of_symmetric_positions_are_added():
    class Walk:
        players = ()

        def start(self):
            return 0

        def outcome(self, at):
            return Outcome("far") if abs(at) == 3 else None

        def moves(self, at, player):
            return ()

        def after(self, at):
            return Distribution({at + 1: Fraction(1, 4), at - 1: Fraction(1, 4), at: Fraction(1, 2)})

    class Distance(Walk):
        def canonical(self, at):
            return abs(at)

    assert list(state_graph(Distance())) == [0, 1, 2, 3]
    assert outcome_distribution(validate_game(Distance())) == outcome_distribution(state_graph(Walk()))
    assert solve(Distance()).expected_duration == solve(Walk()).expected_duration


class NotIdempotent(Row):
    def canonical(self, row):
        return row[::-1]


class AnotherOutcome(Row):
    def canonical(self, row):
        return "XXX".ljust(self.places) if row.endswith("X") else row


class AnotherPlayer(Row):
    def canonical(self, row):
        return row.replace("X", " ")


class NoReturn(Row):
    def canonical(self, row):
        min(row, row[::-1])


class OtherMoves(Row):
    def canonical(self, row):
        return "".join(sorted(row))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (NotIdempotent, "whose canonical is another position"),
        (NoReturn, r"canonical\( {6}\) is None, which is not a position: is a `return` missing"),
        (AnotherOutcome, "and outcome is None at the first and Outcome"),
        (AnotherPlayer, "the list of active players is"),
        (OtherMoves, "outcome is .* at the first"),
    ],
)
def test_a_method_that_is_no_symmetry_is_refused(game, message):
    with pytest.raises(RulesError, match=message):
        solve(game())


def test_other_moves_and_hidden_information_are_refused():
    class Fewer(Row):
        def outcome(self, row):
            return None if " " in row else Outcome("draw")

        def moves(self, row, player):
            moves = super().moves(row, player)
            return moves[:1] if row.startswith(" X") else moves

        def canonical(self, row):
            return min(row, row[::-1])

    with pytest.raises(RulesError, match="the number of positions that follow, up to symmetry, is"):
        solve(Fewer())
    Fewer.observation = lambda self, row, player: row
    with pytest.raises(RulesError, match="canonical or observation, not both"):
        solve(Fewer())
