"""Exact evaluation of the expressions of checks, within limits of size and work.

Operators and functions mean what they mean in Python for integers and Fractions. A float decides
nothing: wherever one occurs, the expression is undecided, and the reason names it. With variables,
values are expressions of sympy, which `gametheory.claims.symbolic` makes.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from numbers import Rational
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, neg, sub
from typing import TYPE_CHECKING, Any

from gametheory.claims.evidence import shown
from gametheory.texts.expressions import (
    FUNCTIONS,
    NUMBERS_OF_CASES,
    OPERATORS,
    TRUTHS_OF_CASES,
    WORDS,
    Number,
    Undecided,
    simple,
    text_of,
)

if TYPE_CHECKING:
    from gametheory.claims.symbolic import Symbols  # sympy takes longer to import than all else

MOST_BITS, BITS_SHOWN = 100_000, 3000  # of a number; Python prints no integer of 4,300 digits
MOST_WORK = 1_000_000  # steps, one for each part that is evaluated, and more for long numbers
STEPS_OF_VARIABLES = 100  # for an operation, which sympy does
WORD = 64  # bits


def _quotient(top: int | Fraction, below: Number) -> Fraction:
    return Fraction(top) / below


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(exponent, Fraction):
        raise ValueError(f"with the exponent {exponent} it is in general not a rational number")
    if exponent < 0:
        return Fraction(base) ** exponent
    return base**exponent


PRIMITIVES: dict[str, Callable[..., object]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": _quotient,
    "//": floordiv,
    "%": mod,
    "**": _power,
    "neg": neg,
    "==": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "abs": abs,
    "min": min,
    "max": max,
    "Fraction": Fraction,
    "comb": math.comb,
    "perm": math.perm,
    "factorial": math.factorial,
    "gcd": math.gcd,
    "lcm": math.lcm,
    "isqrt": math.isqrt,
    "floor": math.floor,
    "ceil": math.ceil,
}


class Evaluation:
    """Evaluates an expression, as often as it takes at most `MOST_WORK` steps together.

    `lookup` returns what a name of the header stands for: a function, a number, or the name of an
    exact function.
    """

    def __init__(self, lookup: Callable[[str], object], symbols: Symbols | None = None) -> None:
        self._lookup, self._symbols = lookup, symbols
        self._values = dict(symbols.values) if symbols else dict[str, Any]()
        self._variables = len(self._values)
        self._work = 0
        self._without_cases: dict[int, ast.expr] = {}
        self._with_cases = set[int]()

    def whole(self, tree: ast.expr) -> Any:
        """Return whether an expression is true, or what a function returns that is all of it."""
        if isinstance(tree, ast.Call) and not _is_word(tree):
            return self._called(tree)
        value = self.truth(tree)
        self._refuse_empty()
        return value

    def _refuse_empty(self) -> None:
        """Refuse an expression of which a part, in another one, never had a case: its inside was not computed."""
        for place, cases in self._without_cases.items():
            if place not in self._with_cases:
                raise Undecided(f"{text_of(cases)} never has a case, so that nothing is checked")

    def truth(self, node: ast.expr) -> Any:
        """Return whether a part is true; with variables, a relation."""
        self._spend(1)
        match node:
            case ast.BoolOp(op=op, values=values):
                return self._joined(map(self.truth, values), isinstance(op, ast.Or))
            case ast.UnaryOp(operand=operand):
                value = self.truth(operand)
                if isinstance(value, bool):
                    return not value
                return self._of_variables("not", [value])
            case ast.Compare():
                return self._joined((truth for truth, *_ in self._links(node)), False)
            case ast.Call(func=ast.Name(id=word), args=[cases]) if word in TRUTHS_OF_CASES:
                return self._joined(self._truths(cases), word == "any")
        value = self._called(node)
        if not isinstance(value, bool):
            raise Undecided(f"{text_of(node)} is {shown(value)}; it must be True or False")
        return value

    def steps(self, tree: ast.expr) -> list[object]:
        """Return the comparisons of a chain one by one, and any other expression as a whole."""
        if isinstance(tree, ast.Compare):
            found = [truth for truth, *_ in self._links(tree)]
        else:
            found = [self.truth(tree)]
        self._refuse_empty()
        return found

    def _links(self, node: ast.Compare) -> Iterator[tuple[object, ast.expr, ast.expr]]:
        """Yield the truth of each comparison of a chain with its sides, each computed once."""
        left = node.left
        value = self.number(node.left)
        for op, right in zip(node.ops, node.comparators, strict=True):
            other = self.number(right)
            yield self._applied(OPERATORS[type(op)], node, [value, other]), left, right
            left, value = right, other

    def _joined(self, truths: Iterable[object], wanted: bool) -> object:
        """Return whether one of the truths is as wanted; none after the first one is computed."""
        relations = []
        for truth in truths:
            if truth is wanted:
                return wanted
            if not isinstance(truth, bool):
                relations.append(truth)
        if relations:
            return self._of_variables("or" if wanted else "and", relations)
        return not wanted

    def _truths(self, cases: Any) -> Iterator[Any]:
        inner = len(self._values) > self._variables
        none = True
        for _ in self._cases(cases.generators):
            none = False
            self._with_cases.add(id(cases))
            yield self.truth(cases.elt)
        if none and inner:  # inside another one, some cases can have none of their own
            self._without_cases[id(cases)] = cases
        elif none:
            raise Undecided(f"{text_of(cases)} has no case, so that nothing is checked")

    def number(self, node: ast.expr) -> Any:
        """Return the value of a part that is a number."""
        self._spend(1)
        match node:
            case ast.Constant():
                return vars(node)["exact"]
            case ast.Name(id=name):
                return self._values[name]
            case ast.UnaryOp(operand=operand):
                return self._applied("neg", node, [self.number(operand)])
            case ast.BinOp(left=left, op=op, right=right):
                values = [self.number(left), self.number(right)]
                return self._applied(OPERATORS[type(op)], node, values)
            case ast.Attribute():
                value = self._lookup(_name(node))
                if isinstance(value, str) or callable(value):
                    raise Undecided(f"{text_of(node)} is a function and not a number")
                return _exact(value, node)
            case ast.Call(func=ast.Name(id=word), args=[ast.GeneratorExp() as cases]):
                numbers = (self.number(cases.elt) for _ in self._cases(cases.generators))
                return self._folded(word, node, numbers)
            case ast.Call(func=ast.Name(id=word), args=[numbers]) if word in NUMBERS_OF_CASES:
                return self._folded(word, node, self._range(numbers))
            case ast.Call(func=ast.Name(id=word), args=arguments) if word in WORDS:
                return self._applied(word, node, [*map(self.number, arguments)])
        return _exact(self._called(node), node)

    def _folded(self, word: str, node: ast.expr, numbers: Iterator[object]) -> object:
        """Return the sum, the least or the greatest of some numbers."""
        name = "+" if word == "sum" else word
        exact, others = list[Number](), []
        for number in numbers:
            if isinstance(number, int | Fraction):
                if exact:
                    exact = [self._applied(name, node, [*exact, number])]
                else:
                    exact = [number]
            else:
                others.append(number)
        if others:  # together, since a long sum of two numbers each is a deep one
            return self._of_variables(name, [*exact, *others])
        if exact or word == "sum":
            return sum(exact)
        raise Undecided(f"{text_of(node)} has no case")

    def _cases(self, generators: Sequence[ast.comprehension]) -> Iterator[None]:
        """Give the names of a generator expression their values, one case after the other."""
        if not generators:
            yield
            return
        (first, *others), name = generators, _name(generators[0].target)
        try:
            for value in self._range(first.iter):
                self._values[name] = value
                if all(map(self._is_given, first.ifs)):
                    yield from self._cases(others)
        finally:
            self._values.pop(name, None)

    def _is_given(self, condition: ast.expr) -> bool:
        value = self.truth(condition)
        if not isinstance(value, bool):
            raise Undecided(f"{text_of(condition)} has a variable, and selects the cases of a sum")
        return value

    def _range(self, node: Any) -> Iterator[int]:
        ends = [self.number(each) for each in node.args]
        if not all(isinstance(end, int) for end in ends) or ends[2:] == [0]:
            raise Undecided(f"{text_of(node)} must have whole numbers, and a step other than 0")
        for value in range(*ends):
            self._spend(1)
            yield value

    def _applied(self, name: str, node: ast.expr, values: Sequence[Any]) -> Any:
        """Return the result of an operator or of an exact function."""
        if not all(isinstance(value, int | Fraction) for value in values):
            return self._of_variables(name, values)
        bits = _most_bits(name, values)
        if bits > MOST_BITS:
            size = f"{bits:,} bits; at most {MOST_BITS:,} are allowed"
            raise Undecided(f"{text_of(node)} can have {size}")
        self._spend(1 + (bits // WORD) ** 2 // WORD)
        try:
            value = PRIMITIVES[name](*values)
        except ZeroDivisionError:
            raise Undecided(f"{text_of(node)} is a division by zero") from None
        except (TypeError, ValueError) as error:
            raise Undecided(f"{text_of(node)} has no value: {error}") from None
        return simple(value) if isinstance(value, Fraction) else value

    def _of_variables(self, name: str, values: Sequence[object]) -> object:
        assert self._symbols is not None  # whose values these are
        self._spend(STEPS_OF_VARIABLES)
        return self._symbols.apply(name, values)

    def _called(self, node: Any) -> object:
        """Return what a function of the header returns."""
        function = self._lookup(_name(node.func))
        arguments = [self.number(each) for each in node.args]
        named = {str(each.arg): self.number(each.value) for each in node.keywords}
        if isinstance(function, str):
            least, most = FUNCTIONS[function]
            if named or not least <= len(arguments) <= most:
                raise Undecided(f"{text_of(node)} has another number of arguments than {function}")
            return self._applied(function, node, arguments)
        if not all(isinstance(each, int | Fraction) for each in (*arguments, *named.values())):
            raise Undecided(f"{text_of(node)} has a variable; it is computed for numbers only")
        if not callable(function):
            raise Undecided(f"{text_of(node.func)} is not a function")
        return function(*arguments, **named)

    def _spend(self, work: int) -> None:
        self._work += work
        if self._work > MOST_WORK:
            raise Undecided(f"the check takes more than {MOST_WORK:,} steps")

    def explained(self, node: ast.expr) -> str:
        """Return why an expression is false: the sides of a comparison, or the case of an `all`."""
        match node:
            case ast.BoolOp(op=ast.Or(), values=values):
                return "; ".join(map(self.explained, values))
            case ast.BoolOp(values=values):  # what follows the first false one was not computed
                return next(self.explained(each) for each in values if self.truth(each) is False)
            case ast.Compare():
                false = next(sides for truth, *sides in self._links(node) if truth is False)
                explained = []
                for side in false:
                    written = text_of(side)
                    value = _text(self.number(side))
                    if written != value:
                        explained.append(f"{written} is {value}")
                return "; ".join(explained) or f"{text_of(node)} is false"
            case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as cases]):
                names = [_name(part.target) for part in cases.generators]
                for _ in self._cases(cases.generators):
                    if self.truth(cases.elt) is False:
                        case = ", ".join(f"{name} = {_text(self._values[name])}" for name in names)
                        return f"{self.explained(cases.elt)} for {case}"
        return f"{text_of(node)} is false"


def _is_word(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in WORDS


def _name(node: Any) -> str:
    """Return a name, or a name of a module with a point between."""
    if isinstance(node, ast.Name):
        return str(node.id)
    return f"{node.value.id}.{node.attr}"


def _exact(value: object, node: ast.expr) -> Number:
    """Return an exact number of a module; raise Undecided if it is none."""
    if not isinstance(value, Rational) or isinstance(value, bool):
        kind = "a float, which is rounded" if isinstance(value, float) else "no number"
        found = f"{text_of(node)} is {shown(value)}, {kind}"
        raise Undecided(f"{found}; it must be a whole number or a Fraction")
    return simple(Fraction(int(value.numerator), int(value.denominator)))


def _text(number: Number) -> str:
    bits = _bits(number)
    if bits > BITS_SHOWN:
        return f"a number of {bits:,} bits"
    return str(number)


def _bits(number: Number) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _most_bits(name: str, numbers: Sequence[Number]) -> int:
    """Return a bound of the bits of a result that is not computed yet."""
    bits = [*map(_bits, numbers), 1]
    match name, [*map(int, numbers)]:
        case "**", [_, exponent] if numbers[0] not in (0, 1, -1):
            return bits[0] * abs(exponent)
        case "factorial" | "perm", [n]:
            return bits[0] * max(n, 1)
        case "perm", [n, k]:
            return bits[0] * max(min(n, k), 1)
        case "comb", [n, k]:
            return max(min(n, bits[0] * min(k, n - k)), 1)  # it is at most 2^n, and at most n^k
    return sum(bits)
