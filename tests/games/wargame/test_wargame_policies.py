"""Policies, best responses and the play of two strategies, against the joint graph and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from wargame.certain import certain_wins
from wargame.policies import (
    Policy,
    all_in_round,
    as_player_a,
    as_player_b,
    best_response,
    fixed_schedule,
    keep_field_at,
)

from gametheory import state_graph
from gametheory.games.wargame import Army, Position, Wargame, solve_wargame_exact
from gametheory.games.wargame.strategies import Strategy, equilibrium_strategies, expected_payoff, play_distribution

HALF = Fraction(1, 2)
GAMES = [
    Wargame(1, 1),
    Wargame(3, 3),
    Wargame(4, 2, killed=Fraction(1, 3)),
    Wargame(3, 3, (HALF, Fraction(0), Fraction(1))),
    Wargame(3, 3, (HALF, Fraction(1), Fraction(1))),
    Wargame(3, 2, payoffs=(Fraction(1), HALF, Fraction(-1))),
]
POLICIES: dict[str, Policy] = {
    "none": fixed_schedule(),
    "one each round": fixed_schedule(1, 1, 1),
    "all in round 2": all_in_round(2),
    "field of 2": keep_field_at(2),
    "mixed": lambda army: {0: Fraction(1, 3), army.camp: Fraction(2, 3)} if army.camp else {0: Fraction(1)},
}


def value_by_joint_graph(game: Wargame, policy: Policy) -> Fraction:
    """Return the expected payoff to a policy of A against B's best response, on the joint graph."""
    graph = state_graph(game)
    values: dict[Position, Fraction] = {}
    for position in reversed(list(graph)):
        end = graph.nodes[position]["outcome"]
        if end is not None:
            values[position] = end.payoffs[0]
            continue
        distribution = policy(Army(position.round, position.camp_a, position.field_a))
        means = [Fraction(0)] * (position.camp_b + 1)
        for _, following, data in graph.out_edges(position, data=True):
            i, j = data["moves"]
            means[j] += distribution.get(i, 0) * data["probability"] * values[following]
        values[position] = min(means)
    return values[game.start()]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("name", POLICIES)
def test_best_response_agrees_with_the_joint_graph(game: Wargame, name: str) -> None:
    response = best_response(game, POLICIES[name])
    assert response.value == value_by_joint_graph(game, POLICIES[name])
    assert (
        expected_payoff(game, play_distribution(game, as_player_a(POLICIES[name]), response.strategy)) == response.value
    )


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_equilibrium_payoff_is_the_value(game: Wargame) -> None:
    solution = solve_wargame_exact(game)
    value = Fraction(str(solution.value(game.start())))
    a, b = equilibrium_strategies(solution)
    assert expected_payoff(game, play_distribution(game, a, b)) == value
    for policy in POLICIES.values():
        assert (
            expected_payoff(game, play_distribution(game, as_player_a(policy), b))
            <= value
            <= expected_payoff(game, play_distribution(game, a, as_player_b(policy)))
        )
        assert best_response(game, policy).value <= value


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_certain_wins_are_the_positions_with_the_value_of_a_win(game: Wargame) -> None:
    solution = solve_wargame_exact(game)
    win = game.payoffs[0]
    with_value_of_win = {p for p in solution.positions() if Fraction(str(solution.value(p))) == win}
    assert set().union(*certain_wins(game)) == with_value_of_win


def nonzero(strategy: Strategy, position: Position) -> dict[int, Fraction]:
    return {sent: probability for sent, probability in strategy(position).items() if probability}


def test_policies_by_hand() -> None:
    assert fixed_schedule(2, 30)(Army(2, 18, 1)) == {18: 1}
    assert fixed_schedule(2)(Army(2, 18, 1)) == {0: 1}
    assert all_in_round(3)(Army(2, 18, 0)) == {0: 1}
    assert keep_field_at(4)(Army(2, 1, 2)) == {1: 1}
    assert keep_field_at(4)(Army(2, 9, 5)) == {0: 1}
    assert nonzero(as_player_b(keep_field_at(4)), Position(2, 0, 9, 16, 2)) == {2: 1}


def test_play_distribution_by_hand() -> None:
    first, second = play_distribution(Wargame(2, 2), as_player_a(all_in_round(1)), as_player_b(all_in_round(2)))
    assert first.outcome_probabilities == [1, 0, 0]
    assert second.outcome_probabilities == [0, 0, 1]
    assert (first.battle_probability, second.battle_probability) == (HALF, HALF)
    assert second.positions == {Position(2, 0, 1, 2, 0): 1}
    assert (first.a.camp, first.a.in_field, first.a.sent, first.a.mean_sent) == (2, 2, {2: 1}, 2)
    assert (second.b.camp, second.b.in_field, second.b.mean_sent) == (2, 2, 2)


def test_rounds_after_a_certain_battle_are_omitted() -> None:
    game = Wargame(3, 3, (HALF, Fraction(1), Fraction(1)))
    assert [
        round.number for round in play_distribution(game, as_player_a(keep_field_at(1)), as_player_b(keep_field_at(1)))
    ] == [1, 2]
