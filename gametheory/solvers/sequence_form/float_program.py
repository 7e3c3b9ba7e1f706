"""The linear program of one player of a constant-sum game in sequence form, and its solution in floats."""

from __future__ import annotations

from typing import Any, NamedTuple

from gametheory.model.sequence_form import PlayerSequences, SequenceForm
from gametheory.solvers.sequence_form.equilibrium import integer_payoffs


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


class FloatSolution(NamedTuple):
    """An optimal solution of a program and of its dual, in floats.

    Attributes
    ----------
    weights
        The weight of each own sequence.
    slacks
        How much better each sequence of the other player is than the value of its information set; 0 where it is a best
        reply.
    dual_weights
        The weight of each sequence of the other player.
    dual_slacks
        How much worse each own sequence is than the value of its information set.
    """

    weights: list[float]
    slacks: list[float]
    dual_weights: list[float]
    dual_slacks: list[float]


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


def solve_in_floats(lp: Program, presolve: bool) -> FloatSolution | None:
    """Return a solution by the dual simplex method of HiGHS, in floats; None after a failure.

    Payoffs are divided by the greatest of them.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 0 0 }'
    >>> solve_in_floats(program(sequence_form(read_efg(tree)), 0), presolve=True)
    FloatSolution(weights=[1.0, 1.0, 0.0], slacks=[0.0], dual_weights=[1.0], dual_slacks=[0.0, 0.0, 1.0])
    """
    import numpy as np
    from scipy.optimize import linprog

    weights, values = len(lp.own), len(lp.other.sets)
    scale = max((abs(payoff) for reply in lp.payoffs for payoff in reply.values()), default=1) or 1
    rows = [_reply_row(lp, reply, scale) for reply in range(len(lp.other))]
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
    """Return the equations of a realization plan; the first one has the sum 1, and all others have 0.

    >>> from gametheory.model.sequence_form import PlayerSequences, SetSequences
    >>> plan_rows(PlayerSequences((None, (7, 0), (7, 1)), (SetSequences(7, 0, range(1, 3)),)))
    [{0: 1}, {0: 1, 1: -1, 2: -1}]
    """
    return [{0: 1}] + [{part.parent: 1} | dict.fromkeys(part.sequences, -1) for part in own.sets]


def _reply_row(lp: Program, reply: int, scale: int) -> dict[int, float]:
    """Return the constraint <= 0 of a reply in floats, with the values after the weights."""
    weights = len(lp.own)
    row = {column: -payoff / scale for column, payoff in lp.payoffs[reply].items()}
    row |= {weights + index: -1.0 for index in lp.other.next_sets[reply]}
    if reply:
        row[weights + lp.other.set_of[reply]] = 1.0
    return row
