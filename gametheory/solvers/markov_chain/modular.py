"""Exact sums of expected visits of large Markov chains: arithmetic modulo primes, and the Chinese remainder theorem.

An answer is an integer over a known denominator. Its residues modulo enough primes determine it. How many are enough is
proved in two ways. If play can repeat a position only by staying there, a denominator follows from the longest play.
Otherwise a denominator is guessed, and the visits that it gives satisfy all equations, which have one solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import isqrt, lcm, prod

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from gametheory.model.state_arrays import LARGEST, Integers
from gametheory.parallel.loops import run_loop
from gametheory.solvers._kernels import modulo
from gametheory.solvers._kernels.expectation import chance_depths
from gametheory.solvers.markov_chain.elimination import Elimination
from gametheory.solvers.markov_chain.transition import MarkovChain

Residues = NDArray[np.int64]

MOST_PRIMES = 1024  # of a known denominator
MOST_LIFTED = 64  # of one that is guessed
MANY = 2**20  # residues
GUESSES = 64  # positions at which a factor of the denominator is found


def sums_of_visits(
    chain: MarkovChain[Fraction], eliminated: Elimination, group: Integers, groups: int
) -> list[Fraction] | None:
    """Return the sum of the expected visits over each group of positions, exactly.

    Cost: for each prime the steps, with those that the elimination creates, in compiled loops. There is a prime for 30
    bits of the denominator if play can repeat a position only by staying there. Otherwise there are 2, 4, 8 and so on,
    until the visits have been found. Memory: 64 bytes for each position, or 8 for each position and prime if play can
    cycle.

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

    Returns
    -------
    list of Fraction or None
        None if too many primes would be needed, or a component should be solved as a dense matrix.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain.elimination import elimination
    >>> chain = MarkovChain(state_graph(Battle(1, 1)), Fraction)
    >>> sums_of_visits(chain, elimination(chain.steps), np.array([0, 1, 1, 1]), 2)
    [Fraction(25, 22), Fraction(1, 1)]
    """
    if eliminated.single:
        return _with_known_denominator(chain, eliminated, group, groups)
    if eliminated.dense.any():
        return None
    return _with_guessed_denominator(chain, eliminated, group, groups)


def _primes(avoided: int) -> Iterator[int]:
    """Yield the primes below 2^31 that do not divide a number, the greatest first."""
    return (number for number in range(2**31 - 1, 2, -2) if fmpz(number).is_prime() and avoided % number)


def _residues(numbers: Sequence[Fraction], primes: Sequence[int]) -> Residues:
    """Return the residues of some fractions modulo each prime, those of one fraction after those of another."""
    table = [[number.numerator * pow(number.denominator, -1, prime) % prime for prime in primes] for number in numbers]
    return np.array(table, np.int64).ravel()


def _lifted(residues: Residues, primes: Sequence[int], factor: int = 1) -> list[int]:
    """Return the least numbers from 0 on with the given residues, times a factor: one row for each prime."""
    whole, total = prod(primes), np.zeros(residues.shape[1], object)
    for row, prime in zip(residues, primes, strict=True):
        rest = whole // prime
        total += row.astype(object) * (rest * pow(rest, -1, prime) * factor % whole)
    return [int(number % whole) for number in total]


def _grouped(residues: Residues, group: Integers, groups: int, prime: int) -> Residues:
    """Return the sum of some residues over each group; sums of a million of them are exact in floats."""
    sums = np.zeros(groups, np.int64)
    for begin in range(0, len(group), MANY):
        some = slice(begin, begin + MANY)
        sums += np.bincount(group[some], residues[some].astype(float), groups).astype(np.int64)
    return sums % prime


def _with_known_denominator(
    chain: MarkovChain[Fraction], eliminated: Elimination, group: Integers, groups: int
) -> list[Fraction] | None:
    """Return the sums for a chain in which play can repeat a position only by staying there.

    Let D be the common denominator of the probabilities, l the probability to leave a position, and E the least common
    multiple of D and the integers D l. Play moves on at random at most L times, each time with a probability that is an
    integer over E. So the visits to a position, divided by l, are an integer over E^(L + 1). The visits to all
    positions are at most D times their number.
    """
    common = lcm(*(probability.denominator for probability in chain.table))
    if common > LARGEST:
        return None
    numerators = np.array([int(probability * common) for probability in chain.table])
    order, (row, successor, code, _) = eliminated.order, chain.steps
    leaving, random, depth = np.zeros((3, len(chain)), np.int64)
    run_loop(modulo.exit_numerators, chain.steps.size, (row, successor, code, numerators, order), (leaving, random))
    staying = order[leaving[order] != common]
    different, index = np.unique(leaving[staying], return_inverse=True)
    every = lcm(common, *map(int, different))
    inputs = np.arange(len(chain) + 1), row, successor, random, order
    longest = run_loop(chance_depths, 2 * chain.steps.size, inputs, (depth,))
    denominator = every ** (longest + 1)
    count = (denominator * common * len(chain)).bit_length() // 30 + 1
    if count > MOST_PRIMES or not all(different):
        return None
    stay = np.full(len(chain), -1, np.int32)
    stay[staying] = index
    lanes = modulo.LANES
    primes = list(islice(_primes(every), -(-count // lanes) * lanes))
    rows, members = [], np.flatnonzero(group >= 0)
    for begin in range(0, len(primes), lanes):
        some = primes[begin : begin + lanes]
        inverse = _residues([Fraction(common, int(number)) for number in different], some)
        visit = np.zeros(lanes * len(chain), np.int64)
        visit[lanes * chain.start : lanes * (chain.start + 1)] = 1
        array = np.array(some, np.int64)
        tables = _residues(chain.table, some), order, stay, inverse, array, array**2
        run_loop(modulo.single_visits, lanes * chain.steps.size, (row, successor, code, *tables), (visit,))
        columns = visit.reshape(-1, lanes)[members] % array
        rows += [_grouped(columns[:, lane], group[members], groups, prime) for lane, prime in enumerate(some)]
    return [Fraction(number, denominator) for number in _lifted(np.array(rows), primes, denominator)]


def _with_guessed_denominator(
    chain: MarkovChain[Fraction], eliminated: Elimination, group: Integers, groups: int
) -> list[Fraction] | None:
    """Return the sums for a chain of components with few steps.

    Let M be the product of the primes, D the common denominator of the probabilities, and n the number of positions. If
    d is a denominator of all visits g, then the residues of d g modulo M are numerators. Conversely, let these
    residues, from 0 to M - 1, be less than B for some d up to B, with 2 D (n + 1) B at most M. The equations of the
    visits, times D d, hold modulo M. Both sides are from 0 to M - 1, so they are equal; and the equations have one
    solution.
    """
    common = lcm(*(probability.denominator for probability in chain.table))
    spread, count, solutions = 2 * common * (len(chain) + 1), 2, _solutions(chain, eliminated, common)
    primes: list[int] = []
    visits: list[Residues] = []
    members = np.flatnonzero(group >= 0)
    while count <= MOST_LIFTED:
        for prime, visit in islice(solutions, count - len(primes)):
            primes.append(prime)
            visits.append(visit)
        short = next((short for short in range(count - 1, 0, -1) if prod(primes[short:]) >= spread), 0)
        denominator = _denominator(eliminated, visits, primes, short) if short else None
        if denominator is not None:
            rows = [
                _grouped(visit[members], group[members], groups, prime)
                for visit, prime in zip(visits, primes, strict=True)
            ]
            denominator *= common
            return [Fraction(number, denominator) for number in _lifted(np.array(rows), primes, denominator)]
        count *= 2
    return None


def _solutions(chain: MarkovChain[Fraction], eliminated: Elimination, common: int) -> Iterator[tuple[int, Residues]]:
    """Yield primes and the visits modulo each; all equations are checked.

    Raises
    ------
    ArithmeticError
        If the visits do not satisfy the equations.
    """
    row, successor, code, _ = chain.steps
    component, order, parts, place_of = eliminated[:4]
    links = eliminated.earlier_row, eliminated.earlier, eliminated.later_row, eliminated.later
    steps = chain.steps.size + eliminated.products
    size, earlier, later = len(chain), len(eliminated.earlier), len(eliminated.later)
    for prime in _primes(common):
        table = _residues(chain.table, [prime])
        edges, through, ahead = (row, successor, code, table), np.zeros(earlier, np.int64), np.zeros(later, np.int64)
        probability, exits, inverse, visit, total = np.zeros((5, size), np.int64)
        inputs = *edges, component, order, place_of, *links, prime
        if run_loop(modulo.eliminate, steps, inputs, (probability, through, ahead, exits, inverse)) < len(order):
            continue
        visit[chain.start] = 1
        solved = *edges, component, order, parts, *links, through, ahead, inverse, prime
        run_loop(modulo.visits, steps, solved, (visit,))
        if run_loop(modulo.unbalanced, steps, (*edges, order, chain.start, prime, visit), (total,)):
            raise ArithmeticError(f"the visits do not satisfy their equations modulo {prime}")
        yield prime, visit


def _denominator(eliminated: Elimination, visits: list[Residues], primes: list[int], short: int) -> int | None:
    """Return a denominator with which all numerators are less than the product of the first primes; None if not found.

    A number that is not gives a factor of the denominator: by a continued fraction, if the primes suffice.
    """
    whole, most, denominator = prod(primes), prod(primes[:short]), 1
    inverse = [[pow(lower, -1, prime) if lower != prime else 0 for lower in primes] for prime in primes]
    size, residue, array = len(visits[0]), np.concatenate(visits), np.array(primes, np.int64)
    for _ in range(GUESSES):
        scale = np.array([denominator % prime for prime in primes], np.int64)
        inputs = size, eliminated.order, residue, array, scale, np.array(inverse, np.int64).ravel(), short
        place = run_loop(modulo.first_long, len(residue), inputs, (np.zeros(len(primes), np.int64),))
        if place < 0:
            return denominator
        position = eliminated.order[place]
        [number] = _lifted(np.array([[visit[position]] for visit in visits]), primes, denominator)
        factor = Fraction(number, whole).limit_denominator(isqrt(whole // 2)).denominator
        denominator *= factor
        if factor == 1 or denominator > most:
            return None
    return None
