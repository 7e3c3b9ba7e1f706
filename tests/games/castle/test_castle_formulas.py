"""The closed forms of the castle game against its rules, against the state graph, and for numbers of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory import Castle, state_graph
from gametheory.games.castle import Position, Volley, published_formulas
from gametheory.games.castle.closed_form import (
    battle_days,
    best_fall_day,
    case_of,
    castle_fewest_waves,
    castle_min_winning_strength,
    compare_golden_multiple,
    fibonacci,
    most_left_alive,
    soldiers_fewest_waves,
)
from gametheory.games.castle.dynamic_programming import SolvedGame, fewest_waves, solve_box
from gametheory.games.castle.plays import (
    MAX_WAVES_LISTED,
    CastlePlay,
    check_castle_play,
    fastest_play,
    is_legal,
    solve_castle,
)
from gametheory.numbers.rationals import ceiling_division, least_satisfying
from gametheory.prove.sweep import Sweep, check_cases, sweep
from gametheory.solvers.shortest_paths import cycle_edges, distance_to_outcome
from gametheory.verify import CertificateError, check_play

SMALL = st.integers(1, 10**6)
HUGE = st.integers(10**999, 10**1000 - 1)
any_size = settings(deadline=None)
GAMES_OF_FOUR_CASES = [(10, 43, 8), (10, 11, 15), (3819, 5000, 5000), (3, 7, 4), (5, 5, 9)]


def box(most_soldiers: int) -> Iterator[SolvedGame]:
    """Yield every game with n <= most_soldiers, s <= 6n, dpw <= 3n, solved from the rules."""
    for fresh in range(1, 3 * most_soldiers + 1):
        yield from solve_box(fresh, most_soldiers)


def sweep_box(holds: Callable[[SolvedGame], bool], most_soldiers: int = 12) -> Sweep[SolvedGame]:
    def check(fresh: int) -> Sweep[SolvedGame]:
        return check_cases(holds, solve_box(fresh, most_soldiers))

    return sweep(check, range(1, 3 * most_soldiers + 1))


# Exact integers


@any_size
@given(st.integers(0, 300))
def test_fibonacci_numbers_obey_their_recurrence(index: int) -> None:
    assert fibonacci(index + 2) == fibonacci(index + 1) + fibonacci(index)


def test_fibonacci_refuses_a_negative_index() -> None:
    with pytest.raises(ValueError, match="-1 is negative"):
        fibonacci(-1)


@any_size
@given(st.integers(), st.integers(1))
def test_ceiling_division_is_the_least_multiple_not_below(dividend: int, divisor: int) -> None:
    quotient = ceiling_division(dividend, divisor)
    assert (quotient - 1) * divisor < dividend <= quotient * divisor


@any_size
@given(st.integers(1), st.integers(1))
def test_golden_multiples_compare_like_their_norm(factor: int, number: int) -> None:
    norm = number * number - number * factor - factor * factor
    assert compare_golden_multiple(factor, number) == (norm < 0) - (norm > 0)
    assert compare_golden_multiple(-factor, -number) == -compare_golden_multiple(factor, number)


@any_size
@given(st.integers(-50, 50), st.integers(0, 3000), st.none() | st.integers(-100, 3000))
def test_least_satisfying_finds_the_first_number_from_any_start(first: int, distance: int, near: int | None) -> None:
    assert least_satisfying(lambda number: number >= first + distance, first, near) == first + distance


# The closed forms against the rules


def test_closed_forms_agree_with_the_table_on_a_box() -> None:
    def holds(game: SolvedGame) -> bool:
        waves = soldiers_fewest_waves(*game[:3]), castle_fewest_waves(*game[:3])
        return waves == (game.soldiers_waves, game.castle_waves)

    assert sweep_box(holds, 20) == Sweep(cases=18 * sum(n * n for n in range(21)))


def test_the_table_agrees_with_the_state_graph_on_a_box() -> None:
    for game in box(4):
        graph = state_graph(Castle(*game[:3]))
        waves = [distance_to_outcome(graph, side).get(graph.graph["start"]) for side in ("soldiers", "castle")]
        assert waves == [game.soldiers_waves, game.castle_waves], game
        assert bool(cycle_edges(graph)) == solve_castle(Castle(*game[:3])).tie_possible, game


@pytest.mark.parametrize("most_strength", [0, 1, 5, 9, 10, 11])
def test_a_table_of_few_strengths_is_part_of_a_larger_one(most_strength: int) -> None:
    larger = fewest_waves(3, 10, 30)
    assert fewest_waves(3, 10, most_strength) == [row[: most_strength + 1] for row in larger]


def test_the_castle_wins_exactly_from_its_threshold_on() -> None:
    def holds(game: SolvedGame) -> bool:
        threshold = castle_min_winning_strength(game.soldiers, game.defenders_per_wave)
        return (game.castle_waves is not None) == (game.strength >= threshold)

    assert sweep_box(holds).failures == 0


@any_size
@given(SMALL, SMALL, SMALL)
def test_the_fall_day_is_the_best_of_all_days(soldiers: int, strength: int, fresh: int) -> None:
    soldiers, strength = soldiers % 300 + 1, strength % 3000 + 1
    fresh = fresh % soldiers + 1
    if strength <= soldiers:
        return
    totals = []
    for day in range(2, strength + 3):
        left_alive = strength + (day - 1) * fresh - day * soldiers
        days = battle_days(soldiers, left_alive)
        totals += [] if days is None else [day + days]
        if left_alive <= 0:
            break
    assert soldiers_fewest_waves(soldiers, strength, fresh) == min(totals, default=None)


def shot_out_day(soldiers: int, defenders: int) -> int | None:
    """Play the battle day by day by the rules: `defenders` are left alive when the castle falls."""
    day = 0
    while defenders > 0:
        soldiers -= defenders
        if soldiers <= 0:
            return None
        defenders, day = defenders - soldiers, day + 1
    return day


@any_size
@given(HUGE, HUGE)
def test_battles_of_a_thousand_digits_end_on_the_computed_day(soldiers: int, defenders: int) -> None:
    assert battle_days(soldiers, defenders) == shot_out_day(soldiers, defenders)


@pytest.mark.parametrize("index", [2, 10, 1000, 4780])
def test_battles_at_the_golden_ratio(index: int) -> None:
    small, middle, large = fibonacci(index), fibonacci(index + 1), fibonacci(index + 2)
    assert battle_days(middle, small) == shot_out_day(middle, small)
    assert battle_days(large, middle) == shot_out_day(large, middle)
    assert (battle_days(middle, small) is None) != (battle_days(large, middle) is None)


def test_worked_numbers_of_the_posts() -> None:
    assert soldiers_fewest_waves(10, 43, 8) == 16  # the quotient is exactly phi^4: k is whole before the ceiling
    assert battle_days(10, 5) == 1
    assert 5 * fibonacci(3) == 10 * fibonacci(2)
    assert soldiers_fewest_waves(3820, 5000, 5000) == 7
    assert soldiers_fewest_waves(3819, 5000, 5000) is None
    assert castle_fewest_waves(3819, 5000, 5000) == castle_fewest_waves(3820, 5000, 5000) == 3
    assert [case_of(*game) for game in GAMES_OF_FOUR_CASES] == ["2a", "2b", "2c", "2d", "1"]


# A thousand digits


@any_size
@given(HUGE, HUGE, HUGE)
def test_the_fall_day_satisfies_its_inequalities(soldiers: int, strength: int, fresh: int) -> None:
    strength, fresh = soldiers + strength, fresh % soldiers + 1
    if fresh >= soldiers:
        return
    day = best_fall_day(soldiers, strength, fresh)

    def pays(day: int) -> bool:
        left_alive = strength + (day - 1) * fresh - day * soldiers
        return left_alive <= 0 or left_alive * (left_alive + fresh) <= soldiers * fresh

    assert day >= 2
    assert pays(day)
    assert day == 2 or not pays(day - 1)


def castle_day_by_day(soldiers: int, strength: int, fresh: int) -> int | None:
    """Return the length of the castle's fastest win by Theorem B, one wave at a time, or None if it cannot win."""
    defenders, before = 0, None
    for day in range(1, 5000):
        if (soldiers, defenders, strength) == before:
            return None  # a tie
        before = soldiers, defenders, strength
        left = strength + defenders - soldiers
        if left <= 0:
            return None
        if min(defenders, left) >= soldiers:
            return day
        left_alive = min(defenders, left if fresh == 1 else left - 1)
        soldiers, strength = soldiers - left_alive, left - left_alive
        defenders = left_alive + fresh if strength > 0 else left_alive
    raise AssertionError("no end after 5,000 waves")


