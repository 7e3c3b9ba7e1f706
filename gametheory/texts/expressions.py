"""Expressions of checks: a small part of Python, which is read and computed here, and never executed as text.

Allowed are calls of the header's names, numbers, comparisons, and `and`, `or`, `not`. Decimals are exact rationals.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from fractions import Fraction
from functools import partial
from itertools import pairwise
from numbers import Rational
from typing import Any

MOST_SIGNS, MOST_PARTS, MOST_NESTED, MOST_DIGITS = 2000, 200, 12, 1000
ALLOWED = "allowed are calls of the header's names, numbers, comparisons, and, or, not"
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.Gt,),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.Lt,),
    ast.GtE: (ast.Gt, ast.LtE),
}


class Refused(ValueError):
    """An expression that is not allowed; `at` is the place in it. Python could compute it if `runs` is true."""

    def __init__(self, at: int, message: str, runs: bool = True) -> None:
        super().__init__(message)
        self.at, self.runs = at, runs


class Undecided(ValueError):
    """An expression has no truth value that counts."""


def read_expression(text: str, names: Mapping[str, object]) -> ast.expr:
    """Return the tree of an expression; raise Refused if it is not allowed.

    >>> ast.unparse(read_expression("castle.fewest(10,43)==16", {"castle": None}))
    'castle.fewest(10, 43) == 16'
    >>> read_expression("().__class__", {})
    Traceback (most recent call last):
    gametheory.texts.expressions.Refused: ().__class__ is not allowed; allowed are calls of the header's names, ...
    """
    line = text.replace("\n", " ").replace("\r", " ")
    tree = parsed(line)
    if sum(1 for _ in ast.walk(tree)) > MOST_PARTS:
        raise Refused(0, f"the expression has more than {MOST_PARTS} parts")
    reader = _Reader(line, names)
    reader.truth(tree, 0)
    return tree


def parsed(line: str) -> ast.expr:
    """Return the tree of a line of Python, whatever is in it."""
    if len(line) > MOST_SIGNS:
        raise Refused(0, f"the expression has {len(line):,} characters; at most {MOST_SIGNS:,} are allowed", runs=False)
    try:
        return ast.parse(f"({line})", mode="eval").body  # in brackets, so that it may begin with a space
    except SyntaxError as error:
        raise Refused(max((error.offset or 2) - 2, 0), f"this is no expression: {error.msg}", runs=False) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise Refused(0, f"this is no expression: {error or type(error).__name__}", runs=False) from error


class _Reader:
    """Checks each part of an expression, and attaches the exact value to each number."""

    def __init__(self, line: str, names: Mapping[str, object]) -> None:
        self._line, self._names = f"({line})", names

    def truth(self, node: ast.expr, depth: int) -> None:
        match node:
            case ast.BoolOp(values=values):
                for each in values:
                    self.truth(each, self._deeper(node, depth))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.truth(operand, self._deeper(node, depth))
            case ast.Compare(left=left, ops=ops, comparators=others):
                if any(type(each) not in COMPARISONS for each in ops):
                    raise self._refused(node)
                for each in (left, *others):
                    self.value(each, self._deeper(node, depth))
            case ast.Call():
                self.value(node, depth)
            case ast.Constant():
                raise Refused(self._at(node), f"{ast.unparse(node)} is no statement; {ALLOWED}", runs=False)
            case _:
                raise self._refused(node)

    def value(self, node: ast.expr, depth: int) -> None:
        match node:
            case ast.Call(func=function, args=arguments, keywords=keywords):
                self._function(function)
                if any(each.arg is None for each in keywords):
                    raise self._refused(node)
                for each in (*arguments, *(keyword.value for keyword in keywords)):
                    self.value(each, self._deeper(node, depth))
            case _:
                number = self._number(node)
                vars(node)["exact"] = number
                vars(node)["unit"] = Fraction(1, number.denominator) if type(number) is Fraction else 1

    def _number(self, node: ast.expr) -> int | Fraction:
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._number(operand)
            case ast.BinOp(
                left=ast.Constant(value=int() as top), op=ast.Div(), right=ast.Constant(value=int() as below)
            ):
                if below and not isinstance(top, bool) and not isinstance(below, bool):
                    return Fraction(top, below)
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                return number
            case ast.Constant(value=float() as number):
                text = (ast.get_source_segment(self._line, node) or "").replace("_", "")
                if abs(number) == float("inf"):
                    raise Refused(self._at(node), f"{text} is not finite; {ALLOWED}", runs=False)
                return Fraction(text)
        raise self._refused(node)

    def _function(self, node: ast.expr) -> None:
        match node:
            case ast.Name(id=name):
                self._known(node, name)
            case ast.Attribute(value=ast.Name(id=name) as first, attr=attribute) if not attribute.startswith("_"):
                self._known(first, name)
            case _:
                raise self._refused(node)

    def _known(self, node: ast.expr, name: str) -> None:
        if name not in self._names:
            raise Refused(self._at(node), f"the header does not import {name}", runs=False)

    def _deeper(self, node: ast.expr, depth: int) -> int:
        if depth >= MOST_NESTED:
            raise Refused(self._at(node), f"more than {MOST_NESTED} levels are not allowed")
        return depth + 1

    def _refused(self, node: ast.expr) -> Refused:
        return Refused(self._at(node), f"{ast.unparse(node)} is not allowed; {ALLOWED}")

    def _at(self, node: ast.expr) -> int:
        return len(self._line.encode()[: node.col_offset].decode(errors="replace")) - 1


class Computation:
    """Computes expressions over functions, each call once."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        self._functions, self._known = functions, dict[str, Any]()

    def truth(self, node: ast.expr) -> Any:
        """Return True or False, or what a call returns if the whole expression is a call."""
        match node:
            case ast.BoolOp(op=op, values=values):
                wanted = isinstance(op, ast.Or)
                return next((wanted for each in values if self._bool(each) is wanted), not wanted)
            case ast.UnaryOp(operand=operand):
                return not self._bool(operand)
            case ast.Compare(left=left, ops=ops, comparators=others):
                values = [self._compared(each) for each in (left, *others)]
                return all(COMPARISONS[type(op)](*pair) is True for op, pair in zip(ops, pairwise(values), strict=True))
        return self.value(node)

    def value(self, node: ast.expr) -> Any:
        """Return the value of a call or a number."""
        if not isinstance(node, ast.Call):
            return vars(node)["exact"]
        arguments = [self.value(each) for each in node.args]
        named = {str(each.arg): self.value(each.value) for each in node.keywords}
        function = ast.unparse(node.func)
        key = f"{function}{arguments}{named}"
        if key not in self._known:
            self._known[key] = self._functions[function](*arguments, **named)
        return self._known[key]

    def explained(self, node: ast.expr) -> str:
        """Return the values of the calls in an expression that is false."""
        outer = [each for each in _outermost(node) if not isinstance(self.value(each), bool)]
        return (
            "; ".join(f"{ast.unparse(each)} is {self.value(each)}" for each in outer) or f"{ast.unparse(node)} is false"
        )

    def _bool(self, node: ast.expr) -> bool:
        value = self.truth(node)
        if not isinstance(value, bool):
            raise Undecided(f"{ast.unparse(node)} is {value!r}, and must be True or False")
        return value

    def _compared(self, node: ast.expr) -> Any:
        value = self.value(node)
        if not isinstance(value, Rational):
            kind = "rounded" if isinstance(value, float) else "no number"
            raise Undecided(f"{ast.unparse(node)} is {value!r}, {kind}; it must be a whole number or a Fraction")
        return value


