"""The moves of numbered positions with exact probabilities, in compressed sparse rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from operator import mul
from typing import NamedTuple

from flint import fmpq

from gametheory.model.state_arrays import StateArrays
from gametheory.numbers.rationals import to_flint


class DecisionRows(NamedTuple):
    """Positions, their moves, and the positions that follow a move: all are whole numbers.

    The moves of position i are `first[i]` to `first[i + 1] - 1`. The successors of move j are
    `successor[starts[j]:starts[j + 1]]`, with the probabilities `weight` at the same places. Probabilities are numbers
    of flint, since the values of cyclic games have too many digits for machine integers.
    """

    first: list[int]
    starts: list[int]
    successor: list[int]
    weight: list[fmpq]

    def moves(self, position: int) -> range:
        """Return the numbers of the moves in a position."""
        return range(self.first[position], self.first[position + 1])

    def after(self, move: int) -> list[int]:
        """Return the positions that can follow a move."""
        return self.successor[self.starts[move] : self.starts[move + 1]]

    def following(self, moves: Iterable[int]) -> Iterator[int]:
        """Yield the positions that can follow some moves."""
        return chain.from_iterable(map(self.after, moves))

    def steps(self, move: int) -> dict[int, fmpq]:
        """Return the probability of each position that can follow a move."""
        edges = slice(self.starts[move], self.starts[move + 1])
        return dict(zip(self.successor[edges], self.weight[edges], strict=True))

    def mean(self, move: int, values: Mapping[int, fmpq]) -> fmpq:
        """Return the expected value after a move."""
        edges = slice(self.starts[move], self.starts[move + 1])
        return sum(map(mul, self.weight[edges], map(values.__getitem__, self.successor[edges])), fmpq(0))

    def part(self, positions: Sequence[int]) -> tuple[DecisionRows, list[int]]:
        """Return the moves of some positions, which get the first numbers, and the old number of each position.

        The other positions that can follow have no moves. Cost: the edges of these positions.
        """
        index = {position: number for number, position in enumerate(positions)}
        first, starts = [0], [0]
        successor: list[int] = []
        weight: list[fmpq] = []
        for position in positions:
            for move in self.moves(position):
                edges = slice(self.starts[move], self.starts[move + 1])
                successor += [index.setdefault(after, len(index)) for after in self.successor[edges]]
                weight += self.weight[edges]
                starts.append(len(successor))
            first.append(len(starts) - 1)
        first += [len(starts) - 1] * (len(index) - len(positions))
        return DecisionRows(first, starts, successor, weight), list(index)

    def discounted(self, factor: fmpq) -> DecisionRows:
        """Return the moves of a discounted game: play stops after each, in a position of its own after all others."""
        end, successor, weight = len(self.first) - 1, [], []
        for move, (first, last) in enumerate(pairwise(self.starts)):
            successor += [*self.successor[first:last], end + move]
            weight += [*(factor * probability for probability in self.weight[first:last]), 1 - factor]
        starts = [start + move for move, start in enumerate(self.starts)]
        return DecisionRows([*self.first, *[self.first[-1]] * self.first[-1]], starts, successor, weight)


def exact_weights(arrays: StateArrays) -> list[fmpq]:
    """Return the probability of each successor of a state graph, in the arithmetic of flint."""
    codes = arrays.probability_of
    table = [to_flint(probability) for probability in arrays.probabilities]
    return [fmpq(1)] * len(arrays.successor) if codes is None else [table[code] for code in codes.tolist()]


def weighted_steps(arrays: StateArrays) -> Iterator[tuple[int, int, fmpq]]:
    """Yield each step of a Markov chain: a position, one that follows, and the probability."""
    return zip(arrays.sources.tolist(), arrays.successor.tolist(), exact_weights(arrays), strict=True)


def decision_rows(arrays: StateArrays) -> DecisionRows:
    """Return the joint moves of a state graph; they keep their numbers."""
    first, starts, successor = (part.tolist() for part in (arrays.first_move, arrays.starts, arrays.successor))
    return DecisionRows(first, starts, successor, exact_weights(arrays))