@any_size
@given(HUGE, st.integers(1, 12_000), st.integers(1, 3000), st.integers(-3, 3))
def test_the_castle_wins_on_the_computed_day(soldiers: int, parts: int, share: int, shift: int) -> None:
    fresh = soldiers * share // 3000 + 1
    strength = soldiers + soldiers * parts // 3000 + shift
    expected = castle_day_by_day(soldiers, strength, fresh)
    assert castle_fewest_waves(soldiers, strength, fresh) == expected
    threshold = castle_min_winning_strength(soldiers, fresh)
    assert (expected is None) == (strength < threshold)


@any_size
@given(HUGE, HUGE)
def test_most_left_alive_is_the_floor_of_the_root(soldiers: int, fresh: int) -> None:
    left_alive = most_left_alive(soldiers, fresh)
    assert left_alive * (left_alive + fresh) <= soldiers * fresh < (left_alive + 1) * (left_alive + 1 + fresh)
    assert left_alive == (isqrt(fresh * fresh + 4 * soldiers * fresh) - fresh) // 2


# The published formulas


def test_published_rows_are_wrong_exactly_in_case_2a() -> None:
    def agrees(game: SolvedGame) -> bool:
        return published_formulas.published_soldiers_waves(*game[:3]) == game.soldiers_waves

    wrong = [game for game in box(12) if not agrees(game)]
    assert wrong == [game for game in box(12) if case_of(*game[:3]) == "2a"]  # all games of row 2a, and no others
    assert min(wrong) == SolvedGame(2, 3, 1, 2, None)
    assert published_formulas.published_soldiers_waves(2, 3, 1) == 1


