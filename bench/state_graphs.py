"""State graphs: unfolded and solved by this program, and by plain loops over the same classes."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import networkx as nx
import numpy as np

from bench.work import Judgement, Program, Timed, Work, failed
from gametheory import Outcome
from gametheory.model.classes import terminal_payoffs
from gametheory.model.layered import Layer, LayeredGame
from gametheory.model.unfolding import unfold
from gametheory.solvers.perfect_information import backward_induction, grundy_values, retrograde_analysis
from gametheory.verify import check_cyclic_equilibrium, check_subgame_perfect

PLAYERS = ("first", "second")
WON = (Outcome("first"), Outcome("second"))


@dataclass(frozen=True)
class Nim:
    """Nim with some heaps: a plain class, whose moves are (heap, sticks). Who takes the last stick wins."""

    heaps: tuple[int, ...]
    most: int = 3
    players = PLAYERS

    def start(self) -> Any:
        """Return all heaps and the player who begins."""
        return (self.heaps, "first")

    def outcome(self, position: Any) -> Outcome | None:
        """Return the winner if no stick is left."""
        return None if any(position[0]) else WON[position[1] == "first"]

    def moves(self, position: Any, player: str) -> Any:
        """Yield every heap with every number of sticks."""
        heaps, active = position
        if player == active:
            for heap, size in enumerate(heaps):
                for sticks in range(1, min(size, self.most) + 1):
                    yield heap, sticks

    def after(self, position: Any, move: Any) -> Any:
        """Return the position after a move."""
        heaps, active = position
        heap, sticks = move
        left = (*heaps[:heap], heaps[heap] - sticks, *heaps[heap + 1 :])
        return (left, "second" if active == "first" else "first")


@dataclass(frozen=True)
class LayeredNim(LayeredGame):
    """The same game over whole numbers: 8 bits for each heap, and the player in the last bit."""

    game: Nim
    players, outcomes = PLAYERS, WON

    def start(self) -> int:
        """Return all heaps and the player who begins."""
        return sum(size << (8 * heap) for heap, size in enumerate(self.game.heaps)) * 2

    def expand(self, positions: Any) -> Layer:
        """Return the moves of all positions."""
        player, heaps = positions & 1, positions >> 1
        most = self.game.most
        shape = (len(positions), len(self.game.heaps) * most)
        allowed, after = np.zeros(shape, bool), np.zeros(shape, np.int64)
        for column in range(shape[1]):
            heap, sticks = column // most, column % most + 1
            allowed[:, column] = (heaps >> 8 * heap) & 255 >= sticks
            after[:, column] = ((heaps - (sticks << 8 * heap)) << 1) | (1 - player)
        moves = np.broadcast_to(np.arange(shape[1]), shape)
        return Layer(np.where(heaps == 0, 1 - player, -1), player, allowed.sum(1), moves[allowed], after[allowed])


def unfolded(game: Nim) -> tuple[int, int]:
    """Unfold a game into arrays."""
    arrays = unfold(game)
    return len(arrays), len(arrays.successor)


def unfolded_in_arrays(game: Nim) -> tuple[int, int]:
    """Unfold the same game over whole numbers."""
    arrays = unfold(LayeredNim(game))
    return len(arrays), len(arrays.successor)


def plain_loop(game: Nim) -> tuple[int, int]:
    """Number the positions in a dictionary and the successors in an array, and nothing else."""
    start = game.start()
    index, positions, successors = {start: 0}, [start], array("i")
    for position in positions:
        if game.outcome(position) is None:
            for player in game.players:
                for move in game.moves(position, player):
                    successor = game.after(position, move)
                    number = index.setdefault(successor, len(positions))
                    if number == len(positions):
                        positions.append(successor)
                    successors.append(number)
    return len(positions), len(successors)


def networkx_loop(game: Nim) -> tuple[int, int]:
    """Add every move to a networkx graph."""
    graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
    positions = [game.start()]
    graph.add_node(positions[0], outcome=None)
    for position in positions:
        if game.outcome(position) is None:
            for player in game.players:
                for move in game.moves(position, player):
                    successor = game.after(position, move)
                    if successor not in graph:
                        graph.add_node(successor, outcome=game.outcome(successor))
                        positions.append(successor)
                    graph.add_edge(position, successor, moves=(move,), probability=1)
    return len(graph), graph.number_of_edges()


@cache
def unfolded_once(game: Nim) -> Any:
    """Return the arrays of a game."""
    return unfold(game)


def prepared(game: Nim) -> tuple[Any, Any]:
    """Return the arrays and the payoffs of a game."""
    return as_new(unfolded_once(game))


def as_new(arrays: Any) -> tuple[Any, Any]:
    """Return arrays without the order and the predecessors of the positions, which a solution finds, and the payoffs.

    >>> arrays = unfold(Nim((1, 2)))
    >>> as_new(arrays)[0] is arrays, list(as_new(arrays)[0]) == list(arrays)
    (False, True)
    """
    new = replace(arrays)
    return new, terminal_payoffs(new)


def minimax(game: Nim) -> int:
    """Return the value by minimax with a table of positions, over the class."""
    values: dict[Any, int] = {}
    stack = [game.start()]
    while stack:
        position = stack[-1]
        end = game.outcome(position)
        player = position[1]
        after = [] if end else [game.after(position, move) for move in game.moves(position, player)]
        open_ = [successor for successor in after if successor not in values]
        if open_:
            stack.extend(open_)
            continue
        best = max if player == "first" else min
        values[position] = best(values[each] for each in after) if end is None else 1 if end.name == "first" else -1
        stack.pop()
    return values[game.start()]


def by_backward_induction(game: Nim) -> int:
    """Solve the prepared graph."""
    graph, payoffs = prepared(game)
    return int(backward_induction(graph, payoffs).payoffs[game.start()][0])


def by_retrograde_analysis(game: Nim) -> int:
    """Solve the prepared graph as if play could cycle."""
    graph, payoffs = prepared(game)
    return int(retrograde_analysis(graph, payoffs).values[game.start()])


def by_grundy_values(game: Nim) -> int:
    """Compute the Grundy values of the prepared graph."""
    return 1 if grundy_values(prepared(game)[0])[game.start()] else -1


def solved_and_checked(game: Nim) -> int:
    """Unfold the game, solve it by backward induction, and check every position again."""
    graph = unfold(game)
    payoffs = terminal_payoffs(graph)
    return int(check_subgame_perfect(graph, payoffs, *backward_induction(graph, payoffs)[:2])[0])


def retrograde_checked(game: Nim) -> int:
    """Solve the prepared graph by retrograde analysis and check every position again."""
    graph, payoffs = prepared(game)
    return int(check_cyclic_equilibrium(graph, payoffs, *retrograde_analysis(graph, payoffs)))


UNFOLD = (
    Program("plain loop: dict and array", plain_loop),
    Program("gametheory unfold", unfolded, ("gametheory",)),
    Program("gametheory unfold, LayeredGame", unfolded_in_arrays, ("gametheory",)),
    Program("networkx, edge by edge", networkx_loop, ("networkx",)),
)
SOLVE = (
    Program("minimax with a table, over the class", minimax),
    Program("gametheory, unfolded, solved and checked", solved_and_checked, ("gametheory",)),
    Program("gametheory backward_induction, graph only", by_backward_induction, ("gametheory",)),
    Program("gametheory retrograde_analysis, graph only", by_retrograde_analysis, ("gametheory",)),
    Program("gametheory retrograde_analysis and its check, graph only", retrograde_checked, ("gametheory",)),
    Program("gametheory grundy_values, graph only", by_grundy_values, ("gametheory",)),
)


def state_graphs(quick: bool) -> list[Work]:
    """State graphs of Nim, unfolded and solved."""
    small, large = Nim((3, 3, 3)), Nim((25, 40, 40))
    game = small if quick else large
    size = "64 x 2 positions" if quick else "87,404 positions, 740,880 moves"
    # the warm-up is the game itself, so that long loops are compiled and the graph is prepared
    return [
        Work(f"unfold Nim, {size}", UNFOLD, [game], agree, game, limit=100),
        Work(f"solve Nim, {size}", SOLVE, [game], agree, game, limit=100),
    ]


def agree(game: Nim, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare the answer with that of the first program, which is the plain one."""
    if timed.failure:
        return failed(timed)
    return Judgement(1, {} if timed.answer == next(iter(answers.values())) else {"different": 1})


BENCHES = {"state-graphs": state_graphs}
