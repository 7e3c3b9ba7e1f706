"""The equilibria that nashpy finds: a second method, in floats, beside the exact one."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import NamedTuple

from gametheory.solvers.bimatrix.vertex_enumeration import Equilibrium, Payoffs

CLOSE = 1e-6  # of a probability: less is the same equilibrium, in floats


class NashpyCheck(NamedTuple):
    """How many exact equilibria nashpy found too and missed, how many of its own are none of those, and its failure."""

    confirmed: int
    missed: int
    others: int
    failure: str | None = None


def cross_check_with_nashpy(row_payoffs: Payoffs, column_payoffs: Payoffs, exact: Sequence[Equilibrium]) -> NashpyCheck:
    """Compare all extreme equilibria of a game with those of nashpy's vertex enumeration (Knight and Campbell 2018).

    It works in floats on half spaces (Qhull) and shares no code with `bimatrix`. Pairs are the same where no
    probability differs by more than a millionth. Where it fails, or finds others, the exact ones stand. Cost: that of
    Qhull and of a look at each pair of vertices; import takes a second.

    >>> from fractions import Fraction
    >>> from gametheory.solvers.bimatrix.vertex_enumeration import extreme_equilibria
    >>> pennies = [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> negative = [[-payoff for payoff in row] for row in pennies]
    >>> cross_check_with_nashpy(pennies, negative, extreme_equilibria(pennies, negative).extreme)
    NashpyCheck(confirmed=1, missed=0, others=0, failure=None)
    """
    try:
        found = _vertex_enumeration(row_payoffs, column_payoffs)
    except Exception as error:  # whatever a library raises on a degenerate game, the exact equilibria stand
        return NashpyCheck(0, len(exact), 0, type(error).__name__)
    seen, others = set[int](), 0
    for mixtures in found:
        same = [index for index, equilibrium in enumerate(exact) if _is_close(mixtures, equilibrium)]
        seen.update(same)
        others += not same
    return NashpyCheck(len(seen), len(exact) - len(seen), others)


def _vertex_enumeration(row_payoffs: Payoffs, column_payoffs: Payoffs) -> list[list[float]]:
    import nashpy
    import numpy as np

    matrices = [np.array([[float(number) for number in row] for row in rows]) for rows in (row_payoffs, column_payoffs)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [[*row, *column] for row, column in nashpy.Game(*matrices).vertex_enumeration()]


def _is_close(mixtures: list[float], equilibrium: Equilibrium) -> bool:
    exact = (*equilibrium.row, *equilibrium.column)
    return all(abs(there - float(here)) <= CLOSE for there, here in zip(mixtures, exact, strict=True))
