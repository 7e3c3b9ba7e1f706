"""Payoffs: those of terminal positions, expected ones, and those of all positions without a fraction for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq

from gametheory.model.game import Outcome, Position
from gametheory.model.state_arrays import Integers, PositionMap
from gametheory.model.state_graph import StateGraph, state_arrays
from gametheory.numbers.rationals import to_fraction

Payoffs: TypeAlias = tuple[Fraction, ...]


class ExactColumn(Sequence[Fraction]):
    """The payoff of a player in each position, made into a fraction when it is read.

    >>> list(ExactColumn([1, fmpq(1, 2)], [3, 1])), ExactColumn([1, fmpq(1, 2)], [3, 1]).exact()
    ([Fraction(1, 3), Fraction(1, 2)], [1/3, 1/2])
    """

    def __init__(self, numerators: Integers | list[fmpq], denominators: Integers | list[int]) -> None:
        self._numerators, self._denominators = numerators, denominators

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._denominators)

    def __getitem__(self, number: Any) -> Any:
        """Return the payoff in a position."""
        numerator, denominator = self._numerators[number], int(self._denominators[number])
        return to_fraction(numerator) if isinstance(numerator, fmpq) else Fraction(int(numerator), denominator)

    def exact(self) -> list[fmpq]:
        """Return the same numbers as numbers of flint."""
        pairs = zip(self._numerators, self._denominators, strict=True)
        return [each if isinstance(each, fmpq) else fmpq(int(each), int(below)) for each, below in pairs]


class ExactRows(Sequence[Payoffs]):
    """The payoffs of all players in each position, made into fractions when they are read.

    >>> ExactRows([ExactColumn([1, 2], [3, 4]), ExactColumn([-1, -2], [3, 4])])[1]
    (Fraction(1, 2), Fraction(-1, 2))
    """

    def __init__(self, columns: list[ExactColumn]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.columns[0])

    def __getitem__(self, number: Any) -> Any:
        """Return the payoffs in a position."""
        return tuple(column[number] for column in self.columns)


def terminal_payoffs(graph: StateGraph) -> PositionMap[Payoffs]:
    """Return the payoffs of all players in each terminal position.

    These are the payoffs of the outcomes if all outcomes have some. If none has any and there are several players, an
    outcome with the name of a player is a win of that player, and any other outcome is a draw. A win of one of two
    players pays 1 to -1; one of three or more pays 1 to the winner and 0 to the others. A draw pays 0.
    Cost: the number of positions.

    >>> import networkx as nx
    >>> graph = nx.MultiDiGraph(game=type("Chess", (), {"players": ("white", "black")}))
    >>> graph.add_node("mate", outcome=Outcome("white"))
    >>> terminal_payoffs(graph)
    {'mate': (Fraction(1, 1), Fraction(-1, 1))}
    """
    arrays = state_arrays(graph)
    return PositionMap(arrays, arrays.outcome_of, payoffs_of_outcomes(arrays.game.players, arrays.outcomes))


def payoffs_of_outcomes(players: Sequence[str], outcomes: Sequence[Outcome]) -> list[Payoffs]:
    """Return the payoffs of all players for each outcome, as `terminal_payoffs` does for each terminal position.

    >>> payoffs_of_outcomes(("white", "black"), [Outcome("black"), Outcome("stalemate")])
    [(Fraction(-1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(0, 1))]
    """
    without = outcomes_without_payoffs(outcomes)
    if not without:
        return [tuple(map(Fraction, outcome.payoffs)) for outcome in outcomes]
    # without a win of any player the names say nothing: all outcomes would be draws
    if len(players) < 2 or not set(players) & set(without):
        raise ValueError(
            f"the outcomes {', '.join(without)} have no payoffs, and are no wins: "
            f"an outcome named after one of several players is one, and the players are {', '.join(players) or 'none'}"
        )
    if len(players) > 2:
        return [tuple(Fraction(int(outcome.name == player)) for player in players) for outcome in outcomes]
    wins = {players[0]: Fraction(1), players[1]: Fraction(-1)}
    values = [wins.get(outcome.name, Fraction(0)) for outcome in outcomes]
    return [(value, -value) for value in values]


def outcomes_without_payoffs(outcomes: Collection[Outcome]) -> list[str]:
    """Return the names of the outcomes without payoffs; raise ValueError if other outcomes have some.

    >>> outcomes_without_payoffs([Outcome("white"), Outcome("draw")])
    ['draw', 'white']
    """
    without = sorted({outcome.name for outcome in outcomes if not outcome.payoffs})
    if without and any(outcome.payoffs for outcome in outcomes):
        raise ValueError(f"some outcomes have payoffs, and {', '.join(without)} has none")
    return without


def is_zero_sum(terminal_payoffs: Mapping[Position, Payoffs]) -> bool:
    """Return whether there are two players whose payoffs add to 0 in every terminal position.

    >>> is_zero_sum({"a": (Fraction(1), Fraction(-1))}), is_zero_sum({"a": (Fraction(1), Fraction(1))})
    (True, False)
    """
    mapped = isinstance(terminal_payoffs, PositionMap)
    different = terminal_payoffs.table if mapped else terminal_payoffs.values()  # type: ignore[attr-defined]
    return all(len(payoffs) == 2 and sum(payoffs) == 0 for payoffs in different)


def require_zero_sum(players: Sequence[str], terminal_payoffs: Mapping[Position, Payoffs]) -> None:
    """Raise ValueError unless two players have opposite payoffs in every terminal position."""
    if len(players) != 2 or not is_zero_sum(terminal_payoffs):
        raise ValueError("not a zero-sum game of two players")
