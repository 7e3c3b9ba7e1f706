"""Check equilibria of a game in extensive form with perfect recall, and what players gain by leaving their plans.

A plan is a realization plan: for each information set and action of a player, the probability of all the player's
actions up to this one. The choices of the players along each play, on which all checks rest, come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import add
from typing import TypeAlias

from flint import fmpq

from gametheory.model.extensive_form import CHANCE, ExtensiveForm, Node
from gametheory.model.game import Outcome
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.verify.errors import CertificateError, require, require_exact

Choice: TypeAlias = tuple[int, int] | None  # information set and action; None before the first choice of a player
Plan: TypeAlias = Mapping[tuple[int, int], Fraction]
Share: TypeAlias = tuple[fmpq, fmpq]  # what a play adds to a first aim and to a second aim, for ties
NOTHING: Share = fmpq(0), fmpq(0)


def check_tree_equilibrium(tree: ExtensiveForm, plans: Sequence[Plan]) -> tuple[Fraction, ...]:
    """Return the expected payoff of each player in a Nash equilibrium of a game in extensive form.

    The certificate is a realization plan of each player: for each information set and action the probability of all
    own actions up to this one. It suffices that no player gets more by any other plan. With perfect recall the greatest
    payoff against the other plans is a maximum at each information set, the last ones first (von Stengel 1996). In a
    zero-sum game of two players the payoff is the value: each plan guarantees it. Cost: the nodes times the players.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with any number of players.
    plans : sequence of mappings
        For each player the weight of each action, by the number of its information set and its index there. A missing
        weight is 0.

    Returns
    -------
    tuple of Fraction
        The expected payoff of each player.

    Raises
    ------
    CertificateError
        If a plan has a negative or inexact weight, if the weights at an information set do not add up to the weight of
        the action before, if a player forgets something, or if a player gets more by another plan.

    References
    ----------
    B. von Stengel, Efficient computation of behavior strategies, Games and Economic Behavior 14 (1996).

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> check_tree_equilibrium(tree, [{(1, 1): Fraction(1)}])
    (Fraction(2, 1),)
    >>> check_tree_equilibrium(tree, [{(1, 0): Fraction(1)}])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gets 2 by another plan, more than 1
    """
    pairs = payoffs_and_best(tree, plans)
    for player, (payoff, best) in enumerate(pairs, 1):
        require(best <= payoff, "player {} gets {} by another plan, more than {}", player, best, payoff)
    return tuple(payoff for payoff, _ in pairs)


def payoffs_and_best(tree: ExtensiveForm, plans: Sequence[Plan]) -> list[tuple[Fraction, Fraction]]:
    """Return the expected payoff of each player, and that of the player's best plan against the others.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> payoffs_and_best(tree, [{(1, 0): Fraction(1)}])
    [(Fraction(1, 1), Fraction(2, 1))]
    """
    require_one_each(tree, plans, "plans")
    all_choices: list[list[Choice]] = []
    weights: list[list[fmpq]] = []
    for player, plan in enumerate(plans, 1):
        # the last choice of a player with perfect recall tells all choices before
        choices = last_choices(tree, player)
        check_recall(tree, player, choices)
        check_plan(tree, player, choices, plan)
        all_choices.append(choices)
        weights.append(_weights(plan, choices))
    ends = payoffs_times_chance(tree)
    pairs = []
    for player, choices in enumerate(all_choices, 1):
        pairs.append(_payoff_and_best(tree, player, choices, weights, ends))
    return pairs


def require_one_each(tree: ExtensiveForm, certificates: Sequence[object], name: str) -> None:
    """Raise CertificateError unless there is one certificate for each player.

    >>> from gametheory.formats.gambit import read_efg
    >>> require_one_each(read_efg('EFG 2 R "" { "A" } t "" 1 "" { 1 }'), [], "plans")
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: 0 plans for 1 players
    """
    number = len(certificates)
    players = len(tree.players)
    require(number == players, f"{{}} {name} for {{}} players", number, players)


def _payoff_and_best(
    tree: ExtensiveForm,
    player: int,
    choices: list[Choice],
    weights: list[list[fmpq]],
    ends: Mapping[int, tuple[Fraction, ...]],
) -> tuple[Fraction, Fraction]:
    """Return the expected payoff of a player, and that of the best plan."""
    others = weights[: player - 1] + weights[player:]
    payoff = fmpq(0)
    shares: list[tuple[int, Share]] = []
    for node, payoffs in ends.items():
        share = to_flint(payoffs[player - 1])
        for other in others:
            share *= other[node]
        payoff += weights[player - 1][node] * share
        shares.append((node, (share, fmpq(0))))
    best, _ = greatest_sums(tree, player, choices, shares)
    return to_fraction(payoff), to_fraction(best)


def _weights(plan: Plan, choices: list[Choice]) -> list[fmpq]:
    """Return the weight of a player's last choice before each node."""
    weights = {}
    for choice in set(choices):
        weights[choice] = to_flint(weight_in(plan, choice))
    return [weights[choice] for choice in choices]


