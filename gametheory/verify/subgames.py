"""Check a subgame-perfect equilibrium of a game in extensive form with hidden information."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.verify.assessments import information_sets
from gametheory.verify.choices import Choice, choices_before, last_choices
from gametheory.verify.errors import CertificateError, require, require_exact
from gametheory.verify.trees import check_tree_equilibrium


def check_subgame_perfect_tree(
    tree: ExtensiveForm, behavior: Mapping[tuple[int, int], Sequence[Fraction]]
) -> tuple[Fraction, ...]:
    """Return the payoffs of a subgame-perfect equilibrium (Selten 1965) of a game in extensive form.

    The certificate says what to do at every information set. `check_tree_equilibrium` accepts the behavior in every
    subgame: the part of the tree after a node, if it contains all nodes of each of its information sets. Cost: the
    nodes times the players, for each subgame.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with perfect recall and any number of players.
    behavior : mapping
        The probability of each action, by player and number of the information set.

    Returns
    -------
    tuple of Fraction
        The expected payoff of each player.

    Raises
    ------
    CertificateError
        If an information set is missing, if the probabilities there are not exact, are negative or do not add up to 1,
        if a player forgets something, or if a player gains in a subgame.

    References
    ----------
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }''')
    >>> check_subgame_perfect_tree(tree, {(1, 1): [1, 0], (2, 1): [0, 1]})
    (Fraction(1, 1), Fraction(1, 1))
    >>> check_subgame_perfect_tree(tree, {(1, 1): [0, 1], (2, 1): [1, 0]})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: in the subgame at node 1: player 2 gets 1 by another plan, more than -1
    """
    for key, information_set in tree.information_sets.items():
        require_exact(behavior.get(key, ()))  # a product of weights may hide the type
        complete = not key[0] or len(behavior.get(key, ())) == len(information_set.actions)
        require(complete, "player {}: no behavior at information set {}", *key)
    payoffs = _check_part(tree, tree, 0, behavior)
    for root, end in proper_subgames(tree):
        _check_part(tree, replace(tree, nodes=tree.nodes[root:end]), root, behavior)
    return payoffs


def _check_part(
    tree: ExtensiveForm, part: ExtensiveForm, root: int, behavior: Mapping[tuple[int, int], Sequence[Fraction]]
) -> tuple[Fraction, ...]:
    """Return the payoffs of a behavior in one subgame, after checking that it is an equilibrium there."""
    try:
        return check_tree_equilibrium(
            part, [_plan(part, player, behavior) for player in range(1, len(tree.players) + 1)]
        )
    except CertificateError as error:
        raise CertificateError(f"in the subgame at node {root}: {error}") from error


def _plan(
    tree: ExtensiveForm, player: int, behavior: Mapping[tuple[int, int], Sequence[Fraction]]
) -> dict[tuple[int, int], Fraction]:
    """Return the weight of each action of a player: the product of the probabilities up to it."""
    weights: dict[Choice, Fraction] = {None: Fraction(1)}
    for number, before in choices_before(tree, player, last_choices(tree, player)).items():
        for action, probability in enumerate(behavior[player, number]):
            weights[number, action] = weights[before] * probability
    return {choice: weight for choice, weight in weights.items() if choice}


def proper_subgames(tree: ExtensiveForm) -> list[tuple[int, int]]:
    """Return the first node of each proper subgame and the first node after it.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 p "" 1 2 "" { "on" } 0 t "" 0')
    >>> proper_subgames(tree)
    [(2, 4)]
    """
    ends = _ends(tree)
    nodes = information_sets(tree)
    found = []
    for root, end in enumerate(ends):
        inside = [nodes[node.set_key] for node in tree.nodes[root:end] if node.player]
        if root and inside and all(root <= own[0] and own[-1] < end for own in inside):
            found.append((root, end))
    return found


def _ends(tree: ExtensiveForm) -> list[int]:
    """Return for each node the first node after its subtree; a node precedes its descendants."""
    ends = [index + 1 for index in range(len(tree.nodes))]
    for index, parent in reversed(list(enumerate(tree.parents()))):
        if parent:
            ends[parent[0]] = max(ends[parent[0]], ends[index])
    return ends
