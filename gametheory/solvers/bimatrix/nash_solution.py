"""The result of `gametheory.nash`: equilibria of a two-player game in normal form, and the facts about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import pluralize
from gametheory.numbers.printed import printed
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.bimatrix.equilibrium import Equilibrium
from gametheory.solvers.bimatrix.nashpy_check import NashpyCheck
from gametheory.solvers.solution import Check


@printed
@dataclass(frozen=True, slots=True, repr=False)
class NashSolution:
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
    constant_sum
        The sum of both payoffs if it is constant, else None.
    degenerate
        Whether the game is degenerate, and then can have infinitely many equilibria; None if not `complete`.
    subsets
        The maximal Nash subsets, as in `vertex_enumeration.Equilibria`; None if not computed.
    nashpy
        The cross-check with nashpy, for small games.

    Examples
    --------
    >>> from gametheory import nash
    >>> solution = nash([[1, -1], [-1, 1]])
    >>> solution.players, solution.strategies, solution.value
    (('row', 'column'), (('1', '2'), ('1', '2')), Fraction(0, 1))
    >>> solution.checked[0].checker
    'verify.check_nash'
    """

    game: NormalForm
    equilibria: tuple[Equilibrium, ...]
    method: str
    complete: bool
    constant_sum: Fraction | None = None
    degenerate: bool | None = None
    subsets: tuple[tuple[int, ...], ...] | None = None
    nashpy: NashpyCheck | None = None

    def __repr__(self) -> str:
        """Return the number of equilibria and the method on one line; `print` shows more."""
        count = pluralize(len(self.equilibria), "equilibrium", "equilibria")
        return f"<NashSolution: {count}, {'all extreme ones' if self.complete else 'there may be more'}; {self.method}>"

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the two players."""
        return self.game.players

    @property
    def strategies(self) -> tuple[tuple[str, ...], ...]:
        """Names of the pure strategies of each player, in the order of the probabilities of mixed strategies."""
        return self.game.strategies

    @property
    def value(self) -> Fraction | None:
        """The first player's payoff in every equilibrium, if the sum of payoffs is constant; else None."""
        return None if self.constant_sum is None else self.equilibria[0].payoffs[0]

    @property
    def checked(self) -> tuple[Check, ...]:
        """The properties that were checked again without the solver, and the checker of each."""
        what = "every listed pair of strategies is a Nash equilibrium, in rationals"
        checks = [Check(what, "verify.check_nash")]
        if self.nashpy == NashpyCheck(len(self.equilibria), 0, 0):
            checks.append(Check("nashpy finds the same extreme equilibria, in floats", "nashpy"))
        return tuple(checks)

    def as_json(self, exact: bool = True) -> dict[str, Any]:
        """Return the solution as values that `json.dumps` accepts.

        Parameters
        ----------
        exact
            Whether numbers are text such as "1/3", or else floats.

        Raises
        ------
        OverflowError
            If a payoff is too large for a float and `exact` is false.

        Examples
        --------
        >>> from gametheory.solvers.bimatrix.nash import bimatrix_equilibria
        >>> document = bimatrix_equilibria(NormalForm.from_payoffs([[1, -1], [-1, 1]])).as_json()
        >>> document["equilibria"], document["value"]
        ([{'strategies': [['1/2', '1/2'], ['1/2', '1/2']], 'payoffs': ['0', '0']}], '0')
        """
        number: Callable[[Fraction], str | float] = exact_text if exact else float
        document: dict[str, Any] = {
            "title": self.game.title,
            "players": list(self.players),
            "names": [list(names) for names in self.strategies],
            "equilibria": [self._equilibrium_json(equilibrium, number) for equilibrium in self.equilibria],
            "complete": self.complete,
            "degenerate": self.degenerate,
            "subsets": self.subsets,
            "method": self.method,
            "nashpy": self.nashpy._asdict() if self.nashpy else None,
            "checked": [list(check) for check in self.checked],
        }
        if self.constant_sum is not None and self.value is not None:
            document["value"] = number(self.value)
            document["constant_sum"] = number(self.constant_sum)
        return document

    def _equilibrium_json(self, equilibrium: Equilibrium, number: Callable[[Fraction], str | float]) -> dict[str, Any]:
        return {
            "strategies": [list(map(number, equilibrium.row)), list(map(number, equilibrium.column))],
            "payoffs": list(map(number, equilibrium.payoffs)),
        }
