"""Expressions of checks: one exact language, a part of Python, which is read here and never executed as text.

Numbers are integers and decimals, which are exact: 0.1 is 1/10. A number and a truth are two kinds of values, so that
`True + True` and `sum(x > 1 for x in range(3))` are refused.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from keyword import iskeyword
from typing import NamedTuple

MOST_SIGNS, MOST_PARTS, MOST_NESTED, MOST_EXPONENT = 2000, 600, 80, 1000
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
TRUTHS_OF_CASES, NUMBERS_OF_CASES = ("all", "any"), ("sum", "min", "max")
WORDS = frozenset({*FUNCTIONS, *TRUTHS_OF_CASES, *NUMBERS_OF_CASES, "range"})
NUMBER, TRUTH = "number", "statement"
KINDS = ("real", "integer")
FOR = "; for "  # between an expression and its variables; no expression has a semicolon
ALLOWED = (
    "allowed are numbers, + - * / // % **, comparisons, and, or, not, names of the header, "
    f"{', '.join(word for word in dict.fromkeys((*TRUTHS_OF_CASES, *NUMBERS_OF_CASES, *FUNCTIONS)))}, for over range"
)
DECLARED = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?::\s*([A-Za-z]+)\s*)?")
EXPONENT = re.compile(r"[eE]([+-]?[0-9]+)")


class Refused(ValueError):
    """An expression that is not allowed; `at` is the place in it, or in the text of its variables."""

    def __init__(self, at: int, message: str, of_variables: bool = False) -> None:
        super().__init__(message)
        self.at, self.of_variables = at, of_variables


class Undecided(ValueError):
    """An expression has no truth value that counts."""


class Check(NamedTuple):
    """An expression that was read, the kinds of its variables, and the conditions on them."""

    tree: ast.expr
    kinds: Mapping[str, str]
    conditions: Sequence[ast.expr]


def joined(check: str, variables: str = "") -> str:
    """Return an expression and what declares its variables as one text.

    >>> joined("x * x >=  y", "x, y: real, y < 0")
    'x * x >= y; for x, y: real, y < 0'
    """
    return FOR.join(" ".join(part.split()) for part in (check, variables) if part)


def read_check(text: str, names: Mapping[str, object], variables: str = "") -> Check:
    """Return the tree of an expression with its variables; raise Refused if it is not allowed.

    `names` are those of the header. The text of the variables is like "x, y: real, x >= 0".

    >>> check = read_check("castle.fewest(n,43)==sum(k for k in range(3))", {"castle": None}, "n: integer, n > 2")
    >>> ast.unparse(check.tree), dict(check.kinds), [ast.unparse(each) for each in check.conditions]
    ('castle.fewest(n, 43) == sum((k for k in range(3)))', {'n': 'integer'}, ['n > 2'])
    >>> read_check("().__class__", {})
    Traceback (most recent call last):
    gametheory.texts.expressions.Refused: ().__class__ is not allowed; allowed are numbers, + - * / // % **, ...
    """
    if hidden := WORDS & names.keys():
        raise Refused(0, f"the header imports {min(hidden)}, a word of checks; import it as another name")
    for part in (text, variables):
        if len(part) > MOST_SIGNS:
            raise Refused(0, f"{len(part):,} characters are too many; at most {MOST_SIGNS:,} are", part is variables)
    kinds, parts = _declared(variables, names) if variables else ({}, [])
    tree = _read(text, names, kinds)
    try:
        conditions = [_read(part, names, kinds, at) for at, part in parts]
    except Refused as error:
        raise Refused(error.at, str(error), of_variables=True) from error
    occurring = {node.id for each in (tree, *conditions) for node in ast.walk(each) if isinstance(node, ast.Name)}
    for name in kinds:
        if name not in occurring:
            raise Refused(0, f"the variable {name} does not occur in the check", of_variables=True)
    return Check(tree, kinds, conditions)


def _declared(variables: str, names: Mapping[str, object]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Return the kinds of the variables that are declared, and the conditions on them with their places."""
    kinds, conditions, waiting = dict[str, str](), list[tuple[int, str]](), list[str]()
    for at, part in _parts(variables):
        found = DECLARED.fullmatch(part)
        if not found:
            conditions.append((at, part))
            continue
        name, kind = found.groups()
        if iskeyword(name) or name in WORDS or name in names or name in kinds or name in waiting:
            raise Refused(at, f"{name} is no name for a variable: it has a meaning already", of_variables=True)
        waiting.append(name)
        if kind in KINDS:
            kinds |= dict.fromkeys(waiting, kind)
            waiting = []
        elif kind:
            raise Refused(at, f"{kind} is no kind of variable; it must be {' or '.join(KINDS)}", of_variables=True)
    if waiting:
        raise Refused(0, f"the variable {waiting[0]} has no kind, as in {waiting[0]}: real", of_variables=True)
    return kinds, conditions


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield what is between the commas that are in no brackets, each with its place."""
    start = depth = 0
    for at, sign in enumerate(f"{text},"):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            yield start, text[start:at]
            start = at + 1
    if start <= len(text):
        yield start, text[start:]


def _read(text: str, names: Mapping[str, object], kinds: Mapping[str, str], at: int = 0) -> ast.expr:
    """Return the tree of an expression that begins at a place."""
    line = re.sub(r"\s", " ", text)
    begin = len(line) - len(line.lstrip())
    try:
        tree = _parsed(line[begin:])
        _Reader(names, kinds).read(tree, TRUTH)
    except Refused as error:
        raise Refused(at + begin + error.at, str(error)) from error
    return tree


def _parsed(line: str) -> ast.expr:
    """Return the tree of a line of Python, whatever is in it; each part has its text."""
    # letters of other alphabets can look like those of a name, and Python reads some of them as others
    other = re.search("[^ -~]|#", line)
    if other:
        raise Refused(other.start(), f"{other[0]!a} is not allowed; an expression has ASCII characters, and no comment")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of "1or 2", which looks like one word
            tree = ast.parse(line, mode="eval").body
    except SyntaxError as error:
        raise Refused(max((error.offset or 1) - 1, 0), f"this is no expression: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise Refused(0, f"this is no expression: {error or type(error).__name__}") from error
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    if len(nodes) > MOST_PARTS:
        raise Refused(0, f"the expression has {len(nodes):,} parts; at most {MOST_PARTS} are allowed")
    for node in nodes:
        vars(node)["text"] = line[node.col_offset : node.end_col_offset]
    return tree


def text_of(node: ast.AST) -> str:
    """Return a part of an expression as it is written."""
    return str(vars(node)["text"])


def simple(number: Fraction) -> int | Fraction:
    """Return a whole number as an integer."""
    return number.numerator if number.denominator == 1 else number


class _Reader:
    """Checks each part of an expression, and attaches the exact value to each number."""

    def __init__(self, names: Mapping[str, object], kinds: Mapping[str, str]) -> None:
        self._names, self._variables = names, set(kinds)

    def read(self, node: ast.expr, wanted: str, depth: int = 0) -> None:
        """Check a part that must be a number or a statement."""
        if depth >= MOST_NESTED:
            raise Refused(node.col_offset, f"more than {MOST_NESTED} levels are not allowed")
        kind, parts, kind_of_parts = NUMBER, list[ast.expr](), NUMBER
        match node:
            case ast.Constant():
                vars(node)["exact"] = self._constant(node)
            case ast.Name(id=name):
                if name not in self._variables:
                    raise Refused(node.col_offset, f"{name} is not declared, as in for='{name}: real'")
            case ast.Attribute():
                self._name(node)
            case ast.UnaryOp(op=ast.USub(), operand=one):
                parts = [one]
            case ast.BinOp(left=one, op=op, right=other) if type(op) in OPERATORS:
                parts = [one, other]
            case ast.Compare(left=one, ops=ops, comparators=others) if all(type(op) in OPERATORS for op in ops):
                kind, parts = TRUTH, [one, *others]
            case ast.UnaryOp(op=ast.Not(), operand=one):
                kind, parts, kind_of_parts = TRUTH, [one], TRUTH
            case ast.BoolOp(values=values):
                kind, parts, kind_of_parts = TRUTH, values, TRUTH
            case ast.Call(func=ast.Name(id=word)) if word in WORDS:
                kind = TRUTH if word in TRUTHS_OF_CASES else NUMBER
                parts = self._arguments(node, word, kind, depth)
            case ast.Call(func=function, args=arguments, keywords=keywords) if all(each.arg for each in keywords):
                kind = wanted  # which is known once it is called
                self._name(function)
                parts = [*arguments, *(each.value for each in keywords)]
            case _:
                raise self._refused(node)
        if kind != wanted:
            raise Refused(node.col_offset, f"{text_of(node)} is a {kind}, and a {wanted} must be here")
        for part in parts:
            self.read(part, kind_of_parts, depth + 1)

    def _arguments(self, node: ast.Call, word: str, kind: str, depth: int) -> list[ast.expr]:
        """Return the numbers of which a function is computed; read its cases."""
        least, most = FUNCTIONS.get(word, (1, 0))
        match node.args:
            case [ast.GeneratorExp() as cases] if word in TRUTHS_OF_CASES + NUMBERS_OF_CASES and not node.keywords:
                self._cases(cases, kind, depth + 1)
                return []
            case [ast.Call(func=ast.Name(id="range")) as numbers] if word in NUMBERS_OF_CASES and not node.keywords:
                return self._ends(numbers)
            case arguments if least <= len(arguments) <= most and not node.keywords:
                return arguments
        raise self._refused(node)

    def _cases(self, cases: ast.GeneratorExp, kind: str, depth: int) -> None:
        """Read a generator expression; its names are variables of what follows in it."""
        outside = set(self._variables)
        for part in cases.generators:
            match part:
                case ast.comprehension(
                    target=ast.Name(id=name) as target, iter=ast.Call(func=ast.Name(id="range")) as numbers, is_async=0
                ):
                    for end in self._ends(numbers):
                        self.read(end, NUMBER, depth)
                    if name in self._variables or name in self._names or name in WORDS:
                        raise Refused(target.col_offset, f"{name} is no name for a variable: it has a meaning already")
                    self._variables.add(name)
                    for condition in part.ifs:
                        self.read(condition, TRUTH, depth)
                case _:
                    raise self._refused(cases)
        self.read(cases.elt, kind, depth)
        self._variables = outside

    def _ends(self, node: ast.Call) -> list[ast.expr]:
        if node.keywords or not 1 <= len(node.args) <= 3:
            raise self._refused(node)
        return node.args

    def _constant(self, node: ast.Constant) -> int | Fraction:
        """Return the value of a number as it is written, which the float of Python is not."""
        if type(node.value) not in (int, float):
            raise self._refused(node)
        if isinstance(node.value, int):
            return node.value
        text = text_of(node).replace("_", "")
        exponent = EXPONENT.search(text)
        # the size is seen from the digits, since 1e-100000000 as a fraction takes all memory
        if exponent and (len(exponent[1]) > len(f"-{MOST_EXPONENT}") or abs(int(exponent[1])) > MOST_EXPONENT):
            raise Refused(node.col_offset, f"the exponent of {text} is not allowed; at most {MOST_EXPONENT:,} is")
        return simple(Fraction(text))

    def _name(self, node: ast.expr) -> None:
        """Check a name of the header, or one of a module that it names."""
        match node:
            case ast.Name(id=name):
                pass
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if not attribute.startswith("_"):
                pass
            case _:
                raise self._refused(node)
        if name not in self._names:
            raise Refused(node.col_offset, f"the header does not import {name}")

    def _refused(self, node: ast.expr) -> Refused:
        return Refused(node.col_offset, f"{text_of(node)} is not allowed; {ALLOWED}")
