"""Games without hidden information or simultaneous moves: backward induction, retrograde analysis, Grundy values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from operator import eq
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.model.classes import ExactRows, Payoffs, require_zero_sum
from gametheory.model.game import Move, Position, active_players
from gametheory.model.layered import LayeredGame
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.unfolding import StateGraph, game_of, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.parallel.steps import begin_step
from gametheory.solvers import positions_kernel
from gametheory.solvers.arrays import (
    CHANCE,
    TERMINAL,
    MoveSet,
    active_indices,
    induce_expected,
    strategy_map,
    terminal_codes,
)

FAR = 2**31 - 1  # more moves and positions than there are
SORTED_FROM = 1024  # positions of a layer


@short_repr
class SubgamePerfectSolution(NamedTuple):
    """A subgame-perfect equilibrium in pure strategies, and all moves that are as good as those of the strategies."""

    payoffs: PositionMap[Payoffs]
    strategy: PositionMap[tuple[Move, ...]]
    optimal: MoveSet


def backward_induction(graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> SubgamePerfectSolution:
    """Return a subgame-perfect equilibrium in pure strategies of an acyclic sequential game.

    Backward induction with expected payoffs at chance nodes (Zermelo 1913; Kuhn 1953; Selten 1965). Of several best
    moves the first one is chosen. In a two-player zero-sum game the payoffs do not depend on that choice. Cost: the
    positions and edges, in a compiled loop if there are many; with chance moves, if their payoffs are machine
    integers over common denominators.

    References
    ----------
    E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).
    H. W. Kuhn, Extensive games and the problem of information (1953).
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).

    >>> from fractions import Fraction
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(2, 10, 1))
    >>> payoffs = {end: (Fraction(end.soldiers),) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> backward_induction(graph, payoffs).payoffs[graph.graph["start"]]
    (Fraction(2, 1),)
    """
    begin_step("backward induction")
    arrays = state_arrays(graph)
    order = _order_of_play(arrays)
    active = active_indices(arrays, game_of(graph).players)
    codes, table = terminal_codes(arrays, terminal_payoffs)
    if not arrays.deterministic or (active == CHANCE).any():
        columns, joint, best = induce_expected(arrays, order, active, (codes, table))
        values = PositionMap(arrays, np.arange(len(arrays), dtype=np.int32), ExactRows(columns))
        has_mover = np.array([*map(bool, arrays.moves)], bool)[arrays.move_of]
        optimal = MoveSet(arrays, best & has_mover)
        return SubgamePerfectSolution(values, strategy_map(arrays, joint), optimal)
    # Without chance every value is one of the payoffs at the ends: their ranks, as machine integers, are compared.
    rank = np.array([_ranks(column) for column in zip(*table, strict=True)], np.int32)
    chosen = np.full(len(arrays), -1, np.int32)
    moves = (arrays.first_move, arrays.successor, arrays.move_of)
    positions_kernel.choose_best(*moves, active, rank.ravel(), len(table), order, codes, chosen)
    player_of = active[arrays.sources]
    before = codes[arrays.sources]
    after = codes[arrays.successor]
    optimal = MoveSet(arrays, rank[player_of, after] == rank[player_of, before])
    strategy = PositionMap(arrays, chosen, arrays.moves)
    return SubgamePerfectSolution(PositionMap(arrays, codes, table), strategy, optimal)


def _order_of_play(arrays: StateArrays) -> Integers:
    """Return the positions, each before its successors; raise ValueError if play can cycle."""
    order = arrays.order
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    return order


def _ranks(payoffs: Sequence[Fraction]) -> list[int]:
    """Return for each payoff how many different ones are less."""
    rank = {payoff: number for number, payoff in enumerate(sorted(set(payoffs)))}
    return [rank[payoff] for payoff in payoffs]


@short_repr
class RetrogradeSolution(NamedTuple):
    """The value of each position, optimal moves, and the distance to a forced end."""

    values: PositionMap[Fraction]
    strategy: PositionMap[tuple[Move, ...]]
    distance: PositionMap[int]


def retrograde_analysis(graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> RetrogradeSolution:
    """Return the value of each position to the first of two players; play without end is a draw and pays 0.

    For each positive payoff of a player, from the greatest down, the solver finds the attractor of the terminal
    positions with that payoff: the positions from which the player can force play into them. A position of the player
    needs one move into the attractor; in a position of the opponent all moves must lead into it. A position from which
    neither player can force a positive payoff is a draw. The winner shortens play, and the loser prolongs it. (Zermelo
    1913 and König 1927 on the length of a win; retrograde analysis of chess endings, Ströhlein 1970.) Cost: the
    positions and edges, in a compiled loop if there are many.

    References
    ----------
    E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).
    D. König, Über eine Schlussweise aus dem Endlichen ins Unendliche (1927).
    T. Ströhlein, Untersuchungen über kombinatorische Spiele (1970).

    >>> from gametheory import Outcome, state_graph
    >>> class Race:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome("first" if at[1] == "second" else "second") if at[0] == 3 else None
    ...     def moves(self, at, player): return (1, 2, -1) if player == at[1] else ()
    ...     def after(self, at, by): return (min(max(at[0] + by, 0), 3), "second" if at[1] == "first" else "first")
    >>> graph = state_graph(Race())
    >>> payoffs = {(3, "second"): (Fraction(1), Fraction(-1)), (3, "first"): (Fraction(-1), Fraction(1))}
    >>> retrograde_analysis(graph, payoffs).values[0, "first"]
    Fraction(0, 1)
    """
    begin_step("retrograde analysis")
    arrays = state_arrays(graph)
    if arrays.game is not None:
        players = arrays.game.players
    else:
        players = ()
    require_zero_sum(players, terminal_payoffs)
    active = _active_players(arrays, players)
    codes, table = terminal_codes(arrays, terminal_payoffs)
    layer, values, begins = _layers(arrays, active, codes, table)
    chosen = np.full(len(arrays), -1, np.int32)
    loop_inputs = (arrays.first_move, arrays.successor, arrays.move_of, active, layer)
    positions_kernel.choose_by_layer(*loop_inputs, chosen)
    value_of = np.repeat(np.arange(len(values), dtype=np.int32), np.diff(begins))
    distance_of = (np.arange(begins[-1]) - begins[value_of]).astype(np.int32)
    distance_of[0] = -1
    distance = distance_of[layer]
    distance[codes >= 0] = 0
    return RetrogradeSolution(
        PositionMap(arrays, value_of[layer], values),
        PositionMap(arrays, chosen, arrays.moves),
        PositionMap(arrays, distance, range(len(arrays) + 1)),
    )


def optimal_moves(solved: RetrogradeSolution) -> MoveSet:
    """Return every move as good as the chosen one: it leads to the same value in the same number of moves."""
    values, policy, distances = solved
    arrays = values.arrays
    picked = np.flatnonzero(arrays.move_of == policy.codes[arrays.sources])
    chosen = np.zeros(len(arrays), np.int32)
    chosen[arrays.sources[picked]] = arrays.successor[picked]
    best = chosen[arrays.sources]
    after = arrays.successor
    same_value = values.codes[after] == values.codes[best]
    same_distance = distances.codes[after] == distances.codes[best]
    has_move = policy.codes[arrays.sources] >= 0
    return MoveSet(arrays, same_value & same_distance & has_move)


def _layers(
    arrays: StateArrays, active: Integers, codes: Integers, table: list[Payoffs]
) -> tuple[Integers, list[Fraction], Integers]:
    """Return the layer of each position, the values, and the first layer of each value with the number of all layers.

    A layer has the positions of one value and one distance. Layer 0 has the draws.
    """
    layer = np.zeros(len(arrays), np.int32)
    depth = 1
    values = [Fraction(0)]
    begins = [0]
    for side in (0, 1):
        # the greatest payoff first: a player who can force it does not settle for less
        wins = sorted({payoffs[side] for payoffs in table if payoffs[side] > 0}, reverse=True)
        goals = _goals(codes, table, side, wins)
        first, depth = _attract(arrays, active == side, goals, depth, layer)
        sign = (1, -1)[side]  # values are those to the first player
        values += [sign * win for win in wins]
        begins += first.tolist()
    return layer, values, np.array([*begins, depth], np.intp)


def _goals(codes: Integers, table: list[Payoffs], side: int, wins: list[Fraction]) -> tuple[Integers, Integers]:
    """Return the terminal positions in which a side wins, the greatest win first, and where each win begins."""
    number_of = {win: number for number, win in enumerate(wins)}
    level_of = np.array([number_of.get(payoffs[side], len(wins)) for payoffs in table], np.int32)
    ends = np.flatnonzero(codes >= 0)
    level = level_of[codes[ends]]
    order = np.argsort(level, kind="stable")
    levels = np.searchsorted(level[order], np.arange(len(wins) + 1))
    # ends at which the side does not win come last, and are left out
    return ends[order[: levels[-1]]].astype(np.int32), levels


def _attract(
    arrays: StateArrays, mine: NDArray[np.bool_], goals: tuple[Integers, Integers], depth: int, layer: Integers
) -> tuple[Integers, int]:
    """Number the layers from which a side can force play into goals; return the first of each level, and the next one.

    Breadth-first search backward. The goals of one level are added when everything from which a better one can be
    forced is done. So the last successor of an opponent's position that joins the attractor is the one that prolongs
    play most. The order within a layer is free: a large one is sorted, so that its rows are read as they are stored.
    """
    starts, sources = arrays.predecessors
    # how many moves have to lead into the attractor: one of the side's own, all of the opponent's
    left = np.diff(arrays.first_move).astype(np.int32)
    left[mine] = 1
    left[arrays.outcome_of >= 0] = FAR
    queue = np.zeros(len(arrays), np.int32)
    begins = np.zeros(len(goals[1]) - 1, np.int64)
    level = done = queued = 0
    while True:
        counts = (SORTED_FROM, level, done, queued, depth)
        level, done, queued, depth = positions_kernel.attract(
            starts, sources, *goals, *counts, left, layer, queue, begins
        )
        if done == queued:
            return begins, depth
        queue[done:queued].sort(kind="stable")  # it consists of sorted runs


def _active_players(arrays: StateArrays, players: Sequence[str]) -> Integers:
    """Return which of the two players moves in each position; -1 if it is terminal."""
    active = active_indices(arrays, players)
    by_chance = active < TERMINAL
    if not arrays.deterministic:
        possible = np.ones(len(arrays.successor), bool)
        if arrays.probability_of is not None:
            possible = arrays.probability_of != 0
        by_chance[arrays.sources[possible]] = True
        by_chance &= active != TERMINAL
    if by_chance.any():
        position = arrays.positions[int(np.argmax(by_chance))]
        raise ValueError(f"in {position} there is a chance move")
    return active


def grundy_of_start(graph: StateGraph) -> tuple[int, bool] | None:
    """Return the Grundy value of the start if only the last move counts, and whether who moves last wins; else None."""
    wins = last_mover_wins(graph)
    if wins is None or not is_impartial(graph):
        return None
    return grundy_values(graph, wins)[state_arrays(graph).start_position], wins


def grundy_values(graph: StateGraph, last_mover_wins: bool = True) -> Mapping[Position, int]:
    """Return the Grundy value of every position: the least natural number that no move leads to.

    In normal play (the last player to move wins), a position equals a Nim heap of its Grundy value in any sum of
    games, and its player loses exactly if the value is 0 (Sprague 1935, Grundy 1939). In misère play, terminal
    positions have the value 1, and again the player loses exactly if the value is 0 (Conway 1976, chapter 12).
    Cost: the positions and edges, in a compiled loop if there are many.

    References
    ----------
    R. Sprague, Über mathematische Kampfspiele (1935). P. M. Grundy, Mathematics and games (1939).
    J. H. Conway, On Numbers and Games (1976).

    >>> from gametheory import Outcome, state_graph
    >>> class Heap:
    ...     players = ("first", "second")
    ...     def start(self): return (3, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("second" if at[1] == "first" else "first")
    ...     def moves(self, at, player): return range(1, at[0] + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> grundy_values(state_graph(Heap()))[3, "first"]
    3
    """
    arrays = state_arrays(graph)
    order = _order_of_play(arrays)
    ended = arrays.outcome_of >= 0
    for number in np.flatnonzero(_chance_moves(arrays) & ~ended).tolist():
        raise ValueError(f"in {arrays.positions[number]} there is a chance move")
    values = np.zeros(len(arrays), np.int32)
    # a value is at most the number of moves, and 1 at the end of misère play; the search reads one entry more
    most_moves = int(np.diff(arrays.first_move).max())
    seen = np.full(most_moves + 3, -1, np.int64)
    end_value = 0 if last_mover_wins else 1
    positions_kernel.grundy(arrays.first_move, arrays.successor, ended, end_value, order, values, seen)
    return PositionMap(arrays, values, range(len(seen)))


def _chance_moves(arrays: StateArrays) -> NDArray[np.bool_]:
    """Return which positions have a joint move without a player or with several successors."""
    by_chance = np.array([not moves for moves in arrays.moves])[arrays.move_of]
    if arrays.first_successor is not None:
        by_chance |= np.diff(arrays.first_successor) > 1
    position_of_move = np.repeat(np.arange(len(arrays)), np.diff(arrays.first_move))
    chance = np.zeros(len(arrays), bool)
    chance[position_of_move[by_chance]] = True
    return chance


def is_impartial(graph: StateGraph) -> bool:
    """Return whether both of two players have the same moves with the same effect in every position.

    The function recognizes games in which some part of a position marks whose turn it is; `_exchanges` says how. The
    game is impartial if `moves` and `after` give the same results when only this mark is exchanged. The rules are
    called only with exchanged positions that play cannot reach; if they raise an error, the game is not impartial.
    Positions that are whole numbers, as in a `LayeredGame`, have no parts: such a game counts as not impartial. Cost:
    one exchange for each position and for each part that can be the mark, and a call of the rules for each move of an
    exchanged position that play cannot reach.
    """
    game = game_of(graph)
    arrays = state_arrays(graph)
    if len(game.players) != 2 or isinstance(game, LayeredGame) or not arrays.deterministic:
        return False
    groups, group_of = arrays.groups
    if any(len(group) != 1 for group in groups):
        return False
    ongoing = np.flatnonzero(arrays.outcome_of < 0).tolist()
    positions = [arrays.positions[number] for number in ongoing]
    active = [groups[code][0] for code in group_of[ongoing].tolist()]
    for exchange in _exchanges(positions, active, game.players):
        if same_moves_exchanged(arrays, ongoing, exchange):
            return True
    return False


def last_mover_wins(graph: StateGraph) -> bool | None:
    """Return whether the player who makes the last move always wins (True) or always loses (False).

    Cost: the edges.
    """
    arrays = state_arrays(graph)
    players = game_of(graph).players
    if len(players) != 2:
        return None
    groups, group_of = arrays.groups
    ended = arrays.outcome_of >= 0
    into_end = ended[arrays.successor]
    ends = arrays.successor[into_end]
    group = group_of[arrays.sources[into_end]]
    last = np.full(len(arrays), -1)
    last[ends] = group
    # the winner must be clear in every end
    names = {arrays.outcomes[code].name for code in np.unique(arrays.outcome_of[ended]).tolist()}
    if not names or not names <= set(players):
        return None
    # and so must be whose the last move is: somebody's, and the same by all ways to the end
    if (last[ended] < 0).any() or (last[ends] != group).any():
        return None
    group_number = {group: number for number, group in enumerate(groups)}
    winners = np.array([group_number.get((end.name,), -1) for end in arrays.outcomes])
    won = last[ended] == winners[arrays.outcome_of[ended]]
    if won.all():
        return True
    return None if won.any() else False


def _exchanges(
    positions: Sequence[object], active: Sequence[str], players: tuple[str, ...]
) -> Iterator[Callable[[object], object]]:
    """Yield functions that change only the mark of the turn in a position, one for each part that can be the mark.

    A part of a position is an entry of a tuple, a field of a dataclass, or a character of a text. It can be the mark if
    it names the active player, if it has one value for each player, such as 0 and 1, or if it counts moves, so that its
    parity decides. Cost: the positions, for each part.
    """
    rows = list(map(_parts, positions))
    for index in range(min(map(len, rows), default=0)):
        change = _change([row[index] for row in rows], active, players)
        if change is not None:
            yield partial(_exchanged, index, change)


def _parts(position: object) -> list[Any]:
    if is_dataclass(position):
        return [getattr(position, field.name) for field in fields(position)]
    if isinstance(position, tuple | str):
        return list(position)
    return []


def _change(values: Sequence[Any], active: Sequence[str], players: tuple[str, ...]) -> Callable[[Any], Any] | None:
    """Return how a mark changes if the other player is active; None if the values are no marks of the turn."""
    first, second = players
    # the mark is a name
    if all(map(eq, values, active)):
        return {first: second, second: first}.get
    pairs = set(zip(values, active, strict=True))
    marks_of_first = {value for value, name in pairs if name == first}
    marks_of_second = {value for value, name in pairs if name == second}
    # the mark is one value for each player
    if len(marks_of_first) == len(marks_of_second) == 1:
        (one,), (other,) = marks_of_first, marks_of_second
        if one != other:
            return {one: other, other: one}.get
        return None
    # the mark counts moves, and its parity decides
    for value in marks_of_first | marks_of_second:
        if isinstance(value, bool) or not isinstance(value, int):
            return None
    parities = {(value + (name == first)) % 2 for value, name in pairs}
    if len(parities) == 1:
        return lambda value: value + 1
    return None


def _exchanged(index: int, change: Callable[[object], object], position: object) -> object:
    """Return a position with the mark of the turn changed; the same one if it has no such mark."""
    parts = _parts(position)
    if index < len(parts):
        changed = change(parts[index])
    else:
        changed = None
    if changed is None:
        return position
    parts[index] = changed
    if isinstance(position, str):
        return "".join(parts)
    if type(position) is tuple:
        return tuple(parts)
    return type(position)(*parts)  # a named tuple or a dataclass


def same_moves_exchanged(arrays: StateArrays, ongoing: Iterable[int], exchange: Callable[[object], object]) -> bool:
    """Return whether the other player would have the same moves, with the same effect, in each position.

    An exchanged position that play can reach is compared in the arrays; for any other, the rules are asked. Cost: one
    exchange for each position and each move.

    >>> from gametheory import Outcome, unfold
    >>> class Heap:
    ...     players = ("first", "second")
    ...     def start(self): return (3, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("over")
    ...     def moves(self, at, player): return range(1, at[0] + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> arrays, other = unfold(Heap()), {"first": "second", "second": "first"}
    >>> same_moves_exchanged(arrays, [0], lambda at: (at[0], other[at[1]]))
    True
    """
    groups, group_of = arrays.groups
    game = arrays.game

    def steps(number: int) -> dict[Move, Position]:
        after = (arrays.positions[arrays.successor[joint]] for joint in arrays.joints(number))
        return {moves[0]: to for moves, to in zip(arrays.moves_in(number), after, strict=True)}

    def same(number: int) -> bool:
        (player,) = groups[group_of[number]]
        position = exchange(arrays.positions[number])
        other = arrays.index.get(position)
        if other is None:
            active = active_players(game, position)
            if len(active) == 1:
                moves = game.moves(position, active[0])
            else:
                moves = ()
            theirs = {move: game.after(position, move) for move in moves}
        else:
            active = groups[group_of[other]]
            theirs = steps(other)
        opponents = tuple(name for name in game.players if name != player)
        return active == opponents and theirs == {move: exchange(after) for move, after in steps(number).items()}

    try:
        return all(map(same, ongoing))
    # rules may raise anything in a position that play cannot reach, and so may a class of positions
    except Exception:
        return False
