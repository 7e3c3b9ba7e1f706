"""Check a subgame-perfect equilibrium of a game in extensive form with perfect information."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.verify.errors import require, require_exact


def check_perfect_information(
    tree: ExtensiveForm, payoffs: Sequence[tuple[Fraction, ...]], actions: Sequence[int]
) -> tuple[Fraction, ...]:
    """Return the payoffs of a subgame-perfect equilibrium of a game tree with perfect information.

    The certificate is the payoffs of all players from each node on, and an action at each node. Local conditions
    suffice, because play is finite (the one-shot deviation principle, Selten 1965): the payoffs of a node are those of
    its outcome, plus those after its action, or the expected ones after chance; and the player at a node gets no more
    after any other action. Cost: the nodes times the players.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with any number of players.
    payoffs : sequence of tuples
        For each node in order the payoff of each player from there on.
    actions : sequence of int
        For each node in order the action of its player; any number at other nodes.

    Returns
    -------
    tuple of Fraction
        The payoffs at the root.

    Raises
    ------
    CertificateError
        If a condition fails, if a number is not exact, or if an information set has more than one node.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> one, two = (Fraction(1),), (Fraction(2),)
    >>> check_perfect_information(tree, [two, one, two], [1, 0, 0])
    (Fraction(2, 1),)
    >>> check_perfect_information(tree, [one, one, two], [0, 0, 0])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gains at node 0

    References
    ----------
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).
    """
    sizes = len(payoffs) == len(actions) == len(tree.nodes)
    require(sizes, "{} payoffs and {} actions for {} nodes", len(payoffs), len(actions), len(tree.nodes))
    require(all(len(each) == len(tree.players) for each in payoffs), "not one payoff for each player at each node")
    moves = [node.set_key for node in tree.nodes if node.player]
    require(len(moves) == len(set(moves)), "an information set has more than one node")
    after: list[list[int]] = [[] for _ in tree.nodes]
    for index, parent in enumerate(tree.parents()):
        after[parent[0] if parent else 0] += [index] if parent else []
    for index in range(len(tree.nodes)):
        _check_node(tree, index, [payoffs[child] for child in after[index]], payoffs[index], actions[index])
    return payoffs[0]


def _check_node(
    tree: ExtensiveForm, index: int, after: list[tuple[Fraction, ...]], payoffs: tuple[Fraction, ...], action: int
) -> None:
    """Check the payoffs of one node, given those after each of its actions."""
    node = tree.nodes[index]
    require_exact(payoffs)
    due = tuple(tree.outcomes[node.outcome].payoffs) if node.outcome else (Fraction(0),) * len(tree.players)
    if node.player == CHANCE:
        chances = tree.information_sets[node.set_key].probabilities
        due = tuple(own + _mean(chances, [option[player] for option in after]) for player, own in enumerate(due))
    elif node.player:
        require(0 <= action < len(after), "node {} has no action {}", index, action)
        gains = any(option[node.player - 1] > after[action][node.player - 1] for option in after)
        require(not gains, "player {} gains at node {}", node.player, index)
        due = tuple(own + later for own, later in zip(due, after[action], strict=True))
    require(payoffs == due, "the payoffs at node {} are not {}", index, due)


def _mean(chances: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the expected value."""
    return sum((chance * value for chance, value in zip(chances, values, strict=True)), Fraction(0))
