"""Statements over all integers or reals, discharged by two independent SMT solvers, z3 and cvc5.

An obligation is written once, as sympy relations, and printed as SMT-LIB 2.6, so that any solver can check it again.
Both solvers must answer "unsat" to its negation. Both must also answer "sat" to the hypotheses alone, because
contradictory hypotheses would prove anything. Each solver has a limit on its steps, not on time, so that an answer does
not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cvc5
import z3
from sympy import And, Basic, Eq, Ge, Gt, Le, Ne, evaluate
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from gametheory.claims import Verdict, open_, proved
from gametheory.claims.evidence import Certificate, Evidence
from gametheory.prove.smtlib import declarations, statement

# Units of work, which depend on the script alone. The largest use of a stored obligation is 3,036,428 and 53,743 units.
Z3_UNITS = 100_000_000
CVC5_UNITS = 2_000_000
HOW_TO_CHECK = "z3 FILE or cvc5 FILE must answer unsat"


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
    >>> square.certificate().name
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

    def smtlib(self) -> str:
        """Return the script of the hypotheses and the negated conclusion: unsatisfiable iff the statement is true."""
        return self.negation(self.conclusion)

    def negation(self, conclusion: Boolean) -> str:
        """Return the script of the hypotheses and the negation of a conclusion, its own or a changed one."""
        return self._script([*map(statement, self.hypotheses), f"(not {statement(conclusion)})"], "unsat")

    def satisfiability_check(self) -> str:
        """Return the script of the hypotheses alone, which must be satisfiable."""
        return self._script(map(statement, self.hypotheses), "sat")

    def certificate(self) -> Certificate:
        """Return the SMT-LIB script with a file name made from the obligation's name."""
        slug = "".join(letter if letter.isalnum() else "-" for letter in self.name.lower())
        return Certificate(f"{slug}.smt2", self.smtlib(), HOW_TO_CHECK)

    def _script(self, assertions: Iterable[str], answer: str) -> str:
        declared = declarations([*self.hypotheses, self.conclusion])
        lines = [f"; {self.name}: expected answer {answer}", "(set-logic ALL)", *declared]
        return "\n".join([*lines, *(f"(assert {line})" for line in assertions), "(check-sat)", ""])


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


def answers(script: str) -> dict[str, str]:
    """Return each solver's answer to an SMT-LIB script: sat, unsat, or unknown at its limit of steps.

    Examples
    --------
    >>> answers("(declare-const x Int) (assert (= (* x x) 2)) (check-sat)")
    {'z3': 'unsat', 'cvc5': 'unsat'}
    """
    return {"z3": ask_z3(script), "cvc5": ask_cvc5(script)}


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
    for script, expected in ((obligation.smtlib(), "unsat"), (obligation.satisfiability_check(), "sat")):
        for solver, answer in answers(script).items():
            if answer != expected:
                query = "the negation" if expected == "unsat" else "the hypotheses alone"
                example = f", for {_model(script)}" if answer == "sat" else ""
                yield f"{obligation.name}: {solver} answers {answer} to {query}, expected {expected}{example}"


def prove(scope: str, obligations: Iterable[Obligation], *evidence: Evidence) -> Verdict:
    """Return the verdict *proved* if both solvers discharge every obligation, otherwise *open* with the reasons.

    Parameters
    ----------
    scope
        The range of the statement in words.
    obligations
        The obligations, whose conjunction implies the statement.
    *evidence
        Texts, tables and figures for the report.

    Examples
    --------
    >>> from sympy import Symbol
    >>> x = Symbol("x", integer=True)
    >>> prove("all integers", [Obligation("square", (), x**2 >= x)]).status
    <Status.PROVED: 'proved'>
    >>> prove("all integers", [Obligation("false", (), x**2 > x)]).status
    <Status.OPEN: 'open'>
    >>> prove("none", [Obligation("vacuous", (x > 1, x < 1), x > 5)]).status
    <Status.OPEN: 'open'>
    """
    obligations = list(obligations)
    reasons = [reason for obligation in obligations for reason in failures(obligation)]
    if reasons:
        return open_("\n".join(reasons), *evidence)
    return proved(scope, [obligation.certificate() for obligation in obligations], *evidence)


def ask_z3(script: str) -> str:
    """Return z3's answer to an SMT-LIB script.

    Examples
    --------
    >>> ask_z3("(declare-const x Int) (assert (= (* 2 x) 6)) (check-sat)")
    'sat'
    """
    return str(z3_solver(script).check())


def _model(script: str) -> str:
    """Return values that satisfy a script, found by z3: a counterexample to an obligation."""
    solver = z3_solver(script)
    if solver.check() != z3.sat:
        return "unknown values (z3 finds none)"
    model = solver.model()
    return ", ".join(sorted(f"{symbol} = {model[symbol]}" for symbol in model))


def z3_solver(script: str) -> z3.Solver:
    """Return a solver of z3 for one script, with its limit.

    Examples
    --------
    >>> solver = z3_solver("(declare-const x Int) (assert (> x 2)) (check-sat)")
    >>> solver.check()
    sat
    """
    # A context of its own, because the names and terms of earlier scripts would change the search.
    solver = z3.Solver(ctx=z3.Context())
    solver.set("rlimit", Z3_UNITS)
    solver.from_string(script)
    return solver


def ask_cvc5(script: str) -> str:
    """Return cvc5's answer to an SMT-LIB script.

    Examples
    --------
    >>> ask_cvc5("(declare-const x Int) (assert (= (* 2 x) 7)) (check-sat)")
    'unsat'
    """
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(CVC5_UNITS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "obligation")
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer += command.invoke(solver, parser.getSymbolManager())
    return answer.strip()
