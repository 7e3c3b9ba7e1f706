"""Statements about integers: small counterexamples, and a split by remainders.

z3 says unknown to "6 divides n³ − n", and proves each of the six cases n = 6 k, n = 6 k + 1, and so on. `lemmas`
makes these cases from a statement that names the remainder j of n. The statement itself then follows from its
hypotheses, among them 0 <= j < 6, and from the lemmas, which the two solvers discharge like all other obligations. So
nothing here is trusted: a split that forgets a case leaves the statement open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import lcm

from sympy import Basic, Eq, Ge, Mod, Ne, Poly, Symbol, factor, factorint
from sympy.logic.boolalg import Boolean

from gametheory.prove.points import evaluator, smallest_point
from gametheory.prove.proof import Counterexample, implication
from gametheory.prove.smt import INTEGERS, ROUNDINGS, sign_hypotheses, translated, whole_fraction
from gametheory.prove.statement import Statement, names, parse

MOST_CASES = 64
MOST_MODULUS = 24
_translated = partial(translated, by_expressions=True)  # `decide` proves that divisors are not 0


def with_lemmas(
    name: str, hypotheses: Sequence[Boolean], conclusion: Boolean
) -> tuple[Statement, tuple[Statement, ...]]:
    """Return the statement of record and, if remainders are likely to decide it, its cases as lemmas.

    >>> n = Symbol("n", integer=True)
    >>> whole, cases = with_lemmas("even", (), Eq(Mod(n**2 + n, 2), 0))
    >>> whole.text
    'for all integers j1, j2, k1, k2, n with n = 2 k1 + j1; j1 ≥ 0; j1 < 2; n + n² = 2 k2 + j2; j2 ≥ 0; j2 < 2: j2 = 0'
    >>> [case.hypotheses for case in cases]
    [('(= n (+ (* 2 k1) j1))', '(= j1 0)'), ('(= n (+ (* 2 k1) j1))', '(= j1 1)')]
    """
    moduli, symbols = list[int](), list[Symbol]()
    # `translated` refuses what is not of sympy, with its reason.
    if all(isinstance(node, Basic) for node in (*hypotheses, conclusion)):
        moduli, symbols = _split(hypotheses, conclusion)
    if not symbols:
        return _translated(name, hypotheses, conclusion)[0], ()
    by_parts = len(moduli) > 1
    divided: list[Basic] = list(symbols)
    if by_parts:
        divided.append(conclusion.args[0].args[0])
    # True of every remainder: with these, the statement has a variable for each, as its cases have.
    named = [Ge(Mod(top, modulus), 0, evaluate=False) for modulus in moduli for top in divided]
    given = [*named, *hypotheses]
    whole, _ = _translated(name, given, conclusion)
    cases = list[Statement]()
    for modulus in moduli:
        goal = conclusion
        if by_parts:
            goal = Eq(Mod(divided[-1], modulus), conclusion.rhs % modulus, evaluate=False)
        part = _factored(_translated(name, given, goal)[0], name, given, goal)
        if by_parts:
            part = _about_its_remainder(part, symbols)
        for values in product(range(modulus), repeat=len(symbols)):
            remainders = dict(zip(map(str, symbols), values, strict=True))
            cases.append(_case(part, modulus, remainders))
    return whole, tuple(cases)


def _factored(part: Statement, name: str, given: Sequence[Boolean], goal: Boolean) -> Statement:
    """Return a statement with products in place of sums in its remainders, if it has the same variables.

    z3 decides cases of n (n - 1) (n + 1) (n² + 1) in a tenth of the time that it takes for n⁵ - n.
    """
    products = dict[Basic, Basic]()
    for remainder in set[Basic]().union(*(node.atoms(Mod) for node in (*given, goal))):
        top, modulus = remainder.args
        products[remainder] = Mod(factor(top), modulus, evaluate=False)
    factored = _translated(name, [node.xreplace(products) for node in given], goal.xreplace(products))[0]
    if factored.variables != part.variables:
        return part
    return factored


def _about_its_remainder(part: Statement, symbols: Sequence[Symbol]) -> Statement:
    """Return a statement without the hypotheses that define remainders by other moduli than that of its conclusion."""
    own = set(map(str, symbols))
    stated = names(parse(part.conclusion)) - own
    used = list[str]()
    for hypothesis in part.hypotheses:
        new = names(parse(hypothesis)) - own
        if not new or new & stated or _remainder_of(hypothesis):
            used.append(hypothesis)
    return replace(part, hypotheses=tuple(used))


def _remainder_of(hypothesis: str) -> tuple[str, str, str] | None:
    """Return a variable, a modulus and the remainder that a hypothesis defines, if it does."""
    match parse(hypothesis):
        case ("=", str(variable), ("+", ("*", str(modulus), str()), str(remainder))):
            return variable, modulus, remainder
    return None


def _case(part: Statement, modulus: int, remainders: Mapping[str, int]) -> Statement:
    """Return the statement for one remainder of each variable.

    Only what defines the remainders is a hypothesis. A case can contradict what is given, and hypotheses that
    contradict each other discharge nothing. These few are easily satisfied.
    """
    pinned = list[str]()
    rest = list[str]()
    for hypothesis in part.hypotheses:
        defined = _remainder_of(hypothesis)
        if defined and defined[0] in remainders and defined[1] == str(modulus):
            variable, _, remainder = defined
            pinned += [hypothesis, f"(= {remainder} {remainders[variable]})"]
        else:
            rest.append(hypothesis)
    shown = ", ".join(f"{variable} = {value}" for variable, value in remainders.items())
    implied = implication(replace(part, hypotheses=tuple(rest)))
    title = f"{part.name}, case {shown} modulo {modulus}"
    return Statement(title, part.variables, tuple(pinned), implied)


def _split(hypotheses: Sequence[Boolean], conclusion: Boolean) -> tuple[list[int], list[Symbol]]:
    """Return moduli, and the symbols by whose remainders the statement is split; none if it is not.

    A number is divisible by 30 if it is by 2, 3 and 5: these are 10 cases in place of 30.
    """
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
    moduli = [modulus]
    if _is_one_remainder(conclusion) and not any(node.has(*ROUNDINGS) for node in hypotheses):
        moduli = [prime**power for prime, power in sorted(factorint(modulus).items())]
    cases = sum(one ** len(symbols) for one in moduli)
    if cases > MOST_CASES:
        return [], []
    return moduli, sorted(symbols, key=str)


def _is_one_remainder(conclusion: Boolean) -> bool:
    """Return whether a statement is that a remainder is a number."""
    if type(conclusion) is not Eq:
        return False
    return type(conclusion.lhs) is Mod and type(conclusion.rhs) in INTEGERS


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
    point = smallest_point([*sign_hypotheses(nodes), *hypotheses], conclusion, symbols)
    if point is None:
        return None
    whole, definitions = _translated(name, hypotheses, conclusion)
    values = dict(point)
    try:
        for symbol, value in definitions.items():
            values[symbol] = evaluator(value)(values)
        named = {str(symbol): value for symbol, value in values.items()}
        return Counterexample(whole, tuple(Fraction(named[variable]) for variable, _ in whole.variables))
    except (KeyError, ValueError):  # a quotient or a root is a variable, too, and z3 looks for it
        return None
