"""A Nash equilibrium of a game in extensive form, in realization plans.

Zero-sum games in extensive form, exactly: a linear program in floats, whose tight constraints are solved exactly.

One Nash equilibrium of a tree by complementary pivots, from a best response to uniform play.

All extreme Nash equilibria of a two-player game in extensive form, in realization plans.

The extreme realization plans of one player: the vertices of the regions with the same best replies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm, SetSequences, sequence_form
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.pivoting import (
    MAX_PIVOTS,
    ONE,
    RATIONALS,
    TIME,
    Arithmetic,
    Coefficient,
    Line,
    Program,
    Row,
    TooManyVertices,
    cut_cone,
    dual_vertices,
    follow_path,
    primal_vertices,
    solve_in_floats,
)
from gametheory.verify import CertificateError, check_tree_equilibrium

MAX_BITS = 20_000


def checked_tree_equilibrium(form: SequenceForm, plans: Sequence[RealizationPlan]) -> Equilibrium:
    """Return an equilibrium that `verify.check_tree_equilibrium` accepts."""
    weights = [
        {choice: weight for choice, weight in zip(player.choices, plan, strict=True) if choice and weight}
        for player, plan in zip(form.players, plans, strict=True)
    ]
    payoffs = check_tree_equilibrium(form.tree, weights)
    behavior = tuple(player.behavior(plan) for player, plan in zip(form.players, plans, strict=True))
    return Equilibrium(tuple(plans), payoffs, behavior)


def constant_sum(tree: ExtensiveForm) -> Fraction | None:
    """Return the sum of the payoffs of all players if it is the same at the end of every play, else None.

    Cost: the nodes.
    """
    pairs = zip(tree.nodes, tree.payoffs_along(), strict=True)
    ends = {sum(payoffs, Fraction(0)) for node, payoffs in pairs if node.player is None}
    return ends.pop() if len(ends) == 1 else None


def form_of_table(cells: Mapping[tuple[int, ...], Any]) -> SequenceForm:
    """Return a table, by its profiles, as the sequence form of a tree in which each player moves once.

    >>> [len(player) for player in form_of_table({(0, 0): (0, 0), (0, 1): (3, 1)}).players]
    [2, 3]
    """
    players = tuple(
        PlayerSequences((None, *((1, move) for move in range(last + 1))), (SetSequences(1, 0, range(1, last + 2)),))
        for last in map(max, zip(*cells, strict=True))
    )
    tree: Any = None
    return SequenceForm(tree, players, {tuple(each + 1 for each in profile): own for profile, own in cells.items()})


def payoffs_against(form: SequenceForm, receiver: int, player: int, plan: RealizationPlan) -> list[Fraction]:
    """Return the payoff of a player for each sequence of one of two players against a plan of the other."""
    sums = [Fraction(0)] * len(form.players[player])
    for sequences, payoffs in form.payoffs.items():
        sums[sequences[player]] += payoffs[receiver] * plan[sequences[1 - player]]
    return sums


def integer_payoffs(form: SequenceForm, player: int, replier: int) -> list[dict[int, int]]:
    """Return the payoffs of a player of a two-player game as integers: times their common denominator."""
    common = 1
    for payoffs in form.payoffs.values():
        common = lcm(common, payoffs[player].denominator)
        if max(common.bit_length(), payoffs[player].numerator.bit_length()) > MAX_BITS:
            raise ValueError(
                f"payoffs: their common denominator, or one of them, has more than {MAX_BITS:,} bits; "
                "round payoffs and probabilities to a common denominator"
            )
    by_reply: list[dict[int, int]] = [{} for _ in range(len(form.players[replier]))]
    for sequences, payoffs in form.payoffs.items():
        by_reply[sequences[replier]][sequences[1 - replier]] = int(payoffs[player] * common)
    return by_reply


def longest_payoff(form: SequenceForm) -> int:
    """Return the greatest number of bits of a payoff over the common denominator."""
    lines = (line for player in (0, 1) for line in integer_payoffs(form, player, 0))
    return max((payoff.bit_length() for line in lines for payoff in line.values()), default=0)


def with_two_players(form: SequenceForm) -> SequenceForm:
    """Add a player without a move and with payoff 0 to a game of one player, for the solvers of two."""
    if len(form.players) == 2:
        return form
    tree = form.tree
    outcomes = {
        number: replace(outcome, payoffs=(*outcome.payoffs, Fraction(0))) for number, outcome in tree.outcomes.items()
    }
    return sequence_form(replace(tree, players=(*tree.players, ""), outcomes=outcomes))


class InformationSetFacts(NamedTuple):
    """What an equilibrium says about one information set."""

    player: int
    number: int
    probabilities: tuple[Fraction, ...]
    reached: Fraction
    beliefs: dict[int, Fraction]


def information_set_facts(tree: ExtensiveForm, equilibrium: Equilibrium) -> list[InformationSetFacts]:
    """Return the facts about each information set at which an equilibrium says what to do.

    Cost: the nodes.

    >>> from gametheory import nash
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" } c "" 1 "" { "dry" 2/3 "rain" 1/3 } 0
    ...     p "" 1 1 "" { "walk" "ride" } 0 t "" 1 "" { 3 } t "" 2 "" { 2 } p "" 1 1 0 t "" 3 "" { 0 } t "" 2''')
    >>> (facts,) = information_set_facts(tree, nash(tree).equilibria[0])
    >>> facts.reached, facts.beliefs
    (Fraction(1, 1), {1: Fraction(2, 3), 4: Fraction(1, 3)})
    """
    probabilities: list[Fraction] = []
    nodes: dict[tuple[int, int], dict[int, Fraction]] = {}
    for index, (node, parent) in enumerate(zip(tree.nodes, tree.parents(), strict=True)):
        above = _probability(tree, equilibrium, *parent) * probabilities[parent[0]] if parent else Fraction(1)
        probabilities.append(above)
        if node.player:
            nodes.setdefault(node.set_key, {})[index] = above
    facts = []
    for player, behavior in enumerate(equilibrium.behavior, 1):
        for number, own in behavior.items():
            reached = sum(nodes[player, number].values(), Fraction(0))
            beliefs = {node: equilibrium.beliefs[node] for node in nodes[player, number] if equilibrium.beliefs}
            if reached:
                beliefs = {node: chance / reached for node, chance in nodes[player, number].items()}
            facts.append(InformationSetFacts(player, number, own, reached, beliefs))
    return facts


def _probability(tree: ExtensiveForm, equilibrium: Equilibrium, index: int, action: int) -> Fraction:
    """Return the probability of an action at a node; 0 where the equilibrium says nothing."""
    node = tree.nodes[index]
    if node.player == CHANCE or node.player is None:
        return tree.information_sets[node.set_key].probabilities[action]
    behavior = equilibrium.behavior[node.player - 1].get(node.information_set)
    return behavior[action] if behavior else Fraction(0)


def solve_constant_sum(form: SequenceForm) -> Equilibrium | None:
    """Return an equilibrium of a constant-sum game of two players, in rationals; None if rounding errors prevent it.

    The linear program of Koller, Megiddo and von Stengel (1996) has one variable for each sequence of a player and for
    each information set of the opponent. HiGHS solves it in floats by the dual simplex method, so both the primal and
    the dual solution are vertices. A vertex is determined by its tight constraints: they are solved in rationals, once
    for each player. `verify.check_tree_equilibrium` decides: each plan is a best response to the other. Cost: that of
    HiGHS, plus for each player a sparse linear system with the number of sequences that are played, plus the number of
    information sets of the opponent.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = '''EFG 2 R "" { "even" "odd" } p "" 1 1 "" { "h" "t" } 0
    ...     p "" 2 1 "" { "h" "t" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { -1 1 } p "" 2 1 0 t "" 2 t "" 1'''
    >>> solve_constant_sum(sequence_form(read_efg(tree))).plans[0]
    (Fraction(1, 1), Fraction(1, 2), Fraction(1, 2))

    References
    ----------
    D. Koller, N. Megiddo and B. von Stengel, Efficient computation of equilibria for extensive two-person games, Games
    and Economic Behavior 14 (1996).
    """
    for plans in optimal_plans(form):
        try:
            return checked_tree_equilibrium(form, plans)
        except CertificateError:
            continue  # a constraint that seemed tight was not
    return None


def optimal_plans(form: SequenceForm) -> Iterator[tuple[RealizationPlan, RealizationPlan]]:
    """Yield pairs of plans that can be optimal in a constant-sum game of two players; nothing checks them.

    The second plan is that of the dual program, or else of the second player's own program.
    """
    for presolve in (True, False):
        first = plan_program(form, 0)
        if solved := solve_in_floats(first, presolve):
            plans = [tuple(weights[: len(form.players[0])]) for weights in primal_vertices(first, solved)]
            for multipliers in dual_vertices(first, solved) if plans else ():
                yield from ((plan, (Fraction(1), *multipliers[first.equations :])) for plan in plans)
            second = plan_program(form, 1)
            if plans and (solved := solve_in_floats(second, presolve)):
                for weights in primal_vertices(second, solved):
                    yield from ((plan, tuple(weights[: len(form.players[1])])) for plan in plans)


def plan_program(form: SequenceForm, player: int) -> Program:
    """Return the linear program of player 0 or 1: maximize the payoff against the best reply.

    The columns are the weights of the own sequences, and then a value for each information set of the other player. The
    rows are the equations of the plan, and then for each reply that the value at its set is at most its payoff. Values
    are multiples of a unit.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 2 1 "" { "in" "out" } 0 t "" 1 "" { 3 -3 } t "" 2 "" { 1 -1 }'
    >>> plan_program(sequence_form(read_efg(tree)), 0)[:3]
    ([0, 4], [{0: 4}, {0: -3, 1: 4}, {0: -1, 1: 4}], [4, 0, 0])
    """
    own, other = form.players[player], form.players[1 - player]
    payoffs = integer_payoffs(form, player, 1 - player)
    unit = 1 << max((abs(payoff) for row in payoffs for payoff in row.values()), default=1).bit_length()
    replies = []
    for reply, row in enumerate(payoffs):
        line = {sequence: -payoff for sequence, payoff in row.items()}
        line |= {len(own) + index: -unit for index in other.next_sets[reply]}
        replies.append(line | ({len(own) + other.set_of[reply]: unit} if reply else {}))
    goal = [-replies[0].get(column, 0) for column in range(len(own) + len(other.sets))]
    plan = [{0: unit}, *({part.parent: unit} | dict.fromkeys(part.sequences, -unit) for part in own.sets)]
    rows: list[Row] = [*plan, *replies[1:]]
    return Program(goal, rows, [unit] + [0] * (len(rows) - 1), len(plan), len(other.sets))


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Least weights of the sequences of both players."""

    arithmetic: Arithmetic
    least_weight: Callable[[Line, int], Line]
    share: Coefficient


NO_MISTAKES = Mistakes(RATIONALS, lambda _parent, _length: {}, Fraction(0))


def lemke_path(form: SequenceForm, limit: int = MAX_PIVOTS) -> Equilibrium:
    """Return the equilibrium at the end of the path that begins with a best response to uniform play.

    Each player plays against a mixture: the plan of the opponent with weight t, and uniform behavior with weight 1 - t.
    At t = 0 a best response is an equilibrium of this game; Lemke's complementary pivots lead from there to t = 1. The
    path cannot end otherwise (von Stengel, van den Elzen and Talman 2002), and the equilibrium is perfect in the normal
    form, because uniform behavior is completely mixed. Pivots are in integers; the lexicographic rule breaks ties.
    Cost: for each pivot up to the square of the number of sequences of both players; usually few pivots, in the worst
    case exponentially many.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = '''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0
    ...     t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''
    >>> [tuple(map(int, plan)) for plan in lemke_path(sequence_form(read_efg(tree))).plans]
    [(1, 1, 0), (1, 0, 1)]

    References
    ----------
    B. von Stengel, A. van den Elzen and D. Talman, Computing normal form perfect equilibria for extensive two-person
    games, Econometrica 70 (2002). C. E. Lemke, Bimatrix equilibrium points and mathematical programming (1965).
    """
    values = follow_path(initial_rows(form, NO_MISTAKES), RATIONALS, limit)
    plans = []
    for player, own in enumerate(form.players):
        variables = [variable_of(form, player, sequence) for sequence in range(1, len(own))]
        plans.append((Fraction(1), *(Fraction(*values.get(variable, (0, 1))) for variable in variables)))
    return checked_tree_equilibrium(form, plans)


def initial_rows(form: SequenceForm, mistakes: Mistakes) -> dict[int, Line]:
    """Return each basic variable as an expression in nonbasic ones: the slacks of other actions than best responses.

    Variables are the weight of each sequence above the least weight, and its slack: the loss of a player who chooses
    it. At a best response to uniform play, the weights of the best actions and the slacks of all others are basic.
    Cost: the number of profiles of sequences with payoffs, times the number of sequences.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 2 0 } t "" 2 "" { 1 0 }'
    >>> rows = initial_rows(sequence_form(read_efg(tree)), NO_MISTAKES)
    >>> {variable: {key: str(number) for key, number in row.items()} for variable, row in rows.items()}
    {5: {-2: '0', -1: '1', 3: '1'}, 2: {-2: '1', 4: '-1'}}
    """
    uniform = [_uniform_plan(own) for own in form.players]
    expected = [payoffs_against(form, player, player, uniform[1 - player]) for player in (0, 1)]
    best = [_best_actions(own, payoffs, mistakes) for own, payoffs in zip(form.players, expected, strict=True)]
    plans = [plan_expressions(form, player, best[player], mistakes) for player in (0, 1)]
    rows: dict[int, Line] = {}
    for player in (0, 1):
        # the other player's weights: those of the path, and (1 - t) times uniform behavior
        constants = map(mistakes.arithmetic.constant, uniform[1 - player])
        pairs = zip(plans[1 - player].weights, constants, strict=True)
        weights = [_sum(line, {ONE: weight, TIME: -weight}) for line, weight in pairs]
        slacks = _slack_expressions(form, player, best[player], weights, mistakes)
        rows |= {variable_of(form, player, sequence) + 1: line for sequence, line in slacks.items()}
    for player in (0, 1):
        rows |= {variable_of(form, player, sequence): plans[player].above[sequence] for sequence in best[player]}
    return rows


def variable_of(form: SequenceForm, player: int, sequence: int) -> int:
    """Return the variable for the weight of a sequence above the least weight; the next one is its slack."""
    return 2 * (sequence + player * len(form.players[0]))


def _uniform_plan(own: PlayerSequences) -> RealizationPlan:
    weights = [Fraction(1)]
    for part in own.sets:
        weights += [weights[part.parent] / len(part.sequences)] * len(part.sequences)
    return tuple(weights)


def _best_actions(own: PlayerSequences, payoffs: list[Fraction], mistakes: Mistakes) -> list[int]:
    """Return for each information set the sequence with the greatest payoff from there on."""
    totals, best = list(map(mistakes.arithmetic.constant, payoffs)), list[int]()
    for part in reversed(own.sets):
        chosen = part.sequences[0]
        for sequence in part.sequences:
            if _is_positive(totals[sequence] - totals[chosen], mistakes.arithmetic):
                chosen = sequence
        best.append(chosen)
        loss = sum(totals[chosen] - totals[sequence] for sequence in part.sequences)
        totals[part.parent] += totals[chosen] - mistakes.share * loss
    return best[::-1]


def _is_positive(coefficient: Coefficient, arithmetic: Arithmetic) -> bool:
    (whole,), _ = arithmetic.without_denominators([coefficient])
    return arithmetic.sign(whole) > 0


@dataclass(frozen=True, slots=True)
class PlanExpressions:
    """The weight of each sequence, and the part of it above the least weight, as linear expressions."""

    weights: list[Line]
    above: list[Line]


def plan_expressions(form: SequenceForm, player: int, best: list[int], mistakes: Mistakes) -> PlanExpressions:
    """Return the weight of each sequence as an expression in t and the weights of other actions than the best.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 2 0 } t "" 2 "" { 1 0 }'
    >>> lines = plan_expressions(sequence_form(read_efg(tree)), 0, [1], NO_MISTAKES).weights
    >>> [{key: int(number) for key, number in line.items()} for line in lines]
    [{-2: 1}, {-2: 1, 4: -1}, {4: 1}]
    """
    own, one = form.players[player], mistakes.arithmetic.constant(Fraction(1))
    plan, lengths = PlanExpressions([{TIME: one}], [{}]), [0]
    for part, chosen in zip(own.sets, best, strict=True):
        before = plan.weights[part.parent]
        least = mistakes.least_weight(before, lengths[part.parent])
        rest = dict(before)
        _add(rest, least, -one * len(part.sequences))
        others = {variable_of(form, player, sequence): -one for sequence in part.sequences if sequence != chosen}
        for sequence in part.sequences:
            single = {variable_of(form, player, sequence): one}
            plan.above.append(_sum(rest, others) if sequence == chosen else single)
            plan.weights.append(_sum(plan.above[-1], least))
        lengths += [lengths[part.parent] + 1] * len(part.sequences)
    return plan


def _slack_expressions(
    form: SequenceForm, player: int, best: list[int], weights: list[Line], mistakes: Mistakes
) -> dict[int, Line]:
    """Return the slack of each sequence that is not the best, against weights of the other player."""
    own, constant = form.players[player], mistakes.arithmetic.constant
    gains: list[Line] = [{} for _ in own.choices]
    for sequences, payoffs in form.payoffs.items():
        _add(gains[sequences[player]], weights[sequences[1 - player]], constant(payoffs[player]))
    slacks: dict[int, Line] = {}
    for part, chosen in reversed(list(zip(own.sets, best, strict=True))):
        own_slack = {variable_of(form, player, chosen) + 1: constant(Fraction(1))}
        value = _sum(gains[chosen], own_slack)
        loss = own_slack
        for sequence in part.sequences:
            if sequence != chosen:
                slacks[sequence] = dict(value)
                _add(slacks[sequence], gains[sequence], constant(Fraction(-1)))
                loss = _sum(loss, slacks[sequence]) if mistakes.share else loss
        _add(gains[part.parent], value, constant(Fraction(1)))
        if mistakes.share:  # every action is chosen by mistake with this share of the weight of the parent
            _add(gains[part.parent], loss, -mistakes.share)
    return slacks


def _sum(line: Line, other: Line) -> Line:
    total = dict(line)
    for variable, coefficient in other.items():
        total[variable] = total[variable] + coefficient if variable in total else coefficient
    return total


def _add(line: Line, other: Line, factor: Coefficient) -> None:
    """Add a multiple of an expression to another one, in place."""
    for variable, coefficient in other.items():
        change = factor * coefficient
        line[variable] = line[variable] + change if variable in line else change


Subsets: TypeAlias = tuple[tuple[int, ...], ...]

BLOCK = 1 << 22  # pairs of plans that are compared at a time
MAX_SUBSETS = MAX_CONNECTED = 1_000
MAX_VERTICES, MAX_VERTICES_FIND_ALL = 2_000, 20_000
LONG_PAYOFF = 500  # bits; with longer payoffs the limit on vertices falls in proportion


class TooManyEquilibria(Exception):
    """A game has more extreme equilibria than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} extreme equilibria")


