"""Wargame bots: expected scores by the rules alone, the arena against these, and the equilibrium against all bots."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from wargame.policies import all_in_round, as_player_a, keep_field_at

from gametheory.games.wargame import Position, Wargame, solve_wargame
from gametheory.games.wargame.rules import SentDistribution, mirror
from gametheory.games.wargame.strategies import Strategy, equilibrium_strategies, expected_score, play_game

SMALL = Wargame(6, 4)
LOPSIDED = Wargame(5, 3, payoffs=(Fraction(1), Fraction(1, 2), Fraction(-1)))


def steady(number: int) -> Strategy:
    return lambda position: {min(number, position.camp_a): Fraction(1)}


def uniform(position: Position) -> SentDistribution:
    return dict.fromkeys(range(position.camp_a + 1), Fraction(1, position.camp_a + 1))


def late(round: int) -> Strategy:
    return as_player_a(all_in_round(round))


BOTS: dict[str, Strategy] = {"steady": steady(1), "late": late(4), "early": late(1), "uniform": uniform}


def by_the_rules(a: Strategy, b: Strategy, game: Wargame, position: Position) -> Any:
    """Return the expected payoff from a position, by recursion over the four methods of the game."""
    end = game.outcome(position)
    if end is not None:
        return end.payoffs[0]
    return sum(
        p * q * r * by_the_rules(a, b, game, after)
        for i, p in a(position).items()
        for j, q in b(mirror(position)).items()
        for after, r in game.after(position, i, j).items()
    )


@pytest.mark.parametrize("game", [Wargame(3, 3), Wargame(3, 3, (Fraction(0), Fraction(1, 3), Fraction(1))), LOPSIDED])
def test_the_forward_pass_is_the_mean_over_all_plays(game: Wargame) -> None:
    for a in (uniform, steady(1), late(2)):
        for b in (uniform, steady(2), late(3)):
            score = expected_score(game, a, b)
            assert isinstance(score, Fraction)
            if game.soldiers < 5 or uniform not in (a, b):
                assert score == by_the_rules(a, b, game, game.start())


def test_exchanging_bots_changes_the_sign() -> None:
    for a in BOTS.values():
        for b in BOTS.values():
            assert expected_score(SMALL, a, b) == -expected_score(SMALL, b, a)


@pytest.mark.parametrize("game", [SMALL, LOPSIDED], ids=["even", "lopsided"])
def test_games_agree_with_the_expected_score(game: Wargame) -> None:
    """By Hoeffding, the mean of 1,000 payoffs from -1 to 1 is off by 0.11 or more less than once in 200 tries."""
    for name, a in BOTS.items():
        random = Random(name)
        mean = sum(play_game(game, a, keep_two, random) for _ in range(1000)) / 1000
        assert abs(mean - expected_score(game, a, keep_two)) < 0.11


keep_two = as_player_a(keep_field_at(2))


@pytest.mark.parametrize("bot", [*BOTS.values(), steady(3), late(3)])
def test_no_bot_beats_the_equilibrium(bot: Strategy) -> None:
    solution = solve_wargame(SMALL)
    equilibrium, _ = equilibrium_strategies(solution)
    assert expected_score(SMALL, equilibrium, bot) >= -solution.exploitability
    assert expected_score(SMALL, bot, equilibrium) <= solution.exploitability


@pytest.mark.parametrize(
    "result", [{}, {0: 0.5}, {0: 2, 1: -1}, {7: 1}, {-1: 1}, {0.5: 1}, {0: float("nan")}, {0: 1, 1: 1}], ids=str
)
def test_invalid_distributions_are_refused(result: Any) -> None:
    for play in (
        lambda bot: expected_score(SMALL, steady(1), bot),
        lambda bot: play_game(SMALL, bot, bot, Random(1)),
    ):
        with pytest.raises(ValueError, match="not probabilities with sum 1 on the numbers from 0 to"):
            play(lambda position: result)
