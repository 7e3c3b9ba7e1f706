"""The statement of record: hypotheses imply a conclusion, for all values of the variables.

It is made of SMT-LIB terms. The same terms are printed for the reader and sent to the solvers, so that a card of the
report shows exactly the statement that was checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from gametheory.prove.readable import as_text, latex_parts
from gametheory.prove.terms import INTEGER, NAME, REAL, TRUTH, Term, parse, sort_of, write

# Words of the printed statement, and of the solvers.
WORDS = frozenset(
    "true false and or not if else with max min for all xor ite let forall exists par match as assert "
    "div mod abs to_real to_int is_int distinct select store Int Real Bool".split()
)
DOMAINS = {INTEGER: "integers", REAL: "real numbers"}


@dataclass(frozen=True)
class Statement:
    """A statement about all integers or real numbers.

    Parameters
    ----------
    name
        One line with letters or digits, for messages and for the name of the certificate.
    variables
        Pairs (name, sort) with the sort Int or Real.
    hypotheses, conclusion
        SMT-LIB terms of sort Bool.

    Raises
    ------
    ValueError
        If a term is not in the language of `gametheory.prove.terms`, a variable has a bad name or is declared twice,
        both sides of the conclusion are the same text, or the conclusion is a hypothesis.

    Examples
    --------
    >>> square = Statement("square", (("x", "Int"),), ("(>= x 1)",), "(>= (* x x) x)")
    >>> square.text, square.range
    ('for all integers x with x ≥ 1: x² ≥ x', 'for all integers x with x ≥ 1')
    >>> square.latex
    'for all integers $x$ with $x \\\\ge 1$: $x^{2} \\\\ge x$'
    >>> print(square.script())
    ; square: expected answer unsat
    (set-logic ALL)
    (declare-const x Int)
    (assert (>= x 1))
    (assert (not (>= (* x x) x)))
    (check-sat)
    <BLANKLINE>
    >>> Statement("assumed", (("x", "Int"),), ("(> x 1)",), "(> x 1)")
    Traceback (most recent call last):
    ValueError: assumed: the conclusion is one of the hypotheses
    """

    name: str
    variables: tuple[tuple[str, str], ...]
    hypotheses: tuple[str, ...]
    conclusion: str

    def __post_init__(self) -> None:
        # The name is a comment of the script: after a line break it would be part of the statement.
        if len(self.name.splitlines()) != 1 or not any(map(str.isalnum, self.name)):
            raise ValueError(f"{self.name!r} cannot be the name of a statement: a line with letters or digits")
        try:
            self._check()
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None

    def _check(self) -> None:
        sorts = dict(self.variables)
        if len(sorts) != len(self.variables):
            raise ValueError("a variable is declared twice")
        for name, sort in self.variables:
            if not NAME.fullmatch(name) or name in WORDS or sort not in DOMAINS:
                raise ValueError(f"{name!r} of sort {sort!r} cannot be a variable")
        *hypotheses, conclusion = map(parse, (*self.hypotheses, self.conclusion))
        for term in (*hypotheses, conclusion):
            if sort_of(term, sorts) != TRUTH:
                raise ValueError(f"{write(term)[:80]} is a number in place of a statement")
        stated = [part for part in conjuncts(conclusion) if not is_identity(part)]
        if not stated:
            raise ValueError(f"both sides of the conclusion {self.conclusion[:80]} are identical")
        if set(stated) <= {part for hypothesis in hypotheses for part in conjuncts(hypothesis)}:
            raise ValueError("the conclusion is one of the hypotheses")

    @cached_property
    def text(self) -> str:
        """The statement in words and Unicode formulas."""
        return f"{self.range}: {as_text(parse(self.conclusion))}"

    @property
    def range(self) -> str:
        """The variables and the hypotheses in words."""
        return self._range(as_text)

    @cached_property
    def latex(self) -> str:
        """The same statement with formulas in LaTeX between dollar signs."""
        return f"{self._range(_in_latex)}: {_in_latex(parse(self.conclusion))}"

    def _range(self, show: Callable[[Term], str]) -> str:
        names = {sort: [show(name) for name, own in self.variables if own == sort] for sort in DOMAINS}
        kinds = [f"{DOMAINS[sort]} {', '.join(own)}" for sort, own in names.items() if own]
        quantifier = f"for all {' and '.join(kinds)}" if kinds else "without variables"
        given = "; ".join(show(parse(term)) for term in self.hypotheses)
        return f"{quantifier} with {given}" if given else quantifier

    def script(self) -> str:
        """Return the hypotheses and the negated conclusion as a script: unsatisfiable iff the statement is true."""
        return self.asserting([*self.hypotheses, f"(not {self.conclusion})"], "unsat")

    def satisfiability_check(self) -> str:
        """Return the script of the hypotheses alone, which must be satisfiable: else they would prove anything.

        >>> square = Statement("square", (("x", "Int"),), ("(>= x 1)",), "(>= (* x x) x)")
        >>> [line for line in square.satisfiability_check().splitlines() if "assert" in line]
        ['(assert (>= x 1))']
        """
        return self.asserting(self.hypotheses, "sat")

    def asserting(self, terms: Sequence[str], answer: str) -> str:
        """Return the script that asserts terms about the variables, with the expected answer.

        >>> square = Statement("square", (("x", "Int"),), ("(>= x 1)",), "(>= (* x x) x)")
        >>> square.asserting(["(> (* x x) x)"], "sat").splitlines()[3:]
        ['(assert (> (* x x) x))', '(check-sat)']
        """
        lines = [f"; {self.name}: expected answer {answer}", "(set-logic ALL)"]
        lines += [f"(declare-const {name} {sort})" for name, sort in self.variables]
        return "\n".join([*lines, *(f"(assert {write(parse(term))})" for term in terms), "(check-sat)", ""])

    @property
    def file_name(self) -> str:
        """The name of the certificate's file, made from the name of the statement.

        >>> Statement("Step 1: x > y", (("x", "Int"),), (), "(>= (* x x) x)").file_name
        'step-1--x---y.smt2'
        """
        return "".join(letter if letter.isalnum() else "-" for letter in self.name.lower()) + ".smt2"

    def as_json(self) -> dict[str, Any]:
        """Return the statement as a JSON object.

        >>> Statement("square", (("x", "Int"),), ("(>= x 1)",), "(>= (* x x) x)").as_json()["hypotheses"]
        ('(>= x 1)',)
        """
        return asdict(self)


def statement_from_json(data: Mapping[str, Any]) -> Statement:
    """Convert the result of `Statement.as_json` back to a statement, with all its checks.

    >>> square = Statement("square", (("x", "Int"),), ("(>= x 1)",), "(>= (* x x) x)")
    >>> statement_from_json(square.as_json()) == square
    True
    """
    variables = tuple((str(name), str(sort)) for name, sort in data["variables"])
    return Statement(str(data["name"]), variables, tuple(map(str, data["hypotheses"])), str(data["conclusion"]))


def conjuncts(term: Term) -> list[Term]:
    """Return the parts of nested conjunctions.

    >>> conjuncts(parse("(and (> x 1) (and (< x 9) (< y x)))"))
    [('>', 'x', '1'), ('<', 'x', '9'), ('<', 'y', 'x')]
    """
    if isinstance(term, tuple) and term[0] == "and":
        return [part for entry in term[1:] for part in conjuncts(entry)]
    return [term]


def _in_latex(term: Term) -> str:
    return " and ".join(f"${part}$" for part in latex_parts(term))


def is_identity(term: Term) -> bool:
    """Return whether a term is true because both sides are the same text.

    >>> is_identity(parse("(>= (+ x 1) (+ x 1))"))
    True
    """
    return isinstance(term, tuple) and term[0] in ("=", "<=", ">=") and len(set(term[1:])) == 1
