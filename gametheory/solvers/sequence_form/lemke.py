"""One Nash equilibrium of a tree by complementary pivots, from a best response to uniform play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.pivoting import MAX_PIVOTS, ONE, RATIONALS, TIME, Arithmetic, Coefficient, Line, follow_path
from gametheory.solvers.sequence_form.equilibrium import checked_tree_equilibrium, payoffs_against


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
