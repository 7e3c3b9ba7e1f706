"""Distributions of a Markov chain in floats, with a rigorous bound on the error."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gametheory.model.state_arrays import Integers
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.short_repr import short_repr
from gametheory.parallel.loops import run_loop
from gametheory.solvers._kernels.balance import balance
from gametheory.solvers.markov_chain.absorption import FLOATS, ChainSystem
from gametheory.solvers.markov_chain.elimination import elimination
from gametheory.solvers.markov_chain.transition import MarkovChain, require_steps

Floats: TypeAlias = NDArray[np.float64]

UNIT_ROUNDOFF = Fraction(1, 2**53)  # the greatest relative error of one operation on floats
SMALLEST = Fraction(1, 2**1074)  # the greatest absolute error of one operation if the result underflows
TOO_LONG = "play lasts longer than floats can count"


@short_repr
class BoundedDistribution(NamedTuple):
    """A distribution in floats with a rigorous error bound.

    Parameters
    ----------
    distribution : dict
        The probability of each position.
    error_bound : float
        An upper bound on the sum of the errors of all probabilities, and so on the error of the probability of any
        event.
    """

    distribution: dict[Any, float]
    error_bound: float


def bounded_distribution_after(graph: nx.MultiDiGraph, steps: int) -> BoundedDistribution:
    """Return the distribution of the position after a number of steps in floats, with an error bound.

    The method of `distribution_after`, vectorized over the edges. Nothing is subtracted. So an entry that n operations
    contribute to has a relative error of at most n u / (1 - n u) with u = 2^-53 (Higham 2002, lemma 3.1), and n is the
    steps times (greatest number of edges into a position + 1). Cost: the steps times the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    steps : int
        The number of steps, at least 0.

    Returns
    -------
    BoundedDistribution
        The positions of positive probability, and the bound.

    Raises
    ------
    ValueError
        If the number of steps is negative or a player moves.

    References
    ----------
    N. J. Higham, Accuracy and Stability of Numerical Algorithms (2002).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> distribution, error_bound = bounded_distribution_after(state_graph(Battle(2, 1)), 1)
    >>> distribution[Position(1, 1)], error_bound < 1e-14
    (0.112, True)
    """
    require_steps(steps)
    source, target, probability = _arrays(graph)
    weights: NDArray[np.float64] = np.zeros(len(graph))
    weights[state_arrays(graph).start] = 1.0
    for _ in range(steps):
        weights = np.asarray(np.bincount(target, weights[source] * probability, len(graph)), np.float64)
    operations = steps * (int(np.bincount(target).max()) + 1)
    relative = operations * UNIT_ROUNDOFF / (1 - operations * UNIT_ROUNDOFF)
    absolute = 4 * steps * len(probability) * SMALLEST
    distribution = {position: weight for position, weight in zip(graph, weights.tolist(), strict=True) if weight}
    return BoundedDistribution(distribution, _round_up(relative + absolute + UNIT_ROUNDOFF * 2))


def bounded_absorption_distribution(graph: nx.MultiDiGraph) -> BoundedDistribution:
    """Return the distribution of the terminal position in floats, with an error bound.

    The method of `absorption_distribution` in floats; then a correction, for which the equation g = start + g Q of the
    visits g is evaluated with twice the digits. It is evaluated again with the correction. The sum of the differences
    over all positions bounds the error of all terminal positions together, since a visit more or less anywhere ends
    somewhere with probability at most 1. Rounding in this check is bounded, too: with n = (greatest number of steps
    into a position + 8), u = 2^-53 and v = n u / (1 - n u), by v^2 (1 + 2 (sum of g)) + 2 v (sum of corrections).
    Cost: that of `absorption_distribution` in floats, in compiled loops. Memory: about 100 bytes for each position, and
    about 100 for each step inside a component.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.

    Returns
    -------
    BoundedDistribution
        The probability of each terminal position, and the bound.

    Raises
    ------
    ValueError
        If a player moves.
    OverflowError
        If the expected duration is too great for floats.

    References
    ----------
    T. Ogita, S. M. Rump and S. Oishi, Accurate sum and dot product, SIAM Journal on Scientific Computing 26 (2005).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> distribution, error_bound = bounded_absorption_distribution(state_graph(Battle(1, 1)))
    >>> abs(distribution[Position(1, 0)] - 9 / 44) <= error_bound < 1e-14
    True
    """
    chain = MarkovChain(graph, Fraction)
    visits, positions = _visits_in_floats(chain), chain.arrays.positions
    sums = _balance(chain, visits)
    ends = np.flatnonzero(chain.entered * chain.steps.ended)
    flow, rounded = _rounded(sums.total[ends], sums.error[ends])
    error = _sum_of_sizes(sums.total[visits.order] + sums.error[visits.order]) + _sum_of_sizes(rounded)
    bound = error + _rounding(chain, visits) + UNIT_ROUNDOFF * 2
    distribution = {positions[number]: weight for number, weight in zip(ends.tolist(), flow.tolist(), strict=True)}
    return BoundedDistribution(distribution, _round_up(bound))


def _arrays(graph: nx.MultiDiGraph) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Return sources, targets and probabilities of all steps, as numbers in the order of the graph."""
    chain = MarkovChain(graph, float)
    # a terminal position has no transitions, and stays
    ends = np.flatnonzero(chain.steps.ended)
    sources = np.concatenate([chain.arrays.sources, ends])
    targets = np.concatenate([chain.steps.successor, ends])
    return sources, targets, np.concatenate([np.array(chain.table)[chain.steps.code], np.ones(len(ends))])


