"""Check a Nash equilibrium of a game in extensive form with perfect recall, in realization plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from flint import fmpq

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.verify.choices import Choice, check_recall, choices_before, last_choices, payoffs_times_chance
from gametheory.verify.errors import require, require_exact

Plan: TypeAlias = Mapping[tuple[int, int], Fraction]
Share: TypeAlias = tuple[fmpq, fmpq]  # what a play adds to a first aim and to a second aim, for ties
NOTHING: Share = fmpq(0), fmpq(0)


def check_tree_equilibrium(tree: ExtensiveForm, plans: Sequence[Plan]) -> tuple[Fraction, ...]:
    """Return the expected payoff of each player in a Nash equilibrium of a game in extensive form.

    The certificate is a realization plan of each player: for each information set and action the probability of all
    own actions up to this one. It suffices that no player gets more by any other plan. With perfect recall the greatest
    payoff against the other plans is a maximum at each information set, the last ones first (von Stengel 1996). In a
    zero-sum game of two players the payoff is the value: each plan guarantees it. Cost: the nodes times the players.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with any number of players.
    plans : sequence of mappings
        For each player the weight of each action, by the number of its information set and its index there. A missing
        weight is 0.

    Returns
    -------
    tuple of Fraction
        The expected payoff of each player.

    Raises
    ------
    CertificateError
        If a plan has a negative or inexact weight, if the weights at an information set do not add up to the weight of
        the action before, if a player forgets something, or if a player gets more by another plan.

    References
    ----------
    B. von Stengel, Efficient computation of behavior strategies, Games and Economic Behavior 14 (1996).

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> check_tree_equilibrium(tree, [{(1, 1): Fraction(1)}])
    (Fraction(2, 1),)
    >>> check_tree_equilibrium(tree, [{(1, 0): Fraction(1)}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gets 2 by another plan, more than 1
    """
    pairs = payoffs_and_best(tree, plans)
    for player, (payoff, best) in enumerate(pairs, 1):
        require(best <= payoff, "player {} gets {} by another plan, more than {}", player, best, payoff)
    return tuple(payoff for payoff, _ in pairs)


def payoffs_and_best(tree: ExtensiveForm, plans: Sequence[Plan]) -> list[tuple[Fraction, Fraction]]:
    """Return the expected payoff of each player, and that of the player's best plan against the others.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> payoffs_and_best(tree, [{(1, 0): Fraction(1)}])
    [(Fraction(1, 1), Fraction(2, 1))]
    """
    require(len(plans) == len(tree.players), "{} plans for {} players", len(plans), len(tree.players))
    choices = [last_choices(tree, player) for player in range(1, len(plans) + 1)]
    for player, (own, plan) in enumerate(zip(choices, plans, strict=True), 1):
        check_recall(tree, player, own)
        check_plan(tree, player, own, plan)
    weights = [_weights(plan, own) for plan, own in zip(plans, choices, strict=True)]
    chance = payoffs_times_chance(tree)
    return [_payoff_and_best(tree, player, own, weights, chance) for player, own in enumerate(choices, 1)]


def _payoff_and_best(
    tree: ExtensiveForm,
    player: int,
    choices: list[Choice],
    weights: list[list[fmpq]],
    chance: Mapping[int, tuple[Fraction, ...]],
) -> tuple[Fraction, Fraction]:
    """Return the expected payoff of a player, and that of the best plan."""
    others = weights[: player - 1] + weights[player:]
    shares = {
        node: prod((own[node] for own in others), start=to_flint(payoffs[player - 1]))
        for node, payoffs in chance.items()
    }
    payoff = sum((weights[player - 1][node] * share for node, share in shares.items()), fmpq(0))
    best, _ = greatest_sums(tree, player, choices, ((node, (share, fmpq(0))) for node, share in shares.items()))
    return to_fraction(payoff), to_fraction(best)


def _weights(plan: Plan, choices: list[Choice]) -> list[fmpq]:
    """Return the weight of a player's last choice before each node."""
    weights = {choice: to_flint(weight_in(plan, choice)) for choice in set(choices)}
    return [weights[choice] for choice in choices]


def weight_in(plan: Plan, choice: Choice) -> Fraction:
    """Return the weight of a choice in a plan.

    >>> weight_in({(1, 0): Fraction(1, 3)}, (1, 0)), weight_in({}, (1, 0)), weight_in({}, None)
    (Fraction(1, 3), Fraction(0, 1), Fraction(1, 1))
    """
    return Fraction(1) if choice is None else plan.get(choice, Fraction(0))


def check_plan(tree: ExtensiveForm, player: int, choices: list[Choice], plan: Plan) -> None:
    """Check that the weights at each information set are not negative and add up to the weight of the choice before.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0')
    >>> check_plan(tree, 1, last_choices(tree, 1), {(1, 0): Fraction(1, 2)})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: wrong weights at information set 1
    """
    require_exact(plan.values())
    require(min(plan.values(), default=Fraction(0)) >= 0, "player {}: a weight is negative", player)
    unknown = set(plan)
    for number, choice in choices_before(tree, player, choices).items():
        own = [(number, action) for action in range(len(tree.information_sets[player, number].actions))]
        unknown -= set(own)
        total = sum(weight_in(plan, action) for action in own)
        require(total == weight_in(plan, choice), "player {}: wrong weights at information set {}", player, number)
    require(not unknown, "player {} has no actions {}", player, unknown)


def greatest_sums(
    tree: ExtensiveForm, player: int, choices: list[Choice], shares: Iterable[tuple[int, Share]]
) -> Share:
    """Return the greatest pair of sums over all plans of a player, the first sum before the second.

    `shares` has what each terminal node adds to both sums if the player goes there.
    """
    sums: dict[Choice, Share] = {}
    for node, share in shares:
        _add(sums, choices[node], share)
    for number, before in reversed(choices_before(tree, player, choices).items()):
        actions = range(len(tree.information_sets[player, number].actions))
        _add(sums, before, max(sums.get((number, action), NOTHING) for action in actions))
    return sums.get(None, NOTHING)


def _add(sums: dict[Choice, Share], choice: Choice, share: Share) -> None:
    first, second = sums.get(choice, NOTHING)
    sums[choice] = first + share[0], second + share[1]
