"""The result of `gametheory.nash`: equilibria of a two-player game, and the facts about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.model.reduced_normal_form import BehaviorStrategy, behavior_strategy
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.bimatrix.equilibrium import Equilibrium
from gametheory.solvers.bimatrix.nashpy_check import NashpyCheck
from gametheory.solvers.solution import Check


@dataclass(frozen=True, slots=True)
class NashSolution:
    """Nash equilibria of a two-player game.

    Attributes
    ----------
    game
        The game in normal form; for a tree, its reduced normal form.
    tree
        The game in extensive form, if it was given in this form.
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
    >>> solution.behavior(solution.equilibria[0])
    Traceback (most recent call last):
    ValueError: a game in normal form has no information sets
    """

    game: NormalForm
    tree: ExtensiveForm | None
    equilibria: tuple[Equilibrium, ...]
    method: str
    complete: bool
    constant_sum: Fraction | None = None
    degenerate: bool | None = None
    subsets: tuple[tuple[int, ...], ...] | None = None
    nashpy: NashpyCheck | None = None

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
        of_form = " of the reduced normal form" if self.tree else ""
        what = f"every listed pair of strategies is a Nash equilibrium{of_form}, in rationals"
        checks = [Check(what, "verify.check_nash")]
        if self.nashpy == NashpyCheck(len(self.equilibria), 0, 0):
            checks.append(Check("nashpy finds the same extreme equilibria, in floats", "nashpy"))
        return tuple(checks)

    def behavior(self, equilibrium: Equilibrium) -> tuple[BehaviorStrategy, BehaviorStrategy]:
        """Return an equilibrium of a tree in behavior strategies, one for each player.

        Raises
        ------
        ValueError
            If the game was not given in extensive form.
        """
        if self.tree is None:
            raise ValueError("a game in normal form has no information sets")
        row, column = equilibrium.row, equilibrium.column
        return behavior_strategy(self.tree, 1, row), behavior_strategy(self.tree, 2, column)

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
        >>> from gametheory.solvers.bimatrix.nash import nash_equilibria
        >>> document = nash_equilibria(NormalForm.from_payoffs([[1, -1], [-1, 1]])).as_json()
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
        document: dict[str, Any] = {
            "strategies": [list(map(number, equilibrium.row)), list(map(number, equilibrium.column))],
            "payoffs": list(map(number, equilibrium.payoffs)),
        }
        if self.tree is not None:
            behaviors = enumerate(self.behavior(equilibrium), 1)
            strategies = [_behavior_json(self.tree, player, behavior, number) for player, behavior in behaviors]
            document["behavior"] = dict(zip(distinct_names(self.players), strategies, strict=True))
        return document


def _behavior_json(
    tree: ExtensiveForm, player: int, behavior: BehaviorStrategy, number: Callable[[Fraction], str | float]
) -> dict[str, dict[str, str | float]]:
    """Return the probability of each action by the names of information set and action."""
    sets = [tree.information_sets[player, index] for index in behavior]
    # sets without distinct names have their numbers in the tree as keys
    keys = distinct_names([information_set.name for information_set in sets], list(behavior))
    distributions = [
        dict(zip(distinct_names(information_set.actions), map(number, probabilities), strict=True))
        for information_set, probabilities in zip(sets, behavior.values(), strict=True)
    ]
    return dict(zip(keys, distributions, strict=True))


def distinct_names(names: Sequence[str], numbers: Sequence[int] = ()) -> Sequence[str]:
    """Return the names if they can be keys, else numbers: in a file, names can be empty or equal.

    Parameters
    ----------
    names
        The names.
    numbers
        A number for each name; by default 1, 2, ...

    Returns
    -------
    sequence of str
        Distinct texts that are not empty.

    Examples
    --------
    >>> distinct_names(["left", "right"]), distinct_names(["", "right"]), distinct_names(["a", "a"], [3, 7])
    (['left', 'right'], ['1', '2'], ['3', '7'])
    """
    if all(names) and len(set(names)) == len(names):
        return names
    return [str(number) for number in numbers or range(1, len(names) + 1)]
