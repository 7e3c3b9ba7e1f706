"""A Nash equilibrium of a game in extensive form, in realization plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.payoffs import Payoffs
from gametheory.model.recall import Choice
from gametheory.model.sequence_form import BehaviorStrategy, RealizationPlan, SequenceForm
from gametheory.numbers.short_repr import short_repr
from gametheory.verify import check_tree_equilibrium

MAX_BITS = 20_000

WeightPath: TypeAlias = dict[Choice | None, tuple[int, ...]]  # the coefficients of each weight, that of ε^0 first


@short_repr
@dataclass(frozen=True, slots=True)
class TreeEquilibrium:
    """A Nash equilibrium: realization plans that are best responses to each other.

    Attributes
    ----------
    plans
        The realization plan of each player: the weight of each sequence, in the order of `SequenceForm.players`.
    payoffs
        The expected payoff of each player.
    behavior
        The behavior strategy of each player: at least at the information sets that the player's own actions reach.
    beliefs
        For a refinement, the probability of each node of a player, given that play reaches its information set.
    path
        For a refinement, for each player the weight of each choice for small ε; None before the first choice.
    """

    plans: tuple[RealizationPlan, ...]
    payoffs: Payoffs
    behavior: tuple[BehaviorStrategy, ...]
    beliefs: Mapping[int, Fraction] = field(default_factory=dict)
    path: tuple[WeightPath, ...] = ()


def checked_tree_equilibrium(form: SequenceForm, plans: Sequence[RealizationPlan]) -> TreeEquilibrium:
    """Return an equilibrium that `verify.check_tree_equilibrium` accepts.

    Raises
    ------
    CertificateError
        If the plans are not an equilibrium.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "" { 2 }'))
    >>> checked_tree_equilibrium(form, [(Fraction(1), Fraction(0), Fraction(1))]).payoffs
    (Fraction(2, 1),)
    """
    weights = [
        {choice: weight for choice, weight in zip(player.choices, plan, strict=True) if choice and weight}
        for player, plan in zip(form.players, plans, strict=True)
    ]
    payoffs = check_tree_equilibrium(form.tree, weights)
    behavior = tuple(player.behavior(plan) for player, plan in zip(form.players, plans, strict=True))
    return TreeEquilibrium(tuple(plans), payoffs, behavior)


def constant_sum(tree: ExtensiveForm) -> Fraction | None:
    """Return the sum of the payoffs of all players if it is the same at the end of every play, else None.

    Cost: the nodes.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> constant_sum(read_efg('EFG 2 R "" { "A" "B" } t "" 1 "" { 2 -1 }'))
    Fraction(1, 1)
    """
    totals: list[Fraction] = []
    for node, parent in zip(tree.nodes, tree.parents(), strict=True):
        above = totals[parent[0]] if parent else Fraction(0)
        totals.append(above + sum(tree.outcomes[node.outcome].payoffs) if node.outcome else above)
    ends = {total for node, total in zip(tree.nodes, totals, strict=True) if node.player is None}
    return ends.pop() if len(ends) == 1 else None


def integer_payoffs(form: SequenceForm, player: int, replier: int) -> list[dict[int, int]]:
    """Return the payoffs of a player of a two-player game as integers: times their common denominator.

    Parameters
    ----------
    form
        The sequence form of a game of two players.
    player
        The player who gets the payoffs, 0 or 1.
    replier
        The player whose sequences are the index of the list; the keys are the sequences of the other player.

    Raises
    ------
    ValueError
        If the common denominator has more than 20,000 bits.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 1/2 0 } t "" 2 "" { 1/3 0 }'
    >>> integer_payoffs(sequence_form(read_efg(tree)), 0, 1)
    [{1: 3, 2: 2}]
    """
    common = 1
    for payoffs in form.payoffs.values():
        common = lcm(common, payoffs[player].denominator)
        if common.bit_length() > MAX_BITS:
            raise ValueError(
                f"the common denominator of the payoffs has more than {MAX_BITS:,} bits; "
                "round payoffs and probabilities to a common denominator"
            )
    by_reply: list[dict[int, int]] = [{} for _ in range(len(form.players[replier]))]
    for sequences, payoffs in form.payoffs.items():
        by_reply[sequences[replier]][sequences[1 - replier]] = int(payoffs[player] * common)
    return by_reply
