"""A strong solution is accepted only as it is: a change by one unit is refused, and so are other positions."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from games_by_class import Entry
from games_by_table import MoveTable
from small_games import Alternating, LayeredNim, Nim, RandomGame, Ring, WrittenInArrays

from gametheory import Outcome, solve
from gametheory.model.layers import Layer, LayeredGame
from gametheory.solvers.saved.labels import labels_of
from gametheory.verify import CertificateError, check_strong_solution
from gametheory.verify.labels import FAR

# white wins in "white 1" and, in three moves, in "white 2"; black draws in "black 1"; "white 0" never ends
PATIENCE = MoveTable(
    "white black",
    {
        "white 2": ("white", {"a": "black 2", "g": "draw", "h": "white 0"}),
        "black 2": ("black", {"a": "white 1"}),
        "white 1": ("white", {"a": "black 1", "w": "white"}),
        "black 1": ("black", {"a": "white 2", "d": "draw"}),
        "white 0": ("white", {"a": "white 0"}),
    },
)
# white waits, with black, or loses: endless play is a draw
WAITING = MoveTable("white black", {1: ("white", {"wait": 2, "lose": "black"}), 2: ("black", {"wait": 1})})
GAMES = {
    "acyclic": Nim((2, 1)),
    "random acyclic": RandomGame(5),
    "layered": LayeredNim((2, 1), 2),
    "one player": Ring(),
    "not zero-sum": Entry(),
    "cyclic": PATIENCE,
    "random cyclic": RandomGame(3, cyclic=True),
}


@pytest.fixture(scope="module")
def saved():
    return {name: labels_of(solve(game)).solution for name, game in GAMES.items()}


def with_entry(array, place, entry):
    changed = np.array(array, np.int64)
    changed[place] = entry
    return changed


def without(array, place):
    return np.delete(array, place) if len(array) else array


def lies(solution):
    """Every change of one label by one unit."""
    for place in range(len(solution)):
        for step in (-1, 1):
            for row, distances in enumerate(solution.distances):
                rows = list(solution.distances)
                rows[row] = with_entry(distances, place, int(distances[place]) + step)
                yield replace(solution, distances=tuple(rows))
            if len(solution.codes):
                yield replace(solution, codes=with_entry(solution.codes, place, int(solution.codes[place]) + step))


@pytest.mark.parametrize("name", GAMES)
def test_every_lie_of_one_unit_is_refused(name, saved):
    assert check_strong_solution(saved[name], GAMES[name]) == len(saved[name])
    for lie in lies(saved[name]):
        with pytest.raises(CertificateError):
            check_strong_solution(lie, GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_a_missing_position_is_refused(name, saved):
    solution = saved[name]
    for place in range(len(solution)):
        rows = tuple(without(row, place) for row in solution.distances)
        positions, codes = without(solution.positions, place), without(solution.codes, place)
        with pytest.raises(CertificateError):
            check_strong_solution(replace(solution, positions=positions, codes=codes, distances=rows), GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_other_rules_are_refused(name, saved):
    for other in (*GAMES.values(), Nim((2, 2)), Nim((2, 1), misere=True), LayeredNim((2, 1), 1)):
        if other is not GAMES[name]:
            with pytest.raises(CertificateError):
                check_strong_solution(saved[name], other)


def test_chance_moves_are_refused(saved):
    with pytest.raises(CertificateError, match="the rules have chance moves"):
        check_strong_solution(saved["layered"], WrittenInArrays([0]))


def test_no_distance_is_so_great_that_endless_play_wins():
    """A move that loses the value is as far as FAR: a distance beyond it would follow from no move that keeps it."""
    right = labels_of(solve(WAITING)).solution
    lost = int(np.argmax(right.distances[0]))
    assert check_strong_solution(right, WAITING) == 3
    assert right.distances[0][lost] == 0
    for first, second in product((FAR - 1, FAR, FAR + 1, 2**63 - 1), repeat=2):
        distances = np.zeros(3, np.int64)
        distances[np.arange(3) != lost] = first, second
        lie = replace(right, payoffs=[(-1, 1), (1, -1)], codes=1 * (right.codes == 1), distances=(distances,))
        assert [int(lie.codes[lost]), int(lie.codes.sum())] == [0, 2]
        with pytest.raises(CertificateError):
            check_strong_solution(lie, WAITING)


class Halves(LayeredGame):
    """Every position leads to half of it, rounded down."""

    players, outcomes = ("one",), (Outcome("end"),)

    def start(self):
        return 12

    def expand(self, positions):
        goes_on = positions > 0
        return Layer(0 - goes_on, 0 * positions, 1 * goes_on, 0 * positions[goes_on], positions[goes_on] // 2)


def test_a_position_that_follows_from_no_other_is_refused():
    """12 and 13 both lead to 6, and play begins with 12."""
    solution = labels_of(solve(Halves())).solution
    assert check_strong_solution(solution, Halves()) == 5
    distances = (np.append(solution.distances[0], solution.distances[0][-1]),)
    more = replace(solution, positions=np.append(solution.positions, 13), distances=distances)
    with pytest.raises(CertificateError, match="position 5 of the solution follows from no other one"):
        check_strong_solution(more, Halves())


class Fork(LayeredGame):
    """1 leads to 2 and to 3, where play ends."""

    players, outcomes = ("one",), (Outcome("end"),)

    def start(self):
        return 1

    def expand(self, positions):
        first = positions == 1
        twice = np.repeat(positions[first], 2)
        return Layer(-1 * first, 0 * positions, 2 * first, np.arange(len(twice)), twice + np.arange(1, len(twice) + 1))


def test_a_missing_position_whose_label_is_that_of_another_is_refused():
    solution = labels_of(solve(Fork())).solution
    less = replace(solution, positions=np.array([1, 3]), distances=(np.array([1, 0]),))
    assert check_strong_solution(solution, Fork()) == 3
    with pytest.raises(CertificateError, match="the position 2 is missing"):
        check_strong_solution(less, Fork())


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"players": ("second", "first")}, "the rules have the players"),
        ({"positions": np.zeros(0, np.int64)}, "no position"),
        ({"codes": np.zeros(1, np.int64)}, "not as many"),
        ({"payoffs": [(1, -1), (1, -1)]}, "not all different"),
        ({"method": "retrograde analysis"}, "does not follow"),
        ({"method": "another"}, "no method another"),
        ({"payoffs": [(1, -1), (-1, 1, 0)]}, "not one payoff for each player"),
        ({"payoffs": [(1, -1), (-1, 1.0)]}, "not an integer or a Fraction"),
        ({"distances": ()}, "not one row for each outcome"),
    ],
)
def test_a_solution_that_contradicts_itself_is_refused(changed, message, saved):
    with pytest.raises(CertificateError, match=message):
        check_strong_solution(replace(saved["acyclic"], **changed), GAMES["acyclic"])


def test_payoffs_without_the_sum_0_are_none_of_a_cyclic_game(saved):
    payoffs = [(row[0], row[1] + 1) for row in saved["cyclic"].payoffs]
    with pytest.raises(CertificateError, match="with the sum 0"):
        check_strong_solution(replace(saved["cyclic"], payoffs=payoffs), GAMES["cyclic"])


def test_positions_out_of_order_are_refused(saved):
    solution = saved["layered"]
    with pytest.raises(CertificateError, match="ascending order"):
        check_strong_solution(replace(solution, positions=solution.positions[::-1]), GAMES["layered"])


def test_numbers_that_are_not_whole_are_refused(saved):
    """Half a move would be rounded, and 2^64 - 1 would wrap to -1."""
    right, game = saved["acyclic"], GAMES["acyclic"]
    for wrong in (right.distances[0] + 0.5, right.distances[0].astype(np.uint64), right.distances[0][:, None]):
        with pytest.raises(CertificateError, match="integers with a sign"):
            check_strong_solution(replace(right, distances=(wrong,)), game)
    with pytest.raises(CertificateError, match="integers with a sign"):
        check_strong_solution(replace(right, codes=right.codes + 0.5), game)


def test_differences_of_small_integers_do_not_wrap(saved):
    """-128 - 127 is 1 in 8 bits."""
    positions = np.array([*range(len(saved["layered"]) - 2), 127, -128], np.int8)
    with pytest.raises(CertificateError, match="ascending order"):
        check_strong_solution(replace(saved["layered"], positions=positions), GAMES["layered"])


def test_longest_plays_by_hand():
    """Of the eight positions four are ends; from 0 the longest play adds 1 three times, from 1 twice, from 2 once."""
    solution = labels_of(solve(Alternating())).solution
    assert sorted(solution.distances[0].tolist()) == [0, 0, 0, 0, 1, 1, 2, 3]
