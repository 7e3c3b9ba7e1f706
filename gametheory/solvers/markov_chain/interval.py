"""The distribution of the terminal position of a Markov chain in floats, with a rigorous bound on the error."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from gametheory.numbers.format import short_repr
from gametheory.solvers.markov_chain.visits import (
    chain_arrays,
    steps_that_end,
    visit_system,
    visits_by_layers,
    with_ends,
)

ROUNDING = Fraction(1, 2**52)  # of numbers that add up to 1, to the nearest floats
ENOUGH = Fraction(1, 2**60)
TOO_LONG = "play lasts longer than floats can count"


@short_repr
class BoundedDistribution(NamedTuple):
    """A distribution in floats with a rigorous error bound."""

    distribution: dict[Any, float]
    error_bound: float


def bounded_absorption_distribution(graph: nx.MultiDiGraph) -> BoundedDistribution:
    """Return the distribution of the terminal position in floats, with a bound on the errors of all of them together.

    If play can repeat a position only by staying there, exact integers are rounded. Otherwise the expected visits are
    computed in floats by a sparse factorization and refined. By how much they fail their equations is known exactly: it
    is a visit more or less somewhere, which ends somewhere with probability at most 1. So the sum of these differences
    bounds the error.
    """
    arrays = chain_arrays(graph)
    steps, bound = steps_that_end(arrays), Fraction(0)
    found = visits_by_layers(arrays, steps)
    if found is None:
        system, members = visit_system(arrays, steps)
        bound = Fraction(1)
        while system.solver and bound > ENOUGH and system.refine():
            bound = Fraction(int(np.abs(system.residual).sum(dtype=object)), steps.common << system.bits)
        if not system.bits:
            raise OverflowError(TOO_LONG)
        found = with_ends(arrays, steps, members, system.scaled), steps.common << system.bits
    visits, denominator = found
    ends = np.flatnonzero(arrays.outcome_of >= 0).tolist()
    distribution = {arrays.positions[end]: max(visits[end], 0) / denominator for end in ends}
    return BoundedDistribution(distribution, _round_up(bound + ROUNDING))


def _round_up(bound: Fraction) -> float:
    """Return a float that is not below a bound."""
    return nextafter(float(bound), inf)
