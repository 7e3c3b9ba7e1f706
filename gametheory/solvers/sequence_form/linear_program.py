"""Zero-sum games in extensive form, exactly: a linear program in floats, whose tight constraints are solved exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm
from gametheory.numbers.linear_system import solve_integers
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.sequence_form.equilibrium import checked_tree_equilibrium, integer_payoffs
from gametheory.verify import CertificateError

TOLERANCES = (1e-9, 1e-7, 1e-11)


class Program(NamedTuple):
    """The linear program of one player: maximize the payoff against the best reply.

    The variables are the weights of the own sequences, and a value for each information set of the other player.
    """

    own: PlayerSequences
    other: PlayerSequences
    payoffs: list[dict[int, int]]


class FloatSolution(NamedTuple):
    """An optimal solution of a program and of its dual, in floats."""

    weights: list[float]
    slacks: list[float]
    dual_weights: list[float]
    dual_slacks: list[float]


class Vertex(NamedTuple):
    """A vertex of a program: the positive weights, and the best replies at each set of the other player."""

    support: tuple[int, ...]
    tight: tuple[int, ...]


def solve_constant_sum(form: SequenceForm) -> Equilibrium | None:
    """Return an equilibrium of a constant-sum game of two players, in rationals; None if rounding errors prevent it.

    The linear program of Koller, Megiddo and von Stengel (1996) has one variable for each sequence of a player and for
    each information set of the opponent. HiGHS solves it in floats by the dual simplex method, so both the primal and
    the dual solution are vertices. A vertex is determined by its tight constraints: they are solved in rationals, once
    for each player. `verify.check_tree_equilibrium` decides: each plan is a best response to the other. Cost: that of
    HiGHS, plus for each player a sparse linear system with the number of sequences that are played, plus the number of
    information sets of the opponent.

    >>> from gametheory.formats.gambit.efg import read_efg
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
    """Yield pairs of plans that can be optimal in a constant-sum game of two players; nothing checks them."""
    programs = program(form, 0), program(form, 1)
    known: dict[tuple[int, Vertex], RealizationPlan | None] = {}
    for vertices in _guesses(*programs):
        for key in enumerate(vertices):
            known[key] = known[key] if key in known else plan_at_vertex(programs[key[0]], key[1])
        first, second = (known[key] for key in enumerate(vertices))
        if first and second:
            yield first, second


def _guesses(first: Program, second: Program) -> Iterator[tuple[Vertex, Vertex]]:
    """Yield guesses of optimal vertices: from one program and its dual, then from the programs of both players.

    Presolve is fast, but what it removes need not come back as a vertex.
    """
    for presolve in (True, False):
        solved = solve_in_floats(first, presolve)
        if not solved:
            continue
        own = [_vertex(first, solved.weights, solved.slacks, tolerance) for tolerance in TOLERANCES]
        for vertex, tolerance in zip(own, TOLERANCES, strict=True):
            yield vertex, _vertex(second, solved.dual_weights, solved.dual_slacks, tolerance)
        other = solve_in_floats(second, presolve)
        if other:
            for vertex, tolerance in zip(own, TOLERANCES, strict=True):
                yield vertex, _vertex(second, other.weights, other.slacks, tolerance)


def _vertex(lp: Program, weights: Sequence[float], slacks: Sequence[float], tolerance: float) -> Vertex:
    """Return the positive weights, and the replies without slack.

    An information set of the other player whose value no constraint determines gets that of its best reply.
    """
    tight = [reply for reply in range(1, len(slacks)) if slacks[reply] <= tolerance]
    fixed = {0, *tight}
    for part in lp.other.sets:
        if part.parent not in fixed and fixed.isdisjoint(part.sequences):
            tight.append(min(part.sequences, key=slacks.__getitem__))
    return Vertex(tuple(sequence for sequence, weight in enumerate(weights) if weight > tolerance), tuple(tight))