def test_no_published_row_covers_s_equal_to_2n_with_many_defenders() -> None:
    uncovered = [game[:3] for game in box(4) if published_formulas.published_row(*game[:3]) is None]
    assert uncovered[:2] == [(1, 2, 1), (1, 2, 2)]
    assert all(strength == 2 * soldiers and fresh >= soldiers for soldiers, strength, fresh in uncovered)


@any_size
@given(st.integers(1, 10**40), st.integers(1, 10**40))
def test_published_k_is_right_in_exact_arithmetic(soldiers: int, defenders: int) -> None:
    assert published_formulas.published_battle_days(soldiers, defenders) == battle_days(soldiers, defenders)


def test_published_k_is_negative_below_zero_and_missing_without_a_logarithm() -> None:
    assert published_formulas.published_battle_days(5, 0) == 0
    assert [published_formulas.published_battle_days(5, -x) for x in (1, 5, 6, 8, 9)] == [
        0,
        -1,
        -1,
        -3,
        None,
    ]


@any_size
@given(HUGE, HUGE, HUGE)
def test_published_q_is_the_least_day_with_at_most_the_root_alive(soldiers: int, strength: int, fresh: int) -> None:
    fresh = fresh % soldiers + 1
    if fresh == soldiers:
        return
    day = published_formulas.published_fall_day(soldiers, strength, fresh)

    def at_most_root(day: int) -> bool:
        left_alive = strength + day * fresh - (day + 1) * soldiers
        return left_alive <= 0 or left_alive * left_alive + fresh * left_alive <= soldiers * fresh

    assert at_most_root(day)
    assert not at_most_root(day - 1)
    assert best_fall_day(soldiers, soldiers + strength, fresh) == 1 + max(
        1, published_formulas.published_fall_day(soldiers, soldiers + strength, fresh)
    )


def test_published_q_requires_fewer_defenders_than_soldiers() -> None:
    with pytest.raises(ValueError, match="not below the 4 soldiers"):
        published_formulas.published_fall_day(4, 5, 4)


