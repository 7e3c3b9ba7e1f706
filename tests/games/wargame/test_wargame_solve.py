"""The Wargame solved: two armies' graphs against the joint graph, floats against rationals, ours against Nashpy."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.wargame import Position, Wargame, army_graph, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.equilibrium import stored_positions, to_rational_distribution
from gametheory.games.wargame.rules import mirror
from gametheory.games.wargame.solution_file import exploitability_bound, read_solution, solution_bytes
from gametheory.model.game import Distribution
from gametheory.solvers import simultaneous
from gametheory.solvers.simultaneous import PlayerGraph, Stage, solve_backward, solve_backward_exact
from gametheory.verify import bracket_values

PUBLISHED = Wargame(20, 10)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
GAMES = [
    Wargame(1, 1),
    Wargame(5, 3),
    Wargame(4, 4, killed=THIRD),
    Wargame(4, 3, killed=Fraction(0)),
    Wargame(4, 3, killed=Fraction(1)),
    Wargame(5, 3, payoffs=(Fraction(1), HALF, Fraction(-1))),
    Wargame(4, 3, (HALF, Fraction(0), Fraction(1))),
    Wargame(3, 3, (Fraction(1), HALF, Fraction(1))),
]


@cache
def published():
    return solve_wargame(PUBLISHED)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_floats_and_rationals_agree_and_both_are_certified(game):
    floats, exact = solve_wargame(game), solve_wargame_exact(game)
    for solution, tolerance in ((floats, fmpq(2, 10**12)), (exact, fmpq(0))):
        strategies = {
            position: tuple(map(to_rational_distribution, solution.mixed_strategies(position)))
            if solution is floats
            else solution.mixed_strategies(position)
            for position in solution.positions()
        }
        for position, (lower, upper) in bracket_values(game, strategies).items():
            assert lower <= exact.value(position) <= upper
            assert upper - lower <= tolerance
            assert abs(float(fraction(exact.value(position))) - floats.value(position)) <= floats.exploitability


def fraction(number):
    return Fraction(int(number.p), int(number.q))


def test_the_published_game_has_its_size():
    graph = army_graph(PUBLISHED)
    assert [*PUBLISHED.moves(PUBLISHED.start(), "A")] == [*range(21)]
    assert len(graph) == sum(map(len, graph.graph["rounds"]))
    assert published().position_count == 103_488
    assert len(list(stored_positions(PUBLISHED))) == 52_205


def test_the_published_game_has_its_bound():
    assert 0 < published().exploitability <= 1e-9
    assert published().value(PUBLISHED.start()) == 0


@pytest.mark.parametrize("method", ["nashpy", "highs"])
@pytest.mark.parametrize("game", [Wargame(5, 3), GAMES[5]], ids=str)
def test_other_programs_are_within_their_bound_of_the_exact_values(game, method):
    found, exact = solve_wargame(game, method=method), solve_wargame_exact(game)
    assert 0 < found.exploitability < 1e-6
    for position in exact.positions():
        assert abs(found.value(position) - float(fraction(exact.value(position)))) <= found.exploitability


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 4), st.integers(1, 3), st.sampled_from([Fraction(0), THIRD, HALF, Fraction(1)]))
def test_exchanging_the_players_changes_the_sign(soldiers, rounds, killed):
    game = Wargame(soldiers, rounds, killed=killed)
    solution = solve_wargame_exact(game)
    for position in solution.positions():
        assert solution.value(mirror(position)) == -solution.value(position)
        if mirror(position) != position:
            assert solution.mixed_strategies(mirror(position)) == solution.mixed_strategies(position)[::-1]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.data())
def test_a_partial_solution_agrees_with_the_complete_one(game, data):
    whole = solve_wargame_exact(game)
    start = data.draw(st.sampled_from(list(whole.positions())))
    part = solve_wargame_exact(game, start=start)
    reached = set(part.positions())
    assert {start, mirror(start)} <= reached <= set(whole.positions())
    assert {position.round for position in reached} == set(range(start.round, game.rounds + 1))
    for position in reached:
        assert part.value(position) == whole.value(position)
        assert part.mixed_strategies(position) == whole.mixed_strategies(position)


def test_a_partial_solution_has_no_other_positions():
    part = solve_wargame_exact(Wargame(4, 3), start=Position(2, 3, 0, 2, 1))
    with pytest.raises(KeyError):
        part.value(Wargame(4, 3).start())


def test_symmetry_is_in_the_rules():
    """In a sample, the distribution after a position, with the players exchanged, is that of its mirror image."""
    random = np.random.default_rng(3)
    positions = list(stored_positions(PUBLISHED))
    for place in random.integers(0, len(positions), 400).tolist():
        position = positions[place]
        a, b = int(random.integers(0, position.camp_a + 1)), int(random.integers(0, position.camp_b + 1))
        following = PUBLISHED.after(position, a, b)
        assert Distribution({mirror(after): p for after, p in following.items()}) == PUBLISHED.after(
            mirror(position), b, a
        )


def test_an_asymmetric_game_is_solved_in_full():
    game = Wargame(5, 3, payoffs=(Fraction(1), HALF, Fraction(-1)))
    solution = solve_wargame_exact(game)
    assert solution.value(game.start()) != 0
    assert len(solution.rounds[1].values) == len(solution.armies[1]) ** 2


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("game", GAMES[1:6], ids=str)
def test_files_preserve_a_solution(game, exact):
    solution = solve_wargame_exact(game) if exact else solve_wargame(game)
    loaded = read_solution(solution_bytes(solution))
    assert (loaded.game, loaded.exact) == (game, exact)
    for position in solution.positions():
        value, (a, b) = loaded.value(position), loaded.mixed_strategies(position)
        assert value == solution.value(position)
        assert all(sum(strategy.values()) == 1 for strategy in loaded.exact_strategies(position))
        for strategy, other in zip((a, b), solution.mixed_strategies(position), strict=True):
            assert strategy == (other if exact else pytest.approx(other, abs=1e-15))
    assert solution_bytes(solution) == solution_bytes(solution)


def test_other_positions_are_refused():
    solution = published()
    for position in (Position(2, 20, 5, 20, 0), Position(11, 0, 0, 0, 0), Position(1, 20, 0, 20, 0, True)):
        with pytest.raises(KeyError):
            solution.value(position)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"soldiers": 0}, "soldiers"),
        ({"rounds": 1.5}, "rounds"),
        ({"rounds": 2, "battle_chances": (HALF, HALF)}, "battle_chances"),
        ({"rounds": 2, "battle_chances": (HALF,)}, "battle_chances"),
        ({"killed": Fraction(3, 2)}, "killed"),
        ({"payoffs": (Fraction(0), Fraction(1), Fraction(-1))}, "payoffs"),
    ],
)
def test_invalid_rules(options, named):
    with pytest.raises(ValueError, match=named):
        Wargame(**options)


@pytest.mark.parametrize("player", [0, 1])
def test_the_recomputed_bound_covers_both_strategies(player):
    """If a strategy of the opening is changed by a thousandth, the recomputed bound grows by what it loses.

    The game is not symmetric: in a symmetric one, each strategy is checked as A's and as B's.
    """
    game = Wargame(5, 3, payoffs=(Fraction(1), HALF, Fraction(-1)))
    loaded = read_solution(solution_bytes(solve_wargame(game)))
    assert exploitability_bound(loaded) < 1e-12
    strategies = list(loaded.strategies[game.start()])
    one, other, *_ = strategies[player]
    share = fmpq(1, 1000)
    strategies[player] |= {one: strategies[player][one] - share, other: strategies[player][other] + share}
    wrong = replace(loaded, strategies={**loaded.strategies, game.start(): tuple(strategies)})
    assert 1e-4 < exploitability_bound(wrong) < 1e-2


def one_round(positions, payoff, ends):
    """Return a round with a number of positions in which both players have one move, to the next first position."""
    nothing = np.zeros((positions, 1), np.int64)
    graph = PlayerGraph(np.ones(positions, np.int64), nothing, nothing)
    return Stage(graph, graph, ((Fraction(payoff),),), Fraction(ends))


def test_a_symmetric_round_before_an_asymmetric_one_is_solved_in_full():
    """The first round pays nothing, so it is symmetric; the last one pays 1 to the row player."""
    rounds = [one_round(2, 0, 0), one_round(1, 1, 1)]
    *_, floats = solve_backward(rounds)
    *_, exact = solve_backward_exact(rounds)
    assert [[floats.values[u, v], exact.value(u, v)] for u in (0, 1) for v in (0, 1)] == [[1, 1]] * 4


def test_errors_of_later_rounds_count_with_their_probability(monkeypatch):
    """The bounds of the last round are 1 apart, an error of 1/2; three quarters of it count in the round before."""
    solve_stage_rows = simultaneous.solve_stage_rows

    def widened(*arguments):
        solve_stage_rows(*arguments)
        lower, later = arguments[11], arguments[10]
        lower -= later.sum() == 0  # in the last round: no values follow it

    monkeypatch.setattr(simultaneous, "solve_stage_rows", widened)
    last, first = solve_backward([one_round(1, 0, Fraction(1, 4)), one_round(1, 1, 1)])
    assert 0.5 <= last.error < 0.51
    assert 0.375 <= first.error < 0.38
