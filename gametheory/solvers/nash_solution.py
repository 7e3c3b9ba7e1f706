"""The result of `gametheory.nash`: equilibria of a two-player table or of a tree, and the facts about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.model.extensive_form import Choice
from gametheory.model.payoffs import Payoffs
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.numbers.format import pluralize, short_repr
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Printable, Table
from gametheory.solvers.nash_text import TABLE_COLUMNS, WORDS, Row, choices, equilibrium_rows, facts, selected_rows
from gametheory.solvers.solution import Check

WeightPath: TypeAlias = dict[Choice | None, tuple[int, ...]]  # the coefficients of each weight, that of ε^0 first


@short_repr
@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A Nash equilibrium: mixed strategies of a table, or realization plans of a tree.

    An equilibrium of a tree also has the behavior at information sets, and a refinement its beliefs and the path of
    small mistakes whose limit it is.
    """

    plans: tuple[tuple[Fraction, ...], ...]
    payoffs: Payoffs
    behavior: tuple[BehaviorStrategy, ...] = ()
    beliefs: Mapping[int, Fraction] = field(default_factory=dict)
    path: tuple[WeightPath, ...] = ()

    def __iter__(self) -> Iterator[tuple[Fraction, ...]]:
        """Yield the plan of each player."""
        return iter(self.plans)

    @property
    def row(self) -> tuple[Fraction, ...]:
        """The first player's plan."""
        return self.plans[0]

    @property
    def column(self) -> tuple[Fraction, ...]:
        """The second player's plan."""
        return self.plans[1]


def number_json(number: Any) -> Any:
    """Return an exact number as text, and an interval as a pair of texts."""
    return list(map(exact_text, number)) if isinstance(number, tuple) else exact_text(number)


