"""Checks of solution files at their boundaries: tolerance, both bounds, every round, and the last place of a number."""

import gzip
import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest
from flint import fmpq

from gametheory.games.wargame import Position, Wargame, equilibrium, solution_file, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.rules import mirror
from gametheory.games.wargame.solution_file import (
    SolutionFileError,
    exploitability_bound,
    read_solution,
    solution_bytes,
    verify_solution,
)
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.parallel.limits import limit_cores
from gametheory.solvers import simultaneous
from gametheory.verify import bracket_values

SMALL = fmpq(1, 10**30)
TOLERANCE = fmpq(1, 10**9)
ALL, NONE = {1: fmpq(1)}, {0: fmpq(1)}
ASYMMETRIC = Wargame(2, 2, payoffs=(Fraction(1), Fraction(1, 2), Fraction(-1)))


def stored(game, exact=True):
    """Return a sound solution as read from its file."""
    return read_solution(solution_bytes(solve_wargame_exact(game) if exact else solve_wargame(game)))


def with_strategies(solution, position, *strategies):
    return replace(solution, strategies={**solution.strategies, position: strategies})


def gains(solution):
    """Return the greatest sum of what both players can gain at a position, exactly."""
    image = mirror if solution.game.symmetric else None
    return max(upper - lower for lower, upper in bracket_values(solution.game, solution.strategies, image).values())


# The check of stored values and strategies.


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("game", [Wargame(2, 2), ASYMMETRIC], ids=["symmetric", "asymmetric"])
def test_an_exact_value_has_no_tolerance(game, sign):
    solution = stored(game)
    assert verify_solution(solution).sound
    for position in solution.values:
        wrong = replace(solution, values={**solution.values, position: solution.values[position] + sign * SMALL})
        fault = verify_solution(wrong).fault
        assert fault is not None
        assert fault.position == position


@pytest.mark.parametrize("sign", [1, -1])
def test_a_value_in_floats_has_its_tolerance_and_no_more(sign):
    """The strategies of this game are exact, also in floats."""
    solution = replace(stored(Wargame(1, 2)), exact=False)
    for position, value in solution.values.items():
        for error, sound in ((TOLERANCE, True), (TOLERANCE + SMALL, False)):
            wrong = replace(solution, values={**solution.values, position: value + sign * error})
            assert verify_solution(wrong).sound == sound


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("exact", "share", "sound"),
    [(True, 0, True), (True, SMALL, False), (False, TOLERANCE, True), (False, TOLERANCE + SMALL, False)],
)
def test_the_bounds_may_differ_by_the_tolerance(player, exact, share, sound):
    """In the last round of this game, a share of soldiers left in camp costs that share."""
    solution, last = replace(stored(Wargame(1, 2)), exact=exact), Position(2, 1, 0, 1, 0)
    partly = {0: fmpq(share), 1: 1 - fmpq(share)} if share else ALL
    result = verify_solution(with_strategies(solution, last, *((partly, ALL) if player == 0 else (ALL, partly))))
    assert result.sound == sound
    assert result.widest == pytest.approx(float(Fraction(int(fmpq(share).p), int(fmpq(share).q))))


def test_the_bracket_of_the_start_is_that_of_both_players():
    solution = with_strategies(stored(Wargame(1, 1)), Position(1, 1, 0, 1, 0), NONE, {0: fmpq(1, 4), 1: fmpq(3, 4)})
    assert verify_solution(solution).bracket == (-1, fmpq(1, 4))


@pytest.mark.parametrize("worst", [0, 1])
def test_the_worst_position_is_named(worst):
    solution = stored(Wargame(1, 2))
    wrong = list(solution.values)[1:3]
    values = {place: solution.values[place] + (3 if place == wrong[worst] else -2) * SMALL for place in wrong}
    fault = verify_solution(replace(solution, values=solution.values | values)).fault
    assert fault is not None
    assert fault.position == wrong[worst]


@pytest.mark.parametrize("cores", [1, 2])
def test_the_positions_of_a_round_are_divided_among_processes(cores):
    """A share of soldiers left in camp in the last round costs as much there, and less in the rounds before it."""
    solution = stored(Wargame(7, 4))
    last = [position for position in solution.strategies if position.round == 4]
    assert len(last) >= solution_file.SHARED_FROM
    for position in (last[-1], last[-2]):
        wrong = with_strategies(solution, position, {0: SMALL, position.camp_a: 1 - SMALL}, {position.camp_b: fmpq(1)})
        with limit_cores(cores):
            result, sound = verify_solution(wrong), verify_solution(solution)
        assert sound.sound
        assert not result.sound
        assert result.widest == to_float(gains(wrong))
        assert result.bracket == bracket_values(wrong.game, wrong.strategies, mirror)[wrong.game.start()]


# The bound on exploitability in floats.


@pytest.mark.parametrize("wrong", [(NONE, NONE), (NONE, ALL), (ALL, NONE)])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_bound_holds_at_every_position_of_every_round(number, wrong):
    """Play reaches the last round with probability 1/100 only, and the bound holds there too."""
    position = Position(number, 1, 0, 1, 0)
    game = Wargame(1, 3, (Fraction(9, 10), Fraction(9, 10), Fraction(1)), killed=Fraction(0))
    solution = with_strategies(stored(game, exact=False), position, *wrong)
    exact, bound = gains(solution), exploitability_bound(solution)
    assert exact > 0
    assert exact <= to_flint(bound)


