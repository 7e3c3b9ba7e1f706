"""Connect Four on small boards, strongly solved: the value of every position, all of them checked again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bench.connect_games import Connect, LayeredConnect
from bench.graph_rates import ACYCLIC, steps
from bench.work import Rate
from gametheory.model.layers import Layer
from gametheory.solvers.saved.on_disk import solve_on_disk

MEMORY = 400_000_000


@dataclass(frozen=True)
class Reflected(LayeredConnect):
    """Connect Four between the positions whose number is at most that of their reflection: about half of all."""

    def expand(self, positions: Any) -> Layer:
        """Return the moves of all positions."""
        layer = super().expand(positions)
        return layer._replace(successors=np.minimum(layer.successors, self._reflections(layer.successors)))

    def _reflections(self, positions: Any) -> Any:
        """Return the positions with the columns in reverse order."""
        width, columns = self.game.rows + 1, self.game.columns
        places = [width * column for column in range(columns)]
        column = (1 << width) - 1
        return sum(
            (positions >> place & column) << other for place, other in zip(places, reversed(places), strict=True)
        )


def on_disk(game: LayeredConnect) -> tuple[int, int]:
    """Solve the game in layers on the disk, and check the value of every position of the file by the rules."""
    with TemporaryDirectory() as folder:
        solution = solve_on_disk(game, Path(folder, "solution.npz"), memory=MEMORY)
        return solution.verify(), solution.moves


def connect_four(quick: bool) -> list[Rate]:
    """Connect Four on small boards, strongly solved and checked."""
    small, middle, large = Connect(3, 3, 3), Connect(5, 4, 4), Connect(5, 5, 4)
    first, second, warm_up = (small, small, small) if quick else (middle, large, Connect(4, 5, 4))
    return [
        *steps(_name(first), ACYCLIC, LayeredConnect(first), LayeredConnect(warm_up)),
        Rate(f"{_name(first)}: on the disk, checked", on_disk, LayeredConnect(first), LayeredConnect(small)),
        Rate(f"{_name(second)}, reflected: on the disk, checked", on_disk, Reflected(second), Reflected(small)),
    ]


def _name(board: Connect) -> str:
    return f"{board.columns} x {board.rows}"


BENCHES = {"connect-four": connect_four}
