"""Judgement of answers to zero-sum matrix games: one rule for all programs, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from bench.work import Judgement, Timed, failed
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.verify import bracket_matrix_value

TOLERANCE = fmpq(1, 10**6)
ROUNDING = fmpq(1, 2**50)  # a smaller range, relative to the greatest payoff, is a constant with rounding errors


class NotADistribution(Exception):
    """An answer is not a probability distribution."""


def judge_game(payoffs: np.ndarray, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge one game."""
    return failed(timed) if timed.failure else judge_pair(payoffs, timed.answer)


def judge_games(games: Sequence[np.ndarray], timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge the answers to several games."""
    if timed.failure:
        return failed(timed, len(games))
    judged = [judge_pair(payoffs, pair) for payoffs, pair in zip(games, timed.answer, strict=True)]
    reasons = [reason for judgement in judged for reason in judgement.failures]
    offs = [judgement.off for judgement in judged if judgement.off is not None]
    return Judgement(len(games), {reason: reasons.count(reason) for reason in reasons}, max(offs, default=None))


def judge_pair(payoffs: np.ndarray, pair: Any) -> Judgement:
    """Judge a pair of mixed strategies: is each a distribution, and do they guarantee the value?

    >>> judge_pair(np.array([[1.0, -1.0], [-1.0, 1.0]]), ([0.5, 0.5], [0.5, 0.5]))
    Judgement(tries=1, failures={}, off=0.0)
    >>> judge_pair(np.array([[1.0, -1.0], [-1.0, 1.0]]), ([0.5, 0.5], [0.51, 0.49])).failures
    {'wrong': 1}
    >>> judge_pair(np.array([[1.0, -1.0], [-1.0, 1.0]]), ([0.5, 0.4], [0.5, 0.5])).failures
    {'no distribution': 1}
    """
    try:
        gap = relative_gap(payoffs, pair)
    except NotADistribution:
        return Judgement(1, {"no distribution": 1})
    return Judgement(1, {"wrong": 1}) if gap > TOLERANCE else Judgement(1, {}, float(to_fraction(gap)))


def relative_gap(payoffs: np.ndarray, pair: Any) -> Any:
    """Return the gap between the guarantees of two mixed strategies, divided by the range of the payoffs, in rationals.

    Floats are converted exactly. A weight below 0 within the tolerance counts as 0, and the weights are divided by
    their sum if it is 1 within the tolerance. A game whose payoffs differ by no more than rounding counts as constant:
    every distribution solves it. Raise NotADistribution if a strategy is none.

    >>> relative_gap(np.array([[0.25, 0.25 + 2**-54]]), ([1.0], [0.0, 1.0]))
    0
    """
    exact = [[to_flint(float(payoff)) for payoff in row] for row in payoffs]
    row, column = (distribution(weights, length) for weights, length in zip(pair, payoffs.shape, strict=True))
    lower, upper = bracket_matrix_value(exact, row, column)
    highest, lowest = max(map(max, exact)), min(map(min, exact))
    is_constant = highest - lowest <= ROUNDING * max(abs(highest), abs(lowest))
    return fmpq(0) if is_constant else (upper - lower) / (highest - lowest)


def distribution(weights: Any, length: int) -> dict[int, fmpq]:
    """Return the positive weights as a distribution, divided by their sum."""
    exact = [_exact(weight) for weight in weights]
    total = sum(exact, fmpq(0))
    if len(exact) != length or min(exact) < -TOLERANCE or abs(total - 1) > TOLERANCE:
        raise NotADistribution
    positive = {place: weight for place, weight in enumerate(exact) if weight > 0}
    total = sum(positive.values(), fmpq(0))
    return {place: weight / total for place, weight in positive.items()}


def _exact(weight: Any) -> fmpq:
    try:
        return to_flint(weight if isinstance(weight, Fraction | int) else float(weight))
    except (ValueError, OverflowError):  # not a number, or infinite
        raise NotADistribution from None