@dataclass(frozen=True, slots=True, repr=False)
class NashSolution(Printable):
    """Nash equilibria of a two-player game in normal form.

    Attributes
    ----------
    game
        The game.
    equilibria
        All extreme equilibria if `complete`, else one equilibrium. Strategies and payoffs are exact.
    method
        "vertex enumeration", "linear programming" or "Lemke-Howson".
    complete
        Whether all extreme equilibria are listed.
    checked
        The properties that were checked again without the solver, and the checker of each.
    constant_sum
        The sum of both payoffs if it is constant, else None.
    subsets
        The maximal Nash subsets, as indices in `equilibria`; None if not computed.
    degenerate
        Whether the game is degenerate, and then can have infinitely many equilibria; None if not `complete`.
    imperfect_recall
        Who forgets what in the tree whose plans are the strategies of the table; else an empty text.

    Examples
    --------
    >>> from gametheory import nash
    >>> solution = nash([[1, -1], [-1, 1]])
    >>> solution.players, solution.strategies, solution.value
    (('row', 'column'), (('1', '2'), ('1', '2')), Fraction(0, 1))
    >>> solution.checked[0].checker
    'verify.check_nash'
    """

    game: Any
    equilibria: tuple[Equilibrium, ...]
    method: str
    complete: bool
    checked: tuple[Check, ...]
    constant_sum: Fraction | None = None
    subsets: tuple[tuple[int, ...], ...] | None = None
    degenerate: bool | None = None
    imperfect_recall: str = ""

    def __len__(self) -> int:
        """Return the number of equilibria."""
        return len(self.equilibria)

    def __getitem__(self, index: Any) -> Any:
        """Return one of the equilibria, counted from 0, or a slice of them."""
        return self.equilibria[index]

    def __iter__(self) -> Iterator[Equilibrium]:
        """Yield the equilibria."""
        return iter(self.equilibria)

    def arrays(self) -> list[tuple[NDArray[np.float64], ...]]:
        """Return the plans of each equilibrium as arrays of floats.

        >>> from gametheory import nash
        >>> nash([[3, -1], [-1, 1]]).arrays()
        [(array([0.33333333, 0.66666667]), array([0.33333333, 0.66666667]))]
        """
        return [tuple(np.array([*map(float, plan)]) for plan in equilibrium) for equilibrium in self]

    def rows(self) -> list[dict[str, Any]]:
        """Return the probability of each action of each player, exactly, as rows for pandas or a file of CSV.

        >>> from gametheory import nash
        >>> for row in nash([[3, -1], [-1, 1]]).rows()[:2]:
        ...     print(*row.items())
        ('equilibrium', 1) ('player', 'row') ('action', '1') ('probability', Fraction(1, 3)) ('payoff', Fraction(1, 3))
        ('equilibrium', 1) ('player', 'row') ('action', '2') ('probability', Fraction(2, 3)) ('payoff', Fraction(1, 3))
        """
        return [
            {"equilibrium": number, "player": player}
            | ({"information set": place} if equilibrium.behavior else {})
            | {"action": action, "probability": probability, "payoff": payoff}
            for number, equilibrium in enumerate(self, 1)
            for player, payoff, sets in zip(
                self.players, equilibrium.payoffs, choices(self.game, equilibrium), strict=True
            )
            for place, actions, own in sets
            for action, probability in zip(actions, own, strict=True)
        ]

    def view(self, exact: bool | None = None, player: str | None = None, start: str | None = None) -> Iterator[Block]:
        """Yield the equilibria, and facts about the game.

        Numbers are fractions if `exact`, decimals if not, and with None decimals where fractions are long.
        With a player, or the name of an information set of a tree, the rows are those of the player, from there on.
        """
        columns, rows = self._table(exact)
        shown, rest = selected_rows(rows, columns, player, start)
        yield Table(columns, shown, left=WORDS)
        if rest:
            yield rest
        yield from self._sentences(exact)
        yield from self._recall_note()

    def _table(self, exact: bool | None) -> tuple[Sequence[str], Iterable[Row]]:
        """Return the columns and the rows of the equilibria."""
        marked = enumerate(self.equilibria, 1)
        return TABLE_COLUMNS, (row for n, each in marked for row in equilibrium_rows(self.game, str(n), each, exact))

    def _sentences(self, exact: bool | None) -> Iterable[str]:
        """Return the facts about the game as sentences."""
        return facts(self, exact)

    def _recall_note(self) -> Iterator[str]:
        """Yield what the strategies are, if a player has no perfect recall."""
        if self.imperfect_recall:
            yield (
                f"Mixed strategies over plans, since {self.imperfect_recall}. An equilibrium in behavior strategies "
                "need not exist (Wichardt 2008)."
            )

    def __repr__(self) -> str:
        """Return the number of equilibria and the method on one line; `print` shows more."""
        count = pluralize(len(self.equilibria), "equilibrium", "equilibria")
        which = "all extreme ones" if self.complete else "there may be more"
        return f"<{type(self).__name__}: {count}, {which}; {self.method}>"

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players."""
        players: tuple[str, ...] = self.game.players
        return players

    @property
    def strategies(self) -> tuple[tuple[str, ...], ...]:
        """Names of the pure strategies of each player, in the order of the probabilities of mixed strategies."""
        strategies: tuple[tuple[str, ...], ...] = self.game.strategies
        return strategies

    @property
    def value(self) -> Fraction | None:
        """The first player's payoff in every equilibrium of a constant-sum game of two players; else None."""
        return None if self.constant_sum is None or len(self.players) != 2 else self.equilibria[0].payoffs[0]

    def as_json(self) -> dict[str, Any]:
        """Return the solution as values that `json.dumps` accepts: exact numbers become strings such as "1/3".

        Examples
        --------
        >>> from gametheory import nash
        >>> document = nash([[1, -1], [-1, 1]]).as_json()
        >>> document["equilibria"], document["value"]
        ([{'payoffs': ['0', '0'], 'strategies': [['1/2', '1/2'], ['1/2', '1/2']]}], '0')
        """
        document: dict[str, Any] = {
            "title": self.game.title,
            "players": list(self.players),
            "equilibria": [
                {"payoffs": list(map(number_json, equilibrium.payoffs)), **self._strategies_json(index)}
                for index, equilibrium in enumerate(self.equilibria)
            ],
            "complete": self.complete,
            "degenerate": self.degenerate,
            "subsets": self.subsets,
            "method": self.method,
            "checked": [list(check) for check in self.checked],
            **self._facts_json(),
            **({"imperfect_recall": self.imperfect_recall} if self.imperfect_recall else {}),
        }
        if self.constant_sum is not None and self.value is not None:
            document |= {"value": exact_text(self.value), "constant_sum": exact_text(self.constant_sum)}
        return document

    def _strategies_json(self, index: int) -> dict[str, Any]:
        return {"strategies": [list(map(exact_text, plan)) for plan in self.equilibria[index].plans]}

    def _facts_json(self) -> dict[str, Any]:
        return {"names": [list(names) for names in self.strategies]}
