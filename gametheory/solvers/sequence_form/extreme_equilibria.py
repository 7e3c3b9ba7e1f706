"""All extreme Nash equilibria of a two-player game in extensive form, in realization plans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.model.sequence_form import SequenceForm
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria, maximal_nash_subsets
from gametheory.solvers.sequence_form.equilibrium import TreeEquilibrium, checked_tree_equilibrium
from gametheory.solvers.sequence_form.extreme_plans import ExtremePlan, extreme_plans

Floats: TypeAlias = NDArray[np.float32]

BLOCK = 1 << 22  # pairs of plans that are compared in one matrix product


@short_repr
@dataclass(frozen=True, slots=True)
class TreeEquilibria:
    """All extreme equilibria of a game in extensive form, and the structure of all others.

    Attributes
    ----------
    extreme
        The extreme equilibria; no two are equal.
    subsets
        The maximal Nash subsets, as in `bimatrix.vertex_enumeration.Equilibria`, with realization plans in place of
        mixed strategies.
    """

    extreme: tuple[TreeEquilibrium, ...]
    subsets: tuple[tuple[int, ...], ...] | None


def extreme_tree_equilibria(form: SequenceForm, limit: int = 20_000) -> TreeEquilibria:
    """Return all extreme equilibria of a two-player game: pairs of extreme plans that reply to each other.

    Two plans are an equilibrium if and only if every sequence with positive weight belongs to a best reply to the other
    plan. Every equilibrium is a mixture of extreme ones, as in a bimatrix game (Mangasarian 1964), because the plans
    that reply to a given plan, and to which it replies, are a polytope. `verify.check_tree_equilibrium` accepts each
    equilibrium. Cost: that of `extreme_plans`, plus one comparison for each pair of extreme plans.

    Parameters
    ----------
    form
        The sequence form of a game of two players.
    limit
        Greatest number of vertices of a polyhedron at any step, and of equilibria.

    Returns
    -------
    TreeEquilibria
        The extreme equilibria, the first player's first actions first.

    Raises
    ------
    TooManyVertices
        If a polyhedron has more than `limit` vertices.
    TooManyEquilibria
        If there are more than `limit` extreme equilibria; raised before the first is checked.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> equilibria = extreme_tree_equilibria(form)
    >>> [tuple(map(str, one.plans[0] + one.plans[1])) for one in equilibria.extreme]
    [('1', '1', '0', '1', '0', '1'), ('1', '0', '1', '1', '1', '0'), ('1', '0', '1', '1', '1/2', '1/2')]
    >>> equilibria.subsets
    ((0,), (1, 2))
    """
    first, second = (extreme_plans(form, player, limit) for player in (0, 1))
    pairs = [(one.plan, other.plan) for one, other in islice(mutual_replies(first, second), limit + 1)]
    if len(pairs) > limit:
        raise TooManyEquilibria(limit)
    pairs.sort(reverse=True)
    return TreeEquilibria(tuple(checked_tree_equilibrium(form, pair) for pair in pairs), maximal_nash_subsets(pairs))


def mutual_replies(first: list[ExtremePlan], second: list[ExtremePlan]) -> Iterator[tuple[ExtremePlan, ExtremePlan]]:
    """Yield the pairs in which each plan plays only sequences that belong to best replies to the other.

    Cost: one matrix product of the plans of both players.

    Examples
    --------
    >>> from gametheory.solvers.sequence_form.extreme_plans import ExtremePlan
    >>> home, away = ExtremePlan((), 0b01, 0b10), ExtremePlan((), 0b10, 0b01)
    >>> list(mutual_replies([home, away], [home])) == [(away, home)]
    True
    """
    played, replies = _incidences([plan.played for plan in second]), _incidences([plan.replies for plan in second])
    height = max(1, BLOCK // len(second))
    for begin in range(0, len(first), height):
        block = first[begin : begin + height]
        own, best = _incidences([plan.played for plan in block]), _incidences([plan.replies for plan in block])
        wrong = _outside(own, replies) + _outside(played, best).T
        for row, column in zip(*(indices.tolist() for indices in np.nonzero(wrong == 0)), strict=True):
            yield block[row], second[column]


def _incidences(sets: list[int]) -> Floats:
    """Return one row for each set of bits, with a 1 for each element."""
    length = max(each.bit_length() for each in sets) // 8 + 1
    packed = np.frombuffer(b"".join(each.to_bytes(length, "little") for each in sets), np.uint8)
    return np.unpackbits(packed.reshape(len(sets), length), axis=1, bitorder="little").astype(np.float32)


def _outside(subsets: Floats, sets: Floats) -> Floats:
    """Return for each pair of rows how many elements of the first are not in the second."""
    common = min(subsets.shape[1], sets.shape[1])
    outside: Floats = subsets.sum(axis=1)[:, None] - subsets[:, :common] @ sets[:, :common].T
    return outside
