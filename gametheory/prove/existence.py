"""Existence of the objects of an argument: an assumption about them must not restrict the claim's own variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from gametheory.prove.proof import failures
from gametheory.prove.solvers import ask_z3
from gametheory.prove.statement import Statement, is_identity
from gametheory.prove.terms import INTEGER, NAME, Term, write

UNITS = 60_000  # less than a second of z3, which decides these quantifiers early or not at all
CONSTANTS = {INTEGER: ("0", "1", "2"), "Real": ("0.0", "1.0", "2.0")}


def names(term: Term) -> set[str]:
    """Return the variables of a term.

    >>> sorted(names(("<=", "x", ("+", "y", "1"))))
    ['x', 'y']
    """
    if isinstance(term, str):
        return {term} if NAME.fullmatch(term) and term not in ("true", "false") else set()
    return {name for part in term[1:] for name in names(part)}


def restriction(given: Sequence[Term], terms: Sequence[Term], sorts: Mapping[str, str]) -> str:
    """Return what terms about new objects demand of the variables of `given`, or "" if they demand nothing.

    For all values of these variables that satisfy `given`, there must be values of the others that satisfy the terms. A
    variable that is defined by an equation is replaced by its value. Then terms without a new variable must follow, by
    both solvers. z3 alone decides whether the others can be satisfied: cvc5 does not bound its work on quantifiers.

    Examples
    --------
    >>> from gametheory.prove.terms import parse
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
    """Return whether both solvers find that a term follows from others.

    >>> follows([(">", "n", "1")], (">", "n", "0"), {"n": "Int"})
    True
    """
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
