"""The positions and moves of a game as integers, in compressed sparse rows; what can be reached, and components."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import compress, count
from math import lcm
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from gametheory.model import arrays_kernel as kernel
from gametheory.model.game import Move, Outcome, Position, active_players
from gametheory.numbers.rationals import is_exact
from gametheory.parallel import compiled

Integers: TypeAlias = compiled.Integers


def starts_of_rows(lengths: Integers | NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return where each row begins, and where the last one ends.

    >>> starts_of_rows(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    starts = np.zeros(len(lengths) + 1, np.intp)  # numpy repeats by such numbers: of 32 bits in a browser
    np.cumsum(lengths, out=starts[1:])
    return starts


def entries_of_rows(starts: Integers, rows: Integers) -> Integers:
    """Return the places of all entries of some rows, those of one row after those of another.

    >>> entries_of_rows(np.array([0, 2, 2, 5]), np.array([2, 0])).tolist()
    [2, 3, 4, 0, 1]
    """
    lengths = np.diff(starts)[rows]
    # each entry is as far from the first one of its row as its place is from where the row begins in the result
    shifts = starts[rows] - np.cumsum(lengths) + lengths
    return np.repeat(shifts, lengths) + np.arange(lengths.sum())


Value = TypeVar("Value", covariant=True)

LARGEST = 2**62  # numerators above it are no machine integers


@dataclass(frozen=True, eq=False)
class StateArrays:
    """The positions of a game, numbered in the order of the graph, and their joint moves and successors.

    The joint moves of position i have the numbers `first_move[i]` to `first_move[i + 1] - 1`. The successors of joint
    move j are `successor[first_successor[j]:first_successor[j + 1]]`; if `first_successor` is None, no move has a
    random result, and joint move j has the one successor `successor[j]`. Each different joint move, outcome and
    probability is stored once. Memory: 4 bytes for a successor, 4 for a joint move, and about 20 for a position besides
    the position itself.

    >>> from gametheory import Castle, unfold
    >>> arrays = unfold(Castle(2, 3, 1))
    >>> len(arrays), arrays.row.tolist(), arrays.sources.tolist(), arrays.edges(1)
    (3, [0, 1, 2, 2], [0, 1], range(1, 2))
    >>> arrays.starts.tolist()
    [0, 1, 2]
    >>> arrays.groups[0], arrays.single_moves[0]
    ([('soldiers',)], Volley(at_castle=2, at_defenders=0))
    >>> arrays.order.tolist()
    [0, 1, 2]
    >>> arrays.predecessors[1].tolist(), arrays.joint_move_of_edge().tolist(), arrays.numerators()[1]
    ([0, 1], [0, 1], 1)
    >>> arrays.deterministic, arrays.probability(0), list(arrays.joint_moves(0).values()) == [arrays.distribution(0)]
    (True, Fraction(1, 1), True)
    >>> arrays.joints(1), list(arrays.joint_moves(1)) == arrays.moves_in(1)
    (range(1, 2), True)
    >>> arrays.with_moves(np.array([True, False])).successor.tolist()
    [1]
    """

    game: Any  # the rules; None for a graph made by hand without any
    start: int
    positions: Sequence[Position]
    index: Mapping[Position, int]
    outcomes: Sequence[Outcome]
    outcome_of: Integers
    first_move: Integers
    moves: Sequence[tuple[Move, ...]]
    move_of: Integers
    first_successor: Integers | None
    successor: Integers
    probabilities: Sequence[Fraction]
    probability_of: Integers | None
    known_groups: tuple[Sequence[tuple[str, ...]], Integers] | None = None

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.outcome_of)

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions."""
        return iter(self.positions)

    @property
    def start_position(self) -> Position:
        """The first position; a graph made by hand can be without one."""
        if self.start >= 0:
            return self.positions[self.start]
        return None

    @cached_property
    def groups(self) -> tuple[Sequence[tuple[str, ...]], Integers]:
        """The different groups of active players, and the index among them of each position; -1 if it is terminal."""
        # known from the unfolding; for a graph made by hand the rules are called
        if self.known_groups is not None:
            return self.known_groups
        groups: dict[tuple[str, ...], int] = {}
        group_of = np.full(len(self), -1, np.int32)
        for number in np.flatnonzero(self.outcome_of < 0).tolist():
            active = active_players(self.game, self.positions[number])
            group_of[number] = groups.setdefault(active, len(groups))
        return list(groups), group_of

    @cached_property
    def sources(self) -> Integers:
        """The position from which each entry of `successor` follows."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.row))

    @cached_property
    def starts(self) -> Integers:
        """Where the successors of each joint move begin in `successor`; one entry more than there are joint moves."""
        if self.first_successor is None:
            return np.arange(len(self.move_of) + 1)
        return self.first_successor

    @cached_property
    def row(self) -> Integers:
        """Where the successors of each position begin in `successor`; one entry more than there are positions."""
        if self.first_successor is None:
            return self.first_move
        return self.first_successor[self.first_move]

    @cached_property
    def order(self) -> Integers | None:
        """The numbers of the positions, each before all positions that can follow it; None if play can cycle.

        Kahn's algorithm (1962). Cost: the positions and edges, once.
        """
        # numbered breadth first, a game without two ways to a position has this order, and the loop would find it
        if (self.successor > self.sources).all():
            return np.arange(len(self), dtype=np.int32)
        order = np.zeros(len(self), np.int32)
        count = kernel.topological_order(self.row, self.successor, self._indegree(), order)
        return order if count == len(self) else None

    @cached_property
    def predecessors(self) -> tuple[Integers, Integers]:
        """Compressed rows of the reversed graph: where they begin, and the positions from which each one follows."""
        starts = starts_of_rows(self._indegree())
        if starts[-1] < 2**31:
            # half the bytes are read faster by loops that jump between rows
            starts = starts.astype(np.int32)
        sources = np.zeros(len(self.successor), np.int32)
        kernel.reversed_rows(self.row, self.successor, starts[:-1].copy(), sources)
        return starts, sources

    def _indegree(self) -> Integers:
        return np.bincount(self.successor, minlength=len(self)).astype(np.int32)

    @cached_property
    def single_moves(self) -> list[Move]:
        """The first move of each different joint move; None for a chance event."""
        return [moves[0] if moves else None for moves in self.moves]

    def with_moves(self, included: NDArray[np.bool_]) -> StateArrays:
        """Return the same positions with some of the joint moves."""
        edges, first_successor = included, None
        if self.first_successor is not None:
            sizes = np.diff(self.first_successor)
            edges = np.repeat(included, sizes)
            first_successor = starts_of_rows(sizes[included])
        probability_of = self.probability_of
        return replace(
            self,
            first_move=starts_of_rows(included)[self.first_move],
            move_of=self.move_of[included],
            first_successor=first_successor,
            successor=self.successor[edges],
            probability_of=probability_of if probability_of is None else probability_of[edges],
        )

    @property
    def deterministic(self) -> bool:
        """Whether every joint move has one successor of probability 1."""
        return self.first_successor is None and self.probability_of is None

    def joint_move_of_edge(self) -> Integers:
        """Return the number of the joint move of each entry of `successor`."""
        joints = np.arange(len(self.move_of))
        if self.first_successor is None:
            return joints
        return np.repeat(joints, np.diff(self.first_successor))

    def numerators(self) -> tuple[Integers, int] | None:
        """Return all probabilities as numerators over a common denominator; None if they are no machine integers."""
        if self.probability_of is None:
            return np.ones(len(self.successor), np.int64), 1
        common = lcm(*(probability.denominator for probability in self.probabilities))
        if common > LARGEST:
            return None
        table = [int(probability * common) for probability in self.probabilities]
        return np.array(table, np.int64)[self.probability_of], common

    def joint_moves(self, number: int) -> dict[tuple[Move, ...], dict[Position, Fraction]]:
        """Return each joint move in a position with the distribution of the next position."""
        moves = self.moves_in(number)
        joints = self.joints(number)
        if not self.deterministic:
            return dict(zip(moves, map(self.distribution, joints), strict=True))
        # most games have no chance moves: they do without a distribution for each joint move
        one, positions = Fraction(1), self.positions
        successors = self.successor[joints.start : joints.stop].tolist()
        return {move: {positions[successor]: one} for move, successor in zip(moves, successors, strict=True)}

    def joints(self, number: int) -> range:
        """Return the numbers of the joint moves in a position."""
        return _entries(self.first_move, number)

    def moves_in(self, number: int) -> list[tuple[Move, ...]]:
        """Return the joint moves in a position, in the order of their numbers."""
        joints = self.joints(number)
        codes = self.move_of[joints.start : joints.stop].tolist()
        return [self.moves[code] for code in codes]

    def edges(self, joint: int) -> range:
        """Return where the successors of a numbered joint move are in `successor`."""
        if self.first_successor is None:
            return range(joint, joint + 1)
        return _entries(self.first_successor, joint)

    def probability(self, edge: int) -> Fraction:
        """Return the probability of an entry of `successor`."""
        if self.probability_of is None:
            return Fraction(1)
        probability: Fraction = self.probabilities[self.probability_of[edge]]
        return probability

    def distribution(self, joint: int) -> dict[Position, Fraction]:
        """Return the positions that can follow a numbered joint move, with their probabilities."""
        return {self.positions[self.successor[edge]]: self.probability(edge) for edge in self.edges(joint)}


def _entries(starts: Integers, row: int) -> range:
    return range(int(starts[row]), int(starts[row + 1]))


class PositionMap(Mapping[Position, Value], Generic[Value]):
    """A read-only mapping from positions to values that are stored as numbers.

    >>> from gametheory import Castle, unfold
    >>> arrays = unfold(Castle(1, 1, 1))
    >>> PositionMap(arrays, np.array([0, -1]), ["start"])
    {Position(soldiers=1, defenders=0, strength=1): 'start'}
    """

    __slots__ = ("arrays", "codes", "table")

    def __init__(self, arrays: StateArrays, codes: Integers, table: Sequence[Value]) -> None:
        self.arrays = arrays
        self.codes = codes
        self.table = table

    def __getitem__(self, position: Position) -> Value:
        """Return the value of a position."""
        code = int(self.codes[self.arrays.index[position]])
        if code < 0:
            raise KeyError(position)
        return self.table[code]

    def __contains__(self, position: object) -> bool:
        """Return whether a position has a value, without making the value."""
        number = self.arrays.index.get(position)
        return number is not None and bool(self.codes[number] >= 0)

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions that have a value, in the order of the graph."""
        return compress(self.arrays.positions, (self.codes >= 0).tolist())

    def __len__(self) -> int:
        """Return how many positions have a value."""
        return int(np.count_nonzero(self.codes >= 0))

    def __or__(self, other: Mapping[Position, object]) -> dict[Position, object]:
        """Return a dict with the values of both mappings."""
        return {**self, **other}

    def __ror__(self, other: Mapping[Position, object]) -> dict[Position, object]:
        """Return a dict with the values of both mappings."""
        return {**other, **self}

    def __repr__(self) -> str:
        """Return the text of a dict with the same items."""
        return repr(dict(self))


