"""The players' choices along the plays of a game in extensive form, for the checkers of trees."""

from __future__ import annotations

from fractions import Fraction
from operator import add
from typing import TypeAlias

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.verify.errors import require

Choice: TypeAlias = tuple[int, int] | None  # information set and action; None before the first choice of a player


def last_choices(tree: ExtensiveForm, player: int) -> list[Choice]:
    """Return a player's last choice on the way to each node.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> last_choices(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0'), 1)
    [None, (7, 0), (7, 1)]
    """
    choices: list[Choice] = []
    for parent in tree.parents():
        above = tree.nodes[parent[0]] if parent else None
        if parent and above and above.player == player:
            choices.append((above.information_set, parent[1]))
        else:
            choices.append(choices[parent[0]] if parent else None)
    return choices


def choices_before(tree: ExtensiveForm, player: int, choices: list[Choice]) -> dict[int, Choice]:
    """Return the choice before each information set of a player, each set after those that its choice passes.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0')
    >>> choices_before(tree, 1, last_choices(tree, 1))
    {7: None}
    """
    before: dict[int, Choice] = {}
    for node, choice in zip(tree.nodes, choices, strict=True):
        if node.player == player:
            before.setdefault(node.information_set, choice)
    return before


def check_recall(tree: ExtensiveForm, player: int, choices: list[Choice]) -> None:
    """Check that a player has made the same last choice at all nodes of an information set.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 p "" 1 7 0 t "" 0 t "" 0 t "" 0')
    >>> check_recall(tree, 1, last_choices(tree, 1))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 does not remember all at information set 7
    """
    parents = choices_before(tree, player, choices)
    for node, choice in zip(tree.nodes, choices, strict=True):
        remembers = node.player != player or parents[node.information_set] == choice
        require(remembers, "player {} does not remember all at information set {}", player, node.information_set)


def chance_before(tree: ExtensiveForm, parent: tuple[int, int] | None) -> Fraction:
    """Return the probability that chance makes the move to a node; 1 if a player makes it.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } c "" 1 "" { "a" 1/3 "b" 2/3 } 0 t "" 0 t "" 0')
    >>> [str(chance_before(tree, parent)) for parent in tree.parents()]
    ['1', '1/3', '2/3']
    """
    if parent is None or tree.nodes[parent[0]].player != CHANCE:
        return Fraction(1)
    return tree.information_sets[tree.nodes[parent[0]].set_key].probabilities[parent[1]]


def payoffs_times_chance(tree: ExtensiveForm) -> dict[int, tuple[Fraction, ...]]:
    """Return for each terminal node the sum of the payoffs along its play, times the probability of chance.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } c "" 1 "" { "a" 1/3 "b" 2/3 } 1 "" { 1 } t "" 0 t "" 2 "" { 2 }')
    >>> {node: str(payoff) for node, (payoff,) in payoffs_times_chance(tree).items()}
    {1: '1/3', 2: '2'}
    """
    at: list[tuple[Fraction, ...]] = []  # the probability of chance, and the payoffs
    for node, parent in zip(tree.nodes, tree.parents(), strict=True):
        chance, *payoffs = at[parent[0]] if parent else [Fraction(1)] + [Fraction(0)] * len(tree.players)
        chance *= chance_before(tree, parent)
        if node.outcome:
            payoffs = list(map(add, payoffs, tree.outcomes[node.outcome].payoffs))
        at.append((chance, *payoffs))
    ends = (index for index, node in enumerate(tree.nodes) if node.player is None)
    return {index: tuple(at[index][0] * payoff for payoff in at[index][1:]) for index in ends}
