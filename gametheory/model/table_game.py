"""The rules of a game in normal form."""

from __future__ import annotations

from itertools import product
from typing import Any

from gametheory.model.game import Outcome
from gametheory.model.names import distinct_names
from gametheory.model.normal_form import NormalForm


class TableGame:
    """The rules of a game in normal form: in the position "start" all players move simultaneously.

    A terminal position is the profile that was chosen, as a tuple.

    >>> from gametheory import solve
    >>> game = TableGame(NormalForm.from_payoffs([[3, 0], [5, 1]], [[3, 5], [0, 1]]))
    >>> game.start(), game.moves("start", "row"), game.after("start", "1", "2")
    ('start', ('1', '2'), ('1', '2'))
    >>> [int(payoff) for payoff in game.outcome(("1", "2")).payoffs], [int(p) for p in solve(game).payoffs.values()]
    ([0, 5], [1, 1])
    """

    def __init__(self, table: NormalForm) -> None:
        self.players = tuple(distinct_names(table.players))
        names = [tuple(distinct_names(own)) for own in table.strategies]
        self._moves = dict(zip(self.players, names, strict=True))
        # the first player's strategy changes fastest in the list of outcomes
        profiles = (reversed_profile[::-1] for reversed_profile in product(*reversed(names)))
        self._outcomes = dict(zip(profiles, table.outcomes, strict=True))
        self._title = table.title

    def __str__(self) -> str:
        return self._title or "table"

    def start(self) -> str:
        """Return the only position that is not terminal."""
        return "start"

    def outcome(self, position: Any) -> Outcome | None:
        """Return the outcome of a profile."""
        return None if position == "start" else self._outcomes[position]

    def moves(self, position: Any, player: str) -> tuple[str, ...]:
        """Return the strategies of a player."""
        return self._moves[player] if position == "start" else ()

    def after(self, position: Any, *moves: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return the profile."""
        return moves
