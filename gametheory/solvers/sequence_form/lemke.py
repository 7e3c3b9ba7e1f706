"""One Nash equilibrium of a two-player game in extensive form, by complementary pivots on its sequence form."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm
from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots
from gametheory.solvers.sequence_form.equilibrium import TreeEquilibrium, checked_tree_equilibrium

MAX_PIVOTS = 10_000
Line = dict[int, Fraction]  # a linear expression: coefficients by variable

ONE, TIME = -1, -2  # the constant 1, and the share of the plans of the path


def lemke_path(form: SequenceForm, limit: int = MAX_PIVOTS) -> TreeEquilibrium:
    """Return the equilibrium at the end of the path that begins with a best response to uniform play.

    Each player plays against a mixture: the plan of the opponent with weight t, and uniform behavior with weight 1 - t.
    At t = 0 a best response is an equilibrium of this game; Lemke's complementary pivots lead from there to t = 1. The
    path cannot end otherwise (von Stengel, van den Elzen and Talman 2002), and the equilibrium is perfect in the normal
    form, because uniform behavior is completely mixed. Pivots are in integers; the lexicographic rule breaks ties.
    Cost: for each pivot up to the square of the number of sequences of both players; usually few pivots, in the worst
    case exponentially many.

    Parameters
    ----------
    form
        The sequence form of a game of two players.
    limit
        Greatest number of pivots.

    Returns
    -------
    TreeEquilibrium
        One equilibrium.

    Raises
    ------
    TooManyPivots
        After `limit` pivots.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
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
    tableau = _Tableau(_initial_rows(form))
    entering = TIME
    for _ in range(limit):
        left = tableau.pivot(entering)
        if left == ONE:  # all weight is on the plans of the path
            return checked_tree_equilibrium(form, _plans(form, tableau.values()))
        entering = _complement(left)
    raise TooManyPivots(limit)


def _weight(form: SequenceForm, player: int, sequence: int) -> int:
    """Return the number of the variable for the weight of a sequence; 2k and 2k + 1 are complementary."""
    return 2 * (sequence + player * len(form.players[0]))


def _complement(variable: int) -> int:
    return variable ^ 1


def _plans(form: SequenceForm, values: dict[int, Fraction]) -> list[RealizationPlan]:
    plans = []
    for player, own in enumerate(form.players):
        weights = [values.get(_weight(form, player, sequence), Fraction(0)) for sequence in range(1, len(own))]
        plans.append((Fraction(1), *weights))
    return plans


def _initial_rows(form: SequenceForm) -> dict[int, Line]:
    """Return each basic variable as an expression in nonbasic ones: the slacks of other actions than best responses.

    Variables are the weight of each sequence, and its slack: the loss of a player who chooses it. At a best response to
    uniform play, the weights of the best actions and the slacks of all others are basic.
    """
    uniform = [_uniform_plan(own) for own in form.players]
    expected = [_payoffs_against(form, player, uniform[1 - player]) for player in (0, 1)]
    best = [_best_actions(own, payoffs) for own, payoffs in zip(form.players, expected, strict=True)]
    plans = [_plan_expressions(form, player, best[player]) for player in (0, 1)]
    rows: dict[int, Line] = {}
    for player in (0, 1):
        slacks = _slack_expressions(form, player, best[player], plans[1 - player], uniform[1 - player])
        rows |= {_weight(form, player, sequence) + 1: line for sequence, line in slacks.items()}
    for player in (0, 1):
        rows |= {_weight(form, player, sequence): plans[player][sequence] for sequence in best[player]}
    return rows


def _uniform_plan(own: PlayerSequences) -> RealizationPlan:
    weights = [Fraction(1)]
    for part in own.sets:
        weights += [weights[part.parent] / len(part.sequences)] * len(part.sequences)
    return tuple(weights)


def _payoffs_against(form: SequenceForm, player: int, plan: RealizationPlan) -> list[Fraction]:
    """Return the payoff of each own sequence against a plan of the other player."""
    sums = [Fraction(0)] * len(form.players[player])
    for sequences, payoffs in form.payoffs.items():
        sums[sequences[player]] += payoffs[player] * plan[sequences[1 - player]]
    return sums


def _best_actions(own: PlayerSequences, payoffs: list[Fraction]) -> list[int]:
    """Return for each information set the sequence with the greatest payoff from there on."""
    totals, best = list(payoffs), []
    for part in reversed(own.sets):
        best.append(max(part.sequences, key=totals.__getitem__))
        totals[part.parent] += totals[best[-1]]
    return best[::-1]


def _plan_expressions(form: SequenceForm, player: int, best: list[int]) -> list[Line]:
    """Return the weight of each sequence as an expression in t and the weights of other actions than the best."""
    own = form.players[player]
    lines: list[Line] = [{TIME: Fraction(1)}]
    for part, chosen in zip(own.sets, best, strict=True):
        others = {_weight(form, player, sequence): Fraction(-1) for sequence in part.sequences if sequence != chosen}
        for sequence in part.sequences:
            rest = {_weight(form, player, sequence): Fraction(1)}
            lines.append(_sum(lines[part.parent], others) if sequence == chosen else rest)
    return lines


