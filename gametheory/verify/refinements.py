"""Check sequential, trembling-hand perfect and quasi-perfect equilibria of a game in extensive form, and beliefs.

The certificate is a path of mixed strategies whose weights are polynomials in ε; its limit for ε to 0 is an assessment:
behavior and beliefs. Signs and limits of the polynomials are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import permutations, zip_longest
from operator import mul
from typing import NamedTuple, TypeAlias

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.verify.errors import require, require_exact
from gametheory.verify.trees import (
    Choice,
    chance_before,
    check_recall,
    choices_before,
    information_sets,
    last_choices,
    payoffs_times_chance,
    require_one_each,
)

Polynomial: TypeAlias = Sequence[int | Fraction]  # in ε: the coefficients, that of ε^0 first
Path: TypeAlias = Mapping[Choice, Polynomial]  # the weight of each choice of a player for small ε; None: the first
SetKey: TypeAlias = tuple[int, int]  # player and information set
Multipliers: TypeAlias = Mapping[tuple[int, int], Fraction]  # by an action that is used, and another action
Gains: TypeAlias = dict[tuple[int, int], list[Fraction]]  # of the former against the latter, at each node of a set
Bound: TypeAlias = tuple[Mapping[int, Fraction], Multipliers]  # a belief that attains it, and what proves it
# the two bounds of each node; without any, multipliers that prove that no belief is possible
PossibleBeliefs: TypeAlias = tuple[Mapping[int, tuple[Bound, Bound]], Multipliers]


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
    path: list[Path]
    choices: list[list[Choice]]
    before: list[dict[int, Choice]]


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
    >>> from gametheory.formats.gambit import read_efg
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
        player = key[0]
        options: list[tuple[Polynomial, Polynomial]] = []
        for action in actions_at(tree, key):
            expected = Fraction(0)
            for node in nodes:
                child = children[node][action]
                payoff = values[child][player - 1]
                expected += assessment.beliefs[node] * payoff
            options.append(([expected], [1]))
        _require_best(key, assessment.behavior[key], options)
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
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 1 }')
    >>> check_perfect_equilibrium(tree, [{(1, 0): [1], (1, 1): [1], None: [2]}]).behavior
    {(1, 1): (Fraction(1, 2), Fraction(1, 2))}
    >>> check_perfect_equilibrium(tree, [{(1, 0): [1], (1, 1): [1]}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: wrong weights at information set 1
    """
    play = checked_play(tree, path)
    assessment = limit_of(play)
    for player, choices_before_sets in enumerate(play.before, 1):
        weights = path[player - 1]
        totals = _payoffs_by_choice(play, player, range(len(path)))
        # the last information sets first: what an action brings includes the player's own later weights
        for number, before in reversed(choices_before_sets.items()):
            key = player, number
            options: list[tuple[Polynomial, Polynomial]] = []
            for action in actions_at(tree, key):
                total = totals.get((number, action), [])
                options.append((total, weights[number, action]))
                totals[before] = add(totals.get(before, []), total)
            _require_best(key, assessment.behavior[key], options)
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
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> check_quasi_perfect_equilibrium(tree, [{(1, 0): [0, 1], (1, 1): [1, -1]}]).behavior
    {(1, 1): (Fraction(0, 1), Fraction(1, 1))}
    >>> check_quasi_perfect_equilibrium(tree, [{(1, 0): [0, 1], (1, 1): [1]}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: wrong weights at information set 1
    """
    play = checked_play(tree, path)
    assessment = limit_of(play)
    for player, choices_before_sets in enumerate(play.before, 1):
        totals = _payoffs_by_choice(play, player, _others(play, player))
        # the last information sets first: the player goes on with the best action, not with a mistake
        for number, before in reversed(choices_before_sets.items()):
            key = player, number
            options = [totals.get((number, action), []) for action in actions_at(tree, key)]
            _require_best(key, assessment.behavior[key], [(total, [1]) for total in options])
            best = reduce(_greater, options)
            totals[before] = add(totals.get(before, []), best)
    return assessment


def check_belief_bounds(
    tree: ExtensiveForm, behavior: Mapping[SetKey, Sequence[Fraction]], beliefs: Mapping[SetKey, PossibleBeliefs]
) -> dict[SetKey, dict[int, tuple[Fraction, Fraction]]]:
    """Return the least and greatest probability of each node of information sets, over the beliefs that are possible.

    A belief at a set is possible if its player gains by no other action there, given what all players do afterwards:
    for each action a that is used and any other one b, the sum over the nodes of belief times gain(a, b) is not
    negative. The sets are looked at one by one. So a sequential equilibrium with this behavior has a belief within the
    bounds, and what its beliefs at different sets have to do with each other can exclude more. By weak duality,
    multipliers y >= 0 prove a greatest probability u of a node if its indicator plus the sum of y * gain is at most u
    at every node, and a least one l in the same way for -l and the negative indicator. No belief is possible if the sum
    of y * gain is negative at every node. Cost: the nodes, and for each set its nodes times its actions squared times
    its nodes.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with any number of players.
    behavior : mapping
        The probability of each action, by player and number of the information set, at all sets.
    beliefs : mapping
        For each of some information sets a pair: for each node its two bounds, each a belief that attains it and the
        multipliers that prove it; and, if there are no bounds, multipliers that exclude every belief.

    Returns
    -------
    dict
        For each set the least and the greatest probability of each node; empty if no belief is possible.

    Raises
    ------
    CertificateError
        If behavior is missing or no distribution, if a belief is not possible, or if multipliers do not prove a bound.

    References
    ----------
    D. M. Kreps and R. Wilson, Sequential equilibria, Econometrica 50 (1982).

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "out" "left" "right" } 0 t "" 1 "" { 2 0 }
    ... p "" 2 1 "" { "l" "r" } 0 t "" 2 "" { 0 1 } t "" 3 "" { 3 0 }
    ... p "" 2 1 0 t "" 4 "" { 0 0 } t "" 5 "" { 3 2 }''')
    >>> one, zero = Fraction(1), Fraction(0)
    >>> behavior = {(1, 1): (one, zero, zero), (2, 1): (one, zero)}
    >>> sure = {2: one}, {}
    >>> mixed = {2: Fraction(2, 3), 5: Fraction(1, 3)}, {(0, 1): Fraction(1, 3)}
    >>> found = check_belief_bounds(tree, behavior, {(2, 1): ({2: (mixed, sure), 5: (sure, mixed)}, {})})
    >>> {node: tuple(map(str, bounds)) for node, bounds in found[2, 1].items()}
    {2: ('2/3', '1'), 5: ('0', '1/3')}
    """
    sets = information_sets(tree)
    require(behavior.keys() == sets.keys(), "the behavior is not that of the information sets")
    for key, mixed in behavior.items():
        require_exact(mixed)
        is_distribution = len(mixed) == len(actions_at(tree, key)) and min(mixed) >= 0 and sum(mixed) == 1
        require(is_distribution, "no distribution at {}", key)
    children = _children(tree)
    values = _values(tree, behavior, children)
    found: dict[SetKey, dict[int, tuple[Fraction, Fraction]]] = {}
    for key, (bounds, contradiction) in beliefs.items():
        nodes = sets[key]
        gains: Gains = {}
        for node in nodes:
            payoffs = [values[child][key[0] - 1] for child in children[node]]
            for used, other in permutations(actions_at(tree, key), 2):
                if behavior[key][used]:
                    gains.setdefault((used, other), []).append(payoffs[used] - payoffs[other])
        if not bounds:
            totals = _totals(gains, contradiction, nodes)
            require(max(totals) < 0, "the multipliers do not exclude every belief")
        require(not bounds or bounds.keys() == set(nodes), "the bounds are not those of the nodes")
        found[key] = {}
        for node, (least, greatest) in bounds.items():
            found[key][node] = _proved(gains, nodes, node, least, -1), _proved(gains, nodes, node, greatest, 1)
    return found


def _proved(gains: Gains, nodes: Sequence[int], node: int, bound: Bound, sign: int) -> Fraction:
    """Return the probability of a node in a possible belief, if it is the greatest one; with the sign -1 the least."""
    belief, multipliers = bound
    require_exact(belief.values())
    weights = [belief.get(each, Fraction(0)) for each in nodes]
    is_belief = belief.keys() <= set(nodes) and min(weights) >= 0 and sum(weights) == 1
    require(is_belief, "{} is no belief", weights)
    for line in gains.values():
        require(sum(map(mul, weights, line)) >= 0, "with the belief {} another action gains", weights)
    end = belief.get(node, Fraction(0))
    # weak duality: no possible belief is beyond the one that is given
    for each, total in zip(nodes, _totals(gains, multipliers, nodes), strict=True):
        require(sign * (each == node) + total <= sign * end, "the multipliers do not prove the bound of {}", node)
    return end


def _totals(gains: Gains, multipliers: Multipliers, nodes: Sequence[int]) -> list[Fraction]:
    """Return the sum of multipliers times gains at each node."""
    require_exact(multipliers.values())
    totals = [Fraction(0)] * len(nodes)
    for pair, multiplier in multipliers.items():
        require(pair in gains and multiplier >= 0, "a multiplier of {} is negative, or of no use", pair)
        for place, gain in enumerate(gains[pair]):
            totals[place] += multiplier * gain
    return totals


def _children(tree: ExtensiveForm) -> list[list[int]]:
    """Return the next nodes of each node, one for each action."""
    children: list[list[int]] = []
    for index, parent in enumerate(tree.parents()):
        children.append([])
        if parent is not None:  # a node precedes its children, in the order of its actions
            above, _ = parent
            children[above].append(index)
    return children


def _values(
    tree: ExtensiveForm, behavior: Mapping[SetKey, Sequence[Fraction]], children: list[list[int]]
) -> list[tuple[Fraction, ...]]:
    """Return the expected payoffs from each node on."""
    values: list[tuple[Fraction, ...]] = [()] * len(tree.nodes)
    # a node precedes its descendants, so that these have their values first
    for index in reversed(range(len(tree.nodes))):
        node = tree.nodes[index]
        total = [Fraction(0)] * len(tree.players)
        if node.outcome:
            total = list(tree.outcomes[node.outcome].payoffs)
        weights: Sequence[Fraction] = ()
        if node.player == CHANCE:
            weights = tree.information_sets[node.set_key].probabilities
        elif node.player:
            weights = behavior[node.set_key]
        for child, weight in zip(children[index], weights, strict=True):
            for player, later in enumerate(values[child]):
                total[player] += weight * later
        values[index] = tuple(total)
    return values


def _payoffs_by_choice(play: Play, player: int, players: Sequence[int]) -> dict[Choice, Polynomial]:
    """Return for each last choice of a player the payoffs at the end of play, times the weights of some players."""
    totals: dict[Choice, Polynomial] = {}
    for node, payoffs in payoffs_times_chance(play.tree).items():
        payoff = payoffs[player - 1]
        if payoff:
            choice = play.choices[player - 1][node]
            share = multiply([payoff], weight_at(play, node, players))
            totals[choice] = add(totals.get(choice, []), share)
    return totals


def _greater(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the polynomial that is greater for small ε."""
    return other if is_less(one, other) else one


def _require_best(
    key: SetKey, behavior: tuple[Fraction, ...], options: Sequence[tuple[Polynomial, Polynomial]]
) -> None:
    """Check that every action with positive probability has the greatest quotient for small ε."""
    player, number = key
    for action, (gain, weight) in enumerate(options):
        if not behavior[action]:
            continue  # a mistake of vanishing probability may cost something
        for other_gain, other_weight in options:
            # gain / weight < other_gain / other_weight, where all weights are positive
            gains = is_less(multiply(gain, other_weight), multiply(other_gain, weight))
            require(
                not gains, "player {} gains by another action than {} at information set {}", player, action, number
            )


def checked_play(tree: ExtensiveForm, path: Sequence[Path]) -> Play:
    """Return a play after checking that the tree has perfect recall and that the path is one of positive weights.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> checked_play(tree, [{(1, 0): [1], (1, 1): [0, -1]}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: a weight is not positive
    """
    require_one_each(tree, path, "plans")
    for information_set in tree.information_sets.values():
        # otherwise play would not reach some information sets, whatever the players do
        least = min(information_set.probabilities, default=Fraction(1))
        require(least > 0, "a chance event has probability 0")
    play = Play(tree, [], [], [])
    for player, weights in enumerate(path, 1):
        choices = last_choices(tree, player)
        check_recall(tree, player, choices)
        before = choices_before(tree, player, choices)
        all_weights: Path = {None: [1], **weights}
        _check_weights(tree, player, before, all_weights)
        play.path.append(all_weights)
        play.choices.append(choices)
        play.before.append(before)
    return play


def _check_weights(tree: ExtensiveForm, player: int, before: dict[int, Choice], weights: Path) -> None:
    """Check that all weights are positive for small ε and add up at each information set."""
    for weight in weights.values():
        require_exact(weight)
        require(sign(weight) > 0, "player {}: a weight is not positive", player)
    all_choices: set[Choice] = {None}
    for number in before:
        actions = actions_at(tree, (player, number))
        all_choices.update((number, action) for action in actions)
    require(all_choices == set(weights), "player {}: the weights are not those of the actions", player)
    for number, choice in before.items():
        total: Polynomial = []
        for action in actions_at(tree, (player, number)):
            total = add(total, weights[number, action])
        rest = subtract(total, weights[choice])
        require(not any(rest), "player {}: wrong weights at information set {}", player, number)


def actions_at(tree: ExtensiveForm, key: SetKey) -> range:
    """Return the indices of the actions at an information set.

    >>> from gametheory.formats.gambit import read_efg
    >>> actions_at(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0'), (1, 1))
    range(0, 2)
    """
    return range(len(tree.information_sets[key].actions))


def limit_of(play: Play) -> Assessment:
    """Return the limits of the probabilities of actions, and of the nodes of each information set.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> limit_of(checked_play(tree, [{(1, 0): [0, 1], (1, 1): [1, -1]}])).behavior
    {(1, 1): (Fraction(0, 1), Fraction(1, 1))}
    """
    behavior: dict[SetKey, tuple[Fraction, ...]] = {}
    beliefs: dict[int, Fraction] = {}
    chances = _chances(play.tree)
    for (player, number), nodes in information_sets(play.tree).items():
        weights = play.path[player - 1]
        weight_before = weights[play.before[player - 1][number]]
        probabilities = []
        for action in actions_at(play.tree, (player, number)):
            probabilities.append(limit(weights[number, action], weight_before))
        behavior[player, number] = tuple(probabilities)
        # with perfect recall the player's own choices are the same before all nodes, and cancel in Bayes' rule
        others = _others(play, player)
        reached: list[Polynomial] = []
        for node in nodes:
            reached.append(multiply([chances[node]], weight_at(play, node, others)))
        # Bayes' rule: the share of each node, also if its set is reached with a vanishing probability
        total = reduce(add, reached)
        for node, weight in zip(nodes, reached, strict=True):
            beliefs[node] = limit(weight, total)
    return Assessment(behavior, beliefs)


def _others(play: Play, player: int) -> list[int]:
    """Return the indices of the other players."""
    return [index for index in range(len(play.path)) if index != player - 1]


def weight_at(play: Play, node: int, players: Sequence[int]) -> Polynomial:
    """Return the product of the weights of some players, counted from 0, at a node.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> weight_at(checked_play(tree, [{(1, 0): [0, 1], (1, 1): [1, -1]}]), 2, [0])
    [1, -1]
    """
    weight: Polynomial = [1]
    for player in players:
        choice = play.choices[player][node]
        weight = multiply(weight, play.path[player][choice])
    return weight


def _chances(tree: ExtensiveForm) -> list[Fraction]:
    """Return the probability of the moves of chance on the way to each node."""
    chances: list[Fraction] = []
    for parent in tree.parents():
        chance = chance_before(tree, parent)
        if parent is not None:
            chance *= chances[parent[0]]
        chances.append(chance)
    return chances


# Polynomials in a positive number ε that tends to 0


def add(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the sum.

    >>> add([1, 2], [0, 0, 3])
    [1, 2, 3]
    """
    return [a + b for a, b in zip_longest(one, other, fillvalue=0)]


def subtract(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the difference.

    >>> subtract([1, 2], [0, 0, 3])
    [1, 2, -3]
    """
    return add(one, multiply([-1], other))


def multiply(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the product.

    >>> multiply([1, 1], [1, -1])
    [1, 0, -1]
    """
    length = len(one) + len(other)
    product: list[int | Fraction] = [0] * length
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product[:-1]


def order(polynomial: Polynomial) -> int:
    """Return the lowest power of ε with a coefficient other than 0; the number of coefficients if there is none.

    >>> order([0, 0, 5, 1]), order([0, 0])
    (2, 2)
    """
    for power, coefficient in enumerate(polynomial):
        if coefficient:
            return power
    return len(polynomial)


def sign(polynomial: Polynomial) -> int:
    """Return 1, 0 or -1: the sign for all small positive ε, which is that of the lowest coefficient.

    >>> sign([0, 1, -100]), sign([0, 0]), sign([-1, 5])
    (1, 0, -1)
    """
    power = order(polynomial)
    if power == len(polynomial):
        return 0
    return 1 if polynomial[power] > 0 else -1


def is_less(one: Polynomial, other: Polynomial) -> bool:
    """Return whether one polynomial is less than another for all small positive ε.

    >>> is_less([1, -1], [1]), is_less([1], [1])
    (True, False)
    """
    return sign(subtract(one, other)) < 0


def limit(numerator: Polynomial, denominator: Polynomial) -> Fraction:
    """Return the limit of a quotient.

    Raises
    ------
    CertificateError
        If the denominator is 0, or if the quotient has no finite limit.

    Examples
    --------
    >>> limit([0, 1, 7], [0, 3]), limit([0, 0, 1], [0, 3])
    (Fraction(1, 3), Fraction(0, 1))
    """
    # the lowest power decides: all others vanish faster
    power = order(denominator)
    require(power < len(denominator), "a weight is 0")
    require(order(numerator) >= power, "a probability has no limit")
    if power >= len(numerator):
        return Fraction(0)
    return Fraction(numerator[power]) / denominator[power]
