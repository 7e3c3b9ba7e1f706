"""What solvers share: positions, strategies and exact probabilities as numbers in arrays, for millions of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import chain, pairwise
from math import lcm, prod
from operator import mul
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.classes import ExactColumn, Payoffs
from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import LARGEST, Integers, PositionMap, StateArrays
from gametheory.numbers.rationals import is_exact, to_flint
from gametheory.solvers.positions_kernel import chance_depths, choose_best_mean

TERMINAL, CHANCE = -1, -2
Key = TypeVar("Key")
Value = TypeVar("Value")
Weight = TypeVar("Weight")
JointMove: TypeAlias = tuple[Position, tuple[Move, ...]]  # the moves of the active players in a position
Mixed: TypeAlias = dict[Move, Fraction]
Strategy: TypeAlias = Mapping[Position, Mapping[str, Mapping[Move, Fraction]]]


def active_indices(arrays: StateArrays, players: Sequence[str]) -> Integers:
    """Return the index of the player who moves in each position, or `TERMINAL` or `CHANCE`.

    Raises ValueError if several move in one. Cost: the number of positions.
    """
    groups, group_of = arrays.groups
    for code, group in enumerate(groups):
        if len(group) > 1:
            position = arrays.positions[int(np.argmax(group_of == code))]
            raise ValueError(f"in {position} {' and '.join(group)} move simultaneously")
    codes = [players.index(group[0]) if group else CHANCE for group in groups]
    # the last entry is that of the group -1, which is a terminal position
    return np.array([*codes, TERMINAL], np.int32)[group_of]


def terminal_codes(arrays: StateArrays, values: Mapping[Position, Value]) -> tuple[Integers, list[Value]]:
    """Return the different values of terminal positions, and the index among them of each; -1 if play goes on.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.unfolding import state_arrays
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> codes, table = terminal_codes(state_arrays(graph), {position: "fallen" for position in graph})
    >>> codes.tolist(), table
    ([-1, 0], ['fallen'])
    """
    codes = np.full(len(arrays), -1, np.int32)
    ends = np.flatnonzero(arrays.outcome_of >= 0)
    if isinstance(values, PositionMap) and values.arrays is arrays:
        codes[ends] = values.codes[ends]
        return codes, list(values.table)
    number_of: dict[Any, int] = {}
    numbers = []
    for end in ends.tolist():
        value = values[arrays.positions[end]]
        numbers.append(number_of.setdefault(value, len(number_of)))
    codes[ends] = numbers
    return codes, list(number_of)


def strategy_map(arrays: StateArrays, chosen: Integers) -> PositionMap[tuple[Move, ...]]:
    """Return the joint move of each position, given its number among all of them; -1 for none."""
    codes = np.append(arrays.move_of, -1)[chosen]
    return PositionMap(arrays, codes, arrays.moves)


def pure_strategies(moves: PositionMap[tuple[Move, ...]]) -> Strategy:
    """Return the strategies of the players who move one at a time and make one certain move in each position.

    A position without a move, or with an empty one, is left out. The order is that of the graph.
    """
    groups, group_of = moves.arrays.groups
    size = len(moves.table)
    # the last entry is that of the code -1, which stands for no move
    is_move = np.array([*map(bool, moves.table), False])[moves.codes]
    # equal pairs of a group and a move share one entry of the table
    pairs = np.where(is_move, group_of.astype(np.int64) * size + moves.codes, -1)
    different, codes = np.unique(pairs, return_inverse=True)
    table: list[dict[str, Mixed]] = []
    for pair in different.tolist():
        group, move = divmod(pair, size)
        if pair < 0:
            table.append({})
        else:
            (player,), (choice,) = groups[group], moves.table[move]
            table.append({player: {choice: Fraction(1)}})
    return PositionMap(moves.arrays, np.where(is_move, codes, -1).astype(np.int32), table)


class MoveSet(Set[JointMove]):
    """A set of pairs (position, joint move) of a state graph."""

    __slots__ = ("_arrays", "_included")

    def __init__(self, arrays: StateArrays, included: NDArray[np.bool_]) -> None:
        self._arrays, self._included = arrays, included

    def __contains__(self, pair: object) -> bool:
        """Return whether a pair is in the set."""
        if not isinstance(pair, tuple) or len(pair) != 2:
            return False
        position, moves = pair
        number = self._arrays.index.get(position)
        return number is not None and moves in self.moves_in(number)

    def __iter__(self) -> Iterator[JointMove]:
        """Yield the pairs, in the order of the graph."""
        for number, position in enumerate(self._arrays.positions):
            for moves in self.moves_in(number):
                yield position, moves

    def __len__(self) -> int:
        """Return the number of pairs."""
        return int(np.count_nonzero(self._included))

    @classmethod
    def _from_iterable(cls, pairs: Iterable[object]) -> Any:
        return frozenset(pairs)

    def moves_in(self, number: int) -> list[tuple[Move, ...]]:
        """Return the joint moves of a numbered position that are in the set."""
        first, end = self._arrays.first_move[number : number + 2].tolist()
        included = self._arrays.move_of[first:end][self._included[first:end]]
        return [self._arrays.moves[code] for code in included.tolist()]


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
        positions = len(self.first) - 1
        moves = self.first[-1]
        successor: list[int] = []
        weight: list[fmpq] = []
        for move, (first, last) in enumerate(pairwise(self.starts)):
            successor += [*self.successor[first:last], positions + move]
            weight += [factor * probability for probability in self.weight[first:last]]
            weight.append(1 - factor)
        # each move has one successor more than before
        starts = [start + move for move, start in enumerate(self.starts)]
        return DecisionRows([*self.first, *[moves] * moves], starts, successor, weight)


def exact_weights(arrays: StateArrays) -> list[fmpq]:
    """Return the probability of each successor of a state graph, in the arithmetic of flint."""
    codes = arrays.probability_of
    if codes is None:
        return [fmpq(1)] * len(arrays.successor)
    table = [to_flint(probability) for probability in arrays.probabilities]
    return [table[code] for code in codes.tolist()]


def weighted_steps(arrays: StateArrays) -> Iterator[tuple[int, int, fmpq]]:
    """Yield each step of a Markov chain: a position, one that follows, and the probability."""
    return zip(arrays.sources.tolist(), arrays.successor.tolist(), exact_weights(arrays), strict=True)


def decision_rows(arrays: StateArrays) -> DecisionRows:
    """Return the joint moves of a state graph; they keep their numbers."""
    first = arrays.first_move.tolist()
    starts = arrays.starts.tolist()
    return DecisionRows(first, starts, arrays.successor.tolist(), exact_weights(arrays))


ROUNDING = 1e-9  # of a sum of numerators in floats; 62 such factors are far less than the bit between LARGEST and 2^63


class Induction(NamedTuple):
    """The payoffs of each player, the number of the chosen joint move in each position, and which ones are as good."""

    columns: list[ExactColumn]
    chosen: Integers
    best: NDArray[np.bool_]


def induce_expected(
    arrays: StateArrays, order: Integers, active: Integers, ends: tuple[Integers, Sequence[Payoffs]]
) -> Induction:
    """Return the greatest expected payoffs of the player who moves in each position of an acyclic game.

    All numbers are whole: the values of a position from which at most k random moves follow are numerators over c d^k,
    where c is the common denominator of the payoffs and d that of the probabilities. If they may exceed machine
    integers, the same loop takes rationals. Cost: the edges, in a compiled loop if there are many and they fit.

    >>> from fractions import Fraction
    >>> from gametheory import unfold
    >>> from gametheory.games.towers import Towers
    >>> arrays = unfold(Towers(soldiers=2, towers=2, hits=1, kills=1))
    >>> ends = arrays.outcome_of, [(Fraction(1, 3),)]
    >>> found = induce_expected(arrays, np.arange(len(arrays)), np.where(ends[0] < 0, 0, -1), ends)
    >>> found.columns[0][0], found.chosen.tolist()
    (Fraction(1, 3), [0, 1, -1, -1])
    """
    moves = arrays.first_move, arrays.starts, arrays.successor
    codes, table = ends
    whole = _whole_numbers(arrays, moves, order, table)
    if whole is None:
        return _in_rationals(arrays, moves, order, active, ends)
    size = len(arrays)
    players = whole.payoffs.shape[1]
    value = np.where(codes >= 0, whole.payoffs[codes].T, 0).ravel()
    mean = np.zeros(players, np.int64)
    chosen = np.full(size, -1, np.int64)
    best = np.zeros(len(arrays.move_of), np.int8)
    weights = whole.weight, whole.random
    scales = whole.depth, whole.power
    choose_best_mean(*moves, *weights, active, order, *scales, value, mean, chosen, best)
    denominators = (whole.payoff_denominator * whole.power)[whole.depth]
    columns = [ExactColumn(numerators, denominators) for numerators in value.reshape(players, size)]
    return Induction(columns, chosen, best.astype(bool))


def _in_rationals(
    arrays: StateArrays,
    moves: tuple[Integers, Integers, Integers],
    order: Integers,
    active: Integers,
    ends: tuple[Integers, Sequence[Payoffs]],
) -> Induction:
    """Return the result of the same loop over numbers of flint, which need no common denominator."""
    codes, table = ends
    size = len(arrays)
    players = len(table[0])
    value = [fmpq(0)] * (players * size)
    for position in np.flatnonzero(codes >= 0).tolist():
        for player, payoff in enumerate(table[codes[position]]):
            value[player * size + position] = to_flint(payoff)
    chosen = [-1] * size
    best = [0] * len(arrays.move_of)
    rows = [column.tolist() for column in moves]
    weights = exact_weights(arrays), [0] * len(best)
    # where no move counts as random, all values have the depth 0 and the denominator 1
    scales = [0] * size, [1]
    mean = [fmpq(0)] * players
    choose_best_mean.interpreted(  # type: ignore[attr-defined]
        *rows, *weights, active.tolist(), order.tolist(), *scales, value, mean, chosen, best
    )
    columns = []
    for first in range(0, len(value), size):
        columns.append(ExactColumn(value[first : first + size], [1] * size))
    return Induction(columns, np.array(chosen, np.int64), np.array(best, bool))


class _WholeNumbers(NamedTuple):
    """The probabilities and payoffs of a game as machine integers."""

    weight: Integers
    random: Integers
    depth: Integers
    power: Integers
    payoffs: Integers
    payoff_denominator: int


def _whole_numbers(
    arrays: StateArrays, moves: tuple[Integers, Integers, Integers], order: Integers, table: Sequence[Payoffs]
) -> _WholeNumbers | None:
    """Return the numerators of a game; None if a value could be no machine integer."""
    if not all(map(is_exact, chain(arrays.probabilities, *table))):
        return None
    numerators = arrays.numerators()
    if numerators is None:
        return None
    weight, common = numerators
    # a move has a random result if a probability is not 1
    joint = arrays.joint_move_of_edge()
    certain = np.ones(len(arrays.move_of), bool)
    certain[joint[weight != common]] = False
    random = (~certain).astype(np.int8)
    depth = np.zeros(len(arrays), np.int32)
    deepest = chance_depths(*moves, random, order, depth)
    denominator = lcm(*(payoff.denominator for payoff in chain(*table)))
    payoffs = [[int(payoff * denominator) for payoff in row] for row in table]
    # the probabilities of a graph made by hand may add up to anything
    total = np.bincount(joint, np.abs(weight).astype(float), len(arrays.move_of))
    if (np.abs(total - common) > common * ROUNDING).any():
        return None
    largest = max(denominator, *map(abs, chain(*payoffs)))
    if largest * common**deepest > LARGEST:
        return None
    weight = np.where(certain[joint], 1, weight)
    power = np.array([common**exponent for exponent in range(deepest + 1)], np.int64)
    return _WholeNumbers(weight, random, depth, power, np.array(payoffs, np.int64), denominator)


def played_moves(graph: StateArrays, strategy: Strategy) -> dict[JointMove, Fraction]:
    """Return the joint moves that have a positive probability, and their probabilities."""
    played = {}
    for position, mixed in strategy.items():
        for moves in graph.moves_in(graph.index[position]):
            probability = joint_probability(mixed.values(), moves)
            if probability:
                played[position, moves] = probability
    return played


def support(keys: Iterable[Key], weights: Iterable[Weight]) -> dict[Key, Weight]:
    """Return the weights that are not 0, by their keys.

    >>> support("abc", [1, 0, 2])
    {'a': 1, 'c': 2}
    """
    return {key: weight for key, weight in zip(keys, weights, strict=True) if weight}


def joint_probability(mixed: Iterable[Mapping[Move, Fraction]], moves: Iterable[Move]) -> Fraction:
    """Return the probability that mixed moves, one of each active player, make a joint move."""
    pairs = zip(mixed, moves, strict=True)
    return prod((probabilities.get(move, Fraction(0)) for probabilities, move in pairs), start=Fraction(1))
