"""Certificates that a careless checker would accept: ties, other shapes and names, and play that never ends."""

from fractions import Fraction
from itertools import product

import pytest
from chains import Chain
from flint import fmpq
from games_by_table import MoveTable, pennies, table_game
from small_games import Ring

from gametheory import Distribution, Outcome, state_graph
from gametheory.model.classes import terminal_payoffs
from gametheory.model.state_arrays import ArrayBuilder
from gametheory.verify import (
    CertificateError,
    bracket_matrix_value,
    bracket_values,
    check_absorption_probability,
    check_cyclic_equilibrium,
    check_nash,
    check_play,
    check_simultaneous_equilibrium,
    check_strategy,
    check_subgame_perfect,
)
from gametheory.verify.graphs import Expectation

TINY = Fraction(1, 10**30)
ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)


# Numbers and labels.


@pytest.mark.parametrize("error", [TINY, -TINY])
def test_the_probabilities_of_a_chance_move_add_up_exactly(error):
    def expectation(won, lost):
        builder = ArrayBuilder(["toss", "won", "lost"])
        builder.add([-1], [-1], [1], [builder.moves[()]], [1, 2], ([2], [won, lost]))
        builder.add([builder.outcomes[Outcome(name)] for name in ("won", "lost")], [-1, -1], [0, 0], [], [])
        return Expectation(builder.arrays(None, 0, {}), [fmpq(0), fmpq(1), fmpq(0)])[0]

    assert expectation(HALF, HALF) == fmpq(1, 2)
    for wrong in ((HALF + error, HALF), (1 + TINY, -TINY), (ONE, ZERO)):
        with pytest.raises(CertificateError, match="is no probability distribution"):
            expectation(*wrong)


# One matrix.


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([], []),
        ([[]], [[]]),
        ([[1, 1]], [[1], [1]]),
        ([[1], [1]], [[1]]),
        ([[1]], [[1], [1]]),
        ([[1, 1]], [[1]]),
        ([[1]], [[1, 1]]),
        ([[1, 1], [1]], [[1, 1], [1, 1]]),
        ([[1, 1], [1, 1]], [[1, 1], [1]]),
        ([[1, 1], [1]], [[1, 1], [1]]),
    ],
)
def test_payoffs_of_different_shapes_are_refused(rows, columns):
    with pytest.raises(CertificateError, match="not two matrices of one shape"):
        check_nash(rows, columns, (ONE, ZERO)[: len(rows)], (ONE, ZERO)[: len(columns[0]) if columns else 0])


def test_the_payoffs_of_an_equilibrium_are_those_of_its_players():
    """The two players, and the greatest and the least payoff, must not be confused."""
    assert check_nash([[3, 2], [3, 0]], [[5, 4], [7, 7]], (ONE, ZERO), (ONE, ZERO)) == (3, 5)
    with pytest.raises(CertificateError, match="row 1 gets 4, more than 3"):
        check_nash([[3, 2], [4, 0], [1, 0]], [[5, 4], [7, 7], [0, 0]], (ONE, ZERO, ZERO), (ONE, ZERO))
    with pytest.raises(CertificateError, match="column 1 gets 6, more than 5"):
        check_nash([[3, 2], [3, 0]], [[5, 6], [7, 7]], (ONE, ZERO), (ONE, ZERO))


SMALL = fmpq(1, 10**30)
UNEVEN = [[fmpq(1), 1 - SMALL], [1 + SMALL, fmpq(5)]]


def test_replies_that_are_not_played_count_in_a_bracket():
    first = {0: fmpq(1)}
    assert bracket_matrix_value(UNEVEN, first, first) == (1 - SMALL, 1 + SMALL)
    assert bracket_matrix_value(UNEVEN, {1: fmpq(1)}, {1: fmpq(1)}) == (1 + SMALL, 5)
    # mixtures are compared in intervals first; the replies to the row get 1 + SMALL / 2 and 3 - SMALL / 2
    halves = {0: fmpq(1, 2), 1: fmpq(1, 2)}
    assert bracket_matrix_value(UNEVEN, halves, halves) == (1 + SMALL / 2, 3 + SMALL / 2)


# Plays.


class Letters:
    """One player writes the letter a or b; rules may return text in place of a list of moves."""

    players = ("writer",)

    def start(self):
        return ""

    def outcome(self, position):
        return Outcome("written") if position else None

    def moves(self, position, player):
        return "ab"

    def after(self, position, move):
        return f"{position}{move}."


def test_a_part_of_a_text_of_moves_is_no_move():
    assert check_play(Letters(), [("a",)], "written") == 1
    for move in ("", "ab", "c"):
        with pytest.raises(CertificateError, match="is not allowed"):
            check_play(Letters(), [(move,)], "written")


