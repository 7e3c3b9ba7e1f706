"""Two-player games as bimatrices: the extreme equilibria that each program finds and misses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from bench.bimatrix_peers import PROGRAMS, Payoffs, exact
from bench.gaps import TOLERANCE, NotADistribution, distribution
from bench.work import Judgement, Timed, Work
from gametheory.verify import CertificateError, check_nash

CLOSE = 1e-6  # equilibria whose probabilities differ by less count as equal
EXACT = ("gametheory extreme_equilibria", "gametheory nash", "lrsnash (rationals)", "pygambit enummixed (rationals)")
TWO_BY_TWO: Payoffs = ([[2, 0], [0, 1]], [[1, 0], [0, 2]])
Random = np.random.Generator


def different(random: Random, n: int) -> Payoffs:
    """Whole payoffs from -999 to 999; such games are rarely degenerate."""
    return _game(random, lambda: random.integers(-999, 1000, (n, n)))


def few(random: Random, n: int) -> Payoffs:
    """Payoffs 0, 1 and 2."""
    return _game(random, lambda: random.integers(0, 3, (n, n)))


def repeated(random: Random, n: int) -> Payoffs:
    """Random payoffs whose last row equals the first for one player, and whose last column for the other."""
    row, column = (np.array(payoffs) for payoffs in different(random, n))
    row[-1], column[-1], row[:, -1], column[:, -1] = row[0], column[0], row[:, 0], column[:, 0]
    return row.tolist(), column.tolist()


def _game(random: Random, payoffs: Callable[[], np.ndarray]) -> Payoffs:  # noqa: ARG001
    return payoffs().tolist(), payoffs().tolist()


def equilibria(quick: bool) -> list[Work]:
    """All equilibria of two-player games; failures are counted by equilibrium."""
    works = []
    for title, kind, n, count in (
        ("not degenerate", different, 2, 30),
        ("not degenerate", different, 3, 30),
        ("not degenerate", different, 4, 30),
        ("not degenerate", different, 6, 10),
        ("not degenerate", different, 8, 10),
        ("not degenerate", different, 10, 5),
        ("not degenerate", different, 12, 3),
        ("not degenerate", different, 14, 2),
        ("payoffs 0, 1 and 2", few, 4, 30),
        ("payoffs 0, 1 and 2", few, 6, 10),
        ("repeated row and column", repeated, 4, 30),
    ):
        random = np.random.default_rng(n)
        games = [kind(random, n) for _ in range(1 if quick else count)]
        if n < 6 or not quick:
            works.append(Work(f"{title}, {n} x {n}, per game", PROGRAMS, games, judge, TWO_BY_TWO))
    return works


def judge(game: Payoffs, timed: Timed, answers: Mapping[str, Any]) -> Judgement:
    """Count the extreme equilibria that an answer misses, and its pairs that are not equilibria.

    The extreme equilibria are those that any exact program finds and `check_nash` accepts.
    """
    due = known(game, answers)
    if timed.failure:
        return Judgement(len(due), {timed.failure: len(due)})
    flat = [[float(weight) for mixed in pair for weight in mixed] for pair in timed.answer]
    distances = np.array([max(np.abs(np.array(flat) - point).max(axis=1).min(), 0) if flat else 1.0 for point in due])
    missed = int((distances > CLOSE).sum())
    wrong = sum(not any(np.abs(np.array(point) - other).max() <= CLOSE for other in due) and regrets(game, pair)
                for point, pair in zip(flat, timed.answer, strict=True))  # fmt: skip
    return Judgement(len(due), {name: count for name, count in (("missed", missed), ("wrong", wrong)) if count})


def known(game: Payoffs, answers: Mapping[str, Any]) -> list[np.ndarray]:
    """Return all extreme equilibria, each as one array of the probabilities of both players."""
    exact = {tuple(map(tuple, pair)) for name in EXACT for pair in answers.get(name) or ()}
    return [np.array([float(p) for mixed in pair for p in mixed]) for pair in exact if is_equilibrium(game, pair)]


def is_equilibrium(game: Payoffs, pair: Any) -> bool:
    """Return whether a pair of exact mixed strategies is an equilibrium.

    >>> is_equilibrium(TWO_BY_TWO, ((1, 0), (1, 0))), is_equilibrium(TWO_BY_TWO, ((1, 0), (0, 1)))
    (True, False)
    """
    try:
        check_nash(*exact(game), *pair)
    except CertificateError:
        return False
    return True


def regrets(game: Payoffs, pair: Any) -> bool:
    """Return whether a player can gain more than the tolerance relative to the range, or plays no distribution.

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
    weight_of = distribution(weights, length)
    return [Fraction(str(weight_of.get(place, 0))) for place in range(length)]


def _mean(values: Iterable[Any], weights: Iterable[Fraction]) -> Fraction:
    return sum((value * weight for value, weight in zip(values, weights, strict=True)), Fraction(0))


BENCHES = {"bimatrix": equilibria}
