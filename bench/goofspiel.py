"""Goofspiel with prizes in random order: simultaneous moves and chance moves, next to OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench.work import Judgement, Program, Timed, Work, failed

WRONG = 1e-6


def exact(cards: int) -> Any:
    """Return the payoff of the first player by `solve`: rules validated, solved in rationals, strategies checked."""
    from gametheory import solve
    from gametheory.games.catalogue.tables import Goofspiel

    return solve(Goofspiel(cards)).payoffs["left"]


def _open_spiel(cards: int) -> Any:
    import pyspiel

    settings = {"num_cards": cards, "points_order": "random", "imp_info": False, "returns_type": "win_loss"}
    return pyspiel.load_game("goofspiel", settings)


def by_value_iteration(cards: int) -> float:
    """OpenSpiel's value iteration, with a linear program in each position: values, and no strategies."""
    from open_spiel.python.algorithms.value_iteration import value_iteration

    start = _open_spiel(cards).new_initial_state()
    values = value_iteration(start.get_game(), -1, 1e-9)
    return float(sum(chance * values[str(start.child(prize))] for prize, chance in start.chance_outcomes()))


def by_sequence_form(cards: int) -> float:
    """OpenSpiel's linear program on the sequence form, with one player who moves after the other unseen."""
    import pyspiel
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    return float(solve_zero_sum_game(pyspiel.convert_to_turn_based(_open_spiel(cards)))[0])


PROGRAMS = (
    Program("gametheory solve", exact, ("gametheory",)),
    Program("OpenSpiel value_iteration", by_value_iteration, ("open_spiel", "cvxpy")),
    Program("OpenSpiel sequence_form_lp", by_sequence_form, ("open_spiel", "cvxpy")),
)


def goofspiel(quick: bool) -> list[Work]:
    """Goofspiel with prizes in random order."""
    return [Work(f"{cards} cards", PROGRAMS, [cards], judge, 2, limit=60) for cards in ((2,) if quick else (3, 4, 5))]


def judge(cards: int, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare with 0: the game is symmetric."""
    if timed.failure:
        return failed(timed)
    off = abs(float(timed.answer))
    return Judgement(1, {"wrong": 1} if off > WRONG else {}, off)


BENCHES = {"goofspiel": goofspiel}
