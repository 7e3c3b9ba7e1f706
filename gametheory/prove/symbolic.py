"""Symbolic execution: run a function on symbols and collect all its branches.

The rules of a game are ordinary code on integers. To prove a property of the rules for all integers, the same code runs
with symbolic integers, so that the proof does not need a second copy of the rules. Every comparison forks the run, and
each run ends with a path condition and a value.

A quotient, a root, an element of a range and the least integer with a property become new symbols, described by
relations. `least_satisfying` returns the least integer if the condition is monotone and is true somewhere; a proof
about the described value has to show both.

`on_symbols` and `instance_on_symbols` copy a function or a class with other globals. Functions of the package that it
calls are copied too; `range`, `max`, `min`, `isqrt` and `least_satisfying` get their symbolic versions. What a run
cannot express is refused by name. So is code that could notice the difference between an int and a symbol, or could
hide a refused operation: `is` other than with None, True or False, `try`, and `while`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property, wraps
from itertools import chain
from textwrap import dedent
from types import CodeType, FunctionType, GeneratorType
from typing import Any, NamedTuple

from sympy import And, Expr, Ge, Or, Symbol, sympify
from sympy.logic.boolalg import Boolean

from gametheory.numbers.rationals import least_satisfying
from gametheory.prove.smt import sign_hypotheses, variables_of
from gametheory.prove.symbolic_values import (
    BUILTINS,
    FAMILIES,
    Definition,
    Element,
    Family,
    Path,
    SymbolicInt,
    SymbolicRange,
    UnsupportedOperation,
    current_path,
    expression_of,
    following,
    is_symbolic,
    is_whole,
    symbolic,
    symbolic_isqrt,
)

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


def run_symbolically(
    function: Callable[..., object], *symbols: Expr, given: Sequence[Boolean] = ()
) -> Iterator[Branch]:
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
    expressions = list(map(sympify, symbols))
    nodes = [*expressions, *given]
    variables = variables_of(nodes)
    signs = sign_hypotheses(nodes)
    if signs:
        # sympy would decide comparisons by it, and their branches would be missing without a word.
        raise ValueError(f"{signs[0]} is an assumption of a symbol; say it in given")
    yield from explore(function, expressions, given, frozenset(name for name, _ in variables))


MAX_BRANCHES = 1000


class Raised(NamedTuple):
    """The value of a branch that ends with an exception."""

    error: str


class Bounds(NamedTuple):
    """The value of a branch that returns a range: lower <= number < upper."""

    lower: Expr
    upper: Expr


@dataclass(frozen=True)
class Branch:
    """One run: the path condition (the results of its comparisons) and the returned value, as sympy expressions.

    The value may contain symbols of `definitions` (quotients, roots and other described values) and of `elements` (any
    element of a range).
    """

    condition: tuple[Boolean, ...]
    value: Any
    definitions: tuple[Definition, ...] = ()
    elements: tuple[Element, ...] = ()

    @property
    def facts(self) -> tuple[Boolean, ...]:
        """The path condition with the meanings of all new symbols."""
        described: list[Element | Definition] = [*self.elements, *self.definitions]
        return (*self.condition, *(entry.meaning for entry in described))


def explore(
    function: Callable[..., object],
    symbols: Sequence[Expr],
    given: Sequence[Boolean] = (),
    taken: frozenset[str] = frozenset(),
    prefix: str = "",
) -> Iterator[Branch]:
    """Yield every branch, depth-first over the results of the comparisons."""
    answers: list[bool] = []
    for _ in range(MAX_BRANCHES):
        path = Path(answers, given, taken, prefix)
        with following(path):
            value = _value(function, symbols)
        yield Branch(tuple(path.condition), value, tuple(path.definitions), tuple(path.elements))
        # Depth-first: the last comparison whose second result has not been followed is next.
        while answers and not answers[-1]:
            answers.pop()
        if not answers:
            return
        answers[-1] = False
    raise UnsupportedOperation(f"a function with more than {MAX_BRANCHES} branches")


def split(branches: Sequence[Branch], depth: int) -> tuple[list[Branch], list[Branch]]:
    """Return the branches in which a comparison, given by its number, has its first result, and the others."""
    first = branches[0].condition[depth]
    yes: list[Branch] = []
    no: list[Branch] = []
    for branch in branches:
        if branch.condition[depth] == first:
            side = yes
        else:
            side = no
        side.append(branch)
    if not no:
        raise UnsupportedOperation("a comparison of which one result is missing")
    return yes, no


def needed(symbols: Iterable[Symbol], definitions: Sequence[Definition]) -> set[Symbol]:
    """Return symbols, and those on which their definitions depend."""
    symbols = set(symbols)
    for definition in reversed(definitions):  # each after those that it uses
        if definition.symbol in symbols:
            symbols |= _symbols_in(definition)
    return symbols


def _symbols_in(definition: Definition) -> set[Symbol]:
    symbols: set[Symbol] = set()
    for argument in definition.arguments:
        if not isinstance(argument, Search):
            symbols |= argument.free_symbols
            continue
        symbols |= argument.first.free_symbols
        for branch in argument.branches:
            symbols = symbols.union(*(fact.free_symbols for fact in branch.facts))
            # A fact can be `true`: then it does not name the arguments of its described value.
            symbols = symbols.union(*map(_symbols_in, branch.definitions))
    return symbols


def _value(function: Callable[..., object], symbols: Sequence[Expr]) -> object:
    try:
        return plain(function(*map(symbolic, symbols)))
    except (ArithmeticError, ValueError, LookupError) as error:
        return Raised(type(error).__name__)


def plain(value: Any) -> Any:
    """Return a value with expressions in place of symbolic numbers, and tuples in place of lists and dictionaries."""
    kind = type(value)
    if kind in (bool, str, type(None)):
        return value
    if is_symbolic(value) or kind in (int, Fraction):
        return expression_of(value)
    if kind is SymbolicRange:
        return Bounds(expression_of(value.lower), expression_of(value.upper))
    if kind is Family:
        return tuple(map(plain, value.items))
    if issubclass(kind, dict):
        return tuple((plain(key), plain(entry)) for key, entry in value.items())
    if issubclass(kind, tuple | list | GeneratorType) or hasattr(kind, "__next__"):
        return tuple(map(plain, value))
    if is_dataclass(kind):
        names = [entry.name for entry in fields(kind) if entry.init]
        return replace(value, **{name: plain(getattr(value, name)) for name in names})
    raise UnsupportedOperation(f"a result of type {kind.__name__}")


@dataclass(frozen=True)
class Search:
    """The condition of a search for the least integer, from `first` on, as the branches of its code at `place`."""

    first: Expr
    place: Symbol
    branches: tuple[Branch, ...]

    def holds(self, at: Expr, name: str = "") -> Boolean:
        """Return the statement that the condition is true at an integer; `name` begins the names of new symbols."""
        return Or(*(self._at(branch, at, name) for branch in self.branches if branch.value))

    def _at(self, branch: Branch, at: Expr, name: str) -> Boolean:
        # The described values of the condition are other numbers at another integer.
        replaced = {self.place: at}
        for definition in branch.definitions:
            symbol = definition.symbol
            replaced[symbol] = Symbol(f"{name}{symbol.name}", integer=True)
        return And(*branch.facts).xreplace(replaced)


def symbolic_least(condition: Callable[[Any], Any], first: Any, near: Any = None) -> Any:
    """Return a new symbol for the least integer that satisfies a condition; `near` does not change the result."""
    path = current_path()
    symbol = path.new("least")
    prefix = f"{symbol.name}_"
    place = Symbol(f"{prefix}place", integer=True)
    runs = explore(lambda at: bool(condition(at)), [place], path.given, path.taken, prefix)
    branches = tuple(runs)
    free = set[Any]()
    answered = is_whole(first)
    for branch in branches:
        free.update(*(fact.free_symbols for fact in branch.facts))
        # A branch that raises an exception has another value than a bool.
        answered = answered and type(branch.value) is bool and not branch.elements
    if not answered:
        raise UnsupportedOperation("a search for a value that is not an integer, or by a condition that fails")
    if not is_symbolic(first) and free <= {place}:  # nothing in the search is symbolic
        return least_satisfying(condition, first, near)
    search = Search(expression_of(first), place, branches)

    def meaning(least: Expr) -> Boolean:
        return And(Ge(least, search.first, evaluate=False), search.holds(least, "found_"))

    return SymbolicInt(path.define("least", (search,), meaning))


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


def on_symbols(function: Callable[..., object], replacements: Mapping[Any, Any] | None = None) -> Callable[..., Any]:
    """Return a copy of a function that accepts symbolic numbers."""
    return _Copies(replacements or {}).function(function)


def instance_on_symbols(kind: type, replacements: Mapping[Any, Any] | None = None, **attributes: object) -> Any:
    """Return an object with the methods of a class, copied to accept symbolic numbers.

    The class is not called, so that nothing checks the attributes. An attribute that is not given does not exist.
    """
    if kind.__mro__ != (kind, object):
        raise UnsupportedOperation(f"{kind.__name__} has base classes")
    copies = _Copies(replacements or {})
    left_out = set(attributes)
    if is_dataclass(kind):  # the default of a field is an attribute of its class
        left_out.update(entry.name for entry in fields(kind))
    members = dict[str, Any]()
    for name, value in vars(kind).items():
        special = name.startswith("__") and name.endswith("__")
        if name not in left_out and not special:
            members[name] = copies.member(value)
    instance = type(kind.__name__, (), members)()
    instance.__dict__.update(attributes)
    return instance


class _Copies:
    """Copies of functions that share their replacements; each function and module is copied once."""

    def __init__(self, replacements: Mapping[object, object]) -> None:
        known = {getattr(builtins, name): function for name, function in BUILTINS.items()}
        known |= {math.isqrt: symbolic_isqrt, least_satisfying: symbolic_least}
        self.replacements: dict[object, object] = {**known, **replacements}
        self.modules: dict[int, dict[str, object]] = {}
        self.functions: dict[FunctionType, Callable[..., object]] = {}

    def function(self, function: object) -> Callable[..., object]:
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
            if _is_family(tree):
                FAMILIES.update(_loop_codes(function.__code__))
                self.functions[function] = _sealed(copy)
            else:
                self.functions[function] = copy
        return self.functions[function]

    def member(self, value: object) -> Any:
        """Return the copy of a member of a class."""
        if type(value) is FunctionType:
            return self._later(value)
        if type(value) is property and value.fget is not None:
            return property(self._later(value.fget))
        if type(value) is cached_property:
            return property(self._later(value.func))
        return value

    def _globals(self, function: FunctionType) -> dict[str, object]:
        original = function.__globals__
        if id(original) not in self.modules:
            copied = {name: self._replaced(value) for name, value in original.items()}
            self.modules[id(original)] = {**BUILTINS, **copied}
        return self.modules[id(original)]

    def _replaced(self, value: object) -> object:
        if type(value) is FunctionType or callable(value):
            try:
                if value in self.replacements:
                    return self.replacements[value]
            except TypeError:  # a callable that has no hash
                return value
        if type(value) is FunctionType and value.__module__.partition(".")[0] == PACKAGE:
            return self._later(value)
        return value

    def _later(self, function: Any) -> Callable[..., object]:
        """Return a function that makes the copy when it is first called, since not every function can be copied."""

        @wraps(function)
        def call(*arguments: object, **keywords: object) -> object:
            return self.function(function)(*arguments, **keywords)

        return call


def _sealed(function: Callable[..., Any]) -> Callable[..., object]:
    """Return a function whose result is a Family if its loop ran over a symbolic range."""

    @wraps(function)
    def call(*arguments: object, **keywords: object) -> object:
        elements = current_path().elements
        before = len(elements)
        items = list(function(*arguments, **keywords))
        if len(elements) > before:
            return Family(items)
        return items

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
            line = ast.unparse(node).splitlines()[0]
            raise UnsupportedOperation(f"{function.__name__}: `{line}` in code on symbols")
    return tree


def _decidable(comparison: ast.Compare) -> bool:
    """Return whether each `is` compares with None, True or False."""
    for operator, other in zip(comparison.ops, comparison.comparators, strict=True):
        # A symbolic number is another object than the int that it stands for.
        if isinstance(operator, ast.Is | ast.IsNot) and type(other) is not ast.Constant:
            return False
    return True


def _is_family(tree: ast.FunctionDef) -> bool:
    """Return whether the function ends with its only loop, whose passes cannot depend on each other.

    The loop is a `for` that only yields, or the comprehension of a returned list. So the result is a set of values, one
    for each element of the range and each pass of the loop by itself.
    """
    yields = _count([tree], _YIELDS)
    last = tree.body[-1]
    if _count([tree], _LOOPS) != 1:
        return False
    if isinstance(last, ast.For):
        # A yield outside the loop would be the same for all elements, or for none.
        all_inside = yields > 0 and _count(last.body, _YIELDS) == yields
        return not last.orelse and all_inside and all(map(_only_yields, last.body))
    match last:
        case ast.Return(value=ast.ListComp(generators=[ast.comprehension(ifs=[])])):
            return not yields
    return False


def _count(nodes: Sequence[ast.AST], kinds: tuple[type[ast.AST], ...]) -> int:
    """Return how many nodes of some kinds there are in trees."""
    return sum(type(node) in kinds for node in chain.from_iterable(map(ast.walk, nodes)))


def _only_yields(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return all(map(_only_yields, [*statement.body, *statement.orelse]))
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Yield)
    return isinstance(statement, ast.Pass | ast.Continue)


def _loop_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code that runs the loop: that of the function, and of its comprehension before Python 3.12."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name == "<listcomp>":
            yield constant
