"""Games of two with a matrix for each: which of all extreme equilibria a program finds and misses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from bench.bimatrix_peers import PROGRAMS, Payoffs
from bench.gaps import TOLERANCE, NotADistribution, distribution
from bench.work import Judgement, Timed, Work
from gametheory.verify import CertificateError, check_nash

CLOSE = 1e-6  # of a probability: less is the same equilibrium
EXACT = ("gametheory extreme_equilibria", "lrsnash (rationals)", "pygambit enummixed (rationals)")
TWO_BY_TWO: Payoffs = ([[2, 0], [0, 1]], [[1, 0], [0, 2]])
Random = np.random.Generator


def different(random: Random, n: int) -> Payoffs:
    """Whole payoffs from -999 to 999: as a rule not degenerate."""
    return _game(random, lambda: random.integers(-999, 1000, (n, n)))


def few(random: Random, n: int) -> Payoffs:
    """Payoffs 0, 1 and 2."""
    return _game(random, lambda: random.integers(0, 3, (n, n)))


def repeated(random: Random, n: int) -> Payoffs:
    """The first player's last row is the first, and so is the second player's last column."""
    row, column = (np.array(payoffs) for payoffs in different(random, n))
    row[-1], column[-1], row[:, -1], column[:, -1] = row[0], column[0], row[:, 0], column[:, 0]
    return row.tolist(), column.tolist()


def _game(random: Random, payoffs: Callable[[], np.ndarray]) -> Payoffs:  # noqa: ARG001
    return payoffs().tolist(), payoffs().tolist()


def equilibria(quick: bool) -> list[Work]:
    """All equilibria of games of two; failures are counted by equilibrium."""
    works = []
    for title, kind, n, count in (
        ("not degenerate", different, 4, 30),
        ("not degenerate", different, 8, 10),
        ("payoffs 0, 1 and 2", few, 4, 30),
        ("payoffs 0, 1 and 2", few, 6, 10),
        ("a row and a column twice", repeated, 4, 30),
    ):
        random = np.random.default_rng(n)
        games = [kind(random, n) for _ in range(1 if quick else count)]
        if n < 6 or not quick:
            works.append(Work(f"{title}, {n} x {n}, a game", PROGRAMS, games, judge, TWO_BY_TWO))
    return works


def judge(game: Payoffs, timed: Timed, answers: Mapping[str, Any]) -> Judgement:
    """Count the extreme equilibria that are missed, and the pairs that are no equilibria.

    The extreme equilibria are all those that any exact program has found and `check_nash` accepts.
    """
    due = known(game, answers)
    if timed.failure:
        return Judgement(len(due), {timed.failure: len(due)})
    found = [[float(weight) for mixture in pair for weight in mixture] for pair in timed.answer]
    near = np.array([max(np.abs(np.array(found) - place).max(axis=1).min(), 0) if found else 1.0 for place in due])
    missed = int((near > CLOSE).sum())
    wrong = sum(not any(np.abs(np.array(pair) - place).max() <= CLOSE for place in due) and regrets(game, mixtures)
                for pair, mixtures in zip(found, timed.answer, strict=True))  # fmt: skip
    return Judgement(len(due), {name: count for name, count in (("missed", missed), ("wrong", wrong)) if count})


def known(game: Payoffs, answers: Mapping[str, Any]) -> list[np.ndarray]:
    """All extreme equilibria, as floats, of either player in one line."""
    exact = {tuple(map(tuple, pair)) for name in EXACT for pair in answers.get(name) or ()}
    return [np.array([float(weight) for mixture in pair for weight in mixture]) for pair in exact if holds(game, pair)]


def holds(game: Payoffs, pair: Any) -> bool:
    """Whether a pair of exact mixtures is an equilibrium.

    >>> holds(TWO_BY_TWO, ((1, 0), (1, 0))), holds(TWO_BY_TWO, ((1, 0), (0, 1)))
    (True, False)
    """
    try:
        check_nash(*game, *pair)
    except CertificateError:
        return False
    return True


def regrets(game: Payoffs, pair: Any) -> bool:
    """Judge whether a player gains more than the tolerance, relative to the range of payoffs, or plays no distribution.

    >>> regrets(TWO_BY_TWO, ([2 / 3, 1 / 3], [1 / 3, 2 / 3])), regrets(TWO_BY_TWO, ([0.6, 0.4], [1 / 3, 2 / 3]))
    (False, True)
    """
    try:
        row, column = (_dense(weights, length) for weights, length in zip(pair, np.shape(game[0]), strict=True))
    except NotADistribution:
        return True
    against_column = [_mean(line, column) for line in game[0]]
    against_row = [_mean(line, row) for line in zip(*game[1], strict=True)]
    gains = (max(against_column) - _mean(against_column, row), max(against_row) - _mean(against_row, column))
    spreads = (max(map(max, payoffs)) - min(map(min, payoffs)) for payoffs in game)
    return any(gain > spread * Fraction(1, int(1 / TOLERANCE)) for gain, spread in zip(gains, spreads, strict=True))


def _dense(weights: Any, length: int) -> list[Fraction]:
    found = distribution(weights, length)
    return [Fraction(str(found.get(place, 0))) for place in range(length)]


def _mean(values: Iterable[Any], weights: Iterable[Fraction]) -> Fraction:
    return sum((value * weight for value, weight in zip(values, weights, strict=True)), Fraction(0))


BENCHES = {"bimatrix": equilibria}
