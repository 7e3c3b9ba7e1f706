"""Which beliefs at the information sets of a tree make the actions there optimal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from operator import neg
from typing import Any, TypeAlias

import numpy as np

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.solvers.pivoting import maximize
from gametheory.verify import check_belief_bounds
from gametheory.verify.refinements import Bound, Gains, PossibleBeliefs

SetKey: TypeAlias = tuple[int, int]  # player, counted from 1, and number of the information set
FEW = 20  # nodes of a set
Bounds: TypeAlias = Mapping[int, tuple[Fraction, Fraction]]  # by node


def belief_bounds(
    tree: ExtensiveForm, behavior: Mapping[SetKey, tuple[Fraction, ...]], wanted: Collection[SetKey]
) -> Mapping[SetKey, Bounds]:
    """Return the least and greatest probability of each node of some sets, over the beliefs that are possible there.

    With a possible belief, the player gains by no other action at this set, given what all players do afterwards; the
    bounds are empty if there is no such belief. Each set is looked at alone, as `verify.check_belief_bounds` says,
    which accepts the bounds. Sets after which behavior is missing are left out. Cost: at most two small linear programs
    for each node of these sets, and the nodes of the tree.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "out" "left" "right" } 0 t "" 1 "" { 2 0 }
    ... p "" 2 1 "" { "l" "r" } 0 t "" 2 "" { 0 1 } t "" 3 "" { 3 0 }
    ... p "" 2 1 0 t "" 4 "" { 0 0 } t "" 5 "" { 3 2 }''')
    >>> one, zero = Fraction(1), Fraction(0)
    >>> found = belief_bounds(tree, {(1, 1): (one, zero, zero), (2, 1): (one, zero)}, [(2, 1)])
    >>> {node: tuple(map(str, bounds)) for node, bounds in found[2, 1].items()}
    {2: ('2/3', '1'), 5: ('0', '1/3')}
    """
    everywhere = {}  # anything will do where behavior is missing: it belongs to no set that is answered
    for key, information_set in tree.information_sets.items():
        if key[0] != CHANCE:
            anything = (Fraction(1), *[Fraction(0)] * (len(information_set.actions) - 1))
            everywhere[key] = behavior.get(key, anything)
    nodes_of: dict[SetKey, list[int]] = {}
    is_open = set()  # nodes after which behavior is missing
    # a node precedes those after it, so that these are looked at first
    for index, parent in reversed(list(enumerate(tree.parents()))):
        node = tree.nodes[index]
        is_missing = node.player and node.set_key not in behavior
        if node.player:
            nodes_of.setdefault(node.set_key, []).insert(0, index)
        if parent and (is_missing or index in is_open):
            is_open.add(parent[0])
    payoffs = _payoffs_after(tree, everywhere)
    certificates = {}
    for key in wanted:
        nodes = nodes_of[key]
        gains: Gains = {}
        for used, other in permutations(range(len(behavior[key])), 2):
            if behavior[key][used]:
                gains[used, other] = [(payoffs[node, used] - payoffs[node, other])[key[0] - 1] for node in nodes]
        if is_open.isdisjoint(nodes):
            certificates[key] = _possible_beliefs(nodes, gains)
    return check_belief_bounds(tree, everywhere, certificates)


def _payoffs_after(tree: ExtensiveForm, behavior: Mapping[SetKey, tuple[Fraction, ...]]) -> dict[tuple[int, int], Any]:
    """Return the expected payoffs of all players after each action at each node."""
    values = [np.array([Fraction(0)] * len(tree.players)) for _ in tree.nodes]
    payoffs = {}
    for index, parent in reversed(list(enumerate(tree.parents()))):
        node = tree.nodes[index]
        if node.outcome:
            values[index] += tree.outcomes[node.outcome].payoffs
        if parent:
            payoffs[parent] = values[index]
            above, action = parent
            key = tree.nodes[above].set_key
            mixed = behavior.get(key) or tree.information_sets[key].probabilities
            values[above] += mixed[action] * values[index]
    return payoffs


def _possible_beliefs(nodes: Sequence[int], gains: Gains) -> PossibleBeliefs:
    """Return the certificate of the bounds of all nodes of a set."""
    for pair, line in gains.items():
        if max(line) < 0:  # an action that is worse than another one at every node
            return {}, {pair: Fraction(1)}
    constraints = [dict(enumerate(map(neg, line))) for line in gains.values()]
    # nodes at which the actions are best: being sure of one of them is possible
    sure = set(range(len(nodes)))
    for line in gains.values():
        sure.intersection_update(place for place, gain in enumerate(line) if gain >= 0)
    bounds = {}
    for place, node in enumerate(nodes):
        ends: list[Bound] = []
        for sign in (-1, 1):
            fitting = {place} if sign == 1 or len(nodes) == 1 else {*range(len(nodes))} - {place}
            fitting &= sure
            if fitting:  # the bound is 0 or 1, which needs no multipliers
                ends.append(({nodes[min(fitting)]: Fraction(1)}, {}))
                continue
            objective = [Fraction(0)] * len(nodes)
            objective[place] = Fraction(sign)
            optimum = maximize(objective, constraints, in_floats=len(nodes) > FEW)
            multipliers = dict(zip(gains, optimum.multipliers, strict=True))
            if optimum.value is None:
                return {}, multipliers
            ends.append((dict(zip(nodes, optimum.weights, strict=True)), multipliers))
        bounds[node] = ends[0], ends[1]
    return bounds, {}
