"""Expressions of checks: one exact language, a part of Python.

An expression is read here, and never executed as text. Numbers are integers and decimals, which are
exact: 0.1 is 1/10. A number and a statement are two kinds of values, so that `True + True` and
`sum(x > 1 for x in range(3))` are refused.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from keyword import iskeyword
from typing import NamedTuple, TypeAlias

MOST_SIGNS = 2000
MOST_PARTS = 600
MOST_NESTED = 80
MOST_EXPONENT = 1000
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
# The exact functions with their least and greatest numbers of arguments; math.comb is comb.
FUNCTIONS = {
    "comb": (2, 2),
    "perm": (1, 2),
    "factorial": (1, 1),
    "gcd": (0, 99),
    "lcm": (0, 99),
    "isqrt": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "abs": (1, 1),
    "min": (2, 99),
    "max": (2, 99),
    "Fraction": (1, 2),
}
TRUTHS_OF_CASES = ("all", "any")
NUMBERS_OF_CASES = ("sum", "min", "max")
WORDS = frozenset({*FUNCTIONS, *TRUTHS_OF_CASES, *NUMBERS_OF_CASES, "range"})
NUMBER, TRUTH = "number", "statement"
KINDS = ("real", "integer")
FOR = "; for "  # between an expression and its variables; no expression has a semicolon
NAMES_OF_WORDS = ", ".join(dict.fromkeys((*TRUTHS_OF_CASES, *NUMBERS_OF_CASES, *FUNCTIONS)))
ALLOWED = (
    "allowed are numbers, + - * / // % **, comparisons, and, or, not, names of the header, "
    f"{NAMES_OF_WORDS}, for over range"
)
NO_NAME = "{} cannot be the name of a variable: it has a meaning already"
Number: TypeAlias = int | Fraction
Names: TypeAlias = Mapping[str, object]  # of the header
Kinds: TypeAlias = Mapping[str, str]  # of the variables
Part: TypeAlias = tuple[int, str]  # of the text of the variables, with its place
DECLARED = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?::\s*([A-Za-z]+)\s*)?")
EXPONENT = re.compile(r"[eE]([+-]?[0-9]+)")


class Refused(ValueError):
    """An expression that is not allowed; `at` is the place in it or in that of its variables."""

    def __init__(self, at: int, message: str, of_variables: bool = False) -> None:
        super().__init__(message)
        self.at = at
        self.of_variables = of_variables


class Undecided(ValueError):
    """An expression has no truth value that counts."""


class Check(NamedTuple):
    """An expression that was read, the kinds of its variables, and the conditions on them."""

    tree: ast.expr
    kinds: Kinds
    conditions: Sequence[ast.expr]


def joined(check: str, variables: str = "") -> str:
    """Return an expression and what declares its variables as one text.

    >>> joined("x * x >=  y", "x, y: real, y < 0")
    'x * x >= y; for x, y: real, y < 0'
    """
    return FOR.join(" ".join(part.split()) for part in (check, variables) if part)


def read_check(text: str, names: Names, variables: str = "") -> Check:
    """Return the tree of an expression with its variables; raise Refused if it is not allowed.

    `names` are those of the header. The text of the variables is like "x, y: real, x >= 0".

    >>> check = read_check("n**2 > castle.fewest(n, 43)", {"castle": None}, "n: integer, n > 2")
    >>> text_of(check.tree.left), dict(check.kinds), [text_of(each) for each in check.conditions]
    ('n**2', {'n': 'integer'}, ['n > 2'])
    >>> read_check("().__class__", {})
    Traceback (most recent call last):
    gametheory.texts.expressions.Refused: ().__class__ is not allowed; allowed are numbers, ...
    """
    if hidden := WORDS & names.keys():
        raise Refused(0, f"the header imports {min(hidden)}, a word of checks; rename it by `as`")
    for part in (text, variables):
        if len(part) > MOST_SIGNS:
            message = f"{len(part):,} characters are too many; at most {MOST_SIGNS:,} are"
            raise Refused(0, message, part is variables)
    kinds, parts = _declared(variables, names) if variables else ({}, [])
    tree = _read(text, names, kinds)
    try:
        conditions = [_read(part, names, kinds, at) for at, part in parts]
    except Refused as error:
        raise Refused(error.at, str(error), of_variables=True) from error
    nodes = [node for each in (tree, *conditions) for node in ast.walk(each)]
    occurring = {node.id for node in nodes if isinstance(node, ast.Name)}
    for name in kinds:
        if name not in occurring:
            raise Refused(0, f"the variable {name} does not occur in the check", of_variables=True)
    return Check(tree, kinds, conditions)


def _declared(variables: str, names: Names) -> tuple[dict[str, str], list[Part]]:
    """Return the kinds of the variables, and the conditions on them with their places."""
    kinds: dict[str, str] = {}
    conditions: list[Part] = []
    waiting: list[str] = []
    for at, part in _parts(variables):
        found = DECLARED.fullmatch(part)
        if not found:
            conditions.append((at, part))
            continue
        name, kind = found.groups()
        taken = {*WORDS, *names, *kinds, *waiting}
        if iskeyword(name) or name in taken:
            raise Refused(at, NO_NAME.format(name), of_variables=True)
        waiting.append(name)
        if kind in KINDS:
            kinds |= dict.fromkeys(waiting, kind)
            waiting = []
        elif kind:
            allowed = " or ".join(KINDS)
            raise Refused(at, f"{kind} is no kind of variable; it must be {allowed}", True)
    if waiting:
        name = waiting[0]
        raise Refused(0, f"the variable {name} has no kind, as in {name}: real", of_variables=True)
    return kinds, conditions


def _parts(text: str) -> Iterator[Part]:
    """Yield what is between the commas that are in no brackets, each with its place."""
    start = depth = 0
    for at, sign in enumerate(f"{text},"):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            yield start, text[start:at]
            start = at + 1
    if start <= len(text):
        yield start, text[start:]


def _read(text: str, names: Names, kinds: Kinds, at: int = 0) -> ast.expr:
    """Return the tree of an expression that begins at a place."""
    line = re.sub(r"\s", " ", text)
    begin = len(line) - len(line.lstrip())
    try:
        tree = parsed(line[begin:])
        _Reader(names, kinds).read(tree, TRUTH)
    except Refused as error:
        raise Refused(at + begin + error.at, str(error)) from error
    return tree


def parsed(line: str) -> ast.expr:
    """Return the tree of a line of Python, whatever is in it; each part has its text."""
    # Letters of other alphabets look like those of a name, and Python reads some of them as others.
    other = re.search("[^ -~]|#", line)
    if other:
        message = f"{other[0]!a} is not allowed; an expression has ASCII characters, and no comment"
        raise Refused(other.start(), message)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of "1or 2", which looks like one word
            tree = ast.parse(line, mode="eval").body
    except SyntaxError as error:
        at = max((error.offset or 1) - 1, 0)
        raise Refused(at, f"this is no expression: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise Refused(0, f"this is no expression: {error or type(error).__name__}") from error
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    if len(nodes) > MOST_PARTS:
        raise Refused(0, f"the expression has {len(nodes):,} parts; at most {MOST_PARTS} are")
    for node in nodes:
        vars(node)["text"] = line[node.col_offset : node.end_col_offset]
    return tree


def text_of(node: ast.AST) -> str:
    """Return a part of an expression as it is written."""
    return str(vars(node)["text"])


def simple(number: Fraction) -> Number:
    """Return a whole number as an integer."""
    return number.numerator if number.denominator == 1 else number


class _Reader:
    """Checks each part of an expression, and attaches the exact value to each number."""

    def __init__(self, names: Names, kinds: Kinds) -> None:
        self._names = names
        self._variables = set(kinds)

    def read(self, node: ast.expr, wanted: str, depth: int = 0) -> None:
        """Check a part that must be a number or a statement."""
        if depth >= MOST_NESTED:
            raise Refused(node.col_offset, f"more than {MOST_NESTED} levels are not allowed")
        kind = NUMBER
        parts: list[ast.expr] = []
        kind_of_parts = NUMBER
        match node:
            case ast.Constant():
                vars(node)["exact"] = self._constant(node)
            case ast.Name(id=name):
                self._variable(node, name)
            case ast.Attribute():
                self._name(node)
            case ast.UnaryOp(op=ast.USub(), operand=one):
                parts = [one]
            case ast.BinOp(left=one, op=op, right=other) if type(op) in OPERATORS:
                parts = [one, other]
            case ast.Compare(left=one, ops=ops, comparators=others) if _are_known(ops):
                kind = TRUTH
                parts = [one, *others]
            case ast.UnaryOp(op=ast.Not(), operand=one):
                kind = TRUTH
                parts = [one]
                kind_of_parts = TRUTH
            case ast.BoolOp(values=values):
                kind = TRUTH
                parts = values
                kind_of_parts = TRUTH
            case ast.Call(func=ast.Name(id=word)) if word in WORDS:
                kind = TRUTH if word in TRUTHS_OF_CASES else NUMBER
                parts = self._arguments(node, word, kind, depth)
            case ast.Call():
                kind = wanted  # which is known once it is called
                parts = self._arguments_of_header(node)
            case _:
                raise self._refused(node)
        if kind != wanted:
            message = f"{text_of(node)} is a {kind}, and a {wanted} must be here"
            raise Refused(node.col_offset, message)
        for part in parts:
            self.read(part, kind_of_parts, depth + 1)

    def _arguments(self, node: ast.Call, word: str, kind: str, depth: int) -> list[ast.expr]:
        """Return the numbers of which a word of the language is computed; read its cases."""
        least, most = FUNCTIONS.get(word, (1, 0))
        of_cases = word in TRUTHS_OF_CASES + NUMBERS_OF_CASES
        of_range = word in NUMBERS_OF_CASES
        if node.keywords:
            raise self._refused(node)
        match node.args:
            case [ast.GeneratorExp() as cases] if of_cases:
                self._cases(cases, kind, depth + 1)
                return []
            case [ast.Call(func=ast.Name(id="range")) as numbers] if of_range:
                return self._ends(numbers)
            case arguments if least <= len(arguments) <= most:
                return arguments
        raise self._refused(node)

    def _arguments_of_header(self, node: ast.Call) -> list[ast.expr]:
        self._name(node.func)
        if any(each.arg is None for each in node.keywords):  # two stars
            raise self._refused(node)
        return [*node.args, *(each.value for each in node.keywords)]

    def _cases(self, cases: ast.GeneratorExp, kind: str, depth: int) -> None:
        """Read a generator expression; its names are variables of what follows in it."""
        outside = set(self._variables)
        for part in cases.generators:
            match part.target, part.iter:
                case ast.Name(id=name), ast.Call(func=ast.Name(id="range")) as numbers:
                    for end in self._ends(numbers):
                        self.read(end, NUMBER, depth)
                case _:
                    raise self._refused(cases)
            if part.is_async:
                raise self._refused(cases)
            if name in self._variables or name in self._names or name in WORDS:
                raise Refused(part.target.col_offset, NO_NAME.format(name))
            self._variables.add(name)
            for condition in part.ifs:
                self.read(condition, TRUTH, depth)
        self.read(cases.elt, kind, depth)
        self._variables = outside

    def _ends(self, node: ast.Call) -> list[ast.expr]:
        if node.keywords or not 1 <= len(node.args) <= 3:
            raise self._refused(node)
        return node.args

    def _constant(self, node: ast.Constant) -> Number:
        """Return the value of a number as it is written, which the float of Python is not."""
        if type(node.value) not in (int, float):
            raise self._refused(node)
        if isinstance(node.value, int):
            return node.value
        text = text_of(node).replace("_", "")
        exponent = EXPONENT.search(text)
        # The size is seen from the digits, since 1e-100000000 as a fraction takes all memory.
        if exponent and abs(int(exponent[1])) > MOST_EXPONENT:
            message = f"the exponent of {text} is not allowed; at most {MOST_EXPONENT:,} is"
            raise Refused(node.col_offset, message)
        return simple(Fraction(text))

    def _variable(self, node: ast.Name, name: str) -> None:
        if name in self._names or name in WORDS:
            raise self._refused(node)
        if name not in self._variables:
            message = f"{name} is not declared, as in for='{name}: real'"
            raise Refused(node.col_offset, message)

    def _name(self, node: ast.expr) -> None:
        """Check a name of the header, or one of a module that it names."""
        match node:
            case ast.Name(id=name):
                hidden = False
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                hidden = attribute.startswith("_")
            case _:
                raise self._refused(node)
        if hidden:
            raise self._refused(node)
        if name not in self._names:
            raise Refused(node.col_offset, f"the header does not import {name}")

    def _refused(self, node: ast.expr) -> Refused:
        return Refused(node.col_offset, f"{text_of(node)} is not allowed; {ALLOWED}")


def _are_known(operators: Sequence[ast.cmpop]) -> bool:
    return all(type(each) in OPERATORS for each in operators)