def weight_in(plan: Plan, choice: Choice) -> Fraction:
    """Return the weight of a choice in a plan.

    >>> weight_in({(1, 0): Fraction(1, 3)}, (1, 0)), weight_in({}, (1, 0)), weight_in({}, None)
    (Fraction(1, 3), Fraction(0, 1), Fraction(1, 1))
    """
    if choice is None:
        return Fraction(1)
    return plan.get(choice, Fraction(0))


def check_plan(tree: ExtensiveForm, player: int, choices: list[Choice], plan: Plan) -> None:
    """Check that the weights at each information set are not negative and add up to the weight of the choice before.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0')
    >>> check_plan(tree, 1, last_choices(tree, 1), {(1, 0): Fraction(1, 2)})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1: wrong weights at information set 1
    """
    require_exact(plan.values())
    require(min(plan.values(), default=Fraction(0)) >= 0, "player {}: a weight is negative", player)
    unknown = set(plan)  # a weight of no action would count nowhere
    for number, choice_before in choices_before(tree, player, choices).items():
        total = Fraction(0)
        for action in range(len(tree.information_sets[player, number].actions)):
            total += weight_in(plan, (number, action))
            unknown.discard((number, action))
        right = total == weight_in(plan, choice_before)
        require(right, "player {}: wrong weights at information set {}", player, number)
    require(not unknown, "player {} has no actions {}", player, unknown)


def greatest_sums(
    tree: ExtensiveForm, player: int, choices: list[Choice], shares: Iterable[tuple[int, Share]]
) -> Share:
    """Return the greatest pair of sums over all plans of a player, the first sum before the second.

    `shares` has what each terminal node adds to both sums if the player goes there.
    """
    sums: dict[Choice, Share] = {}
    for node, share in shares:
        _add(sums, choices[node], share)
    # the last information sets first: the best action there counts for the choice before
    for number, before in reversed(choices_before(tree, player, choices).items()):
        actions = range(len(tree.information_sets[player, number].actions))
        by_action = [sums.get((number, action), NOTHING) for action in actions]
        # pairs are compared by the first sum, and by the second if the first ones are equal
        _add(sums, before, max(by_action))
    return sums.get(None, NOTHING)


