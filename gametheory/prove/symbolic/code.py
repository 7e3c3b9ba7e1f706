"""Run unchanged code on symbols: functions and classes with symbolic versions of what they call.

A function is copied with other globals. Functions of the package that it calls are copied too; `range`, `max`, `min`,
`isqrt` and `least_satisfying` get their symbolic versions. Code that could notice the difference between an int and a
symbol, or could hide a refused operation, is refused: `is` other than with None, True or False, `try`, and `while`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property, wraps
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any

from gametheory.numbers.rationals import least_satisfying
from gametheory.prove.symbolic.branches import symbolic_least
from gametheory.prove.symbolic.path import UnsupportedOperation, current_path
from gametheory.prove.symbolic.values import BUILTINS, FAMILIES, Family, symbolic_isqrt

PACKAGE = "gametheory"
_REFUSED: tuple[type[ast.AST], ...] = (
    ast.Try,
    ast.TryStar,
    ast.While,
    ast.Match,
    ast.Global,
    ast.Nonlocal,
    ast.NamedExpr,
    ast.With,
)
_LOOPS = (ast.For, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_YIELDS = (ast.Yield, ast.YieldFrom)


def on_symbols(function: Callable[..., Any], replacements: Mapping[Any, Any] | None = None) -> Callable[..., Any]:
    """Return a copy of a function that accepts symbolic numbers."""
    return _Copies(replacements or {}).function(function)


def instance_on_symbols(kind: type, replacements: Mapping[Any, Any] | None = None, **attributes: Any) -> Any:
    """Return an object with the methods of a class, copied to accept symbolic numbers.

    The class is not called, so that nothing checks the attributes. An attribute that is not given does not exist.
    """
    if kind.__mro__ != (kind, object):
        raise UnsupportedOperation(f"{kind.__name__} has base classes")
    copies = _Copies(replacements or {})
    left_out = {*attributes, *(entry.name for entry in (fields(kind) if is_dataclass(kind) else ()))}
    members = {
        name: copies.member(value)
        for name, value in vars(kind).items()
        if name not in left_out and not (name.startswith("__") and name.endswith("__"))
    }
    instance = type(kind.__name__, (), members)()
    instance.__dict__.update(attributes)
    return instance


class _Copies:
    """Copies of functions that share their replacements; each function and module is copied once."""

    def __init__(self, replacements: Mapping[Any, Any]) -> None:
        known = {getattr(builtins, name): function for name, function in BUILTINS.items()}
        self.replacements: dict[Any, Any] = {
            math.isqrt: symbolic_isqrt,
            least_satisfying: symbolic_least,
            **known,
            **replacements,
        }
        self.modules: dict[int, dict[str, Any]] = {}
        self.functions: dict[FunctionType, Callable[..., Any]] = {}

    def function(self, function: Any) -> Callable[..., Any]:
        """Return the copy of a function."""
        if function not in self.functions:
            if type(function) is not FunctionType:
                raise UnsupportedOperation(f"{function} is not a function written in Python")
            tree = _checked(function)
            copy = FunctionType(
                function.__code__,
                self._globals(function),
                function.__name__,
                function.__defaults__,
                function.__closure__,
            )
            copy.__kwdefaults__ = function.__kwdefaults__
            if is_family := _is_family(tree):
                FAMILIES.update(_loop_codes(function.__code__))
            self.functions[function] = _sealed(copy) if is_family else copy
        return self.functions[function]

    def member(self, value: Any) -> Any:
        """Return the copy of a member of a class."""
        if type(value) is FunctionType:
            return self._later(value)
        if type(value) is property and value.fget is not None:
            return property(self._later(value.fget))
        if type(value) is cached_property:
            return property(self._later(value.func))
        return value

    def _globals(self, function: FunctionType) -> dict[str, Any]:
        original = function.__globals__
        if id(original) not in self.modules:
            copied = {name: self._replaced(value) for name, value in original.items()}
            self.modules[id(original)] = {**BUILTINS, **copied}
        return self.modules[id(original)]

    def _replaced(self, value: Any) -> Any:
        if type(value) is FunctionType or callable(value):
            try:
                if value in self.replacements:
                    return self.replacements[value]
            except TypeError:  # a callable that has no hash
                return value
        is_ours = type(value) is FunctionType and value.__module__.partition(".")[0] == PACKAGE
        return self._later(value) if is_ours else value

    def _later(self, function: Any) -> Callable[..., Any]:
        """Return a function that makes the copy when it is first called, since not every function can be copied."""

        @wraps(function)
        def call(*arguments: Any, **keywords: Any) -> Any:
            return self.function(function)(*arguments, **keywords)

        return call


def _sealed(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose result is a Family if its loop ran over a symbolic range."""

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        elements = current_path().elements
        before = len(elements)
        items = list(function(*arguments, **keywords))
        return Family(items) if len(elements) > before else items

    return call


def _checked(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function, or raise if it contains a refused statement."""
    try:
        tree = ast.parse(dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):
        tree = ast.Pass()
    if type(tree) is not ast.FunctionDef:
        raise UnsupportedOperation(f"{function.__name__} has no source that begins with def")
    for node in ast.walk(tree):
        if type(node) in _REFUSED or (type(node) is ast.Compare and not _decidable(node)):
            raise UnsupportedOperation(f"{function.__name__}: `{ast.unparse(node).splitlines()[0]}` in code on symbols")
    return tree


def _decidable(comparison: ast.Compare) -> bool:
    """Return whether each `is` compares with None, True or False."""
    pairs = zip(comparison.ops, comparison.comparators, strict=True)
    return all(type(other) is ast.Constant for operator, other in pairs if type(operator) in (ast.Is, ast.IsNot))


def _is_family(tree: ast.FunctionDef) -> bool:
    """Return whether the function ends with its only loop, whose passes cannot depend on each other.

    The loop is a `for` that only yields, or the comprehension of a returned list. So the result is a set of values, one
    for each element of the range and each pass of the loop by itself.
    """
    loops = [node for node in ast.walk(tree) if type(node) in _LOOPS]
    yields = [node for node in ast.walk(tree) if type(node) in _YIELDS]
    last = tree.body[-1]
    if len(loops) != 1:
        return False
    if isinstance(last, ast.For):
        inside = sum(type(node) in _YIELDS for part in last.body for node in ast.walk(part))
        return not last.orelse and inside == len(yields) > 0 and all(map(_only_yields, last.body))
    comprehension = last.value if isinstance(last, ast.Return) else None
    if not isinstance(comprehension, ast.ListComp) or yields:
        return False
    [generator] = comprehension.generators if len(comprehension.generators) == 1 else [None]
    return generator is not None and not generator.ifs


def _only_yields(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return all(map(_only_yields, [*statement.body, *statement.orelse]))
    return isinstance(statement, ast.Pass | ast.Continue) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)
    )


def _loop_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code that runs the loop: that of the function, and of its comprehension before Python 3.12."""
    yield code
    constants: Iterable[object] = code.co_consts
    yield from (part for part in constants if isinstance(part, CodeType) and part.co_name == "<listcomp>")
