"""Statements of record from sympy relations.

A statement is written once, as sympy relations. `Obligation.statement` is the same in SMT-LIB 2.6, which the report
shows and two independent SMT solvers discharge (`gametheory.prove.proof`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sympy import And, Basic, Eq, Ge, Gt, Le, Ne, Symbol, evaluate
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from gametheory.prove import proof
from gametheory.prove.smtlib import declarations, statement
from gametheory.prove.statement import Statement


@dataclass(frozen=True)
class Obligation:
    """The statement that the hypotheses imply the conclusion, for all values of their symbols.

    Symbols declared with integer=True are integers, all others are reals. sympy simplifies expressions when they are
    built; inside `with sympy.evaluate(False)` the file shows both sides of an equation as they were written.

    Parameters
    ----------
    name
        Name for messages and for the certificate's file.
    hypotheses
        Relations between the symbols.
    conclusion
        The relation to prove.

    Raises
    ------
    ValueError
        If a statement has no exact form in SMT-LIB (see `gametheory.prove.smtlib`), if sympy has simplified the
        conclusion to true or to an equation of two identical sides, or if the conclusion is one of the hypotheses.

    Examples
    --------
    >>> from sympy import Symbol
    >>> from gametheory.prove.solvers import answers
    >>> x = Symbol("x", integer=True)
    >>> square = Obligation("a square is not less than its root", (x >= 1,), x**2 >= x)
    >>> answers(square.smtlib())
    {'z3': 'unsat', 'cvc5': 'unsat'}
    >>> answers(square.negation(x**2 > x))  # the strict relation fails, at x = 1
    {'z3': 'sat', 'cvc5': 'sat'}
    >>> print(square.satisfiability_check())
    ; a square is not less than its root: expected answer sat
    (set-logic ALL)
    (declare-const x Int)
    (assert (>= x 1))
    (check-sat)
    <BLANKLINE>
    >>> square.statement.file_name
    'a-square-is-not-less-than-its-root.smt2'
    """

    name: str
    hypotheses: tuple[Boolean, ...]
    conclusion: Boolean

    def __post_init__(self) -> None:
        # The name is a comment of the script: after a line break it would be part of the statement.
        if len(self.name.splitlines()) != 1 or not any(map(str.isalnum, self.name)):
            raise ValueError(f"{self.name!r} cannot be the name of an obligation: a line with letters or digits")
        try:
            self.smtlib()
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None
        conclusions = _conjuncts(self.conclusion)
        assumed = {_normal(part) for hypothesis in self.hypotheses for part in _conjuncts(hypothesis)}
        for conclusion in conclusions:
            if isinstance(conclusion, BooleanTrue | BooleanFalse):
                raise ValueError(f"{self.name}: sympy has already simplified the conclusion to {conclusion}")
        stated = [conclusion for conclusion in conclusions if not _is_trivial(conclusion)]
        if not stated:
            raise ValueError(f"{self.name}: both sides of the conclusion {self.conclusion} are identical")
        if all(_normal(conclusion) in assumed for conclusion in stated):
            raise ValueError(f"{self.name}: the conclusion is one of the hypotheses")

    @cached_property
    def statement(self) -> Statement:
        """The statement of record: the same hypotheses and conclusion as SMT-LIB terms."""
        *hypotheses, conclusion = map(statement, (*self.hypotheses, self.conclusion))
        declared = [line.split()[1:] for line in declarations([*self.hypotheses, self.conclusion])]
        variables = tuple((name, sort.removesuffix(")")) for name, sort in declared)
        return Statement(self.name, variables, tuple(hypotheses), conclusion)

    def smtlib(self) -> str:
        """Return the script of the hypotheses and the negated conclusion: unsatisfiable iff the statement is true."""
        return self.statement.script()

    def negation(self, conclusion: Boolean) -> str:
        """Return the script of the hypotheses and the negation of another conclusion."""
        return self.statement.asserting([*self.statement.hypotheses, f"(not {statement(conclusion)})"], "unsat")

    def satisfiability_check(self) -> str:
        """Return the script of the hypotheses alone, which must be satisfiable."""
        return self.statement.satisfiability_check()


def _conjuncts(node: Boolean) -> list[Boolean]:
    """Return the parts of nested conjunctions."""
    return [part for entry in node.args for part in _conjuncts(entry)] if isinstance(node, And) else [node]


def _is_trivial(relation: Boolean) -> bool:
    return isinstance(relation, Eq | Le | Ge) and len(set(_sides(relation))) == 1


def _sides(relation: Basic) -> list[str]:
    return [statement(Eq(side, 0, evaluate=False)) for side in relation.args]


def _normal(relation: Boolean) -> str:
    """Return the printed relation, simplified, with the greater side on the right and equal sides sorted."""
    if isinstance(relation, Ge | Gt):
        relation = relation.reversed
    if not isinstance(relation, Relational):
        return statement(relation)
    with evaluate(True):
        relation = relation.func(*(side.doit() for side in relation.args), evaluate=False)
    sides = sorted(_sides(relation)) if isinstance(relation, Eq | Ne) else _sides(relation)
    return " ".join([relation.rel_op, *sides])


def for_all(
    variables: Sequence[Symbol], hypotheses: Sequence[Boolean], conclusion: Boolean, name: str = ""
) -> Obligation:
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
        If a relation has another symbol, a variable does not occur, or in the cases of `Obligation`.

    Examples
    --------
    >>> from sympy import symbols
    >>> n, m = symbols("n m", integer=True)
    >>> for_all([n, m], [n >= 1, m > n], m >= 2).statement.text
    'for all integers m, n with n ≥ 1; m > n: m ≥ 2'
    >>> for_all([n], [m > n], m > n - 1)
    Traceback (most recent call last):
    ValueError: variables: m occurs in the statement and is not listed
    """
    occurring = {symbol for part in (*hypotheses, conclusion) for symbol in part.atoms(Symbol)}
    for symbol in sorted(occurring - set(variables), key=str):
        raise ValueError(f"variables: {symbol} occurs in the statement and is not listed")
    for symbol in sorted(set(variables) - occurring, key=str):
        raise ValueError(f"variables: {symbol} does not occur in the statement")
    return Obligation(name or str(conclusion), tuple(hypotheses), conclusion)


def failures(obligation: Obligation) -> Iterator[str]:
    """Yield the reasons why an obligation is not discharged, one line each; none if it is discharged.

    Examples
    --------
    >>> from sympy import Symbol
    >>> x = Symbol("x", integer=True)
    >>> for reason in failures(Obligation("doubled", (x > 0, x < 2), 2 * x > 2)):
    ...     print(reason)
    doubled: z3 answers sat to the negation, expected unsat, for x = 1
    doubled: cvc5 answers sat to the negation, expected unsat, for x = 1
    """
    return proof.failures(obligation.statement)
