"""Arguments: statements that two solvers decide, joined by text.

An `Argument` joins several statements by text, and is weaker than a proof. Each step is established for all values of
its variables, and the constructor checks where each of its hypotheses comes from. That the steps together imply the
claim is text, for example an induction. The objects of the settings must exist: an assumption about them must not
restrict the claim's own variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from itertools import chain
from typing import Any

from gametheory.numbers.format import JsonObject
from gametheory.prove.proof import NotProved, ask_z3, failures, is_stated_only, refuse_equal_names
from gametheory.prove.statement import (
    INTEGER,
    Statement,
    Term,
    conjuncts,
    is_identity,
    names,
    parse,
    statement_from_json,
    write,
)

UNITS = 60_000  # less than a second of z3, which decides these quantifiers early or not at all
TRIED_NUMBERS = {INTEGER: ("0", "1", "2"), "Real": ("0.0", "1.0", "2.0")}


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
                reasons = reasons or list(chain.from_iterable(map(failures, self.statements)))
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
    def _declared(self) -> set[tuple[str, str]]:
        return set(chain.from_iterable(statement.variables for statement in self.statements))

    @cached_property
    def _sorts(self) -> dict[str, str]:
        return dict(sorted(self._declared))

    @cached_property
    def _setting_parts(self) -> list[Term]:
        return _parts(chain.from_iterable(terms for _, terms in self.settings))

    @cached_property
    def _supplied(self) -> set[Term]:
        """What is given, with all settings and all cases of splits."""
        return {*_parts(self.given), *_parts(chain.from_iterable(self.splits)), *self._setting_parts}

    @cached_property
    def _context(self) -> dict[str, set[Term]]:
        """All that each step assumes: its own hypotheses and those of the steps that it uses."""
        contexts: dict[str, set[Term]] = {}
        for step in self.steps:
            context = set(_parts(step.statement.hypotheses))
            # A conclusion is true only where its own hypotheses are.
            for used in step.uses:
                context |= contexts.get(used, set())
            contexts[step.statement.name] = context
        return contexts

    def _variables(self) -> Iterator[str]:
        """Yield a reason for each name that no step declares, or that two steps declare differently."""
        for unknown in sorted(_names(self._supplied) - self._sorts.keys()):
            yield f"{unknown} is not a variable of any step"
        for name, sort in sorted(self._declared):
            if self._sorts[name] != sort:
                yield f"{name} is an integer and a real number"

    def _unsupplied(self) -> Iterator[str]:
        """Yield a reason for each hypothesis that nothing supplies, and for each use of a later step."""
        before: dict[str, list[Term]] = {}
        for step in self.steps:
            name = step.statement.name
            usable = set(self._supplied)
            for used in step.uses:
                # A step could otherwise use itself, or two steps each other.
                if used not in before:
                    yield f"{name}: it uses {used}, which is not a step before it"
                usable.update(before.get(used, ()))
            for part in _parts(step.statement.hypotheses):
                if part not in usable:
                    yield f"{name}: nothing supplies the hypothesis {write(part)}"
            before[name] = _parts([step.statement.conclusion])

    def _contexts(self) -> Iterator[str]:
        """Yield a reason for each step that takes two cases of a split, or settings that restrict the claim."""
        given = _parts(self.given)
        claimed = _names(given)
        settings = set(self._setting_parts) - set(given)
        for label, terms in self.settings:  # also one that no step uses: the card shows it
            about_claim = [part for part in _parts(terms) if names(part) <= claimed]
            demanded = restriction(given, about_claim, self._sorts)
            if demanded:
                yield f"the setting {label} demands more than what is given: {demanded}"
        for name, context in self._context.items():
            for split in self.splits:
                # Two cases of one split together may be impossible, and prove anything.
                if sum(set(_parts([case])) <= context for case in split) > 1:
                    yield f"{name}: it takes two cases of one split, {' and '.join(split)}"
            assumed = sorted(context - settings - set(given), key=write)
            cases = [part for part in assumed if names(part) <= claimed]
            demanded = restriction([*given, *cases], sorted(context & settings, key=write), self._sorts)
            if demanded:
                yield f"{name}: its settings demand more than what is given: {demanded}"

    def _uncovered(self) -> Iterator[str]:
        """Yield a reason for each split that leaves a gap or has a case without a step."""
        contexts = self._context.values()
        given = list(map(parse, self.given))
        for split in self.splits:
            for case in split:
                if not any(set(_parts([case])) <= context for context in contexts):
                    yield f"no step treats the case {case}"
            first, *others = map(parse, split)
            one_of_them: Term = ("or", first, *others) if others else first
            if not follows(given, one_of_them, self._sorts):
                yield f"the cases {', '.join(split)} do not cover everything"

    def as_json(self) -> dict[str, object]:
        """Return the argument as a JSON object."""
        return {"kind": "argument"} | asdict(self)


def argument_from_json(data: JsonObject) -> Argument:
    """Establish again what the result of `Argument.as_json` states."""
    steps = list[Step]()
    for step in data["steps"]:
        record = statement_from_json(step["statement"])
        steps.append(Step(str(step["says"]), record, _texts(step["uses"])))
    settings = tuple((str(label), _texts(terms)) for label, terms in data["settings"])
    splits = tuple(map(_texts, data["splits"]))
    return Argument(_texts(data["given"]), settings, splits, tuple(steps))


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))


def _parts(terms: Iterable[str]) -> list[Term]:
    return list(chain.from_iterable(conjuncts(parse(term)) for term in terms))


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
    claimed = _names(given)
    demanded: list[Term] = []
    others: list[Term] = []
    for term in _without_definitions(list(dict.fromkeys(terms)), claimed):
        if is_identity(term):
            continue
        if not names(term) <= claimed:
            others.append(term)
        elif term not in given and not follows(given, term, sorts):
            demanded.append(term)
    if not demanded and others:
        # Hypotheses about other variables would only make it harder to decide.
        near = [term for term in given if names(term) <= _names(others)]
        for case in _instances(others, claimed, sorts):
            if _can_be_satisfied(near, case, claimed, sorts):
                return ""
    return ", ".join(map(write, demanded or others))


def _names(terms: Iterable[Term]) -> set[str]:
    return set[str]().union(*map(names, terms))


def _without_definitions(terms: list[Term], claimed: set[str]) -> list[Term]:
    """Return terms that the same values of the claimed variables satisfy, without what equations define."""
    for term in terms:
        if isinstance(term, str) or term[0] != "=":
            continue
        _, left, right = term
        for name, value in ((left, right), (right, left)):
            # A value with the variable in it, as in m = 2 m, does not define the variable.
            if isinstance(name, str) and names(name) - claimed - names(value):
                rest = [_substituted(other, name, value) for other in terms if other is not term]
                return _without_definitions(rest, claimed)
    return terms


def _substituted(term: Term, name: str, value: Term) -> Term:
    if isinstance(term, str):
        if term == name:
            return value
        return term
    return (term[0], *(_substituted(part, name, value) for part in term[1:]))


def _instances(terms: list[Term], claimed: set[str], sorts: Mapping[str, str]) -> Iterator[list[Term]]:
    """Yield the terms, and then the terms with a small number in place of one of their variables."""
    yield terms
    for name in sorted(_names(terms) - claimed):
        for number in TRIED_NUMBERS[sorts[name]]:
            replaced = [_substituted(term, name, number) for term in terms]
            yield _without_definitions(replaced, claimed)


def follows(given: Sequence[Term], conclusion: Term, sorts: Mapping[str, str]) -> bool:
    """Return whether both solvers find that a term follows from others."""
    variables = tuple(sorted(sorts.items()))
    hypotheses = tuple(map(write, given))
    return not any(failures(Statement("a demand", variables, hypotheses, write(conclusion))))


def _can_be_satisfied(given: list[Term], terms: list[Term], claimed: set[str], sorts: Mapping[str, str]) -> bool:
    """Return whether z3 finds that for all claimed variables some values of the others satisfy the terms."""
    body = f"(and true {' '.join(map(write, terms))})"
    new = " ".join(f"({name} {sorts[name]})" for name in sorted(_names(terms) - claimed))
    if new:
        body = f"(exists ({new}) {body})"
    script = ["(set-logic ALL)"]
    for name in sorted(claimed):
        script.append(f"(declare-const {name} {sorts[name]})")
    for term in given:
        script.append(f"(assert {write(term)})")
    script += [f"(assert (not {body}))", "(check-sat)"]
    return _z3("\n".join(script)) == "unsat"


@cache
def _z3(script: str) -> str:
    return ask_z3(script, UNITS)
