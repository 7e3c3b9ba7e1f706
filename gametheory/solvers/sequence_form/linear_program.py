"""Zero-sum games in extensive form, exactly: a linear program in floats, whose tight constraints are solved exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gametheory.model.sequence_form import RealizationPlan, SequenceForm
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.pivoting import Program, Row, dual_vertices, primal_vertices, solve_in_floats
from gametheory.solvers.sequence_form.equilibrium import checked_tree_equilibrium, integer_payoffs
from gametheory.verify import CertificateError


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
