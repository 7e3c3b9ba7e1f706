"""A Nash equilibrium of a game in extensive form, in realization plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.sequence_form import RealizationPlan, SequenceForm, sequence_form
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.verify import check_tree_equilibrium

MAX_BITS = 20_000


def checked_tree_equilibrium(form: SequenceForm, plans: Sequence[RealizationPlan]) -> Equilibrium:
    """Return an equilibrium that `verify.check_tree_equilibrium` accepts."""
    weights = [
        {choice: weight for choice, weight in zip(player.choices, plan, strict=True) if choice and weight}
        for player, plan in zip(form.players, plans, strict=True)
    ]
    payoffs = check_tree_equilibrium(form.tree, weights)
    behavior = tuple(player.behavior(plan) for player, plan in zip(form.players, plans, strict=True))
    return Equilibrium(tuple(plans), payoffs, behavior)


def constant_sum(tree: ExtensiveForm) -> Fraction | None:
    """Return the sum of the payoffs of all players if it is the same at the end of every play, else None.

    Cost: the nodes.
    """
    totals: list[Fraction] = []
    for node, parent in zip(tree.nodes, tree.parents(), strict=True):
        above = totals[parent[0]] if parent else Fraction(0)
        totals.append(above + sum(tree.outcomes[node.outcome].payoffs) if node.outcome else above)
    ends = {total for node, total in zip(tree.nodes, totals, strict=True) if node.player is None}
    return ends.pop() if len(ends) == 1 else None


def integer_payoffs(form: SequenceForm, player: int, replier: int) -> list[dict[int, int]]:
    """Return the payoffs of a player of a two-player game as integers: times their common denominator."""
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


def with_two_players(form: SequenceForm) -> SequenceForm:
    """Add a player without a move and with payoff 0 to a game of one player, for the solvers of two."""
    if len(form.players) == 2:
        return form
    tree = form.tree
    outcomes = {
        number: replace(outcome, payoffs=(*outcome.payoffs, Fraction(0))) for number, outcome in tree.outcomes.items()
    }
    return sequence_form(replace(tree, players=(*tree.players, ""), outcomes=outcomes))
