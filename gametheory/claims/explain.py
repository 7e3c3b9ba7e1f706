"""Why a function returned a false value: both sides of the comparison that failed, as pytest shows them.

The function is called once more with a profiler, which gives the values of its variables where it returns. The
expression that it returned is found in the source code, and the sides of its comparison are evaluated with these
values. If anything about this fails, there is no explanation.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from gametheory.claims.source_code import unwrapped
from gametheory.claims.validate import shown
from gametheory.storage.opened_files import unrecorded

MOST = 8  # variables to show


class _Return(NamedTuple):
    """Where a function returned: the code, the line, and its variables."""

    code: CodeType
    line: int
    names: Mapping[str, Any]


def why_false(function: Callable[..., Any], *arguments: Any) -> str:
    """Return why a call of a function gave a false value; "" if that cannot be found out.

    Examples
    --------
    >>> def is_small(n):
    ...     square = n * n
    ...     return square < 10
    >>> why_false(is_small, 4)  # a function without a file has no source code
    ''
    """
    try:
        returned = _where_it_returns(function, arguments)
        expression = returned and _expression(returned)
        # Texts of evidence would typeset what is between dollar signs.
        return _explained(expression, returned).replace("$", "＄") if returned and expression else ""
    except Exception:  # the function is not ours: calling it again, or printing its values, can raise anything
        return ""


def _where_it_returns(function: Callable[..., Any], arguments: tuple[Any, ...]) -> _Return | None:
    """Call a function again; return where it returned, if the value is false again."""
    code = getattr(unwrapped(function), "__code__", None)
    found: list[_Return] = []

    def profile(frame: FrameType, event: str, _: Any) -> None:
        if event == "return" and frame.f_code is code:
            found.append(_Return(frame.f_code, frame.f_lineno, {**frame.f_globals, **frame.f_locals}))

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        value = function(*arguments)
    finally:
        sys.setprofile(before)
    return found[-1] if found and not value else None


def _expression(returned: _Return) -> ast.expr | None:
    """Return the expression whose value the function returned."""
    lambdas, returns = _returns_of(returned.code.co_filename)
    if returned.code.co_name == "<lambda>":
        inside = [position for position in returned.code.co_positions() if position[0] is not None and position[3]]
        spans = {(line, column) for line, _, column, _ in inside if column is not None}
        fits = [node for node in lambdas if all(_contains(node, line, column) for line, column in spans)]
        return min(fits, key=_length).body if fits else None
    here = [node for node in returns if node.lineno <= returned.line <= (node.end_lineno or node.lineno)]
    return min(here, key=_length).value if here else None


@lru_cache(maxsize=32)
def _returns_of(file: str) -> tuple[list[ast.Lambda], list[ast.Return]]:
    if not Path(file).is_absolute():  # such as "<stdin>": a file of this name here is not the code that ran
        return [], []
    with unrecorded():  # the code is a dependency of the claim already
        nodes = list(ast.walk(ast.parse(Path(file).read_bytes())))
    lambdas, returns = ([node for node in nodes if isinstance(node, kind)] for kind in (ast.Lambda, ast.Return))
    return lambdas, returns  # type: ignore[return-value]


def _contains(node: ast.Lambda, line: int | None, column: int) -> bool:
    body = node.body
    start, end = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    return line is not None and (start <= (line, column) < end or (line, column) == (node.lineno, node.col_offset))


def _length(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return (node.end_lineno or 0) - node.lineno, (node.end_col_offset or 0) - node.col_offset


def _explained(expression: ast.expr, returned: _Return) -> str:
    """Return the failing part of an expression with the values of its sides."""
    part = _failing(expression, returned)
    source = ast.unparse(part)
    if isinstance(part, ast.Compare):
        sides = [part.left, *part.comparators]
        values = [shown(_value(side, returned)) for side in sides]
        signs = [ast.unparse(ast.Compare(ast.Name("a"), [sign], [ast.Name("b")]))[2:-2] for sign in part.ops]
        reading = " ".join(text for pair in zip(values, [*signs, ""], strict=True) for text in pair).rstrip()
        return f"{source} is false" if reading == source else f"{source} is false: {reading}"
    used = [node.id for node in ast.walk(part) if isinstance(node, ast.Name)]
    local = [name for name in dict.fromkeys(used) if name in returned.names and not callable(returned.names[name])]
    values = [f"{name} = {shown(returned.names[name])}" for name in local[:MOST]]
    return f"{source} is false" + (f", with {', '.join(values)}" if values else "")


def _failing(expression: ast.expr, returned: _Return) -> ast.expr:
    """Return the part of a conjunction that is false, or the whole expression."""
    if isinstance(expression, ast.BoolOp) and isinstance(expression.op, ast.And):
        for part in expression.values:
            if not _value(part, returned):
                return _failing(part, returned)
    if isinstance(expression, ast.Compare) and len(expression.ops) > 1:
        sides = [expression.left, *expression.comparators]
        for left, sign, right in zip(sides, expression.ops, sides[1:], strict=False):
            pair = ast.Compare(left, [sign], [right])
            if not _value(pair, returned):
                return pair
    return expression


def _value(expression: ast.expr, returned: _Return) -> Any:
    tree = ast.fix_missing_locations(ast.Expression(expression))
    return eval(compile(tree, "<explanation>", "eval"), dict(returned.names))
