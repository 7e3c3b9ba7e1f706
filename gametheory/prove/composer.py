"""Arguments from sympy relations: steps with the sources of their hypotheses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sympy.logic.boolalg import Boolean

from gametheory.prove import argument
from gametheory.prove.argument import Argument
from gametheory.prove.smt import Obligation
from gametheory.prove.smtlib import statement


class Step(NamedTuple):
    """A step of an argument: in words, as an obligation, and the names of the steps that it uses."""

    says: str
    obligation: Obligation
    uses: tuple[str, ...] = ()


def compose(
    given: Sequence[Boolean],
    steps: Sequence[Step],
    settings: Mapping[str, Sequence[Boolean]] | None = None,
    splits: Sequence[Sequence[Boolean]] = (),
) -> Argument:
    """Return an argument, composed and discharged.

    Each hypothesis of a step must be given, belong to a setting or to a case of a split, or be the conclusion of a step
    that it uses; see `gametheory.prove.argument.Argument`.

    Parameters
    ----------
    given
        The hypotheses of the claim.
    steps
        The steps, each after those that it uses.
    settings
        The objects that steps speak about, by label, such as "a legal volley leaves x and R".
    splits
        Case distinctions: under what is given, at least one case of each is true.

    Raises
    ------
    NotProved
        If the composer refuses a step, or a solver does not discharge it.

    Examples
    --------
    >>> from sympy import Eq, symbols
    >>> n, m = symbols("n m", integer=True)
    >>> next_number = Step("it is at least 2", Obligation("next", (n >= 1, Eq(m, n + 1)), m >= 2))
    >>> square = Step("so is its square", Obligation("square", (m >= 2,), m * m >= 4), uses=("next",))
    >>> len(compose([n >= 1], [next_number, square], {"the next number": [Eq(m, n + 1)]}).steps)
    2
    """
    return Argument(
        _terms(given),
        tuple((label, _terms(terms)) for label, terms in (settings or {}).items()),
        tuple(map(_terms, splits)),
        tuple(argument.Step(step.obligation.statement, step.says, step.uses) for step in steps),
    )


def _terms(relations: Sequence[Boolean]) -> tuple[str, ...]:
    return tuple(map(statement, relations))
