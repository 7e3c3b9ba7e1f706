"""Solve games of several players: sequential ones, acyclic or cyclic, and simultaneous ones."""

from __future__ import annotations

from collections.abc import Mapping, Set
from fractions import Fraction
from typing import TypeAlias

import networkx as nx
import numpy as np

from gametheory.model.classify import GameClass
from gametheory.model.components import reachable, topological_order
from gametheory.model.game import Move, Position, active_players
from gametheory.model.payoffs import Payoffs, is_zero_sum
from gametheory.model.state_arrays import PositionMap
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.array_results import MoveSet
from gametheory.solvers.backward_induction import backward_induction, optimal_moves
from gametheory.solvers.dispatch.requirements import require_payoffs
from gametheory.solvers.dispatch.stochastic import (
    OTHERS,
    played_moves,
    solve_general_sum_game,
    solve_sequential_stochastic,
    solve_simultaneous_stochastic,
)
from gametheory.solvers.impartial import grundy_values, is_impartial, last_mover_wins
from gametheory.solvers.longest_plays import longest_plays
from gametheory.solvers.retrograde import RetrogradeSolution, retrograde_analysis
from gametheory.solvers.solution import Check, ForcedOutcome, GrundyValue, Solution, pure_strategies
from gametheory.verify import (
    check_cyclic_equilibrium,
    check_simultaneous_equilibrium,
    check_strategy,
    check_subgame_perfect,
)

JointMoves: TypeAlias = Set[tuple[Position, tuple[Move, ...]]]

STRATEGIES_CHECK = Check(
    "the strategies of both players guarantee their payoffs from the start", "verify.check_strategy"
)


def solve_sequential_acyclic(graph: nx.MultiDiGraph, game_class: GameClass) -> Solution:
    """Solve a sequential game in which play always ends: backward induction.

    >>> from gametheory import Outcome, state_graph
    >>> from gametheory.model.classify import classify
    >>> class Race:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome("first" if at[1] == "second" else "second") if at[0] >= 3 else None
    ...     def moves(self, at, player): return (1, 2) if player == at[1] else ()
    ...     def after(self, at, by): return (max(at[0] + by, 0), "second" if at[1] == "first" else "first")
    >>> graph = state_graph(Race())
    >>> solve_sequential_acyclic(graph, classify(graph)).forced.winner
    'second'
    """
    terminal = require_payoffs(graph, game_class)
    payoffs, moves = backward_induction(graph, terminal)
    at_start = check_subgame_perfect(graph, terminal, payoffs, moves)
    checks = [Check("the payoffs and the move of every position", "verify.check_subgame_perfect")]
    zero_sum, forced = is_zero_sum(terminal), None
    if zero_sum and not game_class.chance:
        forced = _forced_outcome(graph, terminal, at_start[0], moves)
        checks.append(STRATEGIES_CHECK)
    optimal = optimal_moves(graph, payoffs)
    return Solution(
        graph,
        game_class,
        "backward induction",
        tuple(checks),
        zero_sum=zero_sum,
        payoffs=dict(zip(graph.graph["game"].players, at_start, strict=True)),
        strategy=pure_strategies(graph, moves),
        values=payoffs,
        forced=forced,
        grundy=_grundy_value(graph, game_class),
        other_equilibria=None if zero_sum else OTHERS[len(optimal) == sum(map(bool, moves.values()))],
        best_first_moves=_first_moves(graph, optimal),
        optimal_moves=optimal,
    )


def solve_sequential_cyclic(
    graph: nx.MultiDiGraph,
    game_class: GameClass,
    width: Fraction = Fraction(1, 10**6),
    component_limit: int | None = None,
) -> Solution:
    """Solve a sequential game in which play can cycle: retrograde analysis if it is zero-sum without chance moves.

    >>> from gametheory import Outcome, state_graph
    >>> from gametheory.model.classify import classify
    >>> class Race:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome("first" if at[1] == "second" else "second") if at[0] >= 3 else None
    ...     def moves(self, at, player): return (1, 2, -1) if player == at[1] else ()
    ...     def after(self, at, by): return (max(at[0] + by, 0), "second" if at[1] == "first" else "first")
    >>> graph = state_graph(Race())
    >>> solve_sequential_cyclic(graph, classify(graph)).payoffs
    {'first': Fraction(0, 1), 'second': Fraction(0, 1)}
    """
    terminal = require_payoffs(graph, game_class)
    if len(graph.graph["game"].players) != 2 or not is_zero_sum(terminal):
        return solve_general_sum_game(graph, game_class, width, component_limit)
    if game_class.chance:
        return solve_sequential_stochastic(graph, game_class, width, component_limit)
    solution = retrograde_analysis(graph, terminal)
    values, moves, distances = solution
    value = values[graph.graph["start"]]
    forced = _forced_outcome(graph, terminal, value, moves, count_moves=True)
    check_cyclic_equilibrium(graph, terminal, values, moves, distances)
    optimal = _optimal_cyclic_moves(solution)
    return Solution(
        graph,
        game_class,
        "retrograde analysis; infinite play is a draw",
        (STRATEGIES_CHECK, Check("the value and the move of every position", "verify.check_cyclic_equilibrium")),
        zero_sum=True,
        payoffs=dict(zip(graph.graph["game"].players, (value, -value), strict=True)),
        strategy=pure_strategies(graph, moves),
        values=PositionMap(values.arrays, values.codes, [(each, -each) for each in values.table]),
        distances=distances,
        forced=forced,
        best_first_moves=_first_moves(graph, optimal),
        optimal_moves=optimal,
    )


