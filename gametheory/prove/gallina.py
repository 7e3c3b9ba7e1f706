"""Branches of code on symbols as text for others: definitions in Gallina, and terms that a page computes.

Both save a second copy of the code, and a nested conditional over the comparisons of the branches is the form of both.

`gallina_definition` writes for Rocq, whose language is Gallina. Quotients and roots become `Z.div` and `Z.sqrt`, which
round down as Python does. A symbol that is not an integer is a rational. A search for the least integer becomes the
relation `least_satisfying`, so that its result is a proposition about `answer`.

`function_term` writes for a small program in a page of the report, in the terms that `gametheory.prove.statement`
describes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sympy import Add, Eq, Expr, Ge, Gt, Integer, Le, Lt, Max, Min, Mul, Ne, Not, Pow, Symbol, default_sort_key
from sympy.logic.boolalg import Boolean

from gametheory.prove.smt import statement
from gametheory.prove.statement import parse, write
from gametheory.prove.symbolic import (
    Branch,
    Definition,
    Raised,
    Search,
    UnsupportedOperation,
    needed,
    on_symbols,
    run_symbolically,
    split,
)

# How a described value is printed, from its arguments; every other operation is the name of a definition.
OPERATIONS = {"quotient": "({} / {})", "root": "(Z.sqrt {})"}
SEARCH = "least"
INTEGER_TESTS: Mapping[type, str] = {
    Lt: "{} <? {}",
    Le: "{} <=? {}",
    Gt: "{1} <? {0}",
    Ge: "{1} <=? {0}",
    Eq: "{} =? {}",
    Ne: "negb ({} =? {})",
}
RATIONAL_TESTS: Mapping[type, str] = {
    Lt: "negb (Qle_bool {1} {0})",
    Le: "Qle_bool {} {}",
    Gt: "negb (Qle_bool {} {})",
    Ge: "Qle_bool {1} {0}",
    Eq: "Qeq_bool {} {}",
    Ne: "negb (Qeq_bool {} {})",
}
Texts = Mapping[str, str]


def gallina_definition(
    name: str,
    parameters: Sequence[str],
    kind: str,
    branches: Sequence[Branch],
    value: Callable[[Any, Callable[[Expr], str]], str],
    operations: Texts | None = None,
) -> str:
    """Return the definition of a function from its branches.

    >>> x = Symbol("x", integer=True)
    >>> from gametheory.prove.symbolic import run_symbolically
    >>> branches = list(run_symbolically(lambda x: abs(x) // 2, x))
    >>> print(gallina_definition("half", ["(x : Z)"], "Z", branches, lambda value, text: text(value)))
    Definition half (x : Z) : Z :=
      if 0 <=? x
      then (x / 2)
      else (((-1) * x) / 2).
    """
    printer = _Printer(value, OPERATIONS | dict(operations or {}))
    body = printer.tree(list(branches), 0, frozenset(), "  ")
    return f"Definition {name} {' '.join(parameters)} : {kind} :=\n{body}."


class _Printer:
    def __init__(self, value: Callable[[Any, Callable[[Expr], str]], str], operations: Texts) -> None:
        self.value = value
        self.operations = operations

    def tree(self, branches: list[Branch], depth: int, bound: frozenset[Symbol], indent: str) -> str:
        """Print branches that share the results of the first `depth` comparisons; `bound` symbols are in scope."""
        first = branches[0]
        if len(first.condition) == depth:
            return self._leaf(first, bound, indent)
        condition = first.condition[depth]
        used = needed(condition.free_symbols, first.definitions)
        # The result of a search is a proposition about a number, which must exist before it is compared.
        for definition in _searches(first, bound):
            if definition.symbol in used:
                rest = self.tree(branches, depth, bound | {definition.symbol}, indent)
                return f"{indent}exists {self._search(definition, first)} /\\\n{rest}"
        yes, no = split(branches, depth)
        then = self.tree(yes, depth + 1, bound, indent + "  ")
        otherwise = self.tree(no, depth + 1, bound, indent + "  ")
        if then == otherwise:  # without the `if`, the text has two columns less
            return then[2:].replace("\n  ", "\n")
        test = self.test(condition, first)
        return f"{indent}if {test}\n{indent}then {then.strip()}\n{indent}else {otherwise.strip()}"

    def _leaf(self, branch: Branch, bound: frozenset[Symbol], indent: str) -> str:
        if type(branch.value) is Raised:
            raise UnsupportedOperation(f"a branch that ends with {branch.value.error}")
        parts = [f"exists {self._search(definition, branch)}" for definition in _searches(branch, bound)]
        for element in branch.elements:
            low = self.number(element.lower, branch)
            up = self.number(element.upper, branch)
            parts.append(f"exists {element.symbol}, {low} <= {element.symbol} < {up}")
        parts.append(self.value(branch.value, lambda expression: self.number(expression, branch)))
        return indent + f" /\\\n{indent}".join(parts)

    def _search(self, definition: Definition, branch: Branch) -> str:
        [search] = definition.arguments
        assert isinstance(search, Search)
        inner = _Printer(lambda value, _: "true" if value else "false", self.operations)
        outer = branch.definitions  # the search happens in their scope
        entries = list[Branch]()
        for entry in search.branches:
            entries.append(replace(entry, definitions=(*outer, *entry.definitions)))
        bound = frozenset(known.symbol for known in outer)
        condition = " ".join(inner.tree(entries, 0, bound, "").split())
        first = self.number(search.first, branch)
        result = definition.symbol
        relation = f"least_satisfying (fun {search.place} => ({condition}) = true)"
        return f"{result}, {relation} {first} {result}"

    def test(self, relation: Boolean, branch: Branch) -> str:
        """Print a relation as a boolean."""
        if isinstance(relation, Not):
            return f"negb ({self.test(relation.args[0], branch)})"
        left, right = relation.args
        # Rocq's comparisons of rationals do not apply to integers.
        forms = INTEGER_TESTS if left.is_integer and right.is_integer else RATIONAL_TESTS
        test = forms[type(relation)]
        return test.format(self.number(left, branch), self.number(right, branch))

    def number(self, node: Expr, branch: Branch) -> str:
        """Print an expression; one of rationals names their scope."""
        text = self._term(node, branch)
        if node.is_integer or isinstance(node, Symbol):
            return text
        return f"{text}%Q"

    def _term(self, node: Expr, branch: Branch) -> str:
        if isinstance(node, Integer):
            if node >= 0:
                return str(node)
            return f"({node})"
        if isinstance(node, Symbol):
            for definition in branch.definitions:
                if definition.symbol == node:
                    return self._described(definition, branch)
            return str(node.name)
        # The order of the parts is fixed, so that the text is the same in every run.
        if isinstance(node, Add):
            return self._joined(" + ", node.as_ordered_terms(), branch)
        if isinstance(node, Mul):
            return self._joined(" * ", node.as_ordered_factors(), branch)
        if isinstance(node, Pow) and node.exp.is_Integer and node.exp > 0:
            return self._joined(" * ", [node.base] * int(node.exp), branch)
        if isinstance(node, Max | Min):
            function = "Z.max" if isinstance(node, Max) else "Z.min"
            text, *others = (self._term(term, branch) for term in sorted(node.args, key=default_sort_key, reverse=True))
            for other in others:  # of two arguments, from the last one outwards
                text = f"({function} {other} {text})"
            return text
        raise UnsupportedOperation(f"{node} ({type(node).__name__}) in Gallina")

    def _joined(self, sign: str, terms: Sequence[Expr], branch: Branch) -> str:
        return f"({sign.join(self._term(term, branch) for term in terms)})"

    def _described(self, definition: Definition, branch: Branch) -> str:
        if definition.operation == SEARCH:
            return str(definition.symbol.name)
        if definition.operation not in self.operations:
            raise UnsupportedOperation(f"the operation {definition.operation} in Gallina")
        arguments = (self.number(argument, branch) for argument in definition.arguments)
        return self.operations[definition.operation].format(*arguments)


def _searches(branch: Branch, bound: frozenset[Symbol]) -> Iterator[Definition]:
    """Yield the searches whose results have no value yet."""
    for definition in branch.definitions:
        if definition.operation == SEARCH and definition.symbol not in bound:
            yield definition


OPERATORS = {"quotient": "div", "root": "isqrt"}


class CodeTerm(NamedTuple):
    """A function as a term: the names of its parameters, and its value as text."""

    parameters: tuple[str, ...]
    term: str


def function_term(
    function: Callable[..., object],
    calls: Mapping[object, object] | None = None,
    given: Callable[..., Sequence[Boolean]] = lambda *_: (),
) -> CodeTerm:
    """Return a function of integers as a term, from its code run on symbols."""
    names = tuple(inspect.signature(function).parameters)
    arguments = [Symbol(name, integer=True) for name in names]
    replacements = dict(calls or {})
    replacements.pop(function, None)  # otherwise the term of a function would be a call of itself
    code = on_symbols(function, replacements)
    branches = list(run_symbolically(code, *arguments, given=given(*arguments)))
    return CodeTerm(names, branches_term(branches))


def branches_term(branches: Sequence[Branch], value: Callable[[Any], object] = lambda value: value) -> str:
    """Return the term of all branches of a run: conditionals, with described values where they are first used."""
    return _tree(list(branches), 0, frozenset(), value)


def _tree(branches: list[Branch], depth: int, bound: frozenset[Symbol], value: Callable[[Any], object]) -> str:
    """Write branches that share the results of the first `depth` comparisons; `bound` symbols have a value."""
    first = branches[0]
    if len(first.condition) == depth:
        leaf = value(first.value)
        return _with_definitions(_symbols_of(leaf), first, bound, lambda _: _leaf(leaf))
    condition = first.condition[depth]

    def choice(bound: frozenset[Symbol]) -> str:
        yes, no = split(branches, depth)
        then = _tree(yes, depth + 1, bound, value)
        otherwise = _tree(no, depth + 1, bound, value)
        if then == otherwise:
            return then
        test = statement(condition)
        if (then, otherwise) == ("true", "false"):
            return test
        return f"(ite {test} {then} {otherwise})"

    return _with_definitions(set(condition.free_symbols), first, bound, choice)


def _with_definitions(
    used: set[object], branch: Branch, bound: frozenset[Symbol], body: Callable[[frozenset[Symbol]], str]
) -> str:
    """Return a body within the definitions of the symbols that it uses and that have no value yet."""
    free = needed(used, branch.definitions) - bound
    new = [definition for definition in branch.definitions if definition.symbol in free]
    text = body(bound.union(definition.symbol for definition in new))
    # A definition can use those before it, which are therefore the outer ones.
    for definition in reversed(new):
        meaning = _described(definition, branch, bound)
        if text == str(definition.symbol):  # a name for the whole value says nothing
            text = meaning
        else:
            text = f"(let {definition.symbol} {meaning} {text})"
    return text


def _described(definition: Definition, branch: Branch, bound: frozenset[Symbol]) -> str:
    if definition.operation == SEARCH:
        [search] = definition.arguments
        outer = bound.union(known.symbol for known in branch.definitions)
        condition = _tree(list(search.branches), 0, outer, bool)
        return f"(least {search.place} {number(search.first)} {condition})"
    operator = OPERATORS.get(definition.operation, definition.operation)
    return f"({' '.join([operator, *map(number, definition.arguments)])})"


def number(expression: Expr) -> str:
    """Return an expression of integers as a term."""
    # Only relations have a text, of which the left side is the number.
    relation = Eq(expression, Symbol("x", integer=True), evaluate=False)
    return write(parse(statement(relation))[1])


def _leaf(value: object) -> str:
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


def _symbols_of(value: object) -> set[object]:
    if isinstance(value, tuple):
        return set[Any]().union(*map(_symbols_of, value))
    if isinstance(value, Expr):
        return set(value.free_symbols)
    return set()
