"""Plans, best answers and courses of play of the Wargame, against the joint graph and by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from gametheory import state_graph
from gametheory.games.wargame import Army, Equilibrium, Position, Wargame, solve, solve_exactly
from gametheory.games.wargame.insight import certain_wins, course, worth
from gametheory.games.wargame.plans import (
    Plan,
    Strategy,
    all_at_once,
    best_answer,
    by_a,
    by_b,
    held,
    mixed,
    scripted,
    strategies,
)

HALF = Fraction(1, 2)
GAMES = [
    Wargame(1, 1),
    Wargame(3, 3),
    Wargame(4, 2, killed=Fraction(1, 3)),
    Wargame(3, 3, (HALF, Fraction(0), Fraction(1))),
    Wargame(3, 3, (HALF, Fraction(1), Fraction(1))),
    Wargame(3, 2, payoffs=(Fraction(1), HALF, Fraction(-1))),
]
PLANS: dict[str, Plan] = {
    "none": scripted(),
    "one each round": scripted(1, 1, 1),
    "all in round 2": all_at_once(2),
    "field of 2": held(2),
    "drawn": mixed({held(1): Fraction(1, 3), all_at_once(1): Fraction(2, 3)}),
}


@cache
def published() -> Equilibrium:
    return solve(Wargame(20, 10))


def answered(game: Wargame, plan: Plan) -> Fraction:
    """The least that B can leave to a plan, on the joint graph."""
    graph = state_graph(game)
    values: dict[Position, Fraction] = {}
    for position in reversed(list(graph)):
        end = graph.nodes[position]["outcome"]
        if end is not None:
            values[position] = end.payoffs[0]
            continue
        law = plan(Army(position.round, position.camp_a, position.field_a))
        means = [Fraction(0)] * (position.camp_b + 1)
        for _, following, data in graph.out_edges(position, data=True):
            i, j = data["moves"]
            means[j] += law.get(i, 0) * data["probability"] * values[following]
        values[position] = min(means)
    return values[game.start()]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("name", PLANS)
def test_a_best_answer_is_that_on_the_joint_graph(game: Wargame, name: str) -> None:
    answer = best_answer(game, PLANS[name])
    assert answer.value == answered(game, PLANS[name])
    assert worth(game, course(game, by_a(PLANS[name]), answer.strategy)) == answer.value


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_optimal_play_is_worth_the_value_exactly(game: Wargame) -> None:
    solution = solve_exactly(game)
    value = Fraction(str(solution.value(game.start())))
    a, b = strategies(solution)
    assert worth(game, course(game, a, b)) == value
    for plan in PLANS.values():
        assert worth(game, course(game, by_a(plan), b)) <= value <= worth(game, course(game, a, by_b(plan)))
        assert best_answer(game, plan).value <= value


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_certain_wins_are_the_positions_worth_a_win(game: Wargame) -> None:
    solution = solve_exactly(game)
    win = game.payoffs[0]
    worth_a_win = {p for p in solution.positions() if Fraction(str(solution.value(p))) == win}
    assert set().union(*certain_wins(game)) == worth_a_win


def plain(strategy: Strategy, position: Position) -> dict[int, Fraction]:
    return {sent: chance for sent, chance in strategy(position).items() if chance}


def test_plans_by_hand() -> None:
    assert scripted(2, 30)(Army(2, 18, 1)) == {18: 1}
    assert scripted(2)(Army(2, 18, 1)) == {0: 1}
    assert all_at_once(3)(Army(2, 18, 0)) == {0: 1}
    assert held(4)(Army(2, 1, 2)) == {1: 1}
    assert held(4)(Army(2, 9, 5)) == {0: 1}
    assert plain(by_b(held(4)), Position(2, 0, 9, 16, 2)) == {2: 1}
    assert sum(PLANS["drawn"](Army(1, 3, 0)).values()) == 1


def test_a_course_by_hand() -> None:
    first, second = course(Wargame(2, 2), by_a(all_at_once(1)), by_b(all_at_once(2)))
    assert first.ends == [1, 0, 0]
    assert second.ends == [0, 0, 1]
    assert (first.battle, second.battle) == (HALF, HALF)
    assert second.positions == {Position(2, 0, 1, 2, 0): 1}
    assert (first.a.camp, first.a.in_field, first.a.sent, first.a.mean_sent) == (2, 2, {2: 1}, 2)
    assert (second.b.camp, second.b.in_field, second.b.mean_sent) == (2, 2, 2)


def test_rounds_after_a_sure_battle_are_left_out() -> None:
    game = Wargame(3, 3, (HALF, Fraction(1), Fraction(1)))
    assert [round.number for round in course(game, by_a(held(1)), by_b(held(1)))] == [1, 2]


@pytest.mark.parametrize("round", range(1, 11))
def test_everybody_at_once_wins_one_round_of_ten(round: int) -> None:
    assert best_answer(published().game, all_at_once(round)).value == Fraction(1 - 9, 10)


def test_the_published_game_played_by_two_equilibria() -> None:
    rounds = course(published().game, *strategies(published()))
    assert abs(worth(published().game, rounds)) <= published().exploitability
    for round in rounds:
        assert round.battle == Fraction(1, 10)
        assert abs(sum(round.positions.values()) - 1) < 1e-12
        assert abs(sum(round.ends) - 1) < 1e-12
        assert abs(sum(round.a.sent.values()) - 1) < 1e-12
    for before, after in pairwise(rounds):
        assert abs(before.a.camp - before.a.mean_sent - after.a.camp) < 1e-12
