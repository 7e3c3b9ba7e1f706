"""Wargame bots: expected scores by the rules alone, the arena against these, and the equilibrium against all bots."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.wargame import Position, Wargame, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.arena import expected_score, play_game, round_robin, standings
from gametheory.games.wargame.bots import (
    AllInRound,
    Bot,
    EquilibriumBot,
    Steady,
    Uniform,
    View,
    from_view,
    player_view,
)
from gametheory.games.wargame.policies import SentDistribution
from gametheory.games.wargame.solution_file import read_solution, solution_bytes

SMALL = Wargame(6, 4)
LOPSIDED = Wargame(5, 3, payoffs=(Fraction(1), Fraction(1, 2), Fraction(-1)))
PUBLISHED = Wargame(20, 10)
SIMPLE: dict[str, Bot] = {"steady": Steady(1), "late": AllInRound(4), "early": AllInRound(1), "uniform": Uniform()}


def by_the_rules(a: Bot, b: Bot, game: Wargame, position: Position) -> Any:
    """Return the expected payoff from a position, by recursion over the four methods of the game."""
    end = game.outcome(position)
    if end is not None:
        return end.payoffs[0]
    return sum(
        p * q * r * by_the_rules(a, b, game, after)
        for i, p in a.distribution(player_view(position, "A")).items()
        for j, q in b.distribution(player_view(position, "B")).items()
        for after, r in game.after(position, i, j).items()
    )


@pytest.mark.parametrize("game", [Wargame(3, 3), Wargame(3, 3, (Fraction(0), Fraction(1, 3), Fraction(1))), LOPSIDED])
def test_the_forward_pass_is_the_mean_over_all_plays(game: Wargame) -> None:
    for a in (Uniform(), Steady(1), AllInRound(2)):
        for b in (Uniform(), Steady(2), AllInRound(3)):
            score = expected_score(a, b, game)
            assert isinstance(score, Fraction)
            if game.soldiers < 5 or Uniform() not in (a, b):
                assert score == by_the_rules(a, b, game, game.start())


def test_exchanging_bots_changes_the_sign() -> None:
    for a in SIMPLE.values():
        for b in SIMPLE.values():
            assert expected_score(a, b, SMALL) == -expected_score(b, a, SMALL)


@given(st.integers(1, 10), *(st.integers(0, 20) for _ in range(4)), st.sampled_from("AB"))
def test_a_view_is_the_position(number: int, camp: int, field: int, other: int, beyond: int, player: str) -> None:
    position = Position(number, camp, field, other, beyond)
    assert from_view(player_view(position, player)) == position
    assert player_view(position, player).camp == (camp if player == "A" else other)


@pytest.mark.slow
@pytest.mark.parametrize("game", [SMALL, LOPSIDED], ids=["even", "lopsided"])
def test_a_round_robin_agrees_with_the_expected_scores(game: Wargame) -> None:
    bots = SIMPLE | {"equilibrium": EquilibriumBot(solve_wargame(game))}
    scores = round_robin(bots, game, 2_000, seed=11)
    assert set(scores) == {(first, second) for first in bots for second in bots if first != second}
    for (first, second), score in scores.items():
        assert score.games == 2_000
        assert score.low <= expected_score(bots[first], bots[second], game) <= score.high
    for name, score in standings(scores, game).items():
        others = [other for other in bots if other != name]
        expected = sum(
            expected_score(bots[name], bots[other], game) - expected_score(bots[other], bots[name], game)
            for other in others
        )
        assert score.games == 2_000 * 2 * len(others)
        assert score.low <= expected / (2 * len(others)) <= score.high


def test_intervals_contain_the_expected_score() -> None:
    """300 short matches with a known mean: at 99 % more than 10 misses would be a bug, not bad luck."""
    expected, misses = expected_score(Uniform(), Steady(1), Wargame(3, 2)), 0
    for seed in range(300):
        score = round_robin({"a": Uniform(), "b": Steady(1)}, Wargame(3, 2), 40, seed)["a", "b"]
        misses += not score.low <= expected <= score.high
    assert misses <= 10


def test_the_standings_are_in_order() -> None:
    scores = round_robin(SIMPLE | {"equilibrium": EquilibriumBot(solve_wargame(SMALL))}, SMALL, 500, seed=2)
    table = standings(scores, SMALL)
    assert [score.mean for score in table.values()] == sorted((score.mean for score in table.values()), reverse=True)
    assert next(iter(table)) == "equilibrium"


@pytest.mark.parametrize("bot", [*SIMPLE.values(), Steady(3), AllInRound(3)], ids=str)
@pytest.mark.parametrize("game", [SMALL, LOPSIDED], ids=["even", "lopsided"])
def test_no_bot_beats_the_equilibrium(bot: Bot, game: Wargame) -> None:
    solution = solve_wargame(game)
    equilibrium, value = EquilibriumBot(solution), solution.value(game.start())
    assert expected_score(equilibrium, bot, game) >= value - solution.exploitability
    assert expected_score(bot, equilibrium, game) <= value + solution.exploitability


def test_no_bot_beats_the_published_equilibrium() -> None:
    solution = solve_wargame(PUBLISHED)
    equilibrium = EquilibriumBot(solution)
    for bot in (Steady(2), Steady(4), AllInRound(1), AllInRound(8), AllInRound(10), equilibrium):
        assert expected_score(equilibrium, bot, PUBLISHED) >= -solution.exploitability


def test_a_solution_from_a_file_plays_like_the_original() -> None:
    for solution in (solve_wargame(SMALL), solve_wargame_exact(SMALL)):
        new, loaded = EquilibriumBot(solution), EquilibriumBot(read_solution(solution_bytes(solution)))
        for position in solution.positions():
            for player in "AB":
                view = player_view(position, player)
                assert loaded.distribution(view) == pytest.approx(new.distribution(view), abs=1e-15)


def test_a_seed_fixes_the_games_of_a_pair() -> None:
    few = round_robin({"a": Uniform(), "b": Steady(1)}, SMALL, 50, seed=3)
    many = round_robin({"c": AllInRound(2), "a": Uniform(), "b": Steady(1)}, SMALL, 50, seed=3)
    assert few == {pair: many[pair] for pair in few}
    assert few != round_robin({"a": Uniform(), "b": Steady(1)}, SMALL, 50, seed=4)


class Constant:
    """A bot that always returns the same object."""

    def __init__(self, result: Any) -> None:
        self.result = result

    def distribution(self, view: View) -> SentDistribution:
        result: SentDistribution = self.result
        return result


@pytest.mark.parametrize(
    "result", [{}, {0: 0.5}, {0: 2, 1: -1}, {7: 1}, {-1: 1}, {0.5: 1}, {0: float("nan")}, {0: 1, 1: 1}], ids=str
)
def test_invalid_distributions_are_refused(result: Any) -> None:
    for play in (lambda bot: expected_score(Steady(1), bot, SMALL), lambda bot: play_game(bot, bot, SMALL, Random(1))):
        with pytest.raises(ValueError, match="not probabilities with sum 1 on the numbers from 0 to"):
            play(Constant(result))


def test_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="games: 0"):
        round_robin(SIMPLE, SMALL, 0, seed=1)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), min_size=1, max_size=4))
def test_no_random_bot_beats_the_equilibrium(pairs: list[tuple[int, int]]) -> None:
    """Bots that mix two numbers of their own in each round, against the equilibrium of a game of three soldiers."""

    class Mixing:
        def distribution(self, view: View) -> SentDistribution:
            low, more = pairs[(view.round + view.other_field) % len(pairs)]
            low, high = min(low, view.camp), min(low + more, view.camp)
            return {low: Fraction(1)} if low == high else {low: Fraction(1, 3), high: Fraction(2, 3)}

    solution = solve_wargame(Wargame(3, 3))
    assert expected_score(EquilibriumBot(solution), Mixing(), solution.game) >= -solution.exploitability
