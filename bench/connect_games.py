"""Stones that fall into columns: connect-3 as a plain class, and Connect Four on a small board in arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.graph_rates import ACYCLIC, steps
from bench.state_graphs import PLAYERS, WON, agree
from bench.work import Program, Rate, Work
from gametheory import Outcome, solve
from gametheory.model.classes import terminal_payoffs
from gametheory.model.layered import Layer, LayeredGame
from gametheory.model.unfolding import unfold
from gametheory.solvers.perfect_information import backward_induction
from gametheory.verify import check_subgame_perfect

DRAW = Outcome("draw")


@dataclass(frozen=True)
class Connect:
    """Players drop stones into columns; the first line of `line` own stones wins. A position is a tuple of columns."""

    columns: int
    rows: int
    line: int
    players = PLAYERS

    def start(self) -> Any:
        """Return the empty board."""
        return ("",) * self.columns

    def outcome(self, board: Any) -> Outcome | None:
        """Return the winner of a line, or the draw of a full board."""
        for column, stones in enumerate(board):
            for row, stone in enumerate(stones):
                for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if self._line(board, column, row, right, up) == stone * self.line:
                        return WON[int(stone)]
        return DRAW if all(len(stones) == self.rows for stones in board) else None

    def _line(self, board: Any, column: int, row: int, right: int, up: int) -> str:
        places = ((column + step * right, row + step * up) for step in range(self.line))
        return "".join(board[c][r] for c, r in places if 0 <= c < self.columns and 0 <= r < len(board[c]))

    def moves(self, board: Any, player: str) -> Any:
        """Return the columns that are not full."""
        turn = sum(map(len, board)) % 2
        return [c for c in range(self.columns) if len(board[c]) < self.rows] if player == PLAYERS[turn] else []

    def after(self, board: Any, column: int) -> Any:
        """Return the board with another stone."""
        stone = str(sum(map(len, board)) % 2)
        return (*board[:column], board[column] + stone, *board[column + 1 :])


@dataclass(frozen=True)
class LayeredConnect(LayeredGame):
    """The same game over whole numbers: a column is a bit for each stone, 1 for the first player, and 1 above them."""

    game: Connect
    players, outcomes = PLAYERS, (*WON, DRAW)

    def start(self) -> int:
        """Return the empty board."""
        return sum(1 << column * (self.game.rows + 1) for column in range(self.game.columns))

    def expand(self, positions: Any) -> Layer:
        """Return the moves of all positions."""
        rows, width = self.game.rows, self.game.rows + 1
        shifts = width * np.arange(self.game.columns)
        columns = (positions[:, None] >> shifts) & ((1 << width) - 1)
        heights = np.log2(columns).astype(np.int64)
        filled = ((1 << heights) - 1 << shifts).sum(axis=1)
        own = ((columns - (1 << heights)) << shifts).sum(axis=1)
        turn = heights.sum(axis=1) & 1
        won = self._has_line(np.where(turn == 1, own, filled & ~own))
        ended = np.where(won, 1 - turn, np.where((heights == rows).all(axis=1), 2, -1))
        allowed = (heights < rows) & (ended < 0)[:, None]
        after = positions[:, None] + (1 << heights + (turn == 0)[:, None] + shifts)
        moves = np.broadcast_to(np.arange(self.game.columns), allowed.shape)
        return Layer(ended, turn, allowed.sum(axis=1), moves[allowed], after[allowed])

    def _has_line(self, stones: Any) -> Any:
        """Return whether the player who has just moved has a line; no line crosses the free bit above a column."""
        found = np.zeros(len(stones), bool)
        rows = self.game.rows
        for step in (1, rows, rows + 1, rows + 2):
            left = stones
            for place in range(1, self.game.line):
                left = left & (stones >> place * step)
            found |= left != 0
        return found


def minimax(game: Connect) -> int:
    """Return the value by minimax with a table of positions, over the class."""
    values: dict[Any, int] = {}

    def value(board: Any) -> int:
        if board not in values:
            end = game.outcome(board)
            if end is not None:
                values[board] = {"first": 1, "second": -1}.get(end.name, 0)
            else:
                turn = sum(map(len, board)) % 2
                after = [value(game.after(board, column)) for column in game.moves(board, PLAYERS[turn])]
                values[board] = min(after) if turn else max(after)
        return values[board]

    return value(game.start())


def whole_solution(game: Connect) -> int:
    """Validate, unfold, classify, solve and check the plain class."""
    return int(solve(game).payoffs["first"])


def unfolded_and_solved(game: Connect) -> int:
    """Unfold, solve and check the plain class."""
    return _solved(game)


def in_arrays(game: Connect) -> int:
    """Unfold, solve and check the same game over whole numbers: the value of every position."""
    return _solved(LayeredConnect(game))


def _solved(game: Any) -> int:
    graph = unfold(game, limit=100_000_000)
    payoffs = terminal_payoffs(graph)
    return int(check_subgame_perfect(graph, payoffs, *backward_induction(graph, payoffs)[:2])[0])


SMALL = (
    Program("minimax with a table, over the class", minimax),
    Program("gametheory solve: validated, solved, checked", whole_solution, ("gametheory",)),
    Program("gametheory, unfolded, solved and checked", unfolded_and_solved, ("gametheory",)),
    Program("gametheory, LayeredGame, solved and checked", in_arrays, ("gametheory",)),
)


def connect_games(quick: bool) -> list[Work]:
    """Connect-3 on a small board."""
    small = Connect(3, 3, 3) if quick else Connect(4, 4, 3)
    return [Work(f"connect-3 on {small.columns} x {small.rows}", SMALL, [small], agree, small, limit=100)]


def connect_four(quick: bool) -> list[Rate]:
    """Connect Four on a small board, strongly solved and checked."""
    board, warm_up = (Connect(3, 3, 3), Connect(3, 3, 3)) if quick else (Connect(5, 4, 4), Connect(4, 5, 4))
    return steps(f"{board.columns} x {board.rows}", ACYCLIC, LayeredConnect(board), LayeredConnect(warm_up))


BENCHES: dict[str, Callable[[bool], Sequence[Any]]] = {"connect-games": connect_games, "connect-four": connect_four}
