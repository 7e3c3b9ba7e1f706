"""Check what each player gains at most by another strategy, in a table or in a tree with perfect recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.verify.choices import last_choices
from gametheory.verify.errors import require, require_exact
from gametheory.verify.many_players import Choice, Play, plays_of
from gametheory.verify.mixed import is_distribution
from gametheory.verify.trees import Plan, check_plan

Plays: TypeAlias = Sequence[Play]


def check_regret(
    game: NormalForm | ExtensiveForm, plans: Sequence[Plan], deviations: Sequence[Plan]
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the expected payoff of each player, and how much more the player's best plan gets against the others.

    The certificate is a deviation of each player that attains the gain. No plan gains more: with perfect recall the
    greatest payoff is a maximum at each information set, the last ones first. Cost: the plays, for each player.

    Parameters
    ----------
    game : NormalForm or ExtensiveForm
        A table, or a tree with perfect recall.
    plans : sequence of mappings
        For each player the weight of each action, by the number of its information set, 0 in a table, and its index
        there. A missing weight is 0.
    deviations : sequence of mappings
        For each player a plan that gains most.

    Returns
    -------
    tuple of pairs
        For each player the payoff and the gain.

    Raises
    ------
    CertificateError
        If a plan is none, a player forgets something, a number is not exact, or another plan gains more.

    Examples
    --------
    >>> dilemma = NormalForm.from_payoffs([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    >>> silent, betray = {(0, 0): Fraction(1)}, {(0, 1): Fraction(1)}
    >>> [tuple(map(str, pair)) for pair in check_regret(dilemma, [silent, betray], [betray, betray])]
    [('0', '1'), ('5', '0')]
    >>> check_regret(dilemma, [silent, betray], [silent, betray])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gets 1 by the best plan, not 0
    """
    players = len(game.players)
    require(len(plans) == len(deviations) == players, "{} plans for {} players", len(plans), players)
    plays = plays_of(game)
    require_exact(number for play in plays for number in play.payoffs)
    for player in range(players):
        _check_plan(game, player, plans[player])
        _check_plan(game, player, deviations[player])
    return tuple(_payoff_and_gain(plays, player, plans, deviations[player]) for player in range(players))


def _check_plan(game: NormalForm | ExtensiveForm, player: int, plan: Plan) -> None:
    if isinstance(game, ExtensiveForm):
        check_plan(game, player + 1, last_choices(game, player + 1), plan)
        return
    known = {(0, action) for action in range(len(game.strategies[player]))}
    sound = is_distribution(plan.values()) and set(plan) <= known
    require(sound, "player {}: {} is no distribution", player + 1, plan)


def _payoff_and_gain(plays: Plays, player: int, plans: Sequence[Plan], deviation: Plan) -> tuple[Fraction, Fraction]:
    shares: dict[tuple[Choice, ...], Fraction] = {}
    for play in plays:
        own = tuple(choice for choice in play.choices if choice[0] == player)
        others = (_weight(plan, play, who) for who, plan in enumerate(plans) if who != player)
        shares[own] = shares.get(own, Fraction(0)) + play.payoffs[player] * prod(others)
    payoff, attained = (_expected(shares, plan) for plan in (plans[player], deviation))
    best = _best_payoff(shares)
    require(attained == best, "player {} gets {} by the best plan, not {}", player + 1, best, attained)
    return payoff, best - payoff


def _weight(plan: Plan, play: Play, player: int) -> Fraction:
    """Return the weight of a player's last choice in a play."""
    last = [choice for choice in play.choices if choice[0] == player][-1:]
    return plan.get(last[0][1:], Fraction(0)) if last else Fraction(1)


def _expected(shares: Mapping[tuple[Choice, ...], Fraction], plan: Plan) -> Fraction:
    weights = {own: plan.get(own[-1][1:], Fraction(0)) if own else Fraction(1) for own in shares}
    return sum((weights[own] * share for own, share in shares.items()), Fraction(0))


def _best_payoff(shares: Mapping[tuple[Choice, ...], Fraction]) -> Fraction:
    """Return the greatest payoff: at each information set that of the best action, the last sets first."""
    totals = dict(shares)
    for length in range(max(map(len, totals)), 0, -1):
        best: dict[tuple[tuple[Choice, ...], int], Fraction] = {}
        for own in [own for own in totals if len(own) == length]:
            key = own[:-1], own[-1][1]
            best[key] = max(best.get(key, totals[own]), totals[own])
        for (before, _), value in best.items():
            totals[before] = totals.get(before, Fraction(0)) + value
    return totals[()]
