"""Branches of code on symbols as terms, which a small program in a page can compute without a second copy of the code.

`gametheory.prove.terms` describes the terms.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sympy import Eq, Expr, Symbol
from sympy.logic.boolalg import Boolean

from gametheory.prove.smt import statement
from gametheory.prove.symbolic import (
    Branch,
    Definition,
    Raised,
    UnsupportedOperation,
    on_symbols,
    run_symbolically,
)
from gametheory.prove.symbolic.branches import needed, split
from gametheory.prove.terms import parse, write

OPERATORS = {"quotient": "div", "root": "isqrt"}
SEARCH = "least"


class CodeTerm(NamedTuple):
    """A function as a term: the names of its parameters, and its value as text."""

    parameters: tuple[str, ...]
    term: str


def function_term(
    function: Callable[..., Any],
    calls: Mapping[Any, Any] | None = None,
    given: Callable[..., Sequence[Boolean]] = lambda *_: (),
) -> CodeTerm:
    """Return a function of integers as a term, from its code run on symbols."""
    names = tuple(inspect.signature(function).parameters)
    arguments = [Symbol(name, integer=True) for name in names]
    code = on_symbols(function, {original: call for original, call in (calls or {}).items() if original != function})
    return CodeTerm(names, branches_term(list(run_symbolically(code, *arguments, given=given(*arguments)))))


def branches_term(branches: Sequence[Branch], value: Callable[[Any], Any] = lambda value: value) -> str:
    """Return the term of all branches of a run: conditionals, with described values where they are first used."""
    return _tree(list(branches), 0, frozenset(), value)


def _tree(branches: list[Branch], depth: int, bound: frozenset[Symbol], value: Callable[[Any], Any]) -> str:
    """Write branches that share the results of the first `depth` comparisons; `bound` symbols have a value."""
    first = branches[0]
    if len(first.condition) == depth:
        leaf = value(first.value)
        return _with_definitions(_symbols_of(leaf), first, bound, lambda _: _leaf(leaf))
    condition = first.condition[depth]

    def choice(bound: frozenset[Symbol]) -> str:
        then, otherwise = (_tree(each, depth + 1, bound, value) for each in split(branches, depth))
        if then == otherwise:
            return then
        test = statement(condition)
        return test if (then, otherwise) == ("true", "false") else f"(ite {test} {then} {otherwise})"

    return _with_definitions(set(condition.free_symbols), first, bound, choice)


def _with_definitions(
    used: set[Any], branch: Branch, bound: frozenset[Symbol], body: Callable[[frozenset[Symbol]], str]
) -> str:
    """Return a body within the definitions of the symbols that it uses and that have no value yet."""
    free = needed(used, branch.definitions) - bound
    new = [each for each in branch.definitions if each.symbol in free]
    text = body(bound | {each.symbol for each in new})
    for definition in reversed(new):
        meaning = _described(definition, branch, bound)
        text = meaning if text == str(definition.symbol) else f"(let {definition.symbol} {meaning} {text})"
    return text


def _described(definition: Definition, branch: Branch, bound: frozenset[Symbol]) -> str:
    if definition.operation == SEARCH:
        [search] = definition.arguments
        outer = frozenset(each.symbol for each in branch.definitions) | bound
        return f"(least {search.place} {number(search.first)} {_tree(list(search.branches), 0, outer, bool)})"
    operator = OPERATORS.get(definition.operation, definition.operation)
    return f"({' '.join([operator, *map(number, definition.arguments)])})"


def number(expression: Expr) -> str:
    """Return an expression of integers as a term."""
    return write(parse(statement(Eq(expression, Symbol("x", integer=True), evaluate=False)))[1])


def _leaf(value: Any) -> str:
    if type(value) is Raised:
        return "undefined"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.isidentifier():
        return f"'{value}"
    if isinstance(value, tuple):
        return f"(tuple {' '.join(map(_leaf, value))})"
    if isinstance(value, Expr):
        return number(value)
    raise UnsupportedOperation(f"a result of type {type(value).__name__} in a term")


def _symbols_of(value: Any) -> set[Any]:
    if isinstance(value, tuple) and type(value) is not Raised:
        return {symbol for part in value for symbol in _symbols_of(part)}
    return set(value.free_symbols) if isinstance(value, Expr) else set()