def numbering() -> defaultdict[Any, int]:
    """Return a dictionary that gives each new value the next number.

    >>> numbers = numbering()
    >>> [numbers[value] for value in "abac"], list(numbers)
    ([0, 1, 0, 2], ['a', 'b', 'c'])
    """
    return defaultdict(count().__next__)


class ArrayBuilder:
    """Collect the joint moves of one position after another, and return them as arrays.

    >>> builder = ArrayBuilder(["start", "end", "other"])
    >>> builder.add([-1], [0], [1], [builder.moves["go",]], [1])
    >>> builder.add([-1, 0], [0, -1], [1, 0], [builder.moves["on",]], [0, 1], ([2], [Fraction(1, 3), Fraction(2, 3)]))
    >>> builder.outcome_of.tolist(), builder.sizes.tolist(), builder.probability_of.tolist()
    ([-1, -1, 0], [1, 2], [0, 1, 2])
    """

    def __init__(self, positions: list[Position]) -> None:
        self.positions = positions
        self.moves = numbering()
        self.outcomes = numbering()
        self.outcome_of = array("i")
        self.group_of = array("i")
        self.counts = array("i")
        self.move_of = array("i")
        self.successor = array("i")
        # how many positions can follow each move, and the number of each probability; empty if no move is random
        self.sizes = array("i")
        self.probability_of = array("i")
        self.probabilities: list[Any] = [Fraction(1)]
        self._ratios: dict[object, int] = {(1, 1): 0}

    def add(
        self,
        ends: list[int],
        groups: list[int],
        counts: list[int],
        moves: list[int],
        successors: list[int],
        distributions: tuple[list[int], list[object]] | None = None,
    ) -> None:
        """Add positions."""
        if distributions is not None:
            if not self.sizes:  # all earlier moves had one successor for certain
                self._add_certain(len(self.move_of))
            sizes, probabilities = distributions
            self.sizes.fromlist(sizes)
            self.probability_of.fromlist(list(map(self._code, probabilities)))
        elif self.sizes:
            self._add_certain(len(moves))
        self.outcome_of.fromlist(ends)
        self.group_of.fromlist(groups)
        self.counts.fromlist(counts)
        self.move_of.fromlist(moves)
        self.successor.fromlist(successors)

    def _add_certain(self, count: int) -> None:
        """Add joint moves with one successor of probability 1."""
        self.sizes.extend(array("i", [1]) * count)
        self.probability_of.extend(array("i", [0]) * count)

    def _code(self, probability: Any) -> int:
        """Return the number of a probability; one that is not exact stays as it is, so that a checker sees it."""
        exact = is_exact(probability)
        if exact:
            ratio = probability.as_integer_ratio()
        else:
            ratio = (id(probability), "not exact")
        # integers and fractions that are equal are one probability
        code = self._ratios.setdefault(ratio, len(self.probabilities))
        if code == len(self.probabilities):
            self.probabilities.append(Fraction(probability) if exact else probability)
        return code

    def arrays(
        self, game: object, start: int, index: Mapping[Position, int], groups: list[tuple[str, ...]] | None = None
    ) -> StateArrays:
        """Return the arrays of all positions that were added."""
        sizes = array_of(self.sizes)
        codes = array_of(self.probability_of)
        return StateArrays(
            game=game,
            start=start,
            positions=self.positions,
            index=index,
            outcomes=list(self.outcomes),
            outcome_of=array_of(self.outcome_of),
            first_move=starts_of_rows(array_of(self.counts)),
            moves=list(self.moves),
            move_of=array_of(self.move_of),
            first_successor=starts_of_rows(sizes) if (sizes != 1).any() else None,
            successor=array_of(self.successor),
            probabilities=self.probabilities,
            probability_of=codes if codes.any() else None,
            known_groups=None if groups is None else (groups, array_of(self.group_of)),
        )


