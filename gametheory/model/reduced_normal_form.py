"""The reduced normal form of a tree: an action for each information set, chosen before the play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain, product
from math import prod
from typing import TypeAlias

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import FormTooLarge

MAX_PROFILES = 10_000
MAX_CHOICES = 5_000_000  # on the ways to all nodes
EXCLUDED = -1  # in place of an action
Key: TypeAlias = tuple[int, int]  # player and information set
Plan: TypeAlias = dict[Key, int]


def reduced_normal_form(tree: ExtensiveForm) -> NormalForm:
    """Return the reduced normal form of a tree, with or without perfect recall.

    The name of a strategy lists the action at each information set, and a * at those that its own actions exclude. A
    player acts alike at all nodes of a set. Raises FormTooLarge above 10,000 profiles. Cost: the profiles, times the
    plays.

    >>> from gametheory.formats.gambit import read_efg
    >>> driver = '''EFG 2 R "" { "D" } p "" 1 1 "" { "exit" "on" } 0 t "" 1 "early" { 0 }
    ...     p "" 1 1 0 t "" 2 "home" { 4 } t "" 3 "late" { 1 }'''
    >>> form = reduced_normal_form(read_efg(driver))
    >>> form.strategies, [int(outcome.payoffs[0]) for outcome in form.outcomes]
    ((('exit', 'on'),), [0, 1])
    """
    paths = _paths(tree)
    plans = _plans_of_players(tree, paths)
    if (count := prod(map(len, plans))) > MAX_PROFILES:
        raise FormTooLarge(f"the reduced normal form has {count:,} profiles; at most {MAX_PROFILES:,} are allowed")
    plays = [
        (tuple(chance * payoff for payoff in payoffs), path)
        for node, path, (chance, payoffs) in zip(tree.nodes, paths, tree.along(), strict=True)
        if path is not None and node.player is None
    ]
    outcomes = []
    for profile in product(*reversed(plans)):
        chosen = dict(chain.from_iterable(plan.items() for plan in profile))
        reached = [shares for shares, path in plays if path.items() <= chosen.items()]
        sums = (sum((shares[who] for shares in reached), Fraction(0)) for who in range(len(plans)))
        outcomes.append(Outcome("", tuple(sums)))
    names = tuple(tuple(_name(tree, plan) for plan in own) for own in plans)
    return NormalForm(tree.players, names, tuple(outcomes), tree.title, tree.comment)


def reduced_plans(tree: ExtensiveForm) -> list[list[Plan]]:
    """Return the action at each information set of each strategy of each player; -1 at sets that it excludes.

    >>> from gametheory.formats.gambit import read_efg
    >>> reduced_plans(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    [[{(1, 7): 0}, {(1, 7): 1}]]
    """
    return _plans_of_players(tree, _paths(tree))


def _plans_of_players(tree: ExtensiveForm, paths: list[Plan | None]) -> list[list[Plan]]:
    return [_plans(tree, player, paths) for player in range(1, len(tree.players) + 1)]


def _paths(tree: ExtensiveForm) -> list[Plan | None]:
    """Return the actions of the players on the way to each node; None if it needs two at one information set."""
    paths: list[Plan | None] = []
    choices = 0
    for parent in tree.parents():
        path: Plan | None = {}
        if parent and (path := paths[parent[0]]) is not None and (key := tree.nodes[parent[0]].set_key)[0] != CHANCE:
            path = path | {key: parent[1]} if path.get(key, parent[1]) == parent[1] else None
        choices += len(path or ())
        if choices > MAX_CHOICES:
            raise FormTooLarge("the plays of the tree have too many moves for its reduced normal form")
        paths.append(path)
    return paths


def _plans(tree: ExtensiveForm, player: int, paths: list[Plan | None]) -> list[Plan]:
    """Return the plans of a player, each with an action at every set that its earlier actions do not exclude."""
    before: dict[Key, list[Plan]] = {}
    for node, path in zip(tree.nodes, paths, strict=True):
        if node.player == player:
            ways = before.setdefault(node.set_key, [])
            if path is not None:
                ways.append({key: action for key, action in path.items() if key[0] == player})
    plans: list[Plan] = [{}]
    for key, ways in before.items():
        actions = range(len(tree.information_sets[key].actions))
        plans = [
            plan | {key: action}
            for plan in plans
            for action in (actions if any(_allows(plan, way) for way in ways) else (EXCLUDED,))
        ]
        if len(plans) > MAX_PROFILES:
            who = tree.players[player - 1]
            raise FormTooLarge(f"player {who} has more than {MAX_PROFILES:,} reduced strategies, the most allowed")
    return plans


def _allows(plan: Mapping[Key, int], way: Plan) -> bool:
    """Return whether a plan, as far as it goes, has the actions that lead to a node."""
    return all(plan.get(key, action) == action for key, action in way.items())


def _name(tree: ExtensiveForm, plan: Plan) -> str:
    sets = ((tree.information_sets[key].actions, action) for key, action in plan.items())
    return ",".join("*" if action == EXCLUDED else names[action] for names, action in sets)
