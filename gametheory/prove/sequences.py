"""From sympy to an induction: powers, factorials, sums, products and recurrences become sequences.

`by_induction` finds the variable n and the first n, and replaces 2**n and the like by values of sequences. `Induction`
makes base and step of them. Conditions on n other than a first value are refused, since the step would assume them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy
from sympy import Add, Basic, Eq, Ge, Gt, Integer, Mul, Pow, Product, Sum, Symbol, factorial, fibonacci
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from gametheory.prove import smt
from gametheory.prove.induction import Definition, Induction, RecursiveSequence
from gametheory.prove.proof import Counterexample, NotProved, find_counterexample, stating

MOST_START, MOST_FACTOR = 500, 100
MOST_TERMS = 200  # of a sum, in the first value of its sequence
FIRST_OF_SIGN = {"positive": 1, "nonnegative": 0}
MOST_INSTANCES, INSTANCES_OF_SOLVER = 60, 6
LOWER = {sympy.Ge: 0, sympy.Gt: 1}
WITH_ARGUMENT = (factorial, fibonacci, AppliedUndef)


def by_induction(name: str, hypotheses: Sequence[Boolean], conclusion: Boolean) -> Induction:
    """Return the induction that establishes a statement about all integers from a first one on.

    >>> n, k = (Symbol(name, integer=True) for name in "nk")
    >>> by_induction("sum", [n >= 1], Eq(Sum(k, (k, 1, n)), n * (n + 1) / 2)).text
    'for all integers n ≥ 1 with s1 = 1 for n = 1 and s1′ = s1 + 1 + n for the next n: s1 = (1/2) n (1 + n)'
    """
    try:
        translation = _Translation(hypotheses, conclusion)
        with stating():
            record = translation.induction(name, conclusion)
        found = translation.counterexample(name, conclusion)
    except RecursionError:
        raise ValueError(f"{name}: the recurrences define each other in a circle") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if found:
        raise NotProved(found.explanation, found)
    return replace(record)  # whose constructor asks the solvers


class _Translation:
    """The variable and the first n of an induction, what is given, and symbols for what changes with n."""

    def __init__(self, hypotheses: Sequence[Boolean], conclusion: Boolean) -> None:
        nodes = [*hypotheses, conclusion]
        for node in nodes:
            if not isinstance(node, Basic):
                raise smt.refusal(node)
        self.variable = _variable(nodes, conclusion)
        self.new = smt.NewVariables(nodes)
        self.given = list[Boolean]()
        self.facts = list[Boolean]()
        self.depth = 1
        # Symbol, first value, next value; and the symbols by what they are the value of.
        self._made: list[tuple[Symbol, Basic, Basic]] = []
        self._symbols: dict[Basic, list[Symbol]] = {}
        self._equations: list[Boolean] = []
        self._used = set[Boolean]()
        self._rules: dict[Callable[[int], Basic], tuple[Basic, list[Basic]]] = {}
        bounds = self._sort(hypotheses)
        signs = smt.sign_hypotheses(nodes)
        self.given[:0] = [sign for sign in signs if not sign.has(self.variable)]
        sign = smt.sign_of(self.variable)
        if sign:
            if sign not in FIRST_OF_SIGN:
                raise ValueError(f"{self.variable} can only be positive or nonnegative in an induction")
            bounds.append(FIRST_OF_SIGN[sign])
        if not bounds:
            raise ValueError(f"where does the induction begin? Give a first value, such as {self.variable} >= 0")
        self.start = max(bounds)

    def _sort(self, hypotheses: Sequence[Boolean]) -> list[int]:
        """Return the first values that hypotheses state; collect the equations of functions, and what is given."""
        bounds = list[int]()
        for relation in hypotheses:
            bound = self._bound(relation)
            if bound is not None:
                bounds.append(bound)
            elif isinstance(relation, Eq) and relation.has(AppliedUndef):
                self._equations.append(relation)
            elif relation.has(self.variable, AppliedUndef):
                # A step from a true statement to a false one could be left out by such a condition.
                raise ValueError(
                    f"{relation} is a condition on {self.variable}: an induction takes a first value, such as "
                    f"{self.variable} >= 1, and other conditions in the conclusion, as in Implies(condition, relation)"
                )
            else:
                self.given.append(relation)
        return bounds

    def _bound(self, relation: Boolean) -> int | None:
        """Return the first value that n >= 3 or n > 2 allows, or None."""
        if isinstance(relation, sympy.Rel):
            for one in (relation, relation.reversed):
                if type(one) in LOWER and one.lhs == self.variable and isinstance(one.rhs, Integer):
                    return int(one.rhs) + LOWER[type(one)]
        return None

    def induction(self, name: str, conclusion: Boolean) -> Induction:
        """Return the induction, after the sorts of its variables are known."""
        stated = self.new.replaced(self._replaced(conclusion))
        for equation in self._equations:
            if equation not in self._used:
                raise ValueError(f"{equation} is neither a first value nor a recurrence of a function in the statement")
        own = {self.variable, *(symbol for symbol, _, _ in self._made)}
        nodes: list[Basic] = [*self.given, stated]
        definitions = list[Definition]()
        for kind, symbols, term, number in self.new.made:
            own.update(symbols)
            nodes.append(term)
            real = kind in ("reciprocal", "root") or smt.is_real(term)
            names, sorts = zip(*map(_declared, symbols), strict=True)
            definitions.append(Definition(kind, names, sorts, smt.as_term(term, real), number))
        sequences = list[RecursiveSequence]()
        for symbol, *values in self._made:
            nodes += values
            first, following = (smt.as_term(value, not symbol.is_integer) for value in values)
            sequences.append(RecursiveSequence(*_declared(symbol), first, following))
        fixed = set[Basic]().union(*(node.atoms(Symbol) for node in nodes)) - own
        return Induction(
            name,
            self.variable.name,
            self.start,
            smt.variables_of(fixed),
            tuple(map(smt.statement, self.given)),
            tuple(sequences),
            tuple(definitions),
            tuple(map(smt.statement, self.facts)),
            smt.statement(stated),
            self.depth,
        )

    def counterexample(self, name: str, conclusion: Boolean) -> Counterexample | None:
        """Return one of the first n for which a relation is false, with values of the other variables, if one is."""
        if not isinstance(conclusion, sympy.Rel):
            return None
        known = dict[Basic, Basic]()
        for function, (rule, values) in self._rules.items():
            for ahead, value in enumerate(values):
                known[function(self.start + ahead)] = value
            for place in range(self.start, self.start + MOST_INSTANCES):
                known[function(place + len(values))] = rule.subs(self.variable, place).xreplace(known).doit()
        for place in range(self.start, self.start + MOST_INSTANCES):
            sides = [side.subs(self.variable, place).xreplace(known).doit() for side in conclusion.args]
            given = [Eq(self.variable, place, evaluate=False), *self.given]
            try:
                truth = conclusion.func(*sides)
                if truth == sympy.true:
                    continue
                if truth != sympy.false and place >= self.start + INSTANCES_OF_SOLVER:
                    return None
                found = find_counterexample(smt.obligation(name, given, conclusion.func(*sides, evaluate=False)))
            except (TypeError, ValueError):  # such as a division by 0, with which the induction ends
                return None
            if found:
                return found
        return None

    def _replaced(self, node: Basic) -> Basic:
        """Return an expression with symbols for the values of sequences."""
        if isinstance(node, Sum | Product):
            return self._sum(node)
        if isinstance(node, Pow) and node.exp.free_symbols:
            return self._power(node.base, node.exp)
        if isinstance(node, WITH_ARGUMENT):
            return self._of_recurrence(node)
        parts = list(map(self._replaced, node.args))
        if parts == list(node.args):
            return node
        return _built(node.func, *parts)

    def _linear(self, node: Basic) -> tuple[int, int]:
        """Return c and d of c n + d."""
        shift = node.subs(self.variable, 0)
        factor = (node - shift) / self.variable
        whole = isinstance(shift, Integer) and isinstance(factor, Integer) and factor
        if not whole or max(abs(factor), abs(shift)) > MOST_FACTOR:
            raise ValueError(f"{node} is not {self.variable} times a number up to {MOST_FACTOR} and another one added")
        return int(factor), int(shift)

    def _ahead(self, node: Basic) -> int:
        """Return d of f(n + d), for a function that begins at 0."""
        if not 0 <= self.start <= MOST_START:
            raise ValueError(f"{node} begins at {self.variable} = {self.start}; allowed: 0 to {MOST_START}")
        factor, shift = self._linear(node.args[-1])
        if factor != 1 or shift < 0:
            raise ValueError(f"{node} is not the value for {self.variable} or a later number")
        return shift

    def _add(self, letter: str, first: Basic, following: Callable[[Symbol], Basic], whole: bool) -> Symbol:
        symbol = self.new.fresh(letter, integer=whole)
        self._made.append((symbol, first, self.new.replaced(following(symbol))))
        return symbol

    def _power(self, base: Basic, exponent: Basic) -> Basic:
        factor, shift = self._linear(exponent)
        # sympy writes (1/2)**n as 2**(-n).
        if factor < 0 and base.is_Rational and base != 0:
            base, factor, shift = 1 / base, -factor, -shift
        self._ahead(Pow(base, self.variable, evaluate=False))
        if factor < 0 or base.has(self.variable) or base != self._replaced(base):
            raise ValueError(f"{base}**({exponent}) has no next value that it determines")
        if base not in self._symbols:
            whole = not smt.is_real(base)
            symbol = self._add("p", base**self.start, lambda symbol: _built(Mul, base, symbol), whole)
            self._symbols[base] = [symbol]
            if base.is_positive:
                self.facts.append(Ge(symbol, 1) if isinstance(base, Integer) else Gt(symbol, 0))
        scale = [base**shift] if shift else []
        return _built(Mul, *scale, *(self._symbols[base] * factor))

    def _of_recurrence(self, node: Basic) -> Basic:
        shift = self._ahead(node)
        following, values = self._recurrence(node)
        if shift >= len(values):
            return self._replaced(following.subs(self.variable, self.variable + shift - len(values)))
        key = node.func(self.variable)
        if key not in self._symbols:
            self._rules[node.func] = following, values
            whole = not any(map(smt.is_real, [following, *values]))
            symbols = [self.new.fresh("u", integer=whole) for _ in values]
            self._symbols[key] = symbols
            last = self.new.replaced(self._replaced(following))
            self._made += zip(symbols, values, [*symbols[1:], last], strict=True)
            if isinstance(node, factorial):
                self.facts.append(Ge(symbols[0], 1))
            self.depth = max(self.depth, len(values))
        return self._symbols[key][shift]

    def _recurrence(self, node: Basic) -> tuple[Basic, list[Basic]]:
        """Return the value of a function after as many as it has first values, and these."""
        if isinstance(node, factorial):
            return (self.variable + 1) * factorial(self.variable), [factorial(self.start)]
        if isinstance(node, fibonacci):
            rule = fibonacci(self.variable) + fibonacci(self.variable + 1)
            return rule, [fibonacci(self.start), fibonacci(self.start + 1)]
        known = dict[Basic, Basic]()
        for equation in self._equations:
            for left, right in (equation.args, equation.args[::-1]):
                if isinstance(left, node.func) and left not in known:
                    known[left] = right
                    self._used.add(equation)
        order = len(known) - 1
        last = node.func(self.variable + order)
        values = [known.pop(node.func(self.start + ahead), None) for ahead in range(order)]
        rule = known.pop(last, None)
        # The recurrence is given for n from the first one on, and so says nothing of the values before.
        if rule is None or any(value is None or value.has(self.variable, AppliedUndef) for value in values):
            raise ValueError(
                f"{node} needs a recurrence for {self.variable} >= {self.start}, as in Eq(f(n + 1), 2*f(n)), "
                f"and as many first values as it has terms, from {node.func(self.start)} on"
            )
        if any(self._ahead(part) >= order for part in rule.atoms(node.func)):
            raise ValueError(f"{last} is not defined by values before it")
        return rule, values

    def _sum(self, node: Basic) -> Basic:
        """Return the value of a sum or product, whose end moves with n or is a number."""
        function, *limits = node.args
        if len(limits) > 1:
            function = node.func(function, *limits[:-1])
        if len(limits[-1]) != 3:
            raise ValueError(f"{node} has no first and last term")
        index, low, high = limits[-1]
        operation = Add if isinstance(node, Sum) else Mul
        factor, shift = (0, int(high)) if isinstance(high, Integer) else self._linear(high)
        end = factor * self.start + shift
        # For a range that is empty by more than one, sympy and textbooks disagree.
        fixed = isinstance(low, Integer) and not function.has(self.variable)
        if not fixed or factor < 0 or not low - 1 <= end < low + MOST_TERMS:
            raise ValueError(
                f"{node} is not a sum from a number to {self.variable}, with terms without {self.variable}"
            )
        first = self._replaced(operation(*(function.subs(index, place) for place in range(low, end + 1))))
        if not factor:
            return first
        if node not in self._symbols:
            after = [factor * self.variable + shift + step for step in range(1, factor + 1)]
            added = [self._replaced(function.subs(index, place)) for place in after]
            whole = not any(smt.is_real(self.new.replaced(term)) for term in (first, *added))
            self._symbols[node] = [self._add("s", first, lambda symbol: _built(operation, symbol, *added), whole)]
        return self._symbols[node][0]


def _variable(nodes: Sequence[Basic], conclusion: Basic) -> Symbol:
    """Return the variable of the induction: that of exponents, ends of sums and arguments of functions."""
    found = set[Basic]()
    bound = set[Basic]()
    for part in sympy.preorder_traversal(sympy.Tuple(*nodes)):
        if isinstance(part, Pow):
            found |= part.exp.free_symbols
        elif isinstance(part, Sum | Product):
            bound.update(part.bound_symbols)
            found = found.union(*(limit[-1].free_symbols for limit in part.limits))
        elif isinstance(part, WITH_ARGUMENT):
            found |= part.free_symbols
    found -= bound
    if not found:
        found = {symbol for symbol in conclusion.free_symbols if symbol.is_integer}
    if len(found) != 1:
        names = ", ".join(sorted(map(str, found))) or "none"
        raise ValueError(f"an induction has one variable, in the exponents and the ends of sums; here: {names}")
    [variable] = found
    if type(variable) is not Symbol or not variable.is_integer:
        raise ValueError(f'an induction is about integers: declare Symbol("{variable}", integer=True)')
    return variable


def _declared(symbol: Symbol) -> tuple[str, str]:
    return symbol.name, "Int" if symbol.is_integer else "Real"


def _built(operation: Callable[..., Basic], *parts: Basic) -> Basic:
    if operation is Add:  # s + (1 + n) is printed with brackets
        parts = tuple(term for part in parts for term in sympy.Add.make_args(part))
    if operation in (Add, Mul) and len(parts) == 1:
        return parts[0]
    with sympy.evaluate(False):
        return operation(*parts)
