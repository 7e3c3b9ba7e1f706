"""What an equilibrium of a game tree says about each information set."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.solvers.nash_solution import Equilibrium


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
    >>> from gametheory.formats.gambit.efg import read_efg
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
