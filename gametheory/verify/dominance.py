"""Check what iterated elimination of dominated strategies leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from gametheory.model.normal_form import NormalForm
from gametheory.verify.errors import require, require_exact
from gametheory.verify.mixed import is_distribution

Profile: TypeAlias = tuple[int, ...]
Strategy: TypeAlias = tuple[int, int]  # player and strategy
Left: TypeAlias = list[set[int]]
Payoffs: TypeAlias = Mapping[Profile, Sequence[Fraction]]


def check_dominance(
    game: NormalForm,
    rounds: Sequence[Mapping[Strategy, Mapping[int, Fraction]]],
    beliefs: Mapping[Strategy, Mapping[Profile, Fraction]],
    weak: bool = False,
) -> tuple[tuple[int, ...], ...]:
    """Return the strategies of each player that are left when no strategy is dominated any more.

    The certificate has, for each round, a mixed strategy for each strategy that it dominates: it gets more against all
    strategies that the others have left. For weak dominance it never gets less, and somewhere more. For each strategy
    that is left there is a belief to which it is a best reply, so that nothing dominates it; for weak dominance one
    in which all that is left has a positive probability (Pearce 1984). Cost: the profiles, for each strategy.

    Parameters
    ----------
    game : NormalForm
        The table.
    rounds : sequence of mappings
        For each round, by player and strategy, counted from 0, the probabilities of the strategies that dominate it.
    beliefs : mapping
        By player and strategy that is left, the probability of each profile of the others.
    weak : bool
        Whether weak dominance suffices.

    Returns
    -------
    tuple of tuples
        For each player the strategies that are left.

    Raises
    ------
    CertificateError
        If a strategy is not dominated, or one that is left is not the best reply to its belief.

    References
    ----------
    D. G. Pearce, Rationalizable strategic behavior and the problem of perfection, Econometrica 52 (1984).

    Examples
    --------
    >>> dilemma, one = NormalForm.from_payoffs([[2, 0], [3, 1]], [[2, 3], [0, 1]]), Fraction(1)
    >>> silent, betray = [{(0, 0): {1: one}, (1, 0): {1: one}}], {(0, 1): {(1,): one}, (1, 1): {(1,): one}}
    >>> check_dominance(dilemma, silent, betray)
    ((1,), (1,))
    >>> check_dominance(dilemma, [{(0, 1): {0: one}}], betray)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: strategy 2 of player 1 is not dominated
    """
    payoffs = game.cells()
    require_exact(payoff for own in payoffs.values() for payoff in own)
    left = [set(range(len(names))) for names in game.strategies]
    for dominated in rounds:
        for key, mixture in dominated.items():
            _check_dominated(payoffs, left, key, mixture, weak)
        left = [own - {each for who, each in dominated if who == player} for player, own in enumerate(left)]
    due = {(player, each) for player, own in enumerate(left) for each in own}
    require(due == set(beliefs), "the beliefs are not those of the strategies that are left")
    for key, belief in beliefs.items():
        _check_best_reply(payoffs, left, key, belief, weak)
    return tuple(tuple(sorted(own)) for own in left)


def _others(left: Left, player: int) -> set[Profile]:
    return set(product(*(left[:player] + left[player + 1 :])))


def _payoff(payoffs: Payoffs, key: Strategy, others: Profile) -> Fraction:
    player, strategy = key
    return payoffs[(*others[:player], strategy, *others[player:])][player]


def _check_dominated(payoffs: Payoffs, left: Left, key: Strategy, mixture: Mapping[int, Fraction], weak: bool) -> None:
    player, strategy = key
    sound = is_distribution(mixture.values()) and {strategy, *mixture} <= left[player]
    require(sound, "{} is no mixture of the strategies that player {} has left", mixture, player + 1)
    gains = []
    for others in _others(left, player):
        mixed = sum(p * _payoff(payoffs, (player, each), others) for each, p in mixture.items())
        gains.append(mixed - _payoff(payoffs, key, others))
    dominated = min(gains) > 0 or (weak and min(gains) == 0 < max(gains))
    require(dominated, "strategy {} of player {} is not dominated", strategy + 1, player + 1)


def _check_best_reply(
    payoffs: Payoffs, left: Left, key: Strategy, belief: Mapping[Profile, Fraction], weak: bool
) -> None:
    player, strategy = key
    others = _others(left, player)
    sound = is_distribution(belief.values()) and set(belief) <= others
    require(sound, "{} is no distribution of the others' strategies", belief)
    require(not weak or sum(p > 0 for p in belief.values()) == len(others), "a belief excludes a profile")
    for other in left[player]:
        gain = sum(p * (_payoff(payoffs, (player, other), o) - _payoff(payoffs, key, o)) for o, p in belief.items())
        require(gain <= 0, "strategy {} of player {} is no best reply", strategy + 1, player + 1)