# Pure strategies.


def test_outcomes_with_one_name_differ_by_their_payoffs():
    graph = table_game([{"a": {1: 1}}], ["one"], {1: 1})
    end = graph.nodes[1]["outcome"]
    assert check_strategy(graph, "one", {0: "a"}, [end]) == 2
    for error in (TINY, -TINY):
        with pytest.raises(CertificateError, match="play can end in 1"):
            check_strategy(graph, "one", {0: "a"}, [Outcome(end.name, (ONE + error, -ONE))])


def test_a_strategy_is_that_of_its_player():
    letters = {(first, second): second for first, second in product("ab", repeat=2)}
    graph = state_graph(MoveTable("one two", {"start": ("all", letters)}))
    assert check_strategy(graph, "two", {"start": "a"}, ["a"]) == 2
    assert check_strategy(graph, "one", {"start": "a"}, ["a", "b"]) == 3
    with pytest.raises(CertificateError, match="play can end in b"):
        check_strategy(graph, "one", {"start": "a"}, ["a"])


def test_local_conditions_are_not_enough_if_play_can_cycle():
    """The walker who goes on forever claims the payoff of leaving; every local condition holds."""
    graph, one = state_graph(Ring()), (ONE,)
    with pytest.raises(CertificateError, match="play can cycle"):
        check_subgame_perfect(graph, {"out": one}, dict.fromkeys(graph, one), dict.fromkeys(range(3), ("on",)))


# Cycles.


@pytest.mark.parametrize("value", [TINY, ONE])
def test_a_small_win_must_come_nearer_too(value):
    graph = table_game([{"a": {2: 1}, "b": {1: 1}}, {"a": {0: 1}}], ["one", "two"], {2: value})
    payoffs, values = terminal_payoffs(graph), dict.fromkeys(range(3), value)
    assert check_cyclic_equilibrium(graph, payoffs, values, {0: ("a",), 1: ("a",)}, {0: 1, 1: 2, 2: 0}) == value
    for moves, distances in (({0: ("b",), 1: ("a",)}, {0: 1, 1: 2, 2: 0}), ({0: ("a",), 1: ("a",)}, {})):
        with pytest.raises(CertificateError, match="does not come nearer"):
            check_cyclic_equilibrium(graph, payoffs, values, moves, distances)


@pytest.mark.parametrize("loss", [TINY, ONE])
def test_a_small_loss_that_can_be_put_off_is_none(loss):
    """The first player loses only by the move a; by the move b play goes on, and the value is 0."""
    graph = table_game([{"a": {2: 1}, "b": {1: 1}}, {"a": {0: 1}}], ["one", "two"], {2: -loss})
    payoffs, values = terminal_payoffs(graph), dict.fromkeys(range(3), -loss)
    with pytest.raises(CertificateError, match="does not come nearer"):
        check_cyclic_equilibrium(graph, payoffs, values, {0: ("a",), 1: ("a",)}, {0: 1, 1: 2, 2: 0})
    draw = {0: ZERO, 1: ZERO, 2: -loss}
    assert check_cyclic_equilibrium(graph, payoffs, draw, {0: ("b",), 1: ("a",)}, {2: 0}) == 0


@pytest.mark.parametrize("player", ["one", "two"])
@pytest.mark.parametrize("gain", [-TINY, ZERO, TINY])
def test_the_active_player_of_a_cyclic_game_gains_by_the_last_place(player, gain):
    sign = 1 if player == "one" else -1
    graph = table_game([{"a": {1: 1}, "b": {2: 1}}], [player], {1: 3, 2: 3 + sign * gain})
    payoffs = terminal_payoffs(graph)
    values, distances = {0: 3, 1: Fraction(3), 2: 3 + sign * gain}, {0: 1, 1: 0, 2: 0}
    if gain > 0:
        with pytest.raises(CertificateError, match=f"{player} gains by b in 0"):
            check_cyclic_equilibrium(graph, payoffs, values, {0: ("a",)}, distances)
    else:
        assert check_cyclic_equilibrium(graph, payoffs, values, {0: ("a",)}, distances) == 3
    if gain < 0:
        with pytest.raises(CertificateError, match="does not keep the value"):
            check_cyclic_equilibrium(graph, payoffs, values, {0: ("b",)}, distances)


# Chance.


def test_the_name_of_an_outcome_is_compared_as_a_whole():
    graph = state_graph(Chain(0, {0: {"end": HALF, "no end": HALF}}))
    labels = {0: HALF, "end": ONE, "no end": ZERO}
    assert check_absorption_probability(graph, labels, "end") == HALF
    with pytest.raises(CertificateError, match="no end is labeled 1, not 0"):
        check_absorption_probability(graph, dict.fromkeys(graph, ONE), "end")


