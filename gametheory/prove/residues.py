"""Statements about integers: small counterexamples, and a split by remainders.

z3 says unknown to "6 divides n³ − n", and proves each of the six cases n = 6 k, n = 6 k + 1, and so on. `lemmas`
makes these cases from a statement that names the remainder j of n. The statement itself then follows from its
hypotheses, among them 0 <= j < 6, and from the lemmas, which the two solvers discharge like all other obligations. So
nothing here is trusted: a split that forgets a case leaves the statement open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm

from sympy import Basic, Eq, Ge, Implies, Integer, Mod, Ne, Poly, Symbol
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from gametheory.prove.proof import Counterexample
from gametheory.prove.smt import INTEGERS, ROUNDINGS, sign_hypotheses, translated, whole_fraction
from gametheory.prove.statement import Statement

MOST_CASES = 64
MOST_POINTS = 3000
MOST_MODULUS = 24


def with_lemmas(
    name: str, hypotheses: Sequence[Boolean], conclusion: Boolean
) -> tuple[Statement, tuple[Statement, ...]]:
    """Return the statement of record and, if remainders are likely to decide it, its cases as lemmas.

    >>> n = Symbol("n", integer=True)
    >>> whole, cases = with_lemmas("even", (), Eq(Mod(n**2 + n, 2), 0))
    >>> whole.text
    'for all integers j1, j2, k1, k2, n with n = 2 k1 + j1; j1 ≥ 0; j1 < 2; n + n² = 2 k2 + j2; j2 ≥ 0; j2 < 2: j2 = 0'
    >>> [case.hypotheses[0] for case in cases]
    ['(= j1 0)', '(= j1 1)']
    """
    modulus, symbols = 1, list[Symbol]()
    # `translated` refuses what is not of sympy, with its reason.
    if all(isinstance(node, Basic) for node in (*hypotheses, conclusion)):
        modulus, symbols = _split(hypotheses, conclusion)
    if not symbols:
        return translated(name, hypotheses, conclusion)[0], ()
    remainders = [Mod(symbol, modulus) for symbol in symbols]
    # True of every remainder: with these, the statement has a variable for each, as its cases have.
    named = [Ge(remainder, 0, evaluate=False) for remainder in remainders]
    whole, _ = translated(name, [*named, *hypotheses], conclusion)
    implied = conclusion
    # A case can contradict what is given, and hypotheses that contradict each other discharge nothing.
    for hypothesis in reversed(hypotheses):
        implied = Implies(hypothesis, implied, evaluate=False)
    cases = list[Statement]()
    for values in product(range(modulus), repeat=len(symbols)):
        case = [Eq(remainder, value) for remainder, value in zip(remainders, values, strict=True)]
        shown = ", ".join(f"{symbol} = {value}" for symbol, value in zip(symbols, values, strict=True))
        cases.append(translated(f"{name}, case {shown} modulo {modulus}", case, implied)[0])
    return whole, tuple(cases)


def _split(hypotheses: Sequence[Boolean], conclusion: Boolean) -> tuple[int, list[Symbol]]:
    """Return a modulus, and the symbols by whose remainders the statement is split; none if it is not."""
    modulus = 1
    symbols = set[Symbol]()
    for top, divisor in _divisions([*hypotheses, conclusion]):
        found = sorted(top.free_symbols, key=str)
        whole = found and all(symbol.is_integer for symbol in found) and top.is_polynomial(*found)
        # The solvers decide what is linear without help.
        if whole and Poly(top, *found).total_degree() > 1:
            modulus = lcm(modulus, divisor)
            symbols.update(found)
    if not symbols and type(conclusion) is Ne:
        modulus, symbols = _never_equal(conclusion)
    if modulus ** len(symbols) > MOST_CASES:
        return 1, []
    return modulus, sorted(symbols, key=str)


def _divisions(nodes: Sequence[Boolean]) -> Iterator[tuple[Basic, int]]:
    for node in nodes:
        for rounding in node.atoms(*ROUNDINGS):
            if type(rounding) is not Mod:
                yield whole_fraction(rounding.args[0])
            elif type(rounding.args[1]) in INTEGERS and rounding.args[1] > 0:
                yield rounding.args[0], int(rounding.args[1])


def _never_equal(conclusion: Ne) -> tuple[int, set[Symbol]]:
    """Return the least modulus by which the sides of an inequation are never congruent, with their symbols."""
    difference = conclusion.lhs - conclusion.rhs
    symbols = sorted(difference.free_symbols, key=str)
    if not symbols or not all(symbol.is_integer for symbol in symbols) or not difference.is_polynomial(*symbols):
        return 1, set()
    polynomial = Poly(difference, *symbols)
    if polynomial.total_degree() < 2 or not polynomial.domain.is_ZZ:
        return 1, set()
    for modulus in range(2, MOST_MODULUS + 1):
        terms = [(powers, int(number) % modulus) for powers, number in polynomial.terms() if number % modulus]
        used = [place for place in range(len(symbols)) if any(powers[place] for powers, _ in terms)]
        if modulus ** len(used) <= MOST_CASES and not _has_root(terms, used, modulus):
            return modulus, {symbols[place] for place in used}
    return 1, set()


def _has_root(terms: Sequence[tuple[tuple[int, ...], int]], used: Sequence[int], modulus: int) -> bool:
    for values in product(range(modulus), repeat=len(used)):
        total = 0
        for powers, number in terms:
            for place, value in zip(used, values, strict=True):
                number *= value ** powers[place]
            total += number
        if total % modulus == 0:
            return True
    return False


def smallest_counterexample(name: str, hypotheses: Sequence[Boolean], conclusion: Boolean) -> Counterexample | None:
    """Return the integers of the least sum of sizes that refute a statement with remainders, if they are small.

    >>> n = Symbol("n", integer=True)
    >>> smallest_counterexample("even", (), Eq(Mod(n**2, 2), 0)).case
    'j1 = 1, k1 = 0, n = 1'
    """
    nodes = [*hypotheses, conclusion]
    symbols = sorted(set[Symbol]().union(*(node.atoms(Symbol) for node in nodes)), key=str)
    if not any(node.has(*ROUNDINGS) for node in nodes) or not all(symbol.is_integer for symbol in symbols):
        return None
    given = [*sign_hypotheses(nodes), *hypotheses]
    for numbers in _small_points(len(symbols)):
        point: dict[Basic, Basic] = dict(zip(symbols, map(Integer, numbers), strict=True))
        supposed = all(type(node.xreplace(point)) is BooleanTrue for node in given)
        if not supposed or type(conclusion.xreplace(point)) is not BooleanFalse:
            continue
        whole, values = translated(name, hypotheses, conclusion)
        for symbol, value in values.items():
            point[symbol] = value.xreplace(point).doit()
        named = {str(symbol): value for symbol, value in point.items()}
        try:
            return Counterexample(whole, tuple(Fraction(str(named[variable])) for variable, _ in whole.variables))
        except (KeyError, ValueError):  # a quotient or a root is a variable, too, and z3 looks for it
            return None
    return None


def _small_points(dimension: int) -> Iterator[tuple[int, ...]]:
    """Yield points with integer coordinates, those of the least sum of sizes first, positive before negative."""
    count, size = 0, 0
    while count < MOST_POINTS:
        for point in _points_of_size(dimension, size):
            yield point
            count += 1
        size += 1
        if not dimension:
            return


def _points_of_size(dimension: int, size: int) -> Iterator[tuple[int, ...]]:
    if dimension == 0:
        if size == 0:
            yield ()
        return
    for first in range(size, -1, -1):
        if dimension == 1 and first != size:
            return
        for rest in _points_of_size(dimension - 1, size - first):
            yield (first, *rest)
            if first:
                yield (-first, *rest)
