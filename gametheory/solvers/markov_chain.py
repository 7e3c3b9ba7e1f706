"""Exact distributions of a Markov chain: after n steps, at the end of play, and the values of positions.

Every function takes a graph made by `state_graph` of a game in which no player moves: an absorbing Markov chain (Kemeny
and Snell, Finite Markov Chains, 1960, chapter 3). Terminal positions are absorbing. Play may also never end: the
probabilities of the terminal positions then add to less than 1, and the rest belongs to the outcome None.

Values of all positions solve one linear system for each strongly connected component. What is asked from the start only
is a sum of expected visits. A small chain is solved in rationals. In a large one that can repeat a position only by
staying there, all positions with the same number of moves to the end are done together, in integers. In any other large
one, floats are refined.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, islice, pairwise
from math import lcm
from operator import mul
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.model.classes import ExactColumn
from gametheory.model.game import Position
from gametheory.model.state_arrays import (
    LARGEST,
    Integers,
    PositionMap,
    StateArrays,
    can_end,
    component_numbers,
    starts_of_rows,
    strong_components,
)
from gametheory.model.unfolding import StateGraph, state_arrays
from gametheory.numbers.linear_system import SMALL, SparseSystem, solve_sparse
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.arrays import weighted_steps
from gametheory.solvers.shortest_paths import longest_plays

Key = TypeVar("Key", bound=Hashable)  # a position, or its number
ExactDistribution: TypeAlias = dict[Any, Fraction]
Steps: TypeAlias = Mapping[Any, fmpq]  # the probability of each next position
Visits: TypeAlias = tuple[Any, int]  # numerators, and their common denominator

LARGE = 1_000_000  # positions and steps, about as many as Python takes some seconds for
MAX_BITS = 30_000  # of a common denominator
ZERO = fmpq(0)


# After a number of steps


def transition_matrix(graph: StateGraph, order: Sequence[Position] | None = None) -> list[list[Fraction]]:
    """Return the exact transition matrix: the probability of a step from order[i] to order[j] at [i][j].

    A terminal position has probability 1 to stay.
    """
    if order is None:
        listed = list(graph)
    else:
        listed = list(order)
    if len(listed) != len(graph) or set(listed) != set(graph):
        raise ValueError(f"order: not each of the {len(graph)} positions once")
    arrays = chain_arrays(graph)
    index = {position: number for number, position in enumerate(listed)}
    matrix = [[Fraction(0)] * len(listed) for _ in listed]
    for position, steps in zip(arrays.positions, _steps(arrays), strict=True):
        row = matrix[index[position]]
        for successor, probability in steps.items():
            column = index[arrays.positions[successor]]
            row[column] = to_fraction(probability)
    return matrix


def distribution_after(graph: StateGraph, steps: int) -> ExactDistribution:
    """Return the exact distribution of the position after a number of steps from the start.

    Cost: the steps times the edges, in rationals that grow with the steps.
    """
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise ValueError(f"steps: {steps!r} is not a whole number of at least 0")
    return next(islice(_distributions(graph), steps, None))


def outcome_distributions(graph: StateGraph) -> Iterator[dict[str | None, Fraction]]:
    """Yield the exact probability of each outcome within 0 steps, 1 step, 2 steps and so on, without end."""
    return (sum_by_outcome(graph, distribution) for distribution in _distributions(graph))


def sum_by_outcome(graph: StateGraph, distribution: Mapping[object, Fraction]) -> dict[str | None, Fraction]:
    """Return the total probability of each outcome under a distribution of positions."""
    arrays = state_arrays(graph)
    names: list[str | None] = [*(end.name for end in arrays.outcomes), None]  # the code of play that goes on is -1
    totals = dict.fromkeys(names, Fraction(0))
    for position, probability in distribution.items():
        code = arrays.outcome_of[arrays.index[position]]
        totals[names[code]] += probability
    return totals


def _distributions(graph: StateGraph) -> Iterator[ExactDistribution]:
    """Yield the distribution of the position after 0 steps, 1 step, 2 steps and so on."""
    arrays = chain_arrays(graph)
    steps = _steps(arrays)
    distribution = {arrays.start: fmpq(1)}
    while True:
        yield {arrays.positions[number]: to_fraction(weight) for number, weight in distribution.items()}
        later: dict[int, fmpq] = {}
        for number, weight in distribution.items():
            for successor, probability in steps[number].items():
                later[successor] = later.get(successor, ZERO) + weight * probability
        distribution = later


# At the end of play, from the start


def absorption_distribution(graph: StateGraph) -> ExactDistribution:
    """Return the exact distribution of the terminal position in which play ends.

    The fundamental matrix N = 1 + Q + Q^2 + ... applied to the start gives the expected visits to each transient
    position, and a terminal position is visited once at most (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3).
    """
    arrays = chain_arrays(graph)
    ends = np.flatnonzero(arrays.outcome_of >= 0)
    group = np.full(len(arrays), -1)
    group[ends] = np.arange(len(ends))
    probabilities = visit_sums(arrays, group, len(ends))
    return {arrays.positions[end]: sums for end, sums in zip(ends.tolist(), probabilities, strict=True)}


def outcome_distribution(graph: StateGraph) -> dict[str | None, Fraction]:
    """Return the exact probability of each outcome at the end of play."""
    arrays = chain_arrays(graph)
    # outcomes with the same name can differ in their payoffs
    names = list(dict.fromkeys(end.name for end in arrays.outcomes))
    number_of_outcome = np.array([*(names.index(end.name) for end in arrays.outcomes), -1])
    sums = visit_sums(arrays, number_of_outcome[arrays.outcome_of], len(names))
    distribution: dict[str | None, Fraction] = dict(zip(names, sums, strict=True))
    distribution[None] = 1 - sum(sums, Fraction(0))
    return distribution


def expected_duration(graph: StateGraph) -> Fraction | None:
    """Return the exact expected number of steps until play ends, the sum of the expected visits; None if it may not."""
    arrays = chain_arrays(graph)
    if not can_end(arrays).all():
        return None
    going_on = np.where(arrays.outcome_of >= 0, -1, 0)
    return visit_sums(arrays, going_on, 1)[0]


# From every position


def absorption_probabilities(graph: StateGraph, outcome: str) -> PositionMap[Fraction]:
    """Return the exact probability of an outcome from every position."""
    arrays = state_arrays(graph)
    table = [Fraction(int(end.name == outcome)) for end in arrays.outcomes]
    return expected_values(graph, PositionMap(arrays, arrays.outcome_of, table))


def expected_values(graph: StateGraph, terminal_values: Mapping[object, Fraction]) -> PositionMap[Fraction]:
    """Return the exact expected value of the terminal position, from every position; play without end has value 0.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> graph = state_graph(Battle(1, 1))
    >>> survivors = {end: Fraction(end.attackers) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> expected_values(graph, survivors)[Position(1, 1)]
    Fraction(9, 44)
    """
    arrays = chain_arrays(graph)
    values: dict[int, fmpq] = {}
    steps: dict[int, Steps] = {}
    for number, after in enumerate(_steps(arrays)):
        if arrays.outcome_of[number] >= 0:
            values[number] = to_flint(terminal_values[arrays.positions[number]])
        else:
            steps[number] = after
    values |= chain_values(steps, values)
    column = ExactColumn([values[number] for number in range(len(arrays))], [1] * len(arrays))
    return PositionMap(arrays, np.arange(len(arrays), dtype=np.int32), column)


def chain_arrays(graph: StateGraph) -> StateArrays:
    """Return the arrays of a game in which no player moves."""
    arrays = state_arrays(graph)
    is_move = np.array([bool(moves) for moves in arrays.moves], bool)
    by_players = np.flatnonzero(is_move[arrays.move_of])
    if len(by_players):
        source = int(np.searchsorted(arrays.first_move, by_players[0], "right")) - 1
        raise ValueError(f"in {arrays.positions[source]} a player moves: the game is not a Markov chain")
    return arrays


def _steps(arrays: StateArrays) -> list[dict[int, fmpq]]:
    """Return the probability of each position after each one; a terminal position stays."""
    steps: list[dict[int, fmpq]] = [{} for _ in range(len(arrays))]
    for end in np.flatnonzero(arrays.outcome_of >= 0).tolist():
        steps[end][end] = fmpq(1)
    for source, target, weight in weighted_steps(arrays):
        steps[source][target] = steps[source].get(target, ZERO) + weight
    return steps


# Linear systems in rationals, one strongly connected component at a time


def components(successors: Mapping[Key, set[Key]]) -> list[list[Key]]:
    """Return the strongly connected components of some positions, each after all that it leads to."""
    index = {node: number for number, node in enumerate(successors)}
    links: list[int] = []
    lengths: list[int] = []
    for following in successors.values():
        inside = [index[after] for after in following if after in index]
        links += inside
        lengths.append(len(inside))
    row = starts_of_rows(np.array(lengths, np.int64))
    component = component_numbers(row, np.array(links, np.int32))
    members: list[list[Key]] = [[] for _ in range(int(component.max(initial=-1)) + 1)]
    for node, number in zip(index, component.tolist(), strict=True):
        members[number].append(node)
    return members


def chain_values(
    steps: Mapping[Key, Mapping[Key, fmpq]], values: Mapping[Key, fmpq], rewards: Mapping[Key, fmpq] | None = None
) -> dict[Key, fmpq]:
    """Return the expected value from each position of a Markov chain; play that never leaves a component has value 0.

    The solution of x = rewards + Q x. If the steps are turned around, it is that of x = rewards + x Q: the expected
    visits. Cost: the steps; and a linear system for each component, sparse if it is large.
    """
    solved = dict(values)
    for component in components({node: set(following) for node, following in steps.items()}):
        inside = set(component)
        constants: dict[object, fmpq] = {}
        within: dict[object, dict[object, fmpq]] = {}
        staying = ZERO  # the sum of the probabilities of all steps inside
        for node in component:
            constants[node] = rewards[node] if rewards else ZERO
            within[node] = {}
            for successor, probability in steps[node].items():
                if successor in inside:
                    within[node][successor] = probability
                    staying += probability
                else:
                    constants[node] += probability * solved[successor]
        # no step leads out: the system is singular, and play that stays forever has value 0
        if staying == len(component):
            solved |= dict.fromkeys(component, ZERO)
        # one position, with or without a step to itself: no system
        elif len(component) == 1:
            [node] = component
            solved[node] = constants[node] / (1 - within[node].get(node, ZERO))
        else:
            solution = _solve(list(within.values()), constants)
            solved |= dict(zip(component, solution, strict=True))
    return {node: solved[node] for node in steps}


def _solve(rows: Sequence[Steps], constants: Mapping[object, fmpq]) -> list[fmpq]:
    """Return the solution of x = constants + rows x."""
    index = {node: number for number, node in enumerate(constants)}
    matrix = []
    for number, row in enumerate(rows):
        equation = {index[successor]: -probability for successor, probability in row.items()}
        equation[number] = equation.get(number, ZERO) + 1
        matrix.append(equation)
    right = list(constants.values())
    if len(matrix) > SMALL:
        solution = _solve_sparse(matrix, right)
        if solution is not None:
            return solution
    columns = range(len(matrix))
    dense = fmpq_mat([[equation.get(column, ZERO) for column in columns] for equation in matrix])
    found = dense.solve(fmpq_mat([[value] for value in right]))
    return [found[number, 0] for number in columns]


def _solve_sparse(matrix: Sequence[Mapping[int, fmpq]], right: Sequence[fmpq]) -> list[fmpq] | None:
    """Return the solution of a sparse system of rationals; None if floats are not precise enough to find it."""
    unit = lcm(*(int(value.q) for value in right))
    rows: list[dict[int, int]] = []
    constants: list[int] = []
    for equation, value in zip(matrix, right, strict=True):
        scale = lcm(*(int(entry.q) for entry in equation.values()))
        rows.append({column: int(entry * scale) for column, entry in equation.items()})
        constants.append(int(value * unit * scale))
    solution = solve_sparse(rows, constants, len(rows))
    if solution is None:
        return None
    return [to_flint(value) / unit for value in solution]


# Expected visits: numerators over one common denominator


def visit_sums(arrays: StateArrays, group: Integers, groups: int) -> list[Fraction]:
    """Return the sum of the expected visits over each group of positions, exactly; a terminal position counts once."""
    found: Visits | None = None
    if len(arrays) + len(arrays.successor) >= LARGE:
        steps = steps_that_end(arrays)
        found = visits_by_layers(arrays, steps) or visits_by_refinement(arrays, steps)
    visits, denominator = found or (visits_in_rationals(arrays), 1)
    sums: list[Any] = [0] * groups
    for number, visit in zip(group.tolist(), visits, strict=True):
        if number >= 0:
            sums[number] += visit
    return [to_fraction(fmpq(total) / denominator) for total in sums]


def visits_in_rationals(arrays: StateArrays) -> list[fmpq]:
    """Return the expected visits to each position from which play can end, and 0 for the others."""
    ending = can_end(arrays).tolist()
    before: dict[int, dict[int, fmpq]] = {number: {} for number, ends in enumerate(ending) if ends}
    for source, target, weight in weighted_steps(arrays):
        if ending[source] and ending[target]:
            before[target][source] = before[target].get(source, ZERO) + weight
    # visits are values if all steps are turned around
    rewards = dict.fromkeys(before, ZERO)
    rewards[arrays.start] = fmpq(1)
    visits = chain_values(before, {}, rewards)
    return [visits.get(number, ZERO) for number in range(len(arrays))]


class StepsThatEnd(NamedTuple):
    """The steps between different positions from which play can end, with probabilities as numerators.

    `leaving` has the numerators of the probabilities to leave each position.
    """

    source: Integers
    target: Integers
    weight: Any
    leaving: Any
    common: int


def steps_that_end(arrays: StateArrays) -> StepsThatEnd:
    """Return the steps of a chain in whole numbers: machine integers, or Python's if these are too small."""
    source, target = arrays.sources, arrays.successor
    if arrays.probability_of is None:  # each joint move has one result, for certain
        probabilities: Sequence[Fraction] = [Fraction(1)]
        codes: Integers = np.zeros(len(target), np.int64)
    else:
        probabilities, codes = arrays.probabilities, arrays.probability_of
    common = lcm(*(probability.denominator for probability in probabilities))
    kind = np.int64 if common <= LARGEST else object
    numerators = np.array([int(probability * common) for probability in probabilities], kind)
    weight = numerators[codes]
    leaving = np.full(len(arrays), common, kind)
    stays = source == target
    np.subtract.at(leaving, source[stays], weight[stays])
    ending = can_end(arrays)
    moves = ~stays & ending[source] & ending[target]
    return StepsThatEnd(source[moves], target[moves], weight[moves], leaving, common)


def visits_by_layers(arrays: StateArrays, steps: StepsThatEnd) -> Visits | None:
    """Return the visits if play can repeat a position only by staying there; None otherwise, or if they are too long.

    All positions with the same longest play to the end are a layer. The visits to the positions of layer k are integers
    over a common denominator: that of the layer before it, times the least common multiple of the probabilities to
    leave a position of the layer, in units of 1 / D. Nothing is divided but these integers.
    """
    from scipy.sparse import csr_array  # here, because scipy takes long to import

    visits = np.zeros(len(arrays), dtype=object)
    if not can_end(arrays)[arrays.start]:
        return visits, 1
    component = strong_components(arrays)
    if component.max() + 1 < len(arrays):  # several positions can be repeated together
        return None
    order = np.argsort(-component, kind="stable").astype(np.int32)
    longest = longest_plays(arrays, order, arrays.outcome_of >= 0)
    by_layer = np.argsort(-longest, kind="stable")
    sizes = np.bincount(longest[longest >= 0])[::-1]
    bounds = list(pairwise([0, *np.cumsum(sizes).tolist()]))
    layers = [by_layer[begin:end] for begin, end in bounds]
    multiples = [lcm(*np.unique(steps.leaving[members]).tolist()) for members in layers]
    denominators = list(accumulate(multiples, mul))
    if denominators[-1].bit_length() > MAX_BITS:
        return None

    # the numbers of the steps into each position, layer by layer
    size = len(arrays)
    rows = np.searchsorted(steps.source, np.arange(size + 1))
    numbered = csr_array((np.arange(len(steps.source)), steps.target, rows), (size, size))
    into = numbered.tocsc()[:, by_layer]
    denominator_of = np.array([*denominators[::-1], 1], dtype=object)  # by the longest play
    visits[arrays.start] = steps.common
    for layer, (begin, end) in enumerate(bounds):
        members = layers[layer]
        edges = into.data[into.indptr[begin] : into.indptr[end]]
        if len(edges):
            source = steps.source[edges]
            flow = visits[source] * steps.weight[edges]
            if longest[source].max() > len(layers) - layer:  # some come from layers before the last one
                flow *= denominators[layer - 1] // denominator_of[longest[source]]
            starts = into.indptr[begin:end] - into.indptr[begin]
            visits[members] = np.add.reduceat(flow, starts)
        visits[members] *= multiples[layer] // steps.leaving[members].astype(object)
    return visits * (denominators[-1] // denominator_of[longest]), denominators[-1]


def visits_by_refinement(arrays: StateArrays, steps: StepsThatEnd) -> Visits | None:
    """Return the visits of a chain by floats that are refined until they are rationals; None if they are too long."""
    system, members = visit_system(arrays, steps)
    solution = system.solution() if system.solver else None
    if solution is None:
        return None
    numerators, denominator = solution
    return with_ends(arrays, steps, members, numerators), denominator * steps.common


def visit_system(arrays: StateArrays, steps: StepsThatEnd) -> tuple[SparseSystem, Integers]:
    """Return the equations of the visits, and the positions in which play goes on; no solver if it is singular.

    >>> from gametheory.model.unfolding import unfold
    >>> from gametheory.games.battle import Battle
    >>> arrays = unfold(Battle(1, 1))
    >>> system, members = visit_system(arrays, steps_that_end(arrays))
    >>> system.entries, system.right, members
    (array([44]), array([50]), array([0]))
    """
    goes_on = arrays.outcome_of < 0
    members = np.flatnonzero(goes_on & can_end(arrays))
    number = np.zeros(len(arrays), np.intp)
    number[members] = np.arange(len(members))
    inner = goes_on[steps.target]
    diagonal = np.arange(len(members))
    row = np.concatenate([number[steps.target[inner]], diagonal])
    column = np.concatenate([number[steps.source[inner]], diagonal])
    entries = np.concatenate([-steps.weight[inner], steps.leaving[members]])
    order = np.argsort(row, kind="stable")
    right = np.zeros(len(members), entries.dtype)
    right[number[arrays.start]] = steps.common
    begins = starts_of_rows(np.bincount(row))
    system = SparseSystem(begins, column[order], entries[order], right)
    system.solver = _solver(system.floats(len(members)), strong_components(arrays)[members])
    return system, members


def _solver(matrix: Any, component: Integers) -> object:
    """Factor a matrix in floats; return a function that solves its equations, or None if it is singular."""
    from scipy.sparse import coo_array
    from scipy.sparse.linalg import splu

    options: dict[str, object] = {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}
    entries = matrix.tocoo()
    inside = component[entries.row] == component[entries.col]
    places = entries.row[inside], entries.col[inside]
    blocks = coo_array((entries.data[inside], places), matrix.shape)
    try:
        factor = splu(blocks.tocsc(), permc_spec="MMD_AT_PLUS_A", **options)
        if inside.all():
            return factor.solve
        # between components there are no cycles: by their order, with that of the blocks within, nothing else fills up
        order = np.lexsort((factor.perm_c, -component))
        factor = splu(matrix[order][:, order], permc_spec="NATURAL", **options)
    except RuntimeError:  # the matrix is singular
        return None
    back = np.argsort(order)
    return lambda right: factor.solve(right[order])[back]


def with_ends(arrays: StateArrays, steps: StepsThatEnd, members: Integers, visits: object) -> Any:
    """Return the visits to all positions, as multiples of 1 / D, given those to positions in which play goes on."""
    scaled = np.zeros(len(arrays), dtype=object)
    scaled[members] = visits
    last = arrays.outcome_of[steps.target] >= 0
    arriving = scaled[steps.source[last]] * steps.weight[last]
    np.add.at(scaled, steps.target[last], arriving)
    scaled[members] *= steps.common
    if arrays.outcome_of[arrays.start] >= 0:
        scaled[arrays.start] += steps.common
    return scaled
