"""The normal form of a tree with imperfect recall: an action for each information set, chosen before the play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, product
from math import prod
from typing import TypeAlias

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import Payoffs
from gametheory.model.sequence_form import FormTooLarge

MAX_PROFILES = 10_000
Play: TypeAlias = tuple[Payoffs, dict[tuple[int, int], int]]  # payoffs times chance, and the action at each set


def plan_form(tree: ExtensiveForm) -> NormalForm:
    """Return the normal form of a tree, with or without perfect recall; a player acts alike at all nodes of a set.

    Raises FormTooLarge above 10,000 profiles. Cost: the profiles, times the plays.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> driver = '''EFG 2 R "" { "D" } p "" 1 1 "" { "exit" "on" } 0 t "" 1 "early" { 0 }
    ...     p "" 1 1 0 t "" 2 "home" { 4 } t "" 3 "late" { 1 }'''
    >>> plan_form(read_efg(driver)).strategies, [int(each.payoffs[0]) for each in plan_form(read_efg(driver)).outcomes]
    ((('exit', 'on'),), [0, 1])
    """
    sets = [[key for key in tree.information_sets if key[0] == player + 1] for player in range(len(tree.players))]
    actions = [[tree.information_sets[key].actions for key in own] for own in sets]
    count = prod(len(each) for own in actions for each in own)
    if count > MAX_PROFILES:
        raise FormTooLarge(f"the normal form has {count:,} profiles; at most {MAX_PROFILES:,} are allowed")
    names = tuple(tuple(map(",".join, product(*own))) for own in actions)
    plays, outcomes = [*_plays(tree)], list[Outcome]()
    plans = [[*product(*map(range, map(len, own)))] for own in actions]
    for profile in product(*reversed(plans)):
        chosen = dict(zip(chain(*sets), chain(*reversed(profile)), strict=True))
        reached = [payoffs for payoffs, needed in plays if needed.items() <= chosen.items()]
        outcomes.append(Outcome("", tuple(sum(own, Fraction(0)) for own in zip(*reached, strict=True))))
    return NormalForm(tree.players, names, tuple(outcomes), tree.title, tree.comment)


def _plays(tree: ExtensiveForm) -> Iterator[Play]:
    """Yield the plays that some plans allow: a play with two actions at one information set is impossible."""
    at: list[Play | None] = []
    for index, parent in enumerate(tree.parents()):
        node = tree.nodes[index]
        above = at[parent[0]] if parent else ((Fraction(1), *[Fraction(0)] * len(tree.players)), {})
        if parent and above:
            key = tree.nodes[parent[0]].set_key
            if key[0] == CHANCE:
                chance = tree.information_sets[key].probabilities[parent[1]]
                above = (above[0][0] * chance, *above[0][1:]), above[1]
            else:
                above = (above[0], above[1] | {key: parent[1]}) if above[1].get(key, parent[1]) == parent[1] else None
        if above and node.outcome:
            own = tree.outcomes[node.outcome].payoffs
            above = (above[0][0], *map(Fraction.__add__, above[0][1:], own)), above[1]
        at.append(above)
        if above and node.player is None:
            yield tuple(above[0][0] * payoff for payoff in above[0][1:]), above[1]
