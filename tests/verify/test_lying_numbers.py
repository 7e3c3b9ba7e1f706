"""Numbers that are no numbers: of subclasses whose comparisons and arithmetic lie. Rules and checkers refuse them."""

from fractions import Fraction
from typing import Any

import numpy
import pytest
import sympy
from small_games import Matching

from gametheory import Outcome, state_graph
from gametheory.model.game import Distribution, RulesError
from gametheory.model.payoffs import payoffs_of_outcomes
from gametheory.model.validation import validate_game
from gametheory.verify import (
    CertificateError,
    check_absorption_probability,
    check_cyclic_equilibrium,
    check_distance_lower_bound,
    check_nash,
    check_simultaneous_equilibrium,
    check_subgame_perfect,
)


def flatters(self: object, other: object) -> bool:
    """Return True: as the comparison of a number, whatever the other one is."""
    return True


COMPARISONS: dict[str, Any] = dict.fromkeys(("__eq__", "__le__", "__ge__", "__lt__", "__gt__"), flatters)
COMPARISONS["__hash__"] = lambda self: 0
LyingFraction = type("LyingFraction", (Fraction,), COMPARISONS)
LyingInteger = type("LyingInteger", (int,), COMPARISONS)
Summand = type(
    "Summand",
    (Fraction,),
    {"__eq__": flatters, "__hash__": lambda self: 0} | dict.fromkeys(("__add__", "__radd__"), lambda self, other: self),
)
Other = type("Other", (int,), {"numerator": property(lambda self: 7), "as_integer_ratio": lambda self: (7, 1)})


def hidden(number: int) -> Fraction:
    """Return a Fraction whose numerator lies."""
    fraction = Fraction(number)
    fraction._numerator = LyingInteger(number)  # type: ignore[attr-defined]
    return fraction


KINDS = [LyingFraction, LyingInteger, Other, hidden, numpy.int8, numpy.float64, sympy.Integer, float]


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


@pytest.mark.parametrize("kind", KINDS)
def test_no_payoff_flatters_a_checker(kind: Any) -> None:
    """Compared with the lie, any value would be the right one."""
    graph = state_graph(Choice(Fraction))
    values = {"start": (Fraction(9),), "one": (Fraction(9),), "none": (Fraction(0),)}
    due = {"one": (kind(1),), "none": (Fraction(0),)}
    with pytest.raises(CertificateError):
        check_subgame_perfect(graph, due, values, {"start": ("one",)})
    with pytest.raises(CertificateError, match="is not an integer or a Fraction"):
        check_subgame_perfect(graph, due, values | {"one": (ONE,), "start": (ONE,)}, {"start": ("one",)})


@pytest.mark.parametrize("kind", [LyingFraction, LyingInteger, hidden])
def test_no_number_of_a_certificate_flatters_a_checker(kind: Any) -> None:
    pennies = [[ONE, -ONE], [-ONE, ONE]]
    opposite = [[-payoff for payoff in row] for row in pennies]
    half = (Fraction(1, 2), Fraction(1, 2))
    with pytest.raises(CertificateError):
        check_nash(pennies, opposite, (kind(3), kind(3)), half)
    with pytest.raises(CertificateError):
        check_nash([[kind(payoff) for payoff in row] for row in pennies], opposite, (ONE, Fraction(0)), half)
    graph, pairs = state_graph(Matching()), {"even": (ONE, -ONE), "odd": (-ONE, ONE)}
    mixed = {"start": {"even": dict.fromkeys(("heads", "tails"), kind(1)), "odd": {"heads": ONE}}}
    with pytest.raises(CertificateError):
        check_simultaneous_equilibrium(graph, pairs, {"start": ONE, "even": ONE, "odd": -ONE}, mixed)


class Waiting:
    """The first player can win, or let the second one wait."""

    players = ("first", "second")

    def start(self) -> str:
        return "first"

    def outcome(self, position: str) -> Outcome | None:
        return Outcome("won", (ONE, -ONE)) if position == "won" else None

    def moves(self, position: str, player: str) -> tuple[str, ...]:
        return (("win", "wait") if player == "first" else ("wait",)) if player == position else ()

    def after(self, position: str, move: str) -> str:
        return "won" if move == "win" else "second" if position == "first" else "first"


def test_no_distance_flatters_a_checker() -> None:
    graph = state_graph(Waiting())
    values = {"first": ONE, "second": ONE, "won": ONE}
    distances = dict.fromkeys(values, LyingInteger(3))
    with pytest.raises(CertificateError, match="is not an integer or a Fraction"):
        check_cyclic_equilibrium(graph, {"won": (ONE, -ONE)}, values, dict.fromkeys(values, ("wait",)), distances)


def test_no_bound_flatters_a_checker() -> None:
    graph = state_graph(Choice(Fraction))
    assert check_distance_lower_bound(graph, "one", {"start": 1, "one": 0}) == 1
    for kind in (LyingInteger, float):
        with pytest.raises(CertificateError, match="is not an integer or a Fraction"):
            check_distance_lower_bound(graph, "one", {"start": kind(9), "one": kind(0)})


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
