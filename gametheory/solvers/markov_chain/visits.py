"""Exact sums of the expected visits of a Markov chain: of a small one in rationals, of a large one modulo primes."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from gametheory.model.state_arrays import Integers
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.markov_chain.absorption import EXACT, ChainSystem
from gametheory.solvers.markov_chain.elimination import Elimination, elimination
from gametheory.solvers.markov_chain.modular import sums_of_visits
from gametheory.solvers.markov_chain.transition import MarkovChain

LARGE = 1_000_000  # positions and steps, about as many as take the time that compiling takes


def visit_sums(chain: MarkovChain[Fraction], group: Integers, groups: int) -> list[Fraction]:
    """Return the sum of the expected visits over each group of positions; a terminal position is visited once at most.

    Cost: that of `sums_of_visits` for a large chain, otherwise that of `ChainSystem` in rationals.

    Parameters
    ----------
    chain : MarkovChain
        The transitions.
    group : array of int
        The group of each position; -1 for none.
    groups : int
        The number of groups.

    Examples
    --------
    >>> import numpy as np
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> visit_sums(MarkovChain(state_graph(Battle(1, 1)), Fraction), np.array([0, 1, 1, 1]), 2)
    [Fraction(25, 22), Fraction(1, 1)]
    """
    eliminated = elimination(chain.steps)
    found = sums_of_visits(chain, eliminated, group, groups) if chain.steps.size >= LARGE else None
    return sums_in_rationals(chain, eliminated, group, groups) if found is None else found


def sums_in_rationals(
    chain: MarkovChain[Fraction], eliminated: Elimination, group: Integers, groups: int
) -> list[Fraction]:
    """Return the result of `visit_sums`, with a rational number for the visits to each position.

    Cost: that of `ChainSystem`.

    Parameters
    ----------
    chain : MarkovChain
        The transitions.
    eliminated : Elimination
        The order in which the positions are eliminated.
    group : array of int
        The group of each position; -1 for none.
    groups : int
        The number of groups.

    Examples
    --------
    >>> import numpy as np
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> chain = MarkovChain(state_graph(Battle(1, 1)), Fraction)
    >>> sums_in_rationals(chain, elimination(chain.steps), np.array([0, -1, 1, 1]), 2)
    [Fraction(25, 22), Fraction(35, 44)]
    """
    start, sums = [fmpq(0)] * len(chain), [fmpq(0)] * groups
    start[chain.start] = fmpq(1)
    visits = ChainSystem(chain.steps, list(map(to_flint, chain.table)), eliminated, EXACT).visits(start)
    for number, visit in zip(group.tolist(), visits, strict=True):
        if number >= 0:
            sums[number] += visit
    return list(map(to_fraction, sums))
