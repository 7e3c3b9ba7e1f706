"""The limit of a path of mixed strategies in a game in extensive form: behavior and beliefs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import NamedTuple, TypeAlias

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.verify.choices import Choice, chance_before, check_recall, choices_before, last_choices
from gametheory.verify.errors import require, require_exact
from gametheory.verify.polynomials import Polynomial, add, limit, multiply, sign

Path: TypeAlias = Mapping[Choice, Polynomial]  # the weight of each choice of a player for small ε; None: the first
SetKey: TypeAlias = tuple[int, int]


class Assessment(NamedTuple):
    """What a player does at each information set, and believes there: the limit of a path of mixed strategies.

    Attributes
    ----------
    behavior
        The probability of each action, by player and number of the information set.
    beliefs
        The probability of each node of a player, given that play reaches its information set.
    """

    behavior: dict[SetKey, tuple[Fraction, ...]]
    beliefs: dict[int, Fraction]


class Play(NamedTuple):
    """A tree with a checked path of all players.

    Attributes
    ----------
    tree
        The tree.
    path
        The weights of each player, also that of None.
    choices
        The last choice of each player at each node.
    before
        The choice before each information set of each player.
    """

    tree: ExtensiveForm
    path: Sequence[Path]
    choices: list[list[Choice]]
    before: list[dict[int, Choice]]


def checked_play(tree: ExtensiveForm, path: Sequence[Path]) -> Play:
    """Return a play after checking that the tree has perfect recall and that the path is one of positive weights.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> checked_play(tree, [{(1, 0): [1], (1, 1): [0, -1]}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: a weight is not positive
    """
    require(len(path) == len(tree.players), "{} plans for {} players", len(path), len(tree.players))
    chances = [chance for each in tree.information_sets.values() for chance in each.probabilities]
    require(min(chances, default=Fraction(1)) > 0, "a chance event has probability 0")
    choices = [last_choices(tree, player) for player in range(1, len(path) + 1)]
    before = [choices_before(tree, player, own) for player, own in enumerate(choices, 1)]
    path = [{None: [1], **weights} for weights in path]
    for player, (own, weights) in enumerate(zip(choices, path, strict=True), 1):
        check_recall(tree, player, own)
        _check_weights(tree, player, before[player - 1], weights)
    return Play(tree, path, choices, before)


def _check_weights(tree: ExtensiveForm, player: int, before: dict[int, Choice], weights: Path) -> None:
    """Check that all weights are positive for small ε and add up at each information set."""
    for weight in weights.values():
        require_exact(weight)
        require(sign(weight) > 0, "player {}: a weight is not positive", player)
    actions = {number: [(number, action) for action in actions_at(tree, (player, number))] for number in before}
    known: set[Choice] = {None, *(action for own in actions.values() for action in own)}
    require(known == set(weights), "player {}: the weights are not those of the actions", player)
    for number, choice in before.items():
        total = reduce(add, [weights[action] for action in actions[number]])
        rest = add(total, [-coefficient for coefficient in weights[choice]])
        require(not any(rest), "player {}: wrong weights at information set {}", player, number)


def actions_at(tree: ExtensiveForm, key: SetKey) -> range:
    """Return the indices of the actions at an information set.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> actions_at(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0'), (1, 1))
    range(0, 2)
    """
    return range(len(tree.information_sets[key].actions))


def information_sets(tree: ExtensiveForm) -> dict[SetKey, list[int]]:
    """Return the nodes of each information set of a player.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> information_sets(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    {(1, 1): [0]}
    """
    found: dict[SetKey, list[int]] = {}
    for index, node in enumerate(tree.nodes):
        if node.player:
            found.setdefault(node.set_key, []).append(index)
    return found


def limit_of(play: Play) -> Assessment:
    """Return the limits of the probabilities of actions, and of the nodes of each information set.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> limit_of(checked_play(tree, [{(1, 0): [0, 1], (1, 1): [1, -1]}])).behavior
    {(1, 1): (Fraction(0, 1), Fraction(1, 1))}
    """
    behavior: dict[SetKey, tuple[Fraction, ...]] = {}
    beliefs: dict[int, Fraction] = {}
    chances = _chances(play.tree)
    for (player, number), nodes in information_sets(play.tree).items():
        own, before = play.path[player - 1], play.before[player - 1][number]
        actions = actions_at(play.tree, (player, number))
        behavior[player, number] = tuple(limit(own[number, action], own[before]) for action in actions)
        others = [other for other in range(len(play.path)) if other != player - 1]
        weights = [multiply([chances[node]], weight_at(play, node, others)) for node in nodes]
        beliefs |= {node: limit(weight, reduce(add, weights)) for node, weight in zip(nodes, weights, strict=True)}
    return Assessment(behavior, beliefs)


def weight_at(play: Play, node: int, players: Sequence[int]) -> Polynomial:
    """Return the product of the weights of some players, counted from 0, at a node.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> weight_at(checked_play(tree, [{(1, 0): [0, 1], (1, 1): [1, -1]}]), 2, [0])
    [1, -1]
    """
    one: Polynomial = [1]
    return reduce(multiply, (play.path[player][play.choices[player][node]] for player in players), one)


def _chances(tree: ExtensiveForm) -> list[Fraction]:
    """Return the probability of the moves of chance on the way to each node."""
    chances: list[Fraction] = []
    for parent in tree.parents():
        chances.append(chance_before(tree, parent) * (chances[parent[0]] if parent else 1))
    return chances
