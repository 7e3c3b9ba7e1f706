"""Slack in obligations: a conclusion made stronger must be false somewhere.

A statement can be true because it says little. So each relation of a conclusion is changed: an inequality is made
strict or is shifted by one, an equation is shifted by one. A solver must find values that satisfy the hypotheses and
not the changed conclusion. A relation is *slack* if no solver finds such values: then the conclusion could
say more, or the relation belongs to a case that cannot occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sympy import And, Ge, Gt, Implies, Le, Lt, Not, Or, evaluate
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from gametheory.prove.smt import Obligation
from gametheory.prove.solvers import ask_cvc5, ask_z3


class Mutation(NamedTuple):
    """One relation of a conclusion, and the conclusion in which this relation alone is changed."""

    relation: Boolean
    conclusion: Boolean


class Sharpness(NamedTuple):
    """The number of relations of a conclusion, and those that are slack."""

    relations: int
    slack: tuple[Boolean, ...]

    @property
    def all_slack(self) -> bool:
        """Whether no change of the conclusion makes it false.

        Examples
        --------
        >>> Sharpness(2, ()).all_slack
        False
        """
        return len(self.slack) == self.relations


def mutations(conclusion: Boolean) -> list[Mutation]:
    """Return the changed conclusions, one for each relation, but none for the premise of an implication.

    Examples
    --------
    >>> from sympy import Eq, symbols
    >>> x, y = symbols("x y", integer=True)
    >>> for relation, changed in mutations(And(x > y, Implies(y > 0, Eq(x, 2)))):
    ...     print(relation, "->", changed)
    x > y -> (x > y + 1) & (Implies(y > 0, Eq(x, 2)))
    Eq(x, 2) -> (x > y) & (Implies(y > 0, Eq(x, 1 + 2)))
    """
    with evaluate(False):
        return list(_mutations(conclusion, positive=True))


def sharpness(obligation: Obligation) -> Sharpness:
    """Return how many relations the conclusion of an obligation has, and which of them are slack.

    A model of one solver is enough, because the question is only whether there are such values. cvc5 is asked if z3
    finds none.

    Examples
    --------
    >>> from sympy import Symbol
    >>> x = Symbol("x", integer=True)
    >>> sharpness(Obligation("square", (), x**2 >= x))
    Sharpness(relations=1, slack=())
    >>> sharpness(Obligation("far away", (x >= 5,), x >= 1)).all_slack
    True
    """
    changed = mutations(obligation.conclusion)
    return Sharpness(len(changed), tuple(m.relation for m in changed if not _fails(obligation, m.conclusion)))


def _fails(obligation: Obligation, conclusion: Boolean) -> bool:
    """Return whether a solver finds values that satisfy the hypotheses and not the conclusion."""
    script = obligation.negation(conclusion)
    return any(ask(script) == "sat" for ask in (ask_z3, ask_cvc5))


def _mutations(node: Boolean, positive: bool) -> Iterator[Mutation]:
    """Yield changes that make a positive part of a conclusion stronger, and a negated part weaker."""
    if isinstance(node, Relational):
        yield Mutation(node, _stronger(node) if positive else _weaker(node))
    elif isinstance(node, Not):
        for relation, changed in _mutations(node.args[0], not positive):
            yield Mutation(relation, Not(changed))
    elif isinstance(node, And | Or | Implies):
        places = [1] if isinstance(node, Implies) else range(len(node.args))
        for place in places:
            for relation, changed in _mutations(node.args[place], positive):
                yield Mutation(relation, node.func(*node.args[:place], changed, *node.args[place + 1 :]))


def _stronger(relation: Relational) -> Relational:
    left, right = relation.args
    strict = {Le: Lt, Ge: Gt}
    if relation.func in strict:
        return strict[relation.func](left, right)
    return relation.func(left, right - 1 if isinstance(relation, Lt) else right + 1)


def _weaker(relation: Relational) -> Relational:
    left, right = relation.args
    weak = {Lt: Le, Gt: Ge}
    if relation.func in weak:
        return weak[relation.func](left, right)
    return relation.func(left, right - 1 if isinstance(relation, Ge) else right + 1)