class ExtremeEquilibria(NamedTuple):
    """All extreme equilibria of a game, each of them checked, and the structure of all others."""

    extreme: tuple[Equilibrium, ...]
    subsets: Subsets | None
    degenerate: bool


def vertex_limit(bits: int, find_all: bool) -> int:
    """Return the greatest number of vertices to compute, less with long payoffs."""
    limit = MAX_VERTICES_FIND_ALL if find_all else MAX_VERTICES
    return min(limit, limit * LONG_PAYOFF // max(bits, 1))


def enumerate_equilibria(
    form: SequenceForm, checked: Callable[[tuple[RealizationPlan, RealizationPlan]], Equilibrium], limit: int = 20_000
) -> ExtremeEquilibria:
    """Return all extreme equilibria of a two-player game: pairs of extreme plans that reply to each other.

    Two plans are an equilibrium if and only if every sequence with positive weight belongs to a best reply to the other
    plan. Every equilibrium is a mixture of extreme ones, as in a bimatrix game (Mangasarian 1964), because the plans
    that reply to a given plan, and to which it replies, are a polytope. A maximal Nash subset is a maximal set of plans
    of both players such that all pairs are equilibria (Avis, Rosenberg, Savani and von Stengel 2010, who also show: a
    table is degenerate exactly if a plan has more best replies than actions with positive weight). `checked` makes an
    equilibrium of a pair. Cost: that of `extreme_plans`, plus one comparison for each pair of extreme plans.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> equilibria = enumerate_equilibria(form, lambda pair: Equilibrium(pair, ()))
    >>> [tuple(map(str, one.row + one.column)) for one in equilibria.extreme]
    [('1', '1', '0', '1', '0', '1'), ('1', '0', '1', '1', '1', '0'), ('1', '0', '1', '1', '1/2', '1/2')]
    >>> equilibria.subsets
    ((0,), (1, 2))

    References
    ----------
    D. Avis, G. D. Rosenberg, R. Savani and B. von Stengel, Enumeration of Nash equilibria for two-player games,
    Economic Theory 42 (2010). O. L. Mangasarian, Equilibrium points of bimatrix games, J. SIAM 12 (1964).
    """
    first, second = (extreme_plans(form, player, limit) for player in (0, 1))
    pairs = [(one.plan, other.plan) for one, other in islice(mutual_replies(first, second), limit + 1)]
    if len(pairs) > limit:
        raise TooManyEquilibria(limit)
    pairs.sort(reverse=True)
    degenerate = any(plan.replies.bit_count() > plan.played.bit_count() for plan in (*first, *second))
    return ExtremeEquilibria(tuple(map(checked, pairs)), maximal_nash_subsets(pairs), degenerate)


def mutual_replies(first: list[ExtremePlan], second: list[ExtremePlan]) -> Iterator[tuple[ExtremePlan, ExtremePlan]]:
    """Yield the pairs in which each plan plays only sequences that belong to best replies to the other.

    Cost: one comparison of sets of sequences, in words of 64 bits, for each pair.
    """
    longest = max(bits.bit_length() for plan in (*first, *second) for bits in (plan.played, plan.replies))
    words = longest // 64 + 1
    played, replies = (_words(sets, words) for sets in zip(*((p.played, p.replies) for p in second), strict=True))
    height = max(1, BLOCK // len(second))
    for begin in range(0, len(first), height):
        block = first[begin : begin + height]
        own, best = (_words(sets, words) for sets in zip(*((p.played, p.replies) for p in block), strict=True))
        wrong = np.zeros((len(block), len(second)), np.uint64)
        for word in range(words):  # the sequences that are played and do not belong to a best reply
            wrong |= own[:, word, None] & ~replies[:, word] | played[:, word] & ~best[:, word, None]
        for row, column in zip(*(indices.tolist() for indices in np.nonzero(wrong == 0)), strict=True):
            yield block[row], second[column]


def _words(sets: Sequence[int], words: int) -> NDArray[np.uint64]:
    packed = b"".join(each.to_bytes(8 * words, "little") for each in sets)
    return np.frombuffer(packed, "<u8").reshape(len(sets), words)


def maximal_nash_subsets(pairs: Sequence[tuple[Hashable, Hashable]]) -> Subsets | None:
    """Return the maximal complete bipartite subgraphs of the graph of the pairs, as sets of edges."""
    # networkx prints a node when it looks for a loop, and Python does not print long numbers: the nodes are indices
    rows, columns = ({strategy: index for index, strategy in enumerate(side)} for side in zip(*pairs, strict=True))
    if len(rows) == len(columns) == len(pairs):  # no strategy belongs to two equilibria
        return tuple((index,) for index in range(len(pairs)))
    number = {(rows[row], columns[column]): index for index, (row, column) in enumerate(pairs)}
    graph: nx.Graph[Any] = nx.Graph()
    for row, column in number:
        graph.add_edge((0, row), (1, column))
    subsets: list[tuple[int, ...]] = []
    for component in nx.connected_components(graph):
        sides = [[node for node in component if node[0] == side] for side in (0, 1)]
        subgraph = graph.subgraph(component)
        # A complete component is one subset, however large it is.
        if subgraph.number_of_edges() == len(sides[0]) * len(sides[1]):
            subsets.append(tuple(sorted(number[row, column] for _, row in sides[0] for _, column in sides[1])))
            continue
        if len(component) > MAX_CONNECTED:
            return None
        # With all rows joined, and all columns, complete bipartite subgraphs become cliques.
        joined: nx.Graph[Any] = nx.Graph(subgraph)
        for side in sides:
            joined.add_edges_from((u, v) for i, u in enumerate(side) for v in side[:i])
        cliques = list(islice(nx.find_cliques(joined), MAX_SUBSETS + 1))
        if len(subsets) + len(cliques) > MAX_SUBSETS:
            return None
        edges = [{number[u[1], v[1]] for u in clique for v in clique if u[0] < v[0]} for clique in cliques]
        subsets += [tuple(sorted(edge)) for edge in edges if edge]
    return tuple(sorted(subsets))


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