def test_the_bound_is_nearly_attained_if_both_players_err():
    """Both keep the only soldier in camp in the last round: each could win, and together they lose 2."""
    solution = with_strategies(stored(Wargame(1, 1), exact=False), Position(1, 1, 0, 1, 0), NONE, NONE)
    assert gains(solution) == 2
    assert 2 <= exploitability_bound(solution) < 2.01


def test_the_bound_adds_the_errors_of_all_rounds():
    """Half of the time a player loses the only soldier in round 1, and else keeps it in camp half of the time."""
    solution = stored(Wargame(1, 2, (Fraction(0), Fraction(1))), exact=False)
    for number in (1, 2):
        solution = with_strategies(solution, Position(number, 1, 0, 1, 0), *[{0: fmpq(1, 2), 1: fmpq(1, 2)}] * 2)
    assert gains(solution) == fmpq(3, 2)
    assert 1.5 <= exploitability_bound(solution) < 2.01


def test_the_bound_of_a_sound_file_counts_rounding():
    """All numbers of this game are exact in floats, and the bound must not trust that."""
    assert gains(stored(Wargame(1, 1), exact=False)) == 0
    assert exploitability_bound(stored(Wargame(1, 1), exact=False)) >= 2 * 16 * simultaneous.UNIT_ROUNDOFF


def test_a_solver_reports_the_error_of_its_worst_round(monkeypatch):
    """An error of the last round weighs half in the first, but not for players who are in the last round."""

    def wrong_at_last(stages, program):
        last, first = simultaneous.solve_backward(stages, program)
        return [replace(last, error=0.5), replace(first, error=0.25)]

    monkeypatch.setattr(equilibrium, "solve_backward", wrong_at_last)
    assert solve_wargame(Wargame(1, 2)).exploitability == 1


# The reader of files.


def with_lines(solution, change):
    """Return the file of a solution with changed lines and a correct checksum."""
    header, *lines = gzip.decompress(solution_bytes(solution)).splitlines(keepends=True)
    body = b"".join(change(lines))
    document = json.loads(header) | {"sha256": sha256(body).hexdigest()}
    return gzip.compress(json.dumps(document).encode() + b"\n" + body)


def replaced(number, line):
    return lambda lines: [*lines[:number], line, *lines[number + 1 :]]


def test_a_file_with_a_correct_checksum_is_read():
    solution = solve_wargame_exact(Wargame(1, 1))
    assert read_solution(with_lines(solution, lambda lines: lines)).values == {Position(1, 1, 0, 1, 0): 0}
    read = read_solution(with_lines(solution, replaced(0, b"2|0:1/3 1:2/3|1:1\n")))
    assert read.values == {Position(1, 1, 0, 1, 0): 2}
    assert read.strategies == {Position(1, 1, 0, 1, 0): ({0: fmpq(1, 3), 1: fmpq(2, 3)}, ALL)}


ONE_LESS = f"1:{10**30 - 1:x}/{10**30:x}"
ONE_MORE = f"1:{10**30 + 1:x}/{10**30:x}"


@pytest.mark.parametrize(
    "line",
    [
        f"0|{ONE_LESS}|1:1\n",
        f"0|1:1|{ONE_LESS}\n",
        f"0|{ONE_MORE}|1:1\n",
        f"0|0:-1/{10**30:x} {ONE_MORE}|1:1\n",
        "0|0:0 1:1|1:1\n",
        "0|1:1|0:0 1:1\n",
        "0|2:1|1:1\n",
        "0|1:1|2:1\n",
        "0|-1:1|1:1\n",
        "0|1:1|-1:1\n",
        "0||1:1\n",
        "0|1:1\n",
        "0|1:1|1:1|1:1\n",
        "1/0|1:1|1:1\n",
        f"{2 * 10**30 + 1:x}/{10**30:x}|1:1|1:1\n",
        f"-{2 * 10**30 + 1:x}/{10**30:x}|1:1|1:1\n",
    ],
)
def test_a_line_that_is_wrong_by_the_least_is_refused(line):
    with pytest.raises(SolutionFileError):
        read_solution(with_lines(solve_wargame_exact(Wargame(1, 1)), replaced(0, line.encode())))


def test_a_line_too_many_or_too_few_is_refused():
    solution = solve_wargame_exact(Wargame(1, 2))
    with pytest.raises(SolutionFileError, match="ends too early"):
        read_solution(with_lines(solution, lambda lines: lines[:-1]))
    with pytest.raises(SolutionFileError, match="wrong checksum"):
        read_solution(with_lines(solution, lambda lines: [*lines, lines[-1]]))


def test_a_checksum_wrong_in_its_last_digit_is_refused():
    header, body = gzip.decompress(solution_bytes(solve_wargame_exact(Wargame(1, 1)))).split(b"\n", 1)
    document = json.loads(header)
    document["sha256"] = document["sha256"][:-1] + ("0" if document["sha256"][-1] != "0" else "1")
    with pytest.raises(SolutionFileError, match="wrong checksum"):
        read_solution(gzip.compress(json.dumps(document).encode() + b"\n" + body))
