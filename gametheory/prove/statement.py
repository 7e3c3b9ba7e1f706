"""The statement of record: hypotheses imply a conclusion, for all values of the variables.

It is made of SMT-LIB terms. The same terms are printed for the reader and sent to the solvers, so that a card of the
report shows exactly the statement that was checked. A certificate is the statement as a script, and is read back as
nothing else: a file cannot contain a command, or a word that two programs read differently.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from gametheory.prove.readable import as_text, latex_parts
from gametheory.prove.terms import INTEGER, NAME, REAL, TRUTH, Term, parse, sort_of, with_real_numbers, write

# Words of the printed statement, and of the solvers.
WORDS = frozenset(
    "true false and or not if else with max min for all xor ite let forall exists par match as assert "
    "div mod abs to_real to_int is_int distinct select store Int Real Bool".split()
)
ANY_LOGIC, REAL_LOGIC = "ALL", "QF_NRA"
DOMAINS = {INTEGER: "integers", REAL: "real numbers"}
# These print as the golden ratio, a root of 5 and the greatest number left alive.
CONSTANTS = {"phi": REAL, "root5": REAL, "rho": INTEGER}
COMMENT = re.compile(r";[^\n]*")
PLAIN = re.compile(r"[\t\n\x20-\x7e]*")
REFUSED = re.compile(r'["|]')  # text and quoted names can hide a bracket or a comment


@dataclass(frozen=True)
class Statement:
    """A statement about all integers or real numbers.

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
            if CONSTANTS.get(name.rstrip("_"), sort) != sort:
                raise ValueError(f"{name!r} prints as a constant of {DOMAINS[CONSTANTS[name.rstrip('_')]]}")
        *hypotheses, conclusion = map(parse, (*self.hypotheses, self.conclusion))
        for term in (*hypotheses, conclusion):
            if sort_of(term, sorts) != TRUTH:
                raise ValueError(f"{write(term)[:80]} is a number in place of a statement")
        stated = {_normal(part) for part in conjuncts(conclusion) if not is_identity(part)}
        if not stated:
            raise ValueError(f"both sides of the conclusion {self.conclusion[:80]} are identical")
        if constants := stated & {"true", "false"}:
            why = "sympy has already simplified it; write it with evaluate=False, or signs of symbols as hypotheses"
            raise ValueError(f"the conclusion is {min(constants)}; {why}")
        if stated <= {_normal(part) for hypothesis in hypotheses for part in conjuncts(hypothesis)}:
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
        return self.asserting(self.negation, "unsat")

    @property
    def negation(self) -> tuple[str, ...]:
        """The hypotheses and the negated conclusion."""
        return (*self.hypotheses, f"(not {self.conclusion})")

    def asserting(self, terms: Sequence[str], answer: str, over_reals: bool = False) -> str:
        """Return the script that asserts terms about the variables, with the expected answer.

        `over_reals` makes its integers real numbers: if it is then unsatisfiable, it is so without.
        """
        parsed, sorts = map(parse, terms), dict(self.variables)
        if over_reals:
            parsed, sorts = map(with_real_numbers, parsed), dict.fromkeys(sorts, REAL)
        lines = [f"; {self.name}: expected answer {answer}", f"(set-logic {logic_of(sorts)})"]
        lines += [f"(declare-const {name} {sort})" for name, sort in sorts.items()]
        return "\n".join([*lines, *(f"(assert {write(term)})" for term in parsed), "(check-sat)", ""])

    @property
    def file_name(self) -> str:
        """The name of the certificate's file, made from the name of the statement."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.name.lower()) + ".smt2"

    def as_json(self) -> dict[str, Any]:
        """Return the statement as a JSON object."""
        return asdict(self)


def statement_from_json(data: Mapping[str, Any]) -> Statement:
    """Convert the result of `Statement.as_json` back to a statement, with all its checks."""
    variables = tuple((str(name), str(sort)) for name, sort in data["variables"])
    return Statement(str(data["name"]), variables, tuple(map(str, data["hypotheses"])), str(data["conclusion"]))


def conjuncts(term: Term) -> list[Term]:
    """Return the parts of nested conjunctions."""
    if isinstance(term, tuple) and term[0] == "and":
        return [part for entry in term[1:] for part in conjuncts(entry)]
    return [term]


def _normal(term: Term) -> str:
    """Return a term as text, with the greater side of a relation on the right, and parts sorted whose order is free."""
    if isinstance(term, str):
        return term
    operator, *parts = map(_normal, term)
    if operator in (">", ">="):
        operator, parts = operator.replace(">", "<"), parts[::-1]
    return f"({' '.join([operator, *(sorted(parts) if operator in ('=', '+', '*', 'and', 'or') else parts)])})"


def _in_latex(term: Term) -> str:
    return " and ".join(f"${part}$" for part in latex_parts(term))


def is_identity(term: Term) -> bool:
    """Return whether a term is true because both sides are the same text."""
    return isinstance(term, tuple) and term[0] in ("=", "<=", ">=") and len(set(term[1:])) == 1


def read_script(text: str, name: str) -> Statement:
    """Return the statement whose negation a script asserts."""
    text = COMMENT.sub("", text.replace("\r\n", "\n"))
    if not PLAIN.fullmatch(text) or REFUSED.search(text):
        raise ValueError("a command contains a sign that is not plain ASCII, or a quoted name or text")
    commands = parse(f"({text})")
    if isinstance(commands, str) or not all(isinstance(command, tuple) for command in commands):
        raise ValueError("there is text outside the commands")
    return _of_commands([command for command in commands if isinstance(command, tuple)], name)


def logic_of(sorts: Mapping[str, str]) -> str:
    """Return the logic that names the method for variables of these sorts; only real numbers have one of their own."""
    return REAL_LOGIC if REAL in sorts.values() and INTEGER not in sorts.values() else ANY_LOGIC


def _of_commands(commands: Sequence[tuple[Term, ...]], name: str) -> Statement:
    if not commands or commands[0] not in {("set-logic", logic) for logic in (ANY_LOGIC, REAL_LOGIC)}:
        raise ValueError(f"the first command is not (set-logic {ANY_LOGIC}) or (set-logic {REAL_LOGIC})")
    if commands[-1] != ("check-sat",):
        raise ValueError(f"the last command is {write(commands[-1])[:80]}, not (check-sat)")
    variables: list[tuple[str, str]] = []
    assertions: list[Term] = []
    for command in commands[1:-1]:
        match command:
            case ("declare-const", str(variable), str(sort)) if not assertions:
                variables.append((variable, sort))
            case ("assert", term):
                assertions.append(term)
            case _:
                raise ValueError(f"the command {write(command)[:80]} is not allowed here")
    match assertions:
        case [*hypotheses, ("not", conclusion)]:
            return Statement(name, tuple(variables), tuple(map(write, hypotheses)), write(conclusion))
    raise ValueError("the last assertion is not the negation of a conclusion")
