"""The expected visits of a Markov chain, exactly: numerators over one common denominator.

A small chain is solved in rationals. In a large one that can repeat a position only by staying there, all positions
with the same number of moves to the end are done together, in integers. In any other large one, floats are refined.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq
from scipy.sparse import coo_array, csr_array
from scipy.sparse.linalg import splu

from gametheory.model.components import can_end, strong_components
from gametheory.model.state_arrays import LARGEST, Integers, StateArrays, starts_of_rows
from gametheory.model.state_graph import StateGraph, state_arrays
from gametheory.numbers.linear_system import SparseSystem
from gametheory.numbers.rationals import to_fraction
from gametheory.solvers.decision_rows import weighted_steps
from gametheory.solvers.markov_chain.systems import chain_values
from gametheory.solvers.shortest_paths import longest_plays

LARGE = 1_000_000  # positions and steps, about as many as Python takes some seconds for
MAX_BITS = 30_000  # of a common denominator

Visits = tuple[Any, int]  # numerators, and their common denominator


def chain_arrays(graph: StateGraph) -> StateArrays:
    """Return the arrays of a game in which no player moves."""
    arrays = state_arrays(graph)
    moved = np.array([bool(moves) for moves in arrays.moves], bool)[arrays.move_of]
    for joint in np.flatnonzero(moved)[:1].tolist():
        position = arrays.positions[int(np.searchsorted(arrays.first_move, joint, "right")) - 1]
        raise ValueError(f"in {position} a player moves: the game is not a Markov chain")
    return arrays


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
            before[target][source] = before[target].get(source, fmpq(0)) + weight
    # visits are values if all steps are turned around
    found = chain_values(before, {}, dict.fromkeys(before, fmpq(0)) | {arrays.start: fmpq(1)})
    return [found.get(number, fmpq(0)) for number in range(len(arrays))]


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
    source, target, ending = arrays.sources, arrays.successor, can_end(arrays)
    table = arrays.probabilities if arrays.probability_of is not None else [Fraction(1)]
    common = lcm(*(probability.denominator for probability in table))
    kind = np.int64 if common <= LARGEST else object
    codes = 0 if arrays.probability_of is None else arrays.probability_of
    weight = np.broadcast_to(np.array([int(each * common) for each in table], kind)[codes], target.shape)
    leaving = np.full(len(arrays), common, kind)
    stays = source == target
    np.subtract.at(leaving, source[stays], weight[stays])
    moves = ~stays & ending[source] & ending[target]
    return StepsThatEnd(source[moves], target[moves], weight[moves], leaving, common)


def visits_by_layers(arrays: StateArrays, steps: StepsThatEnd) -> Visits | None:
    """Return the visits if play can repeat a position only by staying there; None otherwise, or if they are too long.

    All positions with the same longest play to the end are a layer. The visits to the positions of layer k are integers
    over a common denominator: that of the layer before it, times the least common multiple of the probabilities to
    leave a position of the layer, in units of 1 / D. Nothing is divided but these integers.
    """
    visits, component = np.zeros(len(arrays), dtype=object), strong_components(arrays)
    if not can_end(arrays)[arrays.start]:
        return visits, 1
    if component.max() + 1 < len(arrays):
        return None
    order = np.argsort(-component, kind="stable").astype(np.int32)
    longest = longest_plays(arrays, order, arrays.outcome_of >= 0)
    by_layer = np.argsort(-longest, kind="stable")
    ends = np.cumsum(np.bincount(longest[longest >= 0])[::-1]).tolist()
    layers = [by_layer[begin:end] for begin, end in pairwise([0, *ends])]
    multiples = [lcm(*np.unique(steps.leaving[members]).tolist()) for members in layers]
    denominators = list(accumulate(multiples, mul))
    if denominators[-1].bit_length() > MAX_BITS:
        return None
    size, rows = len(arrays), np.searchsorted(steps.source, np.arange(len(arrays) + 1))
    into = csr_array((np.arange(len(steps.source)), steps.target, rows), (size, size)).tocsc()[:, by_layer]
    by_longest = np.array([*denominators[::-1], 1], dtype=object)
    visits[arrays.start] = steps.common
    for layer, (begin, end) in enumerate(pairwise([0, *ends])):
        members, edges = layers[layer], into.data[into.indptr[begin] : into.indptr[end]]
        if len(edges):
            source = steps.source[edges]
            flow = visits[source] * steps.weight[edges]
            if longest[source].max() > len(layers) - layer:  # they come from layers before the last one
                flow *= denominators[layer - 1] // by_longest[longest[source]]
            visits[members] = np.add.reduceat(flow, into.indptr[begin:end] - into.indptr[begin])
        visits[members] *= multiples[layer] // steps.leaving[members].astype(object)
    return visits * (denominators[-1] // by_longest[longest]), denominators[-1]


def visits_by_refinement(arrays: StateArrays, steps: StepsThatEnd) -> Visits | None:
    """Return the visits of a chain by floats that are refined until they are rationals; None if they are too long."""
    system, members = visit_system(arrays, steps)
    found = system.solution() if system.solver else None
    return found and (with_ends(arrays, steps, members, found[0]), found[1] * steps.common)


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
    number = np.zeros(len(arrays), np.int64)
    number[members] = np.arange(len(members))
    inner = goes_on[steps.target]
    row = np.concatenate([number[steps.target[inner]], np.arange(len(members))])
    column = np.concatenate([number[steps.source[inner]], np.arange(len(members))])
    entries, order = np.concatenate([-steps.weight[inner], steps.leaving[members]]), np.argsort(row, kind="stable")
    right = np.zeros(len(members), entries.dtype)
    right[number[arrays.start]] = steps.common
    begins = starts_of_rows(np.bincount(row))
    system = SparseSystem(begins, column[order], entries[order], right)
    system.solver = _solver(system.floats(len(members)), strong_components(arrays)[members])
    return system, members


def _solver(matrix: Any, component: Integers) -> Any:
    """Factor a matrix in floats; return a function that solves its equations, or None if it is singular."""
    options: dict[str, Any] = {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}
    entries = matrix.tocoo()
    inside = component[entries.row] == component[entries.col]
    blocks = coo_array((entries.data[inside], (entries.row[inside], entries.col[inside])), matrix.shape)
    try:
        factor = splu(blocks.tocsc(), permc_spec="MMD_AT_PLUS_A", **options)
        if inside.all():
            return factor.solve
        # between components there are no cycles: by their order, with that of the blocks within, nothing else fills up
        order = np.lexsort((factor.perm_c, -component))
        factor = splu(matrix[order][:, order], permc_spec="NATURAL", **options)
    except RuntimeError:
        return None
    back = np.argsort(order)
    return lambda right: factor.solve(right[order])[back]


def with_ends(arrays: StateArrays, steps: StepsThatEnd, members: Integers, visits: Any) -> Any:
    """Return the visits to all positions, as multiples of 1 / D, given those to positions in which play goes on."""
    found, last = np.zeros(len(arrays), dtype=object), arrays.outcome_of[steps.target] >= 0
    found[members] = visits
    np.add.at(found, steps.target[last], found[steps.source[last]] * steps.weight[last])
    found[members] *= steps.common
    found[arrays.start] += steps.common if arrays.outcome_of[arrays.start] >= 0 else 0
    return found