# Plays


def test_plays_replay_to_the_stated_winner_and_length() -> None:
    for game in box(8):
        solution = solve_castle(castle := Castle(*game[:3]))
        assert (solution.soldiers_min_waves, solution.castle_min_waves) == game[3:]
        side = "castle" if game.soldiers_waves is None else "soldiers"
        length = game.castle_waves if game.soldiers_waves is None else game.soldiers_waves
        assert check_play(castle, [(wave.volley,) for wave in solution.play.waves], side) == length
        assert solution.play.winner == side
        assert not solution.play_cut


def test_the_castle_has_its_fastest_play_also_where_the_soldiers_could_win() -> None:
    for game in box(7):
        castle = Castle(*game[:3])
        play = fastest_play(castle, "castle")
        assert (play is None) == (game.castle_waves is None)
        if play:
            assert check_play(castle, [(wave.volley,) for wave in play.waves], "castle") == game.castle_waves


def test_a_long_play_is_cut() -> None:
    solution = solve_castle(Castle(10, 2000, 9))
    assert solution.play_cut
    assert len(solution.play.waves) == MAX_WAVES_LISTED < (solution.soldiers_min_waves or 0)
    assert solution.play.winner == "soldiers"


@any_size
@given(HUGE, HUGE, HUGE)
def test_plays_of_a_thousand_digits(soldiers: int, strength: int, fresh: int) -> None:
    castle = Castle(soldiers, strength, fresh)
    solution = solve_castle(castle)
    if not solution.play_cut:
        waves = solution.castle_min_waves if solution.soldiers_min_waves is None else solution.soldiers_min_waves
        assert waves is not None
        check_castle_play(castle, solution.play, waves)


def test_legal_volleys_are_those_of_the_rules() -> None:
    castle = Castle(4, 9, 3)
    for position in product(range(1, 5), range(5), range(5)):
        legal = {
            Volley(*shots) for shots in product(range(-1, 6), repeat=2) if is_legal(Position(*position), Volley(*shots))
        }
        assert legal == set(castle.moves(Position(*position)))


def test_an_illegal_play_is_refused() -> None:
    castle = Castle(10, 43, 8)
    play = solve_castle(castle).play
    refused = partial(pytest.raises, CertificateError)
    with refused(match="is not legal"):
        check_castle_play(castle, CastlePlay(play.winner, play.waves[1:]), 15)
    with refused(match="no win of the castle"):
        check_castle_play(castle, CastlePlay("castle", play.waves), 16)
    with refused(match="in 15"):
        check_castle_play(castle, play, 15)
    with refused(match="no win of the soldiers"):
        check_castle_play(castle, CastlePlay("soldiers", play.waves[:-1]), 15)


@pytest.mark.parametrize("error", [1, -1])
def test_a_play_that_is_wrong_by_one_is_refused(error: int) -> None:
    """One soldier, defender, point of strength, shot or wave, in every wave."""
    castle = Castle(10, 43, 8)
    waves = solve_castle(castle).play.waves
    check_castle_play(castle, CastlePlay("soldiers", waves), 16)
    with pytest.raises(CertificateError, match=f"in {16 + error}"):
        check_castle_play(castle, CastlePlay("soldiers", waves), 16 + error)
    for number, wave in enumerate(waves):
        at_castle, at_defenders = wave.volley
        soldiers, defenders, strength = wave.position
        wrong = [
            replace(wave, position=Position(soldiers + error, defenders, strength)),
            replace(wave, position=Position(soldiers, defenders + error, strength)),
            replace(wave, position=Position(soldiers, defenders, strength + error)),
            replace(wave, volley=Volley(at_castle + error, at_defenders)),
            replace(wave, volley=Volley(at_castle, at_defenders + error)),
            replace(wave, volley=Volley(at_castle + error, at_defenders - error)),
        ]
        for other in wrong:
            with pytest.raises(CertificateError, match=r"is not legal|ends in"):
                check_castle_play(castle, CastlePlay("soldiers", (*waves[:number], other, *waves[number + 1 :])), 16)