def solve_simultaneous_game(
    graph: nx.MultiDiGraph,
    game_class: GameClass,
    width: Fraction = Fraction(1, 10**6),
    component_limit: int | None = None,
) -> Solution:
    """Solve a simultaneous game: if it is zero-sum and play always ends, a matrix game in every position.

    >>> from gametheory import Outcome, state_graph
    >>> from gametheory.model.classify import classify
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> graph = state_graph(Pennies())
    >>> solve_simultaneous_game(graph, classify(graph)).strategy["toss"]["odd"]
    {'heads': Fraction(1, 2), 'tails': Fraction(1, 2)}
    """
    from gametheory.solvers.simultaneous import solve_simultaneous  # here, because numba takes long to import

    terminal = require_payoffs(graph, game_class)
    if len(graph.graph["game"].players) != 2 or not is_zero_sum(terminal):
        return solve_general_sum_game(graph, game_class, width, component_limit)
    if game_class.cyclic:
        return solve_simultaneous_stochastic(graph, game_class, width, component_limit)
    values, mixed = solve_simultaneous(graph, terminal)
    value = check_simultaneous_equilibrium(graph, terminal, values, mixed)
    strategy = {position: mixed[position] for position in graph if mixed.get(position)}
    return Solution(
        graph,
        game_class,
        "backward induction with an exact matrix game in every position",
        (Check("the value and both strategies of every position", "verify.check_simultaneous_equilibrium"),),
        zero_sum=True,
        payoffs=dict(zip(graph.graph["game"].players, (value, -value), strict=True)),
        strategy=strategy,
        optimal_moves=played_moves(graph, strategy),
    )


def _forced_outcome(
    graph: nx.MultiDiGraph,
    terminal: PositionMap[Payoffs],
    value: Fraction,
    moves: Mapping[Position, tuple[Move, ...]],
    count_moves: bool = False,
) -> ForcedOutcome:
    """Check that each player's strategy guarantees the value at the start, and return the winner's result."""
    game, forced = graph.graph["game"], ForcedOutcome(None)
    for index, player in enumerate(game.players):
        guaranteed = (value, -value)[index]
        # the payoffs of each different outcome
        rows = zip(terminal.arrays.outcomes, terminal.table, strict=True)
        good = {outcome for outcome, payoffs in rows if payoffs[index] >= guaranteed}
        own = _own_moves(graph, moves, player)
        # Infinite play has the payoff 0: only a player who is promised more has to end the game.
        reached = check_strategy(graph, player, own, good, allow_infinite_play=guaranteed <= 0)
        if guaranteed > 0:
            longest = _longest_play(own) if count_moves and isinstance(own, PositionMap) else None
            forced = ForcedOutcome(player, tuple(sorted({outcome.name for outcome in good})), reached, longest)
    return forced


def _own_moves(
    graph: nx.MultiDiGraph, moves: Mapping[Position, tuple[Move, ...]], player: str
) -> Mapping[Position, Move]:
    """Return the moves of one player in the positions in which only that player moves."""
    if not isinstance(moves, PositionMap):
        game = graph.graph["game"]
        return {node: joint[0] for node, joint in moves.items() if active_players(game, node) == (player,)}
    arrays = moves.arrays
    groups, group_of = arrays.groups
    own = np.array([*(group == (player,) for group in groups), False])[group_of]
    return PositionMap(arrays, np.where(own, moves.codes, -1), arrays.single_moves)


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
    order = topological_order(followed)
    assert order is not None  # the strategy was checked to end every play
    return int(longest_plays(followed, order, arrays.outcome_of >= 0)[arrays.start])


def _optimal_cyclic_moves(solution: RetrogradeSolution) -> JointMoves:
    """Return every move as good as the chosen one: it leads to the same value in the same number of moves."""
    values, policy, distances = solution
    arrays = values.arrays
    picked = np.flatnonzero(arrays.move_of == policy.codes[arrays.sources])
    chosen = np.zeros(len(arrays), np.int32)
    chosen[arrays.sources[picked]] = arrays.successor[picked]
    best, after = chosen[arrays.sources], arrays.successor
    same = (values.codes[after] == values.codes[best]) & (distances.codes[after] == distances.codes[best])
    return MoveSet(arrays, same & (policy.codes[arrays.sources] >= 0))


def _first_moves(graph: nx.MultiDiGraph, optimal: JointMoves) -> tuple[Move, ...]:
    start = graph.graph["start"]
    return tuple(moves[0] for moves in joint_moves(graph, start) if (start, moves) in optimal)


def _grundy_value(graph: nx.MultiDiGraph, game_class: GameClass) -> GrundyValue | None:
    """Return the Grundy value of the start if the game is impartial and only the last move counts."""
    wins = None if game_class.chance else last_mover_wins(graph)
    if wins is None or not is_impartial(graph):
        return None
    return GrundyValue(grundy_values(graph, wins)[graph.graph["start"]], wins)