def _slack_expressions(
    form: SequenceForm, player: int, best: list[int], plans: list[Line], uniform: RealizationPlan
) -> dict[int, Line]:
    """Return the slack of each sequence that is not the best, against the plan of the other player."""
    own = form.players[player]
    # the other player's weights: those of the path, and (1 - t) times uniform behavior
    weights = [_sum(line, {ONE: weight, TIME: -weight}) for line, weight in zip(plans, uniform, strict=True)]
    gains: list[Line] = [{} for _ in own.choices]
    for sequences, payoffs in form.payoffs.items():
        _add(gains[sequences[player]], weights[sequences[1 - player]], payoffs[player])
    slacks: dict[int, Line] = {}
    for part, chosen in reversed(list(zip(own.sets, best, strict=True))):
        value = _sum(gains[chosen], {_weight(form, player, chosen) + 1: Fraction(1)})
        for sequence in part.sequences:
            if sequence != chosen:
                slacks[sequence] = dict(value)
                _add(slacks[sequence], gains[sequence], Fraction(-1))
        _add(gains[part.parent], value, Fraction(1))
    return slacks


def _sum(line: Line, other: Line) -> Line:
    total = dict(line)
    _add(total, other, Fraction(1))
    return total


def _add(line: Line, other: Line, factor: Fraction) -> None:
    """Add a multiple of an expression to another one, in place."""
    for variable, coefficient in other.items():
        line[variable] = line.get(variable, Fraction(0)) + factor * coefficient


class _Tableau:
    """Equations in integers, one for each basic variable: d basic + sum of coefficient times nonbasic = constant.

    Each line has its own positive factor d. The last equation is t + (1 - t) = 1; ONE is its variable 1 - t.
    """

    def __init__(self, rows: dict[int, Line]) -> None:
        self.initial = list(rows)
        nonbasic = [TIME, *(_complement(variable) for variable in rows)]
        self.column_of = {variable: column for column, variable in enumerate(nonbasic)}
        self.basis, self.factors, self.lines = [*rows, ONE], [], []
        for row in [*rows.values(), {ONE: Fraction(1), TIME: Fraction(-1)}]:
            common = lcm(*(coefficient.denominator for coefficient in row.values())) if row else 1
            line = [0] * (len(nonbasic) + 1)
            for variable, coefficient in row.items():
                place = -1 if variable == ONE else self.column_of[variable]
                line[place] = int(coefficient * common) * (1 if variable == ONE else -1)
            self.lines.append(line)
            self.factors.append(common)

    def pivot(self, entering: int) -> int:
        """Exchange the entering variable for a basic one, and return that one."""
        column = self.column_of.pop(entering)
        leaving = self._lexicographic_minimum(column)
        line, entry = self.lines[leaving], self.lines[leaving][column]
        factor, left = self.factors[leaving], self.basis[leaving]
        for index, other in enumerate(self.lines):
            multiple = other[column]
            if index == leaving or not multiple:
                continue
            changed = [entry * a - multiple * b if b else entry * a for a, b in zip(other, line, strict=True)]
            changed[column] = -multiple * factor
            divisor = gcd(self.factors[index] * entry, *changed)
            self.factors[index] = self.factors[index] * entry // divisor
            self.lines[index] = [a // divisor for a in changed]
        line[column], self.factors[leaving] = factor, entry
        self.basis[leaving], self.column_of[left] = entering, column
        return left

    def _lexicographic_minimum(self, column: int) -> int:
        """Return the line with the least ratio; the columns of the first basis break ties."""
        candidates = [index for index, line in enumerate(self.lines) if line[column] > 0]
        if len(candidates) > 1:
            candidates = self._least(candidates, column, [line[-1] for line in self.lines])
        if len(candidates) > 1 and any(self.basis[index] == ONE for index in candidates):
            return next(index for index in candidates if self.basis[index] == ONE)
        for variable in self.initial:
            if len(candidates) == 1:
                break
            candidates = self._least(candidates, column, self._column(variable))
        return candidates[0]

    def _column(self, variable: int) -> list[int]:
        """Return the coefficients of a variable in all lines."""
        if variable in self.column_of:
            return [line[self.column_of[variable]] for line in self.lines]
        return [factor * (own == variable) for own, factor in zip(self.basis, self.factors, strict=True)]

    def _least(self, candidates: list[int], column: int, values: list[int]) -> list[int]:
        """Return the candidates whose value, divided by the entry in the column, is least."""
        best = candidates[0]
        for index in candidates:
            if values[index] * self.lines[best][column] < values[best] * self.lines[index][column]:
                best = index
        least, entry = values[best], self.lines[best][column]
        return [index for index in candidates if values[index] * entry == least * self.lines[index][column]]

    def values(self) -> dict[int, Fraction]:
        """Return the value of each basic variable."""
        lines = zip(self.basis, self.factors, self.lines, strict=True)
        return {variable: Fraction(line[-1], factor) for variable, factor, line in lines}