def _outermost(node: ast.AST) -> Iterator[ast.Call]:
    for child in [node] if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child
        else:
            yield from _outermost(child)


def functions(node: ast.AST) -> Iterator[str]:
    """Yield the functions that an expression calls."""
    yield from (ast.unparse(each.func) for each in ast.walk(node) if isinstance(each, ast.Call))


def arguments(node: ast.AST) -> list[int | Fraction]:
    """Return the numbers in the calls of an expression."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return [vars(each)["exact"] for call in calls for each in call.args if "exact" in vars(each)]


def mutants(tree: ast.expr) -> Iterator[ast.expr]:
    """Yield the expression with one number moved, or one inequality turned or made strict; those in calls last.

    >>> tree = read_expression("f(3) <= 7", {"f": None})
    >>> [ast.unparse(each) for each in mutants(tree)]
    ['f(3) < 7', 'f(3) >= 7', 'f(3) <= 8', 'f(3) <= 6', 'f(4) <= 7', 'f(2) <= 7']
    """
    called = {id(each) for node in ast.walk(tree) if isinstance(node, ast.Call) for each in ast.walk(node)}
    nodes = list(enumerate(ast.walk(tree)))
    for index, node in sorted(nodes, key=lambda entry: id(entry[1]) in called):
        for change in _changes(node):
            copy = deepcopy(tree)
            change(list(ast.walk(copy))[index])
            yield copy


def _changes(node: ast.AST) -> Iterator[Callable[[Any], None]]:
    if isinstance(node, ast.Compare):
        for place, sign in enumerate(node.ops):
            for other in TURNED.get(type(sign), ()):
                yield partial(_turn, place, other)
    elif "exact" in vars(node):
        yield from (partial(_move, by) for by in (vars(node)["unit"], -vars(node)["unit"]))


def _turn(place: int, other: type[ast.cmpop], node: Any) -> None:
    node.ops[place] = other()


def _move(by: int | Fraction, node: Any) -> None:
    node.exact = node.value = node.exact + by
