"""Proofs as values: to make a `Proof` is to prove it.

The constructor asks both solvers, as the kernel of an LCF prover checks each inference. So a proof that is read from a
file, from a cache or from another process is established again, and text alone cannot be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from typing import Any

from gametheory.prove.counterexample import Counterexample, find_counterexample
from gametheory.prove.solvers import answers
from gametheory.prove.statement import Statement, statement_from_json

_stating: ContextVar[bool] = ContextVar("stating", default=False)


class NotProved(Exception):
    """A statement or an argument is not established; the message has one reason on each line.

    If a statement is false, `counterexample` is a point at which it is.
    """

    def __init__(self, reasons: str, counterexample: Counterexample | None = None) -> None:
        super().__init__(reasons)
        self.counterexample = counterexample


@contextmanager
def stating() -> Iterator[None]:
    """Context manager: records are stated only, and no solver is asked whether they are true.

    A claim states in this way what is to be established, and another process establishes it from the JSON form.
    """
    before = _stating.set(True)
    try:
        yield
    finally:
        _stating.reset(before)


def is_stated_only() -> bool:
    """Return whether records are stated only, within `stating`."""
    return _stating.get()


@dataclass(frozen=True)
class Proof:
    """Statements that two solvers have established as a whole, for all values of their variables.

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
        reasons = [] if is_stated_only() else [reason for entry in self.obligations() for reason in failures(entry)]
        if reasons:
            raise NotProved("\n".join(reasons), next(filter(None, map(self._refuted, self.statements)), None))

    def _refuted(self, statement: Statement) -> Counterexample | None:
        """Return a counterexample to a statement; without lemmas, both solvers were asked for one."""
        negated = answers(statement.script()).values() if not self.lemmas else ()
        return find_counterexample(statement) if any(answer.text == "sat" for answer in negated) else None

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
    """Prove again what the result of `Proof.as_json` states."""
    return Proof(tuple(map(statement_from_json, data["statements"])), tuple(map(statement_from_json, data["lemmas"])))


def implication(statement: Statement) -> str:
    """Return a statement without its quantifiers, as one term."""
    if not statement.hypotheses:
        return statement.conclusion
    several = len(statement.hypotheses) > 1
    given = f"(and {' '.join(statement.hypotheses)})" if several else statement.hypotheses[0]
    return f"(=> {given} {statement.conclusion})"


def failures(statement: Statement) -> Iterator[str]:
    """Yield the reasons why a statement is not discharged, one line each; none if it is discharged.

    Both solvers must answer "unsat" to the negation, and both must answer "sat" to the hypotheses alone.
    """
    queries = {"unsat": ("the negation", statement.negation), "sat": ("the hypotheses alone", statement.hypotheses)}
    for expected, (query, terms) in queries.items():
        script, over_reals = (statement.asserting(terms, expected, reals) for reals in (False, True))
        for solver, (answer, seconds) in answers(script, over_reals if over_reals != script else "").items():
            if answer != expected:
                found = find_counterexample(statement) if answer == "sat" else None
                example = f", for {found.case}" if found else ""
                time = f" after {seconds:.1f} s" if answer.startswith("unknown") else ""
                yield f"{statement.name}: {solver} answers {answer} to {query}{time}, expected {expected}{example}"


def refuse_equal_names(statements: list[Statement]) -> None:
    """Raise NotProved if two different statements have the same file name."""
    names: dict[str, Statement] = {}
    for statement in statements:
        if names.setdefault(statement.file_name, statement) != statement:
            raise NotProved(f"two different statements have the name {statement.name}")
