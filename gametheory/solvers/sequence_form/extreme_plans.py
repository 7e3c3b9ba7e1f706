"""The extreme realization plans of one player: the vertices of the regions with the same best replies."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from flint import fmpz_mat

from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm
from gametheory.solvers.bimatrix.polytope import Ray, TooManyVertices, cut_cone
from gametheory.solvers.sequence_form.equilibrium import integer_payoffs

Normal: TypeAlias = list[int]


class ExtremePlan(NamedTuple):
    """A realization plan that its zero weights and its best replies determine.

    Attributes
    ----------
    plan
        The weight of each sequence.
    played
        A set of bits: the sequences with positive weight.
    replies
        A set of bits: the sequences of the opponent that belong to a best reply.
    """

    plan: RealizationPlan
    played: int
    replies: int


def extreme_plans(form: SequenceForm, player: int, limit: int) -> list[ExtremePlan]:
    """Return the extreme realization plans of player 0 or 1 of a two-player game.

    The polyhedron of the plans x of the player and of values q of the opponent's information sets has an inequality for
    each weight, and one for each action of the opponent: the value of the set is at least the payoff of the action plus
    the values of the next sets (Koller, Megiddo and von Stengel 1996). The double description method in integers
    enumerates the vertices. Values of sets that no best reply reaches are not determined by x, so several vertices can
    have the same plan, and a plan can lie between others: such plans are left out. Cost: for each inequality the number
    of pairs of rays on different sides, times the number of inequalities.

    Parameters
    ----------
    form
        The sequence form of a game of two players.
    player
        0 or 1.
    limit
        Greatest number of vertices after each inequality.

    Returns
    -------
    list of ExtremePlan
        Different plans.

    Raises
    ------
    TooManyVertices
        As soon as an inequality leaves more than `limit` vertices.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = '''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "h" "t" } 0 p "" 2 1 "" { "h" "t" } 0 t "" 1 "" { 1 0 }
    ...     t "" 2 "" { 0 3 } p "" 2 1 0 t "" 2 t "" 1'''
    >>> plans = extreme_plans(sequence_form(read_efg(tree)), 0, 100)
    >>> sorted(tuple(map(str, plan)) for plan, _, _ in plans)
    [('1', '0', '1'), ('1', '1', '0'), ('1', '1/2', '1/2')]
    """
    own, other = form.players[player], form.players[1 - player]
    if _count_pure_plans(own) > limit:  # the vertices before the first inequality of the opponent
        raise TooManyVertices(limit)
    payoffs = integer_payoffs(form, 1 - player, 1 - player)
    size = len(own) - len(own.sets) + len(other.sets)
    weights = _weight_normals(own, size)
    rays = {tuple(int(i == j) for j in range(size)): (1 << size) - 1 ^ 1 << i for i in range(size)}
    for facet, normal in enumerate(_cuts(own, other, weights, payoffs), size):
        rays = cut_cone(rays, normal, 1 << facet, limit)
    plans = {_integer_plan(ray, weights) for ray in rays if ray[0]}
    return [extreme for plan in sorted(plans) if (extreme := _extreme_plan(own, other, payoffs, plan))]


def _count_pure_plans(own: PlayerSequences) -> int:
    """Count the plans without mixtures: a product over sets that are reached together, a sum over actions."""
    counts = [1] * len(own)
    for part in reversed(own.sets):
        counts[part.parent] *= sum(counts[sequence] for sequence in part.sequences)
    return counts[0]


def _weight_normals(own: PlayerSequences, size: int) -> list[Normal]:
    """Return each weight as a linear function of the coordinates.

    Coordinate 0 is the weight of the empty sequence. Then follow the weights of all actions but the first at each
    information set, and last one slack for each information set of the opponent.
    """
    normals, used = [[int(index == 0) for index in range(size)]], 1
    for part in own.sets:
        others = [[int(index == used + k) for index in range(size)] for k in range(len(part.sequences) - 1)]
        used += len(others)
        normals.append([entry - sum(column) for entry, *column in zip(normals[part.parent], *others, strict=True)])
        normals += others
    return normals


def _cuts(
    own: PlayerSequences, other: PlayerSequences, weights: list[Normal], payoffs: list[dict[int, int]]
) -> list[Normal]:
    """Return the inequalities that are no coordinates: the first weight of each set, and slacks of the opponent."""
    size = len(weights[0])
    cuts = [weights[part.sequences[0]] for part in own.sets]
    gains = [[0] * size for _ in other.choices]
    for reply, line in enumerate(payoffs):
        for sequence, payoff in line.items():
            gains[reply] = [a + payoff * b for a, b in zip(gains[reply], weights[sequence], strict=True)]
    slacks: list[Normal] = []
    for index, part in reversed(list(enumerate(other.sets, size - len(other.sets)))):
        first, *rest = part.sequences
        value = list(gains[first])
        value[index] += 1
        slacks = [[a - b for a, b in zip(value, gains[reply], strict=True)] for reply in rest] + slacks
        gains[part.parent] = [a + b for a, b in zip(gains[part.parent], value, strict=True)]
    return cuts + slacks


def _integer_plan(ray: Ray, weights: list[Normal]) -> tuple[int, ...]:
    """Return the weights of a ray as integers in lowest terms; the first one is their common denominator."""
    plan = [sum(map(int.__mul__, ray, normal)) for normal in weights]
    divisor = gcd(*plan)
    return tuple(weight // divisor for weight in plan)


def plan_with_replies(form: SequenceForm, player: int, plan: RealizationPlan) -> ExtremePlan:
    """Return any realization plan of player 0 or 1, extreme or not, with the best replies to it.

    Cost: the number of profiles of sequences with payoffs.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> bin(plan_with_replies(form, 0, (Fraction(1), Fraction(1), Fraction(0))).replies)
    '0b101'
    """
    common = lcm(*(weight.denominator for weight in plan))
    payoffs = integer_payoffs(form, 1 - player, 1 - player)
    replies = _best_replies(form.players[1 - player], payoffs, tuple(int(weight * common) for weight in plan))
    return ExtremePlan(plan, _bits(s for s, weight in enumerate(plan) if weight), _bits(replies))


def _extreme_plan(
    own: PlayerSequences, other: PlayerSequences, payoffs: list[dict[int, int]], plan: tuple[int, ...]
) -> ExtremePlan | None:
    """Return a plan with its best replies; None if it lies between other plans with the same ones."""
    replies = _best_replies(other, payoffs, plan)
    if not _is_determined(own, other, payoffs, plan, replies):
        return None
    weights = tuple(Fraction(weight, plan[0]) for weight in plan)
    return ExtremePlan(weights, _bits(s for s, weight in enumerate(plan) if weight), _bits(replies))


def _best_replies(other: PlayerSequences, payoffs: list[dict[int, int]], plan: tuple[int, ...]) -> list[int]:
    """Return the sequences of the opponent that belong to a best reply, each after those that lead to it."""
    totals = [sum(payoff * plan[sequence] for sequence, payoff in line.items()) for line in payoffs]
    best: dict[int, list[int]] = {}  # for each information set of the opponent
    for index, part in reversed(list(enumerate(other.sets))):
        value = max(totals[reply] for reply in part.sequences)
        best[index] = [reply for reply in part.sequences if totals[reply] == value]
        totals[part.parent] += value
    replies = [0]
    for reply in replies:  # grows: each best reply leads to the next sets
        replies += [later for index in other.next_sets[reply] for later in best[index]]
    return replies


def _is_determined(
    own: PlayerSequences,
    other: PlayerSequences,
    payoffs: list[dict[int, int]],
    plan: tuple[int, ...],
    replies: list[int],
) -> bool:
    """Return whether a plan is the only one, up to scale, with its zeros and with these replies equally good."""
    played = {sequence: column for column, sequence in enumerate(s for s, weight in enumerate(plan) if weight)}
    reached = [index for reply in replies for index in other.next_sets[reply]]
    value_of = {index: len(played) + column for column, index in enumerate(reached)}
    rows = [
        {played[part.parent]: 1} | {played[s]: -1 for s in part.sequences if s in played}
        for part in own.sets
        if part.parent in played
    ]
    for reply in replies[1:]:
        row = {played[sequence]: -payoff for sequence, payoff in payoffs[reply].items() if sequence in played}
        row |= {value_of[index]: -1 for index in other.next_sets[reply]}
        rows.append(row | {value_of[other.set_of[reply]]: 1})
    unknowns = len(played) + len(value_of)
    entries = [row.get(column, 0) for row in rows for column in range(unknowns)]
    return int(fmpz_mat(len(rows), unknowns, entries).rank()) == unknowns - 1


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
