"""Arguments: steps that two solvers discharge, joined by text.

An argument is weaker than a proof. Each step is established for all values of its variables, and the composer checks
where each of its hypotheses comes from. That the steps together imply the claim is text, for example an induction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from gametheory.prove.existence import names, restriction
from gametheory.prove.proof import NotProved, failures, refuse_equal_names
from gametheory.prove.statement import Statement, conjuncts, statement_from_json
from gametheory.prove.terms import Term, parse, write


@dataclass(frozen=True)
class Step:
    """A step of an argument.

    Parameters
    ----------
    statement
        What the step establishes.
    says
        The same in words.
    uses
        Names of the steps whose conclusions are among its hypotheses. They must come before it.
    """

    statement: Statement
    says: str
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Argument:
    """Steps towards a claim, with the source of each hypothesis.

    Parameters
    ----------
    given
        The hypotheses of the claim, as SMT-LIB terms.
    settings
        Pairs (label, terms): the objects that steps speak about, such as a legal volley and its result.
    splits
        Case distinctions, each a tuple of terms of which at least one is true under `given`.
    steps
        The steps, in order.

    Raises
    ------
    NotProved
        If a solver does not discharge a step; if a variable has two sorts; if a hypothesis of a step is neither given
        nor in a setting, a case, or the conclusion of a step that it uses; if the settings of a step, with those of the
        steps that it uses, restrict the variables of `given` (see `restriction`); if a step takes two cases of one
        split, itself or by a step that it uses; if the cases of a split do not cover everything, or one of them has no
        step; if a step uses one that does not come before it; or if there is no step.

    Examples
    --------
    >>> grows = Statement("grows", (("n", "Int"), ("m", "Int")), ("(>= n 1)", "(= m (+ n 1))"), "(>= m 2)")
    >>> argument = Argument(("(>= n 1)",), (("the next number", ("(= m (+ n 1))",)),), (), (Step(grows, "it grows"),))
    >>> argument.steps[0].says, argument.text
    ('it grows', 'for all integers n, m with n ≥ 1; m = n + 1: m ≥ 2')
    >>> argument.statements == tuple(argument.obligations()) == (grows,)
    True
    >>> argument.as_json()["settings"]
    [['the next number', ['(= m (+ n 1))']]]
    >>> small = Statement("small", (("n", "Int"),), ("(>= n 1)", "(<= n 1000)"), "(<= (* n n) 1000000)")
    >>> Argument(("(>= n 1)",), (), (), (Step(small, "for small n only"),))
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: small: nothing supplies the hypothesis (<= n 1000)
    """

    given: tuple[str, ...]
    settings: tuple[tuple[str, tuple[str, ...]], ...]
    splits: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]
    _supplied: frozenset[Term] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        supplied = [*self.given, *(term for _, terms in self.settings for term in terms)]
        supplied += [case for split in self.splits for case in split]
        object.__setattr__(self, "_supplied", frozenset(_parts(supplied)))
        if not self.steps:
            raise NotProved("there is no step")
        refuse_equal_names([step.statement for step in self.steps])
        try:
            reasons = [*self._two_sorts(), *self._unsupplied(), *self._contexts(), *self._uncovered()]
        except ValueError as error:  # a term that is given, in a setting or in a split is malformed
            raise NotProved(str(error)) from None
        reasons = reasons or [reason for step in self.steps for reason in failures(step.statement)]
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

    def _two_sorts(self) -> Iterator[str]:
        """Yield a reason for each name that is an integer in one step and a real number in another."""
        pairs = {pair for step in self.steps for pair in step.statement.variables}
        names = [name for name, _ in pairs]
        yield from (f"{name} is an integer and a real number" for name in sorted(set(names)) if names.count(name) > 1)

    def _unsupplied(self) -> Iterator[str]:
        """Yield a reason for each hypothesis that nothing supplies, and for each use of a step that is not before."""
        before: dict[str, Statement] = {}
        for step in self.steps:
            name, own = step.statement.name, set(self._supplied)
            for used in step.uses:
                if used in before:
                    own |= set(conjuncts(parse(before[used].conclusion)))
                else:
                    yield f"{name}: it uses {used}, which is not a step before it"
            for part in _parts(step.statement.hypotheses):
                if part not in own:
                    yield f"{name}: nothing supplies the hypothesis {write(part)}"
            before[name] = step.statement

    def _contexts(self) -> Iterator[str]:
        """Yield a reason for each step that takes two cases of one split, or settings that restrict the claim."""
        sorts = dict(pair for step in self.steps for pair in step.statement.variables)
        given, own = _parts(self.given), _names(self.given)
        settings = {part for _, terms in self.settings for part in _parts(terms)} - set(given)
        for label, terms in self.settings:  # also one that no step uses: the card shows it
            if demanded := restriction(given, [part for part in _parts(terms) if names(part) <= own], sorts):
                yield f"the setting {label} demands more than what is given: {demanded}"
        for name, context in self._context.items():
            for split in self.splits:
                if sum(set(_parts([case])) <= context for case in split) > 1:
                    yield f"{name}: it takes two cases of one split, {' and '.join(split)}"
            base = [
                *given,
                *sorted((part for part in context - settings - set(given) if names(part) <= own), key=write),
            ]
            if demanded := restriction(base, sorted(context & settings, key=write), sorts):
                yield f"{name}: its settings demand more than what is given: {demanded}"

    @cached_property
    def _context(self) -> dict[str, set[Term]]:
        """All that a step assumes: its own hypotheses and those of the steps that it uses."""
        contexts: dict[str, set[Term]] = {}
        for step in self.steps:
            used = [contexts[name] for name in step.uses if name in contexts]
            contexts[step.statement.name] = {*_parts(step.statement.hypotheses), *chain.from_iterable(used)}
        return contexts

    def _uncovered(self) -> Iterator[str]:
        """Yield a reason for each split that leaves a gap or has a case without a step."""
        for number, split in enumerate(self.splits, 1):
            for case in split:
                if not any(set(_parts([case])) <= context for context in self._context.values()):
                    yield f"no step treats the case {case}"
            one_of_them = f"(or {' '.join(split)})" if len(split) > 1 else split[0]
            if any(failures(self._from_given(f"split {number}", one_of_them))):
                yield f"the cases {', '.join(split)} do not cover everything"

    def _from_given(self, name: str, conclusion: str) -> Statement:
        sorts = dict(pair for step in self.steps for pair in step.statement.variables)
        terms = [*self.given, conclusion]
        variables = tuple((own, sorts[own]) for own in sorted(_names(terms) & sorts.keys()))
        return Statement(name, variables, self.given, conclusion)

    def as_json(self) -> dict[str, Any]:
        """Return the argument as a JSON object."""
        return {
            "kind": "argument",
            "given": list(self.given),
            "settings": [[label, list(terms)] for label, terms in self.settings],
            "splits": [list(split) for split in self.splits],
            "steps": [
                {"says": step.says, "uses": list(step.uses), "statement": step.statement.as_json()}
                for step in self.steps
            ],
        }


def argument_from_json(data: Mapping[str, Any]) -> Argument:
    """Establish again what the result of `Argument.as_json` states.

    >>> square = Statement("square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")
    >>> argument = Argument(("(> x 1)",), (), (), (Step(square, "the square is larger"),))
    >>> argument_from_json(argument.as_json()) == argument
    True
    """
    steps = [
        Step(statement_from_json(step["statement"]), str(step["says"]), tuple(map(str, step["uses"])))
        for step in data["steps"]
    ]
    return Argument(
        tuple(map(str, data["given"])),
        tuple((str(label), tuple(map(str, terms))) for label, terms in data["settings"]),
        tuple(tuple(map(str, split)) for split in data["splits"]),
        tuple(steps),
    )


def _parts(terms: Sequence[str]) -> list[Term]:
    return [part for term in terms for part in conjuncts(parse(term))]


def _names(terms: Sequence[str]) -> set[str]:
    return {name for term in terms for name in names(parse(term))}
