"""Statements over all integers or reals, discharged by two independent SMT solvers, z3 and cvc5.

An obligation is written once, as sympy relations, and printed as SMT-LIB 2.6, so that any solver can check it again.
Both solvers must answer "unsat" to its negation. Both must also answer "sat" to the hypotheses alone, because
contradictory hypotheses would prove anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cvc5
import z3
from sympy import And, Basic, Integer, Pow, Symbol, true
from sympy.logic.boolalg import Boolean
from sympy.printing.smtlib import SMTLibPrinter

from gametheory.claims import Verdict, open_, proved
from gametheory.claims.evidence import Certificate, Evidence

SECONDS = 30
HOW_TO_CHECK = "z3 FILE or cvc5 FILE must answer unsat"


@dataclass(frozen=True)
class Obligation:
    """The statement that the hypotheses imply the conclusion, for all values of their symbols.

    Symbols declared with integer=True are integers, all others are reals.

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
        If a symbol has another assumption, or sympy has simplified the conclusion to true. In both cases sympy would
        use facts that the solvers do not check.

    Examples
    --------
    >>> x = Symbol("x", integer=True)
    >>> square = Obligation("a square is not less than its root", (x >= 1,), x**2 >= x)
    >>> answers(square.smtlib())
    {'z3': 'unsat', 'cvc5': 'unsat'}
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
        if self.conclusion == true:
            raise ValueError(f"{self.name}: sympy has already simplified the conclusion to true")
        for symbol in self._symbols():
            if symbol.assumptions0 != Symbol("plain", integer=symbol.is_integer).assumptions0:
                raise ValueError(f"{self.name}: {symbol} can only have the assumption integer")

    def smtlib(self) -> str:
        """Return the script of the hypotheses and the negated conclusion: unsatisfiable iff the statement is true."""
        return self._script([*map(_printed, self.hypotheses), f"(not {_printed(self.conclusion)})"], "unsat")

    def satisfiability_check(self) -> str:
        """Return the script of the hypotheses alone, which must be satisfiable."""
        return self._script(map(_printed, self.hypotheses), "sat")

    def certificate(self) -> Certificate:
        """Return the SMT-LIB script with a file name made from the obligation's name."""
        slug = "".join(letter if letter.isalnum() else "-" for letter in self.name.lower())
        return Certificate(f"{slug}.smt2", self.smtlib(), HOW_TO_CHECK)

    def _symbols(self) -> list[Symbol]:
        return sorted(And(*self.hypotheses, evaluate=False).free_symbols | self.conclusion.free_symbols, key=str)

    def _script(self, assertions: Iterable[str], answer: str) -> str:
        declarations = [f"(declare-const {s} {'Int' if s.is_integer else 'Real'})" for s in self._symbols()]
        lines = [f"; {self.name}: expected answer {answer}", "(set-logic ALL)", *declarations]
        return "\n".join([*lines, *(f"(assert {line})" for line in assertions), "(check-sat)", ""])


def answers(script: str) -> dict[str, str]:
    """Return each solver's answer to an SMT-LIB script: sat, unsat, or unknown after 30 seconds.

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


class _Printer(SMTLibPrinter):  # type: ignore[misc]
    """sympy's printer restricted to the SMT-LIB standard: no `pow`, `min`, `max` or negative literals."""

    def _print_Integer(self, number: Integer) -> str:
        return str(number) if number >= 0 else f"(- {-number})"

    def _print_Rational(self, number: Basic) -> str:
        return f"(/ {self._print(Integer(number.p))} {number.q})"

    def _print_Pow(self, power: Pow) -> str:
        base, exponent = power.args
        if not (exponent.is_Integer and exponent > 1):
            raise ValueError(f"{power} is not a positive whole power")
        return str(self._s_expr("*", [base] * int(exponent)))

    def _print_Max(self, maximum: Basic) -> str:
        return self._extremum(">=", maximum.args)

    def _print_Min(self, minimum: Basic) -> str:
        return self._extremum("<=", minimum.args)

    def _extremum(self, relation: str, arguments: tuple[Basic, ...]) -> str:
        first, *others = arguments
        if not others:
            return str(self._print(first))
        left, right = self._print(first), self._extremum(relation, tuple(others))
        return f"(ite ({relation} {left} {right}) {left} {right})"


def _printed(relation: Boolean) -> str:
    return "true" if relation == true else str(_Printer().doprint(relation))


def ask_z3(script: str) -> str:
    """Return z3's answer to an SMT-LIB script.

    Examples
    --------
    >>> ask_z3("(declare-const x Int) (assert (= (* 2 x) 6)) (check-sat)")
    'sat'
    """
    return str(_z3(script).check())


def _model(script: str) -> str:
    """Return values that satisfy a script, found by z3: a counterexample to an obligation."""
    solver = _z3(script)
    if solver.check() != z3.sat:
        return "unknown values (z3 finds none)"
    model = solver.model()
    return ", ".join(sorted(f"{symbol} = {model[symbol]}" for symbol in model))


def _z3(script: str) -> z3.Solver:
    solver = z3.Solver()
    solver.set("timeout", SECONDS * 1000)
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
    solver.setOption("tlimit-per", str(SECONDS * 1000))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "obligation")
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer += command.invoke(solver, parser.getSymbolManager())
    return answer.strip()
