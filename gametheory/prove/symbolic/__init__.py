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

from gametheory.prove.smt import sign_hypotheses, variables_of
from gametheory.prove.symbolic.branches import Bounds, Branch, Raised, Search, explore
from gametheory.prove.symbolic.code import instance_on_symbols, on_symbols
from gametheory.prove.symbolic.path import Definition, Element, UnsupportedOperation

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
    variables_of([*expressions, *given])
    if signs := sign_hypotheses([*expressions, *given]):
        # sympy would decide comparisons by it, and their branches would be missing without a word
        raise ValueError(f"{signs[0]} is an assumption of a symbol; say it in given")
    atoms = {symbol.name for part in (*expressions, *given) for symbol in part.atoms(Symbol)}
    yield from explore(function, expressions, given, frozenset(atoms))
