"""Nash equilibria of two-player games in extensive form, in realization plans.

A constant-sum game is a linear program, `solve_constant_sum`. `lemke_path` finds one equilibrium of any other game by
complementary pivots, and `enumerate_equilibria` all extreme ones, from the extreme plans of both players.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, islice, product
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

import numpy as np
from flint import fmpz_mat

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.normal_form import PayoffMatrix
from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm, SetSequences, sequence_form
from gametheory.parallel.steps import begin_step
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.pivoting import (
    MAX_PIVOTS,
    ONE,
    RATIONALS,
    TIME,
    Arithmetic,
    Coefficient,
    Line,
    Program,
    Rational,
    Row,
    TooManyVertices,
    Whole,
    cut_cone,
    dual_vertices,
    follow_path,
    primal_vertices,
    solve_in_floats,
)
from gametheory.verify import CertificateError, check_tree_equilibrium
from gametheory.verify.complete_list import CompleteList, covering
from gametheory.verify.complete_plans import best_replies, plan_polytope

if TYPE_CHECKING:
    import networkx as nx

MAX_BITS = 20_000


def checked_tree_equilibrium(form: SequenceForm, plans: Sequence[RealizationPlan]) -> Equilibrium:
    """Return an equilibrium that `verify.check_tree_equilibrium` accepts."""
    weights = []
    behavior = []
    for player, plan in zip(form.players, plans, strict=True):
        named = zip(player.choices, plan, strict=True)
        weights.append({choice: weight for choice, weight in named if choice and weight})
        behavior.append(player.behavior(plan))
    payoffs = check_tree_equilibrium(form.tree, weights)
    return Equilibrium(tuple(plans), payoffs, tuple(behavior))


def constant_sum(tree: ExtensiveForm) -> Fraction | None:
    """Return the sum of the payoffs of all players if it is the same at the end of every play, else None.

    Cost: the nodes.
    """
    sums = set()
    for node, payoffs in zip(tree.nodes, tree.payoffs_along(), strict=True):
        if node.player is None:
            sums.add(sum(payoffs, Fraction(0)))
    return sums.pop() if len(sums) == 1 else None


def form_of_table(cells: Mapping[tuple[int, ...], Any]) -> SequenceForm:
    """Return a table, by its profiles, as the sequence form of a tree in which each player moves once.

    >>> [len(player) for player in form_of_table({(0, 0): (0, 0), (0, 1): (3, 1)}).players]
    [2, 3]
    """
    players = []
    for last in map(max, zip(*cells, strict=True)):
        choices = (None, *((1, move) for move in range(last + 1)))
        only_set = SetSequences(1, 0, range(1, last + 2))
        players.append(PlayerSequences(choices, (only_set,)))
    # strategy k of a table is sequence k + 1: sequence 0 is empty
    payoffs = {tuple(move + 1 for move in profile): cell for profile, cell in cells.items()}
    no_tree: Any = None
    return SequenceForm(no_tree, tuple(players), payoffs)


def payoffs_against(form: SequenceForm, receiver: int, player: int, plan: RealizationPlan) -> list[Fraction]:
    """Return the payoff of a player for each sequence of one of two players against a plan of the other."""
    sums = [Fraction(0)] * len(form.players[player])
    for sequences, payoffs in form.payoffs.items():
        sums[sequences[player]] += payoffs[receiver] * plan[sequences[1 - player]]
    return sums


def integer_payoffs(form: SequenceForm, player: int, replier: int) -> list[dict[int, int]]:
    """Return the payoffs of a player of a two-player game as integers: times their common denominator."""
    common = common_denominator(payoffs[player] for payoffs in form.payoffs.values())
    by_reply: list[dict[int, int]] = [{} for _ in form.players[replier].choices]
    for sequences, payoffs in form.payoffs.items():
        row = by_reply[sequences[replier]]
        row[sequences[1 - replier]] = int(payoffs[player] * common)
    return by_reply


def common_denominator(payoffs: Iterable[Fraction]) -> int:
    """Return the least common denominator of payoffs; ValueError if it, or one of them, is too long.

    >>> common_denominator([Fraction(1, 2), Fraction(1, 3)])
    6
    """
    common = 1
    for payoff in payoffs:
        common = lcm(common, payoff.denominator)
        if max(common.bit_length(), payoff.numerator.bit_length()) > MAX_BITS:
            raise ValueError(
                f"payoffs: their common denominator, or one of them, has more than {MAX_BITS:,} bits; "
                "round payoffs and probabilities to a common denominator"
            )
    return common


def longest_number(payoffs: PayoffMatrix) -> int:
    """Return the greatest number of bits of a payoff of a matrix over the common denominator.

    >>> longest_number([[Fraction(1, 2), Fraction(-2)]])
    3
    """
    numbers = list(chain.from_iterable(payoffs))
    common = common_denominator(numbers)
    return max((number.numerator * (common // number.denominator)).bit_length() for number in numbers)


def longest_payoff(form: SequenceForm) -> int:
    """Return the greatest number of bits of a payoff over the common denominator."""
    longest = 0
    for player in (0, 1):
        for row in integer_payoffs(form, player, 0):
            longest = max(longest, *(payoff.bit_length() for payoff in row.values()), 0)
    return longest


def with_two_players(form: SequenceForm) -> SequenceForm:
    """Add a player without a move and with payoff 0 to a game of one player, for the solvers of two."""
    if len(form.players) == 2:
        return form
    tree = form.tree
    outcomes = {}
    for number, outcome in tree.outcomes.items():
        outcomes[number] = replace(outcome, payoffs=(*outcome.payoffs, Fraction(0)))
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
    reach: list[Fraction] = []
    nodes_of: dict[tuple[int, int], list[int]] = {}
    for index, (node, parent) in enumerate(zip(tree.nodes, tree.parents(), strict=True)):
        if parent is None:
            reach.append(Fraction(1))
        else:
            above, action = parent
            reach.append(reach[above] * _probability(tree, equilibrium, above, action))
        if node.player:
            nodes_of.setdefault(node.set_key, []).append(index)
    facts = []
    for player, behavior in enumerate(equilibrium.behavior, 1):
        for number, probabilities in behavior.items():
            nodes = nodes_of[player, number]
            reached = sum((reach[node] for node in nodes), Fraction(0))
            beliefs: dict[int, Fraction] = {}
            if reached:
                beliefs = {node: reach[node] / reached for node in nodes}
            elif equilibrium.beliefs:
                # Bayes' rule says nothing at a set that play does not reach: the refinement gives its beliefs
                beliefs = {node: equilibrium.beliefs[node] for node in nodes}
            facts.append(InformationSetFacts(player, number, probabilities, reached, beliefs))
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
        begin_step("checking both plans")
        try:
            return checked_tree_equilibrium(form, plans)
        except CertificateError:
            continue  # a constraint that seemed tight was not
    return None


def optimal_plans(form: SequenceForm) -> Iterator[tuple[RealizationPlan, RealizationPlan]]:
    """Yield pairs of plans that can be optimal in a constant-sum game of two players; nothing checks them.

    The second plan is that of the dual program, or else of the second player's own program.
    """
    own_length, other_length = map(len, form.players)
    for presolve in (True, False):
        begin_step(f"a linear program for {own_length:,} sequences, in floats")
        program = plan_program(form, 0)
        solved = solve_in_floats(program, presolve)
        if not solved:
            continue
        begin_step("its tight constraints in rationals")
        plans = [tuple(weights[:own_length]) for weights in primal_vertices(program, solved)]
        if not plans:
            continue
        # the multipliers of the replies are the opponent's weights, without that of the empty sequence
        for multipliers in dual_vertices(program, solved):
            reply = (Fraction(1), *multipliers[program.equations :])
            for plan in plans:
                yield plan, reply
        begin_step(f"a linear program for {other_length:,} sequences, in floats")
        program = plan_program(form, 1)
        solved = solve_in_floats(program, presolve)
        if not solved:
            continue
        for weights in primal_vertices(program, solved):
            reply = tuple(weights[:other_length])
            for plan in plans:
                yield plan, reply


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
    own = form.players[player]
    other = form.players[1 - player]
    payoffs = integer_payoffs(form, player, 1 - player)
    greatest = max(map(abs, chain.from_iterable(row.values() for row in payoffs)), default=1)
    unit = 1 << greatest.bit_length()
    value_of = range(len(own), len(own) + len(other.sets))  # the columns of the values
    replies: list[Row] = []
    for reply, row in enumerate(payoffs):
        line = {sequence: -payoff for sequence, payoff in row.items()}
        for index in other.next_sets[reply]:
            line[value_of[index]] = -unit
        if reply:
            line[value_of[other.set_of[reply]]] = unit
        replies.append(line)
    # the row of the empty reply is no constraint but the goal: its payoff plus the values of the first sets
    goal = [-replies[0].get(column, 0) for column in range(value_of.stop)]
    plan: list[Row] = [{0: unit}]
    for part in own.sets:
        plan.append({part.parent: unit} | dict.fromkeys(part.sequences, -unit))
    rows = [*plan, *replies[1:]]
    bounds = [0] * len(rows)
    bounds[0] = unit
    return Program(goal, rows, bounds, len(plan), len(other.sets))


@dataclass(frozen=True, slots=True)
class Mistakes(Generic[Coefficient, Whole]):
    """Least weights of the sequences of both players."""

    arithmetic: Arithmetic[Coefficient, Whole]
    least_weight: Callable[[Line[Coefficient], int], Line[Coefficient]]
    share: Coefficient


NO_MISTAKES: Mistakes[Rational, int] = Mistakes(RATIONALS, lambda _parent, _length: {}, Fraction(0))


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
        plan = [Fraction(1)]
        for sequence in range(1, len(own)):
            numerator, denominator = values.get(variable_of(form, player, sequence), (0, 1))
            plan.append(Fraction(numerator, denominator))
        plans.append(tuple(plan))
    return checked_tree_equilibrium(form, plans)


def initial_rows(form: SequenceForm, mistakes: Mistakes[Coefficient, Whole]) -> dict[int, Line[Coefficient]]:
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
    best, plans = [], []
    for player, own in enumerate(form.players):
        expected = payoffs_against(form, player, player, uniform[1 - player])
        best.append(_best_actions(own, expected, mistakes))
        plans.append(plan_expressions(form, player, best[player], mistakes))
    rows: dict[int, Line[Coefficient]] = {}
    for player in (0, 1):
        # the other player's weights: those of the path, and (1 - t) times uniform behavior
        weights = []
        for line, weight in zip(plans[1 - player].weights, uniform[1 - player], strict=True):
            constant = mistakes.arithmetic.constant(weight)
            weights.append(_sum(line, {ONE: constant, TIME: -constant}))
        slacks = _slack_expressions(form, player, best[player], weights, mistakes)
        for sequence, line in slacks.items():
            rows[variable_of(form, player, sequence) + 1] = line
    for player in (0, 1):
        for sequence in best[player]:
            rows[variable_of(form, player, sequence)] = plans[player].above[sequence]
    return rows


def variable_of(form: SequenceForm, player: int, sequence: int) -> int:
    """Return the variable for the weight of a sequence above the least weight; the next one is its slack."""
    return 2 * (sequence + player * len(form.players[0]))


def _uniform_plan(own: PlayerSequences) -> RealizationPlan:
    """Return the plan that takes all actions at each information set with equal probabilities."""
    behavior = {}
    for part in own.sets:
        size = len(part.sequences)
        behavior[part.number] = (Fraction(1, size),) * size
    return own.plan(behavior)


def _best_actions(own: PlayerSequences, payoffs: list[Fraction], mistakes: Mistakes[Coefficient, Whole]) -> list[int]:
    """Return for each information set the sequence with the greatest payoff from there on."""
    totals = list(map(mistakes.arithmetic.constant, payoffs))
    best: list[int] = []
    # the last sets first: what follows an action is added to it before the action is compared
    for part in reversed(own.sets):
        chosen = part.sequences[0]
        for sequence in part.sequences:
            if _is_positive(totals[sequence] - totals[chosen], mistakes.arithmetic):
                chosen = sequence
        best.append(chosen)
        loss = sum(totals[chosen] - totals[sequence] for sequence in part.sequences)
        totals[part.parent] += totals[chosen] - mistakes.share * loss
    return best[::-1]


def _is_positive(coefficient: Coefficient, arithmetic: Arithmetic[Coefficient, Whole]) -> bool:
    (whole,), _ = arithmetic.without_denominators([coefficient])
    return arithmetic.sign(whole) > 0


@dataclass(frozen=True, slots=True)
class PlanExpressions(Generic[Coefficient]):
    """The weight of each sequence, and the part of it above the least weight, as linear expressions."""

    weights: list[Line[Coefficient]]
    above: list[Line[Coefficient]]


def plan_expressions(
    form: SequenceForm, player: int, best: list[int], mistakes: Mistakes[Coefficient, Whole]
) -> PlanExpressions[Coefficient]:
    """Return the weight of each sequence as an expression in t and the weights of other actions than the best.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 2 0 } t "" 2 "" { 1 0 }'
    >>> lines = plan_expressions(sequence_form(read_efg(tree)), 0, [1], NO_MISTAKES).weights
    >>> [{key: int(number) for key, number in line.items()} for line in lines]
    [{-2: 1}, {-2: 1, 4: -1}, {4: 1}]
    """
    own = form.players[player]
    one = mistakes.arithmetic.constant(Fraction(1))
    plan = PlanExpressions([{TIME: one}], [{}])
    lengths = [0]
    for part, chosen in zip(own.sets, best, strict=True):
        parent = plan.weights[part.parent]
        length = lengths[part.parent]
        least = mistakes.least_weight(parent, length)
        # the best action has what the others leave of the weight of the parent
        rest = dict(parent)
        _add(rest, least, -one * len(part.sequences))
        for sequence in part.sequences:
            if sequence != chosen:
                rest[variable_of(form, player, sequence)] = -one
        for sequence in part.sequences:
            if sequence == chosen:
                above = rest
            else:
                above = {variable_of(form, player, sequence): one}
            plan.above.append(above)
            plan.weights.append(_sum(above, least))
            lengths.append(length + 1)
    return plan


def _slack_expressions(
    form: SequenceForm,
    player: int,
    best: list[int],
    weights: list[Line[Coefficient]],
    mistakes: Mistakes[Coefficient, Whole],
) -> dict[int, Line[Coefficient]]:
    """Return the slack of each sequence that is not the best, against weights of the other player."""
    own = form.players[player]
    constant = mistakes.arithmetic.constant
    one = constant(Fraction(1))
    gains: list[Line[Coefficient]] = [{} for _ in own.choices]
    for sequences, payoffs in form.payoffs.items():
        played = sequences[player]
        reply = sequences[1 - player]
        _add(gains[played], weights[reply], constant(payoffs[player]))
    slacks: dict[int, Line[Coefficient]] = {}
    for part, chosen in reversed(list(zip(own.sets, best, strict=True))):
        # the value of the set is the gain of the best action plus its slack, 0 as long as it is played
        loss: Line[Coefficient] = {variable_of(form, player, chosen) + 1: one}
        value = _sum(gains[chosen], loss)
        for sequence in part.sequences:
            if sequence == chosen:
                continue
            slack = dict(value)
            _add(slack, gains[sequence], -one)
            slacks[sequence] = slack
            if mistakes.share:
                loss = _sum(loss, slack)
        _add(gains[part.parent], value, one)
        if mistakes.share:  # every action is chosen by mistake with this share of the weight of the parent
            _add(gains[part.parent], loss, -mistakes.share)
    return slacks


def _sum(line: Line[Coefficient], other: Line[Coefficient]) -> Line[Coefficient]:
    """Return the sum of two expressions."""
    total = dict(line)
    for variable, coefficient in other.items():
        total[variable] = total[variable] + coefficient if variable in total else coefficient
    return total


def _add(line: Line[Coefficient], other: Line[Coefficient], factor: Coefficient) -> None:
    """Add a multiple of an expression to another one, in place."""
    for variable, coefficient in other.items():
        change = factor * coefficient
        line[variable] = line[variable] + change if variable in line else change


Subsets: TypeAlias = tuple[tuple[int, ...], ...]

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
    certificate: CompleteList | None = None  # that none is missing


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
    pairs = []
    for one, other in mutual_replies(first, second):
        pairs.append((one.plan, other.plan))
        if len(pairs) > limit:
            raise TooManyEquilibria(limit)
    pairs.sort(reverse=True)
    replies = (plan.replies.bit_count() - plan.played.bit_count() for plan in (*first, *second))
    degenerate = max(replies) > 0
    return ExtremeEquilibria(tuple(map(checked, pairs)), maximal_nash_subsets(pairs), degenerate)


def mutual_replies(first: list[ExtremePlan], second: list[ExtremePlan]) -> Iterator[tuple[ExtremePlan, ExtremePlan]]:
    """Yield the pairs in which each plan plays only sequences that belong to best replies to the other.

    Cost: that of `verify.complete_list.covering`.
    """
    longest = 0
    for plan in (*first, *second):
        longest = max(longest, plan.played.bit_length(), plan.replies.bit_length())
    # the labels of a pair: every sequence of both players must be unplayed or a best reply
    every = (1 << longest) - 1
    own = [every ^ plan.played | plan.replies << longest for plan in first]
    others = [plan.replies | (every ^ plan.played) << longest for plan in second]
    for one, other in covering(own, others, 2 * longest):
        yield first[one], second[other]


def maximal_nash_subsets(pairs: Sequence[tuple[Hashable, Hashable]]) -> Subsets | None:
    """Return the maximal complete bipartite subgraphs of the graph of the pairs, as sets of edges."""
    # networkx prints a node when it looks for a loop, and Python does not print long numbers: the nodes are indices
    first, second = zip(*pairs, strict=True)
    rows = {strategy: index for index, strategy in enumerate(first)}
    columns = {strategy: index for index, strategy in enumerate(second)}
    if len(rows) == len(columns) == len(pairs):  # no strategy belongs to two equilibria
        return tuple((index,) for index in range(len(pairs)))
    import networkx as nx  # here, because most tables do without it

    number: dict[tuple[int, int], int] = {}
    graph: nx.Graph[object] = nx.Graph()
    for index, (one, other) in enumerate(pairs):
        row = rows[one]
        column = columns[other]
        number[row, column] = index
        graph.add_edge((0, row), (1, column))
    subsets: list[tuple[int, ...]] = []
    for component in nx.connected_components(graph):
        subgraph = graph.subgraph(component)
        bicliques = _bicliques(subgraph, MAX_SUBSETS - len(subsets))
        if bicliques is None:
            return None
        for nodes in bicliques:
            left = [row for side, row in nodes if side == 0]
            right = [column for side, column in nodes if side == 1]
            indices = sorted(number[edge] for edge in product(left, right))
            if indices:
                subsets.append(tuple(indices))
    return tuple(sorted(subsets))


def _bicliques(component: nx.Graph[Any], most: int) -> list[list[tuple[int, int]]] | None:
    """Return the nodes of each maximal complete bipartite subgraph of a connected graph; None if they are too many."""
    sides: tuple[list[Any], list[Any]] = ([], [])
    for node in component:
        sides[node[0]].append(node)
    # a complete component is one subset, however large it is
    if component.number_of_edges() == len(sides[0]) * len(sides[1]):
        return [list(component)]
    if len(component) > MAX_CONNECTED:
        return None
    import networkx as nx

    # with all rows joined, and all columns, complete bipartite subgraphs become cliques
    joined: nx.Graph[Any] = nx.Graph(component)
    for side in sides:
        joined.add_edges_from(combinations(side, 2))
    cliques = list(islice(nx.find_cliques(joined), MAX_SUBSETS + 1))
    return cliques if len(cliques) <= most else None


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
    own = form.players[player]
    other = form.players[1 - player]
    pure = [1] * len(own)  # the plans without mixtures: the vertices before the first inequality of the opponent
    for part in reversed(own.sets):
        pure[part.parent] *= sum(pure[sequence] for sequence in part.sequences)
    if pure[0] > limit:
        raise TooManyVertices(limit)
    payoffs = integer_payoffs(form, 1 - player, 1 - player)
    polytope = plan_polytope(form, player)
    size = polytope.dimension
    # the cone of the coordinates: each ray is on all facets but one
    all_facets = (1 << size) - 1
    rays = {}
    for facet, unit in enumerate(np.eye(size, dtype=int).tolist()):
        rays[tuple(unit)] = all_facets ^ 1 << facet
    for facet, normal in enumerate(polytope.cuts, size):
        rays = cut_cone(rays, normal, 1 << facet, limit)
    bounded = [ray for ray in rays if ray[0]]
    plans = set()
    for weighted in (fmpz_mat(bounded) * fmpz_mat(polytope.weights).transpose()).tolist():
        line = list(map(int, weighted))
        divisor = gcd(*line)  # the first weight is then the least common denominator
        plans.add(tuple(weight // divisor for weight in line))
    extreme = _with_replies(other, sorted(plans), payoffs)
    if not any(part.parent for part in other.sets):  # the values of all sets are determined, as in a table
        return extreme
    return [plan for plan in extreme if _is_determined(own, other, payoffs, plan)]


def _with_replies(
    other: PlayerSequences, plans: Sequence[tuple[int, ...]], payoffs: list[dict[int, int]]
) -> list[ExtremePlan]:
    """Return plans with the best replies of the opponent to each, whose payoffs are one product of matrices."""
    matrix = []
    for sequence in range(len(plans[0])):
        matrix.append([line.get(sequence, 0) for line in payoffs])
    totals = (fmpz_mat(plans) * fmpz_mat(matrix)).tolist()
    extreme = []
    for plan, row in zip(plans, totals, strict=True):
        played = sum(1 << sequence for sequence, weight in enumerate(plan) if weight)
        replies = sum([1 << reply for reply in best_replies(other, row)])
        extreme.append(ExtremePlan(plan, played, replies))
    return extreme


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
    payoffs = integer_payoffs(form, 1 - player, 1 - player)
    return _with_replies(form.players[1 - player], [weights], payoffs)[0]


def _is_determined(
    own: PlayerSequences, other: PlayerSequences, payoffs: list[dict[int, int]], extreme: ExtremePlan
) -> bool:
    """Return whether a plan is the only one, up to scale, with its zeros and with the same best replies."""
    # the unknowns: the positive weights, and the values of the sets that best replies reach
    column_of = {sequence: column for column, sequence in enumerate(_elements(extreme.played))}
    replies = _elements(extreme.replies)
    value_of: dict[int, int] = {}
    for reply in replies:
        for index in other.next_sets[reply]:
            value_of[index] = len(column_of) + len(value_of)
    rows: list[dict[int, int]] = []
    for part in own.sets:
        if part.parent in column_of:
            row = {column_of[sequence]: -1 for sequence in part.sequences if sequence in column_of}
            rows.append(row | {column_of[part.parent]: 1})
    for reply in replies[1:]:
        row = {value_of[index]: -1 for index in other.next_sets[reply]}
        row[value_of[other.set_of[reply]]] = 1
        for sequence, payoff in payoffs[reply].items():
            if sequence in column_of:
                row[column_of[sequence]] = -payoff
        rows.append(row)
    unknowns = len(column_of) + len(value_of)
    entries = [row.get(column, 0) for row in rows for column in range(unknowns)]
    return int(fmpz_mat(len(rows), unknowns, entries).rank()) == unknowns - 1


def _elements(bits: int) -> list[int]:
    return [index for index in range(bits.bit_length()) if bits >> index & 1]
