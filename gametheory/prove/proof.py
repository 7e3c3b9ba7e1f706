"""Proofs as values: to make a `Proof` is to prove it.

The constructor asks both solvers, as the kernel of an LCF prover checks each inference. So a proof that is read from a
file, from a cache or from another process is established again, and text alone cannot be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gametheory.prove.counterexample import counterexample
from gametheory.prove.solvers import answers
from gametheory.prove.statement import Statement, statement_from_json


class NotProved(Exception):
    """A statement or an argument is not established; the message has one reason on each line."""


@dataclass(frozen=True)
class Proof:
    """Statements that two solvers have established as a whole, for all values of their variables.

    Parameters
    ----------
    statements
        The statements of record. The proof establishes each of them.
    lemmas
        Statements that help: each is discharged by itself. A statement of record can use them for its own variables:
        each is added to its hypotheses as an implication, with the same names.

    Raises
    ------
    NotProved
        If a solver does not discharge a statement or a lemma, if its hypotheses contradict each other, if two have
        one name, or if there is no statement.

    Examples
    --------
    >>> square = Statement("square", (("x", "Int"),), (), "(>= (* x x) x)")
    >>> Proof((square,)).statements[0].text
    'for all integers x: x² ≥ x'
    >>> fourth = Statement("fourth", (("x", "Int"),), (), "(>= (* x x x x) x)")
    >>> proof = Proof((fourth,), lemmas=(square,))
    >>> [entry.hypotheses for entry in proof.obligations()]
    [(), ('(>= (* x x) x)',)]
    >>> proof.as_json()["lemmas"][0]["name"]
    'square'
    >>> Proof((Statement("false", (("x", "Int"),), (), "(> (* x x) x)"),))
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: false: z3 answers sat to the negation, expected unsat, for x = 1
    false: cvc5 answers sat to the negation, expected unsat, for x = 1
    """

    statements: tuple[Statement, ...]
    lemmas: tuple[Statement, ...] = ()

    def __post_init__(self) -> None:
        if not self.statements:
            raise NotProved("there is no statement to prove")
        refuse_equal_names([*self.lemmas, *self.statements])
        reasons = [reason for entry in self.obligations() for reason in failures(entry)]
        if reasons:
            raise NotProved("\n".join(reasons))

    @property
    def text(self) -> str:
        """The statements in words, one on each line."""
        return "\n".join(statement.text for statement in self.statements)

    def obligations(self) -> Iterator[Statement]:
        """Yield what the solvers must discharge: the lemmas, then the statements with the lemmas as hypotheses."""
        yield from self.lemmas
        for statement in self.statements:
            known = dict(statement.variables)
            usable = [lemma for lemma in self.lemmas if dict(lemma.variables).items() <= known.items()]
            implications = tuple(map(implication, usable))
            yield Statement(
                statement.name, statement.variables, (*statement.hypotheses, *implications), statement.conclusion
            )

    def as_json(self) -> dict[str, Any]:
        """Return the statements and lemmas as a JSON object."""
        return {"kind": "proof"} | asdict(self)


def proof_from_json(data: Mapping[str, Any]) -> Proof:
    """Prove again what the result of `Proof.as_json` states.

    >>> square = Statement("square", (("x", "Int"),), (), "(>= (* x x) x)")
    >>> proof_from_json(Proof((square,)).as_json()) == Proof((square,))
    True
    """
    return Proof(tuple(map(statement_from_json, data["statements"])), tuple(map(statement_from_json, data["lemmas"])))


def implication(statement: Statement) -> str:
    """Return a statement without its quantifiers, as one term.

    >>> implication(Statement("s", (("x", "Int"),), ("(> x 1)", "(< x 9)"), "(> (* x x) x)"))
    '(=> (and (> x 1) (< x 9)) (> (* x x) x))'
    """
    if not statement.hypotheses:
        return statement.conclusion
    several = len(statement.hypotheses) > 1
    given = f"(and {' '.join(statement.hypotheses)})" if several else statement.hypotheses[0]
    return f"(=> {given} {statement.conclusion})"


def failures(statement: Statement) -> Iterator[str]:
    """Yield the reasons why a statement is not discharged, one line each; none if it is discharged.

    Both solvers must answer "unsat" to the negation, and both must answer "sat" to the hypotheses alone.

    Examples
    --------
    >>> for reason in failures(Statement("vacuous", (("x", "Int"),), ("(> x 1)", "(< x 1)"), "(> x 5)")):
    ...     print(reason)
    vacuous: z3 answers unsat to the hypotheses alone, expected sat
    vacuous: cvc5 answers unsat to the hypotheses alone, expected sat
    """
    for script, expected in ((statement.script(), "unsat"), (statement.satisfiability_check(), "sat")):
        for solver, answer in answers(script).items():
            if answer != expected:
                query = "the negation" if expected == "unsat" else "the hypotheses alone"
                example = f", for {counterexample(script)}" if answer == "sat" else ""
                yield f"{statement.name}: {solver} answers {answer} to {query}, expected {expected}{example}"


def refuse_equal_names(statements: list[Statement]) -> None:
    """Raise NotProved if two different statements have the same file name.

    >>> one = Statement("a square", (("x", "Int"),), (), "(>= (* x x) x)")
    >>> refuse_equal_names([one, one])
    >>> refuse_equal_names([one, Statement("A SQUARE", (("x", "Int"),), (), "(>= (* x x) 0)")])
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: two different statements have the name A SQUARE
    """
    names: dict[str, Statement] = {}
    for statement in statements:
        if names.setdefault(statement.file_name, statement) != statement:
            raise NotProved(f"two different statements have the name {statement.name}")
