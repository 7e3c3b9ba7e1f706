"""Both sides of a comparison that fails, found in the source of the function that compares.

The function is called once more, and what its frame has at its end gives the values of both sides. Nothing is said
where the source is not there, or where the sides have other values when they are computed again.
"""

from __future__ import annotations
import __future__

import ast
import io
import linecache
import operator
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from copy import deepcopy
from functools import lru_cache
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

from gametheory.numbers.format import shorten

FUTURE = __future__.annotations.compiler_flag  # the one that changes the code of functions
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}
SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="} | {
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}


class Unknown(Exception):
    """The comparison that fails is not known."""


def both_sides(holds: Callable[[Any], object], case: object) -> str:
    """Return the comparison that is false in a case, with the value of each side; "" if it is not known.

    >>> square = lambda number: number**2
    >>> both_sides(lambda number: square(number) == 2 * number, 3)
    'square(3) is 9, 2 * 3 is 6: 9 == 6 is false'
    """
    function = holds.__func__ if isinstance(holds, MethodType) else holds
    if not isinstance(function, FunctionType):
        return ""
    try:
        with redirect_stdout(io.StringIO()):  # it has printed this before
            frame = _frame_at_end(holds, case, function.__code__)
            expression = _returned(function.__code__, frame.f_lineno)
            names = _Names(frame)
            shown, again = ("; ".join(names.false_parts(expression)) for _ in range(2))
            return shown if shown == again else ""  # a side that changes is not known
    except (Exception, SystemExit):  # of any code that runs a second time
        return ""


def _frame_at_end(holds: Callable[[Any], object], case: object, code: CodeType) -> FrameType:
    """Call a function again, and return its frame as it is when it returns."""
    ended: list[FrameType] = []

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code is not code:
            return None
        if event == "return":  # of a function that calls itself, the first call ends last
            ended[:] = [frame]
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        value = holds(case)
    finally:
        sys.settrace(before)
    if value or not ended:
        raise Unknown
    return ended[0]


def _returned(code: CodeType, line: int) -> ast.expr:
    """Return the expression that a function returns in a line."""
    tree, codes = _source(code.co_filename, code.co_flags & FUTURE)
    if code not in codes:  # the file has changed since
        raise Unknown
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda) and _span(node.body) == _span_of_code(code):
            found.append(node.body)
        elif isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            if first == code.co_firstlineno:
                returned = [each for each in _returns(node) if each.lineno <= line <= (each.end_lineno or 0)]
                found += [each.value for each in returned if each.value]
    if len(found) != 1:
        raise Unknown
    return found[0]


@lru_cache(32)
def _source(name: str, flags: int) -> tuple[ast.Module, frozenset[CodeType]]:
    """Return the tree of a file, and the code of all functions in it."""
    text = "".join(linecache.getlines(name))
    codes = [compile(text, name, "exec", flags, dont_inherit=True)]
    for code in codes:
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return ast.parse(text), frozenset(codes)


def _span(node: ast.expr) -> tuple[int | None, ...]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _span_of_code(code: CodeType) -> tuple[int | None, ...]:
    """Return where the expression of a lambda begins and ends."""
    places = [each for each in code.co_positions() if None not in each and each[2:] != (0, 0)]
    begin = min((line, column) for line, _, column, _ in places)
    end = max((line, column) for _, line, _, column in places)
    return *begin, *end


def _returns(node: ast.AST) -> Iterator[ast.Return]:
    """Yield the statements that return a value from a function, and not from a function in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return):
            yield child
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _returns(child)


class _Names:
    """The names at the end of a function, and what an expression is with them."""

    def __init__(self, frame: FrameType) -> None:
        code = frame.f_code
        self._names = {**frame.f_globals, **frame.f_locals}
        parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        values = {name: self._names[name] for name in parameters if name in self._names}
        self._numbers = {name: value for name, value in values.items() if type(value) in (int, bool, str)}

    def value(self, expression: ast.expr) -> Any:
        return eval(compile(ast.Expression(expression), "<comparison>", "eval"), self._names)

    def text(self, expression: ast.expr) -> str:
        """Return an expression with the case in the place of its name."""
        return ast.unparse(_Filled(self._numbers).visit(deepcopy(expression)))

    def false_parts(self, expression: ast.expr) -> list[str]:
        """Return the comparisons that make an expression false, with the values of their sides."""
        match expression:
            case ast.BoolOp(op=ast.And(), values=parts):  # what follows the first false part has not been evaluated
                return self.false_parts(next(part for part in parts if not self.value(part)))
            case ast.BoolOp(values=parts):
                return [text for part in parts for text in self.false_parts(part)]
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.false_parts(body if self.value(test) else other)
            case ast.Compare(left=left, ops=signs, comparators=others):
                return [self._false_link([left, *others], signs)]
        raise Unknown

    def _false_link(self, sides: list[ast.expr], signs: list[ast.cmpop]) -> str:
        """Return the first comparison of a chain that is false."""
        left = self.value(sides[0])
        for number, sign in enumerate(signs):
            right = self.value(sides[number + 1])
            if not COMPARISONS[type(sign)](left, right):
                values = shorten(left), shorten(right)
                texts = self.text(sides[number]), self.text(sides[number + 1])
                known = [f"{text} is {value}" for text, value in zip(texts, values, strict=True) if text != value]
                compared = f"{values[0]} {SIGNS[type(sign)]} {values[1]} is false"
                return f"{', '.join(known)}: {compared}" if known else compared
            left = right
        raise Unknown


class _Filled(ast.NodeTransformer):
    """Puts values in the places of names."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._values:
            return node
        return ast.parse(repr(self._values[node.id]), mode="eval").body  # a negative number gets its brackets
