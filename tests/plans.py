"""The table of the pure plans of a game tree, by walking the tree for every profile: a second method for equilibria."""

from fractions import Fraction
from itertools import product

from gametheory.model.extensive_form import last_choices
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm


def pure_plans(tree, player):
    """Return the plans of a player: an action at each information set that the earlier actions of the plan reach."""
    nodes = zip(tree.nodes, last_choices(tree), strict=True)
    before = {node.information_set: last[player - 1] for node, last in nodes if node.player == player}
    plans = [{}]
    for number, choice in before.items():
        actions = range(len(tree.information_sets[player, number].actions))
        reaching = [choice is None or plan.get(choice[0]) == choice[1] for plan in plans]
        plans = [
            own
            for plan, reached in zip(plans, reaching, strict=True)
            for own in ([plan | {number: action} for action in actions] if reached else [plan])
        ]
    return plans


def table_of_plans(tree):
    """Return the table in which each player chooses a plan before play begins."""
    plans = [pure_plans(tree, player) for player in range(1, len(tree.players) + 1)]
    outcomes = tuple(Outcome("", payoffs_of(tree, profile[::-1])) for profile in product(*reversed(plans)))
    return NormalForm(tree.players, tuple(tuple(map(str, own)) for own in plans), outcomes)


def payoffs_of(tree, profile):
    """Return the expected payoffs if each player follows a plan."""
    chances, totals = [], [Fraction(0)] * len(tree.players)
    for node, parent in zip(tree.nodes, tree.parents(), strict=True):
        chances.append(chances[parent[0]] * step(tree, profile, *parent) if parent else Fraction(1))
        if node.outcome:
            own = tree.outcomes[node.outcome].payoffs
            totals = [total + chances[-1] * payoff for total, payoff in zip(totals, own, strict=True)]
    return tuple(totals)


def step(tree, profile, index, action):
    """Return the probability of an action at a node."""
    node = tree.nodes[index]
    if not node.player:
        return tree.information_sets[node.set_key].probabilities[action]
    return int(profile[node.player - 1].get(node.information_set) == action)


def behavior_of(tree, player, mixed):
    """Return the probabilities of the actions at each information set that a mixture of plans reaches."""
    sums = {}
    for plan, weight in zip(pure_plans(tree, player), mixed, strict=True):
        for number, action in plan.items():
            own = sums.setdefault(number, [Fraction(0)] * len(tree.information_sets[player, number].actions))
            own[action] += weight
    return {number: tuple(weight / sum(own) for weight in own) for number, own in sums.items() if sum(own)}
