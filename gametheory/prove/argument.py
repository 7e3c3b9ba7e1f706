"""Arguments: steps that two solvers discharge, joined by text.

An argument is weaker than a proof. Each step is established for all values of its variables, and the composer checks
where each of its hypotheses comes from. That the steps together imply the claim is text, for example an induction.
The objects of the settings must exist: an assumption about them must not restrict the claim's own variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from itertools import chain
from typing import Any

from gametheory.prove.proof import NotProved, failures, is_stated_only, refuse_equal_names
from gametheory.prove.solvers import ask_z3
from gametheory.prove.statement import Statement, conjuncts, is_identity, statement_from_json
from gametheory.prove.terms import INTEGER, Term, names, parse, write

UNITS = 60_000  # less than a second of z3, which decides these quantifiers early or not at all
CONSTANTS = {INTEGER: ("0", "1", "2"), "Real": ("0.0", "1.0", "2.0")}


@dataclass(frozen=True)
class Step:
    """A step: in words, what it establishes, and the names of steps before it whose conclusions it assumes."""

    says: str
    statement: Statement
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Argument:
    """Steps towards a claim, with the source of each hypothesis.

    >>> grows = Statement("grows", (("n", "Int"), ("m", "Int")), ("(>= n 1)", "(= m (+ n 1))"), "(>= m 2)")
    >>> argument = Argument(("(>= n 1)",), (("the next number", ("(= m (+ n 1))",)),), (), (Step("it grows", grows),))
    >>> argument.steps[0].says, argument.text
    ('it grows', 'for all integers n, m with n ≥ 1; m = n + 1: m ≥ 2')
    >>> argument.statements == tuple(argument.obligations()) == (grows,)
    True
    >>> argument.as_json()["settings"]
    (('the next number', ('(= m (+ n 1))',)),)
    >>> small = Statement("small", (("n", "Int"),), ("(>= n 1)", "(<= n 1000)"), "(<= (* n n) 1000000)")
    >>> Argument(("(>= n 1)",), (), (), (Step("for small n only", small),))
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: small: nothing supplies the hypothesis (<= n 1000)
    """

    given: tuple[str, ...]
    settings: tuple[tuple[str, tuple[str, ...]], ...]
    splits: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if not self.steps:
            raise NotProved("there is no step")
        refuse_equal_names(list(self.statements))
        try:
            # Without the sorts of its variables nothing can be asked about a term.
            reasons = [*self._variables(), *self._unsupplied()]
            if not is_stated_only():  # what follows asks the solvers
                reasons = reasons or [*self._contexts(), *self._uncovered()]
                reasons = reasons or [reason for step in self.steps for reason in failures(step.statement)]
        except ValueError as error:  # a term that is given, in a setting or in a split is malformed
            raise NotProved(str(error)) from None
        if reasons:
            raise NotProved("\n".join(reasons))

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the steps."""
        return tuple(step.statement for step in self.steps)

    @property
    def text(self) -> str:
        """The statements in words, one on each line."""
        return "\n".join(statement.text for statement in self.statements)

    def obligations(self) -> Iterator[Statement]:
        """Yield what the solvers must discharge: the steps."""
        return iter(self.statements)

    @cached_property
    def _sorts(self) -> dict[str, str]:
        return dict(pair for statement in self.statements for pair in statement.variables)

    @cached_property
    def _context(self) -> dict[str, set[Term]]:
        """All that each step assumes: its own hypotheses and those of the steps that it uses."""
        contexts: dict[str, set[Term]] = {}
        for step in self.steps:
            used = [contexts[name] for name in step.uses if name in contexts]
            contexts[step.statement.name] = {*_parts(step.statement.hypotheses), *chain.from_iterable(used)}
        return contexts

    def _variables(self) -> Iterator[str]:
        """Yield a reason for each name that no step declares, or that two steps declare differently."""
        everything = _parts(chain.from_iterable((self.given, *self.splits, *(terms for _, terms in self.settings))))
        for unknown in sorted({name for term in everything for name in names(term)} - self._sorts.keys()):
            yield f"{unknown} is no variable of a step"
        for name, sort in sorted({pair for statement in self.statements for pair in statement.variables}):
            if self._sorts[name] != sort:
                yield f"{name} is an integer and a real number"

    def _unsupplied(self) -> Iterator[str]:
        """Yield a reason for each hypothesis that nothing supplies, and for each use of a step that is not before."""
        supplied = {*_parts(self.given), *_parts(chain.from_iterable((*self.splits, *(s for _, s in self.settings))))}
        before: dict[str, list[Term]] = {}
        for step in self.steps:
            name, own = step.statement.name, set(supplied)
            for used in step.uses:
                if used not in before:
                    yield f"{name}: it uses {used}, which is not a step before it"
                own.update(before.get(used, ()))
            for part in _parts(step.statement.hypotheses):
                if part not in own:
                    yield f"{name}: nothing supplies the hypothesis {write(part)}"
            before[name] = _parts([step.statement.conclusion])

    def _contexts(self) -> Iterator[str]:
        """Yield a reason for each step that takes two cases of one split, or settings that restrict the claim."""
        given = _parts(self.given)
        own = {name for term in given for name in names(term)}
        settings = {part for _, terms in self.settings for part in _parts(terms)} - set(given)
        for label, terms in self.settings:  # also one that no step uses: the card shows it
            if demanded := restriction(given, [part for part in _parts(terms) if names(part) <= own], self._sorts):
                yield f"the setting {label} demands more than what is given: {demanded}"
        for name, context in self._context.items():
            for split in self.splits:
                if sum(set(_parts([case])) <= context for case in split) > 1:
                    yield f"{name}: it takes two cases of one split, {' and '.join(split)}"
            cases = sorted((part for part in context - settings - set(given) if names(part) <= own), key=write)
            if demanded := restriction([*given, *cases], sorted(context & settings, key=write), self._sorts):
                yield f"{name}: its settings demand more than what is given: {demanded}"

    def _uncovered(self) -> Iterator[str]:
        """Yield a reason for each split that leaves a gap or has a case without a step."""
        for split in self.splits:
            for case in split:
                if not any(set(_parts([case])) <= context for context in self._context.values()):
                    yield f"no step treats the case {case}"
            cases = tuple(map(parse, split))
            if not follows(list(map(parse, self.given)), ("or", *cases) if len(cases) > 1 else cases[0], self._sorts):
                yield f"the cases {', '.join(split)} do not cover everything"

    def as_json(self) -> dict[str, Any]:
        """Return the argument as a JSON object."""
        return {"kind": "argument"} | asdict(self)


