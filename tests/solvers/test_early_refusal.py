"""What is refused while rules are still being unfolded, and what is not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gametheory.model.classes import payoffs_of_outcomes
from gametheory.model.game import Exploration, Outcome
from gametheory.solvers.task import NoSolver, early_refusal

BOTH = Exploration(9, 3, 8, [("one", "two")], False, [])
ALONE = Exploration(9, 3, 8, [("one",)], False, [Outcome("won", (Fraction(1),)), Outcome("lost")])


def rules(**attributes: Any) -> Any:
    return type("Rules", (), {"players": ("one", "two"), **attributes})()


def pays(self: Any, position: Any, *moves: Any) -> tuple[int, int]:
    return (1, -1)


def test_simultaneous_moves_that_pay_without_a_discount_are_refused_early() -> None:
    with pytest.raises(NoSolver, match="stage payoffs without a discount"):
        early_refusal(rules(stage_payoffs=pays))(BOTH)
    early_refusal(rules(stage_payoffs=pays, discount=Fraction(1, 2)))(BOTH)


def test_the_watch_of_a_caller_hears_of_each_step() -> None:
    heard: list[Exploration] = []
    refuse = early_refusal(rules(), heard.append)
    refuse(BOTH)
    refuse(BOTH)
    assert heard == [BOTH, BOTH]
    early_refusal(rules())(BOTH)  # without a watch nothing is called


def test_outcomes_need_payoffs_only_if_several_players_move_or_information_is_hidden() -> None:
    early_refusal(rules())(ALONE)
    with pytest.raises(NoSolver, match="some outcomes have payoffs, and lost has none"):
        early_refusal(rules(observation=lambda self, position, player: position))(ALONE)


def test_an_outcome_that_is_almost_a_player_is_asked_for():
    players = "first", "second"
    message = (
        "outcome 'frist' has no payoffs and is not named after a player, which would be a win; .* did you mean first\\?"
    )
    with pytest.raises(ValueError, match=message):
        payoffs_of_outcomes(players, [Outcome("frist")])
    with pytest.raises(ValueError, match="outcomes 'cow', 'tie' have no payoffs and are not named after a player"):
        payoffs_of_outcomes(players, [Outcome("tie"), Outcome("cow")])
    assert payoffs_of_outcomes(players, [Outcome("first"), Outcome("tie")]) == [(1, -1), (0, 0)]
