"""Zero-sum games in extensive form, exactly: a linear program in floats, whose tight constraints are solved exactly."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpz_mat, nmod_mat

from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm
from gametheory.numbers.rationals import to_fraction
from gametheory.solvers.sequence_form.equilibrium import TreeEquilibrium, checked_tree_equilibrium, integer_payoffs
from gametheory.verify import CertificateError

PRIME = (1 << 63) - 25
TOLERANCES = (1e-9, 1e-7, 1e-11)


class Program(NamedTuple):
    """The linear program of one player: maximize the payoff against the best reply.

    The variables are the weights of the own sequences, and a value for each information set of the other player.

    Attributes
    ----------
    own
        The sequences of the player.
    other
        The sequences of the other player.
    payoffs
        For each sequence of the other player, the payoff for each own sequence that some terminal node has: integers,
        the payoffs of the game times a constant.
    """

    own: PlayerSequences
    other: PlayerSequences
    payoffs: list[dict[int, int]]


class Vertex(NamedTuple):
    """A vertex of a program: the positive weights, and the best replies at each set of the other player."""

    support: list[int]
    tight: list[int]


def solve_constant_sum(form: SequenceForm) -> TreeEquilibrium | None:
    """Return an equilibrium of a constant-sum game of two players, in rationals; None if rounding errors prevent it.

    The linear program of Koller, Megiddo and von Stengel (1996) has one variable for each sequence of a player and for
    each information set of the opponent. HiGHS solves it in floats by the dual simplex method, so both the primal and
    the dual solution are vertices. A vertex is determined by its tight constraints: they are solved in rationals, once
    for each player. `verify.check_tree_equilibrium` decides: each plan is a best response to the other. Cost: that of
    HiGHS, plus for each player a linear system with the number of sequences that are played, plus the number of
    information sets of the opponent.

    Parameters
    ----------
    form
        The sequence form of a game of two players whose payoffs have a constant sum.

    Returns
    -------
    TreeEquilibrium or None
        None if the floats do not show which constraints are tight.

    Examples
    --------
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
    programs = program(form, 0), program(form, 1)
    for vertices in _vertices(*programs):
        plans = [plan_at_vertex(*pair) for pair in zip(programs, vertices, strict=True)]
        if all(plans):
            try:
                return checked_tree_equilibrium(form, [plan for plan in plans if plan])
            except CertificateError:
                continue  # a constraint that seemed tight was not
    return None


def program(form: SequenceForm, player: int) -> Program:
    """Return the linear program of player 0 or 1 of a constant-sum game.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 1/2 -1/2 } t "" 2 "" { 1/3 -1/3 }'
    >>> program(sequence_form(read_efg(tree)), 0).payoffs
    [{1: 3, 2: 2}]
    """
    return Program(form.players[player], form.players[1 - player], integer_payoffs(form, player, 1 - player))


def _vertices(first: Program, second: Program) -> Iterator[list[Vertex]]:
    """Yield guesses of optimal vertices: from one program and its dual, then from the programs of both players.

    Presolve is fast, but what it removes need not come back as a vertex.
    """
    plan, dual = solve_in_floats(first, presolve=True)
    yield from _guesses((first, second), (plan, dual))
    plan, dual = solve_in_floats(first, presolve=False)
    yield from _guesses((first, second), (plan, dual))
    other, _ = solve_in_floats(second, presolve=False)
    yield from _guesses((first, second), (plan, other))


def _guesses(programs: tuple[Program, Program], plans: tuple[list[float], list[float]]) -> Iterator[list[Vertex]]:
    for tolerance in TOLERANCES:
        yield [_vertex(lp, plan, tolerance) for lp, plan in zip(programs, plans, strict=True)]


def solve_in_floats(lp: Program, presolve: bool) -> tuple[list[float], list[float]]:
    """Return the plans of both players by HiGHS, in floats; zeros after a failure.

    Payoffs are divided by the greatest of them.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 0 0 }'
    >>> solve_in_floats(program(sequence_form(read_efg(tree)), 0), presolve=True)
    ([1.0, 1.0, 0.0], [1.0])
    """
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    weights, values = len(lp.own), len(lp.other.sets)
    scale = _greatest_payoff(lp)
    rows = [_reply_row(lp, reply, scale) for reply in range(len(lp.other))]
    goal = np.zeros(weights + values)
    for column, entry in rows[0].items():
        goal[column] = entry  # minus the payoff that the opponent allows
    bounds = [(0, None)] * weights + [(None, None)] * values

    def matrix(lines: list[dict[int, float]]) -> Any:
        entries = [(row, column, entry) for row, line in enumerate(lines) for column, entry in line.items()]
        at = ([row for row, _, _ in entries], [column for _, column, _ in entries])
        return coo_array(([entry for *_, entry in entries], at), (len(lines), weights + values)).tocsr()

    equations = [_as_floats(line) for line in _plan_rows(lp.own)]
    sums = np.array([1.0] + [0.0] * len(lp.own.sets))
    inequalities = {"A_ub": matrix(rows[1:]), "b_ub": np.zeros(len(rows) - 1)} if len(rows) > 1 else {}
    equalities = {"A_eq": matrix(equations), "b_eq": sums}
    options = {"presolve": presolve}
    solved = linprog(goal, bounds=bounds, method="highs-ds", options=options, **equalities, **inequalities)
    if solved.x is None:
        return [0.0] * weights, [0.0] * len(lp.other)
    replies = (-solved.ineqlin.marginals).tolist() if inequalities else []
    return solved.x[:weights].tolist(), [1.0, *replies]


