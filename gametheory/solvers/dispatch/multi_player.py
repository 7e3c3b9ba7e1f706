"""Solve games of several players without stochastic cycles: by backward induction or retrograde analysis."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gametheory.model.classify import GameClass
from gametheory.model.components import reachable
from gametheory.model.game import Move
from gametheory.model.payoffs import Payoffs, is_zero_sum
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.solvers.array_results import MoveSet, pure_strategies
from gametheory.solvers.backward_induction import backward_induction
from gametheory.solvers.dispatch.stochastic import OTHERS, played_moves, zero_sum_solution
from gametheory.solvers.impartial import grundy_values, is_impartial, last_mover_wins
from gametheory.solvers.retrograde import RetrogradeSolution, retrograde_analysis
from gametheory.solvers.shortest_paths import longest_plays
from gametheory.solvers.solution import Check, ForcedOutcome, GrundyValue, Solution
from gametheory.verify import (
    check_cyclic_equilibrium,
    check_simultaneous_equilibrium,
    check_strategy,
    check_subgame_perfect,
)

STRATEGIES_CHECK = Check(
    "the strategies of both players guarantee their payoffs from the start", "verify.check_strategy"
)


def solve_acyclic(graph: StateArrays, game_class: GameClass, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a sequential game in which play always ends."""
    payoffs, moves, optimal = backward_induction(graph, terminal)
    at_start = check_subgame_perfect(graph, terminal, payoffs, moves)
    checks = [Check("the payoffs and the move of every position", "verify.check_subgame_perfect")]
    zero_sum, forced = is_zero_sum(terminal), None
    if zero_sum and not game_class.chance:
        forced = _forced_outcome(graph, terminal, at_start[0], moves)
        checks.append(STRATEGIES_CHECK)
    strategy = pure_strategies(moves)
    return Solution(
        graph,
        game_class,
        "backward induction",
        tuple(checks),
        zero_sum=zero_sum,
        payoffs=dict(zip(graph.game.players, at_start, strict=True)),
        strategy=strategy,
        values=payoffs,
        forced=forced,
        grundy=_grundy_value(graph, game_class),
        other_equilibria=None if zero_sum else OTHERS[len(optimal) == len(strategy)],
        optimal_moves=optimal,
    )


def solve_cyclic(graph: StateArrays, game_class: GameClass, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a zero-sum sequential game without chance moves in which play can cycle."""
    solution = retrograde_analysis(graph, terminal)
    values, moves, distances = solution
    value = values[graph.start_position]
    forced = _forced_outcome(graph, terminal, value, moves, count_moves=True)
    check_cyclic_equilibrium(graph, terminal, values, moves, distances)
    optimal = _optimal_cyclic_moves(solution)
    return zero_sum_solution(
        graph,
        game_class,
        "retrograde analysis; infinite play is a draw",
        (STRATEGIES_CHECK, Check("the value and the move of every position", "verify.check_cyclic_equilibrium")),
        (value, value),
        strategy=pure_strategies(moves),
        values=PositionMap(graph, values.codes, [(each, -each) for each in values.table]),
        distances=distances,
        forced=forced,
        optimal_moves=optimal,
    )


def solve_matrix_games(graph: StateArrays, game_class: GameClass, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a zero-sum simultaneous game in which play always ends."""
    from gametheory.solvers.simultaneous import solve_simultaneous  # here, because numba takes long to import

    values, mixed = solve_simultaneous(graph, terminal)
    value = check_simultaneous_equilibrium(graph, terminal, values, mixed)
    strategy = {position: mixed[position] for position in graph if mixed.get(position)}
    return zero_sum_solution(
        graph,
        game_class,
        "backward induction with an exact matrix game in every position",
        (Check("the value and both strategies of every position", "verify.check_simultaneous_equilibrium"),),
        (value, value),
        strategy=strategy,
        optimal_moves=played_moves(graph, strategy),
    )


def _forced_outcome(
    graph: StateArrays,
    terminal: PositionMap[Payoffs],
    value: Fraction,
    moves: PositionMap[tuple[Move, ...]],
    count_moves: bool = False,
) -> ForcedOutcome:
    """Check that each player's strategy guarantees the value at the start, and return the winner's result."""
    forced, (groups, group_of) = ForcedOutcome(None), graph.groups
    for index, player in enumerate(graph.game.players):
        guaranteed = (value, -value)[index]
        # the payoffs of each different outcome
        rows = zip(graph.outcomes, terminal.table, strict=True)
        good = {outcome for outcome, payoffs in rows if payoffs[index] >= guaranteed}
        mine = np.array([*(group == (player,) for group in groups), False])[group_of]
        own = PositionMap(graph, np.where(mine, moves.codes, -1), graph.single_moves)
        # Infinite play has the payoff 0: only a player who is promised more has to end the game.
        reached = check_strategy(graph, player, own, good, allow_infinite_play=guaranteed <= 0)
        if guaranteed > 0:
            longest = _longest_play(own) if count_moves else None
            forced = ForcedOutcome(player, tuple(sorted({outcome.name for outcome in good})), reached, longest)
    return forced


def _longest_play(strategy: PositionMap[Move]) -> int:
    """Return the greatest number of moves to the end if one player follows a strategy that ends every play.

    The distance of retrograde analysis can be less: a wrong reply can prolong play to a greater payoff of the winner.
    """
    arrays = strategy.arrays
    chosen = strategy.codes[arrays.sources]
    followed = arrays.with_moves((chosen < 0) | (arrays.move_of == chosen))
    reached = np.zeros(len(arrays), bool)
    reached[reachable(followed)] = True
    followed = followed.with_moves(reached[followed.sources])
    order = followed.order
    assert order is not None  # the strategy was checked to end every play
    return int(longest_plays(followed, order, arrays.outcome_of >= 0)[arrays.start])


def _optimal_cyclic_moves(solution: RetrogradeSolution) -> MoveSet:
    """Return every move as good as the chosen one: it leads to the same value in the same number of moves."""
    values, policy, distances = solution
    arrays = values.arrays
    picked = np.flatnonzero(arrays.move_of == policy.codes[arrays.sources])
    chosen = np.zeros(len(arrays), np.int32)
    chosen[arrays.sources[picked]] = arrays.successor[picked]
    best, after = chosen[arrays.sources], arrays.successor
    same = (values.codes[after] == values.codes[best]) & (distances.codes[after] == distances.codes[best])
    return MoveSet(arrays, same & (policy.codes[arrays.sources] >= 0))


def _grundy_value(graph: StateArrays, game_class: GameClass) -> GrundyValue | None:
    """Return the Grundy value of the start if the game is impartial and only the last move counts."""
    wins = None if game_class.chance else last_mover_wins(graph)
    if wins is None or not is_impartial(graph):
        return None
    return GrundyValue(grundy_values(graph, wins)[graph.start_position], wins)
