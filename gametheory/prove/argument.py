"""Arguments: steps that two solvers discharge, joined by text.

An argument is weaker than a proof. Each step is established for all values of its variables, and the composer checks
where each of its hypotheses comes from. That the steps together imply the claim is text, for example an induction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from gametheory.prove.existence import follows, names, restriction
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
    (('the next number', ('(= m (+ n 1))',)),)
    >>> small = Statement("small", (("n", "Int"),), ("(>= n 1)", "(<= n 1000)"), "(<= (* n n) 1000000)")
    >>> Argument(("(>= n 1)",), (), (), (Step(small, "for small n only"),))
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

    def _two_sorts(self) -> Iterator[str]:
        """Yield a reason for each name that is an integer in one step and a real number in another."""
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
    """Establish again what the result of `Argument.as_json` states.

    >>> square = Statement("square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")
    >>> argument = Argument(("(> x 1)",), (), (), (Step(square, "the square is larger"),))
    >>> argument_from_json(argument.as_json()) == argument
    True
    """
    steps = [
        Step(statement_from_json(step["statement"]), str(step["says"]), _texts(step["uses"])) for step in data["steps"]
    ]
    settings = tuple((str(label), _texts(terms)) for label, terms in data["settings"])
    return Argument(_texts(data["given"]), settings, tuple(map(_texts, data["splits"])), tuple(steps))


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))


def _parts(terms: Iterable[str]) -> list[Term]:
    return [part for term in terms for part in conjuncts(parse(term))]