def _greatest_payoff(lp: Program) -> int:
    return max((abs(payoff) for reply in lp.payoffs for payoff in reply.values()), default=1) or 1


def _as_floats(line: dict[int, int]) -> dict[int, float]:
    return {column: float(entry) for column, entry in line.items()}


def _plan_rows(own: PlayerSequences) -> list[dict[int, int]]:
    """Return the equations of a realization plan; the first one has the sum 1, and all others have 0."""
    return [{0: 1}] + [{part.parent: 1} | dict.fromkeys(part.sequences, -1) for part in own.sets]


def _reply_row(lp: Program, reply: int, scale: int) -> dict[int, float]:
    """Return the constraint <= 0 of a reply in floats, with the values after the weights."""
    weights = len(lp.own)
    row = {column: -payoff / scale for column, payoff in lp.payoffs[reply].items()}
    row |= {weights + index: -1.0 for index in lp.other.next_sets[reply]}
    if reply:
        row[weights + lp.other.set_of[reply]] = 1.0
    return row


def _vertex(lp: Program, plan: list[float], tolerance: float) -> Vertex:
    """Return the positive weights of a plan in floats, and the best replies of the other player at each set.

    The values of HiGHS at information sets that no best reply reaches can be greater than those of the best replies.
    """
    scale = _greatest_payoff(lp)
    losses = [sum(payoff / scale * plan[own] for own, payoff in reply.items()) for reply in lp.payoffs]
    tight: list[int] = []
    for part in reversed(lp.other.sets):
        least = min(losses[reply] for reply in part.sequences)
        tight += [reply for reply in part.sequences if losses[reply] <= least + tolerance]
        losses[part.parent] += least
    return Vertex([sequence for sequence, weight in enumerate(plan) if weight > tolerance], tight)


def plan_at_vertex(lp: Program, vertex: Vertex) -> RealizationPlan | None:
    """Return the plan that the tight constraints of a vertex determine; None if they determine none, or several.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 1 -1 }'
    >>> lp = program(sequence_form(read_efg(tree)), 0)
    >>> plan_at_vertex(lp, Vertex([0, 2], [])), plan_at_vertex(lp, Vertex([0, 1, 2], []))
    ((Fraction(1, 1), Fraction(0, 1), Fraction(1, 1)), None)
    """
    played = {sequence: column for column, sequence in enumerate(vertex.support)}
    unknowns = len(played) + len(lp.other.sets)
    lines = [_restricted(line, played) for line in _plan_rows(lp.own)]
    lines += [_tight_row(lp, reply, played) for reply in vertex.tight]
    right = [1] + [0] * (len(lines) - 1)
    rows = _independent_rows(lines, unknowns)
    if len(rows) < unknowns or rows[0] != 0:
        return None
    matrix = fmpz_mat(unknowns, unknowns, [lines[row].get(column, 0) for row in rows for column in range(unknowns)])
    solution = matrix.solve(fmpz_mat(unknowns, 1, [right[row] for row in rows]))
    return tuple(
        to_fraction(solution[played[sequence], 0]) if sequence in played else Fraction(0)
        for sequence in range(len(lp.own))
    )


def _restricted(line: dict[int, int], played: dict[int, int]) -> dict[int, int]:
    return {played[sequence]: entry for sequence, entry in line.items() if sequence in played}


def _tight_row(lp: Program, reply: int, played: dict[int, int]) -> dict[int, int]:
    """Return the equation of a best reply at its set, with the values after the weights."""
    row = {played[sequence]: -payoff for sequence, payoff in lp.payoffs[reply].items() if sequence in played}
    row |= {len(played) + index: -1 for index in lp.other.next_sets[reply]}
    return row | {len(played) + lp.other.set_of[reply]: 1}


def _independent_rows(lines: Collection[dict[int, int]], columns: int) -> list[int]:
    """Return the first rows that are independent modulo a prime, and so also independent as rows of integers."""
    entries = [line.get(column, 0) % PRIME for column in range(columns) for line in lines]
    reduced, rank = nmod_mat(columns, len(lines), entries, PRIME).rref()
    pivots, column = [], 0
    for row in range(rank):
        while not int(reduced[row, column]):
            column += 1
        pivots.append(column)
    return pivots
