"""The extreme realization plans of one player: the vertices of the regions with the same best replies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

from flint import fmpz_mat

from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm
from gametheory.solvers.pivoting import TooManyVertices, cut_cone
from gametheory.solvers.sequence_form.equilibrium import integer_payoffs

Normal: TypeAlias = list[int]


class ExtremePlan(NamedTuple):
    """A realization plan that its zero weights and its best replies determine: its weights are integers."""

    weights: tuple[int, ...]
    played: int
    replies: int

    @property
    def plan(self) -> RealizationPlan:
        """The realization plan: the first weight is 1."""
        return tuple(Fraction(weight, self.weights[0]) for weight in self.weights)


def extreme_plans(form: SequenceForm, player: int, limit: int) -> list[ExtremePlan]:
    """Return the extreme realization plans of player 0 or 1 of a two-player game.

    The polyhedron of the plans x of the player and of values q of the opponent's information sets has an inequality for
    each weight, and one for each action of the opponent: the value of the set is at least the payoff of the action plus
    the values of the next sets (Koller, Megiddo and von Stengel 1996). The double description method in integers
    enumerates the vertices. Values of sets that no best reply reaches are not determined by x, so several vertices can
    have the same plan, and a plan can lie between others: such plans are left out. Cost: for each inequality the number
    of pairs of rays on different sides, times the number of inequalities.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = '''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "h" "t" } 0 p "" 2 1 "" { "h" "t" } 0 t "" 1 "" { 1 0 }
    ...     t "" 2 "" { 0 3 } p "" 2 1 0 t "" 2 t "" 1'''
    >>> plans = extreme_plans(sequence_form(read_efg(tree)), 0, 100)
    >>> sorted(tuple(map(str, extreme.plan)) for extreme in plans)
    [('1', '0', '1'), ('1', '1', '0'), ('1', '1/2', '1/2')]
    """
    own, other = form.players[player], form.players[1 - player]
    pure = [1] * len(own)  # the plans without mixtures: the vertices before the first inequality of the opponent
    for part in reversed(own.sets):
        pure[part.parent] *= sum(pure[sequence] for sequence in part.sequences)
    if pure[0] > limit:
        raise TooManyVertices(limit)
    payoffs = integer_payoffs(form, 1 - player, 1 - player)
    size = len(own) - len(own.sets) + len(other.sets)
    weights = _weight_normals(own, size)
    rays = {tuple(int(i == j) for j in range(size)): (1 << size) - 1 ^ 1 << i for i in range(size)}
    for facet, normal in enumerate(_cuts(own, other, weights, payoffs), size):
        rays = cut_cone(rays, normal, 1 << facet, limit)
    bounded = [ray for ray in rays if ray[0]]
    products = (fmpz_mat(bounded) * fmpz_mat(weights).transpose()).tolist()
    # the first weight is the least common denominator
    lines = [list(map(int, product)) for product in products]
    plans = sorted({tuple(weight // divisor for weight in line) for line in lines for divisor in [gcd(*line)]})
    extreme = _with_replies(other, plans, payoffs)
    if not any(part.parent for part in other.sets):  # the values of all sets are determined, as in a table
        return extreme
    return [each for each in extreme if _is_determined(own, other, payoffs, each)]


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


def _with_replies(
    other: PlayerSequences, plans: Sequence[tuple[int, ...]], payoffs: list[dict[int, int]]
) -> list[ExtremePlan]:
    """Return plans with the best replies of the opponent to each, whose payoffs are one product of matrices."""
    matrix = [[line.get(sequence, 0) for line in payoffs] for sequence in range(len(plans[0]))]
    totals = (fmpz_mat(plans) * fmpz_mat(matrix)).tolist()
    return [
        ExtremePlan(
            plan,
            sum(1 << sequence for sequence, weight in enumerate(plan) if weight),
            sum(1 << reply for reply in _best_replies(other, row)),
        )
        for plan, row in zip(plans, totals, strict=True)
    ]


def plan_with_replies(form: SequenceForm, player: int, plan: RealizationPlan) -> ExtremePlan:
    """Return any realization plan of player 0 or 1, extreme or not, with the best replies to it.

    Cost: the number of profiles of sequences with payoffs.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> bin(plan_with_replies(form, 0, (Fraction(1), Fraction(1), Fraction(0))).replies)
    '0b101'
    """
    common = lcm(*(weight.denominator for weight in plan))
    weights = tuple(int(weight * common) for weight in plan)
    (found,) = _with_replies(form.players[1 - player], [weights], integer_payoffs(form, 1 - player, 1 - player))
    return found


def _best_replies(other: PlayerSequences, totals: list[Any]) -> list[int]:
    """Return the sequences of the opponent that belong to a best reply, each after those that lead to it."""
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
    own: PlayerSequences, other: PlayerSequences, payoffs: list[dict[int, int]], extreme: ExtremePlan
) -> bool:
    """Return whether a plan is the only one, up to scale, with its zeros and with the same best replies."""
    played = {sequence: column for column, sequence in enumerate(_elements(extreme.played))}
    replies = _elements(extreme.replies)
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


def _elements(bits: int) -> list[int]:
    return [index for index in range(bits.bit_length()) if bits >> index & 1]
