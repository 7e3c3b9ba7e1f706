"""Check that an equilibrium of a game in extensive form is not subgame perfect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from gametheory.model.extensive_form import ExtensiveForm, Node
from gametheory.model.game import Outcome
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.verify.choices import check_recall, last_choices, payoffs_times_chance
from gametheory.verify.errors import require
from gametheory.verify.subgames import proper_subgames
from gametheory.verify.trees import Plan, check_plan, greatest_sums, weight_in


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
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }''')
    >>> out, fight, share = {(1, 1): 1}, {(1, 0): 1}, {(1, 1): 1}
    >>> check_not_subgame_perfect(tree, [out, fight], 1, 2, share)
    Fraction(2, 1)
    >>> check_not_subgame_perfect(tree, [out, share], 1, 2, fight)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 2 gains -2 by the deviation, against a best response
    """
    require(len(tree.players) == len(plans) == 2 and player in (1, 2), "there is no player {} of two", player)
    for each, plan in enumerate(plans, 1):
        check_recall(tree, each, last_choices(tree, each))
        check_plan(tree, each, last_choices(tree, each), plan)
    part = without_forced_parts(tree, subgame)
    check_plan(part, player, last_choices(part, player), deviation)
    given, response = (_plan_inside(tree, each, plans[each - 1], subgame) for each in (player, 3 - player))
    require(given is not None, "player {}: the plan does not lead to node {}", player, subgame)
    gain = _least_gain(part, player, (given or {}, deviation), response)
    require(gain > 0, "player {} gains {} by the deviation, against a best response", player, gain)
    return gain


def _plan_inside(tree: ExtensiveForm, player: int, plan: Plan, subgame: int) -> Plan | None:
    """Return a plan as one of a subgame; None if it does not lead there."""
    total = weight_in(plan, last_choices(tree, player)[subgame])
    return {choice: weight / total for choice, weight in plan.items()} if total else None


def _least_gain(part: ExtensiveForm, player: int, plans: tuple[Plan, Plan], response: Plan | None) -> Fraction:
    """Return what the second plan gains over the first: against a response, or against the worst best response."""
    own, others = last_choices(part, player), last_choices(part, 3 - player)
    shares = []
    for node, payoffs in payoffs_times_chance(part).items():
        before, after = (to_flint(weight_in(each, own[node])) for each in plans)
        loss = (before - after) * to_flint(payoffs[player - 1])
        shares.append((node, (before * to_flint(payoffs[2 - player]), loss)))
    if response is None:
        return -to_fraction(greatest_sums(part, 3 - player, others, shares)[1])
    return -sum((to_fraction(loss) * weight_in(response, others[node]) for node, (_, loss) in shares), Fraction(0))


def without_forced_parts(tree: ExtensiveForm, root: int) -> ExtensiveForm:
    """Return a subgame in which each inner subgame with only one payoff is replaced by it.

    Where one player moves, and all best plans have the same payoffs for both, every subgame-perfect equilibrium has
    these payoffs. The innermost subgames come first.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "go" "stop" } 0 p "" 1 2 "" { "x" "y" } 0 t "" 1 "" { 3 1 } t "" 2 "" { 2 2 }
    ...     t "" 3 "" { 1 1 } t "" 4 "" { 0 0 }''')
    >>> [node.player for node in without_forced_parts(tree, 1).nodes]
    [2, None, None]
    """
    ends = {0: len(tree.nodes), **dict(proper_subgames(tree))}
    require(root in ends, "no subgame begins at node {}", root)
    forced: dict[int, Sequence[Fraction]] = {}
    for inner in sorted((each for each in ends if root < each < ends[root]), reverse=True):
        if payoffs := _forced_payoffs(part_of(tree, inner, ends, forced)):
            forced[inner] = payoffs
    return part_of(tree, root, ends, forced)


def part_of(
    tree: ExtensiveForm, root: int, ends: Mapping[int, int], forced: Mapping[int, Sequence[Fraction]]
) -> ExtensiveForm:
    """Return a subgame in which the inner subgames with known payoffs are terminal nodes.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 p "" 1 2 "" { "on" } 0 t "" 0')
    >>> [node.player for node in part_of(tree, 0, {0: 4, 2: 4}, {2: [Fraction(3)]}).nodes]
    [1, None, None]
    """
    outcomes, nodes, index = dict(tree.outcomes), list[Node](), root
    while index < ends[root]:
        node, following = tree.nodes[index], index + 1
        if index in forced:
            number, following = max(outcomes, default=0) + 1, ends[index]
            outcomes[number] = Outcome("", tuple(forced[index]))
            node = Node(node.name, None, 0, number)
        nodes.append(node)
        index = following
    return replace(tree, nodes=tuple(nodes), outcomes=outcomes)


def _forced_payoffs(part: ExtensiveForm) -> tuple[Fraction, ...] | None:
    """Return the payoffs of both players if at most one moves, and all best plans have the same payoffs."""
    active = {node.player for node in part.nodes if node.player}
    if len(active) > 1:
        return None
    player = min(active, default=1)  # without moves of players, all is chance
    ends = payoffs_times_chance(part).items()
    pairs = [(node, to_flint(payoffs[player - 1]), to_flint(payoffs[2 - player])) for node, payoffs in ends]
    choices = last_choices(part, player)
    best, greatest = greatest_sums(part, player, choices, [(node, (own, other)) for node, own, other in pairs])
    _, least = greatest_sums(part, player, choices, [(node, (own, -other)) for node, own, other in pairs])
    payoffs = (best, greatest) if player == 1 else (greatest, best)
    return tuple(map(to_fraction, payoffs)) if greatest == -least else None