def plan_at_vertex(lp: Program, vertex: Vertex) -> RealizationPlan | None:
    """Return the plan that the tight constraints of a vertex determine; None if they determine none, or several.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 1 -1 }'
    >>> lp = program(sequence_form(read_efg(tree)), 0)
    >>> plan_at_vertex(lp, Vertex((0, 2), ())), plan_at_vertex(lp, Vertex((0, 1, 2), ()))
    ((Fraction(1, 1), Fraction(0, 1), Fraction(1, 1)), None)
    """
    played = {sequence: column for column, sequence in enumerate(vertex.support)}
    rows = [{played[each]: entry for each, entry in row.items() if each in played} for row in plan_rows(lp.own)]
    unit = 1 << max((abs(payoff) for row in lp.payoffs for payoff in row.values()), default=1).bit_length()
    rows += [reply_row(lp, reply, played, unit) for reply in vertex.tight]
    solved = solve_integers(rows, [1] + [0] * (len(rows) - 1), len(played) + len(lp.other.sets))
    if not solved:
        return None
    weights = dict(zip(vertex.support, solved, strict=False))
    return tuple(weights.get(sequence, Fraction(0)) for sequence in range(len(lp.own)))


def program(form: SequenceForm, player: int) -> Program:
    """Return the linear program of player 0 or 1 of a constant-sum game."""
    return Program(form.players[player], form.players[1 - player], integer_payoffs(form, player, 1 - player))


def solve_in_floats(lp: Program, presolve: bool) -> FloatSolution | None:
    """Return a solution by the dual simplex method of HiGHS, in floats; None after a failure.

    Payoffs are divided by the greatest of them.
    """
    import numpy as np
    from scipy.optimize import linprog

    weights, values = len(lp.own), len(lp.other.sets)
    scale = max((abs(payoff) for reply in lp.payoffs for payoff in reply.values()), default=1) or 1
    columns = {sequence: sequence for sequence in range(weights)}
    rows = [
        {column: entry / scale for column, entry in reply_row(lp, reply, columns, scale).items()}
        for reply in range(len(lp.other))
    ]
    goal = np.zeros(weights + values)
    for column, entry in rows[0].items():
        goal[column] = entry  # minus the payoff that the opponent allows
    bounds = [(0, None)] * weights + [(None, None)] * values
    equations = [{column: float(entry) for column, entry in line.items()} for line in plan_rows(lp.own)]
    equalities = {"A_eq": _matrix(equations, weights + values), "b_eq": np.array([1.0] + [0.0] * len(lp.own.sets))}
    inequalities = {"A_ub": _matrix(rows[1:], weights + values), "b_ub": np.zeros(len(rows) - 1)}
    limits = equalities | inequalities if len(rows) > 1 else equalities
    solved = linprog(goal, bounds=bounds, method="highs-ds", options={"presolve": presolve}, **limits)
    if solved.x is None or solved.lower.marginals is None:
        return None
    slacks, replies = (solved.slack.tolist(), (-solved.ineqlin.marginals).tolist()) if len(rows) > 1 else ([], [])
    reduced = solved.lower.marginals[:weights].tolist()
    return FloatSolution(solved.x[:weights].tolist(), [0.0, *slacks], [1.0, *replies], [0.0, *reduced[1:]])


def _matrix(lines: list[dict[int, float]], columns: int) -> Any:
    from scipy.sparse import coo_array

    entries = [(row, column, entry) for row, line in enumerate(lines) for column, entry in line.items()]
    at = ([row for row, _, _ in entries], [column for _, column, _ in entries])
    return coo_array(([entry for *_, entry in entries], at), (len(lines), columns)).tocsr()


def plan_rows(own: PlayerSequences) -> list[dict[int, int]]:
    """Return the equations of a realization plan; the first one has the sum 1, and all others have 0."""
    return [{0: 1}] + [{part.parent: 1} | dict.fromkeys(part.sequences, -1) for part in own.sets]


def reply_row(lp: Program, reply: int, columns: dict[int, int], unit: int) -> dict[int, int]:
    """Return the constraint >= 0 of a reply at its set on some sequences; the values follow, as multiples of a unit."""
    row = {columns[sequence]: -payoff for sequence, payoff in lp.payoffs[reply].items() if sequence in columns}
    row |= {len(columns) + index: -unit for index in lp.other.next_sets[reply]}
    if reply:
        row[len(columns) + lp.other.set_of[reply]] = unit
    return row
