"""A Nash equilibrium of a game in extensive form, in realization plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm, SetSequences, sequence_form
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
    pairs = zip(tree.nodes, tree.payoffs_along(), strict=True)
    ends = {sum(payoffs, Fraction(0)) for node, payoffs in pairs if node.player is None}
    return ends.pop() if len(ends) == 1 else None


def form_of_table(cells: Mapping[tuple[int, ...], Any]) -> SequenceForm:
    """Return a table, by its profiles, as the sequence form of a tree in which each player moves once.

    >>> [len(player) for player in form_of_table({(0, 0): (0, 0), (0, 1): (3, 1)}).players]
    [2, 3]
    """
    players = tuple(
        PlayerSequences((None, *((1, move) for move in range(last + 1))), (SetSequences(1, 0, range(1, last + 2)),))
        for last in map(max, zip(*cells, strict=True))
    )
    tree: Any = None
    return SequenceForm(tree, players, {tuple(each + 1 for each in profile): own for profile, own in cells.items()})


def payoffs_against(form: SequenceForm, receiver: int, player: int, plan: RealizationPlan) -> list[Fraction]:
    """Return the payoff of a player for each sequence of one of two players against a plan of the other."""
    sums = [Fraction(0)] * len(form.players[player])
    for sequences, payoffs in form.payoffs.items():
        sums[sequences[player]] += payoffs[receiver] * plan[sequences[1 - player]]
    return sums


def integer_payoffs(form: SequenceForm, player: int, replier: int) -> list[dict[int, int]]:
    """Return the payoffs of a player of a two-player game as integers: times their common denominator."""
    common = 1
    for payoffs in form.payoffs.values():
        common = lcm(common, payoffs[player].denominator)
        if max(common.bit_length(), payoffs[player].numerator.bit_length()) > MAX_BITS:
            raise ValueError(
                f"payoffs: their common denominator, or one of them, has more than {MAX_BITS:,} bits; "
                "round payoffs and probabilities to a common denominator"
            )
    by_reply: list[dict[int, int]] = [{} for _ in range(len(form.players[replier]))]
    for sequences, payoffs in form.payoffs.items():
        by_reply[sequences[replier]][sequences[1 - replier]] = int(payoffs[player] * common)
    return by_reply


def longest_payoff(form: SequenceForm) -> int:
    """Return the greatest number of bits of a payoff over the common denominator."""
    lines = (line for player in (0, 1) for line in integer_payoffs(form, player, 0))
    return max((payoff.bit_length() for line in lines for payoff in line.values()), default=0)


def with_two_players(form: SequenceForm) -> SequenceForm:
    """Add a player without a move and with payoff 0 to a game of one player, for the solvers of two."""
    if len(form.players) == 2:
        return form
    tree = form.tree
    outcomes = {
        number: replace(outcome, payoffs=(*outcome.payoffs, Fraction(0))) for number, outcome in tree.outcomes.items()
    }
    return sequence_form(replace(tree, players=(*tree.players, ""), outcomes=outcomes))


class InformationSetFacts(NamedTuple):
    """What an equilibrium says about one information set."""

    player: int
    number: int
    probabilities: tuple[Fraction, ...]
    reached: Fraction
    beliefs: dict[int, Fraction]


def information_set_facts(tree: ExtensiveForm, equilibrium: Equilibrium) -> list[InformationSetFacts]:
    """Return the facts about each information set at which an equilibrium says what to do.

    Cost: the nodes.

    >>> from gametheory import nash
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" } c "" 1 "" { "dry" 2/3 "rain" 1/3 } 0
    ...     p "" 1 1 "" { "walk" "ride" } 0 t "" 1 "" { 3 } t "" 2 "" { 2 } p "" 1 1 0 t "" 3 "" { 0 } t "" 2''')
    >>> (facts,) = information_set_facts(tree, nash(tree).equilibria[0])
    >>> facts.reached, facts.beliefs
    (Fraction(1, 1), {1: Fraction(2, 3), 4: Fraction(1, 3)})
    """
    probabilities: list[Fraction] = []
    nodes: dict[tuple[int, int], dict[int, Fraction]] = {}
    for index, (node, parent) in enumerate(zip(tree.nodes, tree.parents(), strict=True)):
        above = _probability(tree, equilibrium, *parent) * probabilities[parent[0]] if parent else Fraction(1)
        probabilities.append(above)
        if node.player:
            nodes.setdefault(node.set_key, {})[index] = above
    facts = []
    for player, behavior in enumerate(equilibrium.behavior, 1):
        for number, own in behavior.items():
            reached = sum(nodes[player, number].values(), Fraction(0))
            beliefs = {node: equilibrium.beliefs[node] for node in nodes[player, number] if equilibrium.beliefs}
            if reached:
                beliefs = {node: chance / reached for node, chance in nodes[player, number].items()}
            facts.append(InformationSetFacts(player, number, own, reached, beliefs))
    return facts


def _probability(tree: ExtensiveForm, equilibrium: Equilibrium, index: int, action: int) -> Fraction:
    """Return the probability of an action at a node; 0 where the equilibrium says nothing."""
    node = tree.nodes[index]
    if node.player == CHANCE or node.player is None:
        return tree.information_sets[node.set_key].probabilities[action]
    behavior = equilibrium.behavior[node.player - 1].get(node.information_set)
    return behavior[action] if behavior else Fraction(0)