class _Visits(NamedTuple):
    """The expected visits to some positions, as sums of a float and a correction; both are 0 elsewhere."""

    order: Integers
    main: Floats
    correction: Floats


class _Sums(NamedTuple):
    """Sums of floats, almost exact: `total + error`."""

    total: Floats
    error: Floats


def _visits_in_floats(chain: MarkovChain[Fraction]) -> _Visits:
    """Return the expected visits."""
    eliminated, start = elimination(chain.steps), np.zeros(len(chain))
    start[chain.start] = 1.0
    try:
        system = ChainSystem(chain.steps, [float(probability) for probability in chain.table], eliminated, FLOATS)
        order, zero = eliminated.order, np.zeros(len(chain))
        visits = _Visits(order, _only(system.visits(start), order), zero)
        sums = _balance(chain, visits)
        return visits._replace(correction=_only(system.visits(_only(sums.total + sums.error, order)), order))
    # a probability to leave that rounds to 0, or a number of visits beyond the range of floats
    except (ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
        raise OverflowError(TOO_LONG) from None


def _only(numbers: Floats, order: Integers) -> Floats:
    """Return some numbers at their places, and 0 elsewhere."""
    result = np.zeros(len(numbers))
    result[order] = numbers[order]
    return result


def _balance(chain: MarkovChain[Fraction], visits: _Visits) -> _Sums:
    """Return start + g Q - g for the visits g, and the flow into terminal positions."""
    sums = np.zeros(2 * len(chain))
    sums[2 * chain.start] = 1.0
    table = [float(probability) for probability in chain.table]
    rest = [float(probability - Fraction(near)) for probability, near in zip(chain.table, table, strict=True)]
    edges = *chain.steps[:3], np.array(table), np.array(rest)
    run_loop(balance, chain.steps.size, (*edges, *visits), (sums,))
    with np.errstate(invalid="ignore"):
        finite = np.isfinite(sums.sum())
    if not finite:
        raise OverflowError(TOO_LONG)
    return _Sums(sums[::2], sums[1::2])


def _rounding(chain: MarkovChain[Fraction], visits: _Visits) -> Fraction:
    """Return a bound on all rounding errors of `_balance` together."""
    count, correction = _sum_of_sizes(visits.main), _sum_of_sizes(visits.correction)
    terms = (int(chain.entered.max()) + 8) * UNIT_ROUNDOFF
    relative = terms / (1 - terms)
    underflow = 8 * len(chain.steps.successor) * (1 + count + correction) * SMALLEST
    return relative**2 * (1 + 2 * count) + 2 * relative * correction + underflow


def _rounded(total: Floats, error: Floats) -> tuple[Floats, Floats]:
    """Return the sums of two floats, and by how much they are rounded, exactly; a sum is at least 0."""
    near = np.maximum(total + error, 0.0)
    part = near - total
    return near, (total - (near - part)) + (error - part)


def _sum_of_sizes(numbers: Floats) -> Fraction:
    """Return a number that is not below the sum of the sizes of some floats."""
    return Fraction(float(np.abs(numbers).sum())) * (1 + 2 * (len(numbers) + 1) * UNIT_ROUNDOFF)


def _round_up(bound: Fraction) -> float:
    """Return a float that is not below a bound."""
    return nextafter(float(bound), inf)
