"""Numbers in rules whose comparisons and arithmetic lie; those of certificates are in `test_every_number_counts`."""

from fractions import Fraction
from typing import Any

import pytest
from lying_numbers import KINDS, Summand, hidden

from gametheory import Outcome, state_graph
from gametheory.model.classes import payoffs_of_outcomes
from gametheory.model.game import Distribution, RulesError
from gametheory.model.validation import validate_game
from gametheory.verify import (
    CertificateError,
    check_absorption_probability,
    check_nash,
)


class Choice:
    """The only player takes a payoff of 1 or of 0."""

    players = ("player",)

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def start(self) -> str:
        return "start"

    def outcome(self, position: str) -> Outcome | None:
        return None if position == "start" else Outcome(position, (self.kind(int(position == "one")),))

    def moves(self, position: str, player: str) -> tuple[str, ...]:
        return ("one", "none")

    def after(self, position: str, move: str) -> str:
        return move


@pytest.mark.parametrize("kind", KINDS)
def test_payoffs_of_the_rules_are_exact(kind: Any) -> None:
    with pytest.raises(RulesError, match="not an exact number"):
        validate_game(Choice(kind))
    validate_game(Choice(Fraction))


ONE = Fraction(1)


def test_no_probability_flatters_a_checker() -> None:
    """Those of the rules are compared where they are made, which a subclass passes."""

    class Toss(Choice):
        players = ()  # type: ignore[assignment]

        def outcome(self, position: str) -> Outcome | None:
            return None if position == "start" else Outcome(position)

        def moves(self, position: str, player: str) -> tuple[str, ...]:
            return ()

        def after(self, position: str, *moves: str) -> Any:
            return Distribution(dict.fromkeys(("one", "none"), Summand(9, 10)))

    graph = state_graph(Toss(Fraction))
    labels = {"start": Fraction(9, 10), "one": ONE, "none": Fraction(0)}
    with pytest.raises(CertificateError, match="is no probability distribution"):
        check_absorption_probability(graph, labels, "one")


def test_a_payoff_whose_numerator_lies_stays_a_lie_that_checkers_refuse() -> None:
    ((payoff,),) = payoffs_of_outcomes(("player",), [Outcome("won", (hidden(3),))])
    with pytest.raises(CertificateError, match="is not an integer or a Fraction"):
        check_nash([[payoff]], [[ONE]], (ONE,), (ONE,))
