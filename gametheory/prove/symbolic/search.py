"""The least integer that satisfies a condition, described rather than searched.

`least_satisfying` returns it if the condition is monotone and is true somewhere. A proof about the described value has
to show both; `Search.monotone` states the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import And, Expr, Ge, Implies, Le, Lt, Or, Symbol
from sympy.logic.boolalg import Boolean

from gametheory.numbers.bisect import least_satisfying
from gametheory.prove.symbolic.branches import Branch, explore
from gametheory.prove.symbolic.path import UnsupportedOperation, current_path
from gametheory.prove.symbolic.values import SymbolicInt, expression_of, is_symbolic, is_whole


@dataclass(frozen=True)
class Search:
    """The condition of a search for the least integer, from `first` on, as the branches of its code at `place`.

    Examples
    --------
    >>> n, a = Symbol("n", integer=True), Symbol("a", integer=True)
    >>> [branch] = explore(lambda n: symbolic_least(lambda at: at * at >= n, 0), [n])
    >>> (search,) = branch.definitions[0].arguments
    >>> search.holds(a), search.fails(a)
    (a**2 >= n, a**2 < n)
    >>> search.earlier(branch.value, a)
    Implies((0 <= a) & (a < least_1), a**2 < n)
    >>> search.monotone(a)
    ((0 <= a, a**2 >= n), (a + 1)**2 >= n)
    """

    first: Expr
    place: Symbol
    branches: tuple[Branch, ...]

    def holds(self, at: Expr, name: str = "") -> Boolean:
        """Return the statement that the condition is true at an integer; `name` begins the names of new symbols."""
        return self._one_of(True, at, name)

    def fails(self, at: Expr, name: str = "") -> Boolean:
        """Return the statement that the condition is false at an integer."""
        return self._one_of(False, at, name)

    def _one_of(self, value: bool, at: Expr, name: str) -> Boolean:
        return Or(*(self._at(branch, at, name) for branch in self.branches if branch.value is value))

    def _at(self, branch: Branch, at: Expr, name: str) -> Boolean:
        renamed = {d.symbol: Symbol(f"{name}{d.symbol.name}", integer=True) for d in branch.definitions}
        return And(*branch.facts).xreplace({self.place: at, **renamed})

    def earlier(self, least: Expr, at: Expr, name: str = "") -> Boolean:
        """Return the statement that the condition is false at an integer from `first` to `least - 1`."""
        return Implies(And(Le(self.first, at, evaluate=False), Lt(at, least, evaluate=False)), self.fails(at, name))

    def monotone(self, at: Expr) -> tuple[tuple[Boolean, ...], Boolean]:
        """Return hypotheses and conclusion of the statement that the condition stays true from an integer to the next.

        Raises
        ------
        UnsupportedOperation
            If the condition describes values, such as quotients, which a conclusion cannot introduce.
        """
        if any(branch.definitions for branch in self.branches):
            raise UnsupportedOperation("the step of a condition with described values")
        return (Le(self.first, at, evaluate=False), self.holds(at)), self.holds(at + 1)


def symbolic_least(condition: Callable[[Any], Any], first: Any, near: Any = None) -> Any:
    """Return a new symbol for the least integer that satisfies a condition; `near` does not change the result.

    >>> n = Symbol("n", integer=True)
    >>> [branch] = explore(lambda n: symbolic_least(lambda at: at * at >= n, 0), [n])
    >>> branch.value, branch.definitions[0].meaning
    (least_1, (least_1 >= 0) & (least_1**2 >= n))
    """
    path = current_path()
    symbol = path.new("least")
    prefix = f"{symbol.name}_"
    place = Symbol(f"{prefix}place", integer=True)
    branches = tuple(explore(lambda at: bool(condition(at)), [place], path.given, path.taken, prefix))
    free = {atom for branch in branches for fact in branch.facts for atom in fact.free_symbols} - {place}
    if not (is_whole(first) and all(type(branch.value) is bool and not branch.elements for branch in branches)):
        raise UnsupportedOperation("a search for a value that is not an integer, or by a condition that fails")
    if not (free or is_symbolic(first)):
        return least_satisfying(condition, first, near)
    search = Search(expression_of(first), place, branches)
    return SymbolicInt(
        path.define(
            "least",
            (search,),
            lambda least: And(Ge(least, search.first, evaluate=False), search.holds(least, "found_")),
        )
    )