# Simultaneous moves.


FAIR = {"one": {"a": HALF, "b": HALF}, "two": {"c": HALF, "d": HALF}}
VALUES, PAYOFFS = {0: ZERO, 1: ONE, 2: -ONE}, {1: (ONE, -ONE), 2: (-ONE, ONE)}


def test_values_that_only_repeat_themselves_are_refused():
    """In a cycle without an end any value satisfies the local conditions."""
    with pytest.raises(CertificateError, match="play can cycle"):
        check_simultaneous_equilibrium(pennies(back=True), {}, {0: ONE}, {0: FAIR})


@pytest.mark.parametrize("check", [check_cyclic_equilibrium, check_simultaneous_equilibrium])
def test_a_third_player_is_not_ignored(check):
    graph = table_game([{"a": {1: 1}}], ["one"], {1: 1}, ("one", "two", "three"))
    with pytest.raises(CertificateError, match="not two players"):
        check(
            graph,
            {1: (ONE, -ONE)},
            {0: ONE, 1: ONE},
            {0: ("a",)},
            *([{0: 1, 1: 0}] * (check is check_cyclic_equilibrium)),
        )


class Matrix:
    """A matrix game that follows one forced pair of moves, or its mirror image; chance may come between."""

    players = ("row", "column")

    def __init__(self, second="matrix", payoffs=None):
        self.second, self.payoffs = second, payoffs or (lambda payoff: (payoff, -payoff))

    def start(self):
        return "start"

    def outcome(self, position):
        return Outcome("end", self.payoffs(position)) if isinstance(position, Fraction) else None

    def moves(self, position, player):
        return (0, 1) if position == "matrix" else (0,)

    def after(self, position, i, j):
        entry = UNEVEN[i][j]
        return Fraction(int(entry.p), int(entry.q)) if position == "matrix" else self.second


FIRST = ({0: fmpq(1)}, {0: fmpq(1)})
BOTH = {"start": FIRST, "matrix": FIRST}


def test_both_bounds_follow_from_those_of_later_positions():
    brackets = bracket_values(Matrix(), BOTH)
    assert brackets == dict.fromkeys(BOTH, (1 - SMALL, 1 + SMALL))
    assert bracket_values(Matrix(Distribution({"matrix": HALF, ONE * 5: HALF})), BOTH)["start"] == (
        3 - SMALL / 2,
        3 + SMALL / 2,
    )


def test_the_bracket_of_a_mirror_image_is_exchanged_and_negative():
    brackets = bracket_values(Matrix("image"), BOTH, {"image": "matrix"}.get)
    assert brackets["start"] == (-1 - SMALL, -1 + SMALL)
    assert brackets["matrix"] == (1 - SMALL, 1 + SMALL)


@pytest.mark.parametrize("error", [SMALL, -SMALL])
def test_both_strategies_of_a_position_are_distributions(error):
    for wrong in ({0: 1 + error}, {0: fmpq(1), 1: error}, {0: fmpq(1), 2: fmpq(0)}, {}):
        for pair in ((wrong, FIRST[1]), (FIRST[0], wrong)):
            with pytest.raises(CertificateError, match="no probability distribution on the moves"):
                bracket_values(Matrix(), {**BOTH, "matrix": pair})


@pytest.mark.parametrize(
    "payoffs",
    [
        lambda payoff: (payoff, TINY - payoff),
        lambda payoff: (payoff, -TINY - payoff),
        lambda payoff: (payoff, -payoff, ZERO),
        lambda payoff: (ZERO,),
    ],
)
def test_the_payoffs_of_an_end_are_two_and_opposite(payoffs):
    with pytest.raises(CertificateError, match="are not zero-sum"):
        bracket_values(Matrix(payoffs=payoffs), BOTH)


def test_probabilities_in_floats_are_refused_though_their_sum_is_1():
    """The floats 0.1, 0.2 and 0.7 add up to 1 by rounding only."""
    rounded = Distribution({"matrix": 0.1, ONE * 5: 0.2, ONE * 6: 0.7})
    with pytest.raises(CertificateError, match="is no probability distribution"):
        bracket_values(Matrix(rounded), BOTH)


def test_a_bracket_needs_two_players():
    for players in (("row",), ("row", "column", "third")):
        game = Matrix()
        game.players = players
        with pytest.raises(CertificateError, match=f"has {len(players)} players, not 2"):
            bracket_values(game, BOTH)


# Lies that are consistent with each other.
