"""Check a correlated or coarse correlated equilibrium, and that no other is better for an objective."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from gametheory.model.normal_form import NormalForm
from gametheory.verify.errors import require, require_exact
from gametheory.verify.mixed import is_distribution

Profile: TypeAlias = tuple[int, ...]
Deviation: TypeAlias = tuple[int, int | None, int]  # player, recommended strategy or None for each, other strategy


def check_correlated(
    game: NormalForm,
    distribution: Mapping[Profile, Fraction],
    weights: Sequence[Fraction],
    multipliers: Mapping[Deviation, Fraction],
    coarse: bool = False,
) -> Fraction:
    """Return the greatest weighted sum of expected payoffs in a correlated equilibrium.

    The certificate is a distribution of profiles and multipliers. The distribution is an equilibrium if no player gains
    by another strategy in place of a recommended one (Aumann 1974), or in a coarse one by another strategy before the
    recommendation (Moulin and Vial 1978). No equilibrium is better: let each profile have its weighted sum minus the
    gains of the deviations, each times its multiplier. In an equilibrium the expected gains are not positive, so its
    value is at most the greatest of these numbers. Cost: the deviations, for each profile.

    Parameters
    ----------
    game : NormalForm
        The table.
    distribution : mapping
        The probability of each profile that can be recommended: a strategy of each player, counted from 0.
    weights : sequence of Fraction
        The weight of the payoff of each player.
    multipliers : mapping
        Numbers that are not negative, by player, recommended strategy and other strategy. In a coarse equilibrium the
        recommended strategy is None.
    coarse : bool
        Whether the equilibrium is a coarse one.

    Returns
    -------
    Fraction
        The weighted sum, which is the greatest of all such equilibria.

    Raises
    ------
    CertificateError
        If the distribution is none, if a player gains by a deviation, or if the multipliers do not prove the value.

    References
    ----------
    R. J. Aumann, Subjectivity and correlation in randomized strategies, Journal of Mathematical Economics 1 (1974).
    H. Moulin and J.-P. Vial, Strategically zero-sum games, International Journal of Game Theory 7 (1978).

    Examples
    --------
    >>> lonely = NormalForm.from_payoffs([[1], [3]], [[0], [0]])
    >>> check_correlated(lonely, {(1, 0): Fraction(1)}, [Fraction(1), Fraction(0)], {})
    Fraction(3, 1)
    >>> check_correlated(lonely, {(0, 0): Fraction(1)}, [Fraction(1), Fraction(0)], {})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gains 2 by strategy 2
    """
    payoffs = game.cells()
    require_exact(number for numbers in (weights, multipliers.values(), *payoffs.values()) for number in numbers)
    sound = is_distribution(distribution.values()) and set(distribution) <= set(payoffs)
    require(sound, "{} is no distribution of profiles", distribution)
    _check_deviations(game, payoffs, distribution, coarse)
    require(len(weights) == len(game.players), "{} weights for {} players", len(weights), len(game.players))
    sums = {each: sum((w * p for w, p in zip(weights, own, strict=True)), Fraction(0)) for each, own in payoffs.items()}
    value = sum((sums[profile] * p for profile, p in distribution.items()), Fraction(0))
    _check_bound(game, payoffs, {each: value - own for each, own in sums.items()}, multipliers, coarse)
    return value


def _deviations(game: NormalForm, coarse: bool) -> list[Deviation]:
    sizes = enumerate(len(names) for names in game.strategies)
    return [(who, each, b) for who, n in sizes for each in ([None] if coarse else range(n)) for b in range(n)]


def _gain(payoffs: Mapping[Profile, Sequence[Fraction]], profile: Profile, deviation: Deviation) -> Fraction:
    """Return what a player gains in a profile by a deviation; nothing if another strategy is recommended."""
    player, recommended, other = deviation
    if recommended not in (None, profile[player]):
        return Fraction(0)
    changed = (*profile[:player], other, *profile[player + 1 :])
    return payoffs[changed][player] - payoffs[profile][player]


def _check_deviations(
    game: NormalForm,
    payoffs: Mapping[Profile, Sequence[Fraction]],
    distribution: Mapping[Profile, Fraction],
    coarse: bool,
) -> None:
    for deviation in _deviations(game, coarse):
        gain = sum(p * _gain(payoffs, profile, deviation) for profile, p in distribution.items())
        require(gain <= 0, "player {} gains {} by strategy {}", deviation[0] + 1, gain, deviation[2] + 1)


def _check_bound(
    game: NormalForm,
    payoffs: Mapping[Profile, Sequence[Fraction]],
    losses: Mapping[Profile, Fraction],
    multipliers: Mapping[Deviation, Fraction],
    coarse: bool,
) -> None:
    """Check that no profile exceeds the value by more than its deviations pay, each times its multiplier."""
    require(set(multipliers) <= set(_deviations(game, coarse)), "a multiplier belongs to no deviation")
    require(min(multipliers.values(), default=Fraction(0)) >= 0, "a multiplier is negative")
    for profile, loss in losses.items():
        paid = sum((m * _gain(payoffs, profile, each) for each, m in multipliers.items()), Fraction(0))
        require(loss + paid >= 0, "the multipliers do not bound profile {} by the value", profile)
