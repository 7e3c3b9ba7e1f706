"""Check sequential, trembling-hand perfect and quasi-perfect equilibria of a game in extensive form."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.verify.assessments import (
    Assessment,
    Path,
    Play,
    SetKey,
    actions_at,
    checked_play,
    information_sets,
    limit_of,
    weight_at,
)
from gametheory.verify.choices import Choice, payoffs_times_chance
from gametheory.verify.errors import require
from gametheory.verify.polynomials import Polynomial, add, is_less, multiply


def check_sequential_equilibrium(tree: ExtensiveForm, path: Sequence[Path]) -> Assessment:
    """Return a sequential equilibrium (Kreps and Wilson 1982): behavior and beliefs at every information set.

    The certificate is a path of realization plans whose weights are polynomials in ε, positive for every small ε > 0.
    The assessment is its limit for ε to 0: behavior, and beliefs by Bayes' rule along the path. So it is consistent. It
    is sequentially rational if at every information set, given the beliefs, no player gains by another action: for
    consistent assessments one deviation at a time suffices (Hendon, Jacobsen and Sloth 1996). Cost: the nodes times the
    players, times the square of the greatest power of ε.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with perfect recall and any number of players, in which no chance event has probability 0.
    path : sequence of mappings
        For each player the weight of each action, by the number of its information set and its index there, as the
        coefficients of a polynomial. The weight of None is that of the player before the first action, 1 if missing.

    Returns
    -------
    Assessment
        The limit of the path.

    Raises
    ------
    CertificateError
        If a weight is not positive, or weights at an information set do not add up to the weight of the action before;
        if a number is not exact; if a player forgets something; or if a player gains at an information set.

    References
    ----------
    D. M. Kreps and R. Wilson, Sequential equilibria, Econometrica 50 (1982). E. Hendon, H. J. Jacobsen and B. Sloth,
    The one-shot-deviation principle for sequential rationality, Games and Economic Behavior 12 (1996).

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> check_sequential_equilibrium(tree, [{(1, 0): [0, 1], (1, 1): [1, -1]}]).behavior
    {(1, 1): (Fraction(0, 1), Fraction(1, 1))}
    >>> check_sequential_equilibrium(tree, [{(1, 0): [1, -1], (1, 1): [0, 1]}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gains by another action than 0 at information set 1
    """
    play = checked_play(tree, path)
    assessment = limit_of(play)
    children = _children(tree)
    values = _values(tree, assessment.behavior, children)
    for key, nodes in information_sets(tree).items():
        after = [[values[children[node][action]][key[0] - 1] for node in nodes] for action in actions_at(tree, key)]
        beliefs = [assessment.beliefs[node] for node in nodes]
        gains = [sum(map(Fraction.__mul__, beliefs, column), Fraction(0)) for column in after]
        _require_best(key, assessment.behavior[key], [([gain], [1]) for gain in gains])
    return assessment


def check_perfect_equilibrium(tree: ExtensiveForm, path: Sequence[Path]) -> Assessment:
    """Return an extensive-form perfect equilibrium (Selten 1975), also called trembling-hand perfect.

    The certificate is a path as in `check_sequential_equilibrium`. At every information set, an action that has
    positive probability in the limit must be a best one for every small ε > 0, when all players play the path
    elsewhere, the player's own later information sets included. Cost: as there, times the number of actions.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with perfect recall and any number of players, in which no chance event has probability 0.
    path : sequence of mappings
        The weights of each player.

    Returns
    -------
    Assessment
        The limit of the path; it is a sequential equilibrium.

    Raises
    ------
    CertificateError
        As `check_sequential_equilibrium`.

    References
    ----------
    R. Selten, Reexamination of the perfectness concept for equilibrium points in extensive games, International Journal
    of Game Theory 4 (1975).

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 1 }')
    >>> check_perfect_equilibrium(tree, [{(1, 0): [1], (1, 1): [1], None: [2]}]).behavior
    {(1, 1): (Fraction(1, 2), Fraction(1, 2))}
    >>> check_perfect_equilibrium(tree, [{(1, 0): [1], (1, 1): [1]}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: wrong weights at information set 1
    """
    play = checked_play(tree, path)
    assessment = limit_of(play)
    for player, own in enumerate(play.before, 1):
        totals = _payoffs_by_choice(play, player, range(len(path)))
        for number, before in reversed(own.items()):
            actions = [(number, action) for action in actions_at(tree, (player, number))]
            options = [(totals.get(action, []), path[player - 1][action]) for action in actions]
            _require_best((player, number), assessment.behavior[player, number], options)
            totals[before] = reduce(add, (total for total, _ in options), totals.get(before, []))
    return assessment


def check_quasi_perfect_equilibrium(tree: ExtensiveForm, path: Sequence[Path]) -> Assessment:
    """Return a quasi-perfect equilibrium (van Damme 1984).

    The certificate is a path as in `check_sequential_equilibrium`. At every information set, an action that has
    positive probability in the limit must be the first one of a best continuation for every small ε > 0, when the
    others play the path: players expect mistakes of the others, not their own. Cost: as there, times the number of
    actions.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with perfect recall and any number of players, in which no chance event has probability 0.
    path : sequence of mappings
        The weights of each player.

    Returns
    -------
    Assessment
        The limit of the path; it is a sequential equilibrium.

    Raises
    ------
    CertificateError
        As `check_sequential_equilibrium`.

    References
    ----------
    E. van Damme, A relation between perfect equilibria in extensive form games and proper equilibria in normal form
    games, International Journal of Game Theory 13 (1984).

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> check_quasi_perfect_equilibrium(tree, [{(1, 0): [0, 1], (1, 1): [1, -1]}]).behavior
    {(1, 1): (Fraction(0, 1), Fraction(1, 1))}
    >>> check_quasi_perfect_equilibrium(tree, [{(1, 0): [0, 1], (1, 1): [1]}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: wrong weights at information set 1
    """
    play = checked_play(tree, path)
    assessment = limit_of(play)
    for player, own in enumerate(play.before, 1):
        totals = _payoffs_by_choice(play, player, [other for other in range(len(path)) if other != player - 1])
        for number, before in reversed(own.items()):
            options = [totals.get((number, action), []) for action in actions_at(tree, (player, number))]
            _require_best((player, number), assessment.behavior[player, number], [(total, [1]) for total in options])
            totals[before] = add(totals.get(before, []), reduce(_greater, options))
    return assessment


def _children(tree: ExtensiveForm) -> list[list[int]]:
    """Return the next nodes of each node, one for each action."""
    children: list[list[int]] = [[] for _ in tree.nodes]
    for index, parent in enumerate(tree.parents()):
        if parent:
            children[parent[0]].append(index)
    return children


def _values(
    tree: ExtensiveForm, behavior: dict[SetKey, tuple[Fraction, ...]], children: list[list[int]]
) -> list[tuple[Fraction, ...]]:
    """Return the expected payoffs from each node on."""
    values: list[tuple[Fraction, ...]] = [()] * len(tree.nodes)
    for index in range(len(tree.nodes) - 1, -1, -1):
        node = tree.nodes[index]
        total = list(tree.outcomes[node.outcome].payoffs) if node.outcome else [Fraction(0)] * len(tree.players)
        chances = tree.information_sets[node.set_key].probabilities if node.player == CHANCE else ()
        weights = behavior[node.set_key] if node.player else chances
        for child, weight in zip(children[index], weights, strict=True):
            total = [own + weight * later for own, later in zip(total, values[child], strict=True)]
        values[index] = tuple(total)
    return values


def _payoffs_by_choice(play: Play, player: int, players: Sequence[int]) -> dict[Choice, Polynomial]:
    """Return for each last choice of a player the payoffs at the end of play, times the weights of some players."""
    totals: dict[Choice, Polynomial] = {}
    for node, payoffs in payoffs_times_chance(play.tree).items():
        if payoffs[player - 1]:
            choice = play.choices[player - 1][node]
            share = multiply([payoffs[player - 1]], weight_at(play, node, players))
            totals[choice] = add(totals.get(choice, []), share)
    return totals


def _greater(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the polynomial that is greater for small ε."""
    return other if is_less(one, other) else one


def _require_best(
    key: SetKey, behavior: tuple[Fraction, ...], options: Sequence[tuple[Polynomial, Polynomial]]
) -> None:
    """Check that every action with positive probability has the greatest quotient for small ε."""
    for action, (gain, weight) in enumerate(options):
        gains = any(is_less(multiply(gain, other), multiply(best, weight)) for best, other in options)
        stays = not behavior[action] or not gains
        require(stays, "player {} gains by another action than {} at information set {}", key[0], action, key[1])