def array_of(numbers: array[int]) -> Integers:
    """Return the numbers of an `array` in the same memory."""
    if numbers:
        return np.frombuffer(numbers, np.dtype(numbers.typecode))
    return np.zeros(0, numbers.typecode)


def reachable(arrays: StateArrays) -> Integers:
    """Return the numbers of the positions that play can reach from the start, breadth first.

    Cost: the positions and edges.

    >>> from gametheory import Castle, unfold
    >>> reachable(unfold(Castle(1, 1, 1))).tolist()
    [0, 1]
    """
    return reached_from(np.array([arrays.start]), arrays.row, arrays.successor)


def can_end(arrays: StateArrays) -> NDArray[np.bool_]:
    """Return for each position whether a terminal position can be reached from it.

    Search backward from the terminal positions. Cost: the positions and edges.

    >>> from gametheory import Castle, unfold
    >>> can_end(unfold(Castle(1, 1, 1))).tolist()
    [True, True]
    """
    ended = np.flatnonzero(arrays.outcome_of >= 0)
    reached = np.zeros(len(arrays), np.bool_)
    reached[reached_from(ended, *arrays.predecessors)] = True
    return reached


def reached_from(nodes: Integers, row: Integers, successor: Integers) -> Integers:
    """Return some nodes of a graph in compressed sparse rows, and all that can be reached from them, breadth first.

    Cost: the nodes and edges.

    >>> reached_from(np.array([2]), np.array([0, 1, 1, 3]), np.array([1, 2, 0])).tolist()
    [2, 0, 1]
    """
    seen, queue = np.zeros((2, len(row) - 1), np.int32)
    seen[nodes], queue[: len(nodes)] = 1, nodes
    found = kernel.reach(row, successor, len(nodes), seen, queue)
    return queue[:found]


