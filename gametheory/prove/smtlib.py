"""Statements as SMT-LIB 2.6 text, from a fixed list of sympy nodes; every other node is refused.

The solvers decide the text, so each node must be printed as exactly what it means. The accepted nodes are integers and
fractions, symbols, sums, products, whole powers, `Max`, `Min` and `Piecewise` with a default, the six relations, and
`And`, `Or`, `Not`, `Implies` and `ITE`. Three kinds of nodes are refused for a reason:

- floats, pi, e and roots, because no decimal number is their value;
- division, except by an integer other than 0, because SMT-LIB lets x/0 be any number;
- a number in place of a statement or a statement in place of a number, because only one solver may accept it.

Numbers have the sort Int or Real. An integer in a real expression is converted explicitly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sympy import (
    ITE,
    Add,
    And,
    Basic,
    Eq,
    Ge,
    Gt,
    Implies,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    Ne,
    Not,
    Or,
    Piecewise,
    Pow,
    Rational,
    Symbol,
)
from sympy.core.numbers import Half, NegativeOne, One, Zero
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

INTEGERS = (Integer, Zero, One, NegativeOne)
FRACTIONS = (Rational, Half)
RELATIONS = {Eq: "=", Lt: "<", Le: "<=", Gt: ">", Ge: ">="}
CONNECTIVES = {And: "and", Or: "or", Not: "not", Implies: "=>", ITE: "ite"}
CONSTANTS = {BooleanTrue: "true", BooleanFalse: "false"}
SUMS = {Add: "+", Mul: "*"}
EXTREMA = {Max: ">=", Min: "<="}

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# Words of SMT-LIB, and functions and constants that one of the solvers defines.
RESERVED = frozenset(
    "abs and arccos arccot arccsc arcsec arcsin arctan as assert bag bv2nat concat cos cot csc define distinct div "
    "divisible eqrange euler exists exp extract false forall fp iand iff implies int2bv is is_int ite let log match "
    "mod not or par pi piand pow pto rem sec select sep seq set sin sqrt store tan to_int to_real true tuple wand xor "
    "Array BINARY Bool DECIMAL HEXADECIMAL Int NUMERAL RNA RNE RTN RTP RTZ Real RegLan STRING Seq Set String "
    "Tuple".split()
)


def declarations(statements: Iterable[Basic]) -> list[str]:
    """Return the declaration of each symbol of the statements, sorted by name.

    A symbol declared with integer=True is an Int; a symbol without an assumption is a Real.

    Raises
    ------
    ValueError
        If a symbol has another assumption, two symbols have one name, or a name means something else in SMT-LIB.

    Examples
    --------
    >>> x, r = Symbol("x", integer=True), Symbol("r")
    >>> declarations([x > 0, r < x])
    ['(declare-const r Real)', '(declare-const x Int)']
    """
    symbols = sorted({symbol for statement in statements for symbol in statement.atoms(Symbol)}, key=str)
    for symbol in symbols:
        _check_name(symbol)
        # sympy simplifies with every assumption, but the solvers receive only the sort.
        if symbol not in (Symbol(symbol.name), Symbol(symbol.name, integer=True)):
            raise ValueError(f"{symbol} can only have the assumption integer=True")
    names = [symbol.name for symbol in symbols]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two symbols with different assumptions have the name {twice[0]}")
    return [f"(declare-const {symbol.name} {'Int' if symbol.is_integer else 'Real'})" for symbol in symbols]


def statement(node: Basic) -> str:
    """Return a relation or a combination of relations as an SMT-LIB term of sort Bool.

    Raises
    ------
    ValueError
        If a node is not in the list, or is a number.

    Examples
    --------
    >>> x, y = Symbol("x", integer=True), Symbol("y", integer=True)
    >>> print(statement(Implies(x > y, Max(x, y) >= -3)))
    (=> (> x y) (>= (ite (>= x y) x y) (- 3)))
    >>> statement(Symbol("r") < 3.14)
    Traceback (most recent call last):
    ValueError: 3.14000000000000 (Float) has no exact form in SMT-LIB
    """
    kind = type(node)
    if kind in CONSTANTS:
        return CONSTANTS[kind]
    if kind in CONNECTIVES:
        return _applied(CONNECTIVES[kind], [statement(part) for part in node.args])
    if kind is Ne:
        return f"(not {_relation('=', node)})"
    if kind in RELATIONS:
        return _relation(RELATIONS[kind], node)
    if _is_number(node):
        raise ValueError(f"{node} ({kind.__name__}) is a number in place of a statement")
    raise _refusal(node)


def _relation(operator: str, node: Basic) -> str:
    real = any(map(_is_real, node.args))
    return f"({operator} {' '.join(_number(side, real) for side in node.args)})"


def _number(node: Basic, real: bool) -> str:
    """Return an expression as a term of sort Real or Int."""
    kind = type(node)
    if kind in INTEGERS:
        return _literal(int(node), real)
    if kind in FRACTIONS:
        fraction = f"(/ {_literal(abs(node.p), True)} {_literal(node.q, True)})"
        return fraction if node.p >= 0 else f"(- {fraction})"
    if kind is Symbol:
        return f"(to_real {node.name})" if real and node.is_integer else str(node.name)
    if kind in SUMS:
        return _applied(SUMS[kind], [_number(part, real) for part in node.args])
    if kind is Pow:
        return _power(node, real)
    if kind in EXTREMA:
        return _extremum(EXTREMA[kind], [_number(part, real) for part in node.args])
    if kind is Piecewise:
        return _cases(node, real)
    if kind in RELATIONS or kind in CONNECTIVES or kind in CONSTANTS or kind is Ne:
        raise ValueError(f"{node} ({kind.__name__}) is a statement in place of a number")
    raise _refusal(node)


def _power(power: Pow, real: bool) -> str:
    base, exponent = power.args
    if type(exponent) in INTEGERS and exponent < 0:
        if type(base) in INTEGERS and base != 0:
            return f"(/ 1.0 {_literal(int(base) ** -int(exponent), True)})"
        raise ValueError(f"{power} is a division, and SMT-LIB lets x/0 be any number: multiply the denominator out")
    if type(exponent) not in INTEGERS or exponent == 0:
        raise ValueError(f"{power} is not a positive whole power")
    return _applied("*", [_number(base, real)] * int(exponent))


def _extremum(relation: str, terms: list[str]) -> str:
    first, *others = terms
    if not others:
        return first
    rest = _extremum(relation, others)
    return f"(ite ({relation} {first} {rest}) {first} {rest})"


def _cases(piecewise: Piecewise, real: bool) -> str:
    *cases, (default, otherwise) = piecewise.args
    if type(otherwise) is not BooleanTrue:
        raise ValueError(f"{piecewise} (Piecewise) has no value in the remaining cases: add a default")
    text = _number(default, real)
    for value, condition in reversed(cases):
        text = f"(ite {statement(condition)} {_number(value, real)} {text})"
    return text


def _applied(operator: str, terms: list[str]) -> str:
    """Return an application; a sum or a conjunction of one term is the term."""
    if not terms:
        raise ValueError(f"an empty {operator}")
    return terms[0] if len(terms) == 1 and operator != "not" else f"({operator} {' '.join(terms)})"


def _literal(number: int, real: bool) -> str:
    digits = f"{abs(number)}.0" if real else f"{abs(number)}"
    return digits if number >= 0 else f"(- {digits})"


def _is_number(node: Basic) -> bool:
    return type(node) in (*INTEGERS, *FRACTIONS, *SUMS, *EXTREMA, Symbol, Pow, Piecewise)


def _is_real(node: Basic) -> bool:
    if type(node) is Symbol:
        return not node.is_integer
    if type(node) is Piecewise:
        return any(_is_real(value) for value, _ in node.args)
    if type(node) is Pow and node.exp.is_negative:
        return True
    return type(node) in FRACTIONS or any(map(_is_real, getattr(node, "args", ())))


def _check_name(symbol: Symbol) -> None:
    if type(symbol) is not Symbol:
        raise _refusal(symbol)
    if not NAME.fullmatch(symbol.name) or symbol.name in RESERVED:
        raise ValueError(f"{symbol.name!r} cannot be the name of a symbol in SMT-LIB")


def _refusal(node: object) -> ValueError:
    return ValueError(f"{node} ({type(node).__name__}) has no exact form in SMT-LIB")
