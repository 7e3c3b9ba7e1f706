"""Check what each player gains at most by another plan, in a tree with perfect recall."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.verify.errors import require
from gametheory.verify.trees import Plan, payoffs_and_best


def check_regret(
    tree: ExtensiveForm, plans: Sequence[Plan], deviations: Sequence[Plan]
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the expected payoff of each player, and how much more the player's best plan gets against the others.

    The certificate is a deviation of each player that attains the gain. No plan gains more: with perfect recall the
    greatest payoff is a maximum at each information set, the last ones first. Cost: the nodes, times the square of the
    number of players.

    Parameters
    ----------
    tree : ExtensiveForm
        A tree with perfect recall.
    plans : sequence of mappings
        For each player the weight of each action, by the number of its information set and its index there. A
        missing weight is 0.
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
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> stay, go = {(1, 0): Fraction(1)}, {(1, 1): Fraction(1)}
    >>> check_regret(tree, [stay], [go])
    ((Fraction(1, 1), Fraction(1, 1)),)
    >>> check_regret(tree, [stay], [stay])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gets 2 by the best plan, not 1
    """
    pairs = payoffs_and_best(tree, plans)
    require(len(deviations) == len(plans), "{} deviations for {} players", len(deviations), len(plans))
    for player, ((_, best), deviation) in enumerate(zip(pairs, deviations, strict=True)):
        attained, _ = payoffs_and_best(tree, [*plans[:player], deviation, *plans[player + 1 :]])[player]
        require(attained == best, "player {} gets {} by the best plan, not {}", player + 1, best, attained)
    return tuple((payoff, best - payoff) for payoff, best in pairs)