def strong_components(arrays: StateArrays) -> Integers:
    """Return the number of the strongly connected component of each position.

    A component has a greater number than every other one that can be reached from it (Tarjan 1972). Cost: the positions
    and edges.

    References
    ----------
    R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972).

    >>> from gametheory import Castle, unfold
    >>> strong_components(unfold(Castle(1, 1, 1))).tolist()
    [1, 0]
    """
    return component_numbers(arrays.row, arrays.successor)


def component_numbers(row: Integers, successor: Integers) -> Integers:
    """Return the number of the strongly connected component of each node of a graph in compressed sparse rows.

    The method is that of `strong_components`.

    >>> component_numbers(np.array([0, 1, 2, 2]), np.array([1, 0])).tolist()
    [0, 0, 1]
    """
    from scipy.sparse import csr_array  # here, because scipy takes long to import
    from scipy.sparse.csgraph import connected_components

    nodes = len(row) - 1
    edges = np.ones(len(successor), np.int8)
    graph = csr_array((edges, successor, row), (nodes, nodes))
    _, component = connected_components(graph, connection="strong")
    # scipy numbers a component after all that can be reached from it, but does not promise to
    sources = np.repeat(np.arange(nodes), np.diff(row))
    if not (component[sources] >= component[successor]).all():
        raise RuntimeError("scipy numbers strong components in another order than that of the topology")
    return np.asarray(component, np.int32)
