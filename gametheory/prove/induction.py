"""Induction: a statement about all integers from a first one on, established by a base and a step.

Powers such as 2^n, factorials, sums up to n and Fibonacci numbers have no term in SMT-LIB. In an `Induction` each of
them is a sequence, which its first value and its next value define. The constructor makes the obligations from these,
and both solvers must discharge them as those of a `Proof`:

- base: the conclusion is true for the first n, or the first few if the step assumes several;
- step: if it is true for n, it is true for n + 1;
- facts: what helps the step, such as p >= 1 for p = 2^n, is true for the first n, and of n + 1 if of n;
- definitions: a quotient has no denominator that is 0 and a root no negative radicand, for any n from the first one on.
  Without these, a step could be true of the n without a quotient, and say nothing about the next one.

All variables but n and the sequences have the same value throughout. Hypotheses are about these alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

from gametheory.numbers.format import JsonObject
from gametheory.prove.proof import NotProved, failures, is_stated_only, refuse_equal_names
from gametheory.prove.statement import (
    DOMAINS,
    INTEGER,
    REAL,
    TRUTH,
    Statement,
    Term,
    as_latex,
    as_text,
    names,
    parse,
    sort_of,
    write,
)

PRIME = "_"  # at the end of a name it is printed as a prime: the value for the next n
MOST_DEPTH = 4


@dataclass(frozen=True)
class RecursiveSequence:
    """A sequence of numbers: its first value, and the next one, from n and the values for n."""

    name: str
    sort: str
    first: str
    next: str


@dataclass(frozen=True)
class Definition:
    """New variables that a term defines: its reciprocal, a root, or the quotient and rest of a rounded division."""

    kind: str
    names: tuple[str, ...]
    sorts: tuple[str, ...]
    term: str
    number: int = 1

    def terms(self, sorts: Mapping[str, str]) -> list[str]:
        """Return the relations that define the variables."""
        if self.kind == "reciprocal":
            [quotient] = self.names
            return [f"(= (* {self.term} {quotient}) 1.0)"]
        if self.kind == "root":
            [root] = self.names
            return [f"(>= {root} 0.0)", f"(= (* {' '.join([root] * self.number)}) {self.term})"]
        quotient, rest = self.names
        zero, modulus = "0", str(self.number)
        multiple = quotient
        if sort_of(parse(self.term), sorts) == REAL:
            zero, modulus = "0.0", f"{self.number}.0"
            multiple = f"(to_real {quotient})"
        operator = "-" if self.kind == "ceiling" else "+"
        equation = f"(= {self.term} ({operator} (* {modulus} {multiple}) {rest}))"
        return [equation, f"(>= {rest} {zero})", f"(< {rest} {modulus})"]

    @property
    def condition(self) -> str:
        """What must be true of the term, so that the variables exist; empty if they always do."""
        if self.kind == "reciprocal":
            return f"(not (= {self.term} 0.0))"
        if self.kind == "root":
            return f"(>= {self.term} 0.0)"
        return ""

    def check(self, sorts: Mapping[str, str]) -> None:
        """Raise ValueError if it is not a definition, or about other variables than those of `sorts`."""
        of_term = sort_of(parse(self.term), sorts)
        rounded = INTEGER, of_term
        kinds = {"reciprocal": (REAL,), "root": (REAL,), "floor": rounded, "ceiling": rounded}
        least = 2 if self.kind == "root" else 1
        if self.sorts != kinds.get(self.kind) or type(self.number) is not int or self.number < least:
            raise ValueError(f"{self.kind} {self.number} of sorts {self.sorts} is not a definition")
        if of_term != self.sorts[-1]:
            raise ValueError(f"{self.term[:80]} has no {self.kind}")


@dataclass(frozen=True)
class Induction:
    """A statement about n = `start`, `start` + 1, ..., established by base and step.

    >>> power = RecursiveSequence("p", "Int", "1", "(* 2 p)")
    >>> grows = Induction("2**n > n", "n", 0, (), (), (power,), (), (), "(> p n)")
    >>> grows.text
    'for all integers n ≥ 0 with p = 1 for n = 0 and p′ = 2 p for the next n: p > n'
    >>> base, step = grows.obligations()
    >>> base.text
    'for all integers n, p with n = 0; p = 1: p > n'
    >>> step.text
    'for all integers n, p, p′ with n ≥ 0; p > n; p′ = 2 p: p′ > n + 1'
    >>> Induction("lie", "n", 0, (), (), (power,), (), (), "(> p (+ n 1))")
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: lie, for n = 0: z3 answers sat to the negation, expected unsat, for n = 0, p = 1
    lie, for n = 0: cvc5 answers sat to the negation, expected unsat, for n = 0, p = 1
    """

    name: str
    variable: str
    start: int
    parameters: tuple[tuple[str, str], ...]
    given: tuple[str, ...]
    sequences: tuple[RecursiveSequence, ...]
    definitions: tuple[Definition, ...]
    facts: tuple[str, ...]
    conclusion: str
    depth: int = 1

    def __post_init__(self) -> None:
        try:
            self._check()
            statements = self.statements
            refuse_equal_names(list(statements))
        except ValueError as error:
            raise NotProved(f"{self.name}: {error}") from None
        if is_stated_only():
            return
        for statement in statements:
            # A solver can take minutes for the step of what is not even defined.
            reasons = list(failures(statement))
            if reasons:
                raise NotProved("\n".join(reasons))

    def _check(self) -> None:
        """Raise ValueError if a part is about variables that are not defined where it is."""
        if type(self.start) is not int or type(self.depth) is not int or not 1 <= self.depth <= MOST_DEPTH:
            raise ValueError(f"an induction from {self.start} with {self.depth} bases")
        new = [(name, sort) for entry in self.definitions for name, sort in zip(entry.names, entry.sorts, strict=True)]
        inner = [(entry.name, entry.sort) for entry in self.sequences]
        declared = [*self.parameters, (self.variable, INTEGER), *inner, *new]
        if len(dict(declared)) != len(declared):
            raise ValueError("a variable is declared twice")
        if any(name.endswith(PRIME) for name, _ in declared):
            raise ValueError(f"a name that ends with {PRIME} is that of a next value")
        fixed = self._fixed
        known = fixed | {self.variable: INTEGER} | dict(inner)
        for term, sorts in [(term, fixed) for term in self.given] + [(term, known) for term in self.facts]:
            if sort_of(parse(term), sorts) != TRUTH:
                raise ValueError(f"{term[:80]} is a number in place of a statement")
        for sequence in self.sequences:
            if sort_of(parse(sequence.first), fixed) != sequence.sort:
                raise ValueError(f"the first value of {sequence.name} has another sort")
        for entry in self.definitions:
            # A definition can use those before it, but not itself.
            entry.check(known)
            known |= dict(zip(entry.names, entry.sorts, strict=True))
        for sequence in self.sequences:
            if sort_of(parse(sequence.next), known) != sequence.sort:
                raise ValueError(f"the next value of {sequence.name} has another sort")
        if sort_of(parse(self.conclusion), known) != TRUTH:
            raise ValueError(f"{self.conclusion[:80]} is a number in place of a statement")

    @cached_property
    def _fixed(self) -> dict[str, str]:
        return dict(self.parameters)

    @cached_property
    def _sorts(self) -> dict[str, str]:
        sorts = dict(self.parameters) | {self.variable: INTEGER}
        for sequence in self.sequences:
            sorts[sequence.name] = sequence.sort
        for entry in self.definitions:
            sorts |= dict(zip(entry.names, entry.sorts, strict=True))
        return sorts

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What the solvers must discharge: bases, facts and definitions, then the step."""
        levels = [self._at(self.conclusion, level) for level in range(self.depth + 1)]
        after_start = f"(>= {self.variable} {_integer(self.start)})"
        made = list[Statement]()
        for level in range(self.depth):
            title = f"for {self.variable} = {self.start + level}"
            made.append(self._statement(title, self._starting, levels[level], level))
        for entry in self.definitions:
            if entry.condition:
                title = f"there is {' and '.join(entry.names)}"
                made.append(self._statement(title, [after_start, *self.facts], entry.condition, 0))
        for number, fact in enumerate(self.facts, 1):
            title = f"fact {number} for {self.variable} = {self.start}"
            made.append(self._statement(title, self._starting, fact, 0))
            title = f"fact {number} from {self.variable} to the next"
            made.append(self._statement(title, [after_start, *self.facts], self._at(fact, 1), 1))
        assumed = [after_start, *self.facts, *levels[:-1]]
        made.append(self._statement(f"from {self.variable} to the next", assumed, levels[-1], self.depth))
        return tuple(made)

    @property
    def _starting(self) -> list[str]:
        values = [f"(= {sequence.name} {sequence.first})" for sequence in self.sequences]
        return [f"(= {self.variable} {_integer(self.start)})", *values]

    def _statement(self, title: str, assumed: Sequence[str], conclusion: str, level: int) -> Statement:
        """Return an obligation with what defines the variables in it, up to a level."""
        terms = [*self.given, *assumed, *self._links(level)]
        used = set[str]().union(*(names(parse(term)) for term in (*terms, conclusion)))
        defining = list[str]()
        # The last definitions first, since they can use those before them.
        for at in range(level, -1, -1):
            for entry in reversed(self.definitions):
                new = {name + PRIME * at for name in entry.names}
                if new & used:
                    here = [self._at(term, at) for term in entry.terms(self._sorts)]
                    defining = [*here, *defining]
                    used.update(*(names(parse(term)) for term in here))
        variables = tuple((name, self._sorts[name.rstrip(PRIME)]) for name in sorted(used))
        hypotheses = tuple(dict.fromkeys([*terms, *defining]))
        return Statement(f"{self.name}, {title}", variables, hypotheses, conclusion)

    def _links(self, level: int) -> list[str]:
        """Return the equations from the first values to those of a level."""
        links = list[str]()
        for before in range(level):
            for sequence in self.sequences:
                links.append(f"(= {sequence.name}{PRIME * (before + 1)} {self._at(sequence.next, before)})")
        return links

    def _at(self, term: str, level: int) -> str:
        """Return a term about n as one about n + level."""
        return write(self._shifted(parse(term), level))

    def _shifted(self, term: Term, level: int) -> Term:
        if not isinstance(term, str):
            operator, *parts = term
            return (operator, *(self._shifted(part, level) for part in parts))
        if term == self.variable and level:
            return ("+", term, str(level))
        if term in self._sorts and term != self.variable and term not in self._fixed:
            return term + PRIME * level
        return term

    def obligations(self) -> Iterator[Statement]:
        """Yield what the solvers must discharge."""
        return iter(self.statements)

    @property
    def text(self) -> str:
        """The statement in words and Unicode formulas."""
        return f"{self.range}: {as_text(parse(self.conclusion))}"

    @property
    def latex(self) -> str:
        """The same statement with formulas in LaTeX between dollar signs."""
        return f"{self._range(_in_latex)}: {_in_latex(parse(self.conclusion))}"

    @property
    def range(self) -> str:
        """The variables, hypotheses and sequences in words."""
        return self._range(as_text)

    def _range(self, show: Callable[[Term], str]) -> str:
        start = parse(_integer(self.start))
        text = f"for all integers {show(('>=', self.variable, start))}"
        for sort, kind in DOMAINS.items():
            fixed = [show(name) for name, own in self.parameters if own == sort]
            if fixed:
                text += f" and {kind} {', '.join(fixed)}"
        parts = [show(parse(term)) for term in self.given]
        at_start = show(("=", self.variable, start))
        for sequence in self.sequences:
            first = show(("=", sequence.name, parse(sequence.first)))
            following = show(("=", sequence.name + PRIME, parse(sequence.next)))
            parts.append(f"{first} for {at_start} and {following} for the next {show(self.variable)}")
        for entry in self.definitions:
            parts += [show(parse(term)) for term in entry.terms(self._sorts)]
        if parts:
            text += f" with {'; '.join(parts)}"
        return text

    def as_json(self) -> JsonObject:
        """Return the statement and its sequences as a JSON object."""
        return {"kind": "induction"} | asdict(self)


def induction_from_json(data: JsonObject) -> Induction:
    """Establish again what the result of `Induction.as_json` states."""
    fields: JsonObject = {key: value for key, value in data.items() if key != "kind"}
    fields["parameters"] = tuple(map(tuple, data["parameters"]))
    fields["sequences"] = tuple(RecursiveSequence(**entry) for entry in data["sequences"])
    made = (entry | {key: tuple(entry[key]) for key in ("names", "sorts")} for entry in data["definitions"])
    fields["definitions"] = tuple(Definition(**entry) for entry in made)
    for key in ("given", "facts"):
        fields[key] = tuple(data[key])
    return Induction(**fields)


def _integer(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def _in_latex(term: Term) -> str:
    return f"${as_latex(term)}$"
