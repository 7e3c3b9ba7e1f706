"""From sympy to what two solvers decide: statements of record, as SMT-LIB from a fixed list of nodes.

`obligation` and `for_all` return a statement of record from sympy relations. The solvers decide its text, so each node
must be printed as exactly what it means. The accepted nodes are integers and fractions, symbols, sums, products, whole
powers, `Max`, `Min`, `Abs` and `Piecewise` with a default, the six relations, and `And`, `Or`, `Not`, `Implies` and
`ITE`. Every other node is refused, two kinds of them for a reason:

- floats, pi and e, because no decimal number is their value;
- a number in place of a statement or a statement in place of a number, because only one solver may accept it.

In an obligation, 1/x becomes a new variable q with the hypothesis x q = 1, since SMT-LIB lets x/0 be any number, and a
root of x becomes a new variable r with r >= 0 and the power of r that is x. So the statement of record says for which x
it is made. `Mod(x, m)`, `floor` and `ceiling`, and so `%` and `//`, become variables: x = m k + j with an integer k
and 0 <= j < m defines both for every x, negative or not an integer. Where m is itself an expression of integers, the
definition is 0 <= j < m or m < j <= 0, as in Python, and that m is not 0. That has to be proved, too
(`nonzero_divisors`): otherwise `decide` refuses the statement, and `prove` leaves it open. `residues` makes the lemmas
that split a statement by the remainders of its symbols. What sympy assumes about a symbol is a hypothesis, too. Numbers
have the sort Int or Real. An integer in a real expression is converted explicitly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import sympy
from sympy.core.function import AppliedUndef
from sympy.core.numbers import Half, NegativeOne, One, Zero
from sympy.functions.combinatorial.factorials import CombinatorialFunction
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from gametheory.prove.argument import Argument, Step
from gametheory.prove.statement import NAME, Statement

INTEGERS = (sympy.Integer, Zero, One, NegativeOne)
FRACTIONS = (sympy.Rational, Half)
RELATIONS = {sympy.Eq: "=", sympy.Lt: "<", sympy.Le: "<=", sympy.Gt: ">", sympy.Ge: ">="}
CONNECTIVES = {sympy.And: "and", sympy.Or: "or", sympy.Not: "not", sympy.Implies: "=>", sympy.ITE: "ite"}
TRUTH_VALUES = {BooleanTrue: "true", BooleanFalse: "false"}
SUMS = {sympy.Add: "+", sympy.Mul: "*"}
ROUNDINGS = (sympy.Mod, sympy.floor, sympy.ceiling)
EXTREMA = {sympy.Max: ">=", sympy.Min: "<="}
SIGNS = {
    "positive": sympy.Gt,
    "negative": sympy.Lt,
    "nonnegative": sympy.Ge,
    "nonpositive": sympy.Le,
    "nonzero": sympy.Ne,
}

BY_INDUCTION = '; for whole numbers from a first one on, try by="induction"'

# Words of SMT-LIB, and functions and constants that one of the solvers defines.
RESERVED = frozenset(
    "abs and arccos arccot arccsc arcsec arcsin arctan as assert bag bv2nat concat cos cot csc define distinct div "
    "divisible eqrange euler exists exp extract false forall fp iand iff implies int2bv is is_int ite let log match "
    "mod not or par pi piand pow pto rem sec select sep seq set sin sqrt store tan to_int to_real true tuple wand xor "
    "Array BINARY Bool DECIMAL HEXADECIMAL Int NUMERAL RNA RNE RTN RTP RTZ Real RegLan STRING Seq Set String "
    "Tuple".split()
)


def obligation(name: str, hypotheses: Sequence[Boolean], conclusion: Boolean) -> Statement:
    """Return the statement that the hypotheses imply the conclusion, for all values of their symbols.

    Symbols declared with integer=True are integers, all others are reals. `positive=True` and the other signs are
    hypotheses. sympy simplifies expressions when they are built; inside `with sympy.evaluate(False)` the statement has
    both sides of an equation as they were written.

    >>> x = sympy.Symbol("x", integer=True)
    >>> obligation("a square is not less than its root", (x >= 1,), x**2 >= x).text
    'for all integers x with x ≥ 1: x² ≥ x'
    >>> z = sympy.Symbol("z", positive=True)
    >>> obligation("a number and its reciprocal", (), z + 1 / z >= 2).text
    'for all real numbers q1, z with z > 0; z q1 = 1: z + q1 ≥ 2'
    """
    return translated(name, hypotheses, conclusion)[0]


def translated(
    name: str, hypotheses: Sequence[Boolean], conclusion: Boolean, by_expressions: bool = False
) -> tuple[Statement, dict[sympy.Symbol, sympy.Basic]]:
    """Return the statement of record, and the value of each variable of a division, later ones by earlier ones.

    With `by_expressions`, divisors can have symbols, and the caller proves that `variable_divisors` are not 0.
    """
    nodes = [*hypotheses, conclusion]
    try:
        for node in nodes:
            if not isinstance(node, sympy.Basic):
                raise refusal(node)
        new = NewVariables(nodes, by_expressions)
        *given, stated = map(new.replaced, nodes)
        # What defines a remainder is among the hypotheses once.
        given = [relation for relation in given if relation not in new.divisions]
        if stated in new.divisions:
            # n = 2 (n // 2) + n % 2 is what defines both: a difference states it without repeating the definition.
            with sympy.evaluate(False):
                stated = stated.func(sympy.Add(stated.lhs, sympy.Mul(-1, stated.rhs)), 0)
        relations = [*sign_hypotheses(nodes), *given, *new.definitions, stated]
        *terms, shown = map(statement, relations)
        variables = variables_of(relations)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    return Statement(name, variables, tuple(terms), shown), new.values


def for_all(
    variables: Sequence[sympy.Symbol], hypotheses: Sequence[Boolean], conclusion: Boolean, name: str = ""
) -> Statement:
    """Return the statement that the hypotheses imply the conclusion, for all values of the variables.

    Parameters
    ----------
    variables
        The symbols of the statement: `Symbol("n", integer=True)` ranges over the integers, `Symbol("p")` over the real
        numbers.
    hypotheses
        Relations between the variables.
    conclusion
        The relation to prove.
    name
        Name for messages and for the certificate's file; by default made from the conclusion.

    Raises
    ------
    ValueError
        If a relation has another symbol, a variable does not occur, or in the cases of `obligation`. But the divisor of
        `Mod(x, m)` can be an expression of integers: `prove` then proves also that it is not 0.

    Examples
    --------
    >>> from sympy import symbols
    >>> n, m = symbols("n m", integer=True)
    >>> for_all([n, m], [n >= 1, m > n], m >= 2).text
    'for all integers m, n with n ≥ 1; m > n: m ≥ 2'
    >>> for_all([n], [m > n], m > n - 1)
    Traceback (most recent call last):
    ValueError: variables: m occurs in the statement and is not listed
    """
    occurring = _symbols_of((*hypotheses, conclusion))
    for symbol in occurring:
        if symbol not in variables:
            raise ValueError(f"variables: {symbol} occurs in the statement and is not listed")
    for symbol in sorted(set(variables).difference(occurring), key=str):
        raise ValueError(f"variables: {symbol} does not occur in the statement")
    name = name or str(conclusion)
    if not any(map(_has_variable_modulus, (*hypotheses, conclusion))):
        return obligation(name, hypotheses, conclusion)
    stated, _ = translated(name, hypotheses, conclusion, by_expressions=True)
    return stated.with_sides(nonzero_divisors(hypotheses, conclusion))


def _has_variable_modulus(node: object) -> bool:
    """Return whether a relation has a remainder by an expression; quotients alone have reciprocals in their place."""
    if not isinstance(node, sympy.Basic):  # the translation refuses it
        return False
    return any(map(by_expression, node.atoms(sympy.Mod)))


def nonzero_divisors(given: Sequence[Boolean], conclusion: Boolean) -> tuple[Statement, ...]:
    """Return for each variable divisor the statement that it is not 0, which must be proved too.

    By a divisor that is 0, no number satisfies what defines a remainder, and anything would follow.
    """
    # what is given with such a divisor would exclude that it is 0
    known = [relation for relation in given if not variable_divisors(relation)]
    sides = []
    for divisor in variable_divisors(sympy.Tuple(*given, conclusion)):
        unequal = sympy.Ne(divisor, 0, evaluate=False)
        if unequal not in (*known, *sign_hypotheses([divisor])):
            sides.append(obligation(f"{divisor} is not zero", known, unequal))
    return tuple(sides)


def compose(
    given: Sequence[Boolean],
    steps: Sequence[Step],
    settings: Mapping[str, Sequence[Boolean]] | None = None,
    splits: Sequence[Sequence[Boolean]] = (),
) -> Argument:
    """Return an argument from sympy relations, with the sources of the hypotheses of its steps.

    `settings` are the objects that steps speak about, by label, such as "a legal volley leaves x and R". Of each split,
    a case distinction, at least one case is true under what is given. See `gametheory.prove.argument.Argument`.

    >>> from sympy import Eq, symbols
    >>> n, m = symbols("n m", integer=True)
    >>> next_number = Step("it is at least 2", obligation("next", (n >= 1, Eq(m, n + 1)), m >= 2))
    >>> square = Step("so is its square", obligation("square", (m >= 2,), m * m >= 4), uses=("next",))
    >>> len(compose([n >= 1], [next_number, square], {"the next number": [Eq(m, n + 1)]}).steps)
    2
    """
    labelled = tuple((label, _terms(relations)) for label, relations in (settings or {}).items())
    return Argument(_terms(given), labelled, tuple(map(_terms, splits)), tuple(steps))


def _terms(relations: Sequence[Boolean]) -> tuple[str, ...]:
    return tuple(map(statement, relations))


def variables_of(nodes: Iterable[sympy.Basic]) -> tuple[tuple[str, str], ...]:
    """Return the name and the sort of each symbol, sorted by name: Int if declared with integer=True, else Real."""
    symbols = _symbols_of(nodes)
    for symbol in symbols:
        if type(symbol) is not sympy.Symbol:
            raise refusal(symbol)
        if not NAME.fullmatch(symbol.name) or symbol.name in RESERVED:
            raise ValueError(f"{symbol.name!r} cannot be the name of a symbol in SMT-LIB")
        # sympy simplifies with every assumption, but the solvers receive only the sort and the sign.
        if sign_of(symbol) is None:
            raise ValueError(f"{symbol} can only have the assumptions real, integer and {', '.join(SIGNS)}")
    for one, next_one in pairwise(symbols):
        # The solvers know a variable by its name alone.
        if one.name == next_one.name:
            raise ValueError(f"two symbols with different assumptions have the name {one.name}")
    return tuple((symbol.name, "Int" if symbol.is_integer else "Real") for symbol in symbols)


def _symbols_of(nodes: Iterable[sympy.Basic]) -> list[sympy.Symbol]:
    """Return the symbols of expressions, sorted by name."""
    return sorted(set[sympy.Symbol]().union(*(node.atoms(sympy.Symbol) for node in nodes)), key=str)


def sign_of(symbol: sympy.Symbol) -> str | None:
    """Return what sympy assumes of the sign of a number, "" if nothing, and None if it assumes more than a sign."""
    for kind in ({}, {"real": True}, {"integer": True}):
        for sign in ("", *SIGNS):
            signed = {sign: True} if sign else {}
            if symbol == sympy.Symbol(symbol.name, **kind, **signed):
                return sign
    return None


def sign_hypotheses(nodes: Iterable[sympy.Basic]) -> list[Boolean]:
    """Return what sympy assumes of the signs of symbols, as relations of symbols without an assumption."""
    hypotheses = list[Boolean]()
    for symbol in _symbols_of(nodes):
        sign = sign_of(symbol)
        if sign:
            # Evaluated, x > 0 would be true of a positive x, and no hypothesis.
            hypotheses.append(SIGNS[sign](symbol, 0, evaluate=False))
    return hypotheses


class NewVariables:
    """Variables in place of reciprocals, roots, remainders and rounded numbers, and the relations that define them."""

    def __init__(self, nodes: Sequence[sympy.Basic], by_expressions: bool = False) -> None:
        self._by_expressions = by_expressions  # whether divisors can have symbols: then they must not be 0
        self._taken = {symbol.name for symbol in _symbols_of(nodes)}
        self._symbols: dict[tuple[sympy.Basic, int], sympy.Symbol] = {}
        self._divisions: dict[tuple[sympy.Basic, int, bool], tuple[sympy.Symbol, sympy.Symbol]] = {}
        self.definitions: list[Boolean] = []
        self.divisions: set[Boolean] = set()
        # Of each definition: its kind, its variables, the term and the number.
        self.made: list[tuple[str, tuple[sympy.Symbol, ...], sympy.Basic, int]] = []
        self.values: dict[sympy.Symbol, sympy.Basic] = {}

    def replaced(self, node: sympy.Basic) -> sympy.Basic:
        """Return an expression with new variables for what has no term of its own, otherwise as it was written."""
        if not node.has(*ROUNDINGS) and not any(map(_is_quotient_or_root, node.atoms(sympy.Pow))):
            return node
        with sympy.evaluate(False):
            up = type(node) is sympy.ceiling
            divided = by_expression(node) if self._by_expressions else None
            if divided:
                quotient, rest = self.division(self.replaced(divided[0]), divided[1], up)
                return rest if type(node) is sympy.Mod else quotient
            parts = [self.replaced(part) for part in node.args]
            if type(node) is sympy.Mod:
                return self._remainder(*parts)
            if type(node) in ROUNDINGS:
                return self.division(*whole_fraction(parts[0]), up)[0]
            if not _is_quotient_or_root(node):
                return node.func(*parts)
            # b^(-p/q) is the reciprocal of the root of degree q, to the power p.
            base, exponent = parts
            if exponent.q > 1:
                base = self._root(base, exponent.q)
            if exponent < 0:
                base = self._reciprocal(base)
            power = abs(exponent.p)
            if power == 1:
                return base
            return sympy.Pow(base, power)

    def fresh(self, letter: str, integer: bool = False) -> sympy.Symbol:
        """Return a symbol whose name nothing else has."""
        number = 1
        while f"{letter}{number}" in self._taken:
            number += 1
        self._taken.add(f"{letter}{number}")
        if integer:
            return sympy.Symbol(f"{letter}{number}", integer=True)
        return sympy.Symbol(f"{letter}{number}")

    def division(
        self, top: sympy.Basic, modulus: int | sympy.Basic, up: bool = False
    ) -> tuple[sympy.Symbol, sympy.Symbol]:
        """Return the quotient, rounded down or up, and the distance of its multiple from `top`."""
        key = top, modulus, up
        if key not in self._divisions:
            quotient = self.fresh("k", integer=True)
            rest = self.fresh("j", integer=not is_real(top))
            sign = -1 if up else 1
            signed = sympy.Mul(-1, rest, evaluate=False) if up else rest
            multiple = sympy.Mul(modulus, quotient, evaluate=False)
            if modulus == 1:
                multiple = quotient
            equation = sympy.Eq(top, sympy.Add(multiple, signed, evaluate=False), evaluate=False)
            bounds = sympy.Ge(rest, 0, evaluate=False), sympy.Lt(rest, modulus, evaluate=False)
            stated: tuple[Boolean, ...] = (equation, *bounds)
            if not isinstance(modulus, int):
                # the rest has the sign of the divisor
                below = sympy.Lt(modulus, rest, evaluate=False), sympy.Le(rest, 0, evaluate=False)
                self.definitions += [
                    sympy.Ne(modulus, 0, evaluate=False),
                    sympy.Or(sympy.And(*bounds), sympy.And(*below)),
                ]
                stated = (equation,)
            for definition in stated:
                self.definitions.append(definition)
                self.divisions.update((definition, definition.reversed))
            self._divisions[key] = quotient, rest
            rounding = sympy.ceiling if up else sympy.floor
            if isinstance(modulus, int):
                self.made.append((str(rounding), (quotient, rest), top, modulus))
            self.values[quotient] = rounding(top / modulus, evaluate=False)
            self.values[rest] = sign * (top - modulus * quotient)
        return self._divisions[key]

    def _remainder(self, top: sympy.Basic, modulus: sympy.Basic) -> sympy.Symbol:
        if type(modulus) not in INTEGERS or modulus <= 0:
            allowed = "a positive whole number, or in decide without induction sums and products of integer symbols"
            raise ValueError(f"Mod({top}, {modulus}): the divisor is {modulus}; allowed: {allowed}")
        _, rest = self.division(top, int(modulus))
        return rest

    def _reciprocal(self, base: sympy.Basic) -> sympy.Symbol:
        if (base, -1) not in self._symbols:
            symbol = self._symbols[base, -1] = self.fresh("q")
            self.made.append(("reciprocal", (symbol,), base, 1))
            product = sympy.Mul(base, symbol, evaluate=False)
            self.definitions.append(sympy.Eq(product, 1, evaluate=False))
        return self._symbols[base, -1]

    def _root(self, base: sympy.Basic, degree: int) -> sympy.Symbol:
        if (base, degree) not in self._symbols:
            symbol = self._symbols[base, degree] = self.fresh("r")
            self.made.append(("root", (symbol,), base, degree))
            # -r has the same square: without the sign, the statement would be about either.
            self.definitions.append(sympy.Ge(symbol, 0, evaluate=False))
            self.definitions.append(sympy.Eq(sympy.Pow(symbol, degree), base, evaluate=False))
        return self._symbols[base, degree]


def by_expression(rounding: sympy.Basic) -> tuple[sympy.Basic, sympy.Basic] | None:
    """Return what a remainder or a rounded number divides, and by which polynomial with a symbol; None if by none."""
    if type(rounding) not in ROUNDINGS:
        return None
    if type(rounding) is sympy.Mod:
        top, below = rounding.args
        return (top, below) if _is_whole(below) and below.free_symbols else None
    number = rounding.args[0]
    with sympy.evaluate(True):
        top, below = number.as_numer_denom()
    parts = {top, below} | _denominators(number)
    return (top, below) if below.free_symbols and all(map(_is_whole, parts)) else None


def _is_whole(node: sympy.Basic) -> bool:
    """Return whether an expression is a polynomial of integers with integers as coefficients."""
    with sympy.evaluate(True):
        return bool(node.is_integer and node.is_polynomial(*node.free_symbols))


def _denominators(number: sympy.Basic) -> set[sympy.Basic]:
    """Return the bases of negative powers; a quotient that is brought to one denominator can lose some of them."""
    return {power.base for power in number.atoms(sympy.Pow) if power.exp.is_negative}


def variable_divisors(node: sympy.Basic) -> list[sympy.Basic]:
    """Return the divisors of rounded quotients and remainders that are not numbers, and so can be 0.

    >>> n, m = sympy.symbols("n m", integer=True)
    >>> variable_divisors(sympy.Eq(sympy.floor(n / m) + n % 2, n % (m + 1)))
    [m, m + 1]
    """
    divisors = set[sympy.Basic]()
    for rounding in filter(by_expression, node.atoms(*ROUNDINGS)):
        divisors.update(rounding.args[1:] or _denominators(rounding.args[0]))
    return sorted(divisors, key=str)


def whole_fraction(number: sympy.Basic) -> tuple[sympy.Basic, int]:
    """Return a polynomial of integers with fractions as coefficients as an integer over a whole number."""
    symbols = _symbols_of([number])
    with sympy.evaluate(True):
        if not symbols or not all(symbol.is_integer for symbol in symbols) or not number.is_polynomial(*symbols):
            return number, 1
        polynomial = sympy.Poly(number, *symbols)
        if not polynomial.domain.is_QQ and not polynomial.domain.is_ZZ:
            return number, 1
        modulus, whole = polynomial.clear_denoms()
        return whole.as_expr(), int(modulus)


def _is_quotient_or_root(node: sympy.Basic) -> bool:
    if type(node) is not sympy.Pow:
        return False
    kind = type(node.exp)
    negative = kind in INTEGERS and node.exp < 0
    # A power of a number, such as 2^-3, is a number, which `_as_products` writes.
    return kind in FRACTIONS or (negative and type(node.base) not in INTEGERS)


def statement(node: sympy.Basic) -> str:
    """Return a relation or a combination of relations as an SMT-LIB term of sort Bool."""
    kind = type(node)
    if kind in TRUTH_VALUES:
        return TRUTH_VALUES[kind]
    if kind in CONNECTIVES:
        return _applied(CONNECTIVES[kind], [statement(part) for part in node.args])
    if kind is sympy.Ne:
        return f"(not {_relation('=', node)})"
    if kind in RELATIONS:
        return _relation(RELATIONS[kind], node)
    if _is_number(node):
        raise ValueError(f"{node} ({kind.__name__}) is a number in place of a statement")
    raise refusal(node)


def _relation(operator: str, node: sympy.Basic) -> str:
    real = any(map(is_real, node.args))
    return f"({operator} {' '.join(as_term(side, real) for side in node.args)})"


def as_term(node: sympy.Basic, real: bool) -> str:
    """Return an expression as a term of sort Real or Int."""
    kind = type(node)
    if kind in INTEGERS:
        return _literal(int(node), real)
    if kind in FRACTIONS:
        fraction = f"(/ {_literal(abs(node.p), True)} {_literal(node.q, True)})"
        if node.p >= 0:
            return fraction
        return f"(- {fraction})"
    if kind is sympy.Symbol and real and node.is_integer:
        return f"(to_real {node.name})"
    if kind is sympy.Symbol:
        return str(node.name)
    if kind in SUMS:
        return _applied(SUMS[kind], [as_term(part, real) for part in node.args])
    if kind is sympy.Pow:
        return _as_products(node, real)
    if kind in EXTREMA:
        return _extremum(EXTREMA[kind], [as_term(part, real) for part in node.args])
    if kind is sympy.Abs:
        size = as_term(node.args[0], real)
        return _extremum(">=", [size, f"(- {size})"])
    if kind is sympy.Piecewise:
        return _cases(node, real)
    if kind in RELATIONS or kind in CONNECTIVES or kind in TRUTH_VALUES or kind is sympy.Ne:
        raise ValueError(f"{node} ({kind.__name__}) is a statement in place of a number")
    raise refusal(node)


def _as_products(power: sympy.Pow, real: bool) -> str:
    base, exponent = power.args
    if type(exponent) in INTEGERS and exponent < 0:
        if type(base) in INTEGERS and base != 0:
            return f"(/ 1.0 {_literal(int(base) ** -int(exponent), True)})"
        raise ValueError(f"{power} is a division, and SMT-LIB lets x/0 be any number: multiply the denominator out")
    if type(exponent) not in INTEGERS or exponent == 0:
        way = BY_INDUCTION if exponent.free_symbols else ""
        raise ValueError(f"{power} is not a positive whole power{way}")
    return _applied("*", [as_term(base, real)] * int(exponent))


def _extremum(relation: str, terms: list[str]) -> str:
    first, *others = terms
    if not others:
        return first
    rest = _extremum(relation, others)
    return f"(ite ({relation} {first} {rest}) {first} {rest})"


def _cases(piecewise: sympy.Piecewise, real: bool) -> str:
    *cases, (default, otherwise) = piecewise.args
    if type(otherwise) is not BooleanTrue:
        raise ValueError(f"{piecewise} (Piecewise) has no value in the remaining cases: add a default")
    # The first condition that is true decides, so that it is the outermost.
    text = as_term(default, real)
    for value, condition in reversed(cases):
        text = f"(ite {statement(condition)} {as_term(value, real)} {text})"
    return text


def _applied(operator: str, terms: list[str]) -> str:
    """Return an application; a sum or a conjunction of one term is the term."""
    if not terms:
        raise ValueError(f"an empty {operator}")
    if len(terms) == 1 and operator != "not":
        return terms[0]
    return f"({operator} {' '.join(terms)})"


def _literal(number: int, real: bool) -> str:
    if real:
        digits = f"{abs(number)}.0"
    else:
        digits = f"{abs(number)}"
    if number < 0:
        return f"(- {digits})"
    return digits


def _is_number(node: sympy.Basic) -> bool:
    return type(node) in (*INTEGERS, *FRACTIONS, *SUMS, *EXTREMA, sympy.Abs, sympy.Symbol, sympy.Pow, sympy.Piecewise)


def is_real(node: sympy.Basic) -> bool:
    """Return whether an expression has the sort Real."""
    if type(node) is sympy.Symbol:
        return not node.is_integer
    if type(node) is sympy.Piecewise:
        return any(is_real(value) for value, _ in node.args)
    if type(node) is sympy.Pow and node.exp.is_negative:
        return True
    return type(node) in FRACTIONS or any(map(is_real, getattr(node, "args", ())))


def refusal(node: object) -> ValueError:
    """Return the error that says why a part of a statement is refused, and the way if there is one."""
    shown = f"{node} ({type(node).__name__})"
    if isinstance(node, bool):
        # The user typed a == b, which Python answers before anything sees it.
        return ValueError(f"{shown} is not a relation: == and != compare how expressions are written; use Eq or Ne")
    if isinstance(node, sympy.Sum | sympy.Product | CombinatorialFunction | AppliedUndef):
        return ValueError(f"decide cannot handle {shown}{BY_INDUCTION}")
    if isinstance(node, sympy.Float):
        return ValueError(f"decide cannot handle {shown}, which is rounded; write Rational('{float(node)}')")
    return ValueError(f"decide cannot handle {shown}")