def _add(sums: dict[Choice, Share], choice: Choice, share: Share) -> None:
    before = sums.get(choice, NOTHING)
    first, second = map(add, before, share)
    sums[choice] = first, second


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
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }''')
    >>> check_subgame_perfect_tree(tree, {(1, 1): [1, 0], (2, 1): [0, 1]})
    (Fraction(1, 1), Fraction(1, 1))
    >>> check_subgame_perfect_tree(tree, {(1, 1): [0, 1], (2, 1): [1, 0]})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: in the subgame at node 1: player 2 gets 1 by another plan, more than -1
    """
    for (player, number), information_set in tree.information_sets.items():
        probabilities = behavior.get((player, number), ())
        require_exact(probabilities)  # a product of weights may hide the type
        actions = len(information_set.actions)
        complete = player == CHANCE or len(probabilities) == actions
        require(complete, "player {}: no behavior at information set {}", player, number)
    payoffs = _check_part(tree, tree, 0, behavior)
    for root, end in proper_subgames(tree):
        part = replace(tree, nodes=tree.nodes[root:end])
        _check_part(tree, part, root, behavior)
    return payoffs


def _check_part(
    tree: ExtensiveForm, part: ExtensiveForm, root: int, behavior: Mapping[tuple[int, int], Sequence[Fraction]]
) -> tuple[Fraction, ...]:
    """Return the payoffs of a behavior in one subgame, after checking that it is an equilibrium there."""
    players = range(1, len(tree.players) + 1)
    plans = [_plan(part, player, behavior) for player in players]
    try:
        return check_tree_equilibrium(part, plans)
    except CertificateError as error:
        raise CertificateError(f"in the subgame at node {root}: {error}") from error


def _plan(
    tree: ExtensiveForm, player: int, behavior: Mapping[tuple[int, int], Sequence[Fraction]]
) -> dict[tuple[int, int], Fraction]:
    """Return the weight of each action of a player: the product of the probabilities up to it."""
    weights: dict[Choice, Fraction] = {None: Fraction(1)}
    choices = last_choices(tree, player)
    # each set after those that its choice passes, so that the weight before it is there
    for number, before in choices_before(tree, player, choices).items():
        for action, probability in enumerate(behavior[player, number]):
            weights[number, action] = weights[before] * probability
    return {choice: weight for choice, weight in weights.items() if choice}


def proper_subgames(tree: ExtensiveForm) -> list[tuple[int, int]]:
    """Return the first node of each proper subgame and the first node after it.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 p "" 1 2 "" { "on" } 0 t "" 0')
    >>> proper_subgames(tree)
    [(2, 4)]
    """
    nodes_of_set = information_sets(tree)
    subgames = []
    for root, end in enumerate(_ends(tree)):
        part = tree.nodes[root:end]
        inside = [nodes_of_set[node.set_key] for node in part if node.player]
        closed = all(root <= nodes[0] and nodes[-1] < end for nodes in inside)
        # a part without moves of players is no subgame of interest, and the whole tree is no proper one
        if root and inside and closed:
            subgames.append((root, end))
    return subgames


def _ends(tree: ExtensiveForm) -> list[int]:
    """Return for each node the first node after its subtree; a node precedes its descendants."""
    ends = list(range(1, len(tree.nodes) + 1))
    for index, parent in reversed(list(enumerate(tree.parents()))):
        if parent is not None:
            above, _ = parent
            ends[above] = max(ends[above], ends[index])
    return ends


def check_not_subgame_perfect(
    tree: ExtensiveForm, plans: Sequence[Plan], subgame: int, player: int, deviation: Plan
) -> Fraction:
    """Return what a player gains at least by another plan in a subgame: the plans are not subgame perfect.

    The player's own actions lead to the subgame. If the other player's do too, the deviation gains against this plan.
    If not, the plan says nothing there, and no actions that may be added make an equilibrium: in a subgame-perfect
    equilibrium (Selten 1965) they are a best response, and the deviation gains against every best response. Of these
    the one with the least gain is a maximum of pairs at each information set, the last ones first. Subgames of the
    subgame with only one payoff in a subgame-perfect equilibrium are replaced by it. Cost: the nodes.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with perfect recall and two players.
    plans : sequence of mappings
        The realization plan of each player in the whole game: the weight of each action, by the number of its
        information set and its index there. A missing weight is 0.
    subgame : int
        The first node of a subgame; 0 for the whole game.
    player : int
        The player who deviates, 1 or 2.
    deviation : mapping
        A realization plan of the player in `without_forced_parts(tree, subgame)`.

    Returns
    -------
    Fraction
        The least gain; it is positive.

    Raises
    ------
    CertificateError
        If one of the plans is none, if the player's plan does not lead to the subgame, if a player forgets something,
        or if the deviation does not gain against some best response.

    References
    ----------
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }''')
    >>> out, fight, share = {(1, 1): 1}, {(1, 0): 1}, {(1, 1): 1}
    >>> check_not_subgame_perfect(tree, [out, fight], 1, 2, share)
    Fraction(2, 1)
    >>> check_not_subgame_perfect(tree, [out, share], 1, 2, fight)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 2 gains -2 by the deviation, against a best response
    """
    two = len(tree.players) == len(plans) == 2
    require(two and player in (1, 2), "there is no player {} of two", player)
    other = 3 - player
    for number, plan in enumerate(plans, 1):
        choices = last_choices(tree, number)
        check_recall(tree, number, choices)
        check_plan(tree, number, choices, plan)
    part = without_forced_parts(tree, subgame)
    check_plan(part, player, last_choices(part, player), deviation)
    given = _plan_inside(tree, player, plans[player - 1], subgame)
    response = _plan_inside(tree, other, plans[other - 1], subgame)
    require(given is not None, "player {}: the plan does not lead to node {}", player, subgame)
    gain = _least_gain(part, player, (given or {}, deviation), response)
    require(gain > 0, "player {} gains {} by the deviation, against a best response", player, gain)
    return gain


def _plan_inside(tree: ExtensiveForm, player: int, plan: Plan, subgame: int) -> Plan | None:
    """Return a plan as one of a subgame; None if it does not lead there."""
    total = weight_in(plan, last_choices(tree, player)[subgame])
    if not total:
        return None
    return {choice: weight / total for choice, weight in plan.items()}


def _least_gain(part: ExtensiveForm, player: int, plans: tuple[Plan, Plan], response: Plan | None) -> Fraction:
    """Return what the second plan gains over the first: against a response, or against the worst best response."""
    given, deviation = plans
    other = 3 - player
    choices = last_choices(part, player)
    other_choices = last_choices(part, other)
    shares = []
    for node, payoffs in payoffs_times_chance(part).items():
        before = to_flint(weight_in(given, choices[node]))
        after = to_flint(weight_in(deviation, choices[node]))
        loss = (before - after) * to_flint(payoffs[player - 1])
        to_other = before * to_flint(payoffs[other - 1])
        shares.append((node, (to_other, loss)))
    if response is None:  # of the best responses, that with the greatest loss
        _, greatest_loss = greatest_sums(part, other, other_choices, shares)
        return -to_fraction(greatest_loss)
    # the other player's plan leads to the subgame, so that it says what the response is
    total = Fraction(0)
    for node, (_, loss) in shares:
        total += to_fraction(loss) * weight_in(response, other_choices[node])
    return -total


def without_forced_parts(tree: ExtensiveForm, root: int) -> ExtensiveForm:
    """Return a subgame in which each inner subgame with only one payoff is replaced by it.

    Where one player moves, and all best plans have the same payoffs for both, every subgame-perfect equilibrium has
    these payoffs. The innermost subgames come first.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "go" "stop" } 0 p "" 1 2 "" { "x" "y" } 0 t "" 1 "" { 3 1 } t "" 2 "" { 2 2 }
    ...     t "" 3 "" { 1 1 } t "" 4 "" { 0 0 }''')
    >>> [node.player for node in without_forced_parts(tree, 1).nodes]
    [2, None, None]
    """
    ends = {0: len(tree.nodes), **dict(proper_subgames(tree))}
    require(root in ends, "no subgame begins at node {}", root)
    forced: dict[int, Sequence[Fraction]] = {}
    end = ends[root]
    inside = [inner for inner in ends if root < inner < end]
    for inner in sorted(inside, reverse=True):
        payoffs = _forced_payoffs(part_of(tree, inner, ends, forced))
        if payoffs is not None:
            forced[inner] = payoffs
    return part_of(tree, root, ends, forced)


def part_of(
    tree: ExtensiveForm, root: int, ends: Mapping[int, int], forced: Mapping[int, Sequence[Fraction]]
) -> ExtensiveForm:
    """Return a subgame in which the inner subgames with known payoffs are terminal nodes.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 p "" 1 2 "" { "on" } 0 t "" 0')
    >>> [node.player for node in part_of(tree, 0, {0: 4, 2: 4}, {2: [Fraction(3)]}).nodes]
    [1, None, None]
    """
    outcomes = dict(tree.outcomes)
    nodes: list[Node] = []
    index = root
    while index < ends[root]:
        node = tree.nodes[index]
        if index not in forced:  # a node precedes its descendants, which follow it without a gap
            nodes.append(node)
            index += 1
            continue
        number = max(outcomes, default=0) + 1
        outcomes[number] = Outcome("", tuple(forced[index]))
        nodes.append(Node(node.name, None, 0, number))
        index = ends[index]
    return replace(tree, nodes=tuple(nodes), outcomes=outcomes)


def _forced_payoffs(part: ExtensiveForm) -> tuple[Fraction, ...] | None:
    """Return the payoffs of both players if at most one moves, and all best plans have the same payoffs."""
    active = {node.player for node in part.nodes if node.player}
    if len(active) > 1:
        return None  # the payoffs depend on what one player expects of the other
    player = min(active, default=1)  # without moves of players, all is chance
    kind: list[tuple[int, Share]] = []  # of the best plans, the best for the other player
    unkind: list[tuple[int, Share]] = []  # and the worst
    for node, payoffs in payoffs_times_chance(part).items():
        payoff = to_flint(payoffs[player - 1])
        other = to_flint(payoffs[2 - player])
        kind.append((node, (payoff, other)))
        unkind.append((node, (payoff, -other)))
    choices = last_choices(part, player)
    best, greatest = greatest_sums(part, player, choices, kind)
    _, least = greatest_sums(part, player, choices, unkind)
    if greatest != -least:
        return None  # the player has best plans between which the other one would choose
    if player == 1:
        both = (best, greatest)
    else:
        both = (greatest, best)
    return tuple(map(to_fraction, both))


def check_regret(
    tree: ExtensiveForm, plans: Sequence[Plan], deviations: Sequence[Plan]
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the expected payoff of each player, and how much more the player's best plan gets against the others.

    The certificate is a deviation of each player that attains the gain. No plan gains more: with perfect recall the
    greatest payoff is a maximum at each information set, the last ones first. Cost: the nodes, times the square of the
    number of players.

    Parameters
    ----------
    tree : ExtensiveForm
        A tree with perfect recall.
    plans : sequence of mappings
        For each player the weight of each action, by the number of its information set and its index there. A
        missing weight is 0.
    deviations : sequence of mappings
        For each player a plan that gains most.

    Returns
    -------
    tuple of pairs
        For each player the payoff and the gain.

    Raises
    ------
    CertificateError
        If a plan is none, a player forgets something, a number is not exact, or another plan gains more.

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> stay, go = {(1, 0): Fraction(1)}, {(1, 1): Fraction(1)}
    >>> check_regret(tree, [stay], [go])
    ((Fraction(1, 1), Fraction(1, 1)),)
    >>> check_regret(tree, [stay], [stay])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gets 2 by the best plan, not 1
    """
    pairs = payoffs_and_best(tree, plans)
    require_one_each(tree, deviations, "deviations")
    regrets = []
    for index, deviation in enumerate(deviations):
        changed = list(plans)
        changed[index] = deviation
        attained, _ = payoffs_and_best(tree, changed)[index]
        payoff, best = pairs[index]
        require(attained == best, "player {} gets {} by the best plan, not {}", index + 1, best, attained)
        regrets.append((payoff, best - payoff))
    return tuple(regrets)


# The choices of the players along each play


def information_sets(tree: ExtensiveForm) -> dict[tuple[int, int], list[int]]:
    """Return the nodes of each information set of a player.

    >>> from gametheory.formats.gambit import read_efg
    >>> information_sets(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    {(1, 1): [0]}
    """
    nodes: dict[tuple[int, int], list[int]] = {}
    for index, node in enumerate(tree.nodes):
        if node.player:
            nodes.setdefault(node.set_key, []).append(index)
    return nodes


def last_choices(tree: ExtensiveForm, player: int) -> list[Choice]:
    """Return a player's last choice on the way to each node.

    >>> from gametheory.formats.gambit import read_efg
    >>> last_choices(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0'), 1)
    [None, (7, 0), (7, 1)]
    """
    choices: list[Choice] = []
    for parent in tree.parents():
        if parent is None:
            choices.append(None)
            continue
        index, action = parent
        node = tree.nodes[index]
        if node.player == player:
            choices.append((node.information_set, action))
        else:
            choices.append(choices[index])
    return choices


def choices_before(tree: ExtensiveForm, player: int, choices: list[Choice]) -> dict[int, Choice]:
    """Return the choice before each information set of a player, each set after those that its choice passes.

    >>> from gametheory.formats.gambit import read_efg
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

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 p "" 1 7 0 t "" 0 t "" 0 t "" 0')
    >>> check_recall(tree, 1, last_choices(tree, 1))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 does not remember all at information set 7
    """
    parents = choices_before(tree, player, choices)
    for node, choice in zip(tree.nodes, choices, strict=True):
        if node.player != player:
            continue
        remembers = parents[node.information_set] == choice
        require(remembers, "player {} does not remember all at information set {}", player, node.information_set)


def chance_before(tree: ExtensiveForm, parent: tuple[int, int] | None) -> Fraction:
    """Return the probability that chance makes the move to a node; 1 if a player makes it.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } c "" 1 "" { "a" 1/3 "b" 2/3 } 0 t "" 0 t "" 0')
    >>> [str(chance_before(tree, parent)) for parent in tree.parents()]
    ['1', '1/3', '2/3']
    """
    if parent is None:
        return Fraction(1)
    index, action = parent
    node = tree.nodes[index]
    if node.player != CHANCE:
        return Fraction(1)
    return tree.information_sets[node.set_key].probabilities[action]


def payoffs_times_chance(tree: ExtensiveForm) -> dict[int, tuple[Fraction, ...]]:
    """Return for each terminal node the sum of the payoffs along its play, times the probability of chance.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } c "" 1 "" { "a" 1/3 "b" 2/3 } 1 "" { 1 } t "" 0 t "" 2 "" { 2 }')
    >>> {node: str(payoff) for node, (payoff,) in payoffs_times_chance(tree).items()}
    {1: '1/3', 2: '2'}
    """
    chances: list[Fraction] = []
    sums: list[tuple[Fraction, ...]] = []  # of the payoffs on the way to each node
    for node, parent in zip(tree.nodes, tree.parents(), strict=True):
        chance = chance_before(tree, parent)
        payoffs = (Fraction(0),) * len(tree.players)
        if parent is not None:
            chance *= chances[parent[0]]
            payoffs = sums[parent[0]]
        if node.outcome:
            gets = tree.outcomes[node.outcome].payoffs
            payoffs = tuple(map(add, payoffs, gets))
        chances.append(chance)
        sums.append(payoffs)
    ends = {}
    for index, node in enumerate(tree.nodes):
        if node.player is None:
            chance = chances[index]
            ends[index] = tuple(chance * payoff for payoff in sums[index])
    return ends
