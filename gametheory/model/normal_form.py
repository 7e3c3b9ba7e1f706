"""Games in normal form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from gametheory.model.game import Outcome
from gametheory.model.payoff_matrix import exact_payoffs
from gametheory.numbers.format import format_number
from gametheory.numbers.short_repr import short_repr
from gametheory.numbers.table import Block, Printable, Table

MAX_STRATEGIES = 20  # of a player in a table


@short_repr
@dataclass(frozen=True, slots=True)
class NormalForm(Printable):
    """A game in normal form: the strategies of each player, and an outcome for every strategy profile.

    >>> names = (("heads", "tails"), ("heads", "tails"))
    >>> won, lost = Outcome("", (Fraction(1), Fraction(-1))), Outcome("", (Fraction(-1), Fraction(1)))
    >>> pennies = NormalForm(("even", "odd"), names, (won, lost, lost, won))
    >>> pennies.payoff_matrix(1)
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(-1, 1)))
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    outcomes: tuple[Outcome, ...]
    title: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if not self.players or len(self.strategies) != len(self.players):
            raise ValueError(f"strategies: {len(self.strategies)} lists for {len(self.players)} players")
        if len(self.outcomes) != (profiles := prod(map(len, self.strategies))) or not profiles:
            raise ValueError(f"outcomes: {len(self.outcomes)} for {profiles} strategy profiles")
        if any(len(outcome.payoffs) != len(self.players) for outcome in self.outcomes):
            raise ValueError(f"outcomes: each needs {len(self.players)} payoffs")

    def view(self) -> Iterable[Block]:
        """Return the payoffs of two players as one table, or the strategies of more players."""
        caption = self.title or f"{' against '.join(self.players)}: payoffs in this order"
        if len(self.players) > 2:
            players = zip(self.players, self.strategies, strict=True)
            rows = [(player, len(names), ", ".join(names[:MAX_STRATEGIES])) for player, names in players]
            yield Table(("player", "strategies", "names"), rows, caption)
            return
        payoffs = [", ".join(map(format_number, outcome.payoffs)) for outcome in self.outcomes]
        first, second = self.strategies if len(self.players) == 2 else (*self.strategies, ("",))
        cells = [(name, *payoffs[i :: len(first)][:MAX_STRATEGIES]) for i, name in enumerate(first)]
        yield Table(("", *second[:MAX_STRATEGIES]), cells, caption)

    @classmethod
    def from_payoffs(
        cls, row_payoffs: Iterable[Iterable[Any]], column_payoffs: Iterable[Iterable[Any]] | None = None
    ) -> NormalForm:
        """Return the two-player game with these payoff matrices; players are "row" and "column".

        >>> NormalForm.from_payoffs([[1, -1]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(-1, 1), Fraction(1, 1)))
        """
        first = exact_payoffs(row_payoffs)
        second = exact_payoffs(column_payoffs) if column_payoffs is not None else [[-p for p in row] for row in first]
        shape, other = (len(first), len(first[0])), (len(second), len(second[0]))
        if shape != other:
            raise ValueError(
                f"payoffs to the row player are {shape[0]} x {shape[1]}, to the column player {other[0]} x {other[1]}"
            )
        rows, columns = map(range, shape)
        outcomes = tuple(Outcome("", (first[i][j], second[i][j])) for j in columns for i in rows)
        names = tuple(tuple(str(number + 1) for number in moves) for moves in (rows, columns))
        return cls(("row", "column"), names, outcomes)

    def payoff_matrix(self, player: int) -> tuple[tuple[Fraction, ...], ...]:
        """Return the payoffs to player 0 or 1 of a two-player game, by row and column."""
        if len(self.players) != 2:
            raise ValueError(f"the game has {len(self.players)} players; only two-player games have payoff matrices")
        rows = len(self.strategies[0])
        return tuple(tuple(outcome.payoffs[player] for outcome in self.outcomes[row::rows]) for row in range(rows))