def argument_from_json(data: Mapping[str, Any]) -> Argument:
    """Establish again what the result of `Argument.as_json` states."""
    steps = [
        Step(str(step["says"]), statement_from_json(step["statement"]), _texts(step["uses"])) for step in data["steps"]
    ]
    settings = tuple((str(label), _texts(terms)) for label, terms in data["settings"])
    return Argument(_texts(data["given"]), settings, tuple(map(_texts, data["splits"])), tuple(steps))


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))


def _parts(terms: Iterable[str]) -> list[Term]:
    return [part for term in terms for part in conjuncts(parse(term))]


def restriction(given: Sequence[Term], terms: Sequence[Term], sorts: Mapping[str, str]) -> str:
    """Return what terms about new objects demand of the variables of `given`, or "" if they demand nothing.

    For all values of these variables that satisfy `given`, there must be values of the others that satisfy the terms. A
    variable that is defined by an equation is replaced by its value. Then terms without a new variable must follow, by
    both solvers. z3 alone decides whether the others can be satisfied: cvc5 does not bound its work on quantifiers.

    >>> given, sorts = [parse("(>= n 1)")], {"n": "Int", "m": "Int"}
    >>> restriction(given, [parse("(= m (* 2 n))"), parse("(>= m 2)")], sorts)
    ''
    >>> restriction(given, [parse("(= m n)"), parse("(<= m 1000)")], sorts)
    '(<= n 1000)'
    >>> restriction(given, [parse("(>= m n)"), parse("(<= m 1000)")], sorts)
    '(>= m n), (<= m 1000)'
    """
    own = _names(given)
    left = [term for term in _without_definitions(list(dict.fromkeys(terms)), own) if not is_identity(term)]
    others = [term for term in left if not names(term) <= own]
    unknown = [term for term in left if names(term) <= own and term not in given]
    if demanded := [write(term) for term in unknown if not follows(given, term, sorts)]:
        return ", ".join(demanded)
    near = [term for term in given if names(term) <= _names(others)]  # the others would make it harder to decide
    if not others or any(_can_be_satisfied(near, case, own, sorts) for case in _instances(others, own, sorts)):
        return ""
    return ", ".join(map(write, others))


def _names(terms: Iterable[Term]) -> set[str]:
    return {name for term in terms for name in names(term)}


def _without_definitions(terms: list[Term], own: set[str]) -> list[Term]:
    """Return terms that can be satisfied for the same values of `own`, without the variables that equations define."""
    for term in terms:
        if isinstance(term, tuple) and term[0] == "=":
            for name, value in ((term[1], term[2]), (term[2], term[1])):
                if isinstance(name, str) and names(name) - own - names(value):
                    rest = [_substituted(other, name, value) for other in terms if other is not term]
                    return _without_definitions(rest, own)
    return terms


def _substituted(term: Term, name: str, value: Term) -> Term:
    if isinstance(term, str):
        return value if term == name else term
    return (term[0], *(_substituted(part, name, value) for part in term[1:]))


def _instances(terms: list[Term], own: set[str], sorts: Mapping[str, str]) -> Iterator[list[Term]]:
    """Yield the terms, and then the terms with a small number in place of one of their variables."""
    yield terms
    for name in sorted(_names(terms) - own):
        for number in CONSTANTS[sorts[name]]:
            yield _without_definitions([_substituted(term, name, number) for term in terms], own)


def follows(given: Sequence[Term], conclusion: Term, sorts: Mapping[str, str]) -> bool:
    """Return whether both solvers find that a term follows from others."""
    statement = Statement("a demand", tuple(sorted(sorts.items())), tuple(map(write, given)), write(conclusion))
    return not any(failures(statement))


def _can_be_satisfied(given: list[Term], terms: list[Term], own: set[str], sorts: Mapping[str, str]) -> bool:
    """Return whether z3 finds that for all values of the own variables some values of the others satisfy the terms."""
    new = sorted(_names(terms) - own)
    body = f"(and true {' '.join(map(write, terms))})"
    if new:
        body = f"(exists ({' '.join(f'({name} {sorts[name]})' for name in new)}) {body})"
    script = ["(set-logic ALL)", *(f"(declare-const {name} {sorts[name]})" for name in sorted(own))]
    script += [f"(assert {write(term)})" for term in given] + [f"(assert (not {body}))", "(check-sat)"]
    return _z3("\n".join(script)) == "unsat"


@cache
def _z3(script: str) -> str:
    return ask_z3(script, UNITS)
