"""Symbolic execution: run a function on symbols and collect all its branches.

The rules of a game are ordinary code on integers. To prove a property of the rules for all integers, the same code runs
with symbolic integers. Every comparison forks the run, and each run ends with a path condition and a value. So the
proof does not need a second copy of the rules. A quotient, a root, an element of a range and the least integer with a
property become new symbols, described by relations. What a run cannot express is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sympy import Expr, Symbol, sympify
from sympy.logic.boolalg import Boolean

from gametheory.prove.smtlib import declarations
from gametheory.prove.symbolic.branches import Bounds, Branch, Raised, explore
from gametheory.prove.symbolic.code import instance_on_symbols, on_symbols
from gametheory.prove.symbolic.path import Definition, Element, UnsupportedOperation
from gametheory.prove.symbolic.search import Search

__all__ = [
    "Bounds",
    "Branch",
    "Definition",
    "Element",
    "Raised",
    "Search",
    "UnsupportedOperation",
    "instance_on_symbols",
    "on_symbols",
    "run_symbolically",
]


def run_symbolically(function: Callable[..., Any], *symbols: Expr, given: Sequence[Boolean] = ()) -> Iterator[Branch]:
    """Yield every branch of a function of numbers.

    The search is depth-first over the results of the comparisons. The conditions of the branches exclude each other and
    cover all cases. A tuple of numbers becomes a tuple of expressions.

    Parameters
    ----------
    function
        Function of symbolic numbers. `on_symbols` and `instance_on_symbols` copy code that needs more than sums,
        products and comparisons.
    *symbols
        Its arguments: symbols or expressions of them, integers if declared with integer=True.
    given
        Relations between the symbols. A comparison that follows from one of them does not fork. They are not in the
        conditions of the branches: whoever gives them has to assume them.

    Raises
    ------
    UnsupportedOperation
        For an operation that symbols cannot express, for more than 200 comparisons on one branch, and for more than
        1,000 branches.
    ValueError
        If a symbol has another assumption than integer=True, or a name that SMT-LIB does not allow.

    Examples
    --------
    >>> x = Symbol("x", integer=True)
    >>> for branch in run_symbolically(lambda x: max(x, 0), x):
    ...     print(branch.condition, branch.value)
    (x < 0,) 0
    (x >= 0,) x
    >>> for branch in run_symbolically(lambda x: max(x, 0), x, given=[x > 2]):
    ...     print(branch.condition, branch.value)
    () x
    """
    expressions = [sympify(symbol) for symbol in symbols]
    declarations([*expressions, *given])
    atoms = {symbol.name for part in (*expressions, *given) for symbol in part.atoms(Symbol)}
    yield from explore(function, expressions, given, frozenset(atoms))
